// SPDX-License-Identifier: MIT
// BattleRun: plays a script, or replays a log, from its first command to the end. And the built-in scripts.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <clearway/rts/battle.h>

namespace clearway {

class BattleRun
{
public:
    /// A command that was not taken.
    struct Refused
    {
        std::size_t index = 0; ///< in the script
        Error error;
    };

    /// As Battle::start. A log says on which scene it was made, and is refused on another.
    static Result<BattleRun> start(BattleScript script, const Scene& scene, const BattleOptions& options = {});
    static Result<BattleRun> start(BattleScript script, const PlannerParts& parts, const BattleOptions& options = {});

    Battle& battle() { return battle_; }
    const Battle& battle() const { return battle_; }
    const BattleScript& script() const { return script_; }

    /// Takes the commands that are due, then one tick.
    void step();
    /// A log is over after its last tick. A script when its time is; when of several teams only one has somebody left; or when
    /// all commands are taken and nobody has anything left to do.
    bool isOver() const;
    std::uint64_t tickCount() const; ///< how many there are at most
    std::span<const Refused> refused() const { return refused_; }
    /// Whether a log was replayed to its very end and came to another state than it says.
    bool isDifferent() const;

private:
    BattleRun(BattleScript script, Battle battle) : script_(std::move(script)), battle_(std::move(battle)) {}

    bool isLog() const { return script_.ticks > 0 || script_.state_hash != 0; }
    void takeDue();

    BattleScript script_;
    Battle battle_;
    std::size_t next_ = 0;
    std::vector<Refused> refused_;
};

struct BattleScriptOptions
{
    std::size_t unit_count = 0; ///< in all; 0: as usual for the script
    std::uint64_t seed = 0;     ///< 0: the script's own
};

/// rts_skirmish, rts_swamp and rts_ramp, in the order in which they are listed to people.
std::span<const BuiltInScenario> builtInBattles();
/// An unknown name is an error that suggests the nearest; so is a number of units out of range. The map grows with it.
Result<BattleScript> buildBattle(std::string_view name, const BattleScriptOptions& options = {});

} // namespace clearway
