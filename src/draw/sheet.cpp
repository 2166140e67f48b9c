// SPDX-License-Identifier: MIT
#include "draw/sheet.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace clearway {

static constexpr double kTitleSize = 19;

namespace {

struct Grid
{
    std::size_t columns = 1;
    std::size_t rows = 1;
    double scale = 0;
};

} // namespace

/// The arrangement of panels that draws the world largest within `room`.
static Grid findBestGrid(std::size_t panel_count, Vec2 world_size, Vec2 room, double gap, double padding)
{
    Grid best;
    for (std::size_t columns = 1; columns <= panel_count; ++columns)
    {
        const std::size_t rows = (panel_count + columns - 1) / columns;
        const double width =
            std::max((room.x - gap * static_cast<double>(columns - 1)) / static_cast<double>(columns) - 2 * padding, 1.0);
        const double height =
            std::max((room.y - gap * static_cast<double>(rows - 1)) / static_cast<double>(rows) - 2 * padding, 1.0);
        const double scale = std::min(width / world_size.x, height / world_size.y);
        if (scale > best.scale) best = {columns, rows, scale};
    }
    return best;
}

Sheet computeSheet(const SheetOptions& options)
{
    Sheet sheet;
    sheet.width = options.width;
    sheet.unit = std::clamp(options.width / 1200, 0.75, 6.0);
    sheet.has_bands = options.has_bands;
    sheet.margin = 18 * sheet.unit;
    const double names = options.panel_count > 1 ? 18 * sheet.unit : 0; // of the layers, above their panels
    const double top = sheet.margin + (options.has_bands ? 34 * sheet.unit : 0) + names;
    const double scale_height = (options.has_heat ? 42 : 24) * sheet.unit;
    sheet.legend_row_height = 21 * sheet.unit;
    const double bottom =
        options.has_bands ? sheet.margin + scale_height + static_cast<double>(options.legend_row_count) * sheet.legend_row_height
                          : sheet.margin;
    // Several panels share a page of common shape; a single map takes the height it needs.
    const double max_height =
        std::min(options.panel_count > 1 ? 0.8 * options.width : 2 * options.width, Canvas::kMaxSide - top - bottom - 1);
    const Vec2 room = {options.width - 2 * sheet.margin, max_height};
    // Many panels stand closer together, so that at least half of the room is theirs however they are arranged.
    const double share = std::min(room.x, room.y) / static_cast<double>(options.panel_count);
    const double gap = std::min(34 * sheet.unit, 0.5 * share);
    const double padding = std::min(12 * sheet.unit, 0.1 * share);
    const Vec2 world_size = options.world.size();
    const Grid grid = findBestGrid(options.panel_count, world_size, room, gap, padding);

    const auto columns = static_cast<double>(grid.columns);
    const auto rows = static_cast<double>(grid.rows);
    const Vec2 map_size = world_size * grid.scale;
    const double least_height = std::min(56 * sheet.unit, (room.y - gap * (rows - 1)) / rows);
    const Vec2 panel = {(room.x - gap * (columns - 1)) / columns, std::max(map_size.y + 2 * padding, least_height)};
    for (std::size_t i = 0; i < options.panel_count; ++i)
    {
        MapView view;
        view.world = options.world;
        view.scale = grid.scale;
        view.size = panel;
        view.corner = {sheet.margin + static_cast<double>(i % grid.columns) * (panel.x + gap),
                       top + static_cast<double>(i / grid.columns) * (panel.y + gap)};
        view.map_corner = view.corner + (panel - map_size) / 2;
        sheet.panels.push_back(view);
    }
    sheet.gap = gap;
    sheet.title_base_line = sheet.margin + kTitleSize * sheet.unit;
    sheet.legend_top = top + rows * panel.y + gap * (rows - 1) + 14 * sheet.unit;
    sheet.legend_rows_top = sheet.legend_top + scale_height;
    sheet.height = std::ceil(top + rows * panel.y + gap * (rows - 1) + bottom);
    return sheet;
}

double computeRoundLength(double limit)
{
    double power = 1;
    while (power > limit && power > 1e-300) power /= 10;
    while (power * 10 <= limit) power *= 10;
    for (double factor : {5.0, 2.0})
        if (factor * power <= limit) return factor * power;
    return power;
}

static std::string printNumber(const char* format, double value)
{
    std::array<char, 64> text = {};
    std::snprintf(text.data(), text.size(), format, value);
    return text.data();
}

std::string formatValue(double value)
{
    if (value == 0) return "0";
    const double size = std::fabs(value);
    if (size >= 1000 && size < 1e7) return printNumber("%.0f", value);
    return printNumber("%.4g", value);
}

std::string formatCount(std::size_t count, const char* one, const char* many)
{
    std::string digits = std::to_string(count);
    for (std::size_t end = digits.size(); end > 3; end -= 3) digits.insert(end - 3, 1, ',');
    return digits + " " + (count == 1 ? one : many);
}

