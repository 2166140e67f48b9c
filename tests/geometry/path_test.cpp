// SPDX-License-Identifier: MIT
#include <clearway/geometry/path.h>

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace clearway {
namespace {

constexpr double kPi = std::numbers::pi;

Path makePath(PathStatus status, std::initializer_list<Path::Piece> pieces = {})
{
    Path path;
    PathWriter writer(path);
    writer.setStatus(status);
    for (const Path::Piece& piece : pieces) writer.addPiece(piece);
    return path;
}

TEST(Path, IsUsableWhenThereIsSomethingToFollow)
{
    const Path::Piece piece = Path::Piece::line({0, 0, 0}, {1, 0, 0});
    EXPECT_TRUE(makePath(PathStatus::complete)) << "start and goal may be one point";
    EXPECT_TRUE(makePath(PathStatus::complete).isComplete());
    EXPECT_TRUE(makePath(PathStatus::partial, {piece}));
    EXPECT_FALSE(makePath(PathStatus::partial, {piece}).isComplete());
    for (const PathStatus cut_short : {PathStatus::out_of_budget, PathStatus::unresolved})
    {
        EXPECT_TRUE(makePath(cut_short, {piece}));
        EXPECT_FALSE(makePath(cut_short));
        EXPECT_FALSE(makePath(cut_short, {piece}).isComplete());
    }
    EXPECT_FALSE(makePath(PathStatus::unreachable, {piece}));
    EXPECT_FALSE(makePath(PathStatus::invalid));
    EXPECT_FALSE(Path());
}

TEST(Path, AWriterEmptiesIt)
{
    Path path = makePath(PathStatus::complete, {Path::Piece::line({0, 0, 0}, {3, 4, 0})});
    {
        PathWriter writer(path);
        writer.setLength(5);
        writer.setWidest(2, {1, 1, 0});
        writer.setSuggestion({1, 2, 3});
        writer.addFace(7);
        writer.addFace(7);
        writer.addFace(8);
        EXPECT_EQ(path.faces().size(), 2u) << "a face that follows itself counts once";
        EXPECT_EQ(path.cost(), 5);
    }
    PathWriter(path).setProblem(PathProblem::bad_radius);
    EXPECT_EQ(path.status(), PathStatus::invalid);
    EXPECT_EQ(path.problem(), PathProblem::bad_radius);
    EXPECT_TRUE(path.pieces().empty() && path.faces().empty());
    EXPECT_EQ(path.length(), 0);
    EXPECT_EQ(path.cost(), 0);
    EXPECT_EQ(path.widest(), -1);
    EXPECT_FALSE(path.hasSuggestion());
}

TEST(PathPiece, ALineRisesEvenly)
{
    const Path::Piece line = Path::Piece::line({0, 0, 1}, {3, 4, 13});
    EXPECT_EQ(line.length(), 13);
    EXPECT_EQ(line.pointAt(0.5), (Vec3{1.5, 2, 7}));
    EXPECT_NEAR(distance(line.directionAt(0.3), Vec3{3, 4, 12} / 13), 0, 1e-15);
    EXPECT_EQ(line.curvature(), 0);
}

TEST(PathPiece, AnArcStaysAtItsHeight)
{
    const Path::Piece arc = Path::Piece::arc({2, 0, 5}, {0, 2, 5}, {0, 0, 5}, kPi / 2);
    EXPECT_NEAR(arc.length(), kPi, 1e-15);
    EXPECT_NEAR(distance(arc.pointAt(0.5), Vec3{std::sqrt(2), std::sqrt(2), 5}), 0, 1e-14);
    EXPECT_NEAR(distance(arc.directionAt(0), Vec3{0, 1, 0}), 0, 1e-15);
    EXPECT_NEAR(distance(arc.directionAt(1), Vec3{-1, 0, 0}), 0, 1e-15);
    EXPECT_EQ(arc.curvature(), 0.5);
    const Path::Piece back = Path::Piece::arc({0, 2, 5}, {2, 0, 5}, {0, 0, 5}, -kPi / 2);
    EXPECT_NEAR(distance(back.directionAt(0), Vec3{1, 0, 0}), 0, 1e-15);
}

TEST(PathPiece, TakesAsManyBytesAsTheDecisionRecordSays) { EXPECT_EQ(sizeof(Path::Piece), 96u); }

TEST(Path, TurnsAreMeasuredInSpace)
{
    // Up a slope of 45 degrees, then level.
    const Path path =
        makePath(PathStatus::complete, {Path::Piece::line({0, 0, 0}, {1, 0, 1}), Path::Piece::line({1, 0, 1}, {2, 0, 1})});
    EXPECT_NEAR(computeLargestTurn(path), kPi / 4, 1e-15);
    const Path flat =
        makePath(PathStatus::complete, {Path::Piece::line({0, 0, 0}, {1, 0, 0}), Path::Piece::line({1, 0, 0}, {1, 2, 0})});
    EXPECT_NEAR(computeLargestTurn(flat), kPi / 2, 1e-15);
}

TEST(Path, PointsKeepTheHeightOfTheirPieces)
{
    const Path path = makePath(PathStatus::complete, {Path::Piece::line({2, -3, 1}, {2, 0, 5}),
                                                      Path::Piece::arc({2, 0, 5}, {0, 2, 5}, {0, 0, 5}, kPi / 2)});
    const std::vector<Vec3> points = computePoints(path, 0.01);
    const std::vector<Vec2> above = computePlanarPoints(path, 0.01);
    ASSERT_EQ(points.size(), above.size());
    ASSERT_GT(points.size(), 4u);
    EXPECT_EQ(points.front(), (Vec3{2, -3, 1}));
    EXPECT_EQ(points.back(), (Vec3{0, 2, 5}));
    for (std::size_t i = 0; i < points.size(); ++i)
    {
        EXPECT_EQ(planar(points[i]), above[i]);
        EXPECT_EQ(points[i].z, i == 0 ? 1 : 5);
        EXPECT_TRUE(i == 0 || length(above[i]) >= 2 - 1e-12) << "the polyline goes around the arc";
    }
}

} // namespace
} // namespace clearway
