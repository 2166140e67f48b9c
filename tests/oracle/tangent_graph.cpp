// SPDX-License-Identifier: MIT
#include "tests/oracle/tangent_graph.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <queue>

#include <clearway/geometry/predicates.h>

namespace clearway::oracle {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kTurn = 2 * std::numbers::pi;
constexpr double kSameAngle = 1e-9;

Vec2 direction(double angle) { return {std::cos(angle), std::sin(angle)}; }
double angleOf(Vec2 v) { return std::atan2(v.y, v.x); }

/// In [0, 2 pi); what is a hair below a full turn counts as nothing.
double wrap(double angle)
{
    double result = std::fmod(angle, kTurn);
    if (result < 0) result += kTurn;
    return result > kTurn - kSameAngle ? 0 : result;
}

double squaredDistance(Vec2 p, const Segment& s)
{
    const Vec2 d = s.b - s.a;
    const double size = lengthSq(d);
    const double t = size > 0 ? std::clamp(dot(p - s.a, d) / size, 0.0, 1.0) : 0;
    return lengthSq(p - (s.a + d * t));
}

double squaredDistance(const Segment& s, const Segment& t)
{
    const double c1 = cross(s.b - s.a, t.a - s.a), c2 = cross(s.b - s.a, t.b - s.a);
    const double c3 = cross(t.b - t.a, s.a - t.a), c4 = cross(t.b - t.a, s.b - t.a);
    if (((c1 > 0) != (c2 > 0)) && ((c3 > 0) != (c4 > 0))) return 0;
    return std::min({squaredDistance(s.a, t), squaredDistance(s.b, t), squaredDistance(t.a, s), squaredDistance(t.b, s)});
}

/// Whether turning counter-clockwise from v-from one meets v-a strictly before v-b; straight ahead counts as a full turn.
bool isMetFirst(Vec2 v, Vec2 from, Vec2 a, Vec2 b)
{
    const auto quarter = [&](Vec2 q) {
        const int side = computeOrientation(v, from, q);
        if (side > 0) return 0;
        if (side < 0) return 2;
        return computeDotSign(v, from, v, q) > 0 ? 3 : 1;
    };
    const int qa = quarter(a), qb = quarter(b);
    if (qa != qb) return qa < qb;
    return computeOrientation(v, a, b) > 0;
}

} // namespace

std::vector<Segment> findBoundary(const Scene& scene)
{
    std::vector<Segment> boundary;
    for (std::uint32_t i = 0; i < scene.points().size(); ++i) boundary.push_back(scene.edge(i));
    return boundary;
}

std::vector<Segment> findBoundary(const NavMesh& mesh)
{
    std::vector<Segment> boundary;
    for (const NavMesh::Obstacle& obstacle : mesh.obstacles()) boundary.push_back(obstacle.segment);
    return boundary;
}

double computeBoundaryDistance(std::span<const Segment> boundary, Vec2 p)
{
    double best = kInfinity;
    for (const Segment& segment : boundary) best = std::min(best, squaredDistance(Vec2{}, {segment.a - p, segment.b - p}));
    return std::sqrt(best);
}

int Corner::compareToStraight() const
{
    const int turn = computeOrientation(in, at, out);
    if (turn != 0) return -turn;
    return computeDotSign(at, in, at, out) > 0 ? 1 : 0; // the free end of a wall: a full turn
}

bool Corner::contains(Vec2 q) const
{
    const auto isAhead = [&](Vec2 end) { return computeOrientation(at, end, q) == 0 && computeDotSign(at, end, at, q) > 0; };
    return isAhead(out) || isAhead(in) || isMetFirst(at, out, q, in);
}

std::vector<Corner> findCorners(std::span<const Segment> boundary)
{
    std::multimap<std::pair<double, double>, Vec2> arriving;
    for (const Segment& segment : boundary) arriving.insert({{segment.b.x, segment.b.y}, segment.a});
    std::vector<Corner> corners;
    for (const Segment& segment : boundary)
    {
        Corner corner{segment.a, segment.b, {}};
        bool is_found = false;
        const auto [begin, end] = arriving.equal_range({segment.a.x, segment.a.y});
        for (auto it = begin; it != end; ++it)
        {
            if (is_found && !isMetFirst(corner.at, corner.out, it->second, corner.in)) continue;
            corner.in = it->second;
            is_found = true;
        }
        if (is_found) corners.push_back(corner);
    }
    return corners;
}

