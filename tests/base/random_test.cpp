// SPDX-License-Identifier: MIT
#include <clearway/base/random.h>

#include <cstdint>
#include <vector>

#include <Random123/philox.h>
#include <gtest/gtest.h>

#include "tests/support/scale.h"

namespace clearway {
namespace {

using Block = std::array<std::uint32_t, 4>;

// The three rows that the authors of Philox publish with their library.
TEST(Philox, GivesThePublishedKnownAnswers)
{
    EXPECT_EQ(computePhilox({0, 0, 0, 0}, {0, 0}), (Block{0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u}));
    constexpr std::uint32_t kOnes = 0xffffffffu;
    EXPECT_EQ(computePhilox({kOnes, kOnes, kOnes, kOnes}, {kOnes, kOnes}),
              (Block{0x408f276du, 0x41c83b0eu, 0xa20bc7c6u, 0x6d5451fdu}));
    EXPECT_EQ(computePhilox({0x243f6a88u, 0x85a308d3u, 0x13198a2eu, 0x03707344u}, {0xa4093822u, 0x299f31d0u}),
              (Block{0xd16cfe09u, 0x94fdccebu, 0x5001e420u, 0x24126ea1u}));
}

TEST(Philox, OracleRandom123AgreesOnAnyCounterAndKey)
{
    std::uint64_t state = 88172645463325252u; // xorshift: nothing of ours
    const auto word = [&state] {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return static_cast<std::uint32_t>(state >> 32);
    };
    r123::Philox4x32 oracle;
    for (int i = 0; i < 20000 * test::testScale(); ++i)
    {
        const Block counter = {word(), word(), word(), word()};
        const std::array<std::uint32_t, 2> key = {word(), word()};
        const r123::Philox4x32::ctr_type expected =
            oracle({{counter[0], counter[1], counter[2], counter[3]}}, {{key[0], key[1]}});
        const Block actual = computePhilox(counter, key);
        for (std::size_t k = 0; k < 4; ++k) ASSERT_EQ(actual[k], expected[k]) << "block " << i << " word " << k;
    }
}

TEST(Random, NumbersOfAStreamAreTheHalvesOfItsPhiloxBlocks)
{
    Random random(0x0123456789abcdefu, 0xfedcba9876543210u);
    for (std::uint32_t i = 0; i < 5; ++i)
    {
        const Block block = computePhilox({i, 0, 0x76543210u, 0xfedcba98u}, {0x89abcdefu, 0x01234567u});
        EXPECT_EQ(random.bits(), block[0] | std::uint64_t{block[1]} << 32);
        EXPECT_EQ(random.bits(), block[2] | std::uint64_t{block[3]} << 32);
    }
}

TEST(Random, TheSameSeedAndStreamGiveTheSameNumbersAndOthersDoNot)
{
    Random first(7, 3), second(7, 3), other_seed(8, 3), other_stream(7, 4);
    int equal_to_other = 0;
    for (int i = 0; i < 1000; ++i)
    {
        const std::uint64_t value = first.bits();
        ASSERT_EQ(value, second.bits());
        equal_to_other += value == other_seed.bits();
        equal_to_other += value == other_stream.bits();
    }
    EXPECT_EQ(equal_to_other, 0);
}

TEST(Random, UniformNumbersFillTheUnitIntervalEvenly)
{
    constexpr int kBins = 64;
    const int count = 64000 * test::testScale();
    std::vector<int> bins(kBins);
    Random random(42);
    for (int i = 0; i < count; ++i)
    {
        const double value = random.uniform();
        ASSERT_GE(value, 0.0);
        ASSERT_LT(value, 1.0);
        ++bins[static_cast<std::size_t>(value * kBins)];
    }
    // Chi-squared with 63 degrees of freedom: above 117 once in 30,000 seeds, and this seed is fixed.
    double chi_squared = 0;
    for (int bin : bins) chi_squared += (bin - count / double{kBins}) * (bin - count / double{kBins}) / (count / double{kBins});
    EXPECT_LT(chi_squared, 117.0);
    EXPECT_GT(chi_squared, 25.0) << "too even to be random";
}

TEST(Random, AnIntervalKeepsItsEnds)
{
    Random random(5);
    for (int i = 0; i < 10000; ++i)
    {
        const double value = random.uniform(-3.0, 5.0);
        ASSERT_GE(value, -3.0);
        ASSERT_LT(value, 5.0);
    }
}

TEST(Random, BelowChoosesEveryValueEquallyOften)
{
    constexpr std::uint64_t kChoices = 7;
    const int count = 70000 * test::testScale();
    std::vector<int> bins(kChoices);
    Random random(11);
    for (int i = 0; i < count; ++i)
    {
        const std::uint64_t value = random.below(kChoices);
        ASSERT_LT(value, kChoices);
        ++bins[value];
    }
    double chi_squared = 0;
    const double expected = count / double{kChoices};
    for (int bin : bins) chi_squared += (bin - expected) * (bin - expected) / expected;
    EXPECT_LT(chi_squared, 30.0); // 6 degrees of freedom
}

// With 3 * 2^62 choices a plain remainder would give the lowest third of the values twice as often as the rest.
TEST(Random, BelowHasNoBiasWhereTheRemainderWouldHaveTheMost)
{
    constexpr std::uint64_t kChoices = 3u * (std::uint64_t{1} << 62);
    const int count = 30000 * test::testScale();
    Random random(13);
    int low = 0;
    for (int i = 0; i < count; ++i) low += random.below(kChoices) < kChoices / 3;
    EXPECT_NEAR(low / static_cast<double>(count), 1.0 / 3, 0.015);
}

TEST(Random, BelowOneIsAlwaysZeroAndBelowTheLargestCountWorks)
{
    Random random(17);
    for (int i = 0; i < 100; ++i)
    {
        EXPECT_EQ(random.below(1), 0u);
        EXPECT_LT(random.below(UINT64_MAX), UINT64_MAX);
    }
}

TEST(RandomDeathTest, BelowZeroIsMisuse)
{
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH(Random(1).below(0), "at least one choice");
}

} // namespace
} // namespace clearway
