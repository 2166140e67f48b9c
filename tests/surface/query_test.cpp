// SPDX-License-Identifier: MIT
// Places on surfaces against looking at every triangle, and walks whose end is known.
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <clearway/scene/mesh_generators.h>
#include <clearway/surface.h>

#include "geometry/segment_triangle.h"
#include "tests/support/meshes.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

SurfaceMesh keepAll(const TriangleMesh& mesh) { return buildSurfaceMesh(mesh, {.max_acceleration = kInfinity}).value(); }
SurfaceMesh keepAll(const MeshInput& input) { return keepAll(buildTriangleMesh(input).value()); }

TrianglePoints pointsOf(const SurfaceMesh& mesh, std::uint32_t t)
{
    const MeshTriangle& v = mesh.triangles()[t];
    return {mesh.positions()[v[0]], mesh.positions()[v[1]], mesh.positions()[v[2]]};
}

double computeGap(const SurfaceMesh& mesh, const SurfacePlace& place)
{
    return distance(place.position, computeNearestPoint(pointsOf(mesh, place.triangle), place.position));
}

TEST(SurfaceLocator, FindsTheNearestPlaceAndTheFirstHit)
{
    const SurfaceMesh mesh = buildSurfaceMesh(buildTriangleMesh("octopus", {.detail = 0.1}).value()).value();
    const SurfaceLocator locator(mesh);
    Random random(3);
    const auto any = [&] { return Vec3{random.uniform(-10, 10), random.uniform(-10, 10), random.uniform(-4, 4)}; };
    int hits = 0;
    for (int i = 0; i < 200 * test::testScale(); ++i)
    {
        const Vec3 p = any();
        const Vec3 q = any();
        double nearest = kInfinity;
        double first = kInfinity;
        for (std::uint32_t t = 0; t < mesh.triangleCount(); ++t)
        {
            nearest = std::min(nearest, distance(p, computeNearestPoint(pointsOf(mesh, t), p)));
            const SegmentHit hit = computeSegmentHit(p, q, pointsOf(mesh, t));
            if (hit.is_hit) first = std::min(first, hit.t);
        }
        const SurfacePlace place = locator.findNearest(p);
        EXPECT_EQ(distance(p, place.position), nearest);
        EXPECT_FALSE(locator.findNearest(p, nearest * 0.999).isValid());
        EXPECT_TRUE(locator.findNearest(p, nearest * 1.001).isValid());
        const SurfacePlace hit = locator.findHit(p, q);
        EXPECT_EQ(hit.isValid(), first < kInfinity);
        if (!hit.isValid()) continue;
        EXPECT_LT(distance(hit.position, interpolate(p, q, first)), 1e-9);
        ++hits;
    }
    EXPECT_GT(hits, 20);
    EXPECT_FALSE(locator.findNearest({std::nan(""), 0, 0}).isValid());
    EXPECT_FALSE(locator.findHit({0, 0, 0}, {kInfinity, 0, 0}).isValid());
}

TEST(SurfaceLocator, DrawsPlacesUniformlyByArea)
{
    const SurfaceMesh cube = keepAll(buildTriangleMesh("cube", {.detail = 0.1}).value());
    const SurfaceLocator locator(cube);
    int top = 0;
    for (std::uint64_t i = 0; i < 6000; ++i)
    {
        const SurfacePlace place = locator.findRandomPlace(7, i);
        ASSERT_LT(computeGap(cube, place), 1e-12);
        top += place.position.z > 9.999999;
    }
    EXPECT_NEAR(top, 1000, 120);
    EXPECT_EQ(locator.findRandomPlace(7, 5).position, locator.findRandomPlace(7, 5).position);
}

TEST(SurfaceWalk, OnAPlaneIsAStraightLine)
{
    Random random(6);
    const SurfaceMesh mesh = keepAll(test::makeGrid(20, 20, [](double x, double y) { return Vec3{x, y, 0}; }, &random));
    const SurfaceLocator locator(mesh);
    for (int i = 0; i < 200; ++i)
    {
        const Vec3 from = {random.uniform(5, 15), random.uniform(5, 15), 0};
        const Vec3 step = {random.uniform(-4, 4), random.uniform(-4, 4), 0};
        const SurfaceWalk walk = walkOnSurface(mesh, locator.findNearest(from), step);
        EXPECT_LT(distance(walk.place.position, from + step), 1e-9);
        EXPECT_LT(computeGap(mesh, walk.place), 1e-9);
        EXPECT_FALSE(walk.met_border);
        EXPECT_NEAR(walk.length, length(step), 1e-9);
    }
}

