// SPDX-License-Identifier: MIT
#include "crowd/stream_map.h"

#include <gtest/gtest.h>

#include <cmath>

#include <clearway/base/random.h>

namespace clearway {
namespace {

constexpr Box2 kBounds{{0, 0}, {40, 20}};

AgentColumns walkers(const std::vector<std::pair<Vec2, Velocity>>& all)
{
    AgentColumns agents;
    agents.resize(all.size());
    for (std::size_t i = 0; i < all.size(); ++i)
    {
        agents.position[i] = all[i].first;
        agents.preferred[i] = all[i].second;
        agents.status[i] = AgentStatus::moving;
    }
    return agents;
}

TEST(StreamMap, SeesThoseWhoWalkAgainstADirection)
{
    StreamMap map;
    map.build(walkers({{{5, 5}, {-1, 0}}, {{5.5, 5.5}, {-1, 0.1F}}, {{5, 4.5}, {1, 0}}, {{5, 5}, {0, 1}}, {{31, 5}, {-1, 0}}}),
              kBounds, 1);
    EXPECT_TRUE(map.hasAgainst({5, 5}, 0, {1, 0}));
    EXPECT_TRUE(map.hasAgainst({5, 5}, 0, {-1, 0}));
    EXPECT_TRUE(map.hasAgainst({5, 5}, 0, {0, -1}));
    EXPECT_TRUE(map.hasAgainst({31, 5}, 0, {1, 0}));
    EXPECT_FALSE(map.hasAgainst({20, 10}, 0, {1, 0}));
    EXPECT_FALSE(map.hasAgainst({-100, 500}, 0, {1, 0})) << "outside";
}

TEST(StreamMap, ThoseWhoStandOrHaveArrivedDoNotCount)
{
    AgentColumns agents = walkers({{{5, 5}, {-1, 0}}, {{5, 5}, {}}});
    agents.status[0] = AgentStatus::arrived;
    StreamMap map;
    map.build(agents, kBounds, 1);
    EXPECT_FALSE(map.hasAgainst({5, 5}, 0, {1, 0}));
}

TEST(StreamMap, LayersAreApart)
{
    AgentColumns agents = walkers({{{5, 5}, {-1, 0}}});
    agents.footing[0].layer = 1;
    StreamMap map;
    map.build(agents, kBounds, 2);
    EXPECT_FALSE(map.hasAgainst({5, 5}, 0, {1, 0}));
    EXPECT_TRUE(map.hasAgainst({5, 5}, 1, {1, 0}));
}

TEST(StreamMap, OppositeDirectionsMeetAtEveryAngle)
{
    Random random(3);
    for (int i = 0; i < 1000; ++i)
    {
        const Vec2 direction{random.uniform(-1, 1), random.uniform(-1, 1)};
        StreamMap map;
        map.build(walkers({{{5, 5}, {static_cast<float>(-direction.x), static_cast<float>(-direction.y)}}}), kBounds, 1);
        EXPECT_TRUE(map.hasAgainst({5, 5}, 0, direction)) << direction.x << " " << direction.y;
        EXPECT_FALSE(map.hasAgainst({5, 5}, 0, perpendicular(direction))) << direction.x << " " << direction.y;
    }
}

} // namespace
} // namespace clearway
