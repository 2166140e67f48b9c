// SPDX-License-Identifier: MIT
// A group as bytes. One list of fields serves writing and reading, so that they cannot disagree.
#include <algorithm>
#include <cmath>
#include <type_traits>

#include <fmt/format.h>

#include <clearway/base/hash.h>

#include "base/errors.h"
#include "group/march_state.h"

namespace clearway {

namespace {

constexpr std::uint32_t kMagic = 0x50524743; // "CGRP"
constexpr std::uint32_t kVersion = 2;

class Saver
{
public:
    explicit Saver(ByteWriter& writer) : writer_(writer) {}

    void operator()(double value) { writer_.f64(value); }
    void operator()(Vec2 value)
    {
        writer_.f64(value.x);
        writer_.f64(value.y);
    }
    template <typename T>
        requires(std::is_integral_v<T> || std::is_enum_v<T>)
    void operator()(T value)
    {
        writer_.u64(static_cast<std::uint64_t>(value));
    }
    template <typename T, typename Each>
    void list(const std::vector<T>& items, std::size_t item_bytes, Each&& each)
    {
        static_cast<void>(item_bytes);
        writer_.u64(items.size());
        for (const T& item : items) each(item);
    }

private:
    ByteWriter& writer_;
};

class Loader
{
public:
    explicit Loader(ByteReader& reader) : reader_(reader) {}

