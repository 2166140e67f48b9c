// SPDX-License-Identifier: MIT
// Where to head for next: across, to an end of the free interval, or straight to the goal.
#include <algorithm>

#include <clearway/navmesh/query.h>

#include "tests/path/support.h"

namespace clearway {
namespace {

using test::drawFreePoint;
using test::makeWktScene;
using test::PathMeshKind;
using test::PathSceneKind;
using test::PathWorld;

/// Two rooms and a door of 2 m between (5, 4) and (5, 6); its portal runs across the door.
Scene makeTwoRooms() { return makeWktScene("POLYGON((0 0,10 0,10 10,0 10),(5 0,5 4,5.25 4,5.25 0),(5 6,5 10,5.25 10,5.25 6))"); }

/// The portal nearest to a point.
PortalId findPortal(const NavMesh& mesh, Vec2 p)
{
    PortalId best = 0;
    for (PortalId i = 1; i < mesh.portals().size(); ++i)
        if (distance(p, mesh.segment(mesh.portals()[i])) < distance(p, mesh.segment(mesh.portals()[best]))) best = i;
    return best;
}

TEST(WayPoints, AreStraightAcrossWhereTheIntervalLiesAhead)
{
    const Scene scene = makeTwoRooms();
    const NavMesh mesh = buildNavMesh(scene).value();
    const PortalId portal = findPortal(mesh, {5, 5});
    const Segment s = mesh.segment(mesh.portals()[portal]);
    ASSERT_NEAR(s.a.x, s.b.x, 0.3) << "the portal across the door";
    const Interval all[] = {{0.5, distance(s.a, s.b) - 0.5}};
    for (const WayPointOptions::Rule rule : {WayPointOptions::Rule::farthest_end, WayPointOptions::Rule::nearest_end})
    {
        const Vec2 position = Vec2{-3, 0} + interpolate(s.a, s.b, 0.4);
        const auto point = computeWayPoint(mesh, portal, all, position, rule);
        ASSERT_TRUE(point);
        EXPECT_NEAR(dot(*point - position, s.b - s.a), 0, 1e-9);
        EXPECT_NEAR(distance(*point, s), 0, 1e-9);
    }
    EXPECT_FALSE(computeWayPoint(mesh, portal, {}, {2, 5}));
}

TEST(WayPoints, AreAnEndOfTheIntervalOtherwise)
{
    const Scene scene = makeTwoRooms();
    const NavMesh mesh = buildNavMesh(scene).value();
    const PortalId portal = findPortal(mesh, {5, 5});
    const Segment s = mesh.segment(mesh.portals()[portal]);
    const double size = distance(s.a, s.b);
    const Interval all[] = {{0.5, size - 0.5}};
    const Vec2 along = (s.b - s.a) / size, before = s.a - along * 2 + Vec2{-1, 0};
    EXPECT_NEAR(
        distance(*computeWayPoint(mesh, portal, all, before, WayPointOptions::Rule::farthest_end), s.a + along * (size - 0.5)), 0,
        1e-9);
    EXPECT_NEAR(distance(*computeWayPoint(mesh, portal, all, before, WayPointOptions::Rule::nearest_end), s.a + along * 0.5), 0,
                1e-9);
    EXPECT_NEAR(distance(*computeWayPoint(mesh, portal, all, before, WayPointOptions::Rule::centre), interpolate(s.a, s.b, 0.5)),
                0, 1e-9);
    // Of several intervals the one nearest to the projection.
    const Interval two[] = {{0.1, 0.2}, {1.2, 1.5}};
    const Vec2 ahead = s.a + along * 1.0 + Vec2{-1, 0};
    EXPECT_NEAR(distance(*computeWayPoint(mesh, portal, two, ahead, WayPointOptions::Rule::nearest_end), s.a + along * 1.2), 0,
                1e-9);
    EXPECT_NEAR(distance(*computeWayPoint(mesh, portal, two, ahead, WayPointOptions::Rule::farthest_end), s.a + along * 1.5), 0,
                1e-9);
}

TEST(WayPoints, AreTheGoalWhenTheDiscSeesIt)
{
    const Scene scene = makeTwoRooms();
    const NavMesh mesh = buildNavMesh(scene).value();
    NavMeshQuery query(mesh);
    IntervalCache cache(buildClearance(mesh).value());
    const PortalId portals[] = {findPortal(mesh, {5, 5})};
    const auto ask = [&](Vec2 from, Vec2 goal, double radius) {
        return findWayPoint(query, cache, findPlace(mesh, from), goal, portals, {.radius = radius});
    };
    EXPECT_EQ(ask({2, 5}, {8, 5}, 0.9), (Vec2{8, 5}));
    EXPECT_NE(ask({2, 4.5}, {8, 4.5}, 0.9), (Vec2{8, 4.5})) << "a ray would pass, the disc does not";
    EXPECT_EQ(ask({2, 4.5}, {8, 4.5}, 0.4), (Vec2{8, 4.5}));
    EXPECT_FALSE(findWayPoint(query, cache, Place{}, {8, 5}, portals, {}));
    EXPECT_FALSE(ask({2, 2}, {8, 8}, 1.2)) << "nothing of the door is left";
}

/// Whatever the rule, an exact way point keeps the radius from every obstacle.
TEST(WayPoints, KeepTheirDistance)
{
    Random random(81, 1);
    int compared = 0;
    for (int i = 0; i < 10 * test::testScale(); ++i)
    {
        const auto kind = static_cast<PathSceneKind>((2 * i) % test::kPathSceneKindCount);
        PathWorld world = test::makePathWorld(kind, static_cast<std::uint64_t>(8000 + i), 10,
                                              static_cast<PathMeshKind>(i % test::kPathMeshKindCount));
        const NavMesh& mesh = world.clearance.mesh();
        if (mesh.portals().empty()) continue;
        IntervalCache cache(world.clearance);
        for (int k = 0; k < 200; ++k)
        {
            const double radius = random.uniform(0, 0.8);
            const auto position = drawFreePoint(world.scene, world.boundary, 0, random);
            const auto portal = static_cast<PortalId>(random.below(mesh.portals().size()));
            if (!position) break;
            const auto rule = k % 2 ? WayPointOptions::Rule::farthest_end : WayPointOptions::Rule::nearest_end;
            const auto point = computeWayPoint(mesh, portal, cache.find(portal, radius), *position, rule);
            if (!point) continue;
            ++compared;
            ASSERT_GE(oracle::computeBoundaryDistance(world.boundary, *point), radius - std::max(1e-6, 2 * world.quantum))
                << world.describe(*position, *point, radius);
            ASSERT_LE(distance(*point, mesh.segment(mesh.portals()[portal])), 1e-8);
        }
    }
    EXPECT_GT(compared, 300);
}

} // namespace
} // namespace clearway