TEST(SurfaceWalk, AroundACubeComesBackToItsStart)
{
    const SurfaceMesh cube = keepAll(buildTriangleMesh("cube", {.detail = 0.3}).value());
    const SurfaceLocator locator(cube);
    const Vec3 start = {3.3, 4.7, 10};
    // Straight round four faces; and at 45 degrees, round six.
    EXPECT_LT(distance(walkOnSurface(cube, locator.findNearest(start), {40, 0, 0}).place.position, start), 1e-9);
    EXPECT_LT(distance(walkOnSurface(cube, locator.findNearest(start), {30, 30, 0}).place.position, start), 1e-9);
    const SurfaceWalk quarter = walkOnSurface(cube, locator.findNearest(start), {8.7, 0, 0});
    EXPECT_LT(distance(quarter.place.position, {10, 4.7, 8}), 1e-9); // 6.7 m to the edge, 2 m down
    EXPECT_LT(distance(quarter.direction, {0, 0, -1}), 1e-9);
}

TEST(SurfaceWalk, RoundATubeAndRoundASphereComesBack)
{
    MeshInput tube;
    for (std::uint32_t k = 0; k <= 10; ++k)
        for (std::uint32_t i = 0; i < 60; ++i)
            tube.positions.push_back({5 * std::cos(i * 3.14159265358979 / 30), 5 * std::sin(i * 3.14159265358979 / 30), k * 0.5});
    for (std::uint32_t k = 0; k < 10; ++k)
        for (std::uint32_t i = 0; i < 60; ++i)
        {
            const std::uint32_t j = (i + 1) % 60, a = k * 60;
            tube.triangles.push_back({a + i, a + j, a + 60 + j});
            tube.triangles.push_back({a + i, a + 60 + j, a + 60 + i});
        }
    const SurfaceMesh mesh = keepAll(tube);
    const SurfaceLocator locator(mesh);
    const SurfacePlace start = locator.findNearest({4.9, 0.2, 2.3});
    const double around = 60 * 2 * 5 * std::sin(3.14159265358979 / 60);
    const Vec3 side = normalized(cross({0, 0, 1}, start.position - Vec3{0, 0, start.position.z}));
    EXPECT_LT(distance(walkOnSurface(mesh, start, side * around).place.position, start.position), 0.02);
    const SurfaceMesh sphere = keepAll(buildTriangleMesh("sphere", {.detail = 4}).value());
    const SurfaceLocator on_sphere(sphere);
    const SurfacePlace pole = on_sphere.findNearest({0.1, 0.2, 10});
    const SurfaceWalk round = walkOnSurface(sphere, pole, {62.83, 0, 0});
    EXPECT_LT(distance(round.place.position, pole.position), 0.3);
    EXPECT_LT(computeGap(sphere, round.place), 1e-9);
}

TEST(SurfaceWalk, SlidesAlongBordersAndStaysOnTheSurface)
{
    const SurfaceMesh floor = keepAll(test::makeGrid(10, 10, [](double x, double y) { return Vec3{x, y, 0}; }));
    const SurfaceLocator locator(floor);
    const SurfaceWalk walk = walkOnSurface(floor, locator.findNearest({5.2, 9.3, 0}), {2, 2, 0});
    EXPECT_TRUE(walk.met_border);
    EXPECT_LT(distance(walk.place.position, {7.2, 10, 0}), 1e-9); // what pointed outward is lost
    EXPECT_LT(distance(walkOnSurface(floor, locator.findNearest({5.2, 9.3, 0}), {2, 2, 0}, AtBorder::stop).place.position,
                       {5.9, 10, 0}),
              1e-9);
    EXPECT_LT(distance(walkOnSurface(floor, locator.findNearest({9.5, 9.3, 0}), {20, 21, 0}).place.position, {10, 10, 0}), 1e-9);
    const SurfaceMesh ground = buildSurfaceMesh(buildTriangleMesh("terrain", {.detail = 0.1}).value(), {.speed = 12}).value();
    const SurfaceLocator on_ground(ground);
    for (std::uint64_t i = 0; i < 300; ++i)
    {
        Random random(1, i);
        const SurfacePlace start = on_ground.findRandomPlace(2, i);
        const SurfaceWalk far = walkOnSurface(ground, start, {random.uniform(-99, 99), random.uniform(-99, 99), 0});
        ASSERT_LT(computeGap(ground, far.place), 1e-9);
        EXPECT_EQ(ground.components()[far.place.triangle], ground.components()[start.triangle]);
    }
}

TEST(SurfaceWalk, NowhereToGoAndNonsenseStayWhereTheyAre)
{
    const SurfaceMesh floor = keepAll(test::makeGrid(2, 2, [](double x, double y) { return Vec3{x, y, 0}; }));
    const SurfacePlace place = {0, {0.5, 0.2, 0}};
    EXPECT_EQ(walkOnSurface(floor, place, {0, 0, 5}).place.position, place.position);
    EXPECT_EQ(walkOnSurface(floor, place, {0, 0, 0}).length, 0);
    EXPECT_EQ(walkOnSurface(floor, place, {kInfinity, 0, 0}).place.position, place.position);
    EXPECT_FALSE(walkOnSurface(floor, {}, {1, 0, 0}).place.isValid());
}

} // namespace
} // namespace clearway
