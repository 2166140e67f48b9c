// SPDX-License-Identifier: MIT
// A streamline as the path that planners answer.
#pragma once
#include <clearway/field/field.h>

namespace clearway::field {

/// An invalid one has the problem that its start is outside.
Path makePath(const Streamline& line, const FieldGrid& grid);

} // namespace clearway::field
