// SPDX-License-Identifier: MIT
// The shape is connected, so the regions that meet it are joined by borders that meet it: edges of the diagram, and the straight
// borders between a wall and the notch, or the wall in the same line, that follows it.
#include "clearance/near_sites.h"

#include <algorithm>
#include <cmath>

#include "voronoi/data.h"

namespace clearway {

namespace {
/// From how many edges on it pays to look for those beside the shape.
constexpr std::size_t kLongBorder = 16;
/// A border that enters a corner of the shape nearer than this to a side (radians, nearly) does not count as entering it. What
/// lies between is as near to the site on the other side, to this fraction of its distance.
constexpr double kGrazing = 1e-12;
/// How near to a corner of the shape a border must stand to stand on it, in margins. Where walls were moved by rounding to the
/// lattice it does not: then what touches counts.
constexpr double kCornerReach = 0x1p-8;
} // namespace

void FloodShape::addHalfPlane(Vec2 from, Vec2 to)
{
    const double side_length = distance(from, to);
    if (!(side_length > 0)) return;
    const Vec2 normal = -perpendicular(to - from) / side_length;
    planes_.push_back({normal, std::max(dot(normal, from), dot(normal, to)) + margin_});
}

void FloodShape::setPolygon(std::span<const Vec2> corners)
{
    corners_.assign(corners.begin(), corners.end());
    planes_.clear();
    double area = 0, around = 0;
    for (std::size_t i = 0; i < corners.size(); ++i)
    {
        const Vec2 from = corners[i], to = corners[i + 1 < corners.size() ? i + 1 : 0];
        addHalfPlane(from, to);
        area += cross(from - corners[0], to - corners[0]) / 2;
        around += distance(from, to);
    }
    is_thin_ = area <= margin_ * around;
}

void FloodShape::setSegment(Vec2 a, Vec2 b)
{
    corners_.assign({a, b});
    planes_.clear();
    is_thin_ = false;
    addHalfPlane(a, b);
    addHalfPlane(b, a);
    addHalfPlane(a, a - perpendicular(b - a));
    addHalfPlane(b, b + perpendicular(b - a));
}

bool FloodShape::contains(Vec2 p) const
{
    for (const HalfPlane& plane : planes_)
        if (dot(plane.normal, p) > plane.limit) return false;
    return true;
}

bool FloodShape::leavesAtCorner(Vec2 foot, Vec2 direction) const
{
    if (is_thin_) return false; // its corners do not tell where its inside is
    const std::size_t count = corners_.size();
    for (std::size_t i = 0; i < count; ++i)
    {
        if (distanceSq(corners_[i], foot) > kCornerReach * kCornerReach * margin_ * margin_) continue;
        const Vec2 ahead = corners_[i + 1 < count ? i + 1 : 0] - corners_[i];
        const Vec2 back = corners_[i > 0 ? i - 1 : count - 1] - corners_[i];
        const double slack = kGrazing * length(direction);
        return !(cross(ahead, direction) > slack * length(ahead) && cross(direction, back) > slack * length(back));
    }
    return false;
}

bool FloodShape::meetsSegment(Vec2 a, Vec2 b) const
{
    double from = 0, to = 1;
    for (const HalfPlane& plane : planes_)
    {
        const double at_a = dot(plane.normal, a) - plane.limit, at_b = dot(plane.normal, b) - plane.limit;
        if (at_a > 0 && at_b > 0) return false;
        if (at_a > 0)
            from = std::max(from, at_a / (at_a - at_b));
        else if (at_b > 0)
            to = std::min(to, at_a / (at_a - at_b));
        if (from > to) return false;
    }
    return true;
}

/// By a side of the shape, or by a side of the triangle around the parabola.
bool FloodShape::isSeparated(Vec2 a, Vec2 control, Vec2 b) const
{
    for (const HalfPlane& plane : planes_)
        if (dot(plane.normal, a) > plane.limit && dot(plane.normal, control) > plane.limit && dot(plane.normal, b) > plane.limit)
            return true;
    const double turn = cross(control - a, b - a) >= 0 ? 1 : -1;
    const Vec2 ring[3] = {a, control, b};
    for (int i = 0; i < 3; ++i)
    {
        const Vec2 from = ring[i], along = ring[(i + 1) % 3] - from;
        const double slack = margin_ * length(along);
        bool all_outside = true;
        for (Vec2 corner : corners_) all_outside = all_outside && turn * cross(along, corner - from) < -slack;
        if (all_outside) return true;
    }
    return false;
}

bool FloodShape::meetsParabola(Vec2 a, Vec2 control, Vec2 b, int depth) const
{
    if (!isFinite(control)) return true;
    if (isSeparated(a, control, b)) return false;
    if (depth == 0 || contains(a) || contains(b)) return true;
    const Vec2 first = interpolate(a, control, 0.5), second = interpolate(control, b, 0.5);
    const Vec2 middle = interpolate(first, second, 0.5);
    return meetsParabola(a, first, middle, depth - 1) || meetsParabola(middle, second, b, depth - 1);
}

void FloodShape::findExtent(Vec2 direction, double& low, double& high) const
{
    low = std::numeric_limits<double>::infinity();
    high = -low;
    for (Vec2 corner : corners_)
    {
        low = std::min(low, dot(direction, corner));
        high = std::max(high, dot(direction, corner));
    }
    low -= margin_;
    high += margin_;
}

SiteFlood::SiteFlood(const VoronoiDiagram& diagram)
    : diagram_(diagram), origin_(diagram.frame().origin), seen_in_(diagram.sites().size(), 0)
{
}

void SiteFlood::add(std::uint32_t site, std::vector<std::uint32_t>& sites)
{
    if (site == kNone || seen_in_[site] == flood_) return;
    seen_in_[site] = flood_;
    sites.push_back(site);
}

void SiteFlood::collect(const FloodShape& shape, std::uint32_t seed, std::vector<std::uint32_t>& sites)
{
    ++flood_;
    const std::size_t first = sites.size();
    add(seed, sites);
    for (std::size_t i = first; i < sites.size(); ++i) visit(shape, sites[i], sites);
    std::sort(sites.begin() + static_cast<std::ptrdiff_t>(first), sites.end());
}

bool SiteFlood::meets(const FloodShape& shape, const VoronoiDiagram::Edge& edge) const
{
    const VoronoiDiagram::Vertex& from = diagram_.vertices()[edge.a];
    const VoronoiDiagram::Vertex& to = diagram_.vertices()[edge.b];
    const Vec2 a = local(from.position), b = local(to.position);
    if (!edge.is_parabola)
    {
        if (!shape.meetsSegment(a, b)) return false;
        if (from.clearance > 0 && to.clearance > 0) return true;
        return from.clearance > 0 ? !shape.leavesAtCorner(b, a - b) : !shape.leavesAtCorner(a, b - a);
    }
    const auto sites = diagram_.sites();
    const bool left_is_point = sites[edge.left].kind == VoronoiDiagram::Site::Kind::point;
    const Vec2 focus = local(sites[left_is_point ? edge.left : edge.right].shape.a);
    const Segment& line = sites[left_is_point ? edge.right : edge.left].shape;
    // In the frame of the line: a point lies `along` from the focus; the tangents meet half-way.
    const Vec2 unit = (line.b - line.a) / distance(line.a, line.b);
    const Vec2 normal = perpendicular(unit);
    const double height = dot(focus - local(line.a), normal);
    const double along_a = dot(a - focus, unit), along_b = dot(b - focus, unit);
    const double rise = (along_a * along_b + height * height) / (2 * height) - height;
    return shape.meetsParabola(a, focus + unit * ((along_a + along_b) / 2) + normal * rise, b);
}

/// The edges around a site that can meet the shape: of a long wall only those above it.
std::span<const std::uint32_t> SiteFlood::narrowDown(const FloodShape& shape, std::uint32_t site) const
{
    const auto around = diagram_.edgesAround(site);
    const VoronoiDiagram::Site& s = diagram_.sites()[site];
    if (around.size() < kLongBorder || s.kind == VoronoiDiagram::Site::Kind::point) return around;
    const VoronoiDiagram::Data& data = diagram_.data();
    const Vec2 unit = (s.shape.b - s.shape.a) / distance(s.shape.a, s.shape.b);
    double low = 0, high = 0;
    shape.findExtent(unit, low, high);
    const auto along = [&](std::uint32_t vertex) { return dot(unit, local(data.vertices[vertex].position)); };
    // Along the border one comes back from the end of the wall to its start.
    const auto first = std::partition_point(around.begin(), around.end(),
                                            [&](std::uint32_t seen) { return along(data.lastVertex(seen)) > high; });
    const auto last =
        std::partition_point(first, around.end(), [&](std::uint32_t seen) { return along(data.firstVertex(seen)) >= low; });
    return {first, last};
}

void SiteFlood::visit(const FloodShape& shape, std::uint32_t site, std::vector<std::uint32_t>& sites)
{
    const VoronoiDiagram::Data& data = diagram_.data();
    for (const std::uint32_t seen : narrowDown(shape, site))
    {
        const VoronoiDiagram::Edge& edge = data.edges[seen / 2];
        const std::uint32_t other = seen % 2 ? edge.left : edge.right;
        if (seen_in_[other] != flood_ && meets(shape, edge)) add(other, sites);
    }
    // The straight borders stand on the ends of the site and reach up to where the edges around it begin and end.
    const VoronoiDiagram::Site& s = data.sites[site];
    const auto around = diagram_.edgesAround(site);
    const auto meetsBorder = [&](Vec2 foot, std::uint32_t vertex) {
        const Vec2 from = local(foot), to = local(data.vertices[vertex].position);
        return shape.meetsSegment(from, to) && !shape.leavesAtCorner(from, to - from);
    };
    if (s.next != kNone && seen_in_[s.next] != flood_ &&
        (around.empty() || meetsBorder(s.shape.b, data.firstVertex(around.front()))))
        add(s.next, sites);
    if (s.previous != kNone && seen_in_[s.previous] != flood_ &&
        (around.empty() || meetsBorder(s.shape.a, data.lastVertex(around.back()))))
        add(s.previous, sites);
}

} // namespace clearway
