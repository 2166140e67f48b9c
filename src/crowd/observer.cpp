// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include <clearway/base/hash.h>
#include <clearway/geometry/shapes.h>

#include "crowd/observer_state.h"

namespace clearway {

CrowdObserver::CrowdObserver(const Crowd& crowd, ObserverOptions options)
    : state_(std::make_unique<State>(crowd, std::move(options)))
{
}
CrowdObserver::~CrowdObserver() = default;
CrowdObserver::CrowdObserver(CrowdObserver&&) noexcept = default;
CrowdObserver& CrowdObserver::operator=(CrowdObserver&&) noexcept = default;

void CrowdObserver::observe(const Crowd& crowd) { state_->observe(crowd); }
CrowdMetrics CrowdObserver::metrics() const { return state_->computeMetrics(); }
std::span<const CrowdObserver::TickMetrics> CrowdObserver::series() const { return state_->series; }
const CrowdObserver::Heat& CrowdObserver::heat() const { return state_->heat; }

CrowdObserver::State::State(const Crowd& crowd, ObserverOptions given)
    : options(std::move(given)),
      ground(crowd.world().ground),
      curved(ground->curved()),
      start_time(crowd.time()),
      time(start_time)
{
    for (const MeasuringLine& line : options.lines) lines.emplace_back(line);
    for (const MeasuringArea& area : options.areas)
        areas.push_back({area, computeBounds(std::span(area.outline)), std::abs(computeSignedArea(area.outline)), 0, 0, 0, {}});
    layOutHeat();
    if (curved) options.shortest_path = nullptr; // it is for the plane
    if (options.shortest_path) trips.reserve();
    progress.next_at = start_time;
    for (std::size_t i = 0; i < crowd.size(); ++i) findRecord(crowd.ids()[i], crowd.positions()[i]);
}

void CrowdObserver::State::layOutHeat()
{
    constexpr double kMaxSquares = 1 << 22;
    const Box2 bounds = ground->bounds();
    heat.square = options.square > 0 && std::isfinite(options.square) ? options.square : 0.5;
    if (bounds.isEmpty() || curved) return; // a chart has no neighbourhoods to count in
    const Vec2 size = bounds.size();
    const auto countSquares = [&] { return (std::floor(size.x / heat.square) + 1) * (std::floor(size.y / heat.square) + 1); };
    while (countSquares() > kMaxSquares) heat.square *= 2;
    heat.origin = bounds.min;
    heat.columns = static_cast<int>(size.x / heat.square) + 1;
    heat.rows = static_cast<int>(size.y / heat.square) + 1;
    heat.visits.assign(static_cast<std::size_t>(heat.columns) * static_cast<std::size_t>(heat.rows), 0);
}

AgentRecord& CrowdObserver::State::findRecord(AgentId id, Vec2 position)
{
    if (const std::uint32_t slot = slots.find(ids, id); slot != SlotTable::kNoSlot) return records[slot];
    AgentRecord record;
    record.position = record.leg_start = record.leg_end = record.stay_at = position;
    record.start_time = record.stay_since = time - dt; // it was added after the last observation
    record.seen_at = observation;
    ids.push_back(id);
    records.push_back(record);
    slots.insertLast(ids);
    return records.back();
}

void CrowdObserver::State::dropGoneRecords(std::size_t agent_count)
{
    if (records.size() <= 2 * agent_count + 1024) return;
    std::size_t kept = 0;
    for (std::size_t k = 0; k < records.size(); ++k)
        if (records[k].seen_at == observation)
        {
            ids[kept] = ids[k];
            records[kept++] = records[k];
        }
    ids.resize(kept);
    records.resize(kept);
    slots.rebuild(ids);
}

// ---- events

void CrowdObserver::State::finishLeg(AgentRecord& record, AgentId id, Vec2 at)
{
    record.leg_length += computeDistance(record.leg_end, at);
    record.leg_area += cross(record.leg_end - record.leg_start, at - record.leg_start) / 2;
    if (record.leg_length > 0)
    {
        straightness += std::min(1.0, computeDistance(record.leg_start, at) / record.leg_length);
        ++totals.trips;
    }
    if (options.shortest_path && record.radius > 0)
    {
        Hasher key;
        key.add(id);
        key.add(observation);
        trips.add({record.leg_start, at, record.radius, record.leg_length, record.leg_area, key.value(), record.layer});
    }
    record.leg_start = record.leg_end = at;
    record.leg_length = record.leg_area = record.leg_turn = 0;
    startStay(record, at);
}

void CrowdObserver::State::finishJourney(AgentRecord& record)
{
    record.has_arrived = true;
    const double travel_time = time - record.start_time;
    travel_times += travel_time;
    ++travel_count;
    totals.max_travel_time = std::max(totals.max_travel_time, travel_time);
}

void CrowdObserver::State::noteUnreachable(const Crowd& crowd, const CrowdEvent& event)
{
    AgentRecord& record = findRecord(event.id, event.position);
    if (record.had_no_way) return;
    record.had_no_way = true;
    ++totals.unreachable_agents;
    const std::optional<AgentView> agent = crowd.find(event.id);
    if (!agent || totals.first_unreachable.id != kNoAgent) return;
    totals.first_unreachable = {event.id, agent->radius, event.position, event.goal, agent->footing.layer};
}

void CrowdObserver::State::readEvents(const Crowd& crowd)
{
    for (const CrowdEvent& event : crowd.events())
    {
        using Kind = CrowdEvent::Kind;
        totals.plans += event.kind == Kind::planned;
        if (event.kind == Kind::unreachable) noteUnreachable(crowd, event);
        if (event.kind != Kind::arrived && event.kind != Kind::left && event.kind != Kind::next_goal) continue;
        AgentRecord& record = findRecord(event.id, event.position);
        if (!record.has_arrived)
        {
            finishLeg(record, event.id, event.position);
            if (event.kind != Kind::next_goal) finishJourney(record);
        }
        if (event.kind != Kind::left) continue;
        // It is not among the agents any more: this is its last move.
        ++totals.left;
        if (record.seen_at + 1 != observation) continue;
        for (LineState& line : lines) line.add(record.position, event.position, record.radius, time);
    }
}

// ---- agents

double CrowdObserver::State::computeDistance(Vec2 a, Vec2 b) const
{
    return curved ? distance(curved->computePose(a).position, curved->computePose(b).position) : distance(a, b);
}

Vec2 CrowdObserver::State::computeMove(Vec2 from, Vec2 to) const
{
    return curved && curved->computePose(from).face != curved->computePose(to).face ? Vec2{} : to - from;
}

/// How far a disc reaches into a wall; not positive when it does not.
static double computeDepth(const Ground& ground, Vec2 position, double radius, int layer)
{
    Footing footing;
    if (ground.hasRoom(position, 0, layer, footing)) return radius - ground.computeWallDistance(position, footing, radius);
    const Ground::Standing standing = ground.stand(position, 0, layer);
    return radius + (standing.has_suggestion ? distance(position, standing.suggestion) : 0);
}

void CrowdObserver::State::observeWalls(const Crowd& crowd, std::size_t index, Tick& tick)
{
    const Vec2 position = crowd.positions()[index];
    const Vec2 asked = crowd.askedPositions()[index];
    const double radius = crowd.radii()[index];
    const Footing& footing = crowd.footings()[index];
    const auto layer = static_cast<int>(footing.layer);
    const Ground& own = ground->forKind(footing.kind); // what others may enter and it may not counts as wall
    if (!(footing.wall_room > 0))
    {
        const double depth = computeDepth(own, position, radius, layer);
        if (depth > std::max(1e-6, 2 * options.quantum))
        {
            ++tick.numbers.outside;
            totals.max_outside = std::max(totals.max_outside, depth);
        }
    }
    if (curved)
    {
        countWallContact(computeDepthOnCurved(crowd, index), tick);
        return;
    }
    // Where the ground had nothing to correct there was no wall in the way, and near enough to where it stands there is none.
    if (asked == position || !isFinite(asked) || distance(asked, position) < static_cast<double>(footing.wall_room)) return;
    countWallContact(computeDepth(own, asked, radius, layer), tick);
}

void CrowdObserver::State::countWallContact(double depth, Tick& tick)
{
    tick.numbers.wall_contacts += depth > kContactDepth;
    totals.max_wall_overlap = std::max(totals.max_wall_overlap, depth);
}

/// How far an agent's disc would have reached into a wall where it asked to be, as it was seen from where it stood before; not
/// positive when it would not.
double CrowdObserver::State::computeDepthOnCurved(const Crowd& crowd, std::size_t index)
{
    const Vec2 start = crowd.startPosition(index);
    const Vec2 way = crowd.askedPositions()[index] - start;
    const double radius = crowd.radii()[index], way_length = length(way);
    // Neither where it stood nor where it would have got is further from where it is now.
    if (!(way_length > 0) || !isFinite(way) || 2 * way_length < static_cast<double>(crowd.footings()[index].wall_room)) return 0;
    Footing footing;
    if (!ground->hasRoom(start, 0, -1, footing)) return 0;
    const auto range = static_cast<float>(radius + way_length);
    ground->findWalls({&start, 1}, {&footing, 1}, {&range, 1}, walls);
    double depth = 0;
    for (const Wall& wall : walls.walls)
    {
        const Vec2 a{static_cast<double>(wall.ax), static_cast<double>(wall.ay)};
        const Vec2 b{static_cast<double>(wall.bx), static_cast<double>(wall.by)};
        const double away = distance(way, Segment{a, b});
        // The way begins on the free side of every wall.
        const bool is_through = cross(b - a, way - a) < 0 && cross(way, a) <= 0 && cross(way, b) >= 0;
        depth = std::max(depth, is_through ? radius + away : radius - away);
    }
    return depth;
}

void CrowdObserver::State::observePlace(Vec2 position, double speed, AgentStatus status)
{
    for (AreaState& area : areas)
    {
        if (!area.box.contains(position) || classifyPoint(area.area.outline, position) == Side::outside) continue;
        ++area.agents_now;
        area.speeds.add(std::min(speed, 1e6));
    }
    if (status != AgentStatus::arrived)
        for (LineState& line : lines) line.addQueued(position);
    if (status != AgentStatus::moving || heat.visits.empty()) return;
    const double column = std::clamp((position.x - heat.origin.x) / heat.square, 0.0, heat.columns - 1.0);
    const double row = std::clamp((position.y - heat.origin.y) / heat.square, 0.0, heat.rows - 1.0);
    ++heat.visits[static_cast<std::size_t>(row) * static_cast<std::size_t>(heat.columns) + static_cast<std::size_t>(column)];
}

void CrowdObserver::State::observeUnreachable(const AgentView& view, Tick& tick) const
{
    ++tick.unreachable;
    const double short_by = view.short_by > 0 ? view.short_by : computeDistance(view.position, view.goal_point);
    tick.short_by.add(std::min(short_by, 1e9));
    tick.max_short_by = std::max(tick.max_short_by, short_by);
}

void CrowdObserver::State::observeAgent(const Crowd& crowd, std::size_t index, Tick& tick)
{
    const Vec2 position = crowd.positions()[index];
    const Vec2 velocity = crowd.velocity(index);
    if (!isFinite(position) || !isFinite(velocity))
    {
        ++totals.not_finite;
        return;
    }
    const AgentStatus status = crowd.statuses()[index];
    const AgentView view = crowd.view(index);
    const double liked_speed = view.speed;
    const double speed = length(velocity);
    AgentRecord& record = findRecord(crowd.ids()[index], position);
    const double radius = record.radius = crowd.radii()[index];
    record.layer = crowd.footings()[index].layer;
    observeMove(record, position, view, tick);
    observeWalls(crowd, index, tick);
    observePlace(position, speed, status);

    min_radius = min_radius > 0 ? std::min(min_radius, radius) : radius;
    if (view.reason == StuckReason::unreachable)
        observeUnreachable(view, tick);
    else
        tick.numbers.arrived += status == AgentStatus::arrived;
    tick.energy.add(std::min(speed * speed / 2, 1e9));
    if (status == AgentStatus::stuck && view.reason != StuckReason::unreachable)
    {
        ++tick.numbers.stuck;
        totals.stuck_agents += !record.was_stuck;
        record.was_stuck = true;
    }
    if (status != AgentStatus::arrived && liked_speed > 0)
    {
        ++tick.walking;
        tick.relative_speeds.add(std::min(speed / liked_speed, 1e6));
        relative_speeds.add(std::min(speed / liked_speed, 1e6));
    }
}

void CrowdObserver::State::observe(const Crowd& crowd)
{
    ++observation;
    dt = crowd.time() - time;
    rate = dt > 0 ? 1 / dt : 0;
    time = crowd.time();
    readEvents(crowd);
    Tick tick;
    for (std::size_t i = 0; i < crowd.size(); ++i) observeAgent(crowd, i, tick);
    if (options.shortest_path && time >= progress.next_at) observeProgress(crowd);
    const ContactCount contact_count = curved ? space_contacts.find(*curved, crowd.positions(), crowd.radii())
                                              : contacts.find(crowd.positions(), crowd.radii(), crowd.footings());

    tick.numbers.time = time;
    tick.numbers.agents = static_cast<std::uint32_t>(crowd.size());
    tick.numbers.agent_contacts = static_cast<std::uint32_t>(contact_count.pairs);
    tick.numbers.max_overlap = contact_count.max_overlap;
    if (tick.walking > 0) tick.numbers.mean_speed = tick.relative_speeds.value() / static_cast<double>(tick.walking);
    if (options.keeps_series) series.push_back(tick.numbers);

    ++totals.ticks;
    totals.seconds = time - start_time;
    totals.agent_ticks += crowd.size();
    totals.agent_contacts += contact_count.pairs;
    totals.wall_contacts += tick.numbers.wall_contacts;
    totals.outside += tick.numbers.outside;
    totals.stuck_agent_ticks += tick.numbers.stuck;
    totals.stuck = tick.numbers.stuck;
    totals.unreachable = tick.unreachable;
    totals.mean_short_by = tick.unreachable > 0 ? tick.short_by.value() / static_cast<double>(tick.unreachable) : 0;
    totals.max_short_by = tick.max_short_by;
    totals.max_agent_overlap = std::max(totals.max_agent_overlap, contact_count.max_overlap);
    totals.max_relative_overlap = std::max(totals.max_relative_overlap, contact_count.max_relative_overlap);
    totals.arrived = totals.left + tick.numbers.arrived;
    totals.kinetic_energy = crowd.size() > 0 ? tick.energy.value() / static_cast<double>(crowd.size()) : 0;
    walking_agent_ticks += tick.walking;
    turning_time += static_cast<double>(tick.turning) * dt;
    rest_time += static_cast<double>(tick.resting) * dt;
    speeds.add(tick.relative_speeds.value(), tick.walking);
    for (AreaState& area : areas)
    {
        area.agent_ticks += area.agents_now;
        area.max_agents = std::max(area.max_agents, area.agents_now);
        area.agents_now = 0;
    }
    dropGoneRecords(crowd.size());
}

} // namespace clearway
