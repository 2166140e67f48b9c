// SPDX-License-Identifier: MIT
// The taut way of a character with a radius through a strip: like a string around what borders keep it away from.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "surface/strip.h"

namespace clearway::surfacing {

/// A point of a way and the triangle that what comes after it lies in.
struct WayPoint
{
    Vec3 position;
    std::uint32_t triangle = kNone;
};

/// Reused, it allocates nothing once warm.
class WideWay
{
public:
    /// The taut way through a strip that was shortened. False when it could not be made to keep the radius everywhere; else it
    /// keeps it, and points() has the way without its ends.
    bool pull(const SurfaceView& view, const PathRoom& room, const Strip& strip);
    std::span<const WayPoint> points() const { return points_; }
    double length() const { return length_; }
    std::size_t memoryBytes() const;

private:
    /// A line that the way crosses: a portal of the strip, or one laid across a triangle between two portals.
    struct Gate
    {
        Vec2 left, right; ///< in the plane
        Vec3 left_at, right_at;
        LinePart free;            ///< 0 at the right end
        std::uint32_t before = 0; ///< the triangle that the way comes from
        std::uint32_t after = 0;  ///< the one that it goes to
        bool is_portal = true;    ///< a point of the way wherever it is crossed; else only where the way bends
        bool has_margin = false;  ///< its free part keeps a little more than the radius
        double crossing = 0;      ///< of the way, from 0 at the right end
        bool is_bend = false;
        Vec3 crossedAt() const { return interpolate(right_at, left_at, crossing); }
    };
    /// A triangle laid flat between two gates, as a fan around the corner that both share.
    struct Corner
    {
        Vec2 pivot, from, to; ///< in the plane; the opposite edge runs from `from` to `to`
        Vec3 pivot_at, from_at, to_at;
        bool is_left = false;  ///< the pivot is the left end of the gates
        bool is_shared = true; ///< by both gates
    };

    void listGates(const SurfaceView& view, const Strip& strip);
    void run();
    bool refine(const SurfaceView& view, const PathRoom& room);
    void addGates(const PathRoom& room, std::size_t chord, const LinePart& part);
    static void widen(const PathRoom& room, Gate& gate);
    bool isFree(const PathRoom& room, std::size_t chord) const;
    static bool isOn(Vec2 end, const Gate& gate);
    static void turnCorner(Vec2 a, Vec2 b, Corner& corner);
    bool findCorner(std::size_t chord, Corner& corner) const;
    LinePart findPassage(std::size_t chord, const Corner& corner) const;
    LinePart findTooNear(const SurfaceView& view, const PathRoom& room, std::size_t chord) const;
    void write();

    std::uint32_t triangleOf(std::size_t chord) const { return chord < gates_.size() ? gates_[chord].before : goal_.triangle; }
    Vec3 pointBefore(std::size_t chord) const { return chord > 0 ? gates_[chord - 1].crossedAt() : start_.position; }
    Vec3 pointAfter(std::size_t chord) const { return chord < gates_.size() ? gates_[chord].crossedAt() : goal_.position; }

    SurfacePlace start_, goal_;
    Vec2 start_at_, goal_at_, first_apex_, last_apex_;
    Vec3 first_apex_at_, last_apex_at_;
    std::vector<Gate> gates_, next_gates_;
    std::vector<WayPoint> points_;
    double length_ = 0;
};

} // namespace clearway::surfacing
