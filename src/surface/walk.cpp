// SPDX-License-Identifier: MIT
// Based on: K. Polthier, M. Schmies. Straightest geodesics on polyhedral surfaces. 1998
// Every triangle is entered through an edge, which is laid along the x axis: the way goes up and leaves through one of the other
// two edges, whichever side of the opposite corner it passes. So rounding can neither lose the way nor turn it back, and a way
// through a vertex is one past it. Sliding is entering the same triangle once more through the border, along it.
// Departure: at a vertex the side is what rounding says, not the one that halves the angle.
#include <clearway/surface/query.h>

#include <cmath>

#include "geometry/segment_triangle.h"
#include "surface/unfold.h"

namespace clearway {

using namespace surfacing;

namespace {

/// More crossings in one point than any sensible vertex has edges: a needle's tip.
constexpr std::uint32_t kMaxIdleCrossings = 4096;

Vec2 turned(Vec2 d, Vec2 axis) { return {dot(d, axis), cross(axis, d)}; }

Vec2 unit(Vec2 d)
{
    const double l = length(d);
    return l > 0 ? d / l : Vec2{1, 0};
}

class Walker
{
public:
    Walker(const SurfaceMesh& mesh, double distance, const WalkOptions& options) : view_(mesh), options_(options), left_(distance)
    {
    }

    SurfaceWalk run(const SurfacePlace& from, Vec3 direction)
    {
        halfedge_ = from.triangle * 3;
        const FlatAxes axes = axesOfEntry();
        const Vec2 d = axes.turnToPlane(direction);
        const double l = length(d);
        if (!(l > 1e-12 * length(direction)))
        {
            result_.place = from;
            result_.end = SurfaceWalk::End::no_direction;
            return result_;
        }
        start_direction_ = heading_ = d / l;
        flat_ = flatOfEntry();
        position_ = axes.toPlane(from.position);
        if (!isInside(position_)) position_ = axes.toPlane(computeNearestPoint(pointsOfEntry(), from.position));
        if (takeFirst())
            while (take())
            {
            }
        finish();
        return result_;
    }

private:
    struct Exit
    {
        std::uint32_t halfedge = kNone;
        double distance = 0;
        double fraction = 0; ///< along the half-edge
        double to_line = 0;  ///< distance to the line through the half-edge
    };

    TrianglePoints pointsOfEntry() const
    {
        return {view_.originAt(halfedge_), view_.targetAt(halfedge_), view_.apexAt(halfedge_)};
    }
    FlatAxes axesOfEntry() const
    {
        const TrianglePoints p = pointsOfEntry();
        return computeFlatAxes(p[0], p[1], p[2]);
    }
    FlatTriangle flatOfEntry() const
    {
        const TrianglePoints p = pointsOfEntry();
        return computeFlatTriangle(p[0], p[1], p[2]);
    }
    bool isInside(Vec2 p) const
    {
        const Vec2 b = {flat_.length, 0};
        return p.y >= 0 && cross(flat_.apex - b, p - b) >= 0 && cross(-flat_.apex, p - flat_.apex) >= 0;
    }

    /// Where the way leaves through the edge from a to b: how far, and at which fraction of the edge.
    Exit computeExit(std::uint32_t halfedge, Vec2 a, Vec2 b) const
    {
        const Vec2 e = b - a;
        const double outward = -cross(e, heading_);
        const double gap = cross(e, position_ - a);
        const double ee = lengthSq(e);
        Exit exit{halfedge};
        if (outward > 0) exit.to_line = std::max(gap / outward, 0.0);
        if (ee > 0)
        {
            // Along the edge, where it is met means nothing; it goes to its end.
            const double fraction =
                outward > 0 ? dot(position_ + heading_ * exit.to_line - a, e) / ee : (dot(heading_, e) > 0 ? 1.0 : 0.0);
            exit.fraction = std::clamp(fraction, 0.0, 1.0);
        }
        exit.distance = std::max(dot(a + e * exit.fraction - position_, heading_), 0.0);
        return exit;
    }

    /// The first triangle: the way may start anywhere in it and leave through any edge.
    bool takeFirst()
    {
        const std::uint32_t h = halfedge_;
        const Vec2 corner[3] = {{0, 0}, {flat_.length, 0}, flat_.apex};
        const std::uint32_t edges[3] = {h, nextHalfedge(h), previousHalfedge(h)};
        Exit best;
        for (std::size_t k = 0; k < 3; ++k)
        {
            if (!(-cross(corner[(k + 1) % 3] - corner[k], heading_) > 0)) continue;
            const Exit exit = computeExit(edges[k], corner[k], corner[(k + 1) % 3]);
            if (best.halfedge == kNone || exit.to_line < best.to_line) best = exit;
        }
        if (best.halfedge == kNone) // a triangle without width
        {
            result_.end = SurfaceWalk::End::border;
            return false;
        }
        return leave(best);
    }

