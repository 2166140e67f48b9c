// SPDX-License-Identifier: MIT
// Based on:
// R. Geraerts, M. Overmars. Enhancing corridor maps for real-time path planning in virtual environments. 2008 (boundaries
// between pixels, vertices where three or four colours meet)
// Departures: the clearance of a sample is measured at the pixel corner where it lies, not taken from a pixel beside it; loops
// without a vertex, as around a pillar in a round room, are found too.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/workers.h"
#include "published/raster_data.h"

namespace clearway::published {
namespace {

constexpr std::uint8_t kRight = 1; ///< a boundary between this pixel and the one to the right
constexpr std::uint8_t kAbove = 2; ///< and the one above
constexpr std::uint8_t kRightSeen = 4;
constexpr std::uint8_t kAboveSeen = 8;
constexpr std::uint8_t kVertex = 16; ///< at the lower left corner of this pixel

/// Corners of pixels have the index of the pixel to their upper right. Directions are right, up, left, down.
class Tracer
{
public:
    Tracer(const RasterField::Data& data, const RasterLayer& layer, const TaskHook& hook, RasterGraph& graph)
        : data_(data), layer_(layer), hook_(hook), graph_(graph), stride_(static_cast<std::size_t>(layer.shape.columns))
    {
    }

    void run()
    {
        markBoundaries();
        listVertices();
        const std::vector<std::size_t> vertices = vertices_;
        for (const std::size_t corner : vertices)
            for (int direction = 0; direction < 4; ++direction)
                if (hasStep(corner, direction) && !isSeen(corner, direction)) trace(corner, direction);
        for (const std::size_t at : boundary_)
        {
            // Whatever is left is a loop without a vertex.
            if ((marks_[at] & kRight) != 0 && (marks_[at] & kRightSeen) == 0) traceLoop(at + 1, 1);
            if ((marks_[at] & kAbove) != 0 && (marks_[at] & kAboveSeen) == 0) traceLoop(at + stride_, 0);
        }
    }

private:
    bool isBoundary(std::size_t p, std::size_t q, std::uint8_t wall) const
    {
        const std::uint32_t first = layer_.nearest[p], second = layer_.nearest[q];
        return first != second && first != kNone && second != kNone && (layer_.flags[p] & wall) == 0 &&
               data_.walls[first].part != data_.walls[second].part;
    }

    void markBoundaries()
    {
        constexpr int kRowsPerTask = 64;
        marks_.assign(layer_.flags.size(), 0);
        const int rows = layer_.shape.rows, task_count = (rows + kRowsPerTask - 1) / kRowsPerTask;
        std::vector<std::vector<std::size_t>> found(static_cast<std::size_t>(task_count));
        runTasks(hook_, task_count, [&](int task) {
            const int end = std::min(rows - 1, (task + 1) * kRowsPerTask);
            for (int row = std::max(1, task * kRowsPerTask); row < end; ++row)
                for (std::size_t at = layer_.indexOf(1, row), last = at + stride_ - 2; at < last; ++at)
                {
                    const auto mark = static_cast<std::uint8_t>((isBoundary(at, at + 1, kWallRight) ? kRight : 0) |
                                                                (isBoundary(at, at + stride_, kWallAbove) ? kAbove : 0));
                    if (mark == 0) continue;
                    marks_[at] = mark;
                    found[static_cast<std::size_t>(task)].push_back(at);
                }
        });
        for (const auto& part : found) boundary_.insert(boundary_.end(), part.begin(), part.end());
    }

    /// The pixel that keeps the mark of a step, and which one.
    std::size_t stepPixel(std::size_t corner, int direction) const
    {
        constexpr int kLeft[4] = {0, 1, 1, 1}, kBelow[4] = {1, 0, 1, 1};
        return corner - static_cast<std::size_t>(kLeft[direction]) - (kBelow[direction] != 0 ? stride_ : 0);
    }
    bool hasStep(std::size_t corner, int direction) const
    {
        return (marks_[stepPixel(corner, direction)] & (direction % 2 == 0 ? kAbove : kRight)) != 0;
    }
    bool isSeen(std::size_t corner, int direction) const
    {
        return (marks_[stepPixel(corner, direction)] & (direction % 2 == 0 ? kAboveSeen : kRightSeen)) != 0;
    }
    std::size_t nextCorner(std::size_t corner, int direction) const
    {
        switch (direction)
        {
        case 0: return corner + 1;
        case 1: return corner + stride_;
        case 2: return corner - 1;
        default: return corner - stride_;
        }
    }

    bool isVertex(std::size_t corner) const
    {
        int degree = 0;
        for (int direction = 0; direction < 4; ++direction) degree += hasStep(corner, direction) ? 1 : 0;
        if (degree != 2) return degree > 0;
        std::uint32_t parts[4] = {};
        int count = 0;
        for (const std::size_t at : {corner, corner - 1, corner - stride_, corner - stride_ - 1})
        {
            if (layer_.nearest[at] == kNone) continue;
            const std::uint32_t part = data_.walls[layer_.nearest[at]].part;
            if (std::find(parts, parts + count, part) == parts + count) parts[count++] = part;
        }
        return count > 2;
    }

