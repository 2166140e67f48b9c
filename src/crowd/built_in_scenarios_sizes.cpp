// SPDX-License-Identifier: MIT
// All sizes at once: a street with rooms along it whose doors let in some sizes and not others. Every group has goals only where
// it can get: in the rooms whose doors are wide enough for its largest member, and in the street itself.
//
//      ┌──────┬──────┬───────────────┬───────────────────────────┐
//      │ tiny │person│     cart      │          vehicle          │   rooms, doors 0.6, 1.2, 3 and 8 m wide
//      └──╴ ╶─┴─╴  ╶─┴───╴     ╶─────┴────────╴         ╶────────┘
//                          ◇                        ◇                street with pillars
//      ...........................................................
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "crowd/built_in_scenarios.h"
#include "scene/generators/outlines.h"

namespace clearway::scenarios {

namespace {

using generators::addArea;
using generators::addObstacle;
using generators::makeBox;

struct SizeClass
{
    const char* name;
    Range radius;
    Range speed;
    std::size_t share; ///< of 100 agents
    double room_width; ///< along the street
    double door_width;
};

constexpr SizeClass kClasses[] = {
    {"tiny", {0.1, 0.2}, {0.8, 1.2}, 45, 8, 0.6},
    {"person", {0.2, 0.4}, {1.1, 1.5}, 40, 12, 1.2},
    {"cart", {0.5, 1.0}, {0.8, 1.2}, 12, 20, 3},
    {"vehicle", {1.5, 3.0}, {1.0, 2.0}, 3, 40, 8},
};
constexpr std::size_t kClassCount = std::size(kClasses);

constexpr double kWall = 0.5;
constexpr double kStreetDepth = 40;
constexpr double kRoomDepth = 24;
constexpr double kModuleWidth = 8 + 12 + 20 + 40 + 4 * kWall;
constexpr double kAgentsPerModule = 100;

/// Where agents of class `smaller` stop in the room of class `c`, whose lower left corner is at `x`: the class of the room at its
/// right, smaller ones in a strip at its left, so that they do not stand in the way of larger ones.
Ring makeRoomGoal(std::size_t c, std::size_t smaller, double x)
{
    const double width = kClasses[c].room_width;
    const double inset = kClasses[smaller].radius.high + 0.2;
    const double floor = kStreetDepth + kWall;
    const double left = smaller == c ? x + 0.3 * width + inset : x + inset;
    const double right = smaller == c ? x + width - inset : x + 0.3 * width;
    return makeBox({left, floor + kRoomDepth / 2}, {right, floor + kRoomDepth - inset});
}

/// The rooms of one module with their doors, and the groups that go there.
void addModule(Scenario& scenario, double start)
{
    double x = start + kWall / 2;
    const double floor = kStreetDepth + kWall;
    const std::size_t first = scenario.groups.size();
    for (const SizeClass& size_class : kClasses)
    {
        Scenario::Group group;
        group.name = size_class.name;
        group.count = size_class.share;
        group.radius = size_class.radius;
        group.speed = size_class.speed;
        group.start_area = makeBox({start, 0}, {start + kModuleWidth, kStreetDepth});
        scenario.groups.push_back(std::move(group));
    }
    for (std::size_t c = 0; c < kClassCount; ++c)
    {
        const SizeClass& size_class = kClasses[c];
        const double door = x + (size_class.room_width - size_class.door_width) / 2;
        addArea(scenario.scene, makeBox({x, floor}, {x + size_class.room_width, floor + kRoomDepth}));
        addArea(scenario.scene, makeBox({door, kStreetDepth - 1}, {door + size_class.door_width, floor + 1}));
        // This class and all smaller ones fit through the door.
        for (std::size_t smaller = 0; smaller <= c; ++smaller)
            scenario.groups[first + smaller].goals.push_back(Goal::area(makeRoomGoal(c, smaller, x)));
        x += size_class.room_width + kWall;
    }
    for (const double part : {0.25, 0.75})
        addObstacle(scenario.scene, generators::makeRegularPolygon({start + kModuleWidth * part, kStreetDepth / 2}, 2, 8));
}

} // namespace

Scenario buildMixedSizes(const Wish& wish)
{
    const double modules = std::max(1.0, std::ceil(static_cast<double>(wish.agent_count) / kAgentsPerModule));
    Scenario scenario;
    scenario.seconds = 180;
    addArea(scenario.scene, makeBox({0, 0}, {kModuleWidth * modules, kStreetDepth}));
    for (double m = 0; m < modules; ++m) addModule(scenario, kModuleWidth * m);
    const double line = kStreetDepth + kWall / 2;
    scenario.lines.push_back({"doors", {0, line}, {kModuleWidth * modules, line}});
    setAgentCount(scenario, wish.agent_count);
    return scenario;
}

} // namespace clearway::scenarios
