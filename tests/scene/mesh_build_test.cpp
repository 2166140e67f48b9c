// SPDX-License-Identifier: MIT
// Triangle meshes: neighbours found, faults told, nothing survives that was not promised.
#include <limits>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <clearway/scene/mesh_generators.h>

#include "tests/support/meshes.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

using test::makeGrid;
using test::makeTetrahedron;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Kind = MeshReport::Finding::Kind;

Vec3 onFloor(double x, double y) { return {x, y, 0}; }

TEST(TriangleMesh, ATetrahedronIsClosedAndEveryEdgeHasTwoSides)
{
    MeshReport report;
    const TriangleMesh mesh = buildTriangleMesh(makeTetrahedron(), {}, &report).value();
    EXPECT_EQ(mesh.vertexCount(), 4u);
    for (const std::uint32_t h : mesh.opposites()) EXPECT_NE(h, kNone);
    EXPECT_EQ(report.summary(), "");
    EXPECT_THAT(verify(mesh), IsEmpty());
}

TEST(TriangleMesh, ATriangleAloneIsAMeshWithThreeBorders)
{
    MeshReport report;
    const TriangleMesh mesh = buildTriangleMesh({"", {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}}, {}, &report).value();
    EXPECT_EQ(report.count(Kind::border_edge), 3);
    EXPECT_TRUE(mesh.isBorder(0));
    EXPECT_DOUBLE_EQ(mesh.area(), 0.5);
    EXPECT_THAT(verify(mesh), IsEmpty());
}

TEST(TriangleMesh, ASoupIsWeldedIntoTheMeshItCameFrom)
{
    const MeshInput grid = makeGrid(20, 15, [](double x, double y) { return Vec3{x, y, x * y}; });
    MeshReport report;
    const TriangleMesh mesh = buildTriangleMesh(test::makeSoup(grid), {}, &report).value();
    EXPECT_EQ(mesh.vertexCount(), 21u * 16);
    EXPECT_EQ(report.count(Kind::welded_vertex), 20 * 15 * 6 - 21 * 16);
    EXPECT_EQ(report.count(Kind::stray_vertex), 0);
    EXPECT_EQ(report.count(Kind::border_edge), 2 * (20 + 15));
    EXPECT_THAT(verify(mesh), IsEmpty());
    const TriangleMesh loose = buildTriangleMesh(test::makeSoup(grid), {.weld_distance = -1}).value();
    EXPECT_EQ(loose.vertexCount(), 20u * 15 * 6);
}

TEST(TriangleMesh, MinusZeroIsTheSamePlaceAsZero)
{
    const MeshInput input = {
        "", {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {-0.0, -0.0, 0}, {1, 0, -0.0}, {0, -1, 0}}, {{0, 1, 2}, {4, 3, 5}}};
    const TriangleMesh mesh = buildTriangleMesh(input).value();
    EXPECT_EQ(mesh.vertexCount(), 4u);
}

TEST(TriangleMesh, NearPointsAreWeldedOnlyWhenAsked)
{
    Random random(7);
    MeshInput soup = test::makeSoup(makeGrid(12, 9, onFloor));
    for (Vec3& p : soup.positions) p += Vec3{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)} * 1e-4;
    EXPECT_EQ(buildTriangleMesh(soup)->vertexCount(), 12u * 9 * 6);
    MeshReport report;
    const TriangleMesh mesh = buildTriangleMesh(soup, {.weld_distance = 1e-3}, &report).value();
    EXPECT_EQ(mesh.vertexCount(), 13u * 10);
    EXPECT_EQ(report.count(Kind::border_edge), 2 * (12 + 9));
    EXPECT_THAT(verify(mesh), IsEmpty());
}

TEST(TriangleMesh, TrianglesWithEqualCornersAndCopiesAreLeftOut)
{
    MeshInput input = makeGrid(4, 4, onFloor);
    const std::size_t count = input.triangles.size();
    input.triangles.insert(input.triangles.begin() + 3, MeshTriangle{2, 2, 5});
    input.triangles.push_back(input.triangles[0]);
    input.triangles.push_back({input.triangles[7][1], input.triangles[7][0], input.triangles[7][2]});
    input.positions.push_back({100, 0, 0});
    MeshReport report;
    const TriangleMesh mesh = buildTriangleMesh(input, {}, &report).value();
    EXPECT_EQ(mesh.triangleCount(), count);
    EXPECT_EQ(report.count(Kind::degenerate_triangle), 1);
    EXPECT_EQ(report.count(Kind::duplicate_triangle), 2);
    EXPECT_EQ(report.count(Kind::stray_vertex), 1);
    EXPECT_EQ(report.count(Kind::non_manifold_edge), 0);
    EXPECT_EQ(mesh.sourceTriangle(2), 2u);
    EXPECT_EQ(mesh.sourceTriangle(3), 4u);
    EXPECT_THAT(report.summary(), HasSubstr("1 triangle with two equal corners left out (first: triangle 3"));
    EXPECT_THAT(verify(mesh), IsEmpty());
}

