// SPDX-License-Identifier: MIT
// Local maps of many agents at once: D-GPU.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

#include <clearway/base/random.h>
#include <clearway/field.h>
#include <clearway/native/field_opencl.h>
#include <clearway/published/potential.h>

#include "list.h"
#include "require.h"
#include "world.h"

namespace clearway::experiments {
namespace {

struct Agents
{
    std::vector<LocalMapInput> inputs;
    std::vector<Disc> others;
};

Agents makeAgents(std::size_t count)
{
    Agents agents;
    Random random(6);
    for (std::size_t i = 0; i < count; ++i)
    {
        LocalMapInput input;
        input.position = {random.uniform(0, 200), random.uniform(0, 200)};
        input.first_other = static_cast<std::uint32_t>(agents.others.size());
        input.other_count = 10;
        for (int k = 0; k < 10; ++k)
            agents.others.push_back({input.position + Vec2{random.uniform(1, 7), random.uniform(-7, 7)}, 0.3});
        agents.inputs.push_back(input);
    }
    return agents;
}

/// The published way: one map after the other, row by row, until nothing changes by more than 1e-6; without drawing.
double measurePublished(const Agents& agents)
{
    std::vector<FieldGrid> grids;
    std::vector<std::int32_t> goals;
    for (std::size_t i = 0; i < 8; ++i)
    {
        const LocalMap map = require(computeLocalMap(agents.inputs[i], agents.others, nullptr, {}));
        std::vector<std::uint8_t> is_free;
        for (const LocalMap::Cell cell : map.cells)
            is_free.push_back(cell != LocalMap::Cell::border && cell != LocalMap::Cell::obstacle);
        goals.push_back(
            static_cast<std::int32_t>(std::find(map.cells.begin(), map.cells.end(), LocalMap::Cell::goal) - map.cells.begin()));
        grids.push_back(buildFieldGrid(map.size, map.size, is_free).value());
    }
    const double seconds = measureSeconds([&] {
        for (std::size_t i = 0; i < grids.size(); ++i) published::computeFloatPotential(grids[i], {&goals[i], 1});
    });
    return seconds / static_cast<double>(grids.size());
}

/// Wall time: a device is not this thread.
template <typename Work>
double measureWall(Work&& work)
{
    using Clock = std::chrono::steady_clock;
    std::vector<double> times;
    work();
    for (int i = 0; i < 3; ++i)
    {
        const Clock::time_point before = Clock::now();
        work();
        times.push_back(std::chrono::duration<double>(Clock::now() - before).count());
    }
    return computeMedian(std::move(times));
}

} // namespace

Outcome runDevices(const Settings& settings)
{
    const std::vector<std::size_t> counts =
        settings.quick ? std::vector<std::size_t>{64} : std::vector<std::size_t>{64, 512, 4096};
    const double published = measurePublished(makeAgents(8));
    Result<OpenClLocalMaps> device = OpenClLocalMaps::open({});
    Table table{
        fmt::format(
            "Microseconds for each map of 33 x 33 cells, drawing included; the published relaxation takes {:.0f} without it",
            1e6 * published),
        {"agents", "relaxed, one core", "exact, one core", device ? device->deviceName() : "OpenCL",
         "largest difference of a direction"},
        {}};
    double best = 0, best_device = 0, apart = 0;
    for (const std::size_t count : counts)
    {
        const Agents agents = makeAgents(count);
        std::vector<Vec2> directions(count), others(count);
        const auto compute = [&](LocalMapOptions::Method method) {
            return measureSeconds([&] {
                       require(computeLocalDirections(agents.inputs, agents.others, nullptr, {.method = method}, directions));
                   }) /
                   static_cast<double>(count);
        };
        const double exact = compute(LocalMapOptions::Method::exact), relaxed = compute(LocalMapOptions::Method::relaxed);
        best = std::max(best, published / relaxed);
        std::vector<std::string> row = {fmt::format("{}", count), fmt::format("{:.1f}", 1e6 * relaxed),
                                        fmt::format("{:.1f}", 1e6 * exact), "-", "-"};
        if (device)
        {
            const double seconds =
                measureWall([&] { require(device->computeDirections(agents.inputs, agents.others, nullptr, others)); }) /
                static_cast<double>(count);
            best_device = std::max(best_device, published / seconds);
            double most = 0;
            for (std::size_t i = 0; i < count; ++i) most = std::max(most, distance(directions[i], others[i]));
            apart = std::max(apart, most);
            row[3] = fmt::format("{:.1f}", 1e6 * seconds);
            row[4] = fmt::format("{:.1e}", most);
        }
        table.rows.push_back(std::move(row));
    }
    Outcome outcome;
    outcome.measured = fmt::format("{:.0f} times the published relaxation on one core", best) +
                       (device ? fmt::format(", {:.0f} times on {}, with the same directions to {:.0e}", best_device,
                                             device->deviceName(), apart)
                               : "; no OpenCL device here");
    outcome.verdict = std::max(best, best_device) >= 56  ? Verdict::better
                      : std::max(best, best_device) > 10 ? Verdict::confirmed
                                                         : Verdict::refuted;
    outcome.reason =
        device ? "maps are independent, so they fill the lanes of a vector as well as a graphics card; a device that is the "
                 "processor itself proves the answers, not the speed"
               : "maps are independent, so they fill the lanes of a vector; on OpenCL: " + device.error().message;
    outcome.tables.push_back(std::move(table));
    return outcome;
}

} // namespace clearway::experiments
