// SPDX-License-Identifier: MIT
// Crowds over surfaces on the command line.
#pragma once
#include <optional>
#include <string>

#include <clearway/crowd/scenario.h>

#include "commands.h"

namespace clearway::cli {

/// Whether a name is that of a mesh of triangles.
bool isTrianglesName(const std::string& name);
/// Throws UsageError for options that a crowd over a surface does not have, and Failure for files that cannot be written.
void checkSurfaceOptions(const CrowdCommandOptions& options);
/// `input` is a surface; `given` the scenario that is run there. Without one, people go to the other side or walk about.
void runSurfaceCrowd(const CrowdCommandOptions& options, const Input& input, const std::optional<Scenario>& given);

} // namespace clearway::cli
