// SPDX-License-Identifier: MIT
#include <clearway/grid/field_grid.h>

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <clearway/scene/generators.h>

#include "tests/field/maps.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

Scene makeScene(double width, double height, std::vector<Ring> holes)
{
    SceneInput input;
    input.areas.push_back({.outline = {.points = {{0, 0}, {width, 0}, {width, height}, {0, height}}}});
    for (Ring& hole : holes) input.obstacles.push_back({.outline = {.points = std::move(hole)}});
    return buildScene(input).value();
}

Ring box(double x0, double y0, double x1, double y1) { return {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}; }

/// The distance from a segment to the nearest boundary edge, the slow way.
double clearanceOf(const Scene& scene, const Segment& s)
{
    double nearest = std::numeric_limits<double>::infinity();
    for (std::uint32_t i = 0; i < scene.points().size(); ++i) nearest = std::min(nearest, distance(s, scene.edge(i)));
    return nearest;
}

bool isInside(const Scene& scene, Vec2 p)
{
    int crossings = 0;
    for (const Scene::RingRange& ring : scene.rings()) crossings += classifyPoint(scene.points(ring), p) == Side::inside ? 1 : 0;
    return crossings % 2 == 1;
}

TEST(FieldGrid, TheRuleHoldsInEveryCellOfBuiltInScenes)
{
    for (const char* name : {"rooms", "donut", "cross"})
        for (const double radius : {0.0, 0.25, 1.0})
        {
            const auto scene = buildScene(name, {.scale = 0.3});
            if (!scene) continue;
            const FieldGrid grid = buildFieldGrid(*scene, {.cell_size = 0.7, .radius = radius}).value();
            ASSERT_GT(grid.freeCount(), 0);
            for (std::int32_t cell = 0; cell < grid.cellCount(); ++cell)
            {
                const Vec2 p = grid.centerOf(cell);
                const double room = clearanceOf(*scene, {p, p});
                const bool fits = isInside(*scene, p) && room > 0 && room >= radius;
                if (std::abs(room - radius) > 1e-6)
                {
                    ASSERT_EQ(grid.isFree(cell), fits) << name << " at " << p.x << ", " << p.y;
                }
                for (const FieldGrid::Toward side : {FieldGrid::Toward::right, FieldGrid::Toward::up})
                {
                    const std::int32_t other = cell + (side == FieldGrid::Toward::right ? 1 : grid.width());
                    if (other >= grid.cellCount() || (side == FieldGrid::Toward::right && other % grid.width() == 0)) continue;
                    if (!grid.isFree(cell) || !grid.isFree(other)) continue;
                    const double way = clearanceOf(*scene, {p, grid.centerOf(other)});
                    if (std::abs(way - radius) < 1e-6) continue;
                    ASSERT_EQ(grid.neighbour(cell, side) == other, way > 0 && way >= radius);
                }
            }
        }
}

TEST(FieldGrid, ADoorOneCellWiderThanTheDiscIsNeverLost)
{
    for (int i = 0; i < 40 * test::testScale(); ++i)
    {
        const double shift = std::fmod(0.037 * i, 5.8), radius = 0.3, cell = 0.5, width = 2 * radius + cell + 1e-3;
        const Scene scene = makeScene(20, 10, {box(10, -1, 10.2, 3 + shift), box(10, 3 + shift + width, 10.2, 11)});
        const FieldGrid grid = buildFieldGrid(scene, {.cell_size = cell, .radius = radius}).value();
        EXPECT_EQ(grid.componentCount(), 1) << "shift " << shift;
        const FieldGrid larger = buildFieldGrid(scene, {.cell_size = cell, .radius = radius + cell / 2 + 0.01}).value();
        EXPECT_GE(larger.componentCount(), 2) << "a disc that does not fit passes";
    }
}

TEST(FieldGrid, AWallThinnerThanACellParts)
{
    for (int i = 0; i < 20; ++i)
    {
        const double x = 5 + 0.05 * i;
        const Scene scene = makeScene(10, 4, {box(x, -1, x + 0.01, 5)});
        EXPECT_EQ(buildFieldGrid(scene, {.cell_size = 0.5, .radius = 0}).value().componentCount(), 2) << x;
    }
}

TEST(FieldGrid, TerrainIsEnteredByThoseWhoMay)
{
    const Scene scene = makeScene(10, 4, {});
    const TerrainArea areas[] = {{box(4, 0, 6, 4), Terrain::water}, {box(4, 3, 6, 4), Terrain::road}};
    const FieldGrid walker = buildFieldGrid(scene, {.radius = 0.1, .terrain = areas}).value();
    const FieldGrid boat = buildFieldGrid(scene, {.radius = 0.1, .terrain = areas, .costs = {1, 1, 2, 1}}).value();
    EXPECT_FALSE(walker.isFree(walker.cellAt({5, 1})));
    EXPECT_TRUE(boat.isFree(boat.cellAt({5, 1})));
    EXPECT_EQ(boat.costOf(boat.cellAt({5, 1})), 2);
    EXPECT_EQ(walker.costOf(walker.cellAt({5, 3.4})), 0.5);
    EXPECT_EQ(walker.terrainOf(walker.cellAt({5, 3.4})), Terrain::road);
    EXPECT_TRUE(walker.hasCosts());
    EXPECT_EQ(walker.componentCount(), 1) << "the road is a bridge";
}

