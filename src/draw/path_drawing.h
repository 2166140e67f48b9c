// SPDX-License-Identifier: MIT
// What lies on top of a map: clearance in bands, free intervals, swept paths, marked places.
#pragma once
#include <span>
#include <vector>

#include <clearway/native/picture.h>

#include "draw/canvas.h"
#include "draw/legend.h"
#include "draw/sheet.h"

namespace clearway {

/// Free space in bands of equal distance from the nearest of `edges`. Every band is what strokes of twice its distance leave
/// over: exact, and without any search for the nearest. The path of free space must have been gathered on the canvas.
void shadeClearance(Canvas& canvas, const MapView& view, std::span<const Segment> edges, double limit);
void drawFreeSegments(Canvas& canvas, const MapView& view, std::span<const Segment> segments, double unit);
/// Gathers the line of a path on the canvas: lines, true arcs and parabolas.
void addPath(Canvas& canvas, const MapView& view, std::span<const Path::Piece> pieces);
/// Bands of all paths first, widest at the bottom, then their lines.
void drawPaths(Canvas& canvas, const MapView& view, std::span<const DrawnPath> paths, double unit);
void drawMarks(Canvas& canvas, const MapView& view, std::span<const DrawnMark> marks, double unit);

/// What of all this needs a name.
std::vector<LegendItem> listLegend(const PictureOptions& options);

} // namespace clearway
