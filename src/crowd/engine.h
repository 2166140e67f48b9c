// SPDX-License-Identifier: MIT
// What a Crowd is made of: one engine that holds the agents and steps them. A Crowd checks what it is asked and hands it on.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <clearway/crowd/crowd.h>

#include "base/step_clock.h"

namespace clearway {

class Crowd::Engine
{
public:
    static constexpr std::size_t kNoIndex = static_cast<std::size_t>(-1);

    /// `usual`: the steering when the options name none.
    Engine(World the_world, CrowdOptions the_options, std::shared_ptr<const Steering> usual);
    virtual ~Engine() = default;

    // ---- agents. What is asked for makes sense as far as it can be told without the engine.
    virtual Result<AgentId> add(const AgentOptions& agent) = 0;
    virtual void reserve(std::size_t agent_count) = 0;
    virtual void remove(std::size_t index) = 0;
    virtual Result<void> setGoal(std::size_t index, const Goal& goal) = 0;
    virtual Result<void> setSpeed(std::size_t index, double speed, double max_speed) = 0;
    virtual AgentOptions optionsOf(std::size_t index) const = 0;
    virtual Result<void> set(std::size_t index, const AgentOptions& agent) = 0;
    virtual Result<void> place(std::size_t index, Vec2 position, Vec2 velocity, int layer) = 0;
    virtual Vec2 push(std::size_t index, Vec2 target) = 0;
    /// What the steering model keeps for an agent; empty where it keeps nothing.
    virtual std::span<std::byte> steeringState(std::size_t) { return {}; }
    /// Whether add() has room for a disc, other agents apart.
    virtual bool hasRoom(Vec2 position, double radius, int layer) const = 0;

    virtual std::size_t size() const = 0;
    /// kNoIndex when there is no such agent.
    virtual std::size_t indexOf(AgentId id) const = 0;
    virtual AgentView view(std::size_t index) const = 0;
    virtual std::span<const AgentId> ids() const = 0;
    virtual std::span<const Vec2> positions() const = 0;
    virtual std::span<const double> radii() const = 0;
    virtual std::span<const Footing> footings() const = 0;
    virtual std::span<const AgentStatus> statuses() const = 0;
    virtual std::span<const std::uint32_t> groups() const = 0;
    virtual std::span<const Vec2> askedPositions() const = 0;
    virtual Vec2 velocity(std::size_t index) const = 0;
    virtual Vec2 startPosition(std::size_t index) const = 0;

    // ---- time
    /// One tick.
    virtual void step(double duration) = 0;

    // ---- state
    virtual std::uint64_t computeHash() const = 0;
    /// What the bytes of saved agents depend on, by name: a steering model, or the engine itself.
    virtual std::string_view modelName() const = 0;
    /// Sizes of the models' own states; a version of the engine.
    virtual std::pair<std::uint64_t, std::uint64_t> stateSizes() const = 0;
    /// All agents in the order of their ids, and one of them.
    virtual void writeAgents(ByteWriter& writer) const = 0;
    virtual void writeAgent(std::size_t index, ByteWriter& writer) const = 0;
    /// Adds agents; those that were read before a fault stay.
    virtual Result<void> readAgents(ByteReader& reader) = 0;
    virtual Result<void> readAgent(ByteReader& reader) = 0;
    virtual Result<void> readGhost(ByteReader& reader) = 0;
    virtual double ghostRange() const = 0;
    /// Another one without agents.
    virtual std::unique_ptr<Engine> makeEmpty() const = 0;
    virtual std::size_t memoryBytes() const = 0;

    void writeOrigin(ByteWriter& writer) const;
    Result<void> checkOrigin(ByteReader& reader) const;

    World world;
    CrowdOptions options;
    std::shared_ptr<const Steering> steering;
    std::unique_ptr<WorkerPool> pool;
    TaskHook hook;
    std::vector<CrowdEvent> events;
    Crowd::SteeringFaults faults;
    std::uint64_t tick = 0;
    StepClock clock;
    std::uint64_t run_hash = 0; ///< of all ticks so far
    AgentId next_id = 1;

private:
    std::uint64_t hashOfGround() const;

    mutable std::optional<std::uint64_t> ground_hash_; ///< made when it is first asked for
};

/// Of agents, saved or not, that are not what they should be.
Error makeCrowdFileError(std::string message);

} // namespace clearway
