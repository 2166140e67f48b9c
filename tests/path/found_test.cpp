// SPDX-License-Identifier: MIT
// Every case that once went wrong, as small as it would get.
#include <string>
#include <vector>

#include "tests/path/support.h"
#include "tests/support/path_questions.h"

namespace clearway {
namespace {

using test::expectShortest;
using test::makeWktScene;
using test::PathMeshKind;
using test::PathWorld;

TEST(FoundPaths, APointGoesRoundACornerOfATriangle)
{
    expectShortest(makeWktScene("POLYGON((0 0,13 0,13 13,0 13),(5 8,7 12,6 6))"), {4, 7}, {8, 11}, 0);
    expectShortest(makeWktScene("POLYGON((0 16,16 0,16 16),(6 11,8 13,9 11))"), {5, 14}, {12, 9}, 0);
    expectShortest(makeWktScene("POLYGON((0 12,12 0,12 12,6.5 12,6.5 9.5,5.5 9.5),(5.5 7.5,6.5 7.5,7.5 6))"), {9, 12}, {5, 9}, 0);
}

TEST(FoundPaths, TwoCornersNearerThanTheDiscIsWide)
{
    expectShortest(makeWktScene("POLYGON((0 0,12 0,12 10,0 10),(5.5 7,6.5 7,6 6))"), {4, 7}, {8, 7}, 1);
}

TEST(FoundPaths, TwoTrianglesHaveAWayBetweenThem)
{
    const Scene scene = makeWktScene("POLYGON((0 0,15.64911064505577 0,0 15.64911064505577),"
                                     "(1.9638500809669495 6.226119548082352,2.913222447037697 7.80429120361805,"
                                     "3.258043110370636 6.5952149629592896),"
                                     "(3.9495749473571777 6.60590073466301,5.107787132263184 6.45374895632267,"
                                     "4.957617938518524 5.310628607869148))");
    expectShortest(scene, {4.5, 8.5}, {4, 1}, 0.25);
}

TEST(FoundPaths, AVerySmallDiscGoesDeepIntoAWedge)
{
    const Scene scene = makeWktScene("POLYGON((0 0,9 0,2.125 2.5,1.25 18.125,1 2.375,0 3.625))");
    expectShortest(scene, {3, 1}, {1.5, 13.5}, 0.00070772613942350106);
}

TEST(FoundPaths, AreasThatTouchAtAPointAreNotJoined)
{
    const Scene scene = makeWktScene("MULTIPOLYGON(((0 2,1 3,0 4)),((0 4,11 11,0 11)))");
    for (int kind = 0; kind < test::kPathMeshKindCount; ++kind)
    {
        PathWorld world(scene, static_cast<PathMeshKind>(kind));
        for (const double radius : {0.0, world.quantum / 2, 0.1})
        {
            const Path path = world.find({0.25, 3}, {3, 7}, radius);
            EXPECT_EQ(toString(path.status()), toString(PathStatus::unreachable)) << world.name << " " << radius;
            EXPECT_EQ(path.widest(), -1) << world.name << " " << radius;
        }
    }
}

TEST(FoundPaths, StartAndGoalAreOnOneCircle)
{
    // An arc and nothing else.
    const Scene scene = makeWktScene("POLYGON((0 0,10 0,10 6,0 6),(4.5 2.5,5.5 2.5,5.5 3.5,4.5 3.5))");
    expectShortest(scene, {4.125, 2}, {4, 2.125}, 0.625);
}

TEST(FoundPaths, APointStartsAtTheCornerItGoesRound)
{
    const Scene scene = makeWktScene("POLYGON((0 0,10 0,10 10,0 10),(4 4,6 4,6 6,4 6))");
    expectShortest(scene, {4, 4}, {6, 6}, 0);
}

/// Squares whose corners are no lattice points.
TEST(FoundPaths, APointGoesRoundCornersOfAGridOffTheLattice)
{
    const auto expectGrid = [](const std::vector<std::string>& rows, Vec2 start, Vec2 goal) {
        SquareGrid grid{static_cast<int>(rows[0].size()), static_cast<int>(rows.size()), {0.1, -3.75}, 0.75, {}};
        for (const std::string& row : rows)
            for (const char c : row) grid.passable.push_back(c == '.');
        PathWorld world = test::makeGridWorld(grid);
        for (const double radius : {0.0, world.quantum / 4, world.quantum, 1e-6, 0.01})
            expectShortest(world, start, goal, radius);
    };
    expectGrid({"############", "############", "##.#########", "##..########", "###.########", "###.########", ".##.########",
                ".##.########", ".##.########", "....#######."},
               {0.375, 0.875}, {2, -1.75});
    expectGrid({"##############", "###.##########", "###..#########", "####..##...###", "#####..#.#.###", "######...#.###",
                "##########.###", "########...###", "#.##########.#"},
               {2.75, -2.75}, {6.5, 1.75});
    expectGrid(
        {"####...##", "#....#.##", "..####.##", ".#####.##", ".#####...", ".#######.", ".#######.", ".#####...", ".......##"},
        {1.25, -2.5}, {4.1179486982696645, 2.26714992117273});
}

/// An empty room whose walls have a straight corner nearly in the middle.
TEST(FoundPaths, FourSquareCellsAreOneRoom)
{
    for (const double size : {1 / 3.0, 1 / 7.0, 0.1, 0.25})
    {
        PolygonMesh polygons;
        for (int y = 0; y <= 2; ++y)
            for (int x = 0; x <= 2; ++x) polygons.vertices.push_back({{x * size, y * size}, 0});
        for (const VertexId v : {0u, 1u, 3u, 4u}) polygons.cells.push_back({v, v + 1, v + 4, v + 3});
        PathFinder finder(buildClearance(buildNavMesh(polygons).value()).value());
        const Vec2 start = Vec2{1.29, 1.41} * size, goal = Vec2{1.63, 0.06} * size;
        for (const double radius : {0.0, 0.05 * size})
        {
            const Path path = finder.find(start, goal, {.radius = radius, .fit_tolerance = 0});
            EXPECT_EQ(toString(path.status()), toString(PathStatus::complete)) << size << " " << radius;
            EXPECT_NEAR(path.length(), distance(start, goal), 1e-9) << size << " " << radius;
            EXPECT_NEAR(path.widest(), 0.06 * size, 1e-7) << size << " " << radius;
        }
    }
}

/// Squares of a third of a metre: their corners are a part of a quantum away from where the diagram has them.
TEST(FoundPaths, AVerySmallDiscGoesRoundACornerOffTheLattice)
{
    const std::vector<std::string> rows = {".#.##", ".#...", "#....", "...#.", "....."};
    PolygonMesh polygons;
    for (int y = 0; y <= 5; ++y)
        for (int x = 0; x <= 5; ++x) polygons.vertices.push_back({{x / 3.0, y / 3.0}, 0});
    for (VertexId y = 0; y < 5; ++y)
        for (VertexId x = 0; x < 5; ++x)
            if (rows[y][x] == '.') polygons.cells.push_back({6 * y + x, 6 * y + x + 1, 6 * y + x + 7, 6 * y + x + 6});
    const NavMesh mesh = buildNavMesh(polygons).value();
    const std::vector<Segment> boundary = oracle::findBoundary(mesh);
    PathFinder finder(buildClearance(mesh).value());
    const double quantum = mesh.frame().quantum;
    const Vec2 start = {1.6525594987706222, 0.34685268412304521}, goal = {0.0035478195182714334, 1.0448485376138377};
    for (const double radius : {0.0, quantum / 4, quantum / 2, quantum, 3 * quantum, 1e-6, 0.003})
    {
        const Path path = finder.find(start, goal, {.radius = radius, .fit_tolerance = 0});
        ASSERT_EQ(toString(path.status()), toString(PathStatus::complete)) << radius << " " << toString(path.problem());
        EXPECT_NEAR(path.length(), oracle::TangentGraph(boundary, radius).computeLength(start, goal), 1e-6) << radius;
    }
}

/// Cells that are not convex, with vertices inside of straight walls.
TEST(FoundPaths, APointFindsItsWayOnImportedMeshes)
{
    struct Case
    {
        test::PathSceneKind kind;
        std::uint64_t seed;
        int size;
        std::uint64_t mesh_seed;
        Vec2 start;
        Vec2 goal;
    };
    const Case cases[] = {
        {test::PathSceneKind::rooms,
         20375,
         1,
         1,
         {11.638563971219897, 3.3870204839318014},
         {5.3233784619138458, 0.60923858703715972}},
        {test::PathSceneKind::far,
         20809,
         5,
         1,
         {500001.00232954667, 4600009.6213175626},
         {500001.5389614412, 4600003.2333009047}},
        {test::PathSceneKind::crosses,
         3034,
         6,
         3034,
         {4.5879720134869508, 11.702527757556105},
         {2.3407868249512664, 2.1976543345931767}},
    };
    for (const Case& c : cases)
    {
        PathWorld world(test::makePathScene(c.kind, c.seed, c.size), PathMeshKind::imported, c.mesh_seed);
        for (const double radius : {0.0, 1e-6}) expectShortest(world, c.start, c.goal, radius);
    }
}

/// The start is a micrometre from where the prolongations of two walls meet; the way goes along both.
TEST(FoundPaths, APointStartsAMicrometreFromACornerOfRooms)
{
    PathWorld world(buildScene("rooms").value());
    expectShortest(world, {9.600001, 10.600001}, {38, 21}, 0);
    expectShortest(world, {38, 21}, {9.600001, 10.600001}, 0);
}

/// A wall with a door, turned by a hair more than half a turn, in two places. Its sides are nearly, but not quite, parallel to
/// the axes.
TEST(FoundPaths, ADoorTurnedByAHairIsPassed)
{
    const Scene scene = makeWktScene(
        "POLYGON((1234.567 -987.1,1224.8170017540988 -987.1058484975914,1224.820240416908 -992.5050054975733,"
        "1224.3202405068619 -992.5053054205267,1224.3170018440526 -987.1061484205449,1214.5670035981514 -987.1119969181364,"
        "1214.5790005162876 -1007.1119933199849,1224.3289987621888 -1007.1061448223934,1224.3210622957542 -993.8753051740533,"
        "1224.8210622058004 -993.8750052510999,1224.828998672235 -1007.10584489944,1234.5789969181362 -1007.0999964018486))");
    expectShortest(scene, {1230.5729991786984, -997.1023975845516}, {1218.5730013375894, -997.1095957354333}, 0.3425);
}

/// Two corners of a wall nearly in line: the arcs around them are 1e-8 long.
TEST(FoundPaths, ArcsOfNanometresAreArcs)
{
    const Scene scene = test::makeQuestionScene(test::QuestionScene::maze, 6);
    PathWorld world(scene);
    expectShortest(world, {-6.3548728379875987, -1.4530027499347047}, {-4.718881418394707, -2.5441989132110501},
                   0.15457838221683134);
    expectShortest(world, {-6.4091532792252401, -1.9325354639136996}, {-4.3669707587792272, -2.0008673488768736}, 0.15);
}

/// The start touches a corner's circle, so that the tangent to it has no length and its direction is known to half the digits.
TEST(FoundPaths, ADiscStartsWhereItTouchesACorner)
{
    PathWorld office(test::makeQuestionScene(test::QuestionScene::office, 45));
    expectShortest(office, {-0.49770177773047025, -16.623051525874459}, {-3.0680335356555588, -14.748796394727833},
                   0.25830903887651102);
    expectShortest(office, {-3.0680335356555588, -14.748796394727833}, {-0.49770177773047025, -16.623051525874459},
                   0.25830903887651102);
}

TEST(FoundPaths, ASearchThatMayNotGoOnTellsHowFarItCame)
{
    PathWorld world(buildScene("rooms").value());
    const Vec2 start{1, 1}, goal{38, 21};
    const Path whole = world.find(start, goal, 0.2);
    ASSERT_TRUE(whole.isComplete());
    const Path cut = world.finder.find(start, goal, {.radius = 0.2, .max_nodes = 60});
    EXPECT_EQ(toString(cut.status()), "out_of_budget");
    EXPECT_FALSE(cut.isComplete());
    ASSERT_FALSE(cut.pieces().empty());
    const Vec2 end = planar(cut.pieces().back().to);
    EXPECT_LT(distance(end, goal), distance(start, goal));
    EXPECT_EQ(world.faults(cut, start, end, 0.2), "");
    EXPECT_EQ(toString(world.finder.find(start, goal, {.radius = 0.2, .max_nodes = 1}).status()), "out_of_budget");
}

} // namespace
} // namespace clearway
