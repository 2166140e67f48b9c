// SPDX-License-Identifier: MIT
// Leads agents along paths on a surface: see clearway/guide/guide.h for what it promises.
#pragma once
#include <memory>

#include "guide/path_store.h"
#include "guide/surface_world.h"

namespace clearway {

/// What the crowd keeps for an agent.
struct SurfaceGuideState
{
    enum Flag : std::uint8_t
    {
        planned = 1,     ///< there is a path from `planned_from`
        unreachable = 2, ///< there is none, and nothing will change that
        sees_goal = 4,   ///< the way point is the goal
    };

    Vec2 planned_from;
    Vec2 way_point;       ///< a place on the path
    std::uint32_t next;   ///< the part of the path that the agent was beside when it last looked
    std::uint16_t unused; ///< zero
    std::uint8_t flags;   ///< of Flag
    std::uint8_t detours; ///< how often the path was lost
};
static_assert(sizeof(SurfaceGuideState) == 40);

class SurfaceGuide final : public Guide
{
public:
    explicit SurfaceGuide(std::shared_ptr<const SurfaceWorldData> world) : world_(std::move(world)) {}

    const char* name() const override { return "surface"; }
    std::size_t stateBytes() const override { return sizeof(SurfaceGuideState); }
    void guide(const Guide::Batch& batch) const override;
    void forget(std::uint32_t memo) const override { paths_.remove(memo); }
    std::size_t memoryBytes() const override { return paths_.memoryBytes(); }

private:
    friend class SurfaceAgentGuide;

    std::shared_ptr<const SurfaceWorldData> world_;
    mutable PathStore paths_;
};

} // namespace clearway
