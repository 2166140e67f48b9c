// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "crowd/state.h"

namespace clearway {

namespace {

/// Storage follows the grid now and then, so that neighbours lie near each other in memory.
constexpr std::uint64_t kTicksBetweenSorts = 32;
constexpr std::size_t kSmallCrowd = 4096;
constexpr std::uint32_t kAgentsPerChunk = 256;
constexpr std::uint32_t kGuideBlockSize = 128;
constexpr float kCrowdingTime = 1;  ///< over which crowding is averaged; seconds
constexpr double kReturnTime = 0.3; ///< of those who were pushed off their place by a little; seconds

std::uint32_t chunkBegin(std::size_t count, int chunk, int chunk_count)
{
    return static_cast<std::uint32_t>(count * static_cast<std::size_t>(chunk) / static_cast<std::size_t>(chunk_count));
}

} // namespace

void Crowd::State::runChunks(Phase phase)
{
    const std::size_t most = std::min(workspaces.size(), agents.size() / kAgentsPerChunk);
    struct Loop
    {
        Crowd::State& state;
        Phase phase;
        int chunk_count;
    } const loop{*this, phase, static_cast<int>(std::max<std::size_t>(most, 1))};
    // One pointer fits into a std::function without allocation.
    const auto task = [&loop](int chunk) {
        const std::size_t count = loop.state.agents.size();
        (loop.state.*loop.phase)(*loop.state.workspaces[static_cast<std::size_t>(chunk)],
                                 chunkBegin(count, chunk, loop.chunk_count), chunkBegin(count, chunk + 1, loop.chunk_count));
    };
    if (loop.chunk_count == 1) return task(0);
    hook(loop.chunk_count, task);
}

void Crowd::State::step(double duration)
{
    step_length = duration;
    dt = static_cast<float>(duration);
    takeUpGoals();
    approachUnreachable();
    estimateWaits();
    runChunks(&State::guide);
    takeTurns();
    buildGrid();
    if (needs.shows_sign) copySigns();
    runChunks(&State::steer);
    if (needs.keeps_apart) keepApart();
    runChunks(&State::move);
    ++tick;
    runChunks(&State::arrive);
    tidy();
}

// ---- guide

/// Whether an agent asks for its way; the others stay near the place they hold, or go straight.
static bool isGuided(const AgentColumns& agents, std::uint32_t slot)
{
    return agents.status[slot] != AgentStatus::arrived && !agents.goesStraight(slot);
}

/// About agents that are stored side by side.
void Crowd::State::askGuide(std::uint32_t first, std::uint32_t count, const float* reaches, Guidance* guidance)
{
    Guide::Batch batch;
    batch.tick = tick;
    batch.side = options.passing_side;
    batch.ids = std::span(agents.id).subspan(first, count);
    batch.positions = std::span(agents.position).subspan(first, count);
    batch.footings = std::span(agents.footing).subspan(first, count);
    batch.radii = std::span(agents.radius).subspan(first, count);
    batch.goals = std::span(agents.goal_point).subspan(first, count);
    batch.reaches = {reaches, count};
    batch.held_up = std::span(agents.held_up).subspan(first, count);
    batch.crowding = std::span(agents.crowding).subspan(first, count);
    batch.counterflow = std::span(agents.counterflow).subspan(first, count);
    batch.speeds = std::span(agents.speed).subspan(first, count);
    batch.passage_waits = passage_waits;
    batch.states = agents.guide_state.range(first, count);
    batch.memos = std::span(agents.memo).subspan(first, count);
    batch.guidance = {guidance, count};
    world.guide->guide(batch);
}

void Crowd::State::guide(Workspace& work, std::uint32_t begin, std::uint32_t end)
{
    float reaches[kGuideBlockSize];
    Guidance guidance[kGuideBlockSize];
    for (std::uint32_t first = begin; first < end;)
    {
        const bool waits = follows(first) && followLeader(first);
        if (waits || !isGuided(agents, first) || staysLost(work, first))
        {
            if (agents.goesStraight(first)) headStraight(first);
            if (waits) agents.target[first] = agents.position[first];
            if (!passages.empty()) notePassage(first, kNone);
            prefer(first++);
            continue;
        }
        std::uint32_t count = 0;
        for (; count < kGuideBlockSize && first + count < end && isGuided(agents, first + count); ++count)
        {
            if (count > 0 && (follows(first + count) || isLost(first + count))) break; // it must look for its leader, or a goal
            reaches[count] = agents.max_speed[first + count] * dt;
        }
        askGuide(first, count, reaches, guidance);
        for (std::uint32_t i = 0; i < count; ++i)
        {
            const std::uint32_t slot = first + i;
            if (guidance[i].status == Guidance::Status::unreachable) drawReachableGoal(slot, reaches[i], guidance[i]);
            agents.target[slot] = guidance[i].target;
            if (needs.wants_target) std::memcpy(agents.room.at(slot).data(), &guidance[i].room, sizeof(float));
            agents.set(slot, AgentColumns::kGoalAhead, guidance[i].status == Guidance::Status::goal_ahead);
            const bool was_unreachable = agents.is(slot, AgentColumns::kUnreachable);
            const bool is_unreachable = guidance[i].status == Guidance::Status::unreachable;
            agents.set(slot, AgentColumns::kUnreachable, is_unreachable);
            if (guidance[i].has_planned && !agents.is(slot, AgentColumns::kGhost))
                work.events.push_back({CrowdEvent::Kind::planned, StuckReason::none, agents.id[slot], kNoAgent,
                                       agents.position[slot], tick + 1, agents.goal_point[slot]});
            if (is_unreachable && !was_unreachable) tellUnreachable(work, slot);
            prefer(slot);
            noteProgress(slot, guidance[i]);
            if (!passages.empty()) notePassage(slot, is_unreachable ? kNone : guidance[i].passage);
        }
        first += count;
    }
}

/// Nobody has looked what is between here and the point.
void Crowd::State::headStraight(std::uint32_t slot)
{
    constexpr float kUnknown = std::numeric_limits<float>::infinity();
    agents.target[slot] = agents.goal_point[slot];
    if (needs.wants_target) std::memcpy(agents.room.at(slot).data(), &kUnknown, sizeof(float));
}

/// The velocity that would lead to the target.
void Crowd::State::prefer(std::uint32_t slot)
{
    if (agents.extra(slot).is_kinematic)
    {
        agents.preferred[slot] = agents.velocity[slot];
        return;
    }
    const Vec2 way = computeWay(slot, agents.target[slot]);
    const double distance = length(way);
    double speed = agents.speed[slot];
    if (agents.status[slot] == AgentStatus::arrived)
        // Back to its place, but not for a few centimetres: those who stand do not fidget.
        speed =
            distance > kStandingPart * agents.radius[slot] ? std::min(speed, distance / std::max(kReturnTime, step_length)) : 0;
    else if (agents.is(slot, AgentColumns::kUnreachable))
        speed = 0;
    else if (!agents.is(slot, AgentColumns::kGoalAhead) || isLastGoalPoint(slot))
        // Not beyond the way point, where a wall may be; a goal on the way to the next is passed at full speed.
        speed = std::min(speed, distance / step_length);
    agents.preferred[slot] = distance > 0 && speed > 0 ? toVelocity(way * (speed / distance)) : Velocity{};
}

// ---- steer

void Crowd::State::buildGrid()
{
    if (curved) return buildSpaceGrid();
    // Cells about as wide as the neighbours of an agent reach: fewer would be looked at in vain, or more cells than agents.
    const Box2 bounds = world.ground->bounds();
    const double area = std::max(1.0, (bounds.max.x - bounds.min.x) * (bounds.max.y - bounds.min.y));
    const double wanted = std::max(1, needs.neighbour_count);
    const double size = std::sqrt(wanted * area / (3.0 * static_cast<double>(std::max<std::size_t>(1, agents.size()))));
    grid.build(agents, bounds, std::clamp<double>(size, 0.5, std::max(0.5F, needs.neighbour_range)), world.ground->layerCount());
    sortStorage();
    streams.build(agents, bounds, world.ground->layerCount());
}

void Crowd::State::sortStorage()
{
    if (agents.size() < kSmallCrowd || tick % kTicksBetweenSorts != 0) return;
    agents.permute(grid.slot, scratch_bits);
    slots.rebuild(agents.id);
    for (std::uint32_t i = 0; i < agents.size(); ++i) grid.slot[i] = i;
}

void Crowd::State::steer(Workspace& work, std::uint32_t begin, std::uint32_t end)
{
    work.close.clear();
    work.creased.clear();
    for (; begin < end; begin += Workspace::kBlockSize) steerBlock(work, begin, std::min(end, begin + Workspace::kBlockSize));
}

/// Those who stand, or are about to, let others come near: a pack would drift apart if everybody kept a few seconds of distance.
float Crowd::State::computeHorizon(std::uint32_t slot) const
{
    constexpr float kShortest = 0.1F;
    if (agents.status[slot] == AgentStatus::arrived || agents.is(slot, AgentColumns::kBesidePack)) return kShortest;
    const bool ends_ahead = agents.goesStraight(slot) || (agents.is(slot, AgentColumns::kGoalAhead) && isLastGoalPoint(slot));
    if (!ends_ahead) return std::numeric_limits<float>::infinity();
    const double away = computeAway(slot, agents.goal_point[slot]);
    return std::max(kShortest, static_cast<float>(away) / std::max(agents.speed[slot], 0.01F));
}

/// What neighbours see is the last tick, while this one is written.
void Crowd::State::copySigns()
{
    signs.resize(agents.size());
    for (std::uint32_t slot = 0; slot < agents.size(); ++slot)
        signs[slot] = std::to_integer<std::uint8_t>(agents.steering_state.at(slot).front());
}

/// Finds the neighbours of the agents at [begin, end) of the grid, and what a model wants to know of them.
void Crowd::State::gatherNeighbours(Workspace& work, std::uint32_t begin, std::uint32_t end)
{
    float guesses[Workspace::kBlockSize];
    const std::uint32_t count = end - begin;
    for (std::uint32_t i = 0; i < count; ++i) guesses[i] = agents.kth_gap[grid.slot[begin + i]];
    const bool is_flat = curved == nullptr;
    if (is_flat)
        work.neighbours.find(grid, begin, end, needs.neighbour_range, needs.neighbour_count, {guesses, count}, work.near);
    else
        gatherSpaceNeighbours(work, begin, end, {guesses, count}); // velocities and wishes too
    for (std::uint32_t k = 0; k < work.near.first[count]; ++k)
    {
        const std::uint32_t sorted = work.near.sorted[k];
        if (is_flat)
        {
            work.neighbour_velocity_x[k] = grid.velocity_x[sorted];
            work.neighbour_velocity_y[k] = grid.velocity_y[sorted];
        }
        work.neighbour_radius[k] = grid.radius[sorted];
        work.neighbour_id[k] = grid.id[sorted];
        work.neighbour_stands[k] = grid.stands[sorted];
    }
    for (std::uint32_t k = 0; is_flat && needs.wants_wishes && k < work.near.first[count]; ++k)
    {
        work.neighbour_wish_x[k] = grid.wish_x[work.near.sorted[k]];
        work.neighbour_wish_y[k] = grid.wish_y[work.near.sorted[k]];
    }
    for (std::uint32_t k = 0; needs.shows_sign && k < work.near.first[count]; ++k)
        work.neighbour_sign[k] = signs[grid.slot[work.near.sorted[k]]];
    if (!agents.extras.empty()) applyRanks(work, begin, count);
}

/// How crowded it is around agent `at` of the block: 1 where others cover a fifth of the disc that reaches to the far side of the
/// last neighbour looked at.
float Crowd::State::measureCrowding(const Workspace& work, int at, float radius) const
{
    constexpr float kCovered = 0.2F;
    const std::uint32_t first = work.near.first[at], end = work.near.first[at + 1];
    if (first == end) return 0;
    float covered = 0;
    for (std::uint32_t k = first; k < end; ++k) covered += work.neighbour_radius[k] * work.neighbour_radius[k];
    const bool is_full = static_cast<int>(end - first) == needs.neighbour_count;
    const float reach = is_full ? work.near.gap[end - 1] + 2 * work.neighbour_radius[end - 1] : needs.neighbour_range + radius;
    return std::min(1.0F, covered / (kCovered * std::max(reach * reach, covered)));
}

/// Agent `at` of the block, whose neighbours are known.
void Crowd::State::gatherAgent(Workspace& work, int at, std::uint32_t sorted)
{
    const std::uint32_t slot = grid.slot[sorted];
    const float radius = grid.radius[sorted];
    const std::uint32_t first = work.near.first[at], end = work.near.first[at + 1];
    const bool is_full = end > first && static_cast<int>(end - first) == needs.neighbour_count;
    agents.kth_gap[slot] = is_full ? 1.1F * std::max(0.0F, work.near.gap[end - 1] - radius) + 0.1F : needs.neighbour_range;
    if (end > first && work.near.gap[first] - radius <= 2.01F * grid.max_speed * dt) work.close.push_back(sorted);
    agents.crowding[slot] += (measureCrowding(work, at, radius) - agents.crowding[slot]) * std::min(1.0F, dt / kCrowdingTime);
    noticeCounterflow(work, at, sorted);
    if (curved && isAtCrease(work, at, sorted)) work.creased.push_back(sorted);
    preferBerth(work, slot);
    if (curved) lookForPack(work, at, slot);
    if (agents.status[slot] == AgentStatus::arrived && !agents.extra(slot).is_kinematic)
        giveWay(work, at, sorted);
    else if (agents.waits[slot] != 0)
    {
        standInRow(work, at, slot);
        agents.held_up[slot] = 0;
    }
    else if (needs.keeps_apart && agents.counterflow[slot] > 0 && walksBack(agents.id[slot], grid.held_up[sorted]))
    {
        // Its clock goes on: to walk back is not to get on.
        agents.preferred[slot] = {-agents.preferred[slot].x, -agents.preferred[slot].y};
        agents.held_up[slot] = grid.held_up[sorted] + dt;
    }
    else
        countHeldUp(slot, sorted);

    work.id[at] = agents.id[slot];
    work.velocity_x[at] = grid.velocity_x[sorted];
    work.velocity_y[at] = grid.velocity_y[sorted];
    work.preferred_x[at] = agents.preferred[slot].x;
    work.preferred_y[at] = agents.preferred[slot].y;
    work.radius[at] = radius;
    work.max_speed[at] = agents.max_speed[slot];
    work.horizon[at] = computeHorizon(slot);
    work.held_up[at] = agents.held_up[slot];
    work.counterflow[at] = agents.counterflow[slot];
    work.crowding[at] = agents.crowding[slot];
    work.position[at] = agents.position[slot];
    work.footing[at] = agents.footing[slot];
    work.wall_range[at] = agents.footing[slot].wall_room > needs.wall_range ? 0 : needs.wall_range + radius;
}

/// Where the agents at [begin, end) of the grid head for.
void Crowd::State::gatherTargets(Workspace& work, std::uint32_t begin, std::uint32_t end)
{
    for (std::uint32_t i = 0; i < end - begin; ++i)
    {
        const std::uint32_t slot = grid.slot[begin + i];
        const Velocity offset = toVelocity(computeWay(slot, agents.target[slot]));
        work.target_x[i] = offset.x;
        work.target_y[i] = offset.y;
        std::memcpy(&work.room[i], agents.room.at(slot).data(), sizeof(float));
        work.speed[i] = agents.speed[slot];
    }
}

void Crowd::State::gatherWalls(Workspace& work, int count)
{
    const std::size_t size = static_cast<std::size_t>(count);
    world.ground->findWalls({work.position, size}, {work.footing, size}, {work.wall_range, size}, work.walls);
    const std::size_t wall_count = work.walls.walls.size();
    if (work.wall_ax.size() < wall_count + Workspace::kPadding)
        for (auto* column : {&work.wall_ax, &work.wall_ay, &work.wall_bx, &work.wall_by})
            column->resize(2 * wall_count + Workspace::kPadding);
    for (std::size_t i = 0; i < wall_count; ++i)
    {
        const Wall& wall = work.walls.walls[i];
        work.wall_ax[i] = wall.ax;
        work.wall_ay[i] = wall.ay;
        work.wall_bx[i] = wall.bx;
        work.wall_by[i] = wall.by;
    }
}

/// After the model answered for agent `at` of the block.
void Crowd::State::countFault(Workspace& work, int at, std::uint32_t slot) const
{
    if (agents.is(slot, AgentColumns::kGhost)) return; // counted where it is at home
    if (work.fault[at] == SteeringBlock::Fault::clamped) ++work.faults.clamped_count;
    if (isFinite(Vec2{work.asked_x[at], work.asked_y[at]})) return;
    work.faults.add({0, 1, work.id[at], tick + 1});
}

/// The velocity that a model gave. One that lost its way must not take the crowd along.
Vec2 Crowd::State::readAnswer(Workspace& work, int at, std::uint32_t slot) const
{
    const Vec2 velocity{work.asked_x[at], work.asked_y[at]};
    const double speed_sq = lengthSq(velocity), most = agents.max_speed[slot];
    const bool is_too_fast = isFinite(velocity) && speed_sq > most * most * (1 + 1e-5);
    if (is_too_fast) work.fault[at] = SteeringBlock::Fault::clamped;
    if (work.fault[at] != SteeringBlock::Fault::none || !isFinite(velocity)) countFault(work, at, slot);
    if (!isFinite(velocity)) return {};
    return is_too_fast ? velocity * (most / std::sqrt(speed_sq)) : velocity;
}

void Crowd::State::steerBlock(Workspace& work, std::uint32_t begin, std::uint32_t end)
{
    const int count = static_cast<int>(end - begin);
    gatherNeighbours(work, begin, end);
    for (int i = 0; i < count; ++i) gatherAgent(work, i, begin + static_cast<std::uint32_t>(i));
    gatherWalls(work, count);
    if (needs.wants_target) gatherTargets(work, begin, end);
    const std::size_t state_bytes = needs.state_bytes;
    if (state_bytes > 0)
    {
        work.state.resize(state_bytes * Workspace::kBlockSize);
        for (int i = 0; i < count; ++i)
            std::ranges::copy(agents.steering_state.at(grid.slot[begin + static_cast<std::uint32_t>(i)]),
                              work.state.begin() + static_cast<std::ptrdiff_t>(state_bytes) * i);
    }

    SteeringBlock block;
    block.count = count;
    block.dt = dt;
    block.tick = tick;
    block.side = options.passing_side;
    block.id = work.id;
    block.velocity_x = work.velocity_x;
    block.velocity_y = work.velocity_y;
    block.preferred_x = work.preferred_x;
    block.preferred_y = work.preferred_y;
    block.radius = work.radius;
    block.max_speed = work.max_speed;
    block.horizon = work.horizon;
    block.held_up = work.held_up;
    block.counterflow = work.counterflow;
    block.crowding = work.crowding;
    if (needs.wants_target)
    {
        block.target_x = work.target_x;
        block.target_y = work.target_y;
        block.room = work.room;
        block.speed = work.speed;
    }
    block.first_neighbour = work.near.first;
    block.offset_x = work.near.dx;
    block.offset_y = work.near.dy;
    block.neighbour_velocity_x = work.neighbour_velocity_x;
    block.neighbour_velocity_y = work.neighbour_velocity_y;
    if (needs.wants_wishes)
    {
        block.neighbour_wish_x = work.neighbour_wish_x;
        block.neighbour_wish_y = work.neighbour_wish_y;
    }
    block.neighbour_radius = work.neighbour_radius;
    block.neighbour_id = work.neighbour_id;
    block.neighbour_stands = work.neighbour_stands;
    block.neighbour_sign = needs.shows_sign ? work.neighbour_sign : nullptr;
    block.neighbour_keeps_on = agents.extras.empty() ? nullptr : work.neighbour_keeps_on;
    block.first_wall = work.walls.first.data();
    block.wall_ax = work.wall_ax.data();
    block.wall_ay = work.wall_ay.data();
    block.wall_bx = work.wall_bx.data();
    block.wall_by = work.wall_by.data();
    block.state = work.state.data();
    block.asked_x = work.asked_x;
    block.asked_y = work.asked_y;
    std::fill_n(work.fault, count, SteeringBlock::Fault::none);
    block.fault = work.fault;
    steering->steer(block);

    for (int i = 0; i < count; ++i)
    {
        const std::uint32_t slot = grid.slot[begin + static_cast<std::uint32_t>(i)];
        const Vec2 answer = readAnswer(work, i, slot);
        agents.asked[slot] = agents.position[slot] + (agents.extras.empty() ? answer : limitMotion(slot, answer)) * step_length;
        if (state_bytes > 0)
            std::ranges::copy(std::span(work.state).subspan(state_bytes * static_cast<std::size_t>(i), state_bytes),
                              agents.steering_state.at(slot).begin());
    }
}

// ---- move

void Crowd::State::move(Workspace&, std::uint32_t begin, std::uint32_t end)
{
    constexpr std::uint32_t kSize = 64;
    Vec2 before[kSize];
    for (std::uint32_t first = begin; first < end; first += kSize)
    {
        const std::uint32_t count = std::min(kSize, end - first);
        if (curved)
        {
            moveOnCurved(first, count);
            continue;
        }
        const auto positions = std::span(agents.position).subspan(first, count);
        std::ranges::copy(positions, before);
        world.ground->move({positions, std::span(agents.asked).subspan(first, count),
                            std::span(agents.radius).subspan(first, count), std::span(agents.footing).subspan(first, count)});
        for (std::uint32_t i = 0; i < count; ++i) setVelocity(first + i, toVelocity((positions[i] - before[i]) / step_length));
    }
}

/// After a tick: ghosts and those who left go, and what happened is put in order.
void Crowd::State::tidy()
{
    const std::size_t first = events.size();
    for (const auto& work : workspaces)
    {
        events.insert(events.end(), work->events.begin(), work->events.end());
        work->events.clear();
        for (const AgentId id : work->leaving) erase(slots.find(agents.id, id));
        work->leaving.clear();
        faults.add(work->faults);
        work->faults = {};
        run_hash += work->run_hash;
        work->run_hash = 0;
    }
    std::sort(events.begin() + static_cast<std::ptrdiff_t>(first), events.end(),
              [](const CrowdEvent& a, const CrowdEvent& b) { return a.id != b.id ? a.id < b.id : a.kind < b.kind; });
    if (ghost_count == 0) return;
    for (std::uint32_t slot = 0; slot < agents.size();)
        if (agents.is(slot, AgentColumns::kGhost))
            erase(slot);
        else
            ++slot;
    ghost_count = 0;
}

} // namespace clearway
