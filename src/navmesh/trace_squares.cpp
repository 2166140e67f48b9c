// SPDX-License-Identifier: MIT
// Outlines of the passable squares: one area per group of squares joined at sides, its border followed with the squares on the
// left. Where squares touch only at a corner the border turns left, staying with its own square, so that groups do not join
// there.
#include <utility>
#include <vector>

#include <clearway/base/assert.h>
#include <clearway/navmesh/build.h>

#include "navmesh/squares.h"

namespace clearway {

namespace {

class Tracer
{
public:
    explicit Tracer(const SquareGrid& grid) : grid_(grid), squares_(grid) {}

    std::vector<SceneInput::AreaInput> run();

private:
    void labelGroups();
    void trace(int column, int row, int side);
    bool hasWall(int column, int row, int side) const
    {
        const Vec2Int out = Squares::outward(side);
        return squares_.isFree(column, row) && !squares_.isFree(column + out.x, row + out.y);
    }

    const SquareGrid& grid_;
    Squares squares_;
    std::vector<std::uint32_t> group_; ///< of each square; kNone: not passable
    std::vector<std::uint8_t> traced_; ///< one bit per side of each square
    std::vector<SceneInput::AreaInput> areas_;
};

void Tracer::labelGroups()
{
    group_.assign(grid_.passable.size(), kNone);
    std::uint32_t group_count = 0;
    std::vector<Vec2Int> open;
    for (int r = 0; r < grid_.rows; ++r)
        for (int c = 0; c < grid_.columns; ++c)
        {
            if (!squares_.isFree(c, r) || group_[squares_.index(c, r)] != kNone) continue;
            const std::uint32_t group = group_count++;
            group_[squares_.index(c, r)] = group;
            open.push_back({c, r});
            while (!open.empty())
            {
                const Vec2Int at = open.back();
                open.pop_back();
                for (int side = 0; side < 4; ++side)
                {
                    const Vec2Int next{at.x + Squares::outward(side).x, at.y + Squares::outward(side).y};
                    if (!squares_.isFree(next.x, next.y) || group_[squares_.index(next.x, next.y)] != kNone) continue;
                    group_[squares_.index(next.x, next.y)] = group;
                    open.push_back(next);
                }
            }
        }
    areas_.resize(group_count);
}

/// Follows the border from one side of a square back to it. The first border met of a group is its outline: it starts at the
/// lowest row.
void Tracer::trace(int column, int row, int side)
{
    SceneInput::AreaInput& area = areas_[group_[squares_.index(column, row)]];
    SceneInput::RingInput ring;
    int c = column;
    int r = row;
    int s = side;
    do
    {
        traced_[squares_.index(c, r)] |= static_cast<std::uint8_t>(1 << s);
        // Ahead is the way this side runs; corners of a square are numbered like the sides that start there.
        const Vec2Int out = Squares::outward(s);
        const Vec2Int ahead = {-out.y, out.x};
        const int end = (s + 1) % 4;
        const Vec2 corner = squares_.position(c + (end == 1 || end == 2), r + (end == 2 || end == 3));
        if (!squares_.isFree(c + ahead.x, r + ahead.y))
        {
            s = end; // around the corner of this square
            ring.points.push_back(corner);
        }
        else if (!squares_.isFree(c + ahead.x + out.x, r + ahead.y + out.y))
        {
            c += ahead.x;
            r += ahead.y;
        }
        else
        {
            c += ahead.x + out.x;
            r += ahead.y + out.y;
            s = (s + 3) % 4;
            ring.points.push_back(corner);
        }
    } while (c != column || r != row || s != side);
    if (area.outline.points.empty())
        area.outline = std::move(ring);
    else
        area.holes.push_back(std::move(ring));
}

std::vector<SceneInput::AreaInput> Tracer::run()
{
    labelGroups();
    traced_.assign(grid_.passable.size(), 0);
    for (int r = 0; r < grid_.rows; ++r)
        for (int c = 0; c < grid_.columns; ++c)
            for (int side = 0; side < 4; ++side)
                if (hasWall(c, r, side) && !(traced_[squares_.index(c, r)] >> side & 1)) trace(c, r, side);
    return std::move(areas_);
}

} // namespace

SceneInput buildSceneInput(const SquareGrid& grid)
{
    SceneInput input;
    const bool is_sound = grid.columns > 0 && grid.rows > 0 &&
                          grid.passable.size() == static_cast<std::size_t>(grid.columns) * static_cast<std::size_t>(grid.rows);
    if (is_sound) input.areas = Tracer(grid).run();
    return input;
}

} // namespace clearway
