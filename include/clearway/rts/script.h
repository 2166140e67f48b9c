// SPDX-License-Identifier: MIT
// BattleScript: a scene, its terrain, teams and their units, and what they are told when. The same data is a script written by
// hand and the log of a battle that was played: `io` reads and writes both as JSON (docs/rts.md).
// Why one format: what a player did is replayed by the code that plays a script, and must come to the same state.
// Metres, seconds. Values.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <clearway/crowd/scenario.h>
#include <clearway/plan/planners.h>
#include <clearway/rts/command.h>
#include <clearway/rts/unit.h>

namespace clearway {

/// What a battle is; a log of another version may not play the same, and is refused.
inline constexpr std::uint32_t kBattleVersion = 1;

inline constexpr std::size_t kMaxUnits = 100'000;
inline constexpr std::size_t kMaxTeams = 64;
inline constexpr std::size_t kMaxUnitClasses = 64;
inline constexpr std::size_t kMaxCommands = 1'000'000;
inline constexpr std::size_t kMaxStrokePoints = 65'536;

struct BattleScript
{
    /// Units of one class and team.
    struct Block
    {
        TeamId team = 0;
        std::uint32_t unit_class = 0;
        std::vector<Vec2> positions = {};
        std::vector<double> heights = {}; ///< of the positions, over a surface; empty: the highest ground there

        friend bool operator==(const Block&, const Block&) = default;
    };

    /// Name, scene, time, tick, seed and steering; its groups, guide, lines and areas are not looked at.
    Scenario world = {};
    std::vector<TerrainArea> terrain = {};
    /// Of the terrains, in the order of their numbers: the usual four, then those of the script's own.
    std::vector<std::string> terrain_names = {"walk", "swamp", "water", "road"};
    double cell_size = 0.5; ///< of the maps on which ways are planned; metres, 0.05 to 10
    /// Over a mesh of triangles: options of the planner `surface` that say where one can walk, {{"slope", 40}} for example.
    PlannerOptions surface = {};
    std::vector<UnitClass> classes = {};
    std::vector<Team> teams = {};
    std::vector<Block> units = {};
    std::vector<Command> commands = {}; ///< in the order of their ticks

    // Of a log; 0 in a script.
    std::uint64_t scene_hash = 0; ///< of the scene and the terrain it was played on
    std::uint64_t ticks = 0;      ///< that it took
    std::uint64_t state_hash = 0; ///< at its end

    std::size_t unitCount() const;
};

/// What is wrong with a script, as far as it can be told without its scene; empty when nothing is.
std::vector<Scenario::Problem> verify(const BattleScript& script);

/// Of what a battle is fought on.
std::uint64_t computeSceneHash(const Scene& scene, std::span<const TerrainArea> terrain);

} // namespace clearway
