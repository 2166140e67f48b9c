// SPDX-License-Identifier: MIT
#include <clearway/base/hash.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <set>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <clearway/base/random.h>

namespace clearway {
namespace {

std::uint64_t hashOfText(std::string_view text) { return computeHash(std::as_bytes(std::span(text))); }

// Pinned: state hashes and the checksums of saved files rest on these. A change here breaks every saved file.
TEST(Hash, GoldenValuesStayWhatTheyWere)
{
    EXPECT_EQ(Hasher().value(), 0xe220a8397b1dcdafu);
    Hasher hasher;
    hasher.add(1);
    hasher.add(2.5);
    hasher.add(std::int64_t{-3});
    EXPECT_EQ(hasher.value(), 0x9eace725041154ebu);
    EXPECT_EQ(hashOfText(""), 0x3048ac5043c7beacu);
    EXPECT_EQ(hashOfText("clearway"), 0x6d52a2cc391d2602u);
    EXPECT_EQ(hashOfText("clearway moves characters"), 0x468bc81c662a8184u);
}

TEST(Hash, ANumberHashesTheSameInEveryIntegerType)
{
    const auto hashOf = [](auto value) {
        Hasher hasher;
        hasher.add(value);
        return hasher.value();
    };
    EXPECT_EQ(hashOf(std::uint8_t{200}), hashOf(std::uint64_t{200}));
    EXPECT_EQ(hashOf(200), hashOf(std::size_t{200}));
    EXPECT_EQ(hashOf(200L), hashOf(200LL));
    EXPECT_EQ(hashOf(-1), hashOf(std::int64_t{-1}));
}

TEST(Hash, NegativeZeroCountsAsZeroAndEveryOtherBitCounts)
{
    const auto hashOf = [](double value) {
        Hasher hasher;
        hasher.add(value);
        return hasher.value();
    };
    EXPECT_EQ(hashOf(-0.0), hashOf(0.0));
    EXPECT_NE(hashOf(1.0), hashOf(std::bit_cast<double>(std::bit_cast<std::uint64_t>(1.0) + 1)));
    EXPECT_NE(hashOf(0.0), hashOf(std::numeric_limits<double>::denorm_min()));
}

TEST(Hash, OrderCountAndSeedMatter)
{
    const auto hashOf = [](std::initializer_list<int> values, std::uint64_t seed) {
        Hasher hasher(seed);
        for (int value : values) hasher.add(value);
        return hasher.value();
    };
    const std::set<std::uint64_t> different = {hashOf({}, 0),     hashOf({0}, 0),    hashOf({0, 0}, 0), hashOf({1, 2}, 0),
                                               hashOf({2, 1}, 0), hashOf({1, 2}, 1), hashOf({}, 1)};
    EXPECT_EQ(different.size(), 7u);
}

TEST(Hash, EveryFlippedBitOfABlockChangesAboutHalfOfTheHash)
{
    Random random(3);
    for (std::size_t size : {1u, 7u, 8u, 9u, 31u, 64u})
    {
        std::vector<std::byte> bytes(size);
        for (std::byte& byte : bytes) byte = static_cast<std::byte>(random.below(256));
        const std::uint64_t before = computeHash(bytes);
        for (std::size_t bit = 0; bit < 8 * size; ++bit)
        {
            bytes[bit / 8] ^= static_cast<std::byte>(1u << bit % 8);
            const int changed = std::popcount(before ^ computeHash(bytes));
            EXPECT_GT(changed, 8) << "size " << size << " bit " << bit;
            EXPECT_LT(changed, 56) << "size " << size << " bit " << bit;
            bytes[bit / 8] ^= static_cast<std::byte>(1u << bit % 8);
        }
    }
}

TEST(Hash, ZeroBytesAtTheEndAreNotForgotten)
{
    std::set<std::uint64_t> different;
    for (std::size_t size = 0; size < 100; ++size) different.insert(computeHash(std::vector<std::byte>(size)));
    EXPECT_EQ(different.size(), 100u);
}

} // namespace
} // namespace clearway
