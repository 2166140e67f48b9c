// SPDX-License-Identifier: MIT
// What a family can reach in a piece: the goal, and circles around corners. And whether that is really free.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <clearway/geometry/shapes.h>

#include "geometry/angle.h"
#include "path/search.h"

namespace clearway {

namespace {

/// Directions this close are one.
constexpr double kSameDirection = 1e-9;

/// How far the path turns on the circle of a root until it leaves in direction d, at most half a turn.
double computeArcTurn(const Root& root, Vec2 d)
{
    if (root.side == 0) return 0;
    const double turn = root.side * computeTurn(root.arrival, d);
    return turn < -kPi / 2 ? turn + 2 * kPi : std::max(0.0, turn); // a little backward is rounding, half a turn backward forward
}

double distanceSqToSegment(Vec2 p, Vec2 from, Vec2 to)
{
    const Vec2 along = to - from;
    const double size_sq = lengthSq(along);
    const double t = size_sq > 0 ? std::clamp(dot(p - from, along) / size_sq, 0.0, 1.0) : 0;
    return distanceSq(p, from + along * t);
}

} // namespace

bool Search::isInFan(const Fan& fan, const Tangent& tangent) const
{
    // Where it ends tells the direction of a long tangent; a short one may be off by what does not matter on the circle.
    const double most = question_.radius > 0 ? turn_slack_ : 1;
    const double own_slack = tolerance_ < most * tangent.length ? tolerance_ / tangent.length : most;
    const auto slack_at = [&](float limit_reach) {
        return own_slack + tolerance_ / std::max<double>(limit_reach, tolerance_) + kSameDirection;
    };
    const double right_slack = slack_at(fan.right_reach);
    const double left_slack = slack_at(fan.left_reach);
    const Vec2 d = tangent.direction;
    return cross(fan.right_direction, d) >= -right_slack && cross(d, fan.left_direction) >= -left_slack &&
           // the sum nearly vanishes when they span a half turn
           dot(d, fan.right_direction + fan.left_direction) > -std::max(right_slack, left_slack);
}

void Search::tryGoal(std::uint32_t parent, const Fan* fan)
{
    if (goal_mark_[nodes_[parent].piece] != generation_) return;
    const Root& root = roots_[nodes_[parent].root];
    const Tangent tangent = computeTangent(root, question_.goal);
    if (fan && !isInFan(*fan, tangent)) return;
    Node node;
    node.kind = Kind::goal;
    node.root = nodes_[parent].root;
    node.parent = parent;
    node.piece = nodes_[parent].piece;
    node.fan.right_direction = tangent.direction;
    push(node, root.cost + std::abs(root.offset) * computeArcTurn(root, tangent.direction) + tangent.length, 0);
}

void Search::tryCorners(std::uint32_t node, const Fan* fan)
{
    const double r = question_.radius;
    const std::uint32_t own = roots_[nodes_[node].root].site;
    const bool is_narrow = fan && dot(fan->right_direction, fan->left_direction) > 0.7;
    for (const std::uint32_t site : data_.sitesOfPiece(nodes_[node].piece))
    {
        const Data::Site& corner = data_.sites[site];
        if (!corner.is_point || site == own) continue;
        // While the rays of a narrow fan turn left past a corner ahead, the corner moves to the right of them.
        double most = r;
        double least = -r;
        if (is_narrow && distanceSq(corner.a, roots_[nodes_[node].root].center) > 16 * r * r)
        {
            const Vec2 center = roots_[nodes_[node].root].center;
            most = cross(fan->right_direction, corner.a - fan->right) + computeSlack(center, corner.a, fan->right_reach);
            least = cross(fan->left_direction, corner.a - fan->left) - computeSlack(center, corner.a, fan->left_reach);
        }
        if (least <= r && r <= most) tryCorner(node, fan, site, 1);
        if (least <= -r && -r <= most) tryCorner(node, fan, site, -1);
    }
}

void Search::tryCorner(std::uint32_t parent, const Fan* fan, std::uint32_t site, int side)
{
    const Data::Site& corner = data_.sites[site];
    const Root& from = roots_[nodes_[parent].root];
    const Tangent tangent = computeBitangent(from, corner.a, side * question_.radius);
    if (!(tangent.length >= 0) || (fan && !isInFan(*fan, tangent))) return;
    if (!hasGoal() && findCorner(nodes_[parent].piece, corner.a) != kNone &&
        passesDoors(parent, computeTangentPoint(from, tangent.direction), tangent.direction))
        distances_[site] = std::min(distances_[site], from.cost + tangent.length);
    // The corner has to be what is nearest where the ray touches its circle: outside of both its walls.
    const Vec2 outward = perpendicular(tangent.direction) * -side;
    const double slack = question_.radius > 0 ? turn_slack_ : tolerance_ / std::max(tangent.length, tolerance_) + kSameDirection;
    if (dot(outward, corner.incoming) < -slack || dot(outward, corner.outgoing) > slack) return;
    const Vec2 touch = corner.a + outward * question_.radius;
    const std::uint32_t piece = nodes_[parent].piece;
    if (question_.radius == 0 ? findCorner(piece, corner.a) == kNone : !isInside(piece, touch)) return;
    const double turn = computeArcTurn(from, tangent.direction);
    const double cost = from.cost + std::abs(from.offset) * turn + tangent.length;
    if (isDominated(site, side, tangent.direction, cost, piece)) return;
    if (question_.radius == 0)
    {
        if (!passesDoors(parent, computeTangentPoint(from, tangent.direction), tangent.direction)) return;
        remember(site, side, {tangent.direction, cost, piece, kNone});
    }

    Node node;
    node.kind = Kind::arrival;
    node.root = static_cast<std::uint32_t>(roots_.size());
    node.parent = parent;
    node.piece = piece;
    node.fan.right_direction = tangent.direction;
    Root root;
    root.center = corner.a;
    root.offset = side * question_.radius;
    root.side = side;
    root.arrival = tangent.direction;
    root.cost = cost;
    root.least = hasGoal() ? cost + bound_.find(site) - question_.radius : 0;
    root.site = site;
    root.parent = nodes_[parent].root;
    root.node = parent;
    roots_.push_back(root);
    push(node, cost, computeRest(touch));
}

bool Search::isArrivalFree(const Node& arrival) const
{
    if (blocking_ <= 0) return true;
    const Root& root = roots_[arrival.root];
    const Vec2 touch = computeTangentPoint(root, root.arrival);
    for (const std::uint32_t site : data_.sitesOfPiece(arrival.piece))
    {
        const Data::Site& wall = data_.sites[site];
        if (!wall.is_point && distanceSqToSegment(touch, wall.a, wall.b) < blocking_ * blocking_) return false;
    }
    return isRayFree(root.node, computeTangentPoint(roots_[root.parent], root.arrival), touch, root.site);
}

bool Search::passesDoors(std::uint32_t node, Vec2 from, Vec2 direction) const
{
    for (; nodes_[node].kind == Kind::cone; node = nodes_[node].parent)
    {
        const Segment door = sideOf(data_.pieces[nodes_[node].piece], nodes_[node].entry); // its end b is on the right
        if (cross(direction, door.b - from) > tolerance_ || cross(direction, door.a - from) < -tolerance_) return false;
    }
    return true;
}

// Walls need no test: the distance between a ray that crosses none and a wall is smallest at an end of one of them, and the ends
// of the ray are tested by themselves, the ends of the wall as corners.
bool Search::isRayFree(std::uint32_t node, Vec2 from, Vec2 to, std::uint32_t except) const
{
    if (blocking_ <= 0) return lengthSq(to - from) == 0 || passesDoors(node, from, (to - from) / distance(from, to));
    const std::uint32_t own = roots_[nodes_[node].root].site;
    for (;; node = nodes_[node].parent)
    {
        for (const std::uint32_t site : data_.sitesOfPiece(nodes_[node].piece))
        {
            if (!data_.sites[site].is_point || site == own || site == except) continue;
            if (distanceSqToSegment(data_.sites[site].a, from, to) < blocking_ * blocking_) return false;
        }
        if (nodes_[node].kind != Kind::cone) return true;
    }
}

bool Search::isDominated(std::uint32_t site, int side, Vec2 direction, double cost, std::uint32_t piece) const
{
    const ArrivalList& list = lists_[2 * site + (side > 0)];
    if (list.generation != generation_) return false;
    const double r = question_.radius;
    const bool turns_freely = data_.sites[site].room >= 2 * r;
    for (std::uint32_t i = list.first; i != kNone; i = arrivals_[i].next)
    {
        const Arrival& known = arrivals_[i];
        if (known.cost > cost + tolerance_) continue;
        // From where a point has come is all the same, once it is there: the detour could be cut short.
        if (r == 0 && known.cost <= cost + tolerance_ / 1024) return true;
        const double across = side * cross(known.direction, direction);
        const bool is_same = std::abs(across) <= kSameDirection && dot(known.direction, direction) > 0;
        if (is_same && (known.cost < cost - tolerance_ || known.piece == piece)) return true;
        if (turns_freely && across > 0 && known.cost + r * computeTurn(known.direction, direction) * side < cost - tolerance_)
            return true;
    }
    return false;
}

bool Search::isBeaten(const Root& root, std::uint32_t piece) const
{
    if (question_.radius > 0) return isDominated(root.site, root.side, root.arrival, root.cost, piece);
    const ArrivalList& list = lists_[2 * root.site + (root.side > 0)];
    for (std::uint32_t i = list.first; i != kNone; i = arrivals_[i].next)
        if (arrivals_[i].cost < root.cost) return true; // it is in the list itself
    return false;
}

void Search::remember(std::uint32_t site, int side, Arrival arrival)
{
    ArrivalList& list = lists_[2 * site + (side > 0)];
    if (list.generation != generation_) list = {generation_, kNone};
    arrival.next = list.first;
    list.first = static_cast<std::uint32_t>(arrivals_.size());
    arrivals_.push_back(arrival);
}

void Search::extractNearest()
{
    if (nearest_root_ == kNone) return;
    const Root& root = roots_[nearest_root_];
    extract({root.parent, root.node, root.arrival, computeTangentPoint(root, root.arrival)});
}

void Search::extract(const LastLeg& last)
{
    pieces_.clear();
    for (std::uint32_t node = last.node; node != kNone; node = nodes_[node].parent)
        if (pieces_.empty() || pieces_.back() != nodes_[node].piece) pieces_.push_back(nodes_[node].piece);
    std::reverse(pieces_.begin(), pieces_.end());

    legs_.clear();
    clearance_ = std::numeric_limits<double>::infinity();
    Vec2 direction = last.direction;
    Vec2 to = last.to;
    std::uint32_t node = last.node;
    Vec2 center = to;
    double turn = 0;
    double room = 0;
    for (std::uint32_t index = last.root;; index = roots_[index].parent)
    {
        const Root& root = roots_[index];
        const double own_turn = root.side * computeArcTurn(root, direction);
        // Without an arc the ray goes on where the last one touched the circle, though rounding may put it a little behind.
        const Vec2 from = computeTangentPoint(root, own_turn == 0 && root.side != 0 ? root.arrival : direction);
        legs_.push_back({from, to, center, turn, room});
        clearance_ = std::min(clearance_, measureClearance(node, from, to));
        if (root.side == 0) break;
        turn = own_turn;
        center = root.center;
        room = measureArcRoom(node, root, direction);
        direction = root.arrival;
        to = computeTangentPoint(root, direction);
        node = root.node;
    }
    std::reverse(legs_.begin(), legs_.end());
    length_ = 0;
    for (const Leg& leg : legs_) length_ += distance(leg.from, leg.to) + question_.radius * std::abs(leg.turn);
}

double Search::measureArcRoom(std::uint32_t node, const Root& root, Vec2 departure) const
{
    const double r = question_.radius;
    const double all_round = data_.sites[root.site].room - 2 * r;
    if (r == 0 || all_round > 0) return std::max(0.0, all_round);
    // What is near the corner may be behind its walls: look from a few places of the arc, which are never far from the others.
    constexpr std::size_t kPlaces = 9;
    std::array<Vec2, kPlaces> places;
    places[0] = perpendicular(root.arrival) * -root.side;
    places[kPlaces - 1] = perpendicular(departure) * -root.side;
    for (std::size_t step = kPlaces - 1; step > 1; step /= 2)
        for (std::size_t i = 0; i + step < kPlaces; i += step)
        {
            const Vec2 sum = places[i] + places[i + step];
            places[i + step / 2] = lengthSq(sum) > 0 ? sum / length(sum) : perpendicular(places[i]) * root.side;
        }
    const double farthest = r * computeArcTurn(root, departure) / (2 * (kPlaces - 1));
    double least_sq = std::numeric_limits<double>::infinity();
    while (nodes_[node].kind == Kind::cone) node = nodes_[node].parent;
    for (;; node = nodes_[node].parent)
    {
        for (const std::uint32_t index : data_.sitesOfPiece(nodes_[node].piece))
        {
            const Data::Site& site = data_.sites[index];
            if (index == root.site || site.a == root.center || site.b == root.center) continue;
            for (const Vec2 outward : places)
                least_sq = std::min(least_sq, distanceSqToSegment(root.center + outward * r, site.a, site.b));
        }
        if (nodes_[node].kind != Kind::arc) break;
    }
    return std::max(0.0, std::sqrt(least_sq) - r - farthest);
}

double Search::measureClearance(std::uint32_t node, Vec2 from, Vec2 to) const
{
    double least_sq = std::numeric_limits<double>::infinity();
    for (;; node = nodes_[node].parent)
    {
        for (const std::uint32_t index : data_.sitesOfPiece(nodes_[node].piece))
        {
            const Data::Site& site = data_.sites[index];
            if (site.is_point)
                least_sq = std::min(least_sq, distanceSqToSegment(site.a, from, to));
            else
                least_sq =
                    std::min({least_sq, distanceSqToSegment(from, site.a, site.b), distanceSqToSegment(to, site.a, site.b)});
        }
        if (nodes_[node].kind != Kind::cone) return std::sqrt(least_sq);
    }
}

} // namespace clearway
