// SPDX-License-Identifier: MIT
// The guide along corridors: everybody who can arrive does, in balls of free space, whatever is remembered.
#include <cmath>

#include "guide/corridor_row.h"
#include "tests/guide/walkers.h"

namespace clearway {
namespace {

using test::GuideWorld;
using test::makeWktScene;
using test::testScale;
using test::Walker;

Scene buildBuiltIn(std::string_view name) { return buildScene(name, {.seed = 1, .scale = 1}).value(); }

std::vector<GuideWorld> buildWorlds(const OnCorridorMapOptions& options = {}, const CorridorMapOptions& map_options = {})
{
    std::vector<GuideWorld> worlds;
    for (const char* name : {"rooms", "cross", "ill_conditioned", "donut", "maze", "city500"})
        worlds.emplace_back(name, buildBuiltIn(name), options, map_options);
    for (int kind = 0; kind < test::kPathSceneKindCount; ++kind)
    {
        const auto scene = static_cast<test::PathSceneKind>(kind);
        worlds.emplace_back(toString(scene), test::makePathScene(scene, 7, 8), options, map_options);
    }
    return worlds;
}

struct Walks
{
    int asked = 0;
    int arrived = 0;
    int contacts = 0; ///< ticks in which a wall was in the way
    int tight = 0;    ///< those of discs that nothing but the narrowest place lets through
    int plans = 0;
    double longest = 0; ///< of the ways, as a multiple of the path's
    std::string fault;
};

enum class Radii
{
    usual, ///< so much smaller than the way that rows of balls lead through
    tight, ///< nearly the widest that gets there, or just that
};

void walkOnce(const GuideWorld& world, PathFinder& finder, std::uint64_t seed, Radii radii, Walks& walks)
{
    Random random(seed, 5);
    Walker walker;
    walker.id = 1 + random.below(1000);
    walker.radius = random.uniform(0.1, 0.5);
    Vec2 start;
    if (!world.ground().findRandomPoint(seed, 1, 0.1, kNone, start)) return;
    const Place from = findPlace(world.mesh, start);
    if (!world.ground().findRandomPoint(seed, 2, 0.1, from.cell, walker.goal)) return;
    const double widest = world.clearance.findWidest(from, findPlace(world.mesh, walker.goal)).radius;
    if (radii == Radii::tight)
        walker.radius = random.below(2) == 0 ? widest : widest * random.uniform(0.9, 1);
    else
        walker.radius = std::min(walker.radius, widest - 0.13);
    if (!(walker.radius > 0.01)) return;
    walker.reach = static_cast<float>(random.uniform(0.02, 0.3));
    const Path path = finder.find(start, walker.goal, {.radius = walker.radius});
    if (!path.isComplete()) return;
    walker.position = start;
    walker.start(world);
    ++walks.asked;
    const double limit = 8 * path.length() + 20;
    double length = 0;
    std::ostringstream text;
    text << world.name << " seed " << seed << ": ";
    for (std::uint64_t tick = random.below(8); length < limit; ++tick)
    {
        if (walker.position == walker.goal) break;
        const Guidance guidance = walker.ask(world.guide(), tick);
        walks.plans += guidance.has_planned;
        if (guidance.status == Guidance::Status::unreachable || !isFinite(guidance.target)) break;
        const Vec2 at = walker.position, wish = walker.wish(guidance.target);
        walker.move(world.ground(), wish);
        if (distance(wish, walker.position) > 1e-4)
        {
            ++walks.contacts;
            if (walks.fault.empty()) walks.fault = text.str() + "stopped " + walker.describe();
        }
        length += std::max(distance(walker.position, at), 0.01 * static_cast<double>(walker.reach));
    }
    world.guide().forget(walker.memo);
    walks.longest = std::max(walks.longest, length / std::max(path.length(), 1.0));
    if (walker.position == walker.goal)
        ++walks.arrived;
    else
        walks.fault = text.str() + " did not arrive from (" + std::to_string(start.x) + "," + std::to_string(start.y) + ") " +
                      walker.describe();
}

Walks walkAll(const std::vector<GuideWorld>& worlds, int count, Radii radii)
{
    Walks walks;
    for (const GuideWorld& world : worlds)
    {
        PathFinder finder(world.clearance);
        for (int i = 0; i < count; ++i) walkOnce(world, finder, static_cast<std::uint64_t>(i), radii, walks);
    }
    return walks;
}

TEST(CorridorGuide, WalkersAloneArriveWithoutMeetingAWall)
{
    const Walks walks = walkAll(buildWorlds(), 25 * testScale(), Radii::usual);
    EXPECT_GT(walks.asked, 300);
    EXPECT_EQ(walks.arrived, walks.asked) << walks.fault;
    EXPECT_EQ(walks.contacts, 0) << walks.fault;
    EXPECT_LT(walks.plans, 1.1 * walks.asked); // one plan is enough
    RecordProperty("longest", std::to_string(walks.longest));
}

TEST(CorridorGuide, WalkersOnTheLeftOrRightArriveToo)
{
    for (const double side : {-1.0, 1.0, 0.4})
    {
        const Walks walks = walkAll(buildWorlds({.side = side}), 8 * testScale(), Radii::usual);
        EXPECT_EQ(walks.arrived, walks.asked) << walks.fault;
        EXPECT_EQ(walks.contacts, 0) << walks.fault;
    }
}

TEST(CorridorGuide, WalkersWhoChooseAmongWaysArriveToo)
{
    const Walks walks = walkAll(buildWorlds({.way_count = 4}), 8 * testScale(), Radii::usual);
    EXPECT_EQ(walks.arrived, walks.asked) << walks.fault;
    EXPECT_EQ(walks.contacts, 0) << walks.fault;
}

TEST(CorridorGuide, NotEverybodyTakesTheShortestWayUnlessThereIsOnlyOne)
{
    // Round a block, a little shorter below it.
    const Scene scene = makeWktScene("POLYGON((0 0,30 0,30 20,0 20),(5 5,5 15,25 15,25 5))");
    for (const int way_count : {1, 2})
    {
        const GuideWorld world("around", scene, {.way_count = way_count});
        int above = 0;
        for (AgentId id = 1; id <= 100; ++id)
        {
            Walker walker;
            walker.id = id;
            walker.position = {2, 9.5};
            walker.goal = {28, 9.5};
            walker.start(world);
            for (std::uint64_t tick = 0; tick < 60; ++tick)
                walker.move(world.ground(), walker.wish(walker.ask(world.guide(), tick).target));
            above += walker.position.y > 10;
            world.guide().forget(walker.memo);
        }
        EXPECT_EQ(above > 0, way_count > 1);
        EXPECT_LT(above, 60);
    }
}

TEST(CorridorGuide, EverythingThatPassesTheNarrowestPlaceArrives)
{
    const Walks walks = walkAll(buildWorlds(), 15 * testScale(), Radii::tight);
    EXPECT_GT(walks.asked, 150);
    EXPECT_EQ(walks.arrived, walks.asked) << walks.fault;
    RecordProperty("contacts", walks.contacts);
}

TEST(CorridorGuide, WhatIsATraceTooWideForItsWayIsToldThatThereIsNone)
{
    int asked = 0;
    for (const GuideWorld& world : buildWorlds())
        for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(20 * testScale()); ++seed)
        {
            Walker walker;
            if (!world.ground().findRandomPoint(seed, 1, 0.1, kNone, walker.position)) continue;
            const Place from = findPlace(world.mesh, walker.position);
            if (!world.ground().findRandomPoint(seed, 2, 0.1, from.cell, walker.goal)) continue;
            walker.radius = world.clearance.findWidest(from, findPlace(world.mesh, walker.goal)).radius + 8 * world.quantum();
            const Ground::Standing here = world.ground().stand(walker.position, walker.radius, -1);
            if (!here || !world.ground().stand(walker.goal, walker.radius, -1)) continue;
            walker.start(world);
            EXPECT_EQ(walker.ask(world.guide(), 0).status, Guidance::Status::unreachable)
                << world.name << ' ' << walker.describe();
            world.guide().forget(walker.memo);
            ++asked;
        }
    EXPECT_GT(asked, 30);
}

TEST(CorridorGuide, PrunedMapsWillDo)
{
    const Walks walks =
        walkAll(buildWorlds({}, {.corners = CorridorMapOptions::CornerBranches::prune}), 8 * testScale(), Radii::usual);
    EXPECT_EQ(walks.arrived, walks.asked) << walks.fault;
    EXPECT_EQ(walks.contacts, 0) << walks.fault;
}

TEST(CorridorGuide, TheTargetIsTheFarthestBallThatHoldsTheDisc)
{
    // With an oracle that looks at all balls of the way.
    const Scene scene = buildBuiltIn("city500");
    const GuideWorld world("city500", scene);
    CorridorFinder finder(buildCorridorMap(scene).value());
    int on_the_way = 0;
    for (std::uint64_t seed = 0; seed < 30; ++seed)
    {
        Walker walker;
        walker.radius = 0.3;
        walker.id = 8 - seed % 8; // looks far in the first tick
        Vec2 start;
        ASSERT_TRUE(world.ground().findRandomPoint(seed, 1, walker.radius, kNone, start));
        walker.position = start;
        walker.start(world);
        ASSERT_TRUE(world.ground().findRandomPoint(seed, 2, walker.radius, walker.footing.face, walker.goal));
        const Corridor corridor = finder.find(start, walker.goal, {.radius = walker.radius});
        ASSERT_TRUE(corridor);
        const std::vector<CorridorMap::Sample> row = corridor.backbone();
        for (std::uint64_t tick = seed % 8; tick < 400; ++tick)
        {
            const Guidance guidance = walker.ask(world.guide(), tick);
            if (guidance.status == Guidance::Status::goal_ahead) break;
            std::size_t farthest = 0, failures = 0;
            for (std::size_t i = 0; i < row.size(); ++i)
                if (distance(row[i].position, walker.position) < row[i].clearance - walker.radius) farthest = i;
            std::size_t chosen = 0;
            while (chosen < row.size() && row[chosen].position != guidance.target) ++chosen;
            ASSERT_LT(chosen, row.size());
            ASSERT_LE(chosen, farthest + 1);
            EXPECT_FLOAT_EQ(guidance.room, static_cast<float>(row[chosen].clearance));
            // Balls that do not hold the disc are looked past now and then, a dozen of them.
            if ((tick + walker.id) % 8 == 0)
                for (std::size_t i = chosen + 1; i <= farthest && failures < 12; ++i)
                {
                    const bool is_in = distance(row[i].position, walker.position) < row[i].clearance - walker.radius;
                    EXPECT_FALSE(is_in) << chosen << ' ' << i << ' ' << farthest;
                    ++failures;
                }
            ++on_the_way;
            walker.move(world.ground(), walker.wish(guidance.target));
        }
        world.guide().forget(walker.memo);
    }
    EXPECT_GT(on_the_way, 3000);
}

TEST(CorridorGuide, LeadsOutOfCornersThatNoBallHolds)
{
    const Scene scene = makeWktScene("POLYGON((0 0,30 0,30 2,4 6,0 20))");
    for (const CorridorMapOptions::CornerBranches corners :
         {CorridorMapOptions::CornerBranches::keep, CorridorMapOptions::CornerBranches::prune})
    {
        const GuideWorld world("corner", scene, {}, {.corners = corners});
        for (const double radius : {0.01, 0.03, 0.2})
        {
            Walker walker;
            walker.radius = radius;
            walker.position = {radius, radius};
            walker.goal = {29.9 - radius, 0.1 + radius};
            walker.start(world);
            for (std::uint64_t tick = 0; tick < 2000 && walker.position != walker.goal; ++tick)
                walker.move(world.ground(), walker.wish(walker.ask(world.guide(), tick).target));
            EXPECT_EQ(walker.position, walker.goal) << radius;
            world.guide().forget(walker.memo);
        }
    }
}

TEST(CorridorGuide, KeepsLayersApart)
{
    SceneInput input;
    for (const int layer : {0, 1})
    {
        SceneInput::AreaInput area;
        area.outline.points = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
        area.layer = layer;
        input.areas.push_back(area);
    }
    input.obstacles.push_back({{.points = {{4, 0}, {6, 0}, {6, 8}, {4, 8}}}, 0});
    const GuideWorld world("layers", buildScene(input).value());
    for (const int layer : {0, 1})
    {
        Walker walker;
        walker.position = {2, 2};
        walker.goal = {8, 2};
        const Ground::Standing standing = world.ground().stand(walker.position, walker.radius, layer);
        ASSERT_TRUE(standing);
        walker.start(world);
        walker.footing = standing.footing;
        double highest = 0;
        for (std::uint64_t tick = 0; tick < 400 && walker.position != walker.goal; ++tick)
        {
            walker.move(world.ground(), walker.wish(walker.ask(world.guide(), tick).target));
            highest = std::max(highest, walker.position.y);
        }
        EXPECT_EQ(walker.position, walker.goal) << layer;
        EXPECT_EQ(highest > 8, layer == 0) << highest; // round the obstacle that only one of them has
        world.guide().forget(walker.memo);
    }
}

TEST(CorridorGuide, LeadsBackWhoIsPushedOffAndPlansAnewForWhoIsCarriedAway)
{
    const Scene scene = makeWktScene("POLYGON((0 0,30 0,30 20,0 20),(5 5,5 15,25 15,25 5))");
    const GuideWorld world("around", scene);
    for (const Vec2 to : {Vec2{15, 18}, Vec2{29.5, 19.5}, Vec2{0.3, 0.3}})
    {
        Walker walker;
        walker.position = {2, 9.5};
        walker.goal = {28, 9};
        walker.start(world);
        ASSERT_TRUE(walker.ask(world.guide(), 0).has_planned);
        walker.position = to;
        walker.footing = world.ground().stand(walker.position, walker.radius, -1).footing;
        for (std::uint64_t tick = 1; tick < 600 && walker.position != walker.goal; ++tick)
            walker.move(world.ground(), walker.wish(walker.ask(world.guide(), tick).target));
        EXPECT_EQ(walker.position, walker.goal);
        world.guide().forget(walker.memo);
    }
}

TEST(CorridorGuide, AgentsHoldAnEdgeAndAnIndexAndNotTheirBalls)
{
    const Scene scene = buildBuiltIn("city500");
    const GuideWorld world("city500", scene);
    EXPECT_STREQ(world.guide().name(), "corridor");
    EXPECT_LE(world.guide().stateBytes(), 48u);
    CorridorFinder finder(buildCorridorMap(scene).value());
    std::size_t words = 0, balls = 0;
    for (std::uint64_t seed = 0; seed < 50; ++seed)
    {
        Vec2 start, goal;
        ASSERT_TRUE(world.ground().findRandomPoint(seed, 1, 0.25, kNone, start));
        ASSERT_TRUE(world.ground().findRandomPoint(seed, 2, 0.25, findPlace(world.mesh, start).cell, goal));
        const Corridor corridor = finder.find(start, goal);
        ASSERT_TRUE(corridor);
        std::vector<std::uint32_t> of_row;
        CorridorRow::write(corridor, finder.map(), goal, 0.25, of_row);
        words += of_row.size();
        balls += corridor.backbone().size();
    }
    EXPECT_LT(words, balls);
}

TEST(CorridorRow, IsTheBackboneForthAndBack)
{
    for (const char* name : {"rooms", "maze", "donut", "city500"})
    {
        const Scene scene = buildBuiltIn(name);
        const GuideWorld world(name, scene);
        CorridorFinder finder(buildCorridorMap(scene).value());
        for (std::uint64_t seed = 0; seed < 100; ++seed)
        {
            Vec2 start, goal;
            const double radius = seed % 3 == 0 ? 0.05 : 0.3;
            ASSERT_TRUE(world.ground().findRandomPoint(seed, 1, radius, kNone, start));
            ASSERT_TRUE(
                world.ground().findRandomPoint(seed, seed % 5 == 0 ? 1 : 2, radius, findPlace(world.mesh, start).cell, goal));
            const Corridor corridor = finder.find(start, goal, {.radius = radius});
            if (!corridor) continue;
            std::vector<std::uint32_t> words;
            CorridorRow::write(corridor, finder.map(), goal, radius, words);
            const CorridorRow row(finder.map(), words);
            const auto read = [&](const CorridorCursor& at) {
                return at.is_on_map ? finder.map().samples()[at.ball].position : row.readBall(at).position;
            };
            std::vector<Vec2> forth, back, expected;
            CorridorCursor at = row.begin();
            do
            {
                ASSERT_TRUE(row.contains(at));
                if (forth.empty() || forth.back() != read(at)) forth.push_back(read(at));
            } while (row.advance(at));
            do
            {
                ASSERT_TRUE(row.contains(at));
                if (back.empty() || back.back() != read(at)) back.push_back(read(at));
            } while (row.retreat(at));
            std::reverse(back.begin(), back.end());
            EXPECT_EQ(forth, back);
            for (const CorridorMap::Sample& sample : corridor.backbone()) expected.push_back(sample.position);
            ASSERT_LE(forth.size(), expected.size());
            EXPECT_TRUE(std::equal(forth.begin(), forth.end(), expected.begin())) << name << ' ' << seed;
            EXPECT_LE(expected.size() - forth.size(), corridor.tail().size());
        }
    }
}

TEST(OnCorridorMap, RefusesAMapOfAnotherScene)
{
    const Scene scene = buildBuiltIn("rooms"), other = buildBuiltIn("maze");
    const NavMesh mesh = buildNavMesh(scene).value();
    EXPECT_TRUE(onCorridorMap(mesh, buildCorridorMap(scene).value()).ok());
    const auto refused = onCorridorMap(mesh, buildCorridorMap(other).value());
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().message.find("not of the same scene"), std::string::npos);
    // One more pillar is enough, on either side.
    const Scene bare = makeWktScene("POLYGON((0 0,10 0,10 10,0 10))");
    const Scene pillar = makeWktScene("POLYGON((0 0,10 0,10 10,0 10),(4 4,4 5,5 5,5 4))");
    EXPECT_FALSE(onCorridorMap(buildNavMesh(bare).value(), buildCorridorMap(pillar).value()).ok());
    EXPECT_FALSE(onCorridorMap(buildNavMesh(pillar).value(), buildCorridorMap(bare).value()).ok());
}

TEST(OnCorridorMap, RefusesOptionsThatMakeNoSense)
{
    const Scene scene = makeWktScene("POLYGON((0 0,10 0,10 10,0 10))");
    const NavMesh mesh = buildNavMesh(scene).value();
    const CorridorMap map = buildCorridorMap(scene).value();
    for (const double side : {-1.5, 2.0, std::nan("")}) EXPECT_FALSE(onCorridorMap(mesh, map, {.side = side}).ok());
    for (const int count : {0, -1, 100'000}) EXPECT_FALSE(onCorridorMap(mesh, map, {.way_count = count}).ok());
}

} // namespace
} // namespace clearway
