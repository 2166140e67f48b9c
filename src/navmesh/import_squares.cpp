// SPDX-License-Identifier: MIT
// A grid of squares as a mesh: every passable square a cell, every straight run of border sides one obstacle.
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <clearway/navmesh/build.h>

#include "base/errors.h"
#include "navmesh/assemble.h"
#include "navmesh/squares.h"

namespace clearway {

namespace {

Result<void> checkGrid(const SquareGrid& grid)
{
    const std::string size = std::to_string(grid.columns) + " by " + std::to_string(grid.rows);
    if (grid.columns <= 0 || grid.rows <= 0)
        return makeError(ErrorCode::invalid_geometry, "A grid of " + size + " squares is empty.");
    const auto count = static_cast<std::uint64_t>(grid.columns) * static_cast<std::uint64_t>(grid.rows);
    if (count > kMaxSquareCount) return makeError(ErrorCode::out_of_range, "A grid of " + size + " squares is too large.");
    if (grid.passable.size() != count)
        return makeError(ErrorCode::invalid_geometry, "A grid of " + size + " squares needs " + std::to_string(count) +
                                                          " values, not " + std::to_string(grid.passable.size()) + ".");
    const Squares squares(grid);
    const Vec2 far = squares.position(grid.columns, grid.rows);
    if (!isFinite(grid.origin) || !isFinite(far) || !(grid.square_size > 0))
        return makeError(ErrorCode::invalid_geometry, "Origin and square size of a grid must be finite, and the size positive.");
    for (int c = 0; c < grid.columns; ++c)
        if (!(squares.position(c, 0).x < squares.position(c + 1, 0).x))
            return makeError(ErrorCode::out_of_range,
                             "The grid is so far from the origin that its columns coincide; move it nearer.");
    for (int r = 0; r < grid.rows; ++r)
        if (!(squares.position(0, r).y < squares.position(0, r + 1).y))
            return makeError(ErrorCode::out_of_range,
                             "The grid is so far from the origin that its rows coincide; move it nearer.");
    for (const std::uint8_t passable : grid.passable)
        if (passable) return {};
    return makeError(ErrorCode::invalid_geometry, "No square of the grid is passable.");
}

class SquareImporter
{
public:
    explicit SquareImporter(const SquareGrid& grid) : grid_(grid), squares_(grid) {}

    CellSoup run();

private:
    VertexId vertexAt(int column, int row)
    {
        VertexId& id = vertex_[static_cast<std::size_t>(row) * (static_cast<std::size_t>(grid_.columns) + 1) +
                               static_cast<std::size_t>(column)];
        if (id == kNone)
        {
            id = static_cast<VertexId>(soup_.vertices.size());
            soup_.vertices.push_back({squares_.position(column, row), 0});
        }
        return id;
    }
    CellId& cellAt(int column, int row) { return cell_[squares_.index(column, row)]; }
    void joinRuns(int side);

    const SquareGrid& grid_;
    Squares squares_;
    std::vector<VertexId> vertex_;
    std::vector<CellId> cell_;
    CellSoup soup_;
};

/// Obstacles for side `side` of the squares (0 below, 1 right, 2 above, 3 left), each a maximal straight run.
void SquareImporter::joinRuns(int side)
{
    const Vec2Int out = Squares::outward(side);
    // Runs follow the ring of the square: to the right below, upward on the right, and so on.
    const Vec2Int along = {-out.y, out.x};
    const auto has_wall = [&](int c, int r) { return squares_.isFree(c, r) && !squares_.isFree(c + out.x, r + out.y); };
    for (int r = 0; r < grid_.rows; ++r)
        for (int c = 0; c < grid_.columns; ++c)
        {
            if (!has_wall(c, r) || has_wall(c - along.x, r - along.y)) continue; // not the start of a run
            const auto obstacle = static_cast<ObstacleId>(soup_.obstacles.size());
            Segment segment;
            bool is_first = true;
            for (int x = c, y = r; has_wall(x, y); x += along.x, y += along.y)
            {
                const SideId first = 4 * cellAt(x, y);
                const SideId s = first + static_cast<SideId>(side);
                soup_.side_obstacle[s] = obstacle;
                if (is_first) segment.a = soup_.vertices[soup_.corners[s]].position;
                is_first = false;
                segment.b = soup_.vertices[soup_.corners[first + static_cast<SideId>((side + 1) % 4)]].position;
            }
            soup_.obstacles.push_back({segment, 0});
        }
}

CellSoup SquareImporter::run()
{
    const auto columns = static_cast<std::size_t>(grid_.columns);
    const auto rows = static_cast<std::size_t>(grid_.rows);
    vertex_.assign((columns + 1) * (rows + 1), kNone);
    cell_.assign(columns * rows, kNone);
    soup_.first_side.push_back(0);
    for (int r = 0; r < grid_.rows; ++r)
        for (int c = 0; c < grid_.columns; ++c)
        {
            if (!squares_.isFree(c, r)) continue;
            cellAt(c, r) = static_cast<CellId>(soup_.layers.size());
            for (const VertexId v : {vertexAt(c, r), vertexAt(c + 1, r), vertexAt(c + 1, r + 1), vertexAt(c, r + 1)})
                soup_.corners.push_back(v);
            soup_.first_side.push_back(static_cast<std::uint32_t>(soup_.corners.size()));
            soup_.layers.push_back(0);
        }
    soup_.side_obstacle.assign(soup_.corners.size(), kNone);
    for (int side = 0; side < 4; ++side) joinRuns(side);
    return std::move(soup_);
}

} // namespace

Result<NavMesh> buildNavMesh(const SquareGrid& grid, const Execution& execution)
{
    const Error cancelled = makeCancelled("Building a mesh of squares");
    if (const Result<void> checked = checkGrid(grid); !checked) return checked.error();
    if (!report(execution.progress, "making cells of squares", 0)) return cancelled;
    CellSoup soup = SquareImporter(grid).run();
    Box2 bounds;
    for (const NavMesh::Vertex& vertex : soup.vertices) bounds.add(vertex.position);
    const Result<Frame> frame = buildFrame(bounds);
    if (!frame) return frame.error();
    soup.frame = *frame;
    if (!report(execution.progress, "making cells of squares", 0.6)) return cancelled;
    return assembleUncheckedNavMesh(std::move(soup));
}

} // namespace clearway
