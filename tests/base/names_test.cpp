// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include <clearway/base/names.h>

namespace clearway {
namespace {

TEST(Names, TheDistanceCountsChangesAndNeighboursExchanged)
{
    EXPECT_EQ(computeEditDistance("", "door"), 4u);
    EXPECT_EQ(computeEditDistance("rooms", "rooms"), 0u);
    EXPECT_EQ(computeEditDistance("Rooms", "rooms"), 0u);
    EXPECT_EQ(computeEditDistance("romos", "rooms"), 1u);
    EXPECT_EQ(computeEditDistance("room", "rooms"), 1u);
    EXPECT_EQ(computeEditDistance("cross", "donut"), 5u);
}

TEST(Names, TheNearestAreSuggestedAndNothingElse)
{
    const std::vector<std::string_view> known = {"cross", "circle", "city", "city500"};
    EXPECT_EQ(suggestNames("cros", known), " Did you mean cross?");
    EXPECT_EQ(suggestNames("cit", known), " Did you mean city or city500?");
    EXPECT_EQ(suggestNames("elephant", known), "");
    EXPECT_EQ(suggestNames(std::string(1000, 'c'), known), "");
}

TEST(Names, WhatIsShownFitsIntoOneLine)
{
    EXPECT_EQ(showName("a\nb"), "a b");
    EXPECT_EQ(showName(std::string(100, 'x')), std::string(40, 'x') + "...");
}

} // namespace
} // namespace clearway
