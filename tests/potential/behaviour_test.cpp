// SPDX-License-Identifier: MIT
#include <clearway/potential/behaviour.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <clearway/potential/local_map.h>

namespace clearway {
namespace {

struct Walk
{
    double lowest = 0, highest = 0; ///< y
    double clearance = 1e9;         ///< to the discs
    double length = 0;
    bool arrives = false;
    std::vector<Vec2> points;
};

/// From (0, 0) toward (20, 0), past two discs.
Walk walk(const MannerOfTime& manner, double side = 1)
{
    const std::vector<Disc> discs = {{{6, 0.1 * side}, 0.5}, {{12, -0.6 * side}, 0.5}};
    constexpr double kRadius = 0.25, kCell = 0.25, kStep = 1.0 / 15;
    Walk result;
    Vec2 p, heading = {1, 0};
    for (int tick = 0; tick < 450 && !result.arrives; ++tick)
    {
        LocalMapInput input = {.position = p, .heading = heading, .goal = Vec2{20, 0}, .radius = kRadius, .other_count = 2};
        input.toward = Vec2{20, 0} - p;
        input.toward = input.toward / length(input.toward);
        input.eps = kCell;
        input.v = computeDrift(manner(tick * kStep, 1), input.toward);
        Vec2 direction;
        EXPECT_TRUE(computeLocalDirections({&input, 1}, discs, nullptr, {.cell_size = kCell, .view_degrees = 360, .sweeps = 60},
                                           {&direction, 1}));
        const LocalMotion motion = computeLocalMotion(heading, direction, 0.5);
        heading = motion.heading;
        p = p + heading * (1.3 * motion.speed * kStep);
        result.length += 1.3 * motion.speed * kStep;
        result.lowest = std::min(result.lowest, p.y);
        result.highest = std::max(result.highest, p.y);
        for (const Disc& disc : discs)
            result.clearance = std::min(result.clearance, distance(p, disc.center) - disc.radius - kRadius);
        result.points.push_back(p);
        result.arrives = distance(p, Vec2{20, 0}) < 0.2;
    }
    return result;
}

Walk walk(Behaviour behaviour)
{
    return walk([behaviour](double time, std::uint64_t id) { return computeManner(behaviour, time, id); });
}

TEST(Behaviour, EveryPresetArrivesAndTheyWalkAsTheirNamesSay)
{
    for (const Behaviour behaviour : behaviours())
    {
        const Walk w = walk(behaviour);
        EXPECT_TRUE(w.arrives) << toString(behaviour);
        EXPECT_GT(w.clearance, -0.15) << toString(behaviour);
    }
    const Walk plain = walk(Behaviour::plain), right = walk(Behaviour::right_hand), left = walk(Behaviour::left_hand),
               hurried = walk(Behaviour::hurried), cautious = walk(Behaviour::cautious), wandering = walk(Behaviour::wandering);
    EXPECT_LT(right.lowest, -1.5);
    EXPECT_LT(right.highest, 0.2);
    EXPECT_GT(left.highest, 1.5);
    EXPECT_GT(left.lowest, -0.2);
    EXPECT_LT(hurried.length, plain.length - 0.2);
    EXPECT_LT(hurried.clearance, plain.clearance);
    EXPECT_GT(cautious.length, plain.length + 0.2);
    EXPECT_GT(cautious.clearance, plain.clearance + 0.1);
    EXPECT_GT(wandering.highest - wandering.lowest, 1.5);
}

TEST(Behaviour, MirroredPresetsMirrorTheWalk)
{
    const auto manner = [](double v) { return [v](double, std::uint64_t) { return Manner{1, {0.5, v}}; }; };
    const Walk a = walk(manner(0.4), 1), b = walk(manner(-0.4), -1);
    ASSERT_EQ(a.points.size(), b.points.size());
    for (std::size_t i = 0; i < a.points.size(); ++i)
        EXPECT_NEAR(distance(a.points[i], Vec2{b.points[i].x, -b.points[i].y}), 0, 0.02) << i;
}

TEST(Behaviour, AMannerMayChangeWithTime)
{
    const Walk w = walk([](double time, std::uint64_t) { return Manner{1.5, {0, time < 7 ? -1.0 : 1.0}}; });
    EXPECT_LT(w.lowest, -1);
    EXPECT_GT(w.highest, 1);
}

TEST(Behaviour, NamesAreFoundAndDrawsAreTheCharactersOwn)
{
    for (const Behaviour behaviour : behaviours()) EXPECT_EQ(findBehaviour(toString(behaviour)), behaviour);
    EXPECT_FALSE(findBehaviour("none"));
    std::vector<double> eps;
    for (std::uint64_t id = 1; id <= 50; ++id)
    {
        const Manner a = computeManner(Behaviour::personal, 3, id), b = computeManner(Behaviour::personal, 8, id);
        EXPECT_EQ(a.eps, b.eps);
        EXPECT_EQ(a.v, b.v);
        eps.push_back(a.eps);
        for (double time = 0; time < 30; time += 0.7)
            EXPECT_LE(std::abs(computeManner(Behaviour::wandering, time, id).eps), 1.5 + 1e-9);
    }
    std::sort(eps.begin(), eps.end());
    EXPECT_GT(std::unique(eps.begin(), eps.end()) - eps.begin(), 20);
    EXPECT_EQ(computeDrift({2, {1, 0}}, {0, 5}), (Vec2{0, 2}));
    EXPECT_EQ(computeDrift({2, {0, 1}}, {0, 5}), (Vec2{-2, 0})) << "left of up";
}

} // namespace
} // namespace clearway
