// SPDX-License-Identifier: MIT
// What the tests of guides share: worlds of many kinds, and agents that walk through them one by one.
#pragma once
#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <clearway/base/random.h>
#include <clearway/guide.h>
#include <clearway/plan.h>
#include <clearway/scene/generators.h>
#include <clearway/yielding.h>

#include "tests/oracle/navmesh_oracle.h"
#include "tests/support/path_scenes.h"
#include "tests/support/scale.h"

namespace clearway::test {

struct GuideWorld
{
    GuideWorld(std::string world_name, const NavMesh& its_mesh, const OnNavMeshOptions& options = {})
        : name(std::move(world_name)),
          mesh(its_mesh),
          clearance(buildClearance(mesh).value()),
          world(onNavMesh(clearance, options))
    {
    }
    /// Along corridors.
    GuideWorld(std::string world_name, const Scene& scene, const OnCorridorMapOptions& options = {},
               const CorridorMapOptions& map_options = {})
        : name(std::move(world_name)),
          mesh(buildNavMesh(scene).value()),
          clearance(buildClearance(mesh).value()),
          world(onCorridorMap(clearance, buildCorridorMap(scene, map_options).value(), options).value())
    {
    }

    /// By the name of a guide.
    GuideWorld(std::string world_name, const Scene& scene, std::string_view guide_name, const PlannerOptions& options)
        : name(std::move(world_name)),
          mesh(buildNavMesh(scene).value()),
          clearance(buildClearance(mesh).value()),
          world(buildWorld({.scene = scene, .mesh = mesh, .clearance = clearance}, guide_name, options).value())
    {
    }

    const Ground& ground() const { return *world.ground; }
    const Guide& guide() const { return *world.guide; }
    double quantum() const { return mesh.frame().quantum; }

    std::string name;
    NavMesh mesh;
    ClearanceMesh clearance;
    World world;
};

inline NavMesh buildBuiltInMesh(std::string_view scene, const NavMeshOptions& options = {}, double scale = 1)
{
    return buildNavMesh(buildScene(scene, {.seed = 1, .scale = scale}).value(), options).value();
}

/// Free squares of a grid, three in four.
inline NavMesh buildSquareMesh(std::uint64_t seed, int columns, int rows)
{
    Random random(seed, 41);
    SquareGrid grid = {.columns = columns, .rows = rows, .origin = {-3.25, 5.5}, .square_size = 2, .passable = {}};
    for (int i = 0; i < columns * rows; ++i) grid.passable.push_back(random.below(4) != 0);
    return buildNavMesh(grid).value();
}

/// One agent, as a crowd would keep it.
struct Walker
{
    AgentId id = 1;
    Vec2 position;
    double radius = 0.25;
    Vec2 goal;
    float reach = 0.134f;
    float held_up = 0;
    Footing footing;
    std::vector<std::byte> state;
    std::uint32_t memo = 0;

    void start(const GuideWorld& world)
    {
        const Ground::Standing standing = world.ground().stand(position, radius, -1);
        ASSERT_TRUE(standing) << world.name;
        footing = standing.footing;
        state.assign(world.guide().stateBytes(), std::byte{0});
    }

    Guidance ask(const Guide& guide, std::uint64_t tick)
    {
        Guidance guidance;
        Guide::Batch batch;
        batch.tick = tick;
        batch.ids = {&id, 1};
        batch.positions = {&position, 1};
        batch.footings = {&footing, 1};
        batch.radii = {&radius, 1};
        batch.goals = {&goal, 1};
        batch.reaches = {&reach, 1};
        batch.held_up = {&held_up, 1};
        batch.states = state;
        batch.memos = {&memo, 1};
        batch.guidance = {&guidance, 1};
        guide.guide(batch);
        return guidance;
    }

    /// Where a step straight to `target` would lead, without walls.
    Vec2 wish(Vec2 target) const
    {
        const double gap = distance(position, target);
        return gap <= static_cast<double>(reach) ? target : position + (target - position) * (static_cast<double>(reach) / gap);
    }

    /// A tick of a tenth of a second.
    void move(const Ground& ground, Vec2 target)
    {
        const Vec2 before = position;
        ground.move({{&position, 1}, {&target, 1}, {&radius, 1}, {&footing, 1}});
        held_up = countHeldUp(held_up, target - before, position - before, 0.1F);
    }

    std::string describe() const
    {
        std::ostringstream text;
        text.precision(17);
        text << "radius " << radius << " at (" << position.x << ", " << position.y << ") to (" << goal.x << ", " << goal.y << ")";
        return text.str();
    }
};

} // namespace clearway::test
