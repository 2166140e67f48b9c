// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "steering/wall_contacts.h"

namespace clearway::steering {
namespace {

struct Walls
{
    std::vector<float> ax, ay, bx, by;

    void add(float from_x, float from_y, float to_x, float to_y)
    {
        ax.push_back(from_x), ay.push_back(from_y), bx.push_back(to_x), by.push_back(to_y);
    }
    WallSpan span() const { return {static_cast<int>(ax.size()), ax.data(), ay.data(), bx.data(), by.data()}; }
};

TEST(WallContacts, AStraightWallCountsOnceHoweverManyPiecesItHas)
{
    for (const int pieces : {1, 5, 31, 60, 97, 200})
    {
        Walls walls;
        const auto end = [pieces](int k) { return -1.5F + 3.0F * static_cast<float>(k) / static_cast<float>(pieces); };
        for (int k = 0; k < pieces; ++k) walls.add(end(k), -0.3F, end(k + 1), -0.3F);
        WallContact contacts[kMaxWallContacts];
        ASSERT_EQ(findWallContacts(walls.span(), 1.45F, contacts), 1) << pieces;
        EXPECT_NEAR(contacts[0].distance, 0.3F, 1e-6F);
        EXPECT_NEAR(contacts[0].away_y, 1, 1e-6F);
    }
}

TEST(WallContacts, OfManyWallsTheNearestAreKept)
{
    Walls walls; // apart from each other, the farthest first
    for (int k = 0; k < 50; ++k)
    {
        const float y = -3 + 0.05F * static_cast<float>(k);
        walls.add(-0.1F, y, 0.1F, y);
    }
    WallContact contacts[kMaxWallContacts];
    ASSERT_EQ(findWallContacts(walls.span(), 10, contacts), kMaxWallContacts);
    for (const WallContact& contact : contacts) EXPECT_LT(contact.distance, 3 - 0.05F * 17 + 1e-4F);
}

} // namespace
} // namespace clearway::steering
