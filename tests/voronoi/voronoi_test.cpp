// SPDX-License-Identifier: MIT
#include <clearway/voronoi.h>

#include <algorithm>
#include <cmath>
#include <queue>

#include <gtest/gtest.h>

#include <clearway/base/random.h>
#include <clearway/geometry/polygon.h>
#include <clearway/scene/generators.h>

#include "tests/support/path_questions.h"
#include "tests/support/path_scenes.h"
#include "tests/support/scale.h"
#include "tests/voronoi/diagram_samples.h"

namespace clearway {
namespace {

const char* const kScenes[] = {"rooms",  "donut",   "cross",   "doors", "maze",           "comb",
                               "spiral", "mckenna", "city500", "fig17", "ill_conditioned"};

std::vector<Segment> edgesOf(const Scene& scene)
{
    std::vector<Segment> edges;
    for (std::uint32_t i = 0; i < scene.points().size(); ++i) edges.push_back(scene.edge(i));
    return edges;
}

double bruteForceDistance(const std::vector<Segment>& edges, Vec2 p)
{
    double best = std::numeric_limits<double>::infinity();
    for (const Segment& edge : edges) best = std::min(best, distance(p, edge));
    return best;
}

/// Even-odd over all rings: inside an outline and outside its holes.
bool isFree(const Scene& scene, Vec2 p)
{
    bool free = false;
    for (const Scene::RingRange& ring : scene.rings())
        if (classifyPoint(scene.points(ring), p) == Side::inside) free = !free;
    return free;
}

Vec2 randomFreePoint(const Scene& scene, Random& random)
{
    const Box2 box = scene.bounds();
    while (true)
    {
        const double x = random.uniform(box.min.x, box.max.x);
        const Vec2 p = {x, random.uniform(box.min.y, box.max.y)};
        if (isFree(scene, p)) return p;
    }
}

TEST(Voronoi, EveryVertexIsAsFarFromItsNearestObstacleAsItSays)
{
    for (const char* name : kScenes)
    {
        SCOPED_TRACE(name);
        const Scene scene = buildScene(name).value();
        const VoronoiDiagram diagram = buildVoronoi(scene).value();
        const auto edges = edgesOf(scene);
        const double tolerance = 1e-12 * length(scene.bounds().size());
        ASSERT_FALSE(diagram.vertices().empty());
        for (const VoronoiDiagram::Vertex& vertex : diagram.vertices())
        {
            ASSERT_NEAR(vertex.clearance, bruteForceDistance(edges, vertex.position), tolerance)
                << vertex.position.x << " " << vertex.position.y;
            if (vertex.clearance > 4 * scene.frame().quantum)
            {
                ASSERT_TRUE(isFree(scene, vertex.position));
            }
        }
    }
}

/// Walls turned by a hair more than a multiple of 45 degrees, and by what makes them so on the lattice that the sweep uses.
TEST(Voronoi, TurnedWallsHaveARightDiagram)
{
    for (int i = 0; i < 300 * test::testScale(); ++i)
    {
        const auto kind = static_cast<test::QuestionScene>(i % test::kQuestionSceneCount);
        const double turns[] = {0, std::atan2(1, 2), std::atan2(2, 1), -std::atan2(1, 2)};
        const Scene scene = test::makeQuestionScene(kind, static_cast<std::uint64_t>(i), turns[i / 4 % 4]);
        const auto diagram = buildVoronoi(scene);
        ASSERT_TRUE(diagram) << i << ": " << diagram.error().message;
        const auto edges = edgesOf(scene);
        for (const VoronoiDiagram::Vertex& vertex : diagram->vertices())
            ASSERT_NEAR(vertex.clearance, bruteForceDistance(edges, vertex.position), scene.frame().quantum) << i;
    }
}

TEST(Voronoi, TheNarrowestPlaceOfAnEdgeIsOnItAndAsNarrowAsItSays)
{
    for (const char* name : kScenes)
    {
        SCOPED_TRACE(name);
        const Scene scene = buildScene(name).value();
        const VoronoiDiagram diagram = buildVoronoi(scene).value();
        const auto edges = edgesOf(scene);
        const double tolerance = 1e-12 * length(scene.bounds().size());
        for (const VoronoiDiagram::Edge& edge : diagram.edges())
        {
            ASSERT_NEAR(edge.narrowest, bruteForceDistance(edges, edge.narrowest_at), tolerance);
            ASSERT_LE(edge.narrowest,
                      std::min(diagram.vertices()[edge.a].clearance, diagram.vertices()[edge.b].clearance) + tolerance);
            for (const std::uint32_t site : {edge.left, edge.right})
                ASSERT_NEAR(edge.narrowest, distance(edge.narrowest_at, diagram.shape(diagram.sites()[site])), tolerance);
        }
    }
}

TEST(Voronoi, EveryPointOfAnEdgeIsAsFarFromBothItsObstaclesAndNoneIsNearer)
{
    for (const BuiltInScene& built_in : builtInScenes())
    {
        if (built_in.name == "city2000") continue; // like city500, sixteen times
        SCOPED_TRACE(built_in.name);
        const VoronoiDiagram diagram = buildVoronoi(buildScene(built_in.name).value()).value();
        for (const VoronoiDiagram::Edge& edge : diagram.edges())
            for (const Vec2 p : test::sampleEdge(diagram, edge, 0.5))
            {
                const double to_left = distance(p, diagram.shape(diagram.sites()[edge.left]));
                ASSERT_NEAR(to_left, distance(p, diagram.shape(diagram.sites()[edge.right])), 1e-6) << p.x << " " << p.y;
                ASSERT_NEAR(to_left, diagram.findNearest(p).distance, 1e-6) << p.x << " " << p.y;
            }
    }
}

TEST(Voronoi, TheCyclesOfTheDiagramAreTheIslandsInScenesOfAllKinds)
{
    const auto check = [](const Scene& scene) {
        const VoronoiDiagram diagram = buildVoronoi(scene).value();
        const auto islands =
            std::count_if(scene.rings().begin(), scene.rings().end(), [](const auto& ring) { return ring.is_hole; });
        EXPECT_EQ(static_cast<std::int64_t>(diagram.edges().size()) - static_cast<std::int64_t>(diagram.vertices().size()) +
                      static_cast<std::int64_t>(scene.areas().size()),
                  islands);
    };
    for (const BuiltInScene& built_in : builtInScenes())
        for (std::uint64_t seed = 2; seed < 4; ++seed)
        {
            SCOPED_TRACE(built_in.name);
            if (built_in.name != "city2000") check(buildScene(built_in.name, {.seed = seed}).value());
        }
    for (int kind = 0; kind < test::kPathSceneKindCount; ++kind)
        for (std::uint64_t seed = 1; seed < 9; ++seed)
        {
            SCOPED_TRACE(test::toString(static_cast<test::PathSceneKind>(kind)));
            SCOPED_TRACE(seed);
            check(test::makePathScene(static_cast<test::PathSceneKind>(kind), seed, 12));
        }
}

TEST(Voronoi, TheCyclesOfTheDiagramAreTheIslands)
{
    // Each connected piece of free space with h holes has a diagram with E - V + 1 = h (the corners of clearance 0 are leaves).
    for (const char* name : kScenes)
    {
        SCOPED_TRACE(name);
        const Scene scene = buildScene(name).value();
        const VoronoiDiagram diagram = buildVoronoi(scene).value();
        const auto holes =
            std::count_if(scene.rings().begin(), scene.rings().end(), [](const auto& ring) { return ring.is_hole; });
        EXPECT_EQ(static_cast<std::int64_t>(diagram.edges().size()) - static_cast<std::int64_t>(diagram.vertices().size()) +
                      static_cast<std::int64_t>(scene.areas().size()),
                  holes);
    }
}

TEST(Voronoi, TheNearestSiteIsTheNearest)
{
    for (const char* name : kScenes)
    {
        SCOPED_TRACE(name);
        const Scene scene = buildScene(name).value();
        const VoronoiDiagram diagram = buildVoronoi(scene).value();
        const auto edges = edgesOf(scene);
        Random random(7);
        for (int i = 0; i < 300 * test::testScale(); ++i)
        {
            const Vec2 p = randomFreePoint(scene, random);
            const auto nearest = diagram.findNearest(p);
            ASSERT_EQ(nearest.distance, bruteForceDistance(edges, p));
            ASSERT_NEAR(distance(p, diagram.shape(diagram.sites()[nearest.site])), nearest.distance, 1e-12);
        }
    }
}

TEST(Voronoi, ADoorLetsThroughHalfItsWidth)
{
    for (const double width : {0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.999})
    {
        SceneInput input;
        input.areas.push_back({{{{0, 0},
                                 {4, 0},
                                 {4, 2 - width / 2},
                                 {4.5, 2 - width / 2},
                                 {4.5, 0},
                                 {9, 0},
                                 {9, 4},
                                 {4.5, 4},
                                 {4.5, 2 + width / 2},
                                 {4, 2 + width / 2},
                                 {4, 4},
                                 {0, 4}},
                                {}},
                               {},
                               0});
        const VoronoiDiagram diagram = buildVoronoi(buildScene(input).value()).value();
        const auto widest = diagram.findWidest({2, 2}, {7, 2});
        EXPECT_NEAR(widest.radius, width / 2, 1e-7);
        EXPECT_GT(widest.narrowest_at.x, 4 - 1e-7);
        EXPECT_LT(widest.narrowest_at.x, 4.5 + 1e-7);
    }
}

/// The widest way by flooding squares from wide to narrow; right to about a square.
double floodWidest(const std::vector<double>& clearance, int columns, int rows, int from, int to)
{
    std::vector<double> best(clearance.size(), -1);
    std::priority_queue<std::pair<double, int>> open;
    open.push({clearance[from], from});
    while (!open.empty())
    {
        const auto [width, at] = open.top();
        open.pop();
        if (best[at] >= 0) continue;
        best[at] = width;
        if (at == to) return width;
        for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx)
            {
                const int x = at % columns + dx, y = at / columns + dy;
                if (x < 0 || y < 0 || x >= columns || y >= rows) continue;
                const int next = y * columns + x;
                if (clearance[next] > 0 && best[next] < 0) open.push({std::min(width, clearance[next]), next});
            }
    }
    return -1;
}

TEST(Voronoi, TheWidestWayAgreesWithFloodingAGrid)
{
    constexpr double kSquare = 0.2;
    for (const char* name : {"rooms", "donut"})
    {
        SCOPED_TRACE(name);
        const Scene scene = buildScene(name).value();
        const VoronoiDiagram diagram = buildVoronoi(scene).value();
        const auto edges = edgesOf(scene);
        const Box2 box = scene.bounds();
        const int columns = static_cast<int>(box.size().x / kSquare) + 1, rows = static_cast<int>(box.size().y / kSquare) + 1;
        const auto center = [&](int i) { return box.min + Vec2{(i % columns + 0.5) * kSquare, (i / columns + 0.5) * kSquare}; };
        std::vector<double> clearance(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows), 0);
        for (int i = 0; i < columns * rows; ++i)
            if (isFree(scene, center(i))) clearance[i] = diagram.findNearest(center(i)).distance;
        Random random(3);
        for (int i = 0; i < 100 * test::testScale(); ++i)
        {
            const auto square = [&] {
                while (true)
                    if (const auto s = static_cast<int>(random.below(clearance.size())); clearance[s] > 0.15) return s;
            };
            const int from = square(), to = square();
            if (from == to) continue;
            const double flooded = floodWidest(clearance, columns, rows, from, to);
            const auto widest = diagram.findWidest(center(from), center(to));
            ASSERT_NEAR(widest.radius, flooded, 0.8 * kSquare) << i;
            ASSERT_EQ(widest.radius, diagram.findWidest(center(to), center(from)).radius) << i;
            ASSERT_NEAR(bruteForceDistance(edges, widest.narrowest_at), widest.radius, 1e-9) << i;
        }
    }
}

