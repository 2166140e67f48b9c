// SPDX-License-Identifier: MIT
// Scenarios on the built-in scenes. Scenes are taken larger when there are more agents than they hold comfortably.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "crowd/built_in_scenarios.h"
#include "scene/generators/outlines.h"

namespace clearway::scenarios {

namespace {

/// A built-in scene and how crowded it may get.
struct SceneRoom
{
    const char* name;
    double area;        ///< at scale 1; square metres, not more than there really are
    double more_area;   ///< for each unit of scale beyond
    double max_density; ///< agents per square metre
};

Scenario makeRandomWalks(const SceneRoom& room, const Wish& wish)
{
    Scenario scenario;
    scenario.scene_name = room.name;
    const double area = static_cast<double>(wish.agent_count) / room.max_density;
    // Whole copies of a scene are rounded, so whole numbers lose nothing.
    if (area > room.area)
        scenario.scene_options.scale = std::min(kMaxGeneratorScale, 1 + std::ceil((area - room.area) / room.more_area));
    Scenario::Group walkers;
    walkers.name = "walkers";
    walkers.count = wish.agent_count;
    walkers.goals = {Goal::random(wish.seed)};
    scenario.groups.push_back(std::move(walkers));
    return scenario;
}

// The plan of one wing of the scene `rooms`: its inner rooms, and where they lead outside.
constexpr double kWingWidth = 40;
constexpr double kWingDepth = 24;
constexpr double kThinWall = 0.2;
constexpr double kMargin = 0.5; // the first wing has its corner at (-0.5, -0.5)

/// Where people leave, and where they wait for it. They are taken out as soon as they are in the first: nobody is ever seen
/// there.
struct Exit
{
    Box2 way_out;
    Box2 in_front;
};
constexpr Exit kPorch = {{{3.3, -0.9}, {5.7, -0.3}}, {{3.3, -0.3}, {5.7, 1.7}}};
constexpr Exit kCorridorEnd = {{{39.9, 9.0}, {40.5, 10.0}}, {{37.9, 8.1}, {39.9, 10.9}}};

Vec2 findWingCorner(int column, int row)
{
    return {column * (kWingWidth + kThinWall) - kMargin, row * (kWingDepth + kThinWall) - kMargin};
}

Ring makeShiftedBox(const Box2& box, Vec2 offset) { return generators::makeBox(box.min + offset, box.max + offset); }

} // namespace

Scenario buildDonut(const Wish& wish) { return makeRandomWalks({"donut", 700, 500, 0.5}, wish); }
Scenario buildCross(const Wish& wish) { return makeRandomWalks({"cross", 4200, 4100, 0.25}, wish); }
Scenario buildIllConditioned(const Wish& wish) { return makeRandomWalks({"ill_conditioned", 1000, 1000, 0.2}, wish); }
Scenario buildCity(const Wish& wish) { return makeRandomWalks({"city500", 190000, 187000, 0.1}, wish); }

Scenario buildEvacuateRooms(const Wish& wish)
{
    constexpr double kAgentsPerWing = 200;
    Scenario scenario;
    scenario.scene_name = "rooms";
    scenario.seconds = 180;
    scenario.scene_options.scale =
        std::clamp(std::ceil(static_cast<double>(wish.agent_count) / kAgentsPerWing), 1.0, kMaxGeneratorScale);
    const generators::Layout layout = generators::computeLayout(generators::computeCount(1, scenario.scene_options.scale, 1));

    // The porches on the south side and the ends of the corridors on the east side lead out.
    std::vector<Goal> exits;
    std::vector<Vec2> places;
    const auto addExit = [&](const Exit& exit, Vec2 corner) {
        exits.push_back(Goal::area(makeShiftedBox(exit.way_out, corner)));
        places.push_back(exit.way_out.center() + corner);
        scenario.areas.push_back({fmt::format("in front of exit {}", exits.size()), makeShiftedBox(exit.in_front, corner)});
    };
    for (int column = 0; column < layout.columns; ++column) addExit(kPorch, findWingCorner(column, 0));
    for (int row = 0; row < layout.rows; ++row) addExit(kCorridorEnd, findWingCorner(layout.columns - 1, row));

    // Each half of a wing goes to the exit nearest to it, as the crow flies.
    const auto half_count = 2 * static_cast<std::size_t>(layout.columns) * static_cast<std::size_t>(layout.rows);
    for (std::size_t half = 0; half < half_count; ++half)
    {
        const int wing = static_cast<int>(half / 2);
        const Vec2 corner = findWingCorner(wing % layout.columns, wing / layout.columns);
        const double x = half % 2 == 0 ? 0 : kWingWidth / 2;
        const Box2 box = {corner + Vec2{x, 0}, corner + Vec2{x + kWingWidth / 2, kWingDepth}};
        Scenario::Group group;
        group.name = fmt::format("wing {} {}", wing + 1, half % 2 == 0 ? "west" : "east");
        group.count = shareOut(wish.agent_count, half, half_count);
        group.start_area = generators::makeBox(box.min, box.max);
        std::size_t nearest = 0;
        for (std::size_t k = 1; k < places.size(); ++k)
            if (distanceSq(places[k], box.center()) < distanceSq(places[nearest], box.center())) nearest = k;
        group.goals = {exits[nearest]};
        group.leaves_at_goal = true;
        scenario.groups.push_back(std::move(group));
    }
    return scenario;
}

} // namespace clearway::scenarios
