// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include <clearway/base/hash.h>

#include "base/errors.h"
#include "crowd/walkers_engine.h"

namespace clearway {

using walkers::Kernel;
using walkers::Trip;

static constexpr std::uint64_t kWalkersVersion = 1; ///< of the bytes of an agent

std::pair<std::uint64_t, std::uint64_t> Crowd::Walkers::stateSizes() const { return {sizeof(Trip), kWalkersVersion}; }

std::uint64_t Crowd::Walkers::hashAgent(std::uint32_t place) const
{
    const walkers::Columns& now = kernel_->now;
    const walkers::Card& card = now.card[place];
    const Trip& trip = kernel_->trips[card.slot];
    const walkers::Label& label = kernel_->labels[card.slot];
    Hasher hasher(kernel_->ids[card.slot]);
    for (const std::int32_t value : {now.x[place], now.y[place], trip.goal_x, trip.goal_y}) hasher.add(value);
    for (const float value : {now.vx[place], now.vy[place], trip.still_for}) hasher.add(static_cast<double>(value));
    for (const std::uint32_t value :
         {card.ball, card.last, trip.link, trip.goal_link, trip.goal.ball, trip.number, trip.still_tick, label.group})
        hasher.add(value);
    for (const std::uint64_t turns : trip.turns) hasher.add(turns);
    for (const int value : {int{trip.next_bit}, int{trip.bit_count}, int{trip.is_last_link}, int{trip.is_stuck},
                            int{trip.has_area}, int{trip.leaves}, static_cast<int>(trip.state)})
        hasher.add(value);
    if (label.goal != kPointGoal) hasher.add(goals_.hash(label.goal));
    hasher.add(label.point.x);
    hasher.add(label.point.y);
    return hasher.value();
}

std::uint64_t Crowd::Walkers::computeHash() const
{
    std::uint64_t sum = 0;
    if (!kernel_) return sum;
    for (std::uint32_t place = 0; place < kernel_->count; ++place)
        if (!kernel_->isGone(place)) sum += hashAgent(place);
    return sum;
}

void Crowd::Walkers::writePlace(std::uint32_t place, ByteWriter& writer) const
{
    const walkers::Columns& now = kernel_->now;
    const walkers::Card& card = now.card[place];
    const Trip& trip = kernel_->trips[card.slot];
    writer.f64(kernel_->options.radius);
    writer.f64(kernel_->options.speed);
    writer.u64(kernel_->ids[card.slot]);
    goalOf(card.slot).write(writer);
    writer.u32(kernel_->labels[card.slot].group);
    for (const std::int32_t value : {now.x[place], now.y[place], trip.goal_x, trip.goal_y})
        writer.u32(static_cast<std::uint32_t>(value));
    for (const float value : {now.vx[place], now.vy[place], trip.still_for}) writer.u32(std::bit_cast<std::uint32_t>(value));
    for (const std::uint32_t value :
         {card.ball, trip.link, trip.goal_link, trip.goal.edge, trip.goal.ball, trip.number, trip.still_tick})
        writer.u32(value);
    for (const std::uint64_t turns : trip.turns) writer.u64(turns);
    for (const bool value : {bool{trip.is_last_link}, bool{trip.is_stuck}, bool{trip.has_area}, bool{trip.leaves}})
        writer.u8(value);
    for (const std::uint8_t value : {trip.next_bit, trip.bit_count, static_cast<std::uint8_t>(trip.state)}) writer.u8(value);
}

void Crowd::Walkers::writeAgent(std::size_t index, ByteWriter& writer) const { writePlace(placeOf(index), writer); }

void Crowd::Walkers::writeAgents(ByteWriter& writer) const
{
    std::vector<std::uint32_t> order(places().begin(), places().end());
    std::ranges::sort(order, {}, [&](std::uint32_t place) { return kernel_->ids[kernel_->now.card[place].slot]; });
    writer.u64(order.size());
    for (const std::uint32_t place : order) writePlace(place, writer);
}

Result<void> Crowd::Walkers::readAgents(ByteReader& reader)
{
    const std::size_t count = reader.count(100);
    for (std::size_t i = 0; i < count; ++i)
        if (const Result<void> agent = readAgent(reader); !agent) return agent;
    return {};
}

/// Whether a trip is one of this map, and the walker is in its ball: what comes from a file may not make sense.
bool Crowd::Walkers::isSound(LatticePoint at, std::uint32_t ball, const Trip& trip) const
{
    const walkers::Rows& rows = kernel_->rows;
    const auto edges = rows.map().edges();
    const auto isOpenEdge = [&](std::uint32_t edge) { return edge < edges.size() && rows.isOpen(edge); };
    const auto isOn = [&](std::uint32_t edge, std::uint32_t sample) {
        return isOpenEdge(edge) && sample - edges[edge].first_sample < edges[edge].sample_count;
    };
    if (!isOn(trip.link / 2, ball) || !isOn(trip.goal.edge, trip.goal.ball)) return false;
    if (trip.goal_link != kNone && trip.goal_link / 2 != trip.goal.edge) return false;
    if (trip.is_last_link && trip.link / 2 != trip.goal.edge) return false;
    if (trip.next_bit > trip.bit_count || trip.bit_count > Trip::kMostBits) return false;
    const double quantum = rows.lattice().quantum, reach = static_cast<double>(rows.balls()[ball].reach);
    const double dx = quantum * (static_cast<double>(at.x) - rows.balls()[ball].x);
    const double dy = quantum * (static_cast<double>(at.y) - rows.balls()[ball].y);
    return dx * dx + dy * dy <= reach * reach * (1 + 1e-6);
}

Result<void> Crowd::Walkers::readAgent(ByteReader& reader)
{
    const auto damaged = [] { return makeCrowdFileError("The bytes of an agent are damaged, or were made on another map."); };
    const auto readInt = [&] { return static_cast<std::int32_t>(reader.u32()); };
    const auto readFloat = [&] {
        const float value = std::bit_cast<float>(reader.u32());
        if (!std::isfinite(value)) reader.fail();
        return value;
    };
    const double radius = reader.f64(), speed = reader.f64();
    const AgentId id = reader.u64();
    const Goal goal = Goal::read(reader);
    walkers::Label label;
    label.group = reader.u32();
    Trip trip;
    const std::int32_t x = readInt();
    const LatticePoint at{x, readInt()};
    trip.goal_x = readInt();
    trip.goal_y = readInt();
    const float vx = readFloat(), vy = readFloat();
    trip.still_for = readFloat();
    const std::uint32_t ball = reader.u32();
    for (std::uint32_t* value : {&trip.link, &trip.goal_link, &trip.goal.edge, &trip.goal.ball, &trip.number, &trip.still_tick})
        *value = reader.u32();
    for (std::uint64_t& turns : trip.turns) turns = reader.u64();
    trip.is_last_link = reader.u8() != 0;
    trip.is_stuck = reader.u8() != 0;
    trip.has_area = reader.u8() != 0;
    trip.leaves = reader.u8() != 0;
    trip.next_bit = reader.u8();
    trip.bit_count = reader.u8();
    const std::uint8_t state = reader.u8();
    if (reader.failed() || !(radius > 0 && radius <= kMaxAgentRadius && speed >= 0 && speed <= kMaxAgentSpeed) ||
        id == kNoAgent || state >= static_cast<std::uint8_t>(Trip::State::gone) || goal.kind() == Goal::Kind::straight ||
        goal.kind() == Goal::Kind::follow || trip.has_area != (goal.kind() == Goal::Kind::area))
        return damaged();
    trip.state = static_cast<Trip::State>(state);
    AgentOptions agent;
    std::string reason = findFault(agent, speed);
    if (!reason.empty() || !prepareKernel(radius, reason)) return makeCrowdFileError("The agent was not put: " + reason + ".");
    if (!isSound(at, ball, trip)) return damaged();
    if (kernel_->slotOf(id) != kNone) return makeCrowdFileError(fmt::format("There is an agent {} already.", id));
    if (size() == 0) kernel_->options.speed = speed;

    label.goal = goal.kind() == Goal::Kind::point ? kPointGoal : goals_.acquire(goal);
    label.point = kernel_->rows.lattice().snap(goal.point());
    const std::uint32_t place = kernel_->insert(id, at, {trip.link / 2, ball}, trip, label);
    kernel_->now.vx[place] = vx;
    kernel_->now.vy[place] = vy;
    if (trip.state == Trip::State::setting_out) kernel_->sent.push_back(place);
    if (trip.is_stuck) kernel_->stuck.push_back({kernel_->now.card[place].slot, kernel_->now.card[place].cell});
    next_id = std::max(next_id, id + 1);
    ++version_;
    return {};
}

Result<void> Crowd::Walkers::readGhost(ByteReader&)
{
    return makeError("The engine 'walkers' sees no ghosts. Use the engine 'crowd'.");
}

} // namespace clearway
