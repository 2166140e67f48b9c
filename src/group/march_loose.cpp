// SPDX-License-Identifier: MIT
// Walking without a shape: groups that were told to, and those that could not go on in theirs. Members follow the way each on its
// own side of it. A group that gave up its shape waits for nobody; it takes it up again where there is room.
#include <algorithm>
#include <cmath>
#include <limits>

#include "group/march_state.h"

namespace clearway {

namespace {

constexpr double kCalm = 1; ///< seconds without anybody held up, before a formation is made again

} // namespace

bool GroupMarch::State::isRoaming(const MemberState& member) const
{
    return isFree() && phase == GroupState::marching && !(is_gathering && member.along >= track.length() - layout.reach - 1);
}

/// A member has been held up for longer than the group is patient: on without the shape. At the end of the way there is nothing
/// to go on to, and the group stands as well as it can.
void GroupMarch::State::shed(std::span<const Vec2> positions)
{
    if (files == 0 && at >= track.length()) return enter(GroupState::arrived);
    const double from = files > 0 ? head - files_length / 2 : at;
    const double reach = spread + layout.reach + (files > 0 ? files_length : 0);
    is_loose = true;
    aside = 0;
    is_gathering = false;
    loose_from = from;
    calm_for = creeping_for = 0;
    ++shed_count;
    files = 0;
    for (std::size_t i = 0; i < size(); ++i)
    {
        MemberState& member = members[i];
        member.along = track.findNearest(positions[i], from - reach, from + reach);
        member.best_error = std::numeric_limits<double>::infinity();
        member.stalled_for = 0;
    }
    enter(GroupState::marching);
}

/// Takes up the shape again when all are together in a place that is large enough, nobody is held up, and there is some way left
/// to march. Each time that the shape is given up the group walks on for longer without it.
void GroupMarch::State::formAgain(std::span<const Vec2> positions)
{
    const double depth = layout.front + layout.back, around = layout.reach + maxSlotError();
    const double least = static_cast<double>(shed_count) * (depth + around), needed = at + 2 * depth + around;
    if (calm_for < kCalm || at < loose_from + least || needed > track.length()) return;
    const std::span<const Narrow> narrows = track.narrows();
    const auto next = std::find_if(narrows.begin(), narrows.end(), [this](const Narrow& place) { return place.end >= at; });
    if (next != narrows.end() && next->begin < needed) return;
    for (const MemberState& member : members)
        if (std::abs(member.along - at) > around) return;
    is_loose = false;
    narrow = static_cast<std::uint64_t>(next - narrows.begin());
    heading = headingAt(at);
    assignSlots(at, heading, positions);
    enter(GroupState::reforming);
}

/// A point ahead for a free member: on the side of the way where it is, or where there is room as soon as there is less.
Vec2 GroupMarch::State::roamPlace(const MemberState& member, Vec2 position) const
{
    const double side = cross(track.directionAt(member.along, 0.3), position - track.at(member.along));
    const double next = std::min(member.along + std::max(1.5, speedOf(member)) + std::abs(side), track.length());
    const double margin = member.radius + options.wall_gap;
    double s = member.along, kept = side;
    while (kept == side && s < next)
    {
        s = std::min(s + 0.25, next);
        const double most = track.leftAt(s) - margin, least = margin - track.rightAt(s);
        kept = least <= most ? std::clamp(side, least, most) : (least + most) / 2;
    }
    return track.at(s) + perpendicular(track.directionAt(s, 0.3)) * kept;
}

/// Members go their own ways: along the way of the group, on the side where they are, and not too far ahead of the rest.
void GroupMarch::State::walkFree(double dt, std::span<const Vec2> positions)
{
    double lag = 0, sum = 0;
    bool all_there = true, any_there = false;
    for (std::size_t i = 0; i < size(); ++i)
    {
        MemberState& member = members[i];
        member.along =
            std::max(member.along, track.findNearest(positions[i], member.along, std::min(track.length(), member.along + 4)));
        lag = std::max(lag, at - member.along);
        const bool is_there = member.along >= track.length() - layout.reach - 1;
        sum += member.along;
        all_there = all_there && (is_there || (is_loose && member.stalled_for >= options.patience));
        any_there = any_there || is_there;
    }
    const double pace = spread >= spread_limit ? 0 : std::clamp(1.5 - 2 * lag / spread_limit, 0.0, 1.0);
    at = is_loose ? sum / static_cast<double>(size()) : std::min(at + slowest * pace * dt, track.length());
    if (const Vec2 ahead = headingAt(at); ahead != Vec2{}) heading = ahead;
    if (any_there && !is_gathering)
    {
        is_gathering = true;
        assignSlots(track.length(), headingAt(track.length()), positions);
    }
    for (std::size_t i = 0; i < size(); ++i)
    {
        MemberState& member = members[i];
        if (!isRoaming(member))
        {
            member.place = slotPlace(member.slot, track.length(), headingAt(track.length()));
            continue;
        }
        member.place = roamPlace(member, positions[i]);
    }
    if (all_there)
    {
        at = track.length();
        heading = headingAt(at);
        is_loose = false;
        for (MemberState& member : members) member.stalled_for = 0;
        enter(GroupState::reforming);
    }
    else if (is_loose)
        formAgain(positions);
}

} // namespace clearway
