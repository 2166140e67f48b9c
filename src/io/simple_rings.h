// SPDX-License-Identifier: MIT
// The rings of a scene as other programs expect them: simple ones. A ring of a scene follows the boundary of one piece of free
// space and may touch itself at vertices, where two obstacles touch, or an obstacle touches the outline. The simple features of
// OGC allow rings that touch each other at points, but none that touches itself.
#pragma once
#include <cstdint>
#include <vector>

#include <clearway/scene/scene.h>

namespace clearway::io {

/// One ring as vertices of the scene, in order; the first is not repeated.
using VertexRing = std::vector<std::uint32_t>;

/// The rings of an area, cut where they touch themselves, the outline first. What touches itself nowhere stays as it is.
/// O(n log n) for n points.
std::vector<VertexRing> findSimpleRings(const Scene& scene, const Scene::Area& area);

} // namespace clearway::io
