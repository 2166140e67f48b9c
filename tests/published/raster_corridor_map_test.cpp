// SPDX-License-Identifier: MIT
#include <clearway/published/raster_corridor_map.h>

#include <cmath>

#include <gtest/gtest.h>

#include <clearway/corridor/corridor_map.h>
#include <clearway/published/raster_voronoi.h>

#include "tests/corridor/corridor_scenes.h"
#include "tests/support/scale.h"

namespace clearway::published {
namespace {

using test::kCorridorScenes;

TEST(RasterCorridorMap, PruningKeepsTheDifferenceAndResamplingTheGraph)
{
    for (const char* name : kCorridorScenes)
    {
        SCOPED_TRACE(name);
        const Scene scene = buildScene(name).value();
        const RasterCorridorMap map = buildRasterCorridorMap(scene).value();
        EXPECT_EQ(map.raw.vertices + map.pruned.edges, map.pruned.vertices + map.raw.edges);
        EXPECT_EQ(map.resampled.vertices, map.pruned.vertices);
        EXPECT_EQ(map.resampled.edges, map.pruned.edges);
        EXPECT_LE(map.pruned.samples, map.raw.samples);
        EXPECT_LE(map.resampled.samples, map.pruned.samples);
        const auto holes =
            std::count_if(scene.rings().begin(), scene.rings().end(), [](const auto& ring) { return ring.is_hole; });
        EXPECT_EQ(static_cast<std::int64_t>(map.edges.size()) - static_cast<std::int64_t>(map.vertices.size()) +
                      map.component_count,
                  holes);
        for (const RasterCorridorMap::Edge& edge : map.edges) ASSERT_EQ(map.components[edge.a], map.components[edge.b]);
    }
}

TEST(RasterCorridorMap, ADiscAtOneBallLiesInTheNextBothWays)
{
    for (const char* name : kCorridorScenes)
        for (const double max_radius : {0.3, 1.0})
        {
            SCOPED_TRACE(name);
            const RasterCorridorMap map =
                buildRasterCorridorMap(buildScene(name).value(), {}, {.max_radius = max_radius}).value();
            for (const RasterCorridorMap::Edge& edge : map.edges)
            {
                const auto samples = map.samplesOf(edge);
                ASSERT_GE(samples.size(), 2u);
                ASSERT_EQ(samples.front().position, map.vertices[edge.a].position);
                ASSERT_EQ(samples.back().position, map.vertices[edge.b].position);
                double valid = std::numeric_limits<double>::infinity(), length = 0;
                for (std::size_t i = 1; i < samples.size(); ++i)
                {
                    const double step = distance(samples[i - 1].position, samples[i].position);
                    const double smaller = std::min(samples[i - 1].clearance, samples[i].clearance);
                    valid = std::min(valid, smaller - step);
                    length += step;
                    // Samples that were thinned out obey the rule; those of the picture are a pixel apart.
                    ASSERT_TRUE(step <= map.pixel + 1e-9 || step <= std::min(1.0, smaller - max_radius) + 1e-12) << step;
                    ASSERT_GE(smaller, edge.narrowest);
                }
                ASSERT_DOUBLE_EQ(edge.valid_radius, valid);
                ASSERT_NEAR(edge.length, length, 1e-9);
                ASSERT_LE(edge.valid_radius, edge.raw_valid_radius + map.pixel + 1e-12);
                ASSERT_LE(edge.raw_valid_radius, edge.narrowest);
                ASSERT_GE(edge.raw_valid_radius, edge.narrowest - map.pixel - 1e-12);
            }
        }
}

TEST(RasterCorridorMap, NoBallThatIsLeftCouldGo)
{
    const RasterCorridorMapOptions options;
    std::vector<RasterGraph::Sample> row;
    for (int i = 0; i < 200; ++i) row.push_back({{0.125 * i, 0}, 1.0 + 0.02 * i});
    std::vector<RasterGraph::Sample> kept;
    resample(row, options, kept);
    EXPECT_EQ(kept.front().position, row.front().position);
    EXPECT_EQ(kept.back().position, row.back().position);
    EXPECT_LT(kept.size(), 60u);
    EXPECT_GT(kept.size(), 25u);
    EXPECT_NEAR(distance(kept[1].position, kept[0].position), 0.125, 1e-12) << "narrow: as the pixels are";
    EXPECT_NEAR(distance(kept[kept.size() - 3].position, kept[kept.size() - 2].position), 1, 1e-12) << "wide: as preferred";
    std::vector<RasterGraph::Sample> two;
    resample(std::span(row).first(2), options, two);
    EXPECT_EQ(two.size(), 2u);
    std::vector<RasterGraph::Sample> none;
    resample({}, options, none);
    EXPECT_TRUE(none.empty());
}

/// The largest radius for which edges connect the vertices nearest to two places, by trying ever smaller ones.
template <typename Map, typename Vertices, typename Width>
double widestBetween(const Map& edges, const Vertices& vertices, const Width& widthOf, Vec2 from, Vec2 to)
{
    const auto nearest = [&](Vec2 p) {
        std::size_t best = 0;
        for (std::size_t i = 1; i < vertices.size(); ++i)
            if (distance(vertices[i].position, p) < distance(vertices[best].position, p)) best = i;
        return best;
    };
    std::vector<double> widest(vertices.size(), -1);
    widest[nearest(from)] = std::numeric_limits<double>::infinity();
    for (bool changed = true; changed;)
    {
        changed = false;
        for (const auto& edge : edges)
            for (const auto& [a, b] : {std::pair(edge.a, edge.b), std::pair(edge.b, edge.a)})
                if (const double width = std::min(widest[a], widthOf(edge)); width > widest[b])
                {
                    widest[b] = width;
                    changed = true;
                }
    }
    return widest[nearest(to)];
}

TEST(RasterCorridorMap, WhatPassesIsWhatTheExactMapSaysToAPixel)
{
    for (const char* name : {"mckenna", "fig17", "cross"})
    {
        SCOPED_TRACE(name);
        const Scene scene = buildScene(name).value();
        const CorridorMap exact = buildCorridorMap(scene).value();
        const RasterCorridorMap raster = buildRasterCorridorMap(scene).value();
        Random random(3);
        for (int i = 0; i < 20 * test::testScale(); ++i)
        {
            // Places where the exact map has a vertex in the open, and the raster map one nearby.
            const auto draw = [&] {
                while (true)
                {
                    const auto& vertex = exact.vertices()[random.below(exact.vertices().size())];
                    if (vertex.clearance > 1) return vertex.position;
                }
            };
            const Vec2 from = draw(), to = draw();
            if (from == to) continue;
            const auto narrowest = [](const auto& edge) { return edge.narrowest; };
            ASSERT_NEAR(widestBetween(exact.edges(), exact.vertices(), narrowest, from, to),
                        widestBetween(raster.edges, raster.vertices, narrowest, from, to), 0.125);
        }
    }
}

TEST(RasterCorridorMap, OptionsThatMakeNoSenseAreRefused)
{
    const Scene scene = test::makeRoom({{0, 0}, {4, 0}, {4, 4}, {0, 4}});
    const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
    for (const double bad : {-1.0, nan, infinity})
    {
        EXPECT_FALSE(buildRasterCorridorMap(scene, {}, {.max_radius = bad}));
        EXPECT_FALSE(buildRasterCorridorMap(scene, {}, {.spacing = bad}));
        EXPECT_FALSE(buildRasterCorridorMap(scene, {.pixel = bad}));
    }
    EXPECT_FALSE(buildRasterCorridorMap(scene, {}, {.spacing = 0}));
    EXPECT_FALSE(buildRasterCorridorMap(scene, {.pixel = 0}));
    EXPECT_TRUE(buildRasterCorridorMap(scene, {}, {.max_radius = 0}));
}

} // namespace
} // namespace clearway::published
