// SPDX-License-Identifier: MIT
#include "geometry/bin_grid.h"

#include <limits>
#include <set>

#include <gtest/gtest.h>

#include <clearway/base/random.h>
#include <clearway/geometry/predicates.h>
#include <tests/support/scale.h>

namespace clearway::test {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// A world to scatter items in: wide, tall, flat, far away or a single point.
Box2 randomWorld(Random& random)
{
    const Vec2 origin = random.below(3) == 0 ? Vec2{500000, 5500000} : Vec2{random.uniform(-10, 10), random.uniform(-10, 10)};
    const auto extent = [&] { return random.below(5) == 0 ? 0.0 : std::ldexp(1.0, static_cast<int>(random.below(24)) - 8); };
    return {origin, origin + Vec2{extent(), extent()}};
}

Vec2 randomPoint(Random& random, const Box2& world)
{
    // Coarse positions make equal coordinates and points on the borders of cells common.
    const auto along = [&](double low, double high) {
        if (random.below(2) == 0) return low + (high - low) * static_cast<double>(random.below(17)) / 16;
        return random.uniform(low, high);
    };
    return {along(world.min.x, world.max.x), along(world.min.y, world.max.y)};
}

Box2 randomBox(Random& random, const Box2& world)
{
    Box2 box;
    box.add(randomPoint(random, world));
    if (random.below(4) == 0) return box;
    if (random.below(8) == 0)
        box.add(randomPoint(random, world));
    else
        box.add(interpolate(box.min, randomPoint(random, world), 0.02));
    return box;
}

Segment randomSegment(Random& random, const Box2& world)
{
    Segment segment{randomPoint(random, world), randomPoint(random, world)};
    if (random.below(3) != 0) segment.b = interpolate(segment.a, segment.b, 0.05);
    if (random.below(6) == 0) segment.b.x = segment.a.x;
    if (random.below(6) == 0) segment.b.y = segment.a.y;
    return segment;
}

bool touches(const Segment& segment, const Box2& box)
{
    if (box.contains(segment.a) || box.contains(segment.b)) return true;
    const Vec2 corners[] = {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}};
    for (int i = 0; i < 4; ++i)
        if (doSegmentsTouch(segment.a, segment.b, corners[i], corners[(i + 1) % 4])) return true;
    return false;
}

std::set<std::uint32_t> visited(const BinGrid& grid, const Box2& box)
{
    std::set<std::uint32_t> result;
    grid.forEachIn(box, [&](std::uint32_t item) { result.insert(item); });
    return result;
}

std::size_t countListings(const BinGrid& grid)
{
    std::size_t count = 0;
    for (std::uint32_t row = 0; row < grid.rows; ++row)
        for (std::uint32_t column = 0; column < grid.columns; ++column) count += grid.itemsAt(column, row).size();
    return count;
}

void expectOrderedCells(const BinGrid& grid)
{
    for (std::uint32_t row = 0; row < grid.rows; ++row)
        for (std::uint32_t column = 0; column < grid.columns; ++column)
        {
            const auto items = grid.itemsAt(column, row);
            for (std::size_t i = 1; i < items.size(); ++i) ASSERT_LT(items[i - 1], items[i]);
        }
}

} // namespace

TEST(BinGrid, ABoxFindsEveryBoxThatTouchesIt)
{
    for (int seed = 0; seed < 300 * testScale(); ++seed)
    {
        Random random(static_cast<std::uint64_t>(seed), 1);
        const Box2 world = randomWorld(random);
        std::vector<Box2> items(random.below(120));
        for (Box2& item : items) item = random.below(20) == 0 ? Box2{} : randomBox(random, world);
        const BinGrid grid = buildBinGrid(items, random.uniform(0.2, 5));
        ASSERT_NO_FATAL_FAILURE(expectOrderedCells(grid));
        ASSERT_LE(countListings(grid), 8 * items.size() + grid.binCount());
        for (int query = 0; query < 20; ++query)
        {
            const Box2 box = query % 2 == 0 || items.empty() ? randomBox(random, world) : items[random.below(items.size())];
            const std::set<std::uint32_t> found = visited(grid, box);
            for (std::uint32_t i = 0; i < items.size(); ++i)
                ASSERT_TRUE(!items[i].overlaps(box) || found.contains(i)) << "seed " << seed << ", item " << i;
        }
    }
}

