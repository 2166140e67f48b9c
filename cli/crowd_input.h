// SPDX-License-Identifier: MIT
// What `clearway crowd` lets walk, and where: a scenario, or ground on which people walk about, in the plane or over a surface.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include <clearway/crowd/metrics.h>
#include <clearway/crowd/scenario.h>

#include "commands.h"

namespace clearway::cli {

/// A crowd, before it walks.
struct CrowdSetting
{
    Scenario scenario;
    Input input;           ///< the ground; its report is empty for what is built in: what that draws on purpose is no mistake
    Planner planner;       ///< that the guide of the scenario belongs to; its parts have a scene, or a surface
    bool goes_far = false; ///< to the other side of a surface; the scenario has no goals
};

/// Whether this is the name of a built-in scenario.
bool isBuiltInScenario(const std::string& name);

/// The ground of a scenario or battle; without one, the ground that the command names. Throws Failure, or UsageError when an
/// option is for other ground.
Input loadGround(const CrowdCommandOptions& options, const std::optional<Scenario>& scenario, const Progress& progress);
/// The steering of a device, if one was asked for, and says which device it is; else null. Throws Failure or UsageError.
std::shared_ptr<const Steering> openDevice(const CrowdCommandOptions& options, const Scenario& scenario);

/// The scenario or the ground that the options name, changed as they say. Throws Failure or UsageError.
CrowdSetting prepareCrowd(const CrowdCommandOptions& options, const Progress& progress);
/// Gives everybody a goal on the other side of the surface: one that can be reached, if there is one.
void sendFar(Crowd& crowd, const CrowdSetting& setting);

/// Sets a parameter of a steering model, "orca.margin=0.1". Throws UsageError.
void applySetting(Scenario& scenario, const std::string& setting);
/// A place of the ground in space; in the plane its height is not known.
Vec3 toSpace(const Crowd& crowd, Vec2 position);
/// Why there is no way for somebody: a part of a sentence.
std::string explainUnreachable(const CrowdMetrics::UnreachableGoal& goal, const Crowd& crowd, const CrowdSetting& setting);

} // namespace clearway::cli
