// SPDX-License-Identifier: MIT
// Corridor maps for the commands: building them, and what is told about them.
#pragma once
#include <clearway/corridor/corridor_map.h>

#include "commands.h"
#include "output.h"

namespace clearway::cli {

/// The corridor map of an input: its own, or built from its scene or from the outline of its mesh. `seconds` is the time that
/// building took. Throws Failure, or UsageError when a map that is already there should be built otherwise.
CorridorMap buildCorridor(const Input& input, const CorridorArguments& arguments, const Progress& progress,
                          double* seconds = nullptr);

/// The fields that every document about a corridor map has.
Value::Fields describe(const CorridorMap& map);

/// `clearway info` of a file with a corridor map.
void printCorridorInfo(const InfoOptions& options, const Input& input);

} // namespace clearway::cli
