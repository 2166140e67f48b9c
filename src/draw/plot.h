// SPDX-License-Identifier: MIT
// A diagram with two axes: lines or dots in the colours of the other pictures.
#pragma once
#include <string>
#include <vector>

#include <clearway/geometry/vec.h>

#include "draw/canvas.h"

namespace clearway {

struct PlotSeries
{
    std::string label = {}; ///< empty: not named
    Color color;
    std::vector<Vec2> points;
    bool is_scatter = false; ///< dots instead of a line
};

struct Plot
{
    std::string title;
    std::string x_name; ///< with unit
    std::vector<PlotSeries> series;
};

/// From 0 to what there is on both axes.
void drawPlot(Canvas& canvas, Vec2 corner, Vec2 size, double unit, const Plot& plot);

} // namespace clearway
