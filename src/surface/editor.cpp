// SPDX-License-Identifier: MIT
// Based on: G. Berseth, M. Kapadia, P. Faloutsos. ACCLMesh: curvature-based navigation mesh generation. 2015
// A repair runs through the steps of a build, each for what the step before it changed: what elements are worth
// (editor_worth.cpp), cutting (editor_recut.cpp), borders (editor_loops.cpp) and components (editor_components.cpp).
#include <clearway/surface/editor.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "base/errors.h"
#include "surface/editor_work.h"

namespace clearway {

using namespace surfacing;
using Work = SurfaceEditor::Work;

namespace {

Result<void> checkPosition(Vec3 p, std::int64_t index)
{
    const double largest = std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    if (isFinite(p) && largest <= kMaxMeshCoordinate) return {};
    return makeError(fmt::format("Vertex {} cannot be at ({}, {}, {}): coordinates must be finite and at most {}.", index, p.x,
                                 p.y, p.z, kMaxMeshCoordinate),
                     atIndex(index));
}

/// A copy that can be changed.
std::shared_ptr<TriangleMesh::Data> copySource(const TriangleMesh& mesh)
{
    auto data = std::make_shared<TriangleMesh::Data>();
    data->name = mesh.name();
    copyInto(mesh.positions(), data->positions);
    copyInto(mesh.triangles(), data->triangles);
    copyInto(mesh.opposites(), data->opposites);
    copyInto(mesh.cornerOffsets(), data->corner_offsets);
    copyInto(mesh.cornerList(), data->corners);
    data->vertex_flags.resize(mesh.vertexCount());
    for (std::uint32_t v = 0; v < mesh.vertexCount(); ++v)
        data->vertex_flags[v] = static_cast<std::uint8_t>((mesh.isBorder(v) ? TriangleMesh::Data::kBorder : 0) |
                                                          (mesh.isManifold(v) ? 0 : TriangleMesh::Data::kNotManifold));
    return data;
}

std::vector<std::uint32_t> makeNumbers(std::size_t count)
{
    std::vector<std::uint32_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), 0u);
    return numbers;
}

} // namespace

Work::Work(const TriangleMesh& original, const SurfaceOptions& surface_options)
    : workers(surface_options.execution),
      options(surface_options),
      source(copySource(original)),
      mesh(source),
      vertex_of_id(makeNumbers(original.vertexCount())),
      id_of_vertex(vertex_of_id),
      triangle_of_id(makeNumbers(original.triangleCount())),
      id_of_triangle(triangle_of_id),
      triangle_marks(original.triangleCount(), 0),
      vertex_marks(original.vertexCount(), 0)
{
    options.execution.task_hook = workers.hook();
}

/// Takes over a mesh that was built for the source, with what it was cut by.
void Work::startSurface(const SurfaceMesh& built)
{
    surface = std::make_shared<SurfaceMesh::Data>(TriangleMesh(nullptr));
    SurfaceMesh::Data& s = *surface;
    s.speed = built.speed();
    s.max_acceleration = built.maxAcceleration();
    s.removal = built.removal();
    copyInto(built.positions(), s.positions);
    copyInto(built.accelerations(), s.accelerations);
    copyInto(built.triangles(), s.triangles);
    copyInto(built.opposites(), s.opposites);
    copyInto(built.sourceTriangles(), s.source_triangles);
    copyInto(built.components(), s.components);
    copyInto(built.borderLoops(), s.loops);
    copyInto(built.borderHalfedges(), s.border_halfedges);
    s.component_count = built.componentCount();

    const auto triangle_count = static_cast<std::uint32_t>(s.triangles.size());
    const EdgeRules rules(mesh, input, options);
    states.resize(source->triangles.size());
    for (std::uint32_t t = 0; t < states.size(); ++t) states[t] = computeState(rules, source->triangles[t], t, isSteep(t));
    first_piece.assign(source->triangles.size(), kAbsent);
    next_piece.assign(triangle_count, kAbsent);
    for (std::uint32_t p = triangle_count; p-- > 0;) next_piece[p] = std::exchange(first_piece[s.source_triangles[p]], p);
    uses.assign(s.positions.size(), 0);
    corner_of.assign(s.positions.size(), kAbsent);
    for (std::uint32_t h = 0; h < 3 * triangle_count; ++h)
    {
        ++uses[s.origin(h)];
        corner_of[s.origin(h)] = h;
    }
    corner_stamps.assign(std::size_t{3} * triangle_count, 0);
    search_owners.assign(triangle_count, kAbsent);
    component_sizes.assign(s.component_count, 0);
    for (const std::uint32_t c : s.components.span()) ++component_sizes[c];
    loop_of.assign(std::size_t{3} * triangle_count, kAbsent);
    for (const SurfaceMesh::BorderLoop& loop : s.loops)
    {
        for (std::uint32_t i = loop.first; i < loop.first + loop.count; ++i)
            loop_of[s.border_halfedges[i]] = static_cast<std::uint32_t>(loops.size());
        loops.emplace_back(s.border_halfedges.begin() + loop.first, s.border_halfedges.begin() + loop.first + loop.count);
    }
}

