// SPDX-License-Identifier: MIT
#include <clearway/corridor.h>

#include <cmath>

#include <gtest/gtest.h>

#include <bit>

#include <clearway/navmesh.h>
#include <clearway/path.h>

#include "tests/corridor/corridor_scenes.h"
#include "tests/support/path_scenes.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

using test::kCorridorScenes;

constexpr CorridorMapOptions::CornerBranches kBoth[] = {CorridorMapOptions::CornerBranches::keep,
                                                        CorridorMapOptions::CornerBranches::prune};

CorridorMap buildMap(const Scene& scene, CorridorMapOptions::CornerBranches corners = CorridorMapOptions::CornerBranches::keep)
{
    return buildCorridorMap(scene, {.corners = corners}).value();
}

const Ring kHall = {{0, 0}, {20, 0}, {20, 4}, {0, 4}};

/// Random questions whose discs fit at both ends: ask(start, goal, radius).
template <typename Ask>
void forEachQuestion(const Scene& scene, int count, std::uint64_t seed, Ask&& ask)
{
    const auto walls = test::listWalls(scene);
    const double largest = buildVoronoi(scene).value().largestClearance();
    Random random(seed);
    for (int i = 0; i < count * test::testScale(); ++i)
    {
        const double radius = i % 8 == 0 ? 0 : largest * random.uniform(0, 1) * random.uniform(0, 1);
        const auto start = test::drawPoint(scene, walls, radius, random);
        const auto goal = test::drawPoint(scene, walls, radius, random);
        if (start && goal) ask(*start, *goal, radius);
    }
}

Vec2 centerOf(const CorridorMap& map, const CorridorMap::Ball& ball)
{
    if (ball.vertex != kNone) return map.vertices()[ball.vertex].position;
    return map.samples(map.edges()[ball.edge])[ball.index].position;
}

TEST(Corridor, ThereIsOneExactlyWhenThereIsAPath)
{
    int found = 0, missed = 0;
    for (const char* name : kCorridorScenes)
    {
        SCOPED_TRACE(name);
        const Scene scene = buildScene(name).value();
        PathFinder paths(buildClearance(buildNavMesh(scene).value()).value());
        for (const CorridorMapOptions::CornerBranches corners : kBoth)
        {
            CorridorFinder corridors(buildMap(scene, corners));
            forEachQuestion(scene, 120, 17, [&](Vec2 start, Vec2 goal, double radius) {
                const Corridor corridor = corridors.find(start, goal, {.radius = radius});
                const Path path = paths.find(start, goal, {.radius = radius});
                ASSERT_EQ(static_cast<bool>(corridor), path.isComplete())
                    << start.x << " " << start.y << " to " << goal.x << " " << goal.y << " radius " << radius << ": "
                    << toString(corridor.problem()) << " widest " << path.widest();
                if (!corridor)
                {
                    ASSERT_EQ(corridor.status(), PathStatus::unreachable);
                    ASSERT_NEAR(corridor.widest(), path.widest(), 1e-9);
                }
                (corridor ? found : missed) += 1;
            });
        }
    }
    EXPECT_GT(found, 500);
    EXPECT_GT(missed, 50);
}

TEST(Corridor, ThereIsOneExactlyWhenThereIsAPathInScenesFullOfTraps)
{
    int found = 0;
    for (int kind = 0; kind < test::kPathSceneKindCount; ++kind)
    {
        SCOPED_TRACE(test::toString(static_cast<test::PathSceneKind>(kind)));
        const Scene scene = test::makePathScene(static_cast<test::PathSceneKind>(kind), 4, 12);
        PathFinder paths(buildClearance(buildNavMesh(scene).value()).value());
        for (const CorridorMapOptions::CornerBranches corners : kBoth)
        {
            CorridorFinder corridors(buildMap(scene, corners));
            forEachQuestion(scene, 40, 23, [&](Vec2 start, Vec2 goal, double radius) {
                const Corridor corridor = corridors.find(start, goal, {.radius = radius});
                const Path path = paths.find(start, goal, {.radius = radius});
                ASSERT_EQ(static_cast<bool>(corridor), path.isComplete())
                    << start.x << " " << start.y << " to " << goal.x << " " << goal.y << " radius " << radius << ": "
                    << toString(corridor.problem()) << " widest " << path.widest();
                found += corridor ? 1 : 0;
            });
        }
    }
    EXPECT_GT(found, 300);
}

