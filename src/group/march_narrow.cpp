// SPDX-License-Identifier: MIT
// Passing a narrow place in files. The files are places that move along the way at the pace of the group, the front ones first.
// Whoever has not been reached by its place stands where it stood in the formation, so nobody walks back to make a long column;
// behind the narrow place everybody leaves the files where its slot is. So the group stays as close as the place allows.
// From front to back everybody keeps its order. Along one line that is also the least sum of squared distances.
#include <algorithm>
#include <cmath>
#include <limits>

#include "group/march_state.h"

namespace clearway {

namespace {

constexpr double kJoinAhead = 1.0; ///< of how far it is beside the files, a member leaves its place before theirs comes by

} // namespace

/// Members side by side in a place so wide; 0 when the largest does not fit.
std::uint32_t GroupMarch::State::filesThrough(double width) const
{
    const double largest = 2 * max_radius;
    if (width < largest * (1 - 1e-9)) return 0;
    const double more = std::floor((width - largest - 2 * options.wall_gap) / (largest + options.gap));
    return static_cast<std::uint32_t>(std::clamp(more + 1, 1.0, static_cast<double>(size())));
}

/// Those in files need a little more between them than those who stand.
static double computeFileGap(double gap, double radius) { return std::max(gap, 0.5 * radius); }

double GroupMarch::State::computeFilesLength(std::uint32_t file_count) const
{
    const auto ranks = static_cast<double>((size() + file_count - 1) / file_count);
    return (ranks - 1) * (2 * max_radius + computeFileGap(options.gap, max_radius));
}

void GroupMarch::State::beginFiles(std::span<const Vec2> positions)
{
    const Narrow& stretch = track.narrows()[narrow];
    files = filesThrough(stretch.width);
    order.clear();
    for (std::uint32_t i = 0; i < size(); ++i)
    {
        MemberState& member = members[i];
        member.passing = Passing::waiting;
        member.best_error = std::numeric_limits<double>::infinity();
        member.stalled_for = 0;
        order.push_back(i);
        if (!stretch.starts_way)
        {
            const Vec2 offset = layout.slots[member.slot];
            member.wait_place = member.place;
            member.wait_along = at + offset.x;
            member.wait_side = offset.y + track.shiftAt(at) + aside;
            continue;
        }
        const double s = track.findNearest(positions[i], 0, std::min(track.length(), stretch.end + 2 * layout.reach));
        const Vec2 ahead = track.directionAt(s, 0), d = positions[i] - track.at(s);
        member.wait_place = positions[i];
        member.wait_along = s + dot(ahead, d);
        member.wait_side = cross(ahead, d);
    }
    // From the front, and of those abreast from the middle.
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        const MemberState &p = members[a], &q = members[b];
        if (p.wait_along != q.wait_along) return p.wait_along > q.wait_along;
        const double p_side = std::abs(p.wait_side), q_side = std::abs(q.wait_side);
        return p_side != q_side ? p_side < q_side : a < b;
    });
    double behind = 0, last_radius = 0;
    for (std::size_t first = 0; first < order.size(); first += files)
    {
        const auto begin = order.begin() + static_cast<std::ptrdiff_t>(first);
        const auto end = order.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(first + files, order.size()));
        std::sort(begin, end, [&](std::uint32_t a, std::uint32_t b) {
            return members[a].wait_side != members[b].wait_side ? members[a].wait_side > members[b].wait_side : a < b;
        });
        double radius = 0;
        for (auto it = begin; it != end; ++it) radius = std::max(radius, members[*it].radius);
        if (first > 0) behind += last_radius + radius + computeFileGap(options.gap, std::max(radius, last_radius));
        last_radius = radius;
        const double pitch = 2 * radius + options.gap, middle = static_cast<double>(end - begin - 1) / 2;
        for (auto it = begin; it != end; ++it)
        {
            members[*it].behind = behind;
            members[*it].beside = (middle - static_cast<double>(it - begin)) * pitch;
        }
    }
    files_length = behind;
    head = members[order[0]].wait_along;
    fitLane();
}

