// SPDX-License-Identifier: MIT
#include "base/disjoint_sets.h"

#include <algorithm>

#include <gtest/gtest.h>

#include <clearway/base/random.h>

namespace clearway {
namespace {

TEST(DisjointSets, AreThoseOfAListOfLabels)
{
    constexpr std::size_t kCount = 60;
    for (std::uint64_t seed = 1; seed <= 50; ++seed)
    {
        Random random(seed);
        DisjointSets sets(kCount);
        std::vector<std::uint32_t> labels(kCount); // the slow way: every join labels all members anew
        for (std::uint32_t i = 0; i < kCount; ++i) labels[i] = i;
        for (int join = 0; join < 50; ++join)
        {
            const auto a = static_cast<std::uint32_t>(random.below(kCount)), b = static_cast<std::uint32_t>(random.below(kCount));
            sets.join(a, b);
            const std::uint32_t first = std::min(labels[a], labels[b]), second = std::max(labels[a], labels[b]);
            std::replace(labels.begin(), labels.end(), second, first);
            for (std::uint32_t i = 0; i < kCount; ++i) ASSERT_EQ(sets.find(i), labels[i]) << "seed " << seed;
        }
        sets.reset(3);
        EXPECT_EQ(sets.size(), 3u);
        for (std::uint32_t i = 0; i < 3; ++i) EXPECT_EQ(sets.find(i), i);
    }
}

} // namespace
} // namespace clearway
