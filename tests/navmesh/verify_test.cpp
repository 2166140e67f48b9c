// SPDX-License-Identifier: MIT
// verify() says nothing about good meshes and finds each kind of fault that is put in on purpose.
#include <algorithm>
#include <functional>
#include <memory>

#include <gtest/gtest.h>

#include <clearway/navmesh/build.h>
#include <clearway/navmesh/verify.h>

#include "navmesh/assemble.h"
#include "navmesh/data.h"
#include "tests/navmesh/random_mesh.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

using Kind = MeshProblem::Kind;

/// Two unit squares side by side, cells 0 and 1.
NavMesh buildTwoSquares()
{
    PolygonMesh polygons;
    polygons.vertices = {{{0, 0}}, {{1, 0}}, {{2, 0}}, {{0, 1}}, {{1, 1}}, {{2, 1}}};
    polygons.cells = {{0, 1, 4, 3}, {1, 2, 5, 4}};
    return buildNavMesh(polygons).value();
}

NavMesh changed(const NavMesh& mesh, const std::function<void(NavMesh::Data&)>& change)
{
    auto data = std::make_shared<NavMesh::Data>(mesh.data());
    change(*data);
    return NavMesh(std::move(data));
}

/// Moves a vertex everywhere it is kept, obstacles excepted.
void moveVertex(NavMesh::Data& data, VertexId vertex, Vec2 to)
{
    data.vertices[vertex].position = to;
    for (SideId s = 0; s < data.sides.size(); ++s)
        if (data.sides[s].from == vertex) data.corners[s] = to;
}

bool hasKind(const std::vector<MeshProblem>& problems, Kind kind)
{
    return std::any_of(problems.begin(), problems.end(),
                       [&](const MeshProblem& p) { return p.kind == kind && !p.message.empty(); });
}

/// Cells of a soup whose sides are all obstacles of their own.
NavMesh buildLoose(std::vector<Vec2> points, std::vector<std::vector<VertexId>> cells)
{
    CellSoup soup;
    for (Vec2 p : points) soup.vertices.push_back({p, 0});
    soup.first_side.push_back(0);
    for (const auto& cell : cells)
    {
        for (std::size_t i = 0; i < cell.size(); ++i)
        {
            soup.corners.push_back(cell[i]);
            soup.side_obstacle.push_back(static_cast<ObstacleId>(soup.obstacles.size()));
            soup.obstacles.push_back({{points[cell[i]], points[cell[(i + 1) % cell.size()]]}, 0});
        }
        soup.first_side.push_back(static_cast<std::uint32_t>(soup.corners.size()));
        soup.layers.push_back(0);
    }
    return assembleNavMesh(std::move(soup));
}

TEST(Verify, HasNothingToSayAboutImportedMeshes)
{
    for (int seed = 0; seed < 40 * test::testScale(); ++seed)
    {
        const auto problems = verify(test::buildRandomMesh(static_cast<std::uint64_t>(seed)), {.must_be_convex = false});
        ASSERT_TRUE(problems.empty()) << "seed " << seed << ": " << toString(problems[0].kind) << ": " << problems[0].message;
    }
    EXPECT_TRUE(verify(buildTwoSquares()).empty());
}

TEST(Verify, FindsBrokenLinks)
{
    const NavMesh mesh = buildTwoSquares();
    const std::vector<std::function<void(NavMesh::Data&)>> faults = {
        [](NavMesh::Data& d) { d.sides[0].from = 99; },
        [](NavMesh::Data& d) { d.sides[0].obstacle = 99; },
        [](NavMesh::Data& d) { d.sides[0].obstacle = kNone; },
        [](NavMesh::Data& d) { d.sides[0].portal = 0; },
        [](NavMesh::Data& d) { d.portals[0].left = 1; },
        [](NavMesh::Data& d) { d.portals[0].right_side = 0; },
        [](NavMesh::Data& d) { std::swap(d.portals[0].a, d.portals[0].b); },
        [](NavMesh::Data& d) { d.cells[1].first_side = 3; },
        [](NavMesh::Data& d) { d.cells[1].side_count = 3; },
        [](NavMesh::Data& d) { d.vertices[2].height = std::numeric_limits<double>::infinity(); },
    };
    for (std::size_t i = 0; i < faults.size(); ++i)
        EXPECT_TRUE(hasKind(verify(changed(mesh, faults[i])), Kind::broken_link)) << "fault " << i;
}

