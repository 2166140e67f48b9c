// SPDX-License-Identifier: MIT
#include <clearway/potential/local_map.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/errors.h"
#include "base/workers.h"
#include "geometry/angle.h"
#include "potential/local_batch.h"

namespace clearway {

bool isSound(const LocalMapInput& input)
{
    return isFinite(input.position) && isFinite(input.heading) && isFinite(input.toward) && isFinite(input.v * input.eps) &&
           std::isfinite(input.radius) && !(input.toward == Vec2{});
}

void drawLocalMap(const LocalMapInput& input, std::span<const Disc> others, const FieldGrid* walls, int lane, LocalBatch& batch)
{
    if (!isSound(input)) return;
    LocalSelf self{input.heading, input.toward, {}, input.v * input.eps};
    if (input.goal) self.goal = *input.goal - input.position;
    batch.open(lane, self);
    if (walls) batch.blockCells(lane, *walls, input.position);
    for (const Disc& disc : others.subspan(input.first_other, input.other_count))
        batch.blockDisc(lane, disc.center - input.position, disc.radius + input.radius);
    batch.placeGoal(lane);
}

Result<void> verifyLocalMaps(std::span<const LocalMapInput> inputs, std::span<const Disc> others, const LocalMapOptions& options)
{
    for (const LocalMapInput& input : inputs)
        if (std::uint64_t{input.first_other} + input.other_count > others.size())
            return makeError("A local map refers to others that are not there.");
    return verifyLocalMapOptions(options);
}

Result<void> computeLocalDirections(std::span<const LocalMapInput> inputs, std::span<const Disc> others, const FieldGrid* walls,
                                    const LocalMapOptions& options, std::span<Vec2> directions, const Execution& execution)
{
    CLEARWAY_ASSERT(inputs.size() == directions.size(), "computeLocalDirections: as many directions as inputs");
    if (const Result<void> sound = verifyLocalMaps(inputs, others, options); !sound) return sound;
    constexpr std::size_t kLanes = LocalBatch::kLanes, kPerTask = 8 * kLanes;
    const std::size_t tasks = (inputs.size() + kPerTask - 1) / kPerTask;
    runTasks(TaskWorkers(execution).hook(), static_cast<int>(tasks), [&](int task) {
        LocalBatch batch(options);
        const std::size_t end = std::min(inputs.size(), (static_cast<std::size_t>(task) + 1) * kPerTask);
        for (std::size_t first = static_cast<std::size_t>(task) * kPerTask; first < end; first += kLanes)
        {
            const std::size_t count = std::min(kLanes, end - first);
            batch.clear();
            for (std::size_t i = 0; i < count; ++i) drawLocalMap(inputs[first + i], others, walls, static_cast<int>(i), batch);
            batch.solve();
            for (std::size_t i = 0; i < count; ++i) directions[first + i] = batch.directionOf(static_cast<int>(i));
        }
    });
    return {};
}

Result<LocalMap> computeLocalMap(const LocalMapInput& input, std::span<const Disc> others, const FieldGrid* walls,
                                 const LocalMapOptions& options)
{
    if (const Result<void> sound = verifyLocalMaps({&input, 1}, others, options); !sound) return sound.error();
    if (!isSound(input)) return makeError("A local map needs numbers, and a direction that is not 0.");
    LocalBatch batch(options);
    batch.clear();
    drawLocalMap(input, others, walls, 0, batch);
    const auto potential = batch.solveWide(0);
    if (!potential) return potential.error();
    const std::int32_t n = options.size;
    LocalMap map;
    map.size = n;
    for (std::int32_t cell = 0; cell < n * n; ++cell)
    {
        const std::int32_t x = cell % n, y = cell / n, ring = std::min({x, y, n - 1 - x, n - 1 - y});
        map.cells.push_back(potential->isGoal(cell)  ? LocalMap::Cell::goal
                            : ring == 0              ? LocalMap::Cell::border
                            : batch.isFixed(0, cell) ? LocalMap::Cell::obstacle
                            : ring == 1              ? LocalMap::Cell::open
                                                     : LocalMap::Cell::update);
        map.u.push_back(potential->hasWay(cell) ? potential->value(cell) : 0);
    }
    map.direction = potential->directionAt(n / 2 * n + n / 2);
    return map;
}

LocalMotion computeLocalMotion(Vec2 heading, Vec2 direction, double eta)
{
    if (direction == Vec2{} || heading == Vec2{}) return {heading, 0};
    const double angle = computeTurn(heading, direction);
    const Turn turn((1 - eta) * angle);
    const Vec2 turned = {heading.x * turn.cosine - heading.y * turn.sine, heading.x * turn.sine + heading.y * turn.cosine};
    return {turned / length(turned), std::max(0.0, dot(heading, direction) / (length(heading) * length(direction)))};
}

double updateSide(double side, Vec2 toward, Vec2 direction, double dt)
{
    constexpr double kMemory = 0.7; // seconds
    return (kMemory * side + dt * cross(toward, direction)) / (kMemory + dt);
}

Vec2 computeSideDrift(double side, Vec2 toward)
{
    constexpr double kStrength = 3; // per metre
    return perpendicular(toward) * (kStrength * side);
}

bool isNearAhead(Vec2 offset, double reach, Vec2 toward)
{
    constexpr double kNear = 2; // metres between the discs
    const double distance = length(offset), ahead = dot(offset, toward);
    return ahead > distance / 2 && distance < reach + kNear;
}

} // namespace clearway
