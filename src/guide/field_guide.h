// SPDX-License-Identifier: MIT
// Leads agents down fields: see clearway/guide/guide.h for what it promises.
#pragma once
#include <memory>

#include <clearway/guide/on_field.h>

#include "field/line_cost.h"
#include "guide/field_store.h"
#include "guide/navmesh_world.h"

namespace clearway {

/// What the crowd keeps for an agent.
struct FieldGuideState
{
    enum Flag : std::uint64_t
    {
        planned = 1,     ///< there is a target
        unreachable = 2, ///< at the last look there was no way
        sees_goal = 4,   ///< the target is the goal
    };

    Vec2 target;
    std::uint64_t flags; ///< of Flag
};
static_assert(sizeof(FieldGuideState) == 24);

class FieldGuide final : public Guide
{
public:
    /// `ground`: a grid of any radius, for its cells, their terrain and what that costs.
    FieldGuide(std::shared_ptr<const NavMeshWorld> world, std::unique_ptr<FieldStore> fields, double look_ahead,
               double goal_sight, const FieldGrid& ground);

    const char* name() const override { return "field"; }
    std::size_t stateBytes() const override { return sizeof(FieldGuideState); }
    void guide(const Guide::Batch& batch) const override;
    bool canStand(AgentId id, double radius, Vec2 goal, Vec2 place) const override;
    void forget(std::uint32_t) const override {} // fields are shared, and go when others are needed more
    std::size_t memoryBytes() const override { return fields_->memoryBytes(); }

private:
    struct Scratch
    {
        explicit Scratch(const ClearanceMesh& clearance) : navmesh(clearance) {}

        NavMeshScratch navmesh;
        field::WayScratch way;
    };
    struct Agent;

    void look(const Agent& agent, FieldGuideState& state, std::uint32_t& memo, Scratch& scratch) const;
    void plan(const Agent& agent, Vec2 from, FieldGuideState& state, std::uint32_t& memo, Scratch& scratch) const;
    bool returnToGrid(const Agent& agent, const Field& field, FieldGuideState& state, Scratch& scratch) const;
    bool sees(const Agent& agent, Vec2 target, Scratch& scratch) const;
    bool canWalk(Vec2 from, Vec2 to) const;
    bool isDue(const Agent& agent) const;
    Vec2 findAhead(const Agent& agent, const FieldGrid& grid, Scratch& scratch) const;
    bool seesGoal(const Agent& agent, std::uint32_t& memo, Scratch& scratch) const;

    std::shared_ptr<const NavMeshWorld> world_;
    std::unique_ptr<FieldStore> fields_;
    double look_ahead_;
    double goal_sight_;
    FieldGrid ground_;
    bool has_terrain_;
    mutable ScratchPool<Scratch> pool_;
};

} // namespace clearway
