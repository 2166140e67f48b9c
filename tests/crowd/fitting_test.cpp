// SPDX-License-Identifier: MIT
// Agents whose position misses fitting by rounding.
#include <gtest/gtest.h>

#include <clearway/crowd.h>
#include <clearway/guide.h>
#include <clearway/navmesh.h>
#include <clearway/scene/generators.h>

#include "tests/support/path_scenes.h"

namespace clearway {
namespace {

/// A character slides along walls, and its engine keeps its position as floats.
TEST(Fitting, AnAgentThatSlidAndWasRoundedToFloatIsAdded)
{
    const NavMesh mesh = buildNavMesh(buildScene("rooms").value()).value();
    NavMeshQuery query(mesh);
    Crowd crowd(onNavMesh(mesh), {});
    int moved = 0;
    for (std::uint64_t i = 0; i < 100; ++i)
    {
        const Place from = findRandomPoint(mesh, {.seed = i, .radius = 0.3});
        const Place slid = query.moveDiscAlong(from, findRandomPoint(mesh, {.seed = i + 1000}).position, 0.3);
        const volatile auto x = static_cast<float>(slid.position.x), y = static_cast<float>(slid.position.y); // really stored
        const Vec2 position{static_cast<double>(x), static_cast<double>(y)};
        const Result<AgentId> id = crowd.add({.position = position, .radius = 0.3});
        ASSERT_TRUE(id) << id.error().message;
        EXPECT_LE(distance(crowd.agent(*id).position, position), 0.001);
        moved += crowd.agent(*id).position != position;
        crowd.remove(*id);
    }
    EXPECT_GT(moved, 10) << "nothing was rounded into a wall";
}

TEST(Fitting, AnAgentThatMissesByMoreThanTheToleranceIsRefused)
{
    const NavMesh mesh = buildNavMesh(test::makeWktScene("POLYGON((0 0,10 0,10 10,0 10))")).value();
    Crowd crowd(onNavMesh(mesh), {});
    EXPECT_TRUE(crowd.add({.position = {0.9995, 5}, .radius = 1}));
    EXPECT_FALSE(crowd.add({.position = {0.998, 5}, .radius = 1}));
    EXPECT_FALSE(crowd.add({.position = {0.9995, 5}, .radius = 1, .fit_tolerance = 0}));
    EXPECT_TRUE(crowd.add({.position = {0.998, 5}, .radius = 1, .fit_tolerance = 0.01}));
}

} // namespace
} // namespace clearway
