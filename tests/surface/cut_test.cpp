// SPDX-License-Identifier: MIT
// Cutting: borders where they belong, nothing lost, nothing twice, everything on the ground it came from.
#include <cmath>
#include <limits>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <clearway/base/hash.h>
#include <clearway/scene/mesh_generators.h>
#include <clearway/surface.h>

#include "tests/support/meshes.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

using test::makeGrid;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr SurfaceOptions::BiasedEdges kAllBiased[] = {SurfaceOptions::BiasedEdges::cross_diagonal,
                                                      SurfaceOptions::BiasedEdges::published, SurfaceOptions::BiasedEdges::keep};

TriangleMesh build(const MeshInput& input) { return buildTriangleMesh(input).value(); }

/// A square of 10 m cut into triangles in a random way.
TriangleMesh makeRandomSheet(Random& random)
{
    MeshInput input = makeGrid(
        12, 12,
        [&](double i, double k) {
            const bool is_border = i == 0 || k == 0 || i == 12 || k == 12;
            const double reach = is_border ? 0 : 0.2; // every quadrangle stays convex
            return Vec3{(i + random.uniform(-reach, reach)) / 1.2, (k + random.uniform(-reach, reach)) / 1.2, 0};
        },
        &random);
    test::shuffle(input, random);
    return build(input);
}

std::vector<double> makeRandomField(const TriangleMesh& mesh, Random& random, double good_share)
{
    std::vector<double> field(mesh.vertexCount());
    for (double& a : field) a = random.uniform() < good_share ? random.uniform(0, 1) : random.uniform(1, 3);
    return field;
}

double computeArea(Vec3 a, Vec3 b, Vec3 c) { return length(cross(b - a, c - a)) / 2; }

/// The area of a triangle where a field that is linear on it is below 1: a polygon, cut edge by edge.
double computeAreaBelow(const TriangleMesh& mesh, std::span<const double> field, const MeshTriangle& t)
{
    std::vector<Vec3> polygon;
    for (std::size_t k = 0; k < 3; ++k)
    {
        const std::uint32_t a = t[k], b = t[(k + 1) % 3];
        if (field[a] < 1) polygon.push_back(mesh.positions()[a]);
        if ((field[a] < 1) != (field[b] < 1))
            polygon.push_back(interpolate(mesh.positions()[a], mesh.positions()[b], (1 - field[a]) / (field[b] - field[a])));
    }
    double area = 0;
    for (std::size_t k = 2; k < polygon.size(); ++k) area += computeArea(polygon[0], polygon[k - 1], polygon[k]);
    return area;
}

bool contains(const SurfaceMesh& surface, std::uint32_t triangle, Vec3 p, double slack)
{
    const MeshTriangle& t = surface.triangles()[triangle];
    for (std::size_t k = 0; k < 3; ++k)
    {
        const Vec3 a = surface.positions()[t[k]], b = surface.positions()[t[(k + 1) % 3]];
        if (cross(b - a, p - a).z < -slack) return false;
    }
    return true;
}

TEST(SurfaceCut, ALinearFieldIsCutExactlyForAnyTriangulation)
{
    for (int seed = 0; seed < 40 * test::testScale(); ++seed)
    {
        Random random(static_cast<std::uint64_t>(seed));
        const TriangleMesh mesh = makeRandomSheet(random);
        const Vec3 slope = {random.uniform(-1, 1), random.uniform(-1, 1), 0};
        std::vector<double> field;
        for (const Vec3 p : mesh.positions()) field.push_back(20 + dot(slope, p));
        const double limit = 20 + dot(slope, Vec3{random.uniform(3, 7), random.uniform(3, 7), 0});
        const SurfaceMesh surface = buildSurfaceMeshFromAccelerations(mesh, field, {.max_acceleration = limit}).value();
        EXPECT_THAT(verify(surface), IsEmpty()) << "seed " << seed;
        std::size_t on_line = 0;
        for (std::size_t v = 0; v < surface.vertexCount(); ++v)
        {
            const double here = 20 + dot(slope, surface.positions()[v]);
            EXPECT_NEAR(here, surface.accelerations()[v], 3e-6); // cuts keep a millionth of an edge away from its ends
            on_line += surface.accelerations()[v] == limit;
        }
        EXPECT_GT(on_line, 5u);
        // The square below the line, by a fine integral.
        double expected = 0;
        for (int i = 0; i < 20000; ++i)
        {
            const double x = (i + 0.5) / 2000;
            const double y = slope.y != 0 ? (limit - 20 - slope.x * x) / slope.y : 0;
            expected += std::clamp(slope.y > 0 ? y : 10 - y, 0.0, 10.0) / 2000;
        }
        EXPECT_NEAR(surface.area(), expected, 1e-3);
    }
}

