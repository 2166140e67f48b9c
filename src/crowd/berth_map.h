// SPDX-License-Identifier: MIT
// What an agent sees of the berths round its goal: which are taken, which it can walk to past those who stand, and the best.
// Berths form a hexagonal lattice with the goal in it, a little wider than the agent; one map is as wide as the agent's view.
#pragma once
#include <cstdint>
#include <vector>

#include <clearway/geometry/vec.h>

#include "crowd/columns.h"

namespace clearway {

/// The place of a berth relative to the goal, for an agent of this radius; and the berth nearest to a place.
Vec2 computeBerthOffset(Berth berth, double radius);
Berth findNearestBerth(Vec2 offset, double radius);

/// Scratch, used again and again: warm calls allocate nothing. Offsets are from the goal, in metres.
class BerthMap
{
public:
    /// Whether somebody gets between two who stand side by side.
    enum class Squeezing
    {
        never,
        beside, ///< into the next berth only
    };

    /// Everything free, seen by an agent at `position`.
    void reset(Vec2 position, double radius, double view);

    /// Nobody can be where this disc is.
    void take(Vec2 offset, double radius);
    /// Somebody on the way to a place, `away` from it: it is his where he is nearer; of two that are as near, `wins_ties`
    /// decides.
    void claim(Vec2 offset, double radius, double away, bool wins_ties);

    /// Finds out what can be reached through free berths; `walk_weight` is what a metre of way costs, against a metre further
    /// out. Returns how many were reached.
    std::size_t explore(double walk_weight, Squeezing squeezing);
    /// Whether one can go to this berth and stay there, and what that costs.
    bool isGood(Berth berth, double& cost) const;
    /// The cheapest good one; false when there is none.
    bool findBest(Berth& berth, double& cost) const;
    void refuse(Berth berth);
    /// Where to go first on the way to a berth that was reached: the last berth of the way with nobody standing before it.
    Berth findFirstLeg(Berth berth) const;

private:
    enum : std::uint8_t
    {
        kTaken = 1,
        kClaimed = 2,
        kReached = 4,
    };
    struct Cell
    {
        std::uint8_t state = 0;
        std::uint8_t direction = 0; ///< in which it was reached
        std::uint16_t steps = 0;    ///< a shortest way visits less than half of the cells, which are below 2^17
    };

    template <typename Visit>
    void visitNear(Vec2 offset, double reach, Visit visit);
    int indexOf(Berth berth) const; ///< -1 when it is not in the map
    Berth berthAt(int index) const;
    double computeCost(int index) const;
    bool isLineFree(Vec2 to) const;

    Vec2 position_;
    double radius_ = 0;
    double walk_weight_ = 0;
    Berth first_;
    int column_count_ = 0;
    int row_count_ = 0;
    int start_ = 0;
    int steps_[6] = {}; ///< between the indices of adjacent berths, turning left
    std::vector<Cell> cells_;
    std::vector<std::uint32_t> reached_; ///< a map of the smallest agents has more than 2^16 cells
};

} // namespace clearway
