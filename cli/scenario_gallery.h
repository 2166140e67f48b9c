// SPDX-License-Identifier: MIT
// The built-in scenarios and battles as pictures: everybody at the start.
#pragma once
#include <string>
#include <vector>

#include "commands.h"

namespace clearway::cli {

struct ScenarioDrawing
{
    std::string file; ///< inside the folder
    std::size_t agents = 0;
    double area = 0; ///< free space; square metres
};

/// One picture for each built-in scenario, in their order, into an existing folder.
std::vector<ScenarioDrawing> drawScenarios(const ScenesOptions& options);
/// The same for the built-in battles.
std::vector<ScenarioDrawing> drawBattles(const ScenesOptions& options);

} // namespace clearway::cli
