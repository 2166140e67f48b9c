// SPDX-License-Identifier: MIT
// What is told about corridor maps.
#pragma once
#include <clearway/corridor/corridor_map.h>

#include "commands.h"
#include "output.h"

namespace clearway::cli {

/// The fields that every document about a corridor map has.
Value::Fields describe(const CorridorMap& map);
/// "12 edges, 9 vertices, 140 balls, 1 component".
std::string formatSummary(const CorridorMap& map);

/// `clearway info` of a file with a corridor map.
void printCorridorInfo(const InfoOptions& options, const Input& input);

} // namespace clearway::cli
