// SPDX-License-Identifier: MIT
// The way through the free parts of the portals bends at points that are as near to a border as the character is wide. Between
// two of them, in one triangle, the straight line may come nearer: it cuts the arc around a corner of the border. There lines are
// laid across the triangle, from the corner that both portals share to the edge opposite, each with a free part of its own, and
// the way is pulled taut again. Those parts keep a little more than the radius, so that the lines between them keep the radius:
// as a polygon around a circle does.
#include "surface/wide_way.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "surface/funnel.h"

namespace clearway::surfacing {

namespace {

constexpr int kMostPulls = 10;
/// Between lines across a triangle, times the radius: a polygon with such sides around a circle is kMargin larger.
constexpr double kSpacing = 0.125;
constexpr double kMargin = 1.002;
constexpr double kMostLines = 48; ///< added to a triangle in a round
constexpr std::size_t kMostGates = 1 << 16;

} // namespace

void WideWay::listGates(const SurfaceView& view, const Strip& strip)
{
    start_ = strip.start();
    goal_ = strip.goal();
    start_at_ = strip.startAt();
    goal_at_ = strip.goalAt();
    first_apex_ = strip.firstApex();
    last_apex_ = strip.lastApex();
    gates_.clear();
    for (const StripPortal& portal : strip.portals())
    {
        Gate gate;
        gate.left = portal.left;
        gate.right = portal.right;
        gate.left_at = view.positions[portal.left_vertex];
        gate.right_at = view.positions[portal.right_vertex];
        gate.free = portal.free;
        gate.before = portal.halfedge / 3;
        gate.after = view.opposites[portal.halfedge] / 3;
        gates_.push_back(gate);
    }
    if (gates_.empty()) return;
    first_apex_at_ = view.apexAt(strip.portals().front().halfedge);
    last_apex_at_ = view.apexAt(view.opposites[strip.portals().back().halfedge]);
}

/// The shortest way through the free parts of all gates.
void WideWay::run()
{
    const auto count = static_cast<std::uint32_t>(gates_.size());
    const auto endOf = [&](std::uint32_t i, bool is_left) {
        if (i == count) return goal_at_;
        const Gate& gate = gates_[i];
        const double f = is_left ? std::min(gate.free.high, 1.0) : std::max(gate.free.low, 0.0);
        return f <= 0 ? gate.right : f >= 1 ? gate.left : interpolate(gate.right, gate.left, f);
    };
    const auto leftOf = [&](std::uint32_t i) { return endOf(i, true); };
    const auto rightOf = [&](std::uint32_t i) { return endOf(i, false); };
    for (Gate& gate : gates_) gate.is_bend = false;
    Vec2 from = start_at_;
    std::uint32_t first = 0;
    const auto crossUpTo = [&](std::uint32_t end, Vec2 to) {
        for (; first < end; ++first)
        {
            Gate& gate = gates_[first];
            const double f = computeCrossing(from, to, gate.left, gate.right);
            gate.crossing = std::clamp(f, std::max(gate.free.low, 0.0), std::min(gate.free.high, 1.0));
        }
    };
    runFunnel({start_at_, leftOf(0), rightOf(0), 0}, count, leftOf, rightOf,
              [&](Vec2 at, std::uint32_t i, bool is_left, std::uint32_t) {
                  crossUpTo(i, at);
                  if (i >= first) // else the way turns twice at one gate
                  {
                      gates_[i].crossing = is_left ? std::min(gates_[i].free.high, 1.0) : std::max(gates_[i].free.low, 0.0);
                      gates_[i].is_bend = true;
                      first = i + 1;
                  }
                  from = at;
              });
    crossUpTo(count, goal_at_);
}

/// The part of a line of the way that comes too near to borders.
LinePart WideWay::findTooNear(const SurfaceView& view, const PathRoom& room, std::size_t chord) const
{
    LinePart all{1, 0};
    const Vec3 a = pointBefore(chord), b = pointAfter(chord);
    for (const std::uint32_t h : room.borders->borders(triangleOf(chord)))
    {
        const LinePart near = findNearPart(a, b, view.originAt(h), view.targetAt(h), room.radius);
        if (near.isEmpty() || near.high <= 0 || near.low >= 1) continue;
        all = all.isEmpty() ? near : LinePart{std::min(all.low, near.low), std::max(all.high, near.high)};
    }
    return {std::max(all.low, 0.0), std::min(all.high, 1.0)};
}

/// Whether a line that was laid across a triangle ends on a gate.
bool WideWay::isOn(Vec2 end, const Gate& gate)
{
    const Vec2 along = gate.left - gate.right, out = end - gate.right;
    const double size = lengthSq(along), share = dot(out, along);
    return std::abs(cross(along, out)) <= 1e-9 * size && share > 0 && share < size;
}

/// A line of the way that leads straight to the pivot, or away from it, would run along the lines of the fan: then it is that of
/// the corner from where they cross it.
void WideWay::turnCorner(Vec2 a, Vec2 b, Corner& corner)
{
    constexpr double kSteep = 0.05;
    if (std::abs(cross(corner.pivot - a, b - a)) > kSteep * distanceSq(a, b)) return;
    const Corner old = corner;
    corner.is_left = !old.is_left;
    corner.is_shared = false;
    if (distanceSq(a, old.pivot) < distanceSq(b, old.pivot))
    {
        corner.pivot = old.from;
        corner.pivot_at = old.from_at;
        corner.from = old.pivot;
        corner.from_at = old.pivot_at;
    }
    else
    {
        corner.pivot = old.to;
        corner.pivot_at = old.to_at;
        corner.to = old.pivot;
        corner.to_at = old.pivot_at;
    }
}

/// The triangle of a line of the way as a fan. False when there is none: both ends are one gate's, or nothing is between.
bool WideWay::findCorner(std::size_t chord, Corner& corner) const
{
    if (chord > 0 && chord < gates_.size())
    {
        const Gate &a = gates_[chord - 1], &b = gates_[chord];
        if (a.left == b.left)
            corner = {a.left, a.right, b.right, a.left_at, a.right_at, b.right_at, true};
        else if (a.right == b.right)
            corner = {a.right, a.left, b.left, a.right_at, a.left_at, b.left_at, false};
        else if (isOn(a.left, b) || isOn(b.left, a))
        {
            const Gate& ends = isOn(a.left, b) ? a : b;
            corner = {ends.left, a.right, b.right, ends.left_at, a.right_at, b.right_at, true, false};
            return true;
        }
        else if (isOn(a.right, b) || isOn(b.right, a))
        {
            const Gate& ends = isOn(a.right, b) ? a : b;
            corner = {ends.right, a.left, b.left, ends.right_at, a.left_at, b.left_at, false, false};
            return true;
        }
        else
            return false;
        turnCorner(interpolate(a.right, a.left, a.crossing), interpolate(b.right, b.left, b.crossing), corner);
        return true;
    }
    if (gates_.empty()) return false;
    // The pivot is the end of the gate that the way is farther from.
    const bool is_first = chord == 0;
    const Gate& gate = is_first ? gates_.front() : gates_.back();
    corner.is_left = gate.crossing < 0.5;
    corner.pivot = corner.is_left ? gate.left : gate.right;
    corner.pivot_at = corner.is_left ? gate.left_at : gate.right_at;
    const Vec2 other = corner.is_left ? gate.right : gate.left;
    const Vec3 other_at = corner.is_left ? gate.right_at : gate.left_at;
    const Vec2 apex = is_first ? first_apex_ : last_apex_;
    const Vec3 apex_at = is_first ? first_apex_at_ : last_apex_at_;
    corner.from = is_first ? apex : other;
    corner.from_at = is_first ? apex_at : other_at;
    corner.to = is_first ? other : apex;
    corner.to_at = is_first ? other_at : apex_at;
    return true;
}

/// How far from the pivot the way crosses both gates of a line of the way, in metres: on which side of what is too near it
/// passes.
LinePart WideWay::findPassage(std::size_t chord, const Corner& corner) const
{
    LinePart passage{0, std::numeric_limits<double>::infinity()};
    if (!corner.is_shared) return passage;
    for (const std::size_t i : {chord - 1, chord})
    {
        if (i >= gates_.size()) continue;
        const Gate& gate = gates_[i];
        const double size = distance(gate.left, gate.right);
        const double low = corner.is_left ? 1 - gate.free.high : gate.free.low;
        const double high = corner.is_left ? 1 - gate.free.low : gate.free.high;
        if (low > 0) passage.low = std::max(passage.low, low * size);
        if (high < 1) passage.high = std::min(passage.high, high * size);
    }
    return passage;
}

/// Lays lines across the triangle of a line of the way, over the part that is too near.
void WideWay::addGates(const PathRoom& room, std::size_t chord, const LinePart& part)
{
    Corner corner;
    if (!findCorner(chord, corner)) return;
    const auto inPlane = [&](std::size_t i, bool is_after) {
        if (is_after) return i < gates_.size() ? interpolate(gates_[i].right, gates_[i].left, gates_[i].crossing) : goal_at_;
        return i > 0 ? interpolate(gates_[i - 1].right, gates_[i - 1].left, gates_[i - 1].crossing) : start_at_;
    };
    const Vec2 a = inPlane(chord, false), b = inPlane(chord, true);
    const double size = distance(a, b) * (part.high - part.low);
    const double count = std::clamp(std::ceil(size / (kSpacing * room.radius)), 1.0, kMostLines);
    const LinePart passage = findPassage(chord, corner);
    double last = -1;
    for (int i = 0; i < static_cast<int>(count); ++i)
    {
        const Vec2 c = interpolate(a, b, part.low + (part.high - part.low) * ((i + 0.5) / count));
        const Vec2 ray = c - corner.pivot, edge = corner.to - corner.from;
        const double across = cross(ray, edge);
        if (across == 0) continue;
        const double t = cross(ray, corner.pivot - corner.from) / across;
        if (!(t > last && t > 0 && t < 1)) continue;
        last = t;
        const Vec2 end = interpolate(corner.from, corner.to, t);
        const Vec3 end_at = interpolate(corner.from_at, corner.to_at, t);
        Gate gate;
        gate.left = corner.is_left ? corner.pivot : end;
        gate.right = corner.is_left ? end : corner.pivot;
        gate.left_at = corner.is_left ? corner.pivot_at : end_at;
        gate.right_at = corner.is_left ? end_at : corner.pivot_at;
        gate.before = gate.after = triangleOf(chord);
        gate.is_portal = false;
        const double whole = distance(corner.pivot, end);
        double out = distance(corner.pivot, c);
        if (!passage.isEmpty()) out = std::clamp(out, passage.low, passage.high);
        const double share = whole > 0 ? std::min(out / whole, 1.0) : 0;
        gate.crossing = corner.is_left ? 1 - share : share;
        next_gates_.push_back(gate);
    }
}

/// Gives a gate the margin.
void WideWay::widen(const PathRoom& room, Gate& gate)
{
    if (gate.has_margin) return;
    gate.has_margin = true;
    const std::uint32_t triangles[] = {gate.before, gate.after};
    const std::span<const std::uint32_t> both(triangles, gate.is_portal ? 2 : 1);
    LinePart part = findFreePart(*room.borders, both, gate.right_at, gate.left_at, room.radius * kMargin, gate.crossing);
    if (part.isEmpty()) // a gap that is hardly wide enough
        part = findFreePart(*room.borders, both, gate.right_at, gate.left_at, room.radius, gate.crossing);
    gate.free = part.isEmpty() ? LinePart{gate.crossing, gate.crossing} : part;
}

bool WideWay::isFree(const PathRoom& room, std::size_t chord) const
{
    const std::uint32_t t = triangleOf(chord);
    return room.isEverywhere(t) || room.isFree(t, pointBefore(chord), pointAfter(chord));
}

/// Adds lines where the way comes too near to borders. False when it does nowhere.
bool WideWay::refine(const SurfaceView& view, const PathRoom& room)
{
    std::size_t chord = 0;
    while (chord <= gates_.size() && isFree(room, chord)) ++chord;
    if (chord > gates_.size()) return false;
    next_gates_.assign(gates_.begin(), gates_.begin() + static_cast<std::ptrdiff_t>(chord));
    for (;; ++chord)
    {
        const bool is_free = isFree(room, chord);
        const std::size_t first_new = next_gates_.size();
        if (!is_free)
        {
            if (first_new > 0) widen(room, next_gates_.back());
            addGates(room, chord, findTooNear(view, room, chord));
            for (std::size_t i = first_new; i < next_gates_.size(); ++i) widen(room, next_gates_[i]);
        }
        if (chord == gates_.size()) break;
        next_gates_.push_back(gates_[chord]);
        if (!is_free) widen(room, next_gates_.back());
    }
    gates_.swap(next_gates_);
    return true;
}

void WideWay::write()
{
    points_.clear();
    length_ = 0;
    Vec3 at = start_.position;
    for (const Gate& gate : gates_)
    {
        if (!gate.is_portal && !gate.is_bend) continue;
        const double f = gate.crossing;
        const Vec3 p = f <= 0 ? gate.right_at : f >= 1 ? gate.left_at : gate.crossedAt();
        length_ += distance(at, p);
        at = p;
        points_.push_back({p, gate.after});
    }
    length_ += distance(at, goal_.position);
}

bool WideWay::pull(const SurfaceView& view, const PathRoom& room, const Strip& strip)
{
    listGates(view, strip);
    for (int round = 0; round < kMostPulls && gates_.size() < kMostGates; ++round)
    {
        run();
        if (refine(view, room)) continue;
        write();
        return true;
    }
    return false;
}

std::size_t WideWay::memoryBytes() const
{
    return (gates_.capacity() + next_gates_.capacity()) * sizeof(Gate) + points_.capacity() * sizeof(WayPoint);
}

} // namespace clearway::surfacing
