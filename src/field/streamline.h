// SPDX-License-Identifier: MIT
// A streamline as the path that planners answer.
#pragma once
#include <clearway/field/field.h>

namespace clearway::field {

/// `problem`: what an invalid streamline means.
Path makePath(const Field::Streamline& line, const FieldGrid& grid, PathProblem problem = PathProblem::start_outside);
/// The same into `path`, whose memory is reused.
void writePath(const Field::Streamline& line, const FieldGrid& grid, PathProblem problem, Path& path);

} // namespace clearway::field
