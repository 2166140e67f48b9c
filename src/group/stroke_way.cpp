// SPDX-License-Identifier: MIT
// Ways over gaps in a stroke, by A* on cells.
// A step costs its length, and more the farther it is from the drawing, so that a way goes round an obstacle on the side that
// was drawn nearer. Terrain costs do not count: whoever drew has chosen.
#include <algorithm>
#include <array>
#include <cmath>
#include <queue>
#include <unordered_map>

#include <clearway/geometry/shapes.h>

#include "group/stroke_ground.h"

namespace clearway {
namespace {

class WaySearch
{
public:
    WaySearch(const StrokeGround& ground, Vec2 from, Vec2 to, const StrokeWayOptions& options)
        : ground_(ground), grid_(ground.grid()), from_(from), to_(to), max_length_(options.max_length)
    {
        // A few dozen points tell where a drawing goes.
        constexpr std::size_t kMostPoints = 64;
        const std::size_t count = options.drawing.size(), stride = (count + kMostPoints - 1) / kMostPoints;
        for (std::size_t i = 0; i < count; i += stride) drawing_.push_back(options.drawing[i]);
        if (count > 0 && !(drawing_.back() == options.drawing.back())) drawing_.push_back(options.drawing.back());
    }

    std::vector<Vec2> run()
    {
        for (const std::int32_t cell : cellsAround(from_))
            if (ground_.isDirect(from_, grid_.centerOf(cell))) reach(cell, kNone, {from_, 0, 0});
        const std::vector<std::int32_t> goals = cellsAround(to_);
        while (!open_.empty())
        {
            const Entry entry = open_.top();
            open_.pop();
            if (entry.cell == kNone) return trace();
            Node& node = nodes_[entry.cell];
            if (node.is_closed) continue;
            node.is_closed = true;
            const Node at = node;
            const Step here = {grid_.centerOf(entry.cell), at.cost, at.length};
            if (std::find(goals.begin(), goals.end(), entry.cell) != goals.end() && ground_.isDirect(here.position, to_))
                finish(entry.cell, here);
            expand(entry.cell, here);
        }
        return {};
    }

private:
    static constexpr std::int32_t kNone = FieldGrid::kNone;

    struct Node
    {
        double price = 1; ///< of a metre
        double cost = 0;
        double length = 0;
        std::int32_t parent = kNone;
        bool is_closed = false;
    };
    struct Entry
    {
        double bound;
        std::int32_t cell; ///< kNone: the end
        bool operator<(const Entry& other) const { return bound != other.bound ? bound > other.bound : cell > other.cell; }
    };
    struct Step
    {
        Vec2 position;
        double cost;
        double length;
    };

    /// The middles at the corners of the squares and lines that p may lie in.
    std::vector<std::int32_t> cellsAround(Vec2 p) const
    {
        std::vector<std::int32_t> cells;
        const double h = grid_.cellSize();
        for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx)
                if (const std::int32_t cell = grid_.cellAt(p + Vec2{dx * h, dy * h}); cell != kNone && grid_.isFree(cell))
                    cells.push_back(cell);
        return cells;
    }

    /// What a metre costs there.
    double priceAt(Vec2 p) const
    {
        double nearest_sq = drawing_.empty() ? 0 : distanceSq(p, drawing_.front());
        for (std::size_t i = 1; i < drawing_.size(); ++i)
            nearest_sq = std::min(nearest_sq, distanceSq(p, Segment{drawing_[i - 1], drawing_[i]}));
        return 1 + std::sqrt(nearest_sq) / grid_.cellSize();
    }

    void reach(std::int32_t cell, std::int32_t parent, const Step& before)
    {
        const Vec2 p = grid_.centerOf(cell);
        const double length = before.length + distance(before.position, p);
        if (length + distance(p, to_) > max_length_) return;
        const auto [found, is_new] = nodes_.try_emplace(cell);
        Node& node = found->second;
        if (node.is_closed) return;
        if (is_new) node.price = priceAt(p);
        const double cost = before.cost + distance(before.position, p) * node.price;
        if (!is_new && node.cost <= cost) return;
        node.cost = cost;
        node.length = length;
        node.parent = parent;
        open_.push({cost + distance(p, to_), cell});
    }

    void finish(std::int32_t cell, const Step& before)
    {
        const double cost = before.cost + distance(before.position, to_) * priceAt(to_);
        if (last_ != kNone && last_cost_ <= cost) return;
        last_ = cell;
        last_cost_ = cost;
        open_.push({cost, kNone});
    }

    void expand(std::int32_t cell, const Step& here)
    {
        for (const FieldGrid::Toward side :
             {FieldGrid::Toward::right, FieldGrid::Toward::up, FieldGrid::Toward::left, FieldGrid::Toward::down})
            if (const std::int32_t next = grid_.neighbour(cell, side); next != kNone) reach(next, cell, here);
        const std::int32_t width = grid_.width(), column = cell % width, row = cell / width;
        const bool has_right = column + 1 < width, has_up = row + 1 < grid_.height();
        if (has_right && has_up && grid_.isSquareFree(cell)) reach(cell + width + 1, cell, here);
        if (column > 0 && has_up && grid_.isSquareFree(cell - 1)) reach(cell + width - 1, cell, here);
        if (has_right && row > 0 && grid_.isSquareFree(cell - width)) reach(cell - width + 1, cell, here);
        if (column > 0 && row > 0 && grid_.isSquareFree(cell - width - 1)) reach(cell - width - 1, cell, here);
    }

    std::vector<Vec2> trace() const
    {
        std::vector<Vec2> way = {to_};
        for (std::int32_t cell = last_; cell != kNone; cell = nodes_.at(cell).parent) way.push_back(grid_.centerOf(cell));
        way.push_back(from_);
        std::reverse(way.begin(), way.end());
        way.erase(std::unique(way.begin(), way.end()), way.end());
        return way;
    }

    const StrokeGround& ground_;
    const FieldGrid& grid_;
    Vec2 from_;
    Vec2 to_;
    double max_length_;
    std::vector<Vec2> drawing_;
    std::unordered_map<std::int32_t, Node> nodes_; ///< only looked up, never walked through
    std::priority_queue<Entry> open_;
    std::int32_t last_ = kNone;
    double last_cost_ = 0;
};

} // namespace

std::vector<Vec2> findStrokeWay(const StrokeGround& ground, Vec2 from, Vec2 to, const StrokeWayOptions& options)
{
    return WaySearch(ground, from, to, options).run();
}

} // namespace clearway
