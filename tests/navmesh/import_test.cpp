// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <clearway/navmesh/build.h>
#include <clearway/navmesh/query.h>
#include <clearway/navmesh/verify.h>

#include "tests/navmesh/random_mesh.h"
#include "tests/oracle/navmesh_oracle.h"

namespace clearway {
namespace {

using testing::HasSubstr;

PolygonMesh makeSquare()
{
    PolygonMesh polygons;
    polygons.vertices = {{{0, 0}}, {{2, 0}}, {{2, 2}}, {{0, 2}}};
    polygons.cells = {{0, 1, 2, 3}};
    return polygons;
}

TEST(ImportPolygons, OneSquareIsOneCellWithFourObstacles)
{
    const NavMesh mesh = buildNavMesh(makeSquare()).value();
    EXPECT_EQ(mesh.cells().size(), 1u);
    EXPECT_EQ(mesh.obstacles().size(), 4u);
    EXPECT_TRUE(mesh.portals().empty());
    EXPECT_EQ(mesh.area(), 4);
    EXPECT_EQ(mesh.area(0), 4);
    EXPECT_EQ(mesh.bounds(), (Box2{{0, 0}, {2, 2}}));
    EXPECT_EQ(mesh.componentCount(), 1u);
    EXPECT_EQ(mesh.obstacles()[0].segment, (Segment{{0, 0}, {2, 0}}));
    EXPECT_GT(mesh.memoryBytes(), sizeof(NavMesh::Vertex) * 4);
}

TEST(ImportPolygons, ATJointSplitsTheLongSideAndJoinsBothNeighbours)
{
    // One wide cell above two narrow ones; the wide one does not have the vertex (1, 1).
    PolygonMesh polygons;
    polygons.vertices = {{{0, 0}}, {{1, 0}}, {{2, 0}}, {{0, 1}}, {{1, 1}}, {{2, 1}}, {{2, 2}}, {{0, 2}}};
    polygons.cells = {{3, 5, 6, 7}, {0, 1, 4, 3}, {1, 2, 5, 4}};
    const NavMesh mesh = buildNavMesh(polygons).value();
    EXPECT_EQ(mesh.portals().size(), 3u);
    EXPECT_EQ(mesh.cells()[0].side_count, 5u);
    EXPECT_EQ(mesh.area(0), 2);
    EXPECT_TRUE(verify(mesh).empty());
    EXPECT_FALSE(castRay(mesh, {0.5, 0.5}, {1.5, 1.5}).hit()) << "through the T-joint itself";
}

TEST(ImportPolygons, SidesThatCoincideInPartMeetInThatPart)
{
    // [0, 2] above [1, 3]: they share [1, 2].
    PolygonMesh polygons;
    polygons.vertices = {{{0, 1}}, {{2, 1}}, {{2, 2}}, {{0, 2}}, {{1, 0}}, {{3, 0}}, {{3, 1}}, {{1, 1}}};
    polygons.cells = {{0, 1, 2, 3}, {4, 5, 6, 7}};
    const NavMesh mesh = buildNavMesh(polygons).value();
    ASSERT_EQ(mesh.portals().size(), 1u);
    EXPECT_EQ(mesh.segment(mesh.portals()[0]), (Segment{{1, 1}, {2, 1}}));
    EXPECT_TRUE(verify(mesh).empty());
}

TEST(ImportPolygons, RepeatedVerticesAreOne)
{
    PolygonMesh polygons;
    polygons.vertices = {{{0, 0}}, {{1, 0}}, {{1, 1}}, {{0, 1}}, {{1, 0}}, {{2, 0}}, {{2, 1}}, {{1, 1}}, {{7, 7}}};
    polygons.cells = {{0, 1, 2, 3}, {4, 5, 6, 7}};
    const NavMesh mesh = buildNavMesh(polygons).value();
    EXPECT_EQ(mesh.portals().size(), 1u);
    EXPECT_EQ(mesh.vertices().size(), 6u) << "the two pairs united, the unused one dropped";
}

TEST(ImportPolygons, ConcaveCellsAndSliversStayAsTheyAre)
{
    PolygonMesh polygons;
    polygons.vertices = {{{0, 0}}, {{4, 0}}, {{4, 4}}, {{2, 1}}, {{0, 4}}, {{4, 0x1p-40}}};
    polygons.cells = {{0, 5, 2, 3, 4}, {0, 1, 5}};
    const NavMesh mesh = buildNavMesh(polygons).value();
    EXPECT_EQ(mesh.cells()[0].side_count, 5u);
    EXPECT_EQ(mesh.portals().size(), 1u);
    EXPECT_EQ(mesh.area(1), 2 * 0x1p-40);
    EXPECT_TRUE(verify(mesh, {.must_be_convex = false}).empty());
}

TEST(ImportPolygons, ClockwiseCellsAreTurnedRound)
{
    PolygonMesh polygons = makeSquare();
    std::reverse(polygons.cells[0].begin(), polygons.cells[0].end());
    const NavMesh mesh = buildNavMesh(polygons).value();
    EXPECT_EQ(mesh.area(), 4);
    EXPECT_TRUE(verify(mesh).empty());
}

TEST(ImportPolygons, WhatIsNoPolygonIsRefusedWithCellAndCoordinate)
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto refuse = [](const PolygonMesh& polygons) {
        const Result<NavMesh> result = buildNavMesh(polygons);
        EXPECT_FALSE(result.ok());
        return result.ok() ? Error{} : result.error();
    };
    PolygonMesh polygons = makeSquare();
    polygons.cells.push_back({0, 2, 1, 3}); // a bow tie
    EXPECT_EQ(refuse(polygons).place.index, 1);
    EXPECT_THAT(refuse(polygons).message, HasSubstr("cross"));
    EXPECT_EQ(refuse(polygons).place.coordinate, (std::array<double, 2>{1, 1}));

