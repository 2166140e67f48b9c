// SPDX-License-Identifier: MIT
// The nearest neighbours of an agent, exactly: by the gap between the discs, then by id.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

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

class NeighbourFinder
{
public:
    /// The nearest `count` neighbours of the agent at sorted index `self` whose discs are at most `range` away from its own,
    /// nearest first. `guess`: how far they probably reach; a wrong one costs time only.
    std::span<const Neighbour> find(const NeighbourGrid& grid, std::uint32_t self, float range, int count, float guess);
    /// All neighbours within `range`, in no particular order.
    std::span<const Neighbour> findAll(const NeighbourGrid& grid, std::uint32_t self, float range);

private:
    void gather(const NeighbourGrid& grid, std::uint32_t self, float range);
    void gatherRun(const NeighbourGrid& grid, std::uint32_t self, float limit, std::uint32_t begin, std::uint32_t end);
    bool rankNearest();
    void sortNearest(const NeighbourGrid& grid, std::size_t count);

    static constexpr std::size_t kMostRanked = 32;

    std::vector<Neighbour> found_; ///< those within range
    std::size_t found_count_ = 0;
    Neighbour nearest_[kMostRanked];
};

} // namespace clearway
