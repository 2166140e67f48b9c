// SPDX-License-Identifier: MIT
#include <clearway/group/sketch_follower.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

#include <clearway/field/field.h>
#include <gtest/gtest.h>

#include "tests/group/drawings.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

using namespace test;

constexpr std::uint32_t kWalkers = 0;
constexpr std::uint32_t kTanks = 1;

const Ring kSwamp = makeBox(14, 8, 26, 22);

/// A yard of 40 by 30 metres with a swamp in its middle; walkers of 0.3 m, tanks of 1 m that may not enter the swamp.
std::vector<FieldGrid> makeClasses(const std::vector<Ring>& walls = {})
{
    const std::vector<TerrainArea> terrain = {{kSwamp, Terrain::swamp}};
    TerrainCosts tank_costs = kWalkerCosts;
    tank_costs[static_cast<std::size_t>(Terrain::swamp)] = kMayNotEnter;
    const Scene scene = makeYard(walls);
    return {buildFieldGrid(scene, {.cell_size = 0.5, .radius = 0.3, .terrain = terrain}).value(),
            buildFieldGrid(scene, {.cell_size = 0.5, .radius = 1, .terrain = terrain, .costs = tank_costs}).value()};
}

SketchTree makeTree(std::initializer_list<std::vector<Vec2>> strokes)
{
    SketchTree tree;
    for (const std::vector<Vec2>& stroke : strokes) (void)tree.add(stroke).value();
    return tree;
}

const std::vector<Vec2> kRound = {{4, 15}, {10, 15}, {12, 25}, {28, 25}, {36, 15}};
const std::vector<Vec2> kThrough = {{10, 15.2}, {20, 15}, {30, 15}, {36, 14}};

SketchFollower makeFollower(SketchTree tree, const SketchFollowerOptions& options = {})
{
    return SketchFollower::build(std::move(tree), 0, makeClasses(), options).value();
}

/// Units that walk to their goals down fields of their own class, straight where they see it; nobody gets in another's way.
struct Army
{
    std::vector<std::uint32_t> classes;
    std::vector<Vec2> positions;
    std::vector<double> speeds;
    std::vector<FieldGrid> grids = makeClasses();
    std::map<std::tuple<std::uint32_t, double, double>, Field> fields = {};
    std::vector<bool> has_been_in_swamp = {};

    void step(const SketchFollower& follower)
    {
        has_been_in_swamp.resize(classes.size());
        for (std::uint32_t i = 0; i < classes.size(); ++i)
        {
            const SketchFollower::Goal goal = follower.goalOf(i);
            if (goal.status == SketchFollower::UnitStatus::removed) continue;
            const auto key = std::tuple{classes[i], goal.position.x, goal.position.y};
            auto found = fields.find(key);
            if (found == fields.end()) found = fields.emplace(key, buildField(grids[classes[i]], goal.position).value()).first;
            const double step = speeds[i] * 0.1, left = distance(positions[i], goal.position);
            const Vec2 direction =
                left < 1 ? (goal.position - positions[i]) / std::max(left, 1e-9) : found->second.directionAt(positions[i]);
            positions[i] = positions[i] + direction * std::min(step, left);
            if (classifyPoint(kSwamp, positions[i]) == Side::inside) has_been_in_swamp[i] = true;
        }
    }
};

Army makeArmy(SketchFollower& follower, int count)
{
    Army army;
    Random random(4, 1);
    for (int i = 0; i < count; ++i)
    {
        army.classes.push_back(i % 3 == 2 ? kTanks : kWalkers);
        army.positions.push_back({random.uniform(2, 5), random.uniform(12, 18)});
        army.speeds.push_back(i % 3 == 2 ? 2 : 1.4);
        EXPECT_EQ(follower.addUnit(army.classes.back()).value(), static_cast<std::uint32_t>(i));
    }
    return army;
}