TEST(Verify, FindsCellsThatAreNotSimpleOrRunTheWrongWay)
{
    EXPECT_TRUE(hasKind(verify(buildLoose({{0, 0}, {1, 0}, {1, 1}, {0, 1}}, {{0, 3, 2, 1}})), Kind::bad_orientation));
    EXPECT_TRUE(hasKind(verify(buildLoose({{0, 0}, {2, 2}, {2, 0}, {0, 1}}, {{0, 1, 2, 3}})), Kind::bad_orientation));
    EXPECT_TRUE(hasKind(verify(buildLoose({{0, 0}, {1, 0}, {2, 0}, {1, 0}}, {{0, 1, 2, 3}})), Kind::bad_orientation));
}

TEST(Verify, FindsConcaveCornersBeyondRelaxation)
{
    const NavMesh mesh = buildLoose({{0, 0}, {2, 0}, {2, 2}, {1, 1.75}, {0, 2}}, {{0, 1, 2, 3, 4}}); // a notch 0.25 deep
    const auto problems = verify(mesh);
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_EQ(problems[0].kind, Kind::concave_corner);
    EXPECT_EQ(problems[0].position, (Vec2{1, 1.75}));
    EXPECT_TRUE(verify(mesh, {.relaxation = 0.25}).empty());
    EXPECT_FALSE(verify(mesh, {.relaxation = 0.24}).empty());
    EXPECT_TRUE(verify(mesh, {.must_be_convex = false}).empty());
}

TEST(Verify, FindsTJoints)
{
    // A square above two squares that meet in the middle of its lower side.
    const auto problems = verify(
        buildLoose({{0, 0}, {1, 0}, {2, 0}, {0, 1}, {1, 1}, {2, 1}, {2, 3}, {0, 3}}, {{0, 1, 4, 3}, {1, 2, 5, 4}, {3, 5, 6, 7}}));
    ASSERT_TRUE(hasKind(problems, Kind::t_joint));
    EXPECT_FALSE(hasKind(problems, Kind::overlap));
}

TEST(Verify, FindsOverlaps)
{
    const std::vector<Vec2> square = {{0, 0}, {2, 0}, {2, 2}, {0, 2}};
    const auto with = [&](std::vector<Vec2> other) {
        std::vector<Vec2> points = square;
        std::vector<VertexId> cell;
        for (Vec2 p : other)
        {
            cell.push_back(static_cast<VertexId>(points.size()));
            points.push_back(p);
        }
        return verify(buildLoose(points, {{0, 1, 2, 3}, cell}));
    };
    EXPECT_TRUE(hasKind(with({{1, 1}, {3, 1}, {3, 3}, {1, 3}}), Kind::overlap)) << "corners inside each other";
    EXPECT_TRUE(hasKind(with({{0.5, 0.5}, {1, 0.5}, {1, 1}}), Kind::overlap)) << "one inside the other";
    EXPECT_TRUE(hasKind(with({{-1, 0.5}, {3, 0.5}, {3, 1}, {-1, 1}}), Kind::overlap)) << "a cross";
    EXPECT_TRUE(hasKind(with({{0, 0}, {2, 0}, {2, 2}, {0, 2}}), Kind::overlap)) << "the same square twice";
    EXPECT_TRUE(hasKind(with({{0, 0}, {2, 2}, {0, 2}}), Kind::overlap)) << "half of it";
    EXPECT_TRUE(hasKind(with({{1, 0}, {2, 1}, {1, 2}, {0, 1}}), Kind::overlap)) << "corners on its sides";
    EXPECT_TRUE(hasKind(with({{0.5, 0}, {0.75, 0}, {0.75, 2}, {0.5, 2}}), Kind::overlap)) << "from side to side";
    EXPECT_FALSE(hasKind(with({{2, 0}, {4, 0}, {4, 2}, {2, 2}}), Kind::overlap)) << "beside it";
    EXPECT_FALSE(hasKind(with({{2, 2}, {4, 2}, {4, 4}, {2, 4}}), Kind::overlap)) << "at its corner";
}

TEST(Verify, FindsGaps)
{
    // The last square is taken away together with its portal, but its obstacles stay.
    const NavMesh mesh = changed(buildTwoSquares(), [](NavMesh::Data& d) {
        d.cells.pop_back();
        d.sides.resize(4);
        d.portals.clear();
        d.sides[1] = {d.sides[1].from, kNone, 0};
    });
    EXPECT_TRUE(hasKind(verify(mesh), Kind::gap));
}

