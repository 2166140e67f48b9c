// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include <clearway/guide.h>

#include "guide/surface_sheets.h"
#include "guide/surface_sight.h"
#include "tests/oracle/surface_oracle.h"
#include "tests/support/scale.h"
#include "tests/support/surfaces.h"

namespace clearway {
namespace {

/// Surfaces of all kinds: closed, with borders, cut, random, with layers above each other.
std::vector<SurfaceMesh> makeSurfaces()
{
    Random random(11);
    std::vector<SurfaceMesh> surfaces;
    for (const char* name : {"sphere", "torus", "cube", "overpass", "ramp"})
        surfaces.push_back(test::makeBuiltInSurface(name, 0.1));
    surfaces.push_back(test::makeCutSurface("terrain", 0.02, 0.2));
    surfaces.push_back(test::makeWholeSurface(test::makeRandomHills(12, 1.5, random)));
    surfaces.push_back(test::makeWholeSurface(test::makeHoles(test::makeRandomHills(12, 1, random), 0.1, random)));
    return surfaces;
}

Vec2 makeWay(Random& random, double longest)
{
    const Vec2 direction{random.uniform(-1, 1), random.uniform(-1, 1)};
    return direction * (random.uniform(0, longest) / (length(direction) + 1e-9));
}

/// One disc, moved once.
struct Moved
{
    Vec2 position;
    Footing footing;
    Vec2 move;
    Vec2 turn;
};

Moved moveOnce(const Ground& ground, Vec2 position, const Footing& footing, Vec2 way, double radius)
{
    Moved moved{position, footing, {}, {}};
    const Vec2 target = position + way;
    ground.move({{&moved.position, 1}, {&target, 1}, {&radius, 1}, {&moved.footing, 1}, {&moved.move, 1}, {&moved.turn, 1}});
    return moved;
}

TEST(SurfaceChart, EveryPlaceIsFoundAgainWhereItWas)
{
    for (const SurfaceMesh& mesh : makeSurfaces())
    {
        const SurfaceChart chart = buildSurfaceChart(mesh).value();
        const SurfaceQuery query(mesh);
        for (std::uint64_t i = 0; i < 500; ++i)
        {
            const SurfacePlace place = query.findRandomPlace({.index = i});
            const SurfacePlace again = chart.toPlace(chart.toChart(place));
            ASSERT_EQ(again.triangle, place.triangle);
            ASSERT_LT(distance(again.position, place.position), 1e-10);
            const Pose pose = chart.computePose(chart.toChart(place));
            ASSERT_LT(length(pose.normal - computeNormal(mesh, place.triangle)), 1e-9);
            ASSERT_LT(std::abs(dot(pose.x, pose.y)), 1e-12);
        }
        // Corners too, which are on the border of their piece.
        for (std::uint32_t h = 0; h < 3 * mesh.triangleCount(); ++h)
        {
            const SurfacePlace corner{mesh.positions()[mesh.origin(h)], h / 3};
            ASSERT_EQ(chart.toPlace(chart.toChart(corner)).triangle, h / 3);
        }
    }
}

TEST(SurfaceChart, PointsOfOneTriangleAreAsFarApartAsInSpace)
{
    const SurfaceMesh mesh = test::makeBuiltInSurface("torus", 0.1);
    const SurfaceChart chart = buildSurfaceChart(mesh).value();
    for (std::uint32_t t = 0; t < mesh.triangleCount(); ++t)
    {
        const Vec3 a = mesh.positions()[mesh.origin(3 * t)], b = mesh.positions()[mesh.origin(3 * t + 1)];
        EXPECT_NEAR(distance(chart.toChart({a, t}), chart.toChart({b, t})), distance(a, b), 1e-10);
    }
}

TEST(SurfaceChart, WhatIsOnNoTriangleIsNoPlace)
{
    const SurfaceChart chart = buildSurfaceChart(test::makeBuiltInSurface("sphere", 0.1)).value();
    EXPECT_FALSE(chart.toPlace({-1, 0}));
    EXPECT_FALSE(chart.toPlace({0, 0})); // the margin
    EXPECT_FALSE(chart.toPlace({1e12, 5}));
    EXPECT_FALSE(chart.toPlace({std::nan(""), 0}));
    EXPECT_EQ(chart.computePose({-1, 0}).face, kNone);
}

TEST(SurfaceChart, AMeshWithoutGroundIsAnErrorThatSaysSo)
{
    SurfaceOptions options;
    options.max_acceleration = 0;
    const SurfaceMesh nothing = buildSurfaceMesh(buildTriangleMesh("sphere", {.detail = 0.1}).value(), options).value();
    ASSERT_TRUE(nothing.isEmpty());
    const auto world = onSurface(nothing);
    ASSERT_FALSE(world);
    EXPECT_NE(world.error().message.find("walkable"), std::string::npos);
}

TEST(SurfaceChart, AReachThatIsNoneIsAnError)
{
    const SurfaceMesh mesh = test::makeBuiltInSurface("cube", 0.1);
    EXPECT_FALSE(onSurface(mesh, {.reach = 0}));
    EXPECT_FALSE(onSurface(mesh, {.reach = std::nan("")}));
    EXPECT_FALSE(onSurface(mesh, {.straight_detour = 0.5}));
}

TEST(SurfaceGround, AMoveEndsWhereAWalkByTinyStepsEnds)
{
    const SurfaceMesh mesh = test::makeBuiltInSurface("sphere", 0.1);
    const SurfaceWorld world = onSurface(mesh).value();
    const SurfaceQuery query(mesh);
    Random random(3);
    int compared = 0;
    for (std::uint64_t i = 0; i < 200; ++i)
    {
        const SurfacePlace from = query.findRandomPlace({.index = i});
        const Vec2 position = world.chart.toChart(from);
        const Footing footing = world.world.ground->stand(position, 0.25, -1).footing;
        const Vec2 way = makeWay(random, 6);
        const Moved moved = moveOnce(*world.world.ground, position, footing, way, 0.25);
        const test::SlowWalk walk = test::walkSlowly(mesh, from, world.chart.toSpace(position, way));
        if (walk.meets_vertex) continue; // the way is cut in two there: neighbours may go either side
        ++compared;
        ASSERT_LT(distance(world.chart.toPlace(moved.position).position, walk.place.position), 1e-6) << i;
        ASSERT_LT(length(world.chart.toSpace(moved.position, moved.move) - walk.way), 1e-6) << i;
    }
    EXPECT_GT(compared, 150);
}

TEST(SurfaceGround, VelocitiesKeepTheirLengthAndTurnsAreTurns)
{
    Random random(5);
    for (const SurfaceMesh& mesh : makeSurfaces())
    {
        const SurfaceWorld world = onSurface(mesh).value();
        for (std::uint64_t i = 0; i < 200; ++i)
        {
            Vec2 position;
            if (!world.world.ground->findRandomPoint(1, i, 0.05, kNone, position)) continue;
            const Footing footing = world.world.ground->stand(position, 0.05, -1).footing;
            const Vec2 way = makeWay(random, 2);
            const Moved moved = moveOnce(*world.world.ground, position, footing, way, 0.05);
            ASSERT_NEAR(length(moved.turn), 1, 1e-9);
            ASSERT_LE(length(moved.move), length(way) * (1 + 1e-6) + 0.1); // pushed from a border
            if (footing.wall_room > length(way))
            {
                ASSERT_NEAR(length(moved.move), length(way), 1e-9);
                const Vec2 turned{moved.turn.x * way.x - moved.turn.y * way.y, moved.turn.y * way.x + moved.turn.x * way.y};
                ASSERT_LT(length(turned - moved.move), 1e-9);
            }
        }
    }
}

TEST(SurfaceGround, ALoopOnAFlatPartTurnsNothing)
{
    Random random(6);
    const SurfaceMesh mesh =
        test::makeWholeSurface(test::makeGrid(20, 20, [](double i, double k) { return Vec3{i, 0.6 * k, 0.8 * k}; }, &random));
    const SurfaceWorld world = onSurface(mesh).value();
    for (std::uint64_t i = 0; i < 50; ++i)
    {
        Vec2 position;
        ASSERT_TRUE(world.world.ground->findRandomPoint(2, i, 3, kNone, position));
        const Vec3 start = world.chart.toPlace(position).position;
        Moved moved{position, world.world.ground->stand(position, 0.1, -1).footing, {}, {}};
        const Vec3 across = normalized(Vec3{random.uniform(-1, 1), random.uniform(-0.6, 0.6), 0});
        const Vec3 velocity{1, 0.6, 0.8};
        Vec2 carried = world.chart.toPlane(position, velocity);
        Vec3 way = world.chart.toSpace(position, world.chart.toPlane(position, across));
        const Vec3 normal = world.chart.computePose(position).normal;
        for (int leg = 0; leg < 4; ++leg, way = cross(normal, way))
        {
            const Vec2 flat = world.chart.toPlane(moved.position, way);
            moved = moveOnce(*world.world.ground, moved.position, moved.footing, flat, 0.1);
            carried = {moved.turn.x * carried.x - moved.turn.y * carried.y, moved.turn.y * carried.x + moved.turn.x * carried.y};
        }
        EXPECT_LT(distance(world.chart.toPlace(moved.position).position, start), 1e-9);
        EXPECT_LT(length(world.chart.toSpace(moved.position, carried) - velocity), 1e-9);
    }
}

TEST(SurfaceGround, DiscsKeepTheirRadiusFromBordersAndStayOnTheGround)
{
    Random random(8);
    for (const SurfaceMesh& mesh : makeSurfaces())
    {
        if (mesh.borderHalfedges().empty()) continue;
        const SurfaceWorld world = onSurface(mesh).value();
        const Ground& ground = *world.world.ground;
        const BorderClearance clearance = buildBorderClearance(mesh, 4).value();
        for (std::uint64_t i = 0; i < 40 * static_cast<std::uint64_t>(test::testScale()); ++i)
        {
            const double radius = random.uniform(0.02, 0.3);
            Vec2 position;
            if (!ground.findRandomPoint(3, i, radius, kNone, position)) continue;
            Moved moved{position, ground.stand(position, radius, -1).footing, {}, {}};
            for (int step = 0; step < 20; ++step)
            {
                moved = moveOnce(ground, moved.position, moved.footing, makeWay(random, 1.5), radius);
                const SurfacePlace place = world.chart.toPlace(moved.position);
                ASSERT_TRUE(place);
                ASSERT_EQ(place.triangle, moved.footing.face);
                ASSERT_TRUE(ground.isOn(moved.position, moved.footing));
                const double away = clearance.computeDistance(place);
                ASSERT_GE(away, radius - 1e-8);
                ASSERT_LE(moved.footing.wall_room, away - radius + 1e-9);
                ASSERT_TRUE(ground.hasRoom(moved.position, radius, -1, moved.footing));
            }
        }
    }
}

TEST(SurfaceGround, ADiscPushedAgainstAStraightBorderSlidesAlongIt)
{
    const SurfaceMesh mesh = test::makeWholeSurface(test::makeGrid(10, 10, [](double i, double k) { return Vec3{i, k, 0}; }));
    const SurfaceWorld world = onSurface(mesh).value();
    const SurfaceQuery query(mesh);
    const Vec2 position = world.chart.toChart(query.findNearest({3, 1, 0}));
    const Footing footing = world.world.ground->stand(position, 0.25, -1).footing;
    const Moved moved = moveOnce(*world.world.ground, position, footing, world.chart.toPlane(position, {2, -3, 0}), 0.25);
    const Vec3 end = world.chart.toPlace(moved.position).position;
    EXPECT_NEAR(end.x, 5, 1e-6);
    EXPECT_NEAR(end.y, 0.25, 1e-6);
}

TEST(SurfaceGround, WallsAreTheBordersWithinRangeWithTheGroundOnTheirLeft)
{
    const SurfaceMesh mesh = test::makeWholeSurface(test::makeGrid(10, 10, [](double i, double k) { return Vec3{i, k, 0}; }));
    const SurfaceWorld world = onSurface(mesh).value();
    const Vec2 position = world.chart.toChart(SurfaceQuery(mesh).findNearest({1.5, 0.7, 0}));
    const Footing footing = world.world.ground->stand(position, 0.25, -1).footing;
    const float range = 1.75F;
    WallList walls;
    world.world.ground->findWalls({&position, 1}, {&footing, 1}, {&range, 1}, walls);
    std::set<std::string> found;
    for (const Wall& wall : walls.walls)
    {
        const Vec3 at{1.5, 0.7, 0};
        const Vec3 a = at + world.chart.toSpace(position, {wall.ax, wall.ay}),
                   b = at + world.chart.toSpace(position, {wall.bx, wall.by});
        EXPECT_NEAR(std::min(a.x, a.y), 0, 1e-5);
        EXPECT_GT(cross(Vec2{b.x - a.x, b.y - a.y}, Vec2{at.x - a.x, at.y - a.y}), 0);
        found.insert(std::to_string(std::lround(a.x)) + "," + std::to_string(std::lround(a.y)) + " " +
                     std::to_string(std::lround(b.x)) + "," + std::to_string(std::lround(b.y)));
    }
    // The lower border goes to the right, the left one down.
    EXPECT_EQ(found, (std::set<std::string>{"0,0 1,0", "1,0 2,0", "2,0 3,0", "3,0 4,0", "0,1 0,0", "0,2 0,1"}));
}

TEST(SurfaceGround, WhoDoesNotFitIsToldWhereItWould)
{
    const SurfaceMesh mesh = test::makeWholeSurface(test::makeGrid(10, 10, [](double i, double k) { return Vec3{i, k, 0}; }));
    const SurfaceWorld world = onSurface(mesh).value();
    const Vec2 position = world.chart.toChart(SurfaceQuery(mesh).findNearest({5, 0.1, 0}));
    const Ground::Standing standing = world.world.ground->stand(position, 0.4, -1);
    EXPECT_EQ(standing.problem, Ground::Standing::Problem::too_tight);
    ASSERT_TRUE(standing.has_suggestion);
    EXPECT_NEAR(world.chart.toPlace(standing.suggestion).position.y, 0.4, 1e-6);
    EXPECT_EQ(world.world.ground->stand({-3, 4}, 0.4, -1).problem, Ground::Standing::Problem::outside);
    EXPECT_EQ(world.world.ground->stand(position, 50, -1).problem, Ground::Standing::Problem::too_tight);
}

TEST(SurfaceGround, NearOnTheGroundIsWhatAFloodSays)
{
    int near = 0, far = 0;
    for (const SurfaceMesh& mesh : makeSurfaces())
    {
        const SurfaceWorld world = onSurface(mesh).value();
        const CurvedGround& ground = *world.world.ground->curved();
        const SurfaceQuery query(mesh);
        Random random(4);
        const Vec3 size = mesh.source().bounds().size();
        const double reach = 0.4 * std::max({size.x, size.y, size.z});
        for (std::uint64_t i = 0; i < 400 * static_cast<std::uint64_t>(test::testScale()); ++i)
        {
            const SurfacePlace a = query.findRandomPlace({.index = i});
            const Vec3 around{random.uniform(-reach, reach), random.uniform(-reach, reach), random.uniform(-reach, reach)};
            const SurfacePlace b = query.findNearest(a.position + around * random.uniform());
            const Vec3 up = computeNormal(mesh, a.triangle) + computeNormal(mesh, b.triangle);
            const bool is_near = ground.isNear(a.position, a.triangle, b.position, b.triangle, up);
            ASSERT_EQ(is_near, test::isNearOnSurface(mesh, a, b)) << i;
            ASSERT_EQ(is_near, ground.isNear(b.position, b.triangle, a.position, a.triangle, {1, 2, 3}));
            ++(is_near ? near : far);
        }
    }
    EXPECT_GT(near, 100);
    EXPECT_GT(far, 100);
}

TEST(SurfaceGround, AWayThatBeginsOrEndsAtACornerIsSeenToBeStraight)
{
    Random random(2);
    const SurfaceMesh mesh =
        test::makeWholeSurface(test::makeGrid(12, 12, [](double i, double k) { return Vec3{i, k, 0}; }, &random));
    const SurfaceSight sight(buildSurfaceChart(mesh).value(), 3);
    const SurfaceQuery query(mesh);
    const auto goOn = [](Vec3, std::uint32_t) { return true; };
    for (std::uint32_t h = 0; h < 3 * mesh.triangleCount(); ++h)
    {
        const SurfacePlace corner{mesh.positions()[mesh.origin(h)], h / 3}, place = query.findRandomPlace({.index = h});
        if (std::min({corner.position.x, corner.position.y, 12 - corner.position.x, 12 - corner.position.y}) < 0.5) continue;
        if (place.triangle == corner.triangle) continue;
        EXPECT_TRUE(sight.follow(corner.position, corner.triangle, place.position, place.triangle, goOn)) << h;
        EXPECT_TRUE(sight.follow(place.position, place.triangle, corner.position, corner.triangle, goOn)) << h;
    }
}

TEST(SurfaceGround, InTheMidstOfASheetWhoeverIsWithinReachIsNear)
{
    std::vector<SurfaceMesh> surfaces = makeSurfaces();
    surfaces.push_back(test::makeBuiltInSurface("terrain", 0.1));
    surfaces.push_back(test::makeBuiltInSurface("octopus", 0.1));
    int pairs = 0, faces = 0;
    for (const SurfaceMesh& mesh : surfaces)
    {
        const SurfaceChart chart = buildSurfaceChart(mesh).value();
        const SurfaceQuery query(mesh);
        Random random(12);
        const Vec3 size = mesh.source().bounds().size();
        const double reach = 0.05 * std::max({size.x, size.y, size.z});
        const std::vector<std::uint8_t> is_plain = findPlainFaces(chart.data(), reach);
        for (const std::uint8_t plain : is_plain) faces += plain;
        for (std::uint64_t i = 0; i < 200 * static_cast<std::uint64_t>(test::testScale()); ++i)
        {
            const SurfacePlace a = query.findRandomPlace({.index = i});
            if (is_plain[a.triangle] == 0) continue;
            const Vec3 around{random.uniform(-reach, reach), random.uniform(-reach, reach), random.uniform(-reach, reach)};
            const SurfacePlace b = query.findNearest(a.position + around);
            if (distance(a.position, b.position) > reach) continue;
            ++pairs;
            ASSERT_TRUE(test::isNearOnSurface(mesh, a, b)) << i;
        }
    }
    EXPECT_GT(faces, 2000);
    EXPECT_GT(pairs, 100);
}

TEST(SurfaceGround, TheFloorsOfAnOverpassAreNotNearEachOther)
{
    const SurfaceMesh mesh = test::makeBuiltInSurface("overpass", 1);
    const SurfaceWorld world = onSurface(mesh).value();
    const CurvedGround& ground = *world.world.ground->curved();
    const SurfaceQuery query(mesh);
    int pairs = 0;
    for (std::uint64_t i = 0; i < 400; ++i)
    {
        const SurfacePlace below = query.findRandomPlace({.index = i});
        if (computeNormal(mesh, below.triangle).z < 0.5) continue;
        // Through the slab from below: its lower side, then its upper one.
        const SurfaceQuery::RayHit ceiling = query.castRay(below.position + Vec3{0, 0, 0.01}, {0, 0, 1});
        if (!ceiling) continue;
        const SurfaceQuery::RayHit above = query.castRay(ceiling.place.position + Vec3{0, 0, 0.01}, {0, 0, 1});
        if (!above || computeNormal(mesh, above.place.triangle).z < 0.5) continue;
        ++pairs;
        EXPECT_FALSE(ground.isNear(above.place.position, above.place.triangle, below.position, below.triangle, {0, 0, 2}));
    }
    EXPECT_GT(pairs, 5);
}

TEST(SurfaceGround, ADiscGoesStraightWhereTheGroundLeadsAndBordersLeaveRoom)
{
    const auto makeWorld = [](const char* name) { return onSurface(test::makeBuiltInSurface(name, 1)).value(); };
    const auto isStraight = [](const SurfaceWorld& world, Vec3 from, Vec3 to, double radius) {
        const CurvedGround& ground = *world.world.ground->curved();
        Vec2 a, b;
        EXPECT_TRUE(ground.findPosition(from, 0.5, a) && ground.findPosition(to, 0.5, b));
        return ground.isStraight(a, b, radius);
    };
    const SurfaceWorld overpass = makeWorld("overpass"), sphere = makeWorld("sphere");
    EXPECT_TRUE(isStraight(overpass, {2, 2, 0}, {38, 28, 0}, 0.5)) << "under the slab";
    EXPECT_FALSE(isStraight(overpass, {20, 15, 0}, {20, 15, 3}, 0)) << "onto the slab";
    EXPECT_TRUE(isStraight(overpass, {5, 0.3, 0}, {35, 0.3, 0}, 0.2)) << "along a border";
    EXPECT_FALSE(isStraight(overpass, {5, 0.3, 0}, {35, 0.3, 0}, 0.5)) << "too near for the disc";
    EXPECT_TRUE(isStraight(overpass, {5, 0.3, 0}, {35, 0.3, 0}, 0)) << "which sees all the same";
    EXPECT_TRUE(isStraight(sphere, {0, 0, 10}, {10, 0, 0}, 0.5)) << "a quarter of a ball is 1.11 times longer than its chord";
    EXPECT_FALSE(isStraight(sphere, {0, 0, 10}, {0.5, 0, -10}, 0)) << "half of it 1.57 times";
    EXPECT_FALSE(overpass.world.ground->curved()->isStraight({-5, -5}, {1, 1}, 0)) << "from nowhere";
}

} // namespace
} // namespace clearway
