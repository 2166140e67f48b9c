// SPDX-License-Identifier: MIT
#include "io/projection.h"

#include <cmath>

#include <gtest/gtest.h>

#include <clearway/base/hash.h>
#include <clearway/base/random.h>

#include "tests/io/support.h"
#include "tests/support/scale.h"

namespace clearway {

using namespace test;

namespace {

constexpr double kDegree = 3.14159265358979323846 / 180;

/// The point of the ellipsoid in space: an independent way to measure lengths.
std::array<double, 3> locateInSpace(Vec2 degrees)
{
    const double e2 = 0.00669437999014;
    const double latitude = degrees.y * kDegree;
    const double normal = 6378137 / std::sqrt(1 - e2 * std::sin(latitude) * std::sin(latitude));
    return {normal * std::cos(latitude) * std::cos(degrees.x * kDegree),
            normal * std::cos(latitude) * std::sin(degrees.x * kDegree), normal * (1 - e2) * std::sin(latitude)};
}

double measureInSpace(Vec2 a, Vec2 b)
{
    const auto p = locateInSpace(a);
    const auto q = locateInSpace(b);
    return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

} // namespace

TEST(Projection, LengthsWithinACityAreRightEverywhere)
{
    Random random(11);
    for (int i = 0; i < 2000 * testScale(); ++i)
    {
        const Vec2 middle = {random.uniform(-179, 179), random.uniform(-80, 80)};
        const double reach = 0.1; // degrees; some 11 km
        const io::Projection projection({{middle.x - reach, middle.y - reach}, {middle.x + reach, middle.y + reach}});
        ASSERT_FALSE(projection.isPlain());
        const Vec2 a = {random.uniform(middle.x - reach, middle.x + reach), random.uniform(middle.y - reach, middle.y + reach)};
        const Vec2 b = {a.x + random.uniform(-0.001, 0.001), a.y + random.uniform(-0.001, 0.001)};
        const double length = measureInSpace(a, b);
        EXPECT_NEAR(distance(projection.project(a), projection.project(b)), length, 4e-6 * length + 1e-7) << i;
    }
}

TEST(Projection, EastIsRightAndNorthIsUp)
{
    const io::Projection projection({{10, -1}, {12, 1}});
    EXPECT_EQ(projection.project({11, 0}), (Vec2{0, 0}));
    EXPECT_GT(projection.project({11.1, 0}).x, 11000);
    EXPECT_GT(projection.project({11, 0.1}).y, 11000);
}

TEST(Projection, ContinentsAndPolesArePlainAndFinite)
{
    for (const Box2& bounds : {Box2{{-180, -90}, {180, 90}}, Box2{{-10, 30}, {30, 70}}, Box2{{0, 89}, {1, 90}}})
    {
        const io::Projection projection(bounds);
        EXPECT_TRUE(projection.isPlain());
        EXPECT_TRUE(isFinite(projection.project(bounds.min)));
        EXPECT_TRUE(isFinite(projection.project(bounds.max)));
    }
}

TEST(Projection, DataAroundThe180thMeridianStaysTogether)
{
    SceneInput input;
    input.areas.push_back({{{{179.99, -17}, {-179.99, -17}, {-179.99, -16.99}, {179.99, -16.99}}, {}}, {}, 0});
    SceneReport report;
    io::projectToMetres(input, "", report);
    EXPECT_NEAR(io::computeBounds(input).size().x, 2128, 5);
    EXPECT_TRUE(hasRemark(report, "180 E, 16.995 S"));
}

TEST(Projection, TheBitsAreTheSameEverywhere)
{
    Hasher hasher;
    for (int i = 0; i < 1000; ++i)
    {
        const double x = -170 + 0.3 * i;
        const double y = -80 + 0.15 * i;
        const Vec2 p = io::Projection({{x, y}, {x + 0.5, y + 0.5}}).project({x + 0.1, y + 0.4});
        hasher.add(p.x);
        hasher.add(p.y);
    }
    EXPECT_EQ(hasher.value(), 16696049689739942541u);
}

} // namespace clearway
