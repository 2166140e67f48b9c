// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <clearway/corridor.h>
#include <clearway/crowd/crowd.h>
#include <clearway/crowd/metrics.h>
#include <clearway/guide.h>
#include <clearway/navmesh.h>
#include <clearway/scene.h>
#include <clearway/scene/mesh_generators.h>
#include <clearway/steering.h>
#include <clearway/surface.h>

#include "tests/support/count_allocations.h"

namespace clearway {
namespace {

TEST(WarmCrowd, AStepAllocatesNothing)
{
    const NavMesh mesh = buildNavMesh(buildScene("city500").value()).value();
    // One worker: which of several gets the scratch that has seen less is up to the threads.
    Crowd crowd(onNavMesh(mesh));
    NavMeshQuery query(mesh);
    const auto point = [&](std::uint64_t index) { return query.findRandomPoint({.seed = 2, .index = index, .radius = 0.3}); };
    for (std::uint64_t i = 0; i < 2000; ++i) ASSERT_TRUE(crowd.add({.position = point(i), .goal = point(i + 2000)}));
    // Until somebody has looked for a way round a queue, too.
    for (int tick = 0; tick < 400; ++tick) crowd.step(0.1);
    const long before = test::allocation_count;
    for (int tick = 0; tick < 100; ++tick) crowd.step(0.1);
    EXPECT_EQ(test::allocation_count - before, 0);
}

TEST(WarmCrowd, AnObservationAllocatesNothing)
{
    const NavMesh mesh = buildNavMesh(buildScene("cross").value()).value();
    Crowd crowd(onNavMesh(mesh));
    NavMeshQuery query(mesh);
    const auto point = [&](std::uint64_t index) { return query.findRandomPoint({.seed = 2, .index = index, .radius = 0.3}); };
    for (std::uint64_t i = 0; i < 300; ++i) ASSERT_TRUE(crowd.add({.position = point(i), .goal = Goal::random(2)}));
    // Trips end all the time, and are kept; what a search allocates is not ours.
    ObserverOptions options;
    options.lines = {{"middle", {-5, 0}, {5, 0}}};
    options.keeps_series = false;
    options.shortest_path = [](Vec2 from, Vec2 to, double, std::uint32_t, std::vector<Vec2>& points) {
        points.clear();
        return distance(from, to);
    };
    CrowdObserver observer(crowd, options);
    for (int tick = 0; tick < 300; ++tick)
    {
        crowd.step(0.1);
        observer.observe(crowd);
    }
    long allocations = 0;
    for (int tick = 0; tick < 600; ++tick) // more ticks than a profile of time has stretches
    {
        crowd.step(0.1);
        const long before = test::allocation_count;
        observer.observe(crowd);
        allocations += test::allocation_count - before;
    }
    EXPECT_EQ(allocations, 0);
}

TEST(WarmCrowd, AStepAlongCorridorsAllocatesNothing)
{
    const Scene scene = buildScene("city500").value();
    const NavMesh mesh = buildNavMesh(scene).value();
    const World world = onCorridorMap(mesh, buildCorridorMap(scene).value()).value();
    Crowd crowd(world, {.steering = socialForce({.drive = SocialForceOptions::Drive::attraction})});
    NavMeshQuery query(mesh);
    // Many plans, and nobody who stands at a goal.
    for (std::uint64_t i = 0; i < 1000; ++i)
        ASSERT_TRUE(crowd.add(
            {.position = query.findRandomPoint({.seed = 2, .index = i, .radius = 0.3}), .goal = Goal::random(2), .speed = 4}));
    for (int tick = 0; tick < 600; ++tick) crowd.step(0.1);
    const long before = test::allocation_count;
    for (int tick = 0; tick < 100; ++tick) crowd.step(0.1);
    EXPECT_EQ(test::allocation_count - before, 0);
}

TEST(WarmCrowd, AStepOnASurfaceAllocatesNothing)
{
    const SurfaceMesh mesh = buildSurfaceMesh(buildTriangleMesh("sphere").value()).value();
    const SurfaceWorld world = onSurface(mesh).value();
    Crowd crowd(world.world);
    const auto point = [&](std::uint64_t index) {
        Vec2 position;
        world.world.ground->findRandomPoint(2, index, 0.3, kNone, position);
        return position;
    };
    for (std::uint64_t i = 0; i < 300; ++i) ASSERT_TRUE(crowd.add({.position = point(i), .goal = point(i + 300)}));
    for (int tick = 0; tick < 150; ++tick) crowd.step(0.1);
    const long before = test::allocation_count;
    for (int tick = 0; tick < 100; ++tick) crowd.step(0.1);
    EXPECT_EQ(test::allocation_count - before, 0);
}

TEST(WarmCrowd, AStepDownFieldsAllocatesNothing)
{
    const Scene scene = buildScene("rooms").value();
    const NavMesh mesh = buildNavMesh(scene).value();
    NavMeshQuery query(mesh);
    const auto point = [&](std::uint64_t index) { return query.findRandomPoint({.seed = 2, .index = index, .radius = 0.3}); };
    Crowd crowd(onField(mesh, scene).value(), {.steering = localField()});
    for (std::uint64_t i = 0; i < 100; ++i) ASSERT_TRUE(crowd.add({.position = point(i), .goal = point(1000 + i % 3).position}));
    for (int tick = 0; tick < 200; ++tick) crowd.step(0.1);
    const long before = test::allocation_count;
    for (int tick = 0; tick < 100; ++tick) crowd.step(0.1);
    EXPECT_EQ(test::allocation_count - before, 0);
}

TEST(WarmCrowd, AnAgentNeedsAtMostThreeHundredAndFiftyBytesWithoutItsPath)
{
    constexpr std::size_t kCount = 10'000;
    const NavMesh mesh = buildNavMesh(buildScene("city500").value()).value();
    Crowd crowd(onNavMesh(mesh));
    crowd.reserve(kCount);
    NavMeshQuery query(mesh);
    for (std::uint64_t i = 0; i < kCount; ++i)
        ASSERT_TRUE(
            crowd.add({.position = query.findRandomPoint({.seed = 2, .index = i, .radius = 0.3}), .goal = Goal::random()}));
    crowd.step(0.1);
    EXPECT_LE(crowd.memoryBytes(), 350 * kCount);
}

} // namespace
} // namespace clearway
