// SPDX-License-Identifier: MIT
// Paths over surfaces: on the ground all the way, nearly or exactly as short as can be, the same there and back.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <clearway/surface/path.h>

#include "geometry/segment_triangle.h"
#include "tests/oracle/geodesic_oracle.h"
#include "tests/support/scale.h"
#include "tests/support/surfaces.h"

namespace clearway {
namespace {

using namespace test;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct NamedSurface
{
    std::string name;
    SurfaceMesh mesh;
};

/// Twenty meshes, whole and cut, smooth and rough, closed and full of holes.
std::vector<NamedSurface> makeSurfaces()
{
    std::vector<NamedSurface> list;
    const auto add = [&](const char* name, double detail, double max_acceleration = kInfinity) {
        list.push_back({name + std::string(max_acceleration < kInfinity ? ", cut" : ""),
                        makeBuiltInSurface(name, detail, max_acceleration)});
    };
    add("ramp", 0.1);
    add("ramp", 0.1, 3);
    add("terrain", 0.02);
    add("terrain", 0.02, 1);
    add("asteroid", 0.004);
    add("asteroid", 0.008, 2);
    add("octopus", 0.04);
    add("octopus", 0.04, 8);
    add("overpass", 0.05);
    add("sphere", 0.2);
    add("sphere", 0.01);
    add("torus", 0.2);
    add("cube", 0.1);
    add("cube", 0.004);
    Random random(11);
    list.push_back({"low hills", makeWholeSurface(makeRandomHills(16, 0.5, random))});
    list.push_back({"hills", makeWholeSurface(makeRandomHills(16, 2, random))});
    list.push_back({"spikes", makeWholeSurface(makeRandomHills(10, 6, random))});
    list.push_back({"hills with holes", makeWholeSurface(makeHoles(makeRandomHills(20, 1, random), 0.15, random))});
    list.push_back({"plane with holes", makeWholeSurface(makeHoles(makeRandomHills(20, 0, random), 0.2, random))});
    // Needles: ten times as long as wide.
    list.push_back(
        {"needles", makeWholeSurface(
                        makeGrid(6, 60, [&](double i, double k) { return Vec3{i * 5, k / 2, random.uniform(0, 1)}; }, &random))});
    return list;
}

TrianglePoints pointsOf(const SurfaceMesh& mesh, std::uint32_t t)
{
    const MeshTriangle& v = mesh.triangles()[t];
    return {mesh.positions()[v[0]], mesh.positions()[v[1]], mesh.positions()[v[2]]};
}

/// What every path must keep: on its triangles, from start to goal, as long as it says.
void checkPath(const SurfaceMesh& mesh, const SurfacePath& path, const SurfacePlace& start, const SurfacePlace& goal)
{
    ASSERT_EQ(path.status(), SurfacePathStatus::complete);
    const auto points = path.points();
    ASSERT_GE(points.size(), 2u);
    EXPECT_EQ(points.front().position, start.position);
    EXPECT_EQ(points.back().position, goal.position);
    EXPECT_EQ(points.back().triangle, goal.triangle);
    const double size = length(computeBounds(mesh.positions()).size());
    double sum = 0;
    for (std::size_t i = 0; i < points.size(); ++i)
    {
        ASSERT_LT(points[i].triangle, mesh.triangleCount());
        const TrianglePoints triangle = pointsOf(mesh, points[i].triangle);
        EXPECT_LT(distance(points[i].position, computeNearestPoint(triangle, points[i].position)), 1e-12 * size);
        EXPECT_EQ(mesh.components()[points[i].triangle], mesh.components()[start.triangle]);
        if (i + 1 == points.size()) break;
        const Vec3 next = points[i + 1].position;
        EXPECT_LT(distance(next, computeNearestPoint(triangle, next)), 1e-12 * size) << i << " of " << points.size();
        sum += distance(points[i].position, next);
    }
    EXPECT_NEAR(path.length(), sum, 1e-9 * sum);
}

TEST(SurfacePath, NinetyNineOfAHundredAreNearlyAsShortAsCanBe)
{
    long pair_count = 0, long_count = 0, exact_count = 0;
    double worst = 0;
    for (const NamedSurface& surface : makeSurfaces())
    {
        SurfacePathFinder finder(surface.mesh);
        const SurfaceQuery& query = finder.query();
        double mesh_worst = 0;
        long mesh_long = 0, mesh_pairs = 0;
        for (std::uint64_t i = 0; i < 4u * static_cast<std::uint64_t>(testScale()); ++i)
        {
            const SurfacePlace start = query.findRandomPlace({21, i});
            const std::uint32_t component = surface.mesh.components()[start.triangle];
            std::vector<SurfacePlace> goals;
            for (std::uint64_t k = 0; k < 12; ++k) goals.push_back(query.findRandomPlace({22, 12 * i + k, component}));
            const std::vector<double> exact = oracle::computeGeodesicDistances(surface.mesh, start, goals);
            for (std::size_t k = 0; k < goals.size(); ++k)
            {
                const SurfacePath path = finder.find(start, goals[k]);
                checkPath(surface.mesh, path, start, goals[k]);
                const double ratio = path.length() / exact[k];
                EXPECT_GE(ratio, 1 - 1e-9) << surface.name << " " << i << " " << k << " " << path.length() << " " << exact[k];
                ++mesh_pairs;
                mesh_long += ratio > 1.02;
                exact_count += ratio < 1 + 1e-6;
                mesh_worst = std::max(mesh_worst, ratio);
            }
        }
        pair_count += mesh_pairs;
        long_count += mesh_long;
        worst = std::max(worst, mesh_worst);
        if (std::getenv("CLEARWAY_TEST_VERBOSE"))
            std::printf("%-18s %5zu triangles: %ld of %ld longer than 2 %%, worst %.4f\n", surface.name.c_str(),
                        surface.mesh.triangleCount(), mesh_long, mesh_pairs, mesh_worst);
    }
    if (std::getenv("CLEARWAY_TEST_VERBOSE"))
        std::printf("%ld pairs, %ld longer than 2 %%, worst %.4f, %ld exact\n", pair_count, long_count, worst, exact_count);
    EXPECT_LE(long_count * 100, pair_count);
    EXPECT_LE(worst, 1.1);
    EXPECT_GE(exact_count * 10, pair_count * 8); // nearly all find the shortest way itself
}

} // namespace
} // namespace clearway