TEST(TriangleMesh, FlippedTrianglesAreTurnedToAgreeWithTheMajority)
{
    Random random(3);
    MeshInput input = makeGrid(10, 10, onFloor);
    std::set<std::size_t> flipped;
    while (flipped.size() < 60) flipped.insert(random.below(input.triangles.size()));
    for (const std::size_t t : flipped) std::swap(input.triangles[t][0], input.triangles[t][1]);
    MeshReport report;
    const TriangleMesh mesh = buildTriangleMesh(input, {}, &report).value();
    EXPECT_EQ(report.count(Kind::flipped_triangle), 60);
    for (const MeshReport::Finding& finding : report.findings)
        EXPECT_TRUE(finding.kind != Kind::flipped_triangle || flipped.count(static_cast<std::size_t>(finding.element)));
    for (const MeshTriangle& t : mesh.triangles())
        EXPECT_GT(cross(mesh.positions()[t[1]] - mesh.positions()[t[0]], mesh.positions()[t[2]] - mesh.positions()[t[0]]).z, 0);
    EXPECT_THAT(verify(mesh), IsEmpty());
}

TEST(TriangleMesh, AMoebiusStripIsCutOpenOnce)
{
    // Twelve quadrangles in a ring; the last joins the first upside down.
    MeshInput input;
    for (std::uint32_t k = 0; k < 12; ++k)
    {
        input.positions.push_back({static_cast<double>(k), 0, static_cast<double>(k * k)});
        input.positions.push_back({static_cast<double>(k), 1, static_cast<double>(k * k)});
        const std::uint32_t a = 2 * k, b = 2 * k + 1;
        const std::uint32_t c = k == 11 ? 1 : a + 2, d = k == 11 ? 0 : b + 2;
        input.triangles.push_back({a, c, d});
        input.triangles.push_back({a, d, b});
    }
    MeshReport report;
    const TriangleMesh mesh = buildTriangleMesh(input, {}, &report).value();
    EXPECT_EQ(report.count(Kind::non_orientable_edge), 1);
    EXPECT_THAT(verify(mesh), IsEmpty());
}

