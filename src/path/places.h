// SPDX-License-Identifier: MIT
// Places where a disc fits, nearest first: for goals that cannot be reached, starts in a wall, and positions that were rounded.
#pragma once
#include <optional>
#include <vector>

#include <clearway/clearance/clearance_mesh.h>

#include "base/disjoint_sets.h"

namespace clearway {

class FittingPlaces
{
public:
    explicit FittingPlaces(ClearanceMesh clearance) : clearance_(std::move(clearance)), query_(clearance_.mesh()) {}

    /// The point nearest to p where a disc of this radius fits; when `from` is a place, also where it can get to from there.
    /// O(n log n); once warm, nothing is allocated.
    std::optional<Place> findNearest(Vec2 p, double radius, const Place& from = {}, int layer = kAnyLayer);
    /// Where a disc fits that misses fitting at p by rounding: p itself, or a place at most `tolerance` away. No place when there
    /// is none. O(log n).
    Place findBeside(Vec2 p, double radius, double tolerance, int layer = kAnyLayer);

private:
    struct Candidate
    {
        double distance_sq = 0;
        Vec2 position;
        std::uint32_t vertex = 0; ///< of the diagram: the disc can get there
    };
    void addCandidates(Vec2 p, double radius, int layer);
    /// Joins the vertices of the diagram between which the disc can travel along edges.
    void joinVertices(double radius);

    ClearanceMesh clearance_;
    NavMeshQuery query_;
    std::vector<Candidate> candidates_;
    DisjointSets sets_;                ///< of vertices that the disc can move between
    std::vector<std::uint8_t> is_far_; ///< per set: whether the disc cannot get there
};

} // namespace clearway
