// SPDX-License-Identifier: MIT
// What fields cost, beside relaxation as published: scalar Gauss-Seidel in double, to a field whose directions are right. That
// takes it minutes on large maps, so it runs on 128 x 128 cells here, with its own peer results.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <clearway/base/hash.h>
#include <clearway/base/random.h>
#include <clearway/crowd.h>
#include <clearway/field.h>
#include <clearway/plan.h>
#include <clearway/scene.h>
#include <clearway/steering.h>

#include "bench.h"

namespace clearway::bench {
namespace {

struct Map
{
    std::int32_t n;
    std::vector<std::uint8_t> is_free;

    explicit Map(std::int32_t size) : n(size), is_free(static_cast<std::size_t>(size) * static_cast<std::size_t>(size), 1) {}
    void fill(std::int32_t x, std::int32_t y, std::int32_t w, std::int32_t h, std::uint8_t value)
    {
        for (std::int32_t j = y; j < std::min(y + h, n); ++j)
            for (std::int32_t i = x; i < std::min(x + w, n); ++i) is_free[static_cast<std::size_t>(j * n + i)] = value;
    }
    FieldGrid grid() const { return require(buildFieldGrid(n, n, is_free)); }
};

std::int32_t below(Random& random, std::int32_t count)
{
    return static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(count)));
}

/// 15 % blocked by boxes.
Map makeBlocks(std::int32_t n)
{
    Map map(n);
    Random random(7);
    const std::int32_t cells = n * n;
    for (std::int32_t blocked = 0; blocked < cells * 15 / 100;)
    {
        const std::int32_t x = below(random, n), y = below(random, n);
        const std::int32_t width = 2 + below(random, n / 12), height = 2 + below(random, n / 12);
        map.fill(x, y, width, height, 0);
        blocked = cells - static_cast<std::int32_t>(std::count(map.is_free.begin(), map.is_free.end(), 1));
    }
    return map;
}

/// Rooms of 12 to 26 cells, walls of one cell, doors of two.
Map makeOffice(std::int32_t n)
{
    Map map(n);
    Random random(7);
    std::vector<std::int32_t> walls[2];
    for (auto& list : walls)
        for (std::int32_t x = 12 + below(random, 15); x < n; x += 13 + below(random, 15)) list.push_back(x);
    for (const std::int32_t x : walls[0]) map.fill(x, 0, 1, n, 0);
    for (const std::int32_t y : walls[1]) map.fill(0, y, n, 1, 0);
    for (int axis = 0; axis < 2; ++axis)
        for (const std::int32_t wall : walls[axis])
            for (std::size_t i = 0; i <= walls[1 - axis].size(); ++i)
            {
                const std::vector<std::int32_t>& cross = walls[1 - axis];
                const std::int32_t low = i == 0 ? 0 : cross[i - 1] + 1, high = i < cross.size() ? cross[i] : n;
                if (high - low < 3) continue;
                const std::int32_t door = low + below(random, high - low - 2);
                axis == 0 ? map.fill(wall, door, 1, 2, 1) : map.fill(door, wall, 2, 1, 1);
            }
    return map;
}

Map makeMap(const std::string& kind, std::int32_t n)
{
    return kind == "open" ? Map(n) : kind == "15 % blocked" ? makeBlocks(n) : makeOffice(n);
}

std::int32_t pickFree(const FieldGrid& grid, std::uint64_t seed)
{
    Random random(seed);
    std::vector<std::int32_t> sizes(static_cast<std::size_t>(grid.componentCount()), 0);
    for (std::int32_t cell = 0; cell < grid.cellCount(); ++cell)
        if (grid.isFree(cell)) ++sizes[static_cast<std::size_t>(grid.componentOf(cell))];
    const auto largest = std::max_element(sizes.begin(), sizes.end()) - sizes.begin();
    std::int32_t cell = 0;
    do cell = below(random, grid.cellCount());
    while (grid.componentOf(cell) != largest);
    return cell;
}

std::uint64_t hashOf(const Potential& potential)
{
    Hasher hasher;
    for (std::int32_t cell = 0; cell < potential.grid().cellCount(); ++cell)
    {
        hasher.add(potential.mantissa(cell));
        hasher.add(potential.exponent(cell));
    }
    return hasher.value();
}

double angleBetween(Vec2 a, Vec2 b) { return std::atan2(std::abs(cross(a, b)), dot(a, b)) * 180 / 3.14159265358979; }

/// Whether every cell has a way down and directions are right: median below 3 degrees, 99 of 100 below 15.
bool isRight(const Potential& potential, const Potential& exact)
{
    std::vector<double> angles;
    for (std::int32_t cell = 0; cell < potential.grid().cellCount(); ++cell)
    {
        if (!exact.hasWay(cell) || exact.isGoal(cell)) continue;
        if (potential.nextToward(cell) == FieldGrid::kNone) return false;
        angles.push_back(angleBetween(potential.directionAt(cell), exact.directionAt(cell)));
    }
    std::sort(angles.begin(), angles.end());
    return angles[angles.size() / 2] < 3 && angles[angles.size() * 99 / 100] < 15;
}

