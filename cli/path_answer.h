// SPDX-License-Identifier: MIT
// What `path` and `paths` say about one path.
#pragma once
#include <string>

#include <clearway/path/finder.h>

#include "commands.h"
#include "output.h"

namespace clearway::cli {

/// How far the points of an arc may lie outside it; metres.
inline constexpr double kPointDeviation = 0.001;

/// {"status","length","clearance"} and, where they apply, "problem", "widest", "narrowest_at", "suggestion".
Value::Fields describeBriefly(const Path& path);
/// The points of the path, arcs as polylines.
Value::List describePoints(const Path& path);
/// The arcs themselves: {"center","radius","angle","from","to"}.
Value describeArcs(const Path& path);
Value describe(Vec2 point);
Value describe(Vec3 point);
/// For machines; toText(problem) is for people.
const char* nameProblem(PathProblem problem);

/// One line for people: how long, how near the walls; or why not, and what would help.
std::string formatAnswer(const Path& path, double radius);

/// Why there is no path, and what would help: a part of a sentence.
std::string explainNoPath(const Path& path);

/// What paths need to know about the mesh of an input. Throws Failure.
ClearanceMesh prepareClearance(const NavMesh& mesh, const Progress& progress);
enum class Planner
{
    navmesh,
    corridor,
    field,
};
/// Whether the question is for a surface. Throws UsageError when the input or an option belongs to another planner.
bool usesSurface(const SearchArguments& search, const Input& input);
/// The planner that was asked for, or else the one of the input. Throws UsageError when the input or an option belongs to another
/// one; `has_ways` is whether several ways were asked for.
Planner choosePlanner(const SearchArguments& search, const Input& input, const MeshOptions& mesh, bool has_ways);
/// The layer that a height means at a point: that of the cell there whose corners are nearest to it.
int findLayer(const NavMesh& mesh, const PointArgument& point);

} // namespace clearway::cli
