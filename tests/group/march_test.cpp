// SPDX-License-Identifier: MIT
#include <clearway/group/march.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "tests/group/yards.h"
#include "tests/support/count_allocations.h"

namespace clearway {
namespace {

using test::Parade;

std::vector<GroupMarch::Member> makeMembers(std::size_t count, double radius = 0.25, double speed = 1.4)
{
    return std::vector<GroupMarch::Member>(count, GroupMarch::Member{radius, speed});
}

Scene makeField() { return test::makeYard(test::makeBox(-50, -50, 100, 50), {}); }

TEST(GroupMarch, FiftyPassAGapOfThreeRadiiThereAndBackAndStandAgain)
{
    const double radius = 0.25;
    const Scene scene = test::makeGap(3 * radius);
    const std::vector<Vec2> arrow = {{0, -4}, {8, 0}, {0, 4}, {2, 0}};
    for (const Formation& formation :
         {Formation::box(), Formation::wedge(), Formation::circle(), Formation::buildFromOutline(arrow).value()})
    {
        SCOPED_TRACE(toString(formation.kind()));
        Parade parade(scene, makeMembers(50, radius), formation, {}, {-8, 0});
        const std::vector<Vec2> there = {{-8, 0}, {48, 0}}, back = {{48, 0}, {-8, 0}};
        for (const auto& way : {there, back})
        {
            parade.go(way);
            const double begin = parade.group.travelled();
            EXPECT_NEAR(begin, 0, 1e-9);
            ASSERT_GE(parade.stepUntil(GroupState::narrowing, 60), 0) << parade.describe();
            EXPECT_EQ(parade.group.files(), 1u);
            // Twice what one file of 50 needs at walking speed, from the first that leaves to the formation that stands.
            const double through = parade.stepUntil(GroupState::reforming, 70);
            ASSERT_GE(through, 0) << parade.describe();
            const double formed = parade.stepUntil(GroupState::marching, 10);
            ASSERT_GE(formed, 0) << parade.describe();
            if (formation.kind() == Formation::Kind::box)
            {
                EXPECT_LE(through + formed, 28); // as docs/groups.md says
            }
            EXPECT_LE(parade.group.rmsSlotError(), 0.5 * radius);
            ASSERT_GE(parade.stepUntil(GroupState::arrived, 60), 0) << parade.describe();
            EXPECT_LE(parade.group.rmsSlotError(), 0.5 * radius);
            const double side = way.back().x - 20;
            for (const Vec2 p : parade.discs.positions) EXPECT_GT((p.x - 20) * side, 0);
        }
        EXPECT_FALSE(parade.seen[static_cast<std::size_t>(GroupState::blocked)]);
        EXPECT_LE(parade.largest_spread, parade.group.spreadLimit());
        EXPECT_LE(parade.largest_overlap, 0.1 * radius);
    }
}

TEST(GroupMarch, WhereThereIsRoomForMoreTheyPassInMoreFiles)
{
    for (const auto& [width, files] : {std::pair{0.75, 1u}, {1.5, 2u}, {2.2, 3u}})
    {
        Parade parade(test::makeGap(width), makeMembers(40), Formation::box(), {}, {-8, 0});
        parade.go({{-8, 0}, {48, 0}});
        ASSERT_GE(parade.stepUntil(GroupState::narrowing, 60), 0) << parade.describe();
        EXPECT_EQ(parade.group.files(), files);
        ASSERT_GE(parade.stepUntil(GroupState::arrived, 120), 0) << parade.describe();
        EXPECT_LE(parade.largest_overlap, 0.03);
    }
}

TEST(GroupMarch, AWideGateIsPassedInFormation)
{
    Parade parade(test::makeGap(8), makeMembers(40), Formation::box(), {}, {-8, 0});
    parade.go({{-8, 0}, {48, 0}});
    ASSERT_GE(parade.stepUntil(GroupState::arrived, 60), 0) << parade.describe();
    EXPECT_FALSE(parade.seen[static_cast<std::size_t>(GroupState::narrowing)]);
    EXPECT_LE(parade.largest_overlap, 1e-3);
}

TEST(GroupMarch, AWayAlongTheEdgeOfAGateKeepsTheFormationBesideIt)
{
    // The gate is wide enough, but the way hugs one of its posts.
    Parade parade(test::makeGap(10), makeMembers(40), Formation::box(), {}, {-8, 0});
    parade.go({{-8, 0}, {20, 4.7}, {48, 0}});
    ASSERT_GE(parade.stepUntil(GroupState::arrived, 90), 0) << parade.describe();
    EXPECT_FALSE(parade.seen[static_cast<std::size_t>(GroupState::narrowing)]);
    EXPECT_LE(parade.group.rmsSlotError(), 0.125);
}

TEST(GroupMarch, ASnakeFollowsABendOfACorridor)
{
    // An L of 1.2 m between two yards.
    const Scene scene =
        test::makeYard(test::makeBox(-20, -15, 60, 40),
                       {test::makeBox(10, -15, 30, -0.6), test::makeBox(10, 0.6, 28.8, 25), test::makeBox(30, -15, 60, 25)});
    Parade parade(scene, makeMembers(30), Formation::box(), {}, {0, 0});
    parade.go({{0, 0}, {29.4, 0}, {29.4, 34}});
    ASSERT_GE(parade.stepUntil(GroupState::arrived, 150), 0) << parade.describe();
    EXPECT_TRUE(parade.seen[static_cast<std::size_t>(GroupState::narrowing)]);
    EXPECT_LE(parade.largest_spread, parade.group.spreadLimit());
    for (const Vec2 p : parade.discs.positions) EXPECT_GT(p.y, 25);
}

TEST(GroupMarch, AGroupThatStartsOrEndsInACorridorWalksInFiles)
{
    const Scene scene = test::makeYard(test::makeBox(-20, -0.6, 60, 0.6), {});
    std::vector<GroupMarch::Member> members = makeMembers(12);
    Parade parade(scene, members, Formation::box(), {}, {0, 0});
    for (std::size_t i = 0; i < 12; ++i) parade.discs.positions[i] = {static_cast<double>(i % 6) * 0.8, i < 6 ? -0.3 : 0.3};
    parade.go({{0, 0}, {40, 0}});
    EXPECT_EQ(parade.group.state(), GroupState::narrowing);
    ASSERT_GE(parade.stepUntil(GroupState::arrived, 90), 0) << parade.describe();
    EXPECT_GE(parade.group.files(), 1u);
    double front = 0;
    for (const Vec2 p : parade.discs.positions)
    {
        front = std::max(front, p.x);
        EXPECT_GT(p.x, 25);
    }
    EXPECT_NEAR(front, 40, 0.5);
}

TEST(GroupMarch, ToGoBackEverybodyTurnsOnTheSpot)
{
    Parade parade(makeField(), makeMembers(49), Formation::box(), {}, {0, 0});
    parade.go({{0, 0}, {20, 0}});
    ASSERT_GE(parade.stepUntil(GroupState::arrived, 60), 0);
    const std::vector<Vec2> places(parade.group.places().begin(), parade.group.places().end());
    parade.go({parade.group.center(), {-10, 1}});
    for (std::size_t i = 0; i < 49; ++i) EXPECT_LT(distance(places[i], parade.group.places()[i]), 0.2);
    ASSERT_GE(parade.stepUntil(GroupState::arrived, 60), 0);
    EXPECT_LE(parade.largest_overlap, 1e-3);
}

TEST(GroupMarch, NobodyCrossesWhenAWedgeTurnsAbout)
{
    Parade parade(makeField(), makeMembers(45), Formation::wedge(), {}, {0, 0});
    parade.go({{0, 0}, {15, 0}});
    ASSERT_GE(parade.stepUntil(GroupState::arrived, 60), 0);
    parade.go({parade.group.center(), {-10, 0}});
    const std::span<const Vec2> to = parade.group.places(), from = parade.discs.positions;
    for (std::size_t i = 0; i < to.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) EXPECT_GE(dot(from[i] - from[j], to[i] - to[j]), -1e-9);
    ASSERT_GE(parade.stepUntil(GroupState::arrived, 60), 0);
    // The point is ahead again.
    EXPECT_LT(parade.group.heading().x, -0.999);
}

TEST(GroupMarch, AWayThatTurnsBackInItselfIsATurnOnTheSpotToo)
{
    Parade parade(makeField(), makeMembers(25), Formation::box(), {}, {0, 0});
    parade.go({{0, 0}, {15, 0}, {0, 0.5}});
    ASSERT_GE(parade.stepUntil(GroupState::arrived, 90), 0) << parade.describe();
    EXPECT_LT(parade.group.heading().x, -0.9);
    EXPECT_LE(parade.largest_overlap, 0.02);
}

TEST(GroupMarch, InABendNoSlotIsFasterThanTheSlowest)
{
    Parade parade(makeField(), makeMembers(30), Formation::line(), {}, {0, 0});
    parade.go({{0, 0}, {20, 0}, {20, 25}});
    ASSERT_GE(parade.stepUntil(GroupState::marching, 60), 0);
    std::vector<Vec2> before(parade.group.places().begin(), parade.group.places().end());
    double fastest = 0;
    while (!parade.group.isDone() && parade.time < 200)
    {
        parade.step();
        for (std::size_t i = 0; i < before.size(); ++i)
            fastest = std::max(fastest, distance(before[i], parade.group.places()[i]) / Parade::kDt);
        before.assign(parade.group.places().begin(), parade.group.places().end());
    }
    EXPECT_TRUE(parade.group.isDone()) << parade.describe();
    EXPECT_LE(fastest, 1.4 * 1.02);
    EXPECT_GT(parade.group.heading().y, 0.999);
}

TEST(GroupMarch, AtTheEndItFacesWhereItWasTold)
{
    Parade parade(makeField(), makeMembers(20), Formation::line(), {}, {0, 0});
    GroupWay way = GroupWay::inTheOpen(std::vector<Vec2>{{0, 0}, {20, 0}});
    way.facing = {0, -3};
    ASSERT_TRUE(parade.group.setWay(way, parade.discs.positions));
    ASSERT_GE(parade.stepUntil(GroupState::arrived, 120), 0) << parade.describe();
    EXPECT_NEAR(parade.group.heading().y, -1, 1e-12);
    // A line that looks down is a row along x.
    for (const Vec2 p : parade.discs.positions) EXPECT_NEAR(p.y, 0, 0.2);
}

TEST(GroupMarch, TheGroupWalksAtThePaceOfItsSlowest)
{
    std::vector<GroupMarch::Member> members = makeMembers(20);
    members[7].speed = 0.6;
    Parade parade(makeField(), members, Formation::box(), {}, {0, 0});
    parade.go({{0, 0}, {60, 0}});
    ASSERT_GE(parade.stepUntil(GroupState::marching, 30), 0);
    const double begin = parade.group.travelled(), time = parade.time;
    while (parade.time < time + 30) parade.step();
    EXPECT_LE(parade.group.travelled() - begin, 0.6 * 30);
    EXPECT_GE(parade.group.travelled() - begin, 0.5 * 30);
    EXPECT_LE(parade.group.maxSlotError(), 0.4);
}

TEST(GroupMarch, WhoCannotFollowIsNamedAndTheOthersGoOnWithoutTheirShape)
{
    Parade parade(makeField(), makeMembers(20), Formation::box(), {}, {0, 0});
    parade.go({{0, 0}, {60, 0}});
    ASSERT_GE(parade.stepUntil(GroupState::marching, 30), 0);
    parade.discs.is_held[11] = 1;
    ASSERT_GE(parade.stepUntil(GroupState::blocked, 60), 0) << parade.describe();
    EXPECT_EQ(parade.group.trouble(), GroupMarch::Trouble::member_stuck);
    EXPECT_EQ(parade.group.troubled(), 11u);
    EXPECT_FALSE(parade.group.isLoose());
    parade.step();
    EXPECT_TRUE(parade.group.isLoose());
    for (int i = 0; i < 300; ++i) parade.step();
    for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(parade.discs.positions[i].x > 10, i != 11) << i;
    parade.discs.is_held[11] = 0;
    ASSERT_GE(parade.stepUntil(GroupState::arrived, 120), 0) << parade.describe();
    EXPECT_EQ(parade.group.trouble(), GroupMarch::Trouble::none);
    EXPECT_LE(parade.group.rmsSlotError(), 0.125);
}

TEST(GroupMarch, WithALimitToItsSpreadTheGroupWaitsForWhoCannotFollow)
{
    Parade parade(makeField(), makeMembers(20), Formation::box(), {.spread_limit = 15}, {0, 0});
    parade.go({{0, 0}, {60, 0}});
    ASSERT_GE(parade.stepUntil(GroupState::marching, 30), 0);
    parade.discs.is_held[11] = 1;
    ASSERT_GE(parade.stepUntil(GroupState::blocked, 60), 0) << parade.describe();
    for (int i = 0; i < 1200; ++i) parade.step();
    EXPECT_LE(parade.largest_spread, parade.group.spreadLimit());
    parade.discs.is_held[11] = 0;
    ASSERT_GE(parade.stepUntil(GroupState::arrived, 120), 0) << parade.describe();
}

TEST(GroupMarch, AShapeThatWasGivenUpIsTakenUpAgainWhereThereIsRoom)
{
    Parade parade(makeField(), makeMembers(20), Formation::box(), {}, {0, 0});
    parade.go({{0, 0}, {60, 0}});
    ASSERT_GE(parade.stepUntil(GroupState::marching, 30), 0);
    parade.discs.is_held[11] = 1;
    ASSERT_GE(parade.stepUntil(GroupState::blocked, 60), 0) << parade.describe();
    parade.discs.is_held[11] = 0;
    parade.step();
    ASSERT_TRUE(parade.group.isLoose());
    while (parade.group.isLoose() && parade.time < 120) parade.step();
    EXPECT_FALSE(parade.group.isLoose());
    EXPECT_LT(parade.group.travelled(), 45) << "not only at the end";
    ASSERT_GE(parade.stepUntil(GroupState::marching, 30), 0) << parade.describe();
    EXPECT_LE(parade.group.rmsSlotError(), 0.125);
    ASSERT_GE(parade.stepUntil(GroupState::arrived, 120), 0) << parade.describe();
}

TEST(GroupMarch, AFormationKeepsAsideWhileItIsAskedToAndEndsOnItsWay)
{
    Parade parade(makeField(), makeMembers(20), Formation::box(), {}, {0, 0});
    parade.go({{0, 0}, {60, 0}});
    ASSERT_GE(parade.stepUntil(GroupState::marching, 30), 0);
    parade.group.keepAside(-3);
    const auto findMiddle = [&] {
        Vec2 sum;
        for (const Vec2 p : parade.discs.positions) sum = sum + p;
        return sum / 20;
    };
    while (parade.group.travelled() < 30) parade.step();
    EXPECT_NEAR(findMiddle().y, -3, 0.3);
    ASSERT_GE(parade.stepUntil(GroupState::arrived, 120), 0) << parade.describe();
    EXPECT_NEAR(findMiddle().y, 0, 0.1);
}

TEST(GroupMarch, AFormationIsAsFastAsItsSlowestOnTheGroundWhereItIs)
{
    Parade parade(makeField(), makeMembers(20), Formation::box(), {}, {0, 0});
    parade.go({{0, 0}, {60, 0}});
    ASSERT_GE(parade.stepUntil(GroupState::marching, 30), 0);
    parade.group.setPace(7, 0.5);
    const double begin = parade.group.travelled(), time = parade.time;
    while (parade.time < time + 20) parade.step();
    EXPECT_NEAR(parade.group.travelled() - begin, 0.5 * 1.4 * 20, 0.7);
}

TEST(GroupMarch, AMemberThatIsFarButGetsOnIsNotCalledStuck)
{
    Parade parade(makeField(), makeMembers(20), Formation::box(), {}, {0, 0});
    parade.go({{0, 0}, {60, 0}});
    ASSERT_GE(parade.stepUntil(GroupState::marching, 30), 0);
    parade.discs.is_held[11] = 1;
    const std::vector<float> on_their_way(20);
    for (int i = 0; i < 600; ++i)
    {
        parade.discs.step(parade.group.update(Parade::kDt, parade.discs.positions, on_their_way), Parade::kDt);
        ASSERT_NE(parade.group.trouble(), GroupMarch::Trouble::member_stuck) << i;
    }
    ASSERT_GE(parade.stepUntil(GroupState::blocked, 10), 0) << "with its clock, it is";
    EXPECT_EQ(parade.group.trouble(), GroupMarch::Trouble::member_stuck);
}

TEST(GroupMarch, WithoutTheOneWhoCannotFollowTheOthersGoOn)
{
    Parade parade(makeField(), makeMembers(20), Formation::box(), {}, {0, 0});
    parade.go({{0, 0}, {40, 0}});
    ASSERT_GE(parade.stepUntil(GroupState::marching, 30), 0);
    parade.discs.is_held[11] = 1;
    ASSERT_GE(parade.stepUntil(GroupState::blocked, 60), 0);
    parade.group.remove(11);
    parade.discs.positions.erase(parade.discs.positions.begin() + 11);
    parade.discs.radii.erase(parade.discs.radii.begin() + 11);
    parade.discs.held_up.erase(parade.discs.held_up.begin() + 11);
    parade.discs.is_held.erase(parade.discs.is_held.begin() + 11);
    EXPECT_EQ(parade.group.size(), 19u);
    for (std::size_t i = 0; i < 19; ++i) EXPECT_EQ(parade.group.ownerOf(parade.group.slotOf(i)), i);
    ASSERT_TRUE(parade.group.setFormation(Formation::wedge(), parade.discs.positions));
    ASSERT_GE(parade.stepUntil(GroupState::arrived, 90), 0) << parade.describe();
    EXPECT_NEAR(parade.group.center().x, 40, 1e-6);
}

TEST(GroupMarch, WhoGotAheadInAFileExchangesPlacesWithTheOneItShouldFollow)
{
    const Scene scene = test::makeYard(test::makeBox(-20, -0.3, 60, 0.3), {});
    Parade parade(scene, makeMembers(6), Formation::column(), {}, {0, 0});
    for (std::size_t i = 0; i < 6; ++i) parade.discs.positions[i] = {static_cast<double>(i) * 0.8, 0};
    parade.go({{0, 0}, {40, 0}});
    for (int i = 0; i < 60; ++i) parade.step();
    // As if the two had pushed past each other: there is no room to do so again.
    std::swap(parade.discs.positions[2], parade.discs.positions[3]);
    ASSERT_GE(parade.stepUntil(GroupState::arrived, 60), 0) << parade.describe();
    EXPECT_FALSE(parade.seen[static_cast<std::size_t>(GroupState::blocked)]);
    std::vector<std::size_t> owners;
    for (std::size_t slot = 0; slot < 6; ++slot)
    {
        EXPECT_EQ(parade.group.slotOf(parade.group.ownerOf(slot)), slot);
        owners.push_back(parade.group.ownerOf(slot));
    }
    std::sort(owners.begin(), owners.end());
    EXPECT_EQ(std::unique(owners.begin(), owners.end()), owners.end());
}

TEST(GroupMarch, WhoFallsInANarrowPlaceIsNotWaitedFor)
{
    std::vector<GroupMarch::Member> members = makeMembers(16);
    for (std::size_t i = 0; i < 3; ++i) members[i].radius = 0.35;
    Parade parade(test::makeGap(0.8), members, Formation::box(), {}, {-8, 0});
    parade.go({{-8, 0}, {48, 0}});
    ASSERT_GE(parade.stepUntil(GroupState::narrowing, 60), 0) << parade.describe();
    // Every second one of those who are left, the large ones too, down to one.
    for (std::size_t fallen = 0; parade.group.size() > 1; fallen += 2)
    {
        const std::size_t i = fallen % parade.group.size();
        parade.group.remove(i);
        parade.discs.positions.erase(parade.discs.positions.begin() + static_cast<std::ptrdiff_t>(i));
        parade.discs.radii.erase(parade.discs.radii.begin() + static_cast<std::ptrdiff_t>(i));
        parade.discs.held_up.erase(parade.discs.held_up.begin() + static_cast<std::ptrdiff_t>(i));
        parade.discs.is_held.erase(parade.discs.is_held.begin() + static_cast<std::ptrdiff_t>(i));
        for (int tick = 0; tick < 20; ++tick) parade.step();
        for (std::size_t slot = 0; slot < parade.group.size(); ++slot)
            ASSERT_EQ(parade.group.slotOf(parade.group.ownerOf(slot)), slot);
    }
    ASSERT_GE(parade.stepUntil(GroupState::arrived, 90), 0) << parade.describe();
    EXPECT_GT(parade.discs.positions[0].x, 40);
}

TEST(GroupMarch, TanksAndSoldiersKeepToSlotsOfTheirSize)
{
    std::vector<GroupMarch::Member> members = makeMembers(30);
    for (const std::size_t i : {3, 17, 28}) members[i] = {1.2, 2.5};
    Parade parade(test::makeGap(3), members, Formation::box(), {}, {-8, 0});
    // A block with room for tanks would fill the yard: the small ones stand closer.
    for (std::size_t i = 0; i < 30; ++i)
        parade.discs.positions[i] = Vec2{-14 + static_cast<double>(i % 6) * 0.8, static_cast<double>(i / 6) - 2.0};
    for (const std::size_t i : {3, 17, 28}) parade.discs.positions[i] = {-4, static_cast<double>(i) - 14};
    parade.go({{-8, 0}, {48, 0}});
    for (std::size_t i = 0; i < 30; ++i) EXPECT_LE(members[i].radius, parade.group.layout().rooms[parade.group.slotOf(i)]);
    ASSERT_GE(parade.stepUntil(GroupState::arrived, 200), 0) << parade.describe();
    for (const Vec2 p : parade.discs.positions) EXPECT_GT(p.x, 20);
    EXPECT_LE(parade.group.rmsSlotError(), 0.5 * 0.25);
}

TEST(GroupMarch, FreeMembersStayTogetherAndTakeSlotsAtTheEnd)
{
    std::vector<GroupMarch::Member> members = makeMembers(20);
    for (std::size_t i = 0; i < 20; ++i) members[i].speed = 0.8 + 0.06 * static_cast<double>(i);
    Parade parade(test::makeGap(2), members, Formation::box(), {.hold = MarchOptions::Hold::free, .spread_limit = 12}, {-8, 0});
    parade.go({{-8, 0}, {48, 0}});
    ASSERT_GE(parade.stepUntil(GroupState::arrived, 200), 0) << parade.describe();
    EXPECT_LE(parade.largest_spread, 12);
    EXPECT_GT(parade.largest_spread, 2); // they do spread
    EXPECT_LE(parade.group.rmsSlotError(), 0.125);
    for (const Vec2 p : parade.discs.positions) EXPECT_GT(p.x, 20);
}

TEST(GroupMarch, AMemberWiderThanTheWayIsRefusedWithItsPlace)
{
    std::vector<GroupMarch::Member> members = makeMembers(10);
    members[4].radius = 1;
    Parade parade(test::makeGap(1.5), members, Formation::box(), {}, {-8, 0});
    const Result<void> gone =
        parade.group.setWay(parade.meter.measure(std::vector<Vec2>{{-8, 0}, {48, 0}}).value(), parade.discs.positions);
    ASSERT_FALSE(gone);
    EXPECT_EQ(gone.error().place.index, 4);
    EXPECT_NEAR(gone.error().place.coordinate[0], 20, 0.7);
    EXPECT_NE(gone.error().message.find("1.500 m wide"), std::string::npos) << gone.error().message;
}

TEST(GroupMarch, ALimitBelowWhatTheWayNeedsIsRefused)
{
    Parade parade(test::makeGap(0.75), makeMembers(50), Formation::box(), {.spread_limit = 7}, {-8, 0});
    const Result<void> gone =
        parade.group.setWay(parade.meter.measure(std::vector<Vec2>{{-8, 0}, {48, 0}}).value(), parade.discs.positions);
    ASSERT_FALSE(gone);
    EXPECT_NE(gone.error().message.find("spread 7.00"), std::string::npos) << gone.error().message;
}

TEST(GroupMarch, SlotsInAWallGoToFreePlacesOfTheirOwn)
{
    // A yard hardly larger than the formation, with a pillar in it; the room beside the way is not given.
    const Scene scene = test::makeYard(test::makeBox(0, 0, 12, 12), {test::makeBox(3, 5, 5, 9)});
    const FieldGrid grid = buildFieldGrid(scene, {.cell_size = 0.25, .radius = 0.25}).value();
    for (const double gap : {0.4, 3.0}) // the second is larger than the map
    {
        Parade parade(scene, makeMembers(36), Formation::box(), {.gap = gap, .grid = grid}, {6, 3});
        ASSERT_TRUE(parade.group.setWay(GroupWay::inTheOpen(std::vector<Vec2>{{6, 3}, {6, 6.5}}), parade.discs.positions));
        for (int i = 0; i < 900; ++i)
        {
            parade.step();
            const std::span<const Vec2> places = parade.group.places();
            for (std::size_t a = 0; a < places.size(); ++a)
            {
                const std::int32_t cell = grid.cellAt(places[a]);
                ASSERT_TRUE(cell != FieldGrid::kNone && grid.isFree(cell));
                for (std::size_t b = 0; b < a; ++b) ASSERT_GE(distance(places[a], places[b]), 0.5 - 1e-9);
            }
        }
    }
}

TEST(GroupMarch, WithoutAWayItFormsWhereItIs)
{
    Parade parade(makeField(), makeMembers(12), Formation::circle(), {}, {5, 5});
    ASSERT_GE(parade.stepUntil(GroupState::arrived, 30), 0) << parade.describe();
    Vec2 sum;
    for (const Vec2 p : parade.discs.positions) sum = sum + p;
    EXPECT_LT(distance(parade.group.center(), sum / 12), 0.3);
    EXPECT_LE(parade.group.rmsSlotError(), 0.125);
}

TEST(GroupMarch, OneAloneIsAGroupToo)
{
    Parade parade(test::makeGap(0.75), makeMembers(1), Formation::wedge(), {}, {-8, 0});
    parade.go({{-8, 0}, {48, 0}});
    ASSERT_GE(parade.stepUntil(GroupState::arrived, 90), 0) << parade.describe();
    EXPECT_LT(distance(parade.discs.positions[0], Vec2{48, 0}), 0.125);
}

TEST(GroupMarch, AWarmTickAllocatesNothing)
{
    const Scene scene = test::makeGap(0.75);
    const FieldGrid grid = buildFieldGrid(scene, {.cell_size = 0.5, .radius = 0.25}).value();
    Parade parade(scene, makeMembers(30), Formation::box(), {.grid = grid}, {-8, 0});
    parade.go({{-8, 0}, {35, 0}});
    parade.step();
    const long before = test::allocation_count;
    while (!parade.group.isDone() && parade.time < 120) parade.step();
    EXPECT_EQ(test::allocation_count - before, 0);
    EXPECT_TRUE(parade.group.isDone());
    EXPECT_TRUE(parade.seen[static_cast<std::size_t>(GroupState::narrowing)]);
}

TEST(GroupMarch, WhatIsNoGroupOrNoWayIsRefused)
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto expectRefused = [](const auto& result, const char* word) {
        ASSERT_FALSE(result);
        EXPECT_NE(result.error().message.find(word), std::string::npos) << result.error().message;
    };
    expectRefused(GroupMarch::build({}, Formation::box()), "empty");
    expectRefused(GroupMarch::build(makeMembers(3, 0.25, 0), Formation::box()), "speed");
    expectRefused(GroupMarch::build(makeMembers(3, nan), Formation::box()), "radius");
    expectRefused(GroupMarch::build(makeMembers(3), Formation::box(), {.patience = 0}), "patience");
    expectRefused(GroupMarch::build(makeMembers(3), Formation::box(), {.spread_limit = nan}), "spread_limit");
    GroupMarch group = std::move(GroupMarch::build(makeMembers(2), Formation::box())).value();
    const std::vector<Vec2> positions = {{0, 0}, {1, 0}};
    expectRefused(group.setWay({}, positions), "at least one point");
    expectRefused(group.setWay(GroupWay::inTheOpen(std::vector<Vec2>{{0, 0}, {nan, 0}}), positions), "Point 1");
    GroupWay way = GroupWay::inTheOpen(std::vector<Vec2>{{0, 0}, {9, 0}});
    way.points[1].left = -1;
    expectRefused(group.setWay(way, positions), "room");
    const Scene field = makeField();
    expectRefused(RoomMeter(field).measure({}), "without points");
    expectRefused(RoomMeter(field).measure(std::vector<Vec2>{{0, nan}}), "finite");
    expectRefused(RoomMeter(field).measure(std::vector<Vec2>{{0, 0}, {1e9, 0}}), "pieces");
}

} // namespace
} // namespace clearway
