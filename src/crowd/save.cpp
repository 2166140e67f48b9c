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

constexpr std::uint32_t kMagic = 0x43574352; // "RCWC"
constexpr std::uint32_t kVersion = 2;

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

template <typename Enum>
Enum readEnum(ByteReader& reader, Enum last)
{
    const std::uint8_t value = reader.u8();
    if (value > static_cast<std::uint8_t>(last)) reader.fail();
    return reader.failed() ? Enum{} : static_cast<Enum>(value);
}

void readBytes(ByteReader& reader, std::span<std::byte> bytes)
{
    const std::span<const std::byte> read = reader.raw(bytes.size());
    if (read.size() == bytes.size()) std::ranges::copy(read, bytes.begin());
}

} // namespace

std::uint64_t Crowd::State::hashOfGround() const
{
    if (!ground_hash) ground_hash = world.ground->computeHash();
    return *ground_hash;
}

/// What the bytes of agents are made for: this ground, guide and steering.
void Crowd::State::writeOrigin(ByteWriter& writer) const
{
    writer.u64(hashOfGround());
    writer.text(world.guide->name());
    writer.text(steering->name());
    writer.u64(agents.guide_state.stride());
    writer.u64(agents.steering_state.stride());
}

/// Whether bytes that begin here were made for the same.
Result<void> Crowd::State::checkOrigin(ByteReader& reader) const
{
    const bool is_other_ground = reader.u64() != hashOfGround();
    const std::string guide = reader.text(), model = reader.text();
    const bool has_other_states = reader.u64() != agents.guide_state.stride() || reader.u64() != agents.steering_state.stride();
    if (reader.failed()) return makeError(ErrorCode::malformed_file, "The bytes end too soon.");
    if (is_other_ground) return makeError(ErrorCode::malformed_file, "These bytes were made on another ground.");
    if (guide != world.guide->name())
        return makeError(
            ErrorCode::malformed_file,
            fmt::format("These bytes were made with the guide \"{}\"; this crowd has \"{}\".", guide, world.guide->name()));
    if (model != steering->name())
        return makeError(
            ErrorCode::malformed_file,
            fmt::format("These bytes were made with the steering \"{}\"; this crowd has \"{}\".", model, steering->name()));
    if (has_other_states)
        return makeError(ErrorCode::malformed_file, "These bytes were made by another version of the guide or steering.");
    return {};
}

void Crowd::State::writeAgent(std::uint32_t slot, ByteWriter& writer) const
{
    writer.u64(agents.id[slot]);
    writePoint(writer, agents.position[slot]);
    writeFloat(writer, agents.velocity[slot].x);
    writeFloat(writer, agents.velocity[slot].y);
    writer.f64(agents.radius[slot]);
    writeFloat(writer, agents.speed[slot]);
    writeFloat(writer, agents.max_speed[slot]);
    writer.u32(agents.footing[slot].face);
    writer.u32(agents.footing[slot].layer);
    writeFloat(writer, agents.footing[slot].wall_room);
    writeFloat(writer, agents.footing[slot].face_room);
    goalOf(slot).write(writer);
    writePoint(writer, agents.goal_point[slot]);
    writer.u32(agents.goal_step[slot]);
    writePoint(writer, agents.target[slot]);
    writeFloat(writer, agents.nearest[slot]);
    writeFloat(writer, agents.stalled_for[slot]);
    writeBerth(writer, agents.berth[slot]);
    writeBerth(writer, agents.way_to_berth[slot]);
    writeFloat(writer, agents.still_for[slot]);
    writer.u64(agents.blocked_by[slot]);
    writer.u32(agents.group[slot]);
    writer.u8(static_cast<std::uint8_t>(agents.status[slot]));
    writer.u8(static_cast<std::uint8_t>(agents.reason[slot]));
    writer.u8(agents.flags[slot] & static_cast<std::uint8_t>(~AgentColumns::kGhost));
    writer.raw(agents.guide_state.at(slot));
    writer.raw(agents.steering_state.at(slot));
}

/// Appends an agent; nothing is left of it when the bytes are not one.
Result<std::uint32_t> Crowd::State::readAgent(ByteReader& reader)
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
    footing.layer = reader.u32();
    footing.wall_room = readFloat(reader);
    footing.face_room = readFloat(reader);
    const Goal goal = Goal::read(reader);
    agents.goal_point[slot] = readPoint(reader);
    agents.goal_step[slot] = reader.u32();
    agents.target[slot] = readPoint(reader);
    agents.nearest[slot] = readFloat(reader);
    agents.stalled_for[slot] = readFloat(reader);
    agents.berth[slot] = readBerth(reader);
    agents.way_to_berth[slot] = readBerth(reader);
    agents.still_for[slot] = readFloat(reader);
    agents.blocked_by[slot] = reader.u64();
    agents.group[slot] = reader.u32();
    agents.status[slot] = readEnum(reader, AgentStatus::stuck);
    agents.reason[slot] = readEnum(reader, StuckReason::arrived);
    agents.flags[slot] = reader.u8();
    readBytes(reader, agents.guide_state.at(slot));
    readBytes(reader, agents.steering_state.at(slot));
    const bool makes_sense = agents.radius[slot] > 0 && agents.radius[slot] <= kMaxAgentRadius && agents.speed[slot] >= 0 &&
                             agents.max_speed[slot] >= 0 && agents.id[slot] != kNoAgent;
    if (reader.failed() || !makes_sense || !world.ground->isOn(agents.position[slot], footing))
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
    agents.goal[slot] = indexOf(goal);
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
                              agents.nearest[slot], agents.stalled_for[slot], agents.still_for[slot]})
        hasher.add(static_cast<double>(value));
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
    hasher.add(static_cast<std::uint8_t>(agents.reason[slot]));
    hasher.add(agents.flags[slot] & ~AgentColumns::kGhost);
    hasher.add(clearway::computeHash(agents.guide_state.at(slot)));
    hasher.add(clearway::computeHash(agents.steering_state.at(slot)));
    return hasher.value();
}

