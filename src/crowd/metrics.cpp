// SPDX-License-Identifier: MIT
// From what was counted to what is told.
#include <algorithm>
#include <cmath>

#include "crowd/observer_state.h"

namespace clearway {

double computeLog2(double x)
{
    constexpr double kTwoOverLogarithmOfTwo = 2.8853900817779268147;
    int exponent = 0;
    double m = std::frexp(x, &exponent); // 0.5 <= m < 1
    if (m < 0.70710678118654752)
    {
        m *= 2;
        --exponent;
    }
    // log m = 2 artanh((m - 1) / (m + 1)), an odd series whose terms shrink by 1/34 at least.
    const double s = (m - 1) / (m + 1);
    double series = 0;
    for (int k = 23; k >= 1; k -= 2) series = series * (s * s) + 1.0 / k;
    return exponent + kTwoOverLogarithmOfTwo * s * series;
}

namespace {

/// In bits; from the lowest square on, so always the same.
double computeEntropy(std::span<const std::uint32_t> visits)
{
    std::uint64_t total = 0;
    for (const std::uint32_t count : visits) total += count;
    if (total == 0) return 0;
    double sum = 0;
    for (const std::uint32_t count : visits)
        if (count > 1) sum += count * computeLog2(count);
    return std::max(0.0, computeLog2(static_cast<double>(total)) - sum / static_cast<double>(total));
}

CrowdMetrics::Area finish(const AreaState& state, std::uint64_t ticks)
{
    CrowdMetrics::Area measure;
    measure.name = state.area.name;
    measure.area = state.size;
    const auto agent_ticks = static_cast<double>(state.agent_ticks);
    if (state.size > 0 && ticks > 0)
    {
        measure.mean_density = agent_ticks / static_cast<double>(ticks) / state.size;
        measure.max_density = static_cast<double>(state.max_agents) / state.size;
    }
    if (state.agent_ticks > 0) measure.mean_speed = state.speeds.value() / agent_ticks;
    return measure;
}

double divide(double sum, std::uint64_t count) { return count > 0 ? sum / static_cast<double>(count) : 0; }

/// Of random places where a disc fits, how many are in squares that have been visited.
double computeCoveredPart(const CrowdObserver::Heat& heat, const Ground& ground, double radius)
{
    constexpr std::uint64_t kPlaces = 16384;
    constexpr std::uint64_t kSeed = 0x5eed;
    std::uint64_t hits = 0;
    for (std::uint64_t k = 0; k < kPlaces; ++k)
    {
        Vec2 p;
        if (!ground.findRandomPoint(kSeed, k, radius, kNone, p)) return 0;
        const double column = std::clamp((p.x - heat.origin.x) / heat.square, 0.0, heat.columns - 1.0);
        const double row = std::clamp((p.y - heat.origin.y) / heat.square, 0.0, heat.rows - 1.0);
        hits += heat.visits[static_cast<std::size_t>(row) * static_cast<std::size_t>(heat.columns) +
                            static_cast<std::size_t>(column)] > 0;
    }
    return static_cast<double>(hits) / static_cast<double>(kPlaces);
}

} // namespace

CrowdMetrics CrowdObserver::State::computeMetrics() const
{
    CrowdMetrics metrics = totals;
    metrics.mean_travel_time = divide(travel_times, travel_count);
    metrics.mean_straightness = divide(straightness, totals.trips);
    metrics.jitter = turning_time > 0 ? static_cast<double>(turn_changes) / turning_time : 0;
    metrics.heading_change = walked_length.value() > 0 ? heading_changes.value() / walked_length.value() : 0;
    metrics.jerk = std::sqrt(divide(squared_jerks.value(), jerk_count) * 0x1p16);
    metrics.rest_speed = rest_time > 0 ? rest_length.value() / rest_time : 0;
    metrics.mean_speed = divide(relative_speeds.value(), walking_agent_ticks);
    metrics.speed_in_sixths = speeds.computeSixths();
    compareTrips(metrics);
    if (progress.count > 0) metrics.without_progress = divide(static_cast<double>(progress.without_progress), progress.count);
    const auto visited = std::count_if(heat.visits.begin(), heat.visits.end(), [](std::uint32_t count) { return count > 0; });
    metrics.covered_area = static_cast<double>(visited) * heat.square * heat.square;
    if (visited > 0) metrics.covered_part = computeCoveredPart(heat, *ground, min_radius);
    metrics.entropy = computeEntropy(heat.visits);
    const double tick_seconds = divide(totals.seconds, totals.ticks);
    for (const LineState& line : lines) metrics.lines.push_back(line.finish(*ground, tick_seconds));
    for (const AreaState& area : areas) metrics.areas.push_back(finish(area, totals.ticks));
    return metrics;
}

} // namespace clearway
