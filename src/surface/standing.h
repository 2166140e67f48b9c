// SPDX-License-Identifier: MIT
// What stands on walkable ground, or cuts through it, without being part of it.
#pragma once
#include "surface/surface_parts.h"

namespace clearway::surfacing {

/// Looks at the ground of a surface that was cut already, with its components. `low`: vertices of the source with too little
/// height above; empty: none. Ground at such a vertex was cut by the height test and is left to it. Time follows the triangles
/// near to which there are others of parts that do not hang together with them; the same for any worker count.
SurfaceMesh::Standing findStanding(const SurfaceData& surface, const SurfaceOptions& options, std::span<const std::uint8_t> low);

} // namespace clearway::surfacing