std::uint64_t Crowd::computeHash() const
{
    std::uint64_t sum = 0;
    for (std::uint32_t slot = 0; slot < state_->agents.size(); ++slot)
        if (!state_->agents.is(slot, AgentColumns::kGhost)) sum += state_->hashAgent(slot);
    return sum;
}

void Crowd::save(ByteWriter& writer) const
{
    const State& s = *state_;
    ByteWriter body;
    s.writeOrigin(body);
    body.u64(s.options.seed);
    body.u64(s.tick);
    s.clock.write(body);
    body.u64(s.run_hash);
    body.u64(s.next_id);
    std::vector<std::uint32_t> order(s.agents.size());
    std::iota(order.begin(), order.end(), 0u);
    std::erase_if(order, [&](std::uint32_t slot) { return s.agents.is(slot, AgentColumns::kGhost); });
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return s.agents.id[a] < s.agents.id[b]; });
    body.u64(order.size());
    for (const std::uint32_t slot : order) s.writeAgent(slot, body);

    writer.u32(kMagic);
    writer.u32(kVersion);
    writer.u64(clearway::computeHash(body.bytes()));
    writer.u64(body.bytes().size());
    writer.raw(body.bytes());
}

Result<void> Crowd::restore(ByteReader& reader)
{
    if (reader.u32() != kMagic) return makeError(ErrorCode::malformed_file, "These bytes are not a saved crowd.");
    if (const std::uint32_t version = reader.u32(); version != kVersion)
        return makeError(ErrorCode::unsupported_format,
                         fmt::format("The crowd was saved in version {}; this program reads version {}.", version, kVersion));
    const std::uint64_t checksum = reader.u64();
    const std::span<const std::byte> bytes = reader.raw(reader.count(1));
    if (reader.failed() || clearway::computeHash(bytes) != checksum)
        return makeError(ErrorCode::malformed_file, "The saved crowd is damaged: its checksum does not match.");

    ByteReader body(bytes);
    auto fresh = std::make_unique<State>(state_->world, state_->options);
    if (const Result<void> fits = state_->checkOrigin(body); !fits) return fits.error();
    fresh->options.seed = body.u64();
    fresh->tick = body.u64();
    fresh->clock = StepClock::read(body);
    if (!std::isfinite(fresh->clock.time()))
        return makeError(ErrorCode::malformed_file, "The saved crowd is damaged: its time is not a number.");
    fresh->run_hash = body.u64();
    const AgentId next_id = body.u64();
    const std::size_t count = body.count(100);
    for (std::size_t i = 0; i < count; ++i)
        if (const auto agent = fresh->readAgent(body); !agent) return agent.error();
    if (body.failed()) return makeError(ErrorCode::malformed_file, "The saved crowd ends too soon.");
    fresh->next_id = std::max(fresh->next_id, next_id);
    *this = Crowd(std::move(fresh));
    return {};
}

AgentState Crowd::copy(AgentId id) const
{
    const std::uint32_t slot = state_->slots.find(state_->agents.id, id);
    CLEARWAY_ASSERT(slot != SlotTable::kNoSlot, "there is no such agent in this crowd");
    ByteWriter writer;
    state_->writeOrigin(writer);
    state_->writeAgent(slot, writer);
    return {id, writer.take()};
}

AgentState Crowd::take(AgentId id)
{
    AgentState agent = copy(id);
    remove(id);
    return agent;
}

Result<void> Crowd::put(const AgentState& agent)
{
    ByteReader reader(agent.bytes);
    if (const Result<void> fits = state_->checkOrigin(reader); !fits) return fits.error();
    const auto slot = state_->readAgent(reader);
    if (!slot) return slot.error();
    return {};
}

Result<void> Crowd::addGhost(const AgentState& agent)
{
    ByteReader reader(agent.bytes);
    if (const Result<void> fits = state_->checkOrigin(reader); !fits) return fits.error();
    const auto slot = state_->readAgent(reader);
    if (!slot) return slot.error();
    state_->agents.set(*slot, AgentColumns::kGhost, true);
    ++state_->ghost_count;
    return {};
}

double Crowd::ghostRange() const
{
    const State& s = *state_;
    double radius = 0, speed = 0;
    for (std::size_t slot = 0; slot < s.agents.size(); ++slot)
    {
        radius = std::max(radius, s.agents.radius[slot]);
        speed = std::max<double>(speed, s.agents.max_speed[slot]);
    }
    // Whoever is seen, and whoever those see, since where they would go is needed to keep apart; a few touches more for the
    // rounds.
    const double view = std::max(s.needs.neighbour_range + 2 * radius, 16 * radius + 2);
    return 2 * view + 8 * (2 * radius + 2 * speed * s.options.max_step);
}

} // namespace clearway
