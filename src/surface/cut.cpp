// SPDX-License-Identifier: MIT
// Cutting in five loops, each over chunks that write only their own: what each triangle keeps is counted, points on edges are
// numbered and placed by the edge's first half-edge, triangles are written, and neighbours are linked from what is known of the
// source: nothing is searched. Numbers depend on the order of the source alone.
#include <algorithm>

#include "surface/cut_cases.h"
#include "surface/cut_edges.h"
#include "surface/cut_state.h"

namespace clearway::surfacing {

namespace {

constexpr std::uint32_t kNothing = 0xffffffff;

struct Counts
{
    std::uint32_t triangles = 0;
    std::uint32_t edge_points = 0;
    std::uint32_t inside_points = 0;
    std::int64_t split_edges = 0;
};

class Cutter
{
public:
    Cutter(const TriangleMesh& mesh, const CutInput& input, const SurfaceOptions& options, SurfaceData& surface)
        : mesh_(mesh),
          rules_(mesh, input, options),
          input_(input),
          hook_(options.execution.task_hook),
          surface_(surface),
          triangles_(mesh.triangles()),
          opposites_(mesh.opposites()),
          states_(mesh.triangleCount()),
          first_triangle_(mesh.triangleCount()),
          inside_(mesh.triangleCount()),
          numbers_(mesh.vertexCount()),
          edge_points_(3 * mesh.triangleCount()),
          portions_(6 * mesh.triangleCount()),
          counts_(countChunks(mesh.triangleCount()))
    {
    }

    std::int64_t run()
    {
        numberVertices();
        forTriangles([&](std::uint32_t t, Counts& counts) { count(t, counts); });
        const Counts total = startCounting();
        allocate(total);
        copyVertices();
        forTriangles([&](std::uint32_t t, Counts& next) { placePoints(t, next); });
        forTriangles([&](std::uint32_t t, Counts&) { writeTriangles(t); });
        forTriangles([&](std::uint32_t t, Counts&) { linkTriangles(t); });
        return total.split_edges;
    }

private:
    template <typename Visit>
    void forTriangles(Visit&& visit)
    {
        forChunks(hook_, mesh_.triangleCount(), [&](const Chunk& chunk) {
            Counts counts = counts_[chunk.index];
            for (std::size_t t = chunk.begin; t < chunk.end; ++t) visit(static_cast<std::uint32_t>(t), counts);
            counts_[chunk.index] = counts;
        });
    }

    bool isSteep(std::uint32_t t) const { return !input_.steep.empty() && input_.steep[t]; }

    /// Good vertices keep their order; one whose triangles are all steep is left out.
    void numberVertices()
    {
        const std::size_t count = mesh_.vertexCount();
        std::vector<std::uint32_t> counts(countChunks(count));
        forChunks(hook_, count, [&](const Chunk& chunk) {
            std::uint32_t next = 0;
            for (std::size_t v = chunk.begin; v < chunk.end; ++v)
                numbers_[v] = isKept(static_cast<std::uint32_t>(v)) ? next++ : kNothing;
            counts[chunk.index] = next;
        });
        for (std::uint32_t& c : counts) vertex_count_ += std::exchange(c, vertex_count_);
        forChunks(hook_, count, [&](const Chunk& chunk) {
            if (counts[chunk.index] == 0) return;
            for (std::size_t v = chunk.begin; v < chunk.end; ++v)
                if (numbers_[v] != kNothing) numbers_[v] += counts[chunk.index];
        });
    }

    bool isKept(std::uint32_t v) const
    {
        if (!rules_.isGood(v)) return false;
        if (input_.steep.empty()) return true;
        const std::span<const std::uint32_t> corners = mesh_.corners(v);
        return std::any_of(corners.begin(), corners.end(), [&](std::uint32_t corner) { return !input_.steep[corner / 3]; });
    }

    TriangleState stateOf(std::uint32_t t) const { return unpackState(states_[t]); }

