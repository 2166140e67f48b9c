// SPDX-License-Identifier: MIT
// What `path` and `paths` say about one path, whoever found it.
#pragma once
#include <string>

#include <clearway/geometry/path.h>
#include <clearway/plan/planner.h>

#include "output.h"

namespace clearway::cli {

/// How far the points of an arc may lie outside it; metres.
inline constexpr double kPointDeviation = 0.001;

/// {"status","length","clearance"}.
Value::Fields describeBriefly(const Path& path, const Planner& planner);
/// Where they apply, "cost", "problem", "widest", "narrowest_at", "suggestion" and shifts.
void addRemarks(Value::Fields& fields, const Path& path, const Planner& planner);
/// A point as the planner means it: over a surface heights count.
Value describePoint(Vec3 point, const Planner& planner);
/// The points of the path, arcs as polylines.
Value::List describePoints(const Path& path, const Planner& planner);
/// The arcs themselves: {"center","radius","angle","from","to"}.
Value describeArcs(const Path& path);
/// The cells or triangles that it crosses.
Value describeFaces(const Path& path);

/// One line for people: how long, how near the walls; or why not, and what would help.
std::string formatAnswer(const Path& path, const Planner& planner, double radius);
/// What is wrong with a radius: a part of a sentence, "negative". Empty when it is one.
std::string explainRadius(double radius);
/// Why there is no path, and what would help: a part of a sentence.
std::string explainNoPath(const Path& path, const Planner& planner);

} // namespace clearway::cli
