// SPDX-License-Identifier: MIT
// The boundary of one layer made fit for a sweep: on the lattice, meeting only at ends.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include <clearway/base/result.h>
#include <clearway/geometry/shapes.h>
#include <clearway/scene/frame.h>

namespace clearway::voronoi {

/// A piece of an obstacle, free space on its left.
struct WallPiece
{
    LatticePoint a;
    LatticePoint b;
    std::uint32_t obstacle = 0;
};

/// cross(b - a, c - a), exactly: positive when c lies to the left of the line from a to b.
inline std::int64_t computeCross(LatticePoint a, LatticePoint b, LatticePoint c)
{
    return (std::int64_t{b.x} - a.x) * (std::int64_t{c.y} - a.y) - (std::int64_t{b.y} - a.y) * (std::int64_t{c.x} - a.x);
}
/// dot(b - a, c - a).
inline std::int64_t computeDot(LatticePoint a, LatticePoint b, LatticePoint c)
{
    return (std::int64_t{b.x} - a.x) * (std::int64_t{c.x} - a.x) + (std::int64_t{b.y} - a.y) * (std::int64_t{c.y} - a.y);
}

/// The pieces of the obstacles named by `members`, in their order and along each of them: snapped, split where another ends on
/// them, each once, and joined where they go on straight. Snapping may push an end across a neighbour by a quantum or two: the
/// neighbour then bends to meet it. Fails when obstacles cross for good, or lie outside the frame.
Result<std::vector<WallPiece>> buildWallPieces(const Frame& frame, std::span<const Segment> obstacles,
                                               std::span<const std::uint32_t> members);

/// Whether pieces are such as buildWallPieces makes them: none twice, meeting only at ends, none that goes on straight where
/// nothing else ends. Stops at the first fault.
bool areWallPieces(std::span<const WallPiece> pieces);

} // namespace clearway::voronoi
