// SPDX-License-Identifier: MIT
// Height clearance against brute force over all triangles, with distances found by narrowing down, not by formulas.
#include <cmath>

#include <gtest/gtest.h>

#include <clearway/scene/mesh_generators.h>
#include <clearway/surface.h>

#include "tests/support/meshes.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

/// The smallest value of a convex function on [0, 1], by thirds.
template <typename Function>
double minimize(const Function& function)
{
    double low = 0, high = 1;
    for (int i = 0; i < 36; ++i)
    {
        const double first = low + (high - low) / 3, second = high - (high - low) / 3;
        if (function(first) < function(second))
            high = second;
        else
            low = first;
    }
    return function((low + high) / 2);
}

/// The distance between a segment and a triangle, which is convex in the place on each.
double searchDistance(Vec3 a, Vec3 b, Vec3 p, Vec3 q, Vec3 r)
{
    return minimize([&](double s) {
        const Vec3 on_segment = interpolate(a, b, s);
        return minimize([&](double u) {
            // Across the triangle, parallel to the side from p to q: the nearest place is found by a projection.
            const Vec3 from = interpolate(p, r, u), way = interpolate(q, r, u) - from;
            const double size = lengthSq(way);
            const double t = size > 0 ? std::clamp(dot(on_segment - from, way) / size, 0.0, 1.0) : 0;
            return distance(on_segment, from + way * t);
        });
    });
}

TEST(HeightClearance, EqualsBruteForceUnderRandomRoofs)
{
    int low_count = 0;
    int compared = 0;
    for (int seed = 0; seed < 3 * test::testScale(); ++seed)
    {
        Random random(static_cast<std::uint64_t>(seed));
        MeshInput input = test::makeGrid(5, 5, [](double x, double y) { return Vec3{x, y, 0}; });
        for (int roof = 0; roof < 6; ++roof) // slanted, anywhere
        {
            const auto first = static_cast<std::uint32_t>(input.positions.size());
            const Vec3 center = {random.uniform(0, 5), random.uniform(0, 5), random.uniform(0.5, 2.5)};
            for (int k = 0; k < 3; ++k)
                input.positions.push_back(center + Vec3{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-0.8, 0.8)});
            input.triangles.push_back({first, first + 1, first + 2});
        }
        const TriangleMesh mesh = buildTriangleMesh(input).value();
        for (const double radius : {0.0, 0.2})
        {
            const double height = 1.8;
            const Vec3 up = {0, 0, 1};
            const auto low = findLowVertices(mesh, {&up, 1}, {.height = height, .radius = radius}).value();
            for (std::uint32_t v = 0; v < 36; ++v)
            {
                const Vec3 a = mesh.positions()[v] + up * (height / 20 + radius);
                const Vec3 b = mesh.positions()[v] + up * (height - radius);
                double nearest = 1e300;
                for (const MeshTriangle& t : mesh.triangles())
                    if (t[0] != v && t[1] != v && t[2] != v && distance(mesh.positions()[t[0]], mesh.positions()[v]) < 4)
                        nearest = std::min(nearest, searchDistance(a, b, mesh.positions()[t[0]], mesh.positions()[t[1]],
                                                                   mesh.positions()[t[2]]));
                if (std::abs(nearest - radius) < 1e-5) continue; // too close to call
                EXPECT_EQ(low[v] != 0, nearest < radius + 1e-5) << "seed " << seed << " vertex " << v;
                low_count += low[v];
                ++compared;
            }
        }
    }
    EXPECT_GT(low_count, 8);
    EXPECT_GT(compared - low_count, 20);
}

TEST(HeightClearance, UnderTheOverpassEndsWhereTheSlabIsAsLowAsTheHead)
{
    const TriangleMesh mesh = buildTriangleMesh("overpass").value();
    const Vec3 up = {0, 0, 1};
    for (const double height : {0.5, 1.8, 3.0})
    {
        const auto low = findLowVertices(mesh, {&up, 1}, {.height = height}).value();
        for (std::uint32_t v = 0; v < mesh.vertexCount(); ++v)
        {
            const Vec3 p = mesh.positions()[v];
            if (p.z != 0) continue;
            const bool is_under = p.x > 10 && p.x < 30 && p.y > 9 && p.y < 21;
            const double above = 0.4 + 4.6 * (p.x - 10) / 20;
            if (p.x == 10 || p.x == 30 || p.y == 9 || p.y == 21 || std::abs(above - height) < 1e-6) continue;
            EXPECT_EQ(low[v] != 0, is_under && above < height) << p.x << " " << p.y;
        }
    }
}

TEST(HeightClearance, ASlantedRoofOverAFineMeshIsHiddenFromThePublishedTest)
{
    // The nearest point of the roof, tilted by 30 degrees, is 0.43 of its height aside: beyond the triangles at the vertex.
    MeshInput input = test::makeGrid(40, 40, [](double x, double y) { return Vec3{x / 10, y / 10, 0}; });
    const auto first = static_cast<std::uint32_t>(input.positions.size());
    for (const Vec2 p : {Vec2{-5, -5}, Vec2{9, -5}, Vec2{9, 9}, Vec2{-5, 9}})
        input.positions.push_back({p.x, p.y, 1.2 + 0.577 * (p.x - 2)});
    input.triangles.push_back({first, first + 2, first + 1});
    input.triangles.push_back({first, first + 3, first + 2});
    const TriangleMesh mesh = buildTriangleMesh(input).value();
    const Vec3 up = {0, 0, 1};
    const auto low = findLowVertices(mesh, {&up, 1}, {.height = 1.8}).value();
    const auto published = findLowVertices(mesh, {&up, 1}, {.height = 1.8, .test = HeightOptions::Test::published}).value();
    int missed = 0;
    int count = 0;
    for (std::uint32_t v = 0; v < first; ++v)
    {
        const double above = 1.2 + 0.577 * (mesh.positions()[v].x - 2);
        if (std::abs(above - 1.8) < 1e-3 || above < 0.1) continue;
        EXPECT_EQ(low[v] != 0, above < 1.8);
        count += low[v];
        missed += low[v] && !published[v];
    }
    EXPECT_GT(missed, count / 2);
}

TEST(HeightClearance, IsLeftOutOfTheSurface)
{
    const TriangleMesh mesh = buildTriangleMesh("overpass").value();
    const Gravity down = {.kind = Gravity::Kind::direction};
    SurfaceReport report;
    const SurfaceMesh surface = buildSurfaceMesh(mesh, {.gravity = down, .height = {.height = 1.8}}, &report).value();
    EXPECT_TRUE(verify(surface).empty());
    EXPECT_GT(report.low_vertices, 100);
    // On the ground below the slab the height of a head is free, and it is walkable right up to where it is not.
    double nearest = 9;
    for (const Vec3 p : surface.positions())
    {
        if (p.z != 0 || p.x <= 10 || p.x >= 30 || p.y <= 9.001 || p.y >= 20.999) continue;
        const double above = 0.4 + 4.6 * (p.x - 10) / 20;
        EXPECT_GT(above, 1.8 - 1e-5) << p.x << " " << p.y;
        nearest = std::min(nearest, above);
    }
    EXPECT_NEAR(nearest, 1.8, 1e-5);
    EXPECT_LT(surface.area(), buildSurfaceMesh(mesh, {.gravity = down})->area());
}

} // namespace
} // namespace clearway
