// SPDX-License-Identifier: MIT
// Constrained Delaunay triangulation that can be changed: constraints and points on them are added one by one, each locally.
// Why: the same structure serves meshing (all triangles inside), the decomposition into cells (whose portals are constraints) and
// walking. Based on: S. W. Sloan. A fast algorithm for generating constrained Delaunay triangulations. 1993; M. V. Anglada. An
// improved incremental algorithm. 1997; N. Amenta, S. Choi, G. Rote. Incremental constructions con BRIO. 2003 Exact decisions for
// any finite doubles. O(n log n) in practice, about 100 bytes per point, no recursion. The result depends on the input alone: the
// same everywhere. Const functions may be called from any thread.
#pragma once
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <clearway/base/execution.h>
#include <clearway/base/none.h>
#include <clearway/base/result.h>
#include <clearway/geometry/vec.h>

namespace clearway {

/// Triangles that cover the convex hull of a set of points, counter-clockwise. Around the hull lies a ring of ghost triangles
/// that have kNone as one corner, so that every edge has a triangle on both sides.
class Triangulation
{
public:
    using Edge = std::uint32_t; ///< side i of triangle t, directed with t on its left: 4 * t + i

    /// Where a segment between two vertices leads.
    struct Trace
    {
        enum class Status
        {
            edge,    ///< it is an edge already, as far as `end`
            free,    ///< nothing but unconstrained edges in its way, as far as `end`
            blocked, ///< it crosses the constraint `blocker`; without one, see isBroken
        };
        Status status = Status::blocked;
        std::uint32_t end = kNone; ///< where it was going, or the first vertex that lies on it
        Edge blocker = kNone;      ///< only when blocked
        Edge edge = kNone;         ///< only when it is an edge already
    };

    // Points and vertices. A vertex has the index of its point; of equal points only the first is a vertex.

    std::uint32_t vertexCount() const { return static_cast<std::uint32_t>(positions_.size()); }
    Vec2 position(std::uint32_t vertex) const { return positions_[vertex]; }
    std::span<const Vec2> positions() const { return positions_; }
    /// The vertex at the position of point `point`: itself, or the first equal one.
    std::uint32_t vertexOf(std::uint32_t point) const { return vertex_of_point_[point]; }
    /// Some edge that starts at the vertex; kNone when it has none (a repeated point, or all points on one line).
    Edge outgoing(std::uint32_t vertex) const { return outgoing_[vertex]; }

    // Triangles. Their number counts ghosts, so look at isGhost; no triangles at all when all points lie on one line.

    std::uint32_t triangleCount() const { return static_cast<std::uint32_t>(triangles_.size()); }
    bool isGhost(std::uint32_t triangle) const { return (triangles_[triangle].flags & kGhost) != 0; }
    const std::array<std::uint32_t, 3>& vertices(std::uint32_t triangle) const { return triangles_[triangle].vertices; }
    /// A number of the user's own. Changes keep it: a triangle that is flipped or split hands its tag on.
    std::uint32_t tag(std::uint32_t triangle) const { return triangles_[triangle].tag; }
    void setTag(std::uint32_t triangle, std::uint32_t tag) { triangles_[triangle].tag = tag; }

    // Edges.

    static constexpr Edge edge(std::uint32_t triangle, std::uint32_t i) { return 4 * triangle + i; }
    static constexpr std::uint32_t triangleOf(Edge e) { return e >> 2; }
    static constexpr Edge next(Edge e) { return (e & 3) == 2 ? e - 2 : e + 1; }
    static constexpr Edge previous(Edge e) { return (e & 3) == 0 ? e + 2 : e - 1; }
    std::uint32_t origin(Edge e) const { return triangles_[e >> 2].vertices[e & 3]; }
    std::uint32_t target(Edge e) const { return origin(next(e)); }
    /// The corner of the edge's triangle that is not on the edge.
    std::uint32_t apex(Edge e) const { return origin(previous(e)); }
    /// The same edge, seen from the other side.
    Edge twin(Edge e) const { return triangles_[e >> 2].twins[e & 3]; }
    /// The next edge around the origin, counter-clockwise and clockwise.
    Edge turnLeft(Edge e) const { return twin(previous(e)); }
    Edge turnRight(Edge e) const { return next(twin(e)); }
    bool isConstrained(Edge e) const { return ((triangles_[e >> 2].flags >> (e & 3)) & 1) != 0; }
    /// The edge from one vertex to the other, or kNone. O(edges at the vertex that has fewer).
    Edge findEdge(std::uint32_t from, std::uint32_t to) const;
    /// What inserting a constraint would meet.
    Trace trace(std::uint32_t from, std::uint32_t to) const;