std::string formatLength(double metres)
{
    struct Unit
    {
        double size;
        const char* name;
    };
    for (const Unit& unit : {Unit{1000, "km"}, Unit{1, "m"}, Unit{0.01, "cm"}, Unit{0.001, "mm"}, Unit{1e-6, "µm"}})
        if (metres >= unit.size * 0.999 && metres < 1e7) return printNumber("%.6g", metres / unit.size) + " " + unit.name;
    return printNumber("%.3g m", metres);
}

void drawTitle(Canvas& canvas, const Sheet& sheet, const std::string& title, const std::string& subtitle)
{
    const TextStyle bold = {.size = kTitleSize * sheet.unit, .bold = true};
    const TextStyle small = {.size = kTextSize * sheet.unit, .color = palette::kMutedInk, .align = TextAlign::right};
    const double room = sheet.width - 2 * sheet.margin;
    const double gap = 24 * sheet.unit;
    const double subtitle_width = canvas.measureText(subtitle, small);
    const double title_width = canvas.measureText(canvas.fitText(title, bold, room), bold);
    const bool has_subtitle = subtitle_width + gap + std::min(title_width, room / 4) <= room;
    const double title_room = has_subtitle ? room - gap - subtitle_width : room;
    canvas.drawText({sheet.margin, sheet.title_base_line}, canvas.fitText(title, bold, title_room), bold);
    if (has_subtitle) canvas.drawText({sheet.width - sheet.margin, sheet.title_base_line}, subtitle, small);
}

double drawScaleBar(Canvas& canvas, const Sheet& sheet)
{
    const double scale = sheet.panels.front().scale;
    const double limit = 0.2 * (sheet.width - 2 * sheet.margin) / scale;
    if (!(limit > 0) || !std::isfinite(limit)) return sheet.margin;
    const double length = computeRoundLength(limit);
    const double y = sheet.legend_top + 9 * sheet.unit;
    const double tick = 5 * sheet.unit;
    const Vec2 a = {sheet.margin + 1, y};
    const Vec2 b = {sheet.margin + 1 + length * scale, y};
    canvas.moveTo({a.x, y - tick});
    canvas.lineTo({a.x, y + tick});
    canvas.moveTo(a);
    canvas.lineTo(b);
    canvas.moveTo({b.x, y - tick});
    canvas.lineTo({b.x, y + tick});
    canvas.stroke({.color = palette::kInk, .width = 1.6 * sheet.unit});
    const TextStyle style = {.size = kTextSize * sheet.unit};
    const Vec2 text = {b.x + 9 * sheet.unit, y + 4.6 * sheet.unit};
    canvas.drawText(text, formatLength(length), style);
    return text.x + canvas.measureText(formatLength(length), style);
}

void drawHeatLegend(Canvas& canvas, const Sheet& sheet, const HeatLegend& legend, double left)
{
    constexpr int kSteps = 128;
    const TextStyle style = {.size = kTextSize * sheet.unit};
    const double room = sheet.width - 2 * sheet.margin;
    const double bar_width = std::min(260 * sheet.unit, 0.4 * room);
    const Vec2 bar = {sheet.width - sheet.margin - bar_width, sheet.legend_top};
    const double bar_height = 14 * sheet.unit;
    for (int i = 0; i < kSteps; ++i)
    {
        const double step = bar_width / kSteps;
        // Each step reaches under the next one, so that no gap shows between them.
        canvas.addRectangle({bar.x + i * step, bar.y}, {i + 1 < kSteps ? 2 * step : step, bar_height});
        canvas.fill(legend.color((i + 0.5) / kSteps));
    }
    const double base_line = bar.y + bar_height + 15 * sheet.unit;
    const double middle =
        legend.is_logarithmic ? std::sqrt(legend.low) * std::sqrt(legend.high) : legend.low / 2 + legend.high / 2;
    TextStyle tick = {.size = 11 * sheet.unit, .color = palette::kMutedInk};
    canvas.drawText({bar.x, base_line}, formatValue(legend.low), tick);
    tick.align = TextAlign::center;
    if (legend.high > legend.low && bar_width > 150 * sheet.unit)
        canvas.drawText({bar.x + bar_width / 2, base_line}, formatValue(middle), tick);
    tick.align = TextAlign::right;
    canvas.drawText({bar.x + bar_width, base_line}, formatValue(legend.high), tick);

    TextStyle name_style = style;
    name_style.align = TextAlign::right;
    const double name_room = std::max(bar.x - left - 40 * sheet.unit, 0.0);
    const std::string name = legend.is_logarithmic ? legend.name + ", logarithmic" : legend.name;
    canvas.drawText({bar.x - 12 * sheet.unit, bar.y + bar_height - 2.5 * sheet.unit}, canvas.fitText(name, style, name_room),
                    name_style);
}

} // namespace clearway
