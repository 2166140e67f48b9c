// SPDX-License-Identifier: MIT
#include <clearway/group/sketch_tree.h>

#include <algorithm>
#include <limits>

#include <gtest/gtest.h>

#include "tests/group/drawings.h"
#include "tests/oracle/polyline_oracle.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

using namespace test;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::vector<Vec2> makeLine(Vec2 a, Vec2 b, int count)
{
    std::vector<Vec2> points;
    for (int i = 0; i < count; ++i) points.push_back(interpolate(a, b, static_cast<double>(i) / (count - 1)));
    return points;
}

/// What every tree promises, looked at from outside.
void expectTree(const SketchTree& tree)
{
    std::size_t child_count = 0, start_count = 0;
    for (const SketchTree::Node& node : tree.nodes())
    {
        ASSERT_EQ(tree.findNode(node.id), &node);
        child_count += node.children.size();
        start_count += node.isStart();
        EXPECT_FALSE(node.isStart() && node.isEnd());
        for (std::size_t i = 0; i < node.children.size(); ++i)
        {
            const SketchTree::Link* link = tree.findLink(node.children[i]);
            ASSERT_TRUE(link);
            EXPECT_EQ(link->from, node.id);
            const SketchTree::Link* before = tree.findLink(node.children[i > 0 ? i - 1 : 0]);
            EXPECT_TRUE(i == 0 || before->stroke >= link->stroke);
        }
    }
    EXPECT_EQ(child_count, tree.links().size());
    EXPECT_EQ(tree.nodes().size(), tree.links().size() + start_count);
    for (const SketchTree::Link& link : tree.links())
    {
        ASSERT_TRUE(tree.findNode(link.from) && tree.findNode(link.to));
        EXPECT_EQ(tree.findNode(link.to)->parent, link.id);
        EXPECT_EQ(link.points.front(), tree.findNode(link.from)->position);
        EXPECT_EQ(link.points.back(), tree.findNode(link.to)->position);
        for (std::size_t i = 1; i < link.points.size(); ++i) EXPECT_FALSE(link.points[i] == link.points[i - 1]);
    }
}

SketchTree makeRandomTree(std::uint64_t seed, int strokes)
{
    SketchTree tree;
    Random random(seed, 9);
    for (int i = 0; i < strokes; ++i)
    {
        std::vector<Vec2> knots = makeKnots(random, 4);
        if (!tree.isEmpty() && random.uniform() < 0.7)
        {
            const SketchTree::Link& link = tree.links()[random.below(tree.links().size())];
            const Vec2 shift = link.points[random.below(link.points.size())] - knots.front();
            for (Vec2& p : knots) p = p + shift;
        }
        EXPECT_TRUE(tree.add(draw(knots, 30).points, {.snap_distance = 1}));
    }
    return tree;
}

TEST(SketchTree, AStrokeIsALinkFromStartToEnd)
{
    SketchTree tree;
    const SketchTree::Added added = tree.add(makeLine({0, 0}, {10, 0}, 11)).value();
    EXPECT_EQ(added.status, SketchTree::AddStatus::start);
    ASSERT_EQ(tree.links().size(), 1u);
    EXPECT_EQ(tree.links()[0].points.size(), 11u);
    EXPECT_TRUE(tree.findNode(added.node)->isStart());
    EXPECT_TRUE(tree.findNode(tree.links()[0].to)->isEnd());
    expectTree(tree);
}

TEST(SketchTree, AStrokeThatBeginsNearALinkDividesItAtTheNearestPoint)
{
    SketchTree tree;
    const SketchLinkId first = tree.add(makeLine({0, 0}, {10, 0}, 11)).value().link;
    const std::vector<Vec2> branch = {{4.5, 1}, {4.5, 8}};
    const SketchTree::Added added = tree.add(branch).value();
    EXPECT_EQ(added.status, SketchTree::AddStatus::branch);
    EXPECT_EQ(added.divided, first);
    EXPECT_DOUBLE_EQ(added.snapped, 1);
    expectTree(tree);
    ASSERT_EQ(tree.links().size(), 3u);
    const SketchTree::Node& division = *tree.findNode(added.node);
    EXPECT_EQ(division.position, (Vec2{4.5, 0}));
    ASSERT_EQ(division.children.size(), 2u);
    EXPECT_EQ(division.children[0], added.link) << "the newest first";
    EXPECT_EQ(tree.findLink(added.link)->points, (std::vector<Vec2>{{4.5, 0}, {4.5, 1}, {4.5, 8}}));
    EXPECT_EQ(tree.findLink(first)->points.back(), (Vec2{4.5, 0}));
    const SketchTree::Link& rest = *tree.findLink(division.children[1]);
    EXPECT_EQ(rest.stroke, tree.findLink(first)->stroke);
    EXPECT_EQ(rest.points.front(), (Vec2{4.5, 0}));
    EXPECT_EQ(rest.points.back(), (Vec2{10, 0}));
}

