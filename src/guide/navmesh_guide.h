// SPDX-License-Identifier: MIT
// Leads agents along paths on a navigation mesh: see clearway/guide/guide.h for what it promises.
#pragma once
#include <bit>
#include <memory>

#include <clearway/guide/on_navmesh.h>

#include "guide/navmesh_world.h"
#include "guide/path_store.h"

namespace clearway {

/// What the crowd keeps for an agent.
struct NavMeshGuideState
{
    enum Flag : std::uint8_t
    {
        planned = 1,     ///< there is a path from `planned_from`
        unreachable = 2, ///< there is none, and nothing will change that
        sees_goal = 4,   ///< the way point is the goal
        shortest = 8,    ///< the path is the shortest, whatever quality was asked for
        careful = 16,    ///< the way point is a point of a path, chosen because nothing else could be seen
        waiting = 32,    ///< the search gave up on a way that there is; `detours` counts how often
    };

    Vec2 planned_from;
    Vec2 way_point;
    float gap;                      ///< to the way point, when it was last looked at; metres
    std::uint32_t walked_or_choice; ///< see walked() and choice(): no guide has both
    float remaining;                ///< from the way point to the goal along the path; metres; infinite when not known
    std::uint32_t passage;          ///< as in Guidance
    std::uint16_t cell;             ///< in which the way point was chosen: the low bits, which are enough to see a change
    std::uint16_t next;             ///< which portal of the path, or point of it, comes next
    std::uint16_t room;             ///< as in Guidance: the upper half of the float
    std::uint8_t flags;             ///< of Flag
    std::uint8_t detours;           ///< how often the path was left

    /// Toward way points since the path was planned; metres.
    float walked() const { return std::bit_cast<float>(walked_or_choice); }
    void setWalked(float value) { walked_or_choice = std::bit_cast<std::uint32_t>(value); }

    /// With `lanes`: a passage that is avoided because of a queue, or kNone, and how often another way was chosen.
    struct Choice
    {
        std::uint32_t avoided = kNone;
        std::uint32_t count = 0;
    };
    static constexpr std::uint32_t kMostChoices = 3;
    Choice choice() const { return {walked_or_choice / 4 == 0 ? kNone : walked_or_choice / 4 - 1, walked_or_choice % 4}; }
    void setChoice(Choice choice) { walked_or_choice = 4 * (choice.avoided == kNone ? 0 : choice.avoided + 1) + choice.count; }

    float computeRoom() const { return std::bit_cast<float>(std::uint32_t{room} << 16); }
    void setRoom(float value) { room = static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(value) >> 16); }
};
static_assert(sizeof(NavMeshGuideState) == 56);

class AgentGuide;

class NavMeshPathGuide final : public Guide
{
public:
    NavMeshPathGuide(std::shared_ptr<const NavMeshWorld> world, const OnNavMeshOptions& options);

    const char* name() const override;
    std::size_t stateBytes() const override { return sizeof(NavMeshGuideState); }
    void guide(const Guide::Batch& batch) const override;
    void forget(std::uint32_t memo) const override { paths_.remove(memo); }
    bool findReachable(Vec2 position, const Footing& footing, double radius, Vec2 goal, Vec2& place) const override;
    std::span<const Passage> passages() const override { return world_->passages.passages(); }
    std::size_t memoryBytes() const override { return paths_.memoryBytes(); }

private:
    friend class AgentGuide;
    void refresh(const Guide::Batch& batch, std::size_t i, AgentGuide& agent_guide) const;

    std::shared_ptr<const NavMeshWorld> world_;
    OnNavMeshOptions options_;
    mutable PathStore paths_;
};

} // namespace clearway
