// SPDX-License-Identifier: MIT
#include "plan/same_scene.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "base/errors.h"

namespace clearway::plan {

namespace {

constexpr std::size_t kMostChecks = 256;

/// The first of at most kMostChecks of [0, count), evenly spread, for which is_wrong(i); `count` when there is none.
template <typename IsWrong>
std::size_t findWrong(std::size_t count, const IsWrong& is_wrong)
{
    const std::size_t checks = std::min(count, kMostChecks);
    for (std::size_t i = 0; i < checks; ++i)
        if (is_wrong(i * count / checks)) return i * count / checks;
    return count;
}

Error makeMismatch(std::string_view part, std::string_view where)
{
    return makeError(fmt::format("The {0} and the scene are not of the same scene: they disagree on {1}. Build the {0} from the "
                                 "scene, or give only one of them.",
                                 part, where));
}

std::string showPlace(Vec2 p) { return fmt::format("the walls around ({}, {})", p.x, p.y); }

} // namespace

// Not every obstacle of a mesh is a wall of its scene: gaps between cells of a file, narrower than a quantum, are closed in the
// scene. Where cells of two layers meet, the scene has walls and the mesh has none.
Result<void> compareMesh(const NavMesh& mesh, const Scene& scene)
{
    const double tolerance = 8 * std::max(mesh.frame().quantum, scene.frame().quantum);
    const Box2 of_mesh = mesh.bounds(), of_scene = scene.bounds();
    if (distance(of_mesh.min, of_scene.min) > tolerance || distance(of_mesh.max, of_scene.max) > tolerance)
        return makeMismatch("mesh", "how far they reach");
    const std::span<const NavMesh::Obstacle> obstacles = mesh.obstacles();
    std::vector<Box2> boxes;
    double wall_length = 0;
    for (const NavMesh::Obstacle& obstacle : obstacles)
    {
        boxes.push_back(computeBounds(obstacle.segment));
        wall_length += distance(obstacle.segment.a, obstacle.segment.b);
    }
    if (std::abs(mesh.area() - scene.area()) > tolerance * wall_length + 1e-9 * scene.area())
        return makeMismatch("mesh", "how much is free");
    if (scene.layerCount() > 1) return {};
    const Bvh tree = Bvh::build(boxes);
    const auto middleOf = [&](std::size_t i) {
        const Segment wall = scene.edge(static_cast<std::uint32_t>(i));
        return (wall.a + wall.b) / 2;
    };
    const std::size_t wrong = findWrong(scene.points().size(), [&](std::size_t i) {
        const Vec2 p = middleOf(i);
        const auto distanceTo = [&](std::uint32_t obstacle) { return distanceSq(p, obstacles[obstacle].segment); };
        return tree.findNearest(p, distanceTo, tolerance * tolerance) == kNone;
    });
    if (wrong < scene.points().size()) return makeMismatch("mesh", showPlace(middleOf(wrong)));
    return {};
}

// A grid may have obstacles and terrain of its own: it says nothing about the scene where it is not free.
Result<void> compareGrid(const FieldGrid& grid, const Scene& scene, const Walls& walls)
{
    const double tolerance = 8 * scene.frame().quantum + 1e-6 * grid.cellSize();
    const Box2 of_scene = scene.bounds();
    const Vec2 low = grid.origin(), high = low + Vec2{grid.width() * grid.cellSize(), grid.height() * grid.cellSize()};
    if (of_scene.min.x < low.x - tolerance || of_scene.min.y < low.y - tolerance || of_scene.max.x > high.x + tolerance ||
        of_scene.max.y > high.y + tolerance)
        return makeMismatch("grid", "how far they reach");
    std::vector<std::int32_t> free_cells;
    for (std::int32_t cell = 0; cell < grid.cellCount(); ++cell)
        if (grid.isFree(cell)) free_cells.push_back(cell);
    const std::size_t wrong = findWrong(free_cells.size(), [&](std::size_t i) {
        const Vec2 p = grid.centerOf(free_cells[i]);
        return walls.computeDistance(p) < grid.radius() - tolerance || !walls.isFree(p);
    });
    if (wrong < free_cells.size()) return makeMismatch("grid", showPlace(grid.centerOf(free_cells[wrong])));
    return {};
}

} // namespace clearway::plan
