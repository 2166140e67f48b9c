// SPDX-License-Identifier: MIT
// What a scene is made of, in cases small enough to draw.
#include <cmath>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include <clearway/scene/scene.h>

namespace clearway {

namespace {

Ring square(double x, double y, double size) { return {{x, y}, {x + size, y}, {x + size, y + size}, {x, y + size}}; }

SceneInput room(Ring outline, std::vector<Ring> holes = {})
{
    SceneInput input;
    input.areas.push_back({{std::move(outline), {}}, {}, 0});
    for (Ring& hole : holes) input.areas[0].holes.push_back({std::move(hole), {}});
    return input;
}

Ring ringOf(const Scene& scene, std::size_t ring)
{
    const std::span<const Vec2> points = scene.points(scene.rings()[ring]);
    return {points.begin(), points.end()};
}

} // namespace

TEST(BuildScene, ARoomWithAPillarIsOneAreaWithOneHole)
{
    const Result<Scene> scene = buildScene(room(square(0, 0, 10), {square(4, 4, 2)}));
    ASSERT_TRUE(scene) << scene.error().message;
    ASSERT_EQ(scene->areas().size(), 1u);
    ASSERT_EQ(scene->rings().size(), 2u);
    EXPECT_EQ(scene->area(), 96.0);
    EXPECT_EQ(scene->bounds(), (Box2{{0, 0}, {10, 10}}));
    EXPECT_EQ(scene->layerCount(), 1);
}

TEST(BuildScene, OutlinesRunCounterClockwiseAndHolesClockwiseFromTheirSmallestPoint)
{
    const Result<Scene> scene = buildScene(room({{0, 10}, {10, 10}, {10, 0}, {0, 0}}, {square(4, 4, 2)}));
    EXPECT_EQ(ringOf(*scene, 0), (Ring{{0, 0}, {10, 0}, {10, 10}, {0, 10}}));
    EXPECT_EQ(ringOf(*scene, 1), (Ring{{4, 4}, {4, 6}, {6, 6}, {6, 4}}));
    EXPECT_EQ(scene->edge(3), (Segment{{0, 10}, {0, 0}}));
    EXPECT_EQ(scene->edge(4), (Segment{{4, 4}, {4, 6}}));
}

TEST(BuildScene, AreasWithACommonEdgeAreUnited)
{
    SceneInput input = room(square(0, 0, 4));
    input.areas.push_back({{square(4, 0, 4), {}}, {}, 0});
    const Result<Scene> scene = buildScene(input);
    ASSERT_EQ(scene->rings().size(), 1u);
    EXPECT_EQ(ringOf(*scene, 0), (Ring{{0, 0}, {8, 0}, {8, 4}, {0, 4}}));
}

TEST(BuildScene, AreasThatTouchAtAVertexStayTwo)
{
    SceneInput input = room(square(0, 0, 4));
    input.areas.push_back({{square(4, 4, 4), {}}, {}, 0});
    const Result<Scene> scene = buildScene(input);
    EXPECT_EQ(scene->areas().size(), 2u);
    EXPECT_EQ(scene->points().size(), 8u);
}

// A triangle whose tip touches the lower wall joins it: the free space runs around it but not under it.
TEST(BuildScene, AHoleThatTouchesTheOutlineBecomesPartOfIt)
{
    const Result<Scene> scene = buildScene(room(square(0, 0, 8), {{{4, 0}, {6, 4}, {2, 4}}}));
    ASSERT_EQ(scene->rings().size(), 1u);
    EXPECT_EQ(ringOf(*scene, 0), (Ring{{0, 0}, {4, 0}, {2, 4}, {6, 4}, {4, 0}, {8, 0}, {8, 8}, {0, 8}}));
    EXPECT_EQ(verify(*scene), std::vector<std::string>{});
}

TEST(BuildScene, AStraightVertexStaysOnlyWhereSomethingTouches)
{
    const Result<Scene> alone = buildScene(room({{0, 0}, {4, 0}, {8, 0}, {8, 8}, {0, 8}}));
    EXPECT_EQ(alone->points().size(), 4u);
    SceneInput input = room({{0, 0}, {4, 0}, {8, 0}, {8, 8}, {0, 8}});
    input.areas.push_back({{{{4, 0}, {3, -2}, {5, -2}}, {}}, {}, 0});
    const Result<Scene> touched = buildScene(input);
    EXPECT_EQ(touched->areas().size(), 2u);
    EXPECT_EQ(touched->points().size(), 8u);
}

TEST(BuildScene, AnObstacleAcrossARoomLeavesTwoAreas)
{
    SceneInput input = room(square(0, 0, 10));
    input.obstacles.push_back({{{{4, -1}, {5, -1}, {5, 11}, {4, 11}}, {}}, 0});
    const Result<Scene> scene = buildScene(input);
    ASSERT_EQ(scene->areas().size(), 2u);
    EXPECT_EQ(ringOf(*scene, 0), (Ring{{0, 0}, {4, 0}, {4, 10}, {0, 10}}));
    EXPECT_EQ(ringOf(*scene, 1), (Ring{{5, 0}, {10, 0}, {10, 10}, {5, 10}}));
}

TEST(BuildScene, ACourtyardIsFreeUnlessAnotherObstacleCoversIt)
{
    SceneInput input = room(square(0, 0, 10));
    input.obstacles.push_back({.outline = {square(2, 2, 6)}, .holes = {{square(4, 4, 2)}}});
    SceneReport report;
    const Result<Scene> scene = buildScene(input, &report);
    ASSERT_EQ(scene->areas().size(), 2u);
    EXPECT_EQ(ringOf(*scene, 2), square(4, 4, 2));
    EXPECT_EQ(report.total(), 0) << report.summary();

    input.obstacles.push_back({{square(4, 4, 1), {}}, 0});
    EXPECT_EQ(buildScene(input)->area(), 100 - 36 + 4 - 1);
    input.obstacles.push_back({{square(3, 3, 4), {}}, 0});
    EXPECT_EQ(buildScene(input)->areas().size(), 1u);
    // A hole outside its obstacle takes nothing away, not even from others.
    input.obstacles[0].holes.push_back({square(8, 8, 1), {}});
    input.obstacles.push_back({{square(8, 8, 1), {}}, 0});
    EXPECT_EQ(buildScene(input)->area(), 100 - 36 - 1);
}

TEST(BuildScene, AnIslandInAHoleIsAnAreaOfItsOwn)
{
    SceneInput input = room(square(0, 0, 10), {square(2, 2, 6)});
    input.areas.push_back({{square(4, 4, 2), {}}, {}, 0});
    const Result<Scene> scene = buildScene(input);
    ASSERT_EQ(scene->areas().size(), 2u);
    EXPECT_EQ(scene->areas()[0].ring_count, 2u);
    EXPECT_EQ(ringOf(*scene, 2), square(4, 4, 2));
}

TEST(BuildScene, FloorsAboveEachOtherDoNotMeet)
{
    SceneInput input = room(square(0, 0, 4));
    input.areas.push_back({{square(0, 0, 4), {}}, {}, 2});
    input.obstacles.push_back({{square(1, 1, 1), {}}, 2});
    const Result<Scene> scene = buildScene(input);
    ASSERT_EQ(scene->areas().size(), 2u);
    EXPECT_EQ(scene->areas()[0].layer, 0);
    EXPECT_EQ(scene->areas()[1].layer, 2);
    EXPECT_EQ(scene->areas()[1].ring_count, 2u);
    EXPECT_EQ(scene->layerCount(), 3);
}

TEST(BuildScene, VerticesKeepTheirHeightAndCrossingsGetTheirsFromTheEdge)
{
    SceneInput input = room({{0, 0}, {8, 0}, {8, 8}, {0, 8}});
    input.areas[0].outline.heights = {0, 4, 4, 0};
    input.obstacles.push_back({{{{2, -1}, {4, -1}, {4, 3}, {2, 3}}, {7, 7, 7, 7}}, 0});
    const Result<Scene> scene = buildScene(input);
    for (std::size_t i = 0; i < scene->points().size(); ++i)
    {
        const Vec2 p = scene->points()[i];
        const double expected = p.y == 3 ? 7 : p.x == 2 && p.y == 0 ? 1 : p.x == 4 && p.y == 0 ? 2 : p.x / 2;
        EXPECT_EQ(scene->heights()[i], expected) << p.x << " " << p.y;
    }
}

TEST(BuildScene, TheFrameIsThatOfTheFreeSpaceHoweverFarObstaclesReach)
{
    SceneInput input = room(square(0, 0, 40));
    input.obstacles.push_back({{{{20, -1e9}, {1e9, -1e9}, {1e9, 1e9}, {20, 1e9}}, {}}, 0});
    const Result<Scene> scene = buildScene(input);
    EXPECT_EQ(ringOf(*scene, 0), (Ring{{0, 0}, {20, 0}, {20, 40}, {0, 40}}));
    EXPECT_EQ(scene->frame().quantum, 0x1p-24);
}

TEST(BuildScene, FarAwayScenesKeepTheirDigits)
{
    const Result<Scene> near = buildScene(room(square(0, 0, 40), {square(10.25, 10.5, 5)}));
    const Vec2 far{500000, 5800000};
    Ring outline = square(far.x, far.y, 40), hole = square(far.x + 10.25, far.y + 10.5, 5);
    const Result<Scene> scene = buildScene(room(outline, {hole}));
    ASSERT_EQ(scene->points().size(), near->points().size());
    for (std::size_t i = 0; i < scene->points().size(); ++i) EXPECT_EQ(scene->points()[i], near->points()[i] + far);
    EXPECT_EQ(scene->area(), near->area());
}

TEST(BuildScene, RefusalsNameRingPointAndCoordinate)
{
    SceneInput input = room(square(0, 0, 10), {square(1, 1, 1), square(3, 3, 1)});
    input.areas[0].holes[1].points[2].y = std::numeric_limits<double>::quiet_NaN();
    const Result<Scene> scene = buildScene(input);
    ASSERT_FALSE(scene);
    EXPECT_EQ(scene.error().code, ErrorCode::invalid_geometry);
    EXPECT_EQ(scene.error().message, "Ring 2, point 2 at (4, nan): y is not a number; correct or remove the point.");
    EXPECT_EQ(scene.error().place.ring, 2);
    EXPECT_EQ(scene.error().place.index, 2);
    ASSERT_TRUE(scene.error().place.has_coordinate);
    EXPECT_EQ(scene.error().place.coordinate[0], 4);
}

TEST(BuildScene, WorkStopsWhenToldTo)
{
    Ring zigzag;
    for (int i = 0; i < 200000; ++i) zigzag.push_back({i + 0.0, i % 2 == 0 ? 0.0 : 1.0});
    zigzag.push_back({200000, -5});
    zigzag.push_back({0, -5});
    double last = -1;
    const Result<Scene> whole = buildScene(room(zigzag), nullptr, {.progress = [&](std::string_view, double fraction) {
                                               EXPECT_GE(fraction, 0);
                                               EXPECT_LE(fraction, 1);
                                               last = fraction;
                                               return true;
                                           }});
    EXPECT_TRUE(whole);
    EXPECT_GE(last, 0);
    for (int stop = 1; stop < 5; ++stop)
    {
        int asked = 0;
        const Result<Scene> stopped =
            buildScene(room(zigzag), nullptr, {.progress = [&](std::string_view, double) { return ++asked < stop; }});
        ASSERT_FALSE(stopped);
        EXPECT_EQ(stopped.error().code, ErrorCode::cancelled);
        EXPECT_EQ(asked, stop);
    }
}

} // namespace clearway
