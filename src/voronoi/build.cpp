// SPDX-License-Identifier: MIT
// Based on:
// A. Sydorchuk. Boost.Polygon Voronoi diagram of segments (a sweep after S. Fortune, 1987)
// Departures: only what lies in free space is kept, decided by the side of the sites and never by locating a point; the narrowest
// place of an edge is computed in closed form (the apex of a parabola, the midpoint between two points), not by sampling. The
// sweep gives wrong diagrams now and then when segments are nearly, but not quite, parallel to an axis or a diagonal, which is
// how walls come out of a rotation by a little more than a right angle. So it runs on turned coordinates, and its result is
// checked.
#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include <boost/polygon/voronoi.hpp>
#include <fmt/format.h>

#include "base/errors.h"
#include "voronoi/assemble.h"
#include "voronoi/boundary.h"

namespace clearway {
namespace {

using BoostDiagram = boost::polygon::voronoi_diagram<double>;

/// A turn of the lattice, together with a scaling, that maps whole numbers to whole numbers: (x, y) becomes
/// (c x - s y, s x + c y). Lattice coordinates are below 2^29, so |c| + |s| <= 3 keeps them within 32 bits.
struct LatticeTurn
{
    std::int32_t c = 1;
    std::int32_t s = 0;

    LatticePoint apply(LatticePoint p) const { return {c * p.x - s * p.y, s * p.x + c * p.y}; }
    Vec2 applyInverse(Vec2 p) const
    {
        const double scale = static_cast<double>(c * c + s * s);
        return {(c * p.x + s * p.y) / scale, (c * p.y - s * p.x) / scale};
    }
};

/// Walls are seldom turned by 26.6 degrees, and never at the same time by all of these.
constexpr LatticeTurn kTurns[] = {{2, 1}, {1, 2}, {2, -1}, {1, -2}, {1, 0}, {0, 1}};

/// The diagram of one layer, added to what is there already.
class LayerBuilder
{
public:
    LayerBuilder(const Frame& frame, const std::vector<voronoi::WallPiece>& pieces, const voronoi::Boundary& boundary,
                 const Bvh& wall_tree, VoronoiDiagram::Data& data)
        : frame_(frame),
          pieces_(pieces),
          boundary_(boundary),
          wall_tree_(wall_tree),
          data_(data),
          first_site_(static_cast<std::uint32_t>(data.sites.size())),
          first_vertex_(data.vertices.size()),
          first_edge_(data.edges.size()),
          first_around_(data.around.size())
    {
        appendSites();
        if (data.first_around.empty()) data.first_around.push_back(0);
    }

    /// Whether the diagram is right; otherwise nothing but the sites is added.
    bool run(LatticeTurn turn)
    {
        turn_ = turn;
        sweep();
        const bool is_right = collectEdges() && collectRegions() && isRight();
        if (!is_right) takeBack();
        return is_right;
    }

private:
    using Cell = BoostDiagram::cell_type;
    using Edge = BoostDiagram::edge_type;

    /// In quanta, relative to the frame's origin.
    Vec2 latticePosition(const BoostDiagram::vertex_type& v) const { return turn_.applyInverse({v.x(), v.y()}); }

    /// Coordinates relative to the frame's origin; metres. Where four sites are equally near, it depends on the order of equal
    /// events, and so on the standard library, from which three of them the sweep computes the vertex: the last bits are rounded
    /// away, a part of a quantum that no answer depends on.
    Vec2 localPosition(const BoostDiagram::vertex_type& v) const
    {
        const auto round = [](double x) { return std::floor(x * 0x1p12 + 0.5) * 0x1p-12; };
        const Vec2 p = latticePosition(v);
        return Vec2{round(p.x), round(p.y)} * frame_.quantum;
    }

    void appendSites()
    {
        const auto shift = [&](std::uint32_t site) { return site == kNone ? kNone : site + first_site_; };
        for (VoronoiDiagram::Site site : boundary_.sites)
        {
            site.previous = shift(site.previous);
            site.next = shift(site.next);
            data_.sites.push_back(site);
        }
        const auto append = [&](std::vector<std::uint32_t>& to, const std::vector<std::uint32_t>& from) {
            for (std::uint32_t site : from) to.push_back(shift(site));
            to.resize(data_.sites.size(), kNone);
        };
        append(data_.start_point, boundary_.start_point);
        append(data_.end_point, boundary_.end_point);
        append(data_.other_side, boundary_.other_side);
    }

