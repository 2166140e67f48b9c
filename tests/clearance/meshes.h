// SPDX-License-Identifier: MIT
// Meshes of every kind for tests of clearance, from a seed.
#pragma once
#include <string>
#include <vector>

#include <clearway/clearance.h>
#include <clearway/scene/generators.h>

#include "tests/navmesh/random_mesh.h"
#include "tests/support/random_scenes.h"

namespace clearway::test {

struct NamedMesh
{
    std::string name;
    NavMesh mesh;
};

inline NavMesh buildRandomSquares(std::uint64_t seed, int columns, int rows)
{
    Random random(seed, 31);
    SquareGrid grid = {.columns = columns, .rows = rows, .origin = {-3.3, 5.1}, .square_size = 0.7, .passable = {}};
    for (int i = 0; i < columns * rows; ++i) grid.passable.push_back(random.below(4) != 0);
    grid.passable[0] = 1;
    return buildNavMesh(grid).value();
}

/// One mesh of each kind: all random scenes in turn as triangles full of slivers, connected notches and relaxed, squares,
/// polygons.
inline std::vector<NamedMesh> buildVariousMeshes(std::uint64_t seed)
{
    std::vector<NamedMesh> meshes;
    const std::string tail = " seed " + std::to_string(seed);
    const auto kind = static_cast<SceneKind>(seed % kSceneKindCount);
    const Scene scene = makeRandomScene(kind, seed, 8);
    const std::string name = toString(kind) + tail;
    meshes.push_back(
        {"triangles of " + name, buildNavMesh(scene, {.decomposition = NavMeshOptions::Decomposition::triangulation}).value()});
    meshes.push_back({"notches of " + name, buildNavMesh(scene).value()});
    meshes.push_back({"relaxed " + name, buildNavMesh(scene, {.relaxation = 0.3}).value()});
    meshes.push_back({"random scene" + tail, buildRandomSceneMesh(seed)});
    meshes.push_back({"squares" + tail, buildRandomSquares(seed, 9, 8)});
    meshes.push_back({"polygons" + tail, buildRandomMesh(seed)});
    return meshes;
}

/// What answers may be off by: rounding to the lattice, up to two quanta where walls bend to meet.
inline double lengthTolerance(const NavMesh& mesh) { return std::max(1e-9, 3 * mesh.frame().quantum); }

/// A random point of a convex piece of a cell, now and then in a corner of it.
inline Vec2 drawPoint(const NavMesh& mesh, CellId cell, Random& random)
{
    const auto count = static_cast<std::uint32_t>(mesh.sides(cell).size());
    Vec2 sum;
    double weights = 0;
    for (int i = 0; i < 3; ++i)
    {
        const double w = random.uniform();
        sum = sum + mesh.corner(cell, static_cast<std::uint32_t>(random.below(count))) * (w * w * w);
        weights += w * w * w;
    }
    return weights > 0 ? sum / weights : mesh.corner(cell, 0);
}

} // namespace clearway::test
