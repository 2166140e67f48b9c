// SPDX-License-Identifier: MIT
// The steps that make a TriangleMesh of triangles, in the order in which they run. All are linear, and all but the rare ones run
// in chunks.
#pragma once
#include <array>
#include <vector>

#include "scene/triangle_mesh_data.h"

namespace clearway::meshing {

using MeshData = TriangleMesh::Data;

/// Findings of one chunk of a loop; merged in order, so the report does not depend on workers.
using FindingList = std::vector<MeshReport::Finding>;
void addFindings(const std::vector<FindingList>& lists, MeshReport& report);

/// For each point the first one at its place, itself if it is the first; empty when no two are near. `distance` >= 0.
std::vector<std::uint32_t> findEqualPoints(std::span<const Vec3> points, double distance, const TaskHook& hook);

/// Fills corner_offsets and corners.
void gatherCorners(MeshData& mesh, const TaskHook& hook);

/// Leaves out vertices without corners, which must have been gathered.
void dropStrayVertices(MeshData& mesh);

struct PairingResult
{
    std::vector<std::uint32_t> duplicates; ///< triangles that repeat an earlier one, rising
    std::size_t conflict_count = 0;        ///< edges whose two triangles run against each other
    std::vector<FindingList> findings;     ///< border and non-manifold edges
};

/// What to do with two triangles that run against each other.
enum class Conflicts
{
    join, ///< as neighbours, to be turned
    cut,  ///< as borders: a one-sided part cannot be turned
};

/// Fills opposites and the flags of vertices at borders and non-manifold edges.
PairingResult pairHalfedges(MeshData& mesh, Conflicts conflicts, TriangleMeshOptions::Repair repair, const TaskHook& hook);

/// Which triangles to turn so that neighbours agree, as few as possible in each component.
std::vector<std::uint32_t> findFlipped(const MeshData& mesh);

/// Closed components that are inside out, as lists of triangles.
std::vector<std::vector<std::uint32_t>> findInward(const MeshData& mesh);

/// Marks vertices where several fans meet; says which.
std::vector<FindingList> markFans(MeshData& mesh, const TaskHook& hook);
/// Gives each fan a vertex of its own. The corners must be gathered again afterwards.
void splitFans(MeshData& mesh);

} // namespace clearway::meshing
