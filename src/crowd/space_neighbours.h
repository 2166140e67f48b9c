// SPDX-License-Identifier: MIT
// The nearest neighbours of agents on curved ground, exactly: by the gap between the discs, straight through space, then by id.
// Whoever stands on ground that is turned away, or is not near on the ground (CurvedGround::isNear), is no neighbour.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "crowd/neighbours.h"
#include "crowd/space_grid.h"

namespace clearway {

/// What neighbours are searched in.
struct SpaceView
{
    const CurvedGround& ground;
    const SpaceGrid& space;
    const NeighbourGrid& grid; ///< radii and ids, in the same order
};

class SpaceNeighbourFinder
{
public:
    /// As NeighbourFinder::find; offsets are in the planes of the agents.
    void find(const SpaceView& view, std::uint32_t begin, std::uint32_t end, float range, int count,
              std::span<const float> guesses, NeighbourBlock& out);
    /// All neighbours of one agent within `range`, in no particular order.
    std::span<const Neighbour> findAll(const SpaceView& view, std::uint32_t self, float range);

private:
    struct Candidate
    {
        float gap = 0;
        float distance = 0;
        std::uint32_t sorted = 0;
    };

    void gather(const SpaceView& view, std::uint32_t self, float range);
    void sort(const SpaceView& view);
    std::uint32_t take(const SpaceView& view, std::uint32_t self, std::size_t most, std::uint32_t to, NeighbourBlock& out) const;

    std::vector<Candidate> candidates_;
    std::vector<std::uint64_t> keys_;
    std::vector<Neighbour> all_;
};

} // namespace clearway
