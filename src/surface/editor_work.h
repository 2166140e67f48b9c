// SPDX-License-Identifier: MIT
// What a SurfaceEditor works on: the source, what its elements are worth, and the surface mesh with the links that make it
// possible to replace a part of it.
// Derived triangles ("pieces") hang in a list at the triangle of the source that they lie on. Arrays have no holes: what is
// removed is replaced by the last element.
#pragma once
#include <map>
#include <optional>

#include <clearway/surface/editor.h>

#include "base/workers.h"
#include "scene/triangle_mesh_data.h"
#include "surface/build_rules.h"
#include "surface/cut_state.h"
#include "surface/editor_versions.h"
#include "surface/height_search.h"
#include "surface/surface_parts.h"

namespace clearway {

/// Numbers of elements without one.
inline constexpr std::uint32_t kAbsent = 0xffffffff;

struct SurfaceEditor::Work
{
    using MeshData = TriangleMesh::Data;

    Work(const TriangleMesh& mesh, const SurfaceOptions& options);

    // --- The source, and how ids name its elements ---

    TaskWorkers workers;
    SurfaceOptions options; ///< with the hook of the workers
    std::shared_ptr<MeshData> source;
    TriangleMesh mesh; ///< a handle to `source`
    std::vector<std::uint32_t> vertex_of_id, id_of_vertex;
    std::vector<std::uint32_t> triangle_of_id, id_of_triangle;
    std::map<std::uint32_t, Vec3> loose;                               ///< vertices that no triangle has, by id
    std::map<std::uint32_t, std::vector<std::uint32_t>> other_corners; ///< of vertices where triangles came or went

    std::span<const std::uint32_t> cornersOf(std::uint32_t vertex) const;
    std::vector<std::uint32_t>& editCorners(std::uint32_t vertex);
    void gatherSourceCorners();
    /// The half-edges between two vertices, in either direction.
    std::vector<std::uint32_t> listSides(std::uint32_t a, std::uint32_t b) const;
    void linkSides(std::uint32_t a, std::uint32_t b);
    void updateFlags(std::uint32_t vertex);
    void appendVertex(std::uint32_t id, Vec3 position);
    void appendTriangle(std::uint32_t id, const MeshTriangle& vertices);
    void dropTriangle(std::uint32_t triangle);
    void dropVertexIfUnused(std::uint32_t id);
    void startTopologyChange();

    // --- What was touched since the last repair, by id; each once ---

    enum Mark : std::uint8_t
    {
        kTouched = 1,
        kMoved = 2,
        kForced = 4, ///< to be cut again whatever its state
    };
    std::vector<std::uint32_t> touched_triangles, moved_vertices;
    std::vector<std::uint8_t> triangle_marks, vertex_marks;
    std::vector<Box3> old_boxes; ///< of touched_triangles before they changed, if needsOldBoxes()
    bool is_topology_changed = false;
    std::vector<std::uint32_t> orphans; ///< pieces of triangles that are gone

    /// How many vertices are fetched at once.
    static constexpr std::size_t kFetched = 64;
    /// Asks for the memory around vertices, all at once; visiting one after the other would wait for each. Corners must be
    /// gathered.
    void fetchAround(std::span<const std::uint32_t> vertices) const;
    void touchTriangle(std::uint32_t triangle, std::uint8_t marks);
    /// All triangles at a vertex.
    void touchAround(std::uint32_t vertex);

    // --- What elements of the source are worth ---

    surfacing::CutInput input;
    std::vector<std::uint16_t> states;
    std::vector<Vec3> ups;             ///< of vertices, when height counts
    std::vector<std::uint8_t> reasons; ///< why vertices are left out; surface->removal counts them
    std::optional<surfacing::HeightSearch> search;
    surfacing::TriangleFlood flood;

    bool hasHeight() const { return options.height.height != 0; }
    bool needsOldBoxes() const { return hasHeight() || options.curvature.averaging_length > 0; }
    bool isSteep(std::uint32_t t) const { return !input.steep.empty() && input.steep[t]; }
    double computeCurvatureAt(std::uint32_t vertex);
    void resizeWorth();
    std::vector<std::uint32_t> listAffected(std::span<const std::uint32_t> touched);
    void updateWorth(std::span<const std::uint32_t> touched);
    void updateHeights(std::span<const std::uint32_t> touched, std::span<const std::uint32_t> affected);
    void noteChanged(std::uint32_t vertex);
    void setAcceleration(std::uint32_t vertex, double acceleration);
    void setReasons(std::uint32_t vertex, std::uint8_t now);
    std::vector<std::uint32_t> changed_vertices;  ///< of the source: place, acceleration or height
    std::vector<std::uint32_t> switched_vertices; ///< those that became bad or good on the way
    std::vector<std::uint32_t> low_triangles;     ///< whose edges may be cut elsewhere
    std::vector<std::uint32_t> steep_changes;
    std::vector<std::uint32_t> vertex_stamps, triangle_stamps; ///< of the source: the round in which one was listed
    std::uint32_t round = 0;
    std::uint32_t changed_round = 0;
    std::uint32_t startRound();

    // --- The surface mesh ---

