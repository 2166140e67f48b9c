// SPDX-License-Identifier: MIT
// The world of a crowd by the name of its guide, as scenarios and the command line give it: mesh, clearance and whatever else the
// guide needs, built from a scene. Guides with options of their own: onNavMesh, onCorridorMap, onField.
#pragma once
#include <string_view>

#include <clearway/base/progress.h>
#include <clearway/base/result.h>
#include <clearway/clearance.h>
#include <clearway/guide/guide.h>
#include <clearway/scene/scene.h>

namespace clearway {

/// `guide`: one of guideNames(), with the usual options; corridor maps of more than 2^22 samples are refused. Fails when there is
/// no such guide, where buildNavMesh, buildClearance or the guide fails, and when the progress callback says stop.
Result<World> buildWorld(const Scene& scene, std::string_view guide = "exact", const Progress& progress = {});
/// The same on a mesh that is there already. `scene`: the one that it was built from, or its outline; some guides need it.
Result<World> buildWorld(const ClearanceMesh& clearance, const Scene& scene, std::string_view guide = "exact",
                         const Progress& progress = {});

} // namespace clearway
