// SPDX-License-Identifier: MIT
// What ground and guide on a navigation mesh share: the mesh, how much rounding is allowed, and scratch for each thread.
#pragma once
#include <algorithm>
#include <memory>
#include <vector>

#include <clearway/path.h>

#include "base/scratch_pool.h"
#include "clearance/data.h"
#include "guide/cell_table.h"
#include "guide/passage_map.h"
#include "guide/wall_grid.h"
#include "navmesh/data.h"
#include "path/places.h"

namespace clearway {

/// Scratch of one thread.
struct NavMeshScratch
{
    explicit NavMeshScratch(const ClearanceMesh& clearance) : query(clearance.mesh()), intervals(clearance) {}

    PathFinder& finder()
    {
        if (!finder_) finder_ = std::make_unique<PathFinder>(intervals.clearance());
        return *finder_;
    }
    FittingPlaces& places()
    {
        if (!places_) places_ = std::make_unique<FittingPlaces>(intervals.clearance());
        return *places_;
    }

    NavMeshQuery query;
    IntervalCache intervals;
    Path path;
    std::vector<Vec2> points;
    std::vector<std::uint32_t> words;
    std::vector<std::uint32_t> ways; ///< through passages
    std::vector<Interval> shrunk;    ///< with the guides `simple` and `published`
    std::vector<std::uint32_t> ids;

private:
    std::unique_ptr<PathFinder> finder_; // large: made when first needed
    std::unique_ptr<FittingPlaces> places_;
};

/// Rounding. A disc of radius r may stand where walls are r minus a quantum away (see path/finder.h), and moves pass where paths
/// do; so paths are planned for a quarter of a quantum less than r, and moves keep a quantum less than that.
struct NavMeshWorld
{
    explicit NavMeshWorld(const ClearanceMesh& of);

    double planRadius(double radius) const { return std::max(0.0, radius - quantum / 4); }
    double moveRadius(double radius) const { return std::max(0.0, radius - move_less); }
    /// What a straight way must keep free to be followed.
    double sightRadius(double radius) const { return std::max(0.0, radius - 2 * quantum); }

    ScratchPool<NavMeshScratch>::Loan borrowScratch() const
    {
        return pool.borrow([this] { return std::make_unique<NavMeshScratch>(clearance); });
    }

    ClearanceMesh clearance;
    const NavMesh::Data& mesh;
    const ClearanceMesh::Data& sites;
    CellTable cells;
    WallGrid walls;
    PassageMap passages;
    double quantum;
    double move_tolerance; ///< of NavMeshQuery::moveDiscAlong; metres
    double move_less;      ///< how much less than its radius a moving disc keeps from walls; metres
    mutable ScratchPool<NavMeshScratch> pool;
};

/// Whether a disc at `from` may go straight to `target`. `wall_room`: as in Footing.
bool canSee(const NavMeshWorld& world, NavMeshScratch& scratch, const Place& from, Vec2 target, double radius, double wall_room);

} // namespace clearway
