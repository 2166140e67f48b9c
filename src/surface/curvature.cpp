// SPDX-License-Identifier: MIT
#include <clearway/surface/curvature.h>

#include <cmath>

#include <fmt/format.h>

#include "base/errors.h"
#include "base/workers.h"
#include "surface/curvature_parts.h"

namespace clearway {

Result<CurvatureField> buildCurvature(const TriangleMesh& mesh, const CurvatureOptions& options)
{
    if (!(options.averaging_length >= 0) || !std::isfinite(options.averaging_length))
        return makeError(fmt::format("The length over which curvature is averaged must be 0 or more metres; it is {}.",
                                     options.averaging_length));
    const TaskWorkers workers(options.execution);
    std::vector<double> values(mesh.vertexCount());
    if (options.averaging_length > 0)
        surfacing::computeAveraged(mesh, options.averaging_length, options.measure, workers.hook(), values);
    else if (options.method == CurvatureOptions::Method::quadric)
        surfacing::computeQuadric(mesh, options.measure, workers.hook(), values);
    else
        surfacing::computeMeyer(mesh, options.measure, workers.hook(), values);
    return CurvatureField(std::move(values));
}

} // namespace clearway
