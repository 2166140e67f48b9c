// SPDX-License-Identifier: MIT
#include <clearway/group/way.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/errors.h"

namespace clearway {

namespace {

constexpr double kPad = 0.05; ///< metres

struct Room
{
    double left;
    double right;
};

/// Room beside the piece a-b: the least distance from its line of what lies across it.
class PieceRoom
{
public:
    /// A little of what lies before and behind the piece counts too: at a bend round a corner, the corner may lie across neither
    /// of the pieces.
    PieceRoom(Vec2 a, Vec2 b, double max_room, double pad) : room_{max_room, max_room}
    {
        const double size = distance(a, b);
        ahead_ = (b - a) / size;
        a_ = a - ahead_ * pad;
        length_ = size + 2 * pad;
        const Vec2 side = perpendicular(ahead_) * max_room, end = a_ + ahead_ * length_;
        for (const Vec2 p : {a_ + side, a_ - side, end + side, end - side}) box_.add(p);
    }

    const Box2& box() const { return box_; }
    Room room() const { return room_; }

    void add(const Segment& wall)
    {
        // Along the piece and across it; clipped to what lies beside the piece.
        Vec2 p = toLocal(wall.a), q = toLocal(wall.b);
        if (p.x > q.x) std::swap(p, q);
        if (q.x < 0 || p.x > length_) return;
        const Vec2 whole = q - p;
        const auto crossAt = [&](double x) { return p.y + whole.y * ((x - p.x) / whole.x); };
        const double first = p.x < 0 ? crossAt(0) : p.y;
        const double last = q.x > length_ ? crossAt(length_) : q.y;
        const double low = std::min(first, last), high = std::max(first, last);
        if (high >= 0) room_.left = std::min(room_.left, std::max(low, 0.0));
        if (low <= 0) room_.right = std::min(room_.right, std::max(-high, 0.0));
    }

private:
    Vec2 toLocal(Vec2 p) const { return {dot(p - a_, ahead_), cross(ahead_, p - a_)}; }

    Vec2 a_;
    double length_ = 0;
    Vec2 ahead_;
    Room room_;
    Box2 box_;
};

} // namespace

GroupWay GroupWay::inTheOpen(std::span<const Vec2> points)
{
    GroupWay way;
    for (const Vec2 p : points) way.points.push_back({p});
    return way;
}

RoomMeter::RoomMeter(const Scene& scene, int layer)
{
    for (const Scene::Area& area : scene.areas())
    {
        if (area.layer != layer) continue;
        for (const Scene::RingRange& ring : scene.rings().subspan(area.first_ring, area.ring_count))
            for (std::uint32_t i = 0; i < ring.count; ++i) walls_.push_back(scene.edge(ring.first + i));
    }
    std::vector<Box2> boxes;
    for (const Segment& wall : walls_) boxes.push_back(computeBounds(wall));
    tree_ = Bvh::build(boxes);
}

Result<GroupWay> RoomMeter::measure(std::span<const Vec2> points, const Options& options) const
{
    if (points.empty()) return makeError("A way without points has no room to measure.");
    if (!(options.step > 0 && options.max_room > 0) || !std::isfinite(options.max_room))
        return makeError(
            fmt::format("A step of {} and a room of {} at most: both must be above 0.", options.step, options.max_room));
    double piece_sum = 0;
    for (std::size_t i = 0; i < points.size(); ++i)
    {
        if (!isFinite(points[i]))
            return makeError(
                fmt::format("Point {} of the way is ({}, {}); coordinates must be finite.", i, points[i].x, points[i].y));
        if (i > 0) piece_sum += std::ceil(distance(points[i - 1], points[i]) / options.step);
    }
    if (!(piece_sum <= kMaxPieces))
        return makeError(fmt::format("A way of {} pieces; at most {} are measured, take a longer step.", piece_sum, kMaxPieces));

    GroupWay way;
    way.points.push_back({points[0], options.max_room, options.max_room});
    for (std::size_t i = 1; i < points.size(); ++i)
    {
        const auto pieces = static_cast<int>(std::ceil(distance(points[i - 1], points[i]) / options.step));
        for (int k = 0; k < pieces; ++k)
        {
            const Vec2 from = way.points.back().position;
            const Vec2 to = k + 1 == pieces ? points[i] : interpolate(points[i - 1], points[i], (k + 1.0) / pieces);
            if (from == to) continue;
            PieceRoom piece(from, to, options.max_room, std::min(kPad, options.step / 10));
            tree_.forEachIn(piece.box(), [&](std::uint32_t wall) { piece.add(walls_[wall]); });
            const Room room = piece.room();
            GroupWay::Point& last = way.points.back();
            last.left = std::min(last.left, room.left);
            last.right = std::min(last.right, room.right);
            way.points.push_back({to, room.left, room.right});
        }
    }
    return way;
}

} // namespace clearway
