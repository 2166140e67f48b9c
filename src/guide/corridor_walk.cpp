// SPDX-License-Identifier: MIT
// Based on:
// R. Geraerts, M. Overmars. The corridor map method: real-time high-quality path planning. 2007 (attraction point)
// Departures:
// - Where a disc fits so tightly that no ball after the one it stands in the middle of holds it, it goes straight to the farthest
//   of the next balls that it sees, or along the shortest path to the next one: then every radius that passes does pass.
// - The goal is headed for from the first ball that holds agent and goal, without the published row of ever smaller balls toward
//   it. Who is held up near its goal heads for it when it sees it.
// - Beside the middle, when asked for: any point of the ball will do that the next ball holds too.
#include "guide/corridor_walk.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace clearway {

namespace {

constexpr int kPeriod = 8;               ///< ticks between checks
constexpr int kReviewPeriod = 64;        ///< ticks between new plans of an agent that is stuck
constexpr int kFailuresAhead = 12;       ///< balls that do not hold the agent, and are looked past; at checks and new plans
constexpr int kBallsBehind = 32;         ///< that are looked at by who was pushed back
constexpr int kBallsBeside = 16;         ///< before and after, among which who was pushed out looks for the nearest
constexpr std::size_t kBallsThrough = 8; ///< that are looked at through a tight place
constexpr double kNearTarget = 1;        ///< of a ball, when it is time to do so; metres
constexpr std::size_t kMostLooks = 3;    ///< at those
constexpr double kFar = 4;               ///< from the balls: then a new plan is better; metres
constexpr double kNearGoal = 4;          ///< who is held up looks for its goal within this and eight radii; metres
constexpr double kAside = 0.9;           ///< of the room beside the middle is used at most
constexpr std::size_t kMostSeen = 16;    ///< of a path that are looked at
constexpr double kDeviation = 0.05;      ///< of points beside arcs, as a part of the radius

} // namespace

CorridorWalk::CorridorWalk(const CorridorGuide& guide, CorridorScratch& scratch, const Guide::Batch& batch, std::size_t i,
                           CorridorGuideState& state)
    : guide_(guide),
      world_(*guide.world_),
      scratch_(scratch),
      state_(state),
      memo_(batch.memos[i]),
      id_(batch.ids[i]),
      position_(batch.positions[i]),
      footing_(batch.footings[i]),
      radius_(batch.radii[i]),
      fit_(std::max(0.0, radius_ - guide.slack_)),
      goal_(batch.goals[i]),
      reach_(static_cast<double>(batch.reaches[i])),
      held_up_(batch.held_up.empty() ? 0 : batch.held_up[i]),
      is_check_((batch.tick + batch.ids[i]) % kPeriod == 0),
      is_review_((batch.tick + batch.ids[i]) % kReviewPeriod == 0)
{
}

Guidance CorridorWalk::follow()
{
    if (has(CorridorGuideState::unreachable))
        set(position_, 0, CorridorGuideState::unreachable);
    else if (has(CorridorGuideState::planned) || plan())
        headAlong();
    if (has(CorridorGuideState::unreachable)) guidance_.status = Guidance::Status::unreachable;
    return guidance_;
}

// ---- balls

CorridorCursor CorridorWalk::cursor() const { return {state_.part, state_.ball, state_.last, has(CorridorGuideState::on_map)}; }

void CorridorWalk::setCursor(const CorridorCursor& cursor)
{
    state_.part = cursor.part;
    state_.ball = cursor.ball;
    state_.last = cursor.last;
    state_.flags &= ~std::uint32_t{CorridorGuideState::on_map};
    if (cursor.is_on_map) state_.flags |= CorridorGuideState::on_map;
}

/// As in the row, which is not looked at within an edge.
bool CorridorWalk::advance(CorridorCursor& cursor)
{
    if (!cursor.is_on_map || cursor.ball == cursor.last) return row().advance(cursor);
    cursor.last < cursor.ball ? --cursor.ball : ++cursor.ball;
    return true;
}

CorridorBall CorridorWalk::read(const CorridorCursor& cursor)
{
    if (!cursor.is_on_map) return row().readBall(cursor);
    const CorridorMap::Sample& sample = guide_.map_.samples()[cursor.ball];
    return {sample.position, sample.clearance};
}

bool CorridorWalk::holds(const CorridorBall& ball, Vec2 p) const
{
    const double room = ball.clearance - fit_;
    return room > 0 && distanceSq(p, ball.position) < room * room;
}