TEST(SurfaceCut, KeepsExactlyWhereTheFieldOnEachTriangleIsBelowTheLimit)
{
    for (int seed = 0; seed < 60 * test::testScale(); ++seed)
    {
        Random random(static_cast<std::uint64_t>(seed));
        const TriangleMesh mesh = makeRandomSheet(random);
        const std::vector<double> field = makeRandomField(mesh, random, 0.1 + 0.08 * (seed % 10));
        const SurfaceMesh surface = buildSurfaceMeshFromAccelerations(
                                        mesh, field, {.max_acceleration = 1, .biased_edges = SurfaceOptions::BiasedEdges::keep})
                                        .value();
        ASSERT_THAT(verify(surface), IsEmpty()) << "seed " << seed;
        std::vector<double> kept(mesh.triangleCount());
        for (std::size_t t = 0; t < surface.triangleCount(); ++t)
        {
            const MeshTriangle& v = surface.triangles()[t];
            kept[surface.sourceTriangles()[t]] +=
                computeArea(surface.positions()[v[0]], surface.positions()[v[1]], surface.positions()[v[2]]);
        }
        for (std::size_t t = 0; t < kept.size(); ++t)
            ASSERT_NEAR(kept[t], computeAreaBelow(mesh, field, mesh.triangles()[t]), 1e-5) << "seed " << seed;
    }
}

TEST(SurfaceCut, PiecesNeverOverlapAndAllPromisesHoldForEveryWayToSplitAndCut)
{
    const SurfaceOptions::CutFunction cuts[] = {{}, {.kind = SurfaceOptions::CutFunction::Kind::constant, .fraction = 0.7}};
    for (int seed = 0; seed < 60 * test::testScale(); ++seed)
        for (const SurfaceOptions::BiasedEdges biased : kAllBiased)
        {
            Random random(static_cast<std::uint64_t>(seed));
            const TriangleMesh mesh = makeRandomSheet(random);
            std::vector<double> field = makeRandomField(mesh, random, 0.05 + 0.09 * (seed % 10));
            field[random.below(field.size())] = kInfinity;
            SurfaceOptions options;
            options.max_acceleration = 1;
            options.biased_edges = biased;
            options.cut = cuts[seed % 2];
            const SurfaceMesh surface = buildSurfaceMeshFromAccelerations(mesh, field, options).value();
            ASSERT_THAT(verify(surface), IsEmpty()) << "seed " << seed;
            std::map<std::uint32_t, std::vector<std::uint32_t>> pieces;
            for (std::uint32_t t = 0; t < surface.triangleCount(); ++t) pieces[surface.sourceTriangles()[t]].push_back(t);
            for (const auto& [source, list] : pieces)
                for (int i = 0; i < 20; ++i)
                {
                    const MeshTriangle& v = mesh.triangles()[source];
                    double u = random.uniform(), w = random.uniform();
                    if (u + w > 1) u = 1 - u, w = 1 - w;
                    const Vec3 a = mesh.positions()[v[0]];
                    const Vec3 p = a + (mesh.positions()[v[1]] - a) * u + (mesh.positions()[v[2]] - a) * w;
                    int count = 0;
                    for (const std::uint32_t t : list) count += contains(surface, t, p, -1e-9);
                    ASSERT_LE(count, 1) << "seed " << seed;
                }
        }
}

