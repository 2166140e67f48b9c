// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "crowd/analysis_parts.h"

namespace clearway {

namespace {

/// Between neighbours in order, linearly; `values` is not empty and sorted.
double computeQuantile(std::span<const double> values, double part)
{
    const double at = part * static_cast<double>(values.size() - 1);
    const auto low = static_cast<std::size_t>(at);
    const std::size_t high = std::min(low + 1, values.size() - 1);
    return values[low] + (values[high] - values[low]) * (at - static_cast<double>(low));
}

Analysis::Spread computeSpread(std::vector<double>& values)
{
    std::sort(values.begin(), values.end());
    return {computeQuantile(values, 0.25), computeQuantile(values, 0.5), computeQuantile(values, 0.75)};
}

/// Of what is known.
template <typename Value>
double computeMean(std::span<const Analysis::AreaSample> samples, Value value)
{
    double sum = 0;
    double count = 0;
    for (const Analysis::AreaSample& sample : samples)
    {
        if (std::isnan(value(sample))) continue;
        sum += value(sample);
        ++count;
    }
    return count > 0 ? sum / count : std::numeric_limits<double>::quiet_NaN();
}

/// Forward less backward, from crossing `first` to `last`; negative when more go back.
double computeNetFlow(std::span<const Analysis::Crossing> crossings, std::size_t first, std::size_t last)
{
    if (first >= last || last >= crossings.size()) return 0;
    std::int64_t net = 0;
    for (std::size_t i = first; i <= last; ++i) net += crossings[i].is_forward ? 1 : -1;
    const double between = crossings[last].time - crossings[first].time;
    const double size = static_cast<double>(std::max<std::int64_t>(std::abs(net) - 1, 0));
    return between > 0 ? (net < 0 ? -size : size) / between : 0;
}

/// Of those in one direction, from their first to their last.
double computeFlow(std::span<const Analysis::Crossing> crossings, bool forward)
{
    std::vector<Analysis::Crossing> chosen;
    for (const Analysis::Crossing& crossing : crossings)
        if (crossing.is_forward == forward) chosen.push_back(crossing);
    return chosen.empty() ? 0 : std::abs(computeNetFlow(chosen, 0, chosen.size() - 1));
}

/// e^-x for x >= 0, with the same bits everywhere.
double computeDecay(double x)
{
    constexpr double kLogarithmOfTwo = 0.69314718055994530942;
    if (!(x < 700)) return 0;
    const double halvings = std::floor(x / kLogarithmOfTwo);
    const double rest = x - halvings * kLogarithmOfTwo; // 0 to log 2: the series needs 20 terms at most
    double series = 1;
    for (int k = 20; k >= 1; --k) series = 1 - series * rest / k;
    return std::ldexp(series, -static_cast<int>(halvings));
}

} // namespace

void summarise(Analysis::Area& area, double bin_width)
{
    constexpr double kMostBins = 1e9;
    std::vector<std::pair<std::uint64_t, std::size_t>> known; // bin, and sample
    for (std::size_t i = 0; i < area.samples.size(); ++i)
    {
        const Analysis::AreaSample& sample = area.samples[i];
        if (std::isnan(area.speed(sample))) continue;
        const double bin = std::min(std::floor(area.density(sample) / bin_width), kMostBins);
        known.emplace_back(static_cast<std::uint64_t>(bin), i);
    }
    std::sort(known.begin(), known.end());
    std::vector<double> speeds;
    std::vector<double> flows;
    for (std::size_t first = 0; first < known.size();)
    {
        const auto bin = static_cast<double>(known[first].first);
        speeds.clear();
        flows.clear();
        std::size_t end = first;
        for (; end < known.size() && known[end].first == known[first].first; ++end)
        {
            speeds.push_back(area.speed(area.samples[known[end].second]));
            flows.push_back(area.samples[known[end].second].flow);
        }
        area.bins.push_back({bin * bin_width, (bin + 1) * bin_width, end - first, computeSpread(speeds), computeSpread(flows)});
        first = end;
    }
    const auto mean = [&](auto value) { return computeMean(area.samples, value); };
    area.mean_density = mean([&](const Analysis::AreaSample& sample) { return area.density(sample); });
    area.mean_speed = mean([&](const Analysis::AreaSample& sample) { return area.speed(sample); });
    area.mean_lane_order = mean([](const Analysis::AreaSample& sample) { return sample.lane_order; });
    area.mean_lane_order_beyond_chance = mean([](const Analysis::AreaSample& sample) { return sample.lane_order_beyond_chance; });
}

void summarise(Analysis::Line& line)
{
    const std::size_t count = line.crossings.size();
    if (count == 0) return;
    line.forward_flow = computeFlow(line.crossings, true);
    line.backward_flow = computeFlow(line.crossings, false);
    line.net_flow = computeNetFlow(line.crossings, 0, count - 1);
    line.flow = std::abs(line.net_flow);
    const std::size_t first = count / 5;
    const std::size_t last = count - 1 - count / 5;
    if (first < last)
    {
        line.steady_flow = std::abs(computeNetFlow(line.crossings, first, last));
        line.steady_from = line.crossings[first].time;
        line.steady_until = line.crossings[last].time;
    }
    line.specific_flow = line.flow / line.width;
    line.steady_specific_flow = line.steady_flow / line.width;
}

double computeWeidmannSpeed(double density)
{
    constexpr double kFreeSpeed = 1.34;  // metres per second
    constexpr double kJamDensity = 5.4;  // persons per square metre
    constexpr double kSteepness = 1.913; // persons per square metre
    if (!(density > 0)) return kFreeSpeed;
    if (density >= kJamDensity) return 0;
    return kFreeSpeed * (1 - computeDecay(kSteepness * (1 / density - 1 / kJamDensity)));
}

} // namespace clearway
