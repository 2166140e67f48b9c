// SPDX-License-Identifier: MIT
// The nearest neighbours of agents, exactly: by the gap between the discs, then by id.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include <clearway/steering/steering.h>

#include "crowd/columns.h"
#include "crowd/neighbour_grid.h"

namespace clearway {

struct Neighbour
{
    float gap = 0; ///< between the centre of the agent and the edge of the neighbour
    float dx = 0;
    float dy = 0;
    std::uint32_t sorted = 0; ///< index into the grid
};

/// The neighbours of a block of agents. Those of agent i are [first[i], first[i + 1]), nearest first.
struct NeighbourBlock
{
    static constexpr std::uint32_t kMostAgents = 32;
    static constexpr std::uint32_t kPadding = 16; ///< beyond the last there may be anything, but it may be read
    static constexpr std::uint32_t kCapacity = (kMostAgents + 1) * kMaxNeighbours + kPadding;

    Neighbour at(std::uint32_t k) const { return {gap[k], dx[k], dy[k], sorted[k]}; }

    std::uint32_t first[kMostAgents + 1] = {};
    float gap[kCapacity] = {};
    float dx[kCapacity] = {};
    float dy[kCapacity] = {};
    std::uint32_t sorted[kCapacity] = {};
};

class NeighbourFinder
{
public:
    /// The nearest `count` neighbours (at most kMaxNeighbours) of each of the agents at sorted indices [begin, end), whose discs
    /// are at most `range` away from its own. `guesses`: for each, how far they probably reach; a wrong one costs time only.
    void find(const NeighbourGrid& grid, std::uint32_t begin, std::uint32_t end, float range, int count,
              std::span<const float> guesses, NeighbourBlock& out);
    /// All neighbours of one agent within `range`, in no particular order.
    std::span<const Neighbour> findAll(const NeighbourGrid& grid, std::uint32_t self, float range);

private:
    /// Everybody in the cells around an agent, whether they count or not.
    struct Seen
    {
        void reserve(std::size_t count)
        {
            if (dx.size() < count) grow(count);
        }
        void grow(std::size_t count);

        std::vector<float> dx;
        std::vector<float> dy;
        std::vector<std::uint32_t> sorted;
        std::vector<std::uint32_t> counts; ///< 1 for those within range, or almost
        std::vector<std::uint32_t> picked; ///< indices of those
    };
    /// Those within range of one agent of the block after the other.
    struct Found
    {
        void reserve(std::size_t count)
        {
            if (gap.size() < count) grow(count);
        }
        void grow(std::size_t count);

        std::vector<float> gap;
        std::vector<float> dx;
        std::vector<float> dy;
        std::vector<std::uint32_t> sorted;
    };

    void look(const NeighbourGrid& grid, std::uint32_t self, float limit, std::uint32_t begin, std::uint32_t end);
    void gather(const NeighbourGrid& grid, std::uint32_t self, float range);
    void removeOtherLayers(const NeighbourGrid& grid, std::uint32_t self, std::size_t first);
    bool rank(std::size_t first, std::size_t count, std::size_t to, NeighbourBlock& out) const;
    void sort(const NeighbourGrid& grid, std::size_t first, std::size_t count, std::size_t wanted);

    Seen seen_;
    std::size_t seen_count_ = 0;
    Found found_;
    std::size_t found_count_ = 0;
    std::vector<Neighbour> few_; ///< of one agent
};

} // namespace clearway
