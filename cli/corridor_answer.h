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

/// Only when unreachable: what would get through, and where it is tightest.
struct CorridorBlockade
{
    double widest = -1; ///< radius; -1: not even a point; metres
    Vec2 narrowest_at;
};
CorridorBlockade findBlockade(const CorridorMap& map, Vec2 start, Vec2 goal, int layer = CorridorMap::kAnyLayer);

/// The options of a question, and what does not belong together: throws UsageError.
CorridorPathOptions makePathOptions(const SearchArguments& search, double radius);

/// The statuses of paths on a mesh: for whoever reads the answers it is the same question.
PathStatus toPathStatus(CorridorStatus status);

/// {"status","length","clearance"} and, where they apply, "problem", "widest", "narrowest_at".
Value::Fields describeBriefly(const CorridorPath& path, const CorridorBlockade& blockade);
/// {"position","clearance","left","right"} of each.
Value describeBalls(const Corridor& corridor);
/// One line for people: how long, how near the walls; or why not, and what would help.
std::string formatAnswer(const CorridorPath& path, const CorridorBlockade& blockade);

/// `clearway path` through corridors.
/// `layer` is that of start and goal.
void runCorridorPath(const PathCommandOptions& options, const Input& input, const CorridorMap& map, int layer);

} // namespace clearway::cli
