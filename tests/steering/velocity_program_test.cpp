// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <clearway/base/random.h>
#include <clearway/steering.h>
#include <tests/oracle/velocity_oracle.h>
#include <tests/support/scale.h>

namespace clearway {
namespace {

using test::AllowedSide;
using test::BestVelocity;
using test::Velocity2;

constexpr float kMax = std::numeric_limits<float>::max();
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

VelocityLine makeLine(double nx, double ny, double c)
{
    const double length = std::sqrt(nx * nx + ny * ny);
    nx /= length;
    ny /= length;
    return {static_cast<float>(nx * c), static_cast<float>(ny * c), static_cast<float>(ny), static_cast<float>(-nx)};
}

/// Directions from all around, few directions, or almost the same ones; some lines twice.
std::vector<VelocityLine> makeLines(Random& random, int count, double low, double high)
{
    std::vector<VelocityLine> lines;
    const int kind = static_cast<int>(random.below(4));
    while (static_cast<int>(lines.size()) < count)
    {
        double nx = random.uniform(-1, 1);
        double ny = random.uniform(-1, 1);
        if (kind == 1)
        {
            nx = static_cast<double>(random.below(3)) - 1;
            ny = static_cast<double>(random.below(3)) - 1;
        }
        if (kind == 2)
        {
            nx = random.below(2) ? 1 : -1;
            ny = random.uniform(-1e-3, 1e-3);
        }
        if (nx * nx + ny * ny < 1e-6) continue;
        const VelocityLine line = makeLine(nx, ny, random.uniform(low, high));
        lines.push_back(line);
        if (kind == 3 && random.below(3) == 0 && static_cast<int>(lines.size()) < count) lines.push_back(line);
    }
    return lines;
}

Velocity2 toDouble(const VelocityLine::Solution& answer) { return {answer.x, answer.y}; }

double computeSpeed(Velocity2 v) { return std::sqrt(v.x * v.x + v.y * v.y); }

TEST(VelocityProgram, WithoutLinesThePreferredVelocityIsTakenBitForBit)
{
    const VelocityLine::Solution answer = solveVelocity({}, 0, 0.3F, -0.7F, 2);
    EXPECT_EQ(answer.x, 0.3F);
    EXPECT_EQ(answer.y, -0.7F);
    EXPECT_TRUE(answer.is_feasible);
}

TEST(VelocityProgram, OneLineMovesThePreferredVelocityToItsFoot)
{
    const VelocityLine line = makeLine(0, 1, 0.5);
    const VelocityLine::Solution answer = solveVelocity({&line, 1}, 0, 1, 0, 2);
    EXPECT_NEAR(answer.x, 1, 1e-6);
    EXPECT_NEAR(answer.y, 0.5, 1e-6);
}

TEST(VelocityProgram, OracleAgreesWhereAllLinesCanHold)
{
    int feasible = 0;
    for (int seed = 0; seed < 4000 * test::testScale(); ++seed)
    {
        SCOPED_TRACE(seed);
        Random random(static_cast<std::uint64_t>(seed), 1);
        const int count = static_cast<int>(random.below(12));
        const auto lines = makeLines(random, count, -1.5, 0.4);
        const float max_speed = random.below(20) == 0 ? 0.0F : 2.0F;
        const Velocity2 preferred{static_cast<float>(random.uniform(-2.5, 2.5)), static_cast<float>(random.uniform(-2.5, 2.5))};
        const VelocityLine::Solution answer =
            solveVelocity(lines, static_cast<int>(random.below(4)), static_cast<float>(preferred.x),
                          static_cast<float>(preferred.y), max_speed);
        EXPECT_LE(computeSpeed(toDouble(answer)), max_speed * (1 + 1e-6));
        const BestVelocity strict = test::findBestVelocity(lines, preferred, max_speed, -1e-4);
        const BestVelocity loose = test::findBestVelocity(lines, preferred, max_speed, 1e-4);
        EXPECT_TRUE(loose.is_feasible || !answer.is_feasible);
        if (!strict.is_feasible) continue;
        ++feasible;
        // Between the optima of the same lines, drawn a little in and a little out.
        ASSERT_TRUE(answer.is_feasible);
        const test::Violation violation = test::computeViolation(lines, 0, toDouble(answer));
        EXPECT_LE(violation.soft, 2e-5);
        const double distance = computeSpeed({answer.x - preferred.x, answer.y - preferred.y});
        EXPECT_LE(distance, strict.distance + 1e-5);
        EXPECT_GE(distance, loose.distance - 1e-5);
    }
    EXPECT_GT(feasible, 1000);
}

TEST(VelocityProgram, SamplingFindsNothingThatViolatesLess)
{
    int infeasible = 0;
    for (int seed = 0; seed < 400 * test::testScale(); ++seed)
    {
        SCOPED_TRACE(seed);
        Random random(static_cast<std::uint64_t>(seed), 2);
        const int count = 2 + static_cast<int>(random.below(10));
        auto lines = makeLines(random, count, -0.5, 1.5);
        const int hard_count = static_cast<int>(random.below(4));
        // Hard lines allow standing still, as those of walls do.
        for (int k = 0; k < hard_count && k < count; ++k)
        {
            const AllowedSide side = test::toSide(lines[static_cast<std::size_t>(k)]);
            lines[static_cast<std::size_t>(k)] = makeLine(side.nx, side.ny, -std::fabs(side.c));
        }
        const VelocityLine::Solution answer = solveVelocity(lines, hard_count, static_cast<float>(random.uniform(-2, 2)),
                                                            static_cast<float>(random.uniform(-2, 2)), 2);
        const test::Violation violation = test::computeViolation(lines, hard_count, toDouble(answer));
        EXPECT_LE(violation.hard, 2e-5);
        const double least = test::sampleLeastViolation(lines, hard_count, 2, 1e-9);
        EXPECT_LE(violation.soft, least + 1e-4);
        if (least > 1e-3)
        {
            ++infeasible;
            EXPECT_FALSE(answer.is_feasible);
        }
    }
    EXPECT_GT(infeasible, 100);
}

TEST(VelocityProgram, HardLinesThatContradictEachOtherAreViolatedLeastAndTheOthersDoNotCount)
{
    for (int seed = 0; seed < 300 * test::testScale(); ++seed)
    {
        SCOPED_TRACE(seed);
        Random random(static_cast<std::uint64_t>(seed), 3);
        const int hard_count = 2 + static_cast<int>(random.below(5));
        const int count = hard_count + static_cast<int>(random.below(4));
        const auto lines = makeLines(random, count, 0, 1.5);
        const VelocityLine::Solution answer = solveVelocity(lines, hard_count, static_cast<float>(random.uniform(-2, 2)),
                                                            static_cast<float>(random.uniform(-2, 2)), 2);
        const std::span<const VelocityLine> hard = std::span(lines).first(static_cast<std::size_t>(hard_count));
        const double least = test::sampleLeastViolation(hard, 0, 2, 0);
        EXPECT_LE(test::computeViolation(hard, 0, toDouble(answer)).soft, least + 1e-4);
    }
}

TEST(VelocityProgram, TwoWallsExactlyAsWideApartAsTheDiscLeaveTheWayBetweenThem)
{
    const std::vector<VelocityLine> lines{makeLine(0, 1, 0), makeLine(0, -1, 0)};
    for (const int hard_count : {0, 2})
    {
        const VelocityLine::Solution answer = solveVelocity(lines, hard_count, 1.3F, 0.2F, 2);
        EXPECT_TRUE(answer.is_feasible);
        EXPECT_NEAR(answer.x, 1.3, 1e-6);
        EXPECT_NEAR(answer.y, 0, 1e-6);
    }
}

TEST(VelocityProgram, TwoParallelLinesThatContradictLeaveTheMiddle)
{
    const std::vector<VelocityLine> lines{makeLine(1, 0, 0.5), makeLine(-1, 0, 0.5)};
    const VelocityLine::Solution answer = solveVelocity(lines, 0, 1, 0.25F, 2);
    EXPECT_FALSE(answer.is_feasible);
    EXPECT_NEAR(answer.x, 0, 1e-5);
}

TEST(VelocityProgram, ManyLinesAreTakenToo)
{
    std::vector<VelocityLine> lines;
    for (int k = 0; k < 200; ++k)
    {
        const double t = -1 + k * 0.01;
        lines.push_back(makeLine(2 * t, -(1 - t * t), -0.5));
    }
    const VelocityLine::Solution answer = solveVelocity(lines, 0, 0, 2, 3);
    EXPECT_TRUE(answer.is_feasible);
    EXPECT_LE(test::computeViolation(lines, 0, toDouble(answer)).soft, 2e-5);
    EXPECT_NEAR(answer.y, 0.5, 1e-3);
}

TEST(VelocityProgram, WhateverComesInTheAnswerIsFiniteAndNotTooFast)
{
    const std::vector<float> numbers{0, -0.0F, 1, -1, 1e-30F, 1e-38F, 1e6F, 1e20F, -kMax, kMax, kInfinity, -kInfinity, kNaN};
    for (int seed = 0; seed < 20000 * test::testScale(); ++seed)
    {
        SCOPED_TRACE(seed);
        Random random(static_cast<std::uint64_t>(seed), 4);
        const auto any = [&] { return numbers[random.below(numbers.size())]; };
        std::vector<VelocityLine> lines(random.below(6));
        for (VelocityLine& line : lines) line = {any(), any(), any(), any()};
        const float max_speed = any();
        const VelocityLine::Solution answer =
            solveVelocity(lines, static_cast<int>(random.below(8)) - 1, any(), any(), max_speed);
        ASSERT_TRUE(std::isfinite(answer.x) && std::isfinite(answer.y));
        const double limit = std::isfinite(max_speed) && max_speed > 0 ? max_speed : 0.0;
        EXPECT_LE(computeSpeed(toDouble(answer)), limit * (1 + 1e-6));
    }
}

} // namespace
} // namespace clearway