TangentGraph::TangentGraph(std::vector<Segment> boundary, double radius, double tolerance)
    : boundary_(std::move(boundary)), radius_(radius), blocking_radius_(radius - std::min(tolerance, 0.5 * radius))
{
    // Near the origin: far-away scenes would lose digits in the tangents.
    origin_ = boundary_.empty() ? Vec2{} : boundary_[0].a;
    for (Segment& segment : boundary_)
    {
        segment = {segment.a - origin_, segment.b - origin_};
        boxes_.push_back(computeBounds(segment).inflated(radius));
    }
    all_corners_ = findCorners(boundary_);
    for (const Corner& corner : all_corners_)
        if (corner.compareToStraight() > (radius > 0 ? 0 : -1)) corners_.push_back(corner);
    const auto count = static_cast<std::uint32_t>(corners_.size());
    if (radius == 0)
    {
        visible_.resize(count);
        for (std::uint32_t i = 0; i < count; ++i)
            for (std::uint32_t j = 0; j < i; ++j)
            {
                if (!isVisible(corners_[i].at, &corners_[i], corners_[j].at, &corners_[j])) continue;
                const double length = distance(corners_[i].at, corners_[j].at);
                visible_[i].push_back({j, length});
                visible_[j].push_back({i, length});
            }
        return;
    }
    chains_.resize(count);
    free_arcs_.resize(count);
    for (std::uint32_t i = 0; i < count; ++i) findFreeArcs(i);
    for (std::uint32_t i = 0; i < count; ++i)
        for (std::uint32_t j = 0; j < count; ++j)
            if (i != j && corners_[i].at != corners_[j].at) addTangents(i, j);
    linkChains();
}

/// The circle is cut wherever it is exactly the blocking radius away from a boundary segment or its end; pieces are tried by
/// their middle.
void TangentGraph::findFreeArcs(std::uint32_t circle)
{
    const Vec2 center = corners_[circle].at;
    std::vector<double> cuts;
    const double b = blocking_radius_;
    for (const Segment& segment : boundary_)
    {
        if (squaredDistance(center, segment) > 4 * radius_ * radius_) continue;
        for (const Vec2 end : {segment.a, segment.b})
        {
            const double d = distance(center, end);
            if (d == 0 || d > radius_ + b) continue;
            const double cosine = (radius_ * radius_ + d * d - b * b) / (2 * radius_ * d);
            if (cosine > 1) continue;
            const double middle = angleOf(end - center), half = std::acos(std::max(-1.0, cosine));
            cuts.push_back(middle - half);
            cuts.push_back(middle + half);
        }
        const double along = angleOf(segment.b - segment.a);
        const double height = cross(segment.b - segment.a, center - segment.a) / distance(segment.a, segment.b);
        for (const double offset : {b, -b})
        {
            const double sine = (offset - height) / radius_;
            if (std::abs(sine) > 1) continue;
            cuts.push_back(along + std::asin(sine));
            cuts.push_back(along + std::numbers::pi - std::asin(sine));
        }
    }
    for (double& cut : cuts) cut = wrap(cut);
    if (cuts.empty()) cuts.push_back(0);
    std::sort(cuts.begin(), cuts.end());
    // Pieces between neighbouring cuts, joined where they follow one another, and around the end of the list.
    std::vector<std::pair<double, double>> arcs;
    for (std::size_t i = 0; i < cuts.size(); ++i)
    {
        const double begin = cuts[i], end = i + 1 < cuts.size() ? cuts[i + 1] : cuts[0] + kTurn;
        const Vec2 middle = center + direction((begin + end) / 2) * radius_;
        if (end > begin && computeBoundaryDistance(boundary_, middle) < b) continue;
        if (!arcs.empty() && arcs.back().second == begin)
            arcs.back().second = end;
        else
            arcs.push_back({begin, end});
    }
    if (arcs.size() > 1 && arcs.back().second == arcs.front().first + kTurn)
    {
        arcs.front() = {arcs.back().first, arcs.front().second + kTurn};
        arcs.pop_back();
    }
    for (const auto& [begin, end] : arcs) free_arcs_[circle].push_back({begin, end - begin});
}

bool TangentGraph::isFreeArc(std::uint32_t circle, double begin, double size) const
{
    for (const Arc& arc : free_arcs_[circle])
        if (arc.size >= kTurn || wrap(begin - arc.begin + kSameAngle) + size <= arc.size + 3 * kSameAngle) return true;
    return false;
}

bool TangentGraph::isFreeSegment(Vec2 a, Vec2 b, std::uint32_t* blocker) const
{
    Box2 box;
    box.add(a);
    box.add(b);
    const double limit = blocking_radius_ * blocking_radius_;
    if (blocker && *blocker < boundary_.size() && squaredDistance({a, b}, boundary_[*blocker]) < limit) return false;
    for (std::uint32_t i = 0; i < boundary_.size(); ++i)
    {
        if (!box.overlaps(boxes_[i]) || squaredDistance({a, b}, boundary_[i]) >= limit) continue;
        if (blocker) *blocker = i;
        return false;
    }
    return true;
}

