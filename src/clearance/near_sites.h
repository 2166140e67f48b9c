// SPDX-License-Identifier: MIT
// Which sites can be nearest somewhere on a convex shape: a flood over the regions of the Voronoi diagram that meet it.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include <clearway/voronoi.h>

namespace clearway {

/// A convex shape, slightly larger than it is, so that rounding never separates it from what touches it. Reused from shape to
/// shape.
class FloodShape
{
public:
    explicit FloodShape(double margin) : margin_(margin) {}

    void setPolygon(std::span<const Vec2> corners); ///< counter-clockwise
    void setSegment(Vec2 a, Vec2 b);

    bool contains(Vec2 p) const;
    bool meetsSegment(Vec2 a, Vec2 b) const;
    /// Whether a straight line from `foot`, which is a corner, touches the shape nowhere else. A segment has no inside: it always
    /// does. Sites that only touch a corner are never needed there, since what stands on the corner is as near.
    bool leavesAtCorner(Vec2 foot, Vec2 direction) const;
    /// The piece of a parabola from a to b whose tangents there meet in `control`.
    bool meetsParabola(Vec2 a, Vec2 control, Vec2 b, int depth = 8) const;
    /// How far it reaches along a direction, margin included when the direction has unit length.
    void findExtent(Vec2 direction, double& low, double& high) const;

private:
    struct HalfPlane
    {
        Vec2 normal; ///< outward, unit length
        double limit = 0;
    };
    void addHalfPlane(Vec2 from, Vec2 to);
    bool isSeparated(Vec2 a, Vec2 control, Vec2 b) const;

    double margin_;
    bool is_thin_ = false; ///< a polygon hardly wider than the margin
    std::vector<Vec2> corners_;
    std::vector<HalfPlane> planes_;
};

/// Coordinates relative to the frame's origin.
class SiteFlood
{
public:
    explicit SiteFlood(const VoronoiDiagram& diagram);

    /// Appends the sites whose regions meet `shape` in more than a corner to `sites`, in increasing order, given one of them. Now
    /// and then one more, whose region comes within the margin.
    void collect(const FloodShape& shape, std::uint32_t seed, std::vector<std::uint32_t>& sites);

private:
    Vec2 local(Vec2 world) const { return world - origin_; }
    void add(std::uint32_t site, std::vector<std::uint32_t>& sites);
    void visit(const FloodShape& shape, std::uint32_t site, std::vector<std::uint32_t>& sites);
    std::span<const std::uint32_t> narrowDown(const FloodShape& shape, std::uint32_t site) const;
    bool meets(const FloodShape& shape, const VoronoiDiagram::Edge& edge) const;

    const VoronoiDiagram& diagram_;
    Vec2 origin_;
    std::vector<std::uint32_t> seen_in_; ///< per site: the flood that found it last
    std::uint32_t flood_ = 0;
};

} // namespace clearway
