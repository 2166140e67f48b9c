// SPDX-License-Identifier: MIT
#include "draw/picture_frame.h"

#include <algorithm>

#include <clearway/io/files.h>

#include "base/errors.h"

namespace clearway {

Result<void> savePainted(const std::string& path, const PictureFrame& frame,
                         const std::function<void(Canvas&, const Sheet&, double)>& paint)
{
    if (frame.width < 64 || frame.width > static_cast<int>(Canvas::kMaxSide))
        return makeError(ErrorCode::out_of_range,
                         "a picture cannot be " + std::to_string(frame.width) + " pixels wide: choose a width from 64 to 20000.",
                         inFile(path));
    Result<PictureFormat> format = findPictureFormat(path);
    if (!format) return format.error();
    const Vec2 size = frame.world.size();
    if (frame.world.isEmpty() || !isFinite(size) || !(size.x > 0) || !(size.y > 0))
        return makeError(ErrorCode::invalid_geometry, "there is nothing to draw: the bounds are empty or not finite.",
                         inFile(path));

    const Sheet sheet = computeSheet({.width = static_cast<double>(frame.width),
                                      .world = frame.world,
                                      .panel_count = std::min(frame.layer_count, Sheet::kMaxPanels),
                                      .has_bands = frame.has_bands,
                                      .has_heat = frame.has_heat,
                                      .legend_row_count = countLegendRows(frame.legend, frame.width)});
    Result<Canvas> canvas = Canvas::build(*format, sheet.width, sheet.height);
    if (!canvas) return makeError(canvas.error().code, canvas.error().message, inFile(path));
    double legend_left = 0;
    if (sheet.has_bands)
    {
        drawTitle(*canvas, sheet, frame.title, frame.subtitle);
        legend_left = drawScaleBar(*canvas, sheet);
        drawLegend(*canvas, sheet, frame.legend);
    }
    paint(*canvas, sheet, legend_left);
    Result<std::vector<std::byte>> bytes = canvas->finish(frame.title);
    if (!bytes) return makeError(bytes.error().code, bytes.error().message, inFile(path));
    return writeFile(path, *bytes);
}

void drawLayerName(Canvas& canvas, const Sheet& sheet, std::size_t panel, int layer)
{
    if (sheet.panels.size() < 2) return;
    const Vec2 corner = sheet.panels[panel].corner;
    const TextStyle style = {.size = std::min(12 * sheet.unit, 0.7 * sheet.gap), .color = palette::kMutedInk};
    canvas.drawText({corner.x, corner.y - 0.35 * style.size}, "layer " + std::to_string(layer), style);
}

} // namespace clearway
