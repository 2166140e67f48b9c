// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include <clearway/base/hash.h>

#include "base/errors.h"
#include "crowd/state.h"

namespace clearway {

namespace {

constexpr int kKindShift = 16; ///< a scene has at most 65,536 layers

void writePoint(ByteWriter& writer, Vec2 p)
{
    writer.f64(p.x);
    writer.f64(p.y);
}

Vec2 readPoint(ByteReader& reader)
{
    const double x = reader.f64();
    const Vec2 p{x, reader.f64()};
    if (!isFinite(p)) reader.fail();
    return p;
}

void writeFloat(ByteWriter& writer, float value) { writer.u32(std::bit_cast<std::uint32_t>(value)); }

float readFloat(ByteReader& reader)
{
    const float value = std::bit_cast<float>(reader.u32());
    if (std::isnan(value)) reader.fail();
    return value;
}

std::uint32_t packBerth(Berth berth)
{
    return static_cast<std::uint16_t>(berth.column) | static_cast<std::uint32_t>(static_cast<std::uint16_t>(berth.row)) << 16;
}

void writeBerth(ByteWriter& writer, Berth berth) { writer.u32(packBerth(berth)); }

Berth readBerth(ByteReader& reader)
{
    const std::uint32_t packed = reader.u32();
    return {static_cast<std::int16_t>(packed), static_cast<std::int16_t>(packed >> 16)};
}

std::uint32_t packHeading(Heading heading)
{
    return static_cast<std::uint16_t>(heading.x) | static_cast<std::uint32_t>(static_cast<std::uint16_t>(heading.y)) << 16;
}

void writeExtras(ByteWriter& writer, const AgentExtras& extra)
{
    writer.u64(extra.user_data);
    writer.u32(extra.category);
    writer.u32(extra.avoids);
    writeFloat(writer, extra.max_acceleration);
    writeFloat(writer, extra.max_turn_rate);
    writer.u32(static_cast<std::uint32_t>(extra.priority));
    writer.u8(extra.is_kinematic ? 1 : 0);
    writer.u8(extra.waits_for_plan ? 1 : 0);
    writeFloat(writer, extra.short_by);
    writer.u64(extra.waits_since);
    writer.f64(extra.fit_tolerance);
    extra.next_goal.write(writer);
}

template <typename Enum>
Enum readEnum(ByteReader& reader, Enum last)
{
    const std::uint8_t value = reader.u8();
    if (value > static_cast<std::uint8_t>(last)) reader.fail();
    return reader.failed() ? Enum{} : static_cast<Enum>(value);
}

AgentExtras readExtras(ByteReader& reader)
{
    AgentExtras extra;
    extra.user_data = reader.u64();
    extra.category = reader.u32();
    extra.avoids = reader.u32();
    extra.max_acceleration = readFloat(reader);
    extra.max_turn_rate = readFloat(reader);
    extra.priority = static_cast<std::int32_t>(reader.u32());
    extra.is_kinematic = readEnum(reader, true);
    extra.waits_for_plan = readEnum(reader, true);
    extra.short_by = readFloat(reader);
    extra.waits_since = reader.u64();
    extra.fit_tolerance = reader.f64();
    extra.next_goal = Goal::read(reader);
    const bool makes_sense =
        extra.max_acceleration > 0 && extra.max_turn_rate > 0 && extra.short_by >= 0 && extra.fit_tolerance >= 0;
    if (!makes_sense || !std::isfinite(extra.short_by)) reader.fail();
    return extra;
}

void readBytes(ByteReader& reader, std::span<std::byte> bytes)
{
    const std::span<const std::byte> read = reader.raw(bytes.size());
    if (read.size() == bytes.size()) std::ranges::copy(read, bytes.begin());
}

} // namespace

void Crowd::State::writeAgent(std::size_t slot, ByteWriter& writer) const
{
    writer.u64(agents.id[slot]);
    writePoint(writer, agents.position[slot]);
    writeFloat(writer, agents.velocity[slot].x);
    writeFloat(writer, agents.velocity[slot].y);
    writer.f64(agents.radius[slot]);
    writeFloat(writer, agents.speed[slot]);
    writeFloat(writer, agents.max_speed[slot]);
    writer.u32(agents.footing[slot].face);
    writer.u32(agents.footing[slot].layer | std::uint32_t{agents.footing[slot].kind} << kKindShift);
    writeFloat(writer, agents.footing[slot].wall_room);
    writeFloat(writer, agents.footing[slot].face_room);
    goalOf(static_cast<std::uint32_t>(slot)).write(writer);
    writePoint(writer, agents.goal_point[slot]);
    writer.u32(agents.goal_step[slot]);
    writePoint(writer, agents.target[slot]);
    writeFloat(writer, agents.nearest[slot]);
    writeBerth(writer, agents.berth[slot]);
    writeBerth(writer, agents.way_to_berth[slot]);
    writeFloat(writer, agents.way_left[slot]);
    writeFloat(writer, agents.still_for[slot]);
    writeFloat(writer, agents.held_up[slot]);
    writeFloat(writer, agents.crowding[slot]);
    writeFloat(writer, agents.counterflow[slot]);
    writer.u32(agents.passage[slot]);
    writeFloat(writer, agents.waited[slot]);
    writer.u64(agents.blocked_by[slot]);
    writer.u32(agents.group[slot]);
    writer.u8(static_cast<std::uint8_t>(agents.status[slot]));
    writer.u8(agents.flags[slot] & static_cast<std::uint8_t>(~AgentColumns::kGhost));
    writer.raw(agents.guide_state.at(slot));
    writer.raw(agents.steering_state.at(slot));
    writer.u32(packHeading(agents.heading[slot]));
    const AgentExtras& extra = agents.extra(slot);
    writer.u8(extra == AgentColumns::kNoExtras ? 0 : 1);
    if (extra != AgentColumns::kNoExtras) writeExtras(writer, extra);
}

/// Appends an agent; nothing is left of it when the bytes are not one.
Result<std::uint32_t> Crowd::State::appendAgent(ByteReader& reader)
{
    const std::uint32_t slot = append();
    agents.id[slot] = reader.u64();
    agents.position[slot] = agents.asked[slot] = readPoint(reader);
    agents.setStart(slot, agents.position[slot]);
    agents.velocity[slot].x = readFloat(reader);
    agents.velocity[slot].y = readFloat(reader);
    agents.radius[slot] = reader.f64();
    agents.speed[slot] = readFloat(reader);
    agents.max_speed[slot] = readFloat(reader);
    Footing& footing = agents.footing[slot];
    footing.face = reader.u32();
    const std::uint32_t layer_and_kind = reader.u32();
    footing.layer = static_cast<std::uint16_t>(layer_and_kind);
    footing.kind = static_cast<std::uint16_t>(layer_and_kind >> kKindShift);
    footing.wall_room = readFloat(reader);
    footing.face_room = readFloat(reader);
    const Goal goal = Goal::read(reader);
    agents.goal_point[slot] = readPoint(reader);
    agents.goal_step[slot] = reader.u32();
    agents.target[slot] = readPoint(reader);
    agents.nearest[slot] = readFloat(reader);
    agents.berth[slot] = readBerth(reader);
    agents.way_to_berth[slot] = readBerth(reader);
    agents.way_left[slot] = readFloat(reader);
    agents.still_for[slot] = readFloat(reader);
    agents.held_up[slot] = readFloat(reader);
    agents.crowding[slot] = readFloat(reader);
    agents.counterflow[slot] = readFloat(reader);
    agents.passage[slot] = reader.u32();
    agents.waited[slot] = readFloat(reader);
    agents.blocked_by[slot] = reader.u64();
    agents.group[slot] = reader.u32();
    agents.status[slot] = readEnum(reader, AgentStatus::stuck);
    agents.flags[slot] = reader.u8();
    readBytes(reader, agents.guide_state.at(slot));
    readBytes(reader, agents.steering_state.at(slot));
    const std::uint32_t heading = reader.u32();
    agents.heading[slot] = {static_cast<std::int16_t>(heading), static_cast<std::int16_t>(heading >> 16)};
    if (readEnum(reader, true)) agents.editExtra(slot) = readExtras(reader);
    const bool makes_sense = agents.radius[slot] > 0 && agents.radius[slot] <= kMaxAgentRadius && agents.speed[slot] >= 0 &&
                             agents.max_speed[slot] >= 0 && agents.held_up[slot] >= 0 && agents.held_up[slot] < 1e9F &&
                             agents.crowding[slot] >= 0 && agents.crowding[slot] <= 1 && agents.counterflow[slot] >= 0 &&
                             agents.counterflow[slot] <= 1 && agents.waited[slot] >= 0 && agents.waited[slot] < 1e9F &&
                             (agents.passage[slot] == kNone || agents.passage[slot] < queues.size()) &&
                             agents.id[slot] != kNoAgent;
    if (reader.failed() || !makes_sense || footing.kind >= world.ground->kindCount() ||
        !world.ground->forKind(footing.kind).isOn(agents.position[slot], footing))
    {
        agents.resize(slot);
        return makeError(ErrorCode::malformed_file, "The bytes of an agent are damaged, or were made on another ground.");
    }
    if (slots.find(std::span(agents.id).first(slot), agents.id[slot]) != SlotTable::kNoSlot)
    {
        const AgentId id = agents.id[slot];
        agents.resize(slot);
        return makeError(ErrorCode::malformed_file, fmt::format("There is an agent {} already.", id));
    }
    // Who goes somewhere else than to its point, because it does not fit there or cannot get there, keeps that point too.
    const bool is_elsewhere = agents.extra(slot).short_by > 0 || goal.point() != agents.goal_point[slot];
    const bool keeps_point = goal.kind() == Goal::Kind::point && is_elsewhere;
    agents.goal[slot] = keeps_point ? goals.acquire(goal) : indexOf(goal);
    slots.insertLast(agents.id);
    next_id = std::max(next_id, agents.id[slot] + 1);
    return slot;
}

std::uint64_t Crowd::State::hashAgent(std::uint32_t slot) const
{
    Hasher hasher(agents.id[slot]);
    for (const double value : {agents.position[slot].x, agents.position[slot].y, agents.radius[slot], agents.goal_point[slot].x,
                               agents.goal_point[slot].y, agents.target[slot].x, agents.target[slot].y})
        hasher.add(value);
    for (const float value : {agents.velocity[slot].x, agents.velocity[slot].y, agents.speed[slot], agents.max_speed[slot],
                              agents.nearest[slot], agents.way_left[slot], agents.still_for[slot], agents.held_up[slot],
                              agents.crowding[slot], agents.counterflow[slot], agents.waited[slot]})
        hasher.add(static_cast<double>(value));
    hasher.add(agents.passage[slot]);
    hasher.add(packBerth(agents.berth[slot]));
    hasher.add(packBerth(agents.way_to_berth[slot]));
    hasher.add(agents.footing[slot].face);
    hasher.add(agents.goal_step[slot]);
    if (agents.hasListedGoal(slot))
        hasher.add(goals.hash(agents.goal[slot]));
    else
        hasher.add(agents.goesStraight(slot) ? std::uint64_t{1} : std::uint64_t{0});
    hasher.add(agents.blocked_by[slot]);
    hasher.add(agents.group[slot]);
    hasher.add(static_cast<std::uint8_t>(agents.status[slot]));
    hasher.add(agents.flags[slot] & ~AgentColumns::kGhost);
    hasher.add(clearway::computeHash(agents.guide_state.at(slot)));
    hasher.add(clearway::computeHash(agents.steering_state.at(slot)));
    hasher.add(packHeading(agents.heading[slot]));
    if (agents.extra(slot) != AgentColumns::kNoExtras)
    {
        ByteWriter extras;
        writeExtras(extras, agents.extra(slot));
        hasher.add(clearway::computeHash(extras.bytes()));
    }
    return hasher.value();
}

std::uint64_t Crowd::State::computeHash() const
{
    std::uint64_t sum = 0;
    for (std::uint32_t slot = 0; slot < agents.size(); ++slot)
        if (!agents.is(slot, AgentColumns::kGhost)) sum += hashAgent(slot);
    return sum;
}

void Crowd::State::writeAgents(ByteWriter& writer) const
{
    std::vector<std::uint32_t> order(agents.size());
    std::iota(order.begin(), order.end(), 0u);
    std::erase_if(order, [&](std::uint32_t slot) { return agents.is(slot, AgentColumns::kGhost); });
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return agents.id[a] < agents.id[b]; });
    writer.u64(order.size());
    for (const std::uint32_t slot : order) writeAgent(slot, writer);
}

