// SPDX-License-Identifier: MIT
// Recast as its demo uses it (one mesh, watershed regions), on the triangles of a scene whose holes are extruded to buildings.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include <clearway/scene/scene.h>

namespace clearway::bench {

struct RecastRun
{
    double seconds = 0;
    std::uint64_t polygon_count = 0;
};

/// Name, version and settings of the peer; or that it is not installed.
std::string describeRecast();

/// Median time to build polygons and detail from triangles. Nothing when this program was built without Recast.
std::optional<RecastRun> measureRecast(const Scene& scene);

} // namespace clearway::bench
