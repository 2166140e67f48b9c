// SPDX-License-Identifier: MIT
#include <clearway/corridor.h>

#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "tests/corridor/corridor_scenes.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

using test::kCorridorScenes;

/// The edges of a way between its first and its last piece, which may be parts.
std::vector<std::uint32_t> listEdges(const Corridor& way)
{
    std::vector<std::uint32_t> edges;
    for (const Corridor::Piece& piece : way.pieces()) edges.push_back(piece.edge);
    return edges;
}

/// Distances between all vertices over edges that the disc passes, branches left out. O(n^3).
std::vector<std::vector<double>> computeAllDistances(const CorridorMap& map, double radius)
{
    const std::size_t count = map.vertices().size();
    std::vector<std::vector<double>> costs(count, std::vector<double>(count, 1e300));
    for (std::size_t i = 0; i < count; ++i) costs[i][i] = 0;
    for (const CorridorMap::Edge& edge : map.edges())
        if (!edge.is_branch && edge.narrowest >= radius)
            costs[edge.a][edge.b] = costs[edge.b][edge.a] = std::min(costs[edge.a][edge.b], edge.length);
    for (std::size_t k = 0; k < count; ++k)
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t j = 0; j < count; ++j) costs[i][j] = std::min(costs[i][j], costs[i][k] + costs[k][j]);
    return costs;
}

/// Every way without a repeated vertex from u to v: edges in order.
void listSimpleWays(const CorridorMap& map, double radius, std::uint32_t u, std::uint32_t v, std::vector<bool>& is_used,
                    std::vector<std::uint32_t>& edges, double length,
                    std::vector<std::pair<double, std::vector<std::uint32_t>>>& found)
{
    if (u == v)
    {
        found.emplace_back(length, edges);
        return;
    }
    is_used[u] = true;
    for (const std::uint32_t seen : map.edgesAt(u))
    {
        const CorridorMap::Edge& edge = map.edges()[seen / 2];
        const std::uint32_t other = seen % 2 ? edge.a : edge.b;
        if (edge.is_branch || edge.narrowest < radius || is_used[other]) continue;
        edges.push_back(seen / 2);
        listSimpleWays(map, radius, other, v, is_used, edges, length + edge.length, found);
        edges.pop_back();
    }
    is_used[u] = false;
}

/// Three pillars in a row: every way passes each on one side or the other.
Scene makePillars()
{
    return test::makeRoom(
        {{0, 0}, {40, 0}, {40, 15}, {0, 15}},
        {{{6, 5}, {10, 4}, {11, 9}, {6, 10}}, {{17, 5}, {22, 5}, {21, 11}, {17, 9}}, {{29, 4}, {33, 6}, {32, 10}, {28, 9}}});
}

/// Two rows of two and three.
Scene makeBlocks()
{
    return test::makeRoom({{0, 0}, {40, 0}, {40, 26}, {0, 26}}, {{{6, 4}, {12, 5}, {11, 10}, {5, 9}},
                                                                 {{18, 3}, {24, 4}, {23, 11}, {17, 10}},
                                                                 {{30, 5}, {35, 4}, {34, 11}, {29, 9}},
                                                                 {{9, 16}, {15, 15}, {14, 21}, {8, 22}},
                                                                 {{22, 15}, {29, 16}, {28, 22}, {21, 20}}});
}

