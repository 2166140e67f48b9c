// SPDX-License-Identifier: MIT
// The small situations of the paper's figures 3, 7, 10, 11 and 13, with free intervals that follow from their outlines by hand.
// Golden: a number here is a distance between two lines of a drawing, not what some version of the program printed.
#include <clearway/path/way_points.h>

#include <gtest/gtest.h>

#include <cmath>

#include <clearway/navmesh/build.h>
#include <clearway/scene/generators.h>

namespace clearway {
namespace {

struct Figure
{
    NavMesh mesh;
    ClearanceMesh clearance;

    /// The portal with these ends, in either order; coordinates are on the scene's lattice, so nearly equal is equal.
    PortalId find(Vec2 a, Vec2 b) const
    {
        const auto isAt = [](Vec2 p, Vec2 q) { return distance(p, q) < 1e-6; };
        for (PortalId id = 0; id < mesh.portals().size(); ++id)
        {
            const Segment s = mesh.segment(mesh.portals()[id]);
            if ((isAt(s.a, a) && isAt(s.b, b)) || (isAt(s.a, b) && isAt(s.b, a))) return id;
        }
        ADD_FAILURE() << "no portal from (" << a.x << ", " << a.y << ") to (" << b.x << ", " << b.y << ")";
        return 0;
    }