TEST(EnterableScene, IsTheSceneWithoutForbiddenGround)
{
    const Scene scene = makeScene(10, 4, {});
    const TerrainArea areas[] = {
        {box(4, -1, 6, 5), Terrain::water}, {box(3, 3, 7, 4), Terrain::road}, {box(4.5, 3.5, 5, 6), Terrain::water}};
    EXPECT_EQ(buildEnterableScene(scene, areas, {1, 1, 1, 1}).value().computeHash(), scene.computeHash());
    const Scene dry = buildEnterableScene(scene, areas, kWalkerCosts).value();
    EXPECT_TRUE(verify(dry).empty());
    // Two banks of 16 square metres, the road over the water of 2, and of that the piece under the last area of 0.25.
    EXPECT_NEAR(dry.area(), 16 + 16 + 2 - 0.25, 1e-6);
    EXPECT_EQ(dry.areas().size(), 1u) << "the road is a bridge";
    const TerrainArea all = {box(-1, -1, 11, 5), Terrain::water};
    EXPECT_FALSE(buildEnterableScene(scene, {&all, 1}, kWalkerCosts)) << "nothing is left";
}

TEST(FieldGrid, ObstaclesCanBeAddedLater)
{
    const Scene scene = makeScene(10, 4, {});
    const Disc disc = {{5, 2}, 1};
    const Ring wall = box(2, -1, 2.6, 5);
    const FieldGrid grid = buildFieldGrid(scene, {.radius = 0.25, .discs = {&disc, 1}}).value();
    const FieldGrid later = buildFieldGrid(scene, {.radius = 0.25}).value().withDiscs({&disc, 1});
    for (std::int32_t cell = 0; cell < grid.cellCount(); ++cell)
    {
        EXPECT_EQ(grid.isFree(cell), later.isFree(cell));
        EXPECT_TRUE(!grid.isFree(cell) || distance(grid.centerOf(cell), disc.center) >= 1.25);
    }
    EXPECT_EQ(buildFieldGrid(scene, {.radius = 0.25, .obstacles = {&wall, 1}}).value().componentCount(), 2);
}

TEST(FieldGrid, BadInputIsRefused)
{
    const Scene scene = makeScene(10, 10, {});
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(buildFieldGrid(scene, {.cell_size = 0}));
    EXPECT_FALSE(buildFieldGrid(scene, {.cell_size = nan}));
    EXPECT_FALSE(buildFieldGrid(scene, {.radius = -1}));
    EXPECT_FALSE(buildFieldGrid(scene, {.costs = {1, nan, 1, 1}}));
    const Disc disc = {{nan, 0}, 1};
    EXPECT_FALSE(buildFieldGrid(scene, {.discs = {&disc, 1}}));
    const auto large = buildFieldGrid(scene, {.cell_size = 10.0 / 20000});
    ASSERT_FALSE(large) << "20,000 x 20,000 cells are refused before they are allocated";
    EXPECT_EQ(large.error().code, ErrorCode::out_of_range);
    EXPECT_FALSE(buildFieldGrid(scene, {.cell_size = 1e-300}));
    const std::uint8_t one = 1;
    EXPECT_FALSE(buildFieldGrid(0, 1, {}));
    EXPECT_FALSE(buildFieldGrid(2, 1, {&one, 1}));
    EXPECT_FALSE(buildFieldGrid(20000, 20000, {&one, 1}));
    EXPECT_TRUE(buildFieldGrid(1, 1, {&one, 1}));
    const FieldGrid nothing = buildFieldGrid(scene, {.radius = 20}).value();
    EXPECT_EQ(nothing.freeCount(), 0);
}

TEST(FieldGrid, ChosenCellsKeepAGridOfAnyShapeSmall)
{
    constexpr double kMost = 10000;
    for (const Vec2 size : {Vec2{1, 1}, {30, 30}, {1e4, 1e4}, {1e5, 3}, {3, 4e9}, {4e9, 4e9}})
    {
        SceneInput input;
        input.areas.push_back({.outline = {.points = {{0, 0}, {size.x, 0}, size, {0, size.y}}}});
        const Scene scene = buildScene(input).value();
        const double cell_size = chooseCellSize(scene, 0.5, kMost);
        EXPECT_GE(cell_size, 0.5);
        if (size.x * size.y <= 0.25 * kMost)
        {
            EXPECT_EQ(cell_size, 0.5);
        }
        const Result<FieldGrid> grid = buildFieldGrid(scene, {.cell_size = cell_size});
        ASSERT_TRUE(grid.ok()) << size.x << " " << size.y;
        EXPECT_LE(grid->cellCount(), 2.1 * kMost) << size.x << " " << size.y;
    }
}

TEST(FieldGrid, TheNearestFreeCellIsTheNearest)
{
    const FieldGrid grid = test::makeBlocks(30, 30, 5).grid();
    Random random(1);
    for (int i = 0; i < 200; ++i)
    {
        const Vec2 p = {random.uniform(-2, 32), random.uniform(-2, 32)};
        const std::int32_t found = grid.findNearestFree(p, 6);
        double nearest = std::numeric_limits<double>::infinity();
        for (std::int32_t cell = 0; cell < grid.cellCount(); ++cell)
            if (grid.isFree(cell)) nearest = std::min(nearest, distance(p, grid.centerOf(cell)));
        if (nearest > 6)
            EXPECT_EQ(found, FieldGrid::kNone);
        else
            EXPECT_EQ(distance(p, grid.centerOf(found)), nearest);
    }
}

} // namespace
} // namespace clearway
