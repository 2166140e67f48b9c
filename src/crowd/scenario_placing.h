// SPDX-License-Identifier: MIT
// Where the agents of a scenario stand at first: darts thrown at the ground until one hits a free place.
#pragma once
#include <cstdint>
#include <vector>

#include <clearway/crowd/scenario.h>

namespace clearway {

/// What is drawn for one agent of a group besides its place. A pure function of its arguments.
struct AgentDraw
{
    double radius = 0;
    double speed = 0;
};
AgentDraw drawAgent(const Scenario& scenario, std::size_t group, std::uint64_t index);
double findLargestRadius(const Scenario& scenario);

/// Random places for one agent of a group: place number `dart`, where a disc of this radius can stand among walls. False when
/// that dart missed. `is_hopeless` is set when no dart will hit.
struct Dart
{
    Vec2 position;
    int layer = -1;
};
bool throwDart(const Scenario& scenario, const Ground& ground, std::size_t group, std::uint64_t index, std::uint64_t dart,
               double radius, Dart& result, bool& is_hopeless);

struct PlacedAgents
{
    // Agents in the order of groups, then of their index.
    std::vector<Vec2> positions;
    std::vector<double> radii;
    std::vector<std::int32_t> layers;        ///< negative: any
    std::vector<std::size_t> first_of_group; ///< and the total at the end
};

/// Given positions are taken as they are; others are where the crowd, which is still empty, has room. Progress is reported as
/// "placing agents".
Result<PlacedAgents> placeAgents(const Scenario& scenario, const Crowd& crowd, const Progress& progress);

/// An agent's options as its group says; the place is given.
AgentOptions describeAgent(const Scenario& scenario, std::size_t group, std::uint64_t index, const Dart& place);

} // namespace clearway
