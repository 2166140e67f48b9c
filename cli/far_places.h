// SPDX-License-Identifier: MIT
#pragma once
#include <clearway/plan/planner.h>

namespace clearway::cli {

/// Chooses the ends of a path that were not given: places that are far from each other and have a path
/// between them, where there are such. Fills in the start or the goal, or both; always the same ones. False when no place has
/// room.
bool chooseFarPlaces(const Planner& planner, PathRequest& request, bool has_start, bool has_goal);

} // namespace clearway::cli
