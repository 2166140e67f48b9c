// SPDX-License-Identifier: MIT
// A streamline as the path that planners answer.
#pragma once
#include <clearway/field/field.h>

namespace clearway::field {

/// `problem`: what an invalid streamline means.
Path makePath(const Streamline& line, const FieldGrid& grid, PathProblem problem = PathProblem::start_outside);

} // namespace clearway::field
