// SPDX-License-Identifier: MIT
// Cases small enough to draw, each against the oracle on every kind of mesh, there and back.
#include <algorithm>
#include <cmath>

#include "tests/path/support.h"

namespace clearway {
namespace {

using test::drawFreePoint;
using test::expectShortest;
using test::expectUnreachable;
using test::PathMeshKind;
using test::PathSceneKind;
using test::PathWorld;

Ring makePillar(double x, double y, double half = 0.5)
{
    return {{x - half, y - half}, {x + half, y - half}, {x + half, y + half}, {x - half, y + half}};
}

Scene makeHall(double width, double height, const std::vector<Ring>& obstacles)
{
    SceneInput input;
    input.areas.push_back({{{{0, 0}, {width, 0}, {width, height}, {0, height}}, {}}, {}, 0});
    for (const Ring& ring : obstacles) input.obstacles.push_back({{ring, {}}, 0});
    return buildScene(input).value();
}

TEST(DegeneratePaths, StartsOnPortalsFindTheirWay)
{
    Random random(51, 1);
    for (int i = 0; i < 5 * test::testScale(); ++i)
        for (int kind = 0; kind < test::kPathMeshKindCount; ++kind)
        {
            const auto scene_kind = i % 2 ? PathSceneKind::lattice : PathSceneKind::crosses;
            PathWorld world =
                test::makePathWorld(scene_kind, static_cast<std::uint64_t>(3000 + i), 6, static_cast<PathMeshKind>(kind));
            const NavMesh& mesh = world.clearance.mesh();
            for (const double radius : {0.0, 0.25, 0.5})
            {
                const oracle::TangentGraph graph(world.boundary, radius);
                for (int k = 0; k < 8; ++k)
                {
                    const auto portalPoint = [&] {
                        const Segment s = mesh.segment(mesh.portals()[random.below(mesh.portals().size())]);
                        return interpolate(s.a, s.b, random.below(2) ? 0.5 : random.uniform());
                    };
                    const Vec2 start = portalPoint(), goal = portalPoint();
                    const double room = radius + 1e-6;
                    if (oracle::computeBoundaryDistance(world.boundary, start) < room) continue;
                    if (oracle::computeBoundaryDistance(world.boundary, goal) < room) continue;
                    const double optimum = graph.computeLength(start, goal);
                    const Path path = world.find(start, goal, radius);
                    const std::string question = world.describe(start, goal, radius);
                    ASSERT_EQ(path.status() == PathStatus::complete, std::isfinite(optimum)) << question;
                    if (!path.isComplete()) continue;
                    ASSERT_NEAR(path.length(), optimum, 1e-6 * (1 + optimum)) << question;
                    ASSERT_EQ(world.faults(path, start, goal, radius), "") << question;
                }
            }
        }
}

TEST(DegeneratePaths, APointGoesFromVertexToVertex)
{
    Random random(51, 2);
    for (int i = 0; i < 5 * test::testScale(); ++i)
        for (int kind = 0; kind < test::kPathMeshKindCount; ++kind)
        {
            const auto scene_kind = i % 2 ? PathSceneKind::lattice : PathSceneKind::stars;
            PathWorld world =
                test::makePathWorld(scene_kind, static_cast<std::uint64_t>(3100 + i), 6, static_cast<PathMeshKind>(kind));
            const oracle::TangentGraph graph(world.boundary, 0);
            for (int k = 0; k < 20; ++k)
            {
                const auto points = world.scene.points();
                const Vec2 start = points[random.below(points.size())], goal = points[random.below(points.size())];
                // Where obstacles touch, a vertex has several sides, and which one is meant is open.
                if (std::count(points.begin(), points.end(), start) + std::count(points.begin(), points.end(), goal) != 2)
                    continue;
                const double optimum = graph.computeLength(start, goal);
                const Path path = world.find(start, goal, 0);
                const std::string question = world.describe(start, goal, 0);
                ASSERT_EQ(path.status() == PathStatus::complete, std::isfinite(optimum)) << question << " " << optimum;
                if (!path.isComplete()) continue;
                ASSERT_NEAR(path.length(), optimum, 1e-6 * (1 + optimum)) << question;
            }
        }
}

TEST(DegeneratePaths, ADiscStartsExactlyARadiusFromAWall)
{
    const Scene scene = makeHall(10, 6, {makePillar(5, 3)});
    expectShortest(scene, {1, 0.5}, {9, 0.5}, 0.5);     // along the wall, the whole way
    expectShortest(scene, {0.5, 0.5}, {9.5, 5.5}, 0.5); // from corner to corner
    expectShortest(scene, {5, 2}, {5, 4}, 0.5);         // both at the pillar's sides
    expectShortest(scene, {4, 3}, {6, 3}, 0.5);
    expectShortest(scene, {4.5, 2}, {5.5, 2}, 0.5); // above its corners
}

TEST(DegeneratePaths, ADiscStartsExactlyARadiusFromACorner)
{
    // 3-4-5: exactly 0.5 from the corner (4.5, 2.5), in the direction of neither wall.
    const Scene scene = makeHall(10, 6, {makePillar(5, 3)});
    expectShortest(scene, {4.5 - 0.375, 2.5 - 0.5}, {7, 5}, 0.625);
    expectShortest(scene, {4.5 - 0.375, 2.5 - 0.5}, {5.5 + 0.375, 3.5 + 0.5}, 0.625);
    expectShortest(scene, {4.5 - 0.375, 2.5 - 0.5}, {4.5 - 0.5, 2.5 - 0.375}, 0.625); // on one circle: an arc and nothing else
}

TEST(DegeneratePaths, ACornerStandsBetweenTwoPointsOfOneCell)
{
    // A spike from the ceiling ends above the line of sight, nearer than the radius.
    const Scene scene = makeHall(10, 6, {{{5, 2}, {5.2, 7}, {4.8, 7}}});
    expectShortest(scene, {3, 1.5}, {7, 1.5}, 1);
    expectShortest(scene, {3, 1.9}, {7, 1.9}, 1);
    expectShortest(scene, {4.2, 1}, {5.8, 1}, 1);
    expectUnreachable(scene, {3, 1.5}, {7, 1.5}, 1.001);
}

TEST(DegeneratePaths, CollinearCornersAreGrazedAllAtOnce)
{
    const Scene scene = makeHall(20, 8, {makePillar(4, 3), makePillar(8, 3), makePillar(12, 3), makePillar(16, 3)});
    for (const double radius : {0.0, 0.25, 0.5, 1.0, 1.5})
    {
        expectShortest(scene, {1.5, 3.5 + radius}, {18.5, 3.5 + radius}, radius);
        expectShortest(scene, {1.5, 2.5}, {18.5, 2.5}, radius);
        expectShortest(scene, {1.75, 3}, {18.25, 4}, radius);
    }
}

TEST(DegeneratePaths, ATangentRunsAlongAWall)
{
    // Between two blocks whose sides are in one line with the corner before them.
    const Scene scene = makeHall(16, 6, {{{3, 2}, {6, 2}, {6, 3}, {3, 3}}, {{8, 2}, {13, 2}, {13, 6.5}, {8, 6.5}}});
    for (const double radius : {0.0, 0.5, 1.0})
    {
        expectShortest(scene, {1.5, 2.5}, {14.5, 2.5}, radius);
        expectShortest(scene, {4.5, 2 - radius}, {12, 2 - radius}, radius);
        expectShortest(scene, {1.5, 4.5}, {14.5, 4.5}, radius);
    }
}

TEST(DegeneratePaths, CornersNearerThanTwoRadiiAreGoneAround)
{
    const Scene scene = makeHall(12, 10, {makePillar(5, 5), makePillar(6.5, 5), makePillar(5.75, 6.25)});
    for (const double radius : {0.1, 0.25, 0.3, 0.6, 1.0, 1.5})
    {
        expectShortest(scene, {3, 5.5}, {9, 5}, radius);
        expectShortest(scene, {5.75, 3}, {5.75, 8.25}, radius);
        expectShortest(scene, {3, 3}, {9, 8}, radius);
    }
}

TEST(DegeneratePaths, ThreeCirclesTouchOneAnother)
{
    // Tips 6, 8 and 10 apart, and three in a row 2 apart.
    const Scene triangle =
        makeHall(20, 20, {{{6, 6}, {5.5, 5}, {6, 5}}, {{12, 6}, {12.5, 5}, {13, 5.5}}, {{6, 14}, {5, 14.5}, {5, 14}}});
    for (const double radius : {1.0, 2.5, 3.0})
    {
        expectShortest(triangle, {9, 3}, {11, 15}, radius);
        expectShortest(triangle, {3, 10}, {15, 10}, radius);
    }
    const Scene row =
        makeHall(12, 8, {{{4, 4}, {4.1, 4.2}, {3.9, 4.2}}, {{6, 4}, {6.1, 4.2}, {5.9, 4.2}}, {{8, 4}, {8.1, 4.2}, {7.9, 4.2}}});
    expectShortest(row, {5, 2}, {5, 6}, 0.9);
    expectShortest(row, {5, 2}, {7, 6}, 1);
    expectShortest(row, {2, 4}, {10, 4.1}, 1);
}

TEST(DegeneratePaths, AnArcIsStoppedByAnotherObstacle)
{
    // The way around the left pillar is closed by the right one for the large disc, not for the small.
    const Scene scene = makeHall(14, 10, {{{0, 4}, {6, 4}, {6, 4.5}, {0, 4.5}}, {{7.5, 5}, {15, 5}, {15, 5.5}, {7.5, 5.5}}});
    for (const double radius : {0.3, 0.7, 0.79}) expectShortest(scene, {2, 2}, {12, 8}, radius);
    expectUnreachable(scene, {2, 2}, {12, 8}, 0.8); // the gap is sqrt(1.5^2 + 0.5^2)
    expectShortest(scene, {2, 2}, {2, 8}, 0.75);
}

TEST(DegeneratePaths, TheCircleIsLargerThanTheCells)
{
    // A round pillar of many short sides: its cells are slivers, and arcs run through several of them and back.
    Ring pillar;
    for (int i = 0; i < 40; ++i) pillar.push_back(Vec2{8, 8} + Vec2{std::cos(0.1570796 * i), std::sin(0.1570796 * i)} * 2);
    const Scene scene = makeHall(16, 16, {pillar, {{3, 8}, {3.05, 8.02}, {3, 8.05}}, {{3.3, 8.6}, {3.35, 8.65}, {3.3, 8.7}}});
    for (const double radius : {0.01, 0.2, 1.0, 1.3, 2.5})
    {
        expectShortest(scene, {3, 4}, {13, 12}, radius);
        expectShortest(scene, {13, 8}, {3, 12.5}, radius);
    }
}

TEST(DegeneratePaths, ASpikeOfTwoDegreesIsTurnedRound)
{
    const Scene scene = makeHall(12, 8, {{{9, 4}, {-1, 4.175}, {-1, 3.825}}});
    for (const double radius : {0.0, 1e-6, 0.1, 1.0, 1.5})
    {
        expectShortest(scene, {2, 2}, {2, 6}, radius);
        expectShortest(scene, {8.5, 2}, {8.5, 6}, radius);
    }
}

TEST(DegeneratePaths, AStraightCornerIsNoBend)
{
    // The small box touches the side of the large one in the middle: a vertex of free angle pi on the other side of nothing.
    const Scene scene = test::makeWktScene("POLYGON((0 0,12 0,12 10,0 10),(3 4,3 6,6 6,9 6,9 4),(6 6,5.5 7,6.5 7))");
    for (const double radius : {0.0, 0.5, 1.0})
    {
        expectShortest(scene, {2, 3}, {10, 7}, radius);
        expectShortest(scene, {4.2, 7.2}, {7.8, 7.2}, radius);
    }
}

TEST(DegeneratePaths, WhereObstaclesTouchNobodyPasses)
{
    // Two boxes that share a corner form one wall, for points as well.
    const Scene scene = makeHall(10, 10, {{{0, 4}, {5, 4}, {5, 5}, {0, 5}}, {{5, 5}, {10, 5}, {10, 6}, {5, 6}}});
    for (int kind = 0; kind < test::kPathMeshKindCount; ++kind)
    {
        PathWorld world(scene, static_cast<PathMeshKind>(kind));
        for (const double radius : {0.0, 0.1, 1.0})
        {
            const Path path = world.find({2, 2}, {2, 8}, radius);
            EXPECT_EQ(toString(path.status()), toString(PathStatus::unreachable)) << world.name << " " << radius;
            EXPECT_LE(path.widest(), 0) << world.name;
        }
    }
}

TEST(DegeneratePaths, IslandsAreLeftOutAndRoomsInsideThemUnreachable)
{
    const Scene scene = test::makeWktScene(
        "MULTIPOLYGON(((0 0,20 0,20 20,0 20),(5 5,15 5,15 15,5 15)),((7 7,13 7,13 13,7 13),(9 9,11 9,11 11,9 11)))");
    for (const double radius : {0.0, 0.5, 1.0}) expectShortest(scene, {2, 2}, {18, 18}, radius);
    for (const double radius : {0.0, 0.5, 1.0}) expectShortest(scene, {8, 8}, {12, 12}, radius);
    for (int kind = 0; kind < test::kPathMeshKindCount; ++kind)
    {
        PathWorld world(scene, static_cast<PathMeshKind>(kind));
        const Path path = world.find({2, 2}, {8, 8}, 0);
        EXPECT_EQ(path.status(), PathStatus::unreachable);
        EXPECT_EQ(path.widest(), -1);
    }
}

TEST(DegeneratePaths, ACorridorExactlyAsWideAsTheDiscHasOneWay)
{
    // An L of width 1: the centre line, with a kink in it that is no kink for the disc of radius 0.5 around the inner corner.
    const Scene scene = test::makeWktScene("POLYGON((0 0,8 0,8 8,7 8,7 1,0 1))");
    expectShortest(scene, {1, 0.5}, {7.5, 7}, 0.5);
    expectShortest(scene, {1, 0.5}, {7.5, 7}, 0.499999);
    expectShortest(scene, {1, 0.5}, {3, 0.5}, 0.5);
    for (int kind = 0; kind < test::kPathMeshKindCount; ++kind)
        EXPECT_EQ(PathWorld(scene, static_cast<PathMeshKind>(kind)).find({1, 0.5}, {7.5, 7}, 0.50001).problem(),
                  PathProblem::start_too_tight);
}

TEST(DegeneratePaths, LayersAboveEachOtherDoNotMix)
{
    SceneInput input;
    for (int layer = 0; layer < 2; ++layer) input.areas.push_back({{{{0, 0}, {10, 0}, {10, 10}, {0, 10}}, {}}, {}, layer});
    input.obstacles.push_back({{makePillar(5, 5, 2), {}}, 1});
    const Scene scene = buildScene(input).value();
    PathFinder finder(buildClearance(buildNavMesh(scene).value()).value());
    EXPECT_NEAR(finder.find({1, 5}, {9, 5}, {.radius = 0.5, .layer = 0}).length(), 8, 1e-12);
    const Path around = finder.find({1, 5}, {9, 5}, {.radius = 0.5, .layer = 1});
    EXPECT_TRUE(around.isComplete());
    std::vector<Segment> upper = oracle::findBoundary(makeHall(10, 10, {makePillar(5, 5, 2)}));
    EXPECT_NEAR(around.length(), oracle::TangentGraph(upper, 0.5).computeLength({1, 5}, {9, 5}), 1e-6);
    EXPECT_EQ(finder.find({5, 5}, {9, 5}, {.radius = 0.5, .layer = 1}).problem(), PathProblem::start_outside);
}

/// A scene turned by right angles, mirrored and moved by whole quanta has the same lengths.
TEST(DegeneratePaths, TurningAndMirroringTheWorldChangesNoLength)
{
    Random random(51, 3);
    for (int i = 0; i < 4 * test::testScale(); ++i)
    {
        const Scene scene =
            test::makePathScene(i % 2 ? PathSceneKind::boxes : PathSceneKind::stars, static_cast<std::uint64_t>(3300 + i), 10);
        PathWorld world(scene);
        for (int form = 1; form < 8; ++form)
        {
            const auto move = [&](Vec2 p) {
                if (form & 1) p = {-p.x, p.y};
                if (form & 2) p = {p.x, -p.y};
                if (form & 4) p = {p.y, p.x};
                return p + Vec2{16, -32};
            };
            SceneInput input;
            for (const Scene::Area& area : scene.areas())
            {
                SceneInput::AreaInput copy;
                for (std::uint32_t r = area.first_ring; r < area.first_ring + area.ring_count; ++r)
                {
                    SceneInput::RingInput ring;
                    for (const Vec2 p : scene.points(scene.rings()[r])) ring.points.push_back(move(p));
                    if (r == area.first_ring)
                        copy.outline = ring;
                    else
                        copy.holes.push_back(ring);
                }
                input.areas.push_back(copy);
            }
            PathWorld moved(buildScene(input).value(), static_cast<PathMeshKind>(form % test::kPathMeshKindCount));
            for (int k = 0; k < 10; ++k)
            {
                const double radius = random.uniform(0, 0.6);
                const auto start = drawFreePoint(scene, world.boundary, radius, random);
                const auto goal = drawFreePoint(scene, world.boundary, radius, random);
                if (!start || !goal) continue;
                const Path path = world.find(*start, *goal, radius), other = moved.find(move(*start), move(*goal), radius);
                ASSERT_EQ(toString(path.status()), toString(other.status())) << world.describe(*start, *goal, radius);
                ASSERT_NEAR(path.length(), other.length(), 1e-6) << world.describe(*start, *goal, radius);
            }
        }
    }
}

} // namespace
} // namespace clearway
