// SPDX-License-Identifier: MIT
// Navigation meshes: building them, asking them, checking them. Knows no clearance tables and no paths.
#pragma once
#include <clearway/navmesh/build.h>
#include <clearway/navmesh/navmesh.h>
#include <clearway/navmesh/query.h>
#include <clearway/navmesh/verify.h>
