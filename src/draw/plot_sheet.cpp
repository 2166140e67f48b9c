// SPDX-License-Identifier: MIT
#include "draw/plot_sheet.h"

#include <algorithm>
#include <cmath>

#include <clearway/io/files.h>

#include "base/errors.h"
#include "draw/run_map.h"
#include "draw/sheet.h"

namespace clearway {

Result<void> savePlotSheet(std::span<const Plot> plots, std::span<const LegendItem> legend, const std::string& path,
                           int pixel_width, const std::string& title)
{
    Result<PictureFormat> format = findPictureFormat(path);
    if (!format) return format.error();
    if (pixel_width < 64 || pixel_width > static_cast<int>(Canvas::kMaxSide))
        return makeError(ErrorCode::out_of_range, "choose a width from 64 to 20000 pixels.", inFile(path));
    if (plots.empty()) return makeError("there is nothing to draw.", inFile(path));

    const double width = pixel_width;
    const std::size_t legend_rows = countLegendRows(legend, width);
    Sheet sheet = computeSheet({.width = width, .world = {{0, 0}, {1, 1}}, .legend_row_count = legend_rows});
    const double gap = 26 * sheet.unit;
    const double top = sheet.title_base_line + 20 * sheet.unit;
    const std::size_t column_count = plots.size() > 1 ? 2 : 1;
    const auto columns = static_cast<double>(column_count);
    const Vec2 size = {(width - 2 * sheet.margin - (columns - 1) * gap) / columns, std::max(0.3 * width, 90 * sheet.unit)};
    const double rows = std::ceil(static_cast<double>(plots.size()) / columns);
    sheet.legend_rows_top = top + rows * (size.y + gap);
    const double legend_height = static_cast<double>(legend_rows) * sheet.legend_row_height + sheet.margin;
    Result<Canvas> canvas = Canvas::build(*format, width, std::ceil(sheet.legend_rows_top + legend_height));
    if (!canvas) return makeError(canvas.error().code, canvas.error().message, inFile(path));
    drawTitle(*canvas, sheet, title, {});
    for (std::size_t i = 0; i < plots.size(); ++i)
    {
        const Vec2 cell{static_cast<double>(i % column_count), static_cast<double>(i / column_count)};
        drawPlot(*canvas, {sheet.margin + cell.x * (size.x + gap), top + cell.y * (size.y + gap)}, size, sheet.unit, plots[i]);
    }
    drawLegend(*canvas, sheet, legend);
    Result<std::vector<std::byte>> bytes = canvas->finish(title);
    if (!bytes) return makeError(bytes.error().code, bytes.error().message, inFile(path));
    return writeFile(path, *bytes);
}

} // namespace clearway
