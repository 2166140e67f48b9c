// SPDX-License-Identifier: MIT
#include "geometry/angle.h"

#include <cmath>

#include <gtest/gtest.h>

#include <clearway/base/random.h>

#include "../support/scale.h"

namespace clearway {
namespace {

TEST(Angle, AgreesWithTheMathematicalLibraryToAFewUlp)
{
    Random random(7);
    for (int i = 0; i < 200000 * test::testScale(); ++i)
    {
        const Vec2 from = {random.uniform(-1, 1), random.uniform(-1, 1)};
        const Vec2 to = {random.uniform(-1, 1), random.uniform(-1, 1)};
        const double expected = std::atan2(cross(from, to), dot(from, to));
        ASSERT_NEAR(computeTurn(from, to), expected, 1e-15 * (1 + std::abs(expected)));
    }
}

TEST(Angle, RightAnglesAndHalfTurnsAreTheNearestDoubles)
{
    EXPECT_EQ(computeTurn({1, 0}, {2, 0}), 0);
    EXPECT_EQ(computeTurn({1, 0}, {0, 3}), kPi / 2);
    EXPECT_EQ(computeTurn({0, 1}, {1, 0}), -kPi / 2);
    EXPECT_EQ(computeTurn({1, 0}, {-1, 0}), kPi);
}

TEST(Angle, VectorsTooLargeToBeMultipliedHaveNone)
{
    EXPECT_EQ(computeTurn({1e200, 1e200}, {1e200, 3e200}), 0);
    EXPECT_EQ(computeTurn({1e300, 0}, {-1e300, 1e300}), 0);
    EXPECT_EQ(computeTurn({std::nan(""), 0}, {1, 1}), 0);
}

TEST(Angle, TurningBackIsTheNegative)
{
    Random random(8);
    for (int i = 0; i < 10000; ++i)
    {
        const Vec2 from = {random.uniform(-9, 9), random.uniform(-9, 9)};
        const Vec2 to = {random.uniform(-9, 9), random.uniform(-9, 9)};
        ASSERT_EQ(computeTurn(from, to), -computeTurn(to, from));
    }
}

} // namespace
} // namespace clearway