bool CorridorWalk::isHeld(const CorridorBall& ball) const
{
    return holds(ball, position_) || distance(position_, ball.position) <= there();
}

bool CorridorWalk::findAhead(CorridorCursor& at, int most_failures)
{
    bool is_found = isHeld(read(at));
    CorridorCursor probe = at;
    for (int failures = 0; failures < most_failures && advance(probe);)
    {
        if (holds(read(probe), position_))
        {
            at = probe;
            is_found = true;
            failures = 0;
        }
        else
            ++failures;
    }
    return is_found;
}

bool CorridorWalk::findBehind(CorridorCursor& at)
{
    CorridorCursor probe = at;
    for (int i = 0; i < kBallsBehind && row().retreat(probe); ++i)
        if (holds(read(probe), position_))
        {
            at = probe;
            return true;
        }
    return false;
}

// ---- what to head for

bool CorridorWalk::sees(Vec2 target)
{
    return canSee(world_, scratch_.navmesh, {position_, footing_.face}, target, radius_, static_cast<double>(footing_.wall_room));
}

void CorridorWalk::set(Vec2 target, double room, std::uint32_t flags)
{
    constexpr std::uint32_t kKept = CorridorGuideState::planned | CorridorGuideState::on_map;
    state_.target = target;
    state_.flags = (state_.flags & kKept) | flags;
    guidance_.target = target;
    guidance_.room = static_cast<float>(room);
    guidance_.status = Guidance::Status::on_the_way;
}

void CorridorWalk::headForGoal(double room, std::uint32_t flags)
{
    set(goal_, room, flags);
    guidance_.status = Guidance::Status::goal_ahead;
}

/// Whether a stuck agent gives up what it heads for. The clock runs on after a new plan, which is given time to help.
bool CorridorWalk::givesUp() const { return is_review_ && held_up_ > kYieldTimes.stuck; }

/// Where many want to stand, those who cannot get into the ball of their goal should still know that they are there.
bool CorridorWalk::looksForGoal()
{
    const bool is_near = distance(position_, goal_) <= kNearGoal + 8 * radius_;
    return is_near && (has(CorridorGuideState::sees_goal) || isHeldUp()) && sees(goal_);
}

bool CorridorWalk::keepsCarefulTarget()
{
    return has(CorridorGuideState::careful) && isInBounds(state_.target) && !givesUp() &&
           distance(position_, state_.target) > there() && (!is_check_ || sees(state_.target));
}

void CorridorWalk::headAlong()
{
    CorridorCursor at = cursor();
    // From a file there may be anything.
    const bool is_sane =
        at.is_on_map ? at.ball < guide_.map_.samples().size() && at.last < guide_.map_.samples().size() : row().contains(at);
    if (!is_sane)
    {
        if (guidance_.has_planned || !plan()) return;
        at = cursor();
    }
    if (is_check_ ? looksForGoal() : has(CorridorGuideState::sees_goal)) return headForGoal(0, CorridorGuideState::sees_goal);
    if (findAhead(at, is_check_ || guidance_.has_planned ? kFailuresAhead : 1)) return headFor(at);
    if (has(CorridorGuideState::careful) && distance(position_, state_.target) <= reach_) return headThrough(at);
    if (keepsCarefulTarget()) return set(state_.target, 0, CorridorGuideState::careful);
    if (!row().contains(at)) at = row().isEmpty() ? at : row().begin();
    if (!row().isEmpty() && findBehind(at)) return headFor(at);
    rejoin(at);
}

/// To the centre of a ball that holds the agent, or to the goal.
void CorridorWalk::headFor(const CorridorCursor& at)
{
    setCursor(at);
    const CorridorBall ball = read(at);
    const double room = ball.clearance - distance(ball.position, goal_);
    if (room > fit_ && holds(ball, position_)) return headForGoal(room, 0);
    CorridorCursor after = at;
    if (!advance(after))
    {
        if (room > fit_ || ball.position == goal_ || guidance_.has_planned) return headForGoal(room, 0);
        if (plan()) headAlong(); // a row that was too long to be kept
        return;
    }
    const double gap = distance(position_, ball.position);
    // Where the row is too tight to lead from ball to ball, nobody should have to stand exactly in the middle of one; nor should
    // who is held up by the pushes of others just before it.
    const bool is_tight = isHeldUp() || !holds(read(after), ball.position);
    if (is_tight && gap <= reach_) return headThrough(at);
    if (is_tight && is_check_ && gap <= kNearTarget && lookThrough(at)) return;
    if (gap <= there()) return headThrough(at);
    Vec2 target = guide_.options_.side != 0 ? ball.position + computeAside(ball, read(after)) : ball.position;
    if (distance(position_, target) <= there()) target = ball.position;
    set(target, ball.clearance - distance(target, ball.position), 0);
}

