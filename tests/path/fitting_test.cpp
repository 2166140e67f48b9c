// SPDX-License-Identifier: MIT
// Starts and goals that miss fitting by rounding.
#include "tests/path/support.h"

namespace clearway {
namespace {

using test::makeWktScene;
using test::PathWorld;

Vec2 roundToFloat(Vec2 p)
{
    const volatile auto x = static_cast<float>(p.x), y = static_cast<float>(p.y); // really stored
    return {static_cast<double>(x), static_cast<double>(y)};
}

/// What every engine does: a character slides along walls, and its position is kept as floats.
TEST(FittingPaths, APositionThatSlidAndWasRoundedToFloatHasAPath)
{
    for (const char* name : {"rooms", "city500"})
    {
        PathWorld world(buildScene(name).value());
        NavMeshQuery query(world.clearance.mesh());
        const Vec2 goal = findRandomPoint(world.clearance.mesh(), {.seed = 77, .radius = 0.3}).position;
        int moved = 0;
        for (int i = 0; i < 200 * test::testScale(); ++i)
        {
            const auto seed = static_cast<std::uint64_t>(i);
            const Place from = findRandomPoint(world.clearance.mesh(), {.seed = seed, .radius = 0.3});
            const Place target = findRandomPoint(world.clearance.mesh(), {.seed = seed + 100000});
            const Place slid = query.moveDiscAlong(from, target.position, 0.3);
            const Vec2 start = roundToFloat(slid.position);
            const Path path = world.finder.find(start, goal, {.radius = 0.3});
            ASSERT_NE(toString(path.status()), "invalid") << world.describe(start, goal, 0.3) << " " << toString(path.problem());
            EXPECT_LE(path.startShift(), 0.001);
            moved += path.startShift() > 0;
            if (!path.isComplete()) continue;
            EXPECT_EQ(world.faults(path, planar(path.pieces().front().from), planar(path.pieces().back().to), 0.3), "");
            EXPECT_NEAR(distance(planar(path.pieces().front().from), start), path.startShift(), 1e-12);
        }
        EXPECT_GT(moved, 10) << name << ": nothing was rounded into a wall";
    }
}

TEST(FittingPaths, WhatMissesByMoreThanTheToleranceIsRefused)
{
    PathWorld world(makeWktScene("POLYGON((0 0,10 0,10 10,0 10))"));
    const auto find = [&](Vec2 start, Vec2 goal, double tolerance) {
        return world.finder.find(start, goal, {.radius = 1, .fit_tolerance = tolerance});
    };
    EXPECT_TRUE(find({0.9995, 5}, {5, 5}, 0.001).isComplete());
    EXPECT_NEAR(find({0.9995, 5}, {5, 5}, 0.001).startShift(), 0.0005, 1e-9);
    EXPECT_NEAR(find({5, 5}, {5, 9.0005}, 0.001).goalShift(), 0.0005, 1e-9);
    EXPECT_TRUE(find({0.9995, 0.9995}, {5, 5}, 0.001).isComplete()) << "too near to both walls of a corner";
    EXPECT_EQ(find({0.998, 5}, {5, 5}, 0.001).problem(), PathProblem::start_too_tight);
    EXPECT_EQ(find({5, 5}, {0.998, 5}, 0.001).problem(), PathProblem::goal_too_tight);
    EXPECT_EQ(find({1 - 1e-7, 5}, {5, 5}, 0).problem(), PathProblem::start_too_tight);
    EXPECT_TRUE(find({1 - 1e-7, 5}, {5, 5}, 1e-9).isComplete()) << "four steps of a float at 5 are 2e-6";
}

TEST(FittingPaths, APointRoundedOutOfTheSceneIsMovedIn)
{
    PathWorld world(makeWktScene("POLYGON((0 0,10 0,10 10,0 10))"));
    const Path path = world.finder.find({-0.0005, 5}, {5, 10.0005}, {.radius = 0});
    ASSERT_TRUE(path.isComplete()) << toString(path.problem());
    EXPECT_NEAR(path.startShift(), 0.0005, 1e-9);
    EXPECT_NEAR(path.goalShift(), 0.0005, 1e-9);
    EXPECT_EQ(world.finder.find({-0.002, 5}, {5, 5}, {.radius = 0}).problem(), PathProblem::start_outside);
}

} // namespace
} // namespace clearway