TEST(SurfaceCut, BothDiagonalsOfASquareKeepTheSame)
{
    // Corners 0 to 3 counter-clockwise around a square; one of them is good.
    for (int good = 0; good < 4; ++good)
    {
        std::vector<double> field = {2, 3, 2.5, 4};
        field[static_cast<std::size_t>(good)] = 0.2;
        const std::vector<Vec3> square = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
        const TriangleMesh one = build({"", square, {{0, 1, 2}, {0, 2, 3}}});
        const TriangleMesh two = build({"", square, {{0, 1, 3}, {1, 2, 3}}});
        const auto keep = [&](const TriangleMesh& mesh, SurfaceOptions::BiasedEdges biased) {
            return buildSurfaceMeshFromAccelerations(mesh, field, {.max_acceleration = 1, .biased_edges = biased}).value().area();
        };
        EXPECT_NEAR(keep(one, SurfaceOptions::BiasedEdges::cross_diagonal),
                    keep(two, SurfaceOptions::BiasedEdges::cross_diagonal), 1e-9);
        const double bias = std::abs(keep(one, SurfaceOptions::BiasedEdges::keep) - keep(two, SurfaceOptions::BiasedEdges::keep));
        EXPECT_GT(bias, 0.001);
        EXPECT_LT(std::abs(keep(one, SurfaceOptions::BiasedEdges::published) - keep(two, SurfaceOptions::BiasedEdges::published)),
                  bias);
    }
}

TEST(SurfaceCut, AConstantCutNearOneLeavesOutVerticesOnly)
{
    const TriangleMesh cube = buildTriangleMesh("cube").value();
    double last = 0;
    for (const double fraction : {0.5, 0.9, 0.99, 0.9999})
    {
        const SurfaceMesh surface =
            buildSurfaceMesh(cube, {.cut = {.kind = SurfaceOptions::CutFunction::Kind::constant, .fraction = fraction}}).value();
        EXPECT_GT(surface.area(), last);
        EXPECT_THAT(verify(surface), IsEmpty());
        last = surface.area();
    }
    EXPECT_GT(last, 0.95 * 600);
}

TEST(SurfaceCut, AskersOwnCutIsFollowedAndKeptInside)
{
    const TriangleMesh cube = buildTriangleMesh("cube").value();
    for (const double answer : {0.25, -3.0, 7.0, std::numeric_limits<double>::quiet_NaN()})
    {
        const auto ask = [&](const CutEdge& edge) {
            EXPECT_LT(edge.walkable_acceleration, edge.max_acceleration);
            EXPECT_GE(edge.blocked_acceleration, edge.max_acceleration);
            return answer;
        };
        const SurfaceMesh surface =
            buildSurfaceMesh(cube,
                             {.max_acceleration = 1, .cut = {.kind = SurfaceOptions::CutFunction::Kind::user, .function = ask}})
                .value();
        EXPECT_THAT(verify(surface), IsEmpty());
        // Faces of 14 cells in the middle and a strip around them.
        const double strip = answer == 0.25 ? 0.25 : answer > 1 ? 1 : 0;
        const double side = 10 * (14 + 2 * strip) / 16;
        EXPECT_NEAR(surface.area(), 6 * side * side, answer > 0 ? 6.5 : 0.01);
    }
    EXPECT_FALSE(buildSurfaceMesh(cube, {.cut = {.kind = SurfaceOptions::CutFunction::Kind::user}}).ok());
}

TEST(SurfaceMesh, ACubeFallsApartIntoItsFacesAtItsEdges)
{
    const TriangleMesh cube = buildTriangleMesh("cube").value();
    SurfaceReport report;
    const SurfaceMesh surface = buildSurfaceMesh(cube, {.speed = 3}, &report).value();
    EXPECT_EQ(surface.componentCount(), 6u);
    EXPECT_EQ(surface.borderLoops().size(), 6u);
    EXPECT_EQ(report.bent_vertices, 12 * 15 + 8);
    EXPECT_THAT(verify(surface), IsEmpty());
    const SurfaceMesh everything = buildSurfaceMesh(cube, {.speed = 0.1}).value();
    EXPECT_EQ(everything.componentCount(), 1u);
    EXPECT_EQ(everything.borderLoops().size(), 0u);
    EXPECT_NEAR(everything.area(), 600, 1e-9);
}

TEST(SurfaceMesh, OneCurvatureServesEverySpeed)
{
    const TriangleMesh mesh = buildTriangleMesh("terrain", {.detail = 0.2}).value();
    const CurvatureField field = buildCurvature(mesh).value();
    double last = mesh.area() * 1.0001;
    for (const double speed : {0.1, 6.0, 12.0, 30.0})
    {
        const SurfaceMesh surface = buildSurfaceMesh(mesh, field, {.speed = speed}).value();
        EXPECT_EQ(surface.computeHash(), buildSurfaceMesh(mesh, {.speed = speed})->computeHash());
        EXPECT_LT(surface.area(), last);
        last = surface.area();
    }
}