TEST(Voronoi, PointsInSeparateAreasHaveNoWayBetweenThem)
{
    SceneInput input;
    input.areas.push_back({{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}, {}}, {}, 0});
    input.areas.push_back({{{{2, 0}, {3, 0}, {3, 1}, {2, 1}}, {}}, {}, 0});
    const VoronoiDiagram diagram = buildVoronoi(buildScene(input).value()).value();
    EXPECT_EQ(diagram.findWidest({0.5, 0.5}, {2.5, 0.5}).radius, -1);
    EXPECT_EQ(diagram.findWidest({0.5, 0.5}, {0.5, 0.25}).radius, 0.25);
    EXPECT_EQ(diagram.largestClearance(), 0.5);
}

TEST(Voronoi, AreasThatTouchAtACornerAreNotConnected)
{
    SceneInput input;
    input.areas.push_back({{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}, {}}, {}, 0});
    input.areas.push_back({{{{1, 1}, {2, 1}, {2, 2}, {1, 2}}, {}}, {}, 0});
    const VoronoiDiagram diagram = buildVoronoi(buildScene(input).value()).value();
    EXPECT_EQ(diagram.findWidest({0.5, 0.25}, {1.5, 1.25}).radius, -1);
    EXPECT_EQ(diagram.findWidest({0.5, 0.25}, {0.5, 0.75}).radius, 0.25);
}