TEST(Ways, TheyAreThoseOfABruteForceEnumeration)
{
    // From vertex to vertex, so that the ways are rows of whole edges.
    const double radius = 0.2;
    int compared = 0;
    for (const Scene& scene : {makePillars(), makeBlocks()})
    {
        const CorridorMap map = buildCorridorMap(scene, {.corners = CorridorMapOptions::CornerBranches::prune}).value();
        WaysFinder finder(map);
        const auto costs = computeAllDistances(map, radius);
        for (const double most_shared : {1.0, 0.6, 0.2})
            for (std::uint32_t u = 0; u < map.vertices().size(); ++u)
                for (std::uint32_t v = 0; v < map.vertices().size(); ++v)
                {
                    if (u == v || costs[u][v] > 1e299) continue;
                    const WaysOptions options{.radius = radius, .count = 100, .longest = 2, .most_shared = most_shared};
                    const Ways ways = finder.find(map.vertices()[u].position, map.vertices()[v].position, options);
                    ASSERT_TRUE(ways);
                    std::vector<std::pair<double, std::vector<std::uint32_t>>> all, expected;
                    std::vector<bool> is_used(map.vertices().size());
                    std::vector<std::uint32_t> edges;
                    listSimpleWays(map, radius, u, v, is_used, edges, 0, all);
                    std::sort(all.begin(), all.end());
                    for (const auto& [length, way] : all)
                    {
                        // Shortest through some vertex on it?
                        std::vector<std::uint32_t> on_it = {u};
                        for (const std::uint32_t edge : way)
                            on_it.push_back(map.edges()[edge].a == on_it.back() ? map.edges()[edge].b : map.edges()[edge].a);
                        const bool is_via = std::any_of(on_it.begin(), on_it.end(), [&](std::uint32_t w) {
                            return std::abs(costs[u][w] + costs[w][v] - length) < 1e-9;
                        });
                        const bool is_same = std::any_of(expected.begin(), expected.end(), [&](const auto& other) {
                            double shared = 0;
                            for (const std::uint32_t edge : way)
                                if (std::count(other.second.begin(), other.second.end(), edge))
                                    shared += map.edges()[edge].length;
                            return shared > most_shared * length || other.second == way;
                        });
                        if (is_via && !is_same && length <= 2 * all.front().first) expected.emplace_back(length, way);
                    }
                    ASSERT_EQ(ways.corridors().size(), expected.size()) << u << " to " << v << " sharing " << most_shared;
                    for (std::size_t i = 0; i < expected.size(); ++i)
                    {
                        ASSERT_NEAR(ways.lengths()[i], expected[i].first, 1e-9);
                        ASSERT_EQ(listEdges(ways.corridors()[i]), expected[i].second);
                        ++compared;
                    }
                }
    }
    EXPECT_GT(compared, 100);
}

TEST(Ways, EachIsAValidCorridorAndNoneVisitsAnEdgeTwice)
{
    int several = 0;
    for (const char* name : kCorridorScenes)
    {
        SCOPED_TRACE(name);
        const Scene scene = buildScene(name).value();
        const auto walls = test::listWalls(scene);
        WaysFinder finder(buildCorridorMap(scene).value());
        CorridorFinder corridors(finder.map());
        Random random(61);
        for (int i = 0; i < 40 * test::testScale(); ++i)
        {
            const double radius = random.uniform(0, 0.5);
            const auto start = test::drawPoint(scene, walls, radius, random),
                       goal = test::drawPoint(scene, walls, radius, random);
            if (!start || !goal) continue;
            const Ways ways = finder.find(*start, *goal, {.radius = radius, .count = 5});
            const Corridor shortest = corridors.find(*start, *goal, {.radius = radius});
            ASSERT_EQ(ways.status(), shortest.status());
            if (!ways) continue;
            several += ways.corridors().size() > 1 ? 1 : 0;
            ASSERT_EQ(ways.corridors()[0].length(), shortest.length());
            ASSERT_EQ(listEdges(ways.corridors()[0]), listEdges(shortest));
            std::set<std::vector<std::uint32_t>> seen;
            for (std::size_t w = 0; w < ways.corridors().size(); ++w)
            {
                const Corridor& way = ways.corridors()[w];
                ASSERT_TRUE(way);
                ASSERT_EQ(way.length(), ways.lengths()[w]);
                ASSERT_GE(way.length(), ways.lengths()[w > 0 ? w - 1 : 0] - 1e-9);
                ASSERT_LE(way.length(), 1.5 * shortest.length() + 1e-9);
                const auto backbone = way.backbone();
                double length = 0;
                for (std::size_t k = 0; k < backbone.size(); ++k)
                {
                    ASSERT_GE(backbone[k].clearance, radius - 1e-6);
                    if (k > 0) length += distance(backbone[k - 1].position, backbone[k].position);
                }
                ASSERT_LE(distance(backbone.front().position, *start), backbone.front().clearance - radius + 1e-6);
                ASSERT_LE(distance(backbone.back().position, *goal), 1e-9);
                ASSERT_GE(length, way.length() - 1e-6);
                std::vector<std::uint32_t> edges = listEdges(way);
                seen.insert(edges);
                const bool starts_and_ends_on_one = edges.size() > 1 && edges.front() == edges.back();
                std::sort(edges.begin(), edges.end());
                const auto repeated = std::unique(edges.begin(), edges.end());
                ASSERT_LE(edges.end() - repeated, starts_and_ends_on_one ? 1 : 0);
            }
            ASSERT_EQ(seen.size(), ways.corridors().size());
        }
    }
    EXPECT_GT(several, 30);
}

