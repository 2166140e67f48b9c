// SPDX-License-Identifier: MIT
#include "world.h"

#include <algorithm>
#include <ctime>
#include <stdexcept>

#include <clearway/base/random.h>

namespace clearway::experiments {

World makeWorld(const std::string& name, const Result<NavMesh>& mesh)
{
    if (!mesh) throw std::runtime_error(name + ": " + mesh.error().message);
    const Result<ClearanceMesh> clearance = buildClearance(*mesh);
    if (!clearance) throw std::runtime_error(name + ": " + clearance.error().message);
    return {name, *mesh, *clearance};
}

World makeWorld(const std::string& name, const GeneratorOptions& generator, const NavMeshOptions& options)
{
    const Result<Scene> scene = buildScene(name, generator);
    if (!scene) throw std::runtime_error(name + ": " + scene.error().message);
    return makeWorld(name, buildNavMesh(*scene, options));
}

static std::vector<PortalId> listPortals(const NavMesh& mesh, CellId cell)
{
    std::vector<PortalId> portals;
    for (const NavMesh::Side& side : mesh.sides(cell))
        if (side.portal != kNone) portals.push_back(side.portal);
    return portals;
}

static CellId behind(const NavMesh& mesh, CellId cell, PortalId portal)
{
    return mesh.portals()[portal].left == cell ? mesh.portals()[portal].right : mesh.portals()[portal].left;
}

std::vector<Crossing> makeCrossings(const NavMesh& mesh, std::size_t count, std::uint64_t seed, int exit_count)
{
    std::vector<std::vector<PortalId>> portals;
    std::vector<CellId> cells;
    for (CellId cell = 0; cell < mesh.cells().size(); ++cell)
    {
        portals.push_back(listPortals(mesh, cell));
        if (portals.back().size() >= 2) cells.push_back(cell);
    }
    std::vector<Crossing> crossings;
    if (cells.empty()) return crossings;
    Random random(seed);
    while (crossings.size() < count)
    {
        Crossing crossing;
        crossing.cell = cells[random.below(cells.size())];
        const std::vector<PortalId>& around = portals[crossing.cell];
        crossing.entry = around[random.below(around.size())];
        crossing.from = behind(mesh, crossing.cell, crossing.entry);
        crossing.radius = static_cast<std::uint32_t>(random.below(3));
        CellId cell = crossing.cell;
        PortalId last = crossing.entry;
        for (int i = 0; i < exit_count; ++i)
        {
            std::vector<PortalId> others = portals[cell];
            others.erase(std::remove(others.begin(), others.end(), last), others.end());
            if (others.empty()) break;
            last = others[random.below(others.size())];
            crossing.exits.push_back(last);
            cell = behind(mesh, cell, last);
        }
        crossings.push_back(std::move(crossing));
    }
    return crossings;
}

double threadSeconds()
{
    timespec now = {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double computeMedian(std::vector<double> values)
{
    if (values.empty()) return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

} // namespace clearway::experiments
