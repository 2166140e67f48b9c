// SPDX-License-Identifier: MIT
#include <clearway/corridor.h>
#include <clearway/published/ball_tree.h>

#include <cmath>

#include <gtest/gtest.h>

#include "tests/corridor/corridor_scenes.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

using test::kCorridorScenes;

constexpr CorridorMapOptions::CornerBranches kBoth[] = {CorridorMapOptions::CornerBranches::keep,
                                                        CorridorMapOptions::CornerBranches::prune};

CorridorMapOptions optionsFor(CorridorMapOptions::CornerBranches corners)
{
    CorridorMapOptions options;
    options.corners = corners;
    return options;
}

Ring makeCircle(Vec2 center, double radius, int corners)
{
    Ring ring;
    for (int i = 0; i < corners; ++i)
    {
        const double angle = 6.283185307179586 * i / corners;
        ring.push_back({center.x + radius * std::cos(angle), center.y + radius * std::sin(angle)});
    }
    return ring;
}

std::int64_t countCycles(const CorridorMap& map)
{
    return static_cast<std::int64_t>(map.edges().size()) - static_cast<std::int64_t>(map.vertices().size()) +
           map.componentCount();
}

TEST(CorridorMap, PruningAndJoiningChangeVerticesAndEdgesAlike)
{
    for (const char* name : kCorridorScenes)
    {
        SCOPED_TRACE(name);
        const VoronoiDiagram diagram = buildVoronoi(buildScene(name).value()).value();
        const CorridorMap kept = buildCorridorMap(diagram).value();
        const CorridorMap pruned = buildCorridorMap(diagram, optionsFor(CorridorMapOptions::CornerBranches::prune)).value();
        const auto difference = [](const auto& graph) {
            return static_cast<std::int64_t>(graph.vertices().size()) - static_cast<std::int64_t>(graph.edges().size());
        };
        EXPECT_EQ(difference(kept), difference(diagram));
        EXPECT_EQ(difference(pruned), difference(diagram));
        EXPECT_LT(pruned.vertices().size(), kept.vertices().size());
        EXPECT_LE(kept.vertices().size(), diagram.vertices().size());
    }
}

TEST(CorridorMap, ItsCyclesAreTheIslandsAndItsComponentsTheAreas)
{
    for (const char* name : kCorridorScenes)
        for (const CorridorMapOptions::CornerBranches corners : kBoth)
        {
            SCOPED_TRACE(name);
            const Scene scene = buildScene(name).value();
            const CorridorMap map = buildCorridorMap(scene, optionsFor(corners)).value();
            const auto holes =
                std::count_if(scene.rings().begin(), scene.rings().end(), [](const auto& ring) { return ring.is_hole; });
            EXPECT_EQ(countCycles(map), holes);
            EXPECT_EQ(map.componentCount(), scene.areas().size());
        }
}

TEST(CorridorMap, NoVertexJoinsJustTwoEdgesUnlessALoopHasNoOther)
{
    for (const char* name : kCorridorScenes)
        for (const CorridorMapOptions::CornerBranches corners : kBoth)
        {
            SCOPED_TRACE(name);
            const CorridorMap map = buildCorridorMap(buildScene(name).value(), optionsFor(corners)).value();
            for (std::uint32_t v = 0; v < map.vertices().size(); ++v)
                if (const auto around = map.edgesAt(v); around.size() == 2)
                {
                    ASSERT_EQ(around[0] / 2, around[1] / 2);
                }
        }
}

TEST(CorridorMap, EverySampleIsAsFarFromBothItsObstaclesAndNoneIsNearer)
{
    for (const char* name : kCorridorScenes)
    {
        SCOPED_TRACE(name);
        const Scene scene = buildScene(name).value();
        const CorridorMap map = buildCorridorMap(scene).value();
        const auto walls = test::listWalls(scene);
        ASSERT_FALSE(map.samples().empty());
        for (const CorridorMap::Sample& sample : map.samples())
        {
            ASSERT_NEAR(distance(sample.position, sample.left), sample.clearance, 1e-6);
            ASSERT_NEAR(distance(sample.position, sample.right), sample.clearance, 1e-6);
            ASSERT_NEAR(test::computeDistance(walls, sample.position), sample.clearance, 1e-6);
            ASSERT_LT(std::min(test::computeDistance(walls, sample.left), test::computeDistance(walls, sample.right)), 1e-6);
        }
    }
}

