// SPDX-License-Identifier: MIT
#include <clearway/potential/local_map.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include <clearway/base/random.h>
#include <clearway/potential/solver.h>

#include "tests/support/scale.h"

namespace clearway {
namespace {

Vec2 at(double angle) { return {std::cos(angle), std::sin(angle)}; }

std::vector<Vec2> compute(const std::vector<LocalMapInput>& inputs, const std::vector<Disc>& others,
                          const LocalMapOptions& options = {}, const FieldGrid* walls = nullptr, const TaskHook& hook = {})
{
    std::vector<Vec2> directions(inputs.size());
    EXPECT_TRUE(computeLocalDirections(inputs, others, walls, options, directions, {.task_hook = hook}));
    return directions;
}

struct Crowd
{
    std::vector<LocalMapInput> inputs;
    std::vector<Disc> others;
};

Crowd makeCrowd(int count, double eps, std::uint64_t seed)
{
    Crowd crowd;
    Random random(seed);
    for (int i = 0; i < count; ++i)
    {
        const double angle = random.uniform(-3, 3);
        LocalMapInput input = {.position = {random.uniform(-50, 50), random.uniform(-50, 50)},
                               .heading = at(angle),
                               .toward = at(angle + random.uniform(-1, 1))};
        input.eps = eps;
        input.v = {input.heading.y, -input.heading.x};
        input.first_other = static_cast<std::uint32_t>(crowd.others.size());
        input.other_count = 6;
        for (int k = 0; k < 6; ++k)
            crowd.others.push_back({input.position + at(random.uniform(-3, 3)) * random.uniform(1.5, 7), 0.3});
        crowd.inputs.push_back(input);
    }
    return crowd;
}

/// The converged direction, on a map drawn cell by cell.
Vec2 solveSlowly(const LocalMapInput& input, const std::vector<Disc>& others, std::int32_t n, double h, double view_degrees)
{
    const std::int32_t half = n / 2;
    std::vector<std::uint8_t> is_free(static_cast<std::size_t>(n * n), 1);
    std::vector<std::int32_t> goals;
    const double longer = std::max(std::abs(input.toward.x), std::abs(input.toward.y));
    const auto gx = static_cast<std::int32_t>(std::floor(input.toward.x / longer * half + 0.5)) + half;
    const auto gy = static_cast<std::int32_t>(std::floor(input.toward.y / longer * half + 0.5)) + half;
    for (std::int32_t y = 0; y < n; ++y)
        for (std::int32_t x = 0; x < n; ++x)
        {
            const std::int32_t ring = std::min({x, y, n - 1 - x, n - 1 - y});
            std::uint8_t& free = is_free[static_cast<std::size_t>(y * n + x)];
            if (ring == 0)
            {
                const bool is_side = gx == 0 || gx == n - 1;
                const bool is_goal = is_side ? x == gx && std::abs(y - gy) <= 1 : y == gy && std::abs(x - gx) <= 1;
                const bool is_corner = (gx == 0 || gx == n - 1) && (gy == 0 || gy == n - 1) && y == gy && std::abs(x - gx) == 1;
                free = is_goal || is_corner;
                if (free) goals.push_back(y * n + x);
            }
            if (ring < 2 || (x == half && y == half)) continue;
            const Vec2 p = input.position + Vec2{(x - half) * h, (y - half) * h};
            for (std::uint32_t i = 0; i < input.other_count; ++i)
            {
                const Disc& disc = others[input.first_other + i];
                const Vec2 d = disc.center - input.position;
                const double angle = std::atan2(cross(input.heading, d), dot(input.heading, d));
                if (std::abs(angle) <= view_degrees / 360 * std::numbers::pi &&
                    distance(p, disc.center) <= disc.radius + input.radius)
                    free = 0;
            }
        }
    const FieldGrid grid = buildFieldGrid(n, n, is_free).value();
    const Potential u = buildFieldSolver(grid, {.eps = input.eps, .v = input.v}).value().solve(goals).value();
    return u.directionAt(half * n + half);
}

TEST(LocalMap, DirectionsAreNearTheConvergedOnes)
{
    for (const double eps : {0.0, 0.7, 1.9})
    {
        const Crowd crowd = makeCrowd(60, eps, 5);
        const std::vector<Vec2> directions = compute(crowd.inputs, crowd.others);
        std::vector<double> errors;
        for (std::size_t i = 0; i < crowd.inputs.size(); ++i)
        {
            const Vec2 expected = solveSlowly(crowd.inputs[i], crowd.others, 33, 0.5, 120);
            errors.push_back(std::atan2(std::abs(cross(directions[i], expected)), dot(directions[i], expected)) * 180 /
                             std::numbers::pi);
        }
        std::sort(errors.begin(), errors.end());
        EXPECT_LT(errors[errors.size() / 2], 3) << "eps " << eps;
        EXPECT_LT(errors[errors.size() * 9 / 10], 30) << "eps " << eps;
        // With many sweeps nothing is left of the difference.
        const std::vector<Vec2> exact = compute({crowd.inputs.begin(), crowd.inputs.begin() + 16}, crowd.others, {.sweeps = 800});
        for (std::size_t i = 0; i < exact.size(); ++i)
            EXPECT_GT(dot(exact[i], solveSlowly(crowd.inputs[i], crowd.others, 33, 0.5, 120)), 0.9999) << i;
    }
}

TEST(LocalMap, TheExactMethodIsExact)
{
    for (const std::int32_t size : {5, 7, 17, 33, 51})
        for (const double eps : {0.0, 0.7, 1.9, 3.0})
        {
            const Crowd crowd = makeCrowd(16 * test::testScale(), eps, 7);
            const std::vector<Vec2> directions =
                compute(crowd.inputs, crowd.others, {.size = size, .method = LocalMapOptions::Method::exact});
            for (std::size_t i = 0; i < crowd.inputs.size(); ++i)
            {
                const Vec2 expected = solveSlowly(crowd.inputs[i], crowd.others, size, 0.5, 120);
                EXPECT_NEAR(distance(directions[i], expected), 0, 2e-4) << "size " << size << " eps " << eps << " map " << i;
            }
        }
}

TEST(LocalMap, TheExactMethodFindsItsWayThroughALabyrinthBeyondTheRangeOfFloats)
{
    // Corridors of one cell to and fro over the whole map: u falls by 10^-0.57 per cell.
    const std::int32_t n = 33;
    std::vector<std::uint8_t> is_free(static_cast<std::size_t>(n * n), 1);
    for (std::int32_t y = 3, i = 0; y < n - 2; y += 2, ++i)
        for (std::int32_t x = 0; x < n; ++x) is_free[static_cast<std::size_t>(y * n + x)] = x == (i % 2 ? 2 : n - 3);
    for (std::int32_t y = 0; y < n; ++y)
        is_free[static_cast<std::size_t>(y * n + 1)] = is_free[static_cast<std::size_t>(y * n + n - 2)] = 0;
    const FieldGrid walls = buildFieldGrid(n, n, is_free, {.cell_size = 0.5}).value();
    for (const double eps : {0.0, 0.5, -6.0})
    {
        LocalMapInput input = {.position = walls.centerOf(n / 2 * n + n / 2), .goal = walls.centerOf(2 * n + 2)};
        input.eps = eps;
        input.v = {0.6, -0.8};
        const LocalMapOptions options = {.view_degrees = 360, .method = LocalMapOptions::Method::exact};
        const LocalMap map = computeLocalMap(input, {}, &walls, options).value();
        ASSERT_NEAR(length(map.direction), 1, 1e-9);
        EXPECT_NEAR(distance(compute({input}, {}, options, &walls)[0], map.direction), 0, 1e-3) << eps;
    }
}

TEST(LocalMap, AMapShowsItsZones)
{
    const std::vector<Disc> others = {{{3, 0}, 0.5}, {{-3, 0}, 0.5}};
    const LocalMap map = computeLocalMap({.other_count = 2}, others, nullptr, {}).value();
    ASSERT_EQ(map.cells.size(), 33u * 33u);
    const auto at = [&](int x, int y) { return map.cells[static_cast<std::size_t>((16 + y) * 33 + 16 + x)]; };
    EXPECT_EQ(at(6, 0), LocalMap::Cell::obstacle);
    EXPECT_EQ(at(-6, 0), LocalMap::Cell::update) << "not seen";
    EXPECT_EQ(at(16, 1), LocalMap::Cell::goal);
    EXPECT_EQ(at(16, 2), LocalMap::Cell::border);
    EXPECT_EQ(at(15, 2), LocalMap::Cell::open);
    EXPECT_EQ(std::count(map.cells.begin(), map.cells.end(), LocalMap::Cell::goal), 3);
    EXPECT_EQ(std::count(map.cells.begin(), map.cells.end(), LocalMap::Cell::border), 4 * 32 - 3);
    EXPECT_EQ(std::count(map.cells.begin(), map.cells.end(), LocalMap::Cell::open), 4 * 30);
    for (std::size_t i = 0; i < map.cells.size(); ++i)
        EXPECT_EQ(map.u[i] > 0, map.cells[i] != LocalMap::Cell::obstacle && map.cells[i] != LocalMap::Cell::border) << i;
    EXPECT_FALSE(computeLocalMap({.toward = {0, 0}}, {}, nullptr, {}));
    EXPECT_FALSE(computeLocalMap({}, {}, nullptr, {.size = 4}));
}

TEST(LocalMap, WhoStandsInTheCellOfItsGoalGoesStraightToIt)
{
    for (const LocalMapOptions::Method method : {LocalMapOptions::Method::relaxed, LocalMapOptions::Method::exact})
    {
        const LocalMapInput input = {.position = {1, 2}, .goal = Vec2{1, 2.125}};
        EXPECT_NEAR(compute({input}, {}, {.method = method})[0].y, 1, 1e-12);
        const LocalMapInput beside = {.position = {1, 2}, .goal = Vec2{1, 2.5}};
        EXPECT_NEAR(compute({beside}, {}, {.method = method})[0].y, 1, 1e-5);
        EXPECT_EQ(compute({{.position = {1, 2}, .goal = Vec2{1, 2}}}, {}, {.method = method})[0], Vec2{});
    }
}

TEST(LocalMap, AMirroredDriftMirrorsTheDirection)
{
    for (const LocalMapOptions::Method method : {LocalMapOptions::Method::relaxed, LocalMapOptions::Method::exact})
        for (const double eps : {0.3, 0.7, 1.9, 4.0})
        {
            std::vector<Disc> others = {{{2, 0.75}, 0.3}, {{3, -1.1}, 0.4}}, mirrored = others;
            for (Disc& disc : mirrored) disc.center.y = -disc.center.y;
            LocalMapInput left = {.other_count = 2}, right = left;
            left.eps = right.eps = eps;
            left.v = {0.3, 1};
            right.v = {0.3, -1};
            const Vec2 a = compute({left}, others, {.sweeps = 2000, .method = method})[0];
            const Vec2 b = compute({right}, mirrored, {.sweeps = 2000, .method = method})[0];
            EXPECT_NEAR(a.x, b.x, 1e-5) << eps;
            EXPECT_NEAR(a.y, -b.y, 1e-5) << eps;
            EXPECT_GT(a.y, 0.2) << "toward v";
        }
}

TEST(LocalMap, WhoSharesABatchOrAWorkerDoesNotMatter)
{
    Crowd crowd = makeCrowd(150, 0.7, 6);
    for (std::size_t i = 0; i < crowd.inputs.size(); ++i) crowd.inputs[i].eps = 0.01 * static_cast<double>(i);
    for (const LocalMapOptions::Method method : {LocalMapOptions::Method::relaxed, LocalMapOptions::Method::exact})
    {
        const LocalMapOptions options = {.method = method};
        const std::vector<Vec2> together = compute(crowd.inputs, crowd.others, options);
        for (std::size_t i = 0; i < crowd.inputs.size(); ++i)
            EXPECT_EQ(compute({crowd.inputs[i]}, crowd.others, options)[0], together[i]);
        WorkerPool pool(3);
        EXPECT_EQ(compute(crowd.inputs, crowd.others, options, nullptr, pool.hook()), together);
    }
}

TEST(LocalMap, AClosedRingStopsTheCharacterWithoutANumberThatIsNone)
{
    std::vector<Disc> others;
    for (int i = 0; i < 64; ++i) others.push_back({at(i * 0.1) * 3.0, 0.5});
    const LocalMapInput input = {.other_count = 64};
    EXPECT_EQ(compute({input}, others, {.view_degrees = 360, .method = LocalMapOptions::Method::exact})[0], Vec2{});
    const Vec2 direction = compute({input}, others, {.view_degrees = 360})[0];
    EXPECT_EQ(direction, Vec2{});
    const LocalMotion motion = computeLocalMotion({0, 1}, direction, 0.5);
    EXPECT_EQ(motion.speed, 0);
    EXPECT_EQ(motion.heading, (Vec2{0, 1}));
    // Behind its back the ring is not seen.
    EXPECT_NEAR(length(compute({input}, others, {.view_degrees = 90})[0]), 1, 1e-9);
}

TEST(LocalMap, WallsAndTheTrueGoalCount)
{
    std::vector<std::uint8_t> is_free(60 * 60, 1);
    for (int y = 0; y < 60; ++y)
        if (y < 40 || y > 43) is_free[static_cast<std::size_t>(y * 60 + 34)] = 0;
    const FieldGrid walls = buildFieldGrid(60, 60, is_free, {.cell_size = 0.5}).value();
    LocalMapInput input = {.position = {15.25, 17.25}, .toward = {1, 0}};
    EXPECT_GT(compute({input}, {}, {.sweeps = 2000}, &walls)[0].y, 0.5) << "toward the door";
    input.goal = Vec2{15.25, 14.25};
    EXPECT_LT(compute({input}, {}, {.sweeps = 2000}, &walls)[0].y, -0.8);
    input.position = {-100, 5};
    EXPECT_EQ(length(compute({input}, {}, {.sweeps = 2000}, &walls)[0]), 0) << "outside everything is wall";
}

TEST(LocalMap, CellsAreBlockedWhereTheGridIs)
{
    Random random(11);
    std::vector<std::uint8_t> is_free(40 * 30);
    for (std::uint8_t& cell : is_free) cell = random.uniform(0, 1) < 0.7;
    for (const double cell_size : {0.2, 0.5, 0.7, 1.0})
    {
        const FieldGrid walls = buildFieldGrid(40, 30, is_free, {.cell_size = cell_size}).value();
        for (int i = 0; i < 20 * test::testScale(); ++i)
        {
            const LocalMapInput input = {.position = {random.uniform(-5, 25), random.uniform(-5, 20)}};
            const LocalMapOptions options = {.size = i % 4 == 0 ? 5 : 33};
            const LocalMap map = computeLocalMap(input, {}, &walls, options).value();
            const std::int32_t n = options.size;
            for (std::int32_t y = 2; y < n - 2; ++y)
                for (std::int32_t x = 2; x < n - 2; ++x)
                {
                    const Vec2 middle = input.position + Vec2{double(x - n / 2), double(y - n / 2)} * options.cell_size;
                    const std::int32_t cell = walls.cellAt(middle);
                    const bool is_blocked = cell == FieldGrid::kNone || !walls.isFree(cell);
                    const bool is_own = x == n / 2 && y == n / 2;
                    ASSERT_EQ(map.cells[static_cast<std::size_t>(y * n + x)] == LocalMap::Cell::obstacle, is_blocked && !is_own)
                        << "cell " << x << ", " << y << " of size " << cell_size << " around " << input.position.x << ", "
                        << input.position.y;
                }
        }
    }
}

TEST(LocalMap, BadInputIsRefused)
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    std::vector<Vec2> out(1);
    const LocalMapInput input;
    for (const std::int32_t size : {3, 4, 32, 100, 259, -1})
        EXPECT_FALSE(computeLocalDirections({&input, 1}, {}, nullptr, {.size = size}, out));
    EXPECT_FALSE(computeLocalDirections({&input, 1}, {}, nullptr, {.cell_size = nan}, out));
    EXPECT_FALSE(computeLocalDirections({&input, 1}, {}, nullptr, {.view_degrees = 0}, out));
    const LocalMapInput missing = {.other_count = 1};
    EXPECT_FALSE(computeLocalDirections({&missing, 1}, {}, nullptr, {}, out));
    EXPECT_EQ(compute({{.position = {nan, 0}}}, {})[0], Vec2{});
    EXPECT_EQ(compute({{.toward = {0, 0}}}, {})[0], Vec2{});
    EXPECT_EQ(compute({{.eps = nan}}, {})[0], Vec2{});
    EXPECT_GT(compute({{.eps = 10, .v = {0, 1}}}, {{{nan, 1}, 1}})[0].y, -1.1);
    EXPECT_TRUE(computeLocalDirections({}, {}, nullptr, {}, {}));
}

TEST(LocalMap, TheSideThatWasChosenIsKeptForASecondOrSo)
{
    const Vec2 toward = {1, 0};
    for (const double dt : {0.1, 1.0 / 60})
        for (const double left : {1.0, -1.0})
        {
            const auto turn = [&](double side, Vec2 direction, double seconds) {
                for (double time = 0; time < seconds; time += dt) side = updateSide(side, toward, direction, dt);
                return side * left;
            };
            const double chosen = turn(0, {0, left}, 1);
            EXPECT_GT(chosen, 0.7);
            EXPECT_LE(chosen, 1);
            EXPECT_GT(turn(chosen * left, toward, 0.3), 0.4);
            EXPECT_LT(turn(chosen * left, toward, 3), 0.05);
            EXPECT_GT(dot(computeSideDrift(chosen * left, toward), Vec2{0, left}), 1) << "ways bend to that side";
        }
    EXPECT_EQ(computeSideDrift(0, toward), (Vec2{0, 0}));
    EXPECT_TRUE(isNearAhead({2, 0.5}, 0.5, toward));
    EXPECT_FALSE(isNearAhead({3, 0.5}, 0.5, toward));
    EXPECT_FALSE(isNearAhead({0.5, 2}, 0.5, toward));
    EXPECT_FALSE(isNearAhead({-2, 0}, 0.5, toward));
}

TEST(LocalMap, TheHeadingTurnsTheShorterWay)
{
    const LocalMotion motion = computeLocalMotion(at(3.1), at(-3.1), 0.5);
    const double angle = std::atan2(motion.heading.y, motion.heading.x);
    EXPECT_NEAR(std::abs(angle), std::numbers::pi, 1e-6) << "not through 0";
    EXPECT_NEAR(motion.speed, std::cos(2 * std::numbers::pi - 6.2), 1e-12);
    for (double from = -3; from < 3; from += 0.37)
        for (double to = -3; to < 3; to += 0.41)
            for (const double eta : {0.0, 0.3, 0.9})
            {
                const double turn = std::remainder(to - from, 2 * std::numbers::pi);
                const LocalMotion m = computeLocalMotion(at(from), at(to), eta);
                const Vec2 expected = at(from + (1 - eta) * turn);
                EXPECT_NEAR(m.heading.x, expected.x, 1e-9) << from << " " << to << " " << eta;
                EXPECT_NEAR(m.heading.y, expected.y, 1e-9) << from << " " << to << " " << eta;
                EXPECT_NEAR(m.speed, std::max(0.0, std::cos(turn)), 1e-9);
            }
}

} // namespace
} // namespace clearway
