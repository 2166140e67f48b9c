// SPDX-License-Identifier: MIT
// Based on: R. Silveira et al. Path-planning for RTS games based on potential fields. 2010 (global map)
// Departures: what is headed for is a point of the way down and not its first direction, so that any steering model can be led;
// it is seen by the whole disc, so that nobody alone meets a wall, and the straight line to it costs no more than the way.
#include "guide/field_guide.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include <clearway/base/assert.h>
#include <clearway/yielding.h>

namespace clearway {

namespace {

constexpr std::uint64_t kTicksBetweenLooks = 8;
constexpr std::uint64_t kTicksBetweenPlans = 32;
constexpr double kStep = 0.5; ///< of ways, in cells
constexpr int kReturn = 4;    ///< how far around an agent that left the grid looks for it, in cells

} // namespace

/// One of a batch.
struct FieldGuide::Agent
{
    std::uint64_t turn; ///< counts up with the ticks, from a number of its own
    Vec2 position;
    const Footing& footing;
    double radius;
    Vec2 goal;
    double reach;
    float held_up; ///< seconds
};

static bool hasTerrain(const FieldGrid& grid)
{
    for (std::int32_t cell = 0; cell < grid.cellCount(); ++cell)
        if (grid.terrainOf(cell) != Terrain::walk) return true;
    return false;
}

FieldGuide::FieldGuide(std::shared_ptr<const NavMeshWorld> world, std::unique_ptr<FieldStore> fields, double look_ahead,
                       double goal_sight, const FieldGrid& ground)
    : world_(std::move(world)),
      fields_(std::move(fields)),
      look_ahead_(look_ahead),
      goal_sight_(goal_sight),
      ground_(ground),
      has_terrain_(hasTerrain(ground))
{
}

bool FieldGuide::sees(const Agent& agent, Vec2 target, Scratch& scratch) const
{
    return canSee(*world_, scratch.navmesh, {agent.position, agent.footing.face}, target, agent.radius,
                  static_cast<double>(agent.footing.wall_room));
}

static FieldPathOptions wayOptions(double length, const Field& field)
{
    const double most = std::clamp(length / (kStep * field.grid().cellSize()), 2.0, 4096.0);
    return {.step = kStep, .max_points = static_cast<std::int32_t>(most) + 1};
}

bool FieldGuide::seesGoal(const Agent& agent, std::uint32_t& memo, Scratch& scratch) const
{
    if (distance(agent.position, agent.goal) > goal_sight_ || !sees(agent, agent.goal, scratch)) return false;
    if (!has_terrain_) return true;
    const std::optional<Field> field = fields_->find(agent.goal, agent.radius, memo);
    return field && field::isLineCheap(*field, agent.position, agent.goal, wayOptions(goal_sight_, *field), scratch.way);
}

/// The farthest point of the way that is seen over ground which costs no more than the way; at least the first after the start.
Vec2 FieldGuide::findAhead(const Agent& agent, const FieldGrid& grid, Scratch& scratch) const
{
    const std::vector<Vec2>& points = scratch.way.path.points;
    double to_way = 0; // the way may begin beside the agent
    if (has_terrain_)
    {
        field::computeWayCosts(grid, points, scratch.way.costs);
        to_way = field::computeLineCost(grid, agent.position, points[0]);
    }
    for (std::size_t at = points.size() - 1; at > 1; at = at * 3 / 4)
    {
        const bool is_cheap =
            !has_terrain_ || field::isLineCheap(grid, agent.position, points[at], to_way + scratch.way.costs[at]);
        if (is_cheap && sees(agent, points[at], scratch)) return points[at];
    }
    return points[1];
}

/// Whoever was pushed where the grid has no cell goes back to the nearest that leads on, preferably one that it sees; who stands
/// in a cell without a way only to one that it sees.
bool FieldGuide::returnToGrid(const Agent& agent, const Field& field, FieldGuideState& state, Scratch& scratch) const
{
    const double h = field.grid().cellSize();
    std::int32_t nearest = FieldGrid::kNone, seen = FieldGrid::kNone;
    const auto gap = [&](std::int32_t cell) { return distanceSq(agent.position, field.grid().centerOf(cell)); };
    for (int dy = -kReturn; dy <= kReturn; ++dy)
        for (int dx = -kReturn; dx <= kReturn; ++dx)
        {
            const std::int32_t cell = field.grid().cellAt(agent.position + Vec2{dx * h, dy * h});
            if (cell == FieldGrid::kNone || !field.potential().hasWay(cell)) continue;
            if (nearest == FieldGrid::kNone || gap(cell) < gap(nearest)) nearest = cell;
            if ((seen == FieldGrid::kNone || gap(cell) < gap(seen)) && sees(agent, field.grid().centerOf(cell), scratch))
                seen = cell;
        }
    const std::int32_t own = field.grid().cellAt(agent.position);
    if (seen == FieldGrid::kNone && (own == FieldGrid::kNone || !field.grid().isFree(own))) seen = nearest;
    if (seen == FieldGrid::kNone) return false;
    state.target = field.grid().centerOf(seen);
    return true;
}

/// Chooses a target on the way down from `from`: the agent's place, or the target that it has reached.
void FieldGuide::plan(const Agent& agent, Vec2 from, FieldGuideState& state, std::uint32_t& memo, Scratch& scratch) const
{
    state.flags = FieldGuideState::planned;
    state.target = agent.position;
    const std::optional<Field> field = fields_->find(agent.goal, agent.radius, memo);
    if (field) field->follow(from, scratch.way.path, wayOptions(look_ahead_, *field));
    const std::vector<Vec2>& points = scratch.way.path.points;
    if (!field || points.size() < 2)
    {
        const bool is_there = field && scratch.way.path.status == PathStatus::complete;
        if (is_there)
            state.target = agent.goal;
        else if (!field || !returnToGrid(agent, *field, state, scratch))
            state.flags |= FieldGuideState::unreachable;
        return;
    }
    // In the goal's own cell the way has ended, though the goal may not be in sight.
    const Vec2 last = points.back();
    if (scratch.way.path.status == PathStatus::complete && distance(agent.position, last) <= 2 * agent.reach)
    {
        state.target = agent.goal;
        return;
    }
    state.target = findAhead(agent, field->grid(), scratch);
}

/// Ways are looked at again now and then, where others may have pushed somebody off them. Over terrain a way from beside the one
/// that was chosen may be dearer, and the target is kept while it is seen.
bool FieldGuide::isDue(const Agent& agent) const { return !has_terrain_ && agent.turn % kTicksBetweenPlans == 0; }

/// Whether a line crosses no ground that may not be entered.
bool FieldGuide::canWalk(Vec2 from, Vec2 to) const
{
    return !has_terrain_ || std::isfinite(field::computeLineCost(ground_, from, to));
}

bool FieldGuide::canStand(AgentId, double radius, Vec2 goal, Vec2 place) const
{
    if (!has_terrain_) return true;
    std::uint32_t memo = 0;
    const std::optional<Field> field = fields_->find(goal, radius, memo);
    const std::int32_t cell = field ? field->grid().cellAt(place) : FieldGrid::kNone;
    return cell != FieldGrid::kNone && field->potential().hasWay(cell);
}

void FieldGuide::look(const Agent& agent, FieldGuideState& state, std::uint32_t& memo, Scratch& scratch) const
{
    const double gap = distance(agent.position, state.target);
    const bool is_new = (state.flags & FieldGuideState::planned) == 0;
    const bool is_turn = agent.turn % kTicksBetweenLooks == 0;
    // Over terrain the target is reached before another is chosen, since a way from beside it may cost more; but not where others
    // are in the way.
    const bool is_held_up = is_turn && agent.held_up > 0;
    const bool is_near = gap <= (has_terrain_ ? 2 * agent.reach : std::max(2 * agent.reach, fields_->cellSizeOf(agent.radius)));
    const bool saw_goal = (state.flags & FieldGuideState::sees_goal) != 0;
    if (!is_new && !is_turn && (!is_near || saw_goal || (state.flags & FieldGuideState::unreachable) != 0)) return;
    if (seesGoal(agent, memo, scratch))
    {
        state.flags = FieldGuideState::planned | FieldGuideState::sees_goal;
        state.target = agent.goal;
    }
    else if (is_new || is_near || saw_goal || isDue(agent) || (has_terrain_ && is_held_up) ||
             !sees(agent, state.target, scratch) || !canWalk(agent.position, state.target))
        // Over terrain the way goes on from the target: beside it begins another way, which may cost more.
        plan(agent, has_terrain_ && is_near && !is_new && !saw_goal ? state.target : agent.position, state, memo, scratch);
}

void FieldGuide::guide(const Guide::Batch& batch) const
{
    const std::size_t count = batch.ids.size();
    CLEARWAY_ASSERT(batch.positions.size() == count && batch.footings.size() == count && batch.radii.size() == count &&
                        batch.goals.size() == count && batch.reaches.size() == count && batch.memos.size() == count &&
                        batch.guidance.size() == count && batch.states.size() == count * sizeof(FieldGuideState),
                    "the spans of a batch must have equal size");
    const auto scratch = pool_.borrow([this] { return std::make_unique<Scratch>(world_->clearance); });
    for (std::size_t i = 0; i < count; ++i)
    {
        FieldGuideState state;
        std::memcpy(&state, batch.states.data() + i * sizeof(FieldGuideState), sizeof(FieldGuideState));
        const bool is_new = (state.flags & FieldGuideState::planned) == 0;
        look({batch.tick + batch.ids[i], batch.positions[i], batch.footings[i], batch.radii[i], batch.goals[i],
              static_cast<double>(batch.reaches[i]), batch.held_up.empty() ? 0 : batch.held_up[i]},
             state, batch.memos[i], *scratch);
        std::memcpy(batch.states.data() + i * sizeof(FieldGuideState), &state, sizeof(FieldGuideState));
        Guidance& guidance = batch.guidance[i];
        guidance = {};
        guidance.has_planned = is_new;
        guidance.target = state.target;
        if ((state.flags & FieldGuideState::sees_goal) != 0)
            guidance.status = Guidance::Status::goal_ahead;
        else if ((state.flags & FieldGuideState::unreachable) != 0)
        {
            guidance.status = Guidance::Status::unreachable;
            guidance.target = batch.positions[i];
        }
    }
}

} // namespace clearway
