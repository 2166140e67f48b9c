// SPDX-License-Identifier: MIT
// Curvature against shapes whose curvature is known.
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <clearway/scene/mesh_generators.h>
#include <clearway/surface/curvature.h>

#include "tests/support/meshes.h"

namespace clearway {
namespace {

using test::makeGrid;

constexpr CurvatureOptions::Method kMethods[] = {CurvatureOptions::Method::meyer, CurvatureOptions::Method::quadric};

TriangleMesh build(const MeshInput& input) { return buildTriangleMesh(input).value(); }

std::vector<double> computeValues(const TriangleMesh& mesh, const CurvatureOptions& options = {})
{
    const CurvatureField field = buildCurvature(mesh, options).value();
    return {field.values().begin(), field.values().end()};
}

/// Calls check(value, x, y) for the vertices of a grid that are `margin` edges away from its border.
void forInner(const std::vector<double>& values, int columns, int rows, int margin,
              const std::function<void(double, int, int)>& check)
{
    for (int y = margin; y <= rows - margin; ++y)
        for (int x = margin; x <= columns - margin; ++x) check(values[static_cast<std::size_t>(y * (columns + 1) + x)], x, y);
}

TEST(Curvature, OfASphereIsOneOverItsRadius)
{
    for (const double size : {0.01, 1.0, 300.0})
    {
        const TriangleMesh sphere = buildTriangleMesh("sphere", {.detail = 2, .size = size}).value();
        for (const CurvatureOptions::Method method : kMethods)
            for (const CurvatureOptions::Measure measure :
                 {CurvatureOptions::Measure::mean, CurvatureOptions::Measure::largest_principal})
                for (const double value : computeValues(sphere, {.method = method, .measure = measure}))
                    EXPECT_NEAR(value * size * 10, 1, measure == CurvatureOptions::Measure::mean ? 0.004 : 0.07);
        for (const double value : computeValues(sphere, {.averaging_length = 2 * size})) EXPECT_NEAR(value * size * 10, 1, 0.03);
    }
}

TEST(Curvature, OfACylinderIsHalfOfOneOverItsRadiusUpToItsRims)
{
    const TriangleMesh tube = build(makeGrid(120, 20, [](double i, double k) {
        const double angle = i / 120 * 3; // open along one side
        return Vec3{5 * std::cos(angle), 5 * std::sin(angle), k / 8};
    }));
    // The triangles along the straight sides lie in one plane each: what is bent there cannot be seen by their border vertices.
    const auto check = [&](const CurvatureOptions& options, double expected, double error) {
        const auto values = computeValues(tube, options);
        for (std::size_t v = 0; v < values.size(); ++v)
        {
            if (v % 121 == 0 || v % 121 == 120) continue;
            EXPECT_NEAR(values[v], expected, error);
        }
    };
    check({}, 0.1, 0.002);
    check({.method = CurvatureOptions::Method::quadric}, 0.1, 0.002);
    check({.measure = CurvatureOptions::Measure::largest_principal}, 0.2, 0.004);
    check({.averaging_length = 0.5}, 0.1, 0.017);
    check({.measure = CurvatureOptions::Measure::largest_principal, .averaging_length = 0.5}, 0.2, 0.034);
}

TEST(Curvature, OfAFlatSheetIsZeroUpToItsBorder)
{
    Random random(5);
    for (const CurvatureOptions& options :
         {CurvatureOptions{}, CurvatureOptions{.method = CurvatureOptions::Method::quadric},
          CurvatureOptions{.averaging_length = 1.5}, CurvatureOptions{.measure = CurvatureOptions::Measure::largest_principal}})
    {
        MeshInput input = makeGrid(15, 12, [](double x, double y) { return Vec3{x, y, 0.3 * x - 2 * y}; }, &random);
        for (const double value : computeValues(build(input), options)) EXPECT_NEAR(value, 0, 1e-6);
    }
}

TEST(Curvature, OfACreaseIsTheSineOfHalfItsAngleOverTheSpacingAndHalvingThatDoublesIt)
{
    for (const double h : {1.0, 0.5, 0.25})
        for (const double angle : {0.3, 1.0, 2.0})
        {
            const TriangleMesh mesh = build(makeGrid(12, 12, [&](double i, double k) {
                const double reach = std::abs(i - 6) * h;
                return Vec3{std::copysign(reach, i - 6) * std::cos(angle / 2), k * h, reach * std::sin(angle / 2)};
            }));
            forInner(computeValues(mesh), 12, 12, 1,
                     [&](double value, int x, int) { EXPECT_NEAR(value, x == 6 ? std::sin(angle / 2) / h : 0, 1e-9); });
        }
}

TEST(Curvature, AveragedOverALengthDoesNotDependOnResolution)
{
    const double angle = 0.8;
    for (const double h : {1.0, 0.5, 0.25, 0.125})
    {
        const int n = static_cast<int>(8 / h);
        const TriangleMesh mesh =
            build(makeGrid(static_cast<std::uint32_t>(n), static_cast<std::uint32_t>(n), [&](double i, double k) {
                const double reach = std::abs(i * h - 4);
                return Vec3{std::copysign(reach, i * h - 4) * std::cos(angle / 2), k * h, reach * std::sin(angle / 2)};
            }));
        // Half of the angle times the length of crease in reach, over the area of the disc.
        const auto values = computeValues(mesh, {.averaging_length = 1.5});
        EXPECT_NEAR(values[static_cast<std::size_t>(n / 2 * (n + 1) + n / 2)], angle / (3.14159265 * 1.5), 1e-6) << h;
        // A metre away the crease is 1 m off, and the far side is cut where it bends out of the ball.
        const auto beside = values[static_cast<std::size_t>(n / 2 * (n + 1) + n / 2 + static_cast<int>(1 / h))];
        static double first = beside;
        EXPECT_NEAR(beside, first, 1e-9) << h;
        EXPECT_GT(beside, 0.05);
    }
}

TEST(Curvature, OfASaddleIsZeroInTheMeanAndLargeInItsLargestDirection)
{
    const TriangleMesh saddle =
        build(makeGrid(40, 40, [](double i, double k) { return Vec3{i / 20 - 1, k / 20 - 1, (i / 20 - 1) * (k / 20 - 1)}; }));
    const std::size_t middle = 20 * 41 + 20;
    EXPECT_NEAR(computeValues(saddle)[middle], 0, 1e-3);
    EXPECT_NEAR(computeValues(saddle, {.method = CurvatureOptions::Method::quadric})[middle], 0, 1e-9);
    for (const CurvatureOptions& options :
         {CurvatureOptions{.measure = CurvatureOptions::Measure::largest_principal},
          CurvatureOptions{.method = CurvatureOptions::Method::quadric, .measure = CurvatureOptions::Measure::largest_principal},
          CurvatureOptions{.measure = CurvatureOptions::Measure::largest_principal, .averaging_length = 0.2}})
        EXPECT_NEAR(computeValues(saddle, options)[middle], 1, 0.03);
}

TEST(Curvature, ScalesInverselyAndDoesNotSeeRotation)
{
    const MeshInput input = *buildMeshInput("asteroid", {.detail = 0.01});
    MeshInput scaled = input;
    MeshInput turned = input;
    for (Vec3& p : scaled.positions) p = p * 4; // exact
    for (Vec3& p : turned.positions)
    {
        p = {p.x * 0.6 - p.y * 0.8, p.x * 0.8 + p.y * 0.6, p.z};
        p = {p.x, p.y * 0.28 - p.z * 0.96, p.y * 0.96 + p.z * 0.28};
    }
    for (const double reach : {0.0, 5.0})
        for (const CurvatureOptions::Method method : kMethods)
        {
            const auto values = computeValues(build(input), {.method = method, .averaging_length = reach});
            const auto large = computeValues(build(scaled), {.method = method, .averaging_length = reach * 4});
            const auto other = computeValues(build(turned), {.method = method, .averaging_length = reach});
            for (std::size_t v = 0; v < values.size(); ++v)
            {
                EXPECT_NEAR(large[v] * 4, values[v], 1e-12 + 1e-9 * values[v]);
                EXPECT_NEAR(other[v], values[v], 1e-9);
            }
        }
}

TEST(Curvature, AFitIsCalmerThanDifferencesUnderNoise)
{
    Random random(11);
    const TriangleMesh mesh =
        build(makeGrid(40, 40, [&](double i, double k) { return Vec3{i, k, random.uniform(-0.02, 0.02)}; }));
    double differences = 0;
    double fit = 0;
    const auto meyer = computeValues(mesh);
    const auto quadric = computeValues(mesh, {.method = CurvatureOptions::Method::quadric});
    for (std::size_t v = 0; v < meyer.size(); ++v) differences += meyer[v], fit += quadric[v];
    EXPECT_LT(fit, 0.5 * differences);
}

TEST(Curvature, NeedlesAndTrianglesWithoutAreaLeaveItFinite)
{
    MeshInput input = makeGrid(6, 6, [](double x, double y) { return Vec3{x, y, 0}; });
    input.positions[24] = input.positions[23] + Vec3{1e-13, 0, 0};
    input.positions[16] = {2.5, 2, 0}; // on the edge to the right
    for (const CurvatureOptions::Method method : kMethods)
        for (const double value : computeValues(build(input), {.method = method})) EXPECT_TRUE(std::isfinite(value));
    for (const double value : computeValues(build(input), {.averaging_length = 2})) EXPECT_TRUE(std::isfinite(value));
}

TEST(Curvature, IsTheSameForEveryWorkerCount)
{
    const TriangleMesh mesh = buildTriangleMesh("terrain", {.detail = 0.2}).value();
    WorkerPool pool(3);
    for (const double reach : {0.0, 6.0})
        for (const CurvatureOptions::Method method : kMethods)
            EXPECT_EQ(
                computeValues(mesh, {.method = method, .averaging_length = reach}),
                computeValues(mesh, {.method = method, .averaging_length = reach, .execution = {.task_hook = pool.hook()}}));
}

TEST(Curvature, ALengthThatIsNoLengthIsAnError)
{
    const TriangleMesh mesh = build(test::makeTetrahedron());
    for (const double length : {-1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
        EXPECT_EQ(buildCurvature(mesh, {.averaging_length = length}).error().code, ErrorCode::invalid_argument);
}

} // namespace
} // namespace clearway