/// Seconds of scalar Gauss-Seidel to a right field; sweeps grow by a quarter until it is.
double measureGaussSeidel(const FieldGrid& grid, std::int32_t goal, const Potential& exact)
{
    for (int sweeps = 200;; sweeps += sweeps / 4)
    {
        const FieldSolver solver = require(buildFieldSolver(
            grid, {}, {.method = FieldSolverOptions::Method::gauss_seidel, .tolerance = 1e-15, .max_sweeps = sweeps}));
        const double before = threadSeconds();
        const Potential potential = require(solver.solve(goal));
        const double seconds = threadSeconds() - before;
        if (potential.hasConverged() || isRight(potential, exact)) return seconds;
    }
}

BenchResult measureWhole(const std::string& kind, std::int32_t n, double eps, double goal_ms)
{
    const FieldGrid grid = makeMap(kind, n).grid();
    const std::int32_t goal = pickFree(grid, 3);
    std::uint64_t hash = 0;
    const double seconds = measureSeconds(
        [&] {
            hash = hashOf(require(require(buildFieldSolver(grid, {.eps = eps, .v = {0.8, 0.6}},
                                                           {.method = FieldSolverOptions::Method::elimination}))
                                      .solve(goal)));
        },
        3);
    return {.name = "field, " + kind + ", " + std::to_string(n) + "^2" + (eps != 0 ? ", eps 1.9" : ""),
            .value = seconds * 1e3,
            .unit = "ms",
            .checksum = hash,
            .goal_kind = Goal::at_most_time,
            .goal = goal_ms};
}

BenchResult measureBesidePublished(const std::string& kind)
{
    constexpr std::int32_t kSize = 128;
    const FieldGrid grid = makeMap(kind, kSize).grid();
    const std::int32_t goal = pickFree(grid, 3);
    const Potential exact = require(require(buildFieldSolver(grid)).solve(goal));
    const double seconds = measureSeconds([&] { require(require(buildFieldSolver(grid)).solve(goal)); });
    return {.name = "field, " + kind + ", 128^2",
            .value = seconds * 1e3,
            .unit = "ms",
            .peer = "scalar Gauss-Seidel to right directions",
            .peer_value = measureGaussSeidel(grid, goal, exact) * 1e3,
            .checksum = hashOf(exact)};
}

/// A new goal, and an edit of 3 x 3 cells: each a tenth of what building may take. Both together are what a door that shuts
/// costs.
void measureChanges(std::vector<BenchResult>& results)
{
    const FieldGrid grid = makeBlocks(1024).grid();
    const std::int32_t goal = pickFree(grid, 4);
    const FieldSolver solver = require(buildFieldSolver(grid, {}, {.is_editable = true}));
    constexpr double kMostMs = 250;
    const auto add = [&](const char* name, double seconds, const Potential& potential, double goal_ms) {
        BenchResult result = {.name = name, .value = seconds * 1e3, .unit = "ms", .checksum = hashOf(potential)};
        if (goal_ms > 0) result.goal_kind = Goal::at_most_time, result.goal = goal_ms;
        results.push_back(result);
    };
    Potential potential = require(solver.solve(goal));
    const double new_goal = measureSeconds([&] { potential = require(solver.solve(goal)); }, 3);
    add("new goal, 15 % blocked, 1024^2", new_goal, potential, kMostMs);
    std::vector<std::int32_t> cells;
    for (std::int32_t i = 0; i < 9; ++i) cells.push_back((300 + i / 3) * 1024 + 300 + i % 3);
    const FieldGrid changed = grid.withBlocked(cells);
    std::optional<FieldSolver> edited;
    const double edit = measureSeconds([&] { edited = require(solver.withGrid(changed)); }, 3);
    potential = require(edited->solve(goal));
    add("edit of 3 x 3 cells, 1024^2", edit, potential, kMostMs);
    const double both = measureSeconds([&] { potential = require(require(solver.withGrid(changed)).solve(goal)); }, 3);
    add("edit of 3 x 3 cells and its field, 1024^2", both, potential, 0);
}

BenchResult measurePlanner(const std::string& kind, double goal_ms)
{
    const FieldGrid grid = makeMap(kind, 512).grid();
    const Vec2 goal = grid.centerOf(pickFree(grid, 3));
    const FieldPlanner planner(grid);
    std::vector<double> seconds;
    Hasher hasher;
    for (std::uint64_t i = 0; i < 12; ++i)
    {
        const Vec2 from = grid.centerOf(pickFree(grid, 10 + i));
        const double before = threadSeconds();
        const Path path = planner.find(from, goal);
        seconds.push_back(threadSeconds() - before);
        hasher.add(path.length());
    }
    return {.name = "one way, coarse to fine, " + kind + ", 512^2",
            .value = computeMedian(seconds) * 1e3,
            .unit = "ms",
            .checksum = hasher.value(),
            .goal_kind = Goal::at_most_time,
            .goal = goal_ms};
}