TEST(BinGrid, ABoxFindsEverySegmentThatTouchesIt)
{
    for (int seed = 0; seed < 300 * testScale(); ++seed)
    {
        Random random(static_cast<std::uint64_t>(seed), 2);
        const Box2 world = randomWorld(random);
        std::vector<Segment> items(random.below(120));
        for (Segment& item : items) item = randomSegment(random, world);
        const BinGrid grid = buildBinGrid(items, random.uniform(0.1, 3));
        ASSERT_NO_FATAL_FAILURE(expectOrderedCells(grid));
        for (int query = 0; query < 20; ++query)
        {
            const Box2 box = randomBox(random, world);
            const std::set<std::uint32_t> found = visited(grid, box);
            for (std::uint32_t i = 0; i < items.size(); ++i)
                ASSERT_TRUE(!touches(items[i], box) || found.contains(i)) << "seed " << seed << ", item " << i;
        }
    }
}

TEST(BinGrid, ASegmentIsListedInEveryCellItPassesAndFewOthers)
{
    for (int seed = 0; seed < 100 * testScale(); ++seed)
    {
        Random random(static_cast<std::uint64_t>(seed), 3);
        const Box2 world = {{-3, 2}, {61, 34}};
        std::vector<Segment> items(150);
        for (Segment& item : items) item = randomSegment(random, world);
        const BinGrid grid = buildBinGrid(items, 0.5);
        std::size_t needed = 0;
        for (std::uint32_t row = 0; row < grid.rows; ++row)
            for (std::uint32_t column = 0; column < grid.columns; ++column)
            {
                // A cell, a hair smaller: whoever touches that must be listed.
                const Vec2 corner = grid.bounds.min + Vec2{column * grid.size, row * grid.size};
                const Box2 cell = Box2{corner, corner + Vec2{grid.size, grid.size}}.inflated(-1e-9);
                const auto listed = grid.itemsAt(column, row);
                for (std::uint32_t i = 0; i < items.size(); ++i)
                {
                    const bool is_listed = std::binary_search(listed.begin(), listed.end(), i);
                    const bool passes = touches(items[i], cell);
                    needed += passes;
                    ASSERT_TRUE(!passes || is_listed) << "seed " << seed << ", item " << i;
                    ASSERT_TRUE(!is_listed || touches(items[i], cell.inflated(4e-9))) << "seed " << seed << ", item " << i;
                }
            }
        EXPECT_LT(countListings(grid), needed * 5 / 4);
    }
}

TEST(BinGrid, APointOfASegmentOnTheBorderOfCellsFindsIt)
{
    for (int seed = 0; seed < 200 * testScale(); ++seed)
    {
        Random random(static_cast<std::uint64_t>(seed), 5);
        // Cells of about one unit, on which whole steps of the segments often lie exactly, or would but for rounding.
        const double unit = random.below(2) == 0 ? 1 : 0.1;
        const Vec2 origin = random.below(2) == 0 ? Vec2{0, 0} : Vec2{1.1, -2.3};
        const auto place = [&](double x, double y) { return Vec2{origin.x + x * unit, origin.y + y * unit}; };
        std::vector<Segment> items = {{place(0, 0), place(0, 0)}, {place(64, 64), place(64, 64)}};
        for (int i = 0; i < 62; ++i)
        {
            const double x = static_cast<double>(random.below(65)), y = static_cast<double>(random.below(65));
            items.push_back({place(x, y), place(static_cast<double>(random.below(65)), static_cast<double>(random.below(65)))});
        }
        const BinGrid grid = buildBinGrid(items, 1.0 / 64);
        ASSERT_GT(grid.columns, 8u);
        for (std::uint32_t i = 0; i < items.size(); ++i)
            for (int k = 0; k <= 64; ++k)
            {
                const Vec2 p = interpolate(items[i].a, items[i].b, k / 64.0);
                if (!isOnSegment(p, items[i].a, items[i].b)) continue;
                const auto listed = grid.itemsAt(grid.columnOf(p.x), grid.rowOf(p.y));
                ASSERT_TRUE(std::binary_search(listed.begin(), listed.end(), i))
                    << "seed " << seed << ", item " << i << ", step " << k;
            }
    }
}

