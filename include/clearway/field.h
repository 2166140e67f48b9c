// SPDX-License-Identifier: MIT
// Fields: potentials without local minima on grids, and ways down them.
#pragma once
#include <clearway/field/behaviour.h>
#include <clearway/field/cache.h>
#include <clearway/field/field.h>
#include <clearway/field/grid.h>
#include <clearway/field/local_map.h>
#include <clearway/field/planner.h>
#include <clearway/field/solver.h>