TEST(Corridor, ItAgreesWithTheMeshOnAHundredThousandPairsInFiftyScenes)
{
    std::vector<Scene> scenes;
    for (const char* name : {"rooms", "cross", "doors", "mckenna", "fig17"}) scenes.push_back(buildScene(name).value());
    for (int i = 0; scenes.size() < 50; ++i)
        scenes.push_back(test::makePathScene(static_cast<test::PathSceneKind>(i % test::kPathSceneKindCount), 40 + i, 8));
    int found = 0, missed = 0;
    for (std::size_t number = 0; number < scenes.size(); ++number)
    {
        SCOPED_TRACE(number);
        const Scene& scene = scenes[number];
        PathFinder paths(buildClearance(buildNavMesh(scene).value()).value());
        const CorridorMap map = buildMap(scene, kBoth[number % 2]);
        CorridorFinder corridors(map);
        struct Spot
        {
            Vec2 position;
            double clearance = 0;
        };
        std::vector<Spot> spots;
        Random random(number);
        while (spots.size() < 100)
        {
            const Vec2 p = *test::drawPoint(scene, {}, 0, random);
            spots.push_back({p, map.diagram().findNearest(p).distance});
        }
        for (int i = 0; i < 2000 * test::testScale(); ++i)
        {
            const Spot &start = spots[random.below(spots.size())], &goal = spots[random.below(spots.size())];
            const double radius = std::min(start.clearance, goal.clearance) * random.uniform(0, 0.999);
            const Corridor corridor = corridors.find(start.position, goal.position, {.radius = radius});
            const Path path = paths.find(start.position, goal.position, {.radius = radius});
            ASSERT_EQ(static_cast<bool>(corridor), path.isComplete())
                << start.position.x << " " << start.position.y << " to " << goal.position.x << " " << goal.position.y
                << " radius " << radius << ": " << toString(corridor.problem()) << " widest " << path.widest();
            (corridor ? found : missed) += 1;
        }
    }
    EXPECT_EQ(found + missed, 100000 * test::testScale());
    EXPECT_GT(missed, 5000);
}

TEST(Corridor, ADoorLetsThroughExactlyHalfItsWidth)
{
    for (const double width : {0.25, 0.5, 1.0, 1.5, 2.0})
        for (const double turn : {0.0, 30.0, 77.0})
        {
            const test::DoorScene door = test::makeDoorScene(width, turn, 0.5);
            const CorridorMap map = buildMap(door.scene);
            const double limit = map.diagram().findWidest(door.start, door.goal).radius;
            EXPECT_NEAR(limit, width / 2, 1e-6);
            EXPECT_TRUE(findCorridor(map, door.start, door.goal, {.radius = limit}));
            EXPECT_TRUE(findCorridor(map, door.start, door.goal, {.radius = limit - 1e-6}));
            const Corridor wide = findCorridor(map, door.start, door.goal, {.radius = limit + 1e-6});
            EXPECT_EQ(wide.status(), PathStatus::unreachable);
            EXPECT_EQ(wide.widest(), limit);
        }
}

TEST(Corridor, TheSearchLedByDistanceFindsNoLongerWay)
{
    for (const char* name : kCorridorScenes)
    {
        SCOPED_TRACE(name);
        const Scene scene = buildScene(name).value();
        CorridorFinder finder(buildMap(scene));
        std::uint64_t led = 0, all_around = 0;
        forEachQuestion(scene, 100, 29, [&](Vec2 start, Vec2 goal, double radius) {
            const Corridor a = finder.find(start, goal, {.radius = radius});
            led += finder.expandedCount();
            const Corridor b = finder.find(start, goal, {.radius = radius, .search = CorridorOptions::Search::dijkstra});
            all_around += finder.expandedCount();
            ASSERT_EQ(a.status(), b.status());
            ASSERT_NEAR(a.length(), b.length(), 1e-9 * (1 + b.length()));
        });
        EXPECT_LE(led, all_around);
    }
}