/// The sides of a rectangle from (0, 0) to (width, height), free space inside.
std::vector<Segment> makeBox(double width, double height)
{
    return {{{0, 0}, {width, 0}}, {{width, 0}, {width, height}}, {{width, height}, {0, height}}, {{0, height}, {0, 0}}};
}

constexpr Frame kFineFrame = {{0, 0}, 0x1p-20};

TEST(Voronoi, AThinWallHasTwoSidesAndANotchAtItsFreeEnd)
{
    std::vector<Segment> obstacles = makeBox(4, 4);
    obstacles.push_back({{0, 2}, {2, 2}});
    obstacles.push_back({{2, 2}, {0, 2}});
    const VoronoiDiagram diagram = buildVoronoi(kFineFrame, obstacles).value();
    const auto sites = diagram.sites();
    // The wall splits the left side in two, and its free end is the only notch.
    EXPECT_EQ(
        std::count_if(sites.begin(), sites.end(), [](const auto& s) { return s.kind == VoronoiDiagram::Site::Kind::segment; }),
        7);
    EXPECT_EQ(sites.back().kind, VoronoiDiagram::Site::Kind::point);
    EXPECT_EQ(sites.back().shape.a, (Vec2{2, 2}));
    EXPECT_EQ(sites.size(), 8u);
    const auto below = diagram.findNearest({1, 1.5}), above = diagram.findNearest({1, 2.5});
    EXPECT_EQ(below.distance, 0.5);
    EXPECT_EQ(above.distance, 0.5);
    EXPECT_NE(below.site, above.site);
    EXPECT_EQ(sites[below.site].shape.a, (Vec2{2, 2})) << "free space on its left";
    EXPECT_EQ(diagram.findWidest({1, 1}, {1, 3}).radius, 1);
}

