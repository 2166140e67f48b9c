// SPDX-License-Identifier: MIT
// What planners build, they build once: for all queries and crowds, and for planners that are built from their parts.
#include <gtest/gtest.h>

#include <atomic>

#include <clearway/base/random.h>
#include <clearway/crowd.h>
#include <clearway/navmesh.h>
#include <clearway/plan.h>
#include <clearway/scene/generators.h>
#include <clearway/scene/mesh_generators.h>

#include "plan/recently_used.h"

namespace clearway {
namespace {

PlannerParts partsFor(const PlannerKind& kind)
{
    PlannerParts parts = {.triangles = buildTriangleMesh("terrain").value()};
    if (!kind.can_use(parts)) parts = {.scene = buildScene("rooms").value()};
    return parts;
}

TEST(SharedWorlds, AreBuiltOnceForEachGuide)
{
    for (const PlannerKind& kind : planners())
    {
        if (kind.guides.empty()) continue;
        SCOPED_TRACE(kind.name);
        const Planner planner = buildPlanner(partsFor(kind), kind.name).value();
        for (const std::string& guide : kind.guides)
        {
            SCOPED_TRACE(guide);
            const World first = planner.buildWorld(guide).value(), second = Planner(planner).buildWorld(guide).value();
            EXPECT_EQ(first.ground, second.ground);
            EXPECT_EQ(first.guide, second.guide);
            EXPECT_EQ(first.guide->name(), guide);
        }
    }
}

TEST(SharedWorlds, LeadTwoCrowdsAsWorldsOfTheirOwnWould)
{
    const auto run = [](const World& world, const World& other_world) {
        Crowd crowd(world), other(other_world);
        for (Crowd* const one : {&crowd, &other})
            for (std::uint64_t i = 0; i < 20; ++i)
            {
                AgentOptions agent;
                EXPECT_TRUE(world.ground->findRandomPoint(one == &crowd ? 1 : 2, i, agent.radius, kNone, agent.position));
                agent.goal = Goal::random(i);
                EXPECT_TRUE(one->add(agent));
            }
        for (int i = 0; i < 60; ++i)
        {
            crowd.step(0.1);
            other.step(0.1);
        }
        return std::pair(crowd.computeHash(), other.computeHash());
    };
    const Scene scene = buildScene("rooms").value();
    for (const char* guide : {"lanes", "corridor", "field"})
    {
        SCOPED_TRACE(guide);
        const Planner planner = buildPlanner(scene, findPlannerOfGuide(guide)->name).value();
        EXPECT_EQ(run(planner.buildWorld(guide).value(), planner.buildWorld(guide).value()),
                  run(buildWorld(scene, guide).value(), buildWorld(scene, guide).value()));
    }
}

TEST(SharedParts, ServePlannersInWhateverOrderTheyAreBuilt)
{
    const Scene scene = buildScene("rooms").value();
    const Planner corridor = buildPlanner(scene, "corridor").value();
    const Planner straight = buildPlanner(corridor.parts(), "straight").value();
    const Planner navmesh = buildPlanner(corridor.parts(), "navmesh").value();
    const Planner again = buildPlanner(straight.parts(), "navmesh").value();
    EXPECT_EQ(&navmesh.parts().clearance->voronoi().data(), &corridor.parts().corridor_map->diagram().data());
    EXPECT_EQ(&navmesh.parts().mesh->data(), &straight.parts().mesh->data());
    EXPECT_EQ(&navmesh.parts().clearance->data(), &again.parts().clearance->data());

    // The other way round, with a clearance that only a crowd needs.
    const Planner first = buildPlanner(scene, "straight").value();
    ASSERT_TRUE(first.buildWorld());
    const Planner map = buildPlanner(first.parts(), "corridor").value();
    const Planner mesh = buildPlanner(first.parts(), "navmesh").value();
    EXPECT_EQ(&map.parts().corridor_map->diagram().data(), &mesh.parts().clearance->voronoi().data());
    EXPECT_EQ(map.parts().corridor_map->computeHash(), corridor.parts().corridor_map->computeHash());
}

TEST(SharedParts, AreNotThoseOfAnotherScene)
{
    PlannerParts parts = buildPlanner(buildScene("rooms").value(), "corridor").value().parts();
    ASSERT_TRUE(buildPlanner(parts, "navmesh"));
    const Scene cross = buildScene("cross").value();
    parts.scene = cross;
    parts.corridor_map.reset();
    const Planner planner = buildPlanner(parts, "navmesh").value();
    EXPECT_EQ(planner.parts().mesh->computeHash(), buildNavMesh(cross).value().computeHash());
    EXPECT_TRUE(buildPlanner(planner.parts(), "corridor").value().buildWorld());
}

TEST(SharedParts, RefuseADiagramInAnotherFrame)
{
    const Scene scene = buildScene("rooms").value();
    const NavMesh mesh = buildNavMesh(scene).value();
    Frame moved = scene.frame();
    moved.origin.x += 1;
    std::vector<Segment> walls;
    std::vector<int> layers;
    for (const NavMesh::Obstacle& obstacle : mesh.obstacles())
    {
        walls.push_back(obstacle.segment);
        layers.push_back(obstacle.layer);
    }
    EXPECT_FALSE(buildClearance(mesh, buildVoronoi(moved, walls, layers).value()));
    EXPECT_TRUE(buildClearance(mesh, buildVoronoi(scene.frame(), walls, layers).value()));
}

/// What a field answers, to the bit.
std::vector<double> describeAnswer(const Path& path)
{
    std::vector<double> numbers = {static_cast<double>(path.status()), path.length(), path.clearance()};
    for (const Path::Piece& piece : path.pieces()) numbers.insert(numbers.end(), {piece.to.x, piece.to.y});
    return numbers;
}

TEST(SharedFields, AnswerAsPlannersThatWereNeverAskedBefore)
{
    const Scene scene = buildScene("rooms").value();
    const NavMesh mesh = buildNavMesh(scene).value();
    std::vector<PathRequest> requests;
    for (std::uint64_t i = 0; i < 60; ++i) // more goals and radii than are kept, each several times
    {
        const double radius = 0.2 + 0.05 * static_cast<double>(i % 6);
        const Vec2 goal = Place(findRandomPoint(mesh, {.seed = 1, .index = i % 20, .radius = 0.6}));
        requests.emplace_back(Place(findRandomPoint(mesh, {.seed = 2, .index = i, .radius = 0.6})).position, goal, radius);
    }
    for (const PlannerOptions& options : {PlannerOptions{}, {{"multi_resolution", true}}, {{"potential", "published"}}})
    {
        const Planner planner = buildPlanner(scene, "field", options).value();
        std::vector<std::vector<double>> together(requests.size());
        WorkerPool pool(3);
        pool.run(static_cast<int>(requests.size()), [&](int i) {
            const auto k = static_cast<std::size_t>(i);
            together[k] = describeAnswer(planner.makeQuery().find(requests[k]));
        });
        for (std::size_t i = 0; i < requests.size(); i += 7)
            EXPECT_EQ(together[i], describeAnswer(buildPlanner(scene, "field", options).value().find(requests[i]))) << i;
    }
}

// ---- what keeps the values that were used last

struct Block
{
    int number = 0;
    std::size_t bytes = 0;
    std::size_t memoryBytes() const { return bytes; }
};

/// Counts what it builds.
struct Counted
{
    plan::RecentlyUsed<int, Block> values;
    std::atomic<int> built = 0;

