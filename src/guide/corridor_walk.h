// SPDX-License-Identifier: MIT
// One agent's way along its corridor: plans it, finds which ball holds the agent, and chooses what to head for.
#pragma once
#include <algorithm>
#include <span>

#include <clearway/yielding.h>

#include "guide/corridor_guide.h"
#include "guide/corridor_row.h"

namespace clearway {

class CorridorWalk
{
public:
    /// Agent i of the batch, whose state is brought up to date.
    CorridorWalk(const CorridorGuide& guide, CorridorScratch& scratch, const Guide::Batch& batch, std::size_t i,
                 CorridorGuideState& state);

    Guidance follow();

private:
    // ---- plans
    bool plan();
    bool search(Vec2 from);
    PathProblem findWay(Vec2 from, double radius);
    void escape();
    void store();
    const CorridorRow& row();

    // ---- balls
    CorridorCursor cursor() const;
    void setCursor(const CorridorCursor& cursor);
    bool advance(CorridorCursor& cursor);
    CorridorBall read(const CorridorCursor& cursor);
    bool holds(const CorridorBall& ball, Vec2 p) const;
    bool isHeld(const CorridorBall& ball) const;
    /// Forward to the last ball that holds the agent; beyond a ball that does not, so many are tried.
    bool findAhead(CorridorCursor& at, int most_failures);
    bool findBehind(CorridorCursor& at);

    // ---- what to head for
    void headAlong();
    void headFor(const CorridorCursor& at);
    void headForGoal(double room, std::uint32_t flags);
    bool lookThrough(const CorridorCursor& at);
    void headThrough(const CorridorCursor& at);
    void rejoin(const CorridorCursor& at);
    Vec2 computeAside(const CorridorBall& ball, const CorridorBall& next) const;
    void set(Vec2 target, double room, std::uint32_t flags);
    bool givesUp() const;
    bool keepsCarefulTarget();
    bool looksForGoal();
    bool sees(Vec2 target);

    /// Points of a state may come from a file.
    bool isInBounds(Vec2 p) const { return world_.mesh.bounds.contains(p); }
    bool has(std::uint32_t flags) const { return (state_.flags & flags) != 0; }
    bool isHeldUp() const { return held_up_ > kYieldTimes.starting; }
    /// What is so near has been reached: models may come nearer and nearer and never get there.
    double there() const { return std::max(guide_.slack_, 0.01 * std::min(reach_, radius_)); }

    const CorridorGuide& guide_;
    const NavMeshWorld& world_;
    CorridorScratch& scratch_;
    CorridorGuideState& state_;
    std::uint32_t& memo_;
    AgentId id_;
    Vec2 position_;
    Footing footing_;
    double radius_;
    double fit_; ///< what a disc must keep from walls at least
    Vec2 goal_;
    double reach_;
    float held_up_;                           ///< seconds
    bool is_check_;                           ///< every eighth tick
    bool is_review_;                          ///< every 64th tick
    const Corridor* corridor_ = nullptr;      ///< what a search found
    PathProblem problem_ = PathProblem::none; ///< or why it did not
    CorridorRow row_;
    Guidance guidance_;
};

} // namespace clearway
