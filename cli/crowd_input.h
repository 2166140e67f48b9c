// SPDX-License-Identifier: MIT
// What `clearway crowd` lets walk, and where: a scenario, or a scene or mesh in which people with random goals walk about.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include <clearway/clearance.h>
#include <clearway/crowd/metrics.h>
#include <clearway/crowd/scenario.h>

#include "commands.h"

namespace clearway::cli {

/// A crowd in the plane, before it walks.
struct CrowdSetting
{
    Scenario scenario;
    Scene scene;
    ClearanceMesh clearance;
    SceneReport repairs; ///< empty for what is built in: what that draws on purpose is no mistake
};

/// Whether this is the name of a built-in scenario.
bool isBuiltInScenario(const std::string& name);
/// Whether a name means ground to walk on, and no scenario: a built-in scene or mesh, or a file of them.
bool isGround(const std::string& name);
/// Throws Failure when a crowd of this size needs more memory than there is.
void requireMemory(std::size_t agents);

/// The scenario that the options name, changed as they say. Throws Failure.
Scenario loadCrowdScenario(const CrowdCommandOptions& options);
/// The scene of a scenario, and its mesh.
CrowdSetting prepareScenario(Scenario scenario, bool is_built_in, const Progress& progress);
/// People with random goals in a scene or mesh.
CrowdSetting prepareGround(const CrowdCommandOptions& options, const Input& input, const Progress& progress);

/// Sets a parameter of a steering model, "orca.margin=0.1". Throws UsageError.
void applySetting(Scenario& scenario, const std::string& setting);
/// Why there is no way for somebody: a part of a sentence.
std::string explainUnreachable(const UnreachableGoal& goal, const CrowdSetting& setting);

} // namespace clearway::cli