TEST(SketchTree, BranchesOfADividedLinkStayWhereTheyWere)
{
    SketchTree tree;
    (void)tree.add(makeLine({0, 0}, {20, 0}, 3)).value();
    const SketchNodeId late = tree.add(makeLine({15, 0.5}, {15, 9}, 3)).value().node;
    const SketchNodeId early = tree.add(makeLine({5, 0.5}, {5, 9}, 3)).value().node;
    expectTree(tree);
    // The link that was divided again leads to the earlier branch, and that on to the later one.
    const SketchTree::Node& first = *tree.findNode(early);
    ASSERT_EQ(first.children.size(), 2u);
    EXPECT_EQ(tree.findLink(first.children[1])->to, late);
}

TEST(SketchTree, AStrokeFarFromAllLinksIsANewStart)
{
    SketchTree tree;
    (void)tree.add(makeLine({0, 0}, {10, 0}, 3)).value();
    const SketchTree::Added added = tree.add(makeLine({5, 3}, {5, 9}, 3), {.snap_distance = 2}).value();
    EXPECT_EQ(added.status, SketchTree::AddStatus::start);
    EXPECT_EQ(added.divided, kNone);
    EXPECT_EQ(tree.links().size(), 2u);
    expectTree(tree);
}

TEST(SketchTree, CrossingStrokesDoNotDivideEachOtherAndItIsSaid)
{
    SketchTree tree;
    (void)tree.add(makeLine({0, 0}, {10, 0}, 6)).value();
    const SketchTree::Added added = tree.add(makeLine({5, -6}, {5, 7}, 5)).value();
    EXPECT_EQ(added.status, SketchTree::AddStatus::start);
    EXPECT_EQ(tree.links().size(), 2u);
    ASSERT_EQ(added.crossings.size(), 1u);
    EXPECT_NEAR(distance(added.crossings[0], Vec2{5, 0}), 0, 1e-9);
}

TEST(SketchTree, AStrokeFromAnEndGoesOnFromIt)
{
    SketchTree tree;
    const SketchTree::Added first = tree.add(makeLine({0, 0}, {10, 0}, 3)).value();
    const SketchNodeId end = tree.findLink(first.link)->to;
    const SketchTree::Added added = tree.add(makeLine({10.5, 1}, {15, 5}, 3)).value();
    EXPECT_EQ(added.status, SketchTree::AddStatus::extended);
    EXPECT_EQ(added.node, end);
    EXPECT_EQ(added.divided, kNone);
    // And from the very beginning: two ways out of one start.
    const SketchTree::Added other = tree.add(makeLine({0.1, 1}, {-5, 5}, 3)).value();
    EXPECT_EQ(other.status, SketchTree::AddStatus::branch);
    EXPECT_EQ(other.node, first.node);
    expectTree(tree);
}

TEST(SketchTree, OnePointIsAGoalOrNothing)
{
    SketchTree tree;
    const std::vector<Vec2> click = {{3, 3}}, on_it = {{3.5, 3}};
    const SketchTree::Added added = tree.add(click).value();
    EXPECT_TRUE(added.is_point);
    EXPECT_EQ(added.status, SketchTree::AddStatus::start);
    EXPECT_EQ(tree.findLink(added.link)->points, click);
    EXPECT_EQ(tree.add(on_it).value().status, SketchTree::AddStatus::ignored);
    EXPECT_EQ(tree.links().size(), 1u);
    EXPECT_EQ(tree.add(makeLine({3, 3.5}, {9, 9}, 3)).value().status, SketchTree::AddStatus::extended);
    expectTree(tree);
}

TEST(SketchTree, ALoopIsSaid)
{
    SketchTree tree;
    const std::vector<Vec2> loop = {{0, 0}, {10, 0}, {10, 10}, {0, 10}, {0, 0.5}};
    EXPECT_TRUE(tree.add(loop).value().is_loop);
    EXPECT_FALSE(tree.add(makeLine({30, 0}, {40, 0}, 3)).value().is_loop);
}

TEST(SketchTree, AWallBetweenLinkAndStrokeIsWalkedRound)
{
    const FieldGrid grid = buildFieldGrid(makeYard({makeBox(10, 10.9, 20, 11.1)}), {.cell_size = 0.5, .radius = 0.3}).value();
    SketchTree tree;
    (void)tree.add(makeLine({5, 10}, {25, 10}, 3)).value();
    const SketchTree::Added added = tree.add(makeLine({18, 12}, {18, 20}, 3), {.snap_distance = 3, .grid = &grid}).value();
    ASSERT_EQ(added.status, SketchTree::AddStatus::branch);
    const std::vector<Vec2>& points = tree.findLink(added.link)->points;
    const auto rightmost = std::max_element(points.begin(), points.end(), [](Vec2 a, Vec2 b) { return a.x < b.x; });
    EXPECT_GT(rightmost->x, 20.3);
    expectTree(tree);
}

