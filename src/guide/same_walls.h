// SPDX-License-Identifier: MIT
// Whether a mesh and a corridor map are of one scene. Why: each alone answers well, and together they would answer for a scene
// that is not there.
#pragma once
#include <clearway/base/result.h>
#include <clearway/clearance.h>
#include <clearway/corridor.h>

namespace clearway {

/// Fails where both know of different walls; the message names the place. Looks at some hundred places of each.
Result<void> compareWalls(const ClearanceMesh& clearance, const CorridorMap& map);

} // namespace clearway
