// SPDX-License-Identifier: MIT
// The two sweeps of the overlay against comparing all edges with all edges.
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include <clearway/base/random.h>

#include "scene/crossing_sweep.h"
#include "scene/lattice.h"
#include "scene/overlay.h"
#include "tests/support/scale.h"

namespace clearway::overlay {

namespace {

struct Graph
{
    std::vector<LooseNode> nodes;
    std::vector<Piece> pieces;
};

Graph drawGraph(Random& random, std::uint64_t range, std::uint64_t edge_count)
{
    Graph graph;
    const auto draw = [&] { return static_cast<std::int32_t>(random.below(range)); };
    for (std::uint32_t i = 0; i < edge_count; ++i)
    {
        const std::int32_t x = draw();
        const LatticePoint a{x, draw()};
        const std::int32_t u = draw();
        const LatticePoint b{u, draw()};
        if (a == b) continue;
        const std::uint32_t first = static_cast<std::uint32_t>(graph.nodes.size());
        graph.nodes.push_back({a, first, 0});
        graph.nodes.push_back({b, first + 1, 0});
        graph.pieces.push_back({{first, first + 1}, 2 * first});
    }
    return graph;
}

bool doCross(LatticePoint a, LatticePoint b, LatticePoint c, LatticePoint d)
{
    const auto sign = [](std::int64_t v) { return v > 0 ? 1 : v < 0 ? -1 : 0; };
    return sign(cross(a, b, c)) * sign(cross(a, b, d)) < 0 && sign(cross(c, d, a)) * sign(cross(c, d, b)) < 0;
}

bool isCleanSlowly(const Arrangement& arrangement)
{
    for (std::uint32_t e = 0; e < arrangement.edges.size(); ++e)
    {
        for (std::uint32_t f = 0; f < e; ++f)
        {
            if (doCross(arrangement.low(e), arrangement.high(e), arrangement.low(f), arrangement.high(f))) return false;
        }
        for (std::uint32_t node = 0; node < arrangement.nodes.size(); ++node)
        {
            if (node == arrangement.edges[e].low || node == arrangement.edges[e].high) continue;
            if (passesPixel(arrangement.low(e), arrangement.high(e), arrangement.nodes[node])) return false;
        }
    }
    return true;
}

} // namespace

TEST(FindContacts, SaysCleanExactlyWhenNoEdgeCrossesOrPassesAPixel)
{
    int clean_count = 0, dirty_count = 0;
    for (std::uint64_t seed = 0; seed < 60000u * static_cast<unsigned>(test::testScale()); ++seed)
    {
        Random random(seed, 11);
        const std::uint64_t range = 3 + random.below(seed % 2 == 0 ? 8 : 60);
        Graph graph = drawGraph(random, range, 1 + random.below(6));
        if (graph.pieces.empty()) continue;
        const Arrangement arrangement = buildArrangement(std::move(graph.nodes), std::move(graph.pieces), false);
        std::vector<StartNode> starts;
        const bool is_clean = findContacts(arrangement, {}, starts) == Cleanness::clean;
        ASSERT_EQ(is_clean, isCleanSlowly(arrangement)) << "seed " << seed;
        ++(is_clean ? clean_count : dirty_count);
    }
    EXPECT_GT(clean_count, 3000);
    EXPECT_GT(dirty_count, 3000);
}

TEST(FindContacts, NamesTheEdgeStraightBelowEveryStart)
{
    for (std::uint64_t seed = 0; seed < 20000u * static_cast<unsigned>(test::testScale()); ++seed)
    {
        Random random(seed, 12);
        Graph graph = drawGraph(random, 60, 1 + random.below(5));
        if (graph.pieces.empty()) continue;
        const Arrangement arrangement = buildArrangement(std::move(graph.nodes), std::move(graph.pieces), false);
        std::vector<StartNode> starts;
        if (findContacts(arrangement, {}, starts) != Cleanness::clean) continue;
        for (const StartNode& start : starts)
        {
            const LatticePoint p = arrangement.nodes[start.node];
            // Highest edge under p just right of its column: an edge that starts in the column counts, one that ends there does
            // not.
            std::uint32_t expected = kNone;
            double best = -1;
            for (std::uint32_t e = 0; e < arrangement.edges.size(); ++e)
            {
                const LatticePoint low = arrangement.low(e), high = arrangement.high(e);
                if (low.x > p.x || high.x <= p.x || cross(low, high, p) <= 0) continue;
                const double slope = static_cast<double>(high.y - low.y) / (high.x - low.x);
                const double y = low.y + slope * (p.x + 1e-7 - low.x);
                if (y > best) best = y, expected = e;
            }
            ASSERT_EQ(start.edge_below, expected) << "seed " << seed;
        }
    }
}

TEST(CrossingSweep, FindsEveryPointThatEdgesShare)
{
    for (std::uint64_t seed = 0; seed < 8000u * static_cast<unsigned>(test::testScale()); ++seed)
    {
        Random random(seed, 13);
        const std::uint64_t range = seed % 3 == 0 ? 5 : seed % 3 == 1 ? 30 : 2ull * kCoordinateLimit;
        Graph graph = drawGraph(random, range, 1 + random.below(14));
        if (range > 1000)
        {
            for (LooseNode& node : graph.nodes)
                node.position = {node.position.x - kCoordinateLimit, node.position.y - kCoordinateLimit};
        }
        if (graph.pieces.empty()) continue;
        const Arrangement arrangement = buildArrangement(std::move(graph.nodes), std::move(graph.pieces), false);

        std::set<FractionPoint> expected;
        std::set<std::uint32_t> expected_nodes;
        for (std::uint32_t e = 0; e < arrangement.edges.size(); ++e)
        {
            const LatticePoint a = arrangement.low(e), b = arrangement.high(e);
            for (std::uint32_t f = 0; f < e; ++f)
            {
                const LatticePoint c = arrangement.low(f), d = arrangement.high(f);
                if (doCross(a, b, c, d)) expected.insert(computeCrossing(a, b, c, d));
            }
            for (std::uint32_t node = 0; node < arrangement.nodes.size(); ++node)
            {
                const LatticePoint p = arrangement.nodes[node];
                if (cross(a, b, p) == 0 && a < p && p < b) expected_nodes.insert(node);
            }
        }
        for (std::uint32_t node : expected_nodes) expected.erase(FractionPoint::of(arrangement.nodes[node]));
        for (LatticePoint p : arrangement.nodes) expected.erase(FractionPoint::of(p));

        std::set<FractionPoint> found;
        std::set<std::uint32_t> found_nodes;
        const Progress nobody;
        Ticker ticker(nobody, "", 0);
        CrossingSweep sweep(arrangement.nodes, arrangement.edges);
        sweep.findContacts(
            [&](const FractionPoint& place, std::uint32_t node, std::span<const std::uint32_t> through) {
                EXPECT_FALSE(through.empty());
                if (node != kNone)
                    found_nodes.insert(node);
                else
                    EXPECT_TRUE(found.insert(place).second) << "twice, seed " << seed;
            },
            ticker);
        ASSERT_EQ(found_nodes, expected_nodes) << "seed " << seed;
        ASSERT_TRUE(std::ranges::equal(found, expected)) << "seed " << seed << ": " << found.size() << " of " << expected.size();
    }
}

TEST(CrossingSweep, FindsEveryPixelThatFlatEdgesPass)
{
    for (std::uint64_t seed = 0; seed < 8000u * static_cast<unsigned>(test::testScale()); ++seed)
    {
        Random random(seed, 14);
        Graph graph = drawGraph(random, seed % 2 == 0 ? 8 : 40, 1 + random.below(20));
        if (graph.pieces.empty()) continue;
        const Arrangement arrangement = buildArrangement(std::move(graph.nodes), std::move(graph.pieces), false);
        std::vector<Edge> flat;
        for (Edge edge : arrangement.edges)
        {
            const LatticePoint a = arrangement.nodes[edge.low], b = arrangement.nodes[edge.high];
            if (std::abs(b.y - a.y) <= std::abs(b.x - a.x)) flat.push_back(edge);
        }
        std::set<std::pair<std::uint32_t, std::uint32_t>> expected, found;
        for (std::uint32_t e = 0; e < flat.size(); ++e)
        {
            for (std::uint32_t node = 0; node < arrangement.nodes.size(); ++node)
            {
                if (node == flat[e].low || node == flat[e].high) continue;
                if (passesPixel(arrangement.nodes[flat[e].low], arrangement.nodes[flat[e].high], arrangement.nodes[node]))
                    expected.insert({e, node});
            }
        }
        const Progress nobody;
        Ticker ticker(nobody, "", 0);
        CrossingSweep(arrangement.nodes, flat)
            .findPixels([&](std::uint32_t e, std::uint32_t node) { found.insert({e, node}); }, ticker);
        ASSERT_EQ(found, expected) << "seed " << seed;
    }
}

} // namespace clearway::overlay
