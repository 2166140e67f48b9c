// SPDX-License-Identifier: MIT
// The way point is a place on the path some steps ahead to which the ground leads straight: what lies between is walked without
// another look, and a crowd that pushes an agent aside makes it cut the corner back instead of returning to where it was.
#include "guide/surface_agent_guide.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace clearway {

namespace {

constexpr int kLooks = 4;      ///< ahead, each half as far as the one before
constexpr double kOffPath = 4; ///< in looks ahead: farther from its path an agent plans anew

} // namespace

Vec2 SurfaceAgentGuide::chartPoint(std::size_t i) const
{
    const auto read = [&](std::size_t at) {
        return std::bit_cast<double>(path_[at] | static_cast<std::uint64_t>(path_[at + 1]) << 32);
    };
    return {read(4 * i), read(4 * i + 2)};
}

SurfacePlace SurfaceAgentGuide::place(std::size_t i) const
{
    const Vec2 p = chartPoint(i);
    const std::uint32_t face = data_.faceAt(p);
    return {data_.toSpace(face, p), face};
}

/// Beside which part of the path the agent is: never back, and not beyond two looks ahead that come no nearer.
SurfaceAgentGuide::OnPath SurfaceAgentGuide::findNearest() const
{
    OnPath best{state_->next, 0, std::numeric_limits<double>::infinity()};
    double left = 2 * lookAhead();
    Vec3 a = place(state_->next).position;
    for (std::size_t i = state_->next; i + 1 < pointCount() && left > 0; ++i)
    {
        const Vec3 b = place(i + 1).position;
        const Vec3 d = b - a;
        const double dd = lengthSq(d);
        const double t = dd > 0 ? std::clamp(dot(here_.position - a, d) / dd, 0.0, 1.0) : 0;
        const double away = distance(a + d * t, here_.position);
        const double size = std::sqrt(dd);
        left -= size;
        if (away < best.distance)
        {
            best = {i, t, away};
            left = 2 * lookAhead() - size * (1 - t);
        }
        a = b;
    }
    return best;
}

SurfacePlace SurfaceAgentGuide::findAhead(const OnPath& from, double ahead, bool& is_goal) const
{
    SurfacePlace a = place(from.part);
    double t = from.t;
    for (std::size_t i = from.part; i + 1 < pointCount(); ++i)
    {
        const SurfacePlace b = place(i + 1);
        const double size = distance(a.position, b.position);
        if (size * (1 - t) > ahead) return {interpolate(a.position, b.position, t + ahead / size), a.triangle};
        ahead -= size * (1 - t);
        a = b;
        t = 0;
    }
    is_goal = true;
    return a;
}

/// Whether ground leads straight there, with room for the disc.
bool SurfaceAgentGuide::sees(const SurfacePlace& target) const
{
    if (target.triangle == here_.triangle && static_cast<double>(agent_.footing.wall_room) > 0) return true;
    return world_.leadsStraight(here_, target, SurfaceWorldData::sightRadius(agent_.radius),
                                static_cast<double>(agent_.footing.wall_room));
}

void SurfaceAgentGuide::set(const SurfacePlace& target, bool is_goal)
{
    state_->way_point = is_goal ? agent_.goal : data_.toChart(target.triangle, target.position);
    state_->flags =
        static_cast<std::uint8_t>((state_->flags & ~SurfaceGuideState::sees_goal) | (is_goal ? SurfaceGuideState::sees_goal : 0));
}

/// False when nothing of the path ahead can be seen, or it is far away.
bool SurfaceAgentGuide::chooseWayPoint()
{
    if (state_->next + 1 >= pointCount()) state_->next = 0; // from a file there may be anything
    const OnPath nearest = findNearest();
    state_->next = static_cast<std::uint32_t>(nearest.part);
    double ahead = lookAhead();
    if (nearest.distance > kOffPath * ahead) return false;
    for (int look = 0; look < kLooks; ++look, ahead *= 0.5)
    {
        bool is_goal = false;
        const SurfacePlace target = findAhead(nearest, ahead, is_goal);
        if (!sees(target)) continue;
        set(target, is_goal);
        return true;
    }
    return false;
}

bool SurfaceAgentGuide::refresh(const Agent& agent, SurfaceGuideState& state, std::uint32_t& memo)
{
    agent_ = agent;
    state_ = &state;
    memo_ = &memo;
    has_planned_ = false;
    here_ = {data_.toSpace(agent.footing.face, agent.position), agent.footing.face};
    if ((state.flags & SurfaceGuideState::planned) == 0 && !plan()) return has_planned_;
    path_ = readPath();
    if (pointCount() >= 2 && chooseWayPoint()) return has_planned_;
    // Who loses the path again and again looks for it less and less often.
    const std::uint64_t pause = std::uint64_t{8} << std::min<int>(state.detours, 5);
    if (!has_planned_ && (agent.tick + agent.id) % pause == 0)
    {
        if (state.detours < 255) ++state.detours;
        if (!plan()) return true;
        path_ = readPath();
        if (pointCount() >= 2 && chooseWayPoint()) return true;
    }
    // Free but for rounding, or a corner that sliding gets past.
    bool is_goal = false;
    const SurfacePlace target = pointCount() >= 2 ? findAhead(findNearest(), 2 * agent.reach, is_goal) : here_;
    if (pointCount() >= 2)
        set(target, is_goal);
    else
        set(here_, true);
    return has_planned_;
}

} // namespace clearway
