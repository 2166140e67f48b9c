// SPDX-License-Identifier: MIT
// Doors of width w pass exactly while w >= 2 r, wherever they stand and however the mesh was cut.
#include "tests/path/support.h"

namespace clearway {
namespace {

using test::PathMeshKind;
using test::PathWorld;

void expectDoor(const test::DoorScene& door, PathMeshKind kind, double width, const std::string& what)
{
    PathWorld world(what + " " + toString(kind), door.scene, test::buildPathMesh(door.scene, kind, 5));
    for (const double radius : {width / 2, width / 4})
    {
        const Path path = world.find(door.start, door.goal, radius);
        ASSERT_TRUE(path.isComplete()) << world.describe(door.start, door.goal, radius);
        ASSERT_EQ(world.faults(path, door.start, door.goal, radius), "") << world.describe(door.start, door.goal, radius);
        const double optimum = world.computeOptimum(door.start, door.goal, radius - world.quantum);
        ASSERT_NEAR(path.length(), optimum, 1e-6 * optimum + 4 * world.quantum) << world.describe(door.start, door.goal, radius);
        ASSERT_TRUE(world.find(door.goal, door.start, radius, PathOptions::Quality::fast).isComplete());
    }
    const double too_large = width / 2 + 2.5 * world.quantum;
    const Path none = world.find(door.start, door.goal, too_large);
    ASSERT_EQ(toString(none.status()), toString(PathStatus::unreachable)) << world.describe(door.start, door.goal, too_large);
    ASSERT_NEAR(none.widest(), width / 2, 2 * world.quantum);
}

TEST(PathDoors, AThousandDecimalWidthsPassAtHalfTheirWidth)
{
    for (int k = 1; k <= 1000; ++k)
    {
        const double width = 0.001 * k;
        const auto kind = static_cast<PathMeshKind>(k % test::kPathMeshKindCount);
        expectDoor(test::makeDoorScene(width, 0, k % 3 == 0 ? 0.2 : 0.07), kind, width, "width " + std::to_string(width));
        if (HasFatalFailure()) return;
    }
}

TEST(PathDoors, ADoorPassesHoweverItIsTurned)
{
    for (int turn = 0; turn < 360; ++turn)
    {
        const double width = 0.9 + 0.001 * turn;
        const auto kind = static_cast<PathMeshKind>(turn % test::kPathMeshKindCount);
        expectDoor(test::makeDoorScene(width, turn, 0.1), kind, width, "turn " + std::to_string(turn));
        if (HasFatalFailure()) return;
    }
}

/// A doll's house, and a gate for giants: what counts is the quantum, not the metre.
TEST(PathDoors, ADoorPassesAtEveryScale)
{
    for (int exponent = -20; exponent <= 20; ++exponent)
        for (int k = 1; k <= 4; ++k)
        {
            const double scale = std::ldexp(1, exponent), width = 0.37 * k * scale;
            expectDoor(test::makeDoorScene(0.37 * k, 17 * k, 0.2, scale), static_cast<PathMeshKind>(k % test::kPathMeshKindCount),
                       width, "scale 2^" + std::to_string(exponent));
            if (HasFatalFailure()) return;
        }
}

/// Two corners that face each other: the door is a point.
TEST(PathDoors, AGapBetweenTwoCornersPassesAtHalfItsWidth)
{
    for (int k = 1; k <= 200; ++k)
    {
        const double width = 0.01 * k, half = width / 2;
        SceneInput input;
        input.areas.push_back({{{{-4, -4}, {4, -4}, {4, 4}, {-4, 4}}, {}}, {}, 0});
        input.obstacles.push_back({{{{0.0, half}, {1, 5}, {-1, 5}}, {}}, 0});
        input.obstacles.push_back({{{{0.0, -half}, {-1, -5}, {1, -5}}, {}}, 0});
        const test::DoorScene door{buildScene(input).value(), {-2.5, 0}, {2.5, 0}};
        expectDoor(door, static_cast<PathMeshKind>(k % test::kPathMeshKindCount), width, "corners " + std::to_string(width));
        if (HasFatalFailure()) return;
    }
}

/// A corner before a wall.
TEST(PathDoors, AGapBetweenACornerAndAWallPassesAtHalfItsWidth)
{
    for (int k = 1; k <= 200; ++k)
    {
        const double width = 0.01 * k;
        SceneInput input;
        input.areas.push_back({{{{-4, 0}, {4, 0}, {4, 6}, {-4, 6}}, {}}, {}, 0});
        input.obstacles.push_back({{{{0.0, width}, {1, 7}, {-1, 7}}, {}}, 0});
        const test::DoorScene door{buildScene(input).value(), {-2.5, 2}, {2.5, 2.5}};
        expectDoor(door, static_cast<PathMeshKind>(k % test::kPathMeshKindCount), width,
                   "corner and wall " + std::to_string(width));
        if (HasFatalFailure()) return;
    }
}

TEST(PathDoors, ADoorInAGridOfSquaresPassesAtHalfItsWidth)
{
    for (int open = 1; open <= 3; ++open)
        for (const double size : {0.1, 0.3, 1.0, 0.7})
        {
            SquareGrid grid{9, 7, {0.1, 0.2}, size, std::vector<std::uint8_t>(63, 1)};
            for (int row = 0; row < 7; ++row)
                if (row < 2 || row >= 2 + open) grid.passable[static_cast<std::size_t>(row * 9 + 4)] = 0;
            PathWorld world = test::makeGridWorld(grid);
            const double radius = open * size / 2;
            const Vec2 start = grid.origin + Vec2{2 * size, 3 * size}, goal = grid.origin + Vec2{7 * size, 4 * size};
            const Path path = world.find(start, goal, radius);
            ASSERT_TRUE(path.isComplete()) << world.describe(start, goal, radius);
            ASSERT_EQ(world.faults(path, start, goal, radius), "") << world.describe(start, goal, radius);
            ASSERT_NEAR(path.length(), world.computeOptimum(start, goal, radius - world.quantum), 1e-6);
            ASSERT_FALSE(world.find(start, goal, radius + 2.5 * world.quantum).isComplete());
        }
}

/// Twenty doors in a row, all exactly as wide as the disc, none in line with the next.
TEST(PathDoors, ManyTightDoorsInARowPass)
{
    for (int kind = 0; kind < test::kPathMeshKindCount; ++kind)
    {
        SceneInput input;
        input.areas.push_back({{{{0, 0}, {84, 0}, {84, 8}, {0, 8}}, {}}, {}, 0});
        for (int i = 1; i <= 20; ++i)
        {
            const double x = 4.0 * i, y = 1 + 0.1 * ((i * 37) % 60);
            input.obstacles.push_back({{{{x - 0.05, -1}, {x + 0.05, -1}, {x + 0.05, y - 0.35}, {x - 0.05, y - 0.35}}, {}}, 0});
            input.obstacles.push_back({{{{x - 0.05, y + 0.35}, {x + 0.05, y + 0.35}, {x + 0.05, 9}, {x - 0.05, 9}}, {}}, 0});
        }
        PathWorld world(buildScene(input).value(), static_cast<PathMeshKind>(kind));
        const Path path = world.find({2, 4}, {82, 4}, 0.35);
        ASSERT_TRUE(path.isComplete()) << world.name;
        ASSERT_EQ(world.faults(path, {2, 4}, {82, 4}, 0.35), "") << world.name;
        ASSERT_NEAR(path.length(), world.computeOptimum({2, 4}, {82, 4}, 0.35 - world.quantum), 1e-5);
        ASSERT_FALSE(world.find({2, 4}, {82, 4}, 0.35 + 2.5 * world.quantum).isComplete());
    }
}

} // namespace
} // namespace clearway
