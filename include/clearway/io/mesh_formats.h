// SPDX-License-Identifier: MIT
// Formats of triangle meshes: OBJ, PLY, STL, OFF and glTF, from memory to memory and by file name.
// Readers survive any bytes: they return an error with the line where the format has lines, or what was read; what a file
// promises is checked against its size before memory is taken. Polygons are cut into triangles. Colours, normals, textures and
// materials are not read. Linear in the size of the file but for polygons with many corners; free to call from any thread.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <clearway/scene/mesh_generators.h>
#include <clearway/scene/triangle_mesh.h>
#include <clearway/surface/surface_mesh.h>

namespace clearway {

struct MeshReadOptions
{
    /// Which way is up in a file; meshes are turned so that it is Z.
    enum class UpAxis
    {
        automatic, ///< Y for glTF, as its standard says; Z for all others, which do not say
        y,
        z,
    };

    UpAxis up = UpAxis::automatic;
    double unit = 1;       ///< metres per unit of the file; above 0
    std::string name = {}; ///< of the mesh; loadTriangleMesh takes the file's own
    /// What a file holds, whatever its name: "obj", "ply", "stl", "off", "gltf" or "glb". Empty: its ending and content say.
    std::string format = {};
};

/// Wavefront OBJ: `v` and `f`, also with negative indices; lines and points are left out and said so.
Result<MeshInput> parseObj(std::string_view text, const MeshReadOptions& options = {}, MeshReport* report = nullptr);
/// PLY, ascii and binary of either byte order: element `vertex` with x, y and z, element `face` with vertex_indices.
Result<MeshInput> parsePly(std::span<const std::byte> bytes, const MeshReadOptions& options = {}, MeshReport* report = nullptr);
/// STL, binary and ascii. Every triangle has three points of its own: buildTriangleMesh welds them.
Result<MeshInput> parseStl(std::span<const std::byte> bytes, const MeshReadOptions& options = {}, MeshReport* report = nullptr);
/// OFF and its relatives with colours or normals, as text.
Result<MeshInput> parseOff(std::string_view text, const MeshReadOptions& options = {}, MeshReport* report = nullptr);
/// glTF 2.0 as JSON or GLB: all triangles of its scene where its nodes put them. Buffers must be inside the file; compressed and
/// sparse data are refused.
Result<MeshInput> parseGltf(std::span<const std::byte> bytes, const MeshReadOptions& options = {}, MeshReport* report = nullptr);

/// Triangles to be written, with a number for each vertex that is shown as a colour if given: blue at 0 over cyan, green and
/// yellow to red at `max_value` and above.
struct MeshView
{
    std::string_view name = {};
    std::span<const Vec3> positions = {};
    std::span<const MeshTriangle> triangles = {};
    std::span<const double> values = {};
    double max_value = 1;
};
/// They refer to the mesh, which must outlive them.
MeshView viewMesh(const TriangleMesh& mesh);
MeshView viewMesh(const SurfaceMesh& mesh); ///< accelerations are the values

/// Numbers come back to the bit; values are lost.
std::string formatObj(const MeshView& mesh);
/// Binary, little-endian, positions as doubles; values as a property `acceleration` and as colours.
std::vector<std::byte> formatPly(const MeshView& mesh);
/// One JSON file with its buffer inside; positions as floats around the middle of the mesh, turned to Y up; values as colours.
std::string formatGltf(const MeshView& mesh);
/// The same as GLB.
std::vector<std::byte> formatGlb(const MeshView& mesh);

/// A mesh from `.obj`, `.ply`, `.stl`, `.off`, `.gltf` or `.glb`, by content where the ending does not say, or a built-in one by
/// name. Messages begin with the file and line.
Result<TriangleMesh> loadTriangleMesh(const std::string& path_or_name, const MeshReadOptions& options = {},
                                      const TriangleMeshOptions& build = {}, MeshReport* report = nullptr);
/// To `.obj`, `.ply`, `.gltf` or `.glb`.
Result<void> saveMesh(const MeshView& mesh, const std::string& path);

} // namespace clearway
