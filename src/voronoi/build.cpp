// SPDX-License-Identifier: MIT
// Based on:
// A. Sydorchuk. Boost.Polygon Voronoi diagram of segments (a sweep after S. Fortune, 1987)
// Departures: only what lies in free space is kept, decided by the side of the sites and never by locating a point; the narrowest
// place of an edge is computed in closed form (the apex of a parabola, the midpoint between two points), not by sampling.
#include <boost/polygon/voronoi.hpp>

#include <algorithm>
#include <cmath>

#include <clearway/geometry/predicates.h>

#include "voronoi/data.h"

namespace clearway {
namespace {

using BoostDiagram = boost::polygon::voronoi_diagram<double>;
constexpr std::uint32_t kNone = VoronoiDiagram::kNone;

/// A place where obstacles start and end: [first, last) of the sorted ends.
struct Corner
{
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    std::uint32_t site = kNone;
};

struct ObstacleEnd
{
    LatticePoint point;
    std::uint32_t obstacle = 0;
    bool is_start = false;
};

class Builder
{
public:
    Builder(const Frame& frame, std::span<const Segment> obstacles, VoronoiDiagram::Data& data) : frame_(frame), data_(data)
    {
        data_.obstacles.reserve(obstacles.size());
        for (const Segment& s : obstacles)
        {
            lattice_.push_back({frame.snap(s.a), frame.snap(s.b)});
            data_.obstacles.push_back({frame.world(lattice_.back().first), frame.world(lattice_.back().second)});
        }
    }

    void run()
    {
        groupCorners();
        boost::polygon::voronoi_builder<std::int32_t> builder;
        for (const auto& [a, b] : lattice_) builder.insert_segment(a.x, a.y, b.x, b.y);
        builder.construct(&diagram_);
        collectSites();
        for (const auto& edge : diagram_.edges())
            if (&edge < edge.twin() && edge.is_primary() && edge.is_finite() && isFree(edge)) addEdge(edge);
        collectRegions();
    }

private:
    using Cell = BoostDiagram::cell_type;
    using Edge = BoostDiagram::edge_type;

    Vec2 position(const BoostDiagram::vertex_type& v) const { return frame_.origin + Vec2{v.x(), v.y()} * frame_.quantum; }

    void groupCorners()
    {
        for (std::uint32_t i = 0; i < lattice_.size(); ++i)
        {
            ends_.push_back({lattice_[i].first, i, true});
            ends_.push_back({lattice_[i].second, i, false});
        }
        std::sort(ends_.begin(), ends_.end(), [](const ObstacleEnd& a, const ObstacleEnd& b) {
            return a.point != b.point         ? a.point < b.point
                   : a.obstacle != b.obstacle ? a.obstacle < b.obstacle
                                              : a.is_start < b.is_start;
        });
        start_corner_.resize(lattice_.size());
        end_corner_.resize(lattice_.size());
        for (std::uint32_t i = 0; i < ends_.size(); ++i)
        {
            if (i == 0 || ends_[i].point != ends_[i - 1].point) corners_.push_back({i, i, kNone});
            corners_.back().last = i + 1;
            (ends_[i].is_start ? start_corner_ : end_corner_)[ends_[i].obstacle] =
                static_cast<std::uint32_t>(corners_.size() - 1);
        }
    }

    Corner& cornerOf(const Cell& cell)
    {
        const auto source = cell.source_index();
        return corners_[(cell.source_category() == boost::polygon::SOURCE_CATEGORY_SEGMENT_END_POINT ? end_corner_
                                                                                                     : start_corner_)[source]];
    }

    /// Whether p lies in free space as seen from a corner: the first boundary met when turning clockwise from p must leave the
    /// corner.
    bool isInFreeSector(const Corner& corner, Vec2 p) const
    {
        const Vec2 center = frame_.world(ends_[corner.first].point);
        const ObstacleEnd* best = nullptr;
        Vec2 best_end;
        // Clockwise from p, directions to the right come first, in the order of their turn; then those to the left.
        const auto half = [&](Vec2 q) { return computeOrientation(center, p, q) > 0 ? 1 : 0; };
        for (std::uint32_t i = corner.first; i < corner.last; ++i)
        {
            const Segment& s = data_.obstacles[ends_[i].obstacle];
            const Vec2 end = ends_[i].is_start ? s.b : s.a;
            const bool sooner = !best || half(end) < half(best_end) ||
                                (half(end) == half(best_end) && computeOrientation(center, end, best_end) < 0);
            if (sooner)
            {
                best = &ends_[i];
                best_end = end;
            }
        }
        return best->is_start;
    }

