// SPDX-License-Identifier: MIT
// Small random scenes of many kinds, made directly from rings: independent of the library's own readers, repair and generators.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include <clearway/scene/scene.h>

namespace clearway::test {

/// Rings of one area on integer coordinates; the outline first. Orientation is put right when the scene is made.
struct AreaRings
{
    std::vector<std::vector<LatticePoint>> rings;
    int layer = 0;
};

/// A scene from rings as they are (the caller keeps a scene's promises); a quantum of 2^-10 m. `origin` must be a multiple of it.
Scene makeScene(const std::vector<AreaRings>& areas, Vec2 origin = {});

enum class SceneKind
{
    boxes,         ///< turned rectangles in a room
    aligned_boxes, ///< equal boxes in rows: everything is parallel, equally far away and on common circles
    polygons,      ///< convex obstacles
    stars,         ///< star-shaped obstacles
    rough_room,    ///< an outline full of notches around some stars
    comb,
    stairs,
    spiral,
    squares, ///< free squares of a grid: rings that touch at corners, several areas
    round,   ///< a round room with round pillars
    needles, ///< very thin obstacles
    two_layers,
};
constexpr int kSceneKindCount = 12;
const char* toString(SceneKind kind);

/// About `size` features (obstacles, teeth, …).
Scene makeRandomScene(SceneKind kind, std::uint64_t seed, int size, Vec2 origin = {});

} // namespace clearway::test
