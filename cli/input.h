// SPDX-License-Identifier: MIT
// SCENE and FILE arguments: a built-in scene or mesh by name, a file by its ending, or standard input with a stated format.
#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <clearway/io/io.h>
#include <clearway/io/mesh_formats.h>
#include <clearway/navmesh/build.h>
#include <clearway/plan/planner.h>
#include <clearway/scene/generators.h>

#include "output.h"

namespace clearway::cli {

struct InputOptions
{
    std::string path = {};   ///< a file, the name of a built-in scene, or "-"
    std::string format = {}; ///< one of formatNames(); empty: by the ending
    std::optional<std::uint64_t> seed = {};
    std::optional<double> scale = {};
    std::optional<double> size = {}; ///< of a built-in mesh: all lengths are multiplied by it
    SceneReadOptions outlines = {};
    MeshReadOptions triangles = {};
    TriangleMeshOptions mesh = {};
    std::optional<NavMeshOptions> cells = {}; ///< how free space is cut; empty: cells of the file as they are, else notches
    bool keeps_squares = false;               ///< cells are the squares of a .map file
};

struct Input
{
    std::string path = {};                  ///< as the user gave it
    std::string name = {};                  ///< to show: built-in name or file name
    PlannerParts parts = {};                ///< the one that it holds
    std::optional<SquareGrid> squares = {}; ///< what was read in the format `map`, besides its scene
    std::optional<NavMeshOptions> cells = {};
    bool keeps_squares = false;
    bool is_built_in = false;
    std::int64_t file_bytes = -1; ///< -1: not a file
    SceneReport report = {};
    MeshReport mesh_report = {}; ///< of triangles
    double read_seconds = 0;     ///< of reading and checking those

    bool isSurface() const { return parts.surface || parts.triangles; }
};

/// The names of all formats: those of outlines, then those of triangles in space.
std::span<const std::string> formatNames();
/// The format that the ending of a name asks for; empty when it asks for none.
std::string findFormat(const std::string& path);
/// Whether it holds triangles in space.
bool isTriangleFormat(std::string_view format);
/// Whether something built in has this name.
template <typename List>
bool hasName(const List& list, const std::string& name)
{
    return std::ranges::any_of(list, [&](const auto& item) { return item.name == name; });
}
/// Whether a name is that of a built-in mesh of triangles, or of a file of one.
bool isTrianglesName(const std::string& name);

/// Loads what is there: a scene, or a mesh, a corridor map, a surface mesh, the grid of a field or triangles where the file holds
/// them. Throws Failure, or UsageError when an option of `given` is for other inputs.
Input loadInput(const InputOptions& options, const Progress& progress, const CommonOptions& given = {});

/// Throws Failure when a name or its ending says that it is a mesh of triangles, which has no outlines: before it is read.
void refuseTriangles(const InputOptions& options);

/// The mesh of an input: its own, or built from its scene. Fails for what has neither cells nor outlines.
NavMesh buildMesh(const Input& input, const Progress& progress);

/// The scene of an input: its own, or the outline of its mesh.
Scene buildOutline(const Input& input, const Progress& progress);

/// Writes a scene, a mesh, or a corridor map, surface mesh or grid (`.clearway` only) to a file or standard output ("-");
/// returns the number of bytes.
std::size_t saveContent(const Content& content, const std::string& format, const std::string& path);

} // namespace clearway::cli