    bool isFree(const Edge& edge)
    {
        const Vec2 ends[2] = {position(*edge.vertex0()), position(*edge.vertex1())};
        for (const Cell* cell : {edge.cell(), edge.twin()->cell()})
        {
            if (!cell->contains_segment()) continue;
            const Segment& s = data_.obstacles[cell->source_index()];
            const double side0 = cross(s.b - s.a, ends[0] - s.a);
            const double side1 = cross(s.b - s.a, ends[1] - s.a);
            return (std::abs(side0) > std::abs(side1) ? side0 : side1) > 0;
        }
        const Corner& corner = cornerOf(*edge.cell());
        const Vec2 center = frame_.world(ends_[corner.first].point);
        return isInFreeSector(corner, distanceSq(center, ends[0]) > distanceSq(center, ends[1]) ? ends[0] : ends[1]);
    }

    void collectSites()
    {
        for (std::uint32_t i = 0; i < lattice_.size(); ++i) data_.sites.push_back({VoronoiDiagram::Site::Kind::segment, i});
        // Points in the order of the obstacles that start there, so that numbers do not depend on the sweep.
        std::vector<bool> is_nearest_somewhere(corners_.size(), false);
        for (const auto& edge : diagram_.edges())
            if (edge.is_primary() && edge.is_finite() && edge.cell()->contains_point() && isFree(edge))
                is_nearest_somewhere[static_cast<std::size_t>(&cornerOf(*edge.cell()) - corners_.data())] = true;
        for (std::uint32_t i = 0; i < lattice_.size(); ++i)
        {
            Corner& corner = corners_[start_corner_[i]];
            if (corner.site != kNone || !is_nearest_somewhere[start_corner_[i]]) continue;
            corner.site = static_cast<std::uint32_t>(data_.sites.size());
            data_.sites.push_back({VoronoiDiagram::Site::Kind::point, i});
        }
        for (std::uint32_t i = 0; i < lattice_.size(); ++i)
        {
            data_.start_point.push_back(corners_[start_corner_[i]].site);
            data_.end_point.push_back(corners_[end_corner_[i]].site);
        }
    }

    std::uint32_t siteOf(const Cell& cell)
    {
        return cell.contains_segment() ? static_cast<std::uint32_t>(cell.source_index()) : cornerOf(cell).site;
    }

    Segment shape(std::uint32_t site) const
    {
        const Segment& s = data_.obstacles[data_.sites[site].obstacle];
        return data_.sites[site].kind == VoronoiDiagram::Site::Kind::segment ? s : Segment{s.a, s.a};
    }

    std::uint32_t vertexOf(const BoostDiagram::vertex_type& v, std::uint32_t site)
    {
        if (v.color() == 0)
        {
            const Vec2 p = position(v);
            data_.vertices.push_back({p, distance(p, shape(site))});
            v.color(data_.vertices.size());
        }
        return static_cast<std::uint32_t>(v.color() - 1);
    }

    void addEdge(const Edge& edge)
    {
        VoronoiDiagram::Edge result;
        result.left = siteOf(*edge.cell());
        result.right = siteOf(*edge.twin()->cell());
        result.a = vertexOf(*edge.vertex0(), result.left);
        result.b = vertexOf(*edge.vertex1(), result.left);
        result.is_parabola = edge.is_curved();
        findNarrowest(result);
        data_.edges.push_back(result);
        edge.color(2 * data_.edges.size());             // the site on its left
        edge.twin()->color(2 * data_.edges.size() + 1); // and on its right
    }

