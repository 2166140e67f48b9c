// SPDX-License-Identifier: MIT
// What all maps on a sheet have in common: checks, title, scale bar, legend, the file.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include <clearway/base/result.h>
#include <clearway/geometry/box.h>

#include "draw/canvas.h"
#include "draw/legend.h"
#include "draw/sheet.h"

namespace clearway {

struct PictureFrame
{
    int width = 1200;
    Box2 world;
    std::size_t layer_count = 1;
    bool has_bands = true;
    bool has_heat = false;
    std::vector<LegendItem> legend = {};
    std::string title = {};
    std::string subtitle = {};
};

/// Checks, lays out the sheet, calls paint(canvas, sheet, left end of the room for the colours of a heat) and writes the file.
Result<void> savePainted(const std::string& path, const PictureFrame& frame,
                         const std::function<void(Canvas&, const Sheet&, double)>& paint);

/// Above the panel of a layer, where there are several.
void drawLayerName(Canvas& canvas, const Sheet& sheet, std::size_t panel, int layer);

} // namespace clearway
