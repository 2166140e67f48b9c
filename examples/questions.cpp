// SPDX-License-Identifier: MIT
// Ten questions to a mesh, one line each.
#include <clearway/clearway.h>

#include <cstdio>

using namespace clearway;

int main()
{
    const NavMesh mesh = buildNavMesh(buildScene("rooms").value()).value();
    NavMeshQuery query(mesh); // keeps its memory warm; one per thread

    const Place here = query.findRandomPoint({.seed = 7, .radius = 0.4});
    const Vec2 there = mesh.bounds().center();
    std::vector<CellId> cells;
    query.findCellsInCircle(here, 5, cells);

    std::printf("where am I?               cell %u\n", query.findCell(here));
    std::printf("how big is it?            %.1f m2\n", mesh.area(here.cell));
    std::printf("where could I stand?      (%.2f, %.2f)\n", query.findNearest(there).position.x,
                query.findNearest(there).position.y);
    std::printf("how near is a wall?       %.2f m\n", query.computeWallDistance(here).distance);
    std::printf("how far can I see?        %.0f %% of the way\n", 100 * query.castRay(here, there).t);
    std::printf("how far can I roll?       %.0f %% of the way\n", 100 * query.castDisc(here, there, 0.4).t);
    std::printf("would a cart get there?   %s\n", query.isCapsuleFree(here, there, 0.4) ? "yes" : "no");
    std::printf("where would I slide to?   (%.2f, %.2f)\n", query.moveAlong(here, there).position.x,
                query.moveAlong(here, there).position.y);
    std::printf("who is within five metres? %zu cells\n", cells.size());
    std::printf("can one get everywhere?   %s\n", mesh.componentCount() == 1 ? "yes" : "no");
}
