// SPDX-License-Identifier: MIT
// A surface mesh in bytes: its source and all that cutting made, since a cut may be the user's own. Components and borders are
// found anew. Reading checks in linear time every promise on which walking and searching rely; that triangles lie on those of the
// source is checked by their boxes only, the rest is left to verify().
#include <cmath>
#include <string>

#include <clearway/base/bytes.h>
#include <clearway/surface/surface_mesh.h>

#include "base/array_bytes.h"
#include "base/errors.h"
#include "surface/surface_parts.h"

namespace clearway {

namespace {

using namespace surfacing;

constexpr std::uint32_t kVersion = 2;
constexpr std::uint32_t kVersionBeforeStanding = 1; ///< does not say what stands on the ground

bool hasFittingCounts(const SurfaceData& surface)
{
    const std::size_t count = surface.triangles.size();
    return static_cast<std::int64_t>(count) <= kMaxMeshTriangleCount * 4 &&
           surface.accelerations.size() == surface.positions.size() && surface.opposites.size() == 3 * count &&
           surface.source_triangles.size() == count;
}

bool hasGoodVertices(const SurfaceData& surface)
{
    for (std::size_t v = 0; v < surface.positions.size(); ++v)
    {
        const double a = surface.accelerations[v];
        if (!isFinite(surface.positions[v]) || !std::isfinite(a) || !(a >= 0 && a <= surface.max_acceleration)) return false;
    }
    return true;
}

bool hasGoodTriangles(const SurfaceData& surface)
{
    const std::size_t vertex_count = surface.positions.size();
    for (std::size_t i = 0; i < surface.triangles.size(); ++i)
    {
        const MeshTriangle& t = surface.triangles[i];
        if (std::max({t[0], t[1], t[2]}) >= vertex_count || t[0] == t[1] || t[1] == t[2] || t[2] == t[0]) return false;
        if (surface.source_triangles[i] >= surface.source.triangleCount()) return false;
    }
    for (std::uint32_t h = 0; h < surface.opposites.size(); ++h)
    {
        const std::uint32_t o = surface.opposites[h];
        if (o == kNone) continue;
        if (o >= surface.opposites.size() || surface.opposites[o] != h || surface.origin(h) != surface.origin(nextHalfedge(o)) ||
            surface.origin(o) != surface.origin(nextHalfedge(h)))
            return false;
    }
    return true;
}

/// Whether every triangle is inside the box of the one it should lie on, up to rounding: lengths are those of the source then.
bool isNearSource(const SurfaceData& surface)
{
    for (std::size_t i = 0; i < surface.triangles.size(); ++i)
    {
        Box3 box;
        for (const std::uint32_t v : surface.source.triangles()[surface.source_triangles[i]])
            box.add(surface.source.positions()[v]);
        const double slack = 1e-9 * (length(box.min) + length(box.max));
        for (const std::uint32_t v : surface.triangles[i])
        {
            const Vec3 p = surface.positions[v];
            if (!(p.x >= box.min.x - slack && p.x <= box.max.x + slack && p.y >= box.min.y - slack && p.y <= box.max.y + slack &&
                  p.z >= box.min.z - slack && p.z <= box.max.z + slack))
                return false;
        }
    }
    return true;
}

/// Whether a walk around every vertex sees all of its triangles, of which there is one at least.
bool hasOneFanEach(const SurfaceData& surface)
{
    std::vector<std::uint32_t> corner_counts(surface.positions.size());
    std::vector<std::uint32_t> starts(surface.positions.size(), kNone);
    for (std::uint32_t h = 0; h < surface.opposites.size(); ++h)
    {
        const std::uint32_t v = surface.origin(h);
        ++corner_counts[v];
        if (starts[v] == kNone || surface.opposites[h] == kNone) starts[v] = h;
    }
    for (std::size_t v = 0; v < starts.size(); ++v)
    {
        if (starts[v] == kNone) return false;
        std::uint32_t count = 0;
        std::uint32_t h = starts[v];
        do
        {
            ++count;
            h = surface.opposites[previousHalfedge(h)];
        } while (h != kNone && h != starts[v]);
        if (count != corner_counts[v]) return false;
    }
    return true;
}

bool isGood(const SurfaceData& surface)
{
    const SurfaceMesh::Removal& removal = surface.removal;
    return surface.speed >= 0 && std::isfinite(surface.speed) && surface.max_acceleration >= 0 && hasFittingCounts(surface) &&
           std::min({removal.bent_vertices, removal.low_vertices, removal.non_manifold_vertices, removal.steep_triangles}) >= 0 &&
           hasGoodVertices(surface) && hasGoodTriangles(surface) && isNearSource(surface) && hasOneFanEach(surface);
}

void readStanding(ByteReader& reader, SurfaceData& surface)
{
    const std::uint32_t is_known = reader.u32();
    SurfaceMesh::Standing standing;
    standing.triangle_count = static_cast<std::int64_t>(reader.u64());
    for (double* x : {&standing.at.x, &standing.at.y, &standing.at.z}) *x = reader.f64();
    const bool is_good = is_known <= 1 && standing.triangle_count >= 0 && isFinite(standing.at);
    if (!is_good) reader.fail();
    if (is_known == 1) surface.standing = standing;
}

} // namespace

void SurfaceMesh::write(ByteWriter& writer) const
{
    writer.u32(kVersion);
    source().write(writer);
    writer.f64(speed());
    writer.f64(maxAcceleration());
    const SurfaceMesh::Removal& removal = data_->removal;
    for (const std::int64_t count :
         {removal.bent_vertices, removal.low_vertices, removal.non_manifold_vertices, removal.steep_triangles})
        writer.u64(static_cast<std::uint64_t>(count));
    writer.u32(standing() ? 1 : 0);
    const SurfaceMesh::Standing standing_on = standing().value_or(SurfaceMesh::Standing{});
    writer.u64(static_cast<std::uint64_t>(standing_on.triangle_count));
    for (const double x : {standing_on.at.x, standing_on.at.y, standing_on.at.z}) writer.f64(x);
    writeArray<8>(writer, positions());
    writeArray<8>(writer, accelerations());
    writeArray<4>(writer, triangles());
    writeArray<4>(writer, opposites());
    writeArray<4>(writer, sourceTriangles());
}

Result<SurfaceMesh> SurfaceMesh::read(ByteReader& reader)
{
    const std::uint32_t version = reader.u32();
    if (!reader.failed() && version != kVersion && version != kVersionBeforeStanding)
        return failVersion(reader, "The surface mesh", version, kVersion);
    Result<TriangleMesh> source = TriangleMesh::read(reader);
    if (!source) return failRead(reader, source.error().code, "The surface mesh cannot be used. " + source.error().message);
    auto data = std::make_shared<Data>(std::move(*source));
    data->speed = reader.f64();
    data->max_acceleration = reader.f64();
    SurfaceMesh::Removal& removal = data->removal;
    for (std::int64_t* count :
         {&removal.bent_vertices, &removal.low_vertices, &removal.non_manifold_vertices, &removal.steep_triangles})
        *count = static_cast<std::int64_t>(reader.u64());
    if (version != kVersionBeforeStanding) readStanding(reader, *data);
    readArray<8>(reader, data->positions);
    readArray<8>(reader, data->accelerations);
    readArray<4>(reader, data->triangles);
    readArray<4>(reader, data->opposites);
    readArray<4>(reader, data->source_triangles);
    if (reader.failed() || !isGood(*data))
        return failRead(reader, ErrorCode::malformed_file,
                        "The surface mesh is damaged: its bytes end too soon, or its triangles do not fit together.");
    findComponents(*data, {});
    findBorderLoops(*data, {});
    return SurfaceMesh(std::move(data));
}

} // namespace clearway
