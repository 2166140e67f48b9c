// SPDX-License-Identifier: MIT
#include "core_check.h"

#include <string>
#include <vector>

#include <clearway/navmesh.h>
#include <clearway/scene.h>

namespace clearway::check {
namespace {

void add(Hasher& hasher, const Place& place)
{
    check::add(hasher, place.position);
    hasher.add(place.cell);
}

void add(Hasher& hasher, const NavMeshQuery::RayHit& hit)
{
    hasher.add(hit.t);
    add(hasher, hit.end);
    hasher.add(hit.obstacle);
    check::add(hasher, hit.normal);
}

/// Every kind of question, at random places and at vertices of the mesh.
void checkQueries(const std::string& name, const NavMesh& mesh)
{
    NavMeshQuery query(mesh);
    const Box2 bounds = mesh.bounds().inflated(1);
    Random random(4711);
    Hasher hasher;
    std::uint64_t hits = 0;
    std::vector<CellId> cells;
    std::vector<ObstacleId> obstacles;
    for (std::uint64_t i = 0; i < 100; ++i)
    {
        const Place place = query.findRandomPoint({.seed = 9, .index = i, .radius = i % 3 == 0 ? 0.1 : 0.0});
        add(hasher, place);
        if (!place) continue;
        const double x = random.uniform(bounds.min.x, bounds.max.x);
        const Vec2 anywhere = {x, random.uniform(bounds.min.y, bounds.max.y)};
        const Vec2 target =
            i % 4 == 0 ? mesh.vertices()[static_cast<std::size_t>(random.below(mesh.vertices().size()))].position : anywhere;
        hasher.add(query.findCell(target));
        add(hasher, query.findNearest(target));
        const NavMeshQuery::RayHit hit = query.castRay(place, target);
        hits += hit.hit();
        add(hasher, hit);
        add(hasher, query.castDisc(place, target, 0.2));
        hasher.add(query.isCapsuleFree(place, target, 0.2));
        add(hasher, query.moveAlong(place, target));
        add(hasher, query.moveDiscAlong(place, target, 0.2));
        const NavMeshQuery::WallDistance wall = query.computeWallDistance(place);
        hasher.add(wall.distance);
        check::add(hasher, wall.closest);
        hasher.add(wall.obstacle);
        query.findCellsInCircle(target, 2.5, cells);
        for (CellId cell : cells) hasher.add(cell);
        query.findObstacles(place, hit.end.position, 1.5, obstacles);
        for (ObstacleId obstacle : obstacles) hasher.add(obstacle);
    }
    print("queries/" + name, hasher, hits);
}

void checkBuild(const std::string& name, const Scene& scene, const NavMeshOptions& options)
{
    Hasher hasher;
    const Result<NavMesh> mesh = buildNavMesh(scene, options);
    if (mesh)
    {
        hasher.add(mesh->computeHash());
        hasher.add(mesh->area());
    }
    print(name, hasher, mesh ? mesh->cells().size() : 0);
}

} // namespace

void checkNavMeshes()
{
    for (const BuiltInScene& built_in : builtInScenes())
    {
        const Result<Scene> scene = buildScene(built_in.name);
        if (!scene) continue;
        const std::string name(built_in.name);
        checkBuild("navmesh/notches/" + name, *scene, {.decomposition = NavMeshOptions::Decomposition::notches});
        checkBuild("navmesh/relaxed/" + name, *scene,
                   {.decomposition = NavMeshOptions::Decomposition::notches, .relaxation = 0.25});
        checkBuild("navmesh/merged/" + name, *scene, {.decomposition = NavMeshOptions::Decomposition::merged});
        checkBuild("navmesh/triangulation/" + name, *scene, {.decomposition = NavMeshOptions::Decomposition::triangulation});
        if (const Result<NavMesh> mesh = buildNavMesh(*scene)) checkQueries(name, *mesh);
    }

    SquareGrid grid = {.columns = 40, .rows = 30, .origin = {-3, 5}, .square_size = 0.5, .passable = {}};
    Random random(8);
    for (int i = 0; i < grid.columns * grid.rows; ++i) grid.passable.push_back(random.below(4) != 0);
    if (const Result<NavMesh> mesh = buildNavMesh(grid))
    {
        Hasher hasher;
        hasher.add(mesh->computeHash());
        print("navmesh/squares", hasher, mesh->cells().size());
        checkQueries("squares", *mesh);
    }
}

} // namespace clearway::check