    bool preferSecond(std::uint32_t t, unsigned bad) const
    {
        // The diagonal from corner k + 2 to the cut on edge k against that from k + 1 to the cut on edge k - 1. Shorter is
        // better.
        const auto k = std::uint32_t{kLowestBit[bad]};
        const auto at = [&](std::uint32_t point) { return surface_.positions[numberOf(t, static_cast<std::uint8_t>(point))]; };
        const std::uint32_t next = (k + 1) % 3, last = (k + 2) % 3;
        return distanceSq(at(kCut + k), at(last)) < distanceSq(at(kCut + last), at(next));
    }

    Pieces piecesOf(std::uint32_t t, const TriangleState& state) const
    {
        return computePieces(state, kBitCount[state.bad] == 1 && preferSecond(t, state.bad));
    }

    /// Whether the points on an edge are this half-edge's to number, and used by anyone.
    bool owns(std::uint32_t halfedge) const
    {
        const std::uint32_t other = opposites_[halfedge];
        if (other == kNone) return !isSteep(halfedge / 3);
        return halfedge < other && !(isSteep(halfedge / 3) && isSteep(other / 3));
    }

    /// Points on edge k of a triangle: one cut, or a split point and a cut on either side of it.
    static std::uint32_t countEdgePoints(const TriangleState& state, unsigned k)
    {
        const unsigned ends = 1u << k | 1u << (k + 1) % 3;
        const unsigned bad = state.bad & ends;
        if (bad == 0) return 0;
        if (bad != ends) return 1;
        return state.good_middle & 1u << k ? 3 : 0;
    }

    void count(std::uint32_t t, Counts& counts)
    {
        const bool is_steep = isSteep(t);
        states_[t] = computeState(rules_, triangles_[t], t, is_steep);
        first_triangle_[t] = counts.triangles; // in the chunk
        if (states_[t] == 0)
        {
            ++counts.triangles;
            return;
        }
        const TriangleState state = stateOf(t);
        if (state.bad == 0) return;
        for (unsigned k = 0; k < 3; ++k)
        {
            if (!owns(3 * t + k)) continue;
            counts.edge_points += countEdgePoints(state, k);
            counts.split_edges += state.split >> k & 1;
        }
        if (is_steep) return;
        const Pieces pieces = computePieces(state, false);
        counts.triangles += pieces.count;
        counts.inside_points += pieces.has_inside;
    }

    /// Turns the counts of chunks into where each starts; returns the sums.
    Counts startCounting()
    {
        Counts total;
        for (Counts& c : counts_)
        {
            total.triangles += std::exchange(c.triangles, total.triangles);
            total.edge_points += std::exchange(c.edge_points, total.edge_points);
            total.inside_points += std::exchange(c.inside_points, total.inside_points);
            total.split_edges += c.split_edges;
        }
        for (Counts& c : counts_)
        {
            c.edge_points += vertex_count_;
            c.inside_points += vertex_count_ + total.edge_points;
        }
        return total;
    }

    void allocate(const Counts& total)
    {
        const std::size_t points = std::size_t{vertex_count_} + total.edge_points + total.inside_points;
        surface_.positions = Buffer<Vec3>(points);
        surface_.accelerations = Buffer<double>(points);
        surface_.triangles = Buffer<MeshTriangle>(total.triangles);
        surface_.opposites = Buffer<std::uint32_t>(std::size_t{3} * total.triangles);
        surface_.source_triangles = Buffer<std::uint32_t>(total.triangles);
    }

    void copyVertices()
    {
        forChunks(hook_, mesh_.vertexCount(), [&](const Chunk& chunk) {
            for (std::size_t v = chunk.begin; v < chunk.end; ++v)
                if (numbers_[v] != kNothing) put(numbers_[v], rules_.spotAt(static_cast<std::uint32_t>(v)));
        });
    }

    void put(std::uint32_t number, const Spot& spot)
    {
        surface_.positions[number] = spot.position;
        surface_.accelerations[number] = spot.acceleration;
    }

