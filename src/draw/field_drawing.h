// SPDX-License-Identifier: MIT
// The pieces of pictures of fields: cells as an image, lines of equal potential, streamlines.
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <clearway/field/field.h>
#include <clearway/scene/scene.h>

#include "draw/canvas.h"
#include "draw/sheet.h"

namespace clearway {

/// The colour of every pixel of the panel that is in the world, by color(point); clear where its alpha is 0.
void paintPixels(Canvas& canvas, const MapView& view, const std::function<Color(Vec2)>& color);

/// Log10 of 1 - p, bilinear between the middles of cells where they can see each other; NaN where there is no way.
double computeDepth(const Potential& potential, Vec2 p);

/// Lines of equal depth at all multiples of `step`.
void drawContours(Canvas& canvas, const MapView& view, const Potential& potential, double step, const Stroke& stroke);

/// Ways down, about `spacing` pixels apart, with arrow heads. Follows Jobard and Lefer, Creating evenly-spaced streamlines of
/// arbitrary density, 1997, with seeds on a lattice.
void drawStreamlines(Canvas& canvas, const MapView& view, const Field& field, double spacing, const Stroke& stroke);

/// The tip of an arrow at p, for a line that ends there in this direction (of the sheet).
void addArrowHead(Canvas& canvas, Vec2 p, Vec2 direction, double size);

/// The rings of a layer, gathered without painting them.
void addRings(Canvas& canvas, const MapView& view, const Scene& scene, int layer);

} // namespace clearway
