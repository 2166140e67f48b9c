// SPDX-License-Identifier: MIT
// Pictures of scenes and meshes as SVG, PNG or PDF, in one style. Part of clearway::native (uses Cairo).
// The ending of the file name says the format. A picture is written whole or not at all; the same content gives the same bytes.
// North is up: y grows upwards. Several layers are drawn side by side at the same scale, lowest first (at most 36 of them).
// Widths of lines follow the scale, so that a room and a city of ten thousand houses can both be read. Free to call from any
// thread.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <clearway/base/result.h>
#include <clearway/geometry/path.h>
#include <clearway/geometry/shapes.h>
#include <clearway/navmesh/navmesh.h>
#include <clearway/scene/scene.h>

namespace clearway {

enum class HeatScale
{
    automatic, ///< logarithmic when all values are positive and the largest is more than 50 times the median
    linear,
    logarithmic, ///< values that are not positive are shown as having none
};

/// A path in a picture: its line, and the disc that sweeps along it as a translucent band. Arcs are drawn as arcs.
struct DrawnPath
{
    std::span<const Path::Piece> pieces = {};
    double radius = 0;      ///< of the disc; metres; 0: only the line
    std::string label = {}; ///< for the legend; empty: not in it
};

/// A place to look at, with a disc around it.
struct DrawnMark
{
    Vec2 position;
    double radius = 0;      ///< of the disc; metres; 0: only a dot
    std::string label = {}; ///< beside the dot
};

struct PictureOptions
{
    int width =
        1200; ///< pixels (SVG, PNG) or points (PDF); 64 to 20,000; the height follows from the scene, at most twice the width
    bool draw_portals = true;
    bool draw_ids = false;   ///< number of every cell, where there is room for it
    bool draw_legend = true; ///< scale bar, title, colours of the heat
    std::string title = {};  ///< empty: the name of what is drawn
    std::span<const double> heat =
        {}; ///< one value per cell, shown as colour; empty: cells get quiet alternating tints; not finite: grey
    std::string heat_name = {}; ///< what the values are, with unit, for the legend
    HeatScale heat_scale = HeatScale::automatic;
    /// Above 0: instead of a heat per cell, free space is shaded in bands by the distance to the nearest obstacle, from 0 to
    /// this; metres. The bands are exact.
    double clearance_limit = 0;
    std::span<const Segment> free_segments = {}; ///< parts of portals that are free for some disc, drawn strong and green
    std::string free_name = {};                  ///< what they are, for the legend
    std::span<const DrawnPath> paths = {};       ///< wide discs lie under narrow ones; the colours follow this order
    std::span<const DrawnMark> marks = {};
};

/// Free space and obstacles, paths and marks. The rest of the options does not apply.
/// Fails when the path has another ending, cannot be written, or the picture would be larger than 20,000 pixels a side or a PNG
/// of 200 million.
Result<void> savePicture(const Scene& scene, const std::string& path, const PictureOptions& options = {});
/// Cells, portals and obstacles. Also fails when `heat` has another size than the mesh has cells. Paths, marks and free segments
/// are drawn on every layer.
Result<void> savePicture(const NavMesh& mesh, const std::string& path, const PictureOptions& options = {});

} // namespace clearway
