// SPDX-License-Identifier: MIT
// Based on: M. Rex, H. Löwen. Lane formation in oppositely charged colloids driven by an electric field. 2007
// Departures: one is not counted in one's own strip; those alone in theirs have no order and are left out; the axis is where most
// go, not a given field; there is none unless a tenth of the walkers goes each way.
#include <algorithm>
#include <cmath>
#include <limits>

#include "crowd/analysis_parts.h"

namespace clearway {

namespace {

constexpr double kLeastSpeed = 0.1; ///< along the axis; metres per second
constexpr double kLeastPart = 0.1;  ///< of the walkers in either direction: who steps back in a queue makes no second stream

struct Walker
{
    double across = 0; ///< where its track is
    int direction = 0; ///< 1 or -1
};

/// The direction in which squared speeds are largest: the eigenvector of the sum of v vᵀ, by half-angle formulas.
Vec2 findAxis(std::span<const Vec2> velocities)
{
    double xx = 0;
    double yy = 0;
    double xy = 0;
    for (Vec2 v : velocities)
    {
        if (!isFinite(v)) continue;
        xx += v.x * v.x;
        yy += v.y * v.y;
        xy += v.x * v.y;
    }
    const Vec2 doubled = {xx - yy, 2 * xy}; // twice the angle of the axis
    const double size = length(doubled);
    if (!(size > 0)) return {1, 0};
    const double cosine = doubled.x / size;
    const double x = std::sqrt(std::max((1 + cosine) / 2, 0.0));
    const double y = std::sqrt(std::max((1 - cosine) / 2, 0.0));
    return {x, doubled.y < 0 ? -y : y};
}

std::vector<Walker> listWalkers(std::span<const Vec2> positions, std::span<const Vec2> velocities, Vec2 axis)
{
    std::vector<Walker> walkers;
    for (std::size_t i = 0; i < positions.size(); ++i)
    {
        const double along = dot(velocities[i], axis);
        if (!(std::abs(along) >= kLeastSpeed)) continue;
        walkers.push_back({dot(positions[i], perpendicular(axis)), along > 0 ? 1 : -1});
    }
    std::sort(walkers.begin(), walkers.end(), [](const Walker& a, const Walker& b) {
        return a.across != b.across ? a.across < b.across : a.direction < b.direction;
    });
    return walkers;
}

} // namespace

LaneOrder computeLaneOrder(std::span<const Vec2> positions, std::span<const Vec2> velocities, Vec2 axis, double strip)
{
    constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();
    const double given = length(axis);
    const std::vector<Walker> walkers = listWalkers(positions, velocities, given > 0 ? axis / given : findAxis(velocities));
    const auto forward = std::count_if(walkers.begin(), walkers.end(), [](const Walker& w) { return w.direction > 0; });
    const auto all = static_cast<std::ptrdiff_t>(walkers.size());
    const std::ptrdiff_t fewer = std::min(forward, all - forward);
    if (fewer == 0 || static_cast<double>(fewer) < kLeastPart * static_cast<double>(all)) return {kNoValue, kNoValue};

    double order = 0;
    double beyond_chance = 0;
    double with_one = 0;
    double with_two = 0;
    int balance = 0; // of the walkers [first, end), which are in the strip of walker i
    std::size_t first = 0;
    std::size_t end = 0;
    for (std::size_t i = 0; i < walkers.size(); ++i)
    {
        const Walker& walker = walkers[i];
        // One is in one's own strip also where that is thinner than the numbers there are far from each other.
        const auto isInStrip = [&](std::size_t other) { return other <= i || walkers[other].across < walker.across + strip; };
        for (; end < walkers.size() && isInStrip(end); ++end) balance += walkers[end].direction;
        for (; first < i && walkers[first].across <= walker.across - strip; ++first) balance -= walkers[first].direction;
        const auto others = static_cast<double>(end - first - 1);
        const double difference = balance * walker.direction - 1;
        if (others < 1) continue;
        order += difference * difference / (others * others);
        ++with_one;
        if (others < 2) continue;
        // Of m independent directions, the squared difference is m on average.
        beyond_chance += (difference * difference - others) / (others * others - others);
        ++with_two;
    }
    return {with_one > 0 ? order / with_one : kNoValue, with_two > 0 ? beyond_chance / with_two : kNoValue};
}

} // namespace clearway
