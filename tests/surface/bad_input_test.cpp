// SPDX-License-Identifier: MIT
// Meshes and questions that are no good: each gives a surface, or says why not.
#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <clearway/base/bytes.h>
#include <clearway/surface.h>

#include "geometry/angle.h"
#include "tests/support/surfaces.h"

namespace clearway {
namespace {

using namespace test;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A strip of `count` squares in a ring, joined to its beginning upside down.
MeshInput makeMoebiusStrip(std::uint32_t count)
{
    MeshInput input;
    for (std::uint32_t k = 0; k < count; ++k)
    {
        const double turn = 2 * kPi * k / count;
        const Vec3 out{std::cos(turn), std::sin(turn), 0};
        const Vec3 half = out * std::cos(turn / 2) + Vec3{0, 0, std::sin(turn / 2)};
        input.positions.push_back(out * 10 - half);
        input.positions.push_back(out * 10 + half);
        const std::uint32_t a = 2 * k, b = 2 * k + 1;
        const std::uint32_t c = k + 1 == count ? 1 : a + 2, d = k + 1 == count ? 0 : b + 2;
        input.triangles.push_back({a, c, d});
        input.triangles.push_back({a, d, b});
    }
    return input;
}

TEST(SurfaceBadInput, AMoebiusStripIsGroundWithASeamThatPathsGoRound)
{
    MeshReport report;
    const TriangleMesh mesh = buildTriangleMesh(makeMoebiusStrip(60), {}, &report).value();
    EXPECT_EQ(report.count(MeshReport::Finding::Kind::non_orientable_edge), 1);
    const SurfaceMesh surface = makeWholeSurface(mesh);
    EXPECT_THAT(verify(surface), IsEmpty());
    EXPECT_EQ(surface.componentCount(), 1u);
    EXPECT_EQ(surface.borderLoops().size(), 1u); // both sides and both ends of what is now a band
    // The corners of the seam are left out; from one side of it to the other the way is all round.
    Vec3 seam;
    int count = 0;
    for (std::uint32_t v = 0; v < mesh.vertexCount(); ++v)
        if (!mesh.isManifold(v))
        {
            seam += mesh.positions()[v] / 2;
            ++count;
        }
    ASSERT_EQ(count, 2);
    EXPECT_EQ(surface.removal().non_manifold_vertices, 2);
    EXPECT_GT(surface.area(), mesh.area() - 4);
    const Vec3 along = normalized(Vec3{-seam.y, seam.x, 0}) * 2;
    const Path path = SurfacePathFinder(surface).find(seam + along, seam - along);
    ASSERT_TRUE(path.isComplete()) << toString(path.problem());
    EXPECT_GT(path.length(), 50);
    EXPECT_LT(path.length(), 66);
}

TEST(SurfaceBadInput, FansOfAnyNumberOfSheetsAreLeftOutAndSaidSo)
{
    for (const std::uint32_t count : {3u, 4u, 7u, 100u})
    {
        // Sheets of four triangles each, all on one edge, like the pages of a book.
        MeshInput input;
        input.positions = {{0, 0, 0}, {0, 0, 1}};
        for (std::uint32_t k = 0; k < count; ++k)
        {
            const double turn = 2 * kPi * k / count;
            const Vec3 out{std::cos(turn), std::sin(turn), 0};
            const auto first = static_cast<std::uint32_t>(input.positions.size());
            for (const double reach : {1.0, 2.0})
                for (const double z : {0.0, 1.0}) input.positions.push_back(out * reach + Vec3{0, 0, z});
            input.triangles.push_back({0, first, 1});
            input.triangles.push_back({1, first, first + 1});
            input.triangles.push_back({first, first + 2, first + 1});
            input.triangles.push_back({first + 1, first + 2, first + 3});
        }
        const TriangleMesh mesh = buildTriangleMesh(input).value();
        SurfaceReport report;
        const SurfaceMesh surface = buildSurfaceMesh(mesh, {.max_acceleration = kInfinity}, &report).value();
        EXPECT_EQ(report.non_manifold_vertices, 2);
        EXPECT_THAT(report.summary(), HasSubstr("several sheets meet"));
        EXPECT_THAT(verify(surface), IsEmpty());
        EXPECT_EQ(surface.componentCount(), count);
        for (const double a : surface.accelerations()) EXPECT_TRUE(std::isfinite(a));
        ByteWriter writer;
        surface.write(writer);
        ByteReader reader(writer.bytes());
        EXPECT_TRUE(SurfaceMesh::read(reader).ok());
        SurfacePathOptions effort;
        effort.effort_weight = 1;
        const Path path = SurfacePathFinder(surface).find(Vec3{0.6, 0, 0.2}, Vec3{1.8, 0, 0.9}, effort);
        EXPECT_TRUE(path.isComplete() && std::isfinite(path.cost()));
        for (const Vec3 p : surface.positions()) EXPECT_GT(std::hypot(p.x, p.y), 1e-9) << "on the edge where sheets meet";
        // No way from page to page.
        EXPECT_EQ(SurfacePathFinder(surface).find(Vec3{1.5, 0, 0.5}, input.positions[6] * 1.2 + Vec3{0, 0, 0.5}).status(),
                  PathStatus::unreachable);
        // Repair joins two by two those that continue each other; what is left is a sheet of its own.
        const TriangleMesh mended = buildTriangleMesh(input, {.repair = TriangleMeshOptions::Repair::safe}).value();
        const SurfaceMesh whole = makeWholeSurface(mended);
        EXPECT_THAT(verify(whole), IsEmpty());
        EXPECT_NEAR(whole.area(), mended.area(), 1e-9);
    }
}

TEST(SurfaceBadInput, OneTriangleIsGround)
{
    const MeshInput one = {"", {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}};
    const SurfaceMesh surface = buildSurfaceMesh(buildTriangleMesh(one).value()).value();
    EXPECT_EQ(surface.triangleCount(), 1u);
    EXPECT_EQ(surface.area(), 0.5);
    EXPECT_TRUE(SurfacePathFinder(surface).find(Vec3{0.1, 0.1, 0}, Vec3{0.4, 0.4, 0}).isComplete());
    SurfaceEditor editor = buildSurfaceEditor(buildTriangleMesh(one).value()).value();
    ASSERT_TRUE(editor.moveVertex(2, {0, 2, 0}));
    EXPECT_EQ(editor.publish().area(), 1);
}

TEST(SurfaceBadInput, ABallInsideOutIsAsWalkable)
{
    MeshInput input = buildMeshInput("sphere", {.detail = 0.1}).value();
    const SurfaceMesh ball = makeWholeSurface(input);
    for (MeshTriangle& t : input.triangles) std::swap(t[0], t[1]);
    MeshReport report;
    const TriangleMesh mesh = buildTriangleMesh(input, {}, &report).value();
    EXPECT_EQ(report.count(MeshReport::Finding::Kind::inward_component), 1);
    const SurfaceMesh inside = makeWholeSurface(mesh);
    EXPECT_NEAR(inside.area(), ball.area(), 1e-9);
    const Vec3 a = ball.positions()[0], b = ball.positions()[ball.vertexCount() / 2];
    EXPECT_NEAR(SurfacePathFinder(inside).find(a, b).length(), SurfacePathFinder(ball).find(a, b).length(), 1e-6);
}

TEST(SurfaceBadInput, WhoStartsInTheAirOrOnARemovedPartIsToldAndFindsGroundNearby)
{
    // A cube at a speed at which its edges are cut away.
    const SurfaceMesh cube = makeBuiltInSurface("cube", 0.5, 0.5);
    const Box3 box = computeBounds(cube.source().positions());
    const Vec3 top{box.center().x, box.center().y, box.max.z}, on_edge{box.max.x, box.center().y, box.max.z};
    SurfacePathFinder finder(cube);
    ASSERT_GT(cube.componentCount(), 1u);
    ASSERT_TRUE(finder.find(top, top + Vec3{0.2, 0.1, 0}).isComplete());
    for (const Vec3 bad : {top + Vec3{0, 0, 1}, on_edge})
    {
        EXPECT_EQ(finder.find(bad, top, {.reach = 0.01}).problem(), PathProblem::start_outside);
        EXPECT_EQ(finder.find(top, bad, {.reach = 0.01}).problem(), PathProblem::goal_outside);
        const SurfacePlace near = finder.query().findNearest(bad);
        ASSERT_TRUE(near);
        EXPECT_LT(distance(near.position, bad), 1.5);
        EXPECT_TRUE(finder.find(near, near).isComplete());
        EXPECT_FALSE(finder.query().findNearest(bad, {.max_distance = 0.01}));
    }
}

TEST(SurfaceBadInput, WhereNothingIsWalkableEveryQuestionHasAnAnswer)
{
    const SurfaceMesh nothing = makeBuiltInSurface("sphere", 0.05, 0);
    EXPECT_TRUE(nothing.isEmpty());
    EXPECT_THAT(verify(nothing), IsEmpty());
    const SurfaceQuery query(nothing);
    EXPECT_FALSE(query.findNearest({1, 2, 3}));
    EXPECT_FALSE(query.castRay({0, 0, 100}, {0, 0, -1}));
    EXPECT_FALSE(query.findRandomPlace());
    EXPECT_EQ(SurfacePathFinder(nothing).find(Vec3{10, 0, 0}, Vec3{0, 10, 0}).problem(), PathProblem::start_outside);
    EXPECT_EQ(simplifyFlatParts(nothing).value().triangles.size(), 0u);
}

} // namespace
} // namespace clearway
