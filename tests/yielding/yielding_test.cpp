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

TEST(Yielding, PeopleWhoWantToGetPastEachOtherComeAgainstEachOther)
{
    const Vec2 east{1.3, 0}, far_east{20, 0}, west{-1.3, 0.2}, far_west{-20, 3};
    EXPECT_EQ(noticeCounterflow(east, far_east, {4, 0.5}, west, far_west, 0), 1);
    EXPECT_EQ(noticeCounterflow(east, far_east, {-4, 0.5}, west, far_west, 1), 0) << "it is behind";
    EXPECT_EQ(noticeCounterflow(east, far_east, {4, 0.5}, {0, 1.3}, {0, 20}, 1), 0) << "it crosses";
    EXPECT_EQ(noticeCounterflow(east, {2, 0}, {4, 0}, west, {-2, 0}, 0), 0) << "they meet at a place between them";
    EXPECT_EQ(noticeCounterflow(east, far_east, {4, 0}, west, {-2, 0}, 0), 0) << "it stops before it gets here";
    EXPECT_EQ(noticeCounterflow(east, far_east, {4, 0}, {}, {}, 1), 0) << "it stands";
}

TEST(Yielding, TheNewsOfCounterflowTravelsBackAndFades)
{
    const Vec2 east{1.3, 0}, far_east{20, 0};
    const float one_back = noticeCounterflow(east, far_east, {1, 0}, east, far_east, 1);
    EXPECT_LT(one_back, 1);
    EXPECT_GT(one_back, 0.9F);
    EXPECT_EQ(noticeCounterflow(east, far_east, {-1, 0}, east, far_east, 1), 0) << "those behind know nothing that is ahead";
    float at = 1;
    int count = 0;
    for (; at > 0; ++count) at = noticeCounterflow(east, far_east, {1, 0}, east, far_east, at);
    EXPECT_GT(count, 50);
    EXPECT_LT(count, 200);
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

TEST(Yielding, HalfOfThoseWhoBlockEachOtherForLongWalkBackAtATime)
{
    const float begin = kYieldTimes.gridlock, period = kYieldTimes.retreat;
    for (std::uint64_t id = 0; id < 4; ++id)
    {
        EXPECT_FALSE(walksBack(id, begin));
        EXPECT_NE(walksBack(id, begin + 0.5F * period), walksBack(id, begin + 1.5F * period));
        EXPECT_NE(walksBack(id, begin + 0.5F * period), walksBack(id + 1, begin + 0.5F * period));
    }
}

TEST(PassageTurns, NobodyWaitsWhenAllComeFromOneSideOrThereIsRoom)
{
    const PassageQueue queue{.count = 3, .radius = 0.25F, .longest_wait = 1};
    for (const PassageTurn& turn : {decideTurn(0.9, queue, {}), decideTurn(0.9, {}, queue), decideTurn(1.3, queue, queue)})
        for (int i = 0; i < 2; ++i) EXPECT_TRUE(turn.may_enter[i] && turn.may_go_on[i]);
    EXPECT_TRUE(hasRoomToPass(1.25, 0.25, 0.25));
    EXPECT_FALSE(hasRoomToPass(1.25, 0.25, 0.3));
}

TEST(PassageTurns, AnEmptyPassageGoesToThoseWhoHaveWaitedLongest)
{
    const PassageQueue queue{.count = 1, .radius = 0.25F, .longest_wait = 1};
    const PassageQueue against{.count = 1, .radius = 0.25F, .longest_wait = 2};
    const PassageTurn turn = decideTurn(0.9, queue, against);
    EXPECT_FALSE(turn.may_enter[0]);
    EXPECT_TRUE(turn.may_enter[1]);
    EXPECT_TRUE(decideTurn(0.9, against, queue).may_enter[0]);
}

TEST(PassageTurns, ThoseWhoAreInAreFollowedUntilTheOthersHaveWaitedMuchLonger)
{
    const PassageQueue queue{.count = 2, .radius = 0.25F, .longest_wait = 1, .farthest = 0.5F};
    PassageQueue against{.count = 1, .radius = 0.25F, .longest_wait = 1 + kYieldTimes.passage};
    PassageTurn turn = decideTurn(0.9, queue, against);
    EXPECT_TRUE(turn.may_enter[0] && turn.may_go_on[0]);
    EXPECT_FALSE(turn.may_enter[1]);
    against.longest_wait += 0.1F;
    turn = decideTurn(0.9, queue, against);
    EXPECT_FALSE(turn.may_enter[0]) << "the others come next";
    EXPECT_TRUE(turn.may_go_on[0]) << "but whoever is in goes on";
    EXPECT_FALSE(turn.may_enter[1]) << "not before the passage is empty";
}

TEST(PassageTurns, NobodyEntersWhereItIsCrowdedBehindAndNotBefore)
{
    PassageQueue queue{.count = 5, .radius = 0.25F, .longest_wait = 30};
    PassageQueue against{.count = 5, .radius = 0.25F, .longest_wait = 1};
    EXPECT_TRUE(decideTurn(0.9, queue, against).may_enter[0]) << "it has waited longest";
    queue.ahead = 13;
    EXPECT_FALSE(decideTurn(0.9, queue, against).may_enter[0]);
    EXPECT_TRUE(decideTurn(0.9, queue, against).may_enter[1]);
    queue.farthest = 0.1F;
    EXPECT_TRUE(decideTurn(0.9, queue, against).may_go_on[0]) << "who is in goes on";
    EXPECT_FALSE(decideTurn(0.9, queue, against).may_enter[0]) << "but nobody follows";
    queue.farthest = -1;
    against.ahead = 13;
    EXPECT_TRUE(decideTurn(0.9, queue, against).may_enter[0]) << "crowded on both sides: as ever";
}

TEST(PassageTurns, NobodyEntersWhereItIsCrowdedBehindHoweverWideAndWhoeverComesAgainst)
{
    PassageQueue queue{.count = 5, .radius = 0.25F, .longest_wait = 30};
    const PassageQueue against{.count = 5, .radius = 0.25F, .longest_wait = 1};
    queue.ahead = 13;
    for (const PassageTurn& turn : {decideTurn(0.9, queue, {}), decideTurn(2.4, queue, against), decideTurn(2.4, queue, {})})
    {
        EXPECT_FALSE(turn.may_enter[0]);
        EXPECT_TRUE(turn.may_go_on[0]) << "who is in goes on";
        EXPECT_TRUE(turn.may_enter[1]);
    }
    queue.ahead = 12;
    EXPECT_TRUE(decideTurn(0.9, queue, {}).may_enter[0]);
}

TEST(PassageTurns, OfTwoWhoMeetInItTheOneWhoHasGotFartherGoesOn)
{
    const PassageQueue queue{.count = 1, .radius = 0.25F, .longest_wait = -1, .farthest = 0.2F};
    const PassageQueue against{.count = 1, .radius = 0.25F, .longest_wait = -1, .farthest = 0.3F};
    const PassageTurn turn = decideTurn(0.9, queue, against);
    EXPECT_FALSE(turn.may_go_on[0]);
    EXPECT_TRUE(turn.may_go_on[1]);
}

} // namespace
} // namespace clearway
