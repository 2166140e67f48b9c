// SPDX-License-Identifier: MIT
// Potentials without local minima on grids: solvers, local maps, and the behaviours that they give.
#pragma once
#include <clearway/potential/behaviour.h>
#include <clearway/potential/local_map.h>
#include <clearway/potential/solver.h>
