// SPDX-License-Identifier: MIT
// Maps that start from those of the tick before.
#include "potential/local_batch.h"

#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include <clearway/base/random.h>

#include "tests/support/scale.h"

namespace clearway {
namespace {

/// Somebody who walks to the right through others who walk about, seen from itself.
struct Walk
{
    LocalSelf self = {.heading = {1, 0}, .toward = {1, 0}, .goal = {}, .drift = {}};
    std::vector<Disc> others;
    std::vector<Vec2> velocities;

    Walk(std::uint64_t seed, double drift)
    {
        self.drift = {0, -drift};
        Random random(seed);
        for (int i = 0; i < 8; ++i)
        {
            others.push_back({{random.uniform(1, 8), random.uniform(-6, 6)}, random.uniform(0.3, 0.6)});
            velocities.push_back({random.uniform(-1, 1), random.uniform(-1, 1)});
        }
    }
    void step(Vec2 moved, double seconds)
    {
        for (std::size_t i = 0; i < others.size(); ++i) others[i].center = others[i].center + velocities[i] * seconds - moved;
    }
};

class Solver
{
public:
    Solver(LocalMapOptions::Method method, LocalUse use) : batch_({.method = method}, use), map_(33 * 33 * sizeof(float)) {}

    /// The map has moved by so many columns; none: it is not to start from there.
    Vec2 solve(const Walk& walk, std::optional<std::int32_t> columns)
    {
        constexpr int kLane = 3;
        batch_.clear();
        batch_.open(kLane, walk.self);
        for (const Disc& disc : walk.others) batch_.blockDisc(kLane, disc.center, disc.radius);
        if (columns) batch_.recall(kLane, map_.data(), *columns, 0);
        batch_.placeGoal(kLane);
        batch_.solve();
        batch_.remember(kLane, map_.data());
        return batch_.directionOf(kLane);
    }

private:
    LocalBatch batch_;
    std::vector<std::byte> map_;
};

double computeAngle(Vec2 a, Vec2 b) { return std::abs(std::atan2(cross(a, b), dot(a, b))) * 180 / std::numbers::pi; }

TEST(LocalBatch, FromTheMapBeforeDirectionsAreNearerToTheConvergedOnes)
{
    constexpr double kStep = 1.0 / 30, kSpeed = 1.34, kCell = 0.5;
    for (const double drift : {0.0, 0.7, 1.5})
    {
        double cold_sum = 0, warm_sum = 0;
        for (std::uint64_t seed = 0; seed < 10 * static_cast<std::uint64_t>(test::testScale()); ++seed)
        {
            Walk walk(seed, drift);
            Solver exact(LocalMapOptions::Method::exact, LocalUse::direction),
                cold(LocalMapOptions::Method::relaxed, LocalUse::direction),
                warm(LocalMapOptions::Method::relaxed, LocalUse::map);
            double rest = 0;
            for (int tick = 0; tick < 60; ++tick, walk.step({kSpeed * kStep, 0}, kStep))
            {
                const double cells = std::floor(rest / kCell + 0.5);
                rest += kSpeed * kStep - cells * kCell;
                const Vec2 right = exact.solve(walk, {});
                const auto moved = tick > 0 ? std::optional(static_cast<std::int32_t>(cells)) : std::nullopt;
                const Vec2 remembered = warm.solve(walk, moved), alone = cold.solve(walk, {});
                if (right == Vec2{} || tick < 2) continue;
                cold_sum += computeAngle(alone, right);
                warm_sum += computeAngle(remembered, right);
            }
        }
        EXPECT_LT(warm_sum, 0.6 * cold_sum) << "drift " << drift;
    }
}

TEST(LocalBatch, AMapThatStaysConverges)
{
    const Walk walk(5, 0.4);
    Solver exact(LocalMapOptions::Method::exact, LocalUse::direction), warm(LocalMapOptions::Method::relaxed, LocalUse::map);
    const Vec2 right = exact.solve(walk, {});
    warm.solve(walk, {});
    for (int tick = 0; tick < 20; ++tick) warm.solve(walk, 0);
    EXPECT_LT(computeAngle(warm.solve(walk, 0), right), 0.05);
}

TEST(LocalBatch, WhatIsNoPotentialIsNotRecalled)
{
    const Walk walk(7, 0);
    LocalBatch batch({}, LocalUse::map);
    const std::vector<std::byte> garbage(33 * 33 * sizeof(float), std::byte{0xff});
    for (const std::int32_t columns : {-40, -33, -5, 0, 7, 33, 40})
    {
        batch.clear();
        batch.open(0, walk.self);
        batch.recall(0, garbage.data(), columns, -columns);
        batch.placeGoal(0);
        batch.solve();
        EXPECT_NEAR(length(batch.directionOf(0)), 1, 1e-12) << columns;
    }
}

} // namespace
} // namespace clearway
