// SPDX-License-Identifier: MIT
// Grids and fields for the commands: building them, and what is told about them.
#pragma once
#include <clearway/field.h>
#include <clearway/geometry/path.h>

#include "commands.h"
#include "output.h"
#include "progress_bar.h"

namespace clearway::cli {

/// The grid of an input: its own, or built from its scene or from the outline of its mesh. Throws Failure, or UsageError when a
/// grid that is already there should be built otherwise.
FieldGrid buildGrid(const Input& input, std::optional<double> radius, std::optional<double> cell, const Progress& progress);

FieldEquation makeEquation(const FieldArguments& arguments);
/// How to solve a field on this grid with the memory that is free. Throws Failure when there is not enough for any method.
FieldSolverOptions makeSolverOptions(const FieldGrid& grid);

/// How far a start or goal may lie from a free cell; metres.
double computeReach(const FieldGrid& grid);

/// The fields that every document about a grid has.
Value::Fields describe(const FieldGrid& grid);
/// "80 x 44 cells of 0.5 m, 2,917 of them free".
std::string formatCells(const FieldGrid& grid);
/// Why a grid has no free cell.
std::string describeNothingFree(const FieldGrid& grid);

/// `clearway info` of a file with a grid.
void printFieldInfo(const InfoOptions& options, const Input& input);

/// A line as the pieces of a path, for pictures.
std::vector<PathPiece> listPieces(std::span<const Vec2> line);
/// `clearway render` of a grid, of a field (with --to), of a local map (with --at) or of walks (with several behaviours).
void drawField(const RenderOptions& options, const Input& input, Value::Fields& fields, const Progress& progress);

} // namespace clearway::cli
