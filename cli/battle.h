// SPDX-License-Identifier: MIT
// Battles on the command line.
#pragma once
#include <string>

#include "commands.h"

namespace clearway::cli {

/// Whether a name is that of a built-in battle, or of a file that holds one.
bool isBattleScenario(const std::string& name);
void runBattle(const CrowdCommandOptions& options);

} // namespace clearway::cli