    int find(int key, std::size_t bytes = 1)
    {
        return values
            .find(key,
                  [&] {
                      ++built;
                      return std::make_shared<const Block>(key, bytes);
                  })
            ->number;
    }
};

TEST(RecentlyUsed, KeepsSoManyThatWereUsedLast)
{
    Counted counted{{3, 1000}};
    for (const int key : {1, 2, 3, 1, 2, 3}) EXPECT_EQ(counted.find(key), key);
    EXPECT_EQ(counted.built, 3);
    for (const int key : {1, 4, 1, 3, 4}) EXPECT_EQ(counted.find(key), key); // 2 goes
    EXPECT_EQ(counted.built, 4);
    EXPECT_EQ(counted.find(2), 2);
    EXPECT_EQ(counted.built, 5);
}

TEST(RecentlyUsed, KeepsNoMoreBytesThanItMay)
{
    Counted counted{{100, 10}};
    for (int key = 0; key < 50; ++key)
    {
        counted.find(key, 4);
        EXPECT_LE(counted.values.memoryBytes(), 10u);
    }
    EXPECT_EQ(counted.find(49), 49);
    EXPECT_EQ(counted.built, 50);
    counted.find(50, 1000); // larger than all that is allowed: it stays until another is wanted
    counted.find(50, 1000);
    EXPECT_EQ(counted.built, 51);
    counted.find(51, 4);
    EXPECT_EQ(counted.values.memoryBytes(), 4u);
}

TEST(RecentlyUsed, BuildsOnceForAllThreads)
{
    Counted counted{{4, 1000}};
    WorkerPool pool(4);
    std::atomic<int> right = 0;
    pool.run(400, [&](int i) { right += counted.find(i % 4) == i % 4; });
    EXPECT_EQ(right, 400);
    EXPECT_EQ(counted.built, 4);
}

TEST(RecentlyUsed, TriesAgainWhatFailed)
{
    plan::RecentlyUsed<int, Block> values(2, 100);
    EXPECT_EQ(values.find(1, [] { return std::shared_ptr<const Block>(); }), nullptr);
    EXPECT_EQ(values.find(1, [] { return std::make_shared<const Block>(7, 1); })->number, 7);
}

} // namespace
} // namespace clearway
