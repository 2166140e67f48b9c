// SPDX-License-Identifier: MIT
// Units of an army: what a class of them can do, and what one of them is doing.
// Metres, seconds. Values.
#pragma once
#include <cstdint>
#include <string>

#include <clearway/grid/field_grid.h>
#include <clearway/guide/guide.h>

namespace clearway {

using UnitId = AgentId;       ///< from 1 in the order in which a script lists them; the agent of the crowd has the same number
using TeamId = std::uint32_t; ///< index of the team in the script
inline constexpr UnitId kNoUnit = 0;

/// Units that are alike: soldiers, tanks.
struct UnitClass
{
    std::string name = {};
    double radius = 0.4;               ///< > 0, at most 10
    double speed = 1.6;                ///< > 0, at most 50
    TerrainCosts costs = kWalkerCosts; ///< where it goes: prices of terrains; infinite where it may not, which is a wall for it
    TerrainNumbers speeds = {};        ///< how fast it is on terrains, as part of its speed; above 0, at most 10, and 100 m/s
    double hit_points = 100;           ///< > 0
    double range = 0.6;                ///< from disc to disc, how far it hits; >= 0
    double damage = 10;                ///< of a hit; >= 0, 0: it does not fight
    double cooldown = 1;               ///< between hits; > 0
    double sight = 15;                 ///< from centre to centre, how far it sees enemies; >= range

    friend bool operator==(const UnitClass&, const UnitClass&) = default;
};

struct Team
{
    std::string name = {};

    friend bool operator==(const Team&, const Team&) = default;
};

/// One unit as a battle shows it.
struct Unit
{
    /// What a unit has been told, last.
    enum class Order : std::uint8_t
    {
        none,        ///< stands; goes for enemies that it sees and comes back
        go,          ///< to a point; hits who comes in range, but goes on
        attack_move, ///< to a point; goes for enemies that it sees first
        follow,      ///< along a sketch
        form,        ///< to its slot of a formation
        hold,        ///< stays where it is and hits who comes in range
    };

    UnitId id = kNoUnit;
    TeamId team = 0;
    std::uint32_t unit_class = 0; ///< index of the class in the script
    Vec2 position = {};           ///< of the dead, where they fell; over a surface as seen from above
    double height = 0;            ///< of that position; 0 in the plane
    double hit_points = 0;        ///< 0: dead
    Order order = Order::none;
    bool is_done = true;        ///< nothing left to do of its order
    Vec2 target = {};           ///< where it heads for
    UnitId enemy = kNoUnit;     ///< whom it fights or goes for
    double reload = 0;          ///< until its next hit; seconds
    std::uint32_t group = 0;    ///< number of the formation it marches in; 0: none
    std::uint32_t follower = 0; ///< number of the sketch it follows; 0: none

    bool isAlive() const { return hit_points > 0; }
};

const char* toString(Unit::Order order);

} // namespace clearway
