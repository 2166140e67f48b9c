// SPDX-License-Identifier: MIT
// What was walked beside the shortest path: detour, drift and progress.
#include <algorithm>
#include <bit>
#include <cmath>

#include <clearway/base/hash.h>

#include "crowd/observer_state.h"

namespace clearway {

void TripSample::add(const WalkedTrip& trip)
{
    if ((trip.key & mask_) != 0) return;
    while (trips_.size() == kMostTrips)
    {
        mask_ = 2 * mask_ + 1;
        std::erase_if(trips_, [this](const WalkedTrip& t) { return (t.key & mask_) != 0; });
    }
    if ((trip.key & mask_) == 0) trips_.push_back(trip);
}

void CrowdObserver::State::compareTrips(CrowdMetrics& metrics) const
{
    constexpr double kShortestTrip = 1; // metres; detours of less say nothing
    if (!options.shortest_path) return;
    std::vector<Vec2> points;
    std::vector<double> detours;
    double areas = 0, lengths = 0, sum = 0;
    for (const WalkedTrip& trip : trips.trips())
    {
        const double shortest = options.shortest_path(trip.from, trip.to, trip.radius, trip.layer, points);
        if (!(shortest >= kShortestTrip) || !std::isfinite(shortest)) continue;
        detours.push_back(trip.length / shortest);
        sum += detours.back();
        // Walk and path begin and end in the same places: between them is the difference of what each encloses with the line
        // back. Where the walk is on the left of the path, it encloses less.
        double area = 0;
        for (std::size_t k = 0; k + 1 < points.size(); ++k) area += cross(points[k] - trip.from, points[k + 1] - trip.from) / 2;
        areas += area - trip.area;
        lengths += shortest;
    }
    metrics.detour_trips = detours.size();
    if (detours.empty()) return;
    std::sort(detours.begin(), detours.end());
    metrics.mean_detour = sum / static_cast<double>(detours.size());
    metrics.p90_detour = detours[(9 * detours.size() + 9) / 10 - 1];
    metrics.max_detour = detours.back();
    metrics.drift = areas / lengths;
}

void CrowdObserver::State::observeProgress(const Crowd& crowd)
{
    constexpr double kInterval = 5;
    constexpr std::size_t kMostAgents = 16;
    progress.next_at = time + kInterval - dt / 2; // the tick nearest to it
    // The same agents every time, chosen by their ids, while there are about as many.
    const std::uint64_t mask = std::bit_ceil((crowd.size() + kMostAgents - 1) / kMostAgents) - 1;
    progress.now.clear();
    for (std::size_t i = 0; i < crowd.size(); ++i)
    {
        Hasher key;
        key.add(crowd.ids()[i]);
        if ((key.value() & mask) != 0 || crowd.statuses()[i] == AgentStatus::arrived || !isFinite(crowd.positions()[i])) continue;
        progress.now.push_back({crowd.ids()[i], {}, 0});
    }
    std::sort(progress.now.begin(), progress.now.end(), [](const Remaining& a, const Remaining& b) { return a.id < b.id; });
    if (progress.now.size() > kMostAgents) progress.now.resize(kMostAgents);
    auto before = progress.last.begin();
    for (Remaining& remaining : progress.now)
    {
        const AgentView agent = crowd.agent(remaining.id);
        remaining.goal = agent.goal_point;
        remaining.best =
            options.shortest_path(agent.position, agent.goal_point, agent.radius, agent.footing.layer, progress.points);
        while (before != progress.last.end() && before->id < remaining.id) ++before;
        if (before == progress.last.end() || before->id != remaining.id || before->goal != remaining.goal) continue;
        if (!(before->best > 2 * agent.radius) || !(remaining.best >= 0)) continue;
        ++progress.count;
        progress.without_progress += remaining.best > before->best - agent.radius;
        remaining.best = std::min(remaining.best, before->best);
    }
    std::swap(progress.last, progress.now);
}

} // namespace clearway