TEST(SketchFollower, WalkersGoThroughTheSwampTanksRoundItAndAllArrive)
{
    for (const SketchFollowerOptions::Advance progress :
         {SketchFollowerOptions::Advance::first_unit, SketchFollowerOptions::Advance::each_unit})
    {
        SketchFollower follower = makeFollower(makeTree({kRound, kThrough}), {.progress = progress});
        Army army = makeArmy(follower, 30);
        int ticks = 0;
        const auto isThere = [&] {
            for (std::uint32_t i = 0; i < army.classes.size(); ++i)
                if (distance(army.positions[i], army.classes[i] == kTanks ? kRound.back() : kThrough.back()) > 1) return false;
            return true;
        };
        for (; ticks < 2000 && !(follower.isDone() && isThere()); ++ticks)
        {
            follower.update(army.positions);
            army.step(follower);
        }
        EXPECT_TRUE(isThere());
        EXPECT_LT(ticks, 600);
        for (std::uint32_t i = 0; i < army.classes.size(); ++i)
        {
            EXPECT_EQ(follower.goalOf(i).status, SketchFollower::UnitStatus::arrived);
            EXPECT_EQ(army.has_been_in_swamp[i], army.classes[i] == kWalkers) << "unit " << i;
        }
    }
}

TEST(SketchFollower, AGoalIsDroppedForAllWhenTheFirstUnitReachesIt)
{
    SketchFollower follower = makeFollower(makeTree({{{4, 5}, {12, 5}, {20, 5}}}));
    for (const std::uint32_t c : {kWalkers, kTanks, kWalkers}) (void)follower.addUnit(c).value();
    const std::vector<Vec2> apart = {{2, 3}, {2, 4}, {2, 6}};
    follower.update(apart);
    EXPECT_EQ(follower.goalOf(0).position, (Vec2{4, 5}));
    EXPECT_EQ(follower.goalOf(0).next, (Vec2{12, 5}));
    const std::vector<Vec2> first_there = {{2, 3}, {4, 5.5}, {2, 6}};
    follower.update(first_there);
    for (std::uint32_t i = 0; i < 3; ++i) EXPECT_EQ(follower.goalOf(i).index, 1) << i;
    // A unit that is removed reaches nothing any more.
    follower.removeUnit(1);
    const std::vector<Vec2> gone = {{2, 3}, {12, 5}, {2, 6}};
    follower.update(gone);
    EXPECT_EQ(follower.goalOf(0).index, 1);
    EXPECT_EQ(follower.goalOf(1).status, SketchFollower::UnitStatus::removed);
    const std::vector<Vec2> last = {{2, 3}, {12, 5}, {12, 5}}, end = {{2, 3}, {12, 5}, {20, 5}};
    follower.update(last);
    follower.update(end);
    EXPECT_EQ(follower.goalOf(0).status, SketchFollower::UnitStatus::arrived);
    EXPECT_EQ(follower.goalOf(0).position, (Vec2{20, 5})) << "the last goal stays for those who come later";
    EXPECT_TRUE(follower.isDone());
}

TEST(SketchFollower, SpreadOverTheGroupEachUnitHasItsOwnGoal)
{
    SketchFollower follower =
        makeFollower(makeTree({{{4, 5}, {12, 5}, {20, 5}}}), {.progress = SketchFollowerOptions::Advance::each_unit});
    for (int i = 0; i < 2; ++i) (void)follower.addUnit(kWalkers).value();
    const std::vector<Vec2> one = {{4, 5}, {2, 5}};
    follower.update(one);
    EXPECT_EQ(follower.goalOf(0).index, 1);
    EXPECT_EQ(follower.goalOf(1).index, 0);
    const std::vector<Vec2> end = {{12, 5}, {4, 5}}, done = {{20, 5}, {4, 5}};
    follower.update(end);
    follower.update(done);
    EXPECT_EQ(follower.goalOf(0).status, SketchFollower::UnitStatus::arrived);
    EXPECT_EQ(follower.goalOf(1).status, SketchFollower::UnitStatus::following);
    EXPECT_FALSE(follower.isDone());
}

TEST(SketchFollower, TheOrderOfUnitsDoesNotMatter)
{
    SketchTree tree = makeTree({kRound, kThrough});
    SketchFollower a = makeFollower(tree), b = makeFollower(tree);
    for (const std::uint32_t c : {kWalkers, kTanks, kWalkers}) (void)a.addUnit(c).value();
    for (const std::uint32_t c : {kWalkers, kTanks, kWalkers}) (void)b.addUnit(c).value();
    const std::vector<Vec2> there = {{10, 15}, {4, 15}, {4, 15}}, turned = {{4, 15}, {4, 15}, {10, 15}};
    a.update(there);
    b.update(turned);
    for (std::uint32_t i = 0; i < 3; ++i) EXPECT_EQ(a.goalOf(i).position, b.goalOf(i).position);
}

