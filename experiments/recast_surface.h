// SPDX-License-Identifier: MIT
// Recast on the triangles of a model, where this program has it.
#pragma once
#include <optional>
#include <string>

#include <clearway/scene/triangle_mesh.h>

namespace clearway::experiments {

struct RecastOutcome
{
    double seconds = 0;
    MeshInput detail; ///< its mesh, as near to the ground as it gets
};

/// Nothing when this program was built without Recast.
std::optional<RecastOutcome> buildWithRecast(const MeshInput& input);
std::string describeRecastHere();

} // namespace clearway::experiments
