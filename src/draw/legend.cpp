// SPDX-License-Identifier: MIT
#include "draw/legend.h"

#include <algorithm>

namespace clearway {

static constexpr double kSwatch = 30;
static constexpr double kGap = 26;

/// Pixels, of a sheet with this unit. A character of the legend is a little narrower than this.
static double estimateWidth(const LegendItem& item, double unit)
{
    std::size_t characters = 0;
    for (char c : item.label) characters += (static_cast<unsigned char>(c) & 0xc0) != 0x80;
    return (kSwatch + 8 + kGap + 0.6 * kTextSize * static_cast<double>(characters)) * unit;
}

/// Calls place(item, row, x) for every item; x from 0.
template <typename Place>
static std::size_t layOut(std::span<const LegendItem> items, double room, double unit, Place place)
{
    std::size_t row = 0;
    double x = 0;
    for (const LegendItem& item : items)
    {
        const double width = std::min(estimateWidth(item, unit), room);
        if (x > 0 && x + width > room + kGap * unit)
        {
            ++row;
            x = 0;
        }
        place(item, row, x);
        x += width;
    }
    return items.empty() ? 0 : row + 1;
}

std::size_t countLegendRows(std::span<const LegendItem> items, double sheet_width)
{
    const Sheet measure = computeSheet({.width = sheet_width, .world = {{0, 0}, {1, 1}}});
    return layOut(items, sheet_width - 2 * measure.margin, measure.unit, [](const LegendItem&, std::size_t, double) {});
}

void drawLegend(Canvas& canvas, const Sheet& sheet, std::span<const LegendItem> items)
{
    const double unit = sheet.unit;
    const double room = sheet.width - 2 * sheet.margin;
    const TextStyle style = {.size = kTextSize * unit};
    layOut(items, room, unit, [&](const LegendItem& item, std::size_t row, double x) {
        const double y = sheet.legend_rows_top + (static_cast<double>(row) + 0.5) * sheet.legend_row_height;
        const Vec2 a = {sheet.margin + x + 6 * unit, y};
        const Vec2 b = {sheet.margin + x + (kSwatch - 6) * unit, y};
        const auto draw = [&](const Stroke& stroke) {
            canvas.moveTo(a);
            canvas.lineTo(b);
            canvas.stroke(stroke);
        };
        if (item.is_band) draw({.color = item.color.withAlpha(0.25), .width = 11 * unit});
        draw({.color = item.color, .width = (item.is_band ? 2.2 : 4) * unit});
        const double left = x + (kSwatch + 8) * unit;
        canvas.drawText({sheet.margin + left, y + 4.6 * unit}, canvas.fitText(item.label, style, room - left), style);
    });
}

} // namespace clearway
