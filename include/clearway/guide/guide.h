// SPDX-License-Identifier: MIT
// Guide: where each agent wants to go now, on its way to a goal. One of the three doors of a crowd; one adapter per planner.
// What a guide remembers about an agent is of two kinds. Its *state* is a few bytes that the crowd keeps, saves, hashes and hands
// from crowd to crowd; all zero means: nothing planned yet. Its *memo* is a number by which the guide finds what it can compute
// again from the state (a path, say): it is not part of the state, and 0 means: nothing remembered.
// Called in batches, from several threads at once, each with agents of its own.
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string_view>

#include <clearway/guide/ground.h>
#include <clearway/voronoi/passage.h>
#include <clearway/yielding/yielding.h>

namespace clearway {

class CorridorMap;

using AgentId = std::uint64_t; ///< chosen once, never used again; 0: none
inline constexpr AgentId kNoAgent = 0;

/// What a guide says about one agent in one tick.
struct Guidance
{
    enum class Status : std::uint8_t
    {
        on_the_way,
        goal_ahead,  ///< the target is the goal, and nothing but other agents is between
        unreachable, ///< there is no way for this radius; the target is where the agent stands
    };

    Vec2 target;                                         ///< to head for, in a straight line
    float room = std::numeric_limits<float>::infinity(); ///< of free space at the target: width across the way, or radius of a
                                                         ///< ball; metres
    /// How long the way to the goal still is; metres; infinite when the guide does not know.
    float remaining = std::numeric_limits<float>::infinity();
    /// The next passage on the way: twice its index in Guide::passages(), and 1 more when the way leads through it against
    /// Passage::along. kNone when there is none, or the guide does not know.
    std::uint32_t passage = kNone;
    Status status = Status::on_the_way;
    bool has_planned = false; ///< a path was searched in this tick
};

class Guide
{
public:
    /// Agents that ask for guidance; element i of each span is about the same agent.
    struct Batch
    {
        std::uint64_t tick = 0;
        PassingSide side = PassingSide::right; ///< on which people of this crowd pass each other
        std::span<const AgentId> ids;
        std::span<const Vec2> positions;
        std::span<const Footing> footings;
        std::span<const double> radii;
        std::span<const Vec2> goals;
        std::span<const float> reaches; ///< how far the agent can get in one tick; metres
        std::span<const float> held_up; ///< how long the agent has been held up, as in clearway/yielding; may be empty: nobody is
        /// How crowded it is around the agent: 0 alone, 1 where others cover a fifth of the ground or more (one person per
        /// square metre). May be empty: nobody is near.
        std::span<const float> crowding;
        /// How surely people come against the agent, as in clearway/yielding; may be empty: nobody does.
        std::span<const float> counterflow;
        std::span<const float> speeds; ///< at which the agent likes to walk; m/s; may be empty, where nobody waits
        /// How long the people who are before a passage will take to get through, for each way that Guidance::passage may name;
        /// seconds; may be empty: nobody waits.
        std::span<const float> passage_waits;
        std::span<std::byte> states; ///< stateBytes() for each
        std::span<std::uint32_t> memos;
        std::span<Guidance> guidance; ///< the answers
    };

    virtual ~Guide() = default;

    /// A short name for people and files, for example "lanes".
    virtual const char* name() const = 0;
    /// Bytes of state for each agent; the same for the whole life of the guide, a multiple of 8.
    virtual std::size_t stateBytes() const { return 0; }
    /// Guidance for every agent of the batch, planning for those that need it. The answer and the new state are functions of the
    /// batch alone: neither other agents nor earlier batches nor the memo make a difference. Allocates nothing once warm.
    virtual void guide(const Batch& batch) const = 0;
    /// Whether an agent may stand at a place near its goal where its disc has room: there may be ground that it may not enter.
    /// Any thread.
    virtual bool canStand(AgentId, double /*radius*/, Vec2 /*goal*/, Vec2 /*place*/) const { return true; }
    /// The reachable place nearest to a goal that cannot be reached; false when there is none, or the guide does not know. Any
    /// thread; may allocate.
    virtual bool findReachable(Vec2 /*position*/, const Footing& /*footing*/, double /*radius*/, Vec2 /*goal*/,
                               Vec2& /*place*/) const
    {
        return false;
    }
    /// The agent is gone, or has another goal: what the memo stands for may be used for others. Any thread.
    virtual void forget(std::uint32_t /*memo*/) const {}
    /// Bytes held for memos, which are paths.
    virtual std::size_t memoryBytes() const { return 0; }
    /// Narrow places that it leads through, where people who meet may have to wait for each other.
    virtual std::span<const Passage> passages() const { return {}; }
    /// The corridor map along whose middle it leads everybody, for the engine `walkers` of a crowd; null when it leads another
    /// way.
    virtual const CorridorMap* corridorMap() const { return nullptr; }
};

/// The names of the guides of all registered planners, the library's own first: what Guide::name() says.
std::span<const std::string_view> guideNames();

/// What a crowd needs to know about the world: where it stands and where to go.
struct World
{
    std::shared_ptr<const Ground> ground;
    std::shared_ptr<const Guide> guide;

    /// False when something is missing: a crowd needs both.
    explicit operator bool() const { return ground && guide; }
};

} // namespace clearway