/// The triangles around vertices that are elsewhere: search trees want to know.
void Work::listMovedTriangles()
{
    changes.are_moved_unknown = !versions.hasSearchTree();
    if (!changes.are_moved_unknown)
        for (const std::uint32_t v : moved_points)
        {
            if (v >= corner_of.size()) continue; // is no more
            forFan(corner_of[v], [&](std::uint32_t h) { changes.moved_triangles.push_back(h / 3); });
        }
    moved_points.clear();
}

void Work::repair()
{
    last_repair = {};
    if (touched_triangles.empty() && orphans.empty()) return;
    gatherSourceCorners();
    std::vector<std::uint32_t> touched;
    for (const std::uint32_t id : touched_triangles)
        if (triangle_of_id[id] != kAbsent) touched.push_back(triangle_of_id[id]);
    std::sort(touched.begin(), touched.end());
    updateWorth(touched);
    listRecut();
    moveWholeCorners();

    const EdgeRules rules(mesh, input, options);
    for (const std::uint32_t p : orphans) removePiece(p);
    for (const std::uint32_t t : recut) removePieces(t);
    std::sort(free_triangles.rbegin(), free_triangles.rend()); // the lowest are used again first
    recut_kept.resize(recut.size());
    for (std::uint32_t place = 0; place < recut.size(); ++place) writePieces(rules, place);
    for (std::uint32_t place = 0; place < recut.size(); ++place) linkAcross(rules, place);
    const std::uint32_t mark = startRound();
    for (const std::uint32_t t : recut)
        for (const std::uint32_t v : source->triangles[t])
            if (std::exchange(vertex_stamps[v], mark) != mark) joinFans(rules, v);
    for (std::uint32_t place = 0; place < recut.size(); ++place)
        for (std::uint32_t i = 0; i < recut_kept[place].pieces.count; ++i)
            for (std::uint32_t k = 0; k < 3; ++k) noteLoopsAround(3 * recut_kept[place].triangles[i] + k);
    for (const std::uint32_t h : loosened)
    {
        noteLoop(h);
        border_candidates.push_back(h);
        noteLoopsAround(h);
        noteLoopsAround(nextHalfedge(h));
    }
    compactTriangles();
    compactVertices();
    if (!recut.empty() || !orphans.empty()) updateComponents();
    updateLoops();
    listMovedTriangles();

    last_repair.moved_vertices = moved_vertices.size();
    last_repair.changed_vertices = changed_vertices.size();
    last_repair.cut_triangles = recut.size();
    for (const std::uint32_t id : moved_vertices)
    {
        vertex_marks[id] = 0;
        if (vertex_of_id[id] != kAbsent) changes.source_vertices.push_back(vertex_of_id[id]);
    }
    for (const std::uint32_t id : touched_triangles) triangle_marks[id] = 0;
    for (const std::uint32_t t : recut) recut_places[t] = kAbsent;
    changes.is_all_source |= is_topology_changed;
    is_topology_changed = false;
    touched_triangles.clear();
    moved_vertices.clear();
    old_boxes.clear();
    orphans.clear();
    loosened.clear();
    moves.clear();
}

SurfaceEditor::SurfaceEditor(std::unique_ptr<Work> work) : work_(std::move(work)) {}
SurfaceEditor::~SurfaceEditor() = default;
SurfaceEditor::SurfaceEditor(SurfaceEditor&&) noexcept = default;
SurfaceEditor& SurfaceEditor::operator=(SurfaceEditor&&) noexcept = default;