    void findNarrowest(VoronoiDiagram::Edge& edge) const
    {
        const VoronoiDiagram::Vertex& a = data_.vertices[edge.a];
        const VoronoiDiagram::Vertex& b = data_.vertices[edge.b];
        const VoronoiDiagram::Vertex& smaller = a.clearance <= b.clearance ? a : b;
        edge.narrowest = smaller.clearance;
        edge.narrowest_at = smaller.position;

        const Segment left = shape(edge.left);
        const Segment right = shape(edge.right);
        const bool left_is_point = left.a == left.b;
        const bool right_is_point = right.a == right.b;
        if (!left_is_point && !right_is_point) return; // two lines: clearance changes monotonically
        // The apex lies midway between the point and the other site; it counts when the edge passes it.
        const Vec2 point = left_is_point ? left.a : right.a;
        const Segment& other = left_is_point ? right : left;
        Vec2 foot = other.a;
        if (!(left_is_point && right_is_point))
        {
            const Vec2 direction = other.b - other.a;
            foot = other.a + direction * (dot(point - other.a, direction) / lengthSq(direction));
        }
        const Vec2 along = perpendicular(foot - point);
        if (dot(a.position - point, along) * dot(b.position - point, along) > 0) return;
        edge.narrowest = distance(point, foot) / 2;
        edge.narrowest_at = interpolate(point, foot, 0.5);
    }

    void collectRegions()
    {
        std::vector<const Cell*> cell_of(data_.sites.size(), nullptr);
        for (const Cell& cell : diagram_.cells())
            if (!cell.is_degenerate())
                if (const std::uint32_t site = siteOf(cell); site != kNone) cell_of[site] = &cell;
        data_.first_around.push_back(0);
        for (const Cell* cell : cell_of)
        {
            std::vector<std::uint32_t> around;
            if (cell)
            {
                const Edge* edge = cell->incident_edge();
                do
                {
                    if (edge->color() != 0) around.push_back(static_cast<std::uint32_t>(edge->color() - 2));
                    edge = edge->next();
                } while (edge != cell->incident_edge());
            }
            data_.around.insert(data_.around.end(), around.begin(), around.end());
            data_.first_around.push_back(static_cast<std::uint32_t>(data_.around.size()));
        }
    }

    const Frame& frame_;
    VoronoiDiagram::Data& data_;
    std::vector<std::pair<LatticePoint, LatticePoint>> lattice_;
    std::vector<ObstacleEnd> ends_;
    std::vector<Corner> corners_;
    std::vector<std::uint32_t> start_corner_;
    std::vector<std::uint32_t> end_corner_;
    BoostDiagram diagram_;
};

} // namespace

Result<VoronoiDiagram> buildVoronoi(const Frame& frame, std::span<const Segment> obstacles, const Progress& progress)
{
    if (!report(progress, "diagram", 0)) return Error{ErrorCode::cancelled, "the Voronoi diagram was cancelled", {}};
    auto data = std::make_shared<VoronoiDiagram::Data>();
    Builder(frame, obstacles, *data).run();

    if (!report(progress, "diagram", 0.8)) return Error{ErrorCode::cancelled, "the Voronoi diagram was cancelled", {}};
    std::vector<Box2> boxes;
    for (const Segment& s : data->obstacles) boxes.push_back(computeBounds(s));
    data->bvh = Bvh::build(boxes);
    std::vector<BottleneckForest::Link> links;
    for (const VoronoiDiagram::Edge& edge : data->edges) links.push_back({edge.a, edge.b, edge.narrowest});
    data->forest = BottleneckForest(static_cast<std::uint32_t>(data->vertices.size()), links);
    for (const VoronoiDiagram::Vertex& vertex : data->vertices)
        data->largest_clearance = std::max(data->largest_clearance, vertex.clearance);
    report(progress, "diagram", 1);
    return VoronoiDiagram(std::move(data));
}

Result<VoronoiDiagram> buildVoronoi(const Scene& scene, const Progress& progress)
{
    if (scene.layerCount() > 1)
        return Error{ErrorCode::invalid_argument,
                     "a Voronoi diagram needs a scene with one layer; this one has " + std::to_string(scene.layerCount()),
                     {}};
    std::vector<Segment> obstacles;
    for (std::uint32_t i = 0; i < scene.points().size(); ++i) obstacles.push_back(scene.edge(i));
    return buildVoronoi(scene.frame(), obstacles, progress);
}

} // namespace clearway
