// SPDX-License-Identifier: MIT
// Scenes, meshes and points to try paths on: everything that makes ways narrow, crooked or degenerate, from a seed.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <clearway/base/random.h>
#include <clearway/navmesh/build.h>
#include <clearway/scene/scene.h>

namespace clearway::test {

enum class PathSceneKind
{
    rooms,   ///< a grid of rooms with doors of all widths
    crosses, ///< obstacles in the shape of a plus
    stars,
    slivers,  ///< needles
    lattice,  ///< axis-parallel boxes on whole numbers: gaps of exactly 1, 2, 3 metres
    boxes,    ///< turned
    polygons, ///< convex
    touching, ///< boxes that meet at corners and sides
    rough,    ///< an outline full of notches
    comb,
    stairs,
    spiral,
    squares, ///< free squares of a grid, several areas
    round,   ///< many short sides
    far,     ///< boxes, thousands of kilometres away
};
constexpr int kPathSceneKindCount = 15;
const char* toString(PathSceneKind kind);

/// About `size` features; up to about ten vertices each.
Scene makePathScene(PathSceneKind kind, std::uint64_t seed, int size);

enum class PathMeshKind
{
    notches,
    merged,
    triangulation,
    relaxed,  ///< cells that are not quite convex
    imported, ///< triangles merged and cut again at random, concave, with T-joints and free-standing vertices
    flipped,  ///< triangles with sides flipped at random: as many slivers as there can be
};
constexpr int kPathMeshKindCount = 6;
const char* toString(PathMeshKind kind);
NavMesh buildPathMesh(const Scene& scene, PathMeshKind kind, std::uint64_t seed);

/// Whether p is in free space, by counting; exact.
bool isInFreeSpace(const Scene& scene, Vec2 p);
/// A random point at least `radius` away from the boundary. Nothing when 2,000 tries found none.
std::optional<Vec2> drawFreePoint(const Scene& scene, std::span<const Segment> boundary, double radius, Random& random);
/// The same on half whole numbers.
std::optional<Vec2> drawHalfIntegerPoint(const Scene& scene, std::span<const Segment> boundary, double radius, Random& random);

/// A box from walls and a wall across with a gap, turned and moved; the gap as wide as `width` up to the lattice.
struct DoorScene
{
    Scene scene;
    Vec2 start;
    Vec2 goal;
};
/// `turn` in degrees; everything is multiplied by `scale` at the end.
DoorScene makeDoorScene(double width, double turn, double thickness, double scale = 1);

/// `side` times `side` pillars, each in a square of 4 m and 0.4 m from its border, and through the middle a wall from the left
/// edge to 1 m before the right.
Scene makeGrove(int side);

/// A scene from WKT; asserts that it is one.
Scene makeWktScene(const std::string& wkt);

} // namespace clearway::test
