// SPDX-License-Identifier: MIT
// Battles in JSON: scripts written by hand and logs of what was played (docs/rts.md).
#pragma once
#include <string>
#include <string_view>

#include <clearway/rts/run.h>
#include <clearway/rts/script.h>

namespace clearway {

/// Reads a script or a log. Teams and classes are named, commands may give their time in ticks or seconds. Fails with line, field
/// and reason; a log of another version is refused, since it would not play the same.
Result<BattleScript> parseBattle(std::string_view text);
/// What parseBattle reads back to the same. For scripts in which verify() finds nothing wrong.
std::string formatBattle(const BattleScript& script);

/// A file, "-" for standard input, or the name of a built-in battle, which alone takes options. Scenes in files are named as seen
/// from the script.
Result<BattleScript> loadBattle(const std::string& path_or_name, const BattleScriptOptions& options = {});
Result<void> saveBattle(const BattleScript& script, const std::string& path);

/// Whether a text in JSON is a battle rather than another scenario: it says so in its first field.
bool isBattle(std::string_view text);

} // namespace clearway
