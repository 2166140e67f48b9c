// SPDX-License-Identifier: MIT
// The circle around a corner: how far the path can turn on it, through which pieces, and the rays that leave it there.
// A place on the circle is told by the direction of the path there; the outward direction is its normal.
#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/angle.h"
#include "path/search.h"

namespace clearway {

namespace {

using Data = ClearanceMesh::Data;

/// Directions this close are one.
constexpr double kSameRay = 1e-9;
/// From here on the direction in which a path arrives does not tell where it may turn.
constexpr double kLooseTurn = 0.5;

/// Grows with the angle from `from` to `to` in turning direction, 0 to 4, and tells the smallest angles apart (1 - cosine would
/// not); a little backward counts as 0.
double computeProgress(Vec2 from, Vec2 to, int side, double slack)
{
    const double across = side * cross(from, to);
    const double along = dot(from, to);
    if (along >= 0 && across > -slack && across < 0) return 0;
    const double part = across / (std::abs(across) + std::abs(along));
    if (along < 0) return 2 - part;
    return across >= 0 ? part : 4 + part;
}

/// The direction of the path where the outward direction is `outward`.
Vec2 toDirection(Vec2 outward, int side) { return perpendicular(outward) * side; }
Vec2 toOutward(Vec2 direction, int side) { return perpendicular(direction) * -side; }

} // namespace

/// Follows the events on a circle: which comes first when turning from `begin`?
struct Search::FirstEvent
{
    Vec2 begin;
    int side;
    double slack;   ///< what is no farther back comes at once
    Vec2 direction; ///< of the first so far
    double progress;

