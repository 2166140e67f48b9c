// SPDX-License-Identifier: MIT
// What clearance costs and saves in the published search: A-REC, A-P1.
#include <fmt/format.h>

#include <cmath>
#include <memory>

#include <clearway/published/crossing.h>
#include <clearway/published/path_search.h>

#include "list.h"
#include "world.h"

namespace clearway::experiments {

Outcome runRecursion(const Settings& settings)
{
    Table table;
    table.caption = "Clearance of all crossings, with and without following portals";
    table.header = {"mesh", "crossings", "µs each, one cell", "µs each, through portals", "ratio", "values that differ"};
    double product = 1, count = 0, most = 0;
    for (const auto& [name, decomposition] :
         {std::pair{"cross", NavMeshOptions::Decomposition::notches}, std::pair{"rooms", NavMeshOptions::Decomposition::notches},
          std::pair{"ill_conditioned", NavMeshOptions::Decomposition::notches},
          std::pair{"city500", NavMeshOptions::Decomposition::notches},
          std::pair{"cross", NavMeshOptions::Decomposition::triangulation}})
    {
        const World world = makeWorld(name, {}, {.decomposition = decomposition});
        const double seconds = settings.quick ? 0.05 : 0.5;
        const double without = measureSeconds(
            [&] { const published::CrossingTable table_of(world.clearance, published::CrossingReach::cell_only); }, seconds);
        const double with = measureSeconds([&] { const published::CrossingTable table_of(world.clearance); }, seconds);
        const published::CrossingTable near(world.clearance, published::CrossingReach::cell_only);
        const published::CrossingTable far(world.clearance);
        double crossing_count = 0, different = 0;
        for (CellId cell = 0; cell < world.mesh.cells().size(); ++cell)
            for (const NavMesh::Side& entry : world.mesh.sides(cell))
                for (const NavMesh::Side& exit : world.mesh.sides(cell))
                {
                    if (entry.portal == kNone || exit.portal == kNone || entry.portal >= exit.portal) continue;
                    ++crossing_count;
                    different += near.find(cell, entry.portal, exit.portal) > far.find(cell, entry.portal, exit.portal) + 1e-9;
                }
        if (crossing_count == 0) continue;
        product *= with / without;
        ++count;
        most = std::max(most, with / crossing_count);
        table.rows.push_back(
            {fmt::format("{}, {}", name, decomposition == NavMeshOptions::Decomposition::notches ? "notches" : "triangles"),
             fmt::format("{:.0f}", crossing_count), fmt::format("{:.2f}", 1e6 * without / crossing_count),
             fmt::format("{:.2f}", 1e6 * with / crossing_count), fmt::format("{:.2f}", with / without),
             fmt::format("{:.1f} %", 100 * different / crossing_count)});
    }
    Outcome outcome;
    const double mean = std::pow(product, 1 / count);
    outcome.measured =
        fmt::format("{:.2f} times the time for all crossings of a mesh, at most {:.1f} µs each, once when the mesh is built",
                    mean, 1e6 * most);
    outcome.verdict = most < 20e-6 ? Verdict::confirmed : Verdict::refuted;
    outcome.reason = "It is paid once per mesh, not per query, and changes the values that matter in narrow cells.";
    outcome.tables = {table};
    return outcome;
}

Outcome runPrunedSearch(const Settings& settings)
{
    Table table;
    table.caption = "A* over portals: time without clearance / time with, the same pairs of places with room for the radius";
    table.header = {"scene", "0.5", "1", "1.5", "expanded without", "expanded with, 1.5"};
    double products[3] = {1, 1, 1};
    double count = 0;
    struct Course
    {
        const char* scene;
        double scale;
    };
    for (const Course& course :
         {Course{"cross", 1}, Course{"rooms", 4}, Course{"fig17", 2}, Course{"mckenna", 1}, Course{"city500", 1}})
    {
        const World world = makeWorld(course.scene, {.scale = course.scale});
        NavMeshQuery query(world.mesh);
        const auto crossings = std::make_shared<const published::CrossingTable>(world.clearance);
        published::Search plain(world.clearance, nullptr);
        published::Search pruned(world.clearance, crossings);
        std::vector<std::string> row = {course.scene};
        double expanded[2] = {};
        for (int k = 0; k < 3; ++k)
        {
            const double radius = kRadii[k];
            std::vector<std::pair<Place, Place>> pairs;
            for (std::uint64_t i = 0; i < (settings.quick ? 300u : 1000u); ++i)
                pairs.emplace_back(query.findRandomPoint({.seed = 8, .index = 2 * i, .radius = radius}),
                                   query.findRandomPoint({.seed = 8, .index = 2 * i + 1, .radius = radius}));
            published::SearchResult path;
            const auto measure = [&](published::Search& finder, double used, double& sum) {
                sum = 0;
                return measureSeconds(
                    [&] {
                        sum = 0;
                        for (const auto& [from, to] : pairs)
                        {
                            if (!from || !to) continue;
                            finder.findChain(from, to, used, path);
                            sum += static_cast<double>(path.expanded_count);
                        }
                    },
                    settings.quick ? 0.1 : 0.5);
            };
            const double without = measure(plain, 0, expanded[0]);
            const double with = measure(pruned, radius, expanded[1]);
            products[k] *= without / with;
            row.push_back(fmt::format("{:.2f}", without / with));
            if (k < 2) continue;
            row.push_back(fmt::format("{:.1f}", expanded[0] / static_cast<double>(pairs.size())));
            row.push_back(fmt::format("{:.1f}", expanded[1] / static_cast<double>(pairs.size())));
        }
        ++count;
        table.rows.push_back(std::move(row));
    }
    double means[3];
    for (int k = 0; k < 3; ++k) means[k] = std::pow(products[k], 1 / count);
    Outcome outcome;
    outcome.measured = fmt::format("{:.2f} for 0.5, {:.2f} for 1.0, {:.2f} for 1.5 (geometric means of {:.0f} scenes)", means[0],
                                   means[1], means[2], count);
    const bool grows = means[0] <= means[1] * 1.03 && means[1] <= means[2] * 1.03;
    outcome.verdict = means[2] > 1.02 && grows ? Verdict::confirmed : Verdict::refuted;
    outcome.reason = outcome.verdict == Verdict::confirmed ? "Crossings that are too narrow are not followed, so that less is "
                                                             "looked at; how much depends on the scene, and where the "
                                                             "short way is closed the search must look further."
                                                           : "Looking up a clearance costs time at every crossing, and where the "
                                                             "short way is closed the search must look further: on "
                                                             "these scenes that outweighs what is pruned.";
    outcome.tables = {table};
    return outcome;
}

} // namespace clearway::experiments
