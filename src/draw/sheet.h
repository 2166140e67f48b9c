// SPDX-License-Identifier: MIT
// Where things go on a sheet: a title band, one panel per layer, a band with scale bar and legend. World to pixels, y up to y
// down. Layers are drawn side by side at the same scale, lowest first: layers above layers would hide each other.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include <clearway/geometry/box.h>
#include <clearway/geometry/vec.h>

#include "draw/canvas.h"

namespace clearway {

inline constexpr double kTextSize = 13; ///< of names and numbers on a sheet

/// One map on the sheet.
struct MapView
{
    Vec2 corner;      ///< top left of the panel; pixels
    Vec2 size;        ///< of the panel; pixels
    Box2 world;       ///< what it shows; metres
    Vec2 map_corner;  ///< pixels of (world.min.x, world.max.y)
    double scale = 1; ///< pixels per metre

    Vec2 toPixel(Vec2 p) const
    {
        return {map_corner.x + (p.x - world.min.x) * scale, map_corner.y + (world.max.y - p.y) * scale};
    }
};

struct SheetOptions
{
    double width = 1200;
    Box2 world;
    std::size_t panel_count = 1;
    bool has_bands = true;            ///< title above, scale bar and legend below
    bool has_heat = false;            ///< the legend needs a second line
    std::size_t legend_row_count = 0; ///< of named colours, below the scale bar
};

struct Sheet
{
    static constexpr std::size_t kMaxPanels = 36; ///< more layers than this would be stamps

    double width = 0;
    double height = 0;
    double unit = 1;   ///< a pixel on a sheet 1200 pixels wide: what text and lines are measured in; never below 0.75
    double margin = 0; ///< around everything
    double gap = 0;    ///< between panels
    double title_base_line = 0;
    double legend_top = 0;
    double legend_rows_top = 0; ///< where rows of named colours begin
    double legend_row_height = 0;
    bool has_bands = true;
    std::vector<MapView> panels;
};

/// A wide scene gets a low sheet, a tall one at most twice as high as wide; extreme ones float in the middle of their panel.
Sheet computeSheet(const SheetOptions& options);

struct HeatLegend
{
    std::string name;
    double low = 0;
    double high = 1;
    bool is_logarithmic = false;
    Color (*color)(double) = palette::heat; ///< of 0 to 1
};

/// Title left, what is in the picture right; nothing that does not fit.
void drawTitle(Canvas& canvas, const Sheet& sheet, const std::string& title, const std::string& subtitle);
/// A bar of a round number of metres. Returns where it ends on the right, text included.
double drawScaleBar(Canvas& canvas, const Sheet& sheet);
/// In the lower right corner, right of `left`.
void drawHeatLegend(Canvas& canvas, const Sheet& sheet, const HeatLegend& legend, double left);

/// 1, 2 or 5 times a power of ten: the largest that is not above `limit`, which is positive and finite.
double computeRoundLength(double limit);
/// A length for people: "20 m", "5 km", "20 cm".
std::string formatLength(double metres);
/// A number for people, about four digits.
std::string formatValue(double value);
/// "1 cell", "2 cells", "57,408 cells".
std::string formatCount(std::size_t count, const char* one, const char* many);

} // namespace clearway
