// SPDX-License-Identifier: MIT
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <clearway/base/random.h>
#include <clearway/steering.h>
#include <steering/wall_lines.h>
#include <tests/oracle/velocity_oracle.h>
#include <tests/steering/small_world.h>
#include <tests/support/scale.h>

namespace clearway {
namespace {

using test::Point;
using test::SmallWorld;

struct Line
{
    float nx, ny, c;
};

std::vector<Line> computeLines(const std::vector<test::SmallWall>& walls, Point velocity, double radius, double horizon = 0.5)
{
    std::vector<float> ax, ay, bx, by;
    for (const test::SmallWall& wall : walls)
    {
        ax.push_back(static_cast<float>(wall.a.x));
        ay.push_back(static_cast<float>(wall.a.y));
        bx.push_back(static_cast<float>(wall.b.x));
        by.push_back(static_cast<float>(wall.b.y));
    }
    steering::LineStorage<8> storage;
    const steering::Self self{1, {static_cast<float>(velocity.x), static_cast<float>(velocity.y)}, static_cast<float>(radius), 2};
    const int count =
        steering::computeWallLines(self, {static_cast<int>(walls.size()), ax.data(), ay.data(), bx.data(), by.data()},
                                   static_cast<float>(horizon), storage.lines());
    std::vector<Line> lines;
    for (int k = 0; k < count; ++k) lines.push_back({storage.nx[k], storage.ny[k], storage.c[k]});
    return lines;
}

bool allows(const std::vector<Line>& lines, Point v, double slack)
{
    for (const Line& line : lines)
        if (line.nx * v.x + line.ny * v.y < line.c - slack) return false;
    return true;
}

SmallWorld makeRoom(Point from, Point to)
{
    SmallWorld world(orca());
    world.addLoop({{from.x, from.y}, {to.x, from.y}, {to.x, to.y}, {from.x, to.y}});
    return world;
}

TEST(WallLines, VelocitiesThatAreAllowedDoNotHitTheWallWithinTheHorizon)
{
    int allowed = 0;
    int hits = 0;
    for (int seed = 0; seed < 1500 * test::testScale(); ++seed)
    {
        SCOPED_TRACE(seed);
        Random random(static_cast<std::uint64_t>(seed), 1);
        const auto draw = [&] { return Point{random.uniform(-1.2, 1.2), random.uniform(-1.2, 1.2)}; };
        const Point a = draw();
        const Point b = draw();
        if (cross(a, b) <= 0 || length(b - a) < 0.01) continue;
        const double gap = test::length(test::findNearest({a, b}, {0, 0}));
        if (gap < 0.251) continue;
        const auto lines = computeLines({{a, b}}, draw(), 0.25);
        EXPECT_TRUE(allows(lines, {0, 0}, 0));
        for (int k = 0; k < 10; ++k)
        {
            const Point v{random.uniform(-1.4, 1.4), random.uniform(-1.4, 1.4)};
            const double distance = test::computeWallDistance({a.x, a.y}, {b.x, b.y}, {v.x, v.y}, 0.5);
            if (distance < 0.24) ++hits;
            if (!allows(lines, v, 0)) continue;
            ++allowed;
            EXPECT_GE(distance, 0.25 - 1e-4);
        }
    }
    EXPECT_GT(allowed, 1000);
    EXPECT_GT(hits, 500);
}

TEST(WallLines, AVelocityThatHitsNothingStaysAllowed)
{
    for (int seed = 0; seed < 3000 * test::testScale(); ++seed)
    {
        SCOPED_TRACE(seed);
        Random random(static_cast<std::uint64_t>(seed), 2);
        const auto draw = [&](double size) { return Point{random.uniform(-size, size), random.uniform(-size, size)}; };
        const Point a = draw(1.2);
        const Point b = draw(1.2);
        const Point v = draw(1.4);
        if (cross(a, b) <= 0 || length(b - a) < 0.01) continue;
        if (test::computeWallDistance({a.x, a.y}, {b.x, b.y}, {v.x, v.y}, 0.5) < 0.2502) continue;
        EXPECT_TRUE(allows(computeLines({{a, b}}, v, 0.25), v, 1e-3));
    }
}

TEST(WallLines, AStepIsClearExactlyWhenItComesNearerToNoWallThanTheRadius)
{
    constexpr double kTime = 0.5, kRadius = 0.25;
    int clear = 0, blocked = 0;
    for (int seed = 0; seed < 3000 * test::testScale(); ++seed)
    {
        SCOPED_TRACE(seed);
        Random random(static_cast<std::uint64_t>(seed), 3);
        const auto draw = [&](double size) { return Point{random.uniform(-size, size), random.uniform(-size, size)}; };
        const Point a = draw(1.2), b = draw(1.2), v = draw(2);
        if (cross(a, b) <= 0) continue;
        const double distance = test::computeWallDistance({a.x, a.y}, {b.x, b.y}, {v.x, v.y}, kTime);
        if (std::abs(distance - kRadius) < 1e-4) continue;
        const float ax = static_cast<float>(a.x), ay = static_cast<float>(a.y);
        const float bx = static_cast<float>(b.x), by = static_cast<float>(b.y);
        steering::Self self;
        self.radius = static_cast<float>(kRadius);
        const bool is_clear = steering::hasClearStep(
            self, {1, &ax, &ay, &bx, &by}, {static_cast<float>(v.x), static_cast<float>(v.y)}, static_cast<float>(kTime));
        EXPECT_EQ(is_clear, distance > kRadius) << distance;
        ++(is_clear ? clear : blocked);
    }
    EXPECT_GT(clear, 200);
    EXPECT_GT(blocked, 200);
}

TEST(WallLines, WalkingAlongAWallAtTheRadiusKeepsAllSpeed)
{
    SmallWorld world(orca());
    world.walls = {{{-50, -0.25}, {50, -0.25}}};
    world.agents = {{1, {0, 0}, {40, 0}}};
    for (int k = 0; k < 20; ++k) world.step();
    EXPECT_NEAR(world.agents[0].velocity.x, 1.34, 1e-5);
    EXPECT_NEAR(world.agents[0].position.x, 2 * 1.34, 1e-3);
    EXPECT_LE(world.max_wall_overlap, 1e-6);
}

TEST(WallLines, PiecesOfAStraightWallActLikeOne)
{
    SmallWorld whole(orca());
    whole.walls = {{{-50, -0.25}, {50, -0.25}}};
    whole.agents = {{1, {0, 0.02}, {40, -3}}};
    SmallWorld pieces = whole;
    pieces.walls.clear();
    for (int k = -50; k < 50; ++k)
    {
        const double x = k;
        pieces.walls.push_back({{x, -0.25}, {x + 0.37, -0.25}});
        pieces.walls.push_back({{x + 0.37, -0.25}, {x + 1, -0.25}});
    }
    for (int k = 0; k < 100; ++k)
    {
        whole.step();
        pieces.step();
        EXPECT_NEAR(whole.agents[0].position.x, pieces.agents[0].position.x, 1e-4) << k;
        EXPECT_NEAR(whole.agents[0].position.y, pieces.agents[0].position.y, 1e-4) << k;
    }
    EXPECT_GT(pieces.agents[0].position.x, 9);
}

TEST(WallLines, WallsSeenFromBehindAreNone)
{
    EXPECT_TRUE(computeLines({{{1, -0.4}, {-1, -0.4}}}, {0, -1}, 0.25).empty());
    EXPECT_EQ(computeLines({{{-1, -0.4}, {1, -0.4}}}, {0, -1}, 0.25).size(), 1u);
}

TEST(WallLines, AWallBehindANearerOneAddsNothing)
{
    EXPECT_EQ(computeLines({{{-2, -0.6}, {2, -0.6}}, {{-1, -0.4}, {1, -0.4}}}, {0, 0}, 0.25).size(), 1u);
}

TEST(WallLines, ADiscThatTouchesAWallMayDoAnythingButEnterIt)
{
    const auto lines = computeLines({{{-1, -0.25}, {1, -0.25}}}, {0.3, -0.5}, 0.25);
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_TRUE(allows(lines, {2, 0}, 1e-6));
    EXPECT_TRUE(allows(lines, {-2, 0}, 1e-6));
    EXPECT_TRUE(allows(lines, {0, 2}, 1e-6));
    EXPECT_FALSE(allows(lines, {0, -0.01}, 1e-6));
}

TEST(WallLines, ADiscDrivenIntoTheWallsAndCornersOfARoomIsStoppedByNothingElse)
{
    SmallWorld world = makeRoom({0, 0}, {4, 3});
    // A pillar, and a wedge whose tip points into the room.
    world.addLoop({{1.8, 1.3}, {1.8, 1.7}, {2.2, 1.7}, {2.2, 1.3}});
    world.agents = {{1, {0.5, 0.5}, {0, 0}}};
    Random random(9);
    for (int k = 0; k < 1000; ++k)
    {
        if (k % 17 == 0) world.agents[0].goal = {random.uniform(-5, 9), random.uniform(-5, 8)};
        world.step();
    }
    EXPECT_LE(world.max_wall_overlap, 1e-4);
}

/// Two rooms, and between them a door two centimetres wider than a disc.
SmallWorld makeTwoRooms()
{
    SmallWorld world(orca());
    const double half = 0.26;
    world.addLoop({{-5, -3},
                   {-0.1, -3},
                   {-0.1, -half},
                   {0.1, -half},
                   {0.1, -3},
                   {5, -3},
                   {5, 3},
                   {0.1, 3},
                   {0.1, half},
                   {-0.1, half},
                   {-0.1, 3},
                   {-5, 3}});
    return world;
}

TEST(WallLines, ADoorTwoCentimetresWiderThanTheDiscHardlySlowsIt)
{
    SmallWorld world = makeTwoRooms();
    world.agents = {{1, {-2, 0}, {4, 0}}};
    int ticks = 0;
    double slowest = 9;
    while (world.agents[0].position.x < 2 && ticks < 100)
    {
        world.step();
        ++ticks;
        if (ticks > 3) slowest = std::min(slowest, length(world.agents[0].velocity));
    }
    EXPECT_LT(ticks, 40);
    EXPECT_GT(slowest, 0.7 * 1.34);
    EXPECT_LE(world.max_wall_overlap, 1e-5);
}

TEST(WallLines, OutOfAStandADiscGetsThroughADoorToo)
{
    SmallWorld world = makeTwoRooms();
    world.agents = {{1, {-0.3, 0.004}, {4, 0}}};
    EXPECT_TRUE(world.run(8));
    EXPECT_LE(world.max_wall_overlap, 1e-5);
}

} // namespace
} // namespace clearway