    /// A thin wall is swept over once, though it has two sites.
    void sweep()
    {
        boost::polygon::voronoi_builder<std::int32_t> builder;
        swept_.clear();
        diagram_.clear();
        for (std::uint32_t i = 0; i < pieces_.size(); ++i)
        {
            if (boundary_.other_side[i] < i) continue; // kNone is larger
            const LatticePoint a = turn_.apply(pieces_[i].a), b = turn_.apply(pieces_[i].b);
            builder.insert_segment(a.x, a.y, b.x, b.y);
            swept_.push_back(i);
        }
        builder.construct(&diagram_);
    }

    void takeBack()
    {
        data_.vertices.resize(first_vertex_);
        data_.edges.resize(first_edge_);
        data_.around.resize(first_around_);
        data_.around_from.resize(first_around_);
        data_.first_around.resize(first_site_ + 1);
    }

    /// Whether each vertex is as near to the sites around it as it says, and nothing is nearer; to a quantum.
    bool isRight() const
    {
        for (std::size_t i = first_edge_; i < data_.edges.size(); ++i)
            for (const std::uint32_t vertex : {data_.edges[i].a, data_.edges[i].b})
                for (const std::uint32_t site : {data_.edges[i].left, data_.edges[i].right})
                {
                    const Segment shape = localShape(site - first_site_);
                    const double away = distance(data_.vertices[vertex].position - frame_.origin, shape);
                    if (!(std::abs(away - data_.vertices[vertex].clearance) <= frame_.quantum)) return false;
                }
        for (std::size_t i = first_vertex_; i < data_.vertices.size(); ++i)
        {
            const double nearest = data_.vertices[i].clearance - frame_.quantum;
            if (nearest <= 0) continue;
            const Vec2 p = data_.vertices[i].position;
            const auto distance_to = [&](std::uint32_t wall) { return distanceSq(p, boundary_.sites[wall].shape); };
            if (wall_tree_.findNearest(p, distance_to, nearest * nearest) != kNone) return false;
        }
        return true;
    }

    /// The site on whose region's border the edge lies, or kNone when that side of the wall, or the corner, is not free. The
    /// region of an end point in the whole plane lies inside the widest sector there: it is free exactly when there is a notch.
    std::uint32_t siteOf(const Edge& edge) const
    {
        const Cell& cell = *edge.cell();
        const std::uint32_t piece = swept_[cell.source_index()];
        if (cell.contains_point())
            return (cell.source_category() == boost::polygon::SOURCE_CATEGORY_SEGMENT_END_POINT ? boundary_.end_point
                                                                                                : boundary_.start_point)[piece];
        const Vec2 a = {static_cast<double>(pieces_[piece].a.x), static_cast<double>(pieces_[piece].a.y)};
        const Vec2 along = Vec2{static_cast<double>(pieces_[piece].b.x), static_cast<double>(pieces_[piece].b.y)} - a;
        const double side0 = cross(along, latticePosition(*edge.vertex0()) - a);
        const double side1 = cross(along, latticePosition(*edge.vertex1()) - a);
        return (std::abs(side0) > std::abs(side1) ? side0 : side1) > 0 ? piece : boundary_.other_side[piece];
    }

    /// An edge of free space before it is numbered. `left` is the smaller of its sites.
    struct LooseEdge
    {
        const Edge* edge = nullptr;
        std::uint32_t left = 0;
        std::uint32_t right = 0;
        Vec2 a;
        Vec2 b;

        auto key() const { return std::tuple(left, right, a.x, a.y, b.x, b.y); }
    };

    /// False when a vertex has no position.
    bool collectEdges()
    {
        std::vector<LooseEdge> loose;
        for (const Edge& edge : diagram_.edges())
        {
            if (&edge > edge.twin() || !edge.is_primary() || !edge.is_finite()) continue;
            const std::uint32_t left = siteOf(edge), right = siteOf(*edge.twin());
            if (left == kNone || right == kNone) continue;
            const Vec2 a = localPosition(*edge.vertex0()), b = localPosition(*edge.vertex1());
            if (!isFinite(a) || !isFinite(b)) return false;
            loose.push_back(left < right ? LooseEdge{&edge, left, right, a, b} : LooseEdge{edge.twin(), right, left, b, a});
        }
        std::sort(loose.begin(), loose.end(), [](const LooseEdge& x, const LooseEdge& y) { return x.key() < y.key(); });
        for (const LooseEdge& edge : loose) addEdge(edge);
        return true;
    }

    const Segment localShape(std::uint32_t site) const
    {
        const Segment& s = boundary_.sites[site].shape; // both lattice points: the differences are exact
        return {s.a - frame_.origin, s.b - frame_.origin};
    }

