// SPDX-License-Identifier: MIT
// Named colours below a map: which line is whose.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "draw/canvas.h"
#include "draw/palette.h"
#include "draw/sheet.h"

namespace clearway {

struct LegendItem
{
    Color color;
    std::string label;
    bool is_band = false; ///< a translucent band with a line in it, as paths are drawn; otherwise a strong line
};

/// How many rows the items need on a sheet of this width; estimated, since there is no canvas yet to measure text on.
std::size_t countLegendRows(std::span<const LegendItem> items, double sheet_width);
/// Row by row below the scale bar; what does not fit is shortened.
void drawLegend(Canvas& canvas, const Sheet& sheet, std::span<const LegendItem> items);

} // namespace clearway
