// SPDX-License-Identifier: MIT
// Based on: R. Oliva, N. Pelechano. Clearance for diversity of agents' sizes in navigation meshes. 2014 (dynamic way points).
// Departures: what is headed for can be seen by the whole disc (`exact`), so that nobody alone ever meets a wall: where the way
// point is hidden by a corner, another point of the free interval is taken, and where none is seen, points of the shortest path
// from here, of which the first can always be seen. After too many such detours the path is followed to the end: then the way
// left shrinks with every step, so everybody arrives.
#include "guide/agent_guide.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include <clearway/published/free_intervals.h>
#include <clearway/yielding/yielding.h>

#include "navmesh/cell_shape.h"

namespace clearway {

namespace {

constexpr std::size_t kGoalPortals = 4;   ///< the goal is looked for when so few portals are left …
constexpr double kGoalDistance = 30;      ///< … or when it is so near; metres
constexpr std::uint8_t kMostDetours = 24; ///< then nothing but the path is followed
constexpr std::uint8_t kMostRounds = 12;  ///< ways round a corner before that
constexpr std::size_t kPortalsRound = 3;  ///< after which the path is joined again
constexpr std::uint8_t kHeldUp = 4;       ///< as many detours as being held up by a wall; not with `exact`
constexpr std::uint8_t kLongWay = 8;      ///< as many as having walked much farther than the path is long
constexpr std::size_t kMostPoints = 16;   ///< of a path that are looked at
constexpr std::size_t kMostPortals = 4;   ///< that are looked through when they are near
constexpr double kNear = 1;               ///< of a way point: time to look further; metres

Vec2 readPoint(std::span<const std::uint32_t> words, std::size_t index)
{
    const auto value = [&](std::size_t i) {
        return std::bit_cast<double>(std::uint64_t{words[i]} | std::uint64_t{words[i + 1]} << 32);
    };
    return {value(4 * index), value(4 * index + 2)};
}

} // namespace

AgentGuide::AgentGuide(const NavMeshPathGuide& guide, NavMeshScratch& scratch)
    : guide_(guide), world_(*guide.world_), scratch_(scratch)
{
}

void AgentGuide::set(Vec2 target, float room, int flags)
{
    constexpr int kKept = NavMeshGuideState::planned | NavMeshGuideState::shortest;
    state_->way_point = target;
    state_->setRoom(room);
    state_->gap = static_cast<float>(distance(target, agent_.place.position));
    state_->remaining = (flags & NavMeshGuideState::sees_goal) != 0 ? 0 : std::numeric_limits<float>::infinity();
    state_->passage = kNone;
    state_->flags = static_cast<std::uint8_t>((state_->flags & kKept) | flags);
}

void AgentGuide::addDetours(int count)
{
    state_->detours = static_cast<std::uint8_t>(std::min<int>(kMostDetours, state_->detours + count));
}

bool AgentGuide::sees(Vec2 target) { return canSee(world_, scratch_, agent_.place, target, agent_.radius, agent_.wall_room); }

/// The same for a point on a side of a cell, which is in most cases that where the agent is.
bool AgentGuide::seesSide(std::uint32_t side, Vec2 target)
{
    const CellId cell = agent_.place.cell;
    if (world_.mesh.side_cell[side] != cell || !world_.mesh.is_convex[cell]) return sees(target);
    return distance(target, agent_.place.position) <= agent_.wall_room ||
           world_.cells.seeWithin(cell, agent_.place.position, target, world_.sightRadius(agent_.radius));
}

std::uint32_t AgentGuide::cellAt(std::span<const std::uint32_t> path, std::size_t index) const
{
    return index == 0 ? path[0] : world_.mesh.side_cell[world_.mesh.opposite(path[index])];
}

/// Which cell of the path the agent is in; nothing when it is off the path.
std::optional<std::size_t> AgentGuide::findOnPath(std::span<const std::uint32_t> path) const
{
    const std::size_t next = std::min<std::size_t>(state_->next, path.size() - 1);
    const CellId cell = agent_.place.cell;
    for (std::size_t i = next; i < path.size(); ++i)
        if (cellAt(path, i) == cell) return i;
    for (std::size_t i = next; i-- > 0;)
        if (cellAt(path, i) == cell) return i;
    // On the border of a cell it may be in one that the path does not know.
    for (std::size_t i = next > 0 ? next - 1 : 0; i < std::min(path.size(), next + 3); ++i)
        if (containsPoint(world_.mesh, cellAt(path, i), agent_.place.position)) return i;
    return std::nullopt;
}

/// Where to cross one side of a cell; with `exact`, a point that is seen.
std::optional<AgentGuide::Target> AgentGuide::choosePoint(std::uint32_t side)
{
    const PortalId portal = world_.mesh.sides[side].portal;
    const Segment segment = world_.clearance.mesh().segment(world_.mesh.portals[portal]);
    const double size = distance(segment.a, segment.b);
    const double radius = std::max(0.0, agent_.radius - world_.quantum);
    const Vec2 p = agent_.place.position;
    std::span<const Interval> intervals;
    switch (guide_.options_.guide)
    {
    case NavMeshGuide::centre: return Target{interpolate(segment.a, segment.b, 0.5), static_cast<float>(size)};
    case NavMeshGuide::simple:
        scratch_.shrunk.clear();
        if (2 * radius <= size) scratch_.shrunk.push_back({radius, size - radius});
        intervals = scratch_.shrunk;
        break;
    case NavMeshGuide::published:
        published::computeFreeIntervals(world_.clearance, portal, {.radius = radius, .from = agent_.place.cell}, scratch_.shrunk);
        intervals = scratch_.shrunk;
        break;
    default: intervals = scratch_.intervals.find(portal, radius);
    }
    if (intervals.empty()) return std::nullopt;
    const Vec2 along = size > 0 ? (segment.b - segment.a) / size : Vec2{};
    const double t = dot(p - segment.a, along);
    const auto gap = [t](const Interval& interval) { return std::max({interval.begin - t, t - interval.end, 0.0}); };
    const Interval& nearest = *std::min_element(intervals.begin(), intervals.end(),
                                                [&](const Interval& x, const Interval& y) { return gap(x) < gap(y); });
    const auto room = static_cast<float>(nearest.end - nearest.begin + 2 * agent_.radius);
    const auto at = [&](double s) { return segment.a + along * std::clamp(s, 0.0, size); };
    double wanted = std::clamp(t, nearest.begin, nearest.end);
    if (gap(nearest) > 0 && guide_.options_.guide != NavMeshGuide::nearest) // the end farther away, as published
        wanted = t < nearest.begin ? nearest.end : nearest.begin;
    if (!isExact() || seesSide(side, at(wanted))) return Target{at(wanted), room};
    // Others, the nearest first.
    std::array<double, 5> others;
    for (const Interval& interval : intervals)
    {
        for (std::size_t i = 0; i < others.size(); ++i)
            others[i] = interval.begin + (interval.end - interval.begin) * (static_cast<double>(i) / 4);
        std::sort(others.begin(), others.end(), [t](double x, double y) {
            return std::abs(x - t) != std::abs(y - t) ? std::abs(x - t) < std::abs(y - t) : x < y;
        });
        for (const double s : others)
            if (s != wanted && seesSide(side, at(s)))
                return Target{at(s), static_cast<float>(interval.end - interval.begin + 2 * agent_.radius)};
    }
    return std::nullopt;
}

/// What to head for on the way through the portal `next`: a point of it or, when that is near, of one after it.
std::optional<AgentGuide::Target> AgentGuide::choosePortal(std::span<const std::uint32_t> path, std::size_t next)
{
    const double near = isExact() ? std::max(kNear, 2 * agent_.reach) : agent_.reach;
    std::optional<Target> best;
    for (std::size_t i = next + 1; i < std::min(path.size(), next + 1 + kMostPortals); ++i)
    {
        const std::optional<Target> target = choosePoint(path[i]);
        if (!target) return best;
        const double gap = distance(target->position, agent_.place.position);
        best = gap > there() ? target : std::nullopt; // who stands on a portal has passed those before it
        if (gap > near) return best;
    }
    if (!isExact()) return Target{agent_.goal, std::numeric_limits<float>::infinity()};
    return best;
}

std::optional<Vec2> AgentGuide::findVisible(std::span<const Vec2> points)
{
    for (std::size_t i = std::min(points.size(), kMostPoints); i-- > 0;)
        if (distance(points[i], agent_.place.position) > there() && sees(points[i])) return points[i];
    return std::nullopt;
}

/// Along the shortest way to where the path is a few portals on: what is hidden is mostly behind the next corner. False when that
/// did not help too often.
bool AgentGuide::headAround(std::span<const std::uint32_t> path, std::size_t next)
{
    if (state_->detours >= kMostRounds) return false;
    Vec2 rejoin = agent_.goal;
    if (const std::size_t ahead = next + kPortalsRound; ahead < path.size())
    {
        const PortalId portal = world_.mesh.sides[path[ahead]].portal;
        const std::span<const Interval> intervals =
            scratch_.intervals.find(portal, std::max(0.0, agent_.radius - world_.quantum));
        if (intervals.empty()) return false;
        const Interval& widest = *std::max_element(intervals.begin(), intervals.end(), [](const Interval& x, const Interval& y) {
            return x.end - x.begin < y.end - y.begin;
        });
        const Segment segment = world_.clearance.mesh().segment(world_.mesh.portals[portal]);
        const double size = distance(segment.a, segment.b);
        rejoin =
            interpolate(segment.a, segment.b, size > 0 ? std::clamp((widest.begin + widest.end) / (2 * size), 0.0, 1.0) : 0.5);
    }
    if (!search(agent_.place.position, rejoin, PathOptions::Quality::shortest)) return false;
    addDetours(1);
    computePoints(scratch_.path, kDeviation * agent_.radius, scratch_.points);
    const std::optional<Vec2> point = findVisible(std::span<const Vec2>(scratch_.points).subspan(1));
    if (point) set(*point, 0, NavMeshGuideState::careful);
    return point.has_value();
}

/// Along the shortest path from here.
void AgentGuide::headCarefully()
{
    addDetours(1);
    state_->flags |= NavMeshGuideState::shortest;
    const double length_before = path_length_;
    const double walked = usesLanes() ? 0 : static_cast<double>(state_->walked());
    if (!plan()) return;
    // Much was walked and little gained: the way points lead in circles.
    if (length_before > 0 && walked > agent_.reach && scratch_.path.length() > length_before - 0.3 * walked) addDetours(kLongWay);
    computePoints(scratch_.path, kDeviation * agent_.radius, scratch_.points);
    const std::span<const Vec2> points = std::span<const Vec2>(scratch_.points).subspan(1);
    if (const std::optional<Vec2> point = findVisible(points)) return set(*point, 0, NavMeshGuideState::careful);
    // The first pieces are free but for rounding.
    for (const Vec2 point : points)
        if (distance(point, agent_.place.position) > there()) return set(point, 0, NavMeshGuideState::careful);
    set(agent_.goal, 0, NavMeshGuideState::careful);
}

/// A point of a path that was headed for is kept until it is reached.
bool AgentGuide::keepsCarefulTarget()
{
    return has(NavMeshGuideState::careful) && distance(state_->way_point, agent_.place.position) > agent_.reach &&
           sees(state_->way_point);
}

void AgentGuide::measureStep()
{
    const double step = static_cast<double>(state_->gap) - distance(state_->way_point, agent_.place.position);
    if (step > 0) state_->setWalked(state_->walked() + static_cast<float>(step));
}

/// Whether the agent does not get on because a wall is between it and its way point. Looks every eighth tick.
bool AgentGuide::isHeldUpByWall()
{
    return (agent_.tick + agent_.id) % 8 == 0 && agent_.held_up > kYieldTimes.starting && !sees(state_->way_point);
}

void AgentGuide::headForPortals()
{
    if (!has_planned_) measureStep();
    if (keepsCarefulTarget()) return set(state_->way_point, 0, NavMeshGuideState::careful);
    if (!isExact() && !has_planned_ && !has(NavMeshGuideState::careful) && isHeldUpByWall())
    {
        addDetours(kHeldUp - 1);
        return headCarefully();
    }
    std::span<const std::uint32_t> path = readPath();
    std::optional<std::size_t> next = path.empty() ? std::nullopt : findOnPath(path);
    if (!next)
    {
        addDetours(1);
        if (!plan()) return;
        path = readPath();
        next = findOnPath(path).value_or(0);
    }
    state_->next = static_cast<std::uint16_t>(*next);
    const std::size_t left = path.size() - 1 - *next;
    if ((left <= kGoalPortals || distance(agent_.goal, agent_.place.position) <= kGoalDistance) && sees(agent_.goal))
        return set(agent_.goal, std::numeric_limits<float>::infinity(), NavMeshGuideState::sees_goal);
    const bool is_long = static_cast<double>(state_->walked()) > 1.2 * path_length_ + 2 * kNear;
    if (is_long) addDetours(kLongWay);
    // Care is taken until the cell is left: in it, the same way point would lead back.
    if (is_long || state_->detours >= kMostDetours || (has(NavMeshGuideState::careful) && *next == 0)) return headCarefully();
    if (left == 0) return isExact() ? headCarefully() : set(agent_.goal, std::numeric_limits<float>::infinity(), 0);
    if (const std::optional<Target> target = choosePortal(path, *next)) return set(target->position, target->room, 0);
    if (!isExact() || !headAround(path, *next)) headCarefully();
}

void AgentGuide::headForPoints()
{
    for (int attempt = 0; attempt < 2; ++attempt)
    {
        const std::span<const std::uint32_t> path = readPath();
        const std::size_t count = path.size() / 4;
        for (std::size_t i = std::min(count, state_->next + kMostPoints); i-- > state_->next;)
        {
            const Vec2 point = readPoint(path, i);
            const bool is_goal = point == agent_.goal;
            if ((!is_goal && distance(point, agent_.place.position) <= there()) || !sees(point)) continue;
            state_->next = static_cast<std::uint16_t>(i);
            return set(point, std::numeric_limits<float>::infinity(), is_goal ? NavMeshGuideState::sees_goal : 0);
        }
        if (attempt > 0) break;
        addDetours(1);
        if (state_->detours > 2) state_->flags |= NavMeshGuideState::shortest;
        if (!plan()) return;
    }
    // Free but for rounding.
    const std::span<const std::uint32_t> path = readPath();
    for (std::size_t i = 0; i < path.size() / 4; ++i)
        if (distance(readPoint(path, i), agent_.place.position) > there())
            return set(readPoint(path, i), std::numeric_limits<float>::infinity(), 0);
    set(agent_.goal, std::numeric_limits<float>::infinity(), 0);
}

bool AgentGuide::refresh(const Agent& agent, NavMeshGuideState& state, std::uint32_t& memo)
{
    agent_ = agent;
    state_ = &state;
    memo_ = &memo;
    has_planned_ = false;
    path_length_ = 0;
    const bool has_path = has(NavMeshGuideState::planned) || plan();
    state.cell = static_cast<std::uint16_t>(agent.place.cell);
    if (!has_path) return has_planned_;
    if (usesLanes())
        headForCorners();
    else if (guide_.options_.guide == NavMeshGuide::path)
        headForPoints();
    else
        headForPortals();
    return has_planned_;
}

} // namespace clearway
