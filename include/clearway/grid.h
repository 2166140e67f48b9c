// SPDX-License-Identifier: MIT
// Grids: free space as square cells, for one radius.
#pragma once
#include <clearway/grid/field_grid.h>
#include <clearway/grid/terrain.h>
