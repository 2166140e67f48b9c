// SPDX-License-Identifier: MIT
#include "plan/layers.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <clearway/navmesh/query.h>

namespace clearway {

int findLayer(const NavMesh& mesh, const PathRequest& request)
{
    const Vec3 point = std::isfinite(request.start.z) ? request.start : request.goal;
    if (!std::isfinite(point.z)) return kAnyLayer;
    int layer_count = 0;
    for (const NavMesh::Cell& cell : mesh.cells()) layer_count = std::max(layer_count, cell.layer + 1);
    int best = kAnyLayer;
    double best_gap = std::numeric_limits<double>::infinity();
    for (int layer = 0; layer < layer_count; ++layer)
    {
        const Place place = findPlace(mesh, planar(point), layer);
        if (!place) continue;
        double sum = 0;
        for (const NavMesh::Side& side : mesh.sides(place.cell)) sum += mesh.vertices()[side.from].height;
        const double gap = std::fabs(sum / mesh.cells()[place.cell].side_count - point.z);
        if (gap >= best_gap) continue;
        best = layer;
        best_gap = gap;
    }
    return best;
}

namespace plan {

LayerFinder::LayerFinder(const NavMesh& mesh)
{
    for (const NavMesh::Cell& cell : mesh.cells())
        if (cell.layer > 0) mesh_ = mesh;
}

} // namespace plan
} // namespace clearway
