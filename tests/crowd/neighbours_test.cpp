// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <unordered_map>

#include <clearway/base/random.h>

#include "crowd/neighbours.h"
#include "crowd/slot_table.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

AgentColumns makeAgents(std::uint64_t seed, std::size_t count, double half_width, double max_radius)
{
    Random random(seed);
    AgentColumns agents;
    agents.resize(count);
    for (std::size_t i = 0; i < count; ++i)
    {
        agents.id[i] = 1000 - i;
        // Some on a lattice, so that gaps are equal.
        const bool is_on_lattice = random.below(2) == 0;
        const double x = random.uniform(-half_width, half_width), y = random.uniform(-half_width, half_width);
        agents.position[i] = is_on_lattice ? Vec2{std::round(x), std::round(y)} : Vec2{x, y};
        agents.radius[i] = is_on_lattice ? 0.25 : random.uniform(0.1, max_radius);
        agents.footing[i].layer = static_cast<std::uint16_t>(random.below(2));
    }
    return agents;
}

TEST(NeighboursOracle, TheNearestAreThoseOfBruteForceWhateverTheCellsAndTheGuess)
{
    for (int round = 0; round < 60 * test::testScale(); ++round)
    {
        Random random(7, static_cast<std::uint64_t>(round));
        const double half_width = random.uniform(0.5, 40);
        AgentColumns agents =
            makeAgents(static_cast<std::uint64_t>(round), 1 + random.below(300), half_width, random.uniform(0.2, 3));
        Box2 bounds;
        bounds.add(Vec2{-half_width, -half_width} * random.uniform(0.5, 2)); // agents may be outside
        bounds.add(Vec2{half_width, half_width});
        const int layer_count = 1 + static_cast<int>(random.below(2));
        NeighbourGrid grid;
        grid.build(agents, bounds, random.uniform(0.3, 10), layer_count);
        NeighbourFinder finder;
        NeighbourBlock block;
        const float range = static_cast<float>(random.uniform(0, 8));
        const int count = static_cast<int>(random.below(kMaxNeighbours + 1));
        std::vector<float> guesses(grid.size());
        for (float& guess : guesses) guess = static_cast<float>(random.uniform(0, 10));
        std::uint32_t begin = 0, end = 0;
        for (std::uint32_t self = 0; self < grid.size(); ++self)
        {
            if (self == end)
            {
                begin = end;
                end = std::min(static_cast<std::uint32_t>(grid.size()), begin + NeighbourBlock::kMostAgents);
                finder.find(grid, begin, end, range, count, std::span(guesses).subspan(begin, end - begin), block);
            }
            struct Expected
            {
                float gap;
                AgentId id;
            };
            std::vector<Expected> expected;
            const std::uint32_t slot = grid.slot[self];
            for (std::size_t other = 0; other < agents.size(); ++other)
            {
                if (other == slot || (layer_count > 1 && agents.footing[other].layer != agents.footing[slot].layer)) continue;
                const float dx = static_cast<float>(agents.position[other].x - agents.position[slot].x);
                const float dy = static_cast<float>(agents.position[other].y - agents.position[slot].y);
                const float gap = std::sqrt(dx * dx + dy * dy) - static_cast<float>(agents.radius[other]);
                if (gap <= range + static_cast<float>(agents.radius[slot])) expected.push_back({gap, agents.id[other]});
            }
            std::ranges::sort(expected,
                              [](const Expected& a, const Expected& b) { return a.gap != b.gap ? a.gap < b.gap : a.id < b.id; });
            if (static_cast<int>(expected.size()) > count) expected.resize(static_cast<std::size_t>(count));
            const std::uint32_t first = block.first[self - begin];
            ASSERT_EQ(block.first[self - begin + 1] - first, expected.size());
            for (std::uint32_t i = 0; i < expected.size(); ++i)
            {
                EXPECT_EQ(grid.id[block.sorted[first + i]], expected[i].id);
                EXPECT_EQ(block.gap[first + i], expected[i].gap);
            }
        }
    }
}

TEST(SlotTable, FindsWhatAnOrdinaryMapFinds)
{
    Random random(3);
    std::vector<AgentId> ids;
    std::unordered_map<AgentId, std::uint32_t> expected;
    SlotTable table;
    for (int round = 0; round < 20'000 * test::testScale(); ++round)
    {
        const AgentId id = 1 + random.below(600) * (random.below(2) == 0 ? 1 : 4096); // many share a home
        if (random.below(2) == 0 && !expected.contains(id))
        {
            expected[id] = static_cast<std::uint32_t>(ids.size());
            ids.push_back(id);
            table.insertLast(ids);
        }
        else if (!ids.empty())
        {
            const std::uint32_t slot = static_cast<std::uint32_t>(random.below(ids.size()));
            table.eraseBySwap(ids, slot);
            expected.erase(ids[slot]);
            if (slot + 1 != ids.size()) expected[ids.back()] = slot;
            ids[slot] = ids.back();
            ids.pop_back();
        }
        const auto found = expected.find(id);
        ASSERT_EQ(table.find(ids, id), found == expected.end() ? SlotTable::kNoSlot : found->second);
    }
    EXPECT_FALSE(ids.empty());
}

TEST(AgentColumns, APermutationPutsEverybodyWhereItSays)
{
    AgentColumns agents = makeAgents(1, 500, 10, 1);
    const AgentColumns before = agents;
    std::vector<std::uint32_t> order(agents.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    Random random(5);
    for (std::size_t i = order.size() - 1; i > 0; --i) std::swap(order[i], order[random.below(i + 1)]);
    std::vector<bool> bits;
    agents.permute(order, bits);
    for (std::size_t i = 0; i < order.size(); ++i)
    {
        EXPECT_EQ(agents.id[i], before.id[order[i]]);
        EXPECT_EQ(agents.position[i], before.position[order[i]]);
    }
}

} // namespace
} // namespace clearway