Result<void> Crowd::State::readAgents(ByteReader& reader)
{
    const std::size_t count = reader.count(100);
    for (std::size_t i = 0; i < count; ++i)
        if (const Result<void> agent = readAgent(reader); !agent) return agent;
    return {};
}

Result<void> Crowd::State::readAgent(ByteReader& reader)
{
    const Result<std::uint32_t> slot = appendAgent(reader);
    if (!slot) return slot.error();
    return {};
}

Result<void> Crowd::State::readGhost(ByteReader& reader)
{
    const Result<std::uint32_t> slot = appendAgent(reader);
    if (!slot) return slot.error();
    agents.set(*slot, AgentColumns::kGhost, true);
    ++ghost_count;
    return {};
}

double Crowd::State::ghostRange() const
{
    double radius = 0, speed = 0;
    for (std::size_t slot = 0; slot < agents.size(); ++slot)
    {
        radius = std::max(radius, agents.radius[slot]);
        speed = std::max<double>(speed, agents.max_speed[slot]);
    }
    // Whoever is seen, and whoever those see, since where they would go is needed to keep apart; a few touches more for the
    // rounds.
    const double view = std::max(needs.neighbour_range + 2 * radius, 16 * radius + 2);
    const double near = 2 * view + 8 * (2 * radius + 2 * speed * options.max_step);
    // All who walk on the squares that it looks at.
    const double square = StreamMap::computeSquare(world.ground->bounds(), world.ground->layerCount());
    // All who are at the passages where it is.
    double passage_size = 0;
    for (const Passage& passage : passages)
        passage_size = std::max(passage_size, 2 * (kQueueDepth + passage.depth) + passage.width);
    if (passage_size > 0) passage_size += kQueueSight; // and those at the passages that it sees
    return curved ? near : std::max({near, kCounterflowSight + 1.5 * square, passage_size});
}

} // namespace clearway