    bool offer(Vec2 event) { return offerBefore(event, progress); }
    /// Also takes an event that comes together with the first so far.
    bool offerOrEqual(Vec2 event) { return offerBefore(event, progress + 1e-12); }
    bool offerBefore(Vec2 event, double limit)
    {
        const double its = computeProgress(begin, event, side, slack);
        if (its >= limit) return false;
        direction = its > 0 ? event : begin; // an arc never turns back, not even a little
        progress = its;
        return true;
    }
};

namespace {

/// Where the circle sinks below `height` over a line with unit direction `along`, the centre being `center_height` above it; the
/// outward direction there. Only when the line cuts the circle at that height.
Vec2 computeSinking(double height, double center_height, double radius, Vec2 along, int side)
{
    const double sine = (height - center_height) / radius;
    const double cosine = std::sqrt(std::max(0.0, 1 - sine * sine));
    return perpendicular(along) * sine - along * (side * cosine);
}

} // namespace

/// Stops at what `site` blocks of the circle, if that comes first.
void Search::offerBlocking(const Data::Site& site, const Root& root, double radius, double blocking, FirstEvent& first)
{
    const Vec2 begin = root.center + toOutward(first.begin, root.side) * radius;
    if (site.is_point)
    {
        const Vec2 w = site.a - root.center;
        const double size = length(w);
        const double cosine = (radius * radius + size * size - blocking * blocking) / (2 * radius * size);
        if (!(cosine < 1)) return;
        if (distanceSq(begin, site.a) < blocking * blocking) first.offer(first.begin);
        const double sine = std::sqrt(std::max(0.0, 1 - cosine * cosine));
        const Vec2 u = w / size;
        first.offer(toDirection(u * cosine - perpendicular(u) * (root.side * sine), root.side));
        return;
    }
    const double size = distance(site.a, site.b);
    const Vec2 along = (site.b - site.a) / size;
    const double height = cross(along, root.center - site.a);
    if (std::abs(height - blocking) >= radius) return;
    const auto faces = [&](Vec2 p) {
        const double t = dot(p - site.a, along);
        return 0 <= t && t <= size;
    };
    const double begin_height = cross(along, begin - site.a);
    if (std::abs(begin_height) < blocking && faces(begin)) first.offer(first.begin);
    const Vec2 outward = computeSinking(blocking, height, radius, along, root.side);
    if (faces(root.center + outward * radius)) first.offer(toDirection(outward, root.side));
}

Search::ArcEnd Search::findArcEnd(const Root& root, std::uint32_t index, Vec2 begin) const
{
    const double r = question_.radius;
    const Data::Site& corner = data_.sites[root.site];
    const Vec2 last = root.side > 0 ? -corner.incoming : corner.outgoing; // along the wall behind the corner
    FirstEvent first{begin, root.side, turn_slack_, last, computeProgress(begin, last, root.side, turn_slack_)};
    if (first.progress == 0 || first.progress > 3) first = {begin, root.side, turn_slack_, begin, 0}; // past it, by rounding

    const std::uint32_t exit = offerExits(root, index, first);
    const double exit_progress = first.progress;
    if (corner.room < 2 * r)
        for (const std::uint32_t site : data_.sitesOfPiece(index))
        {
            const Data::Site& other = data_.sites[site];
            if (site == root.site || other.a == root.center || other.b == root.center) continue;
            offerBlocking(other, root, r, blocking_, first);
        }
    return {first.direction, first.progress < exit_progress ? kNone : exit};
}

std::uint32_t Search::offerExits(const Root& root, std::uint32_t index, FirstEvent& first) const
{
    const double r = question_.radius;
    const Data::Piece& piece = data_.pieces[index];
    std::uint32_t exit = kNone;
    for (std::uint32_t i = 0; i < piece.side_count; ++i)
    {
        const Segment side = sideOf(piece, i);
        const Vec2 w = side.b - side.a;
        const double above = cross(w, root.center - side.a);
        if (above > 0 && above * above >= r * r * lengthSq(w)) continue; // the circle does not reach down to it
        const double size = length(w);
        const Vec2 along = w / size;
        const double height = above / size;
        if (height >= r - tolerance_) continue;
        if (height <= tolerance_ - r)
        {
            if (first.offer(first.begin)) exit = i;
            continue;
        }
        const Vec2 outward = computeSinking(0, height, r, along, root.side);
        const double place = dot(root.center + outward * r - side.a, along);
        if (place < -tolerance_ || place > size + tolerance_) continue; // over the line, but not here
        const Vec2 event = toDirection(outward, root.side);
        const bool is_better_way = exit != kNone && data_.sides[piece.first_side + exit].door == kNone &&
                                   data_.sides[piece.first_side + i].door != kNone;
        if (is_better_way ? first.offerOrEqual(event) : first.offer(event)) exit = i;
    }
    return exit;
}

bool Search::findTurnFan(const Root& root, std::uint32_t index, std::uint32_t corner, double slack, Fan& fan) const
{
    const Data::Piece& piece = data_.pieces[index];
    const Vec2 ahead = sideOf(piece, corner).b - root.center;
    const Vec2 back = sideOf(piece, corner == 0 ? piece.side_count - 1 : corner - 1).a - root.center;
    fan = {root.center,
           ahead / length(ahead),
           root.center,
           back / length(back),
           static_cast<float>(length(ahead)),
           static_cast<float>(length(back))};
    // What turns to this side lies on one side of the line on which the path arrives.
    const Vec2 d = root.arrival;
    // The sides of the piece are off too, the more the shorter they are.
    const bool right_turns = root.side * cross(d, fan.right_direction) >= -slack - tolerance_ / length(ahead);
    const bool left_turns = root.side * cross(d, fan.left_direction) >= -slack - tolerance_ / length(back);
    if (!right_turns && !left_turns) return false;
    if (slack > kLooseTurn) return true; // the direction of so short a way means nothing
    const Vec2 aside = perpendicular(d) * (root.side * -slack);
    const Vec2 on = (d + aside) / length(d + aside);
    const Vec2 away = (aside - d) / length(aside - d);
    const auto leg = static_cast<float>(distance(root.center, computeTangentPoint(roots_[root.parent], d)));
    if (!right_turns)
    {
        fan.right_direction = root.side > 0 ? on : away;
        fan.right_reach = leg;
    }
    if (!left_turns)
    {
        fan.left_direction = root.side > 0 ? away : on;
        fan.left_reach = leg;
    }
    return true;
}

void Search::expandTurn(std::uint32_t arrival)
{
    const Root root = roots_[nodes_[arrival].root];
    const double leg = distance(root.center, computeTangentPoint(roots_[root.parent], root.arrival));
    const double slack = std::min(1.0, tolerance_ / std::max(leg, tolerance_) + kSameRay);
    // All pieces of free space around the corner, each a node whose parent is the one from which it was reached.
    around_.assign(1, nodes_[arrival].piece);
    const auto first_node = static_cast<std::uint32_t>(nodes_.size());
    for (std::uint32_t next = 0; next < around_.size(); ++next)
    {
        const Data::Piece& piece = data_.pieces[around_[next]];
        const std::uint32_t corner = findCorner(around_[next], root.center);
        if (next == 0)
        {
            Node node = nodes_[arrival];
            node.kind = Kind::arc;
            node.parent = arrival;
            nodes_.push_back(node);
        }
        for (const std::uint32_t side : {corner, corner == 0 ? piece.side_count - 1 : corner - 1})
        {
            const std::uint32_t neighbour = data_.sides[piece.first_side + side].neighbour;
            if (neighbour == kNone || doors_.isClosed(data_.sides[piece.first_side + side].door)) continue;
            if (std::find(around_.begin(), around_.end(), neighbour) != around_.end()) continue;
            if (findCorner(neighbour, root.center) == kNone) continue;
            around_.push_back(neighbour);
            Node node = nodes_[first_node + next];
            node.parent = first_node + next;
            node.piece = neighbour;
            nodes_.push_back(node);
        }
    }
    const auto count = static_cast<std::uint32_t>(around_.size());
    for (std::uint32_t node = first_node; node < first_node + count; ++node)
    {
        const std::uint32_t piece = nodes_[node].piece;
        const std::uint32_t corner = findCorner(piece, root.center);
        Fan fan;
        if (!findTurnFan(root, piece, corner, slack, fan)) continue;
        tryGoal(node, &fan);
        tryCorners(node, &fan);
        expandSides(node, fan, corner + 1, data_.pieces[piece].side_count - 2);
    }
}

/// A circle that leaves pieces where it enters them, all within the tolerance, could go from one to the other for ever.
bool Search::hasTurned(std::uint32_t node, std::uint32_t piece, Vec2 direction) const
{
    for (;; node = nodes_[node].parent)
    {
        if (nodes_[node].fan.right_direction != direction) return false;
        if (nodes_[node].piece == piece) return true;
        if (nodes_[node].kind != Kind::arc) return false;
    }
}

void Search::expandArc(std::uint32_t node)
{
    const Root root = roots_[nodes_[node].root];
    const Vec2 begin = nodes_[node].fan.right_direction;
    const std::uint32_t piece = nodes_[node].piece;
    const ArcEnd end = findArcEnd(root, piece, begin);

    // Rays that differ by more than a right angle are looked at in two parts.
    Vec2 middle = end.direction;
    const bool is_wide = computeProgress(begin, end.direction, root.side, turn_slack_) > 1;
    if (is_wide)
    {
        const Vec2 sum = begin + end.direction;
        const double size = length(sum);
        middle = size > 1e-3 ? sum / size : perpendicular(begin) * root.side;
        if (root.side * cross(begin, middle) < 0) middle = -middle;
    }
    const auto expandPart = [&](Vec2 from, Vec2 to) {
        const Vec2 right = root.side > 0 ? from : to;
        const Vec2 left = root.side > 0 ? to : from;
        expandArcFan(node, {computeTangentPoint(root, right), right, computeTangentPoint(root, left), left});
    };
    expandPart(begin, middle);
    if (is_wide) expandPart(middle, end.direction);

    if (end.side == kNone) return;
    const std::uint32_t side = data_.pieces[piece].first_side + end.side;
    const std::uint32_t neighbour = data_.sides[side].neighbour;
    if (neighbour == kNone || doors_.isClosed(data_.sides[side].door) || hasTurned(node, neighbour, end.direction)) return;
    Node next;
    next.kind = Kind::arc;
    next.root = nodes_[node].root;
    next.parent = node;
    next.piece = neighbour;
    next.fan.right_direction = end.direction;
    const double turned = std::max(0.0, computeTurn(root.arrival, end.direction) * root.side);
    const Vec2 place = computeTangentPoint(root, end.direction);
    push(next, root.cost + question_.radius * turned, computeRest(place));
}

std::uint32_t Search::findExit(const Data::Piece& piece, Vec2 from, Vec2 direction) const
{
    // The one side whose ends are on the right of the ray, then on its left. Rounding may offer two: the farther one.
    constexpr double kNowhere = -std::numeric_limits<double>::infinity();
    std::uint32_t exit = kNone;
    double exit_ahead = kNowhere;
    double a = cross(direction, data_.sides[piece.first_side].from - from);
    for (std::uint32_t i = 0; i < piece.side_count; ++i)
    {
        const Segment side = sideOf(piece, i);
        const double b = cross(direction, side.b - from);
        if (a < 0 && b >= 0)
        {
            const double ahead = std::max(dot(direction, side.a - from), dot(direction, side.b - from));
            if (ahead > exit_ahead) exit = i;
            exit_ahead = std::max(exit_ahead, ahead);
        }
        a = b;
    }
    if (exit != kNone) return exit;
    // Rounding has put the whole piece to one side of the ray: the side after the corner that it passes last.
    std::uint32_t nearest = 0;
    double nearest_height = std::numeric_limits<double>::infinity();
    double farthest = kNowhere;
    for (std::uint32_t i = 0; i < piece.side_count; ++i)
    {
        const Vec2 corner = data_.sides[piece.first_side + i].from - from;
        const double height = std::abs(cross(direction, corner));
        const double ahead = dot(direction, corner);
        if (height > nearest_height + tolerance_ || (height > nearest_height - tolerance_ && ahead <= farthest)) continue;
        nearest = i;
        nearest_height = std::min(nearest_height, height);
        farthest = ahead;
    }
    return nearest;
}

void Search::expandArcFan(std::uint32_t node, const Fan& fan)
{
    tryGoal(node, &fan);
    tryCorners(node, &fan);

    const std::uint32_t index = nodes_[node].piece;
    const std::uint32_t count = data_.pieces[index].side_count;
    const std::uint32_t first = findExit(data_.pieces[index], fan.right, fan.right_direction);
    const std::uint32_t last = findExit(data_.pieces[index], fan.left, fan.left_direction);
    // Two rays that are nearly one may leave on both sides of a corner, in either order.
    const bool is_swapped =
        count > 1 && (last + 1) % count == first &&
        std::abs(cross(fan.right_direction, sideOf(data_.pieces[index], first).a - fan.right)) <= tolerance_ &&
        dot(fan.right_direction, fan.left_direction) > 0.999;
    const std::uint32_t begin = is_swapped ? last : first;
    const std::uint32_t end = is_swapped ? first : last;
    for (std::uint32_t i = begin;; i = i + 1 == count ? 0 : i + 1)
    {
        if (data_.sides[data_.pieces[index].first_side + i].door != kNone)
        {
            const Segment side = sideOf(data_.pieces[index], i);
            const double size = distance(side.a, side.b);
            Limits limits{0, size, false, false, tolerance_};
            if (i == first)
            {
                const double a = cross(fan.right_direction, side.a - fan.right);
                const double b = cross(fan.right_direction, side.b - fan.right);
                limits.begin = a < 0 && b > a ? std::min(size, size * (a / (a - b))) : 0;
                limits.begin_is_ray = true;
            }
            if (i == last)
            {
                const double a = cross(fan.left_direction, side.a - fan.left);
                const double b = cross(fan.left_direction, side.b - fan.left);
                limits.end = a < 0 && b > 0 ? size * (a / (a - b)) : (a >= 0 ? 0 : size);
                limits.end_is_ray = true;
            }
            pushExit(node, i, limits, fan);
        }
        if (i == end) break;
    }
}

} // namespace clearway
