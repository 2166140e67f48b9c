// SPDX-License-Identifier: MIT
// Scenarios in which groups meet: on a circle, in corridors, at doors; and the hall that empties through a bottleneck.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "crowd/built_in_scenarios.h"
#include "scene/generators/outlines.h"
#include "scene/generators/turn.h"

namespace clearway::scenarios {

namespace {

using generators::addArea;
using generators::makeBox;

constexpr double kRadius = 0.25;

/// Goals that everybody in a group can have for himself: far enough apart to walk between those who have arrived.
constexpr double kGoalSpacing = 1.25;

Scenario::Group makeGroup(std::string name, std::size_t count, Ring start_area, std::vector<Goal> goals)
{
    Scenario::Group group;
    group.name = std::move(name);
    group.count = count;
    group.start_area = std::move(start_area);
    group.radius = {kRadius, kRadius};
    group.goals = std::move(goals);
    return group;
}

} // namespace

Scenario buildCircle(const Wish& wish)
{
    constexpr double kTurn = 6.283185307179586;
    const auto count = static_cast<double>(wish.agent_count);
    // Neighbours are 2.5 radii apart: the chord is shorter than the arc, by less than 2 % where the circle is not larger anyway.
    const double circle = std::max(10.0, 1.02 * 2.5 * kRadius * count / kTurn);
    const double side = 2 * circle + 10;
    const Vec2 center = {side / 2, side / 2};

    Scenario scenario;
    scenario.seconds = std::ceil(60 + 6 * circle);
    addArea(scenario.scene, makeBox({0, 0}, {side, side}));
    Scenario::Group group;
    group.name = "circle";
    group.count = wish.agent_count;
    for (std::size_t k = 0; k < wish.agent_count; ++k)
    {
        const Vec2 arm = generators::computeDirection(static_cast<double>(k) / count) * circle;
        group.positions.push_back(center + arm);
        group.goals.push_back(center - arm);
    }
    scenario.groups.push_back(std::move(group));
    return scenario;
}

Scenario buildHeadOn(const Wish& wish)
{
    constexpr double kLength = 20;
    constexpr double kLane = 10;
    const std::size_t lanes = std::max<std::size_t>(1, (wish.agent_count + 1) / 2);
    Scenario scenario;
    addArea(scenario.scene, makeBox({0, 0}, {kLength, kLane * static_cast<double>(lanes)}));
    Scenario::Group east = makeGroup("eastward", shareOut(wish.agent_count, 0, 2), {}, {});
    Scenario::Group west = makeGroup("westward", shareOut(wish.agent_count, 1, 2), {}, {});
    for (std::size_t lane = 0; lane < lanes; ++lane)
    {
        const double y = kLane * (static_cast<double>(lane) + 0.5);
        const Vec2 left = {4, y};
        const Vec2 right = {kLength - 4, y};
        east.positions.push_back(left);
        east.goals.push_back(right);
        west.positions.push_back(right);
        west.goals.push_back(left);
    }
    scenario.groups = {std::move(east), std::move(west)};
    return scenario;
}

Scenario buildBottleneck(const Wish& wish)
{
    constexpr double kWidth = 1.2;
    constexpr double kCorridor = 5;
    constexpr double kOutside = 6;
    const double side = std::max(10.0, std::ceil(std::sqrt(static_cast<double>(wish.agent_count) / 2)));
    const double middle = side / 2;
    Scenario scenario;
    scenario.seconds = std::ceil(60 + static_cast<double>(wish.agent_count) + side);
    addArea(scenario.scene, makeBox({0, 0}, {side, side}));
    // The corridor reaches a little into the rooms at both ends: areas are united, and a shared side alone would be enough.
    addArea(scenario.scene, makeBox({side - 1, middle - kWidth / 2}, {side + kCorridor + 1, middle + kWidth / 2}));
    const double end = side + kCorridor;
    addArea(scenario.scene, makeBox({end, middle - kOutside / 2}, {end + kOutside, middle + kOutside / 2}));

    const Ring exit = makeBox({end + 2, middle - kOutside / 2 + 0.5}, {end + kOutside - 0.5, middle + kOutside / 2 - 0.5});
    Scenario::Group group = makeGroup("leaving", wish.agent_count, makeBox({0, 0}, {side, side}), {Goal::area(exit)});
    group.leaves_at_goal = true;
    scenario.groups.push_back(std::move(group));
    // Forward is from right to left of the line, so it points down: out of the hall is forward.
    scenario.lines.push_back({"exit", {side, middle + kWidth / 2}, {side, middle - kWidth / 2}});
    scenario.areas.push_back({"in front of the exit", makeBox({side - 3, middle - 1.5}, {side, middle + 1.5})});
    return scenario;
}

Scenario buildCorridorTwoWay(const Wish& wish)
{
    constexpr double kWidth = 6;
    constexpr double kGap = 10; // between the groups at the start
    constexpr double kExit = 3; // behind each group
    constexpr double kDensity = 0.75;
    const double half = static_cast<double>(shareOut(wish.agent_count, 0, 2));
    const double start = std::max((40 - kGap - 2 * kExit) / 2, std::ceil(half / (kWidth * kDensity)));
    const double length = 2 * (start + kExit) + kGap;
    const double middle = length / 2;

    Scenario scenario;
    scenario.seconds = std::ceil(60 + 2 * length);
    addArea(scenario.scene, makeBox({0, 0}, {length, kWidth}));
    const auto makeExit = [&](double x) { return Goal::area(makeBox({x + 0.3, 0.3}, {x + kExit - 0.5, kWidth - 0.3})); };
    Scenario::Group east = makeGroup("eastward", shareOut(wish.agent_count, 0, 2), makeBox({kExit, 0}, {kExit + start, kWidth}),
                                     {makeExit(length - kExit + 0.2)});
    Scenario::Group west = makeGroup("westward", shareOut(wish.agent_count, 1, 2),
                                     makeBox({length - kExit - start, 0}, {length - kExit, kWidth}), {makeExit(0)});
    east.leaves_at_goal = true;
    west.leaves_at_goal = true;
    scenario.groups = {std::move(east), std::move(west)};
    scenario.lines.push_back({"middle", {middle, kWidth}, {middle, 0}});
    scenario.areas.push_back({"middle", makeBox({middle - 2, 0}, {middle + 2, kWidth})});
    return scenario;
}

Scenario buildCrossingFourWay(const Wish& wish)
{
    constexpr double kWidth = 6;
    constexpr double kExit = 3;
    constexpr double kDensity = 0.5;
    const double quarter = static_cast<double>(shareOut(wish.agent_count, 0, 4));
    const double start = std::max(12.0, std::ceil(quarter / (kWidth * kDensity)));
    const double arm = kExit + start + 3; // from the outer end to the crossing
    const double length = 2 * arm + kWidth;

    Scenario scenario;
    scenario.seconds = std::ceil(60 + 3 * length);
    addArea(scenario.scene, makeBox({0, arm}, {length, arm + kWidth}));
    addArea(scenario.scene, makeBox({arm, 0}, {arm + kWidth, length}));
    // Along x from the west; the others are the same, turned about the centre.
    const Ring start_area = makeBox({kExit, arm}, {kExit + start, arm + kWidth});
    const Ring exit = makeBox({length - kExit + 0.5, arm + 0.3}, {length - 0.3, arm + kWidth - 0.3});
    constexpr const char* kNames[] = {"eastward", "northward", "westward", "southward"};
    const auto turn = [length](Ring ring, std::size_t quarters) {
        for (Vec2& p : ring)
            for (std::size_t k = 0; k < quarters; ++k) p = {length - p.y, p.x};
        return ring;
    };
    for (std::size_t k = 0; k < 4; ++k)
    {
        Scenario::Group group =
            makeGroup(kNames[k], shareOut(wish.agent_count, k, 4), turn(start_area, k), {Goal::area(turn(exit, k))});
        group.leaves_at_goal = true;
        scenario.groups.push_back(std::move(group));
    }
    scenario.areas.push_back({"crossing", makeBox({arm, arm}, {arm + kWidth, arm + kWidth})});
    return scenario;
}

namespace {

/// Two square rooms joined by a passage; everybody goes to a place of his own in the other room.
struct TwoRooms
{
    double room = 0; ///< side
    double width = 0;
    double length = 0; ///< of the passage
};

Scenario makeExchange(const TwoRooms& plan, const Wish& wish)
{
    const double middle = plan.room / 2;
    const double right = plan.room + plan.length;
    Scenario scenario;
    addArea(scenario.scene, makeBox({0, 0}, {plan.room, plan.room}));
    addArea(scenario.scene, makeBox({right, 0}, {right + plan.room, plan.room}));
    addArea(scenario.scene, makeBox({plan.room - 0.5, middle - plan.width / 2}, {right + 0.5, middle + plan.width / 2}));

    const std::size_t east_count = shareOut(wish.agent_count, 0, 2);
    const std::size_t west_count = shareOut(wish.agent_count, 1, 2);
    const auto makeGoals = [&](double x, std::size_t count) {
        return shuffleToGoals(makeLattice({x, 0}, {x + plan.room, plan.room}, kGoalSpacing, count), wish.seed);
    };
    scenario.groups.push_back(
        makeGroup("eastward", east_count, makeBox({0, 0}, {plan.room, plan.room}), makeGoals(right, east_count)));
    scenario.groups.push_back(
        makeGroup("westward", west_count, makeBox({right, 0}, {right + plan.room, plan.room}), makeGoals(0, west_count)));
    const double line = plan.room + plan.length / 2;
    scenario.lines.push_back({"passage", {line, middle + plan.width / 2}, {line, middle - plan.width / 2}});
    scenario.areas.push_back({"passage", makeBox({plan.room, middle - plan.width / 2}, {right, middle + plan.width / 2})});
    return scenario;
}

} // namespace

Scenario buildDoorTwoWay(const Wish& wish)
{
    const double room = std::max(8.0, computeLatticeSide(kGoalSpacing, shareOut(wish.agent_count, 0, 2)));
    Scenario scenario = makeExchange({room, 1.2, 0.2}, wish);
    scenario.seconds = std::ceil(120 + 2 * room + 3 * static_cast<double>(wish.agent_count));
    return scenario;
}

Scenario buildPass200(const Wish& wish)
{
    const double room = std::max(24.0, computeLatticeSide(kGoalSpacing, shareOut(wish.agent_count, 0, 2)));
    Scenario scenario = makeExchange({room, 6, 20}, wish);
    scenario.seconds = std::ceil(180 + 2 * room + static_cast<double>(wish.agent_count) / 2);
    return scenario;
}

} // namespace clearway::scenarios
