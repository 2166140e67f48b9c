// SPDX-License-Identifier: MIT
// From triangles as a file gives them to a TriangleMesh. A clean mesh runs straight through, once; what is found wrong leads
// back to the step that it changes.
#include <algorithm>
#include <atomic>
#include <cmath>

#include <fmt/format.h>

#include "base/errors.h"
#include "base/workers.h"
#include "scene/mesh_parts.h"

namespace clearway {

namespace {

using namespace meshing;

/// The first index for which `isBad` holds, or -1.
template <typename IsBad>
std::int64_t findFirst(const TaskHook& hook, std::size_t count, IsBad&& isBad)
{
    std::vector<std::int64_t> firsts(countChunks(count), -1);
    forChunks(hook, count, [&](const Chunk& chunk) {
        for (std::size_t i = chunk.begin; i < chunk.end; ++i)
            if (isBad(i))
            {
                firsts[chunk.index] = static_cast<std::int64_t>(i);
                return;
            }
    });
    const auto first = std::find_if(firsts.begin(), firsts.end(), [](std::int64_t i) { return i >= 0; });
    return first == firsts.end() ? -1 : *first;
}

Result<void> checkInput(const MeshInput& input, const TriangleMeshOptions& options)
{
    if (!(options.weld_distance < kMaxMeshCoordinate))
        return makeError(fmt::format("The welding distance must be a length in metres; it is {}.", options.weld_distance));
    if (input.triangles.empty() || input.positions.empty())
        return makeError(ErrorCode::invalid_geometry, "The mesh has no triangles.");
    if (static_cast<std::int64_t>(input.triangles.size()) > kMaxMeshTriangleCount ||
        static_cast<std::int64_t>(input.positions.size()) > kMaxMeshVertexCount)
        return makeError(ErrorCode::out_of_range,
                         fmt::format("The mesh has {} triangles and {} vertices; at most {} and {} are possible. Divide it.",
                                     input.triangles.size(), input.positions.size(), kMaxMeshTriangleCount, kMaxMeshVertexCount));
    const std::int64_t bad_position = findFirst(options.execution.task_hook, input.positions.size(), [&](std::size_t i) {
        const Vec3 p = input.positions[i];
        return !(std::abs(p.x) <= kMaxMeshCoordinate && std::abs(p.y) <= kMaxMeshCoordinate &&
                 std::abs(p.z) <= kMaxMeshCoordinate);
    });
    if (bad_position >= 0)
    {
        const Vec3 p = input.positions[static_cast<std::size_t>(bad_position)];
        return makeError(isFinite(p) ? ErrorCode::out_of_range : ErrorCode::invalid_geometry,
                         fmt::format("Vertex {} is at ({}, {}, {}); coordinates must be finite and at most {} m.", bad_position,
                                     p.x, p.y, p.z, kMaxMeshCoordinate),
                         atIndex(bad_position));
    }
    const auto vertex_count = static_cast<std::uint32_t>(input.positions.size());
    const std::int64_t bad_triangle = findFirst(options.execution.task_hook, input.triangles.size(), [&](std::size_t i) {
        const MeshTriangle& t = input.triangles[i];
        return std::max({t[0], t[1], t[2]}) >= vertex_count;
    });
    if (bad_triangle >= 0)
    {
        const MeshTriangle& t = input.triangles[static_cast<std::size_t>(bad_triangle)];
        return makeError(ErrorCode::invalid_geometry,
                         fmt::format("Triangle {} has the vertices {}, {} and {}, but there are only {} (counted from 0).",
                                     bad_triangle, t[0], t[1], t[2], vertex_count),
                         atIndex(bad_triangle));
    }
    return {};
}

class Builder
{
public:
    Builder(MeshInput&& input, const TriangleMeshOptions& options, MeshReport* report)
        : options_(options), report_(report), data_(std::make_shared<MeshData>()), mesh_(*data_)
    {
        mesh_.name = std::move(input.name);
        mesh_.positions = std::move(input.positions);
        mesh_.triangles = std::move(input.triangles);
        if (report_) report_->repair = options.repair;
    }

