// SPDX-License-Identifier: MIT
// SCENE and FILE arguments: a built-in scene or mesh by name, a file by its ending, or standard input with a stated format.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <clearway/io/io.h>
#include <clearway/io/mesh_formats.h>
#include <clearway/navmesh/build.h>
#include <clearway/scene/generators.h>

namespace clearway::cli {

enum class Format
{
    wkt,
    geojson,
    map,
    mesh,
    clearway,
    // Triangles in space.
    obj,
    ply,
    stl,
    off,
    gltf,
    glb,
};

/// How a mesh of triangles is read or generated.
struct TriangleOptions
{
    std::optional<UpAxis> up;
    std::optional<double> unit; ///< metres per unit of the file
    std::optional<double> weld; ///< metres
    bool repair = false;
    std::optional<double> size; ///< of a built-in mesh: all lengths are multiplied by it

    bool isGiven() const { return up || unit || weld || repair || size; }
};

struct InputOptions
{
    std::string path;             ///< a file, the name of a built-in scene, or "-"
    std::optional<Format> format; ///< empty: by the ending
    std::optional<std::uint64_t> seed;
    std::optional<double> scale;
    PolygonMeaning meaning = PolygonMeaning::automatic;
    CoordinateUnits coordinates = CoordinateUnits::automatic;
    double margin = 10; ///< metres
    TriangleOptions triangles;
};

/// How free space is cut into cells; `squares` keeps the squares of a grid.
enum class CellKind
{
    notches,
    merged,
    triangulation,
    squares,
};

struct MeshOptions
{
    std::optional<CellKind> cells; ///< empty: cells of the file as they are, else notches
    double relaxation = 0;
};

struct Input
{
    std::string path;           ///< as the user gave it
    std::string name;           ///< to show: built-in name or file name
    std::optional<Scene> scene; ///< one of the six is there
    std::optional<NavMesh> mesh;
    std::optional<CorridorMap> corridor;
    std::optional<SurfaceMesh> surface;
    std::optional<TriangleMesh> triangles;
    std::optional<FieldGrid> field;
    std::optional<SquareGrid> grid; ///< what was read in the format `map`, besides its scene
    bool is_built_in = false;
    std::int64_t file_bytes = -1; ///< -1: not a file
    SceneReport report;
    MeshReport mesh_report;  ///< of `triangles`
    double read_seconds = 0; ///< of reading and checking those

    bool isSurface() const { return surface || triangles; }
};

/// The format that the ending of a name asks for.
std::optional<Format> findFormat(const std::string& path);
const char* toString(Format format);
/// Whether it holds triangles in space.
bool isTriangleFormat(Format format);

/// Loads what is there: a scene, or a mesh, a corridor map, a surface mesh, the grid of a field or triangles where the file holds
/// them. Throws Failure or UsageError.
Input loadInput(const InputOptions& options, const Progress& progress);

/// Throws Failure when a name or its ending says that it is a mesh of triangles, which has no outlines: before it is read.
void refuseTriangles(const InputOptions& options);

/// The mesh of an input: its own, or built from its scene. `seconds` is the time that building took. Fails for what has
/// neither cells nor outlines.
NavMesh buildMesh(const Input& input, const MeshOptions& options, const Progress& progress, double* seconds = nullptr);

/// The scene of an input: its own, or the outline of its mesh.
Scene buildOutline(const Input& input, const Progress& progress);

/// Writes a scene, a mesh, or a corridor map, surface mesh or grid (`.clearway` only) to a file or standard output ("-");
/// returns the number of bytes.
std::size_t saveContent(const Content& content, Format format, const std::string& path);

} // namespace clearway::cli
