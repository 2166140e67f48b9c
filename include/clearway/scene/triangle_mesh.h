// SPDX-License-Identifier: MIT
// TriangleMesh: a surface in space as triangles that know their neighbours, checked, with what was found told.
// Why: files hold triangle soups; curvature, cutting and walking need to know which triangles meet at an edge or a vertex.
// What holds for every TriangleMesh: every number is finite, every vertex is used, no triangle has two equal corners, no two have
// the same three corners, neighbours across an edge run the same way round. Edges where three or more triangles meet join nothing
// (they are borders for everyone who walks), and vertices where a walk around does not see all triangles are not manifold; with
// TriangleMeshOptions::Repair::safe there are none of the latter. Metres, Z up, triangles counter-clockwise seen from outside or
// above. An immutable handle: cheap to copy, free to share between threads. About 55 bytes per triangle. Built in linear time.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <clearway/base/bytes.h>
#include <clearway/base/execution.h>
#include <clearway/base/none.h>
#include <clearway/base/result.h>
#include <clearway/geometry/box3.h>

namespace clearway {

/// Three vertices of a mesh.
using MeshTriangle = std::array<std::uint32_t, 3>;

/// Half-edge 3t + k is the edge of triangle t from its corner k to the next; also used to name that corner.
constexpr std::uint32_t nextHalfedge(std::uint32_t halfedge) { return halfedge % 3 == 2 ? halfedge - 2 : halfedge + 1; }
constexpr std::uint32_t previousHalfedge(std::uint32_t halfedge) { return halfedge % 3 == 0 ? halfedge + 2 : halfedge - 1; }

/// The most triangles and vertices that a mesh may have, and the largest coordinate.
inline constexpr std::int64_t kMaxMeshTriangleCount = std::int64_t{1} << 27;
inline constexpr std::int64_t kMaxMeshVertexCount = std::int64_t{1} << 28;
inline constexpr double kMaxMeshCoordinate = 1e12;

/// Triangles as a file or generator gives them.
struct MeshInput
{
    std::string name = {};
    std::vector<Vec3> positions = {};
    std::vector<MeshTriangle> triangles = {};
};

struct TriangleMeshOptions
{
    /// What is done about what cannot be walked as it is.
    enum class Repair
    {
        none, ///< report; whatever is not manifold is left out of what can be walked
        /// Also: vertices where several fans of triangles meet become one vertex per fan; where three or more triangles meet at
        /// an edge, the two that continue each other most straightly are joined; closed parts that are inside out are turned.
        safe,
    };

    /// Points this near to each other become one (the one that comes first); 0: only equal points; below 0: none. Metres.
    double weld_distance = 0;
    Repair repair = Repair::none;
    Execution execution = {};
};

/// What building a mesh found. Everything is counted; the first `kMaxListed` and the first of each kind are listed in full.
struct MeshReport
{
    /// One thing about a mesh that a user should know.
    struct Finding
    {
        enum class Kind
        {
            welded_vertex,       ///< joined with another one at its place
            stray_vertex,        ///< used by no triangle; left out
            degenerate_triangle, ///< two corners are the same point; left out
            flat_triangle,       ///< no area although its corners differ; kept, since it holds its neighbours together
            duplicate_triangle,  ///< the same corners as an earlier one, in any order; left out
            flipped_triangle,    ///< ran against its neighbours; turned round
            inward_component,    ///< a closed part that is inside out; turned with TriangleMeshOptions::Repair::safe
            border_edge,         ///< one triangle only
            non_manifold_edge,   ///< three triangles or more
            non_manifold_vertex, ///< several fans of triangles, or on a non-manifold edge
            non_orientable_edge, ///< a one-sided part was cut open here
        };
        static constexpr int kKindCount = 11;

        Kind kind = Kind::welded_vertex;
        std::int64_t element = 0; ///< index in the input: of the vertex where the kind says vertex, of a triangle otherwise
        Vec3 position;            ///< of the vertex, of the middle of the edge or triangle
    };

    static constexpr std::size_t kMaxListed = 1000;

    std::vector<Finding> findings;
    std::array<std::int64_t, Finding::kKindCount> counts = {};
    std::vector<std::string> remarks; ///< what the reader did that a user should know
    TriangleMeshOptions::Repair repair = TriangleMeshOptions::Repair::none;

    std::int64_t count(Finding::Kind kind) const { return counts[static_cast<std::size_t>(kind)]; }
    void add(const Finding& finding);
    /// A line for each kind that occurred: how many, what was done, where the first is.
    std::string summary() const;
};

const char* toString(MeshReport::Finding::Kind kind);

class TriangleMesh
{
public:
    const std::string& name() const;
    std::span<const Vec3> positions() const;
    std::span<const MeshTriangle> triangles() const;
    std::size_t vertexCount() const { return positions().size(); }
    std::size_t triangleCount() const { return triangles().size(); }

    /// The half-edge on the other side of each half-edge, or kNone at a border.
    std::span<const std::uint32_t> opposites() const;
    /// The corners (half-edges that start) at a vertex, in rising order; at least one.
    std::span<const std::uint32_t> corners(std::uint32_t vertex) const;
    /// The same for all vertices: those of vertex v are [offsets[v], offsets[v + 1]).
    std::span<const std::uint32_t> cornerOffsets() const;
    std::span<const std::uint32_t> cornerList() const;
    std::uint32_t origin(std::uint32_t halfedge) const { return triangles()[halfedge / 3][halfedge % 3]; }
    std::uint32_t target(std::uint32_t halfedge) const { return origin(nextHalfedge(halfedge)); }

    /// Whether an edge at the vertex is a border.
    bool isBorder(std::uint32_t vertex) const;
    /// Whether a walk around the vertex sees all of its triangles.
    bool isManifold(std::uint32_t vertex) const;
    /// Index in the input of a triangle or vertex.
    std::uint32_t sourceTriangle(std::uint32_t triangle) const;
    std::uint32_t sourceVertex(std::uint32_t vertex) const;

    Box3 bounds() const;             ///< O(n)
    double area() const;             ///< O(n)
    std::size_t memoryBytes() const; ///< memory held
    /// Of positions, triangles and neighbours; not of the name.
    std::uint64_t computeHash() const;

    /// The mesh with all that was found when it was built; reading gives the very mesh that was written. Any bytes are survived:
    /// memory follows the number of bytes, and what is not a mesh that can be walked over is refused.
    void write(ByteWriter& writer) const;
    static Result<TriangleMesh> read(ByteReader& reader);

    struct Data;
    explicit TriangleMesh(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

private:
    std::shared_ptr<const Data> data_;
};

/// Checks and joins `input`. Fails when it has no triangles, when nothing with an area is left, when a number is not finite or
/// too large, when an index is out of range; the error names the element. Linear in the size of the input. What was found is told
/// in `report` if given; without it the search for closed parts that are inside out is left out too, unless they are to be
/// turned.
Result<TriangleMesh> buildTriangleMesh(MeshInput input, const TriangleMeshOptions& options = {}, MeshReport* report = nullptr);

/// Says what is wrong with a mesh, one sentence each; empty when every promise above holds. Slow and obvious: O(n log n).
std::vector<std::string> verify(const TriangleMesh& mesh);

} // namespace clearway
