// SPDX-License-Identifier: MIT
// What a GroupMarch is made from, and what it answers; the tick is in march_update.cpp.
#include <clearway/group/march.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "base/errors.h"
#include "group/march_state.h"

namespace clearway {

namespace {

constexpr std::size_t kMaxWayPoints = std::size_t{1} << 20;

Error makePlaceError(std::string message, Vec2 p, std::int64_t index = -1)
{
    Error error{ErrorCode::invalid_geometry, std::move(message)};
    error.place.index = index;
    error.place.has_coordinate = true;
    error.place.coordinate = {p.x, p.y};
    return error;
}

Result<void> checkOptions(const MarchOptions& options)
{
    struct Limit
    {
        const char* name;
        double value;
        bool may_be_zero;
    };
    for (const Limit& limit :
         {Limit{"gap", options.gap, true}, Limit{"wall_gap", options.wall_gap, true},
          Limit{"max_slot_error", options.max_slot_error, true}, Limit{"spread_limit", options.spread_limit, true},
          Limit{"formed_error", options.formed_error, false}, Limit{"lead_time", options.lead_time, false},
          Limit{"patience", options.patience, false}})
        if (!(limit.value >= 0 && limit.value < 1e6) || (limit.value == 0 && !limit.may_be_zero))
            return makeError(fmt::format("The group's {} is {}; it must be {} and below 1,000,000.", limit.name, limit.value,
                                         limit.may_be_zero ? "0 or more" : "above 0"));
    return {};
}

Result<void> checkPoints(const GroupWay& way)
{
    if (way.points.empty()) return makeError("The way of a group needs at least one point.");
    if (way.points.size() > kMaxWayPoints)
        return Error{ErrorCode::out_of_range,
                     fmt::format("The way has {} points; {} are the most.", way.points.size(), kMaxWayPoints)};
    for (std::size_t i = 0; i < way.points.size(); ++i)
    {
        const GroupWay::Point& p = way.points[i];
        if (!isFinite(p.position) || std::abs(p.position.x) > 1e9 || std::abs(p.position.y) > 1e9)
            return makePlaceError(
                fmt::format("Point {} of the way is ({}, {}); coordinates must be finite, and within 10^9 metres.", i,
                            p.position.x, p.position.y),
                p.position, static_cast<std::int64_t>(i));
        if (!(p.left >= 0 && p.right >= 0))
            return makePlaceError(fmt::format("Point {} of the way has room {} on its left and {} on its right; 0 or more is "
                                              "expected.",
                                              i, p.left, p.right),
                                  p.position, static_cast<std::int64_t>(i));
    }
    if (!isFinite(way.facing)) return makeError("The facing at the end of the way must be finite.");
    return {};
}

/// What lies ahead of a place on a way.
GroupWay cutWay(const GroupWay& way, double from, Vec2 place)
{
    GroupWay rest;
    rest.facing = way.facing;
    double sum = 0;
    for (std::size_t i = 0; i < way.points.size(); ++i)
    {
        if (i > 0) sum += distance(way.points[i - 1].position, way.points[i].position);
        if (sum <= from && i + 1 < way.points.size()) continue;
        if (rest.points.empty()) rest.points.push_back({place, way.points[i].left, way.points[i].right});
        rest.points.push_back(way.points[i]);
    }
    return rest;
}

} // namespace

const char* toString(GroupState state)
{
    switch (state)
    {
    case GroupState::forming: return "forming";
    case GroupState::marching: return "marching";
    case GroupState::narrowing: return "narrowing";
    case GroupState::reforming: return "reforming";
    case GroupState::arrived: return "arrived";
    case GroupState::blocked: return "blocked";
    }
    return "unknown";
}

const char* toString(GroupMarch::Trouble trouble)
{
    switch (trouble)
    {
    case GroupMarch::Trouble::none: return "none";
    case GroupMarch::Trouble::member_stuck: return "member_stuck";
    case GroupMarch::Trouble::too_spread: return "too_spread";
    }
    return "unknown";
}

const char* toString(MarchOptions::Hold hold) { return hold == MarchOptions::Hold::kept ? "kept" : "free"; }

void GroupMarch::State::measureMembers()
{
    max_radius = 0;
    slowest = std::numeric_limits<double>::infinity();
    for (const MemberState& member : members)
    {
        max_radius = std::max(max_radius, member.radius);
        slowest = std::min(slowest, speedOf(member));
    }
}

void GroupMarch::State::setLayout(FormationLayout next)
{
    layout = std::move(next);
    std::vector<double> radii;
    for (const MemberState& member : members) radii.push_back(member.radius);
    const std::vector<double> rooms = computeRooms(radii);
    std::vector<std::uint8_t> is_taken(size(), 0);
    owner.resize(size());
    for (std::size_t i = 0; i < size(); ++i) members[i].room = rooms[i];
    for (std::uint32_t i = 0; i < size(); ++i)
    {
        // Any owner with the right size; they are assigned when the group knows where its members are.
        std::uint32_t slot = 0;
        while (layout.rooms[slot] != rooms[i] || is_taken[slot]) ++slot;
        is_taken[slot] = 1;
        members[i].slot = slot;
        owner[slot] = i;
    }
    reserve();
}

void GroupMarch::State::reserve()
{
    places.resize(size());
    errors.resize(size());
    orders.resize(size());
    for (auto* scratch : {&points, &targets}) scratch->reserve(size());
    for (auto* scratch : {&order, &class_members, &class_slots}) scratch->reserve(size());
}

Vec2 GroupMarch::State::headingAt(double s) const
{
    if (s >= track.length() && way.facing != Vec2{}) return way.facing / length(way.facing);
    const Vec2 ahead = track.directionAt(s, std::max({layout.front, layout.back, 4 * max_radius}));
    return ahead == Vec2{} ? heading : ahead;
}

/// Whether the group can go there in this formation, and how far it spreads on the way.
Result<void> GroupMarch::State::checkWay(const GroupWay& next, const FormationLayout& for_layout, double& limit) const
{
    if (Result<void> checked = checkPoints(next); !checked) return checked;
    Track ahead;
    ahead.build(next);
    ahead.fit(for_layout, options.wall_gap);
    double need = for_layout.reach;
    for (const Narrow& stretch : ahead.narrows())
    {
        const std::uint32_t through = filesThrough(stretch.width);
        if (through == 0)
        {
            const auto largest = std::max_element(members.begin(), members.end(),
                                                  [](const auto& a, const auto& b) { return a.radius < b.radius; });
            return makePlaceError(
                fmt::format("The way is {:.3f} m wide at ({:.3f}, {:.3f}); member {} needs {:.3f} m. Plan the way "
                            "for the largest member, or leave it out.",
                            stretch.width, stretch.place.x, stretch.place.y, largest - members.begin(), 2 * largest->radius),
                stretch.place, largest - members.begin());
        }
        const double stretched = std::min(computeFilesLength(through), stretch.end - stretch.begin);
        if (!isFree()) need = std::max(need, stretched + for_layout.front + for_layout.back);
    }
    if (isFree()) need = std::max(2 * need, 10 * max_radius);
    need += 2 * maxSlotError();
    if (options.spread_limit > 0 && options.spread_limit < need)
        return makeError(
            fmt::format("The group may spread {:.2f} m, but needs {:.2f} m on this way; allow more, or set no limit.",
                        options.spread_limit, need));
    limit = options.spread_limit > 0 ? options.spread_limit : need;
    return {};
}

void GroupMarch::State::startWay(std::span<const Vec2> positions)
{
    const bool was_formed = has_way && files == 0 && !isFree() &&
                            (phase == GroupState::marching || phase == GroupState::reforming || phase == GroupState::arrived);
    track.build(way);
    track.fit(layout, options.wall_gap);
    has_way = true;
    is_blocked = is_gathering = is_loose = false;
    shed_count = 0;
    calm_for = creeping_for = loose_from = aside = aside_wanted = 0;
    trouble = GroupMarch::Trouble::none;
    at = spread_for = head = files_length = 0;
    narrow = files = 0;
    const Vec2 ahead = headingAt(0);
    if (isFree())
    {
        heading = ahead;
        for (std::size_t i = 0; i < size(); ++i)
            members[i].along = track.findNearest(positions[i], 0, std::min(track.length(), 2 * spread_limit));
        assignSlots(0, heading, positions);
        enter(GroupState::marching);
    }
    else if (!track.narrows().empty() && track.narrows()[0].starts_way)
    {
        heading = ahead;
        assignSlots(0, heading, positions);
        beginFiles(positions);
        enter(GroupState::narrowing);
    }
    else if (was_formed && dot(heading, ahead) > kTurnsBack)
        enter(GroupState::marching);
    else
    {
        heading = ahead;
        assignSlots(0, heading, positions);
        enter(GroupState::forming);
    }
    files > 0 ? placeInFiles() : placeInFormation();
    for (std::size_t i = 0; i < size(); ++i)
    {
        members[i].place_velocity = {};
        places[i] = members[i].place;
    }
    measure(positions);
}

Result<GroupMarch> GroupMarch::build(std::span<const GroupMarch::Member> members, const Formation& formation,
                                     const MarchOptions& options)
{
    if (const Result<void> checked = checkOptions(options); !checked) return checked.error();
    std::vector<double> radii;
    for (const GroupMarch::Member& member : members) radii.push_back(member.radius);
    Result<FormationLayout> layout = buildLayout(formation, radii, {.gap = options.gap});
    if (!layout) return layout.error();
    for (std::size_t i = 0; i < members.size(); ++i)
        if (!(members[i].speed > 0 && members[i].speed < 1e6))
            return makeError(fmt::format("Member {} has a speed of {}; speeds are above 0 and finite.", i, members[i].speed));

    auto state = std::make_unique<State>();
    state->options = options;
    for (const GroupMarch::Member& member : members) state->members.push_back({.radius = member.radius, .speed = member.speed});
    state->measureMembers();
    state->setLayout(std::move(*layout));
    return GroupMarch(std::move(state));
}

GroupMarch::GroupMarch(std::unique_ptr<State> state) : state_(std::move(state)) {}
GroupMarch::GroupMarch(GroupMarch&&) noexcept = default;
GroupMarch& GroupMarch::operator=(GroupMarch&&) noexcept = default;
GroupMarch::~GroupMarch() = default;

Result<void> GroupMarch::setWay(const GroupWay& way, std::span<const Vec2> positions)
{
    CLEARWAY_ASSERT(positions.size() == size(), "one position for each member of the group");
    double limit = 0;
    if (Result<void> checked = state_->checkWay(way, state_->layout, limit); !checked) return checked;
    state_->way = way;
    state_->spread_limit = limit;
    state_->startWay(positions);
    return {};
}

Result<void> GroupMarch::setFormation(const Formation& formation, std::span<const Vec2> positions)
{
    CLEARWAY_ASSERT(positions.size() == size(), "one position for each member of the group");
    State& s = *state_;
    std::vector<double> radii;
    for (const MemberState& member : s.members) radii.push_back(member.radius);
    Result<FormationLayout> layout = buildLayout(formation, radii, {.gap = s.options.gap});
    if (!layout) return layout.error();
    if (s.has_way)
    {
        GroupWay rest = cutWay(s.way, travelled(), center());
        double limit = 0;
        if (Result<void> checked = s.checkWay(rest, *layout, limit); !checked) return checked;
        s.way = std::move(rest);
        s.spread_limit = limit;
    }
    s.setLayout(std::move(*layout));
    s.phase = GroupState::forming;
    if (s.has_way) s.startWay(positions);
    return {};
}

void GroupMarch::remove(std::size_t member)
{
    State& s = *state_;
    CLEARWAY_ASSERT(member < s.size() && s.size() > 1, "no such member of the group, or the last one");
    const std::uint32_t slot = s.members[member].slot;
    const auto drop = [](auto& items, std::size_t i) { items.erase(items.begin() + static_cast<std::ptrdiff_t>(i)); };
    drop(s.members, member);
    drop(s.layout.slots, slot);
    drop(s.layout.rooms, slot);
    drop(s.owner, slot);
    drop(s.places, member);
    drop(s.errors, member);
    drop(s.orders, member);
    for (MemberState& other : s.members) other.slot -= other.slot > slot;
    for (std::uint32_t& other : s.owner) other -= other > member;
    s.measureMembers();
    if (s.files > 0) s.fitLane();
    if (s.is_blocked && s.troubled == member)
    {
        s.is_blocked = false;
        s.trouble = GroupMarch::Trouble::none;
    }
    s.troubled -= s.troubled > member;
    s.troubled = std::min(s.troubled, s.size() - 1);
}

void GroupMarch::setPace(std::size_t member, double pace)
{
    CLEARWAY_ASSERT(member < size() && pace > 0, "a pace is above 0");
    state_->members[member].pace = pace;
}

void GroupMarch::keepAside(double left)
{
    CLEARWAY_ASSERT(std::isfinite(left), "metres to the left");
    state_->aside_wanted = left;
}

std::size_t GroupMarch::size() const { return state_->size(); }
GroupState GroupMarch::state() const { return state_->is_blocked ? GroupState::blocked : state_->phase; }
GroupMarch::Trouble GroupMarch::trouble() const { return state_->trouble; }
std::size_t GroupMarch::troubled() const { return state_->troubled; }
Vec2 GroupMarch::heading() const { return state_->heading; }
const FormationLayout& GroupMarch::layout() const { return state_->layout; }
std::size_t GroupMarch::slotOf(std::size_t member) const { return state_->members[member].slot; }
std::size_t GroupMarch::ownerOf(std::size_t slot) const { return state_->owner[slot]; }
std::span<const Vec2> GroupMarch::places() const { return state_->places; }
std::span<const double> GroupMarch::slotErrors() const { return state_->errors; }
double GroupMarch::maxSlotError() const { return state_->max_error; }
double GroupMarch::rmsSlotError() const { return state_->rms_error; }
double GroupMarch::spread() const { return state_->spread; }
double GroupMarch::spreadLimit() const { return state_->spread_limit; }
std::uint32_t GroupMarch::files() const { return state_->files; }
bool GroupMarch::isLoose() const { return state_->is_loose; }

double GroupMarch::travelled() const
{
    const State& s = *state_;
    if (s.files == 0) return s.at;
    const Narrow& stretch = s.track.narrows()[s.narrow];
    return std::clamp(s.head - s.files_length / 2, stretch.begin, stretch.end);
}

Vec2 GroupMarch::center() const
{
    const State& s = *state_;
    if (!s.has_way) return {};
    return s.track.at(travelled());
}

} // namespace clearway
