// SPDX-License-Identifier: MIT
// Commands: what a player tells units, as plain data that a mouse makes and a log keeps.
// Metres. Values.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <clearway/geometry/box.h>
#include <clearway/group/formation.h>
#include <clearway/group/sketch_follower.h>
#include <clearway/rts/unit.h>

namespace clearway {

/// A formation as it was asked for; see Formation.
struct FormationOrder
{
    Formation::Kind kind = Formation::Kind::box;
    std::uint32_t files = 0;       ///< of columns and boxes
    std::vector<Vec2> points = {}; ///< of drawn shapes: stroke, filled, slots
    Vec2 drawn_facing = {1, 0};    ///< where the group looks in the drawing

    friend bool operator==(const FormationOrder&, const FormationOrder&) = default;
};

/// Fails as Formation does.
Result<Formation> buildFormation(const FormationOrder& order);

struct Command
{
    /// Which of a team's units are meant. Filters are looked at when the command is taken and mean the living; a list must not
    /// name the dead.
    struct Selection
    {
        enum class Kind : std::uint8_t
        {
            listed,   ///< those in `units`
            filtered, ///< everybody of the class, if one is named, and in the box, if there is one
        };
        Kind kind = Kind::listed;
        std::vector<UnitId> units = {};
        std::string unit_class = {};
        std::optional<Box2> box = {};

        static Selection of(std::vector<UnitId> units) { return {Kind::listed, std::move(units), {}, {}}; }
        static Selection everyone() { return {Kind::filtered, {}, {}, {}}; }
        static Selection ofClass(std::string name) { return {Kind::filtered, {}, std::move(name), {}}; }
        static Selection inBox(const Box2& box) { return {Kind::filtered, {}, {}, box}; }

        friend bool operator==(const Selection&, const Selection&) = default;
    };

    enum class Kind : std::uint8_t
    {
        go,          ///< to `point`; in `formation` if one is given
        attack_move, ///< the same, but enemies on the way are fought
        follow,      ///< `stroke`, which becomes part of the team's sketch
        sketch,      ///< `stroke` becomes part of the team's sketch; who follows it takes it into account. No units
        form,        ///< `formation`, where the units are, looking to `facing`; on its way it goes on, and looks ahead
        hold,        ///< stay, and hit who comes in range
        stop,        ///< forget all orders
    };

    Kind kind = Kind::stop;
    std::uint64_t tick = 0; ///< in scripts and logs: taken before the tick of this number; the first is 0
    TeamId team = 0;
    Selection units = {};
    Vec2 point = {};
    std::optional<double> height = {}; ///< of `point`, over a surface; none: the highest ground there
    std::vector<Vec2> stroke = {};
    SketchFollowerOptions::Advance progress = SketchFollowerOptions::Advance::first_unit; ///< of follow
    std::optional<FormationOrder> formation = {};
    Vec2 facing = {}; ///< where a formation looks at the end; (0, 0): as it comes

    friend bool operator==(const Command&, const Command&) = default;
};

const char* toString(Command::Kind kind);

} // namespace clearway
