// SPDX-License-Identifier: MIT
#include <clearway/group/way.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <clearway/base/random.h>

#include "tests/group/yards.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

/// Room on one side of a-b, and 5 cm before and behind it, by looking at points close together on every wall.
double sampleRoom(const Scene& scene, Vec2 a, Vec2 b, double sign, double most)
{
    const double size = distance(a, b);
    const Vec2 ahead = (b - a) / size;
    for (std::uint32_t i = 0; i < scene.points().size(); ++i)
        for (int k = 0; k <= 4000; ++k)
        {
            const Segment wall = scene.edge(i);
            const Vec2 d = interpolate(wall.a, wall.b, k / 4000.0) - a;
            const double along = dot(d, ahead), side = cross(ahead, d) * sign;
            if (along >= -0.05 && along <= size + 0.05 && side >= 0) most = std::min(most, side);
        }
    return most;
}

TEST(RoomMeter, SamplingAgreesInYardsWithPillars)
{
    for (int seed = 0; seed < 12 * test::testScale(); ++seed)
    {
        SCOPED_TRACE(seed);
        Random random(static_cast<std::uint64_t>(seed));
        std::vector<Ring> pillars;
        for (int i = 0; i < 6; ++i)
        {
            const Vec2 p = {random.uniform(2, 38), random.below(2) == 0 ? random.uniform(1, 8) : random.uniform(12, 18)};
            const double w = random.uniform(0.05, 0.9);
            pillars.push_back({{p.x - w, p.y}, {p.x, p.y - w}, {p.x + w, p.y}, {p.x, p.y + w}});
        }
        const Scene scene = test::makeYard(test::makeBox(0, 0, 40, 20), pillars);
        const Vec2 from = {1, 9.5}, to = {39, 10.5};
        const GroupWay way = RoomMeter(scene).measure(std::vector<Vec2>{from, to}, {.step = 1, .max_room = 15}).value();
        ASSERT_GE(way.points.size(), 39u);
        EXPECT_EQ(way.points.front().position, from);
        EXPECT_EQ(way.points.back().position, to);
        std::vector<double> left, right;
        for (std::size_t i = 0; i + 1 < way.points.size(); ++i)
        {
            const Vec2 a = way.points[i].position, b = way.points[i + 1].position;
            left.push_back(sampleRoom(scene, a, b, 1, 15));
            right.push_back(sampleRoom(scene, a, b, -1, 15));
        }
        for (std::size_t i = 0; i < way.points.size(); ++i)
        {
            const std::size_t before = i > 0 ? i - 1 : 0, after = std::min(i, left.size() - 1);
            EXPECT_NEAR(way.points[i].left, std::min(left[before], left[after]), 0.02);
            EXPECT_NEAR(way.points[i].right, std::min(right[before], right[after]), 0.02);
        }
    }
}

TEST(RoomMeter, AThinWallBetweenTwoPointsIsNotMissed)
{
    const Scene scene = test::makeGap(0.75, 0.02);
    const GroupWay way = RoomMeter(scene).measure(std::vector<Vec2>{{-8, 0.1}, {48, 0.1}}, {.step = 5, .max_room = 100}).value();
    double left = 100, right = 100;
    for (const GroupWay::Point& p : way.points)
    {
        left = std::min(left, p.left);
        right = std::min(right, p.right);
    }
    EXPECT_NEAR(left, 0.275, 1e-6);
    EXPECT_NEAR(right, 0.475, 1e-6);
    EXPECT_NEAR(way.points[1].left, 14.9, 1e-6);
}

} // namespace
} // namespace clearway
