// SPDX-License-Identifier: MIT
// Crowds over surfaces on the command line.
#pragma once
#include <string>

#include "commands.h"

namespace clearway::cli {

/// Whether a name is that of a mesh of triangles, or of a file that may hold one.
bool isSurfaceScenario(const std::string& name);
void runSurfaceCrowd(const CrowdCommandOptions& options);

/// "orca.margin=0.1". Throws UsageError.
void applySetting(Scenario& scenario, const std::string& setting);

} // namespace clearway::cli