    Result<TriangleMesh> run(const Progress& progress)
    {
        if (options_.weld_distance >= 0) weld();
        if (!clearway::report(progress, "triangles", 0.2)) return cancelled();
        dropDegenerate();
        if (!hasArea())
            return makeError(ErrorCode::invalid_geometry, "No triangle of the mesh has an area: every one is degenerate.");
        gatherCorners(mesh_, options_.execution.task_hook);
        reportStray();
        if (!clearway::report(progress, "neighbours", 0.4)) return cancelled();
        joinNeighbours();
        if (!clearway::report(progress, "vertices", 0.8)) return cancelled();
        joinVertices();
        if (report_ || options_.repair == TriangleMeshOptions::Repair::safe) turnInward();
        return TriangleMesh(std::move(data_));
    }

private:
    static Error cancelled() { return makeCancelled("Building the mesh"); }

    void add(MeshReport::Finding::Kind kind, std::int64_t element, Vec3 position)
    {
        if (report_) report_->add({kind, element, position});
    }
    Vec3 middle(std::size_t t) const
    {
        const MeshTriangle& v = mesh_.triangles[t];
        return (mesh_.positions[v[0]] + mesh_.positions[v[1]] + mesh_.positions[v[2]]) / 3;
    }

    void weld()
    {
        const std::vector<std::uint32_t> firsts =
            findEqualPoints(mesh_.positions, options_.weld_distance, options_.execution.task_hook);
        if (firsts.empty()) return;
        is_welded_ = true;
        welded_ = firsts;
        for (std::uint32_t v = 0; v < firsts.size(); ++v)
            if (firsts[v] != v) add(MeshReport::Finding::Kind::welded_vertex, v, mesh_.positions[v]);
        forChunks(options_.execution.task_hook, mesh_.triangles.size(), [&](const Chunk& chunk) {
            for (std::size_t t = chunk.begin; t < chunk.end; ++t)
                for (std::uint32_t& v : mesh_.triangles[t]) v = firsts[v];
        });
    }

    void dropDegenerate()
    {
        const auto is_degenerate = [&](std::size_t i) {
            const MeshTriangle& t = mesh_.triangles[i];
            return t[0] == t[1] || t[1] == t[2] || t[2] == t[0];
        };
        if (findFirst(options_.execution.task_hook, mesh_.triangles.size(), is_degenerate) < 0) return;
        std::vector<std::uint32_t> drop;
        for (std::uint32_t t = 0; t < mesh_.triangles.size(); ++t)
            if (is_degenerate(t))
            {
                drop.push_back(t);
                add(MeshReport::Finding::Kind::degenerate_triangle, t, middle(t));
            }
        dropTriangles(drop);
    }

    /// Leaves out the triangles of a rising list.
    void dropTriangles(const std::vector<std::uint32_t>& drop)
    {
        std::vector<std::uint32_t> sources;
        std::size_t next = 0;
        std::size_t kept = 0;
        for (std::uint32_t t = 0; t < mesh_.triangles.size(); ++t)
        {
            if (next < drop.size() && drop[next] == t)
            {
                ++next;
                continue;
            }
            sources.push_back(mesh_.sourceTriangle(t));
            mesh_.triangles[kept++] = mesh_.triangles[t];
        }
        mesh_.triangles.resize(kept);
        mesh_.source_triangles = std::move(sources);
    }

    /// Whether any triangle has an area; those without one are told.
    bool hasArea()
    {
        if (mesh_.triangles.empty()) return false;
        std::vector<FindingList> flat(countChunks(mesh_.triangles.size()));
        std::vector<std::size_t> counts(flat.size());
        forChunks(options_.execution.task_hook, mesh_.triangles.size(), [&](const Chunk& chunk) {
            for (std::size_t t = chunk.begin; t < chunk.end; ++t)
            {
                const MeshTriangle& v = mesh_.triangles[t];
                const Vec3 a = mesh_.positions[v[1]] - mesh_.positions[v[0]];
                const Vec3 b = mesh_.positions[v[2]] - mesh_.positions[v[0]];
                if (lengthSq(cross(a, b)) > 1e-24 * lengthSq(a) * lengthSq(b)) continue;
                ++counts[chunk.index];
                if (report_)
                    flat[chunk.index].push_back({MeshReport::Finding::Kind::flat_triangle,
                                                 mesh_.sourceTriangle(static_cast<std::uint32_t>(t)), middle(t)});
            }
        });
        if (report_) addFindings(flat, *report_);
        return std::accumulate(counts.begin(), counts.end(), std::size_t{0}) < mesh_.triangles.size();
    }

