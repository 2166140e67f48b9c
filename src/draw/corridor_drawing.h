// SPDX-License-Identifier: MIT
// Rows of balls, their curves, and ways through them.
#pragma once
#include <span>
#include <vector>

#include <clearway/native/corridor_picture.h>

#include "draw/canvas.h"
#include "draw/heat_colors.h"
#include "draw/legend.h"
#include "draw/sheet.h"

namespace clearway {

/// Appends those balls of a row that lie far enough apart to be told apart: the ends, and between them one for each step of four
/// fifths of the smaller radius.
void appendDistinctBalls(std::span<const CorridorMap::Sample> row, std::vector<CorridorMap::Sample>& balls);

/// All as one shape, and their circles.
void drawBalls(Canvas& canvas, const MapView& view, std::span<const CorridorMap::Sample> balls, const Color& color,
               const Stroke& circle);
/// From the centres to the nearest obstacles on both sides.
void drawNearest(Canvas& canvas, const MapView& view, std::span<const CorridorMap::Sample> balls, const Stroke& stroke);
/// The curves of the edges in the colours of their clearance.
void drawEdgeCurves(Canvas& canvas, const MapView& view, const CorridorMap& map, int layer, const HeatColors& heat, double width);
/// The same in one quiet colour, without the branches into corners: the ground for ways.
void drawEdgeCurves(Canvas& canvas, const MapView& view, const CorridorMap& map, int layer, const Stroke& stroke);
/// Corridors first, then bands, then lines; the first way on top.
void drawWays(Canvas& canvas, const MapView& view, std::span<const DrawnWay> ways, double unit);

std::vector<LegendItem> listLegend(std::span<const DrawnWay> ways);

} // namespace clearway
