// SPDX-License-Identifier: MIT
// Module clearance: how much room there is, for discs of any radius on one mesh.
#pragma once
#include <clearway/clearance/clearance_mesh.h>
#include <clearway/clearance/intervals.h>
