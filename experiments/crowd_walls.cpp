// SPDX-License-Identifier: MIT
// Contacts with walls on a mesh of ill-conditioned cells: A-F20 (agents alone), A-F21 (crowds).
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include <clearway/native/diagram.h>
#include <clearway/steering/seek.h>

#include "clearway_experiments_features.h"
#include "crowd_runs.h"
#include "draw.h"
#include "list.h"
#if CLEARWAY_HAS_REFEREE()
#include <bullet_referee.h>
#endif

namespace clearway::experiments {

namespace {

constexpr std::string_view kGuides[] = {"exact", "farthest", "centre", "simple"};
constexpr double kContactDepth = 1e-4; ///< as the observer counts

/// Counts with Bullet what the observer counts with our own geometry.
class SecondOpinion
{
public:
#if CLEARWAY_HAS_REFEREE()
    explicit SecondOpinion(const NavMesh& mesh) : referee_(referee::listWalls(mesh)) {}
    void watch(const Crowd& crowd) { count_ += referee::countWalls(referee_.judge(referee::recordTick(crowd)), kContactDepth); }
    static std::optional<std::size_t> sum(const std::vector<SecondOpinion>& all)
    {
        std::size_t count = 0;
        for (const SecondOpinion& one : all) count += one.count_;
        return count;
    }

private:
    referee::BulletReferee referee_;
    std::size_t count_ = 0;
#else
    explicit SecondOpinion(const NavMesh&) {}
    void watch(const Crowd&) {}
    static std::optional<std::size_t> sum(const std::vector<SecondOpinion>&) { return std::nullopt; }
#endif
};

} // namespace

Outcome runLoneContacts(const Settings& settings)
{
    const World world = makeWorld("ill_conditioned");
    Outcome outcome;
    Table table;
    table.caption = "Agents who see nobody (seek), radius 0.5 m, ticks of 1/60 s, from one random cell to the next; all seeds";
    table.header = {"way points",        "destinations reached", "wall contacts",
                    "by Bullet's count", "deepest (m)",          "contacts per destination"};
    std::uint64_t exact_contacts = 0, exact_destinations = 0;
    double centre_rate = 0, simple_rate = 0;
    std::string exact_second;
    for (const std::string_view guide : kGuides)
    {
        std::vector<SecondOpinion> seconds;
        for (std::size_t i = 0; i < countSeeds(settings); ++i) seconds.emplace_back(world.mesh);
        const std::vector<CrowdRun> runs = runSeeds(countSeeds(settings), [&](std::uint64_t seed) {
            CrowdRunOptions options;
            options.guide = guide;
            options.steering = seek();
            options.agent_count = 50;
            options.seed = seed;
            options.warm_up = 0;
            // The scene takes about fourteen seconds from cell to cell: ten thousand destinations in all.
            options.seconds = settings.quick ? 30 : 300;
            options.watch = [&, seed](const Crowd& crowd) { seconds[seed - 1].watch(crowd); };
            return runCrowd(world, options);
        });
        std::uint64_t destinations = 0, contacts = 0;
        double deepest = 0;
        for (const CrowdRun& run : runs)
        {
            destinations += run.destination_count;
            contacts += run.metrics.wall_contacts;
            deepest = std::max(deepest, run.metrics.max_wall_overlap);
        }
        const Sample rates = collect(runs, [](const CrowdRun& run) {
            return static_cast<double>(run.metrics.wall_contacts) /
                   static_cast<double>(std::max<std::size_t>(run.destination_count, 1));
        });
        const std::optional<std::size_t> second_count = SecondOpinion::sum(seconds);
        const std::string second = second_count ? std::to_string(*second_count) : "not asked: built without Bullet";
        table.rows.push_back({std::string(guide), std::to_string(destinations), std::to_string(contacts), second,
                              fmt::format("{:.4f}", deepest), rates.toString(2)});
        if (guide == "centre") centre_rate = rates.median();
        if (guide == "simple") simple_rate = rates.median();
        if (guide != "exact") continue;
        exact_contacts = std::max<std::uint64_t>(contacts, second_count.value_or(0));
        exact_destinations = destinations;
        exact_second = second;
    }
    outcome.measured =
        fmt::format("exact: {} contacts on the way to {} destinations (Bullet: {}); centre {:.2f} and simple {:.2f} "
                    "ticks in contact per destination",
                    exact_contacts, exact_destinations, exact_second, centre_rate, simple_rate);
    outcome.verdict = exact_contacts == 0 && centre_rate > 0 && simple_rate > 0 ? Verdict::better : Verdict::refuted;
    outcome.reason = "Where exact way points lead, the whole disc has been seen to get there; where the paper's own rule "
                     "(farthest) leads, only the way point itself is known to be free.";
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
    for (const std::string_view guide : kGuides) diagram.lines.push_back({std::string(guide), {}});
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
            const Sample contacts = collect(runSeeds(settings, world, options), [](const CrowdRun& run) {
                return static_cast<double>(run.metrics.wall_contacts) / static_cast<double>(run.metrics.ticks);
            });
            row.push_back(contacts.toString(3));
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
    outcome.pictures.push_back(draw(settings, "wall_contacts.svg", "Contacts with walls over the size of the crowd", diagram));
    return outcome;
}

} // namespace clearway::experiments