TEST(CorridorMap, LeftIsOnTheLeftOfTheWayAlongAnEdge)
{
    for (const char* name : kCorridorScenes)
    {
        SCOPED_TRACE(name);
        const CorridorMap map = buildCorridorMap(buildScene(name).value()).value();
        for (const CorridorMap::Edge& edge : map.edges())
        {
            const auto samples = map.samples(edge);
            for (std::size_t i = 0; i + 1 < samples.size(); ++i)
            {
                const Vec2 along = samples[i + 1].position - samples[i].position;
                const double side = length(along) * 1e-6;
                ASSERT_GE(cross(along, samples[i].left - samples[i].position), -side);
                ASSERT_LE(cross(along, samples[i].right - samples[i].position), side);
            }
        }
    }
}

TEST(CorridorMap, ADiscAtOneSampleLiesInTheBallsOfItsNeighboursBothWays)
{
    for (const char* name : kCorridorScenes)
        for (const double max_radius : {0.3, 1.0, 4.0})
        {
            SCOPED_TRACE(name);
            CorridorMapOptions options;
            options.max_radius = max_radius;
            const CorridorMap map = buildCorridorMap(buildScene(name).value(), options).value();
            for (const CorridorMap::Edge& edge : map.edges())
            {
                const auto samples = map.samples(edge);
                double narrowest = samples[0].clearance;
                for (std::size_t i = 0; i + 1 < samples.size(); ++i)
                {
                    const double step = distance(samples[i].position, samples[i + 1].position);
                    const double smaller = std::min(samples[i].clearance, samples[i + 1].clearance);
                    narrowest = std::min(narrowest, smaller);
                    ASSERT_LE(step + edge.valid_radius, smaller + 1e-12);
                    ASSERT_LE(step, smaller / 2 + 1e-9);
                    ASSERT_LE(step, options.spacing + 1e-9);
                    ASSERT_LE(step + std::min(max_radius, smaller - options.finest), smaller + 1e-9);
                }
                ASSERT_EQ(edge.narrowest, narrowest);
                ASSERT_GE(edge.valid_radius, std::min(max_radius, edge.narrowest - options.finest) - 1e-9);
            }
        }
}

TEST(CorridorMap, TheNarrowestPlaceOfEveryEdgeOfTheDiagramIsASample)
{
    for (const char* name : kCorridorScenes)
    {
        SCOPED_TRACE(name);
        const CorridorMap map = buildCorridorMap(buildScene(name).value()).value();
        for (const VoronoiDiagram::Edge& edge : map.diagram().edges())
        {
            if (edge.narrowest <= map.options().corner_clearance) continue;
            const bool has_sample =
                std::any_of(map.samples().begin(), map.samples().end(), [&](const CorridorMap::Sample& sample) {
                    return distance(sample.position, edge.narrowest_at) < 1e-6 &&
                           std::abs(sample.clearance - edge.narrowest) < 1e-9;
                });
            ASSERT_TRUE(has_sample);
        }
    }
}

TEST(CorridorMap, ARoundRoomWithAPillarIsALoopWithOneVertex)
{
    const Scene scene = test::makeRoom(makeCircle({0, 0}, 10, 40), {makeCircle({0, 0}, 2, 40)});
    const CorridorMap map = buildCorridorMap(scene, optionsFor(CorridorMapOptions::CornerBranches::prune)).value();
    ASSERT_EQ(map.vertices().size(), 1u);
    ASSERT_EQ(map.edges().size(), 1u);
    EXPECT_EQ(map.edges()[0].a, 0u);
    EXPECT_EQ(map.edges()[0].b, 0u);
    EXPECT_EQ(map.edgesAt(0).size(), 2u);
    EXPECT_NEAR(map.edges()[0].length, 2 * 3.14159 * 6, 0.4);
    EXPECT_NEAR(map.edges()[0].narrowest, 4, 0.1);
}

TEST(CorridorMap, ARoomWithoutIslandsIsATree)
{
    const Scene square = test::makeRoom({{0, 0}, {4, 0}, {4, 4}, {0, 4}});
    const CorridorMap pruned = buildCorridorMap(square, optionsFor(CorridorMapOptions::CornerBranches::prune)).value();
    ASSERT_EQ(pruned.vertices().size(), 1u);
    EXPECT_EQ(pruned.edges().size(), 0u);
    EXPECT_NEAR(pruned.vertices()[0].clearance, 2, 1e-9);
    const CorridorMap kept = buildCorridorMap(square).value();
    EXPECT_EQ(kept.vertices().size(), 5u);
    ASSERT_EQ(kept.edges().size(), 4u);
    for (const CorridorMap::Edge& edge : kept.edges())
    {
        EXPECT_TRUE(edge.is_branch);
        EXPECT_NEAR(edge.narrowest, kept.options().corner_clearance, 1e-9);
    }
}

