// SPDX-License-Identifier: MIT
// Plans: searched with what the state holds, so that a plan that was not remembered is found again to the bit.
#include <algorithm>
#include <bit>

#include "guide/surface_agent_guide.h"

namespace clearway {

namespace {

constexpr int kMostStraightSteps = 1 << 16; ///< edges that a straight way crosses

void appendPoint(std::vector<std::uint32_t>& words, Vec2 p)
{
    for (const double value : {p.x, p.y})
    {
        const auto bits = std::bit_cast<std::uint64_t>(value);
        words.push_back(static_cast<std::uint32_t>(bits));
        words.push_back(static_cast<std::uint32_t>(bits >> 32));
    }
}

} // namespace

/// A way straight on that is hardly longer than the line through space is hardly longer than the shortest way, which nobody has
/// to search then. The words of scratch hold it.
bool SurfaceAgentGuide::findStraightWay(const SurfacePlace& from, const SurfacePlace& to, double radius)
{
    const double most = world_.options.straight_detour * distance(from.position, to.position);
    SurfacePlace at = from;
    double way = 0;
    int steps = 0;
    scratch_.words.clear();
    appendPoint(scratch_.words, data_.toChart(from.triangle, from.position));
    const auto isFree = [&](Vec3 p) {
        way += distance(at.position, p);
        return way <= most && world_.clearance.isFree(at.triangle, at.position, p, radius);
    };
    const auto visit = [&](Vec3 point, std::uint32_t face) {
        if (++steps > kMostStraightSteps || !isFree(point)) return false;
        at = {point, face};
        appendPoint(scratch_.words, data_.toChart(face, point));
        return true;
    };
    if (from.triangle != to.triangle && !world_.sight.follow(from.position, from.triangle, to.position, to.triangle, visit))
        return false;
    if (!isFree(to.position)) return false;
    appendPoint(scratch_.words, data_.toChart(to.triangle, to.position));
    return true;
}

/// The words of scratch hold a path from a point of the chart to the goal; false when there is none.
bool SurfaceAgentGuide::search(Vec2 from)
{
    const SurfacePlace start = world_.chart.toPlace(from), goal = world_.chart.toPlace(agent_.goal);
    scratch_.words.clear();
    if (!start || !goal) return false;
    // Whoever stands nearer to a border than its radius still gets away.
    const double room = world_.clearance.computeDistance(start);
    const double radius = SurfaceWorldData::planRadius(std::min(agent_.radius, room));
    if (findStraightWay(start, goal, radius)) return true;
    SurfacePathOptions options;
    options.radius = radius;
    scratch_.finder.find(start, goal, options, scratch_.path);
    scratch_.words.clear();
    if (!scratch_.path.isComplete()) return false;
    const std::span<const Path::Piece> pieces = scratch_.path.pieces();
    for (std::size_t i = 0; i < pieces.size(); ++i)
        appendPoint(scratch_.words, data_.toChart(scratch_.path.faces()[i], pieces[i].from));
    appendPoint(scratch_.words, data_.toChart(scratch_.path.faces().back(), pieces.back().to));
    return true;
}

void SurfaceAgentGuide::store()
{
    guide_.paths_.remove(*memo_);
    *memo_ = guide_.paths_.add(scratch_.words);
}

/// A path from where the agent stands; false when there is none, which is then noted.
bool SurfaceAgentGuide::plan()
{
    has_planned_ = true;
    state_->planned_from = agent_.position;
    state_->next = 0;
    const bool is_found = search(agent_.position);
    store();
    state_->flags = is_found ? SurfaceGuideState::planned : SurfaceGuideState::unreachable;
    return is_found;
}

/// Without room in the store the words of the search itself will do.
std::span<const std::uint32_t> SurfaceAgentGuide::readPath()
{
    if (*memo_ == 0 && !has_planned_)
    {
        search(state_->planned_from);
        store();
    }
    return *memo_ != 0 ? guide_.paths_.find(*memo_) : std::span<const std::uint32_t>(scratch_.words);
}

} // namespace clearway