TEST(SketchFollower, TheNewestBranchThatCanBeWalkedIsTaken)
{
    SketchTree tree = makeTree({kRound, kThrough});
    SketchFollower follower = makeFollower(tree);
    const SketchFollower::ClassWay walkers = follower.findWay(kWalkers), tanks = follower.findWay(kTanks);
    EXPECT_TRUE(walkers.arrives && tanks.arrives);
    EXPECT_EQ(walkers.links.front(), tanks.links.front());
    EXPECT_EQ(tree.findLink(walkers.links.back())->stroke, 1u);
    EXPECT_EQ(tree.findLink(tanks.links.back())->stroke, 0u);
    EXPECT_LT(distance(walkers.end, kThrough.back()), 1e-9);
    // A third stroke on dry ground is newer, and for both.
    (void)tree.add(std::vector<Vec2>{{10, 14.5}, {12, 5}, {30, 5}}).value();
    SketchFollower again = makeFollower(tree);
    EXPECT_EQ(tree.findLink(again.findWay(kWalkers).links.back())->stroke, 2u);
    EXPECT_EQ(tree.findLink(again.findWay(kTanks).links.back())->stroke, 2u);
}

TEST(SketchFollower, DrawnWithAnUnsteadyHandTheArmyDividesTheSameWay)
{
    const std::vector<FieldGrid> classes = makeClasses();
    for (int seed = 0; seed < 20 * testScale(); ++seed)
    {
        Random random(static_cast<std::uint64_t>(seed), 21);
        SketchTree tree;
        SketchNodeId division = kNone;
        for (const std::vector<Vec2>& knots : {kRound, kThrough})
        {
            const StrokeInput stroke = shake(draw(knots, 40 << seed % 5, seed % 2 ? 0.5 : 0.0), 0.05, random);
            division = tree.add(cleanStroke(classes[kWalkers], stroke).value().points).value().node;
        }
        ASSERT_EQ(tree.links().size(), 3u) << "seed " << seed;
        EXPECT_LT(distance(tree.findNode(division)->position, Vec2{10, 15}), 0.4) << "seed " << seed;
        const SketchFollower follower = SketchFollower::build(tree, 0, classes).value();
        EXPECT_TRUE(follower.findWay(kWalkers).arrives && follower.findWay(kTanks).arrives) << "seed " << seed;
        EXPECT_EQ(tree.findLink(follower.findWay(kWalkers).links.back())->stroke, 1u) << "seed " << seed;
        EXPECT_EQ(tree.findLink(follower.findWay(kTanks).links.back())->stroke, 0u) << "seed " << seed;
    }
}

TEST(SketchFollower, ABranchIsLookedAtToItsEnd)
{
    // The newer branch begins on dry ground, divides nothing, and ends in the swamp.
    const SketchTree tree = makeTree({kRound, {{10, 14.5}, {10, 5}, {20, 5}, {20, 15}}});
    SketchFollower follower = makeFollower(tree);
    EXPECT_EQ(tree.findLink(follower.findWay(kTanks).links.back())->stroke, 0u);
    EXPECT_EQ(tree.findLink(follower.findWay(kWalkers).links.back())->stroke, 1u);
}

TEST(SketchFollower, AClassThatCanWalkNoBranchIsToldWhereItsWayEnds)
{
    const std::vector<Vec2> straight = {{4, 15}, {36, 15}};
    SketchFollower follower = makeFollower(makeTree({straight}));
    const SketchFollower::ClassWay way = follower.findWay(kTanks);
    EXPECT_FALSE(way.arrives);
    EXPECT_TRUE(follower.findWay(kWalkers).arrives);
    // The swamp begins at x = 14; a tank may follow the line as long as it can stay within the deviation.
    EXPECT_NEAR(way.end.x, 13.75, 0.6);
    EXPECT_NEAR(way.end.y, 15, 0.6);
    const std::uint32_t tank = follower.addUnit(kTanks).value(), walker = follower.addUnit(kWalkers).value();
    const std::vector<Vec2> start = {{4, 15}, {4, 15}}, shore = {way.end, {5, 15}};
    follower.update(start);
    EXPECT_EQ(follower.goalOf(tank).position, way.end);
    EXPECT_EQ(follower.goalOf(walker).position, (Vec2{36, 15}));
    follower.update(shore);
    EXPECT_EQ(follower.goalOf(tank).status, SketchFollower::UnitStatus::blocked);
    EXPECT_EQ(follower.goalOf(tank).position, way.end);
    EXPECT_EQ(follower.goalOf(walker).status, SketchFollower::UnitStatus::following);
}

