// SPDX-License-Identifier: MIT
// Fields: ways down potentials without local minima.
#pragma once
#include <clearway/field/cache.h>
#include <clearway/field/field.h>
#include <clearway/field/planner.h>
#include <clearway/grid.h>
#include <clearway/potential.h>