    void listVertices()
    {
        for (const std::size_t at : boundary_)
        {
            if ((marks_[at] & kRight) != 0)
                for (const std::size_t corner : {at + 1, at + 1 + stride_}) offerVertex(corner);
            if ((marks_[at] & kAbove) != 0)
                for (const std::size_t corner : {at + stride_, at + stride_ + 1}) offerVertex(corner);
        }
        std::sort(vertices_.begin(), vertices_.end());
        first_vertex_ = static_cast<std::uint32_t>(graph_.vertices.size());
        for (const std::size_t corner : vertices_) addVertex(corner);
    }

    void offerVertex(std::size_t corner)
    {
        if ((marks_[corner] & kVertex) != 0 || !isVertex(corner)) return;
        marks_[corner] |= kVertex;
        vertices_.push_back(corner);
    }

    void addVertex(std::size_t corner)
    {
        const RasterGraph::Sample sample = sampleAt(corner);
        graph_.vertices.push_back({sample.position, sample.clearance, layer_.shape.layer});
    }

    std::uint32_t numberOf(std::size_t corner) const
    {
        const auto found = std::lower_bound(vertices_.begin(), vertices_.end(), corner);
        return first_vertex_ + static_cast<std::uint32_t>(found - vertices_.begin());
    }

    Vec2 positionOf(std::size_t corner) const
    {
        return data_.localCorner(static_cast<int>(corner % stride_), static_cast<int>(corner / stride_));
    }

    RasterGraph::Sample sampleAt(std::size_t corner) const
    {
        const Vec2 p = positionOf(corner);
        double sq = std::numeric_limits<double>::infinity();
        std::uint32_t last = kNone;
        for (const std::size_t at : {corner, corner - 1, corner - stride_, corner - stride_ - 1})
        {
            const std::uint32_t wall = layer_.nearest[at];
            if (wall == kNone || wall == last) continue;
            sq = std::min(sq, distanceSq(p, data_.walls[wall]));
            last = wall;
        }
        return {layer_.shape.corner + p, std::sqrt(sq)};
    }

    /// How far apart the nearest points of the walls on both sides of a step are.
    double gapAt(std::size_t corner, int direction) const
    {
        const std::size_t kept = stepPixel(corner, direction);
        const std::size_t other = direction % 2 == 0 ? kept + stride_ : kept + 1;
        const Vec2 middle = interpolate(positionOf(corner), positionOf(nextCorner(corner, direction)), 0.5);
        return distance(closestPoint(middle, data_.walls[layer_.nearest[kept]]),
                        closestPoint(middle, data_.walls[layer_.nearest[other]]));
    }

    void trace(std::size_t corner, int direction)
    {
        RasterGraph::Edge edge;
        edge.a = numberOf(corner);
        edge.first_sample = static_cast<std::uint32_t>(graph_.samples.size());
        graph_.samples.push_back(sampleAt(corner));
        while (true)
        {
            marks_[stepPixel(corner, direction)] |= direction % 2 == 0 ? kAboveSeen : kRightSeen;
            edge.widest_gap = std::max(edge.widest_gap, gapAt(corner, direction));
            corner = nextCorner(corner, direction);
            graph_.samples.push_back(sampleAt(corner));
            if ((marks_[corner] & kVertex) != 0) break;
            const int back = (direction + 2) % 4;
            direction = 0;
            while (direction == back || !hasStep(corner, direction)) ++direction; // there is exactly one
        }
        edge.b = numberOf(corner);
        edge.sample_count = static_cast<std::uint32_t>(graph_.samples.size()) - edge.first_sample;
        graph_.edges.push_back(edge);
    }

    /// Its vertex gets a number after all others.
    void traceLoop(std::size_t corner, int direction)
    {
        marks_[corner] |= kVertex;
        std::vector<std::size_t> others = std::exchange(vertices_, {corner});
        const std::uint32_t first = std::exchange(first_vertex_, static_cast<std::uint32_t>(graph_.vertices.size()));
        addVertex(corner);
        trace(corner, direction);
        vertices_ = std::move(others);
        first_vertex_ = first;
    }

    const RasterField::Data& data_;
    const RasterLayer& layer_;
    const TaskHook& hook_;
    RasterGraph& graph_;
    std::size_t stride_;
    std::vector<std::uint8_t> marks_;   ///< per pixel
    std::vector<std::size_t> boundary_; ///< pixels with a boundary to the right or above, in order
    std::vector<std::size_t> vertices_; ///< corners, in order
    std::uint32_t first_vertex_ = 0;    ///< the number of the first of them in the graph
};

} // namespace

RasterGraph traceBoundaries(const RasterField& field, const Execution& execution)
{
    const TaskWorkers workers(execution);
    RasterGraph graph;
    graph.pixel = field.pixel();
    for (const RasterLayer& layer : field.data().pictures) Tracer(field.data(), layer, workers.hook(), graph).run();
    return graph;
}

} // namespace clearway::published