TEST(SketchFollower, AClassThatCannotEvenBeginIsBlocked)
{
    SketchFollower follower = makeFollower(makeTree({{{20, 15}, {36, 15}}}));
    EXPECT_FALSE(follower.findWay(kTanks).arrives);
    const std::uint32_t tank = follower.addUnit(kTanks).value();
    const std::vector<Vec2> there = {{20, 15}};
    follower.update(there);
    EXPECT_EQ(follower.goalOf(tank).status, SketchFollower::UnitStatus::blocked);
    EXPECT_EQ(follower.goalOf(tank).position, (Vec2{20, 15}));
}

TEST(SketchFollower, LargeUnitsKeepTheirSizeFromWalls)
{
    // Drawn 0.4 m from the lower wall: walkers as drawn, tanks a radius away.
    SketchFollower follower = makeFollower(makeTree({{{4, 0.8}, {30, 0.8}}}));
    for (const std::uint32_t c : {kWalkers, kTanks}) (void)follower.addUnit(c).value();
    EXPECT_DOUBLE_EQ(follower.goalOf(0).position.y, 0.8);
    EXPECT_GE(follower.goalOf(1).position.y, 1);
    EXPECT_LT(follower.goalOf(1).position.y, 1.6);
    EXPECT_TRUE(follower.findWay(kTanks).arrives);
    // With no deviation allowed it is no way for tanks.
    EXPECT_FALSE(makeFollower(makeTree({{{4, 0.8}, {30, 0.8}}}), {.deviation = 0}).findWay(kTanks).arrives);
}

TEST(SketchFollower, AClickIsAGoal)
{
    SketchFollower follower = makeFollower(makeTree({{{8, 8}}}));
    (void)follower.addUnit(kTanks).value();
    const std::vector<Vec2> away = {{4, 4}}, there = {{8, 8}};
    follower.update(away);
    EXPECT_EQ(follower.goalOf(0).position, (Vec2{8, 8}));
    follower.update(there);
    EXPECT_EQ(follower.goalOf(0).status, SketchFollower::UnitStatus::arrived);
}

TEST(SketchFollower, ABranchDrawnAheadIsTakenAndOneDrawnBehindIsNot)
{
    for (const SketchFollowerOptions::Advance progress :
         {SketchFollowerOptions::Advance::first_unit, SketchFollowerOptions::Advance::each_unit})
    {
        SketchTree tree = makeTree({{{4, 5}, {20, 5}, {36, 5}}});
        SketchFollower follower = makeFollower(tree, {.progress = progress});
        for (int i = 0; i < 2; ++i) (void)follower.addUnit(kWalkers).value();
        const std::vector<Vec2> start = {{4, 5}, {4, 5}}, way = {{10, 5}, {8, 5}};
        follower.update(start);
        const SketchLinkId behind = tree.add(std::vector<Vec2>{{6, 5.5}, {6, 25}}).value().link;
        follower.replaceTree(tree, way);
        EXPECT_EQ(follower.goalOf(0).position, (Vec2{20, 5}));
        EXPECT_EQ(follower.goalOf(1).position, (Vec2{20, 5}));
        const SketchLinkId ahead = tree.add(std::vector<Vec2>{{15, 5.5}, {15, 25}}).value().link;
        follower.replaceTree(tree, way);
        EXPECT_EQ(follower.goalOf(0).position, (Vec2{15, 5}));
        EXPECT_EQ(follower.goalOf(0).branch, ahead);
        const std::vector<Vec2> division = {{15, 5}, {15, 5}};
        follower.update(division);
        EXPECT_EQ(follower.goalOf(0).link, ahead);
        EXPECT_NE(follower.goalOf(1).link, behind);
        // Whose branch is removed stands.
        tree.remove(ahead);
        follower.replaceTree(tree, division);
        EXPECT_EQ(follower.goalOf(0).status, SketchFollower::UnitStatus::removed);
        EXPECT_TRUE(follower.isDone());
    }
}

