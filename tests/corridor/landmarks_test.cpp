// SPDX-License-Identifier: MIT
#include "corridor/landmarks.h"

#include <gtest/gtest.h>

#include <clearway/corridor.h>

#include "corridor/data.h"
#include "tests/corridor/corridor_scenes.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

using test::kCorridorScenes;

TEST(Landmarks, SearchesWithThemFindWaysOfTheSameLengthAsDijkstra)
{
    std::uint64_t with_count = 0, without_count = 0;
    for (const char* name : {"rooms", "doors", "maze", "mckenna", "fig17", "city"})
    {
        SCOPED_TRACE(name);
        const Scene scene = buildScene(name).value();
        const auto walls = test::listWalls(scene);
        CorridorFinder with(buildCorridorMap(scene, {.landmark_count = 8}).value());
        CorridorFinder without(buildCorridorMap(scene, {.landmark_count = 0}).value());
        EXPECT_EQ(with.map().data().landmarks.count(), 8u);
        EXPECT_EQ(without.map().data().landmarks.count(), 0u);
        Random random(67);
        for (int i = 0; i < 60 * test::testScale(); ++i)
        {
            const double radius = random.uniform(0, 1);
            const auto start = test::drawPoint(scene, walls, radius, random),
                       goal = test::drawPoint(scene, walls, radius, random);
            if (!start || !goal) continue;
            const Corridor a = with.find(*start, *goal, {.radius = radius});
            with_count += with.expandedCount();
            const Corridor b = without.find(*start, *goal, {.radius = radius});
            without_count += without.expandedCount();
            const Corridor c = without.find(*start, *goal, {.radius = radius, .search = CorridorOptions::Search::dijkstra});
            ASSERT_EQ(a.status(), c.status());
            ASSERT_NEAR(a.length(), c.length(), 1e-9 * (1 + c.length()));
            ASSERT_NEAR(b.length(), c.length(), 1e-9 * (1 + c.length()));
        }
    }
    EXPECT_LT(with_count, without_count);
}

TEST(Landmarks, TheirBoundIsNeverAboveTheDistance)
{
    const CorridorMap map = buildCorridorMap(buildScene("mckenna").value(), {.landmark_count = 5}).value();
    const std::size_t count = map.vertices().size();
    std::vector<std::vector<double>> costs(count, std::vector<double>(count, 1e300));
    for (std::size_t i = 0; i < count; ++i) costs[i][i] = 0;
    for (const CorridorMap::Edge& edge : map.edges())
        if (!edge.is_branch) costs[edge.a][edge.b] = costs[edge.b][edge.a] = std::min(costs[edge.a][edge.b], edge.length);
    for (std::size_t k = 0; k < count; ++k)
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t j = 0; j < count; ++j) costs[i][j] = std::min(costs[i][j], costs[i][k] + costs[k][j]);
    const corridor::Landmarks& landmarks = map.data().landmarks;
    int tight = 0;
    for (std::uint32_t i = 0; i < count; ++i)
        for (std::uint32_t j = 0; j < count; ++j)
        {
            const double bound = corridor::Landmarks::computeBound(landmarks.of(i), landmarks.of(j));
            ASSERT_LE(bound, costs[i][j]);
            tight += bound > 0.99 * costs[i][j] && i != j && costs[i][j] < 1e299 ? 1 : 0;
        }
    EXPECT_GT(tight, 20);
}

TEST(Landmarks, OnlyLargeMapsHaveThemUnlessTheyAreAskedFor)
{
    const Scene scene = test::makeRoom({{0, 0}, {9, 0}, {9, 4}, {0, 4}});
    EXPECT_EQ(buildCorridorMap(scene).value().data().landmarks.count(), 0u);
    EXPECT_EQ(buildCorridorMap(scene, {.landmark_count = 2}).value().data().landmarks.count(), 2u);
    EXPECT_FALSE(buildCorridorMap(scene, {.landmark_count = 17}));
    // A map that is all branches, and one of a single vertex.
    EXPECT_TRUE(buildCorridorMap(test::makeRoom({{0, 0}, {4, 0}, {4, 4}, {0, 4}}), {.landmark_count = 4}));
    EXPECT_TRUE(buildCorridorMap(test::makeRoom({{0, 0}, {4, 0}, {4, 4}, {0, 4}}),
                                 {.corners = CorridorMapOptions::CornerBranches::prune, .landmark_count = 4}));
}

} // namespace
} // namespace clearway
