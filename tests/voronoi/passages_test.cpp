// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <clearway/scene/scene.h>
#include <clearway/voronoi.h>

namespace clearway {
namespace {

Scene makeScene(std::vector<Vec2> outline, std::vector<std::vector<Vec2>> obstacles = {})
{
    SceneInput input;
    SceneInput::AreaInput& area = input.areas.emplace_back();
    area.outline.points = std::move(outline);
    for (std::vector<Vec2>& points : obstacles) area.holes.emplace_back().points = std::move(points);
    return buildScene(input).value();
}

std::vector<Vec2> box(Vec2 low, Vec2 high) { return {low, {high.x, low.y}, high, {low.x, high.y}}; }

VoronoiDiagram::Passages passagesOf(const Scene& scene) { return buildVoronoi(scene).value().computePassages(); }

TEST(Passages, ADoorBetweenTwoRoomsIsTheNarrowest)
{
    // Rooms of 4 x 4 and 6 x 6 m, a door 1.2 m wide.
    const Scene scene =
        makeScene({{0, 0}, {4, 0}, {4, 1}, {5, 1}, {5, 0}, {11, 0}, {11, 6}, {5, 6}, {5, 2.2}, {4, 2.2}, {4, 4}, {0, 4}});
    const VoronoiDiagram::Passages passages = passagesOf(scene);
    EXPECT_NEAR(passages.narrowest, 0.6, 1e-6);
    EXPECT_NEAR(passages.narrowest_at.y, 1.6, 1e-6);
    EXPECT_GE(passages.narrowest_at.x, 4 - 1e-6);
    EXPECT_LE(passages.narrowest_at.x, 5 + 1e-6);
    EXPECT_NEAR(passages.widest, 3, 1e-6);
    EXPECT_NEAR(distance(passages.widest_at, Vec2{8, 3}), 0, 1e-6);
    EXPECT_GE(passages.gets_about, passages.narrowest);
    EXPECT_LE(passages.gets_about, passages.widest);
}

TEST(Passages, AConvexRoomHasNone)
{
    const VoronoiDiagram::Passages passages = passagesOf(makeScene(box({0, 0}, {10, 4})));
    EXPECT_TRUE(std::isnan(passages.narrowest));
    EXPECT_NEAR(passages.widest, 2, 1e-9);
}

TEST(Passages, AGapBesideAPillarIsOne)
{
    // 20 x 8 m with a pillar of 2 x 2 m that leaves 1.5 m below and 4.5 m above.
    const VoronoiDiagram::Passages passages = passagesOf(makeScene(box({0, 0}, {20, 8}), {box({9, 1.5}, {11, 3.5})}));
    EXPECT_NEAR(passages.narrowest, 0.75, 1e-6);
    EXPECT_NEAR(passages.narrowest_at.y, 0.75, 1e-6);
}

TEST(Passages, ADoorIsListedWithItsMiddleDirectionWidthAndDepth)
{
    const Scene scene =
        makeScene({{0, 0}, {4, 0}, {4, 1}, {5, 1}, {5, 0}, {11, 0}, {11, 6}, {5, 6}, {5, 2.2}, {4, 2.2}, {4, 4}, {0, 4}});
    const VoronoiDiagram diagram = buildVoronoi(scene).value();
    const std::vector<Passage> passages = diagram.listPassages(2);
    ASSERT_EQ(passages.size(), 1u);
    EXPECT_NEAR(distance(passages[0].middle, Vec2{4.5, 1.6}), 0, 1e-6);
    EXPECT_NEAR(std::abs(passages[0].along.x), 1, 1e-9);
    EXPECT_NEAR(passages[0].width, 1.2, 1e-6);
    EXPECT_NEAR(passages[0].depth, 0.5, 1e-6);
    EXPECT_TRUE(diagram.listPassages(1.1).empty()) << "it is wider";
}

TEST(Passages, ADoorInAWallWithoutThicknessHasNoDepth)
{
    const Scene scene = makeScene(box({0, 0}, {10, 6}), {box({5, 0.01}, {5.0001, 2.5}), box({5, 3.4}, {5.0001, 5.99})});
    const std::vector<Passage> passages = buildVoronoi(scene).value().listPassages(2);
    const auto door = std::find_if(passages.begin(), passages.end(), [](const Passage& p) { return p.width > 0.8; });
    ASSERT_NE(door, passages.end());
    EXPECT_NEAR(door->width, 0.9, 1e-3);
    EXPECT_LT(door->depth, 1e-3);
    EXPECT_NEAR(door->middle.y, 2.95, 1e-3);
}

TEST(Passages, OffsetsAreSeenByWhoGoesThrough)
{
    const Passage passage{{2, 3}, {0, 1}, 1, 0, 0};
    const Passage::Offset at = passage.computeOffset(false, {1, 5});
    EXPECT_DOUBLE_EQ(at.ahead, 2);
    EXPECT_DOUBLE_EQ(at.left, 1);
    EXPECT_DOUBLE_EQ(passage.computeOffset(true, {1, 5}).ahead, -2);
    EXPECT_DOUBLE_EQ(passage.computeOffset(true, {1, 5}).left, -1);
    EXPECT_EQ(passage.computePoint(true, {-2, -1}), (Vec2{1, 5}));
}

} // namespace
} // namespace clearway
