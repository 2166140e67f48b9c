// SPDX-License-Identifier: MIT
// How dynamic way points use the space: A-F14 (trails), A-FLOW (flow round a ring), A-FAR (which end of an interval).
#include <fmt/format.h>

#include <cmath>

#include <clearway/steering/seek.h>

#include "crowd_runs.h"
#include "draw.h"
#include "list.h"

namespace clearway::experiments {

namespace {

double computePart(double value, double other) { return other > 0 ? value / other : 0; }

/// A line across the ring on the right of its middle. Forward is from right to left of it: upward, which is anti-clockwise there.
MeasuringLine makeSpoke(const NavMesh& mesh)
{
    const Box2 bounds = mesh.bounds();
    const Vec2 center = (bounds.min + bounds.max) * 0.5;
    return {"spoke", center, {bounds.max.x, center.y}};
}

} // namespace

Outcome runUseOfSpace(const Settings& settings)
{
    struct Case
    {
        const char* scene;
        std::size_t agents;
    };
    Outcome outcome;
    Table table;
    table.caption = "A minute of walking to random cells, hidac; median of the seeds and quartiles";
    table.header = {"scene",         "agents",       "way points",   "free space walked on (%)",
                    "entropy (bit)", "straightness", "jitter (1/s)", "destinations reached"};
    bool uses_more = true, is_straighter = true;
    std::string summary;
    for (const Case& the_case : {Case{"donut", 25}, Case{"cross", 50}})
    {
        const World world = makeWorld(the_case.scene);
        double covered[2] = {}, entropy[2] = {}, straightness[2] = {};
        int at = 0;
        for (const std::string_view guide : {"centre", "exact"})
        {
            CrowdRunOptions options;
            options.guide = guide;
            options.agent_count = the_case.agents;
            options.seconds = settings.quick ? 15 : 60;
            const std::vector<CrowdRun> runs = runSeeds(settings, world, options);
            const Sample part = collect(runs, [](const CrowdRun& run) { return 100 * run.metrics.covered_part; });
            const Sample bits = collect(runs, [](const CrowdRun& run) { return run.metrics.entropy; });
            const Sample straight = collect(runs, [](const CrowdRun& run) { return run.straightness; });
            const Sample jitter = collect(runs, [](const CrowdRun& run) { return run.metrics.jitter; });
            const Sample reached = collect(runs, [](const CrowdRun& run) { return static_cast<double>(run.destination_count); });
            table.rows.push_back({the_case.scene, std::to_string(the_case.agents), std::string(guide), part.toString(1),
                                  bits.toString(2), straight.toString(3), jitter.toString(2), reached.toString(0)});
            covered[at] = part.median();
            entropy[at] = bits.median();
            straightness[at++] = straight.median();
            if (!settings.folder.empty())
                outcome.pictures.push_back(
                    drawTrails(settings, world, options, fmt::format("trails_{}_{}.svg", the_case.scene, guide),
                               fmt::format("{}, {} agents, {} way points", the_case.scene, the_case.agents, guide)));
        }
        uses_more = uses_more && covered[1] > covered[0] && entropy[1] > entropy[0];
        is_straighter = is_straighter && straightness[1] >= straightness[0];
        summary +=
            fmt::format("{}{}: {:.0f} % of the free space instead of {:.0f} %, straightness {:.2f} instead of {:.2f}",
                        summary.empty() ? "" : "; ", the_case.scene, covered[1], covered[0], straightness[1], straightness[0]);
    }
    outcome.measured = summary;
    outcome.verdict = uses_more && is_straighter ? Verdict::confirmed : Verdict::refuted;
    outcome.reason = fmt::format(
        "Dynamic way points {} on both scenes (part of the free space, and entropy of the visits), and walking is {}.",
        uses_more ? "use more space than the middles of portals" : "do not use more space than the middles of portals",
        is_straighter ? "at least as straight" : "less straight");
    outcome.tables = {table};
    return outcome;
}

/// Crossings of a spoke of the ring per second, run by run.
static Sample measureFlow(const Settings& settings, const World& world, std::string_view guide,
                          const std::shared_ptr<const Steering>& steering, std::size_t agent_count)
{
    CrowdRunOptions options;
    options.guide = guide;
    options.steering = steering;
    options.agent_count = agent_count;
    options.destinations = Destinations::round;
    options.seconds = settings.quick ? 10 : 60;
    options.lines = {makeSpoke(world.mesh)};
    return collect(runSeeds(settings, world, options), [](const CrowdRun& run) {
        const CrowdMetrics::Line& line = run.metrics.lines.front();
        return (static_cast<double>(line.forward) - static_cast<double>(line.backward)) / run.metrics.seconds;
    });
}

Outcome runFlow(const Settings& settings)
{
    const World world = makeWorld("donut");
    Outcome outcome;
    Table table;
    table.caption = "200 agents of radius 0.5 m in the ring, all in one direction: crossings of a spoke per second";
    table.header = {"model", "centre", "exact", "exact / centre"};
    double gain = 0;
    Diagram diagram{"crossings per second", "agents", {{"hidac, centre", {{0, 0}}}, {"hidac, exact", {{0, 0}}}}};
    for (const auto& [name, steering] : {std::pair{"hidac", std::shared_ptr<const Steering>{}}, std::pair{"orca", orca()}})
    {
        const Sample centre = measureFlow(settings, world, "centre", steering, 200);
        const Sample exact = measureFlow(settings, world, "exact", steering, 200);
        const double ratio = computePart(exact.median(), centre.median());
        table.rows.push_back({name, centre.toString(2), exact.toString(2), fmt::format("{:.2f}", ratio)});
        if (gain != 0) continue;
        gain = ratio - 1;
        if (settings.folder.empty()) continue;
        for (const std::size_t size : {50u, 100u, 150u})
        {
            diagram.lines[0].points.push_back(
                {static_cast<double>(size), measureFlow(settings, world, "centre", steering, size).median()});
            diagram.lines[1].points.push_back(
                {static_cast<double>(size), measureFlow(settings, world, "exact", steering, size).median()});
        }
        diagram.lines[0].points.push_back({200, centre.median()});
        diagram.lines[1].points.push_back({200, exact.median()});
    }
    outcome.measured =
        fmt::format("{:+.0f} % with hidac: {} per second instead of {}", 100 * gain, table.rows[0][2], table.rows[0][1]);
    outcome.verdict = gain > 0.3 ? Verdict::better : gain > 0.1 ? Verdict::confirmed : Verdict::refuted;
    outcome.reason =
        "More agents cross a portal side by side. How much that is depends on the width of the ring, which the paper "
        "does not give: ours is 8 m wide.";
    outcome.tables = {table};
    if (!settings.folder.empty())
        outcome.pictures.push_back(draw(settings, "ring_flow.svg", "Flow round the ring over the size of the crowd", diagram));
    return outcome;
}

Outcome runFarthestEnd(const Settings& settings)
{
    Outcome outcome;
    Table table;
    table.caption = "Agents alone (seek), random cells, radius 0.5 m: which end of a free interval to head for when beside it";
    table.header = {"scene", "end", "wall contacts in 1,000 agent-seconds", "mean clearance (m)", "nearer than 0.1 m (%)"};
    bool is_better = true;
    std::string summary;
    for (const char* name : {"cross", "ill_conditioned"})
    {
        const World world = makeWorld(name);
        double contacts[2] = {}, clearance[2] = {};
        int at = 0;
        for (const std::string_view guide : {"nearest", "farthest"})
        {
            Sample rates, rooms, close;
            for (std::uint64_t seed = 1; seed <= countSeeds(settings); ++seed)
            {
                CrowdRunOptions options;
                options.guide = guide;
                options.steering = seek();
                options.agent_count = 20;
                options.seed = seed;
                options.seconds = settings.quick ? 30 : 120;
                NavMeshQuery query(world.mesh);
                double room = 0, count = 0, near = 0;
                options.watch = [&](const Crowd& crowd) {
                    for (std::size_t i = 0; i < crowd.size(); ++i)
                    {
                        const Place place{crowd.positions()[i], crowd.footings()[i].face};
                        const double gap = query.computeWallDistance(place).distance - options.radius;
                        room += gap;
                        near += gap < 0.1 ? 1 : 0;
                        ++count;
                    }
                };
                const CrowdRun run = runCrowd(world, options);
                const double seconds = static_cast<double>(run.metrics.agent_ticks) * options.dt;
                rates.values.push_back(1000 * static_cast<double>(run.metrics.wall_contacts) / seconds);
                rooms.values.push_back(room / count);
                close.values.push_back(100 * near / count);
            }
            table.rows.push_back({name, std::string(guide), rates.toString(1), rooms.toString(3), close.toString(1)});
            contacts[at] = rates.median();
            clearance[at++] = rooms.median();
        }
        is_better = is_better && clearance[1] > clearance[0] && contacts[1] <= contacts[0];
        summary += fmt::format("{}{}: farthest {:.1f} contacts and {:.2f} m clearance, nearest {:.1f} and {:.2f} m",
                               summary.empty() ? "" : "; ", name, contacts[1], clearance[1], contacts[0], clearance[0]);
    }
    outcome.measured = summary;
    outcome.verdict = is_better ? Verdict::confirmed : Verdict::refuted;
    outcome.reason = is_better ? "Heading for the farther end keeps agents away from walls on both scenes."
                               : "Clearance or contacts are not better with the farther end on every scene; our default looks "
                                 "whether the disc can go there straight, and meets no wall at all.";
    outcome.tables = {table};
    return outcome;
}

} // namespace clearway::experiments