    /// Numbers and places the points that belong to a triangle, and says where its pieces start. `next` counts points; its
    /// triangles are where the chunk starts.
    void placePoints(std::uint32_t t, Counts& next)
    {
        first_triangle_[t] += next.triangles;
        if ((states_[t] & 7) == 0) return;
        const TriangleState state = stateOf(t);
        for (unsigned k = 0; k < 3; ++k)
        {
            const std::uint32_t h = 3 * t + k;
            const std::uint32_t count = countEdgePoints(state, k);
            if (count == 0 || !owns(h)) continue;
            edge_points_[h] = next.edge_points;
            if (opposites_[h] != kNone) edge_points_[opposites_[h]] = next.edge_points;
            placeOnEdge(h, count, next.edge_points);
            next.edge_points += count;
        }
        if (isSteep(t)) return;
        const Pieces pieces = computePieces(state, false);
        if (!pieces.has_inside) return;
        inside_[t] = next.inside_points;
        put(next.inside_points++, rules_.cut(spotOf(t, pieces.inside_good), spotOf(t, pieces.inside_bad)));
    }

    void placeOnEdge(std::uint32_t h, std::uint32_t count, std::uint32_t at)
    {
        const Spot a = rules_.spotAt(mesh_.origin(h));
        const Spot b = rules_.spotAt(mesh_.target(h));
        if (count == 1) return put(at, rules_.isGood(a.acceleration) ? rules_.cut(a, b) : rules_.cut(b, a));
        const Spot middle = rules_.split(h).spot;
        put(at, middle);
        put(at + 1, rules_.cut(middle, a));
        put(at + 2, rules_.cut(middle, b));
    }

    /// A corner or split point of a triangle.
    Spot spotOf(std::uint32_t t, std::uint8_t point) const
    {
        return point < kMiddle ? rules_.spotAt(triangles_[t][point]) : rules_.split(3 * t + point - kMiddle).spot;
    }

    /// The number of a point of a triangle.
    std::uint32_t numberOf(std::uint32_t t, std::uint8_t point) const
    {
        if (point < kMiddle) return numbers_[triangles_[t][point]];
        if (point == kInside) return inside_[t];
        const std::uint32_t h = 3 * t + point % 3;
        const std::uint32_t first = edge_points_[h];
        if (point < kCutFirst) return first; // a split point or the only cut
        // Numbered from the side of the half-edge that owns the edge.
        const std::uint32_t other = opposites_[h];
        const bool is_first = point < kCutSecond;
        const bool is_owner = other == kNone || h < other;
        return first + (is_first == is_owner ? 1 : 2);
    }

    void writeTriangles(std::uint32_t t)
    {
        const std::uint32_t first = first_triangle_[t];
        if (states_[t] == 0)
        {
            const MeshTriangle& v = triangles_[t];
            surface_.triangles[first] = {numbers_[v[0]], numbers_[v[1]], numbers_[v[2]]};
            surface_.source_triangles[first] = t;
            return;
        }
        if (states_[t] & kSteep) return;
        const TriangleState state = stateOf(t);
        const Pieces pieces = piecesOf(t, state);
        for (std::uint32_t i = 0; i < pieces.count; ++i)
        {
            const auto& points = pieces.triangles[i];
            surface_.source_triangles[first + i] = t;
            for (std::uint32_t k = 0; k < 3; ++k)
            {
                surface_.triangles[first + i][k] = numberOf(t, points[k]);
                notePortion(t, state, points[k], points[(k + 1) % 3], 3 * (first + i) + k);
            }
            linkInside(pieces, first, i);
        }
    }

    /// Remembers which half-edge runs along an edge of the source: near its first corner, near its second, or all there is.
    void notePortion(std::uint32_t t, const TriangleState& state, std::uint8_t from, std::uint8_t to, std::uint32_t halfedge)
    {
        const auto shared = static_cast<unsigned>(kEdgesOfPoint[from] & kEdgesOfPoint[to]);
        if (shared == 0) return;
        const auto k = std::uint32_t{kLowestBit[shared]};
        const std::size_t slot = 2 * (std::size_t{3} * t + k);
        if (!(state.good_middle >> k & 1))
            portions_[slot] = portions_[slot + 1] = halfedge;
        else
            portions_[slot + (to == kMiddle + k ? 0 : 1)] = halfedge;
    }