/// The shortest way over all balls of the map as single nodes, each sample joined to the next: no edges, no exits, no heap.
double bruteForceLength(const CorridorMap& map, Vec2 from, Vec2 to, double radius)
{
    std::vector<Vec2> at;
    std::vector<bool> fits;
    std::vector<std::pair<std::size_t, std::size_t>> links;
    for (const CorridorMap::Vertex& vertex : map.vertices())
    {
        at.push_back(vertex.position);
        fits.push_back(vertex.clearance >= radius);
    }
    for (const CorridorMap::Edge& edge : map.edges())
    {
        std::size_t last = edge.a;
        for (const CorridorMap::Sample& sample : map.samples(edge).subspan(1, edge.sample_count - 2))
        {
            links.emplace_back(last, at.size());
            last = at.size();
            at.push_back(sample.position);
            fits.push_back(sample.clearance >= radius);
        }
        links.emplace_back(last, edge.b);
    }
    const auto find = [&](Vec2 p) { return static_cast<std::size_t>(std::find(at.begin(), at.end(), p) - at.begin()); };
    std::vector<double> cost(at.size(), std::numeric_limits<double>::infinity());
    cost[find(from)] = 0;
    for (bool changed = true; changed;)
    {
        changed = false;
        const auto relax = [&](std::size_t u, std::size_t v) {
            const double through = cost[u] + distance(at[u], at[v]);
            if (!fits[u] || !fits[v] || !(through < cost[v] - 1e-12)) return;
            cost[v] = through;
            changed = true;
        };
        for (const auto& [u, v] : links) relax(u, v);
        for (std::size_t i = links.size(); i-- > 0;) relax(links[i].second, links[i].first);
    }
    return cost[find(to)];
}

TEST(Corridor, ItIsTheShortestWayOverTheBallsOfTheMap)
{
    for (const char* name : {"rooms", "donut", "doors", "mckenna"})
    {
        SCOPED_TRACE(name);
        const Scene scene = buildScene(name).value();
        CorridorFinder finder(buildMap(scene));
        int compared = 0;
        forEachQuestion(scene, 25, 31, [&](Vec2 start, Vec2 goal, double radius) {
            const Corridor corridor = finder.find(start, goal, {.radius = radius});
            const auto from = finder.map().findEnclosingBall(start, radius), to = finder.map().findEnclosingBall(goal, radius);
            if (!corridor || !from || !to) return;
            const Vec2 first = centerOf(finder.map(), from), last = centerOf(finder.map(), to);
            ASSERT_NEAR(corridor.length(), bruteForceLength(finder.map(), first, last, radius), 1e-6);
            ++compared;
        });
        EXPECT_GT(compared, 10);
    }
}

TEST(Corridor, TheBackboneLeadsFromBallToBallFromStartToGoal)
{
    for (const char* name : kCorridorScenes)
        for (const CorridorMapOptions::CornerBranches corners : kBoth)
        {
            SCOPED_TRACE(name);
            const Scene scene = buildScene(name).value();
            const auto walls = test::listWalls(scene);
            CorridorFinder finder(buildMap(scene, corners));
            const double finest = finder.map().options().finest;
            forEachQuestion(scene, 40, 37, [&](Vec2 start, Vec2 goal, double radius) {
                const Corridor corridor = finder.find(start, goal, {.radius = radius});
                if (!corridor) return;
                const auto backbone = corridor.backbone();
                ASSERT_FALSE(backbone.empty());
                ASSERT_LE(distance(start, backbone.front().position) + radius, backbone.front().clearance + 1e-6);
                ASSERT_LE(distance(goal, backbone.back().position), 1e-9);
                double length = 0;
                for (std::size_t i = 0; i < backbone.size(); ++i)
                {
                    // Balls of free space that hold the disc.
                    ASSERT_GE(backbone[i].clearance, radius - 1e-6);
                    ASSERT_GE(test::computeDistance(walls, backbone[i].position), backbone[i].clearance - 1e-6);
                    if (i == 0) continue;
                    // The disc at one lies in the next, both ways, but for `finest` where there is no more room than it needs.
                    const double step = distance(backbone[i - 1].position, backbone[i].position);
                    const double smaller = std::min(backbone[i - 1].clearance, backbone[i].clearance);
                    if (corners == CorridorMapOptions::CornerBranches::keep)
                    {
                        ASSERT_LE(step + std::min({1.0, radius, smaller - finest}), smaller + 1e-6)
                            << i << " of " << backbone.size();
                    }
                    length += step;
                }
                const double passing = std::max(0.0, radius - scene.frame().quantum);
                if (const CorridorMap::Ball ball = finder.map().findEnclosingBall(goal, passing))
                {
                    ASSERT_NEAR(length, corridor.length() + distance(goal, centerOf(finder.map(), ball)), 1e-6);
                }
            });
        }
}

