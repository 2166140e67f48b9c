// SPDX-License-Identifier: MIT
// A triangle mesh in bytes: all that building found, since what was welded and repaired cannot be found again. Reading checks
// every promise on which walking over the mesh relies, in linear time, and gathers the corners anew.
#include <cmath>
#include <string>

#include <clearway/base/bytes.h>
#include <clearway/scene/triangle_mesh.h>

#include "base/array_bytes.h"
#include "base/errors.h"
#include "scene/mesh_parts.h"

namespace clearway {

namespace {

using namespace meshing;

constexpr std::uint32_t kMeshVersion = 1;

bool hasGoodPositions(const MeshData& mesh)
{
    return std::all_of(mesh.positions.begin(), mesh.positions.end(), [](Vec3 p) {
        return std::abs(p.x) <= kMaxMeshCoordinate && std::abs(p.y) <= kMaxMeshCoordinate && std::abs(p.z) <= kMaxMeshCoordinate;
    });
}

bool hasGoodTriangles(const MeshData& mesh)
{
    std::vector<bool> is_used(mesh.positions.size());
    for (const MeshTriangle& t : mesh.triangles)
    {
        if (std::max({t[0], t[1], t[2]}) >= mesh.positions.size() || t[0] == t[1] || t[1] == t[2] || t[2] == t[0]) return false;
        for (const std::uint32_t v : t) is_used[v] = true;
    }
    return std::find(is_used.begin(), is_used.end(), false) == is_used.end();
}

bool hasGoodNeighbours(const MeshData& mesh)
{
    for (std::uint32_t h = 0; h < mesh.opposites.size(); ++h)
    {
        const std::uint32_t o = mesh.opposites[h];
        if (o == kNone) continue;
        if (o >= mesh.opposites.size() || mesh.opposites[o] != h || mesh.origin(h) != mesh.target(o) ||
            mesh.target(h) != mesh.origin(o))
            return false;
    }
    return true;
}

/// Whether the flags tell of every border and every vertex with several fans; those of repaired or non-manifold edges may tell
/// more.
bool hasGoodFlags(MeshData& mesh)
{
    const std::vector<std::uint8_t> flags(mesh.vertex_flags.span().begin(), mesh.vertex_flags.span().end());
    if (std::any_of(flags.begin(), flags.end(), [](std::uint8_t f) { return f > (MeshData::kBorder | MeshData::kNotManifold); }))
        return false;
    markFans(mesh, {});
    return std::equal(flags.begin(), flags.end(), mesh.vertex_flags.span().begin());
}

bool isGood(MeshData& mesh)
{
    const std::size_t triangle_count = mesh.triangles.size();
    const std::size_t vertex_count = mesh.positions.size();
    if (triangle_count == 0 || static_cast<std::int64_t>(triangle_count) > kMaxMeshTriangleCount ||
        static_cast<std::int64_t>(vertex_count) > kMaxMeshVertexCount || mesh.opposites.size() != 3 * triangle_count ||
        mesh.vertex_flags.size() != vertex_count)
        return false;
    if (!mesh.source_triangles.empty() && mesh.source_triangles.size() != triangle_count) return false;
    if (!mesh.source_vertices.empty() && mesh.source_vertices.size() != vertex_count) return false;
    if (!hasGoodPositions(mesh) || !hasGoodTriangles(mesh) || !hasGoodNeighbours(mesh)) return false;
    gatherCorners(mesh, {});
    return hasGoodFlags(mesh);
}

} // namespace

void TriangleMesh::write(ByteWriter& writer) const
{
    writer.u32(kMeshVersion);
    writer.text(data_->name);
    writeArray<8>(writer, positions());
    writeArray<4>(writer, triangles());
    writeArray<4>(writer, opposites());
    writeArray<1>(writer, data_->vertex_flags.span());
    writeArray<4>(writer, std::span<const std::uint32_t>(data_->source_triangles));
    writeArray<4>(writer, std::span<const std::uint32_t>(data_->source_vertices));
}

Result<TriangleMesh> TriangleMesh::read(ByteReader& reader)
{
    const std::uint32_t version = reader.u32();
    if (!reader.failed() && version != kMeshVersion) return failVersion(reader, "The triangle mesh", version, kMeshVersion);
    auto data = std::make_shared<Data>();
    data->name = reader.text();
    readArray<8>(reader, data->positions);
    readArray<4>(reader, data->triangles);
    readArray<4>(reader, data->opposites);
    readArray<1>(reader, data->vertex_flags);
    readArray<4>(reader, data->source_triangles);
    readArray<4>(reader, data->source_vertices);
    if (!reader.failed() && isGood(*data)) return TriangleMesh(std::move(data));
    return failRead(reader, ErrorCode::malformed_file,
                    "The triangle mesh is damaged: its bytes end too soon, or its triangles do not fit together.");
}

} // namespace clearway
