// SPDX-License-Identifier: MIT
// The functions behind the built-in meshes, and what they share. Each takes a detail that was checked and leaves name and size to
// the caller.
#pragma once
#include <functional>

#include <clearway/scene/mesh_generators.h>

namespace clearway::generators {

MeshInput buildRamp(const MeshGeneratorOptions& options);
MeshInput buildSRamp(const MeshGeneratorOptions& options);
MeshInput buildTerrain(const MeshGeneratorOptions& options);
MeshInput buildAsteroid(const MeshGeneratorOptions& options);
MeshInput buildOctopus(const MeshGeneratorOptions& options);
MeshInput buildOverpass(const MeshGeneratorOptions& options);
MeshInput buildSphere(const MeshGeneratorOptions& options);
MeshInput buildTorus(const MeshGeneratorOptions& options);
MeshInput buildCube(const MeshGeneratorOptions& options);

/// How many parts a length is cut into that has `count` at detail 1; at least `least`.
std::uint32_t countParts(double count, double detail, std::uint32_t least = 1);

/// A quadrangle a, b, c, d as two triangles along the diagonal a-c.
void addQuad(MeshInput& mesh, std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d);

/// Adds a sheet of columns x rows cells; pointAt(i, k) with 0 <= i <= columns and 0 <= k <= rows. Counter-clockwise seen from
/// where i runs right and k runs up.
void addSheet(MeshInput& mesh, std::uint32_t columns, std::uint32_t rows,
              const std::function<Vec3(std::uint32_t, std::uint32_t)>& pointAt);

/// The unit sphere: an icosahedron whose edges are cut into `parts`; 20 parts^2 triangles.
MeshInput buildUnitSphere(std::uint32_t parts);

/// Smooth noise in about [-1, 1] with features of size 1, zero mean; a pure function of seed and place.
double computeNoise(Vec3 p, std::uint64_t seed);
/// Octaves of it: each half as large and `gain` times as high as the one before.
double computeFractalNoise(Vec3 p, std::uint64_t seed, int octaves, double gain);

} // namespace clearway::generators
