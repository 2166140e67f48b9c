// SPDX-License-Identifier: MIT
// What fixed and dynamic way points cost and cause in crowds: A-F16 (time), A-F18 and A-F19 (contacts between agents).
#include <fmt/format.h>

#include <algorithm>

#include <clearway/native/diagram.h>

#include "crowd_runs.h"
#include "draw.h"
#include "list.h"

namespace clearway::experiments {

namespace {

double countAgentContacts(const CrowdRun& run) { return static_cast<double>(run.metrics.agent_contacts); }

/// The two curves of figures 18 and 19.
struct ContactCurves
{
    std::vector<std::size_t> sizes;
    std::vector<Sample> centre;
    std::vector<Sample> exact;
    std::vector<Sample> centre_reached; ///< destinations
    std::vector<Sample> exact_reached;
};

ContactCurves measureContacts(const Settings& settings, const World& world, std::vector<std::size_t> sizes,
                              Destinations destinations, const std::function<double(const CrowdRun&)>& measure)
{
    ContactCurves curves;
    curves.sizes = std::move(sizes);
    for (const std::size_t size : curves.sizes)
        for (const std::string_view guide : {"centre", "exact"})
        {
            CrowdRunOptions options;
            options.guide = guide;
            options.agent_count = size;
            options.destinations = destinations;
            options.seconds = settings.quick ? 5 : 30;
            const bool is_centre = guide == "centre";
            const std::vector<CrowdRun> runs = runSeeds(settings, world, options);
            (is_centre ? curves.centre : curves.exact).push_back(collect(runs, measure));
            (is_centre ? curves.centre_reached : curves.exact_reached).push_back(collect(runs, [](const CrowdRun& run) {
                return static_cast<double>(run.destination_count);
            }));
        }
    return curves;
}

void report(const ContactCurves& curves, const std::string& unit, Table& table, Diagram& diagram)
{
    table.header = {"agents",         "centre: " + unit,      "exact: " + unit,
                    "centre / exact", "centre: destinations", "exact: destinations"};
    diagram.x_name = "agents";
    diagram.y_name = unit;
    diagram.lines = {{"middles of portals", {}}, {"dynamic way points", {}}};
    for (std::size_t i = 0; i < curves.sizes.size(); ++i)
    {
        const double centre = curves.centre[i].median(), exact = curves.exact[i].median();
        table.rows.push_back({std::to_string(curves.sizes[i]), curves.centre[i].toString(2), curves.exact[i].toString(2),
                              exact > 0 ? fmt::format("{:.2f}", centre / exact) : "-", curves.centre_reached[i].toString(0),
                              curves.exact_reached[i].toString(0)});
        diagram.lines[0].points.push_back({static_cast<double>(curves.sizes[i]), centre});
        diagram.lines[1].points.push_back({static_cast<double>(curves.sizes[i]), exact});
    }
}

/// Of the sizes from `low` to `high`: how many times as much with fixed way points, over all of them.
double computeRatio(const ContactCurves& curves, const std::vector<Sample>& of_centre, const std::vector<Sample>& of_exact,
                    std::size_t low, std::size_t high)
{
    double centre = 0, exact = 0;
    for (std::size_t i = 0; i < curves.sizes.size(); ++i)
    {
        if (curves.sizes[i] < low || curves.sizes[i] > high) continue;
        centre += of_centre[i].median();
        exact += of_exact[i].median();
    }
    return exact > 0 ? centre / exact : 0;
}

double computeContactRatio(const ContactCurves& curves, std::size_t low, std::size_t high)
{
    return computeRatio(curves, curves.centre, curves.exact, low, high);
}

} // namespace

Outcome runRingContacts(const Settings& settings)
{
    const World world = makeWorld("donut");
    const std::vector<std::size_t> sizes = settings.quick ? std::vector<std::size_t>{100, 175, 225}
                                                          : std::vector<std::size_t>{25, 50, 75, 100, 125, 150, 175, 200, 225};
    const ContactCurves curves = measureContacts(settings, world, sizes, Destinations::round, [](const CrowdRun& run) {
        return countAgentContacts(run) / run.metrics.seconds;
    });
    Outcome outcome;
    Table table;
    Diagram diagram;
    table.caption = "Overlapping pairs per second, counted 60 times a second; radius 0.5 m, hidac; medians and quartiles";
    report(curves, "contacts per second", table, diagram);
    const double ratio = computeContactRatio(curves, 100, 175);
    const double reached = computeRatio(curves, curves.centre_reached, curves.exact_reached, 100, 225);
    outcome.measured = "with fixed way points contacts are";
    for (std::size_t i = 0; i < curves.sizes.size(); ++i)
        if (const double exact = curves.exact[i].median(); curves.sizes[i] >= 75 && exact > 0)
            outcome.measured +=
                fmt::format("{} {:.1f} times as many with {} agents", outcome.measured.ends_with("are") ? "" : ",",
                            curves.centre[i].median() / exact, curves.sizes[i]);
    outcome.verdict = ratio > 1.5 ? Verdict::confirmed : Verdict::refuted;
    outcome.reason = fmt::format(
        "{} With fixed way points agents reach {:.2f} times as many destinations from 100 agents on: per destination that is "
        "{:.1f} times as many contacts up to 175 agents.",
        ratio > 1.5 ? "All agents of a cell press toward the same point."
                    : "Fixed way points make a jam, in which people stand and wait instead of bumping into each other.",
        reached, reached > 0 ? ratio / computeRatio(curves, curves.centre_reached, curves.exact_reached, 100, 175) : 0);
    outcome.tables = {table};
    if (!settings.folder.empty())
        outcome.pictures.push_back(draw(settings, "ring_contacts.svg", "Contacts between agents in the ring", diagram));
    return outcome;
}

Outcome runCrossContacts(const Settings& settings)
{
    const World world = makeWorld("cross");
    const std::vector<std::size_t> sizes =
        settings.quick ? std::vector<std::size_t>{125, 225} : std::vector<std::size_t>{25, 75, 125, 175, 225, 275, 325};
    const ContactCurves curves = measureContacts(settings, world, sizes, Destinations::anywhere, [](const CrowdRun& run) {
        return countAgentContacts(run) / static_cast<double>(run.metrics.ticks);
    });
    Outcome outcome;
    Table table;
    Diagram diagram;
    table.caption = "Overlapping pairs per tick of 1/60 s; radius 0.5 m, random cells, hidac; medians and quartiles";
    report(curves, "contacts per tick", table, diagram);
    const double ratio = computeContactRatio(curves, 125, 225), later = computeContactRatio(curves, 226, 1000);
    outcome.measured = fmt::format("from 125 to 225 agents fixed way points cause {:.2f} times as many contacts{}", ratio,
                                   later > 0 ? fmt::format(", beyond {:.2f} times", later) : "");
    outcome.verdict = ratio > 1.5 ? Verdict::confirmed : Verdict::refuted;
    outcome.reason =
        later > ratio
            ? "Dynamic way points spread the crowd. Beyond 225 the curves do not come together here: our cross is wide enough."
            : "Dynamic way points spread the crowd; the more crowded it is, the less that helps.";
    outcome.tables = {table};
    if (!settings.folder.empty())
        outcome.pictures.push_back(draw(settings, "cross_contacts.svg", "Contacts between agents in the cross", diagram));
    return outcome;
}

Outcome runCrowdCost(const Settings& settings)
{
    const World world = makeWorld("cross");
    Outcome outcome;
    Table table;
    table.caption = "Processor time of one tick of 1/60 s, hidac; paired runs, medians and quartiles";
    table.header = {"agents", "centre (ms)", "exact (ms)", "frame rate, exact to centre"};
    Diagram diagram = {"ticks per second", "agents", {{"middles of portals", {}}, {"dynamic way points", {}}}};
    double ratio_sum = 0, slowest = 0;
    const std::vector<std::size_t> sizes =
        settings.quick ? std::vector<std::size_t>{100, 500} : std::vector<std::size_t>{50, 100, 200, 300, 400, 500};
    for (const std::size_t size : sizes)
    {
        Sample times[2], ratios;
        for (std::uint64_t seed = 1; seed <= countSeeds(settings); ++seed)
        {
            double pair[2] = {};
            int at = 0;
            for (const std::string_view guide : {"centre", "exact"})
            {
                CrowdRunOptions options;
                options.guide = guide;
                options.agent_count = size;
                options.seed = seed;
                options.warm_up = 2;
                options.seconds = settings.quick ? 2 : 10;
                pair[at] = runCrowd(world, options).tick_seconds;
                times[at].values.push_back(1000 * pair[at]);
                ++at;
            }
            ratios.values.push_back(pair[0] / pair[1]);
        }
        ratio_sum += ratios.median();
        slowest = std::max(slowest, times[1].median());
        table.rows.push_back({std::to_string(size), times[0].toString(3), times[1].toString(3), ratios.toString(2)});
        for (std::size_t i = 0; i < 2; ++i)
            diagram.lines[i].points.push_back({static_cast<double>(size), 1000 / times[i].median()});
    }
    const double ratio = ratio_sum / static_cast<double>(sizes.size());
    outcome.measured = fmt::format("frame rate of the crowd alone {:.0f} % {}; 500 agents take {:.2f} ms of a tick of 16.7 ms",
                                   100 * std::abs(1 - ratio), ratio < 1 ? "lower" : "higher", slowest);
    outcome.verdict = ratio > 0.95 ? Verdict::confirmed : Verdict::refuted;
    outcome.reason =
        ratio > 0.95 ? "The whole tick costs about the same with both."
                     : "The paper's frames hold a renderer and a physics engine; here there is nothing else in a frame, so that "
                       "the way points are a larger part of it. In time it is next to nothing.";
    outcome.tables = {table};
    if (!settings.folder.empty())
        outcome.pictures.push_back(draw(settings, "crowd_cost.svg", "Ticks per second of the crowd alone", diagram));
    return outcome;
}

} // namespace clearway::experiments
