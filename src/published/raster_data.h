// SPDX-License-Identifier: MIT
// What a RasterField holds, and the steps in which it is made.
#pragma once
#include <cstdint>
#include <vector>

#include <clearway/published/raster_voronoi.h>

namespace clearway::published {

/// A wall in coordinates relative to the corner of its layer.
struct RasterWall
{
    Vec2 a;
    Vec2 b;
    Vec2 along;
    double inverse_length_sq = 0;
    std::uint32_t part = 0;
};

/// Two walls that share the nearest end are equally far, to the bit.
inline double distanceSq(Vec2 p, const RasterWall& wall)
{
    const Vec2 from_a = p - wall.a;
    const double t = dot(from_a, wall.along) * wall.inverse_length_sq;
    if (!(t > 0)) return lengthSq(from_a);
    if (!(t < 1)) return lengthSq(p - wall.b);
    const double away = cross(wall.along, from_a);
    return away * away * wall.inverse_length_sq;
}

inline Vec2 closestPoint(Vec2 p, const RasterWall& wall)
{
    const double t = dot(p - wall.a, wall.along) * wall.inverse_length_sq;
    if (!(t > 0)) return wall.a;
    if (!(t < 1)) return wall.b;
    return wall.a + wall.along * t;
}

// What is known of a pixel besides its nearest wall.
inline constexpr std::uint8_t kFree = 1;      ///< its centre is
inline constexpr std::uint8_t kWallRight = 2; ///< a wall between its centre and that of the pixel to the right
inline constexpr std::uint8_t kWallAbove = 4; ///< or above
inline constexpr std::uint8_t kSeed = 8;      ///< free, with a wall between it and one of four neighbours
inline constexpr std::uint8_t kToggle = 16;   ///< while filling: free space begins or ends here
inline constexpr std::uint8_t kListed = 32;   ///< while correcting: waiting already

struct RasterLayer
{
    RasterField::Layer shape;
    std::vector<std::uint32_t> walls;   ///< by their index in the scene
    std::vector<std::uint32_t> nearest; ///< per pixel: a wall, or kNone where nothing is free
    std::vector<std::uint8_t> flags;    ///< per pixel

    std::size_t indexOf(int column, int row) const
    {
        return static_cast<std::size_t>(row) * static_cast<std::size_t>(shape.columns) + static_cast<std::size_t>(column);
    }
};

struct RasterField::Data
{
    double pixel = 0;
    std::vector<RasterWall> walls; ///< one per vertex of the scene
    std::uint32_t part_count = 0;
    std::vector<Layer> layers;
    std::vector<RasterLayer> pictures; ///< of the same index

    /// Relative to the corner of the layer, as the walls are.
    Vec2 localCenter(int column, int row) const { return {(column - 0.5) * pixel, (row - 0.5) * pixel}; }
    Vec2 localCorner(int column, int row) const { return {(column - 1) * pixel, (row - 1) * pixel}; } ///< its lower left
    /// Whether the first wall is to be preferred at a place with these squared distances: nearer, then by part and index.
    bool isNearer(double sq, std::uint32_t wall, double other_sq, std::uint32_t other) const
    {
        if (sq != other_sq) return sq < other_sq;
        return walls[wall].part != walls[other].part ? walls[wall].part < walls[other].part : wall < other;
    }
};

/// Gives every wall its convex part; the number of parts.
std::uint32_t splitIntoParts(const Scene& scene, std::vector<RasterWall>& walls);
/// Finds free pixels and those beside a wall, whose nearest wall it finds too.
void fillFreeSpace(const RasterField::Data& data, RasterLayer& layer, const TaskHook& hook);
/// Gives every free pixel the nearest wall of the nearest pixel that has one.
void transformFeatures(RasterLayer& layer, const TaskHook& hook);
/// Gives pixels the exactly nearest wall among those of their neighbours, until nothing changes; then every region reaches its
/// part.
void correctNearest(const RasterField::Data& data, RasterLayer& layer, const TaskHook& hook);

} // namespace clearway::published
