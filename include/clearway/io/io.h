// SPDX-License-Identifier: MIT
// Loading and saving by file name; the ending says the format, in any case of letters, and where it does not (`.json`, `.txt`,
// "-") the content does. Built-in names work wherever a scene file does: a name without '/' and '.' that no file has. Messages
// begin with file and line ("level.wkt:3: …"); files of other programs are refused by what they are.
// `.clearway` files are versioned and checksummed; saving, loading and saving again gives the same bytes.
// Reading and writing are linear in the size of the file; building what it holds costs what buildScene and buildNavMesh cost.
// Free to call from any thread.
#pragma once
#include <string>
#include <variant>

#include <clearway/base/execution.h>
#include <clearway/corridor/corridor_map.h>
#include <clearway/grid/field_grid.h>
#include <clearway/io/files.h>
#include <clearway/io/scene_formats.h>
#include <clearway/navmesh/navmesh.h>
#include <clearway/scene/generators.h>
#include <clearway/scene/scene.h>
#include <clearway/surface/surface_mesh.h>

namespace clearway {

/// A scene from `.wkt`, `.geojson`, `.json`, `.map`, `.mesh` or `.clearway` (of a mesh: the union of its cells), or a built-in
/// one by name. `report` tells what the reader decided and what the builder repaired.
Result<Scene> loadScene(const std::string& path_or_name, const SceneReadOptions& options = {}, SceneReport* report = nullptr);
/// To `.wkt`, `.geojson`, `.json` or `.clearway`; "-" is `.clearway` to standard output.
Result<void> saveScene(const Scene& scene, const std::string& path);

/// A mesh from `.clearway`, `.mesh` (polygons as they are) or `.map` (a grid of squares).
Result<NavMesh> loadNavMesh(const std::string& path, const Execution& execution = {});
/// To `.clearway` or `.mesh`; "-" is `.clearway` to standard output.
Result<void> saveNavMesh(const NavMesh& mesh, const std::string& path);

/// A corridor map from `.clearway`; it answers to the bit like the one that was saved.
Result<CorridorMap> loadCorridorMap(const std::string& path);
/// To `.clearway`; "-" is standard output.
Result<void> saveCorridorMap(const CorridorMap& map, const std::string& path);

/// A surface mesh from `.clearway`, with its source; it answers to the bit like the one that was saved.
Result<SurfaceMesh> loadSurfaceMesh(const std::string& path);
/// To `.clearway`; "-" is standard output. saveMesh(viewMesh(surface), …) writes only its triangles, for other programs.
Result<void> saveSurfaceMesh(const SurfaceMesh& mesh, const std::string& path);

/// The grid of a field from `.clearway`; it is to the bit the one that was saved.
Result<FieldGrid> loadFieldGrid(const std::string& path);
/// To `.clearway`; "-" is standard output.
Result<void> saveFieldGrid(const FieldGrid& grid, const std::string& path);

/// Whatever a file holds: a scene where it describes free space (`.map` too), a mesh, a corridor map, a surface mesh or the grid
/// of a field where it holds one.
using Content = std::variant<Scene, NavMesh, CorridorMap, SurfaceMesh, FieldGrid>;
Result<Content> loadContent(const std::string& path_or_name, const SceneReadOptions& options = {}, SceneReport* report = nullptr);

/// `.clearway` bytes, from memory to memory.
std::vector<std::byte> formatClearway(const Content& content);
/// Any bytes are survived; cut-off, changed and newer files are refused and told apart.
Result<Content> parseClearway(std::span<const std::byte> bytes);

} // namespace clearway
