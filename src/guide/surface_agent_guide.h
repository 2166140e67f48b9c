// SPDX-License-Identifier: MIT
// One agent on its path over a surface.
#pragma once
#include <span>

#include "guide/surface_guide.h"

namespace clearway {

class SurfaceAgentGuide
{
public:
    struct Agent
    {
        AgentId id = kNoAgent;
        std::uint64_t tick = 0;
        Vec2 position;
        Footing footing;
        double radius = 0;
        double reach = 0;
        Vec2 goal;
    };

    SurfaceAgentGuide(const SurfaceGuide& guide, SurfaceScratch& scratch)
        : guide_(guide), world_(*guide.world_), data_(world_.data), scratch_(scratch)
    {
    }

    /// Looks where the agent is on its path and chooses the way point anew. True when a path was searched.
    bool refresh(const Agent& agent, SurfaceGuideState& state, std::uint32_t& memo);

private:
    /// A point on the path: `t` of the way from point `part` of it to the next.
    struct OnPath
    {
        std::size_t part = 0;
        double t = 0;
        double distance = 0; ///< from the agent to it
    };

    // ---- plans
    bool plan();
    bool search(Vec2 from);
    bool findStraightWay(const SurfacePlace& from, const SurfacePlace& to, double radius);
    void store();
    std::span<const std::uint32_t> readPath();

    // ---- following
    std::size_t pointCount() const { return path_.size() / 4; }
    Vec2 chartPoint(std::size_t i) const;
    SurfacePlace place(std::size_t i) const;
    OnPath findNearest() const;
    /// `ahead` metres further on; the goal when the path ends before.
    SurfacePlace findAhead(const OnPath& from, double ahead, bool& is_goal) const;
    bool sees(const SurfacePlace& target) const;
    bool chooseWayPoint();
    void set(const SurfacePlace& target, bool is_goal);
    double lookAhead() const { return 8 * agent_.radius + 3 * agent_.reach; }

    const SurfaceGuide& guide_;
    const SurfaceWorldData& world_;
    const SurfaceChart::Data& data_;
    SurfaceScratch& scratch_;
    Agent agent_;
    SurfacePlace here_;
    SurfaceGuideState* state_ = nullptr;
    std::uint32_t* memo_ = nullptr;
    std::span<const std::uint32_t> path_;
    bool has_planned_ = false;
};

} // namespace clearway