TEST(Verify, FindsObstaclesThatDoNotFit)
{
    const NavMesh mesh = buildTwoSquares();
    EXPECT_TRUE(
        hasKind(verify(changed(mesh, [](NavMesh::Data& d) { d.obstacles[0].segment.a.y -= 0.5; })), Kind::obstacle_mismatch));
    EXPECT_TRUE(
        hasKind(verify(changed(mesh, [](NavMesh::Data& d) { std::swap(d.obstacles[0].segment.a, d.obstacles[0].segment.b); })),
                Kind::obstacle_mismatch));
    EXPECT_TRUE(hasKind(verify(changed(mesh, [](NavMesh::Data& d) { d.obstacles[0].layer = 3; })), Kind::obstacle_mismatch));
    EXPECT_TRUE(hasKind(verify(changed(mesh, [](NavMesh::Data& d) { d.obstacles.push_back({{{5, 5}, {6, 6}}, 0}); })),
                        Kind::obstacle_mismatch));
    EXPECT_TRUE(hasKind(verify(changed(mesh, [](NavMesh::Data& d) { moveVertex(d, 0, {-0.001, 0}); })), Kind::obstacle_mismatch));
}

TEST(Verify, ComparesWithTheScene)
{
    SceneInput input;
    input.areas.push_back({{{{0, 0}, {2, 0}, {2, 1}, {0, 1}}, {}}, {}, 0});
    const Scene scene = buildScene(input).value();
    // The same free space as one cell; its obstacles are the edges of the scene.
    const NavMesh right = buildLoose({{0, 0}, {2, 0}, {2, 1}, {0, 1}}, {{0, 1, 2, 3}});
    EXPECT_TRUE(verify(right, {.scene = &scene}).empty());
    const auto split = verify(buildTwoSquares(), {.scene = &scene});
    EXPECT_TRUE(hasKind(split, Kind::obstacle_mismatch)) << "its obstacles are halves of the scene's edges";
    EXPECT_FALSE(hasKind(split, Kind::gap));
    const auto smaller = verify(buildLoose({{0, 0}, {1, 0}, {1, 1}, {0, 1}}, {{0, 1, 2, 3}}), {.scene = &scene});
    EXPECT_TRUE(hasKind(smaller, Kind::gap));
}

/// Whatever cuts it into cells.
void expectSound(const SceneInput& input)
{
    const Scene scene = buildScene(input).value();
    for (const NavMeshOptions::Decomposition cells :
         {NavMeshOptions::Decomposition::notches, NavMeshOptions::Decomposition::merged,
          NavMeshOptions::Decomposition::triangulation})
        for (const MeshProblem& problem : verify(buildNavMesh(scene, {.decomposition = cells}).value(), {.scene = &scene}))
            ADD_FAILURE() << problem.message;
}

TEST(Verify, KnowsHowFarRoundingPutsAreasOff)
{
    // Slivers a hundred thousand kilometres long beside a triangle of ten centimetres.
    SceneInput input;
    input.areas.push_back({{{{0, 0}, {0.1, 0}, {0.1, 0.3}}, {}}, {}, 0});
    input.areas.push_back({{{{1e8, 1e8}, {8, 1e8}, {100000001, 1e8}, {100, 1}, {1e8, 100000001}}, {}}, {}, 0});
    expectSound(input);
}

TEST(Verify, APortalEndsOnAWallOfAMillionKilometres)
{
    // The end is near one end of the wall, and was measured from the other.
    SceneInput input;
    input.areas.push_back({{{{5, 0}, {4, 10}, {0, 0}, {2e8, 1e9}, {2e8, 1000000001}}, {}}, {}, 0});
    expectSound(input);
    input.areas.front().outline.points = {{5, 0}, {192307693, 961538463}, {0, 0}, {4, 10}};
    expectSound(input);
}

TEST(Verify, FindsWrongComponents)
{
    const NavMesh mesh = buildTwoSquares();
    EXPECT_TRUE(hasKind(verify(changed(mesh, [](NavMesh::Data& d) { d.cells[1].component = 1; })), Kind::wrong_component));
    EXPECT_TRUE(hasKind(verify(changed(mesh, [](NavMesh::Data& d) { d.component_count = 2; })), Kind::wrong_component));
}

TEST(Verify, StopsAtItsLimit)
{
    const NavMesh mesh = changed(buildTwoSquares(), [](NavMesh::Data& d) {
        for (NavMesh::Side& side : d.sides) side.from = 99;
    });
    EXPECT_EQ(verify(mesh, {.max_problems = 3}).size(), 3u);
}

} // namespace
} // namespace clearway