TEST(Corridor, BothEndsOnOneEdgeNeedNoDetour)
{
    const CorridorMap map = buildMap(test::makeRoom(kHall));
    const Corridor there = findCorridor(map, {5, 2}, {12, 2}, {.radius = 0.5});
    ASSERT_TRUE(there);
    ASSERT_EQ(there.pieces().size(), 1u);
    EXPECT_NEAR(there.length(), 7, 1.1);
    const Corridor back = findCorridor(map, {12, 2}, {5, 2}, {.radius = 0.5});
    ASSERT_EQ(back.pieces().size(), 1u);
    EXPECT_EQ(back.length(), there.length());
    EXPECT_NE(back.pieces()[0].isBackwards(), there.pieces()[0].isBackwards());
    // The traveller's left is up on the way there, and down on the way back.
    EXPECT_NEAR(there.backbone()[2].left.y, 4, 1e-9);
    EXPECT_NEAR(back.backbone()[2].left.y, 0, 1e-9);
}

TEST(Corridor, AroundAPillarItTakesTheShorterSide)
{
    const Scene scene = test::makeRoom({{0, 0}, {12, 0}, {12, 12}, {0, 12}}, {{{4, 4}, {8, 4}, {8, 8}, {4, 8}}});
    for (const CorridorMapOptions::CornerBranches corners : kBoth)
    {
        const CorridorMap map = buildMap(scene, corners);
        const Corridor corridor = findCorridor(map, {2, 3}, {3, 2}, {.radius = 0.5});
        ASSERT_TRUE(corridor);
        EXPECT_LT(corridor.length(), 6);
        const Corridor far = findCorridor(map, {2, 6}, {6, 10}, {.radius = 0.5});
        for (const CorridorMap::Sample& sample : far.backbone()) EXPECT_GT(sample.position.y, 4.9);
    }
}

TEST(Corridor, ASmallDiscDeepInACornerFindsItsWayOut)
{
    const CorridorMap map = buildMap(test::makeRoom(kHall), CorridorMapOptions::CornerBranches::keep);
    for (const double depth : {0.2, 0.05, 0.01, 1e-5})
    {
        const Corridor out = findCorridor(map, {depth, depth}, {10, 2}, {.radius = depth / 2});
        EXPECT_TRUE(out) << depth;
        const Corridor in = findCorridor(map, {10, 2}, {20 - depth, 4 - depth}, {.radius = depth / 2});
        ASSERT_TRUE(in) << depth;
        EXPECT_LT(distance(in.backbone().back().position, Vec2{20 - depth, 4 - depth}), 1e-9);
        EXPECT_LT(in.backbone().size(), 200u);
    }
}

TEST(Corridor, APointMayStandOnAWallOrInACorner)
{
    const Scene scene = buildScene("mckenna").value();
    PathFinder paths(buildClearance(buildNavMesh(scene).value()).value());
    for (const CorridorMapOptions::CornerBranches corners : kBoth)
    {
        CorridorFinder finder(buildMap(scene, corners));
        Random random(1);
        const Vec2 goal = test::drawPoint(scene, test::listWalls(scene), 0.5, random).value();
        for (std::uint32_t i = 0; i < scene.points().size(); ++i)
            for (const Vec2 start : {scene.points()[i], interpolate(scene.edge(i).a, scene.edge(i).b, 0.5)})
            {
                const Path path = paths.find(start, goal, {.radius = 0});
                ASSERT_EQ(static_cast<bool>(finder.find(start, goal, {.radius = 0})), path.isComplete()) << i;
                ASSERT_EQ(static_cast<bool>(finder.find(goal, start, {.radius = 0})), path.isComplete()) << i;
            }
    }
}

TEST(Corridor, FromAPlaceToItselfIsOneBallOrTwo)
{
    for (const CorridorMapOptions::CornerBranches corners : kBoth)
    {
        CorridorFinder finder(buildMap(test::makeRoom({{0, 0}, {4, 0}, {4, 4}, {0, 4}}), corners));
        for (const Vec2 p : {Vec2{2, 2}, Vec2{1, 1}, Vec2{3, 2}, Vec2{0.3, 0.3}})
        {
            const Corridor corridor = finder.find(p, p, {.radius = 0.25});
            ASSERT_TRUE(corridor);
            const auto backbone = corridor.backbone();
            ASSERT_FALSE(backbone.empty());
            EXPECT_LT(distance(backbone.back().position, p), 1e-9);
            for (const CorridorMap::Sample& sample : backbone) EXPECT_GE(sample.clearance, 0.25 - 1e-9);
        }
    }
}