const SurfaceOptions& SurfaceEditor::options() const { return work_->options; }
std::uint32_t SurfaceEditor::vertexIdCount() const { return static_cast<std::uint32_t>(work_->vertex_of_id.size()); }
std::uint32_t SurfaceEditor::triangleIdCount() const { return static_cast<std::uint32_t>(work_->triangle_of_id.size()); }
bool SurfaceEditor::hasVertex(std::uint32_t vertex) const
{
    return vertex < vertexIdCount() && (work_->vertex_of_id[vertex] != kAbsent || work_->loose.count(vertex) > 0);
}
bool SurfaceEditor::hasTriangle(std::uint32_t triangle) const
{
    return triangle < triangleIdCount() && work_->triangle_of_id[triangle] != kAbsent;
}
Vec3 SurfaceEditor::position(std::uint32_t vertex) const
{
    CLEARWAY_ASSERT(hasVertex(vertex), "position() of a vertex that there is not");
    const std::uint32_t v = work_->vertex_of_id[vertex];
    return v == kAbsent ? work_->loose.at(vertex) : work_->source->positions[v];
}
MeshTriangle SurfaceEditor::triangle(std::uint32_t triangle) const
{
    CLEARWAY_ASSERT(hasTriangle(triangle), "triangle() of a triangle that there is not");
    MeshTriangle vertices = work_->source->triangles[work_->triangle_of_id[triangle]];
    for (std::uint32_t& v : vertices) v = work_->id_of_vertex[v];
    return vertices;
}

Result<void> SurfaceEditor::moveVertex(std::uint32_t vertex, Vec3 position)
{
    const Move move = {vertex, position};
    return moveVertices({&move, 1});
}

Result<void> SurfaceEditor::moveVertices(std::span<const Move> moves)
{
    for (const Move& move : moves)
    {
        if (!hasVertex(move.vertex))
            return makeError(fmt::format("There is no vertex {} to move.", move.vertex), atIndex(move.vertex));
        const Result<void> checked = checkPosition(move.position, move.vertex);
        if (!checked) return checked;
    }
    std::vector<std::uint32_t> vertices;
    for (std::size_t i = 0; i < moves.size(); ++i)
    {
        const Move& move = moves[i];
        if (i % Work::kFetched == 0 && work_->other_corners.empty())
        {
            vertices.clear();
            for (const Move& next : moves.subspan(i, std::min(Work::kFetched, moves.size() - i)))
                if (work_->vertex_of_id[next.vertex] != kAbsent) vertices.push_back(work_->vertex_of_id[next.vertex]);
            work_->fetchAround(vertices);
        }
        const std::uint32_t v = work_->vertex_of_id[move.vertex];
        if (v == kAbsent)
        {
            work_->loose[move.vertex] = move.position;
            continue;
        }
        work_->touchAround(v);
        work_->source->positions[v] = move.position;
        if (std::exchange(work_->vertex_marks[move.vertex], Work::kMoved) == 0) work_->moved_vertices.push_back(move.vertex);
    }
    return {};
}

Result<std::uint32_t> SurfaceEditor::addVertex(Vec3 position)
{
    const std::uint32_t id = vertexIdCount();
    if (id >= kMaxMeshVertexCount)
        return makeError(ErrorCode::out_of_range, fmt::format("A mesh has at most {} vertices.", kMaxMeshVertexCount));
    const Result<void> checked = checkPosition(position, id);
    if (!checked) return checked.error();
    work_->vertex_of_id.push_back(kAbsent);
    work_->vertex_marks.push_back(0);
    work_->loose[id] = position;
    return id;
}

Result<std::uint32_t> SurfaceEditor::addTriangle(const MeshTriangle& vertices)
{
    const std::uint32_t id = triangleIdCount();
    if (id >= kMaxMeshTriangleCount)
        return makeError(ErrorCode::out_of_range, fmt::format("A mesh has at most {} triangles.", kMaxMeshTriangleCount));
    for (std::size_t k = 0; k < 3; ++k)
    {
        if (!hasVertex(vertices[k]))
            return makeError(fmt::format("There is no vertex {} for a triangle.", vertices[k]), atIndex(vertices[k]));
        if (vertices[k] == vertices[(k + 1) % 3])
            return makeError(fmt::format("A triangle needs three corners; vertex {} is given twice.", vertices[k]),
                             atIndex(vertices[k]));
    }
    const auto indexOf = [&](std::size_t k) { return work_->vertex_of_id[vertices[k % 3]]; };
    for (std::size_t k = 0; k < 3; ++k)
    {
        const std::uint32_t a = indexOf(k), b = indexOf(k + 1);
        if (a == kAbsent || b == kAbsent) continue;
        const std::vector<std::uint32_t> sides = work_->listSides(a, b);
        const auto edge = fmt::format("the edge from vertex {} to vertex {}", vertices[k], vertices[(k + 1) % 3]);
        for (const std::uint32_t side : sides)
            if (work_->source->origin(previousHalfedge(side)) == indexOf(k + 2))
                return makeError(fmt::format("There is a triangle with the corners {}, {} and {} already.", vertices[0],
                                             vertices[1], vertices[2]),
                                 atIndex(work_->id_of_triangle[side / 3]));
        if (sides.size() > 1)
            return makeError(fmt::format("Two triangles have {} already; a third would leave nothing to walk over there.", edge),
                             atIndex(work_->id_of_triangle[sides[1] / 3]));
        if (sides.size() == 1 && work_->source->origin(sides[0]) == a)
            return makeError(fmt::format("Triangle {} runs along {} in the same direction; give the corners in the other order.",
                                         work_->id_of_triangle[sides[0] / 3], edge),
                             atIndex(work_->id_of_triangle[sides[0] / 3]));
    }
    work_->startTopologyChange();
    work_->triangle_of_id.push_back(kAbsent);
    work_->triangle_marks.push_back(0);
    MeshTriangle indices;
    for (std::size_t k = 0; k < 3; ++k)
    {
        if (indexOf(k) == kAbsent) work_->appendVertex(vertices[k], work_->loose[vertices[k]]);
        indices[k] = indexOf(k);
    }
    work_->appendTriangle(id, indices);
    return id;
}

