// SPDX-License-Identifier: MIT
// GroupWay: the way of a group's centre, from any planner, with the room beside it.
// Why: whether a formation fits is a question of how wide the world is across its way, on either side; a shortest way round a
// corner has no room on one side and plenty on the other.
// Metres.
#pragma once
#include <limits>
#include <span>
#include <vector>

#include <clearway/base/result.h>
#include <clearway/geometry/bvh.h>
#include <clearway/scene/scene.h>

namespace clearway {

inline constexpr double kUnlimitedRoom = std::numeric_limits<double>::infinity();

struct GroupWay
{
    struct Point
    {
        Vec2 position;
        double left = kUnlimitedRoom;  ///< from the way to the nearest wall on its left; >= 0, straight between points
        double right = kUnlimitedRoom; ///< the same on its right
    };

    std::vector<Point> points; ///< at least one; a single point is a place to form at
    Vec2 facing = {};          ///< where the group looks when it has arrived; (0, 0): along the way

    /// A way through open country.
    static GroupWay inTheOpen(std::span<const Vec2> points);
};

/// Measures room beside ways in one layer of a scene. Const and thread-safe.
class RoomMeter
{
public:
    /// O(n log n) for n edges.
    explicit RoomMeter(const Scene& scene, int layer = 0);

    struct Options
    {
        double step = 0.5;      ///< between points of the answer, at most; metres, > 0
        double max_room = 1000; ///< no more than this is looked for; metres, > 0
    };

    /// The same way in pieces of a step; the room at a point is that of the pieces beside it, each measured over its whole
    /// length and a little more, so that no wall between two points is missed. Fails for coordinates that are not finite, options
    /// out of range, and more than kMaxPieces pieces.
    Result<GroupWay> measure(std::span<const Vec2> points, const Options& options) const;
    Result<GroupWay> measure(std::span<const Vec2> points) const { return measure(points, Options()); }

    static constexpr double kMaxPieces = 1 << 18;

private:
    std::vector<Segment> walls_;
    Bvh tree_;
};

} // namespace clearway
