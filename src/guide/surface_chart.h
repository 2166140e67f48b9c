// SPDX-License-Identifier: MIT
// The chart of a surface: triangle after triangle in square pieces of the plane, row by row. In its piece a triangle lies with
// its longest edge along the lower side, so that every square of that width holds any of them.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include <clearway/guide/on_surface.h>

namespace clearway {

/// A triangle in its piece: a longest edge from (0, 0) to (width, 0), the third corner at `apex`.
struct ChartFace
{
    Vec3 origin, x, y;
    double width = 0;
    Vec2 apex;

    Vec3 toSpace(Vec2 p) const { return origin + x * p.x + y * p.y; }
    Vec2 toPlane(Vec3 p) const { return {dot(p - origin, x), dot(p - origin, y)}; }
    Vec3 normal() const { return cross(x, y); }
    /// How far the point is inside: the distance to the nearest of the lines through the edges; below zero outside.
    double computeDepth(Vec2 p) const
    {
        const Vec2 right = apex - Vec2{width, 0};
        const double to_right = cross(right, p - Vec2{width, 0}) / length(right), to_left = cross(apex, p) / -length(apex);
        return std::min({p.y, to_right, to_left});
    }
};

struct SurfaceChart::Data
{
    explicit Data(SurfaceMesh m) : mesh(std::move(m)) {}

    Vec2 corner(std::uint32_t face) const { return {(face % columns) * piece + margin, (face / columns) * piece + margin}; }
    /// kNone where there is none.
    std::uint32_t faceAt(Vec2 p) const
    {
        const double column = p.x * inverse_piece, row = p.y * inverse_piece;
        if (!(column >= 0 && column < columns && row >= 0 && row < rows)) return kNone;
        const std::uint32_t face = static_cast<std::uint32_t>(row) * columns + static_cast<std::uint32_t>(column);
        return face < faces.size() ? face : kNone;
    }
    Vec2 toChart(std::uint32_t face, Vec3 p) const { return corner(face) + faces[face].toPlane(p); }
    Vec2 toPiece(std::uint32_t face, Vec2 p) const { return p - corner(face); }
    Vec3 toSpace(std::uint32_t face, Vec2 p) const { return faces[face].toSpace(p - corner(face)); }
    /// Whether a point of the chart lies on the face, but for rounding.
    bool isOn(std::uint32_t face, Vec2 p) const { return faces[face].computeDepth(p - corner(face)) >= -tolerance; }

    SurfaceMesh mesh;
    std::vector<ChartFace> faces;
    std::uint32_t columns = 1;
    std::uint32_t rows = 1;
    double piece = 1; ///< width of a piece, a power of two: corners are exact
    double inverse_piece = 1;
    double margin = 0;    ///< around a triangle; metres
    double tolerance = 0; ///< of rounding; metres
    double area = 0;
};

} // namespace clearway