/// The widest way between two vertices by growing the reached set over ever narrower edges.
double bruteForceWidest(const CorridorMap& map, std::uint32_t u, std::uint32_t v)
{
    std::vector<double> widest(map.vertices().size(), -1);
    widest[u] = std::numeric_limits<double>::infinity();
    for (bool changed = true; changed;)
    {
        changed = false;
        for (const CorridorMap::Edge& edge : map.edges())
            for (const auto& [from, to] : {std::pair(edge.a, edge.b), std::pair(edge.b, edge.a)})
                if (const double width = std::min(widest[from], edge.narrowest); width > widest[to])
                {
                    widest[to] = width;
                    changed = true;
                }
    }
    return u == v ? map.vertices()[u].clearance : widest[v];
}

TEST(CorridorMap, TheWidestWayBetweenVerticesIsTheWidest)
{
    for (const char* name : {"rooms", "doors", "mckenna", "fig17"})
    {
        SCOPED_TRACE(name);
        const CorridorMap map = buildCorridorMap(buildScene(name).value()).value();
        Random random(3);
        for (int i = 0; i < 20 * test::testScale(); ++i)
        {
            const auto u = static_cast<std::uint32_t>(random.uniform(0, 1) * static_cast<double>(map.vertices().size()));
            const auto v = static_cast<std::uint32_t>(random.uniform(0, 1) * static_cast<double>(map.vertices().size()));
            ASSERT_EQ(map.findWidest(u, v), bruteForceWidest(map, u, v));
        }
    }
}

CorridorMap::Ball scanForBall(const CorridorMap& map, Vec2 p, double radius)
{
    CorridorMap::Ball best;
    double best_sq = std::numeric_limits<double>::infinity();
    const auto offer = [&](Vec2 center, double clearance, const CorridorMap::Ball& ball) {
        const double center_sq = distanceSq(p, center), room = clearance - radius;
        if (!(room > 0 && center_sq < room * room && center_sq < best_sq)) return;
        best = ball;
        best_sq = center_sq;
    };
    for (std::uint32_t v = 0; v < map.vertices().size(); ++v)
        offer(map.vertices()[v].position, map.vertices()[v].clearance, {v, kNone, 0});
    for (std::uint32_t e = 0; e < map.edges().size(); ++e)
        for (std::uint32_t i = 1; i + 1 < map.edges()[e].sample_count; ++i)
            offer(map.samples(map.edges()[e])[i].position, map.samples(map.edges()[e])[i].clearance, {kNone, e, i});
    return best;
}

TEST(CorridorMap, TheEnclosingBallIsThatOfALinearScan)
{
    for (const char* name : kCorridorScenes)
    {
        SCOPED_TRACE(name);
        const Scene scene = buildScene(name).value();
        const CorridorMap map = buildCorridorMap(scene).value();
        const published::BallTree published(map);
        EXPECT_GT(published.memoryBytes(), 24 * map.samples().size());
        Random random(11);
        int found = 0;
        // On vertices and samples several centres may be as near.
        for (const CorridorMap::Vertex& vertex : map.vertices())
        {
            ASSERT_EQ(map.findEnclosingBall(vertex.position, 0), scanForBall(map, vertex.position, 0));
            ASSERT_EQ(published.findEnclosingBall(vertex.position, 0), scanForBall(map, vertex.position, 0));
        }
        for (std::size_t i = 0; i + 1 < map.samples().size(); i += 1 + map.samples().size() / 200)
        {
            const Vec2 between = interpolate(map.samples()[i].position, map.samples()[i + 1].position, 0.5);
            ASSERT_EQ(published.findEnclosingBall(between, 0), scanForBall(map, between, 0));
        }
        for (int i = 0; i < 300 * test::testScale(); ++i)
        {
            const double x = random.uniform(scene.bounds().min.x - 1, scene.bounds().max.x + 1);
            const Vec2 p = {x, random.uniform(scene.bounds().min.y - 1, scene.bounds().max.y + 1)};
            const double radius = i % 3 == 0 ? 0 : random.uniform(0, 1);
            const CorridorMap::Ball ball = map.findEnclosingBall(p, radius);
            ASSERT_EQ(ball, scanForBall(map, p, radius));
            ASSERT_EQ(ball, published.findEnclosingBall(p, radius));
            ASSERT_EQ(map.findEnclosingBall(p, radius, 0), published.findEnclosingBall(p, radius, 0));
            found += ball ? 1 : 0;
        }
        EXPECT_GT(found, 10);
    }
}

