// SPDX-License-Identifier: MIT
// What the tests of paths share: a world to ask, and words for what went wrong.
#pragma once
#include <cmath>
#include <limits>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include <clearway/path.h>
#include <clearway/scene/generators.h>

#include "clearance/data.h"
#include "tests/oracle/path_check.h"
#include "tests/oracle/tangent_graph.h"
#include "tests/support/path_scenes.h"
#include "tests/support/scale.h"

namespace clearway::test {

/// A scene, a mesh of it, and everything that is asked of them.
struct PathWorld
{
    PathWorld(std::string world_name, Scene its_scene, const NavMesh& mesh)
        : name(std::move(world_name)),
          scene(std::move(its_scene)),
          boundary(oracle::findBoundary(scene)),
          all_walls(boundary),
          clearance(buildClearance(mesh).value()),
          finder(clearance),
          quantum(mesh.frame().quantum + findSnapError(mesh))
    {
        for (const Segment& wall : oracle::findBoundary(mesh)) all_walls.push_back(wall);
    }
    explicit PathWorld(Scene its_scene, PathMeshKind kind = PathMeshKind::notches, std::uint64_t seed = 1)
        : PathWorld(toString(kind), its_scene, buildPathMesh(its_scene, kind, seed))
    {
    }

    Path find(Vec2 start, Vec2 goal, double radius, PathOptions::Quality quality = PathOptions::Quality::shortest)
    {
        return finder.find(start, goal, {.radius = radius, .quality = quality, .fit_tolerance = 0});
    }
    Path findPartial(Vec2 start, Vec2 goal, double radius)
    {
        return finder.find(start, goal, {.radius = radius, .allow_partial = true, .fit_tolerance = 0});
    }

    /// How far the lattice is from the walls of an imported mesh; 0 for meshes of scenes.
    static double findSnapError(const NavMesh& mesh)
    {
        double error = 0;
        for (const Segment& wall : oracle::findBoundary(mesh))
            error = std::max(error, distance(wall.a, mesh.frame().world(mesh.frame().snap(wall.a))));
        return error;
    }

    std::string faults(const Path& path, Vec2 start, Vec2 goal, double radius) const
    {
        return oracle::findFaults(path, all_walls, {start, goal, radius, quantum});
    }
    /// For the optimum: by the oracle.
    double computeOptimum(Vec2 start, Vec2 goal, double radius) const
    {
        return oracle::TangentGraph(boundary, radius).computeLength(start, goal);
    }

    std::string describe(Vec2 start, Vec2 goal, double radius) const
    {
        std::ostringstream text;
        text.precision(17);
        text << name << ": (" << start.x << ", " << start.y << ") to (" << goal.x << ", " << goal.y << "), radius " << radius;
        return text.str();
    }

    std::string name;
    Scene scene;
    std::vector<Segment> boundary;  ///< of the scene
    std::vector<Segment> all_walls; ///< and of the mesh, where imported cells have corners inside straight walls
    ClearanceMesh clearance;
    PathFinder finder;
    double quantum; ///< how exact paths are; metres
};

inline PathWorld makePathWorld(PathSceneKind kind, std::uint64_t seed, int size, PathMeshKind mesh_kind)
{
    const Scene scene = makePathScene(kind, seed, size);
    return {std::string(toString(kind)) + " seed " + std::to_string(seed) + " size " + std::to_string(size) + " " +
                toString(mesh_kind),
            scene, buildPathMesh(scene, mesh_kind, seed)};
}

/// A grid with its scene; the name shows the squares, the lowest row first.
inline PathWorld makeGridWorld(const SquareGrid& grid)
{
    std::string name = "grid ";
    for (int i = 0; i < grid.columns * grid.rows; ++i)
    {
        if (i > 0 && i % grid.columns == 0) name += '/';
        name += grid.passable[static_cast<std::size_t>(i)] ? '.' : '#';
    }
    return {name, buildScene(buildSceneInput(grid)).value(), buildNavMesh(grid).value()};
}

/// The same mesh, but nothing leads into or out of the cell at p any more. Its Voronoi diagram does not know.
inline ClearanceMesh wallUp(const ClearanceMesh& mesh, Vec2 p)
{
    const auto data = std::make_shared<ClearanceMesh::Data>(mesh.data());
    const CellId cell = NavMeshQuery(mesh.mesh()).findCell(p);
    for (const ClearanceMesh::Data::Piece& piece : data->pieces)
        for (std::uint32_t i = 0; i < piece.side_count; ++i)
        {
            ClearanceMesh::Data::Side& side = data->sides[piece.first_side + i];
            if (side.door != kNone && (piece.cell == cell) != (data->pieces[side.neighbour].cell == cell))
                side.door = side.neighbour = kNone;
        }
    return ClearanceMesh(data);
}

/// The largest clearance of some random points: nearly the widest place of a scene.
inline double sampleWidest(const Scene& scene, std::span<const Segment> boundary)
{
    Random random(17, 3);
    double widest = 0;
    for (int i = 0; i < 300; ++i)
        if (const auto p = drawFreePoint(scene, boundary, 0, random))
            widest = std::max(widest, oracle::computeBoundaryDistance(boundary, *p));
    return widest;
}

/// Expects a complete path without faults, of the length that the oracle says.
inline void expectShortest(PathWorld& world, Vec2 start, Vec2 goal, double radius)
{
    const Path path = world.find(start, goal, radius);
    const double optimum = world.computeOptimum(start, goal, radius);
    ASSERT_TRUE(std::isfinite(optimum)) << "the oracle finds no way; " << world.describe(start, goal, radius);
    ASSERT_EQ(toString(path.status()), toString(PathStatus::complete)) << world.describe(start, goal, radius);
    EXPECT_EQ(world.faults(path, start, goal, radius), "") << world.describe(start, goal, radius);
    EXPECT_NEAR(path.length(), optimum, 1e-6 * std::max(1.0, optimum)) << world.describe(start, goal, radius);
}

/// The same on every kind of mesh.
inline void expectShortest(const Scene& scene, Vec2 start, Vec2 goal, double radius)
{
    for (int kind = 0; kind < kPathMeshKindCount; ++kind)
    {
        PathWorld world(scene, static_cast<PathMeshKind>(kind));
        expectShortest(world, start, goal, radius);
        expectShortest(world, goal, start, radius);
    }
}

inline void expectUnreachable(const Scene& scene, Vec2 start, Vec2 goal, double radius)
{
    for (int kind = 0; kind < kPathMeshKindCount; ++kind)
    {
        PathWorld world(scene, static_cast<PathMeshKind>(kind));
        const Path path = world.find(start, goal, radius);
        EXPECT_EQ(toString(path.status()), toString(PathStatus::unreachable)) << world.describe(start, goal, radius);
        EXPECT_TRUE(path.pieces().empty());
        EXPECT_EQ(path.length(), 0);
        EXPECT_LT(path.widest(), radius);
    }
}

} // namespace clearway::test
