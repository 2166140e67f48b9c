// SPDX-License-Identifier: MIT
// What a NavMeshQuery keeps between calls, so that warm ones allocate nothing.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include <clearway/navmesh/query.h>

namespace clearway {

/// A set of ids that is emptied in O(1).
class IdSet
{
public:
    void clear(std::size_t id_count)
    {
        if (stamps_.size() != id_count) stamps_.assign(id_count, 0);
        if (++stamp_ == 0)
        {
            std::fill(stamps_.begin(), stamps_.end(), 0);
            stamp_ = 1;
        }
    }
    bool has(std::uint32_t id) const { return stamps_[id] == stamp_; }
    /// False when it was there already.
    bool add(std::uint32_t id)
    {
        if (has(id)) return false;
        stamps_[id] = stamp_;
        return true;
    }

private:
    std::vector<std::uint32_t> stamps_;
    std::uint32_t stamp_ = 0;
};

struct NavMeshQuery::Scratch
{
    struct OpenCell
    {
        double distance_sq;
        CellId cell;
    };

    IdSet cells;
    IdSet obstacles_seen;
    std::vector<OpenCell> heap;
    std::vector<CellId> open;
    std::vector<ObstacleId> obstacles;
    std::vector<double> radii; ///< one per entry of `obstacles`: how near a moving disc may come to it

    Scratch()
    {
        constexpr std::size_t kUsual = 64; // more than a disc of usual size has near it: a warm query allocates nothing
        heap.reserve(kUsual);
        open.reserve(kUsual);
        obstacles.reserve(kUsual);
        radii.reserve(kUsual);
    }
};

/// Fills scratch.obstacles with all obstacles within `radius` of `axis`, gathered from `start` through portals that are; in no
/// order.
void gatherObstacles(const NavMesh::Data& data, NavMeshQuery::Scratch& scratch, CellId start, const Segment& axis, double radius);

} // namespace clearway
