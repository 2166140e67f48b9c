// SPDX-License-Identifier: MIT
// Built-in triangle meshes: one list feeds tests, benchmarks, experiments and the command line, as builtInScenes() does for the
// plane. The same name and options give the same mesh, bit for bit, on every machine.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

#include <clearway/scene/generators.h>
#include <clearway/scene/triangle_mesh.h>

namespace clearway {

/// The most triangles that a built-in mesh may get.
inline constexpr std::int64_t kMaxGeneratedTriangleCount = std::int64_t{1} << 25;

struct MeshGeneratorOptions
{
    std::uint64_t seed = 1; ///< of everything random in the mesh
    /// How finely: 4 gives about four times the triangles, half as large, on the same shape. > 0. `ramp` below 0.001 is the
    /// coarse one of the paper, whose only vertices are on creases.
    double detail = 1;
    double size = 1; ///< all lengths are multiplied by it; 1e-6 to 1e6
};

/// All built-in meshes, in the order in which they are listed to people.
std::span<const BuiltInScene> builtInMeshes();

/// The triangles of a built-in mesh, before checking; they are clean. An unknown name is an error that suggests the nearest ones.
Result<MeshInput> buildMeshInput(std::string_view name, const MeshGeneratorOptions& options = {});

/// The built-in mesh itself.
Result<TriangleMesh> buildTriangleMesh(std::string_view name, const MeshGeneratorOptions& options = {});

} // namespace clearway
