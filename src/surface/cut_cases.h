// SPDX-License-Identifier: MIT
// What is kept of one triangle, by which of its corners are bad and which of its edges are split.
#pragma once
#include <array>
#include <cstdint>

namespace clearway::surfacing {

/// Names of the points that a triangle can have. Edge k runs from corner k to corner k + 1.
enum Point : std::uint8_t
{
    kCorner = 0,     ///< + k
    kMiddle = 3,     ///< + k: where edge k is split
    kCut = 6,        ///< + k: on edge k, of which one end is bad and which is not split
    kCutFirst = 9,   ///< + k: on edge k between its first corner and its split point
    kCutSecond = 12, ///< + k: the same, second corner
    kInside = 15,    ///< on the segment inside the triangle that is cut
};
inline constexpr std::size_t kPointCount = 16;

/// How many of three bits are set, and which is the lowest one: calls of a library where the processor is not known.
constexpr std::array<std::uint8_t, 8> kBitCount = {0, 1, 1, 2, 1, 2, 2, 3};
constexpr std::array<std::uint8_t, 8> kLowestBit = {3, 0, 1, 0, 2, 0, 1, 0};

/// How a triangle stands.
struct TriangleState
{
    unsigned bad = 0;         ///< bit k: corner k
    unsigned split = 0;       ///< bit k: edge k, whose ends are both bad, is split
    unsigned good_middle = 0; ///< bit k: and one can walk at its split point
};

/// The kept triangles, counter-clockwise like the triangle.
struct Pieces
{
    std::array<std::array<std::uint8_t, 3>, 7> triangles;
    std::uint32_t count = 0;
    bool has_inside = false;
    std::uint8_t inside_good = 0; ///< the ends of the segment that kInside cuts
    std::uint8_t inside_bad = 0;

    void add(std::uint8_t a, std::uint8_t b, std::uint8_t c) { triangles[count++] = {a, b, c}; }
};

/// `prefer_second`: of the two diagonals of the quadrangle that is left when corner k is cut off, take the one from corner k + 2
/// instead of the one from corner k + 1. Only matters for one bad corner.
Pieces computePieces(const TriangleState& state, bool prefer_second);

/// Bits 0 to 2: the edges of the triangle on which a point lies.
constexpr std::array<std::uint8_t, kPointCount> kEdgesOfPoint = {0b101, 0b011, 0b110, 0b001, 0b010, 0b100, 0b001, 0b010,
                                                                 0b100, 0b001, 0b010, 0b100, 0b001, 0b010, 0b100, 0};

} // namespace clearway::surfacing
