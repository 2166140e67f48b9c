// SPDX-License-Identifier: MIT
// What every model of a crowd owes: alone one walks at the speed one likes, and the more crowded it is the slower everybody gets.
#include <gtest/gtest.h>

#include <string_view>

#include <cmath>
#include <numbers>
#include <string>

#include <clearway/crowd.h>
#include <clearway/guide.h>
#include <clearway/navmesh.h>
#include <clearway/steering.h>

namespace clearway {
namespace {

constexpr double kSpeed = 1.34;
constexpr double kRadius = 0.2;

/// A corridor without ends: the ring of the scene `donut`, whose middle is at the origin. Everybody walks anti-clockwise.
double measureSpeed(const std::shared_ptr<const Steering>& steering, double density)
{
    const NavMesh mesh = buildNavMesh(buildScene("donut").value()).value();
    Scenario scenario;
    scenario.scene_name = "donut";
    const auto count = std::max<std::size_t>(1, static_cast<std::size_t>(density * mesh.area()));
    scenario.groups.push_back({.count = count, .radius = {kRadius, kRadius}, .speed = {kSpeed, kSpeed}});
    ScenarioRun run = ScenarioRun::start(scenario, onNavMesh(mesh), {.steering = steering}).value();
    Crowd& crowd = run.crowd();
    const double cosine = std::cos(std::numbers::pi / 9), sine = std::sin(std::numbers::pi / 9);
    double sum = 0, samples = 0;
    for (int tick = 0; tick < 200; ++tick)
    {
        for (std::size_t i = 0; tick % 10 == 0 && i < crowd.size(); ++i)
        {
            // Twenty degrees further on, on one's own circle.
            const Vec2 p = crowd.positions()[i];
            const Vec2 ahead{cosine * p.x - sine * p.y, sine * p.x + cosine * p.y};
            EXPECT_TRUE(crowd.setGoal(crowd.ids()[i], ahead));
        }
        crowd.step(0.1);
        for (std::size_t i = 0; tick >= 100 && i < crowd.size(); ++i)
        {
            const Vec2 p = crowd.positions()[i];
            sum += dot(crowd.velocity(i), perpendicular(p)) / length(p);
            ++samples;
        }
    }
    return sum / samples;
}

TEST(FundamentalDiagram, AloneOneWalksAtOnesOwnSpeedAndInACrowdEverybodyIsSlower)
{
    for (const auto& steering : {orca(), hidac(), socialForce()})
    {
        SCOPED_TRACE(steering->name());
        const double alone = measureSpeed(steering, 0);
        EXPECT_NEAR(alone, kSpeed, 0.03 * kSpeed); // the straight way to a place ahead is not quite along the ring
        // Social forces reach further back from those who come up than from those who walk away: a few others make everybody a
        // little faster.
        double last = steering->name() == std::string_view("social_force") ? 1.05 * alone : alone;
        for (const double density : {0.5, 1.5, 2.5, 3.5})
        {
            const double speed = measureSpeed(steering, density);
            EXPECT_LT(speed, last) << density;
            last = speed;
        }
        EXPECT_LT(last, 0.85 * alone);
    }
}

} // namespace
} // namespace clearway