    /// Neighbours among the pieces of one triangle: the half-edges that run against each other.
    void linkInside(const Pieces& pieces, std::uint32_t first, std::uint32_t i)
    {
        for (std::uint32_t k = 0; k < 3; ++k)
        {
            const std::uint8_t from = pieces.triangles[i][k];
            const std::uint8_t to = pieces.triangles[i][(k + 1) % 3];
            std::uint32_t& opposite = surface_.opposites[3 * (first + i) + k];
            opposite = kNone;
            if (pieces.count == 1) continue;
            for (std::uint32_t j = 0; j < pieces.count; ++j)
                for (std::uint32_t l = 0; l < 3; ++l)
                    if (pieces.triangles[j][l] == to && pieces.triangles[j][(l + 1) % 3] == from) opposite = 3 * (first + j) + l;
        }
    }

    /// The half-edge along half-edge h of the source, if it is kept: near its first corner (0) or its second (1).
    std::uint32_t findPortion(std::uint32_t h, std::uint32_t which) const
    {
        const std::uint32_t t = h / 3;
        return states_[t] == 0 ? 3 * first_triangle_[t] + (h - 3 * t) : portions_[2 * std::size_t{h} + which];
    }

    void linkWhole(std::uint32_t t)
    {
        const std::uint32_t first = 3 * first_triangle_[t];
        for (std::uint32_t k = 0; k < 3; ++k)
        {
            const std::uint32_t other = opposites_[3 * t + k];
            const bool is_border = other == kNone || (states_[other / 3] & kSteep);
            surface_.opposites[first + k] = is_border ? kNone : findPortion(other, 0);
        }
    }

    void linkTriangles(std::uint32_t t)
    {
        if (states_[t] & kSteep) return;
        if (states_[t] == 0) return linkWhole(t);
        const TriangleState state = stateOf(t);
        for (std::uint32_t k = 0; k < 3; ++k)
        {
            const std::uint32_t h = 3 * t + k;
            const unsigned ends = 1u << k | 1u << (k + 1) % 3;
            const bool is_split = state.good_middle >> k & 1;
            if ((state.bad & ends) == ends && !is_split) continue; // nothing kept along this edge
            const std::uint32_t other = opposites_[h];
            const bool is_border = other == kNone || (states_[other / 3] & kSteep);
            for (std::uint32_t which = 0; which < (is_split ? 2u : 1u); ++which)
                surface_.opposites[findPortion(h, which)] = is_border ? kNone : findPortion(other, 1 - which);
        }
    }

    const TriangleMesh& mesh_;
    EdgeRules rules_;
    const CutInput& input_;
    const TaskHook& hook_;
    SurfaceData& surface_;
    std::span<const MeshTriangle> triangles_;
    std::span<const std::uint32_t> opposites_;
    Buffer<std::uint16_t> states_;
    Buffer<std::uint32_t> first_triangle_; ///< of its pieces
    Buffer<std::uint32_t> inside_;         ///< number of its point inside, where it has one
    Buffer<std::uint32_t> numbers_;        ///< of good vertices
    Buffer<std::uint32_t> edge_points_;    ///< first number on each half-edge that has points
    Buffer<std::uint32_t> portions_;       ///< two for each half-edge of a triangle that is cut
    std::vector<Counts> counts_;           ///< of chunks of triangles
    std::uint32_t vertex_count_ = 0;       ///< good ones
};

} // namespace

std::int64_t cutSurface(const TriangleMesh& mesh, const CutInput& input, const SurfaceOptions& options, SurfaceData& surface)
{
    return Cutter(mesh, input, options, surface).run();
}

} // namespace clearway::surfacing