    std::shared_ptr<SurfaceMesh::Data> surface;
    std::vector<std::uint32_t> first_piece; ///< of triangles of the source
    std::vector<std::uint32_t> next_piece;  ///< of triangles of the surface
    std::vector<std::uint32_t> uses;        ///< corners at each vertex of the surface
    std::vector<std::uint32_t> corner_of;   ///< a half-edge that starts at each vertex of the surface

    /// What a triangle of the source keeps, and as which triangles.
    struct Kept
    {
        surfacing::Pieces pieces;
        surfacing::TriangleState state;
        std::array<std::uint32_t, 7> triangles;
    };
    std::vector<std::uint32_t> recut;        ///< triangles of the source, rising
    std::vector<Kept> recut_kept;            ///< what they keep now
    std::vector<std::uint32_t> recut_places; ///< of triangles of the source in `recut`, or kAbsent
    std::vector<std::uint32_t> free_triangles, emptied_vertices;
    std::vector<std::uint32_t> moved_points; ///< vertices of the surface that are elsewhere
    std::vector<std::uint32_t> loosened;     ///< half-edges of what was not cut again whose neighbours may be new
    std::vector<std::uint32_t> corner_stamps;
    std::uint32_t corner_round = 0;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> moves; ///< triangles of the surface that took another's number

    void startLists();
    void listRecut();
    void moveWholeCorners();
    surfacing::Pieces piecesOf(const surfacing::EdgeRules& rules, std::uint32_t t, const surfacing::TriangleState& state) const;
    surfacing::Spot spotOf(const surfacing::EdgeRules& rules, std::uint32_t t, std::uint8_t point) const;
    surfacing::Spot placeOf(const surfacing::EdgeRules& rules, std::uint32_t t, const surfacing::Pieces& pieces,
                            std::uint8_t point) const;
    Kept describe(const surfacing::EdgeRules& rules, std::uint32_t t) const;
    Kept keptOf(const surfacing::EdgeRules& rules, std::uint32_t t) const;
    std::uint32_t findNumber(const Kept& kept, std::uint8_t point) const;
    static std::uint32_t findPortion(const Kept& kept, std::uint32_t k, std::uint32_t which);
    std::uint32_t appendPoint(const surfacing::Spot& spot);
    void putPoint(std::uint32_t number, const surfacing::Spot& spot);
    std::uint32_t takeTriangle();
    void removePieces(std::uint32_t t);
    void removePiece(std::uint32_t piece);
    void writePieces(const surfacing::EdgeRules& rules, std::uint32_t place);
    std::uint32_t findOrAppendPoint(const surfacing::EdgeRules& rules, std::uint32_t t, const surfacing::Pieces& pieces,
                                    std::uint8_t point);
    void linkAcross(const surfacing::EdgeRules& rules, std::uint32_t place);
    void joinFans(const surfacing::EdgeRules& rules, std::uint32_t vertex);
    void startCornerRound();
    std::uint32_t turnRight(std::uint32_t halfedge) const;
    /// Calls visit(halfedge) for each half-edge that starts where this one does, from the rightmost on; from this one on if the
    /// triangles go all the way round.
    template <typename Visit>
    void forFan(std::uint32_t halfedge, Visit&& visit) const;
    void setCorner(std::uint32_t halfedge, std::uint32_t number);
    void compactTriangles();
    void moveTriangle(std::uint32_t from, std::uint32_t to);
    void compactVertices();
    std::uint32_t findMoved(std::uint32_t triangle) const;

    // --- Components and borders ---

    std::vector<std::uint32_t> component_sizes;
    std::vector<std::vector<std::uint32_t>> loops; ///< half-edges of each
    std::vector<std::uint32_t> loop_of;            ///< of half-edges of the surface
    std::vector<std::uint32_t> stale_loops, border_candidates;
    std::vector<std::uint32_t> search_owners; ///< of triangles of the surface, while a search for what hangs together runs
    bool are_loops_changed = false;

    void noteLoopsAround(std::uint32_t halfedge);
    void noteLoop(std::uint32_t halfedge);
    void updateLoops();
    void updateComponents();
    void labelNew(std::span<const std::uint32_t> fresh, std::vector<std::uint32_t>& renames);
    void splitComponents(std::span<const std::uint32_t> fresh, std::vector<std::uint32_t>& renames);
    void renameComponents(std::vector<std::uint32_t>& renames);

    // --- What is handed out ---

    surfacing::Versions versions;
    surfacing::Changes changes; ///< of this repair
    Repair last_repair;

    void listMovedTriangles();
    void startSurface(const SurfaceMesh& built);
    void repair();
};

template <typename Visit>
void SurfaceEditor::Work::forFan(std::uint32_t halfedge, Visit&& visit) const
{
    std::uint32_t start = halfedge;
    for (std::uint32_t right = turnRight(start); right != kAbsent && right != halfedge; right = turnRight(start)) start = right;
    if (surface->opposites[start] != kNone) start = halfedge; // a full turn
    std::uint32_t h = start;
    do
    {
        const std::uint32_t before = previousHalfedge(h);
        visit(h);
        h = surface->opposites[before];
    } while (h != kNone && h != start);
}

} // namespace clearway
