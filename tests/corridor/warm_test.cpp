// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <clearway/corridor.h>

#include "tests/corridor/corridor_scenes.h"
#include "tests/support/count_allocations.h"

namespace clearway {
namespace {

TEST(CorridorFinder, OnceWarmItAllocatesNothing)
{
    const Scene scene = buildScene("mckenna").value();
    const auto walls = test::listWalls(scene);
    Random random(2);
    std::vector<Vec2> points;
    for (int i = 0; i < 60; ++i) points.push_back(test::drawPoint(scene, walls, i % 2 ? 0.3 : 0.02, random).value());
    CorridorFinder finder(buildCorridorMap(scene).value());
    Corridor corridor;
    std::vector<CorridorMap::Sample> backbone;
    const auto askAll = [&] {
        int found = 0;
        for (std::size_t i = 0; i + 1 < points.size(); ++i)
        {
            finder.find(points[i], points[i + 1], {.radius = i % 3 ? 0.3 : 0.01}, corridor);
            corridor.computeBackbone(backbone);
            found += corridor ? 1 : 0;
        }
        return found;
    };
    EXPECT_GT(askAll(), 20);
    const long before = test::allocation_count;
    askAll();
    EXPECT_EQ(test::allocation_count - before, 0);
}

TEST(CorridorPathFinder, OnceWarmItAllocatesNothingNorDoWays)
{
    const Scene scene = buildScene("mckenna").value();
    const auto walls = test::listWalls(scene);
    Random random(3);
    std::vector<Vec2> points;
    for (int i = 0; i < 40; ++i) points.push_back(test::drawPoint(scene, walls, 0.3, random).value());
    CorridorPathFinder finder(buildCorridorMap(scene).value());
    WaysFinder ways_finder(finder.map());
    Path path;
    Ways ways;
    std::vector<Vec2> line;
    const auto askAll = [&] {
        std::size_t found = 0;
        for (std::size_t i = 0; i + 1 < points.size(); ++i)
        {
            for (const CorridorPathOptions::Kind kind : {CorridorPathOptions::Kind::backbone, CorridorPathOptions::Kind::shortest,
                                                         CorridorPathOptions::Kind::roomy, CorridorPathOptions::Kind::smooth})
            {
                finder.find(points[i], points[i + 1], {.kind = kind, .radius = 0.3}, path);
                computePoints(path, 0.01, line);
            }
            ways_finder.find(points[i], points[i + 1], {.radius = 0.3}, ways);
            found += ways.corridors().size();
        }
        return found;
    };
    EXPECT_GT(askAll(), 40u);
    const long before = test::allocation_count;
    askAll();
    EXPECT_EQ(test::allocation_count - before, 0);
}

TEST(CorridorMap, AFewPointsFarAwayAreRefusedBeforeMemoryIsSpent)
{
    // A wrong digit in one coordinate; a hall of a continent; a crack as long as that.
    for (const Ring& ring : {Ring{{0, 0}, {20, 0}, {2e9, 3e9}, {0, 20}}, Ring{{0, 0}, {5e6, 0}, {5e6, 4e6}, {0, 4e6}},
                             Ring{{0, 0}, {1e6, 0}, {1e6, 0.25}, {0, 0.25}}})
    {
        SceneInput input;
        input.areas.push_back({.outline = {ring}});
        const Result<Scene> scene = buildScene(input);
        ASSERT_TRUE(scene);
        const std::size_t before = test::allocated_bytes;
        const auto map = buildCorridorMap(*scene);
        EXPECT_LT(test::allocated_bytes - before, 1'000'000u);
        ASSERT_FALSE(map);
        EXPECT_EQ(map.error().code, ErrorCode::out_of_range);
        EXPECT_NE(map.error().message.find("samples"), std::string::npos) << map.error().message;
    }
}

} // namespace
} // namespace clearway