    polygons = makeSquare();
    polygons.cells.push_back({0, 1});
    EXPECT_THAT(refuse(polygons).message, HasSubstr("no area"));
    polygons.cells.back() = {};
    EXPECT_THAT(refuse(polygons).message, HasSubstr("no area"));
    polygons.cells.back() = {0, 0, 1, 1, 0};
    EXPECT_THAT(refuse(polygons).message, HasSubstr("no area"));
    polygons.cells.back() = {0, 1, 2, 17};
    EXPECT_THAT(refuse(polygons).message, HasSubstr("17"));
    polygons.cells.back() = {0, 1, 2};
    EXPECT_THAT(refuse(polygons).message, HasSubstr("overlap")) << "two cells on the same side";

    polygons = makeSquare();
    polygons.vertices[2].position.x = nan;
    EXPECT_EQ(refuse(polygons).place.index, 2);
    polygons.vertices[2] = {{2, 2}, nan};
    EXPECT_EQ(refuse(polygons).place.index, 2);
    polygons = makeSquare();
    polygons.layers = {0, 0};
    EXPECT_THAT(refuse(polygons).message, HasSubstr("layers"));
    polygons.layers = {-1};
    EXPECT_THAT(refuse(polygons).message, HasSubstr("layer"));
    EXPECT_THAT(refuse(PolygonMesh{}).message, HasSubstr("no cells"));
}

TEST(ImportPolygons, ProgressMayCancel)
{
    const Result<NavMesh> result = buildNavMesh(makeSquare(), {.progress = [](std::string_view, double) { return false; }});
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::cancelled);
}

TEST(ImportPolygons, ALargeConcaveCellIsChecked)
{
    // A comb with 200 teeth as one cell, and the same with two teeth crossing.
    PolygonMesh polygons;
    polygons.cells.emplace_back();
    const auto add = [&](double x, double y) {
        polygons.cells[0].push_back(static_cast<VertexId>(polygons.vertices.size()));
        polygons.vertices.push_back({{x, y}});
    };
    add(0, 0);
    add(400, 0);
    for (int i = 200; i-- > 0;)
    {
        add(2 * i + 1.5, 10);
        add(2 * i + 1, 1);
        add(2 * i + 0.5, 10);
        add(2 * i, 1);
    }
    const NavMesh mesh = buildNavMesh(polygons).value();
    EXPECT_EQ(mesh.cells().size(), 1u);
    EXPECT_TRUE(verify(mesh, {.must_be_convex = false}).empty());
    EXPECT_EQ(castRay(mesh, {1.5, 5}, {2.5, 5}).hit(), true);
    NavMeshQuery query(mesh);
    for (std::uint64_t i = 0; i < 200; ++i) EXPECT_TRUE(query.findRandomPoint({.seed = 1, .index = i}));
    PolygonMesh crossing = polygons;
    crossing.vertices[2].position = {100, 10};
    EXPECT_FALSE(buildNavMesh(crossing));
    PolygonMesh touching = polygons;
    touching.vertices[3].position = {300, 0};
    EXPECT_FALSE(buildNavMesh(touching)) << "a corner on another side";
    PolygonMesh repeated = polygons;
    repeated.cells[0].insert(repeated.cells[0].begin() + 5, 300);
    EXPECT_FALSE(buildNavMesh(repeated)) << "a corner twice";
}

TEST(ImportPolygons, ACellWithVeryManyCornersTakesNoAge)
{
    // A star of 20,000 corners: cutting ears or comparing sides pairwise would take minutes.
    PolygonMesh polygons;
    polygons.cells.emplace_back();
    Vec2 direction{1, 0};
    const int count = 20000;
    const double c = 1 - 2 * 0.0001570796 * 0.0001570796, s = 2 * 0.0001570796; // nearly a turn in `count` steps
    for (int i = 0; i < count - 1; ++i)
    {
        polygons.cells[0].push_back(static_cast<VertexId>(i));
        polygons.vertices.push_back({direction * (i % 2 ? 90.0 : 100.0)});
        direction = {direction.x * c - direction.y * s, direction.x * s + direction.y * c};
        direction = direction / length(direction);
    }
    const NavMesh mesh = buildNavMesh(polygons).value();
    EXPECT_NEAR(mesh.area(), 3.14159265 * 95 * 95, 100);
    EXPECT_TRUE(findRandomPoint(mesh, {.seed = 2}));
    EXPECT_EQ(findPlace(mesh, {0, 0}).cell, 0u);
}

