// SPDX-License-Identifier: MIT
// What walkers are made of, against slow and obvious versions.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include <clearway/base/random.h>
#include <clearway/corridor.h>
#include <clearway/scene/generators.h>

#include "tests/support/scale.h"
#include "tests/walkers/wanderers.h"
#include "walkers/pack.h"
#include "walkers/planner.h"

namespace clearway {
namespace {

using namespace walkers;

CorridorMap buildMap(const char* scene, std::uint32_t landmark_count = CorridorMapOptions::kAutomatic)
{
    return buildCorridorMap(buildScene(scene).value(), {.landmark_count = landmark_count}).value();
}

TEST(Trip, GivesBackTheChoicesItWasGiven)
{
    Random random(3);
    for (int round = 0; round < 200; ++round)
    {
        Trip trip;
        std::vector<std::pair<std::uint32_t, int>> choices;
        for (;;)
        {
            const int width = static_cast<int>(random.below(6));
            const auto choice = static_cast<std::uint32_t>(random.below(std::uint64_t{1} << width));
            if (!trip.append(choice, width)) break;
            choices.emplace_back(choice, width);
        }
        EXPECT_GT(trip.bit_count, Trip::kMostBits - 6);
        for (const auto& [choice, width] : choices) ASSERT_EQ(trip.read(width), choice);
        EXPECT_EQ(trip.next_bit, trip.bit_count);
    }
}

/// How long the way of a trip is, link by link; asks the planner again when the choices end, as walkers do.
double measureTrip(const Rows& rows, Planner& planner, Spot from, Trip trip, int& searches)
{
    const auto along = rows.map().distances();
    double total = 0;
    std::uint32_t at = from.ball;
    for (int steps = 0; steps < 100000; ++steps)
    {
        const std::uint32_t to = trip.is_last_link ? trip.goal.ball : rows.lastBallOf(trip.link);
        total += std::abs(along[to] - along[at]);
        if (trip.is_last_link) return total;
        if (!takeNextLink(rows, trip))
        {
            ++searches;
            if (!planner.find({trip.link / 2, to}, trip)) return -1;
            at = to;
            continue;
        }
        at = rows.firstBallOf(trip.link);
    }
    return -1;
}

TEST(Planner, FindsWaysAsShortAsThoseOfTheFinder)
{
    int searches = 0, found = 0;
    for (const char* name : {"rooms", "mckenna", "maze", "city500", "donut", "fig17", "cross"})
        for (const std::uint32_t landmark_count : {0u, 2u, 16u})
        {
            const CorridorMap map = buildMap(name, landmark_count);
            const double radius = 0.25;
            const Rows rows(map, radius);
            Planner planner(rows);
            CorridorFinder finder(map);
            Random random(11);
            for (int i = 0; i < 60 * test::testScale(); ++i)
            {
                // From ball to ball, so that both start at the same place.
                const auto draw = [&] {
                    const auto edge = static_cast<std::uint32_t>(random.below(map.edges().size()));
                    const CorridorMap::Edge& e = map.edges()[edge];
                    return Spot{edge, e.first_sample + static_cast<std::uint32_t>(random.below(e.sample_count))};
                };
                const Spot from = draw(), to = draw();
                if (!rows.isOpen(from.edge) || !rows.isOpen(to.edge)) continue;
                Trip trip;
                trip.goal = to;
                const Corridor corridor = finder.find(map.samples()[from.ball].position, map.samples()[to.ball].position,
                                                      {.radius = radius, .search = CorridorOptions::Search::dijkstra});
                ASSERT_TRUE(corridor) << name;
                const bool is_found = planner.find(from, trip);
                if (!is_found) continue; // a way that needs an edge whose balls are too far apart
                ++found;
                const double length = measureTrip(rows, planner, from, trip, searches);
                // The finder may take edges that are closed to walkers.
                ASSERT_GE(length, corridor.length() - 1e-3) << name;
                bool all_open = true;
                for (const Corridor::Piece& piece : corridor.pieces()) all_open = all_open && rows.isOpen(piece.edge);
                if (all_open)
                {
                    ASSERT_LE(length, corridor.length() * (1 + 1e-5) + 1e-3) << name;
                }
            }
        }
    EXPECT_GT(found, 500);
}

TEST(Planner, GoesOnWhereTheChoicesEnd)
{
    const CorridorMap map = buildCorridorMap(buildScene("maze", {.scale = 60}).value()).value();
    const Rows rows(map, 0.25);
    Planner planner(rows);
    Random random(5);
    int searches = 0;
    for (int i = 0; i < 60; ++i)
    {
        const auto draw = [&] {
            const auto edge = static_cast<std::uint32_t>(random.below(map.edges().size()));
            return Spot{edge, map.edges()[edge].first_sample};
        };
        const Spot from = draw();
        Trip trip;
        trip.goal = draw();
        if (!rows.isOpen(from.edge) || !rows.isOpen(trip.goal.edge)) continue;
        ASSERT_TRUE(planner.find(from, trip));
        const double length = measureTrip(rows, planner, from, trip, searches);
        const double expected =
            findCorridor(map, map.samples()[from.ball].position, map.samples()[trip.goal.ball].position, {.radius = 0.25})
                .length();
        ASSERT_NEAR(length, expected, 1e-3 + 1e-5 * expected);
    }
    EXPECT_GT(searches, 0) << "ways that are too long for three words";
}

TEST(Pack, WithAndWithoutNewInstructionsItIsTheSame)
{
    Random random(9);
    for (int round = 0; round < 256; ++round)
    {
        Floats dx, dy;
        float vx[kLanes], vy[kLanes];
        Ints counts;
        int expected = 0;
        for (std::uint32_t i = 0; i < kLanes; ++i)
        {
            dx[i] = static_cast<float>(random.uniform());
            dy[i] = static_cast<float>(random.uniform());
            vx[i] = static_cast<float>(random.uniform());
            vy[i] = static_cast<float>(random.uniform());
            counts[i] = (round >> i & 1) != 0 ? -1 : 0;
            expected += round >> i & 1;
        }
        float a[4][32] = {}, b[4][32] = {};
        const std::size_t found = pack({a[0], a[1], a[2], a[3]}, 3, dx, dy, vx, vy, counts);
        ASSERT_EQ(packOneByOne({b[0], b[1], b[2], b[3]}, 3, dx, dy, vx, vy, counts), found);
        ASSERT_EQ(found, static_cast<std::size_t>(3 + expected));
        for (int column = 0; column < 4; ++column)
            for (std::size_t i = 0; i < found; ++i) ASSERT_EQ(a[column][i], b[column][i]);
    }
}

TEST(Pack, AddsUpWhatCountsAndNothingElse)
{
    float values[40];
    for (int i = 0; i < 40; ++i) values[i] = static_cast<float>(1 << (i % 20));
    for (std::uint32_t count = 0; count <= 20; ++count)
        EXPECT_EQ(addLanes(values, count), static_cast<float>((1 << count) - 1)) << count;
    values[5] = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(addLanes(values, 5), 31) << "what is beyond the end does not matter";
}

/// One tick as it is written in the papers: in double, everybody with everybody, with the position before last instead of a
/// velocity.
struct SlowWalker
{
    Vec2 position;
    Vec2 before;
};

Vec2 computeSlowForce(const std::vector<SlowWalker>& all, std::size_t i, const CorridorMap::Sample& ball,
                      const KernelOptions& options, double dt)
{
    constexpr double kStrength = 2.1, kReach = 0.3; // as published
    const Vec2 x = all[i].position;
    const Vec2 way = ball.position - x;
    const double d = length(way), room = ball.clearance - options.radius;
    const Vec2 ahead = d > 0 ? way / d : Vec2{};
    const double pull = d < room ? std::min(options.max_attraction, 1 / (room - d) - 1 / room) : options.max_attraction;
    Vec2 force = ahead * pull;
    for (std::size_t j = 0; j < all.size(); ++j)
    {
        const Vec2 q = x - all[j].position;
        if (j == i || length(q) >= 2) continue;
        const Vec2 s = (all[j].position - all[j].before) / dt * 0.5;
        const double sum = length(q) + length(q - s);
        const double b = std::max(0.1, std::sqrt(std::max(0.0, sum * sum - lengthSq(s))) / 2);
        const Vec2 push =
            (q / length(q) + (q - s) / length(q - s)) * (kStrength / kReach * std::exp(-b / kReach) * sum / (4 * b));
        const bool is_seen = dot(ahead, -push) >= length(push) * std::cos(100 * std::numbers::pi / 180);
        force = force + push * (is_seen ? 1 : 0.5);
    }
    return force;
}

TEST(Kernel, StepsAsThePapersWriteItDown)
{
    const CorridorMap map = buildMap("mckenna");
    constexpr double dt = 0.1;
    test::Wanderers fast(map);
    const KernelOptions& options = fast.kernel.options;
    fast.add(2500); // dense enough for many to feel each other
    for (int tick = 0; tick < 30; ++tick) fast.step(dt);
    const auto positionOf = [&](std::uint32_t place) {
        return fast.kernel.rows.lattice().world({fast.kernel.now.x[place], fast.kernel.now.y[place]});
    };
    int compared = 0, felt = 0;
    for (int tick = 0; tick < 3; ++tick)
    {
        std::vector<SlowWalker> slow(2500);
        std::vector<CorridorMap::Sample> balls(2500);
        std::vector<Vec2> goals(2500);
        for (std::uint32_t place = 0; place < 2500; ++place)
        {
            const Card& card = fast.kernel.now.card[place];
            const Trip& trip = fast.kernel.trips[card.slot];
            const Vec2 velocity{static_cast<double>(fast.kernel.now.vx[place]), static_cast<double>(fast.kernel.now.vy[place])};
            slow[card.slot] = {positionOf(place), positionOf(place) - velocity * dt};
            balls[card.slot] = map.samples()[card.ball];
            goals[card.slot] = fast.kernel.rows.lattice().world({trip.goal_x, trip.goal_y});
        }
        fast.step(dt);
        for (std::uint32_t place = 0; place < 2500; ++place)
        {
            // In the ball of its goal a walker is drawn to the goal itself; one that was put back to its ball is not free.
            const std::uint32_t i = fast.kernel.now.card[place].slot;
            if (distance(balls[i].position, goals[i]) <= balls[i].clearance) continue;
            const Vec2 force = computeSlowForce(slow, i, balls[i], options, dt);
            Vec2 next = slow[i].position * 2 - slow[i].before + force * (dt * dt);
            const Vec2 velocity = (next - slow[i].position) / dt;
            if (length(velocity) > options.speed) next = slow[i].position + velocity * (options.speed / length(velocity)) * dt;
            if (distance(next, balls[i].position) > balls[i].clearance - options.radius - 1e-4) continue;
            // Rounding to the lattice; a neighbour at the limit of sight or range may fall to either side.
            const double error = distance(next, positionOf(place));
            if (error > 1e-4)
            {
                EXPECT_LT(error, 0.02) << i;
                ++felt;
            }
            ++compared;
        }
    }
    EXPECT_GT(compared, 4000);
    EXPECT_LE(felt, compared / 500);
}

TEST(Kernel, ARunOfWanderersKeepsItsBits)
{
    struct Pinned
    {
        const char* scene;
        std::uint64_t hash;
    };
    for (const Pinned& pinned :
         {Pinned{"rooms", 0x068764acec7df42c}, Pinned{"mckenna", 0x4fc0c1f1a60127ec}, Pinned{"city500", 0x4f4d40cd72483a19}})
    {
        const CorridorMap map = buildMap(pinned.scene);
        test::Wanderers walkers(map);
        walkers.add(1000);
        for (int tick = 0; tick < 200; ++tick) walkers.step(0.1);
        EXPECT_EQ(walkers.computeHash(), pinned.hash) << pinned.scene;
    }
}

} // namespace
} // namespace clearway
