// SPDX-License-Identifier: MIT
// Based on: K. Polthier, M. Schmies. Straightest geodesics on polyhedral surfaces. 1998
// Inside a triangle a walk is a straight line; at an edge its direction keeps its parts along and across the edge. A walk that
// runs into a vertex goes on through the triangle that its last edge leads to.
#include <algorithm>
#include <cmath>

#include <clearway/surface/query.h>

namespace clearway {

namespace {

constexpr std::uint32_t kMostCrossings = 100000;
constexpr int kMostTurns = 64; ///< in a row without getting anywhere: in the tip of a corner, or round a vertex

class Walker
{
public:
    Walker(const SurfaceMesh& mesh, const SurfacePlace& start, AtBorder at_border)
        : positions_(mesh.positions()),
          triangles_(mesh.triangles()),
          opposites_(mesh.opposites()),
          at_border_(at_border),
          triangle_(start.triangle)
    {
        walk_.place = start;
    }

    SurfaceWalk run(Vec3 step)
    {
        double rest = length(step);
        const Vec3 n = normalAt(triangle_);
        direction_ = normalized(step - n * dot(step, n));
        int turns = 0;
        while (rest > 0 && direction_ != Vec3{} && walk_.crossings < kMostCrossings && turns < kMostTurns)
        {
            const Exit exit = findExit();
            const double reach = std::min(exit.distance, rest);
            turns = reach > 1e-12 * rest ? 0 : turns + 1;
            walk_.length += reach;
            walk_.place.position = walk_.place.position + direction_ * reach;
            rest -= reach;
            if (exit.distance > reach || exit.halfedge == kNoHalfedge) break;
            pullToEdge(exit.halfedge);
            if (opposites_[exit.halfedge] != kNoHalfedge)
                cross(exit.halfedge);
            else if (!slide(exit.halfedge, rest))
                break;
        }
        walk_.place.triangle = triangle_;
        walk_.direction = direction_;
        return walk_;
    }

private:
    struct Exit
    {
        std::uint32_t halfedge = kNoHalfedge;
        double distance = std::numeric_limits<double>::infinity();
    };

    Vec3 pointAt(std::uint32_t halfedge) const { return positions_[triangles_[halfedge / 3][halfedge % 3]]; }
    Vec3 edgeAt(std::uint32_t halfedge) const { return pointAt(nextHalfedge(halfedge)) - pointAt(halfedge); }
    Vec3 normalAt(std::uint32_t t) const { return normalized(clearway::cross(edgeAt(3 * t), edgeAt(3 * t + 1))); }

    /// The edge through which the direction leaves the triangle first; the one just entered or slid along does not count.
    Exit findExit() const
    {
        const Vec3 n = normalAt(triangle_);
        Exit exit;
        for (std::uint32_t h = 3 * triangle_; h < 3 * triangle_ + 3; ++h)
        {
            if (h == entered_) continue;
            const Vec3 outward = clearway::cross(edgeAt(h), n);
            const double speed = dot(direction_, outward);
            if (!(speed > 0)) continue;
            const double distance = std::max(dot(pointAt(h) - walk_.place.position, outward) / speed, 0.0);
            if (distance < exit.distance) exit = {h, distance};
        }
        return exit;
    }

    /// Takes away what rounding put beside the edge.
    void pullToEdge(std::uint32_t h)
    {
        const Vec3 edge = edgeAt(h);
        const double t = std::clamp(dot(walk_.place.position - pointAt(h), edge) / lengthSq(edge), 0.0, 1.0);
        walk_.place.position = pointAt(h) + edge * t;
    }

    void cross(std::uint32_t h)
    {
        ++walk_.crossings;
        const std::uint32_t other = opposites_[h];
        const Vec3 along = normalized(edgeAt(h));
        const Vec3 outward = clearway::cross(along, normalAt(triangle_));
        const double forward = dot(direction_, along);
        const double across = dot(direction_, outward);
        triangle_ = other / 3;
        entered_ = other;
        const Vec3 inward = clearway::cross(along, normalAt(triangle_));
        direction_ = normalized(along * forward + inward * across);
    }

    /// Goes on along a border; false where that leads nowhere. What points outward is lost, of the rest of the way too.
    bool slide(std::uint32_t h, double& rest)
    {
        walk_.met_border = true;
        if (at_border_ == AtBorder::stop) return false;
        const Vec3 along = normalized(edgeAt(h));
        const double forward = dot(direction_, along);
        if (!(std::abs(forward) > 1e-9)) return false;
        rest *= std::abs(forward);
        direction_ = forward > 0 ? along : Vec3{} - along;
        entered_ = h;
        return true;
    }

    std::span<const Vec3> positions_;
    std::span<const MeshTriangle> triangles_;
    std::span<const std::uint32_t> opposites_;
    AtBorder at_border_;
    std::uint32_t triangle_;
    std::uint32_t entered_ = kNoHalfedge;
    Vec3 direction_;
    SurfaceWalk walk_;
};

} // namespace

SurfaceWalk walkOnSurface(const SurfaceMesh& mesh, const SurfacePlace& start, Vec3 step, AtBorder at_border)
{
    if (start.triangle >= mesh.triangleCount() || !isFinite(start.position) || !isFinite(step)) return {start, {}, 0, false, 0};
    return Walker(mesh, start, at_border).run(step);
}

} // namespace clearway
