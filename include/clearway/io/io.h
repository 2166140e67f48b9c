// SPDX-License-Identifier: MIT
// Loading and saving by file name; the ending says the format. Built-in names work wherever a scene file does.
// `.clearway` files are versioned and checksummed; saving, loading and saving again gives the same bytes.
#pragma once
#include <string>
#include <variant>

#include <clearway/io/files.h>
#include <clearway/io/scene_formats.h>
#include <clearway/navmesh/navmesh.h>
#include <clearway/scene/generators.h>
#include <clearway/scene/scene.h>

namespace clearway {

/// A scene from `.wkt`, `.geojson`, `.json`, `.map`, `.mesh` (its outline) or `.clearway`, or a built-in one by name.
Result<Scene> loadScene(const std::string& path_or_name, const SceneReadOptions& options = {}, SceneReport* report = nullptr,
                        const Progress& progress = {});
/// To `.wkt`, `.geojson`, `.json` or `.clearway`.
Result<void> saveScene(const Scene& scene, const std::string& path);

/// A mesh from `.clearway`, `.mesh` (polygons as they are) or `.map` (a grid of squares).
Result<NavMesh> loadNavMesh(const std::string& path, const Progress& progress = {});
/// To `.clearway` or `.mesh`.
Result<void> saveNavMesh(const NavMesh& mesh, const std::string& path);

/// Whatever a file holds: a scene where it describes free space, a mesh where it holds one.
using Content = std::variant<Scene, NavMesh>;
Result<Content> loadContent(const std::string& path_or_name, const SceneReadOptions& options = {}, SceneReport* report = nullptr,
                            const Progress& progress = {});

/// `.clearway` bytes, from memory to memory.
std::vector<std::byte> formatClearway(const Content& content);
Result<Content> parseClearway(std::span<const std::byte> bytes);

} // namespace clearway