TEST(SurfaceMesh, TheCoarseRampIsNotWalkableAndTheSubdividedOneIs)
{
    // The middle line of the ramp: x from 3 to 13 m at y = 11.75 m.
    const auto countOnRamp = [](const SurfaceMesh& surface) {
        int count = 0;
        for (const Vec3 p : surface.positions()) count += p.z > 0.3 && p.z < 1.6 && p.y > 9.9 && p.y < 13.6;
        return count;
    };
    const TriangleMesh coarse = buildTriangleMesh("ramp", {.detail = 0.0005}).value();
    const TriangleMesh fine = buildTriangleMesh("ramp").value();
    EXPECT_EQ(countOnRamp(buildSurfaceMesh(coarse, {.max_acceleration = 0.02}).value()), 0);
    EXPECT_GT(countOnRamp(buildSurfaceMesh(fine, {.max_acceleration = 0.02}).value()), 50);
}

TEST(SurfaceMesh, GravityLeavesGroundThatIsNotTooSteep)
{
    const TriangleMesh cube = buildTriangleMesh("cube").value();
    const SurfaceOptions down = {.max_acceleration = kInfinity, .gravity = {.kind = Gravity::Kind::direction}};
    SurfaceReport report;
    const SurfaceMesh top = buildSurfaceMesh(cube, down, &report).value();
    EXPECT_NEAR(top.area(), 100, 1e-9);
    EXPECT_EQ(report.steep_triangles, 5 * 512);
    for (const Vec3 p : top.positions()) EXPECT_EQ(p.z, 10);
    EXPECT_THAT(verify(top), IsEmpty());
    const TriangleMesh sphere = buildTriangleMesh("sphere").value();
    const Gravity center = {.kind = Gravity::Kind::toward_center, .vector = {0, 0, 0}, .max_slope_degrees = 5};
    EXPECT_NEAR(buildSurfaceMesh(sphere, {.gravity = center})->area(), sphere.area(), 1e-6);
    const Gravity sideways = {.kind = Gravity::Kind::direction, .vector = {-5, 0, 0}, .max_slope_degrees = 60};
    const SurfaceMesh cap = buildSurfaceMesh(sphere, {.gravity = sideways}).value();
    EXPECT_NEAR(cap.area(), 2 * 3.14159265 * 10 * 5, 10); // of a sphere between x = 5 and x = 10
    EXPECT_THAT(verify(cap), IsEmpty());
}

TEST(SurfaceMesh, SteepGroundAndBentGroundTogetherKeepAllPromises)
{
    for (const double slope : {4.0, 9.0, 20.0})
    {
        const TriangleMesh mesh = buildTriangleMesh("terrain", {.detail = 0.2}).value();
        const SurfaceMesh surface =
            buildSurfaceMesh(mesh, {.speed = 6, .gravity = {.kind = Gravity::Kind::direction, .max_slope_degrees = slope}})
                .value();
        EXPECT_THAT(verify(surface), IsEmpty());
        EXPECT_GT(surface.triangleCount(), 100u);
    }
}

TEST(SurfaceMesh, VerticesWhereSheetsMeetAreLeftOut)
{
    // A floor with a wall standing on a line of its edges.
    MeshInput input = makeGrid(8, 8, [](double x, double y) { return Vec3{x, y, 0}; });
    const auto top = static_cast<std::uint32_t>(input.positions.size());
    for (std::uint32_t k = 0; k <= 8; ++k) input.positions.push_back({4, static_cast<double>(k), 2});
    for (std::uint32_t k = 0; k < 8; ++k)
    {
        const std::uint32_t a = k * 9 + 4;
        input.triangles.push_back({a, a + 9, top + k});
        input.triangles.push_back({a + 9, top + k + 1, top + k});
    }
    SurfaceReport report;
    const SurfaceMesh surface = buildSurfaceMesh(build(input), {.max_acceleration = 10}, &report).value();
    EXPECT_EQ(report.non_manifold_vertices, 9);
    EXPECT_EQ(surface.componentCount(), 3u);
    EXPECT_THAT(verify(surface), IsEmpty());
    const TriangleMesh mended = buildTriangleMesh(input, {.repair = TriangleMeshOptions::Repair::safe}).value();
    EXPECT_EQ(buildSurfaceMesh(mended, {.max_acceleration = 10})->componentCount(), 2u);
}

