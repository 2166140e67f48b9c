// SPDX-License-Identifier: MIT
// The functions behind the built-in scenarios. Each gets the number of agents wanted and leaves name, description and seed to the
// caller; scenes grow so that they are never more crowded than the scenario intends.
#pragma once
#include <clearway/crowd/scenario.h>

namespace clearway::scenarios {

struct Wish
{
    std::size_t agent_count = 0; ///< in all
    std::uint64_t seed = 1;
};

// On built-in scenes, with random goals.
Scenario buildDonut(const Wish& wish);
Scenario buildCross(const Wish& wish);
Scenario buildIllConditioned(const Wish& wish);
Scenario buildCity(const Wish& wish);
// To the exits.
Scenario buildEvacuateRooms(const Wish& wish);
Scenario buildBottleneck(const Wish& wish);
// Groups that meet.
Scenario buildCircle(const Wish& wish);
Scenario buildHeadOn(const Wish& wish);
Scenario buildCorridorTwoWay(const Wish& wish);
Scenario buildCrossingFourWay(const Wish& wish);
Scenario buildDoorTwoWay(const Wish& wish);
Scenario buildPass200(const Wish& wish);
// All sizes at once.
Scenario buildMixedSizes(const Wish& wish);

/// How many agents part `part` of `part_count` gets when `count` are shared out evenly; the first ones get one more.
constexpr std::size_t shareOut(std::size_t count, std::size_t part, std::size_t part_count)
{
    return count / part_count + (part < count % part_count ? 1 : 0);
}

/// `count` points of a square lattice over a box, `spacing` apart and away from its border, row by row from the lower left. The
/// box is large enough: see computeLatticeSide.
std::vector<Vec2> makeLattice(Vec2 min, Vec2 max, double spacing, std::size_t count);
/// The side of a square that holds `count` points of a lattice; metres.
double computeLatticeSide(double spacing, std::size_t count);

/// The same points in an order drawn from the seed.
std::vector<Goal> shuffleToGoals(std::vector<Vec2> points, std::uint64_t seed);

} // namespace clearway::scenarios