TEST(SketchTree, TheNearestPlaceIsThatOfBruteForce)
{
    for (int seed = 0; seed < 10 * testScale(); ++seed)
    {
        const SketchTree tree = makeRandomTree(static_cast<std::uint64_t>(seed), 12);
        expectTree(tree);
        Random random(static_cast<std::uint64_t>(seed), 10);
        for (int i = 0; i < 200; ++i)
        {
            const Vec2 p = {random.uniform(-10, 50), random.uniform(-10, 40)};
            double nearest = std::numeric_limits<double>::infinity();
            for (const SketchTree::Link& link : tree.links())
                nearest = std::min(nearest, oracle::computeDistance(p, link.points));
            const auto place = tree.findNearest(p);
            ASSERT_TRUE(place);
            EXPECT_NEAR(place->distance, nearest, 1e-9) << "seed " << seed;
            EXPECT_NEAR(distance(p, place->position), nearest, 1e-9);
            const std::vector<Vec2>& points = tree.findLink(place->link)->points;
            const Vec2 at = interpolate(points[place->piece], points[place->piece + 1], place->t);
            EXPECT_LT(distance(at, place->position), 1e-9);
        }
    }
    EXPECT_FALSE(SketchTree().findNearest({0, 0}));
    EXPECT_FALSE(makeRandomTree(0, 1).findNearest({kNan, 0}));
}

TEST(SketchTree, ARemovedBranchTakesWithItWhatHangsOnIt)
{
    SketchTree tree;
    const SketchLinkId trunk = tree.add(makeLine({0, 0}, {20, 0}, 5)).value().link;
    const SketchLinkId branch = tree.add(makeLine({10, 0.5}, {10, 20}, 5)).value().link;
    (void)tree.add(makeLine({10.5, 10}, {20, 10}, 5)).value();
    ASSERT_EQ(tree.links().size(), 5u);
    EXPECT_EQ(tree.remove(branch), 3u);
    expectTree(tree);
    EXPECT_EQ(tree.links().size(), 2u);
    EXPECT_EQ(tree.remove(branch), 0u);
    EXPECT_EQ(tree.remove(trunk), 2u);
    EXPECT_TRUE(tree.isEmpty());
    EXPECT_TRUE(tree.nodes().empty());
}

TEST(SketchTree, RandomTreesStayTreesWhateverIsRemoved)
{
    for (int seed = 0; seed < 20 * testScale(); ++seed)
    {
        SketchTree tree = makeRandomTree(static_cast<std::uint64_t>(seed), 10);
        Random random(static_cast<std::uint64_t>(seed), 11);
        while (!tree.isEmpty())
        {
            const std::size_t before = tree.links().size();
            const std::size_t gone = tree.remove(tree.links()[random.below(before)].id);
            EXPECT_EQ(tree.links().size() + gone, before);
            expectTree(tree);
        }
    }
}

TEST(SketchTree, WrittenAndReadItIsTheSameAndDamageIsFound)
{
    const SketchTree tree = makeRandomTree(3, 8);
    ByteWriter writer;
    tree.write(writer);
    const std::vector<std::byte> bytes(writer.bytes().begin(), writer.bytes().end());
    ByteReader reader(bytes);
    SketchTree read = SketchTree::read(reader).value();
    EXPECT_EQ(read.computeHash(), tree.computeHash());
    EXPECT_EQ(reader.remaining(), 0u);
    SketchTree other = tree;
    (void)other.add(makeLine({1, 1}, {2, 9}, 4)).value();
    (void)read.add(makeLine({1, 1}, {2, 9}, 4)).value();
    EXPECT_EQ(read.computeHash(), other.computeHash());
    EXPECT_NE(read.computeHash(), tree.computeHash());
    for (std::size_t size = 0; size < bytes.size(); size += 13)
    {
        ByteReader part({bytes.data(), size});
        EXPECT_FALSE(SketchTree::read(part)) << size;
    }
    // A bit turned round gives an error or another tree, never anything else.
    int refused = 0;
    for (std::size_t i = 0; i < bytes.size() * 8; i += 7)
    {
        std::vector<std::byte> damaged = bytes;
        damaged[i / 8] ^= static_cast<std::byte>(1 << i % 8);
        ByteReader part(damaged);
        if (const auto result = SketchTree::read(part))
            expectTree(*result);
        else
            ++refused;
    }
    EXPECT_GT(refused, 100);
}

TEST(SketchTree, BadStrokesAreErrors)
{
    SketchTree tree;
    EXPECT_FALSE(tree.add({}));
    const std::vector<Vec2> bad = {{0, 0}, {kNan, 1}};
    const auto result = tree.add(bad);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().place.index, 1);
    EXPECT_FALSE(tree.add(makeLine({0, 0}, {1, 1}, 2), {.snap_distance = -1}));
    EXPECT_FALSE(tree.add(makeLine({0, 0}, {1, 1}, 2), {.node_distance = kNan}));
    EXPECT_FALSE(tree.add(std::vector<Vec2>(makeLine({0, 0}, {1e6, 1}, static_cast<int>(kMaxSketchPoints) + 1))));
    EXPECT_TRUE(tree.isEmpty());
}

} // namespace
} // namespace clearway