TEST(BinGrid, ColumnsAndRowsAreMonotoneAndSafeForAnyNumber)
{
    const std::vector<Box2> items = {
        {{500000.1, -7}, {500003.3, -7}}, {{500010.7, 1}, {500020.9, 3}}, {{500001, -3}, {500002, -2}}};
    const BinGrid grid = buildBinGrid(items, 0.01);
    ASSERT_GT(grid.columns, 10u);
    EXPECT_EQ(grid.columnOf(-kInfinity), 0u);
    EXPECT_EQ(grid.columnOf(kInfinity), grid.columns - 1);
    EXPECT_EQ(grid.columnOf(-1e308), 0u);
    EXPECT_EQ(grid.rowOf(1e308), grid.rows - 1);
    EXPECT_EQ(grid.columnOf(kNan), 0u);
    EXPECT_EQ(grid.rowOf(kNan), 0u);
    Random random(4);
    for (int i = 0; i < 100000; ++i)
    {
        const double x = random.uniform(499999, 500022);
        const double next = std::nextafter(x, kInfinity);
        ASSERT_LE(grid.columnOf(x), grid.columnOf(next));
        ASSERT_LT(grid.columnOf(next), grid.columns);
    }
    for (std::uint32_t column = 1; column < grid.columns; ++column)
    {
        const double border = grid.bounds.min.x + column * grid.size;
        ASSERT_LE(grid.columnOf(std::nextafter(border, 0)), grid.columnOf(border));
        ASSERT_NEAR(grid.columnOf(border), column, 1);
    }
}

TEST(BinGrid, NothingAndOnePointAreGridsToo)
{
    const BinGrid empty;
    EXPECT_TRUE(empty.itemsAt(empty.columnOf(3), empty.rowOf(kNan)).empty());
    const BinGrid built = buildBinGrid(std::span<const Box2>{});
    EXPECT_TRUE(visited(built, {{-1e300, -1e300}, {1e300, 1e300}}).empty());
    EXPECT_TRUE(visited(buildBinGrid(std::vector<Box2>(5)), {{-1, -1}, {1, 1}}).empty());

    const std::vector<Segment> same(1000, Segment{{3, 4}, {3, 4}});
    const BinGrid point = buildBinGrid(same);
    EXPECT_EQ(visited(point, {{3, 4}, {3, 4}}).size(), 1000u);
    EXPECT_TRUE(visited(point, {{3.1, 4}, {5, 5}}).empty());
}

TEST(BinGrid, ExtremeSizesNeitherHangNorOverflow)
{
    constexpr double kTiny = 4.9406564584124654e-324;
    const std::vector<std::vector<Segment>> worlds = {
        {{{-1e308, -1e308}, {1e308, 1e308}}, {{0, 0}, {1, 1}}},
        {{{0, 0}, {kTiny, kTiny}}, {{0, kTiny}, {kTiny, 0}}},
        {{{0, 0}, {1e300, 0}}, {{0, 1e-300}, {1, 2e-300}}},
        {{{0, 0}, {1e-300, 1}}, {{0, 0}, {1e-300, 0.5}}},
        {{{1e15, 1e15}, {1e15 + 0.25, 1e15 + 0.25}}, {{1e15, 1e15}, {1e15 + 0.125, 1e15}}},
    };
    for (const std::vector<Segment>& world : worlds)
    {
        const BinGrid grid = buildBinGrid(world, 1e-9);
        EXPECT_LE(grid.binCount(), std::size_t{1} << 24);
        for (std::uint32_t i = 0; i < world.size(); ++i) EXPECT_TRUE(visited(grid, computeBounds(world[i])).contains(i));
    }
    const std::vector<Box2> infinite = {{{-kInfinity, 0}, {kInfinity, 1}}, {{2, 2}, {3, 3}}};
    EXPECT_EQ(visited(buildBinGrid(infinite), {{-5, 0.5}, {9, 0.5}}).count(0), 1u);
}

TEST(BinGrid, ManyLongItemsKeepTheListingsFew)
{
    std::vector<Box2> boxes;
    std::vector<Segment> segments;
    for (int i = 0; i < 3000; ++i)
    {
        boxes.push_back({{0, i * 1.0}, {3000, i + 0.5}});
        segments.push_back({{0, i * 1.0}, {3000, i + 0.5}});
    }
    for (const BinGrid& grid : {buildBinGrid(boxes), buildBinGrid(segments)})
    {
        const std::size_t cells = grid.binCount();
        EXPECT_LE(countListings(grid), 8 * boxes.size() + cells);
        EXPECT_GT(cells, 8u);
    }
}

