// SPDX-License-Identifier: MIT
// The default guide seen from afar: do people walk straight, use the width of a passage, and stand on both sides of a door?
#include <gtest/gtest.h>

#include <cmath>

#include "tests/crowd/watch.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

using test::Seen;

Seen watch(std::string_view name, std::uint64_t seed) { return test::watch(buildScenario(name).value(), seed); }

TEST(Lanes, TwoHundredPassTwoHundredInAPassOfSixMetres)
{
    for (std::uint64_t seed = 1; seed <= 3u * static_cast<unsigned>(test::testScale()); ++seed)
    {
        const Seen seen = watch("pass_200", seed);
        EXPECT_EQ(seen.arrived, seen.agents) << seed;
        EXPECT_LT(seen.seconds, 125) << seed << ": it took 136 s when everybody aimed at the same corner";
        EXPECT_EQ(seen.metrics.agent_contacts, 0u) << seed;
        EXPECT_EQ(seen.metrics.outside, 0u) << seed;
    }
}

TEST(Lanes, TheQueueBeforeADoorStandsOnBothSidesOfItAndDoesNotWalkToAndFro)
{
    double left = 0, right = 0, straightness = 0;
    const std::uint64_t seeds = 7u * static_cast<unsigned>(test::testScale());
    for (std::uint64_t seed = 1; seed <= seeds; ++seed)
    {
        const Seen seen = watch("bottleneck", seed);
        EXPECT_EQ(seen.arrived, seen.agents) << seed;
        ASSERT_EQ(seen.metrics.lines.size(), 1u);
        left += seen.metrics.lines[0].queue_left;
        right += seen.metrics.lines[0].queue_right;
        straightness += seen.metrics.mean_straightness / static_cast<double>(seeds);
    }
    EXPECT_LT(std::abs(left - right) / (left + right), 0.1) << left << " agent-seconds on the left, " << right << " on the right";
    EXPECT_GT(straightness, 0.71) << "0.67 when people stepped back at their full speed";
}

} // namespace
} // namespace clearway