    /// Two walls that meet at a corner less wide than a half turn have an edge that ends there. It does not go on from there,
    /// though other pieces of free space may touch at the same point: the vertex belongs to this edge alone.
    bool isCorner(const BoostDiagram::vertex_type& v, const LooseEdge& edge) const
    {
        if (edge.left >= pieces_.size() || edge.right >= pieces_.size()) return false;
        const voronoi::WallPiece& left = pieces_[edge.left];
        const voronoi::WallPiece& right = pieces_[edge.right];
        const Vec2 at = latticePosition(v);
        for (LatticePoint p : {left.a, left.b})
            if ((p == right.a || p == right.b) && std::abs(at.x - p.x) < 0x1p-10 && std::abs(at.y - p.y) < 0x1p-10) return true;
        return false;
    }

    std::uint32_t vertexOf(const BoostDiagram::vertex_type& v, const LooseEdge& edge)
    {
        if (isCorner(v, edge))
        {
            const Vec2 at = latticePosition(v);
            const LatticePoint p = {static_cast<std::int32_t>(std::floor(at.x + 0.5)),
                                    static_cast<std::int32_t>(std::floor(at.y + 0.5))};
            data_.vertices.push_back({frame_.world(p), 0});
            return static_cast<std::uint32_t>(data_.vertices.size() - 1);
        }
        if (v.color() == 0)
        {
            const Vec2 p = localPosition(v);
            data_.vertices.push_back({frame_.origin + p, distance(p, localShape(edge.left))});
            v.color(data_.vertices.size());
        }
        return static_cast<std::uint32_t>(v.color() - 1);
    }

    void addEdge(const LooseEdge& loose)
    {
        VoronoiDiagram::Edge result;
        result.left = loose.left;
        result.right = loose.right;
        result.a = vertexOf(*loose.edge->vertex0(), loose);
        result.b = vertexOf(*loose.edge->vertex1(), loose);
        result.is_parabola = loose.edge->is_curved();
        findNarrowest(result, loose.a, loose.b);
        result.left += first_site_;
        result.right += first_site_;
        data_.edges.push_back(result);
        loose.edge->color(2 * data_.edges.size());             // the site on its left
        loose.edge->twin()->color(2 * data_.edges.size() + 1); // and on its right
    }

    void findNarrowest(VoronoiDiagram::Edge& edge, Vec2 local_a, Vec2 local_b) const
    {
        const VoronoiDiagram::Vertex& a = data_.vertices[edge.a];
        const VoronoiDiagram::Vertex& b = data_.vertices[edge.b];
        const VoronoiDiagram::Vertex& smaller = a.clearance <= b.clearance ? a : b;
        edge.narrowest = smaller.clearance;
        edge.narrowest_at = smaller.position;

        const Segment left = localShape(edge.left);
        const Segment right = localShape(edge.right);
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
        if (dot(local_a - point, along) * dot(local_b - point, along) > 0) return;
        edge.narrowest = distance(point, foot) / 2;
        edge.narrowest_at = frame_.origin + interpolate(point, foot, 0.5);
    }

    std::uint32_t siteOfColor(const Edge& edge) const
    {
        if (edge.color() == 0) return kNone;
        const auto seen = static_cast<std::uint32_t>(edge.color() - 2);
        return seen % 2 ? data_.edges[seen / 2].right : data_.edges[seen / 2].left;
    }

    /// Around each site from where its border begins: after an edge of another site, or none of ours. False when a border has a
    /// gap.
    bool collectRegions()
    {
        std::vector<const Edge*> first_edge(data_.sites.size() - first_site_, nullptr);
        for (const Edge& edge : diagram_.edges())
        {
            const std::uint32_t site = siteOfColor(edge);
            if (site == kNone || siteOfColor(*edge.prev()) == site) continue;
            if (first_edge[site - first_site_]) return false;
            first_edge[site - first_site_] = &edge;
        }
        for (std::uint32_t i = 0; i < first_edge.size(); ++i)
        {
            if (const Edge* edge = first_edge[i])
                for (; siteOfColor(*edge) == first_site_ + i; edge = edge->next())
                {
                    data_.around.push_back(static_cast<std::uint32_t>(edge->color() - 2));
                    data_.around_from.push_back(data_.vertices[data_.firstVertex(data_.around.back())].position);
                }
            data_.first_around.push_back(static_cast<std::uint32_t>(data_.around.size()));
        }
        return data_.around.size() - first_around_ == 2 * (data_.edges.size() - first_edge_);
    }

