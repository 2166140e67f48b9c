// SPDX-License-Identifier: MIT
// The fast engine of a crowd: goals, events and saved states of people whose steps are those of walkers::Kernel. All of one
// radius and speed, which the first of them brings along.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "crowd/engine.h"
#include "crowd/goal_table.h"
#include "walkers/kernel.h"

namespace clearway {

class Crowd::Walkers final : public Crowd::Engine, public walkers::Wishes
{
public:
    static Result<std::unique_ptr<Engine>> build(World the_world, CrowdOptions the_options);
    Walkers(World the_world, CrowdOptions the_options, const CorridorMap& map);

    Result<AgentId> add(const AgentOptions& agent) override;
    void reserve(std::size_t agent_count) override;
    void remove(std::size_t index) override;
    Result<void> setGoal(std::size_t index, const Goal& goal) override;
    Result<void> setSpeed(std::size_t index, double speed, double max_speed) override;
    AgentOptions optionsOf(std::size_t index) const override;
    Result<void> set(std::size_t index, const AgentOptions& agent) override;
    Result<void> place(std::size_t index, Vec2 position, Vec2 velocity, int layer) override;
    Vec2 push(std::size_t index, Vec2 target) override;
    bool hasRoom(Vec2 position, double radius, int layer) const override;
    std::size_t size() const override { return kernel_ ? kernel_->size() : 0; }
    std::size_t indexOf(AgentId id) const override;
    AgentView view(std::size_t index) const override;
    std::span<const AgentId> ids() const override;
    std::span<const Vec2> positions() const override;
    std::span<const double> radii() const override;
    std::span<const Footing> footings() const override;
    std::span<const AgentStatus> statuses() const override;
    std::span<const std::uint32_t> groups() const override;
    /// Balls stop people before any wall does.
    std::span<const Vec2> askedPositions() const override { return positions(); }
    Vec2 velocity(std::size_t index) const override;
    Vec2 startPosition(std::size_t index) const override { return positionAt(placeOf(index)); }
    void step(double duration) override;
    std::uint64_t computeHash() const override;
    std::string_view modelName() const override { return toString(CrowdOptions::Engine::walkers); }
    std::pair<std::uint64_t, std::uint64_t> stateSizes() const override;
    void writeAgents(ByteWriter& writer) const override;
    void writeAgent(std::size_t index, ByteWriter& writer) const override;
    Result<void> readAgents(ByteReader& reader) override;
    Result<void> readAgent(ByteReader& reader) override;
    Result<void> readGhost(ByteReader& reader) override;
    double ghostRange() const override { return 0; }
    std::unique_ptr<Engine> makeEmpty() const override;
    std::size_t memoryBytes() const override;

    walkers::Wish computeWish(std::uint32_t slot) const override;
    bool isInArea(std::uint32_t slot, Vec2 position) const override;

private:
    /// One number for each agent, made when it is asked for.
    template <typename T>
    struct Column
    {
        std::vector<T> values;
        std::uint64_t version = 0;
    };
    template <typename T, typename Read>
    std::span<const T> fill(Column<T>& column, Read read) const;
    std::span<const std::uint32_t> places() const;

    /// The kernel for people of this size; null, with the reason, when they cannot be had here.
    walkers::Kernel* prepareKernel(double radius, std::string& reason) const;
    std::string findFault(const AgentOptions& agent, double speed) const;
    std::uint32_t placeOf(std::size_t index) const;
    Vec2 positionAt(std::uint32_t place) const;
    Footing footingAt(std::uint32_t place) const;
    AgentStatus statusAt(std::uint32_t place) const;
    StuckReason reasonOf(const walkers::Trip& trip) const;
    std::uint64_t hashAgent(std::uint32_t place) const;
    void writePlace(std::uint32_t place, ByteWriter& writer) const;
    bool isSound(LatticePoint at, std::uint32_t ball, const walkers::Trip& trip) const;

    // ---- goals (walkers_goals.cpp)
    void giveGoal(std::uint32_t place, const Goal& goal);
    Goal goalOf(std::uint32_t slot) const;
    Vec2 goalPointOf(std::uint32_t slot) const;
    bool isLastPoint(std::uint32_t slot) const;
    void removeAt(std::uint32_t place);
    void reportPlans();
    void report(CrowdEvent::Kind kind, std::uint32_t place);
    void meetArrivals();

    static constexpr std::uint32_t kPointGoal = 0xffffffff; ///< of a label: the point of the label is all

    walkers::KernelOptions kernel_options_;
    mutable std::unique_ptr<walkers::Kernel> kernel_; ///< made for the first radius that is asked for
    GoalTable goals_;
    std::uint64_t version_ = 1; ///< counts changes
    mutable Column<std::uint32_t> places_;
    mutable Column<AgentId> ids_;
    mutable Column<Vec2> positions_;
    mutable Column<double> radii_;
    mutable Column<Footing> footings_;
    mutable Column<AgentStatus> statuses_;
    mutable Column<std::uint32_t> groups_;
};

} // namespace clearway
