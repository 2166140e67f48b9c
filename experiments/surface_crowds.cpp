// SPDX-License-Identifier: MIT
// How many agents a processor can lead over a surface: B-F1d.
#include <fmt/format.h>

#include <clearway/crowd.h>
#include <clearway/plan.h>
#include <clearway/scene/mesh_generators.h>
#include <clearway/surface.h>

#include "draw.h"
#include "list.h"
#include "require.h"
#include "world.h"

namespace clearway::experiments {

namespace {

constexpr double kDt = 0.1;
constexpr double kRadius = 0.25;

struct SurfaceRun
{
    double factor = 0;  ///< how many times faster than what it shows, the first plans included
    double walking = 0; ///< the same after the first two seconds, when all have a plan
    std::uint64_t contacts = 0;
    std::uint64_t outside = 0;
};

SurfaceRun measure(const clearway::World& world, std::size_t count, double seconds)
{
    Crowd crowd(world, {.steering = orca()});
    for (std::uint64_t i = 0; crowd.size() < count && i < 100 * count; ++i)
    {
        Vec2 position;
        if (!world.ground->findRandomPoint(1, i, kRadius + 0.01, kNone, position)) continue;
        require(crowd.add({.position = position, .radius = kRadius, .goal = Goal::random(7)}));
    }
    // Random places may be in each other: they move apart first.
    const double start = threadSeconds();
    for (int i = 0; i < 20; ++i) crowd.step(kDt);
    const double first = threadSeconds() - start;
    CrowdObserver observer(crowd, {.keeps_series = false});
    double taken = 0;
    while (crowd.time() < seconds)
    {
        const double before = threadSeconds();
        crowd.step(kDt);
        taken += threadSeconds() - before;
        observer.observe(crowd);
    }
    const CrowdMetrics metrics = observer.metrics();
    return {crowd.time() / (first + taken), metrics.seconds / taken, metrics.agent_contacts, metrics.outside};
}

} // namespace

Outcome runSurfaceCrowd(const Settings& settings)
{
    struct Site
    {
        const char* mesh;
        double size;
        std::vector<std::size_t> counts;
    };
    std::vector<Site> sites = {{"terrain", 1, {1000, 2000, 5000, 10000}}, {"sphere", 4, {1000, 2000}}, {"asteroid", 1, {1000}}};
    if (settings.quick) sites = {{"terrain", 1, {500, 1000}}, {"sphere", 4, {200}}};
    Outcome outcome;
    Table table;
    table.caption = "Agents with orca in their tangent planes, random goals, radius 0.25 m, 1.34 m/s, steps of 0.1 s, one core";
    table.header = {"mesh", "triangles", "agents", "times faster than real time", "after the first plans", "contacts", "outside"};
    Diagram diagram{"times faster than real time", "agents", {}};
    double on_terrain = 0;
    std::uint64_t contacts = 0, outside = 0;
    for (const Site& site : sites)
    {
        const SurfaceMesh mesh = buildSurfaceMesh(buildTriangleMesh(site.mesh, {.size = site.size}).value()).value();
        const clearway::World world = require(buildWorld(PlannerParts{.surface = mesh}, "surface"));
        DiagramLine line{site.mesh, {}};
        for (const std::size_t size : site.counts)
        {
            const SurfaceRun run = measure(world, size, settings.quick ? 5 : 60);
            table.rows.push_back({site.mesh, fmt::format("{}", mesh.triangleCount()), fmt::format("{}", size),
                                  fmt::format("{:.1f}", run.factor), fmt::format("{:.1f}", run.walking),
                                  fmt::format("{}", run.contacts), fmt::format("{}", run.outside)});
            line.points.push_back({static_cast<double>(size), run.factor});
            if (&site == &sites.front()) on_terrain = run.factor;
            contacts += run.contacts, outside += run.outside;
        }
        diagram.lines.push_back(std::move(line));
    }
    const std::size_t most = sites.front().counts.back();
    outcome.measured =
        fmt::format("{} agents walk on terrain {:.1f} times faster than real time, planning included", most, on_terrain);
    outcome.verdict = on_terrain < 1 ? Verdict::refuted : on_terrain > 10 || most > 5000 ? Verdict::better : Verdict::confirmed;
    outcome.reason = fmt::format("on all surfaces together {} contacts of agents, and {} times somebody nearer to a border than "
                                 "its radius",
                                 contacts, outside);
    outcome.tables.push_back(std::move(table));
    if (!settings.folder.empty()) outcome.pictures.push_back(draw(settings, "surface_crowd.svg", "Crowds on surfaces", diagram));
    return outcome;
}

} // namespace clearway::experiments
