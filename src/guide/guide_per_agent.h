// SPDX-License-Identifier: MIT
// Leads each agent of a crowd by one of several guides on the same ground. Which one is chosen together with the goal of the
// agent and stays until it has another goal: together with that choice, answers are functions of the batch.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include <clearway/guide/guide.h>

namespace clearway {

class GuidePerAgent final : public Guide
{
public:
    /// For agents with ids from 1 to `agent_count`, all led by the first guide until another is chosen.
    GuidePerAgent(std::vector<std::shared_ptr<const Guide>> guides, std::size_t agent_count);

    /// Between two steps, before the agent gets another goal.
    void choose(AgentId id, std::uint32_t guide) { guide_of_[id - 1] = guide; }
    std::uint32_t chosenFor(AgentId id) const { return guide_of_[id - 1]; }

    const char* name() const override { return "per agent"; }
    std::size_t stateBytes() const override { return state_bytes_; }
    void guide(const Guide::Batch& batch) const override;
    bool canStand(AgentId id, double radius, Vec2 goal, Vec2 place) const override;
    void forget(std::uint32_t memo) const override;
    std::size_t memoryBytes() const override;

private:
    void guideRun(const Guide::Batch& batch, std::size_t first, std::size_t count) const;

    std::vector<std::shared_ptr<const Guide>> guides_;
    std::vector<std::uint32_t> guide_of_; ///< by agent
    std::size_t state_bytes_ = 0;         ///< the most that a guide needs
};

} // namespace clearway