/// From the centre of a ball to a point beside it that the next one holds too.
Vec2 CorridorWalk::computeAside(const CorridorBall& ball, const CorridorBall& next) const
{
    const Vec2 way = next.position - ball.position;
    const double step = length(way);
    const double room = ball.clearance - fit_, next_room = next.clearance - fit_;
    const double most_sq = std::min(room * room, next_room * next_room - step * step);
    if (!(step > 0 && room > 0 && next_room > 0 && most_sq > 0)) return {};
    return perpendicular(way) * (-guide_.options_.side * kAside * std::sqrt(most_sq) / step);
}

/// To the farthest of the next balls that is seen, whether or not it holds the agent. False when there is none.
bool CorridorWalk::lookThrough(const CorridorCursor& at)
{
    std::array<CorridorCursor, kBallsThrough> ahead;
    std::size_t count = 0;
    for (CorridorCursor probe = at; count < kBallsThrough && advance(probe);) ahead[count++] = probe;
    while (count-- > 0)
    {
        const Vec2 center = read(ahead[count]).position;
        if (distance(position_, center) <= reach_ || !sees(center)) continue;
        setCursor(ahead[count]);
        set(center, 0, CorridorGuideState::careful);
        return true;
    }
    return false;
}

/// The same or, when nothing is seen, along the shortest path to the last of them.
void CorridorWalk::headThrough(const CorridorCursor& at)
{
    if (lookThrough(at)) return;
    CorridorCursor ahead = at;
    for (std::size_t i = 0; i < kBallsThrough && advance(ahead); ++i)
    {
    }
    setCursor(ahead);
    const Vec2 center = read(ahead).position;
    NavMeshScratch& navmesh = scratch_.navmesh;
    PathOptions options;
    options.radius = world_.planRadius(radius_);
    options.layer = static_cast<int>(footing_.layer);
    navmesh.finder().find(position_, center, options, navmesh.path);
    if (!navmesh.path.isComplete()) return set(center, 0, CorridorGuideState::careful);
    computePoints(navmesh.path, kDeviation * radius_, navmesh.points);
    const std::span<const Vec2> points = std::span<const Vec2>(navmesh.points).subspan(1);
    for (std::size_t i = std::min(points.size(), kMostSeen); i-- > 0;)
        if (distance(points[i], position_) > there() && sees(points[i])) return set(points[i], 0, CorridorGuideState::careful);
    // The first pieces are free but for rounding.
    for (const Vec2 point : points)
        if (distance(point, position_) > there()) return set(point, 0, CorridorGuideState::careful);
    set(center, 0, CorridorGuideState::careful);
}

/// For an agent that no ball holds: to the nearest of those beside it, or along a new plan, whose first ball holds it.
void CorridorWalk::rejoin(const CorridorCursor& at)
{
    if (guidance_.has_planned || row().isEmpty()) // no ball of a new plan: rounding
    {
        if (guidance_.has_planned) return headThrough(at);
        if (plan()) headAlong();
        return;
    }
    struct Candidate
    {
        double gap_sq = std::numeric_limits<double>::infinity();
        CorridorCursor at;
    };
    std::array<Candidate, kMostLooks> nearest;
    CorridorCursor probe = at;
    for (int i = 0; i < kBallsBeside && row().retreat(probe); ++i)
    {
    }
    for (int i = 0; i <= 2 * kBallsBeside; ++i)
    {
        Candidate candidate{distanceSq(read(probe).position, position_), probe};
        for (Candidate& place : nearest)
            if (candidate.gap_sq < place.gap_sq) std::swap(candidate, place);
        if (!row().advance(probe)) break;
    }
    if (!givesUp())
        for (const Candidate& candidate : nearest)
        {
            if (!(candidate.gap_sq < std::numeric_limits<double>::infinity())) break;
            const CorridorBall ball = read(candidate.at);
            if (std::sqrt(candidate.gap_sq) > ball.clearance + kFar || !sees(ball.position)) continue;
            setCursor(candidate.at);
            return set(ball.position, 0, CorridorGuideState::careful);
        }
    if (plan()) headAlong();
}

} // namespace clearway