    const Frame& frame_;
    const std::vector<voronoi::WallPiece>& pieces_;
    const voronoi::Boundary& boundary_;
    const Bvh& wall_tree_;
    VoronoiDiagram::Data& data_;
    std::uint32_t first_site_;
    std::size_t first_vertex_;
    std::size_t first_edge_;
    std::size_t first_around_;
    LatticeTurn turn_;
    std::vector<std::uint32_t> swept_; ///< the pieces given to the sweep, in its order
    BoostDiagram diagram_;
};

/// The given segments by layer; in each in the order given.
std::vector<std::vector<std::uint32_t>> groupByLayer(std::size_t count, std::span<const int> layers, std::vector<int>& used)
{
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0u);
    const auto layerOf = [&](std::uint32_t i) { return i < layers.size() ? layers[i] : 0; };
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t i, std::uint32_t j) { return layerOf(i) != layerOf(j) ? layerOf(i) < layerOf(j) : i < j; });
    std::vector<std::vector<std::uint32_t>> groups;
    for (const std::uint32_t i : order)
    {
        if (used.empty() || used.back() != layerOf(i))
        {
            used.push_back(layerOf(i));
            groups.emplace_back();
        }
        groups.back().push_back(i);
    }
    return groups;
}

} // namespace

std::optional<Error> voronoi::addLayer(int layer, const std::vector<WallPiece>& pieces, VoronoiDiagram::Data& data)
{
    const voronoi::Boundary boundary = voronoi::buildBoundary(data.frame, layer, pieces);
    VoronoiDiagram::Data::Layer added;
    added.layer = layer;
    added.first_site = static_cast<std::uint32_t>(data.sites.size());
    added.segment_count = static_cast<std::uint32_t>(pieces.size());
    std::vector<Box2> boxes;
    boxes.reserve(pieces.size());
    for (std::uint32_t i = 0; i < added.segment_count; ++i) boxes.push_back(computeBounds(boundary.sites[i].shape));
    added.bvh = Bvh::build(boxes);
    LayerBuilder builder(data.frame, pieces, boundary, added.bvh, data);
    if (std::none_of(std::begin(kTurns), std::end(kTurns), [&](LatticeTurn turn) { return builder.run(turn); }))
        return makeError(
            ErrorCode::invalid_geometry,
            fmt::format("The Voronoi diagram of the {} walls of layer {} could not be computed: every try gave one that "
                        "is wrong. Move or turn them by a little.",
                        pieces.size(), layer));
    added.end_site = static_cast<std::uint32_t>(data.sites.size());
    data.layers.push_back(std::move(added));
    return std::nullopt;
}

void voronoi::finishDiagram(VoronoiDiagram::Data& data)
{
    if (data.first_around.empty()) data.first_around.push_back(0);
    std::vector<BottleneckForest::Link> links;
    links.reserve(data.edges.size());
    for (const VoronoiDiagram::Edge& edge : data.edges) links.push_back({edge.a, edge.b, edge.narrowest});
    data.forest = BottleneckForest(static_cast<std::uint32_t>(data.vertices.size()), links);
    for (const VoronoiDiagram::Vertex& vertex : data.vertices)
        data.largest_clearance = std::max(data.largest_clearance, vertex.clearance);
}

Result<VoronoiDiagram> buildVoronoi(const Frame& frame, std::span<const Segment> obstacles, std::span<const int> layers,
                                    const Execution& execution)
{
    const Error cancelled = makeCancelled("The Voronoi diagram");
    if (!layers.empty() && layers.size() != obstacles.size())
        return makeError("There must be one layer for each obstacle, or none at all.");
    auto data = std::make_shared<VoronoiDiagram::Data>();
    data->frame = frame;
    std::vector<int> used;
    const auto groups = groupByLayer(obstacles.size(), layers, used);
    for (std::size_t i = 0; i < groups.size(); ++i)
    {
        if (!report(execution.progress, "diagram", 0.9 * static_cast<double>(i) / static_cast<double>(groups.size())))
            return cancelled;
        const auto pieces = voronoi::buildWallPieces(frame, obstacles, groups[i]);
        if (!pieces) return pieces.error();
        if (auto error = voronoi::addLayer(used[i], *pieces, *data)) return *std::move(error);
    }
    if (!report(execution.progress, "diagram", 0.9)) return cancelled;
    voronoi::finishDiagram(*data);
    report(execution.progress, "diagram", 1);
    return VoronoiDiagram(std::move(data));
}

Result<VoronoiDiagram> buildVoronoi(const Scene& scene, const Execution& execution)
{
    std::vector<Segment> obstacles;
    std::vector<int> layers;
    obstacles.reserve(scene.points().size());
    layers.reserve(scene.points().size());
    for (const Scene::RingRange& ring : scene.rings())
        for (std::uint32_t i = ring.first; i < ring.first + ring.count; ++i)
        {
            obstacles.push_back(scene.edge(i));
            layers.push_back(scene.areas()[ring.area].layer);
        }
    return buildVoronoi(scene.frame(), obstacles, layers, execution);
}

} // namespace clearway
