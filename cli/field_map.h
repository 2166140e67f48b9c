// SPDX-License-Identifier: MIT
// Grids and fields for the commands: building them and drawing them.
#pragma once
#include <clearway/field.h>

#include "commands.h"
#include "output.h"
#include "progress_bar.h"

namespace clearway::cli {

/// The grid of an input: its own, or built from its scene or from the outline of its mesh. Throws Failure, or UsageError when a
/// grid that is already there should be built otherwise.
FieldGrid buildGrid(const Input& input, std::optional<double> radius, std::optional<double> cell, const Progress& progress);

/// Why a grid has no free cell.
std::string describeNothingFree(const FieldGrid& grid);

/// `clearway render` of a grid, of a field (with --to), of a local map (with --at) or of walks (with several behaviours).
void drawField(const RenderOptions& options, const Input& input, Value::Fields& fields, const Progress& progress);

} // namespace clearway::cli
