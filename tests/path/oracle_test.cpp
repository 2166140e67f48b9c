// SPDX-License-Identifier: MIT
// The oracles themselves: against cases done by hand, and against one another.
#include <cmath>
#include <numbers>

#include "tests/oracle/free_space.h"
#include "tests/path/support.h"

namespace clearway {
namespace {

using test::drawFreePoint;
using test::makeWktScene;
using test::PathSceneKind;

double computeOptimum(const Scene& scene, Vec2 start, Vec2 goal, double radius)
{
    return oracle::TangentGraph(oracle::findBoundary(scene), radius).computeLength(start, goal);
}

TEST(PathOracle, TheWayAroundAPillarIsWhatOneComputesByHand)
{
    const Scene scene = makeWktScene("POLYGON((0 0,20 0,20 20,0 20),(9 9,11 9,11 11,9 11))");
    EXPECT_DOUBLE_EQ(computeOptimum(scene, {1, 1}, {8, 1}, 0.5), 7);
    EXPECT_DOUBLE_EQ(computeOptimum(scene, {5, 10}, {15, 10}, 0), 2 * std::sqrt(17.0) + 2);
    // Tangents of length sqrt(17 - 1), then twice the turn from the tangent to the wall's direction, and along the side.
    const double turn = std::atan2(1.0, 4.0) + std::asin(1 / std::sqrt(17.0));
    EXPECT_NEAR(computeOptimum(scene, {5, 10}, {15, 10}, 1), 2 * 4 + 2 * turn + 2, 1e-12);
    // On the circle itself.
    EXPECT_NEAR(computeOptimum(scene, {8, 9}, {9, 8}, 1), std::numbers::pi / 2, 1e-9);
    EXPECT_EQ(computeOptimum(scene, {1, 1}, {19, 19}, 4.51), std::numeric_limits<double>::infinity());
    EXPECT_TRUE(std::isfinite(computeOptimum(scene, {4.5, 4.5}, {15.5, 15.5}, 4.5))) << "exactly as wide as the corridor";
}

TEST(PathOracle, CornersKnowTheirFreeAngle)
{
    const auto corners = oracle::findCorners(oracle::findBoundary(makeWktScene("POLYGON((0 0,9 0,9 9,0 9),(3 3,6 3,6 6,3 6))")));
    ASSERT_EQ(corners.size(), 8u);
    for (const oracle::Corner& corner : corners)
    {
        const bool is_inner = corner.at.x > 0 && corner.at.x < 9;
        EXPECT_EQ(corner.compareToStraight(), is_inner ? 1 : -1);
        EXPECT_EQ(corner.contains({4.5, 4.5}), !is_inner);
        EXPECT_TRUE(corner.contains(corner.out));
        EXPECT_TRUE(corner.contains(corner.in));
    }
    // Two boxes that touch at (5, 5): the angle between them is seen from one side each.
    const auto touching = oracle::findCorners(
        oracle::findBoundary(makeWktScene("POLYGON((0 0,10 0,10 10,0 10),(3 3,5 3,5 5,3 5),(5 5,7 5,7 7,5 7))")));
    int found = 0;
    for (const oracle::Corner& corner : touching)
    {
        if (corner.at != Vec2{5, 5}) continue;
        ++found;
        EXPECT_LT(corner.compareToStraight(), 0);
        EXPECT_NE(corner.contains({4, 6}), corner.contains({6, 4}));
    }
    EXPECT_EQ(found, 2);
}

TEST(PathOracle, TangentsAndPolygonsAgreeAboutReachability)
{
    Random random(71, 1);
    int compared = 0, unreachable = 0;
    for (int i = 0; i < 15 * test::testScale(); ++i)
    {
        const Scene scene = test::makePathScene(static_cast<PathSceneKind>(i % test::kPathSceneKindCount),
                                                static_cast<std::uint64_t>(6000 + i), 8);
        const auto boundary = oracle::findBoundary(scene);
        const double radius = test::sampleWidest(scene, boundary) * random.uniform(0.1, 0.8);
        const oracle::FreeSpace space(scene, radius, {});
        const oracle::TangentGraph graph(boundary, radius);
        for (int k = 0; k < 40; ++k)
        {
            const auto start = drawFreePoint(scene, boundary, radius, random),
                       goal = drawFreePoint(scene, boundary, radius, random);
            if (!start || !goal) break;
            const oracle::Answer answer = space.connects(*start, *goal);
            if (answer == oracle::Answer::unknown) continue;
            const bool is_finite = std::isfinite(graph.computeLength(*start, *goal));
            ASSERT_EQ(answer == oracle::Answer::yes, is_finite) << i << " " << radius;
            ++compared;
            unreachable += !is_finite;
        }
    }
    EXPECT_GT(compared, 300);
    EXPECT_GT(unreachable, 30);
}

TEST(PathOracle, TheDistanceOfAnArcIsThatOfItsNearestPoint)
{
    Random random(71, 2);
    for (int i = 0; i < 2000; ++i)
    {
        Path::Piece arc;
        arc.shape = Path::Piece::Shape::arc;
        arc.center = {random.uniform(-1, 1), random.uniform(-1, 1)};
        const double radius = random.uniform(0.1, 2), begin = random.uniform(0, 6.28);
        arc.angle = random.uniform(-6, 6);
        const auto at = [&](double t) {
            return planar(arc.center) + Vec2{std::cos(begin + t * arc.angle), std::sin(begin + t * arc.angle)} * radius;
        };
        arc.from = atHeight(at(0));
        arc.to = atHeight(at(1));
        const Segment segment{{random.uniform(-3, 3), random.uniform(-3, 3)}, {random.uniform(-3, 3), random.uniform(-3, 3)}};
        double sampled = 1e9;
        for (int k = 0; k <= 1000; ++k) sampled = std::min(sampled, distance(at(k / 1000.0), segment));
        const double computed = oracle::computeDistance(arc, segment);
        ASSERT_LE(computed, sampled + 1e-12) << i;
        ASSERT_GE(computed, sampled - radius * std::abs(arc.angle) / 1000) << i;
    }
}

TEST(PathOracle, FaultyPathsAreFound)
{
    test::PathWorld world(makeWktScene("POLYGON((0 0,20 0,20 20,0 20),(9 9,11 9,11 11,9 11))"));
    const Path path = world.find({5, 10}, {15, 10}, 1);
    ASSERT_EQ(world.faults(path, {5, 10}, {15, 10}, 1), "");
    EXPECT_NE(world.faults(path, {5, 9}, {15, 10}, 1), "") << "it starts elsewhere";
    EXPECT_NE(world.faults(path, {5, 10}, {15, 11}, 1), "") << "it ends elsewhere";
    EXPECT_NE(world.faults(path, {5, 10}, {15, 10}, 1.001), "") << "it is too near to the pillar";
    EXPECT_NE(world.faults(path, {5, 10}, {15, 10}, 0.9), "") << "its arcs have another radius";
    const std::vector<Segment> walls = {{{10, 7.9}, {10, 12.1}}, {{4, 10.5}, {6, 10.5}}};
    EXPECT_NE(oracle::findFaults(path, walls, {{5, 10}, {15, 10}, 1, 1e-9}), "") << "it crosses a wall";
}

TEST(PathOracle, DistancesToFreeSpaceAreBounded)
{
    const Scene scene = makeWktScene("POLYGON((0 0,10 0,10 10,0 10),(4 0,6 0,6 9,4 9))");
    const oracle::FreeSpace space(scene, 1, {});
    EXPECT_EQ(space.componentCount(), 2);
    EXPECT_EQ(space.connects({2, 5}, {8, 5}), oracle::Answer::no);
    EXPECT_EQ(space.connects({2, 5}, {2, 8}), oracle::Answer::yes);
    EXPECT_EQ(space.fits({0.5, 5}), oracle::Answer::no);
    const auto anywhere = space.computeDistance({5, 5}), left = space.computeReachableDistance({2, 5}, {8, 5});
    EXPECT_LE(anywhere.low, 2);
    EXPECT_GE(anywhere.high, 2);
    EXPECT_NEAR(anywhere.high, anywhere.low, 1e-3);
    EXPECT_NEAR(left.low, 5, 1e-3);
    EXPECT_NEAR(left.high, 5, 1e-3);
}

} // namespace
} // namespace clearway
