// SPDX-License-Identifier: MIT
#include "core_check.h"

#include <string>

#include <clearway/base/random.h>
#include <clearway/scene/mesh_generators.h>
#include <clearway/surface.h>

namespace clearway::check {

namespace {

std::vector<Vec3> listPoints(const Path& path)
{
    std::vector<Vec3> points;
    for (const Path::Piece& piece : path.pieces()) points.push_back(piece.from);
    if (!path.pieces().empty()) points.push_back(path.pieces().back().to);
    return points;
}

/// Ways over a surface: the ones on large meshes go by landmarks.
void checkSurfacePaths(const std::string& name, const TriangleMesh& mesh)
{
    const Result<SurfaceMesh> surface = buildSurfaceMesh(mesh, {.speed = 2});
    if (!surface) return;
    SurfacePathFinder finder(*surface);
    Hasher ways;
    std::uint64_t points = 0;
    for (std::uint64_t i = 0; i < 10; ++i)
    {
        const Path path = finder.find(finder.query().findRandomPlace({.seed = 3, .index = i}),
                                      finder.query().findRandomPlace({.seed = 4, .index = i}));
        const std::vector<Vec3> line = listPoints(path);
        points += line.size();
        for (const Vec3 p : line)
            for (const double x : {p.x, p.y, p.z}) ways.add(x);
    }
    print("surface_path/" + name, ways, points);
}

/// Vertices that move, and triangles that come and go.
void checkEdits(const std::string& name, const TriangleMesh& mesh, const SurfaceOptions& options)
{
    Result<SurfaceEditor> editor = buildSurfaceEditor(mesh, options);
    if (!editor) return;
    Hasher versions;
    std::uint64_t triangles = 0;
    Random random(21);
    const double size = length(mesh.bounds().size()) / 200;
    for (int i = 0; i < 6; ++i)
    {
        for (int k = 0; k < 20; ++k)
        {
            const auto v = static_cast<std::uint32_t>(random.below(mesh.vertexCount()));
            const Vec3 step = {random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)};
            if (editor->hasVertex(v)) (void)editor->moveVertex(v, editor->position(v) + step);
        }
        (void)editor->removeTriangle(static_cast<std::uint32_t>(random.below(mesh.triangleCount())));
        const SurfaceMesh published = editor->publish();
        versions.add(published.computeHash());
        triangles += published.triangleCount();
    }
    print("surface_edit/" + name, versions, triangles);
}

} // namespace

void checkSurfaces()
{
    for (const BuiltInScene& built_in : builtInMeshes())
    {
        const Result<TriangleMesh> mesh = buildTriangleMesh(built_in.name, {.detail = 0.1});
        if (!mesh) continue;
        Hasher built;
        built.add(mesh->computeHash());
        print("mesh/" + std::string(built_in.name), built, mesh->triangleCount());

        const double reach = length(mesh->bounds().size()) / 40;
        CurvatureOptions averaged = {.measure = CurvatureOptions::Measure::largest_principal};
        averaged.averaging_length = reach;
        SurfaceOptions upright = {.speed = 2, .curvature = averaged};
        upright.gravity.kind = Gravity::Kind::direction;
        upright.height.height = reach;
        Hasher cut;
        std::uint64_t triangles = 0;
        for (const SurfaceOptions& options :
             {SurfaceOptions{.speed = 2}, SurfaceOptions{.speed = 2, .curvature = {.method = CurvatureOptions::Method::quadric}},
              upright})
        {
            const Result<SurfaceMesh> surface = buildSurfaceMesh(*mesh, options);
            if (!surface) continue;
            cut.add(surface->computeHash());
            triangles += surface->triangleCount();
            const SurfaceQuery query(*surface);
            for (std::uint64_t i = 0; i < 20; ++i)
            {
                const SurfaceWalk walk = query.walk(query.findRandomPlace({.index = i}), {10, 3, 1}, reach * 10);
                const Vec3 p = query.findNearest(walk.place.position * 1.01).position;
                for (const double x : {walk.place.position.x, walk.place.position.y, walk.place.position.z, p.x, p.y, p.z})
                    cut.add(x);
            }
        }
        print("surface/" + std::string(built_in.name), cut, triangles);
        checkSurfacePaths(std::string(built_in.name), *mesh);
        checkEdits(std::string(built_in.name), *mesh, upright);
    }
}

} // namespace clearway::check
