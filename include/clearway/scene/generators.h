// SPDX-License-Identifier: MIT
// Built-in scenes, made from a seed: one list feeds tests, benchmarks, examples and the command line.
// The same name, seed and scale give the same scene on every machine.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

#include <clearway/scene/scene.h>

namespace clearway {

/// The largest scale, and the most vertices that a built-in scene may get from it.
inline constexpr double kMaxGeneratorScale = 10000;
inline constexpr std::int64_t kMaxGeneratedVertexCount = std::int64_t{1} << 25;

struct GeneratorOptions
{
    std::uint64_t seed = 1; ///< of everything random in the scene
    /// How much of it: 2 gives about twice the vertices at the same feature size (more rooms, teeth, buildings); > 0, at most
    /// kMaxGeneratorScale. What comes in whole pieces (wings of `rooms`, the figures) is rounded, to at least one.
    double scale = 1;
};

struct BuiltInScene
{
    std::string_view name;
    std::string_view description; ///< one line
    std::string_view source;      ///< the paper and figure it follows; empty: our own
};

/// All built-in scenes, in the order in which they are listed to people.
std::span<const BuiltInScene> builtInScenes();

/// The outlines of a built-in scene, before checking; they are clean, so checking finds nothing to repair. An unknown name is an
/// error that suggests the nearest ones; a scale out of range, or one that gives more than kMaxGeneratedVertexCount vertices, is
/// one that says so. O(n) for n vertices.
Result<SceneInput> buildSceneInput(std::string_view name, const GeneratorOptions& options = {});

/// The built-in scene itself.
Result<Scene> buildScene(std::string_view name, const GeneratorOptions& options = {});

} // namespace clearway
