// SPDX-License-Identifier: MIT
// The tree over boxes in space, and distances in space, against looking at everything.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <clearway/base/random.h>
#include <clearway/geometry/bvh3.h>

#include "geometry/segment_triangle.h"

namespace clearway {
namespace {

TEST(Bvh3, FindsWhatLookingAtEveryBoxFinds)
{
    Random random(4);
    for (const std::size_t count : {1u, 2u, 4u, 5u, 16u, 17u, 300u, 20000u})
    {
        std::vector<Box3> boxes(count);
        for (Box3& box : boxes)
        {
            const Vec3 p = {random.uniform(), std::floor(random.uniform(0, 5)) / 5, random.uniform()};
            box.add(p);
            box.add(p + Vec3{random.uniform(), random.uniform(), random.uniform()} * 0.1);
        }
        const Bvh3 tree = Bvh3::build(boxes);
        WorkerPool pool(3);
        const Bvh3 same = Bvh3::build(boxes, {.task_hook = pool.hook()});
        for (int query = 0; query < 30; ++query)
        {
            Box3 range;
            for (int k = 0; k < 2; ++k) range.add(Vec3{random.uniform(), random.uniform(), random.uniform()});
            const auto touches = [&](const Box3& box) { return box.overlaps(range); };
            std::vector<std::uint32_t> found, expected, found_same;
            tree.forEachTouching(touches, [&](std::uint32_t i) { return touches(boxes[i]) ? found.push_back(i), false : false; });
            same.forEachTouching(touches,
                                 [&](std::uint32_t i) { return touches(boxes[i]) ? found_same.push_back(i), false : false; });
            for (std::uint32_t i = 0; i < count; ++i)
                if (touches(boxes[i])) expected.push_back(i);
            EXPECT_EQ(found, found_same);
            std::sort(found.begin(), found.end());
            EXPECT_EQ(found, expected);
            const Vec3 p = {random.uniform(-1, 2), random.uniform(-1, 2), random.uniform(-1, 2)};
            const auto bound = [&](const Box3& box) { return distanceSq(p, box); };
            std::uint32_t nearest = 0;
            for (std::uint32_t i = 0; i < count; ++i)
                if (bound(boxes[i]) < bound(boxes[nearest])) nearest = i;
            EXPECT_EQ(tree.findLeast(bound, [&](std::uint32_t i) { return bound(boxes[i]); }), nearest);
            EXPECT_EQ(tree.findLeast(bound, [&](std::uint32_t i) { return bound(boxes[i]); }, bound(boxes[nearest])), kNone);
        }
    }
    EXPECT_TRUE(Bvh3::build({}).isEmpty());
}

TEST(Bvh3, FindsBoxesThatMovedCameOrWentWhereTheyAreNow)
{
    Random random(5);
    const auto any = [&] { return Vec3{random.uniform(), random.uniform(), random.uniform()}; };
    for (const std::size_t count : {1u, 5u, 17u, 700u})
        for (const double step : {0.05, 2.0}) // a little, or anywhere
        {
            std::vector<Box3> boxes(count);
            const auto place = [&](Box3& box, Vec3 p) {
                box = {};
                box.add(p);
                box.add(p + any() * 0.1);
            };
            for (Box3& box : boxes) place(box, any() * 2);
            Bvh3 tree = Bvh3::build(boxes);
            for (int round = 0; round < 60; ++round)
            {
                std::vector<std::uint32_t> changed;
                const std::size_t before = boxes.size();
                boxes.resize(before + random.below(3) - (before > 2 ? random.below(3) : 0));
                for (std::size_t i = before; i < boxes.size(); ++i)
                {
                    place(boxes[i], any() * 2);
                    changed.push_back(static_cast<std::uint32_t>(i));
                }
                for (std::size_t i = 0; i < 1 + count / 50; ++i)
                {
                    const std::size_t moved = random.below(boxes.size());
                    place(boxes[moved], boxes[moved].min + (any() - Vec3{0.5, 0.5, 0.5}) * step);
                    changed.push_back(static_cast<std::uint32_t>(moved));
                }
                changed.push_back(static_cast<std::uint32_t>(boxes.size())); // is no more
                tree.update(static_cast<std::uint32_t>(boxes.size()), changed, [&](std::uint32_t i) { return boxes[i]; });
                Box3 range, bounds;
                range.add(any() * 2);
                range.add(any() * 2);
                for (const Box3& box : boxes) bounds.add(box);
                EXPECT_EQ(tree.bounds(), bounds);
                const auto touches = [&](const Box3& box) { return box.overlaps(range); };
                std::vector<std::uint32_t> found, expected;
                tree.forEachTouching(touches,
                                     [&](std::uint32_t i) { return touches(boxes[i]) ? found.push_back(i), false : false; });
                for (std::uint32_t i = 0; i < boxes.size(); ++i)
                    if (touches(boxes[i])) expected.push_back(i);
                std::sort(found.begin(), found.end());
                EXPECT_EQ(found, expected);
                const Vec3 p = any() * 3;
                const auto bound = [&](const Box3& box) { return distanceSq(p, box); };
                const Bvh3 fresh = Bvh3::build(boxes);
                EXPECT_EQ(tree.findLeast(bound, [&](std::uint32_t i) { return bound(boxes[i]); }),
                          fresh.findLeast(bound, [&](std::uint32_t i) { return bound(boxes[i]); }));
            }
        }
}

TEST(Bvh3, SaysWhenItIsWorn)
{
    Random random(6);
    const auto any = [&] { return Vec3{random.uniform(), random.uniform(), random.uniform()}; };
    std::vector<Box3> boxes(4000);
    const auto boxOf = [&](std::uint32_t i) { return boxes[i]; };
    const auto update = [&](Bvh3& tree, std::span<const std::uint32_t> changed) {
        tree.update(static_cast<std::uint32_t>(boxes.size()), changed, boxOf);
    };
    for (Box3& box : boxes) box.add(any());
    Bvh3 tree = Bvh3::build(boxes);
    EXPECT_FALSE(tree.isWorn());
    std::vector<std::uint32_t> few;
    for (std::uint32_t i = 0; i < 100; ++i)
    {
        few.push_back(i);
        boxes[i] = {};
        boxes[i].add(any());
    }
    update(tree, few);
    EXPECT_FALSE(tree.isWorn());
    Bvh3 grown = tree;
    std::vector<std::uint32_t> many;
    for (std::uint32_t i = 0; i < boxes.size(); ++i)
    {
        many.push_back(i);
        boxes[i].add(boxes[i].min + Vec3{0.3, 0.3, 0.3});
    }
    update(grown, many);
    EXPECT_TRUE(grown.isWorn()) << "boxes grew";
    std::vector<std::uint32_t> added;
    for (std::uint32_t i = 0; i < 2000; ++i)
    {
        added.push_back(static_cast<std::uint32_t>(boxes.size()));
        boxes.emplace_back().add(any());
    }
    update(tree, added);
    EXPECT_TRUE(tree.isWorn()) << "many came";
}

TEST(SegmentTriangle, DistancesAreThoseOfTheNearestSamples)
{
    Random random(9);
    const auto any = [&] { return Vec3{random.uniform(), random.uniform(), random.uniform()}; };
    for (int i = 0; i < 200; ++i)
    {
        const TrianglePoints t = {any(), any(), any()};
        const Vec3 a = any(), b = any();
        double nearest = 1e300, nearest_a = 1e300;
        for (int u = 0; u <= 60; ++u)
            for (int w = 0; w + u <= 60; ++w)
            {
                const Vec3 p = t[0] + (t[1] - t[0]) * (u / 60.0) + (t[2] - t[0]) * (w / 60.0);
                nearest_a = std::min(nearest_a, distance(a, p));
                for (int s = 0; s <= 60; ++s) nearest = std::min(nearest, distance(p, interpolate(a, b, s / 60.0)));
            }
        const double d = std::sqrt(computeSegmentDistanceSq(a, b, t));
        EXPECT_LE(d, nearest + 1e-12);
        EXPECT_GE(d, nearest - 0.035);
        const double at = distance(a, computeNearestPoint(t, a));
        EXPECT_LE(at, nearest_a + 1e-12);
        EXPECT_GE(at, nearest_a - 0.02);
    }
}

} // namespace
} // namespace clearway
