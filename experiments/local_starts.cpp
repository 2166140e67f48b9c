// SPDX-License-Identifier: MIT
// From what local maps are relaxed: from nothing, as the library does, or from the map of the tick before. Written down plainly,
// one map at a time, so that both starts are relaxed by the same code.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>
#include <vector>

#include <clearway/base/random.h>
#include <clearway/field.h>

#include "list.h"
#include "world.h"

namespace clearway::experiments {
namespace {

constexpr std::int32_t kSize = LocalMapOptions{}.size, kHalf = kSize / 2;
constexpr double kCell = LocalMapOptions{}.cell_size;

using Values = std::vector<double>; ///< u, cell by cell

struct Start
{
    const char* name;
    bool is_warm;
    double omega;
    int sweeps;
};

/// Walks on among others who walk too, and looks at one map a tick.
struct Walker
{
    LocalMapInput input;
    std::vector<Disc> others;
    std::vector<Vec2> velocities;
    Random random;

    Walker(std::uint64_t seed, double eps) : random(seed)
    {
        const double angle = random.uniform(-std::numbers::pi, std::numbers::pi);
        input.heading = input.toward = {std::cos(angle), std::sin(angle)};
        input.eps = eps;
        input.v = {input.heading.y, -input.heading.x};
        constexpr int kOthers = 10;
        for (int i = 0; i < kOthers; ++i)
        {
            others.push_back({{random.uniform(-7, 7), random.uniform(-7, 7)}, 0.3});
            velocities.push_back({random.uniform(-1.3, 1.3), random.uniform(-1.3, 1.3)});
        }
        input.other_count = kOthers;
    }
    /// Others who are far behind come again from ahead.
    void step(Vec2 direction, double seconds)
    {
        constexpr double kSpeed = 1.34, kFar = 10;
        const LocalMotion motion = computeLocalMotion(input.heading, direction, 0.5);
        input.heading = motion.heading;
        input.position = input.position + input.heading * (kSpeed * motion.speed * seconds);
        for (std::size_t i = 0; i < others.size(); ++i)
        {
            others[i].center = others[i].center + velocities[i] * seconds;
            if (distance(others[i].center, input.position) > kFar)
                others[i].center = input.position + input.toward * 7 + perpendicular(input.toward) * random.uniform(-7, 7);
        }
    }
};

/// By whole cells, as far as the map has moved with its walker.
Values shift(const Values& before, std::int32_t dx, std::int32_t dy)
{
    Values after(before.size(), 0);
    for (std::int32_t y = 0; y < kSize; ++y)
        for (std::int32_t x = 0; x < kSize; ++x)
            if (x + dx >= 0 && x + dx < kSize && y + dy >= 0 && y + dy < kSize)
                after[static_cast<std::size_t>(y * kSize + x)] = before[static_cast<std::size_t>((y + dy) * kSize + x + dx)];
    return after;
}

void relax(const LocalMap& map, Vec2 drift, const Start& start, Values& u)
{
    const auto isFree = [&](std::size_t cell) {
        return map.cells[cell] == LocalMap::Cell::update || map.cells[cell] == LocalMap::Cell::open;
    };
    for (std::size_t cell = 0; cell < u.size(); ++cell)
        if (!isFree(cell)) u[cell] = map.cells[cell] == LocalMap::Cell::goal ? 1 : 0;
    constexpr auto kRow = static_cast<std::size_t>(kSize);
    for (int half_sweep = 0; half_sweep < 2 * start.sweeps; ++half_sweep)
        for (std::size_t y = 1; y + 1 < kRow; ++y)
            for (std::size_t x = 1 + (y + static_cast<std::size_t>(half_sweep)) % 2; x + 1 < kRow; x += 2)
            {
                const std::size_t cell = y * kRow + x;
                if (!isFree(cell)) continue;
                const double mean = (0.25 - drift.x / 8) * u[cell + 1] + (0.25 + drift.x / 8) * u[cell - 1] +
                                    (0.25 - drift.y / 8) * u[cell + kRow] + (0.25 + drift.y / 8) * u[cell - kRow];
                u[cell] += start.omega * (mean - u[cell]);
            }
}

/// In the middle of the map; degrees.
double computeError(const Values& u, Vec2 exact)
{
    const auto at = [&](std::int32_t dx, std::int32_t dy) {
        return u[static_cast<std::size_t>((kHalf + dy) * kSize + kHalf + dx)];
    };
    const Vec2 way = {at(1, 0) - at(-1, 0), at(0, 1) - at(0, -1)};
    return way == Vec2{} ? 180 : std::abs(std::atan2(cross(way, exact), dot(way, exact))) * 180 / std::numbers::pi;
}

/// Of each start, sorted; all see the same walks.
template <std::size_t kCount>
std::array<std::vector<double>, kCount> measureErrors(const Start (&starts)[kCount], double eps, double seconds, int walkers)
{
    std::array<std::vector<double>, kCount> errors;
    for (int i = 0; i < walkers; ++i)
    {
        Walker walker(static_cast<std::uint64_t>(i), eps);
        std::array<Values, kCount> maps;
        maps.fill(Values(static_cast<std::size_t>(kSize) * kSize, 0));
        Vec2 place;
        constexpr int kTicks = 60, kFirst = 30;
        for (int tick = 0; tick < kTicks; ++tick)
        {
            const auto map = computeLocalMap(walker.input, walker.others, nullptr, {});
            if (!map) throw std::runtime_error(map.error().message);
            const Vec2 at = walker.input.position / kCell, now = {std::floor(at.x + 0.5), std::floor(at.y + 0.5)};
            for (std::size_t k = 0; k < kCount; ++k)
            {
                Values& u = maps[k];
                if (starts[k].is_warm)
                    u = shift(u, static_cast<std::int32_t>(now.x - place.x), static_cast<std::int32_t>(now.y - place.y));
                else
                    std::ranges::fill(u, 0.0);
                relax(*map, walker.input.v * eps, starts[k], u);
                // A walker that is closed in has no direction.
                if (tick >= kFirst && map->direction != Vec2{}) errors[k].push_back(computeError(u, map->direction));
            }
            place = now;
            walker.step(map->direction, seconds);
        }
    }
    for (auto& list : errors) std::ranges::sort(list);
    return errors;
}

} // namespace

Table compareLocalStarts(const Settings& settings)
{
    Table table{fmt::format("Maps of {0} x {0} cells relaxed from nothing, and from the map of the tick before: angle to the "
                            "converged direction",
                            kSize),
                {"ticks a second", "eps", "start", "omega", "sweeps", "median", "95 of 100 are within"},
                {}};
    struct Case
    {
        double eps;
        Start starts[3];
    };
    constexpr Case kCases[] = {
        {0, {{"nothing", false, 1.72, 34}, {"the map before", true, 1.72, 12}, {"the map before", true, 1.72, 34}}},
        {0.7, {{"nothing", false, 1.4, 24}, {"the map before", true, 1.4, 8}, {"the map before", true, 1.4, 24}}},
        {1.9, {{"nothing", false, 1, 18}, {"the map before", true, 1, 6}, {"the map before", true, 1, 18}}},
    };
    for (const int ticks : {30, 10})
        for (const Case& c : kCases)
        {
            const auto errors = measureErrors(c.starts, c.eps, 1.0 / ticks, settings.quick ? 1 : 60);
            for (std::size_t k = 0; k < errors.size(); ++k)
                if (const std::vector<double>& list = errors[k]; !list.empty())
                    table.rows.push_back({fmt::format("{}", ticks), fmt::format("{}", c.eps), c.starts[k].name,
                                          fmt::format("{}", c.starts[k].omega), fmt::format("{}", c.starts[k].sweeps),
                                          fmt::format("{:.1f} degrees", list[list.size() / 2]),
                                          fmt::format("{:.0f} degrees", list[list.size() * 95 / 100])});
        }
    return table;
}

} // namespace clearway::experiments
