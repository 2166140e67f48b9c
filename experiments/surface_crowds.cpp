// SPDX-License-Identifier: MIT
// How many agents a processor can lead over a surface: B-F1d.
#include <fmt/format.h>

#include <stdexcept>

#include <clearway/crowd.h>
#include <clearway/guide.h>
#include <clearway/scene/mesh_generators.h>
#include <clearway/surface.h>

#include "draw.h"
#include "list.h"
#include "world.h"

namespace clearway::experiments {

namespace {

constexpr double kDt = 0.1;
constexpr double kRadius = 0.25;

struct SurfaceRun
{
    double factor = 0; ///< how many times faster than what it shows, planning included
    std::uint64_t contacts = 0;
    std::uint64_t outside = 0;
    double straightness = 0;
};

SurfaceRun measure(const SurfaceWorld& world, std::size_t count, double seconds)
{
    Crowd crowd(world.world, {.steering = orca()});
    for (std::uint64_t i = 0; crowd.size() < count && i < 100 * count; ++i)
    {
        Vec2 position;
        if (!world.world.ground->findRandomPoint(1, i, kRadius + 0.01, kNoFace, position)) continue;
        if (const auto added = crowd.add({.position = position, .radius = kRadius, .goal = Goal::random(7)}); !added)
            throw std::runtime_error(added.error().message);
    }
    // Random places may be in each other: they move apart first.
    for (int i = 0; i < 20; ++i) crowd.step(kDt);
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
    return {metrics.seconds / taken, metrics.agent_contacts, metrics.outside, metrics.mean_straightness};
}

} // namespace

Outcome runSurfaceCrowd(const Settings& settings)
{
    struct Site
    {
        const char* mesh;
        double size;
    };
    constexpr Site kSites[] = {{"terrain", 1}, {"asteroid", 1}, {"sphere", 4}};
    std::vector<std::size_t> sizes = {1000, 2000, 5000, 10000};
    if (settings.quick) sizes = {500, 1000};
    Outcome outcome;
    Table table;
    table.caption = "Agents with orca in their tangent planes, random goals, radius 0.25 m, 1.34 m/s, steps of 0.1 s, one core";
    table.header = {"mesh", "triangles", "agents", "times faster than real time", "contacts", "outside"};
    Diagram diagram{"times faster than real time", "agents", {}};
    double slowest = 0;
    std::uint64_t contacts = 0, outside = 0;
    for (const Site& site : kSites)
    {
        const SurfaceMesh mesh = buildSurfaceMesh(buildTriangleMesh(site.mesh, {.size = site.size}).value()).value();
        const SurfaceWorld world = onSurface(mesh).value();
        DiagramLine line{site.mesh, {}};
        for (const std::size_t size : sizes)
        {
            const SurfaceRun run = measure(world, size, settings.quick ? 5 : 60);
            table.rows.push_back({site.mesh, fmt::format("{}", mesh.triangleCount()), fmt::format("{}", size),
                                  fmt::format("{:.1f}", run.factor), fmt::format("{}", run.contacts),
                                  fmt::format("{}", run.outside)});
            line.points.push_back({static_cast<double>(size), run.factor});
            slowest = slowest == 0 ? run.factor : std::min(slowest, run.factor);
            contacts += run.contacts, outside += run.outside;
        }
        diagram.lines.push_back(std::move(line));
    }
    outcome.measured = fmt::format("{} agents on each of three surfaces walk at least {:.1f} times faster than real time",
                                   sizes.back(), slowest);
    outcome.verdict = slowest > 10 ? Verdict::better : slowest > 1 ? Verdict::confirmed : Verdict::refuted;
    outcome.reason = fmt::format("planning is part of the time after the first two seconds; {} contacts of agents in all, {} "
                                 "times somebody was nearer to a border than its radius",
                                 contacts, outside);
    outcome.tables.push_back(std::move(table));
    if (!settings.folder.empty()) outcome.pictures.push_back(draw(settings, "surface_crowd.svg", "Crowds on surfaces", diagram));
    return outcome;
}

} // namespace clearway::experiments
