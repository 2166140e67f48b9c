// SPDX-License-Identifier: MIT
// Scenes to navigation meshes: every layer is decomposed by itself, then the cells of all layers are put in order and assembled.
#include <algorithm>
#include <cmath>
#include <memory>

#include <clearway/navmesh/build.h>

#include "base/errors.h"
#include "navmesh/assemble.h"
#include "navmesh/cell_graph.h"
#include "navmesh/decompose.h"
#include "navmesh/decompose_soup.h"

namespace clearway {

namespace {

constexpr int kMaxRetries = 4;
/// Corners up to which a layer is compared with the baseline; beyond, memory counts more.
constexpr std::uint32_t kLargestComparison = 1u << 20;

/// A layer with its portals, and for each area whether the baseline does it with fewer cells.
struct NotchDecomposition
{
    LayerPlan plan;
    std::unique_ptr<CellGraph> graph;
    std::unique_ptr<CellGraph> merged; ///< missing in a very large layer
    std::vector<bool> takes_merged;
    std::size_t cell_count = 0;
    std::vector<std::uint32_t> blocked; ///< see PortalExceptions
};

Result<std::unique_ptr<NotchDecomposition>> tryNotches(LayerPlan plan, const PortalOptions& options)
{
    auto result = std::make_unique<NotchDecomposition>();
    result->plan = std::move(plan);
    if (result->plan.cornerCount() <= kLargestComparison)
    {
        result->merged = std::make_unique<CellGraph>(result->plan, CellGraph::Edges::all);
        result->merged->removeNeedlessPortals(0);
    }
    auto exceptions = insertPortals(result->plan, options);
    if (!exceptions) return exceptions.error();
    result->blocked = std::move(exceptions->blocked);
    result->graph = std::make_unique<CellGraph>(result->plan, CellGraph::Edges::constraints);
    result->graph->removeNeedlessPortals(options.relaxation);

    const std::vector<std::uint32_t> counts = result->graph->countCellsByArea();
    const std::vector<std::uint32_t> merged_counts = result->merged ? result->merged->countCellsByArea() : counts;
    result->takes_merged.resize(counts.size());
    for (std::size_t a = 0; a < counts.size(); ++a)
    {
        result->takes_merged[a] = merged_counts[a] < counts[a];
        result->cell_count += std::min(merged_counts[a], counts[a]);
    }
    return result;
}

/// Cells by connecting notches; in areas where the baseline needs fewer cells, those of the baseline. A small layer full of
/// needles may end above the bound, since a notch that sees nothing but a portal takes two; then such notches come first in the
/// next try.
Result<void> decomposeByNotches(LayerPlan plan, const NavMeshOptions& options, CellSoup& soup)
{
    const Scene& scene = *plan.scene;
    const int layer = plan.layer;
    const std::size_t bound = countMostCells(plan);
    PortalOptions portal_options{options.relaxation, options.execution.progress};
    auto best = tryNotches(std::move(plan), portal_options);
    if (!best) return best.error();
    std::vector<std::uint32_t> blocked = (*best)->blocked;
    for (int round = 0; round < kMaxRetries && (*best)->cell_count > bound && !blocked.empty(); ++round)
    {
        portal_options.first.insert(portal_options.first.begin(), blocked.begin(), blocked.end());
        auto again = buildLayerPlan(scene, layer, options.execution.progress);
        if (!again) return again.error();
        auto next = tryNotches(std::move(again).value(), portal_options);
        if (!next) return next.error();
        blocked = (*next)->blocked;
        if ((*next)->cell_count < (*best)->cell_count) best = std::move(next);
    }
    const NotchDecomposition& chosen = **best;
    if (chosen.merged)
        appendCells(*chosen.graph, *chosen.merged, chosen.takes_merged, soup);
    else
        appendCells(*chosen.graph, soup);
    return {};
}

Result<void> decomposeLayer(const Scene& scene, int layer, const NavMeshOptions& options, CellSoup& soup)
{
    auto plan = buildLayerPlan(scene, layer, options.execution.progress);
    if (!plan) return plan.error();
    if (options.decomposition == NavMeshOptions::Decomposition::notches)
        return decomposeByNotches(std::move(plan).value(), options, soup);
    CellGraph graph(*plan, CellGraph::Edges::all);
    if (options.decomposition == NavMeshOptions::Decomposition::merged) graph.removeNeedlessPortals(0);
    appendCells(graph, soup);
    return {};
}

} // namespace

Result<CellSoup> buildCellSoup(const Scene& scene, const NavMeshOptions& options)
{
    if (!(options.relaxation >= 0) || !std::isfinite(options.relaxation))
        return makeError("The relaxation must be a number of metres, 0 or more.");
    CellSoup soup;
    soup.frame = scene.frame();
    soup.first_side.push_back(0);
    soup.obstacles.resize(scene.points().size());
    std::vector<int> layers;
    for (const Scene::Area& area : scene.areas())
    {
        layers.push_back(area.layer);
        for (const Scene::RingRange& ring : scene.rings().subspan(area.first_ring, area.ring_count))
        {
            for (std::uint32_t i = ring.first; i < ring.first + ring.count; ++i) soup.obstacles[i] = {scene.edge(i), area.layer};
        }
    }
    std::sort(layers.begin(), layers.end());
    layers.erase(std::unique(layers.begin(), layers.end()), layers.end());
    for (const int layer : layers)
    {
        if (auto done = decomposeLayer(scene, layer, options, soup); !done) return done.error();
    }
    return soup;
}

Result<NavMesh> buildNavMesh(const Scene& scene, const NavMeshOptions& options)
{
    auto soup = buildCellSoup(scene, options);
    if (!soup) return soup.error();
    Result<NavMesh> mesh = assembleUncheckedNavMesh(std::move(*soup));
    if (mesh) return mesh;
    return makeInternalError("the cells of a scene do not fit each other: " + mesh.error().message,
                             "a mesh of the scene '" + scene.name() + "' with " + std::to_string(scene.points().size()) +
                                 " vertices and hash " + std::to_string(scene.computeHash()));
}

} // namespace clearway
