// SPDX-License-Identifier: MIT
// Portals that may not be crossed: paths lead round them, or there is none.
#include "tests/path/support.h"

namespace clearway {
namespace {

using test::PathMeshKind;
using test::PathSceneKind;

/// Whether two cells that follow each other on the path meet only at closed portals.
bool crossesClosed(const NavMesh& mesh, const Path& path, const std::vector<PortalId>& closed)
{
    for (std::size_t i = 0; i + 1 < path.faces().size(); ++i)
    {
        int open_count = 0, closed_count = 0;
        for (PortalId portal = 0; portal < mesh.portals().size(); ++portal)
        {
            const NavMesh::Portal& between = mesh.portals()[portal];
            const CellId a = path.faces()[i], b = path.faces()[i + 1];
            if (!((between.left == a && between.right == b) || (between.left == b && between.right == a))) continue;
            const bool is_closed = std::find(closed.begin(), closed.end(), portal) != closed.end();
            ++(is_closed ? closed_count : open_count);
        }
        if (closed_count > 0 && open_count == 0) return true;
    }
    return false;
}

TEST(ClosedPortals, ALockedDoorIsWalkedRoundAndTheLastOneLeavesNoWay)
{
    SceneInput input; // two rooms with two doors in the wall between them
    input.areas.emplace_back().outline.points = {{0, 0}, {20, 0}, {20, 20}, {0, 20}};
    input.obstacles.emplace_back().outline.points = {{10, 1}, {10.2, 1}, {10.2, 12}, {10, 12}};
    input.obstacles.emplace_back().outline.points = {{10, 13}, {10.2, 13}, {10.2, 20}, {10, 20}};
    const NavMesh mesh = buildNavMesh(buildScene(input).value()).value();
    PathFinder finder(buildClearance(mesh).value());
    const auto portalsAt = [&](double low, double high) {
        std::vector<PortalId> portals;
        for (PortalId portal = 0; portal < mesh.portals().size(); ++portal)
        {
            const Segment s = mesh.segment(mesh.portals()[portal]);
            const bool is_in_wall = std::min(s.a.x, s.b.x) > 9.9 && std::max(s.a.x, s.b.x) < 10.3;
            if (is_in_wall && std::min(s.a.y, s.b.y) >= low && std::max(s.a.y, s.b.y) <= high) portals.push_back(portal);
        }
        return portals;
    };
    const std::vector<PortalId> upper = portalsAt(12, 13), lower = portalsAt(0, 1);
    ASSERT_FALSE(upper.empty());
    ASSERT_FALSE(lower.empty());
    const Vec2 start{5, 12.5}, goal{15, 12.5};
    const double straight = finder.find(start, goal, {.radius = 0.3}).length();
    EXPECT_NEAR(straight, 10, 1e-9);
    const Path round = finder.find(start, goal, {.radius = 0.3, .closed_portals = upper});
    ASSERT_TRUE(round.isComplete());
    EXPECT_GT(round.length(), 24);
    EXPECT_FALSE(crossesClosed(mesh, round, upper));
    std::vector<PortalId> all = upper;
    all.insert(all.end(), lower.begin(), lower.end());
    EXPECT_EQ(finder.find(start, goal, {.radius = 0.3, .closed_portals = all}).status(), PathStatus::unreachable);
    EXPECT_EQ(finder.find(start, goal, {.radius = 0, .closed_portals = all}).status(), PathStatus::unreachable);
    // Open again, and numbers of portals that are not there.
    EXPECT_EQ(finder.find(start, goal, {.radius = 0.3}).length(), straight);
    const std::vector<PortalId> nothing = {kNone, static_cast<PortalId>(mesh.portals().size() + 7)};
    EXPECT_EQ(finder.find(start, goal, {.radius = 0.3, .closed_portals = nothing}).length(), straight);
}

TEST(ClosedPortals, RandomOnesAreNeverCrossedAndOthersMakeNoDifference)
{
    int round_count = 0, none_count = 0, same_count = 0;
    for (int kind = 0; kind < test::kPathMeshKindCount; ++kind)
        for (const auto scene : {PathSceneKind::rooms, PathSceneKind::stars, PathSceneKind::rough})
        {
            const NavMesh mesh = test::buildPathMesh(makePathScene(scene, 3, 8), static_cast<PathMeshKind>(kind), 3);
            PathFinder finder(buildClearance(mesh).value());
            NavMeshQuery query(mesh);
            for (std::uint64_t i = 0; i < 40u * static_cast<unsigned>(test::testScale()); ++i)
            {
                Random random(i, 11);
                const double radius = i % 3 == 0 ? 0 : random.uniform(0.05, 0.4);
                const Place start = query.findRandomPoint({.seed = 5, .index = 2 * i, .radius = radius});
                const Place goal = query.findRandomPoint({.seed = 5, .index = 2 * i + 1, .radius = radius});
                if (!start || !goal) continue;
                const Path open = finder.find(start, goal, {.radius = radius});
                if (!open.isComplete()) continue;
                std::vector<PortalId> closed;
                for (PortalId portal = 0; portal < mesh.portals().size(); ++portal)
                    if (random.below(6) == 0) closed.push_back(portal);
                const Path path = finder.find(start, goal, {.radius = radius, .closed_portals = closed});
                ASSERT_TRUE(path.isComplete() || path.status() == PathStatus::unreachable) << toString(path.status());
                if (!path.isComplete())
                {
                    ++none_count;
                    continue;
                }
                EXPECT_FALSE(crossesClosed(mesh, path, closed)) << i;
                EXPECT_GE(path.length(), open.length() * (1 - 1e-9)) << i;
                const bool is_same = !crossesClosed(mesh, open, closed);
                if (is_same && path.length() < open.length() * (1 + 1e-9)) ++same_count;
                if (!is_same) ++round_count;
            }
        }
    EXPECT_GT(round_count, 50);
    EXPECT_GT(none_count, 20);
    EXPECT_GT(same_count, 50);
}

} // namespace
} // namespace clearway
