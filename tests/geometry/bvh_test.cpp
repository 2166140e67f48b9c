// SPDX-License-Identifier: MIT
#include <clearway/geometry/bvh.h>

#include <algorithm>

#include <gtest/gtest.h>

#include <clearway/base/hash.h>
#include <clearway/base/random.h>
#include <clearway/geometry/shapes.h>
#include <tests/support/scale.h>

namespace clearway::test {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Positions on a coarse lattice, so that equal boxes and equal distances are common.
Vec2 randomPoint(Random& random)
{
    return {static_cast<double>(random.below(30)) / 4, static_cast<double>(random.below(30)) / 4};
}

/// From points to boxes as large as the world; an empty one now and then.
std::vector<Box2> randomBoxes(Random& random)
{
    std::vector<Box2> boxes(random.below(200));
    for (Box2& box : boxes)
    {
        if (random.below(25) == 0) continue;
        box.add(randomPoint(random));
        if (random.below(3) != 0) box.add(interpolate(box.min, randomPoint(random), random.uniform() * random.uniform()));
    }
    return boxes;
}

std::vector<std::uint32_t> visited(const Bvh& bvh, const Box2& box)
{
    std::vector<std::uint32_t> result;
    bvh.forEachIn(box, [&](std::uint32_t item) { result.push_back(item); });
    return result;
}

} // namespace

TEST(Bvh, ABoxVisitsEveryTouchingItemOnceAndNoOther)
{
    for (int seed = 0; seed < 400 * testScale(); ++seed)
    {
        Random random(static_cast<std::uint64_t>(seed), 1);
        const std::vector<Box2> items = randomBoxes(random);
        const Bvh bvh = Bvh::build(items);
        for (int query = 0; query < 20; ++query)
        {
            Box2 box;
            box.add(randomPoint(random));
            if (query % 2 == 0) box.add(randomPoint(random));
            std::vector<std::uint32_t> expected;
            for (std::uint32_t i = 0; i < items.size(); ++i)
                if (items[i].overlaps(box)) expected.push_back(i);
            std::vector<std::uint32_t> found = visited(bvh, box);
            std::sort(found.begin(), found.end());
            ASSERT_EQ(found, expected) << "seed " << seed;
        }
    }
}

TEST(Bvh, TheNearestItemIsTheFirstOfTheNearest)
{
    for (int seed = 0; seed < 400 * testScale(); ++seed)
    {
        Random random(static_cast<std::uint64_t>(seed), 2);
        const std::vector<Box2> items = randomBoxes(random);
        const Bvh bvh = Bvh::build(items);
        for (int query = 0; query < 20; ++query)
        {
            const Vec2 p = randomPoint(random) * 2 - Vec2{4, 4};
            const double limit_sq = query % 3 == 0 ? static_cast<double>(random.below(20)) / 16 : kInfinity;
            std::uint32_t expected = kNone;
            double best_sq = limit_sq;
            for (std::uint32_t i = 0; i < items.size(); ++i)
                if (!items[i].isEmpty() && distanceSq(p, items[i]) < best_sq)
                {
                    best_sq = distanceSq(p, items[i]);
                    expected = i;
                }
            const auto measure = [&](std::uint32_t item) { return distanceSq(p, items[item]); };
            ASSERT_EQ(bvh.findNearest(p, measure, limit_sq), expected) << "seed " << seed << ", query " << query;
        }
    }
}

TEST(Bvh, TheNearestSegmentIsFoundAmongLongAndShortOnes)
{
    for (int seed = 0; seed < 200 * testScale(); ++seed)
    {
        Random random(static_cast<std::uint64_t>(seed), 3);
        std::vector<Segment> segments(1 + random.below(200));
        std::vector<Box2> boxes;
        for (Segment& segment : segments)
        {
            segment.a = {random.uniform(0, 100), random.uniform(0, 100)};
            const double size = random.below(10) == 0 ? 100 : 2;
            segment.b = segment.a + Vec2{random.uniform(-size, size), random.uniform(-size, size)};
            boxes.push_back(computeBounds(segment));
        }
        const Bvh bvh = Bvh::build(boxes);
        for (int query = 0; query < 20; ++query)
        {
            const Vec2 p = {random.uniform(-20, 120), random.uniform(-20, 120)};
            std::uint32_t expected = 0;
            for (std::uint32_t i = 1; i < segments.size(); ++i)
                if (distanceSq(p, segments[i]) < distanceSq(p, segments[expected])) expected = i;
            const auto measure = [&](std::uint32_t item) { return distanceSq(p, segments[item]); };
            ASSERT_EQ(bvh.findNearest(p, measure), expected) << "seed " << seed;
        }
    }
}

TEST(Bvh, AHundredThousandEqualBoxesAreNoTrouble)
{
    const std::vector<Box2> items(100000, Box2{{1, 1}, {2, 2}});
    const Bvh bvh = Bvh::build(items);
    EXPECT_EQ(visited(bvh, {{2, 2}, {3, 3}}).size(), items.size());
    EXPECT_EQ(bvh.findNearest({5, 5}, [&](std::uint32_t item) { return distanceSq(Vec2{5, 5}, items[item]); }), 0u);
}

TEST(Bvh, NothingIsFoundInAnEmptyOne)
{
    EXPECT_TRUE(Bvh().isEmpty());
    EXPECT_TRUE(Bvh::build(std::vector<Box2>(3)).isEmpty());
    EXPECT_TRUE(visited(Bvh(), {{-1, -1}, {1, 1}}).empty());
    EXPECT_EQ(Bvh().findNearest({0, 0}, [](std::uint32_t) { return 0.0; }), kNone);
}

TEST(Bvh, InfiniteBoxesAreFound)
{
    const std::vector<Box2> items = {{{-kInfinity, -kInfinity}, {kInfinity, kInfinity}},
                                     {{1, 1}, {2, 2}},
                                     {{-kInfinity, 0}, {0, kInfinity}},
                                     {{5, 5}, {6, kInfinity}},
                                     {{7, 7}, {8, 8}},
                                     {{9, 9}, {9, 9}}};
    const Bvh bvh = Bvh::build(items);
    std::vector<std::uint32_t> found = visited(bvh, {{5.5, 1e300}, {5.5, 1e300}});
    std::sort(found.begin(), found.end());
    EXPECT_EQ(found, (std::vector<std::uint32_t>{0, 3}));
}

TEST(Bvh, ItemsAreVisitedInTheSameOrderOnEveryMachine)
{
    Random random(7);
    std::vector<Box2> items(2000);
    for (Box2& item : items) item.add(randomPoint(random));
    Hasher hasher;
    for (std::uint32_t item : visited(Bvh::build(items), {{0, 0}, {10, 10}})) hasher.add(item);
    EXPECT_EQ(hasher.value(), 12128222976897277649u);
}

} // namespace clearway::test
