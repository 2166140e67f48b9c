// SPDX-License-Identifier: MIT
// Polygons of others, kept as they are: vertices at one place become one, sides are cut where a vertex lies on them, and what
// then has no opposite is an obstacle.
#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include <clearway/geometry/predicates.h>
#include <clearway/navmesh/build.h>

#include "base/disjoint_sets.h"
#include "base/errors.h"
#include "geometry/bin_grid.h"
#include "navmesh/assemble.h"
#include "navmesh/cell_shape.h"
#include "navmesh/errors.h"

namespace clearway {

namespace {

/// A vertex as a cell of some layer uses it.
struct Use
{
    int layer;
    VertexId vertex;
};

std::optional<Error> findBadInput(const PolygonMesh& polygons)
{
    const auto invalid = [](std::string message, Error::Place place = {}) {
        return makeError(ErrorCode::invalid_geometry, std::move(message), std::move(place));
    };
    if (polygons.cells.empty()) return invalid("The mesh has no cells.");
    if (!polygons.layers.empty() && polygons.layers.size() != polygons.cells.size())
        return invalid("The mesh has " + std::to_string(polygons.cells.size()) + " cells but " +
                       std::to_string(polygons.layers.size()) + " layers; give one per cell, or none.");
    std::size_t corner_count = 0;
    for (std::size_t v = 0; v < polygons.vertices.size(); ++v)
    {
        const NavMesh::Vertex& vertex = polygons.vertices[v];
        if (isFinite(vertex.position) && std::isfinite(vertex.height)) continue;
        return invalid("Vertex " + std::to_string(v) + " is at " + toString(vertex.position) + ", height " +
                           toString(vertex.height) + ": not a finite number.",
                       atIndex(v));
    }
    for (CellId c = 0; c < polygons.cells.size(); ++c)
    {
        for (const VertexId v : polygons.cells[c])
            if (v >= polygons.vertices.size())
                return makeCellError(c, {},
                                     "it names vertex " + std::to_string(v) + " of " + std::to_string(polygons.vertices.size()));
        if (!polygons.layers.empty() && polygons.layers[c] < 0)
            return makeCellError(c, {}, "its layer is " + std::to_string(polygons.layers[c]) + "; layers count from 0");
        corner_count += polygons.cells[c].size();
    }
    if (corner_count >= kNone / 2 || polygons.cells.size() >= kNone / 2)
        return makeError(ErrorCode::out_of_range,
                         "The mesh has " + std::to_string(corner_count) + " corners; that is more than a mesh may have.");
    return std::nullopt;
}

class Importer
{
public:
    explicit Importer(const PolygonMesh& polygons) : polygons_(polygons) {}

    Result<NavMesh> run(const Progress& progress);

private:
    /// The side that starts at a corner.
    struct SideKey
    {
        VertexId low;
        VertexId high;
        SideId side;
    };

    int layerOf(CellId cell) const { return polygons_.layers.empty() ? 0 : polygons_.layers[cell]; }
    Vec2 positionOf(VertexId v) const { return soup_.vertices[v].position; }
    VertexId endOf(CellId cell, SideId side) const
    {
        return soup_.corners[side + 1 < soup_.first_side[cell + 1] ? side + 1 : soup_.first_side[cell]];
    }

    void uniteVertices();
    std::optional<Error> buildRings();
    std::optional<Error> pairSides();
    bool splitSides();
    void buildObstacles();

