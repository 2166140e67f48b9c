// SPDX-License-Identifier: MIT
// Pictures of corridor maps and of ways through them as SVG, PNG or PDF, in the style of <clearway/native/picture.h>. Part of
// clearway::native (uses Cairo). Lines are drawn as lines, parabolas as parabolas. A picture is written whole or not at all; the
// same content gives the same bytes. Several layers are drawn side by side. Free to call from any thread.
#pragma once
#include <span>
#include <string>

#include <clearway/base/result.h>
#include <clearway/corridor/corridor_map.h>
#include <clearway/corridor/corridor_path.h>
#include <clearway/native/picture.h>

namespace clearway {

/// A corridor and a path in it; each may be missing.
struct DrawnWay
{
    std::span<const CorridorMap::Sample> balls = {}; ///< of the corridor, in order; a translucent band with a few circles
    std::span<const Path::Piece> pieces = {};        ///< of the path: its line
    double radius = 0;                               ///< of the disc that sweeps along the path; metres; 0: only the line
    std::string label = {};                          ///< for the legend; empty: not in it
};

struct CorridorPictureOptions
{
    int width = 1200;                    ///< pixels (SVG, PNG) or points (PDF); 64 to 20,000; the height follows from the map
    bool draw_edges = true;              ///< of the map, in colours that tell their clearance; under ways quiet, without branches
    bool draw_balls = true;              ///< of the map; those that can be told apart
    bool draw_nearest = false;           ///< from the centres of those balls to the obstacles on both sides
    bool draw_legend = true;             ///< title, scale bar, colours
    std::string title = {};              ///< empty: "corridor map"
    std::span<const DrawnWay> ways = {}; ///< the first lies on top; the colours follow this order
    std::span<const DrawnMark> marks = {};
};

/// Fails when the path has another ending, cannot be written, or the picture would be larger than 20,000 pixels a side or a PNG
/// of 200 million. Ways and marks are drawn on every layer.
Result<void> saveCorridorPicture(const CorridorMap& map, const std::string& path, const CorridorPictureOptions& options = {});

} // namespace clearway