TEST(Corridor, ItSaysWhyThereIsNone)
{
    const CorridorMap map = buildMap(test::makeRoom(kHall, {{{9, 1}, {11, 1}, {11, 3}, {9, 3}}}));
    const auto problemOf = [&](Vec2 start, Vec2 goal, double radius) {
        const Corridor corridor = findCorridor(map, start, goal, {.radius = radius});
        EXPECT_EQ(corridor.status(), PathStatus::invalid);
        EXPECT_TRUE(corridor.backbone().empty());
        return corridor.problem();
    };
    const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
    EXPECT_EQ(problemOf({2, 2}, {18, 2}, -1), PathProblem::bad_radius);
    EXPECT_EQ(problemOf({2, 2}, {18, 2}, nan), PathProblem::bad_radius);
    EXPECT_EQ(problemOf({2, 2}, {18, 2}, infinity), PathProblem::bad_radius);
    EXPECT_EQ(problemOf({nan, 2}, {18, 2}, 0.2), PathProblem::bad_point);
    EXPECT_EQ(problemOf({2, 2}, {18, infinity}, 0.2), PathProblem::bad_point);
    EXPECT_EQ(problemOf({-1, 2}, {18, 2}, 0.2), PathProblem::start_outside);
    EXPECT_EQ(problemOf({2, 2}, {10, 2}, 0.2), PathProblem::goal_outside);
    EXPECT_EQ(problemOf({2, 2}, {25, 9}, 0.2), PathProblem::goal_outside);
    EXPECT_EQ(problemOf({0.1, 2}, {18, 2}, 0.2), PathProblem::start_too_tight);
    EXPECT_EQ(problemOf({2, 2}, {10, 0.1}, 0.2), PathProblem::goal_too_tight);
    EXPECT_EQ(problemOf({2, 2}, {18, 2}, 100), PathProblem::start_too_tight);
    const Corridor narrow = findCorridor(map, {2, 2}, {18, 2}, {.radius = 0.6});
    EXPECT_EQ(narrow.status(), PathStatus::unreachable);
    EXPECT_NEAR(narrow.widest(), 0.5, 1e-9);
}

TEST(Corridor, ItOutlivesTheMapItCameFrom)
{
    Corridor corridor;
    {
        CorridorFinder finder(buildMap(test::makeRoom(kHall)));
        finder.find({3, 2}, {17, 2}, {}, corridor);
    }
    ASSERT_TRUE(corridor);
    EXPECT_GT(corridor.backbone().size(), 5u);
}

TEST(Corridor, AFinderAnswersTheSameHoweverOftenItIsAsked)
{
    const Scene scene = buildScene("mckenna").value();
    const CorridorMap map = buildMap(scene);
    CorridorFinder finder(map);
    Corridor warm;
    forEachQuestion(scene, 60, 41, [&](Vec2 start, Vec2 goal, double radius) {
        finder.find(start, goal, {.radius = radius}, warm);
        const Corridor fresh = findCorridor(map, start, goal, {.radius = radius});
        ASSERT_EQ(warm.status(), fresh.status());
        ASSERT_EQ(warm.length(), fresh.length());
        ASSERT_EQ(warm.backbone().size(), fresh.backbone().size());
    });
}

TEST(CorridorFinder, PointsFarOutsideAreOutsideAndCostNothing)
{
    for (const char* name : {"rooms", "cross", "city500"})
    {
        const Scene scene = buildScene(name).value();
        CorridorFinder finder(buildCorridorMap(scene).value());
        const Vec2 inside = (scene.bounds().min + scene.bounds().max) * 0.5;
        Random random(12);
        for (int i = 0; i < 2000; ++i)
        {
            // Of every size that a double can have.
            const auto draw = [&] { return std::bit_cast<double>(random.bits()); };
            const Vec2 far{draw(), draw()};
            if (!isFinite(far) || (std::abs(far.x) < 1e4 && std::abs(far.y) < 1e4)) continue;
            const Corridor corridor = finder.find(far, inside, {.radius = 0});
            ASSERT_EQ(corridor.status(), PathStatus::invalid) << far.x << " " << far.y;
            ASSERT_EQ(corridor.problem(), PathProblem::start_outside) << far.x << " " << far.y;
        }
    }
}

} // namespace
} // namespace clearway