TEST(Voronoi, OverlappingAndRepeatedObstaclesAreSplitAndUnited)
{
    std::vector<Segment> obstacles = makeBox(4, 2);
    obstacles.push_back({{1, 0}, {3, 0}}); // a piece of the bottom again
    obstacles.push_back({{0, 0}, {4, 0}}); // all of it
    obstacles.push_back({{2, 0}, {2, 0}}); // nothing
    const VoronoiDiagram diagram = buildVoronoi(kFineFrame, obstacles).value();
    EXPECT_EQ(diagram.findNearest({2, 0.5}).distance, 0.5);
    EXPECT_EQ(diagram.findWidest({0.5, 1}, {3.5, 1}).radius, 0.5);
    EXPECT_EQ(diagram.largestClearance(), 1);
    for (const auto& site : diagram.sites()) EXPECT_EQ(site.kind, VoronoiDiagram::Site::Kind::segment);
}

TEST(Voronoi, EndsPushedAcrossAWallByRoundingMeetIt)
{
    // Spikes that end on the slanted side of a triangle, at points that are not on the lattice.
    for (int i = 1; i < 40; ++i)
    {
        std::vector<Segment> obstacles = {{{0, 0}, {7, 0}}, {{7, 0}, {0, 3}}, {{0, 3}, {0, 0}}};
        const Vec2 foot = interpolate(Vec2{7, 0}, Vec2{0, 3}, i / 41.0);
        obstacles.push_back({foot, {foot.x, foot.y / 2}});
        obstacles.push_back({{foot.x, foot.y / 2}, foot});
        const Result<VoronoiDiagram> diagram = buildVoronoi({{0, 0}, 0x1p-8}, obstacles);
        ASSERT_TRUE(diagram) << i << " " << diagram.error().message;
        EXPECT_NEAR(diagram->findWidest({foot.x - 0.06, 0.01}, {foot.x + 0.06, 0.01}).radius, 0.01, 1e-9) << i;
        EXPECT_NEAR(diagram->findNearest({foot.x, foot.y / 4}).distance, std::min(foot.x, foot.y / 4), 0.02) << i;
    }
}