    bool take()
    {
        const std::uint32_t h = halfedge_;
        const Vec2 b = {flat_.length, 0};
        const bool passes_left = cross(flat_.apex - position_, heading_) > 0;
        return leave(passes_left ? computeExit(previousHalfedge(h), flat_.apex, {0, 0})
                                 : computeExit(nextHalfedge(h), b, flat_.apex));
    }

    /// Goes to the exit, or as far as is left, and enters what comes after it. False: the walk is over.
    bool leave(const Exit& exit)
    {
        if (left_ <= exit.distance)
        {
            position_ = position_ + heading_ * left_;
            result_.distance += left_;
            left_ = 0;
            result_.end = SurfaceWalk::End::arrived;
            return false;
        }
        left_ -= exit.distance;
        result_.distance += exit.distance;
        if (exit.distance > 0)
            idle_ = idle_slides_ = 0;
        else
            ++idle_;
        // Both directions, seen from the edge left through.
        const Vec2 axis = axisOf(exit.halfedge);
        heading_ = turned(heading_, axis);
        start_direction_ = turned(start_direction_, axis);
        const std::uint32_t other = view_.opposites[exit.halfedge];
        if (other == kNone) return slide(exit);
        enter(other, 1 - exit.fraction);
        heading_ = unit({-heading_.x, std::max(-heading_.y, 0.0)});
        start_direction_ = -start_direction_;
        if (++result_.crossings < options_.max_crossings && idle_ < kMaxIdleCrossings) return true;
        result_.end = SurfaceWalk::End::crossing_limit;
        return false;
    }

    /// The unit vector along a half-edge of the triangle.
    Vec2 axisOf(std::uint32_t halfedge) const
    {
        if (halfedge == halfedge_) return {1, 0};
        return halfedge == nextHalfedge(halfedge_) ? unit(flat_.apex - Vec2{flat_.length, 0}) : unit(-flat_.apex);
    }

    void enter(std::uint32_t halfedge, double fraction)
    {
        halfedge_ = halfedge;
        flat_ = flatOfEntry();
        position_ = {fraction * flat_.length, 0};
    }

    bool slide(const Exit& exit)
    {
        enter(exit.halfedge, exit.fraction);
        result_.border = exit.halfedge;
        result_.end = SurfaceWalk::End::border;
        const double along = std::abs(heading_.x);
        // Twice in one point: a corner that holds it.
        if (options_.border == WalkOptions::BorderRule::stop || !(along > 1e-9) || ++idle_slides_ > 2) return false;
        heading_ = {heading_.x > 0 ? 1.0 : -1.0, 0};
        left_ *= along;
        return true;
    }

    void finish()
    {
        const FlatAxes axes = axesOfEntry();
        result_.place = {axes.toSpace(position_), halfedge_ / 3};
        // On the edge itself, the point of the edge is nearer to it than what the axes give.
        if (position_.y == 0 && flat_.length > 0)
            result_.place.position = interpolate(view_.originAt(halfedge_), view_.targetAt(halfedge_),
                                                 std::clamp(position_.x / flat_.length, 0.0, 1.0));
        result_.direction = normalized(axes.turnToSpace(start_direction_));
        result_.heading = normalized(axes.turnToSpace(heading_));
    }

    const SurfaceView view_;
    const WalkOptions& options_;
    double left_; ///< distance to go
    std::uint32_t halfedge_ = 0;
    FlatTriangle flat_;
    Vec2 position_, heading_, start_direction_;
    std::uint32_t idle_ = 0;        ///< crossings since it last got on
    std::uint32_t idle_slides_ = 0; ///< borders met since then
    SurfaceWalk result_;
};

} // namespace

SurfaceWalk walkOnSurface(const SurfaceMesh& mesh, const SurfacePlace& from, Vec3 direction, double distance,
                          const WalkOptions& options)
{
    SurfaceWalk none;
    none.place = from;
    if (from.triangle >= mesh.triangleCount() || !isFinite(from.position) || !isFinite(direction) || !std::isfinite(distance) ||
        distance < 0)
        return none;
    // Neither the square of a large direction nor that of a small one may be lost.
    const double largest = std::max({std::abs(direction.x), std::abs(direction.y), std::abs(direction.z)});
    if (largest > 0) direction = direction / largest;
    return Walker(mesh, distance, options).run(from, direction);
}

Vec3 computeNormal(const SurfaceMesh& mesh, std::uint32_t triangle)
{
    const MeshTriangle& t = mesh.triangles()[triangle];
    const Vec3 a = mesh.positions()[t[0]];
    return normalized(cross(mesh.positions()[t[1]] - a, mesh.positions()[t[2]] - a));
}

} // namespace clearway
