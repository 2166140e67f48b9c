// SPDX-License-Identifier: MIT
// Built-in scenes, made from a seed: one list feeds tests, benchmarks, examples and the command line.
// The same name, seed and scale give the same scene on every machine.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

#include <clearway/scene/scene.h>

namespace clearway {

struct GeneratorOptions
{
    std::uint64_t seed = 1; ///< of everything random in the scene
    double scale = 1;       ///< how much of it: 2 gives about twice the vertices at the same feature size (more rooms, teeth, buildings); > 0, at most 10,000
};

struct BuiltInScene
{
    std::string_view name;
    std::string_view description; ///< one line
    std::string_view source;      ///< the paper and figure it follows; empty: our own
};

/// All built-in scenes, in the order in which they are listed to people.
std::span<const BuiltInScene> builtInScenes();

/// The outlines of a built-in scene, before checking. An unknown name is an error that suggests the nearest ones.
Result<SceneInput> buildSceneInput(std::string_view name, const GeneratorOptions& options = {});

/// The built-in scene itself.
Result<Scene> buildScene(std::string_view name, const GeneratorOptions& options = {});

} // namespace clearway