/// Local maps of 33 x 33 cells with ten others each, obstacles drawn in.
BenchResult measureLocalMaps(LocalMapOptions::Method method, const char* name, double goal_us)
{
    constexpr std::size_t kCount = 4096;
    Random random(5);
    std::vector<LocalMapInput> inputs(kCount);
    std::vector<Disc> others;
    for (LocalMapInput& input : inputs)
    {
        input.position = {random.uniform(0, 200), random.uniform(0, 200)};
        input.toward = {random.uniform(-1, 1), 1};
        input.heading = {0, 1};
        input.first_other = static_cast<std::uint32_t>(others.size());
        input.other_count = 10;
        for (int i = 0; i < 10; ++i) others.push_back({input.position + Vec2{random.uniform(-7, 7), random.uniform(1, 7)}, 0.3});
    }
    const FieldGrid walls = makeBlocks(400).grid();
    std::vector<Vec2> directions(kCount);
    const double seconds =
        measureSeconds([&] { computeLocalDirections(inputs, others, &walls, {.method = method}, directions).value(); });
    Hasher hasher;
    for (const Vec2 d : directions) hasher.add(d.x);
    return {.name = name,
            .value = seconds * 1e6 / kCount,
            .unit = "us",
            .checksum = hasher.value(),
            .goal_kind = Goal::at_most_time,
            .goal = goal_us};
}

/// A whole tick of a crowd in the open, each with a map of its own: at most a thirtieth of a second on two workers.
BenchResult measureFieldCrowd(const char* name, const LocalFieldOptions& options)
{
    constexpr int kSide = 71; // 5,041 agents
    constexpr double kPitch = 3;
    SceneInput input;
    const double size = kPitch * (kSide + 2);
    input.areas.push_back({.outline = {.points = {{0, 0}, {size, 0}, {size, size}, {0, size}}}});
    Crowd crowd(require(buildWorld(require(buildScene(input)))),
                {.steering = localField(options), .execution = {.worker_count = 2}});
    for (int i = 0; i < kSide * kSide; ++i)
    {
        const Vec2 at = {kPitch * (i % kSide + 1.5), kPitch * (i / kSide + 1.5)};
        require(crowd.add({.position = at, .goal = Vec2{size - at.x, size - at.y}}));
    }
    for (int tick = 0; tick < 10; ++tick) crowd.step(1.0 / 30);
    constexpr int kTicks = 30;
    const double before = wallSeconds();
    for (int tick = 0; tick < kTicks; ++tick) crowd.step(1.0 / 30);
    return {.name = name,
            .value = (wallSeconds() - before) * 1e3 / kTicks,
            .unit = "ms",
            .checksum = crowd.computeHash(),
            .goal_kind = Goal::at_most_time,
            .goal = 33.3};
}

/// Building alone, by turns, and not the first time: threads of their own start with memory that the system has yet to give.
BenchResult measureWorkers()
{
    const FieldGrid grid = Map(1024).grid();
    std::vector<double> seconds[2];
    for (int run = 0; run < 4; ++run)
        for (const int workers : {1, 2})
        {
            const double before = wallSeconds();
            const FieldSolver solver = require(buildFieldSolver(grid, {}, {.execution = {.worker_count = workers}}));
            const double taken = wallSeconds() - before;
            if (run > 0) seconds[workers - 1].push_back(taken);
        }
    const double one = computeMedian(seconds[0]), two = computeMedian(seconds[1]);
    return {.name = "two workers, open, 1024^2",
            .value = two * 1e3,
            .unit = "ms",
            .peer = "one worker",
            .peer_value = one * 1e3,
            .goal_kind = Goal::ratio,
            .goal = 1.6};
}

} // namespace

std::vector<BenchResult> benchField()
{
    std::vector<BenchResult> results;
    for (const char* kind : {"open", "15 % blocked", "office"}) results.push_back(measureBesidePublished(kind));
    // 0.7, 2.5 and 10 % of scalar Gauss-Seidel, which needs 72, 12.8 and 1.9 s.
    results.push_back(measureWhole("open", 512, 0, 504));
    results.push_back(measureWhole("15 % blocked", 512, 0, 320));
    results.push_back(measureWhole("office", 512, 0, 190));
    for (const char* kind : {"open", "15 % blocked", "office"}) results.push_back(measureWhole(kind, 1024, 0, 2500));
    results.push_back(measureWhole("open", 1024, 1.9, 2500));
    measureChanges(results);
    // 0.3 % of the same.
    results.push_back(measurePlanner("open", 216));
    results.push_back(measurePlanner("15 % blocked", 38));
    results.push_back(measureLocalMaps(LocalMapOptions::Method::relaxed, "local map of an agent, eps 0", 10));
    results.push_back(measureLocalMaps(LocalMapOptions::Method::exact, "local map of an agent, exact", 25));
    results.push_back(measureFieldCrowd("tick of 5,041 agents with local maps, two workers", {}));
    results.push_back(measureFieldCrowd("the same, maps remembered", {.remembers = true}));
    results.push_back(measureWorkers());
    return results;
}

} // namespace clearway::bench
