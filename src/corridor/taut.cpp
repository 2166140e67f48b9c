// SPDX-License-Identifier: MIT
// Based on:
// D. T. Lee, F. P. Preparata. Euclidean shortest paths in the presence of rectilinear barriers. 1984 (funnel)
// R. Geraerts. Planning short paths with clearance using explicit corridors. 2010
// Departures: the funnel between the shrunken borders only proposes the circles that the string bends around. Between those the
// string is exact; circles it does not bend around are let go and circles it cuts are added, until neither is left. Both steps
// lead toward the one taut string there is, since its way between the circles is fixed.
#include "corridor/taut.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <clearway/geometry/shapes.h>

#include "geometry/angle.h"

namespace clearway::corridor {
namespace {

constexpr double kTolerance = 1e-9; ///< metres that the string may cut a circle; and radians it may bend away from one
constexpr double kOverlap = 1e-6;   ///< metres that circles on both sides may overlap where the string passes between them
constexpr double kShortest = 1e-9;  ///< metres: what is shorter has no direction to speak of
constexpr int kMostRounds = 200;

Vec2 borderOf(Vec2 center, double radius, Vec2 middle)
{
    const double size = distance(center, middle);
    return size > radius ? center + (middle - center) * (radius / size) : middle;
}

} // namespace

TautString::Peg TautString::makePeg(std::size_t gate, int side) const
{
    const auto centerAt = [&](std::size_t i) { return side > 0 ? gates_[i].left : gates_[i].right; };
    Peg peg;
    peg.center = centerAt(gate);
    peg.radius = side > 0 ? gates_[gate].left_radius : gates_[gate].right_radius;
    peg.side = side;
    peg.first = peg.last = gate;
    while (peg.first > 0 && centerAt(peg.first - 1) == peg.center) --peg.first;
    while (peg.last + 1 < gates_.size() && centerAt(peg.last + 1) == peg.center) ++peg.last;
    for (std::size_t i = peg.first; i <= peg.last; ++i)
        peg.radius = std::max(peg.radius, side > 0 ? gates_[i].left_radius : gates_[i].right_radius);
    return peg;
}

/// The taut string of a point between the borders of the circles, each gate a straight door: where it bends.
void TautString::pullBetweenPoints(Vec2 from, Vec2 to)
{
    const std::size_t first = first_, last = last_;
    pegs_.clear();
    pegs_.push_back({from, 0, 0, 0, 0});
    borders_.clear();
    for (std::size_t i = first; i < last; ++i)
        borders_.push_back({borderOf(gates_[i].left, gates_[i].left_radius, gates_[i].middle),
                            borderOf(gates_[i].right, gates_[i].right_radius, gates_[i].middle)});
    borders_.push_back({to, to});
    Vec2 apex = from, left = from, right = from;
    std::size_t left_at = first, right_at = first;
    const auto bendAt = [&](std::size_t gate, int side, Vec2 at) {
        if (gate < last)
            if (const Peg peg = makePeg(gate, side); peg.center != pegs_.back().center || peg.side != pegs_.back().side)
                pegs_.push_back(peg);
        apex = left = right = at;
        left_at = right_at = gate;
        return gate;
    };
    for (std::size_t i = first; i <= last; ++i)
    {
        const auto [l, r] = borders_[i - first];
        if (right == apex || cross(right - apex, r - apex) >= 0)
        {
            if (apex == right || cross(left - apex, r - apex) < 0)
            {
                right = r;
                right_at = i;
            }
            else
            {
                i = bendAt(left_at, 1, left);
                continue;
            }
        }
        if (left == apex || cross(left - apex, l - apex) <= 0)
        {
            if (apex == left || cross(right - apex, l - apex) > 0)
            {
                left = l;
                left_at = i;
            }
            else
                i = bendAt(right_at, -1, right);
        }
    }
    const std::size_t end = gates_.empty() ? 0 : gates_.size() - 1;
    pegs_.push_back({to, 0, 0, end, end});
}

/// Tangents between each two pegs; false when two overlap so that there is none.
bool TautString::computeLinks()
{
    links_.clear();
    for (std::size_t i = 0; i + 1 < pegs_.size(); ++i)
    {
        const Peg &a = pegs_[i], &b = pegs_[i + 1];
        const Vec2 between = b.center - a.center;
        const double size = length(between);
        if (!(size > 0))
        {
            links_.push_back({a.center, b.center, {}});
            continue;
        }
        const double rise = b.side * b.radius - a.side * a.radius;
        if (std::abs(rise) > size + kOverlap) return false;
        const double sine = std::clamp(rise / size, -1.0, 1.0);
        const Vec2 along = between / size;
        const Vec2 normal = along * sine + perpendicular(along) * std::sqrt(std::max(0.0, 1 - sine * sine));
        Link link{a.center - normal * (a.side * a.radius), b.center - normal * (b.side * b.radius), -perpendicular(normal)};
        // Between circles that overlap a little the string passes in the middle.
        if (std::abs(rise) > size) link.from = link.to = interpolate(link.from, link.to, 0.5);
        if (i == 0) link.from = a.center;
        if (i + 2 == pegs_.size()) link.to = b.center;
        links_.push_back(link);
    }
    return true;
}

/// Lets go of pegs around which the string bends the wrong way; whether there were any.
bool TautString::removeSlack()
{
    const auto slackAt = [&](std::size_t i) {
        const double turn = pegs_[i].side * computeTurn(links_[i - 1].direction, links_[i].direction);
        return turn < -3 ? 0 : -turn; // around the end of a thin wall it turns back, or a little more
    };
    next_pegs_.clear();
    next_pegs_.push_back(pegs_.front());
    bool was_removed = false, has_removed = false; // two neighbours are not let go at once: one may be enough
    for (std::size_t i = 1; i + 1 < pegs_.size(); ++i)
    {
        const bool has_link = links_[i - 1].direction != Vec2{} && links_[i].direction != Vec2{};
        was_removed = !was_removed && (!has_link || slackAt(i) > kTolerance);
        has_removed = has_removed || was_removed;
        if (!was_removed) next_pegs_.push_back(pegs_[i]);
    }
    next_pegs_.push_back(pegs_.back());
    pegs_.swap(next_pegs_);
    return has_removed;
}

/// Adds to each link the circle that it cuts most; whether there was any.
bool TautString::addTouched()
{
    next_pegs_.clear();
    for (std::size_t i = 0; i < links_.size(); ++i)
    {
        const Peg &a = pegs_[i], &b = pegs_[i + 1];
        next_pegs_.push_back(a);
        const Segment link{links_[i].from, links_[i].to};
        const double size_sq = distanceSq(link.a, link.b), scale = size_sq > 0 ? 1 / size_sq : 0;
        double worst = kTolerance;
        std::size_t gate = gates_.size();
        int side = 0, peg_side = 0;
        // A circle beyond the link, seen from the side it belongs to, is cut by more than its radius. Those of gates that are
        // not crossed belong to the side on which they are found.
        const auto test = [&](std::size_t j, int s, Vec2 center, double radius) {
            const bool is_crossed = j >= first_ && j < last_;
            const double t = std::clamp(dot(center - link.a, link.b - link.a) * scale, 0.0, 1.0);
            const double off = distance(center, interpolate(link.a, link.b, t));
            const double height = cross(links_[i].direction, center - link.a);
            const int own_side = is_crossed ? s : height > 0 ? 1 : -1;
            if ((center == a.center && own_side == a.side) || (center == b.center && own_side == b.side)) return;
            // Where the string turns around a peg, the link crosses only those of its gates that lie between its normal there
            // and its own direction.
            const Vec2 along = links_[i].direction;
            const auto leaves = [&](const Peg& peg, double way) {
                const Vec2 door = center - peg.center;
                return dot(door, along) * way <= 0 || peg.side * cross(along, door) >= 0;
            };
            const bool is_elsewhere =
                (j <= a.last && a.side != 0 && leaves(a, 1)) || (j >= b.first && b.side != 0 && leaves(b, -1));
            if (is_crossed && s * height < 0 && is_elsewhere) return;
            const bool is_across = is_crossed && t > 0 && t < 1 && s * height < 0;
            const double cut = radius - (is_across ? -off : off);
            if (!(cut > worst)) return;
            worst = cut;
            gate = j;
            side = s;
            peg_side = own_side;
        };
        for (std::size_t j = a.first; j < gates_.size() && j <= b.last; ++j)
        {
            test(j, 1, gates_[j].left, gates_[j].left_radius);
            test(j, -1, gates_[j].right, gates_[j].right_radius);
        }
        if (side == 0) continue;
        next_pegs_.push_back(makePeg(gate, side));
        next_pegs_.back().side = peg_side;
    }
    next_pegs_.push_back(pegs_.back());
    const bool has_added = next_pegs_.size() > pegs_.size();
    pegs_.swap(next_pegs_);
    return has_added;
}

void TautString::append(std::vector<Path::Piece>& pieces) const
{
    const std::size_t begin = pieces.size();
    Vec2 at = links_.front().from;
    for (std::size_t i = 0; i < links_.size(); ++i)
    {
        const Link& link = links_[i];
        const bool is_last = i + 1 == links_.size();
        if (distance(at, link.to) > kShortest)
            pieces.push_back(Path::Piece::line(atHeight(std::exchange(at, link.to)), atHeight(link.to)));
        else if (is_last && pieces.size() > begin)
            pieces.back().to = atHeight(link.to);
        else if (is_last && at != link.to)
            pieces.push_back(Path::Piece::line(atHeight(at), atHeight(link.to)));
        if (is_last) return;
        const Peg& peg = pegs_[i + 1];
        const Link& next = links_[i + 1];
        double turn = computeTurn(link.direction, next.direction);
        if (peg.side * turn < -3) turn += peg.side * 2 * kPi;
        if (peg.side * turn * peg.radius > kShortest)
            pieces.push_back(
                Path::Piece::arc(atHeight(std::exchange(at, next.from)), atHeight(next.from), atHeight(peg.center), turn));
    }
}

bool TautString::pull(Vec2 from, Vec2 to, std::span<const Gate> gates, std::size_t first, std::size_t last,
                      std::vector<Path::Piece>& pieces)
{
    gates_ = gates;
    first_ = first;
    last_ = std::max(first, last);
    pullBetweenPoints(from, to);
    for (int round = 0; round < kMostRounds; ++round)
    {
        if (!computeLinks()) return false;
        if (removeSlack()) continue;
        if (addTouched()) continue;
        append(pieces);
        return true;
    }
    return false;
}

} // namespace clearway::corridor
