// SPDX-License-Identifier: MIT
#include "core_check.h"

#include <string>
#include <vector>

#include <clearway/field.h>
#include <clearway/scene.h>

namespace clearway::check {
namespace {

void add(Hasher& hasher, const Potential& potential)
{
    for (std::int32_t cell = 0; cell < potential.grid().cellCount(); ++cell)
    {
        hasher.add(potential.mantissa(cell));
        hasher.add(potential.exponent(cell));
    }
}

void checkScene(const std::string& name, double cell_size, double eps)
{
    const FieldGrid grid = buildFieldGrid(buildScene(name).value(), {.cell_size = cell_size, .radius = 0.2}).value();
    Random random(2026, 8);
    const auto pick = [&] {
        std::int32_t cell = 0;
        do cell = static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(grid.cellCount())));
        while (grid.componentOf(cell) != 0);
        return cell;
    };
    const std::int32_t goal = pick();
    Hasher hasher;
    for (const FieldSolverOptions::Method method :
         {FieldSolverOptions::Method::elimination, FieldSolverOptions::Method::aggregation,
          FieldSolverOptions::Method::over_relaxation})
        add(hasher, buildFieldSolver(grid, {.eps = eps, .v = {0.6, 0.8}}, {.method = method, .max_sweeps = 3})
                        .value()
                        .solve(goal)
                        .value());
    const std::vector<Vec2> v(static_cast<std::size_t>(grid.cellCount()), {0.6, -0.8});
    const std::int32_t goals[] = {goal, pick()};
    const Potential several =
        buildFieldSolver(grid, {.eps = eps, .cell_v = v}, {.execution = {.worker_count = 2}}).value().solve(goals).value();
    add(hasher, several);
    const Field field(several);
    const FieldPlanner planner(grid, {.eps = eps, .coarsest = 16, .tube_width = 5});
    std::uint64_t points = 0;
    for (int i = 0; i < 5; ++i)
    {
        const Vec2 from = grid.centerOf(pick());
        for (const Path& path : {field.findPath(from), planner.find(from, grid.centerOf(goal))})
        {
            if (!path.isComplete()) continue;
            check::add(hasher, from);
            for (const Path::Piece& piece : path.pieces()) check::add(hasher, planar(piece.to));
            points += path.pieces().size() + 1;
        }
    }
    print("field/" + name, hasher, points);
}

void checkLocalMaps()
{
    constexpr std::size_t kCount = 50;
    Random random(2026, 9);
    std::vector<LocalMapInput> inputs(kCount);
    std::vector<Disc> others;
    for (LocalMapInput& input : inputs)
    {
        input.toward = {random.uniform(-1, 1), 1};
        input.heading = {0, 1};
        input.eps = random.uniform(-3, 3);
        input.v = {random.uniform(-1, 1), random.uniform(-1, 1)};
        input.first_other = static_cast<std::uint32_t>(others.size());
        input.other_count = 5;
        for (int i = 0; i < 5; ++i)
        {
            const double x = random.uniform(-7, 7);
            others.push_back({{x, random.uniform(1, 7)}, 0.4});
        }
    }
    for (const LocalMapOptions::Method method : {LocalMapOptions::Method::relaxed, LocalMapOptions::Method::exact})
    {
        std::vector<Vec2> directions(kCount);
        computeLocalDirections(inputs, others, nullptr, {.method = method}, directions).value();
        Hasher hasher;
        for (const Vec2 direction : directions)
        {
            check::add(hasher, direction);
            check::add(hasher, computeLocalMotion({0, 1}, direction, 0.3).heading);
        }
        print(method == LocalMapOptions::Method::exact ? "field/local_maps, exact" : "field/local_maps", hasher, kCount);
    }
}

void checkBehaviours()
{
    Hasher hasher;
    std::size_t count = 0;
    for (const Behaviour behaviour : behaviours())
        for (std::uint64_t id = 1; id <= 20; ++id)
            for (double time = 0; time < 12; time += 0.7, ++count)
                check::add(hasher, computeDrift(computeManner(behaviour, time, id), {1 + time, static_cast<double>(id)}));
    print("field/behaviours", hasher, count);
}

} // namespace

void checkFields()
{
    checkScene("rooms", 0.5, 0);
    checkScene("maze", 1, 1.9);
    checkScene("donut", 0.7, 5);
    checkLocalMaps();
    checkBehaviours();
}

} // namespace clearway::check
