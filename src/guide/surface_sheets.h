// SPDX-License-Identifier: MIT
// Where a surface is one gently bent sheet, so that whoever is near through space is near on the ground: most of most surfaces.
#pragma once
#include <cstdint>
#include <vector>

#include "guide/surface_chart.h"

namespace clearway {

/// Which triangles are in the midst of such ground: all ground within `reach` of them hangs together there without a border, and
/// its normals are within 45 degrees of one direction. Then the ground between two points that are at most `reach` apart, above
/// the line between them, is a graph that climbs at most as fast as it goes ahead: it stays in the ball of which the two are the
/// poles. Linear in the number of triangles; triangles much larger than `reach` are never in the midst.
std::vector<std::uint8_t> findPlainFaces(const SurfaceChart::Data& chart, double reach);

} // namespace clearway
