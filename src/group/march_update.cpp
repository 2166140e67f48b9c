// SPDX-License-Identifier: MIT
// One tick of a group.
// Based on: the leader's pace of the formation force, speed * clamp(1 - max_slot_error / d_max, 0.1, 1).
// Departures: at 2 d_max, and at the spread limit, the centre stops, so that nobody who cannot follow is left behind.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <clearway/yielding/yielding.h>

#include "geometry/angle.h"
#include "group/march_state.h"

namespace clearway {

namespace {

constexpr double kCreep = 0.3;     ///< of the slowest's speed: a group that is slower hardly gets on
constexpr double kTurnShare = 0.7; ///< of the slowest's speed that turning may take from the outermost slot

/// v turned left by a small angle, or nearly so.
Vec2 rotate(Vec2 v, double angle)
{
    const double t = std::clamp(angle, -1.0, 1.0) / 2;
    const Vec2 turned = v * (1 - t * t) + perpendicular(v) * (2 * t);
    return turned / length(turned);
}

} // namespace

void GroupMarch::State::measure(std::span<const Vec2> positions)
{
    double sum_sq = 0;
    max_error = 0;
    Vec2 sum;
    for (std::size_t i = 0; i < size(); ++i)
    {
        MemberState& member = members[i];
        member.error = isRoaming(member) ? 0 : distance(positions[i], member.place);
        errors[i] = member.error;
        max_error = std::max(max_error, member.error);
        sum_sq += member.error * member.error;
        sum = sum + (positions[i] - positions[0]);
    }
    const auto count = static_cast<double>(size());
    rms_error = std::sqrt(sum_sq / count);
    const Vec2 mean = positions[0] + sum / count;
    spread = 0;
    farthest = 0;
    for (std::size_t i = 0; i < size(); ++i)
        if (const double d = distance(positions[i], mean); d > spread)
        {
            spread = d;
            farthest = i;
        }
}

/// Of the centre, as part of the slowest's speed.
double GroupMarch::State::computePace() const
{
    double error = 0;
    for (const MemberState& member : members)
    {
        // In files it counts who falls behind; who is still coming from the side is let in.
        if (files == 0)
            error = std::max(error, member.error);
        else if (member.passing == Passing::filing)
            error = std::max(error, head - member.behind - member.along);
    }
    const bool is_held = is_blocked && (files == 0 || members[troubled].passing == Passing::filing);
    if (is_held || spread >= spread_limit || error >= 2 * maxSlotError()) return 0;
    return std::clamp(1 - error / maxSlotError(), 0.1, 1.0);
}

void GroupMarch::State::enter(GroupState next)
{
    phase = next;
    settling_for = 0;
    best_rms = std::numeric_limits<double>::infinity();
}

/// Whether the formation stands, or has become as good as it will.
bool GroupMarch::State::isSettled(double dt)
{
    if (rms_error <= options.formed_error * max_radius) return true;
    if (rms_error < best_rms - 0.02 * max_radius)
    {
        best_rms = rms_error;
        settling_for = 0;
    }
    else
        settling_for += dt;
    return settling_for >= options.patience && max_error <= maxSlotError();
}

/// Turns toward the way; says which part of its share that took.
double GroupMarch::State::turn(double dt, double pace, std::span<const Vec2> positions)
{
    const Vec2 ahead = headingAt(at);
    if (dot(heading, ahead) <= kTurnsBack)
    {
        heading = ahead;
        assignSlots(at, heading, positions);
        enter(GroupState::forming);
        return 1;
    }
    const double angle = computeTurn(heading, ahead);
    const double most = kTurnShare * slowest * pace * dt / std::max(layout.reach, max_radius);
    if (std::abs(angle) <= most)
    {
        heading = ahead;
        return most > 0 ? std::abs(angle) / most : 0;
    }
    heading = rotate(heading, angle > 0 ? most : -most);
    return 1;
}

/// Goes over to the side that was asked for, as far as there is room and so that it is back where the way narrows or ends.
void GroupMarch::State::stepAsideBy(double moved, double left)
{
    const double usual = track.shiftAt(at), back = Track::kSlope * left;
    const double room = std::clamp(aside_wanted, std::min(0.0, track.leastShiftAt(at) - usual + options.gap),
                                   std::max(0.0, track.mostShiftAt(at) - usual - options.gap));
    const double to = std::clamp(room, -back, back);
    aside += std::clamp(to - aside, -Track::kSlope * moved, Track::kSlope * moved);
}

void GroupMarch::State::march(double dt, std::span<const Vec2> positions)
{
    const double pace = computePace();
    const double turned = turn(dt, pace, positions);
    if (phase != GroupState::marching) return;
    const bool has_narrow = narrow < track.narrows().size();
    const double stop = has_narrow ? track.narrows()[narrow].begin : track.length();
    const double before = at;
    at = std::min(at + slowest * pace * (1 - kTurnShare * turned) * dt, stop);
    stepAsideBy(at - before, stop - at);
    if (at < stop) return;
    aside = 0;
    if (has_narrow)
    {
        placeInFormation();
        beginFiles(positions);
        enter(GroupState::narrowing);
    }
    else if (heading == headingAt(at))
        enter(GroupState::reforming);
}

void GroupMarch::State::advance(double dt, std::span<const Vec2> positions)
{
    switch (phase)
    {
    case GroupState::forming:
        if (isSettled(dt)) enter(GroupState::marching);
        break;
    case GroupState::marching: isFree() ? walkFree(dt, positions) : march(dt, positions); break;
    case GroupState::narrowing:
        followFiles(positions);
        advanceFiles(dt, computePace(), positions);
        if (files > 0 && track.narrows()[narrow].ends_way && head >= track.length() && isSettled(dt)) enter(GroupState::arrived);
        break;
    case GroupState::reforming:
        if (isSettled(dt)) enter(at >= track.length() ? GroupState::arrived : GroupState::marching);
        break;
    case GroupState::arrived:
    case GroupState::blocked: break;
    }
}

/// Which members are held up and come no nearer to where they should be.
void GroupMarch::State::watch(double dt, std::span<const float> held_up)
{
    is_blocked = false;
    trouble = GroupMarch::Trouble::none;
    double longest = 0;
    calm_for += dt;
    if (phase == GroupState::arrived) return;
    for (std::size_t i = 0; i < size(); ++i)
    {
        MemberState& member = members[i];
        if (held_up[i] > 0) calm_for = 0;
        const bool roams = isRoaming(member);
        // What has to become less.
        const double left = roams ? track.length() - member.along : member.error;
        // Who walks on its own and is not held up gets on, wherever others have pushed it.
        const bool gets_on = roams && held_up[i] == 0;
        const bool may_wait = roams && !is_loose && member.along - at > kRoamAhead * spread_limit / 2;
        if (may_wait || gets_on || (!roams && left <= maxSlotError() / 2) || left < member.best_error - 0.25 * member.radius)
        {
            member.best_error = left;
            member.stalled_for = 0;
        }
        else if (held_up[i] > 0)
            member.stalled_for += dt;
        if (member.stalled_for < options.patience || member.stalled_for <= longest) continue;
        longest = member.stalled_for;
        is_blocked = true;
        trouble = GroupMarch::Trouble::member_stuck;
        troubled = i;
    }
    // A formation may also creep, since those who are held up come a little nearer again and again.
    const bool creeps =
        !isFree() && calm_for == 0 && (phase == GroupState::marching || phase == GroupState::narrowing) && computePace() < kCreep;
    creeping_for = std::max(0.0, creeping_for + (creeps ? dt : -dt));
    if (!is_blocked && creeping_for >= options.patience)
    {
        is_blocked = true;
        trouble = GroupMarch::Trouble::member_stuck;
        troubled = static_cast<std::size_t>(std::max_element(errors.begin(), errors.end()) - errors.begin());
    }
    spread_for = spread >= spread_limit && phase != GroupState::forming && !is_loose ? spread_for + dt : 0;
    if (is_blocked || spread_for < options.patience) return;
    is_blocked = true;
    trouble = GroupMarch::Trouble::too_spread;
    troubled = farthest;
}

void GroupMarch::State::writeOrders(std::span<const Vec2> positions)
{
    const double lead = options.lead_time;
    for (std::size_t i = 0; i < size(); ++i)
    {
        const MemberState& member = members[i];
        places[i] = member.place;
        GroupMarch::Order& order_of = orders[i];
        order_of.is_far = !isRoaming(member) && member.error > 2 * maxSlotError();
        if (isRoaming(member))
        {
            const double ahead = is_loose ? 0 : (member.along - at) / spread_limit;
            order_of.target = member.place;
            order_of.speed = speedOf(member) * std::clamp(2 * (kRoamAhead - ahead) / kRoamAhead, 0.0, 1.0);
            continue;
        }
        order_of.target = member.place + member.place_velocity * lead;
        order_of.speed = std::min(speedOf(member), distance(positions[i], order_of.target) / lead);
        if (files > 0 && member.passing == Passing::filing) order_of.target = aimInFiles(member, positions[i]);
    }
}

/// In a narrow place somebody may get ahead of the one it should follow, and neither can pass the other again; and who comes last
/// to a formation may find its slot behind those who stand already. Two who are alike
/// exchange places when that makes the sum of squared distances smaller. The farthest from its place is looked at, with the one
/// by whom most is gained, once in a tick.
void GroupMarch::State::exchange(std::span<const Vec2> positions)
{
    const bool takes_slots = phase == GroupState::narrowing || phase == GroupState::reforming || is_gathering;
    if (!takes_slots) return;
    std::size_t late = 0;
    double farthest_sq = 0;
    for (std::size_t i = 0; i < size(); ++i)
        if (const double d = distanceSq(positions[i], members[i].place); d > farthest_sq && !isRoaming(members[i]))
        {
            farthest_sq = d;
            late = i;
        }
    MemberState& p = members[late];
    double most = p.radius * p.radius;
    std::size_t other = late;
    for (std::size_t i = 0; i < size(); ++i)
    {
        const MemberState& q = members[i];
        if (q.radius != p.radius || q.speed != p.speed || isRoaming(q)) continue;
        const double gain = farthest_sq + distanceSq(positions[i], q.place) - distanceSq(positions[late], q.place) -
                            distanceSq(positions[i], p.place);
        if (gain <= most) continue;
        most = gain;
        other = i;
    }
    if (other == late) return;
    std::swap(p, members[other]);
    std::swap(p.pace, members[other].pace);
    if (isFree()) std::swap(p.along, members[other].along); // that is where they are
    for (const std::size_t i : {late, other})
    {
        owner[members[i].slot] = static_cast<std::uint32_t>(i);
        members[i].best_error = std::numeric_limits<double>::infinity();
        members[i].stalled_for = 0;
    }
}

/// Those who stand between a member that comes no nearer and its place step aside.
void GroupMarch::State::makeWay(std::span<const Vec2> positions)
{
    std::size_t stuck = size();
    double longest = options.patience / 3;
    for (std::size_t i = 0; i < size(); ++i)
        if (members[i].stalled_for > longest && !isRoaming(members[i]))
        {
            longest = members[i].stalled_for;
            stuck = i;
        }
    if (stuck == size()) return;
    const MemberState& in_need = members[stuck];
    const Vec2 to = in_need.place - positions[stuck];
    const double left = length(to);
    if (left == 0) return;
    const Vec2 ahead = to / left;
    for (std::size_t i = 0; i < size(); ++i)
    {
        const Vec2 d = positions[i] - positions[stuck];
        const double along = dot(d, ahead), side = cross(ahead, d);
        const double room = in_need.radius + members[i].radius + options.gap;
        if (i == stuck || along < 0 || along > std::min(left, 3 * room) || std::abs(side) >= room) continue;
        orders[i].target = positions[i] + stepAside(ahead, d, 0) * (room - std::abs(side));
        orders[i].speed = speedOf(members[i]);
    }
}

std::span<const GroupMarch::Order> GroupMarch::update(double dt, std::span<const Vec2> positions, std::span<const float> held_up)
{
    CLEARWAY_ASSERT(dt > 0, "a tick takes time");
    CLEARWAY_ASSERT(positions.size() == size(), "one position for each member of the group");
    CLEARWAY_ASSERT(held_up.size() == size(), "one clock for each member of the group");
    CLEARWAY_ASSERT(std::all_of(positions.begin(), positions.end(), [](Vec2 p) { return isFinite(p); }),
                    "positions of members must be finite");
    State& s = *state_;
    if (!s.has_way)
    {
        Vec2 sum;
        for (const Vec2 p : positions) sum = sum + (p - positions[0]);
        const Vec2 here = positions[0] + sum / static_cast<double>(positions.size());
        s.way = GroupWay::inTheOpen(std::span(&here, 1));
        s.spread_limit = std::max(s.options.spread_limit, s.layout.reach + 2 * s.maxSlotError());
        s.startWay(positions);
    }
    s.measureMembers(); // paces may have changed
    if (s.is_blocked && !s.isFree() && s.options.spread_limit == 0) s.shed(positions);
    s.exchange(positions);
    s.measure(positions);
    for (MemberState& member : s.members) member.place_velocity = member.place;
    s.advance(dt, positions);
    if (!s.isFree() || s.phase != GroupState::marching) s.files > 0 ? s.placeInFiles() : s.placeInFormation();
    for (MemberState& member : s.members)
    {
        // A place that jumps, because it was given anew or left a wall, has no velocity.
        const Vec2 moved = (member.place - member.place_velocity) / dt;
        member.place_velocity = length(moved) <= 2 * member.speed ? moved : Vec2{};
    }
    s.watch(dt, held_up);
    s.writeOrders(positions);
    s.makeWay(positions);
    return s.orders;
}

} // namespace clearway
