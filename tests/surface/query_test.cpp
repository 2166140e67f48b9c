// SPDX-License-Identifier: MIT
// Places on surfaces: found, hit, drawn at random, and walked to.
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <clearway/surface/query.h>

#include "geometry/segment_triangle.h"
#include "tests/support/scale.h"
#include "tests/support/surfaces.h"

namespace clearway {
namespace {

using namespace test;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TrianglePoints pointsOf(const SurfaceMesh& mesh, std::uint32_t t)
{
    const MeshTriangle& v = mesh.triangles()[t];
    return {mesh.positions()[v[0]], mesh.positions()[v[1]], mesh.positions()[v[2]]};
}

double computeGap(const SurfaceMesh& mesh, const SurfacePlace& place)
{
    return distance(place.position, computeNearestPoint(pointsOf(mesh, place.triangle), place.position));
}

Vec3 randomVector(Random& random) { return {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)}; }

std::vector<SurfaceMesh> makeSurfaces()
{
    std::vector<SurfaceMesh> meshes;
    for (const char* name : {"ramp", "s_ramp", "terrain", "asteroid", "octopus", "overpass", "sphere", "torus", "cube"})
    {
        const double detail = std::string_view(name) == "s_ramp" || std::string_view(name) == "asteroid" ? 0.005 : 0.05;
        meshes.push_back(makeBuiltInSurface(name, detail));
        SurfaceMesh cut = makeBuiltInSurface(name, detail, 3);
        if (!cut.isEmpty()) meshes.push_back(std::move(cut));
    }
    Random random(5);
    for (int i = 0; i < 4; ++i) meshes.push_back(makeWholeSurface(makeHoles(makeRandomHills(12, 2, random), 0.1, random)));
    return meshes;
}

SurfaceMesh makeSquare(std::uint32_t cells, double side)
{
    Random random(3);
    MeshInput input =
        makeGrid(cells, cells, [&](double i, double k) { return Vec3{i * side / cells, k * side / cells, 0}; }, &random);
    shuffle(input, random);
    return makeWholeSurface(std::move(input));
}

TEST(SurfaceQuery, TheNearestPlaceIsTheOneThatLookingEverywhereFinds)
{
    Random random(1);
    for (const SurfaceMesh& mesh : makeSurfaces())
    {
        const SurfaceQuery query(mesh);
        const Box3 box = computeBounds(mesh.positions());
        for (int i = 0; i < 20 * testScale(); ++i)
        {
            const Vec3 s = box.size() * 0.6, u = randomVector(random);
            const Vec3 p = box.center() + Vec3{s.x * u.x, s.y * u.y, s.z * u.z};
            double best = kInfinity;
            std::uint32_t nearest = 0;
            for (std::uint32_t t = 0; t < mesh.triangleCount(); ++t)
            {
                const double d_sq = distanceSq(p, computeNearestPoint(pointsOf(mesh, t), p));
                if (d_sq < best)
                {
                    best = d_sq;
                    nearest = t;
                }
            }
            const SurfacePlace place = query.findNearest(p);
            EXPECT_EQ(place.triangle, nearest);
            EXPECT_EQ(distanceSq(place.position, p), best);
            EXPECT_TRUE(query.findNearest(p, {std::sqrt(best) * 1.001 + 1e-9}));
            if (best > 1e-6)
            {
                EXPECT_FALSE(query.findNearest(p, {std::sqrt(best) * 0.999}));
            }
        }
    }
}

TEST(SurfaceQuery, RaysHitWhatIsFirstAndNeverSlipThroughAClosedSurface)
{
    Random random(2);
    for (const char* name : {"sphere", "cube", "asteroid"})
    {
        const SurfaceMesh mesh = makeBuiltInSurface(name, 0.01);
        const SurfaceQuery query(mesh);
        const Box3 box = computeBounds(mesh.positions());
        const double size = length(box.size());
        for (int i = 0; i < 300 * testScale(); ++i)
        {
            // Half of them towards a vertex or the middle of an edge.
            Vec3 direction = randomVector(random);
            if (i % 2 == 0)
            {
                const auto h = static_cast<std::uint32_t>(random.below(3 * mesh.triangleCount()));
                const double s = i % 4 == 0 ? 0 : 0.5;
                direction = interpolate(mesh.positions()[mesh.origin(h)], mesh.positions()[mesh.target(h)], s) - box.center();
            }
            const SurfaceQuery::RayHit hit = query.castRay(box.center(), direction * random.uniform(0.01, 100));
            ASSERT_TRUE(hit) << name << " " << i;
            EXPECT_LT(distance(hit.place.position, box.center() + normalized(direction) * hit.distance), 1e-9 * size);
            for (std::uint32_t t = 0; t < mesh.triangleCount(); ++t)
            {
                const SegmentHit any =
                    computeSegmentHit(box.center(), box.center() + normalized(direction) * size, pointsOf(mesh, t));
                if (any.is_hit)
                {
                    EXPECT_GE(any.t * size, hit.distance * (1 - 1e-9));
                }
            }
            EXPECT_FALSE(query.castRay(box.center(), direction, hit.distance * 0.999));
        }
    }
}

TEST(SurfaceQuery, RandomPlacesAreUniformByAreaAndStayInTheirComponent)
{
    // Two squares: 1 m and 3 m wide.
    MeshInput input = makeGrid(1, 1, [](double i, double k) { return Vec3{i, k, 0}; });
    const MeshInput large = makeGrid(3, 3, [](double i, double k) { return Vec3{10 + i, k, 5}; });
    const auto first = static_cast<std::uint32_t>(input.positions.size());
    input.positions.insert(input.positions.end(), large.positions.begin(), large.positions.end());
    for (const MeshTriangle& t : large.triangles) input.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
    const SurfaceMesh mesh = makeWholeSurface(std::move(input));
    const SurfaceQuery query(mesh);
    ASSERT_EQ(mesh.componentCount(), 2u);

    int in_small = 0;
    Vec3 mean;
    const int count = 20000;
    for (int i = 0; i < count; ++i)
    {
        const SurfacePlace any = query.findRandomPlace({7, static_cast<std::uint64_t>(i)});
        EXPECT_LT(computeGap(mesh, any), 1e-12);
        in_small += any.position.z == 0;
        const SurfacePlace inside = query.findRandomPlace({7, static_cast<std::uint64_t>(i), 1});
        EXPECT_EQ(mesh.components()[inside.triangle], 1u);
        mean += inside.position / count;
    }
    EXPECT_NEAR(in_small, count * 0.1, 150);
    EXPECT_NEAR(mean.x, 11.5, 0.03);
    EXPECT_NEAR(mean.y, 1.5, 0.03);
    EXPECT_FALSE(query.findRandomPlace({7, 0, 2}));
}

TEST(SurfaceWalk, OnAPlaneItIsAStraightLineFromAnywhereInAnyDirection)
{
    const SurfaceMesh mesh = makeSquare(16, 8);
    const SurfaceQuery query(mesh);
    Random random(4);
    for (int i = 0; i < 2000 * testScale(); ++i)
    {
        // From places anywhere, on edges and at vertices, in random directions and along edges and diagonals.
        const bool is_random = i % 3 == 0;
        const Vec3 p = is_random ? Vec3{random.uniform(1, 7), random.uniform(1, 7), 0}
                                 : Vec3{0.25 * static_cast<double>(4 + random.below(24)),
                                        0.25 * static_cast<double>(4 + random.below(24)), 0};
        const Vec3 d = i % 2 == 0 ? Vec3{random.uniform(-1, 1), random.uniform(-1, 1), 0}
                                  : Vec3{static_cast<double>(random.below(3)) - 1, static_cast<double>(random.below(3)) - 1, 0};
        if (lengthSq(d) == 0) continue;
        const double l = random.uniform(0, 1);
        const SurfaceWalk walk = query.walk(query.findNearest(p), d, l);
        ASSERT_EQ(walk.end, SurfaceWalk::End::arrived);
        EXPECT_LT(distance(walk.place.position, p + normalized(d) * l), 1e-12);
        EXPECT_LT(distance(walk.direction, normalized(d)), 1e-12);
        EXPECT_NEAR(walk.distance, l, 1e-12);
        EXPECT_LT(computeGap(mesh, walk.place), 1e-12);
    }
}

TEST(SurfaceWalk, GoingBackLeadsBack)
{
    Random random(5);
    for (const SurfaceMesh& mesh : makeSurfaces())
    {
        const SurfaceQuery query(mesh);
        const double size = length(computeBounds(mesh.positions()).size());
        int away_count = 0, back_count = 0;
        for (int i = 0; i < 30 * testScale(); ++i)
        {
            const SurfacePlace from = query.findRandomPlace({1, static_cast<std::uint64_t>(i)});
            const SurfaceWalk away =
                query.walk(from, randomVector(random), size * random.uniform(0, 0.5), {WalkOptions::BorderRule::stop});
            EXPECT_LT(computeGap(mesh, away.place), 1e-12 * size);
            if (away.end != SurfaceWalk::End::arrived) continue;
            const SurfaceWalk home = query.walk(away.place, -away.direction, away.distance);
            EXPECT_EQ(home.end, SurfaceWalk::End::arrived);
            ++away_count;
            back_count += distance(home.place.position, from.position) < 1e-9 * size;
        }
        // Rounding may let one in a hundred thousand pass a vertex on the other side.
        EXPECT_GE(back_count, away_count - testScale() / 1000);
    }
}

TEST(SurfaceWalk, AroundASphereItComesBackToWhereItStarted)
{
    const SurfaceMesh mesh = makeBuiltInSurface("sphere", 1);
    const SurfaceQuery query(mesh);
    const double radius = length(mesh.positions()[0] - computeBounds(mesh.positions()).center());
    for (std::uint64_t i = 0; i < 20; ++i)
    {
        const SurfacePlace from = query.findRandomPlace({9, i});
        const SurfaceWalk walk = query.walk(from, {1, 0.3, 0.2}, 2 * 3.14159265358979 * radius);
        EXPECT_LT(distance(walk.place.position, from.position), 0.05 * radius);
    }
}

TEST(SurfaceWalk, SlidesAlongBordersAndStopsInCorners)
{
    const SurfaceMesh mesh = makeSquare(8, 8);
    const SurfaceQuery query(mesh);
    // To the wall at x = 8 (4 m on), then along it with what is left of the way.
    const SurfaceWalk slid = query.walk(query.findNearest({4, 2.2, 0}), {0.8, 0.6, 0}, 6);
    EXPECT_EQ(slid.end, SurfaceWalk::End::arrived);
    EXPECT_LT(distance(slid.place.position, {8, 2.2 + 3.6, 0}), 1e-12);
    EXPECT_LT(distance(slid.direction, {0.8, 0.6, 0}), 1e-12);
    EXPECT_LT(distance(slid.heading, {0, 1, 0}), 1e-12);
    EXPECT_NE(slid.border, kNone);
    // Into the corner.
    const SurfaceWalk held = query.walk(query.findNearest({4, 2.2, 0}), {0.8, 0.6, 0}, 60);
    EXPECT_EQ(held.end, SurfaceWalk::End::border);
    EXPECT_LT(distance(held.place.position, {8, 8, 0}), 1e-12);
    // Straight at the wall, and with orders to stop.
    EXPECT_EQ(query.walk(query.findNearest({4, 2.2, 0}), {1, 0, 0}, 60).end, SurfaceWalk::End::border);
    const SurfaceWalk stopped = query.walk(query.findNearest({4, 2.2, 0}), {0.8, 0.6, 0}, 6, {WalkOptions::BorderRule::stop});
    EXPECT_EQ(stopped.end, SurfaceWalk::End::border);
    EXPECT_NEAR(stopped.distance, 5, 1e-12);
    EXPECT_LT(distance(stopped.place.position, {8, 5.2, 0}), 1e-12);
}

TEST(SurfaceWalk, LeavesAWallWhereItTurnsAway)
{
    // A square with a square hole in its middle: sliding along the hole's side ends at its corner, then it is straight on.
    MeshInput input = makeGrid(12, 12, [](double i, double k) { return Vec3{i, k, 0}; });
    std::vector<MeshTriangle> kept;
    for (const MeshTriangle& t : input.triangles)
    {
        const Vec3 c = (input.positions[t[0]] + input.positions[t[1]] + input.positions[t[2]]) / 3;
        if (!(c.x > 4 && c.x < 8 && c.y > 4 && c.y < 8)) kept.push_back(t);
    }
    input.triangles = kept;
    const SurfaceQuery query(makeWholeSurface(std::move(input)));
    const SurfaceWalk walk = query.walk(query.findNearest({2.5, 5, 0}), {0.6, 0.8, 0}, 2.5 + 5);
    EXPECT_EQ(walk.end, SurfaceWalk::End::arrived);
    EXPECT_LT(distance(walk.place.position, {4, 11, 0}), 1e-12); // 2 m up to the wall, 0.8 of what is left along it and on
}

TEST(SurfaceWalk, NeverLeavesTheSurfaceOnNeedlesAndRoughGround)
{
    Random random(6);
    std::vector<SurfaceMesh> meshes = makeSurfaces();
    // Needles: a grid squeezed to a ten-millionth of its width here and there.
    meshes.push_back(makeWholeSurface(makeGrid(
        20, 20,
        [&](double i, double k) { return Vec3{i * (i > 8 && i < 12 ? 1e-7 : 1) + (i >= 12 ? 1 : 0), k, random.uniform(0, 0.1)}; },
        &random)));
    for (const SurfaceMesh& mesh : meshes)
    {
        const SurfaceQuery query(mesh);
        const double size = length(computeBounds(mesh.positions()).size());
        SurfaceWalk walk;
        walk.place = query.findRandomPlace();
        for (int i = 0; i < 200 * testScale(); ++i)
        {
            const std::uint32_t component = mesh.components()[walk.place.triangle];
            if (i % 10 == 0) // from a vertex
                walk.place.position = mesh.positions()[mesh.triangles()[walk.place.triangle][random.below(3)]];
            walk = query.walk(walk.place, randomVector(random), size * random.uniform(0, 0.2));
            ASSERT_TRUE(walk.end == SurfaceWalk::End::arrived || walk.end == SurfaceWalk::End::border)
                << static_cast<int>(walk.end);
            ASSERT_LT(walk.place.triangle, mesh.triangleCount());
            EXPECT_LT(computeGap(mesh, walk.place), 1e-12 * size);
            EXPECT_EQ(mesh.components()[walk.place.triangle], component);
            EXPECT_NEAR(length(walk.direction), 1, 1e-9);
        }
    }
}

TEST(SurfaceQuery, WhatMakesNoSenseFindsNothing)
{
    const SurfaceMesh mesh = makeSquare(2, 1);
    const SurfaceQuery query(mesh);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(query.findNearest({nan, 0, 0}));
    EXPECT_FALSE(query.findNearest({0, 0, 0}, {-1}));
    EXPECT_FALSE(query.castRay({0, 0, 1}, {0, 0, 0}));
    EXPECT_FALSE(query.castRay({0, 0, kInfinity}, {0, 0, 1}));
    EXPECT_FALSE(query.castRay({0.5, 0.5, 1}, {0, 0, 1}));
    EXPECT_TRUE(query.castRay({0.5, 0.5, 1}, {0, 0, -1e-300}));
    const SurfacePlace from = query.findNearest({0.3, 0.3, 0});
    EXPECT_EQ(query.walk({{0, 0, 0}, 99}, {1, 0, 0}, 1).end, SurfaceWalk::End::invalid);
    EXPECT_EQ(query.walk({}, {1, 0, 0}, 1).end, SurfaceWalk::End::invalid);
    EXPECT_EQ(query.walk(from, {nan, 0, 0}, 1).end, SurfaceWalk::End::invalid);
    EXPECT_EQ(query.walk(from, {1, 0, 0}, -1).end, SurfaceWalk::End::invalid);
    EXPECT_EQ(query.walk(from, {1, 0, 0}, kInfinity).end, SurfaceWalk::End::invalid);
    EXPECT_EQ(query.walk(from, {0, 0, 0}, 1).end, SurfaceWalk::End::no_direction);
    EXPECT_EQ(query.walk(from, {0, 0, 1}, 1).end, SurfaceWalk::End::no_direction);
    EXPECT_EQ(query.walk(from, {1e200, 0, 0}, 0.1).end, SurfaceWalk::End::arrived);
    EXPECT_EQ(query.walk(from, {1e-200, 0, 0}, 0.1).end, SurfaceWalk::End::arrived);

    SurfaceOptions nothing;
    nothing.max_acceleration = 0;
    const SurfaceMesh empty = buildSurfaceMesh(mesh.source(), nothing).value();
    const SurfaceQuery in_vain(empty);
    EXPECT_FALSE(in_vain.findNearest({0, 0, 0}));
    EXPECT_FALSE(in_vain.castRay({0, 0, 1}, {0, 0, -1}));
    EXPECT_FALSE(in_vain.findRandomPlace());
}

} // namespace
} // namespace clearway
