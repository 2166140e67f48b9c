// SPDX-License-Identifier: MIT
// Simplified surfaces: fewer triangles on the same ground, with every vertex found again.
#include <cmath>
#include <limits>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <clearway/surface.h>

#include "geometry/segment_triangle.h"
#include "tests/support/surfaces.h"

namespace clearway {
namespace {

using namespace test;
using ::testing::IsEmpty;

TriangleMesh build(const SimplifiedSurface& simple, MeshReport* report = nullptr)
{
    return buildTriangleMesh(MeshInput{"simple", simple.positions, simple.triangles}, {}, report).value();
}

/// Everything that is promised, but how far off a vertex may be.
double checkAndComputeWorstGap(const SurfaceMesh& mesh, const SimplifiedSurface& simple)
{
    MeshReport report;
    const TriangleMesh built = build(simple, &report);
    EXPECT_THAT(verify(built), IsEmpty());
    EXPECT_EQ(built.triangleCount(), simple.triangles.size());
    EXPECT_EQ(report.count(MeshReport::Finding::Kind::border_edge), static_cast<std::int64_t>(mesh.borderHalfedges().size()));
    EXPECT_EQ(report.count(MeshReport::Finding::Kind::non_manifold_edge), 0);
    EXPECT_EQ(report.count(MeshReport::Finding::Kind::non_manifold_vertex), 0);
    EXPECT_EQ(report.count(MeshReport::Finding::Kind::flipped_triangle), 0);
    for (std::size_t i = 0; i < simple.positions.size(); ++i)
        EXPECT_EQ(simple.positions[i], mesh.positions()[simple.vertices[i]]);
    EXPECT_EQ(simple.places.size(), mesh.vertexCount());
    double worst = 0;
    for (std::size_t v = 0; v < simple.places.size(); ++v)
    {
        const SurfacePlace& place = simple.places[v];
        EXPECT_LT(place.triangle, simple.triangles.size());
        const MeshTriangle& t = simple.triangles[place.triangle];
        const TrianglePoints points = {simple.positions[t[0]], simple.positions[t[1]], simple.positions[t[2]]};
        EXPECT_LT(distance(place.position, computeNearestPoint(points, place.position)), 1e-9);
        worst = std::max(worst, distance(place.position, mesh.positions()[v]));
    }
    return worst;
}

TEST(SurfaceSimplify, AFlatSheetKeepsItsBorderAndItsPlane)
{
    Random random(2);
    const SurfaceMesh mesh = makeWholeSurface(makeRandomHills(30, 0, random));
    const SimplifiedSurface simple = simplifyFlatParts(mesh).value();
    EXPECT_LT(checkAndComputeWorstGap(mesh, simple), 1e-9);
    EXPECT_LT(simple.triangles.size(), mesh.triangleCount() / 3);
    EXPECT_NEAR(build(simple).area(), mesh.area(), 1e-9 * mesh.area());
}

TEST(SurfaceSimplify, CreasesStayAndFlatSidesShrink)
{
    const SurfaceMesh cube = makeBuiltInSurface("cube", 1);
    const SimplifiedSurface simple = simplifyFlatParts(cube).value();
    EXPECT_LT(checkAndComputeWorstGap(cube, simple), 1e-9);
    EXPECT_LT(simple.triangles.size(), cube.triangleCount() / 2);
    EXPECT_NEAR(build(simple).area(), 600, 1e-9 * 600);
    // On a ball whose triangles meet at more than the angle nothing goes.
    const SurfaceMesh ball = makeBuiltInSurface("sphere", 0.1);
    EXPECT_EQ(simplifyFlatParts(ball).value().triangles.size(), ball.triangleCount());
}

TEST(SurfaceSimplify, HillsAndCutGroundKeepTheirShape)
{
    for (const char* name : {"terrain", "ramp", "asteroid", "octopus", "overpass", "torus"})
        for (const double angle : {1.0, 10.0})
        {
            const SurfaceMesh mesh = makeCutSurface(name, 0.05, 0.1);
            SimplifyOptions options;
            options.max_angle_degrees = angle;
            options.max_load = 1;
            const SimplifiedSurface simple = simplifyFlatParts(mesh, options).value();
            const double size = length(computeBounds(mesh.positions()).size());
            EXPECT_LT(checkAndComputeWorstGap(mesh, simple), 0.02 * size) << name;
            EXPECT_LE(simple.triangles.size(), mesh.triangleCount());
            EXPECT_NEAR(build(simple).area(), mesh.area(), 0.05 * mesh.area()) << name;
        }
}

TEST(SurfaceSimplify, AsASurfaceMeshItIsTheSameGroundForWaysAndBorders)
{
    for (const char* name : {"terrain", "cube", "octopus", "ramp"})
    {
        const SurfaceMesh mesh = makeCutSurface(name, 0.05, 0.05);
        SimplifyOptions options;
        options.max_angle_degrees = 3;
        options.max_load = 1;
        const SimplifiedSurface simple = simplifyFlatParts(mesh, options).value();
        const SurfaceMesh small = buildSimplifiedMesh(mesh, simple).value();
        EXPECT_THAT(verify(small), IsEmpty()) << name;
        EXPECT_EQ(small.componentCount(), mesh.componentCount()) << name;
        EXPECT_EQ(small.borderLoops().size(), mesh.borderLoops().size()) << name;
        EXPECT_EQ(small.borderHalfedges().size(), mesh.borderHalfedges().size()) << name;
        EXPECT_EQ(small.maxAcceleration(), mesh.maxAcceleration());
        for (std::uint32_t v = 0; v < small.vertexCount(); ++v)
        {
            EXPECT_EQ(small.positions()[v], mesh.positions()[simple.vertices[v]]);
            EXPECT_EQ(small.accelerations()[v], mesh.accelerations()[simple.vertices[v]]);
        }
        // From vertex to vertex the way is about as long as before.
        SurfacePathFinder before(mesh), after(small);
        Random random(3);
        for (int i = 0; i < 20; ++i)
        {
            const auto a = static_cast<std::uint32_t>(random.below(mesh.vertexCount()));
            const auto b = static_cast<std::uint32_t>(random.below(mesh.vertexCount()));
            const Path old_way = before.find(mesh.positions()[a], mesh.positions()[b]);
            const Path new_way = after.find(simple.places[a], simple.places[b]);
            ASSERT_EQ(old_way.status(), new_way.status()) << name;
            EXPECT_NEAR(old_way.length(), new_way.length(), 0.03 * old_way.length() + 0.01) << name;
        }
    }
}

TEST(SurfaceSimplify, IsNotASurfaceMeshOfAnotherMesh)
{
    const SurfaceMesh cube = makeBuiltInSurface("cube", 0.1), ball = makeBuiltInSurface("sphere", 0.1);
    EXPECT_FALSE(buildSimplifiedMesh(ball, simplifyFlatParts(cube).value()));
    SimplifiedSurface simple = simplifyFlatParts(cube).value();
    simple.vertices[0] = 1u << 30;
    EXPECT_FALSE(buildSimplifiedMesh(cube, simple));
}

TEST(SurfaceSimplify, SaysWhatIsWrongWithAnOption)
{
    const SurfaceMesh mesh = makeBuiltInSurface("cube", 0.01);
    SimplifyOptions options;
    options.max_angle_degrees = 90;
    EXPECT_FALSE(simplifyFlatParts(mesh, options));
    options = {};
    options.max_load = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(simplifyFlatParts(mesh, options));
    EXPECT_EQ(simplifyFlatParts(mesh, {.execution = {.progress = [](std::string_view, double) { return false; }}}).error().code,
              ErrorCode::cancelled);
}

} // namespace
} // namespace clearway