TEST(Ways, TravellersSpreadOverThemAndMostTakeTheShortest)
{
    const std::vector<double> lengths = {100, 105, 130};
    std::vector<int> counts(3);
    for (std::uint64_t id = 0; id < 30000; ++id)
    {
        const std::size_t way = chooseWay(id, lengths);
        ASSERT_EQ(way, chooseWay(id, lengths));
        ++counts[way];
    }
    // In proportion to 1 : (100/105)^12 : (100/130)^12.
    const double second = std::pow(100.0 / 105, 12), third = std::pow(100.0 / 130, 12), total = 1 + second + third;
    EXPECT_NEAR(counts[0], 30000 / total, 400);
    EXPECT_NEAR(counts[1], 30000 * second / total, 400);
    EXPECT_NEAR(counts[2], 30000 * third / total, 150);
    EXPECT_EQ(chooseWay(3, {}), 0u);
    EXPECT_EQ(chooseWay(3, std::vector<double>{7}), 0u);
    EXPECT_LT(chooseWay(3, std::vector<double>{0, 0}), 2u);
    int differs = 0;
    for (std::uint64_t id = 0; id < 100; ++id) differs += chooseWay(id, lengths, 1) != chooseWay(id, lengths, 2) ? 1 : 0;
    EXPECT_GT(differs, 10);
}

TEST(Ways, TheySayWhyThereAreNone)
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const CorridorMap map = buildCorridorMap(makePillars()).value();
    EXPECT_EQ(findWays(map, {1, 1}, {nan, 1}).problem(), PathProblem::bad_point);
    EXPECT_EQ(findWays(map, {-1, 1}, {3, 1}).problem(), PathProblem::start_outside);
    EXPECT_EQ(findWays(map, {1, 1}, {8, 7}).problem(), PathProblem::goal_outside);
    EXPECT_EQ(findWays(map, {1, 1}, {39, 1}, {.radius = 100}).problem(), PathProblem::start_too_tight);
    EXPECT_EQ(findWays(map, {1, 1}, {39, 1}, {.longest = 0.5}).problem(), PathProblem::bad_option);
    EXPECT_EQ(findWays(map, {1, 1}, {39, 1}, {.longest = nan}).problem(), PathProblem::bad_option);
    EXPECT_EQ(findWays(map, {1, 1}, {39, 1}, {.most_shared = -0.1}).problem(), PathProblem::bad_option);
    const Ways none = findWays(map, {1, 1}, {39, 1}, {.count = 0});
    EXPECT_TRUE(none);
    EXPECT_TRUE(none.corridors().empty());
    EXPECT_EQ(findWays(map, {1, 1}, {39, 1}, {.count = 1}).corridors().size(), 1u);
    EXPECT_GT(findWays(map, {1, 7}, {39, 7}, {.count = 8}).corridors().size(), 1u);
}

} // namespace
} // namespace clearway
