// SPDX-License-Identifier: MIT
#include "core_check.h"

#include <string>

#include <clearway/scene/mesh_generators.h>
#include <clearway/surface.h>

namespace clearway::check {

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
        CurvatureOptions averaged = {.measure = CurvatureMeasure::largest_principal};
        averaged.averaging_length = reach;
        SurfaceOptions upright = {.speed = 2, .curvature = averaged};
        upright.gravity.kind = Gravity::Kind::direction;
        upright.height.height = reach;
        Hasher cut;
        std::uint64_t triangles = 0;
        for (const SurfaceOptions& options :
             {SurfaceOptions{.speed = 2}, SurfaceOptions{.speed = 2, .curvature = {.method = CurvatureMethod::quadric}}, upright})
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
    }
}

} // namespace clearway::check
