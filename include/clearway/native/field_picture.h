// SPDX-License-Identifier: MIT
// Pictures of fields as SVG, PNG or PDF, in the style of <clearway/native/picture.h>: grids, potentials with their lines of equal
// height and the ways down them, local maps with their zones, and walks side by side. Part of clearway::native (uses Cairo). A
// picture is written whole or not at all; the same content gives the same bytes. Free to call from any thread.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <clearway/base/result.h>
#include <clearway/field/field.h>
#include <clearway/native/picture.h>
#include <clearway/potential/local_map.h>

namespace clearway {

struct FieldPictureOptions
{
    int width = 1200;             ///< pixels (SVG, PNG) or points (PDF); 64 to 20,000; the height follows from the grid
    bool draw_contours = true;    ///< lines of equal potential, a fixed factor of 1 - p apart
    bool draw_streamlines = true; ///< ways down, evenly spaced
    bool draw_legend = true;      ///< title, scale bar, colours
    std::string title = {};       ///< empty: "field"
    const Scene* scene = nullptr; ///< whose walls are drawn, if given
    int layer = 0;                ///< of the scene
    std::span<const DrawnPath> paths = {};
    std::span<const DrawnMark> marks = {};
};

/// The cells: free ones in a tint per connected part, by terrain where that costs. Contours and streamlines do not apply.
/// Fails when the path has another ending, cannot be written, or the picture would be larger than 20,000 pixels a side or a PNG
/// of 200 million.
Result<void> saveFieldPicture(const FieldGrid& grid, const std::string& path, const FieldPictureOptions& options = {});
/// The potential in colours of log (1 - p): light at the goals, dark far away; grey where there is no way, or where a potential
/// that did not converge has no value yet.
Result<void> saveFieldPicture(const Field& field, const std::string& path, const FieldPictureOptions& options = {});

/// A local map and what it was made from.
struct DrawnLocalMap
{
    LocalMapInput input;
    std::span<const Disc> others = {};
    const FieldGrid* walls = nullptr;
    LocalMapOptions options;
    std::string label = {}; ///< above the map where there are several; empty: none
};

struct LocalMapPictureOptions
{
    int width = 1200;        ///< as above
    bool draw_legend = true; ///< title, scale bar, zones
    std::string title = {};  ///< empty: "local map"
};

/// Maps side by side, at most 36 and all of one size: zones, view cone, others, goal cells, potential and the way down it.
/// Also fails when a map cannot be computed.
Result<void> saveLocalMapPicture(std::span<const DrawnLocalMap> maps, const std::string& path,
                                 const LocalMapPictureOptions& options = {});

/// Somebody who walked.
struct DrawnWalk
{
    std::vector<Vec2> line;
    double radius = 0.25;   ///< metres
    std::string label = {}; ///< above the panel
};

struct WalkPictureOptions
{
    int width = 1200;
    bool draw_legend = true;
    std::string title = {};
    const Scene* scene = nullptr; ///< whose walls are drawn, if given
    int layer = 0;
    std::span<const Disc> others = {}; ///< who stood there, all the time
    double step = 0;                   ///< metres between the discs that are shown along a line; 0: none
};

/// One panel for each walk, at most 36, all of the same place.
Result<void> saveWalkPicture(std::span<const DrawnWalk> walks, const std::string& path, const WalkPictureOptions& options = {});

} // namespace clearway
