// SPDX-License-Identifier: MIT
// Based on:
// D. T. Lee, F. P. Preparata. Euclidean shortest paths in the presence of rectilinear barriers. 1984 (the funnel)
// S.-Q. Xin, G.-J. Wang. Efficiently determining a locally exact shortest path on polyhedral surfaces. 2007 (moving the strip)
// Departure: all vertices that can be passed on the other side are, at once, before the funnel runs again.
#include "surface/strip.h"

#include <cmath>

#include "geometry/angle.h"

namespace clearway::surfacing {

namespace {

constexpr int kMostRounds = 500;
/// An angle this little below a straight one is one: what could be gained is its square.
constexpr double kStraightSlack = 1e-7;

double computeAngle(Vec3 a, Vec3 b) { return computeTurn({1, 0}, {dot(a, b), length(cross(a, b))}); }
/// A point that is a corner of its triangle but for rounding becomes that corner.
Vec2 snap(Vec2 p, Vec2 a, Vec2 b, Vec2 c)
{
    const double least_sq = 1e-24 * std::max({distanceSq(a, b), distanceSq(b, c), distanceSq(c, a)});
    for (const Vec2 corner : {a, b, c})
        if (distanceSq(p, corner) <= least_sq) return corner;
    return p;
}

/// Whether b lies to the left of a, and not just by rounding: a way along an edge has both its ends on one line.
bool isLeft(Vec2 a, Vec2 b)
{
    const double c = cross(a, b);
    return c > 0 && c * c > 1e-24 * lengthSq(a) * lengthSq(b);
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

void Strip::append(const SurfaceView& view, const StripLink& link)
{
    // Back through the edge it came by: it need not have gone there.
    if (!links_.empty() &&
        (links_.back().entry == kNoHalfedge ? view.opposites[links_.back().halfedge] : links_.back().entry) == link.halfedge)
        links_.pop_back();
    else
        links_.push_back(link);
}

void Strip::turnAround(const SurfaceView& view, std::uint32_t vertex, std::uint32_t from, std::uint32_t to)
{
    std::uint32_t corner = 3 * from;
    while (view.origin(corner) != vertex) ++corner;
    // Both ways round at once, until one meets the triangle; `left` crosses the edges that end in the vertex.
    turn_left_.clear();
    turn_right_.clear();
    std::uint32_t left = previousHalfedge(corner), right = corner;
    while (left != kNoHalfedge || right != kNoHalfedge)
    {
        for (const bool is_left : {true, false})
        {
            std::uint32_t& edge = is_left ? left : right;
            if (edge == kNoHalfedge) continue;
            auto& edges = is_left ? turn_left_ : turn_right_;
            edges.push_back(edge);
            const std::uint32_t other = view.opposites[edge];
            if (other != kNoHalfedge && other / 3 == to)
            {
                // A half-edge that ends in the vertex has it on the left: that is at fraction 1.
                for (const std::uint32_t h : edges) cross(view, {h}, is_left ? 1 : 0);
                return;
            }
            edge = other == kNoHalfedge ? kNoHalfedge : is_left ? previousHalfedge(other) : nextHalfedge(other);
        }
    }
}

void Strip::assign(const SurfaceView& view, const PathGraph& graph, const SurfacePlace& start, const SurfacePlace& goal,
                   std::span<const PathStep> steps)
{
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
                cross(view, {h}, f);
            else
                cross(view, {view.opposites[h]}, 1 - f);
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
        if (link.entry == kNoHalfedge)
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
    portals_.push_back({first, view.target(first), view.origin(first), {flat.length, 0}, {0, 0}});
}

void Strip::bend(Vec2 at, std::uint32_t portal, bool is_left, std::uint32_t seen_at)
{
    bends_.push_back({at, portal, is_left, seen_at});
}

/// Bends that were seen before portal `first` stay.
void Strip::pull(std::size_t first)
{
    while (!bends_.empty() && bends_.back().seen_at >= first) bends_.pop_back();
    kept_bends_ = bends_.size();
    const auto count = static_cast<std::uint32_t>(portals_.size());
    const auto leftOf = [&](std::uint32_t i) { return i < count ? portals_[i].left : goal_at_; };
    const auto rightOf = [&](std::uint32_t i) { return i < count ? portals_[i].right : goal_at_; };
    Vec2 apex = start_at_, left = leftOf(0), right = rightOf(0);
    std::uint32_t left_index = 0, right_index = 0;
    if (!bends_.empty())
    {
        apex = left = right = bends_.back().at;
        left_index = right_index = bends_.back().portal;
    }
    for (std::uint32_t i = left_index + 1; i <= count; ++i)
    {
        const Vec2 l = leftOf(i), r = rightOf(i);
        // The same vertex again says nothing new, and rounding must not find that it does.
        if (r == right)
            right_index = i;
        else if (clearway::cross(right - apex, r - apex) >= 0)
        {
            if (apex == right || !isLeft(left - apex, r - apex))
            {
                right = r;
                right_index = i;
            }
            else
            {
                bend(left, left_index, true, i);
                apex = right = left;
                i = right_index = left_index;
                continue;
            }
        }
        if (l == left)
            left_index = i;
        else if (clearway::cross(left - apex, l - apex) <= 0)
        {
            if (apex == left || !isLeft(l - apex, right - apex))
            {
                left = l;
                left_index = i;
            }
            else
            {
                bend(right, right_index, false, i);
                apex = left = right;
                i = left_index = right_index;
                continue;
            }
        }
    }
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
        if (other == kNoHalfedge) return fan;
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
        const Fan fan = findOtherSide(view, bends_[i], before, after);
        if (!fan.is_shorter || fan.first < done) continue;
        // What comes before the first change stays where it is.
        if (!is_changed)
            first_change_ = fan.first;
        else
            next_links_.insert(next_links_.end(), links_.begin() + done, links_.begin() + std::max(done, fan.first));
        for (const std::uint32_t h : turn_left_) next_links_.push_back({h});
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
            fractions.push_back(bends_[next].is_left ? 1 : 0);
            continue;
        }
        const Vec2 from = next > 0 ? bends_[next - 1].at : start_at_;
        const Vec2 to = next < bends_.size() ? bends_[next].at : goal_at_;
        const Vec2 d = to - from, e = p.left - p.right;
        const double across = clearway::cross(d, e);
        // Along a portal: where the way first touches it.
        const double ee = lengthSq(e);
        const bool is_crossed = std::abs(across) > 1e-12 * length(d) * std::sqrt(ee);
        const double f = is_crossed ? clearway::cross(d, from - p.right) / across : ee > 0 ? dot(from - p.right, e) / ee : 0;
        fractions.push_back(std::clamp(f, 0.0, 1.0));
    }
}

std::size_t Strip::byteCount() const
{
    return portals_.capacity() * sizeof(StripPortal) + bends_.capacity() * sizeof(StripBend) + search_crossings_.capacity() * 8 +
           sizeof(StripLink) * (links_.capacity() + next_links_.capacity()) +
           4 * (turn_left_.capacity() + turn_right_.capacity());
}

} // namespace clearway::surfacing
