// SPDX-License-Identifier: MIT
// The loop: best family first; fans go from piece to piece through doors.
#include "path/search.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <clearway/geometry/shapes.h>

namespace clearway {

namespace {

constexpr double kParallel = 1e-12;
constexpr double kFewTolerances = 4;
/// How far corners of pieces may be off the walls they stand on. Those that rounding to the lattice moved may be a little
/// crooked; those inside a wall are rounded to doubles, far away from the origin of coordinates to more than elsewhere.
double computeTolerance(const ClearanceMesh::Data& data)
{
    const double away = std::max(std::abs(data.origin.x), std::abs(data.origin.y));
    return std::max({data.quantum / 16, 2 * data.snap_error, away * 0x1p-50});
}

} // namespace

Search::Search(const ClearanceMesh::Data& data, PathLandmarks landmarks)
    : data_(data),
      doors_(data),
      dead_ends_(data),
      bound_(std::move(landmarks)),
      tolerance_(computeTolerance(data)),
      lists_(data.sites.size() * 2),
      goal_mark_(data.pieces.size()),
      entry_(data.sides.size(), kNone),
      is_thin_(data.sides.size())
{
    std::vector<std::uint32_t> first(data.doors.size(), kNone); // the side and its place in its piece, when a door is met first
    std::vector<std::uint32_t> place(data.doors.size(), 0);
    for (const Data::Piece& piece : data.pieces)
        for (std::uint32_t i = 0; i < piece.side_count; ++i)
        {
            const std::uint32_t side = piece.first_side + i;
            const std::uint32_t door = data.sides[side].door;
            if (door == kNone) continue;
            if (first[door] != kNone)
            {
                entry_[side] = place[door];
                entry_[first[door]] = i;
            }
            first[door] = side;
            place[door] = i;
        }
    for (const Data::Piece& piece : data.pieces)
        for (std::uint32_t i = 0; i < piece.side_count; ++i) is_thin_[piece.first_side + i] = isThinBehind(piece, i);
    if (!bound_) return;
    corner_.assign(data.sides.size(), kNone);
    next_.resize(data.sides.size());
    for (std::uint32_t p = 0; p < data.pieces.size(); ++p)
        for (std::uint32_t i = 0; i < data.pieces[p].side_count; ++i)
        {
            const std::uint32_t side = data.pieces[p].first_side + i;
            next_[side] = i + 1 == data.pieces[p].side_count ? data.pieces[p].first_side : side + 1;
            for (const std::uint32_t site : data.sitesOfPiece(p))
                if (data.sites[site].is_point && data.sites[site].a == data.sides[side].from) corner_[side] = site;
        }
}

bool Search::isThinBehind(const Data::Piece& piece, std::uint32_t i) const
{
    const Data::Side& side = data_.sides[piece.first_side + i];
    if (side.door == kNone || side.neighbour == kNone) return false;
    const Segment segment = sideOf(piece, i);
    const Data::Piece& behind = data_.pieces[side.neighbour];
    for (std::uint32_t k = 0; k < behind.side_count; ++k)
    {
        const Vec2 corner = data_.sides[behind.first_side + k].from;
        if (corner != segment.a && corner != segment.b && distance(corner, segment) <= kFewTolerances * tolerance_) return true;
    }
    return false;
}

Search::Outcome Search::run(const Question& question)
{
    begin(question);
    bound_.setGoal(question.goal, question.goal_piece);
    addStarts();
    while (!heap_.empty())
    {
        if (nodes_.size() >= question.max_nodes)
        {
            extractNearest();
            return Outcome::out_of_budget;
        }
        if (expand(pop())) return Outcome::found;
    }
    extractNearest();
    return Outcome::not_found;
}

void Search::releaseScratch()
{
    roots_ = {};
    nodes_ = {};
    heap_ = {};
    arrivals_ = {};
}

std::span<const double> Search::measure(Vec2 from, std::uint32_t piece)
{
    Question question;
    question.start = from;
    question.start_piece = piece;
    begin(question);
    distances_.assign(data_.sites.size(), std::numeric_limits<double>::infinity());
    addStarts();
    while (!heap_.empty()) expand(pop());
    return distances_;
}

bool Search::expand(std::uint32_t index)
{
    ++expanded_;
    switch (nodes_[index].kind)
    {
    case Kind::start: expandStart(index); break;
    case Kind::cone: expandCone(index); break;
    case Kind::arc: expandArc(index); break;
    case Kind::arrival: expandArrival(index); break;
    case Kind::goal: {
        const Node& goal = nodes_[index];
        const Vec2 from = computeTangentPoint(roots_[goal.root], goal.fan.right_direction);
        if (!isRayFree(goal.parent, from, question_.goal, kNone)) break;
        extract({goal.root, goal.parent, goal.fan.right_direction, question_.goal});
        return true;
    }
    }
    return false;
}

void Search::expandArrival(std::uint32_t index)
{
    const Root root = roots_[nodes_[index].root];
    const std::uint32_t piece = nodes_[index].piece;
    if (isBeaten(root, piece) || !isArrivalFree(nodes_[index])) return;
    if (const double rest_sq = distanceSq(root.center, question_.goal); rest_sq < nearest_sq_)
    {
        nearest_sq_ = rest_sq;
        nearest_root_ = nodes_[index].root;
    }
    if (question_.radius == 0) return expandTurn(index);
    remember(root.site, root.side, {root.arrival, root.cost, piece, kNone});
    expandArc(index);
}

void Search::begin(const Question& question)
{
    question_ = question;
    blocking_ = question.radius - std::min(tolerance_, question.radius / 1024);
    constexpr double kPartOfTolerance = 1. / 8;
    turn_slack_ = std::clamp(std::sqrt(kPartOfTolerance * tolerance_ / std::max(tolerance_, question.radius)), 1e-9, 0.1);
    doors_.setRadius(blocking_);
    doors_.close(question.closed_doors);
    expanded_ = 0;
    nearest_root_ = kNone;
    nearest_sq_ = distanceSq(question.start, question.goal);
    legs_.clear();
    pieces_.clear();
    roots_.clear();
    nodes_.clear();
    heap_.clear();
    arrivals_.clear();
    if (++generation_ == 0)
    {
        for (ArrivalList& list : lists_) list = {};
        std::fill(goal_mark_.begin(), goal_mark_.end(), 0);
        generation_ = 1;
    }
}

void Search::addStarts()
{
    if (hasGoal())
    {
        findPiecesAt(question_.goal, question_.goal_piece);
        for (const std::uint32_t piece : around_) goal_mark_[piece] = generation_;
    }
    Root root;
    root.center = question_.start;
    root.site = kNone;
    roots_.push_back(root);
    findPiecesAt(question_.start, question_.start_piece);
    dead_ends_.clear();
    for (const std::uint32_t piece : around_)
        if (hasGoal()) dead_ends_.mark(piece, question_.goal_piece);
    for (const std::uint32_t piece : around_)
    {
        Node node;
        node.piece = piece;
        push(node, 0, computeRest(question_.start));
    }
}

void Search::findPiecesAt(Vec2 p, std::uint32_t piece)
{
    around_.assign(1, piece);
    for (std::size_t next = 0; next < around_.size(); ++next)
    {
        const Data::Piece& here = data_.pieces[around_[next]];
        for (std::uint32_t i = 0; i < here.side_count; ++i)
        {
            const std::uint32_t neighbour = data_.sides[here.first_side + i].neighbour;
            if (neighbour == kNone || distance(p, sideOf(here, i)) > tolerance_) continue;
            if (std::find(around_.begin(), around_.end(), neighbour) == around_.end()) around_.push_back(neighbour);
        }
    }
}

/// The least distance to the goal from where a fan crosses a side: the ends of the side are corners whose distance has a bound.
double Search::findBound(std::uint32_t side, const Fan& fan) const
{
    double bound = 0;
    for (const std::uint32_t end : {side, next_[side]})
    {
        if (corner_[end] == kNone) continue;
        const Vec2 corner = data_.sides[end].from;
        bound = std::max(bound, bound_.find(corner_[end]) - std::max(distance(fan.right, corner), distance(fan.left, corner)));
    }
    return bound;
}

std::uint32_t Search::push(const Node& node, double spent, double rest)
{
    const auto index = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back(node);
    const double floor = node.parent == kNone ? 0 : nodes_[node.parent].key;
    const double key = std::max({floor, spent + rest, roots_[node.root].least, node.key});
    nodes_.back().key = key;
    heap_.push_back({key + (question_.weight - 1) * rest, index});
    std::push_heap(heap_.begin(), heap_.end(), [](const Waiting& a, const Waiting& b) {
        return a.priority != b.priority ? a.priority > b.priority : a.node > b.node;
    });
    return index;
}

std::uint32_t Search::pop()
{
    std::pop_heap(heap_.begin(), heap_.end(), [](const Waiting& a, const Waiting& b) {
        return a.priority != b.priority ? a.priority > b.priority : a.node > b.node;
    });
    const std::uint32_t node = heap_.back().node;
    heap_.pop_back();
    return node;
}

bool Search::isInside(std::uint32_t index, Vec2 p) const
{
    const Data::Piece& piece = data_.pieces[index];
    for (std::uint32_t i = 0; i < piece.side_count; ++i)
    {
        const Segment side = sideOf(piece, i);
        const Vec2 along = side.b - side.a;
        const Vec2 away = p - side.a;
        // Its line is off by the tolerance at the ends of the side, and by more beyond them.
        if (cross(along, away) < -tolerance_ * (std::abs(along.x) + std::abs(along.y) + std::abs(away.x) + std::abs(away.y)))
            return false;
    }
    return true;
}

std::uint32_t Search::findCorner(std::uint32_t index, Vec2 p) const
{
    const Data::Piece& piece = data_.pieces[index];
    for (std::uint32_t i = 0; i < piece.side_count; ++i)
        if (data_.sides[piece.first_side + i].from == p) return i;
    return kNone;
}

void Search::expandStart(std::uint32_t node)
{
    tryGoal(node, nullptr);
    tryCorners(node, nullptr);
    const std::uint32_t piece = nodes_[node].piece;
    for (std::uint32_t i = 0; i < data_.pieces[piece].side_count; ++i)
    {
        const Segment side = sideOf(data_.pieces[piece], i);
        if (data_.sides[data_.pieces[piece].first_side + i].door == kNone || distance(question_.start, side) <= tolerance_)
            continue;
        pushExit(node, i, {0, distance(side.a, side.b), false, false, tolerance_}, {});
    }
}

void Search::expandCone(std::uint32_t node)
{
    const Fan fan = nodes_[node].fan;
    tryGoal(node, &fan);
    tryCorners(node, &fan);
    // The corners follow each other from the right end of the entry to its left end, and each ray passes between two of them.
    expandSides(node, fan, nodes_[node].entry + 1, data_.pieces[nodes_[node].piece].side_count - 1);
}

void Search::expandSides(std::uint32_t node, const Fan& fan, std::uint32_t first, std::uint32_t side_count)
{
    const Data::Piece& piece = data_.pieces[nodes_[node].piece];
    const std::uint32_t count = piece.side_count;
    const Vec2 center = roots_[nodes_[node].root].center;
    std::uint32_t i = first % count;
    Vec2 a = data_.sides[piece.first_side + i].from;
    double right_a = cross(fan.right_direction, a - fan.right);
    double left_a = cross(fan.left_direction, a - fan.left);
    for (std::uint32_t step = 0; step < side_count; ++step)
    {
        const std::uint32_t next = i + 1 == count ? 0 : i + 1;
        const Vec2 b = data_.sides[piece.first_side + next].from;
        const double right_b = cross(fan.right_direction, b - fan.right);
        const double left_b = cross(fan.left_direction, b - fan.left);
        const double right_slack = computeSlack(center, b, fan.right_reach);
        const double left_slack = computeSlack(center, b, fan.left_reach);
        if (right_b >= -right_slack && data_.sides[piece.first_side + i].door != kNone)
        {
            const double length = distance(a, b);
            Limits limits{0, length, false, false, std::max(right_slack, left_slack)};
            // A corner that is beside the limit by no more than the limit is off becomes the limit itself.
            if (right_a < tolerance_)
            {
                if (right_a < 0) limits.begin = right_b > 0 ? length * (right_a / (right_a - right_b)) : length;
                limits.begin_is_ray = right_b > -tolerance_;
            }
            if (left_b > -tolerance_)
            {
                if (left_b > 0) limits.end = left_a < 0 ? length * (left_a / (left_a - left_b)) : 0;
                limits.end_is_ray = left_a < tolerance_;
            }
            pushExit(node, i, limits, fan);
        }
        if (left_b > left_slack) break;
        i = next;
        a = b;
        right_a = right_b;
        left_a = left_b;
    }
}

void Search::pushExit(std::uint32_t node, std::uint32_t i, const Limits& limits, const Fan& from)
{
    const std::uint32_t index = nodes_[node].piece;
    const Data::Piece& piece = data_.pieces[index];
    const Data::Side& side = data_.sides[piece.first_side + i];
    const Segment segment = sideOf(piece, i);
    const double length = distance(segment.a, segment.b);
    const Vec2 u = (segment.b - segment.a) / length;
    const bool is_along = data_.doors[side.door].left == index;
    for (const Interval& free : doors_.find(side.door))
    {
        double begin = std::max(limits.begin, is_along ? free.begin : length - free.end);
        double end = std::min(limits.end, is_along ? free.end : length - free.begin);
        if (begin > end + limits.slack) continue;
        bool right_is_ray = limits.begin_is_ray && begin == limits.begin;
        bool left_is_ray = limits.end_is_ray && end == limits.end;
        if (begin > end) begin = end = (begin + end) / 2;
        Fan fan;
        fan.right = segment.a + u * begin;
        fan.left = segment.a + u * end;
        // A ray through a vertex touches all doors that end there, but crosses only some, in one sense and never backward.
        const bool right_is_back = right_is_ray && dot(from.right_direction, fan.right - from.right) < -tolerance_;
        const bool left_is_back = left_is_ray && dot(from.left_direction, fan.left - from.left) < -tolerance_;
        if ((right_is_back || left_is_back) && end - begin <= limits.slack) continue;
        right_is_ray = right_is_ray && !right_is_back;
        left_is_ray = left_is_ray && !left_is_back;
        const Root& root = roots_[nodes_[node].root];
        const auto lead = [&](bool is_ray, Vec2 through, Vec2 ray, float ray_reach, Vec2& direction, float& reach) {
            direction = ray;
            reach = ray_reach;
            if (is_ray) return;
            const Tangent tangent = computeTangent(root, through);
            direction = tangent.direction;
            reach = static_cast<float>(tangent.length);
        };
        lead(right_is_ray, fan.right, from.right_direction, from.right_reach, fan.right_direction, fan.right_reach);
        lead(left_is_ray, fan.left, from.left_direction, from.left_reach, fan.left_direction, fan.left_reach);
        // A ray along a door stays in the piece where it is, unless the piece behind is so thin there that it may be in that.
        const double reach =
            std::max<double>(tolerance_, std::min({fan.right_reach, fan.left_reach, static_cast<float>(length)}));
        const double along_slack = is_thin_[piece.first_side + i] ? 2 * tolerance_ / reach : -kParallel;
        const double inward = cross(u, fan.right_direction + fan.left_direction) / 2;
        if (inward > along_slack) continue;
        // A point never comes back through a door; a disc may, on an arc.
        if (question_.radius == 0 && hasGoal() && !dead_ends_.isMarked(side.neighbour) &&
            goal_mark_[side.neighbour] != generation_)
            continue;
        // Rays that are nearly one and pass a free-standing vertex could go round it for ever, each step within the tolerance.
        const bool is_doubtful =
            right_is_back || left_is_back || inward > -along_slack || end - begin <= kFewTolerances * limits.slack;
        if (is_doubtful && hasCrossed(node, side.neighbour)) continue;
        pushCone(node, piece.first_side + i, fan);
    }
}

/// A straight ray is in a convex piece once and never again.
bool Search::hasCrossed(std::uint32_t node, std::uint32_t piece) const
{
    for (;; node = nodes_[node].parent)
    {
        if (nodes_[node].piece == piece) return true;
        if (nodes_[node].kind != Kind::cone) return false;
    }
}

void Search::pushCone(std::uint32_t parent, std::uint32_t side, const Fan& fan)
{
    const Root& root = roots_[nodes_[parent].root];
    Node node;
    node.kind = Kind::cone;
    node.root = nodes_[parent].root;
    node.parent = parent;
    node.piece = data_.sides[side].neighbour;
    node.entry = entry_[side];
    node.fan = fan;
    const double to_door = distance(root.center, Segment{fan.right, fan.left}) - question_.radius;
    if (!hasGoal())
    {
        push(node, root.cost + to_door, 0);
        return;
    }
    if (bound_) node.key = root.cost + to_door + findBound(side, fan);

    // The goal, mirrored in the door when it is on the near side: whoever goes through the door and back has as far.
    const Data::Door& door = data_.doors[data_.sides[side].door];
    Vec2 goal = question_.goal;
    const Vec2 a = door.left == nodes_[parent].piece ? door.a : door.b;
    const Vec2 along = door.left == nodes_[parent].piece ? door.b - door.a : door.a - door.b;
    const double height = cross(along, goal - a);
    if (height > 0) goal = goal - perpendicular(along) * (2 * height / lengthSq(along));

    const bool is_left_of_right = cross(fan.right_direction, goal - fan.right) >= 0;
    const bool is_right_of_left = cross(fan.left_direction, goal - fan.left) <= 0;
    if (is_left_of_right && is_right_of_left)
    {
        const Tangent tangent = computeTangent(root, goal);
        const double spent = root.cost + std::abs(root.offset) * computeTurnBound(root, tangent.direction);
        const double to_door = dot(tangent.direction, fan.right - computeTangentPoint(root, tangent.direction));
        const double near = std::clamp(to_door, 0.0, tangent.length); // about where the ray crosses the door
        push(node, spent + near, tangent.length - near);
        return;
    }
    const Vec2 x = is_left_of_right ? fan.left : fan.right;
    const Vec2 direction = is_left_of_right ? fan.left_direction : fan.right_direction;
    const double straight = dot(direction, x - computeTangentPoint(root, direction));
    const double spent = root.cost + std::abs(root.offset) * computeTurnBound(root, direction) + straight;
    push(node, spent, distance(x, goal));
}

} // namespace clearway