/// Finds where the files walk in the narrow place.
void GroupMarch::State::fitLane()
{
    const double half = max_radius * files + options.gap * (files - 1) / 2;
    track.fitColumn(track.narrows()[narrow], half + options.wall_gap, layout);
}

void GroupMarch::State::advanceFiles(double dt, double pace, std::span<const Vec2> positions)
{
    const Narrow& stretch = track.narrows()[narrow];
    head += slowest * pace * dt;
    if (stretch.ends_way) head = std::min(head, track.length());
    const Vec2 ahead = track.directionAt(std::clamp(head - files_length / 2, 0.0, track.length()), 0.5);
    if (ahead != Vec2{}) heading = ahead;
    bool all_through = true;
    for (MemberState& member : members)
    {
        const double along = head - member.behind;
        const Vec2 slot = layout.slots[member.slot];
        if (member.passing == Passing::waiting)
        {
            const double side = std::abs(member.wait_side - track.laneAt(member.wait_along) - member.beside);
            if (along >= member.wait_along - kJoinAhead * side)
            {
                member.passing = Passing::filing;
                member.along = std::max(member.wait_along, 0.0);
            }
        }
        if (member.passing == Passing::filing && !stretch.ends_way)
        {
            const double side = std::abs(slot.y + track.shiftAt(stretch.end) - track.laneAt(along));
            const double leaves = std::max(stretch.end - layout.back, stretch.end + slot.x - side);
            if (along >= leaves)
            {
                member.passing = Passing::through;
                member.best_error = std::numeric_limits<double>::infinity();
                member.stalled_for = 0;
            }
        }
        all_through = all_through && member.passing == Passing::through;
    }
    if (!all_through) return;
    at = stretch.end;
    files = 0;
    ++narrow;
    heading = headingAt(at);
    assignSlots(at, heading, positions);
    enter(GroupState::reforming);
}

Vec2 GroupMarch::State::lanePlace(double along, double beside) const
{
    const Vec2 ahead = track.directionAt(std::clamp(along, 0.0, track.length()), 0.3);
    return track.at(along) + perpendicular(ahead) * (track.laneAt(along) + beside);
}

/// How far those in files have come: near where they were.
void GroupMarch::State::followFiles(std::span<const Vec2> positions)
{
    for (std::size_t i = 0; i < size(); ++i)
        if (MemberState& member = members[i]; member.passing == Passing::filing)
            member.along = track.findNearest(positions[i], member.along - 1, member.along + 2);
}

/// Where a member in files heads: onto its file at half a right angle, and then along it, so that nobody cuts a corner or runs
/// into the wall beside the narrow place.
Vec2 GroupMarch::State::aimInFiles(const MemberState& member, Vec2 position) const
{
    const Vec2 ahead = track.directionAt(member.along, 0.3), d = position - track.at(member.along);
    const double here = member.along + dot(ahead, d);
    const double side = std::abs(cross(ahead, d) - track.laneAt(member.along) - member.beside);
    const double place = head - member.behind + dot(ahead, member.place_velocity) * options.lead_time;
    const double next = here + std::max(side, 2 * member.radius);
    return lanePlace(place > here ? std::min(place, next) : place, member.beside);
}

void GroupMarch::State::placeInFiles()
{
    const Narrow& stretch = track.narrows()[narrow];
    const Vec2 ahead = headingAt(stretch.end);
    for (MemberState& member : members)
    {
        const double along = head - member.behind;
        switch (member.passing)
        {
        case Passing::waiting: member.place = member.wait_place; break;
        case Passing::filing: member.place = lanePlace(along, member.beside); break;
        case Passing::through: member.place = slotPlace(member.slot, stretch.end, ahead); break;
        }
    }
    leaveWalls();
}

} // namespace clearway
