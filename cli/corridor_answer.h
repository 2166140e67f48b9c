// SPDX-License-Identifier: MIT
// What `path` and `paths` ask and say through corridors.
#pragma once
#include <string>
#include <vector>

#include <clearway/corridor/corridor_path.h>
#include <clearway/corridor/ways.h>

#include "commands.h"
#include "output.h"

namespace clearway::cli {

/// The options of a question, and what does not belong together: throws UsageError.
CorridorPathOptions makePathOptions(const SearchArguments& search, double radius);

/// {"position","clearance","left","right"} of each.
Value describeBalls(const Corridor& corridor);
/// `clearway path` through corridors.
/// `layer` is that of start and goal.
void runCorridorPath(const PathCommandOptions& options, const Input& input, const CorridorMap& map, int layer);

} // namespace clearway::cli