TEST(CorridorMap, TheBallsCoverNearlyAllFreeSpace)
{
    std::vector<const char*> names(std::begin(kCorridorScenes), std::end(kCorridorScenes));
    names.push_back("city");
    for (const char* name : names)
    {
        const Scene scene = buildScene(name).value();
        const CorridorMap map = buildCorridorMap(scene).value();
        Random random(5);
        int covered = 0;
        const int count = 4000 * test::testScale();
        for (int i = 0; i < count; ++i) covered += map.findEnclosingBall(*test::drawPoint(scene, {}, 0, random), 0) ? 1 : 0;
        const double share = static_cast<double>(covered) / count;
        RecordProperty(name, std::to_string(share));
        EXPECT_GE(share, 0.99) << name;
    }
}

TEST(CorridorMap, LayersAreKeptApart)
{
    SceneInput input;
    for (int layer : {0, 1})
    {
        SceneInput::AreaInput area;
        area.outline.points = {{0, 0}, {8.0 + layer, 0}, {8.0 + layer, 4}, {0, 4}};
        area.layer = layer;
        input.areas.push_back(area);
    }
    const CorridorMap map = buildCorridorMap(buildScene(input).value()).value();
    EXPECT_EQ(map.componentCount(), 2u);
    for (int layer : {0, 1})
    {
        const CorridorMap::Ball ball = map.findEnclosingBall({4, 2}, 0.5, layer);
        ASSERT_TRUE(ball);
        EXPECT_EQ(map.vertices()[ball.edge != kNone ? map.edges()[ball.edge].a : ball.vertex].layer, layer);
    }
    EXPECT_FALSE(map.findEnclosingBall({4, 2}, 0.5, 2));
    // Without a layer it is the lowest with room for both: the balls of the upper one are nearer to some of these points.
    CorridorFinder finder(map);
    for (double x = 0.6; x < 7.5; x += 0.31)
        for (double y = 0.6; y < 3.5; y += 0.31)
        {
            EXPECT_TRUE(finder.find({x, y}, {4, 2}, {.radius = 0.5})) << x << " " << y;
            EXPECT_TRUE(finder.find({4, 2}, {x, y}, {.radius = 0.5})) << x << " " << y;
        }
    EXPECT_TRUE(finder.find({8.4, 2}, {1, 2}, {.radius = 0.5})) << "only the upper one is so long";
    EXPECT_EQ(finder.find({4, 2}, {20, 2}, {.radius = 0.5}).problem(), PathProblem::goal_outside);
}

TEST(CorridorMap, OptionsThatMakeNoSenseAreRefused)
{
    const Scene scene = test::makeRoom({{0, 0}, {4, 0}, {4, 4}, {0, 4}});
    const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
    const auto isRefused = [&](const CorridorMapOptions& options) {
        const auto map = buildCorridorMap(scene, options);
        return !map && map.error().code == ErrorCode::invalid_argument;
    };
    for (const double bad : {-1.0, nan, infinity})
    {
        EXPECT_TRUE(isRefused({.max_radius = bad}));
        EXPECT_TRUE(isRefused({.spacing = bad}));
        EXPECT_TRUE(isRefused({.finest = bad}));
        EXPECT_TRUE(isRefused({.corner_clearance = bad}));
    }
    EXPECT_TRUE(isRefused({.spacing = 0}));
    EXPECT_TRUE(isRefused({.finest = 0}));
    EXPECT_TRUE(isRefused({.spacing = 0.1, .finest = 0.2}));
    EXPECT_TRUE(isRefused({.corner_clearance = 0}));
    EXPECT_FALSE(isRefused({.max_radius = 0}));
}

TEST(CorridorMap, MoreSamplesThanAllowedAreRefused)
{
    const Scene scene = test::makeRoom({{0, 0}, {1e6, 0}, {1e6, 2}, {0, 2}});
    const auto fine = buildCorridorMap(scene, {.finest = 1e-9, .max_sample_count = 10000});
    ASSERT_FALSE(fine);
    EXPECT_EQ(fine.error().code, ErrorCode::out_of_range);
    EXPECT_TRUE(buildCorridorMap(scene, {.spacing = 1e3, .finest = 1e3, .max_sample_count = 10000000}));
}

} // namespace
} // namespace clearway
