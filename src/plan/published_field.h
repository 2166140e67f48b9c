// SPDX-License-Identifier: MIT
#pragma once
#include <clearway/field/field.h>
#include <clearway/published/potential.h>

namespace clearway::plan {

/// Goes from cell to cell down a published potential. Where it has no slope left, the line ends on the way, and is unreachable.
void followPublished(const FieldGrid& grid, const published::FloatPotential& potential, std::span<const std::int32_t> goals,
                     Vec2 from, double reach, Field::Streamline& line);

} // namespace clearway::plan