TEST(SurfaceMesh, NothingAndEverythingAreAnswersThatAreSaid)
{
    const TriangleMesh mesh = buildTriangleMesh("torus").value();
    SurfaceReport report;
    EXPECT_TRUE(buildSurfaceMesh(mesh, {.max_acceleration = 0}, &report)->isEmpty());
    EXPECT_THAT(report.summary(), HasSubstr("nothing is walkable"));
    EXPECT_NEAR(buildSurfaceMesh(mesh, {.max_acceleration = kInfinity}, &report)->area(), mesh.area(), 1e-6);
    EXPECT_THAT(report.summary(), HasSubstr("Any acceleration"));
    EXPECT_NEAR(buildSurfaceMesh(mesh, {.speed = 0}, &report)->area(), mesh.area(), 1e-6);
    EXPECT_THAT(report.summary(), HasSubstr("At speed 0"));
    EXPECT_TRUE(buildSurfaceMesh(mesh, {.speed = 1000}, &report)->isEmpty());
    EXPECT_THAT(report.summary(), HasSubstr("Nothing is walkable"));
}

TEST(SurfaceMesh, OptionsOutOfRangeAreErrors)
{
    const TriangleMesh mesh = build(test::makeTetrahedron());
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const double bad : {-1.0, nan})
    {
        EXPECT_FALSE(buildSurfaceMesh(mesh, {.speed = bad}).ok());
        EXPECT_FALSE(buildSurfaceMesh(mesh, {.max_acceleration = bad}).ok());
        EXPECT_FALSE(
            buildSurfaceMesh(mesh, {.cut = {.kind = SurfaceOptions::CutFunction::Kind::constant, .fraction = bad}}).ok());
        EXPECT_FALSE(buildSurfaceMesh(mesh, {.height = {.height = bad}}).ok());
        EXPECT_FALSE(buildSurfaceMesh(mesh, {.gravity = {.kind = Gravity::Kind::direction, .vector = {0, 0, 0}}}).ok());
    }
    const std::vector<double> wrong(3);
    EXPECT_FALSE(buildSurfaceMeshFromAccelerations(mesh, wrong).ok());
    const Progress stop = [](std::string_view, double) { return false; };
    EXPECT_EQ(buildSurfaceMesh(mesh, {.execution = {.progress = stop}}).error().code, ErrorCode::cancelled);
}

TEST(SurfaceMesh, IsTheSameForEveryWorkerCount)
{
    const TriangleMesh mesh = buildTriangleMesh("terrain").value();
    SurfaceOptions options = {.speed = 6, .gravity = {.kind = Gravity::Kind::direction, .max_slope_degrees = 25}};
    const std::uint64_t hash = buildSurfaceMesh(mesh, options)->computeHash();
    for (const int workers : {1, 2, 3})
    {
        WorkerPool pool(workers);
        options.execution.task_hook = pool.hook();
        EXPECT_EQ(buildSurfaceMesh(mesh, options)->computeHash(), hash);
    }
}

TEST(SurfaceMesh, OfEveryBuiltInMeshIsTheSameOnEveryMachine)
{
    // Changes when a generator, curvature or cutting changes what it gives; then saved surfaces differ too.
    Hasher hasher;
    for (const BuiltInScene& scene : builtInMeshes())
    {
        const TriangleMesh mesh = buildTriangleMesh(scene.name, {.detail = 0.1}).value();
        hasher.add(mesh.computeHash());
        hasher.add(buildSurfaceMesh(mesh, {.speed = 2})->computeHash());
        hasher.add(
            buildSurfaceMesh(mesh, {.speed = 2, .curvature = {.method = CurvatureOptions::Method::quadric}})->computeHash());
        const double reach = length(mesh.bounds().size()) / 40;
        const Gravity down = {.kind = Gravity::Kind::direction};
        const CurvatureOptions averaged = {.measure = CurvatureOptions::Measure::largest_principal, .averaging_length = reach};
        hasher.add(buildSurfaceMesh(mesh, {.speed = 2, .curvature = averaged, .gravity = down, .height = {.height = reach}})
                       ->computeHash());
    }
    EXPECT_EQ(hasher.value(), 10365356952471237376u);
}

} // namespace
} // namespace clearway
