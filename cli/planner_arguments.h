// SPDX-License-Identifier: MIT
// Planners on the command line: `--using`, and the options of all planners as the registry lists them.
#pragma once
#include <string>
#include <string_view>

#include <clearway/plan/planners.h>

#include "input.h"

namespace clearway::cli {

/// A planner as it was asked for. Values are text, as people gave them.
struct PlannerArguments
{
    std::string name; ///< empty: the one that the input is for
    PlannerOptions options;

    /// The value that was given, or null.
    const std::string* find(std::string_view option) const;
};

/// "max_radius" as "--max-radius".
std::string makeFlag(std::string_view option);
/// "--max-radius, --spacing and --finest": the options that were given, for messages.
std::string listFlags(const PlannerOptions& options);

/// The planner that an input is for: the first that can be built from it.
const PlannerKind& findNaturalPlanner(const Input& input);
/// What there is to build a planner from; cells are cut as the input says, where it says something.
PlannerParts collectParts(const Input& input, const Progress& progress);
/// Throws UsageError when there is no such planner, when it cannot be built from these parts, or when an option is not its own.
/// `source`: how messages call the parts. `flag`: the option by which the command asks for a planner; with "--guide" the name is
/// that of a guide.
void checkPlanner(const PlannerArguments& arguments, const PlannerParts& parts, const std::string& source,
                  std::string_view flag = "--using");
/// Builds the planner that was asked for, or that the input is for. Throws Failure, or UsageError when an option is not the
/// planner's own, has no sense, or when the input is for other planners.
Planner preparePlanner(const PlannerArguments& arguments, const Input& input, const Progress& progress,
                       std::string_view flag = "--using");
/// The same from parts. `source`: how messages call them.
Planner preparePlanner(const PlannerArguments& arguments, const PlannerParts& parts, const std::string& source,
                       const Progress& progress, std::string_view flag = "--using");

} // namespace clearway::cli
