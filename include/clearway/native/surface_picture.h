// SPDX-License-Identifier: MIT
// Shaded pictures of surfaces: ground in the colours of its acceleration, what was removed in grey, borders, paths, characters.
// Part of clearway::native (uses Cairo). Seen from far away (parallel rays), so that the scale bar holds everywhere in the plane
// of the picture. A picture is written whole or not at all; the same content gives the same bytes. Time and memory follow the
// triangles (about 250 bytes each) and the pixels (64 bytes each for up to a million and a half, 4 beyond). Free to call from any
// thread.
#pragma once
#include <span>
#include <string>

#include <clearway/base/result.h>
#include <clearway/native/picture.h>
#include <clearway/surface/path.h>
#include <clearway/surface/surface_mesh.h>

namespace clearway {

/// What the colours of a surface tell.
enum class SurfaceColor
{
    none,         ///< nothing: one quiet colour
    acceleration, ///< of the ground, from 0 to the largest allowed; if that is infinite, to the largest there is and at least 1
                  ///< m/s^2
    component,    ///< which parts hang together
};

/// From where a surface is looked at. Degrees.
struct SurfaceCamera
{
    double azimuth = -60;  ///< of the eye, counter-clockwise from the x axis, seen from above
    double elevation = 35; ///< of the eye above the horizon; -90 to 90
};

/// A character: a ball that stands on its place.
struct DrawnSurfaceAgent
{
    Vec3 position;
    double radius = 0.25;  ///< metres; drawn at least a few pixels large
    Vec3 up = {};          ///< of unit length, away from the ground; zero: the ball is half in it
    std::size_t color = 0; ///< of the colours of paths, in their order
};

struct DrawnSurfaceMark
{
    Vec3 position;
    std::string label = {};
};

struct SurfacePictureOptions
{
    int width = 1200; ///< pixels (SVG, PNG) or points (PDF); 64 to 20,000; the height follows from the view
    SurfaceCamera camera = {};
    SurfaceColor color = SurfaceColor::acceleration;
    bool draw_edges = false;               ///< of the triangles of the surface mesh
    bool draw_borders = true;              ///< of the walkable part
    bool draw_removed = true;              ///< the rest of the source
    bool draw_legend = true;               ///< title, scale bar, colours
    std::string title = {};                ///< empty: the name of the source
    std::span<const DrawnPath> paths = {}; ///< the colours follow this order
    std::span<const DrawnSurfaceAgent> agents = {};
    std::span<const DrawnSurfaceMark> marks = {}; ///< drawn even where ground hides them
};

/// Fails when the path has another ending, cannot be written, the camera or the bounds are not finite, or the picture would be
/// larger than 20,000 pixels a side or 200 million in all.
Result<void> saveSurfacePicture(const SurfaceMesh& mesh, const std::string& path, const SurfacePictureOptions& options = {});

} // namespace clearway
