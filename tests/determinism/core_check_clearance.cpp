// SPDX-License-Identifier: MIT
#include "core_check.h"

#include <string>
#include <vector>

#include <clearway/clearance.h>
#include <clearway/published/crossing.h>
#include <clearway/published/free_intervals.h>
#include <clearway/scene.h>

namespace clearway::check {
namespace {

void checkDiagram(const std::string& name, const VoronoiDiagram& diagram)
{
    Hasher hasher;
    for (const auto& site : diagram.sites())
    {
        hasher.add(site.obstacle);
        hasher.add(site.previous);
        hasher.add(site.next);
        add(hasher, site.shape.a);
        add(hasher, site.shape.b);
    }
    for (const auto& vertex : diagram.vertices())
    {
        add(hasher, vertex.position);
        hasher.add(vertex.clearance);
    }
    for (const auto& edge : diagram.edges())
    {
        hasher.add(edge.a);
        hasher.add(edge.b);
        hasher.add(edge.left);
        hasher.add(edge.right);
        hasher.add(edge.narrowest);
    }
    print("voronoi/" + name, hasher, diagram.edges().size());
}

void checkLists(const std::string& name, const ClearanceMesh& clearance)
{
    Hasher hasher;
    std::uint64_t count = 0;
    for (CellId cell = 0; cell < clearance.mesh().cells().size(); ++cell)
        for (std::uint32_t site : clearance.sitesNear(cell))
        {
            hasher.add(site);
            ++count;
        }
    for (PortalId portal = 0; portal < clearance.mesh().portals().size(); ++portal)
        for (std::uint32_t site : clearance.sitesNearPortal(portal)) hasher.add(site);
    print("clearance/lists/" + name, hasher, count);
}

void checkIntervals(const std::string& name, const ClearanceMesh& clearance)
{
    using Method = published::ShrinkOptions::Method;
    Hasher hasher;
    std::uint64_t count = 0;
    std::vector<Interval> intervals;
    const auto addIntervals = [&] {
        count += intervals.size();
        for (const Interval& interval : intervals)
        {
            hasher.add(interval.begin);
            hasher.add(interval.end);
        }
    };
    for (PortalId portal = 0; portal < clearance.mesh().portals().size(); ++portal)
    {
        hasher.add(computeCriticalRadius(clearance, portal));
        for (const double radius : {0.1, 0.37, 1.0})
        {
            computeFreeIntervals(clearance, portal, radius, intervals);
            addIntervals();
            for (const Method method : {Method::paper, Method::simple})
            {
                published::computeFreeIntervals(clearance, portal, {.radius = radius, .method = method}, intervals);
                addIntervals();
            }
        }
    }
    print("clearance/intervals/" + name, hasher, count);
}

void checkWays(const std::string& name, const ClearanceMesh& clearance)
{
    const NavMesh& mesh = clearance.mesh();
    Hasher hasher;
    std::uint64_t passable = 0;
    NavMeshQuery query(mesh);
    for (std::uint64_t i = 0; i < 100; ++i)
    {
        const Place a = query.findRandomPoint({.seed = 3, .index = 2 * i});
        const Place b = query.findRandomPoint({.seed = 3, .index = 2 * i + 1});
        if (!a || !b) continue;
        const auto widest = clearance.findWidest(a, b);
        hasher.add(widest.radius);
        add(hasher, widest.narrowest_at);
        hasher.add(clearance.findNearestSite(a).distance);
        passable += widest.radius >= 0.5;
    }
    const published::CrossingTable table(clearance);
    for (CellId cell = 0; cell < mesh.cells().size(); ++cell)
        for (const NavMesh::Side& entry : mesh.sides(cell))
            for (const NavMesh::Side& exit : mesh.sides(cell))
                if (entry.portal != kNone && exit.portal != kNone && entry.portal < exit.portal)
                    hasher.add(table.find(cell, entry.portal, exit.portal));
    print("clearance/ways/" + name, hasher, passable);
}

void checkAll(const std::string& name, const NavMesh& mesh)
{
    const Result<ClearanceMesh> clearance = buildClearance(mesh);
    if (!clearance)
    {
        print("clearance/" + name, Hasher(), 0);
        return;
    }
    checkDiagram(name, clearance->voronoi());
    checkLists(name, *clearance);
    checkIntervals(name, *clearance);
    checkWays(name, *clearance);
}

} // namespace

void checkClearance()
{
    for (const char* name : {"rooms", "cross", "donut", "city500", "fig17", "mckenna"})
        if (const Result<Scene> scene = buildScene(name))
        {
            if (const auto mesh = buildNavMesh(*scene)) checkAll(name, *mesh);
            if (const auto mesh = buildNavMesh(*scene, {.relaxation = 0.25})) checkAll(std::string(name) + "-relaxed", *mesh);
            if (const auto mesh = buildNavMesh(*scene, {.decomposition = NavMeshOptions::Decomposition::triangulation}))
                checkAll(std::string(name) + "-triangles", *mesh);
        }
    SquareGrid grid = {.columns = 24, .rows = 18, .origin = {-3.3, 5.1}, .square_size = 0.7, .passable = {}};
    Random random(8);
    for (int i = 0; i < grid.columns * grid.rows; ++i) grid.passable.push_back(random.below(4) != 0);
    if (const auto mesh = buildNavMesh(grid)) checkAll("squares", *mesh);
}

} // namespace clearway::check
