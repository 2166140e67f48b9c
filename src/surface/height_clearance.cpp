// SPDX-License-Identifier: MIT
// Based on:
// G. Berseth, M. Kapadia, P. Faloutsos. ACCLMesh: curvature-based navigation mesh generation. 2015
// Departures in `published`: of the dihedral angles only those at the edges of the ground triangle say whether a point is above
// it; it must also be on the upper side, by a twentieth of the height; triangles that touch the vertex do not count, and a point
// exactly above an edge does.
#include <clearway/surface/height_clearance.h>

#include <cmath>

#include <fmt/format.h>

#include "base/errors.h"
#include "base/workers.h"
#include "surface/height_search.h"

namespace clearway {

Result<void> surfacing::checkHeights(const TriangleMesh& mesh, std::span<const Vec3> ups, const HeightOptions& options)
{
    if (!(options.height > 0) || !std::isfinite(options.height) || !(options.radius >= 0 && options.radius < options.height / 2))
        return makeError(fmt::format("The height must be above 0 and the radius below half of it; they are {} and {}.",
                                     options.height, options.radius));
    if (ups.size() != 1 && ups.size() != mesh.vertexCount()) return makeError("Give one direction up, or one for each vertex.");
    return {};
}

std::vector<std::uint8_t> surfacing::findLow(const HeightSearch& search, std::span<const Vec3> ups, std::size_t vertex_count,
                                             const TaskHook& hook)
{
    std::vector<std::uint8_t> low(vertex_count);
    forChunks(
        hook, low.size(),
        [&](const Chunk& chunk) {
            for (std::size_t v = chunk.begin; v < chunk.end; ++v)
                low[v] = search.isLow(static_cast<std::uint32_t>(v), ups[ups.size() == 1 ? 0 : v]);
        },
        512);
    return low;
}

Result<std::vector<std::uint8_t>> findLowVertices(const TriangleMesh& mesh, std::span<const Vec3> ups,
                                                  const HeightOptions& options, const Execution& execution)
{
    const TaskWorkers workers(execution);
    const TaskHook& hook = workers.hook();
    const Result<void> checked = surfacing::checkHeights(mesh, ups, options);
    if (!checked) return checked.error();
    return surfacing::findLow(surfacing::HeightSearch(mesh, options, hook), ups, mesh.vertexCount(), hook);
}

} // namespace clearway