    /// Vertices that nothing uses, apart from those that were welded away.
    void reportStray()
    {
        std::atomic<bool> any = is_welded_;
        forChunks(options_.execution.task_hook, mesh_.positions.size(), [&](const Chunk& chunk) {
            for (std::size_t v = chunk.begin; v < chunk.end; ++v)
                if (mesh_.corner_offsets[v] == mesh_.corner_offsets[v + 1]) return any.store(true);
        });
        if (!any) return;
        for (std::uint32_t v = 0; v < mesh_.positions.size(); ++v)
            if (mesh_.corner_offsets[v] == mesh_.corner_offsets[v + 1] && (!is_welded_ || welded_[v] == v))
                add(MeshReport::Finding::Kind::stray_vertex, v, mesh_.positions[v]);
        welded_ = {};
        dropStrayVertices(mesh_);
    }

    PairingResult pair(Conflicts conflicts)
    {
        PairingResult result = pairHalfedges(mesh_, conflicts, options_.repair, options_.execution.task_hook);
        if (result.duplicates.empty()) return result;
        for (const std::uint32_t t : result.duplicates)
            add(MeshReport::Finding::Kind::duplicate_triangle, mesh_.sourceTriangle(t), middle(t));
        // Every vertex keeps a triangle: the first of each set of equal ones stays.
        dropTriangles(result.duplicates);
        gatherCorners(mesh_, options_.execution.task_hook);
        return pairHalfedges(mesh_, conflicts, options_.repair, options_.execution.task_hook);
    }

    void joinNeighbours()
    {
        PairingResult result = pair(Conflicts::join);
        if (result.conflict_count > 0)
        {
            const std::vector<std::uint32_t> flipped = findFlipped(mesh_);
            for (const std::uint32_t t : flipped)
                add(MeshReport::Finding::Kind::flipped_triangle, mesh_.sourceTriangle(t), middle(t));
            turn(flipped);
            result = pairHalfedges(mesh_, Conflicts::cut, options_.repair, options_.execution.task_hook);
        }
        if (report_) addFindings(result.findings, *report_);
    }

    void turn(const std::vector<std::uint32_t>& triangles)
    {
        for (const std::uint32_t t : triangles) std::swap(mesh_.triangles[t][1], mesh_.triangles[t][2]);
        gatherCorners(mesh_, options_.execution.task_hook);
    }

    void joinVertices()
    {
        const std::vector<FindingList> findings = markFans(mesh_, options_.execution.task_hook);
        if (report_) addFindings(findings, *report_);
        const bool any = std::any_of(findings.begin(), findings.end(), [](const FindingList& list) { return !list.empty(); });
        if (!any || options_.repair != TriangleMeshOptions::Repair::safe) return;
        splitFans(mesh_);
        refresh();
    }

    /// Neighbours anew after vertices were split or triangles turned. An edge that still has three triangles joins the same two;
    /// its ends have one fan each now and count as manifold.
    void refresh()
    {
        gatherCorners(mesh_, options_.execution.task_hook);
        pairHalfedges(mesh_, Conflicts::cut, options_.repair, options_.execution.task_hook);
        if (options_.repair == TriangleMeshOptions::Repair::safe)
            for (std::uint8_t& flags : mesh_.vertex_flags.span()) flags = 0;
        markFans(mesh_, options_.execution.task_hook);
    }

    void turnInward()
    {
        std::vector<std::uint32_t> turned;
        for (const std::vector<std::uint32_t>& component : findInward(mesh_))
        {
            const std::uint32_t first = *std::min_element(component.begin(), component.end());
            add(MeshReport::Finding::Kind::inward_component, mesh_.sourceTriangle(first), middle(first));
            turned.insert(turned.end(), component.begin(), component.end());
        }
        if (turned.empty() || options_.repair != TriangleMeshOptions::Repair::safe) return;
        turn(turned);
        refresh();
    }

    const TriangleMeshOptions& options_;
    MeshReport* report_;
    std::shared_ptr<MeshData> data_;
    MeshData& mesh_;
    bool is_welded_ = false;
    std::vector<std::uint32_t> welded_;
};

} // namespace

Result<TriangleMesh> buildTriangleMesh(MeshInput input, const TriangleMeshOptions& given, MeshReport* report)
{
    const TaskWorkers workers(given.execution);
    TriangleMeshOptions options = given;
    options.execution.task_hook = workers.hook();
    const Progress& progress = options.execution.progress;
    if (!clearway::report(progress, "mesh", 0)) return makeCancelled("Building the mesh");
    const Result<void> checked = checkInput(input, options);
    if (!checked) return checked.error();
    return Builder(std::move(input), options, report).run(progress);
}

} // namespace clearway