    // Changes. All keep the triangulation constrained Delaunay.

    /// Makes the segment an edge and a constraint, as far as the first vertex on it: the answer's `end`. Changes nothing when
    /// blocked.
    Trace insertConstraint(std::uint32_t from, std::uint32_t to);
    /// Makes a constraint an ordinary edge again; it may then be flipped away.
    void releaseConstraint(Edge e);
    /// Whether `point` can take its place in the edge: it must lie inside the two triangles at the edge, or on the edge.
    bool canSplit(Edge e, Vec2 point) const;
    /// Whether a change found the triangulation in contradiction with itself and left it half done: a defect of ours. Nothing can
    /// be asked of it then.
    bool isBroken() const { return is_broken_; }
    /// Splits an edge at a new vertex; both parts stay constrained if it was. Only when canSplit.
    std::uint32_t splitEdge(Edge e, Vec2 point);

private:
    friend Result<Triangulation> buildTriangulation(std::span<const Vec2>, std::span<const std::array<std::uint32_t, 2>>,
                                                    const Execution&);

    static constexpr std::uint32_t kGhost = 8;   ///< flag: one corner is kNone
    static constexpr std::uint32_t kCavity = 16; ///< flag: about to be replaced

    struct Triangle
    {
        std::array<std::uint32_t, 3> vertices;
        std::uint32_t flags; ///< bit i: side i is a constraint
        std::array<Edge, 3> twins;
        std::uint32_t tag;
    };

    /// A side of the polygon that a new constraint opens: its inner edge before, what lies behind it, its inner edge afterwards.
    struct CavitySide
    {
        Edge inner = kNone;
        Edge outer = kNone;
        bool outer_is_side = false; ///< `outer` is the index of another side of the cavity
        bool constrained = false;
        Edge filled = kNone;
    };
    /// One chain of the cavity while it is being filled.
    struct CavityCorner
    {
        std::uint32_t vertex = kNone;
        std::uint32_t side = kNone; ///< the cavity side that leads here, or kNone
        Edge edge = kNone;          ///< or the edge of a new triangle that leads here
    };

    Result<void> insertPoints(std::span<const std::uint32_t> order, const Execution& execution);
    bool startFrom(std::vector<std::uint32_t>& order);
    void gatherTriangles();
    void renumberTriangles();
    void applyNumbers(std::span<const std::uint32_t> new_index);
    Edge locate(Vec2 p, Edge start) const;
    bool insertVertex(std::uint32_t vertex);
    void splitTriangle(std::uint32_t triangle, std::uint32_t vertex);
    void splitSide(Edge e, std::uint32_t vertex);
    void legalizeAround();
    void legalizeAll();
    bool shouldFlip(Edge e) const;
    void flip(Edge e);
    void setTriangle(std::uint32_t triangle, std::uint32_t a, std::uint32_t b, std::uint32_t c);
    void link(Edge e, Edge f)
    {
        triangles_[e >> 2].twins[e & 3] = f;
        triangles_[f >> 2].twins[f & 3] = e;
    }
    void setConstrained(Edge e);
    void openCavity(std::uint32_t from, std::uint32_t to, Edge first_crossed);
    void resolveCavitySides();
    Edge fillChain(std::span<const CavityCorner> chain);
    Edge findFirstCrossed(std::uint32_t from, std::uint32_t to, Trace& trace) const;
    Edge crossOver(Edge crossed, std::uint32_t from, std::uint32_t to, Trace& trace) const;

    std::vector<Vec2> positions_;
    std::vector<std::uint32_t> vertex_of_point_;
    std::vector<Edge> outgoing_;
    std::vector<Triangle> triangles_;
    bool is_broken_ = false;
    Edge last_ = kNone; ///< where the last vertex was inserted; the next one is near

    std::vector<Edge> suspects_; ///< edges that may have to be flipped
    std::vector<CavitySide> sides_;
    std::vector<CavityCorner> left_chain_;
    std::vector<CavityCorner> right_chain_;
    std::vector<CavityCorner> stack_;
    std::vector<std::uint32_t> free_triangles_;
};

/// The constrained Delaunay triangulation of points and of segments between them. A constraint that passes through a point is
/// split there. Fails when a coordinate is not finite, when two constraints cross, and when there are constraints but all points
/// lie on one line; the error names the constraint (`ring`) or the point (`index`) and a coordinate.
Result<Triangulation> buildTriangulation(std::span<const Vec2> points,
                                         std::span<const std::array<std::uint32_t, 2>> constraints = {},
                                         const Execution& execution = {});

} // namespace clearway
