// SPDX-License-Identifier: MIT
#include <clearway/guide/on_surface.h>

#include <cmath>

#include <fmt/format.h>

#include "base/errors.h"
#include "guide/surface_ground.h"
#include "guide/surface_guide.h"

namespace clearway {

Result<SurfaceWorld> onSurface(const SurfaceMesh& mesh, const OnSurfaceOptions& options)
{
    if (!(options.reach > 0) || !std::isfinite(options.reach))
        return makeError(fmt::format("The reach must be above 0 m; it is {}.", options.reach));
    if (!(options.straight_detour >= 1))
        return makeError(fmt::format("The detour of a straight way must be at least 1; it is {}.", options.straight_detour));
    const Result<SurfaceChart> chart = buildSurfaceChart(mesh);
    if (!chart) return chart.error();
    const Result<BorderClearance> clearance = buildBorderClearance(mesh, options.reach);
    if (!clearance) return clearance.error();
    const auto shared = std::make_shared<const SurfaceWorldData>(chart.value(), clearance.value(), options);
    return SurfaceWorld{{std::make_shared<SurfaceGround>(shared), std::make_shared<SurfaceGuide>(shared)}, chart.value()};
}

} // namespace clearway
