// SPDX-License-Identifier: MIT
// Scenarios as JSON; docs/scenarios.md describes every field. The reader is strict, since a misspelt field would silently change
// a run: unknown, repeated, mistyped and senseless fields are errors that name the field by its path and the line, for example
//     line 12: groups[1].radius: expected a number or [low, high], found a string (column 17)
// Any bytes are survived. Linear in the size of the text; no state, free to call from any thread.
#pragma once
#include <string>
#include <string_view>

#include <clearway/base/execution.h>
#include <clearway/crowd/scenario.h>
#include <clearway/plan/planner.h>

namespace clearway {

/// What verify() would find is an error too.
Result<Scenario> parseScenario(std::string_view text);
/// Indented JSON; parseScenario gives the same scenario back, to the bit.
std::string formatScenario(const Scenario& scenario);

/// Sets a parameter of a steering model by its name, from text: ("social_force.look_ahead", "1"). Fails, and changes nothing,
/// when there is none of that name or the value is out of its range.
Result<void> setSteeringParameter(Scenario& scenario, std::string_view path, std::string_view text);

/// A scenario from a file, or a built-in one by its name (without '/' and '.', and no file has it); with another number of agents
/// and another seed where `options` says so. "-" is standard input. A scene file that it names is looked for beside it.
Result<Scenario> loadScenario(const std::string& path_or_name, const ScenarioOptions& options = {});

/// Whether the scene of a scenario is a mesh of triangles: a built-in mesh or a file of one, or with the guide "surface" a
/// surface mesh in a `.clearway` file. Its crowd walks over the surface; without a guide of its own such a scenario is led by
/// "surface", and points without a height are meant as seen from above.
bool hasSurface(const Scenario& scenario);
/// The scene of a scenario, or the triangles of its surface: what buildWorld() makes its world from.
Result<PlannerParts> loadScenarioParts(const Scenario& scenario, SceneReport* report = nullptr, const Execution& execution = {});
/// The scene of a scenario: built in, from a file, or its own outlines.
Result<Scene> loadScenarioScene(const Scenario& scenario, SceneReport* report = nullptr, const Execution& execution = {});

} // namespace clearway