    void operator()(double& value)
    {
        value = reader_.f64();
        if (std::isnan(value)) reader_.fail();
    }
    void operator()(Vec2& value)
    {
        value.x = reader_.f64();
        value.y = reader_.f64();
        if (!isFinite(value)) reader_.fail();
    }
    template <typename T>
        requires(std::is_integral_v<T> || std::is_enum_v<T>)
    void operator()(T& value)
    {
        const std::uint64_t read = reader_.u64();
        value = static_cast<T>(read);
        if (static_cast<std::uint64_t>(value) != read) reader_.fail();
    }
    template <typename T, typename Each>
    void list(std::vector<T>& items, std::size_t item_bytes, Each&& each)
    {
        items.resize(reader_.count(item_bytes));
        for (T& item : items) each(item);
    }

private:
    ByteReader& reader_;
};

template <typename Archive, typename Member>
void visitMember(Archive& archive, Member& member)
{
    archive(member.radius);
    archive(member.speed);
    archive(member.pace);
    archive(member.room);
    archive(member.slot);
    archive(member.place);
    archive(member.place_velocity);
    archive(member.error);
    archive(member.best_error);
    archive(member.stalled_for);
    archive(member.along);
    archive(member.passing);
    archive(member.behind);
    archive(member.beside);
    archive(member.wait_along);
    archive(member.wait_side);
    archive(member.wait_place);
}

template <typename Archive, typename Layout>
void visitLayout(Archive& archive, Layout& layout)
{
    archive.list(layout.slots, 16, archive);
    archive.list(layout.rooms, 8, archive);
    for (auto* value : {&layout.scale, &layout.front, &layout.back, &layout.left, &layout.right, &layout.reach}) archive(*value);
    archive(layout.added);
    archive(layout.left_empty);
}

template <typename Archive, typename State>
void visit(Archive& archive, State& s)
{
    archive(s.options.hold);
    for (auto* value : {&s.options.gap, &s.options.wall_gap, &s.options.max_slot_error, &s.options.spread_limit,
                        &s.options.formed_error, &s.options.lead_time, &s.options.patience})
        archive(*value);
    visitLayout(archive, s.layout);
    archive.list(s.members, 158, [&](auto& member) { visitMember(archive, member); });
    archive.list(s.owner, 8, archive);
    archive.list(s.way.points, 32, [&](auto& point) {
        archive(point.position);
        archive(point.left);
        archive(point.right);
    });
    archive(s.way.facing);
    archive(s.has_way);
    archive(s.phase);
    archive(s.is_blocked);
    archive(s.trouble);
    archive(s.troubled);
    archive(s.heading);
    for (auto* value : {&s.at, &s.settling_for, &s.best_rms, &s.spread, &s.spread_limit, &s.spread_for, &s.head, &s.files_length})
        archive(*value);
    archive(s.is_loose);
    archive(s.shed_count);
    for (auto* value : {&s.loose_from, &s.aside, &s.aside_wanted, &s.calm_for, &s.creeping_for}) archive(*value);
    archive(s.narrow);
    archive(s.files);
    archive(s.is_gathering);
}

/// Whether what was read can be worked with: every index is one, every size is a size.
bool isSound(const GroupMarch::State& s)
{
    const std::size_t n = s.size();
    if (n == 0 || n > kMaxGroupSize || s.layout.slots.size() != n || s.layout.rooms.size() != n || s.owner.size() != n)
        return false;
    const auto isIn = [](double value, double low, double high) { return value >= low && value <= high; };
    for (std::uint32_t i = 0; i < n; ++i)
    {
        const MemberState& member = s.members[i];
        if (member.slot >= n || s.owner[member.slot] != i) return false;
        if (!isIn(member.radius, 1e-300, 1e6) || !isIn(member.speed, 1e-300, 1e6) || !isIn(member.pace, 1e-300, 1e6) ||
            member.passing > Passing::through)
            return false;
        if (member.room != s.layout.rooms[member.slot]) return false;
        for (const double value :
             {member.error, member.stalled_for, member.along, member.behind, member.beside, member.wait_along, member.wait_side})
            if (!std::isfinite(value)) return false;
    }
    const MarchOptions& o = s.options;
    for (const double value : {o.gap, o.wall_gap, o.max_slot_error, o.spread_limit, o.formed_error, o.lead_time, o.patience,
                               s.layout.front, s.layout.back, s.layout.left, s.layout.right, s.layout.reach, s.spread,
                               s.spread_limit, s.spread_for, s.settling_for, s.calm_for, s.creeping_for})
        if (!isIn(value, 0, 1e12)) return false;
    if (!isIn(lengthSq(s.heading), 0.99, 1.01) || !std::isfinite(s.at) || !std::isfinite(s.head) ||
        !std::isfinite(s.loose_from) || !std::isfinite(s.aside) || !std::isfinite(s.aside_wanted) ||
        !std::isfinite(s.files_length))
        return false;
    for (const GroupWay::Point& p : s.way.points)
        if (!isIn(std::abs(p.position.x), 0, 1e9) || !isIn(std::abs(p.position.y), 0, 1e9) || !(p.left >= 0 && p.right >= 0))
            return false;
    return o.hold <= MarchOptions::Hold::free && o.lead_time > 0 && s.phase < GroupState::blocked &&
           s.trouble <= GroupMarch::Trouble::too_spread && s.troubled < n && s.has_way == !s.way.points.empty() &&
           // There may be more files than members, after losses.
           s.files <= kMaxGroupSize && (s.files == 0 || s.has_way) && (s.files > 0 || s.phase != GroupState::narrowing) &&
           !(s.is_loose && (s.files > 0 || s.phase != GroupState::marching));
}

Error makeBytesError(std::string message) { return {ErrorCode::malformed_file, std::move(message)}; }

} // namespace

void GroupMarch::save(ByteWriter& writer) const
{
    ByteWriter body;
    Saver saver(body);
    visit(saver, *state_);
    writer.u32(kMagic);
    writer.u32(kVersion);
    writer.u64(clearway::computeHash(body.bytes()));
    writer.u64(body.bytes().size());
    writer.raw(body.bytes());
}

std::uint64_t GroupMarch::computeHash() const
{
    ByteWriter body;
    Saver saver(body);
    visit(saver, *state_);
    return clearway::computeHash(body.bytes());
}

Result<GroupMarch> GroupMarch::restore(ByteReader& reader, std::optional<FieldGrid> grid)
{
    if (reader.u32() != kMagic) return makeBytesError("These bytes are not a saved group.");
    if (const std::uint32_t version = reader.u32(); version != kVersion)
        return makeError(ErrorCode::unsupported_format,
                         fmt::format("The group was saved in version {}; this program reads version {}.", version, kVersion));
    const std::uint64_t checksum = reader.u64();
    const std::span<const std::byte> bytes = reader.raw(reader.count(1));
    if (reader.failed() || clearway::computeHash(bytes) != checksum)
        return makeBytesError("The saved group is damaged: its checksum does not match.");
    ByteReader body(bytes);
    auto state = std::make_unique<State>();
    State& s = *state;
    Loader loader(body);
    visit(loader, s);
    if (body.failed() || !isSound(s)) return makeBytesError("The saved group is damaged: it holds values that no group has.");
    s.options.grid = std::move(grid);
    s.measureMembers();
    s.reserve();
    if (s.has_way)
    {
        s.track.build(s.way);
        s.track.fit(s.layout, s.options.wall_gap);
        if (s.files > 0)
        {
            if (s.narrow >= s.track.narrows().size())
                return makeBytesError("The saved group is in files, but nowhere is its way narrow.");
            s.fitLane();
        }
    }
    for (std::size_t i = 0; i < s.size(); ++i)
    {
        s.places[i] = s.members[i].place;
        s.errors[i] = s.members[i].error;
        s.max_error = std::max(s.max_error, s.errors[i]);
        s.rms_error += s.errors[i] * s.errors[i];
    }
    s.rms_error = std::sqrt(s.rms_error / static_cast<double>(s.size()));
    return GroupMarch(std::move(state));
}

} // namespace clearway
