// SPDX-License-Identifier: MIT
// The cells of crowds down fields, if nobody says.
#pragma once
#include <clearway/scene/scene.h>

namespace clearway {

/// 0.25 metres, or as much as keeps the scene to half a million cells or so.
double chooseCrowdCell(const Scene& scene);

} // namespace clearway
