// SPDX-License-Identifier: MIT
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <clearway/base/random.h>
#include <steering/agent_lines.h>
#include <tests/oracle/velocity_oracle.h>
#include <tests/support/scale.h>

namespace clearway::steering {
namespace {

struct Pair
{
    float px, py, vx, vy, other_vx, other_vy, radius, other_radius;
};

Pair drawPair(Random& random)
{
    const auto draw = [&](double low, double high) { return static_cast<float>(random.uniform(low, high)); };
    return {draw(-4, 4), draw(-4, 4), draw(-2, 2), draw(-2, 2), draw(-2, 2), draw(-2, 2), draw(0.1, 1), draw(0.1, 1)};
}

struct Line
{
    float nx, ny, c;
};

constexpr int kRoom = 40;

/// The same pair as each of `count` neighbours, so that every lane is looked at.
std::vector<Line> computeLines(const Pair& p, const AgentHorizon& horizon, int count)
{
    std::vector<float> px(kRoom, p.px);
    std::vector<float> py(kRoom, p.py);
    std::vector<float> vx(kRoom, p.other_vx);
    std::vector<float> vy(kRoom, p.other_vy);
    std::vector<float> radius(kRoom, p.other_radius);
    std::vector<std::uint64_t> id(kRoom, 2);
    LineStorage<kRoom> storage;
    const Self self{1, {p.vx, p.vy}, p.radius, 2};
    computeAgentLines(self, {count, px.data(), py.data(), vx.data(), vy.data(), radius.data(), id.data()}, horizon,
                      storage.lines());
    std::vector<Line> lines;
    for (int k = 0; k < padded(count); ++k) lines.push_back({storage.nx[k], storage.ny[k], storage.c[k]});
    return lines;
}

Pair swap(const Pair& p) { return {-p.px, -p.py, p.other_vx, p.other_vy, p.vx, p.vy, p.other_radius, p.radius}; }

TEST(AgentLines, OracleAgreesForDiscsThatDoNotOverlap)
{
    int compared = 0;
    for (int seed = 0; seed < 20000 * test::testScale(); ++seed)
    {
        SCOPED_TRACE(seed);
        Random random(static_cast<std::uint64_t>(seed), 5);
        const Pair p = drawPair(random);
        const float horizon = random.below(2) ? 3.0F : 0.4F;
        const double distance = std::hypot(p.px, p.py);
        if (distance < (p.radius + p.other_radius) * 1.01) continue;
        // Head-on, passing on the right counts more than the shortest way out.
        const double wx = p.vx - p.other_vx - p.px / horizon;
        const double wy = p.vy - p.other_vy - p.py / horizon;
        if (std::fabs(p.px * wy - p.py * wx) < 0.03 * std::fabs(p.px * wx + p.py * wy)) continue;
        ++compared;
        const auto lines = computeLines(p, {horizon, 0.1F, 0, 1}, 1);
        const test::AllowedSide side = test::computeAgentSide(
            {{p.px, p.py}, {p.vx, p.vy}, {p.other_vx, p.other_vy}, static_cast<double>(p.radius) + p.other_radius}, horizon);
        // Where two points of the boundary are equally near, either is right: what is asked for is compared, not the direction.
        const double missing = lines[0].c - (lines[0].nx * p.vx + lines[0].ny * p.vy);
        const double expected = side.c - (side.nx * p.vx + side.ny * p.vy);
        EXPECT_NEAR(missing, expected, 2e-4);
    }
    EXPECT_GT(compared, 10000);
}

TEST(AgentLines, EveryLaneGivesTheSameLineAndTheRestIsZero)
{
    Random random(1, 6);
    const Pair p = drawPair(random);
    const Line expected = computeLines(p, {3, 0.1F, 0.01F, 1}, 1)[0];
    for (int count = 1; count <= 32; ++count)
    {
        const auto lines = computeLines(p, {3, 0.1F, 0.01F, 1}, count);
        for (std::size_t k = 0; k < lines.size(); ++k)
        {
            const bool is_line = static_cast<int>(k) < count;
            EXPECT_EQ(lines[k].nx, is_line ? expected.nx : 0);
            EXPECT_EQ(lines[k].ny, is_line ? expected.ny : 0);
            EXPECT_EQ(lines[k].c, is_line ? expected.c : 0);
        }
    }
}

TEST(AgentLines, TwoWhoKeepTheirLinesDoNotMeetWithinTheHorizon)
{
    int close_calls = 0;
    for (int seed = 0; seed < 5000 * test::testScale(); ++seed)
    {
        SCOPED_TRACE(seed);
        Random random(static_cast<std::uint64_t>(seed), 7);
        const Pair p = drawPair(random);
        const double reach = static_cast<double>(p.radius) + p.other_radius;
        if (std::hypot(p.px, p.py) < reach * 1.001) continue;
        const AgentHorizon horizon{3, 0.1F, 0, 1};
        const Line mine = computeLines(p, horizon, 1)[0];
        const Line other = computeLines(swap(p), horizon, 1)[0];
        // Random velocities on, or a little inside, both lines.
        for (int k = 0; k < 10; ++k)
        {
            const auto pick = [&](const Line& line) {
                const double along = random.uniform(-2, 2);
                const double in = random.below(2) ? 0.0 : random.uniform(0, 0.5);
                return test::Velocity2{line.nx * (line.c + in) + line.ny * along, line.ny * (line.c + in) - line.nx * along};
            };
            const test::Velocity2 v = pick(mine);
            const test::Velocity2 w = pick(other);
            double least = 1e9;
            for (int step = 0; step <= 300; ++step)
            {
                const double t = step * 0.01;
                least = std::min(least, std::hypot(p.px + (w.x - v.x) * t, p.py + (w.y - v.y) * t));
            }
            EXPECT_GE(least, reach - 1e-4);
            if (least < reach * 1.05) ++close_calls;
        }
    }
    EXPECT_GT(close_calls, 100);
}

TEST(AgentLines, DiscsThatOverlapComeApartButNotFasterThanTheAgentCanGo)
{
    const Pair deep{0.1F, 0, 0, 0, 0, 0, 0.5F, 0.5F};
    const Line line = computeLines(deep, {3, 0.1F, 0, 1}, 1)[0];
    EXPECT_FLOAT_EQ(line.nx, -1);
    EXPECT_FLOAT_EQ(line.c, 1);
    const Pair shallow{0.99F, 0, 0, 0, 0, 0, 0.5F, 0.5F};
    EXPECT_NEAR(computeLines(shallow, {3, 0.1F, 0, 1}, 1)[0].c, 0.05, 1e-4);
}

TEST(AgentLines, DiscsWithOneCentreGoOppositeWays)
{
    const float zero[kRoom] = {};
    const float radius[kRoom] = {0.25F};
    for (std::uint64_t other = 2; other < 200; ++other)
    {
        LineStorage<kRoom> mine;
        LineStorage<kRoom> theirs;
        const std::uint64_t one = 1;
        computeAgentLines({1, {}, 0.25F, 2}, {1, zero, zero, zero, zero, radius, &other}, {3, 0.1F, 0, 1}, mine.lines());
        computeAgentLines({other, {}, 0.25F, 2}, {1, zero, zero, zero, zero, radius, &one}, {3, 0.1F, 0, 1}, theirs.lines());
        EXPECT_EQ(mine.nx[0], -theirs.nx[0]);
        EXPECT_EQ(mine.ny[0], -theirs.ny[0]);
        EXPECT_NEAR(mine.nx[0] * mine.nx[0] + mine.ny[0] * mine.ny[0], 1, 1e-6);
        EXPECT_GT(mine.c[0], 0.5F);
    }
}

TEST(AgentLines, ContactLinesOfBothTogetherKeepThemOutOfEachOtherForATickAndAllowToStand)
{
    for (int seed = 0; seed < 20000 * test::testScale(); ++seed)
    {
        SCOPED_TRACE(seed);
        Random random(static_cast<std::uint64_t>(seed), 8);
        Pair p = drawPair(random);
        const double distance = std::hypot(p.px, p.py);
        const double reach = static_cast<double>(p.radius) + p.other_radius;
        const double wanted = reach + random.uniform(0, 0.3);
        p.px = static_cast<float>(p.px * wanted / distance);
        p.py = static_cast<float>(p.py * wanted / distance);
        const auto lineOf = [](const Pair& of) {
            const std::uint64_t id = 2;
            LineStorage<8> storage;
            const int count = computeContactLines({1, {of.vx, of.vy}, of.radius, 2},
                                                  {1, &of.px, &of.py, &of.other_vx, &of.other_vy, &of.other_radius, &id},
                                                  {3, 0.1F, 0, 1}, storage.lines());
            EXPECT_EQ(count, 1);
            return Line{storage.nx[0], storage.ny[0], storage.c[0]};
        };
        const Line mine = lineOf(p);
        const Line other = lineOf(swap(p));
        EXPECT_LE(mine.c, 0);
        EXPECT_LE(other.c, 0);
        // What both may approach in a tick is the gap.
        EXPECT_GE(wanted + (mine.c + other.c) * 0.1, reach - 1e-5);
        EXPECT_NEAR(wanted + (mine.c + other.c) * 0.1, reach, 1e-4);
    }
}

} // namespace
} // namespace clearway::steering
