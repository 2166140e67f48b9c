// SPDX-License-Identifier: MIT
// Places for a disc: the nearest, and random ones, around a point and within reach.
#include "tests/path/support.h"

namespace clearway {
namespace {

/// Two rooms of 10 x 10 m; the door between them is 1 m wide.
NavMesh makeTwoRooms()
{
    SceneInput input;
    input.areas.emplace_back().outline.points = {{0, 0}, {20.2, 0}, {20.2, 10}, {0, 10}};
    input.obstacles.emplace_back().outline.points = {{10, 5.5}, {10.2, 5.5}, {10.2, 10}, {10, 10}};
    input.obstacles.emplace_back().outline.points = {{10, 0}, {10.2, 0}, {10.2, 4.5}, {10, 4.5}};
    return buildNavMesh(buildScene(input).value()).value();
}

TEST(Places, TheNearestKeepsTheRadiusAndCanBeReached)
{
    const NavMesh mesh = makeTwoRooms();
    PathFinder finder(buildClearance(mesh).value());
    EXPECT_EQ(finder.findNearestPlace({3, 3}, 0.5).position, (Vec2{3, 3})) << "it fits there";
    EXPECT_LT(distance(finder.findNearestPlace({0.1, 3}, 0.5).position, Vec2{0.5, 3}), 1e-6);
    EXPECT_LT(distance(finder.findNearestPlace({-5, 3}, 0.5).position, Vec2{0.5, 3}), 1e-6);
    const Place left = findPlace(mesh, {3, 3});
    EXPECT_EQ(finder.findNearestPlace({15, 5}, 0.4, left).position, (Vec2{15, 5})) << "through the door";
    const Place before = finder.findNearestPlace({15, 5}, 0.6, left);
    EXPECT_LT(before.position.x, 10);
    EXPECT_TRUE(finder.find(left, before, {.radius = 0.6}).isComplete());
    EXPECT_FALSE(finder.findNearestPlace({3, 3}, 6)) << "too large for any room";
    EXPECT_FALSE(finder.findNearestPlace({std::nan(""), 3}, 0.1));
    EXPECT_FALSE(finder.findNearestPlace({3, 3}, -1));
}

TEST(Places, RandomOnesKeepTheRadiusLieAroundThePointAndCanBeReached)
{
    const NavMesh mesh = makeTwoRooms();
    PathFinder finder(buildClearance(mesh).value());
    NavMeshQuery query(mesh);
    const Place left = findPlace(mesh, {3, 3});
    int behind = 0, reached = 0;
    for (std::uint64_t i = 0; i < 500; ++i)
    {
        const RandomPointOptions around{.seed = 4, .index = i, .radius = 0.6, .center = {10, 5}, .within = 4};
        const Place any = query.findRandomPoint(around);
        ASSERT_TRUE(any);
        EXPECT_LE(distance(any.position, Vec2{10, 5}), 4);
        EXPECT_GE(query.computeWallDistance(any).distance, 0.6 - 1e-9);
        behind += any.position.x > 10;
        const Place place = finder.findRandomPlace(around, left);
        ASSERT_TRUE(place);
        EXPECT_LT(place.position.x, 10) << "the door is too narrow";
        reached += finder.find(left, place, {.radius = 0.6}).isComplete();
        EXPECT_EQ(finder.findRandomPlace(around, left).position, place.position) << "a function of the question";
    }
    EXPECT_GT(behind, 150);
    EXPECT_EQ(reached, 500);
    EXPECT_FALSE(query.findRandomPoint({.center = {100, 100}, .within = 5}));
    EXPECT_FALSE(query.findRandomPoint({.within = -1}));
    EXPECT_FALSE(query.findRandomPoint({.center = {std::nan(""), 0}, .within = 3}));
}

} // namespace
} // namespace clearway