TEST(BinGrid, ALongThinWorldHasCellsAlongItsLength)
{
    std::vector<Box2> items;
    for (int i = 0; i < 1000; ++i) items.push_back({{i * 10.0, 0}, {i * 10.0 + 1, 1e-6}});
    const BinGrid grid = buildBinGrid(items);
    EXPECT_GT(grid.columns, 500u);
    EXPECT_LE(grid.rows, 2u);
    EXPECT_LE(visited(grid, {{5000, 0}, {5001, 0}}).size(), 5u);
}

TEST(BinGrid, ABoxFindsEveryPointInItOnceAndInTheirOrder)
{
    BinGrid grid; // filled again and again
    for (int seed = 0; seed < 300 * testScale(); ++seed)
    {
        Random random(static_cast<std::uint64_t>(seed), 6);
        const Box2 world = randomWorld(random);
        std::vector<Vec2> points(random.below(200));
        for (Vec2& p : points) p = randomPoint(random, world);
        const double size = std::max({world.size().x, world.size().y, 1e-3}) / static_cast<double>(1 + random.below(30));
        const BinLayout layout{world, size, 1 / size, static_cast<std::uint32_t>(world.size().x / size) + 1,
                               static_cast<std::uint32_t>(world.size().y / size) + 1};
        ASSERT_TRUE(grid.fill(layout, [&](const auto& add) {
            for (std::uint32_t i = 0; i < points.size(); ++i)
                add(layout.binOf(layout.columnOf(points[i].x), layout.rowOf(points[i].y)), i);
        }));
        ASSERT_EQ(countListings(grid), points.size());
        ASSERT_NO_FATAL_FAILURE(expectOrderedCells(grid));
        for (int query = 0; query < 20; ++query)
        {
            const Box2 box = randomBox(random, world);
            std::vector<int> visits(points.size(), 0);
            grid.forEachIn(box, [&](std::uint32_t item) { ++visits[item]; });
            for (std::uint32_t i = 0; i < points.size(); ++i)
            {
                ASSERT_LE(visits[i], 1) << "seed " << seed << ", point " << i;
                ASSERT_TRUE(!box.contains(points[i]) || visits[i] == 1) << "seed " << seed << ", point " << i;
                ASSERT_TRUE(visits[i] == 0 || box.inflated(size * (1 + 1e-6)).contains(points[i]))
                    << "seed " << seed << ", point " << i;
            }
        }
    }
}

TEST(BinGrid, MoreListingsThanAllowedLeaveTheBinsEmpty)
{
    BinGrid grid;
    const BinLayout layout{{{0, 0}, {1.5, 0.5}}, 1, 1, 2, 1};
    const auto list = [](const auto& add) {
        for (std::uint32_t i = 0; i < 5; ++i)
            if (!add(i % 2, i)) return;
    };
    EXPECT_FALSE(grid.fill(layout, list, 4));
    EXPECT_EQ(countListings(grid), 0u);
    EXPECT_TRUE(visited(grid, layout.bounds).empty());
    EXPECT_TRUE(grid.fill(layout, list, 5));
    EXPECT_EQ(std::vector<std::uint32_t>(grid.itemsAt(0, 0).begin(), grid.itemsAt(0, 0).end()),
              (std::vector<std::uint32_t>{0, 2, 4}));
    EXPECT_EQ(grid.itemsAt(1, 0).size(), 2u);
}

TEST(BinGrid, FillingAgainNeedsNoMoreMemory)
{
    BinGrid grid;
    const auto fill = [&](std::uint32_t count) {
        const BinLayout layout{{{0, 0}, {7.5, 0.5}}, 1, 1, 8, 1};
        grid.fill(layout, [&](const auto& add) {
            for (std::uint32_t i = 0; i < count; ++i) add(i % 8, i);
        });
    };
    fill(1000);
    const std::size_t bytes = grid.memoryBytes();
    const std::uint32_t* const items = grid.itemsAt(0, 0).data();
    for (const std::uint32_t count : {10u, 1000u, 0u, 999u})
    {
        fill(count);
        EXPECT_EQ(countListings(grid), count);
        EXPECT_EQ(grid.memoryBytes(), bytes);
        EXPECT_EQ(grid.itemsAt(0, 0).data(), items);
    }
}

} // namespace clearway::test