TEST(Assembly, ComponentsAgreeWithTheOracle)
{
    for (std::uint64_t seed = 0; seed < 60; ++seed)
    {
        const NavMesh mesh = test::buildRandomMesh(seed);
        const std::vector<CellId> lowest = oracle::findComponents(mesh);
        std::uint32_t count = 0;
        for (CellId c = 0; c < mesh.cells().size(); ++c)
        {
            const std::uint32_t expected = lowest[c] == c ? count++ : mesh.cells()[lowest[c]].component;
            ASSERT_EQ(mesh.cells()[c].component, expected) << "seed " << seed;
        }
        ASSERT_EQ(mesh.componentCount(), count);
    }
}

TEST(ImportSquares, SquaresThatTouchOnlyAtACornerAreNotJoined)
{
    SquareGrid grid{2, 2, {10, 20}, 0.5, {1, 0, 0, 1}};
    const NavMesh mesh = buildNavMesh(grid).value();
    EXPECT_EQ(mesh.cells().size(), 2u);
    EXPECT_TRUE(mesh.portals().empty());
    EXPECT_EQ(mesh.componentCount(), 2u);
    EXPECT_EQ(mesh.area(), 0.5);
    EXPECT_TRUE(verify(mesh).empty());
}

TEST(ImportSquares, StraightRunsOfWallAreOneObstacle)
{
    SquareGrid grid{3, 3, {0, 0}, 1, {1, 1, 1, 1, 0, 1, 1, 1, 1}};
    const NavMesh mesh = buildNavMesh(grid).value();
    EXPECT_EQ(mesh.cells().size(), 8u);
    EXPECT_EQ(mesh.portals().size(), 8u);
    EXPECT_EQ(mesh.obstacles().size(), 8u);
    EXPECT_EQ(mesh.obstacles()[0].segment, (Segment{{0, 0}, {3, 0}}));
    EXPECT_TRUE(verify(mesh).empty());
}

TEST(ImportSquares, RandomGridsAreRightAndCoverWhatIsPassable)
{
    for (std::uint64_t seed = 0; seed < 30; ++seed)
    {
        Random random(seed);
        SquareGrid grid{static_cast<int>(1 + random.below(20)), static_cast<int>(1 + random.below(20)), {0.1, -3.7}, 0.3, {}};
        double passable = 0;
        for (int i = 0; i < grid.columns * grid.rows; ++i) grid.passable.push_back(random.below(3) > 0);
        grid.passable[0] = 1;
        for (std::uint8_t p : grid.passable) passable += p;
        const NavMesh mesh = buildNavMesh(grid).value();
        const auto problems = verify(mesh);
        ASSERT_TRUE(problems.empty()) << seed << ": " << problems[0].message;
        ASSERT_NEAR(mesh.area(), passable * 0.09, 1e-9);

        // The traced outlines enclose the same area, component by component.
        const SceneInput input = buildSceneInput(grid);
        double traced = 0;
        for (const SceneInput::AreaInput& area : input.areas)
        {
            ASSERT_GT(computeSignedArea(area.outline.points), 0);
            traced += computeSignedArea(area.outline.points);
            for (const SceneInput::RingInput& hole : area.holes)
            {
                ASSERT_LT(computeSignedArea(hole.points), 0);
                traced += computeSignedArea(hole.points);
            }
        }
        ASSERT_NEAR(traced, mesh.area(), 1e-9);
        ASSERT_EQ(input.areas.size(), mesh.componentCount());
        const Scene scene = buildScene(input).value();
        ASSERT_NEAR(scene.area(), mesh.area(), 1e-6);
    }
}

TEST(ImportSquares, WhatIsNoGridIsRefused)
{
    EXPECT_FALSE(buildNavMesh(SquareGrid{}));
    EXPECT_FALSE(buildNavMesh(SquareGrid{2, 2, {0, 0}, 1, {1, 1, 1}}));
    EXPECT_FALSE(buildNavMesh(SquareGrid{2, 2, {0, 0}, 1, {0, 0, 0, 0}}));
    EXPECT_FALSE(buildNavMesh(SquareGrid{1, 1, {0, 0}, 0, {1}}));
    EXPECT_FALSE(buildNavMesh(SquareGrid{1, 1, {std::numeric_limits<double>::quiet_NaN(), 0}, 1, {1}}));
    EXPECT_FALSE(buildNavMesh(SquareGrid{2, 1, {1e20, 0}, 1, {1, 1}}));
    EXPECT_FALSE(buildNavMesh(SquareGrid{1 << 30, 1 << 30, {0, 0}, 1, {1}}));
    EXPECT_TRUE(buildSceneInput(SquareGrid{2, 2, {0, 0}, 1, {1, 1, 1}}).areas.empty());
}

} // namespace
} // namespace clearway