TEST(SketchFollower, WhoHasArrivedGoesOnWhereTheWayIsExtended)
{
    SketchTree tree = makeTree({{{4, 5}, {12, 5}}});
    SketchFollower follower = makeFollower(tree);
    (void)follower.addUnit(kWalkers).value();
    const std::vector<Vec2> start = {{4, 5}}, end = {{12, 5}};
    follower.update(start);
    follower.update(end);
    ASSERT_EQ(follower.goalOf(0).status, SketchFollower::UnitStatus::arrived);
    ASSERT_EQ(tree.add(std::vector<Vec2>{{12.5, 5}, {12.5, 25}}).value().status, SketchTree::AddStatus::extended);
    follower.replaceTree(tree, end);
    follower.update(end);
    EXPECT_EQ(follower.goalOf(0).status, SketchFollower::UnitStatus::following);
    EXPECT_EQ(follower.goalOf(0).position, (Vec2{12.5, 25}));
}

TEST(SketchFollower, SavedAndRestoredItGoesOnTheSame)
{
    for (const SketchFollowerOptions::Advance progress :
         {SketchFollowerOptions::Advance::first_unit, SketchFollowerOptions::Advance::each_unit})
    {
        SketchFollower follower = makeFollower(makeTree({kRound, kThrough}), {.progress = progress});
        Army army = makeArmy(follower, 9);
        for (int tick = 0; tick < 100; ++tick)
        {
            follower.update(army.positions);
            army.step(follower);
        }
        ByteWriter writer;
        follower.save(writer);
        const std::vector<std::byte> bytes(writer.bytes().begin(), writer.bytes().end());
        ByteReader reader(bytes);
        SketchFollower restored = SketchFollower::restore(reader, makeClasses()).value();
        EXPECT_EQ(restored.computeHash(), follower.computeHash());
        for (int tick = 0; tick < 100; ++tick)
        {
            follower.update(army.positions);
            restored.update(army.positions);
            ASSERT_EQ(restored.computeHash(), follower.computeHash());
            army.step(follower);
        }
        ByteReader other_map(bytes);
        EXPECT_FALSE(SketchFollower::restore(other_map, makeClasses({makeBox(1, 1, 2, 2)})));
        ByteReader too_few(bytes);
        EXPECT_FALSE(SketchFollower::restore(too_few, {makeClasses()[0]}));
        for (std::size_t size = 0; size < bytes.size(); size += 17)
        {
            ByteReader part({bytes.data(), size});
            EXPECT_FALSE(SketchFollower::restore(part, makeClasses())) << size;
        }
        for (std::size_t i = 0; i < bytes.size() * 8; i += 61)
        {
            std::vector<std::byte> damaged = bytes;
            damaged[i / 8] ^= static_cast<std::byte>(1 << i % 8);
            ByteReader part(damaged);
            if (auto result = SketchFollower::restore(part, army.grids); result && result->unitCount() == army.positions.size())
                result->update(army.positions);
        }
    }
}

TEST(SketchFollower, BadInputIsAnError)
{
    const SketchTree tree = makeTree({kRound});
    EXPECT_FALSE(SketchFollower::build(tree, 99, makeClasses()));
    EXPECT_FALSE(SketchFollower::build(tree, 1, makeClasses())) << "an end";
    EXPECT_FALSE(SketchFollower::build(tree, 0, {}));
    EXPECT_FALSE(SketchFollower::build({}, 0, makeClasses()));
    EXPECT_FALSE(SketchFollower::build(tree, 0, makeClasses(), {.tolerance = 0}));
    EXPECT_FALSE(SketchFollower::build(tree, 0, makeClasses(), {.deviation = std::numeric_limits<double>::quiet_NaN()}));
    SketchFollower follower = makeFollower(tree);
    EXPECT_FALSE(follower.addUnit(2));
    EXPECT_EQ(follower.goalOf(0).status, SketchFollower::UnitStatus::removed);
    EXPECT_TRUE(follower.isDone());
    follower.removeUnit(5);
    (void)follower.addUnit(kWalkers).value();
    const std::vector<Vec2> nowhere = {{std::numeric_limits<double>::quiet_NaN(), 0}};
    follower.update(nowhere);
    EXPECT_EQ(follower.goalOf(0).index, 0);
}

TEST(SketchFollower, NothingIsTooFarOutside)
{
    // Points far beyond the map end the way at its border, soon.
    SketchFollower follower = makeFollower(makeTree({{{4, 15}, {4, 1e12}}}));
    const SketchFollower::ClassWay way = follower.findWay(kWalkers);
    EXPECT_FALSE(way.arrives);
    EXPECT_NEAR(way.end.y, 29.5, 0.5);
}

} // namespace
} // namespace clearway
