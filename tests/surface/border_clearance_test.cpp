// SPDX-License-Identifier: MIT
// Room beside borders: how much there is, and paths that keep it.
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <clearway/surface.h>

#include "tests/support/scale.h"
#include "tests/support/surfaces.h"

namespace clearway {
namespace {

using namespace test;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double computeSegmentDistance(Vec3 a, Vec3 b, Vec3 p)
{
    const Vec3 d = b - a;
    return distance(p, a + d * std::clamp(dot(p - a, d) / lengthSq(d), 0.0, 1.0));
}

/// To the nearest of all borders, wherever it is.
double computeBorderDistance(const SurfaceMesh& mesh, Vec3 p)
{
    double best = kInfinity;
    for (const std::uint32_t h : mesh.borderHalfedges())
        best = std::min(best, computeSegmentDistance(mesh.positions()[mesh.origin(h)], mesh.positions()[mesh.target(h)], p));
    return best;
}

/// A flat sheet of cells of 1 m without those that `isHole` names by their middle.
SurfaceMesh makeSheet(std::uint32_t columns, std::uint32_t rows, const std::function<bool(double, double)>& isHole)
{
    MeshInput input = makeGrid(columns, rows, [](double i, double k) { return Vec3{i, k, 0}; });
    std::vector<MeshTriangle> kept;
    for (const MeshTriangle& t : input.triangles)
    {
        const Vec3 c = (input.positions[t[0]] + input.positions[t[1]] + input.positions[t[2]]) / 3;
        if (!isHole(std::floor(c.x) + 0.5, std::floor(c.y) + 0.5)) kept.push_back(t);
    }
    input.triangles = std::move(kept);
    return makeWholeSurface(std::move(input));
}

double computeLeastRoom(const SurfaceMesh& mesh, const Path& path)
{
    double least = kInfinity;
    for (std::size_t i = 0; i < path.pieces().size(); ++i)
        for (int k = 0; k <= 20; ++k)
            least =
                std::min(least, computeBorderDistance(mesh, interpolate(path.pieces()[i].from, path.pieces()[i].to, k / 20.0)));
    return least;
}

TEST(BorderClearance, OnAPlaneItIsTheDistanceToTheNearestBorder)
{
    Random random(3);
    const SurfaceMesh mesh = makeWholeSurface(makeHoles(makeRandomHills(20, 0, random), 0.1, random));
    const SurfaceQuery query(mesh);
    for (const double reach : {0.3, 1.0, 4.0})
    {
        const BorderClearance clearance = buildBorderClearance(mesh, reach).value();
        for (std::uint64_t i = 0; i < 500; ++i)
        {
            const SurfacePlace place = query.findRandomPlace({1, i});
            const BorderDistance nearest = clearance.findNearest(place);
            EXPECT_NEAR(nearest.distance, std::min(reach, computeBorderDistance(mesh, place.position)), 1e-12);
            EXPECT_EQ(nearest.halfedge == kNone, nearest.distance == reach);
            if (nearest.halfedge == kNone) continue;
            EXPECT_EQ(mesh.opposites()[nearest.halfedge], kNone);
            EXPECT_NEAR(distance(nearest.closest, place.position), nearest.distance, 1e-12);
        }
    }
}

TEST(BorderClearance, BordersOfAnotherSheetAreNotSeen)
{
    // A small deck 0.2 m above the middle of a large one.
    MeshInput input = makeGrid(20, 20, [](double i, double k) { return Vec3{i, k, 0}; });
    const MeshInput deck = makeGrid(4, 4, [](double i, double k) { return Vec3{8 + i, 8 + k, 0.2}; });
    const auto first = static_cast<std::uint32_t>(input.positions.size());
    input.positions.insert(input.positions.end(), deck.positions.begin(), deck.positions.end());
    for (const MeshTriangle& t : deck.triangles) input.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
    const SurfaceMesh mesh = makeWholeSurface(std::move(input));
    const BorderClearance clearance = buildBorderClearance(mesh, 3).value();
    const SurfaceQuery query(mesh);
    EXPECT_EQ(clearance.computeDistance(query.findNearest({8.5, 10, 0})), 3);
    EXPECT_NEAR(clearance.computeDistance(query.findNearest({8.5, 10, 0.2})), 0.5, 1e-12);
    SurfacePathOptions options;
    options.radius = 1;
    EXPECT_NEAR(SurfacePathFinder(mesh).find(Vec3{2, 10, 0}, Vec3{18, 10, 0}, options).length(), 16, 1e-9);
}

TEST(BorderClearance, SaysWhatIsWrongWithAReach)
{
    const SurfaceMesh mesh = makeSheet(2, 2, [](double, double) { return false; });
    EXPECT_FALSE(buildBorderClearance(mesh, -1));
    EXPECT_FALSE(buildBorderClearance(mesh, kInfinity));
    EXPECT_TRUE(buildBorderClearance(mesh, 0));
}

TEST(SurfacePathWithRadius, GoesRoundACornerAtItsRadius)
{
    // A hole of 4 by 4 m: the way past two of its corners is a straight line, an arc, a line, an arc and a line.
    const SurfaceMesh mesh = makeSheet(24, 24, [](double x, double y) { return x > 10 && x < 14 && y > 10 && y < 14; });
    SurfacePathFinder finder(mesh);
    for (const double radius : {0.2, 0.5, 1.0, 1.5})
    {
        SurfacePathOptions options;
        options.radius = radius;
        const Vec3 a = {4, 12, 0}, b = {20, 12, 0};
        const Path path = finder.find(a, b, options);
        ASSERT_TRUE(path.isComplete()) << radius;
        // Half of it: from (4, 12) tangent to the circle around (10, 14), along it, then straight to x = 12.
        const double to_center = std::sqrt(36.0 + 4.0);
        const double tangent = std::sqrt(to_center * to_center - radius * radius);
        const double turn = std::atan2(2, 6) + std::asin(radius / to_center);
        const double exact = 2 * (tangent + radius * turn + 2);
        EXPECT_GE(path.length(), exact * (1 - 1e-9));
        EXPECT_LE(path.length(), exact * 1.02) << radius;
        EXPECT_GE(computeLeastRoom(mesh, path), radius * (1 - 1e-9));
    }
}

TEST(SurfacePathWithRadius, KeepsItsDistanceOnRandomSheets)
{
    Random random(9);
    long found = 0;
    for (int i = 0; i < 6; ++i)
    {
        const SurfaceMesh mesh = makeWholeSurface(makeHoles(makeRandomHills(24, i < 3 ? 0 : 0.6, random), 0.03, random));
        SurfacePathFinder finder(mesh);
        for (const double radius : {0.1, 0.3})
        {
            const BorderClearance clearance = buildBorderClearance(mesh, radius).value();
            for (std::uint64_t k = 0; k < 15u * static_cast<std::uint64_t>(testScale()); ++k)
            {
                const SurfacePlace a = finder.query().findRandomPlace({3, k}), b = finder.query().findRandomPlace({4, k});
                for (const SurfacePathOptions::Method method :
                     {SurfacePathOptions::Method::shortest, SurfacePathOptions::Method::vertex_graph})
                    for (const double weight : {0.0, 1.0})
                    {
                        SurfacePathOptions options;
                        options.radius = radius;
                        options.method = method;
                        options.effort_weight = weight;
                        const Path path = finder.find(a, b, options);
                        if (clearance.computeDistance(a) < radius)
                        {
                            EXPECT_EQ(path.problem(), PathProblem::start_too_tight);
                        }
                        else if (clearance.computeDistance(b) < radius)
                        {
                            EXPECT_EQ(path.problem(), PathProblem::goal_too_tight);
                        }
                        if (!path.isComplete()) continue;
                        ++found;
                        EXPECT_GE(computeLeastRoom(mesh, path), radius * (1 - 1e-9));
                        if (method == SurfacePathOptions::Method::shortest && weight == 0)
                        {
                            EXPECT_GE(path.length(), finder.find(a, b).length() * (1 - 0.02));
                        }
                    }
            }
        }
    }
    EXPECT_GT(found, 200);
}

TEST(SurfacePathWithRadius, PassesADoorThatIsWideEnoughAndNoOther)
{
    // A wall across the sheet with a door of 2 m.
    const SurfaceMesh mesh = makeSheet(20, 20, [](double x, double y) { return x > 9 && x < 11 && !(y > 12 && y < 14); });
    SurfacePathFinder finder(mesh);
    SurfacePathOptions options;
    options.radius = 0.9;
    const Path path = finder.find(Vec3{4, 4, 0}, Vec3{16, 4, 0}, options);
    ASSERT_TRUE(path.isComplete());
    EXPECT_GE(computeLeastRoom(mesh, path), 0.9 * (1 - 1e-9));
    options.radius = 1.1;
    EXPECT_EQ(finder.find(Vec3{4, 4, 0}, Vec3{16, 4, 0}, options).status(), PathStatus::unreachable);
    EXPECT_TRUE(finder.find(Vec3{4, 4, 0}, Vec3{4, 16, 0}, options).isComplete());
    options.radius = 0.5;
    EXPECT_EQ(finder.find(Vec3{0.3, 4, 0}, Vec3{4, 16, 0}, options).problem(), PathProblem::start_too_tight);
    EXPECT_EQ(finder.find(Vec3{4, 4, 0}, Vec3{8.8, 16, 0}, options).problem(), PathProblem::goal_too_tight);
    options.radius = -1;
    EXPECT_EQ(finder.find(Vec3{4, 4, 0}, Vec3{4, 16, 0}, options).problem(), PathProblem::bad_radius);
    options.radius = kInfinity;
    EXPECT_EQ(finder.find(Vec3{4, 4, 0}, Vec3{4, 16, 0}, options).problem(), PathProblem::bad_radius);
}

} // namespace
} // namespace clearway
