// SPDX-License-Identifier: MIT
// Paths over surfaces: on the ground all the way, nearly or exactly as short as can be, the same there and back.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <clearway/base/hash.h>
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
    const auto add = [&](const char* name, double detail) { list.push_back({name, makeBuiltInSurface(name, detail)}); };
    const auto addCut = [&](const char* name, double detail, double removed_share) {
        list.push_back({name + std::string(", cut"), makeCutSurface(name, detail, removed_share)});
    };
    add("ramp", 0.1);
    addCut("ramp", 0.1, 0.2);
    add("terrain", 0.02);
    addCut("terrain", 0.02, 0.2);
    add("asteroid", 0.004);
    addCut("asteroid", 0.008, 0.25);
    add("octopus", 0.04);
    addCut("octopus", 0.04, 0.1);
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
void checkPath(const SurfaceMesh& mesh, const Path& path, const SurfacePlace& start, const SurfacePlace& goal)
{
    ASSERT_EQ(path.status(), PathStatus::complete);
    const std::vector<SurfacePlace> points = test::listPlaces(path);
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
        for (std::uint64_t i = 0; i < 6u * static_cast<std::uint64_t>(testScale()); ++i)
        {
            const SurfacePlace start = query.findRandomPlace({21, i});
            const std::uint32_t component = surface.mesh.components()[start.triangle];
            std::vector<SurfacePlace> goals;
            for (std::uint64_t k = 0; k < 12; ++k) goals.push_back(query.findRandomPlace({22, 12 * i + k, component}));
            const std::vector<double> exact = oracle::computeGeodesicDistances(surface.mesh, start, goals);
            for (std::size_t k = 0; k < goals.size(); ++k)
            {
                const Path path = finder.find(start, goals[k]);
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
        EXPECT_LE(mesh_worst, 1.1) << surface.name << ", " << mesh_long << " of " << mesh_pairs << " longer than 2 %";
    }
    RecordProperty("pairs", static_cast<int>(pair_count));
    RecordProperty("longer", static_cast<int>(long_count));
    RecordProperty("worst", std::to_string(worst));
    EXPECT_LE(long_count * 100, pair_count);
    EXPECT_GE(exact_count * 10, pair_count * 8); // nearly all find the shortest way itself
}

/// What docs/surface.md says about large rough meshes, where the search hurries.
TEST(SurfacePath, OnLargeRoughMeshesTooNinetyNineOfAHundredAreNearlyAsShortAsCanBe)
{
    std::vector<double> all;
    for (const double height : {1.0, 2.0})
    {
        Random random(12);
        SurfacePathFinder finder(makeWholeSurface(makeRandomHills(60, height, random)));
        const SurfaceMesh& mesh = finder.query().mesh();
        std::vector<double> ratios;
        for (std::uint64_t i = 0; i < 3u * static_cast<std::uint64_t>(testScale()); ++i)
        {
            const SurfacePlace start = finder.query().findRandomPlace({21, i});
            std::vector<SurfacePlace> goals;
            for (std::uint64_t k = 0; k < 30; ++k) goals.push_back(finder.query().findRandomPlace({22, 30 * i + k}));
            const std::vector<double> exact = oracle::computeGeodesicDistances(mesh, start, goals);
            for (std::size_t k = 0; k < goals.size(); ++k) ratios.push_back(finder.find(start, goals[k]).length() / exact[k]);
        }
        std::sort(ratios.begin(), ratios.end());
        double sum = 0;
        for (const double ratio : ratios) sum += ratio;
        EXPECT_GE(ratios.front(), 1 - 1e-9);
        EXPECT_LE(sum / static_cast<double>(ratios.size()), 1.004) << "heights up to " << height;
        EXPECT_LE(ratios[ratios.size() * 99 / 100], 1.02) << "heights up to " << height;
        all.insert(all.end(), ratios.begin(), ratios.end());
    }
    std::sort(all.begin(), all.end());
    EXPECT_LE(all[all.size() * 999 / 1000], 1.05) << "worst " << all.back();
}

TEST(SurfacePath, OnAPlaneItIsTheStraightLine)
{
    Random random(4);
    const SurfaceMesh mesh = makeWholeSurface(makeRandomHills(20, 0, random));
    SurfacePathFinder finder(mesh);
    for (int i = 0; i < 300 * testScale(); ++i)
    {
        // Any points, corners of the border and vertices.
        const auto pick = [&] {
            if (i % 3 == 0) return mesh.positions()[random.below(mesh.vertexCount())];
            return Vec3{random.uniform(0, 20), random.uniform(0, 20), 0};
        };
        const Vec3 a = pick(), b = pick();
        const Path path = finder.find(a, b);
        ASSERT_TRUE(path.isComplete());
        EXPECT_NEAR(path.length(), distance(a, b), 1e-9);
    }
}

TEST(SurfacePath, ClosedFormsOnTheCubeTheCylinderAndTheSphere)
{
    // From the middle of one side of a cube of 10 m to the middle of the opposite one: 20 m over any of four sides.
    for (const double detail : {0.004, 0.1, 1.0})
    {
        const SurfaceMesh cube = makeBuiltInSurface("cube", detail);
        const Vec3 c = computeBounds(cube.positions()).center();
        SurfacePathFinder finder(cube);
        EXPECT_NEAR(finder.find(c + Vec3{5, 0, 0}, c - Vec3{5, 0, 0}).length(), 20, 20 * 1e-9);
        // Corner to the far corner: over two sides as over one rectangle of 10 by 20 m.
        EXPECT_NEAR(finder.find(c + Vec3{5, 5, 5}, c - Vec3{5, 5, 5}).length(), std::sqrt(500.0), 1e-8);
    }
    // A prism of 64 sides: unrolled, the way is straight.
    const double r = 3, side = 2 * r * std::sin(3.14159265358979323846 / 64);
    MeshInput tube = makeGrid(64, 10, [&](double i, double k) {
        const double angle = i * 2 * 3.14159265358979323846 / 64;
        return Vec3{r * std::cos(angle), r * std::sin(angle), k};
    });
    TriangleMeshOptions weld;
    weld.weld_distance = 1e-9;
    const SurfaceMesh cylinder = makeWholeSurface(buildTriangleMesh(tube, weld).value());
    SurfacePathFinder finder(cylinder);
    for (std::uint32_t steps = 1; steps < 64; ++steps)
    {
        const Vec3 a = tube.positions[2 * 65], b = tube.positions[8 * 65 + steps];
        const double across = side * std::min(steps, 64 - steps);
        EXPECT_NEAR(finder.find(a, b).length(), std::sqrt(across * across + 36), 1e-8) << steps;
    }
    // A sphere of 10 m and 5,120 triangles: great circles, a little shorter.
    const SurfaceMesh sphere = makeBuiltInSurface("sphere", 1);
    const Vec3 center = computeBounds(sphere.positions()).center();
    SurfacePathFinder on_sphere(sphere);
    for (std::uint64_t i = 0; i < 100; ++i)
    {
        const SurfacePlace a = on_sphere.query().findRandomPlace({1, i}), b = on_sphere.query().findRandomPlace({2, i});
        const Vec3 u = normalized(a.position - center), v = normalized(b.position - center);
        const double exact = 10 * std::atan2(length(cross(u, v)), dot(u, v));
        const double found = on_sphere.find(a, b).length();
        EXPECT_LT(found, exact * 1.003);
        EXPECT_GT(found, exact * 0.995);
    }
}

TEST(SurfacePath, OnLargeMeshesWaysAreNearlyAsShortAsCanBeToo)
{
    // Round a ball of 20,000 triangles, where straight lines say little about the way, and along a long fold.
    const SurfaceMesh sphere = makeBuiltInSurface("sphere", 4);
    ASSERT_GT(sphere.triangleCount(), 20000u);
    const Vec3 center = computeBounds(sphere.positions()).center();
    SurfacePathFinder finder(sphere);
    int beyond = 0;
    const int count = 200 * testScale();
    for (int i = 0; i < count; ++i)
    {
        const auto index = static_cast<std::uint64_t>(i);
        const SurfacePlace a = finder.query().findRandomPlace({1, index}), b = finder.query().findRandomPlace({2, index});
        const Vec3 u = normalized(a.position - center), v = normalized(b.position - center);
        const double exact = 10 * std::atan2(length(cross(u, v)), dot(u, v));
        const Path path = finder.find(a, b);
        checkPath(sphere, path, a, b);
        EXPECT_LT(path.length(), exact * 1.1);
        beyond += path.length() > exact * 1.02;
    }
    EXPECT_LE(beyond, count / 100);

    // A sheet folded like a fan: unfolded, the way is straight.
    const double fold = 0.5;
    const SurfaceMesh folded =
        makeWholeSurface(makeGrid(160, 60, [&](double i, double k) { return Vec3{i, k, fold * std::abs(std::fmod(i, 8) - 4)}; }));
    const double stretch = std::sqrt(1 + fold * fold);
    SurfacePathFinder over_folds(folded);
    beyond = 0;
    for (int i = 0; i < count; ++i)
    {
        const auto index = static_cast<std::uint64_t>(i);
        const SurfacePlace a = over_folds.query().findRandomPlace({1, index}), b = over_folds.query().findRandomPlace({2, index});
        const Vec3 d = b.position - a.position;
        const double exact = length(Vec2{d.x * stretch, d.y});
        const double found = over_folds.find(a, b).length();
        EXPECT_GT(found, exact * (1 - 1e-9));
        EXPECT_LT(found, exact * 1.1);
        beyond += found > exact * 1.02;
    }
    EXPECT_LE(beyond, count / 100);
}

TEST(SurfacePath, TheWayBackIsTheSameWay)
{
    for (const NamedSurface& surface : makeSurfaces())
    {
        SurfacePathFinder finder(surface.mesh);
        for (std::uint64_t i = 0; i < 10; ++i)
        {
            const SurfacePlace a = finder.query().findRandomPlace({3, i});
            const SurfacePlace b = finder.query().findRandomPlace({4, i, surface.mesh.components()[a.triangle]});
            for (const double weight : {0.0, 2.0})
                for (const SurfacePathOptions::Method method :
                     {SurfacePathOptions::Method::shortest, SurfacePathOptions::Method::vertex_graph})
                {
                    SurfacePathOptions options;
                    options.method = method;
                    options.effort_weight = weight;
                    const Path there = finder.find(a, b, options), back = finder.find(b, a, options);
                    checkPath(surface.mesh, there, a, b);
                    checkPath(surface.mesh, back, b, a);
                    ASSERT_EQ(there.pieces().size(), back.pieces().size());
                    for (std::size_t k = 0; k < there.pieces().size(); ++k)
                        EXPECT_EQ(there.pieces()[k].from, back.pieces()[back.pieces().size() - 1 - k].to);
                }
        }
    }
}

TEST(SurfacePath, StartAndGoalMayBeVerticesAndPointsOfEdges)
{
    Random random(8);
    for (const NamedSurface& surface : makeSurfaces())
    {
        const SurfaceMesh& mesh = surface.mesh;
        SurfacePathFinder finder(mesh);
        const auto pick = [&] {
            const auto h = static_cast<std::uint32_t>(random.below(3 * mesh.triangleCount()));
            const double f = random.below(2) == 0 ? 0 : random.uniform();
            return SurfacePlace{interpolate(mesh.positions()[mesh.origin(h)], mesh.positions()[mesh.target(h)], f), h / 3};
        };
        for (int i = 0; i < 100 * testScale(); ++i)
        {
            const SurfacePlace a = pick(), b = pick();
            if (mesh.components()[a.triangle] != mesh.components()[b.triangle]) continue;
            const Path path = finder.find(a, b);
            checkPath(mesh, path, a, b);
            // Not longer than from beside the vertex, but for what that is off.
            const Vec3 inside =
                (mesh.positions()[mesh.triangles()[a.triangle][0]] + mesh.positions()[mesh.triangles()[a.triangle][1]] +
                 mesh.positions()[mesh.triangles()[a.triangle][2]]) /
                3;
            const SurfacePlace near{interpolate(a.position, inside, 1e-4), a.triangle};
            const double other = finder.find(near, b).length() + distance(near.position, a.position);
            EXPECT_LT(path.length(), other * 1.05 + 1e-9) << surface.name;
        }
    }
}

TEST(SurfacePath, TheVertexGraphFollowsEdgesAndIsNeverShorter)
{
    SurfacePathOptions graph;
    graph.method = SurfacePathOptions::Method::vertex_graph;
    double sum = 0, graph_sum = 0;
    for (const NamedSurface& surface : makeSurfaces())
    {
        SurfacePathFinder finder(surface.mesh);
        for (std::uint64_t i = 0; i < 20; ++i)
        {
            const SurfacePlace a = finder.query().findRandomPlace({3, i});
            const SurfacePlace b = finder.query().findRandomPlace({4, i, surface.mesh.components()[a.triangle]});
            const Path path = finder.find(a, b), along = finder.find(a, b, graph);
            EXPECT_LE(path.length(), along.length() * (1 + 1e-9));
            sum += path.length();
            graph_sum += along.length();
            for (std::size_t k = 1; k < along.pieces().size(); ++k)
                EXPECT_GT(std::count(surface.mesh.positions().begin(), surface.mesh.positions().end(), along.pieces()[k].from),
                          0);
        }
    }
    EXPECT_GT(graph_sum, 1.02 * sum);
}

TEST(SurfacePath, PartsThatDoNotHangTogetherAreUnreachable)
{
    MeshInput two = makeGrid(4, 4, [](double i, double k) { return Vec3{i, k, 0}; });
    const MeshInput above = makeGrid(4, 4, [](double i, double k) { return Vec3{i, k, 0.1}; });
    const auto first = static_cast<std::uint32_t>(two.positions.size());
    two.positions.insert(two.positions.end(), above.positions.begin(), above.positions.end());
    for (const MeshTriangle& t : above.triangles) two.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
    SurfacePathFinder finder(makeWholeSurface(std::move(two)));
    const Path path = finder.find(Vec3{1, 1, 0}, Vec3{3, 3, 0.1});
    EXPECT_EQ(path.status(), PathStatus::unreachable);
    EXPECT_TRUE(path.pieces().empty());
    EXPECT_TRUE(finder.find(Vec3{1, 1, 0}, Vec3{3, 3, 0}).isComplete());
}

TEST(SurfacePath, SaysWhatIsWrongWithAQuestion)
{
    SurfacePathFinder finder(makeWholeSurface(makeGrid(4, 4, [](double i, double k) { return Vec3{i, k, 0}; })));
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto problemOf = [&](Vec3 a, Vec3 b, const SurfacePathOptions& options = {}) {
        const Path path = finder.find(a, b, options);
        EXPECT_EQ(path.status(), PathStatus::invalid);
        EXPECT_FALSE(toString(path.problem()).empty());
        return path.problem();
    };
    EXPECT_EQ(problemOf({nan, 0, 0}, {1, 1, 0}), PathProblem::bad_point);
    EXPECT_EQ(problemOf({1, 1, 0}, {1, kInfinity, 0}), PathProblem::bad_point);
    EXPECT_EQ(problemOf({1, 1, 3}, {1, 1, 0}), PathProblem::start_outside);
    EXPECT_EQ(problemOf({1, 1, 0}, {9, 1, 0}), PathProblem::goal_outside);
    EXPECT_EQ(finder.find(SurfacePlace{{1, 1, 0}, 5000}, SurfacePlace{{1, 1, 0}, 0}).problem(), PathProblem::start_outside);
    EXPECT_EQ(finder.find(SurfacePlace{{1, 1, 0.5}, 0}, SurfacePlace{{0.1, 0.1, 0}, 0}).problem(), PathProblem::start_outside);
    SurfacePathOptions options;
    options.effort_weight = -1;
    EXPECT_EQ(problemOf({1, 1, 0}, {2, 2, 0}, options), PathProblem::bad_option);
    // From a place to itself.
    const Path none = finder.find(Vec3{1, 1, 0}, Vec3{1, 1, 0});
    EXPECT_TRUE(none.isComplete());
    EXPECT_EQ(none.length(), 0);
    EXPECT_EQ(none.pieces().size(), 1u);
}

TEST(SurfacePath, EffortAvoidsGroundThatBends)
{
    // A sheet with a bar of large acceleration across its middle that ends before the border.
    const MeshInput input = makeGrid(20, 20, [](double i, double k) { return Vec3{i, k, 0}; });
    const TriangleMesh mesh = buildTriangleMesh(input).value();
    std::vector<double> field(mesh.vertexCount());
    for (std::size_t v = 0; v < field.size(); ++v)
    {
        const Vec3 p = mesh.positions()[v];
        field[v] = p.x >= 9 && p.x <= 11 && p.y <= 14 ? 0.99 : 0;
    }
    SurfaceOptions build;
    build.max_acceleration = 1;
    SurfacePathFinder finder(buildSurfaceMeshFromAccelerations(mesh, field, build).value());
    SurfacePathOptions options;
    double length_before = 0;
    for (const double weight : {0.0, 0.5, 20.0})
    {
        options.effort_weight = weight;
        const Path path = finder.find(Vec3{2.3, 10.1, 0}, Vec3{18.2, 9.7, 0}, options);
        ASSERT_TRUE(path.isComplete());
        EXPECT_GE(path.length(), length_before * (1 - 1e-9));
        EXPECT_GE(path.cost(), path.length());
        length_before = path.length();
        double highest = 0;
        for (const double a : computeAccelerations(finder.query().mesh(), path)) highest = std::max(highest, a);
        EXPECT_EQ(highest > 0.5, weight < 20); // the heaviest goes round the end of the bar
    }
}

TEST(SurfacePath, EffortIsNeverMoreThanThatOfTheShortestPathAndOfTheVertexGraph)
{
    for (const NamedSurface& surface : makeSurfaces())
    {
        SurfacePathFinder finder(surface.mesh);
        for (std::uint64_t i = 0; i < 10; ++i)
        {
            const SurfacePlace a = finder.query().findRandomPlace({3, i});
            const SurfacePlace b = finder.query().findRandomPlace({4, i, surface.mesh.components()[a.triangle]});
            SurfacePathOptions options;
            options.effort_weight = 5;
            const Path path = finder.find(a, b, options);
            options.method = SurfacePathOptions::Method::vertex_graph;
            EXPECT_LE(path.cost(), finder.find(a, b, options).cost() * 1.01) << surface.name;
            EXPECT_GE(path.length(), finder.find(a, b).length() * (1 - 0.02));
        }
    }
}

TEST(SurfacePath, CopiesOfAFinderGiveTheSameAnswers)
{
    SurfacePathFinder finder(makeBuiltInSurface("torus", 0.3));
    SurfacePathFinder copy(finder);
    const SurfacePlace a = finder.query().findRandomPlace({1, 1}), b = finder.query().findRandomPlace({1, 2});
    EXPECT_EQ(finder.find(a, b).length(), copy.find(a, b).length());
    EXPECT_NEAR(finder.find(a, b).length(), findSurfacePath(finder.query().mesh(), a.position, b.position).length(), 1e-9);
}

TEST(SurfacePath, WalksAndPathsAreTheSameBitsEverywhere)
{
    Hasher hasher;
    for (const char* name : {"terrain", "asteroid", "octopus"})
    {
        SurfacePathFinder finder(makeCutSurface(name, 0.02, 0.1));
        for (std::uint64_t i = 0; i < 20; ++i)
        {
            const SurfacePlace a = finder.query().findRandomPlace({1, i, 0}), b = finder.query().findRandomPlace({2, i, 0});
            for (const double weight : {0.0, 2.0})
                for (const double radius : {0.0, 0.05})
                {
                    SurfacePathOptions options;
                    options.effort_weight = weight;
                    options.radius = radius;
                    const Path path = finder.find(a, b, options);
                    for (const SurfacePlace& p : test::listPlaces(path))
                        for (const double x : {p.position.x, p.position.y, p.position.z}) hasher.add(x);
                }
            const SurfaceWalk walk = finder.query().walk(a, b.position - a.position, 20);
            for (const double x : {walk.place.position.x, walk.direction.y, walk.heading.z}) hasher.add(x);
        }
    }
    EXPECT_EQ(hasher.value(), 9190269042959019909u);
}

} // namespace
} // namespace clearway
