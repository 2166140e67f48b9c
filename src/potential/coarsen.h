// SPDX-License-Identifier: MIT
// Coarser grids and what their potentials say about finer ones.
#pragma once
#include <clearway/grid/field_grid.h>

#include "potential/solver_data.h"

namespace clearway {

/// Half the resolution: a cell is free if any of its four is, and joined if any of them is.
FieldGrid coarsen(const FieldGrid::Data& fine);

/// u of a coarser potential at a point: bilinear over the cells around that have one.
Wide sample(const Potential::Data& coarse, Vec2 p);

} // namespace clearway