/// For points: nothing crosses the line of sight, no corner stands on it (it then counts as two), and it leaves into free space.
bool TangentGraph::isVisible(Vec2 a, const Corner* a_corner, Vec2 b, const Corner* b_corner) const
{
    if (a == b) return !(a_corner && b_corner); // where obstacles touch, nobody squeezes through
    if (a_corner && !a_corner->contains(b)) return false;
    if (b_corner && !b_corner->contains(a)) return false;
    for (const Segment& s : boundary_)
    {
        if (doSegmentsCross(a, b, s.a, s.b)) return false;
        if (s.a != a && s.a != b && isOnSegment(s.a, a, b)) return false;
        for (const auto& [p, q] : {std::pair{a, b}, std::pair{b, a}})
            if (p != s.a && p != s.b && isOnSegment(p, s.a, s.b) && computeOrientation(s.a, s.b, q) < 0) return false;
    }
    return true;
}

/// The four tangents from one circle to another: side 0 turns left (the centre on the left), side 1 right.
void TangentGraph::addTangents(std::uint32_t from, std::uint32_t to)
{
    const Vec2 u = corners_[from].at, v = corners_[to].at;
    const double d = distance(u, v), bearing = angleOf(v - u);
    std::uint32_t blocker = kNowhere;
    for (int from_side = 0; from_side < 2; ++from_side)
        for (int to_side = 0; to_side < 2; ++to_side)
        {
            const double from_sign = from_side == 0 ? 1 : -1, to_sign = to_side == 0 ? 1 : -1;
            double heading = bearing;
            if (from_side != to_side)
            {
                if (2 * radius_ > d * (1 + 1e-12)) continue;
                heading += from_sign * std::asin(std::min(1.0, 2 * radius_ / d));
            }
            const Vec2 left = perpendicular(direction(heading));
            const Vec2 p = u - left * (from_sign * radius_), q = v - left * (to_sign * radius_);
            if (!isFreeSegment(p, q, &blocker)) continue;
            const auto departure = static_cast<std::uint32_t>(ports_.size());
            ports_.push_back({angleOf(p - u), departure + 1, distance(p, q)});
            ports_.push_back({angleOf(q - v)});
            chains_[from][static_cast<std::size_t>(from_side)].push_back(departure);
            chains_[to][static_cast<std::size_t>(to_side)].push_back(departure + 1);
        }
}

void TangentGraph::linkChains()
{
    for (std::uint32_t circle = 0; circle < chains_.size(); ++circle)
        for (std::size_t side = 0; side < 2; ++side)
        {
            Chain& chain = chains_[circle][side];
            for (const std::uint32_t port : chain) ports_[port].angle = wrap(ports_[port].angle);
            std::sort(chain.begin(), chain.end(), [&](std::uint32_t a, std::uint32_t b) {
                return std::pair{ports_[a].angle, a} < std::pair{ports_[b].angle, b};
            });
            if (side == 1) std::reverse(chain.begin(), chain.end());
            for (std::size_t i = 0; i < chain.size() && chain.size() > 1; ++i)
            {
                const std::uint32_t at = chain[i], next = chain[(i + 1) % chain.size()];
                const double turn = wrap((ports_[next].angle - ports_[at].angle) * (side == 0 ? 1 : -1));
                if (!isFreeArc(circle, side == 0 ? ports_[at].angle : ports_[next].angle, turn)) continue;
                ports_[at].next = next;
                ports_[at].next_length = turn * radius_;
                if (turn < kSameAngle) ports_[next].same = at;
            }
        }
}

/// The tangents from a point p to every circle. Those of side 0 arrive turning left; read the other way they leave turning right.
TangentGraph::Touches TangentGraph::findTouches(Vec2 p) const
{
    Touches touches(corners_.size());
    std::uint32_t blocker = kNowhere;
    for (std::size_t i = 0; i < corners_.size(); ++i)
    {
        const Vec2 v = corners_[i].at;
        const double d = distance(p, v);
        if (d < blocking_radius_) continue;
        for (std::size_t side = 0; side < 2; ++side)
        {
            const double sign = side == 0 ? 1 : -1;
            const double heading = angleOf(v - p) - sign * std::asin(std::min(1.0, radius_ / d));
            const Vec2 q = v - perpendicular(direction(heading)) * (sign * radius_);
            if (isFreeSegment(p, q, &blocker)) touches[i][side] = {wrap(angleOf(q - v)), distance(p, q)};
        }
    }
    return touches;
}

