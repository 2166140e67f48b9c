// SPDX-License-Identifier: MIT
#include <clearway/group/formation.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include <clearway/base/random.h>

#include "tests/support/scale.h"

namespace clearway {
namespace {

const std::vector<Vec2> kZigzag = {{0, 0}, {4, 3}, {0, 6}, {4, 9}};
const std::vector<Vec2> kLoop = {{0, 0}, {6, 0}, {6, 4}, {3, 4}, {3, -4}}; // crosses itself
const std::vector<Vec2> kCross = {{1, 0}, {2, 0}, {2, 1}, {3, 1}, {3, 2}, {2, 2}, {2, 3}, {1, 3}, {1, 2}, {0, 2}, {0, 1}, {1, 1}};

std::vector<Formation> makeAll()
{
    std::vector<Vec2> list;
    for (int i = 0; i < 30; ++i) list.push_back({(i % 6) * 0.9, (i / 6) * 1.1});
    return {Formation::line(),
            Formation::column(),
            Formation::column(3),
            Formation::wedge(),
            Formation::box(),
            Formation::box(10),
            Formation::circle(),
            Formation::buildFromStroke(kZigzag).value(),
            Formation::buildFromStroke(kLoop, {0, -2}).value(),
            Formation::buildFromOutline(kCross).value(),
            Formation::buildFromSlots(list).value()};
}

/// What every layout promises, checked pair by pair.
void expectGood(const FormationLayout& layout, std::span<const double> radii, double gap)
{
    ASSERT_EQ(layout.size(), radii.size());
    ASSERT_EQ(layout.rooms.size(), radii.size());
    Vec2 sum;
    for (std::size_t i = 0; i < layout.size(); ++i)
    {
        ASSERT_TRUE(isFinite(layout.slots[i]));
        sum = sum + layout.slots[i];
        EXPECT_LE(layout.slots[i].x + layout.rooms[i], layout.front + 1e-9);
        EXPECT_LE(layout.rooms[i] - layout.slots[i].x, layout.back + 1e-9);
        EXPECT_LE(layout.slots[i].y + layout.rooms[i], layout.left + 1e-9);
        EXPECT_LE(layout.rooms[i] - layout.slots[i].y, layout.right + 1e-9);
        EXPECT_LE(length(layout.slots[i]), layout.reach + 1e-9);
        for (std::size_t j = 0; j < i; ++j)
            EXPECT_GE(distance(layout.slots[i], layout.slots[j]), (layout.rooms[i] + layout.rooms[j] + gap) * (1 - 1e-9))
                << "slots " << j << " and " << i;
    }
    EXPECT_NEAR(length(sum), 0, 1e-6);
    EXPECT_GE(layout.scale, 1);
    // The members can be put into the slots, each where it has room.
    std::vector<double> sizes(radii.begin(), radii.end()), rooms = layout.rooms;
    std::sort(sizes.begin(), sizes.end());
    std::sort(rooms.begin(), rooms.end());
    for (std::size_t i = 0; i < sizes.size(); ++i) EXPECT_LE(sizes[i], rooms[i]);
}

TEST(Formation, EveryShapeHasRoomForEveryNumberAndMixOfMembers)
{
    for (const Formation& formation : makeAll())
        for (const std::size_t count : {1, 2, 3, 7, 30, 50, 101})
            for (int mix = 0; mix < 3; ++mix)
            {
                SCOPED_TRACE(std::string(toString(formation.kind())) + " of " + std::to_string(count) + ", mix " +
                             std::to_string(mix));
                Random random(count, static_cast<std::uint64_t>(mix));
                std::vector<double> radii(count, 0.25);
                for (double& radius : radii)
                    radius = mix == 0 ? 0.25 : mix == 1 ? random.uniform(0.2, 0.35) : random.below(8) == 0 ? 1.5 : 0.25;
                const Result<FormationLayout> layout = buildLayout(formation, radii, {.gap = 0.3});
                ASSERT_TRUE(layout) << layout.error().message;
                expectGood(*layout, radii, 0.3);
            }
}

TEST(Formation, APresetLooksAsItsNameSays)
{
    const std::vector<double> radii(10, 0.25);
    const auto lay = [&](const Formation& formation) { return buildLayout(formation, radii, {.gap = 0.5}).value(); };
    const FormationLayout line = lay(Formation::line());
    for (const Vec2 slot : line.slots) EXPECT_NEAR(slot.x, 0, 1e-12);
    EXPECT_NEAR(line.left + line.right, 9 * 1.0 + 0.5, 1e-9);
    const FormationLayout column = lay(Formation::column());
    for (const Vec2 slot : column.slots) EXPECT_NEAR(slot.y, 0, 1e-12);
    EXPECT_NEAR(column.front + column.back, 9 * 1.0 + 0.5, 1e-9);
    const FormationLayout wedge = lay(Formation::wedge());
    std::multiset<double> depths;
    for (const Vec2 slot : wedge.slots) depths.insert(std::round(slot.x * 1000));
    EXPECT_EQ(depths.count(*depths.rbegin()), 1u); // the point, ahead
    EXPECT_EQ(depths.count(*depths.begin()), 4u);
    const FormationLayout circle = lay(Formation::circle());
    for (const Vec2 slot : circle.slots) EXPECT_NEAR(length(slot), circle.reach, 1e-3 * circle.reach);
    EXPECT_NEAR(circle.reach, 0.5 / std::sin(3.14159265358979 / 10), 1e-2);
}

TEST(Formation, TwoToFiveWhoTalkWalkSideBySideWithTheMiddleALittleBehind)
{
    for (std::size_t count = 1; count <= 5; ++count)
    {
        const std::vector<double> radii(count, 0.25);
        const FormationLayout layout = buildLayout(Formation::social(), radii, {.gap = 0.3}).value();
        expectGood(layout, radii, 0.3);
        std::vector<Vec2> slots = layout.slots;
        std::sort(slots.begin(), slots.end(), [](Vec2 a, Vec2 b) { return a.y < b.y; });
        for (std::size_t i = 0; i + 1 < count; ++i) EXPECT_NEAR(slots[i + 1].y - slots[i].y, 0.8, 1e-9);
        if (count < 3) continue;
        EXPECT_LT(slots[count / 2].x, slots[0].x - 0.2);
        EXPECT_NEAR(slots[0].x, slots[count - 1].x, 1e-9);
    }
    const Result<FormationLayout> six = buildLayout(Formation::social(), std::vector<double>(6, 0.25));
    ASSERT_FALSE(six);
    EXPECT_NE(six.error().message.find("five"), std::string::npos);
}

TEST(Formation, AStrokeIsFilledEvenlyFromEndToEnd)
{
    const std::vector<Vec2> straight = {{5, 5}, {5, 9}, {5, 15}};
    const FormationLayout layout =
        buildLayout(Formation::buildFromStroke(straight, {1, 0}).value(), std::vector<double>(11, 0.25)).value();
    std::vector<double> y;
    for (const Vec2 slot : layout.slots) y.push_back(slot.y);
    std::sort(y.begin(), y.end());
    for (int i = 0; i < 11; ++i) EXPECT_NEAR(y[static_cast<std::size_t>(i)], i - 5.0, 1e-6);
    EXPECT_EQ(layout.scale, 1);
    // Drawn while looking along +y it is a column.
    const FormationLayout turned =
        buildLayout(Formation::buildFromStroke(straight, {0, 3}).value(), std::vector<double>(11, 0.25)).value();
    for (const Vec2 slot : turned.slots) EXPECT_NEAR(slot.y, 0, 1e-9);
}

TEST(Formation, AShapeTooSmallIsScaledUpAndSaysSo)
{
    const std::vector<double> radii(40, 0.5);
    for (const Formation& formation : {Formation::buildFromStroke(kZigzag).value(), Formation::buildFromOutline(kCross).value()})
    {
        const FormationLayout layout = buildLayout(formation, radii, {.gap = 0.2}).value();
        EXPECT_GT(layout.scale, 1.2);
        expectGood(layout, radii, 0.2);
    }
}

TEST(Formation, AnOutlineIsFilledNearlyAsDenselyAsDiscsCanLie)
{
    std::vector<Vec2> square = {{0, 0}, {20, 0}, {20, 20}, {0, 20}};
    const std::vector<double> radii(200, 0.1);
    const FormationLayout layout = buildLayout(Formation::buildFromOutline(square).value(), radii).value();
    double nearest = 1e9;
    for (std::size_t i = 0; i < layout.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) nearest = std::min(nearest, distance(layout.slots[i], layout.slots[j]));
    // A lattice for 200 points in 400 square metres has a pitch of 1.52 m without the border.
    EXPECT_GT(nearest, 1.4);
    EXPECT_EQ(layout.scale, 1);
}

TEST(Formation, MoreMembersThanSlotsStandInRanksBehindAndFewerTakeTheFirst)
{
    const std::vector<Vec2> list = {{0, 0}, {0, 1}, {0, -1}, {0, 2}, {0, -2}};
    const Formation formation = Formation::buildFromSlots(list).value();
    const FormationLayout more = buildLayout(formation, std::vector<double>(12, 0.25)).value();
    EXPECT_EQ(more.added, 7u);
    EXPECT_EQ(more.left_empty, 0u);
    double front = -1e9;
    for (const Vec2 slot : more.slots) front = std::max(front, slot.x);
    EXPECT_EQ(std::count_if(more.slots.begin(), more.slots.end(), [&](Vec2 s) { return s.x == front; }), 5);
    const FormationLayout fewer = buildLayout(formation, std::vector<double>(3, 0.25)).value();
    EXPECT_EQ(fewer.left_empty, 2u);
    for (const Vec2 slot : fewer.slots) EXPECT_LE(std::abs(slot.y), 1 + 1e-12);
}

TEST(Formation, SizesFallIntoClassesNoWiderThanAFifth)
{
    const std::vector<double> radii = {0.25, 1.5, 0.24, 0.21, 0.19, 1.25, 0.5};
    const std::vector<double> rooms = computeRooms(radii);
    EXPECT_EQ(rooms, (std::vector<double>{0.25, 1.5, 0.25, 0.25, 0.19, 1.5, 0.5}));
}

TEST(Formation, WhatIsNoFormationIsRefusedWithItsPlace)
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto expectRefused = [](const auto& result, const char* word) {
        ASSERT_FALSE(result);
        EXPECT_NE(result.error().message.find(word), std::string::npos) << result.error().message;
    };
    const std::vector<Vec2> bad = {{0, 0}, {1, 0}, {nan, 1}};
    const Result<Formation> with_nan = Formation::buildFromSlots(bad);
    expectRefused(with_nan, "Point 2");
    EXPECT_EQ(with_nan.error().place.index, 2);
    expectRefused(Formation::buildFromStroke(bad), "finite");
    expectRefused(Formation::buildFromSlots({}), "without points");
    expectRefused(Formation::buildFromSlots(std::vector<Vec2>{{1, 1}, {2, 2}, {1, 1}}), "same place");
    expectRefused(Formation::buildFromOutline(std::vector<Vec2>{{0, 0}, {5, 5}, {9, 9}}), "area");
    expectRefused(Formation::buildFromStroke(kZigzag, {0, 0}), "facing");
    expectRefused(buildLayout(Formation::box(), {}), "empty");
    expectRefused(buildLayout(Formation::box(), std::vector<double>{0.2, 0}), "Member 1");
    expectRefused(buildLayout(Formation::box(), std::vector<double>{0.2, nan}), "Member 1");
    expectRefused(buildLayout(Formation::box(), std::vector<double>{0.2}, {.gap = -1}), "gap");
    expectRefused(buildLayout(Formation::box(), std::vector<double>(kMaxGroupSize + 1, 0.2)), "at most");
    // A dot is a place for one; many stand around it.
    EXPECT_EQ(
        buildLayout(Formation::buildFromStroke(std::vector<Vec2>{{3, 3}}).value(), std::vector<double>(4, 0.2)).value().added,
        3u);
}

} // namespace
} // namespace clearway
