// SPDX-License-Identifier: MIT
// Based on:
// S.-Q. Xin, G.-J. Wang. Efficiently determining a locally exact shortest path on polyhedral surfaces. 2007 (moving the strip)
// Departure: all vertices that can be passed on the other side are, at once, before the funnel runs again.
#include "surface/strip.h"

#include <cmath>

#include "geometry/angle.h"
#include "surface/funnel.h"

namespace clearway::surfacing {

namespace {

constexpr int kMostRounds = 500;
/// An angle this little below a straight one is one: what could be gained is its square.
constexpr double kStraightSlack = 1e-7;
/// Times the radius: what is free by this is free whatever rounding does.
constexpr double kSpare = 1 + 1e-9;

double computeAngle(Vec3 a, Vec3 b) { return computeTurn({1, 0}, {dot(a, b), length(cross(a, b))}); }
/// A point that is a corner of its triangle but for rounding becomes that corner.
Vec2 snap(Vec2 p, Vec2 a, Vec2 b, Vec2 c)
{
    const double least_sq = 1e-24 * std::max({distanceSq(a, b), distanceSq(b, c), distanceSq(c, a)});
    for (const Vec2 corner : {a, b, c})
        if (distanceSq(p, corner) <= least_sq) return corner;
    return p;
}

double computeAngle(Vec2 a, Vec2 b) { return std::abs(computeTurn(a, b)); }

} // namespace

void Strip::cross(const SurfaceView& view, const StripLink& link, double fraction)
{
    append(view, link);
    if (search_crossings_.size() < links_.size())
        search_crossings_.push_back(fraction);
    else
        search_crossings_.pop_back();
}

/// Of a half-edge, around a fraction of it from its origin.
LinePart Strip::findFree(const SurfaceView& view, std::uint32_t halfedge, double at) const
{
    if (!room_.borders) return {};
    const std::uint32_t triangles[] = {halfedge / 3, view.opposites[halfedge] / 3};
    const LinePart part =
        findFreePart(*room_.borders, triangles, view.originAt(halfedge), view.targetAt(halfedge), room_.radius * kSpare, at);
    // Less than nothing: a point of the search, which has room but for rounding.
    return part.isEmpty() ? LinePart{at, at} : part;
}

void Strip::append(const SurfaceView& view, const StripLink& link)
{
    // Back through the edge it came by: it need not have gone there.
    if (!links_.empty() &&
        (links_.back().entry == kNone ? view.opposites[links_.back().halfedge] : links_.back().entry) == link.halfedge)
        links_.pop_back();
    else
        links_.push_back(link);
}

StripLink Strip::makeLink(const SurfaceView& view, std::uint32_t halfedge, double at) const
{
    StripLink link{halfedge};
    link.free = findFree(view, halfedge, at);
    return link;
}

void Strip::turnAround(const SurfaceView& view, std::uint32_t vertex, std::uint32_t from, std::uint32_t to)
{
    std::uint32_t corner = 3 * from;
    while (view.origin(corner) != vertex) ++corner;
    // Both ways round at once, until one meets the triangle; `left` crosses the edges that end in the vertex.
    turn_left_.clear();
    turn_right_.clear();
    std::uint32_t left = previousHalfedge(corner), right = corner;
    while (left != kNone || right != kNone)
    {
        for (const bool is_left : {true, false})
        {
            std::uint32_t& edge = is_left ? left : right;
            if (edge == kNone) continue;
            auto& edges = is_left ? turn_left_ : turn_right_;
            edges.push_back(edge);
            const std::uint32_t other = view.opposites[edge];
            if (other != kNone && other / 3 == to)
            {
                // A half-edge that ends in the vertex has it on the left: that is at fraction 1.
                const double at = is_left ? 1 : 0;
                for (const std::uint32_t h : edges) cross(view, makeLink(view, h, at), at);
                return;
            }
            edge = other == kNone ? kNone : is_left ? previousHalfedge(other) : nextHalfedge(other);
        }
    }
}

void Strip::assign(const SurfaceView& view, const PathGraph& graph, const PathRoom& room, const SurfacePlace& start,
                   const SurfacePlace& goal, std::span<const PathStep> steps)
{
    room_ = room;
    start_ = start;
    goal_ = goal;
    links_.clear();
    search_crossings_.clear();
    std::uint32_t triangle = start.triangle;
    for (std::size_t i = 0; i + 1 < steps.size(); ++i)
    {
        const std::uint32_t next = steps[i + 1].triangle;
        if (next == triangle) continue;
        const NodeId node = steps[i].node;
        if (graph.isVertex(node))
            turnAround(view, node, triangle, next);
        else
        {
            const std::uint32_t h = graph.halfedgeOf(node);
            const double f = graph.fractionOf(node);
            if (h / 3 == triangle)
                cross(view, makeLink(view, h, f), f);
            else
                cross(view, makeLink(view, view.opposites[h], 1 - f), 1 - f);
        }
        triangle = next;
    }
    unfold(view, 0);
}

/// Portals before `first` are there already.
void Strip::unfold(const SurfaceView& view, std::size_t first_link)
{
    first_link = std::min({first_link, portals_.size(), links_.size()});
    portals_.resize(first_link);
    if (first_link == 0) startUnfolding(view);
    if (links_.empty()) return;
    std::size_t i = portals_.size() - 1;
    StripPortal portal = portals_.back();
    portals_.resize(links_.size());
    for (;; ++i)
    {
        StripLink& link = links_[i];
        if (link.entry == kNone)
        {
            // The next triangle, entered by a half-edge that runs from left to right.
            link.entry = view.opposites[link.halfedge];
            link.apex_vertex = view.apex(link.entry);
            link.flat = computeFlatTriangle(view.originAt(link.entry), view.targetAt(link.entry), view.apexAt(link.entry));
        }
        const FlatTriangle& next = link.flat;
        const Vec2 x = next.length > 0 ? (portal.right - portal.left) / next.length : Vec2{1, 0};
        const auto place = [&](Vec2 p) { return portal.left + x * p.x + perpendicular(x) * p.y; };
        const Vec2 apex = place(next.apex);
        if (i + 1 == links_.size())
        {
            const FlatAxes axes = computeFlatAxes(view.originAt(link.entry), view.targetAt(link.entry), view.apexAt(link.entry));
            last_apex_ = apex;
            goal_at_ = snap(place(axes.toPlane(goal_.position)), portal.left, portal.right, apex);
            return;
        }
        portal.halfedge = links_[i + 1].halfedge;
        if (portal.halfedge == nextHalfedge(link.entry))
        {
            portal.left_vertex = link.apex_vertex;
            portal.left = apex;
        }
        else
        {
            portal.right_vertex = link.apex_vertex;
            portal.right = apex;
        }
        portal.free = links_[i + 1].free;
        portals_[i + 1] = portal;
    }
}

void Strip::startUnfolding(const SurfaceView& view)
{
    if (links_.empty()) return;
    const std::uint32_t first = links_.front().halfedge;
    const FlatTriangle flat = computeFlatTriangle(view.originAt(first), view.targetAt(first), view.apexAt(first));
    start_at_ = computeFlatAxes(view.originAt(first), view.targetAt(first), view.apexAt(first)).toPlane(start_.position);
    first_apex_ = flat.apex;
    start_at_ = snap(start_at_, {0, 0}, {flat.length, 0}, flat.apex);
    portals_.push_back({first, view.target(first), view.origin(first), {flat.length, 0}, {0, 0}, links_.front().free});
}

/// Bends that were seen before portal `first` stay.
void Strip::pull(std::size_t first)
{
    while (!bends_.empty() && bends_.back().seen_at >= first) bends_.pop_back();
    kept_bends_ = bends_.size();
    const auto count = static_cast<std::uint32_t>(portals_.size());
    const auto leftOf = [&](std::uint32_t i) { return i < count ? portals_[i].freeLeft() : goal_at_; };
    const auto rightOf = [&](std::uint32_t i) { return i < count ? portals_[i].freeRight() : goal_at_; };
    FunnelStart from{start_at_, leftOf(0), rightOf(0), 0};
    if (!bends_.empty()) from = {bends_.back().at, bends_.back().at, bends_.back().at, bends_.back().portal};
    runFunnel(from, count, leftOf, rightOf, [&](Vec2 at, std::uint32_t portal, bool is_left, std::uint32_t seen_at) {
        const LinePart& free = portals_[portal].free;
        bends_.push_back({at, portal, is_left, seen_at, is_left ? free.high >= 1 : free.low <= 0});
    });
}

/// The portals at the vertex where the way bends, and whether passing it on the other side is shorter. The edges crossed there
/// are left in turn_left_.
Strip::Fan Strip::findOtherSide(const SurfaceView& view, const StripBend& bend, Vec2 before, Vec2 after)
{
    const auto pointOf = [&](std::uint32_t i) { return bend.is_left ? portals_[i].left : portals_[i].right; };
    const StripPortal& portal = portals_[bend.portal];
    const std::uint32_t vertex = bend.is_left ? portal.left_vertex : portal.right_vertex;
    Fan fan = findFan(bend);
    turn_left_.clear();
    const std::uint32_t entry = view.opposites[portals_[fan.last].halfedge];
    if (portals_[fan.first].halfedge / 3 == entry / 3) // all the way round, for nothing
    {
        fan.is_shorter = true;
        return fan;
    }
    const Vec2 w = fan.first > 0 ? pointOf(fan.first - 1) : first_apex_;
    const Vec2 z = fan.last + 1 < portals_.size() ? pointOf(fan.last + 1) : last_apex_;
    double angle = computeAngle(before - bend.at, w - bend.at) + computeAngle(after - bend.at, z - bend.at);
    const auto onward = [&](std::uint32_t h) { return bend.is_left ? nextHalfedge(h) : previousHalfedge(h); };
    const std::uint32_t end = bend.is_left ? previousHalfedge(entry) : nextHalfedge(entry);
    std::uint32_t edge = onward(portals_[fan.first].halfedge);
    while (angle < kPi - kStraightSlack)
    {
        turn_left_.push_back(edge);
        const std::uint32_t other = view.opposites[edge];
        if (other == kNone) return fan;
        if (other == end)
        {
            fan.is_shorter = true;
            return fan;
        }
        const Vec3 v = view.positions[vertex];
        const Vec3 near_end = bend.is_left ? view.originAt(other) : view.targetAt(other);
        angle += computeAngle(near_end - v, view.apexAt(other) - v);
        edge = onward(other);
    }
    return fan;
}

/// Whether the way has room in the triangles in which it comes to a vertex and leaves it. Where it has not, it is not the vertex
/// that holds it back but a border, around which it has to go on this side.
bool Strip::isFreeAround(const SurfaceView& view, const StripBend& bend, const Fan& fan, Vec2 before, Vec2 after) const
{
    const StripPortal& portal = portals_[bend.portal];
    const Vec3 vertex = view.positions[bend.is_left ? portal.left_vertex : portal.right_vertex];
    const auto crossingOf = [&](const StripPortal& p, Vec2 end) {
        const double f = std::clamp(computeCrossing(end, bend.at, p.left, p.right), 0.0, 1.0);
        return interpolate(view.positions[p.right_vertex], view.positions[p.left_vertex], f);
    };
    const Vec3 from = fan.first > 0 ? crossingOf(portals_[fan.first - 1], before) : start_.position;
    const Vec3 to = fan.last + 1 < portals_.size() ? crossingOf(portals_[fan.last + 1], after) : goal_.position;
    return room_.isFree(portals_[fan.first].halfedge / 3, from, vertex) &&
           room_.isFree(view.opposites[portals_[fan.last].halfedge] / 3, vertex, to);
}

/// Whether there is room on the other side of a vertex, right beside it. What is free there is left in turn_free_.
bool Strip::isPassable(const SurfaceView& view, double at)
{
    turn_free_.clear();
    for (const std::uint32_t h : turn_left_)
    {
        turn_free_.push_back(findFree(view, h, at));
        if (at == 0 ? turn_free_.back().low > 0 : turn_free_.back().high < 1) return false;
    }
    return true;
}

bool Strip::reroute(const SurfaceView& view)
{
    next_links_.clear();
    std::uint32_t done = 0; // portals already taken over
    bool is_changed = false;
    // Bends that stayed were looked at before; the last of them has a new one after it.
    for (std::size_t i = kept_bends_ > 0 ? kept_bends_ - 1 : 0; i < bends_.size(); ++i)
    {
        const Vec2 before = i > 0 ? bends_[i - 1].at : start_at_;
        const Vec2 after = i + 1 < bends_.size() ? bends_[i + 1].at : goal_at_;
        const Vec2 at = bends_[i].at;
        // At a vertex where the way starts or ends there is nothing to pass.
        const double least = 1e-12 * distance(portals_[bends_[i].portal].left, portals_[bends_[i].portal].right);
        if (distance(before, at) <= least || distance(after, at) <= least) continue;
        if (!bends_[i].is_vertex) continue;
        const Fan fan = findOtherSide(view, bends_[i], before, after);
        if (!fan.is_shorter || fan.first < done) continue;
        // The edges on the other side start at the vertex where those on this side end in it, and the other way round.
        if (room_.borders && !(isFreeAround(view, bends_[i], fan, before, after) && isPassable(view, bends_[i].is_left ? 0 : 1)))
            continue;
        // What comes before the first change stays where it is.
        if (!is_changed)
            first_change_ = fan.first;
        else
            next_links_.insert(next_links_.end(), links_.begin() + done, links_.begin() + std::max(done, fan.first));
        for (std::size_t k = 0; k < turn_left_.size(); ++k)
        {
            next_links_.push_back({turn_left_[k]});
            if (room_.borders) next_links_.back().free = turn_free_[k];
        }
        done = fan.last + 1;
        is_changed = true;
    }
    if (!is_changed) return false;
    next_links_.insert(next_links_.end(), links_.begin() + done, links_.end());
    links_.resize(first_change_);
    search_crossings_.clear();
    for (const StripLink& link : next_links_)
    {
        append(view, link);
        first_change_ = std::min(first_change_, links_.size());
    }
    unfold(view, first_change_);
    return true;
}

void Strip::shorten(const SurfaceView& view)
{
    bends_.clear();
    first_change_ = 0;
    for (int round = 0; round < kMostRounds && !portals_.empty(); ++round)
    {
        pull(first_change_);
        if (!reroute(view)) return;
    }
    if (!portals_.empty()) pull(first_change_);
}

/// The portals that end in the vertex where the way bends, without a gap.
Strip::Fan Strip::findFan(const StripBend& bend) const
{
    const auto vertexOf = [&](std::uint32_t i) { return bend.is_left ? portals_[i].left_vertex : portals_[i].right_vertex; };
    Fan fan{bend.portal, bend.portal};
    if (!bend.is_vertex) return fan;
    while (fan.first > 0 && vertexOf(fan.first - 1) == vertexOf(bend.portal)) --fan.first;
    while (fan.last + 1 < portals_.size() && vertexOf(fan.last + 1) == vertexOf(bend.portal)) ++fan.last;
    return fan;
}

void Strip::computeCrossings(std::vector<double>& fractions) const
{
    fractions.clear();
    std::size_t next = 0; // bend ahead
    Fan fan = bends_.empty() ? Fan{} : findFan(bends_[0]);
    for (std::uint32_t i = 0; i < portals_.size(); ++i)
    {
        const StripPortal& p = portals_[i];
        while (next < bends_.size() && fan.last < i)
            if (++next < bends_.size()) fan = findFan(bends_[next]);
        if (next < bends_.size() && fan.first <= i)
        {
            const LinePart& free = portals_[bends_[next].portal].free;
            fractions.push_back(bends_[next].is_left ? std::min(free.high, 1.0) : std::max(free.low, 0.0));
            continue;
        }
        const Vec2 from = next > 0 ? bends_[next - 1].at : start_at_;
        const Vec2 to = next < bends_.size() ? bends_[next].at : goal_at_;
        const double f = computeCrossing(from, to, p.left, p.right);
        fractions.push_back(std::clamp(f, std::max(p.free.low, 0.0), std::min(p.free.high, 1.0)));
    }
}

std::size_t Strip::memoryBytes() const
{
    return portals_.capacity() * sizeof(StripPortal) + bends_.capacity() * sizeof(StripBend) + search_crossings_.capacity() * 8 +
           sizeof(StripLink) * (links_.capacity() + next_links_.capacity()) +
           4 * (turn_left_.capacity() + turn_right_.capacity()) + sizeof(LinePart) * turn_free_.capacity();
}

} // namespace clearway::surfacing