std::vector<double> TangentGraph::computeDistances(const Touches& from) const
{
    std::vector<double> distances(ports_.size(), kInfinity);
    using Entry = std::pair<double, std::uint32_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    const auto reach = [&](std::uint32_t port, double length) {
        if (port == kNowhere || length >= distances[port]) return;
        distances[port] = length;
        open.push({length, port});
    };
    for (std::uint32_t circle = 0; circle < chains_.size(); ++circle)
        for (std::size_t side = 0; side < 2; ++side)
        {
            const Touch& touch = from[circle][side];
            if (touch.length < 0) continue;
            // Every port reached over a free arc; those beyond others would be found along the chain as well.
            for (const std::uint32_t port : chains_[circle][side])
            {
                const double turn = wrap((ports_[port].angle - touch.angle) * (side == 0 ? 1 : -1));
                if (isFreeArc(circle, side == 0 ? touch.angle : ports_[port].angle, turn))
                    reach(port, touch.length + turn * radius_);
            }
        }
    while (!open.empty())
    {
        const auto [length, at] = open.top();
        open.pop();
        if (length > distances[at]) continue;
        reach(ports_[at].across, length + ports_[at].across_length);
        reach(ports_[at].next, length + ports_[at].next_length);
        reach(ports_[at].same, length);
    }
    return distances;
}

double TangentGraph::computeGoalLength(const Touches& from, const std::vector<double>& distances, Vec2 goal) const
{
    double best = kInfinity;
    const Touches to = findTouches(goal);
    for (std::uint32_t circle = 0; circle < chains_.size(); ++circle)
        for (std::size_t side = 0; side < 2; ++side)
        {
            const Touch& leave = to[circle][1 - side]; // seen from the goal it turns the other way
            if (leave.length < 0) continue;
            const auto tryFrom = [&](double angle, double length) {
                if (length + leave.length >= best) return;
                const double turn = wrap((leave.angle - angle) * (side == 0 ? 1 : -1));
                if (isFreeArc(circle, side == 0 ? angle : leave.angle, turn))
                    best = std::min(best, length + turn * radius_ + leave.length);
            };
            if (from[circle][side].length >= 0) tryFrom(from[circle][side].angle, from[circle][side].length);
            for (const std::uint32_t port : chains_[circle][side]) tryFrom(ports_[port].angle, distances[port]);
        }
    return best;
}

std::vector<double> TangentGraph::computeLengths(Vec2 start, std::span<const Vec2> goals) const
{
    if (radius_ == 0) return computePointLengths(start, goals);
    const Vec2 s = start - origin_;
    const Touches touches = findTouches(s);
    const std::vector<double> distances = computeDistances(touches);
    std::vector<double> lengths;
    const bool fits = computeBoundaryDistance(boundary_, s) >= blocking_radius_;
    for (const Vec2 goal : goals)
    {
        const Vec2 g = goal - origin_;
        if (!fits || computeBoundaryDistance(boundary_, g) < blocking_radius_)
            lengths.push_back(kInfinity);
        else
            lengths.push_back(isFreeSegment(s, g) ? distance(s, g) : computeGoalLength(touches, distances, g));
    }
    return lengths;
}

std::vector<double> TangentGraph::computePointLengths(Vec2 start, std::span<const Vec2> goals) const
{
    // A point on a corner stands in one of its free angles.
    const auto isSeen = [&](Vec2 p, Vec2 q, const Corner* q_corner) {
        bool is_corner = false;
        for (const Corner& corner : all_corners_)
        {
            if (corner.at != p) continue;
            is_corner = true;
            if (isVisible(p, &corner, q, q_corner)) return true;
        }
        return !is_corner && isVisible(p, nullptr, q, q_corner);
    };
    std::vector<double> distances(corners_.size(), kInfinity);
    using Entry = std::pair<double, std::uint32_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    const Vec2 s = start - origin_;
    for (std::uint32_t i = 0; i < corners_.size(); ++i)
    {
        if (!(s == corners_[i].at || isSeen(s, corners_[i].at, &corners_[i]))) continue;
        distances[i] = distance(s, corners_[i].at);
        open.push({distances[i], i});
    }
    while (!open.empty())
    {
        const auto [length, at] = open.top();
        open.pop();
        if (length > distances[at]) continue;
        for (const auto& [next, step] : visible_[at])
        {
            if (length + step >= distances[next]) continue;
            distances[next] = length + step;
            open.push({distances[next], next});
        }
    }
    std::vector<double> lengths;
    for (const Vec2 goal : goals)
    {
        const Vec2 g = goal - origin_;
        double best = isSeen(s, g, nullptr) ? distance(s, g) : kInfinity;
        for (std::uint32_t i = 0; i < corners_.size(); ++i)
            if (distances[i] + distance(corners_[i].at, g) < best &&
                (g == corners_[i].at || isSeen(g, corners_[i].at, &corners_[i])))
                best = distances[i] + distance(corners_[i].at, g);
        lengths.push_back(best);
    }
    return lengths;
}

double TangentGraph::computeLength(Vec2 start, Vec2 goal) const { return computeLengths(start, {&goal, 1})[0]; }

} // namespace clearway::oracle
