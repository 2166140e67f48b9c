// SPDX-License-Identifier: MIT
// Module plan: every planner through one door, by name.
#pragma once
#include <clearway/plan/far_places.h>
#include <clearway/plan/planner.h>
#include <clearway/plan/planners.h>
