// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <clearway/base/random.h>
#include <clearway/yielding.h>

#include "tests/support/scale.h"

namespace clearway {
namespace {

TEST(Yielding, TheClockRunsWhileAnAgentDoesNotGetOnAndStartsAgainWhenItDoes)
{
    const Vec2 wish{1.2, 0.5};
    EXPECT_FLOAT_EQ(countHeldUp(2, wish, {}, 0.1F), 2.1F);
    EXPECT_FLOAT_EQ(countHeldUp(2, wish, wish * 0.29, 0.1F), 2.1F);
    EXPECT_EQ(countHeldUp(2, wish, wish * 0.31, 0.1F), 0);
    EXPECT_FLOAT_EQ(countHeldUp(2, wish, perpendicular(wish), 0.1F), 2.1F) << "a step aside";
    EXPECT_FLOAT_EQ(countHeldUp(2, wish, -wish, 0.1F), 2.1F) << "a step back";
    EXPECT_EQ(countHeldUp(2, {}, {}, 0.1F), 0) << "it does not want to get anywhere";
}

TEST(Yielding, ThresholdsComeInTheOrderInWhichThingsAreTried)
{
    const YieldTimes& t = kYieldTimes;
    for (const float time : {t.turn, t.near_goal, t.in_pack, t.jam, t.stuck, t.beside_goal}) EXPECT_LT(t.starting, time);
    EXPECT_LT(t.jam, t.stuck);
    EXPECT_LT(t.stuck, t.beside_goal);
}

TEST(Yielding, OfTwoWhoTakeTurnsExactlyOneGivesWay)
{
    for (int seed = 1; seed <= 1000 * test::testScale(); ++seed)
    {
        Random random(static_cast<std::uint64_t>(seed));
        const std::uint64_t a = random.below(1000), b = 1000 + random.below(1000), turn = random.below(100000);
        EXPECT_NE(isTurnOfOther(a, b, turn), isTurnOfOther(b, a, turn)) << seed;
        EXPECT_FALSE(isTurnOfOther(a, a, turn)) << seed;
    }
}

TEST(Yielding, EverybodyHasAFairShareOfTurns)
{
    int first = 0;
    for (std::uint64_t turn = 0; turn < 10000; ++turn) first += isTurnOfOther(17, 4, turn);
    EXPECT_NEAR(first, 5000, 300);
}

TEST(Yielding, ATurnLastsHalfASecondWhateverTheTick)
{
    EXPECT_EQ(countTurns(4, 0.1F), 0u);
    EXPECT_EQ(countTurns(5, 0.1F), 1u);
    EXPECT_EQ(countTurns(14, 1.0F / 30), 0u);
    EXPECT_EQ(countTurns(15, 1.0F / 30), 1u);
    EXPECT_EQ(countTurns(3, 2), 3u);
}

TEST(Yielding, AnAgentThatStandsStepsToTheNearerSideThenAheadThenToTheOther)
{
    const Vec2 ahead{1, 0}, offset{0.4, -0.1};
    const float round = kYieldTimes.stuck;
    EXPECT_EQ(stepAside(ahead, offset, 0), (Vec2{0, -1}));
    EXPECT_EQ(stepAside(ahead, offset, 0.9F * round), (Vec2{0, -1}));
    EXPECT_EQ(stepAside(ahead, offset, 1.1F * round), (Vec2{1, 0}));
    EXPECT_EQ(stepAside(ahead, offset, 2.1F * round), (Vec2{0, 1}));
    EXPECT_EQ(stepAside(ahead, offset, 3.1F * round), (Vec2{0, -1}));
    EXPECT_EQ(stepAside(ahead, {0.4, 0.1}, 0), (Vec2{0, 1}));
}

TEST(Yielding, NobodyGivesWayToSomebodyWhoStandsAndAPackStaysClosedForThoseWhoJoinIt)
{
    for (const auto& row : kWhoYields) EXPECT_EQ(row[static_cast<int>(Claim::stands)], Yields::never);
    EXPECT_EQ(kWhoYields[0][static_cast<int>(Claim::walks_here)], Yields::never);
    EXPECT_EQ(kWhoYields[0][static_cast<int>(Claim::walks_past)], Yields::always);
    EXPECT_EQ(kWhoYields[1][static_cast<int>(Claim::walks_past)], Yields::in_turn);
}

} // namespace
} // namespace clearway