    const PolygonMesh& polygons_;
    CellSoup soup_;
    std::vector<Use> uses_;            ///< in the numbering of soup_
    std::vector<VertexId> new_vertex_; ///< of each vertex of the input; kNone: no cell has it
    std::vector<std::uint8_t> is_paired_;
};

/// Vertices at the same position and height become one when some layer uses both: meshes often repeat them cell by cell. Across
/// layers only vertices with the same number are the same, so floors that pass above each other do not join.
void Importer::uniteVertices()
{
    std::vector<Use> uses;
    std::vector<int> last_layer(polygons_.vertices.size(), -1);
    for (CellId c = 0; c < polygons_.cells.size(); ++c)
        for (const VertexId v : polygons_.cells[c])
        {
            if (last_layer[v] == layerOf(c)) continue;
            last_layer[v] = layerOf(c);
            uses.push_back({layerOf(c), v});
        }
    const auto vertexOf = [&](const Use& use) { return polygons_.vertices[use.vertex]; };
    std::sort(uses.begin(), uses.end(), [&](const Use& a, const Use& b) {
        const NavMesh::Vertex p = vertexOf(a);
        const NavMesh::Vertex q = vertexOf(b);
        return std::tie(a.layer, p.position.x, p.position.y, p.height, a.vertex) <
               std::tie(b.layer, q.position.x, q.position.y, q.height, b.vertex);
    });

    DisjointSets sets(polygons_.vertices.size());
    for (std::size_t i = 1; i < uses.size(); ++i)
        if (uses[i].layer == uses[i - 1].layer && vertexOf(uses[i]) == vertexOf(uses[i - 1]))
            sets.join(uses[i].vertex, uses[i - 1].vertex);

    new_vertex_.assign(polygons_.vertices.size(), kNone);
    for (VertexId v = 0; v < polygons_.vertices.size(); ++v)
    {
        if (last_layer[v] == -1) continue;
        VertexId& number = new_vertex_[sets.find(v)];
        if (number == kNone)
        {
            number = static_cast<VertexId>(soup_.vertices.size());
            soup_.vertices.push_back(polygons_.vertices[v]);
        }
        new_vertex_[v] = number;
    }
    for (const Use& use : uses)
    {
        const Use renumbered{use.layer, new_vertex_[use.vertex]};
        if (!uses_.empty() && uses_.back().layer == renumbered.layer && uses_.back().vertex == renumbered.vertex) continue;
        uses_.push_back(renumbered);
    }
}

/// Rings in the new numbering, without repeated corners, counter-clockwise.
std::optional<Error> Importer::buildRings()
{
    std::vector<Vec2> ring;
    soup_.first_side.push_back(0);
    for (CellId c = 0; c < polygons_.cells.size(); ++c)
    {
        const std::size_t first = soup_.corners.size();
        for (const VertexId v : polygons_.cells[c])
            if (soup_.corners.size() == first || soup_.corners.back() != new_vertex_[v]) soup_.corners.push_back(new_vertex_[v]);
        while (soup_.corners.size() > first + 1 && soup_.corners.back() == soup_.corners[first]) soup_.corners.pop_back();
        ring.clear();
        for (std::size_t i = first; i < soup_.corners.size(); ++i) ring.push_back(positionOf(soup_.corners[i]));
        const auto fault = findShapeFault(ring);
        if (fault && fault->kind != ShapeFault::Kind::clockwise) return makeCellError(c, fault->position, toString(fault->kind));
        if (fault) std::reverse(soup_.corners.begin() + static_cast<std::ptrdiff_t>(first), soup_.corners.end());
        soup_.first_side.push_back(static_cast<std::uint32_t>(soup_.corners.size()));
        soup_.layers.push_back(layerOf(c));
    }
    return std::nullopt;
}

/// Marks the sides that have an opposite; fails when two cells lie on the same side of one.
std::optional<Error> Importer::pairSides()
{
    std::vector<SideKey> keys;
    std::vector<CellId> side_cell(soup_.corners.size());
    keys.reserve(soup_.corners.size());
    for (CellId c = 0; c + 1 < soup_.first_side.size(); ++c)
        for (SideId s = soup_.first_side[c]; s < soup_.first_side[c + 1]; ++s)
        {
            const VertexId from = soup_.corners[s];
            const VertexId to = endOf(c, s);
            keys.push_back({std::min(from, to), std::max(from, to), s});
            side_cell[s] = c;
        }
    std::sort(keys.begin(), keys.end(), [](const SideKey& a, const SideKey& b) {
        return std::tie(a.low, a.high, a.side) < std::tie(b.low, b.high, b.side);
    });
    is_paired_.assign(soup_.corners.size(), 0);
    for (std::size_t i = 0; i < keys.size();)
    {
        std::size_t end = i + 1;
        while (end < keys.size() && keys[end].low == keys[i].low && keys[end].high == keys[i].high) ++end;
        if (end - i > 2 || (end - i == 2 && soup_.corners[keys[i].side] == soup_.corners[keys[i + 1].side]))
        {
            // Of three sides two run the same way.
            std::size_t other = i + 1;
            if (soup_.corners[keys[other].side] != soup_.corners[keys[i].side]) ++other;
            const std::size_t first = soup_.corners[keys[other].side] == soup_.corners[keys[i].side] ? i : i + 1;
            const SideId side = keys[other].side;
            return makeCellError(side_cell[side], positionOf(soup_.corners[side]),
                                 "its side to " + toString(positionOf(endOf(side_cell[side], side))) +
                                     " is also a side of cell " + std::to_string(side_cell[keys[first].side]) +
                                     ", in the same direction: they overlap");
        }
        if (end - i == 2) is_paired_[keys[i].side] = is_paired_[keys[i + 1].side] = 1;
        i = end;
    }
    return std::nullopt;
}

/// Cuts sides at the vertices that lie on them; false when there are none. Only sides without an opposite can have any that
/// matter.
bool Importer::splitSides()
{
    std::vector<Segment> segments;
    std::vector<std::pair<SideId, int>> open; // side and layer of each segment
    for (CellId c = 0; c + 1 < soup_.first_side.size(); ++c)
        for (SideId s = soup_.first_side[c]; s < soup_.first_side[c + 1]; ++s)
        {
            if (is_paired_[s]) continue;
            segments.push_back({positionOf(soup_.corners[s]), positionOf(endOf(c, s))});
            open.push_back({s, soup_.layers[c]});
        }
    const BinGrid grid = buildBinGrid(segments);

    struct Cut
    {
        SideId side;
        VertexId vertex;
        double along; ///< grows from the side's start to its end; exact
    };
    std::vector<Cut> cuts;
    for (const Use& use : uses_)
    {
        const Vec2 p = positionOf(use.vertex);
        if (!grid.bounds.contains(p)) continue;
        for (const std::uint32_t i : grid.itemsAt(grid.columnOf(p.x), grid.rowOf(p.y)))
        {
            const Segment& s = segments[i];
            if (open[i].second != use.layer || p == s.a || p == s.b || !isOnSegment(p, s.a, s.b)) continue;
            const double along = s.a.x != s.b.x ? (s.a.x < s.b.x ? p.x : -p.x) : (s.a.y < s.b.y ? p.y : -p.y);
            cuts.push_back({open[i].first, use.vertex, along});
        }
    }
    if (cuts.empty()) return false;
    std::sort(cuts.begin(), cuts.end(), [](const Cut& a, const Cut& b) {
        return std::tie(a.side, a.along, a.vertex) < std::tie(b.side, b.along, b.vertex);
    });

    std::vector<VertexId> corners;
    corners.reserve(soup_.corners.size() + cuts.size());
    std::size_t next_cut = 0;
    for (std::size_t c = 0; c + 1 < soup_.first_side.size(); ++c)
    {
        const SideId begin = soup_.first_side[c];
        const SideId end = soup_.first_side[c + 1];
        soup_.first_side[c] = static_cast<std::uint32_t>(corners.size());
        for (SideId s = begin; s < end; ++s)
        {
            corners.push_back(soup_.corners[s]);
            for (; next_cut < cuts.size() && cuts[next_cut].side == s; ++next_cut) corners.push_back(cuts[next_cut].vertex);
        }
    }
    soup_.first_side.back() = static_cast<std::uint32_t>(corners.size());
    soup_.corners = std::move(corners);
    return true;
}

void Importer::buildObstacles()
{
    soup_.side_obstacle.assign(soup_.corners.size(), kNone);
    for (CellId c = 0; c + 1 < soup_.first_side.size(); ++c)
        for (SideId s = soup_.first_side[c]; s < soup_.first_side[c + 1]; ++s)
        {
            if (is_paired_[s]) continue;
            soup_.side_obstacle[s] = static_cast<ObstacleId>(soup_.obstacles.size());
            soup_.obstacles.push_back({{positionOf(soup_.corners[s]), positionOf(endOf(c, s))}, soup_.layers[c]});
        }
}

Result<NavMesh> Importer::run(const Progress& progress)
{
    const auto cancelled = [] { return makeCancelled("Importing the mesh"); };
    if (auto error = findBadInput(polygons_)) return *std::move(error);
    if (!report(progress, "importing polygons", 0)) return cancelled();
    uniteVertices();
    Box2 bounds;
    for (const NavMesh::Vertex& vertex : soup_.vertices) bounds.add(vertex.position);
    if (auto error = buildRings()) return *std::move(error);
    const Result<Frame> frame = buildFrame(bounds);
    if (!frame) return frame.error();
    soup_.frame = *frame;
    if (!report(progress, "importing polygons", 0.4)) return cancelled();
    if (auto error = pairSides()) return *std::move(error);
    if (splitSides())
        if (auto error = pairSides()) return *std::move(error);
    buildObstacles();
    if (!report(progress, "importing polygons", 0.7)) return cancelled();
    return assembleUncheckedNavMesh(std::move(soup_));
}

} // namespace

Result<NavMesh> buildNavMesh(const PolygonMesh& polygons, const Execution& execution)
{
    return Importer(polygons).run(execution.progress);
}

} // namespace clearway
