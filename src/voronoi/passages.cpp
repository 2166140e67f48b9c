// SPDX-License-Identifier: MIT
#include <clearway/voronoi/diagram.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "base/disjoint_sets.h"

namespace clearway {

/// From the widest edge to the narrowest, until one piece has half of the whole length. Edges into corners are no ways.
static double computeGettingAbout(const VoronoiDiagram& diagram)
{
    const auto vertices = diagram.vertices();
    const auto edges = diagram.edges();
    std::vector<std::uint32_t> order;
    std::vector<double> lengths(vertices.size()); // of the piece, at its name
    double total = 0;
    for (std::uint32_t i = 0; i < edges.size(); ++i)
    {
        if (vertices[edges[i].a].clearance == 0 || vertices[edges[i].b].clearance == 0) continue;
        order.push_back(i);
        total += distance(vertices[edges[i].a].position, vertices[edges[i].b].position);
    }
    std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
        return edges[i].narrowest != edges[j].narrowest ? edges[i].narrowest > edges[j].narrowest : i < j;
    });
    DisjointSets pieces(vertices.size());
    for (std::uint32_t i : order)
    {
        const std::uint32_t a = pieces.find(edges[i].a), b = pieces.find(edges[i].b);
        const double length = distance(vertices[edges[i].a].position, vertices[edges[i].b].position);
        const double joined = lengths[a] + (a == b ? 0 : lengths[b]) + length;
        pieces.join(a, b);
        lengths[pieces.find(a)] = joined;
        if (joined >= total / 2) return edges[i].narrowest;
    }
    return std::numeric_limits<double>::quiet_NaN();
}

namespace {

/// Passages are of two kinds. Dips inside an edge: between two corners, or a corner and a wall. And levels, which are edges of
/// one clearance that hang together, as in the middle of a corridor, when it gets wider from there in two directions.
class PassageFinder
{
public:
    explicit PassageFinder(const VoronoiDiagram& diagram)
        : diagram_(diagram),
          vertices_(diagram.vertices()),
          edges_(diagram.edges()),
          levels_(vertices_.size()),
          rising_(vertices_.size()),
          longest_(vertices_.size(), kNone)
    {
        for (const VoronoiDiagram::Edge& edge : edges_)
            if (isLevel(edge)) levels_.join(edge.a, edge.b);
        for (const VoronoiDiagram::Edge& edge : edges_) countRising(edge);
        for (std::uint32_t i = 0; i < edges_.size(); ++i)
        {
            if (!isLevel(edges_[i])) continue;
            std::uint32_t& longest = longest_[levels_.find(edges_[i].a)];
            if (longest == kNone || lengthOf(i) > lengthOf(longest)) longest = i;
        }
    }

    std::vector<Passage> list(double max_width)
    {
        std::vector<Passage> passages;
        const auto add = [&](const VoronoiDiagram::Edge& edge, Vec2 middle, double depth) {
            const VoronoiDiagram::Site& site = diagram_.sites()[edge.left];
            const Vec2 across = middle - computeClosestPoint(site.shape, middle);
            const double clearance = length(across);
            if (!(clearance > 0)) return;
            passages.push_back({middle, perpendicular(across / clearance), 2 * edge.narrowest, depth, site.layer});
        };
        for (std::uint32_t i = 0; i < edges_.size(); ++i)
        {
            const VoronoiDiagram::Edge& edge = edges_[i];
            if (!(2 * edge.narrowest < max_width)) continue;
            const std::uint32_t level = levels_.find(edge.a);
            if (isLower(edge.narrowest, lowEnd(edge)))
                add(edge, edge.narrowest_at, 0);
            else if (isLevel(edge) && rising_[level] >= 2 && longest_[level] == i)
                add(edge, (at(edge.a) + at(edge.b)) / 2, lengthOf(i) / 2);
        }
        return passages;
    }

private:
    Vec2 at(std::uint32_t vertex) const { return vertices_[vertex].position; }
    double lengthOf(std::uint32_t edge) const { return distance(at(edges_[edge].a), at(edges_[edge].b)); }
    double lowEnd(const VoronoiDiagram::Edge& edge) const
    {
        return std::min(vertices_[edge.a].clearance, vertices_[edge.b].clearance);
    }
    double highEnd(const VoronoiDiagram::Edge& edge) const
    {
        return std::max(vertices_[edge.a].clearance, vertices_[edge.b].clearance);
    }
    /// The walls of a straight corridor are a rounding apart here and there.
    bool isLower(double x, double y) const { return x < y - (4 * diagram_.frame().quantum + 1e-6 * y); }
    bool isLevel(const VoronoiDiagram::Edge& edge) const
    {
        return edge.narrowest > 0 && !isLower(edge.narrowest, lowEnd(edge)) && !isLower(lowEnd(edge), highEnd(edge));
    }
    void countRising(const VoronoiDiagram::Edge& edge)
    {
        if (!isLower(lowEnd(edge), highEnd(edge)) || isLower(edge.narrowest, lowEnd(edge))) return;
        ++rising_[levels_.find(vertices_[edge.a].clearance < vertices_[edge.b].clearance ? edge.a : edge.b)];
    }

    const VoronoiDiagram& diagram_;
    std::span<const VoronoiDiagram::Vertex> vertices_;
    std::span<const VoronoiDiagram::Edge> edges_;
    DisjointSets levels_;                ///< of vertices
    std::vector<std::uint32_t> rising_;  ///< how many edges lead up from a level; at its name
    std::vector<std::uint32_t> longest_; ///< the longest edge of a level; at its name
};

} // namespace

std::vector<Passage> VoronoiDiagram::listPassages(double max_width) const { return PassageFinder(*this).list(max_width); }

VoronoiDiagram::Passages VoronoiDiagram::computePassages() const
{
    Passages passages;
    passages.gets_about = computeGettingAbout(*this);
    for (const Vertex& vertex : vertices())
        if (!(vertex.clearance <= passages.widest))
        {
            passages.widest = vertex.clearance;
            passages.widest_at = vertex.position;
        }
    for (const Passage& passage : listPassages())
        if (!(passage.width / 2 >= passages.narrowest))
        {
            passages.narrowest = passage.width / 2;
            passages.narrowest_at = passage.middle;
        }
    return passages;
}

} // namespace clearway
