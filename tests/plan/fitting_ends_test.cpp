// SPDX-License-Identifier: MIT
// Starts and goals that miss fitting by rounding, with every planner in the plane that knows how far walls are.
#include <gtest/gtest.h>

#include <string>

#include <clearway/plan.h>

#include "tests/support/path_scenes.h"

namespace clearway {
namespace {

constexpr double kRadius = 0.3;

class FittingEnds : public testing::TestWithParam<std::string>
{
protected:
    Planner planner_ =
        buildPlanner(test::makeWktScene("POLYGON((0 0,20 0,20 20,0 20),(9 9,9 11,11 11,11 9))"), GetParam()).value();
};

TEST_P(FittingEnds, AreMovedToWhereTheDiscFits)
{
    PlannerQuery query = planner_.makeQuery();
    for (const double missing : {1e-7, 0.0005})
    {
        const Path path = query.find({Vec2{kRadius - missing, 1}, Vec2{5, 20 - kRadius + missing / 2}, kRadius});
        ASSERT_TRUE(path.isComplete()) << "missing " << missing;
        EXPECT_NEAR(path.startShift(), missing, 1e-8);
        EXPECT_NEAR(path.goalShift(), missing / 2, 1e-8);
        EXPECT_NEAR(path.pieces().front().from.x, kRadius, 1e-8);
        EXPECT_GE(path.clearance(), kRadius - 1e-7);
    }
    const Path from_corner = query.find({Vec2{0.2995, 0.2995}, Vec2{5, 5}, kRadius});
    ASSERT_TRUE(from_corner.isComplete());
    EXPECT_NEAR(distance(planar(from_corner.pieces().front().from), Vec2{kRadius, kRadius}), 0, 1e-8) << "in a corner";
    const Path from_notch = query.find({Vec2{8.7879, 8.7879}, Vec2{5, 5}, kRadius}); // 0.29995 m from (9, 9)
    ASSERT_TRUE(from_notch.isComplete());
    EXPECT_NEAR(distance(planar(from_notch.pieces().front().from), Vec2{9, 9}), kRadius, 1e-8) << "beside a corner";
    const Path of_a_point = query.find({Vec2{-1e-7, 5}, Vec2{5, 5}, 0});
    ASSERT_TRUE(of_a_point.isComplete()) << "behind a wall by rounding";
    EXPECT_NEAR(of_a_point.startShift(), 1e-7, 1e-8);
}

TEST_P(FittingEnds, StayWhereTheyAreWhenTheDiscFitsOrMissesByMore)
{
    PlannerQuery query = planner_.makeQuery();
    const Path fits = query.find({Vec2{kRadius, 1}, Vec2{5, 5}, kRadius});
    ASSERT_TRUE(fits.isComplete());
    EXPECT_LT(fits.startShift(), 1e-8);
    EXPECT_EQ(fits.goalShift(), 0);
    EXPECT_EQ(query.find({Vec2{kRadius - 0.002, 1}, Vec2{5, 5}, kRadius}).startShift(), 0);
    EXPECT_EQ(query.find({Vec2{-0.002, 5}, Vec2{5, 5}, 0}).problem(), PathProblem::start_outside);
}

INSTANTIATE_TEST_SUITE_P(All, FittingEnds, testing::Values("navmesh", "corridor", "field"));

} // namespace
} // namespace clearway
