// SPDX-License-Identifier: MIT
// Surface meshes for tests: built-in ones at small sizes, whole or cut, and random ones.
#pragma once
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <clearway/scene/mesh_generators.h>
#include <clearway/surface.h>

#include "tests/support/meshes.h"

namespace clearway::test {

/// The points of a path over a surface: the start of each piece, and the end.
inline std::vector<SurfacePlace> listPlaces(const Path& path)
{
    std::vector<SurfacePlace> places;
    for (std::size_t i = 0; i < path.pieces().size(); ++i) places.push_back({path.pieces()[i].from, path.faces()[i]});
    if (!path.pieces().empty()) places.push_back({path.pieces().back().to, path.faces().back()});
    return places;
}

/// All of a mesh as ground.
inline SurfaceMesh makeWholeSurface(const TriangleMesh& mesh)
{
    SurfaceOptions options;
    options.max_acceleration = std::numeric_limits<double>::infinity();
    return buildSurfaceMesh(mesh, options).value();
}
inline SurfaceMesh makeWholeSurface(MeshInput input) { return makeWholeSurface(buildTriangleMesh(std::move(input)).value()); }

/// A built-in mesh with about `detail` times its usual triangles, cut where it bends too much.
inline SurfaceMesh makeBuiltInSurface(std::string_view name, double detail,
                                      double max_acceleration = std::numeric_limits<double>::infinity())
{
    MeshGeneratorOptions generator;
    generator.detail = detail;
    SurfaceOptions options;
    options.max_acceleration = max_acceleration;
    return buildSurfaceMesh(buildTriangleMesh(name, generator).value(), options).value();
}

/// A built-in mesh without the share of it that bends most.
inline SurfaceMesh makeCutSurface(std::string_view name, double detail, double removed_share)
{
    MeshGeneratorOptions generator;
    generator.detail = detail;
    const TriangleMesh mesh = buildTriangleMesh(name, generator).value();
    const CurvatureField curvature = buildCurvature(mesh).value();
    std::vector<double> sorted(curvature.values().begin(), curvature.values().end());
    std::sort(sorted.begin(), sorted.end());
    const auto at = static_cast<std::size_t>(static_cast<double>(sorted.size() - 1) * (1 - removed_share));
    SurfaceOptions options;
    options.max_acceleration = computeAcceleration(options.speed, sorted[at]) * 1.01;
    return buildSurfaceMesh(mesh, curvature, options).value();
}

/// A hilly sheet of `cells` by `cells` with random corners and diagonals.
inline MeshInput makeRandomHills(std::uint32_t cells, double height, Random& random)
{
    const double n = cells;
    MeshInput input = makeGrid(
        cells, cells,
        [&](double i, double k) {
            const double reach = i == 0 || k == 0 || i == n || k == n ? 0 : 0.3;
            return Vec3{i + random.uniform(-reach, reach), k + random.uniform(-reach, reach), random.uniform(0, height)};
        },
        &random);
    shuffle(input, random);
    return input;
}

/// Without a share of its triangles, chosen at random.
inline MeshInput makeHoles(MeshInput input, double share, Random& random)
{
    std::vector<MeshTriangle> kept;
    for (const MeshTriangle& t : input.triangles)
        if (random.uniform() >= share) kept.push_back(t);
    input.triangles = std::move(kept);
    return input;
}

} // namespace clearway::test
