// SPDX-License-Identifier: MIT
// Slow and obvious checks of cells against the scene that they were made from. Looks at public data only; every pair of things.
#pragma once
#include <cstdint>
#include <string>

#include <clearway/navmesh/navmesh.h>
#include <clearway/scene/scene.h>

namespace clearway::test::oracle {

/// The numbers that bound the cells of a convex decomposition.
struct NotchCount
{
    std::int64_t notches = 0;
    std::int64_t holes = 0;
    std::int64_t areas = 0;

    std::int64_t fewestCells() const { return (notches + 1) / 2 - holes + areas; }
    std::int64_t mostCells() const { return notches - holes + areas; }
};
NotchCount countNotches(const Scene& scene);

/// The first thing wrong with the cells, or an empty text: corners beyond pi (deeper than `relaxation`), area, sides without
/// partner, walls not covered from end to end, repeated vertices, vertices inside sides.
std::string findCellProblem(const NavMesh& mesh, const Scene& scene, double relaxation = 0);

/// Throws random points: one in free space must lie in exactly one cell (or on sides), one in an obstacle in none.
std::string findCoverProblem(const NavMesh& mesh, const Scene& scene, int point_count, std::uint64_t seed);

} // namespace clearway::test::oracle
