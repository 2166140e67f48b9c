// SPDX-License-Identifier: MIT
// Contacts with walls on a mesh of ill-conditioned cells: A-F20 (agents alone), A-F21 (crowds).
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include <clearway/diagram.h>
#include <clearway/steering/seek.h>

#include "crowd_runs.h"
#include "list.h"
#ifdef CLEARWAY_HAS_REFEREE
#include <bullet_referee.h>
#endif

namespace clearway::experiments {

namespace {

constexpr NavMeshGuide kGuides[] = {NavMeshGuide::exact, NavMeshGuide::farthest, NavMeshGuide::centre, NavMeshGuide::simple};
constexpr double kContactDepth = 1e-4; ///< as the observer counts

/// Counts with Bullet what the observer counts with our own geometry.
class SecondOpinion
{
public:
#ifdef CLEARWAY_HAS_REFEREE
    explicit SecondOpinion(const NavMesh& mesh) : referee_(referee::listWalls(mesh)) {}
    void watch(const Crowd& crowd) { count_ += referee::countWalls(referee_.judge(referee::recordTick(crowd)), kContactDepth); }
    std::string toText() const { return std::to_string(count_); }

private:
    referee::BulletReferee referee_;
    std::size_t count_ = 0;
#else
    explicit SecondOpinion(const NavMesh&) {}
    void watch(const Crowd&) {}
    std::string toText() const { return "not asked: built without Bullet"; }
#endif
};

} // namespace

Outcome runLoneContacts(const Settings& settings)
{
    const World world = makeWorld("ill_conditioned");
    Outcome outcome;
    Table table;
    table.caption = "Agents who see nobody (seek), radius 0.5 m, ticks of 1/60 s, from one random cell to the next";
    table.header = {"way points",        "destinations reached", "wall contacts",
                    "by Bullet's count", "deepest (m)",          "contacts per destination"};
    std::uint64_t exact_contacts = 0, exact_destinations = 0;
    double centre_rate = 0, simple_rate = 0;
    std::string exact_second;
    for (const NavMeshGuide guide : kGuides)
    {
        SecondOpinion second(world.mesh);
        CrowdRunOptions options;
        options.guide = guide;
        options.steering = seek();
        options.agent_count = 50;
        options.warm_up = 0;
        // The scene takes about eleven seconds from cell to cell.
        options.seconds = settings.quick ? 100 : 3000;
        options.watch = [&](const Crowd& crowd) { second.watch(crowd); };
        const CrowdRun run = runCrowd(world, options);
        const double rate =
            static_cast<double>(run.metrics.wall_contacts) / static_cast<double>(std::max<std::size_t>(run.destination_count, 1));
        table.rows.push_back({std::string(toText(guide)), std::to_string(run.destination_count),
                              std::to_string(run.metrics.wall_contacts), second.toText(),
                              fmt::format("{:.4f}", run.metrics.max_wall_overlap), fmt::format("{:.2f}", rate)});
        if (guide == NavMeshGuide::centre) centre_rate = rate;
        if (guide == NavMeshGuide::simple) simple_rate = rate;
        if (guide != NavMeshGuide::exact) continue;
        exact_contacts = run.metrics.wall_contacts;
        exact_destinations = run.destination_count;
        exact_second = second.toText();
    }
    outcome.measured =
        fmt::format("exact: {} contacts on the way to {} destinations (Bullet: {}); centre {:.2f} and simple {:.2f} "
                    "ticks in contact per destination",
                    exact_contacts, exact_destinations, exact_second, centre_rate, simple_rate);
    outcome.verdict = exact_contacts == 0 && centre_rate > 0 && simple_rate > 0 ? Verdict::better : Verdict::refuted;
    outcome.reason =
        "Where exact way points lead, the whole disc has been seen to get there; where the paper's own rule (farthest) "
        "leads, only the way point itself is known to be free.";
    outcome.tables = {table};
    return outcome;
}

Outcome runWallContacts(const Settings& settings)
{
    const World world = makeWorld("ill_conditioned");
    const std::vector<std::size_t> sizes =
        settings.quick ? std::vector<std::size_t>{10, 60} : std::vector<std::size_t>{5, 10, 20, 40, 60, 80, 100};
    Outcome outcome;
    Table table;
    table.caption = "Agents that asked for a place in a wall, per tick of 1/60 s; radius 0.5 m, hidac; medians and quartiles";
    table.header = {"agents", "exact", "farthest (as published)", "centre", "simple"};
    Diagram diagram = {"wall contacts per tick", "agents", {}};
    for (const NavMeshGuide guide : kGuides) diagram.lines.push_back({std::string(toText(guide)), {}});
    std::size_t ordered = 0;
    std::vector<double> sums(std::size(kGuides));
    for (const std::size_t size : sizes)
    {
        std::vector<std::string> row = {std::to_string(size)};
        std::vector<double> medians;
        for (std::size_t k = 0; k < std::size(kGuides); ++k)
        {
            CrowdRunOptions options;
            options.guide = kGuides[k];
            options.agent_count = size;
            options.seconds = settings.quick ? 5 : 30;
            const Sample contacts =
                collect(runSeeds(countSeeds(settings),
                                 [&](std::uint64_t seed) {
                                     CrowdRunOptions with_seed = options;
                                     with_seed.seed = seed;
                                     return runCrowd(world, with_seed);
                                 }),
                        [](const CrowdRun& run) {
                            return static_cast<double>(run.metrics.wall_contacts) / static_cast<double>(run.metrics.ticks);
                        });
            row.push_back(contacts.toText(3));
            medians.push_back(contacts.median());
            sums[k] += contacts.median();
            diagram.lines[k].points.push_back({static_cast<double>(size), contacts.median()});
        }
        ordered += medians[0] <= medians[2] && medians[2] <= medians[3];
        table.rows.push_back(std::move(row));
    }
    const bool is_confirmed = sums[0] < sums[2] && sums[2] < sums[3];
    outcome.measured = fmt::format(
        "contacts per tick, summed over the sizes: exact {:.2f}, centre {:.2f}, simple {:.2f}; in this order at {} of {} sizes",
        sums[0], sums[2], sums[3], ordered, sizes.size());
    outcome.verdict = is_confirmed ? Verdict::confirmed : Verdict::refuted;
    outcome.reason =
        is_confirmed ? "Exact way points are never in a wall; the middle of a portal is as far from its ends as can be."
                     : fmt::format("The paper's order exact < centre < simple is not what is measured: exact way points {}, and "
                                   "the middles of portals {}.",
                                   sums[0] < std::min(sums[2], sums[3]) ? "do cause the fewest contacts"
                                                                        : "do not cause the fewest contacts",
                                   sums[2] < sums[3] ? "fewer than simple ones" : "no fewer than simple ones");
    outcome.tables = {table};
    if (settings.folder.empty()) return outcome;
    const Result<void> saved =
        saveDiagrams({&diagram, 1}, settings.folder + "/wall_contacts.svg", {.width = 800, .title = "Contacts with walls"});
    if (!saved) throw std::runtime_error(saved.error().message);
    outcome.pictures.push_back({"wall_contacts.svg", "Contacts with walls over the size of the crowd"});
    return outcome;
}

} // namespace clearway::experiments
