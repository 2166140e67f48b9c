// SPDX-License-Identifier: MIT
// How many walkers a processor can lead along corridors: C-F4.
#include <fmt/format.h>

#include <algorithm>

#include <clearway/crowd.h>
#include <clearway/plan.h>
#include <clearway/scene.h>

#include "draw.h"
#include "list.h"
#include "require.h"
#include "world.h"

namespace clearway::experiments {

namespace {

constexpr double kDt = 0.1;

/// Processor time in percent of the time that passes for the walkers.
double measureLoad(const clearway::World& world, std::size_t count, double seconds)
{
    Crowd crowd = buildCrowd(world, {.engine = CrowdOptions::Engine::walkers}).value();
    AgentOptions agent;
    agent.goal = Goal::random();
    agent.speed = 1.2; // as published
    for (std::uint64_t index = 0; crowd.size() < count; ++index)
    {
        if (!world.ground->findRandomPoint(1, index, agent.radius, kNone, agent.position))
            throw Failure(ErrorCode::invalid_argument, "There is no room in the scene.");
        if (!crowd.hasRoom(agent.position, agent.radius)) continue;
        (void)require(crowd.add(agent));
    }
    for (int i = 0; i < 20; ++i) crowd.step(kDt);
    const double before = threadSeconds();
    const double begin = crowd.time();
    while (crowd.time() < begin + seconds) crowd.step(kDt);
    return 100 * (threadSeconds() - before) / (crowd.time() - begin);
}

} // namespace

Outcome runWalkerLoad(const Settings& settings)
{
    struct Site
    {
        const char* scene;
        const char* note;
    };
    constexpr Site kSites[] = {
        {"mckenna", "fitted to the paper's counts"}, {"city", "fitted to the paper's counts"}, {"city500", "not fitted"}};
    std::vector<std::size_t> sizes = {1000, 2000, 4000, 7000, 10000, 15000};
    if (settings.quick) sizes = {500, 2000};
    Outcome outcome;
    Table table;
    table.caption = "Processor time in percent of the walkers' time, one core; radius 0.25 m, steps of 0.1 s, at most 1.2 m/s";
    table.header = {"scene"};
    for (const std::size_t size : sizes) table.header.push_back(fmt::format("{} walkers", size));
    table.header.push_back("100 % at about");
    table.header.push_back("the scene is");
    Diagram diagram{"CPU load (%)", "walkers", {}};
    double fewest = 0;
    for (const Site& site : kSites)
    {
        const Scene scene = buildScene(site.scene).value();
        const clearway::World world = require(buildWorld(scene, "corridor"));
        std::vector<std::string> row = {site.scene};
        DiagramLine line{site.scene, {{0, 0}}};
        double load = 0;
        for (const std::size_t size : sizes)
        {
            load = measureLoad(world, size, settings.quick ? 2 : 20);
            row.push_back(fmt::format("{:.2f} %", load));
            line.points.push_back({static_cast<double>(size), load});
        }
        const double most = 100 / load * static_cast<double>(sizes.back());
        fewest = fewest == 0 ? most : std::min(fewest, most);
        row.push_back(fmt::format("{:.0f}", most));
        row.push_back(site.note);
        table.rows.push_back(std::move(row));
        diagram.lines.push_back(std::move(line));
    }
    outcome.measured = fmt::format("at the load of {} walkers, 100 % would be reached with {:.0f} or more", sizes.back(), fewest);
    outcome.verdict = fewest > 10000 ? Verdict::better : Verdict::refuted;
    std::string dearer;
    for (std::size_t i = 0; i < sizes.size(); ++i)
        if (diagram.lines[0].points[i + 1].y > diagram.lines[1].points[i + 1].y)
            dearer += fmt::format("{}{}", dearer.empty() ? "" : ", ", sizes[i]);
    outcome.reason = fmt::format(
        "the village is dearer than the city at {}; the last column goes on from the largest crowd measured, in which the "
        "village has {:.2f} walkers per square metre",
        dearer.empty() ? "none of these sizes" : dearer + " walkers",
        static_cast<double>(sizes.back()) / buildScene("mckenna").value().area());
    outcome.tables.push_back(std::move(table));
    if (!settings.folder.empty())
        outcome.pictures.push_back(draw(settings, "walker_load.svg", "CPU load over the size of the crowd", diagram));
    return outcome;
}

} // namespace clearway::experiments