    /// The free intervals of the portal from a to b, as distances from a.
    std::vector<Interval> shrink(Vec2 a, Vec2 b, double radius) const
    {
        const PortalId id = find(a, b);
        const std::vector<Interval> intervals = computeFreeIntervals(clearance, id, radius);
        const Segment s = mesh.segment(mesh.portals()[id]);
        if (distance(s.a, a) < 1e-6) return intervals;
        const double length = distance(s.a, s.b);
        std::vector<Interval> turned;
        for (auto i = intervals.rbegin(); i != intervals.rend(); ++i) turned.push_back({length - i->end, length - i->begin});
        return turned;
    }
};

Figure build(const char* name)
{
    const NavMesh mesh = buildNavMesh(buildScene(name).value()).value();
    return {mesh, buildClearance(mesh).value()};
}

/// Cells drawn by hand.
Figure build(const std::vector<Vec2>& points, const std::vector<std::vector<VertexId>>& cells)
{
    PolygonMesh polygons;
    for (Vec2 p : points) polygons.vertices.push_back({p, 0});
    polygons.cells = cells;
    const NavMesh mesh = buildNavMesh(polygons).value();
    return {mesh, buildClearance(mesh).value()};
}

void expectIntervals(const std::vector<Interval>& found, const std::vector<Interval>& wanted, double radius)
{
    ASSERT_EQ(found.size(), wanted.size()) << "radius " << radius;
    for (std::size_t i = 0; i < found.size(); ++i)
    {
        EXPECT_NEAR(found[i].begin, wanted[i].begin, 1e-6) << "radius " << radius;
        EXPECT_NEAR(found[i].end, wanted[i].end, 1e-6) << "radius " << radius;
    }
}

} // namespace

// A door of 4 m, and a pillar's tip 1 m behind its middle. Larger discs pass left or right of the middle, or not at all.
TEST(Figure3, TheMiddleOfADoorIsNoWayPointBeforeAPillar)
{
    const Figure figure = build("fig3");
    const Vec2 a = {8, 2}, b = {8, 6};
    expectIntervals(figure.shrink(a, b, 0.5), {{0.5, 3.5}}, 0.5);
    expectIntervals(figure.shrink(a, b, 1), {{1, 3}}, 1); // touches the tip
    const double radius = 1.2;
    const double half = std::sqrt(radius * radius - 1);
    expectIntervals(figure.shrink(a, b, radius), {{radius, 2 - half}, {2 + half, 4 - radius}}, radius);
    EXPECT_TRUE(figure.shrink(a, b, 1.3).empty()); // 2 - 0.83 < 1.3
}

// The second door ends in an acute corner: the wall below falls by 1 in 3, so one must stay r * sqrt(10) / 3 above it; a large
// disc is stopped by the start of that wall, 0.4 m to the left.
TEST(Figure3, APointOneRadiusFromAnAcuteCornerIsTooNear)
{
    const Figure figure = build("fig3");
    const double foot = 2.2 - 0.4 / 3; // where x = 17.4 meets the wall
    const Vec2 a = {17.4, foot}, b = {17.4, 7.2};
    const double length = 7.2 - foot;
    for (double radius : {0.25, 0.5, 1.0, 1.5, 2.0})
    {
        const double above = radius < 1.2 ? radius * std::sqrt(10.0) / 3 : 2.2 - foot + std::sqrt(radius * radius - 0.16);
        expectIntervals(figure.shrink(a, b, radius), {{above, length - radius}}, radius);
        expectIntervals(figure.shrink({17, 2.2}, {17, 7.2}, radius), {{radius, 5 - radius}}, radius);
    }
}

// Round two blunt tips. Where a wall meets a portal at an angle below 90 degrees, one must stay r / sin(angle) away from its end.
TEST(Figure7, WallsThatLeanOverAPortalTakeMoreThanARadius)
{
    const Figure figure = build("fig7");
    const auto sine = [](Vec2 u, Vec2 v) { return std::fabs(cross(u, v)) / (length(u) * length(v)); };
    {
        const Vec2 tip = {1.4, 2.6}, top = {3.4, 6.8};
        const double far = 1 / sine(tip - top, Vec2{-1.6, 6.4} - top);
        for (double radius : {0.5, 1.0, 1.5, 2.0})
            expectIntervals(figure.shrink(tip, top, radius), {{radius, distance(tip, top) - far * radius}}, radius);
    }
    {
        const Vec2 tip = {0.4, 2.6}, corner = {-3, 4.4};
        const double near = 1 / sine(corner - tip, Vec2{-1.5, 0} - tip);
        const double far = 1 / sine(tip - corner, Vec2{-1.6, 6.4} - corner);
        for (double radius : {0.5, 1.0, 1.5})
            expectIntervals(figure.shrink(tip, corner, radius), {{near * radius, distance(tip, corner) - far * radius}}, radius);
    }
}

TEST(Figure10, BetweenTwoTipsOnlyTheEndsOfThePortalCount)
{
    const Figure figure = build("fig10");
    for (double radius : {0.5, 1.0, 1.5, 2.0, 2.5})
        expectIntervals(figure.shrink({0, 0}, {0, 5}, radius), {{radius, 5 - radius}}, radius);
    EXPECT_TRUE(figure.shrink({0, 0}, {0, 5}, 2.6).empty());
}

// A third tip at (12.1, 1), 1.1 m behind the portal at x = 11: its circle cuts off the lower part.
TEST(Figure10, ATipBehindThePortalTakesWhatItsCircleCovers)
{
    const Figure figure = build("fig10");
    expectIntervals(figure.shrink({11, 0}, {11, 5}, 1), {{1, 4}}, 1); // does not reach it
    for (double radius : {1.5, 1.8, 2.0})
        expectIntervals(figure.shrink({11, 0}, {11, 5}, radius), {{1 + std::sqrt(radius * radius - 1.21), 5 - radius}}, radius);
}

// The wall from (0.1, 0.7) to (2.6, 3.4) leans over the portal from (0, 0) to (5, 0). Nearer than 1.5 the wall from (0, 0) to
// (0.1, 0.7) decides; from 2 on the leaning one, whose line is (2.7 t + 1.48) / |(2.5, 2.7)| away from the point t.
TEST(Figure11, AWallOfTheCellAfterTheNextLimitsThePortal)
{
    const std::vector<Vec2> outline = {{-2, -4}, {7, -4},  {5, 0},     {5.3, 1.1}, {8.2, 4},
                                       {7.4, 8}, {3.2, 8}, {2.6, 3.4}, {0.1, 0.7}, {0, 0}};
    const double lean = std::sqrt(2.5 * 2.5 + 2.7 * 2.7);
    // As connecting notches cuts it, and as the paper draws it, with a low cell between two portals.
    for (const Figure& figure : {build("fig11"), build(outline, {{0, 1, 2, 9}, {9, 2, 3, 8}, {8, 3, 4, 5, 6, 7}})})
    {
        for (double radius : {0.5, 1.0})
            expectIntervals(figure.shrink({0, 0}, {5, 0}, radius), {{radius * std::sqrt(0.5) / 0.7, 5 - radius}}, radius);
        expectIntervals(figure.shrink({0, 0}, {5, 0}, 2), {{(2 * lean - 1.48) / 2.7, 3}}, 2);
    }
}

TEST(Figure13, TheGoalIfInViewElseStraightAcrossElseTheFarEnd)
{
    const Figure figure = build("fig13");
    constexpr double kRadius = 0.5;
    expectIntervals(figure.shrink({9, 4.5}, {9, 9.5}, kRadius), {{kRadius, 5 - kRadius}}, kRadius);
    NavMeshQuery query(figure.mesh);
    IntervalCache cache(figure.clearance);
    const PortalId portals[] = {figure.find({9, 4.5}, {9, 9.5}), figure.find({9.4, 4.5}, {9.4, 9.5})};
    const auto ask = [&](Vec2 from, Vec2 goal, WayPointOptions::Rule rule = WayPointOptions::Rule::farthest_end) {
        return findWayPoint(query, cache, findPlace(figure.mesh, from), goal, portals, {.radius = kRadius, .rule = rule});
    };
    const auto expectPoint = [](std::optional<Vec2> point, Vec2 wanted) {
        ASSERT_TRUE(point);
        EXPECT_NEAR(distance(*point, wanted), 0, 1e-6) << point->x << ", " << point->y;
    };
    expectPoint(ask({6, 8}, {16, 6}), {16, 6});              // in view
    expectPoint(ask({3, 6.5}, {10.2, 3.5}), {9, 6.5});       // straight ahead
    expectPoint(ask({5, 1.5}, {16, 6}), {9, 9.5 - kRadius}); // to the side: the far end
    expectPoint(ask({5, 1.5}, {16, 6}, WayPointOptions::Rule::nearest_end), {9, 4.5 + kRadius});
    expectPoint(ask({5, 1.5}, {16, 6}, WayPointOptions::Rule::centre), {9, 7});
}

} // namespace clearway
