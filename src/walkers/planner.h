// SPDX-License-Identifier: MIT
// Shortest ways on the edges of a corridor map, for many walkers: A* over the vertices, led by the landmarks of the map. Costs
// are float, so that a way may be longer than the shortest by their rounding; equal ones go by number.
#pragma once
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "walkers/cost_heap.h"
#include "walkers/trip.h"

namespace clearway::walkers {

class Planner
{
public:
    explicit Planner(const Rows& rows);

    /// Whether a way leads from one spot to the other on open edges. A constant-time test that most impossible ones fail.
    bool mayReach(Spot from, Spot to) const;
    /// Writes the way from `from` to trip.goal into the trip; false when there is none.
    bool find(Spot from, Trip& trip);

    std::size_t memoryBytes() const;

private:
    struct Node
    {
        float cost = 0;
        std::uint32_t generation = 0;
        std::uint32_t arrival = kNone; ///< the link by which it was reached
        bool is_settled = false;
        bool is_first = false; ///< the arrival starts at the spot
    };
    enum class Leg
    {
        first,
        later,
    };
    struct Exit
    {
        std::uint32_t link = kNone; ///< on the edge of the spot, toward the vertex
        float cost = 0;
    };

    void findExits(Spot spot, Exit (&exits)[2]) const;
    void offer(std::uint32_t vertex, float cost, std::uint32_t arrival, Leg leg);
    void expand(std::uint32_t vertex);
    float measureFrom(std::uint32_t landmark, const Exit (&exits)[2]) const;
    void chooseLandmarks(const Exit (&starts)[2], const Exit (&goals)[2]);
    float estimateRest(std::uint32_t vertex) const;
    bool writeWay(std::uint32_t goal_link, Trip& trip);

    const Rows& rows_;
    std::vector<Node> nodes_;
    CostHeap heap_;
    std::vector<std::uint32_t> links_;
    std::uint32_t generation_ = 0;
    /// Landmarks that lead this search, and their distances to the goal; without any, the straight distance does.
    static constexpr std::size_t kMostUsed = 4;
    std::array<std::pair<std::uint32_t, float>, kMostUsed> used_;
    std::size_t used_count_ = 0;
    Vec2 goal_;
};

} // namespace clearway::walkers
