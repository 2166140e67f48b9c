// SPDX-License-Identifier: MIT
// Exact shortest distances over a triangle mesh, by passing windows of light over edges from triangle to triangle. Slow and
// obvious: nothing is cut at other windows, only those that some way along the edges beats are thrown away.
// Based on: J. S. B. Mitchell, D. M. Mount, C. H. Papadimitriou. The discrete geodesic problem. 1987 (windows); S.-Q. Xin, G.-J.
// Wang. Improving Chen and Han's algorithm on the discrete geodesic problem. 2009 (what can be thrown away)
#pragma once
#include <span>
#include <vector>

#include <clearway/surface/query.h>

namespace clearway::oracle {

/// The distance over the surface from `start` to each of `goals`; infinite where there is no way. Start and goals become vertices
/// of a copy of the mesh.
std::vector<double> computeGeodesicDistances(const SurfaceMesh& mesh, const SurfacePlace& start,
                                             std::span<const SurfacePlace> goals);

} // namespace clearway::oracle