Result<void> SurfaceEditor::removeTriangle(std::uint32_t triangle)
{
    if (!hasTriangle(triangle)) return makeError(fmt::format("There is no triangle {} to remove.", triangle), atIndex(triangle));
    if (work_->source->triangles.size() == 1)
        return makeError("The last triangle cannot be removed: a mesh needs one.", atIndex(triangle));
    work_->startTopologyChange();
    work_->dropTriangle(work_->triangle_of_id[triangle]);
    return {};
}

Result<void> SurfaceEditor::removeVertex(std::uint32_t vertex)
{
    if (!hasVertex(vertex)) return makeError(fmt::format("There is no vertex {} to remove.", vertex), atIndex(vertex));
    if (const std::uint32_t v = work_->vertex_of_id[vertex]; v != kAbsent)
    {
        std::vector<std::uint32_t> triangles;
        for (const std::uint32_t corner : work_->cornersOf(v)) triangles.push_back(work_->id_of_triangle[corner / 3]);
        if (triangles.size() == work_->source->triangles.size())
            return makeError(fmt::format("Vertex {} cannot be removed: all triangles have it, and a mesh needs one.", vertex),
                             atIndex(vertex));
        work_->startTopologyChange();
        for (const std::uint32_t t : triangles) work_->dropTriangle(work_->triangle_of_id[t]);
    }
    work_->loose.erase(vertex);
    return {};
}

SurfaceMesh SurfaceEditor::publish()
{
    work_->repair();
    work_->last_repair.changed_triangles = work_->changes.triangles.size();
    SurfaceMesh mesh = work_->versions.publish(*work_->source, *work_->surface, work_->changes, work_->last_repair.reused_memory);
    work_->changes.clear();
    return mesh;
}

const SurfaceEditor::Repair& SurfaceEditor::lastRepair() const { return work_->last_repair; }

std::size_t SurfaceEditor::memoryBytes() const
{
    const Work& w = *work_;
    const std::size_t triangles = w.source->triangles.size(), vertices = w.source->positions.size();
    const std::size_t pieces = w.surface->triangles.size(), points = w.surface->positions.size();
    return w.mesh.memoryBytes() + SurfaceMesh(w.surface).memoryBytes() + vertices * (4 + 4 + 1 + 8 + 4 + 1) +
           triangles * (4 + 4 + 1 + 2 + 4 + 4 + 4) + w.ups.size() * sizeof(Vec3) + pieces * (4 + 12 + 12 + 4) + points * 8;
}

Result<SurfaceEditor> buildSurfaceEditor(const TriangleMesh& mesh, const SurfaceOptions& options)
{
    auto work = std::make_unique<Work>(mesh, options);
    BuildParts parts;
    const Result<SurfaceMesh> built = buildForEditing(work->mesh, work->options, parts);
    if (!built) return built.error();
    work->input = std::move(parts.input);
    work->ups = std::move(parts.ups);
    work->reasons = std::move(parts.reasons);
    if (parts.search) work->search.emplace(std::move(*parts.search));
    work->resizeWorth();
    if (work->input.is_low_on_edge)
        work->input.is_low_on_edge = [w = work.get()](std::uint32_t vertex, std::uint32_t low_vertex, double fraction) {
            return isLowOnEdge(w->mesh, w->ups, *w->search, vertex, low_vertex, fraction);
        };
    work->startSurface(*built);
    return SurfaceEditor(std::move(work));
}

} // namespace clearway