TEST(Voronoi, ObstaclesThatCrossOrLieOutsideTheFrameAreRefused)
{
    std::vector<Segment> obstacles = makeBox(4, 4);
    obstacles.push_back({{-1, 2}, {5, 2}});
    const auto crossing = buildVoronoi(kFineFrame, obstacles);
    ASSERT_FALSE(crossing);
    EXPECT_EQ(crossing.error().code, ErrorCode::invalid_geometry);
    for (const double far : {1e6, 1e300, std::numeric_limits<double>::infinity(), std::nan("")})
    {
        const auto outside = buildVoronoi(kFineFrame, std::vector<Segment>{{{0, 0}, {far, 1}}});
        ASSERT_FALSE(outside);
        EXPECT_EQ(outside.error().code, ErrorCode::out_of_range);
    }
    EXPECT_FALSE(buildVoronoi(kFineFrame, makeBox(1, 1), std::vector<int>{0, 1}));
}

/// A corner of a wall that is straight but for two quanta: no point is nearer to it alone than rounding can tell.
static Scene makeNearlyStraightCorner()
{
    SceneInput input;
    input.areas.push_back({.outline = {{{0, 0}, {16, 0}, {16, 16}, {0, 16}}}});
    input.obstacles.push_back({.outline = {{{2, 1}, {1, 0}, {5, 10}, {8, 1}}}});
    input.obstacles.push_back({.outline = {{{3, 1.25e9}, {5, 8}, {0, 0}}}});
    return buildScene(input).value();
}

TEST(Voronoi, AWayStartsAtACornerWithoutARegion)
{
    const VoronoiDiagram diagram = buildVoronoi(makeNearlyStraightCorner()).value();
    bool has_none = false;
    for (std::uint32_t site = 0; site < diagram.sites().size(); ++site)
        if (diagram.edgesAround(site).empty())
        {
            has_none = true;
            EXPECT_EQ(diagram.findWidest(diagram.sites()[site].shape.a, {10, 5}).radius, 0);
        }
    EXPECT_TRUE(has_none) << "the scene does not show what it was made for";
}

TEST(Voronoi, ADiagramWithACornerWithoutARegionComesBack)
{
    const VoronoiDiagram diagram = buildVoronoi(makeNearlyStraightCorner()).value();
    ByteWriter writer;
    diagram.write(writer);
    ByteReader reader(writer.bytes());
    const Result<VoronoiDiagram> again = VoronoiDiagram::read(reader);
    ASSERT_TRUE(again) << again.error().message;
    ByteWriter written;
    again->write(written);
    EXPECT_TRUE(std::equal(writer.bytes().begin(), writer.bytes().end(), written.bytes().begin(), written.bytes().end()));
}

TEST(Voronoi, NothingIsADiagramToo)
{
    const VoronoiDiagram diagram = buildVoronoi(kFineFrame, std::span<const Segment>{}).value();
    EXPECT_TRUE(diagram.sites().empty());
    EXPECT_EQ(diagram.findNearest({0, 0}).site, kNone);
    EXPECT_EQ(diagram.findWidest({0, 0}, {1, 1}).radius, -1);
    EXPECT_GT(diagram.memoryBytes(), 0u);
}

TEST(Voronoi, TheBorderOfARegionIsOneChainWithoutGaps)
{
    for (const char* name : kScenes)
    {
        SCOPED_TRACE(name);
        const VoronoiDiagram diagram = buildVoronoi(buildScene(name).value()).value();
        for (std::uint32_t site = 0; site < diagram.sites().size(); ++site)
        {
            const auto around = diagram.edgesAround(site);
            ASSERT_FALSE(around.empty());
            std::uint32_t at = kNone;
            for (const std::uint32_t seen : around)
            {
                const VoronoiDiagram::Edge& edge = diagram.edges()[seen / 2];
                ASSERT_EQ(seen % 2 ? edge.right : edge.left, site);
                if (at != kNone)
                {
                    ASSERT_EQ(seen % 2 ? edge.b : edge.a, at);
                }
                at = seen % 2 ? edge.a : edge.b;
            }
            ASSERT_EQ(diagram.sites()[diagram.sites()[site].next].previous, site);
        }
    }
}

} // namespace
} // namespace clearway
