// SPDX-License-Identifier: MIT
// Height clearance: where a character of some height can stand upright.
// Based on: G. Berseth, M. Kapadia, P. Faloutsos. ACCLMesh. 2015, whose test (`published`) looks at the nearest point of each
// triangle only and so misses slanted roofs; `capsule` is exact.
// Metres. O(n log n) with a tree over the triangles; `published` needs the same tree.
#pragma once
#include <span>
#include <vector>

#include <clearway/base/execution.h>
#include <clearway/scene/triangle_mesh.h>

namespace clearway {

struct HeightOptions
{
    enum class Test
    {
        /// Whether any triangle that does not touch the vertex comes nearer than `radius` to the line from the vertex, lifted by
        /// a twentieth of the height, to its head.
        capsule,
        /// Whether the nearest point of any triangle is nearer than the height and above one of the triangles at the vertex.
        published,
    };

    double height = 0; ///< of the character; 0: not looked at
    /// Of the capsule; 0: only the line itself. Walls beside a vertex count too, so this is for the head, not for the shoulders:
    /// keeping away from borders is up to who walks. Below half of the height.
    double radius = 0;
    Test test = Test::capsule;
};

/// For each vertex whether there is too little room above it. `ups` holds a unit vector for each vertex, or one for all.
Result<std::vector<std::uint8_t>> findLowVertices(const TriangleMesh& mesh, std::span<const Vec3> ups,
                                                  const HeightOptions& options, const Execution& execution = {});

} // namespace clearway
