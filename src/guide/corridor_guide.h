// SPDX-License-Identifier: MIT
// Leads agents along corridors: see clearway/guide/guide.h for what it promises.
#pragma once
#include <memory>
#include <vector>

#include <clearway/corridor/corridor.h>
#include <clearway/corridor/ways.h>
#include <clearway/guide/on_corridor_map.h>

#include "corridor/data.h"
#include "guide/navmesh_world.h"
#include "guide/path_store.h"

namespace clearway {

/// What the crowd keeps for an agent. Its way is a row of balls in parts: a head (0), pieces of edges of the map, a tail.
struct CorridorGuideState
{
    enum Flag : std::uint32_t
    {
        planned = 1,     ///< there is a way from `planned_from`
        unreachable = 2, ///< there is none, and nothing will change that
        sees_goal = 4,   ///< the target is the goal, though no ball says so
        careful = 8,     ///< the target was chosen because no ball holds the agent
        on_map = 16,     ///< `ball` and `last` are samples of the map
    };

    Vec2 planned_from;
    Vec2 target;
    std::uint32_t ball; ///< of the row, for whose centre the agent heads: a sample of the map, or which one of head or tail
    std::uint32_t last; ///< of the same part
    std::uint32_t part;
    std::uint32_t flags; ///< of Flag
};
static_assert(sizeof(CorridorGuideState) == 48);

/// Scratch of one thread.
struct CorridorScratch
{
    CorridorScratch(const ClearanceMesh& clearance, const CorridorMap& map) : navmesh(clearance), finder(map) {}

    WaysFinder& waysFinder()
    {
        if (!ways_finder_) ways_finder_ = std::make_unique<WaysFinder>(finder.map());
        return *ways_finder_;
    }

    NavMeshScratch navmesh;
    CorridorFinder finder;
    Corridor corridor;
    Ways ways;
    std::vector<std::uint32_t> words;

private:
    std::unique_ptr<WaysFinder> ways_finder_; // made when first needed
};

class CorridorWalk;

class CorridorGuide final : public Guide
{
public:
    CorridorGuide(std::shared_ptr<const NavMeshWorld> world, CorridorMap map, const OnCorridorMapOptions& options);

    const char* name() const override { return "corridor"; }
    std::size_t stateBytes() const override { return sizeof(CorridorGuideState); }
    void guide(const Guide::Batch& batch) const override;
    void forget(std::uint32_t memo) const override { ways_.remove(memo); }
    std::size_t memoryBytes() const override { return ways_.memoryBytes(); }
    const CorridorMap* corridorMap() const override { return options_.side == 0 && options_.way_count == 1 ? &map_ : nullptr; }

private:
    friend class CorridorWalk;
    void prepare(const CorridorGuideState& state, std::uint32_t memo) const;

    std::shared_ptr<const NavMeshWorld> world_;
    CorridorMap map_;
    OnCorridorMapOptions options_;
    double slack_; ///< how much less than its radius a disc may keep from walls; metres
    mutable PathStore ways_;
    mutable ScratchPool<CorridorScratch> pool_;
};

} // namespace clearway
