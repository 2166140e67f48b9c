// SPDX-License-Identifier: MIT
#include "plan/layers.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <clearway/navmesh/query.h>

namespace clearway {

/// The mean height of its corners.
static double computeHeight(const NavMesh& mesh, CellId cell)
{
    double sum = 0;
    for (const NavMesh::Side& side : mesh.sides(cell)) sum += mesh.vertices()[side.from].height;
    return sum / mesh.cells()[cell].side_count;
}

int findLayer(const NavMesh& mesh, const PathRequest& request)
{
    const bool has_height = std::isfinite(request.start.z) || std::isfinite(request.goal.z);
    const Vec3 point = std::isfinite(request.start.z) ? request.start : request.goal;
    int layer_count = 0;
    for (const NavMesh::Cell& cell : mesh.cells()) layer_count = std::max(layer_count, cell.layer + 1);
    int best = kAnyLayer;
    double best_gap = std::numeric_limits<double>::infinity();
    for (int layer = 0; layer < layer_count; ++layer)
    {
        const Place place = findPlace(mesh, planar(point), layer);
        if (!place) continue;
        if (!has_height)
        {
            if (findPlace(mesh, planar(request.start), layer)) return layer;
            continue;
        }
        const double gap = std::fabs(computeHeight(mesh, place.cell) - point.z);
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