TEST(TriangleMesh, ThreeSheetsAtAnEdgeAreToldAndRepairJoinsTheTwoThatContinueEachOther)
{
    // A floor in two halves and a wall on the line between them.
    const MeshInput input = {"", {{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {-1, 0, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}, {0, 1, 4}}};
    MeshReport report;
    const TriangleMesh mesh = buildTriangleMesh(input, {}, &report).value();
    EXPECT_EQ(report.count(Kind::non_manifold_edge), 1);
    EXPECT_EQ(report.count(Kind::non_manifold_vertex), 2);
    EXPECT_FALSE(mesh.isManifold(0));
    EXPECT_TRUE(mesh.isManifold(2));
    for (const std::uint32_t h : mesh.opposites()) EXPECT_EQ(h, kNone);
    const TriangleMesh mended = buildTriangleMesh(input, {.repair = TriangleMeshOptions::Repair::safe}).value();
    EXPECT_EQ(mended.vertexCount(), 7u);
    EXPECT_EQ(mended.opposites()[2], 3u); // floor to floor
    for (std::uint32_t v = 0; v < 7; ++v) EXPECT_TRUE(mended.isManifold(v));
    EXPECT_EQ(mended.sourceVertex(5), 0u);
    EXPECT_THAT(verify(mended), IsEmpty());
}

TEST(TriangleMesh, TwoConesTipToTipShareNoVertexAfterRepair)
{
    MeshInput input = makeTetrahedron();
    const MeshInput other = makeTetrahedron();
    for (const Vec3 p : other.positions) input.positions.push_back(Vec3{} - p);
    for (const MeshTriangle& t : other.triangles) input.triangles.push_back({t[1] + 4, t[0] + 4, t[2] + 4});
    MeshReport report;
    const TriangleMesh mesh = buildTriangleMesh(input, {}, &report).value();
    EXPECT_EQ(mesh.vertexCount(), 7u);
    EXPECT_EQ(report.count(Kind::non_manifold_vertex), 1);
    const TriangleMesh mended = buildTriangleMesh(input, {.repair = TriangleMeshOptions::Repair::safe}).value();
    EXPECT_EQ(mended.vertexCount(), 8u);
    EXPECT_THAT(verify(mended), IsEmpty());
}

TEST(TriangleMesh, AClosedPartThatIsInsideOutIsToldAndTurnedByRepair)
{
    MeshInput input = makeTetrahedron();
    for (MeshTriangle& t : input.triangles) std::swap(t[0], t[1]);
    MeshReport report;
    const TriangleMesh mesh = buildTriangleMesh(input, {}, &report).value();
    EXPECT_EQ(report.count(Kind::inward_component), 1);
    EXPECT_EQ(mesh.triangles()[0], input.triangles[0]);
    MeshReport again;
    const TriangleMesh mended = buildTriangleMesh(input, {.repair = TriangleMeshOptions::Repair::safe}).value();
    MeshInput output = {
        "", {mended.positions().begin(), mended.positions().end()}, {mended.triangles().begin(), mended.triangles().end()}};
    EXPECT_TRUE(buildTriangleMesh(output, {}, &again).ok());
    EXPECT_EQ(again.count(Kind::inward_component), 0);
}

TEST(TriangleMesh, BadInputIsAnErrorThatNamesTheElement)
{
    EXPECT_EQ(buildTriangleMesh(MeshInput{}).error().code, ErrorCode::invalid_geometry);
    MeshInput input = makeGrid(2, 2, onFloor);
    input.positions[4].y = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(buildTriangleMesh(input).error().place.index, 4);
    input = makeGrid(2, 2, onFloor);
    input.triangles[5][1] = 9;
    EXPECT_THAT(buildTriangleMesh(input).error().message, HasSubstr("Triangle 5"));
    input = makeGrid(2, 2, onFloor);
    input.positions[0].x = 1e300;
    EXPECT_EQ(buildTriangleMesh(input).error().code, ErrorCode::out_of_range);
    input = makeGrid(2, 2, [](double x, double) { return Vec3{x, x, 0}; });
    EXPECT_THAT(buildTriangleMesh(input).error().message, HasSubstr("degenerate"));
    EXPECT_FALSE(buildTriangleMesh(makeTetrahedron(), {.weld_distance = std::numeric_limits<double>::quiet_NaN()}).ok());
    const Progress stop = [](std::string_view, double) { return false; };
    EXPECT_EQ(buildTriangleMesh(makeTetrahedron(), {.execution = {.progress = stop}}).error().code, ErrorCode::cancelled);
}

// Soups of few points, where triangles meet in every way there is.
TEST(TriangleMesh, RandomSoupsKeepAllPromises)
{
    for (int seed = 0; seed < 400 * test::testScale(); ++seed)
    {
        Random random(static_cast<std::uint64_t>(seed));
        MeshInput input;
        const std::uint64_t points = 4 + random.below(12);
        for (std::uint64_t i = 0; i < points; ++i)
            input.positions.push_back({random.uniform(), random.uniform(), random.uniform()});
        const std::uint64_t count = 1 + random.below(40);
        const auto any = [&] { return static_cast<std::uint32_t>(random.below(points)); };
        for (std::uint64_t i = 0; i < count; ++i) input.triangles.push_back({any(), any(), any()});
        for (const TriangleMeshOptions::Repair repair : {TriangleMeshOptions::Repair::none, TriangleMeshOptions::Repair::safe})
        {
            MeshReport report;
            const Result<TriangleMesh> mesh = buildTriangleMesh(input, {.repair = repair}, &report);
            if (!mesh) continue;
            ASSERT_THAT(verify(*mesh), IsEmpty()) << "seed " << seed;
            EXPECT_EQ(static_cast<std::int64_t>(count), static_cast<std::int64_t>(mesh->triangleCount()) +
                                                            report.count(Kind::degenerate_triangle) +
                                                            report.count(Kind::duplicate_triangle));
            for (std::uint32_t v = 0; repair == TriangleMeshOptions::Repair::safe && v < mesh->vertexCount(); ++v)
                ASSERT_TRUE(mesh->isManifold(v)) << "seed " << seed;
        }
    }
}

TEST(TriangleMesh, IsTheSameForEveryWorkerCount)
{
    MeshInput input = test::makeSoup(*buildMeshInput("terrain", {.detail = 0.5}));
    Random random(1);
    test::shuffle(input, random);
    const std::uint64_t hash = buildTriangleMesh(input)->computeHash();
    for (const int workers : {1, 2, 3})
    {
        WorkerPool pool(workers);
        EXPECT_EQ(buildTriangleMesh(input, {.execution = {.task_hook = pool.hook()}})->computeHash(), hash);
        EXPECT_EQ(buildTriangleMesh(input, {.execution = {.worker_count = workers}})->computeHash(), hash);
    }
}

TEST(TriangleMesh, AHubWithManySpokesIsNotSlow)
{
    MeshInput input = {"", {{0, 0, 1}}, {}};
    for (std::uint32_t k = 0; k < 200000; ++k)
    {
        const double t = k / 200000.0 * 4;
        const double s = t - static_cast<int>(t);
        const Vec3 side[] = {{1 - s, s, 0}, {-s, 1 - s, 0}, {s - 1, -s, 0}, {s, s - 1, 0}};
        input.positions.push_back(side[static_cast<int>(t)]);
        input.triangles.push_back({0, k + 1, k == 199999 ? 1 : k + 2});
    }
    MeshReport report;
    EXPECT_TRUE(buildTriangleMesh(input, {}, &report).ok());
    EXPECT_EQ(report.count(Kind::border_edge), 200000);
    EXPECT_EQ(report.count(Kind::non_manifold_vertex), 0);
}

} // namespace
} // namespace clearway
