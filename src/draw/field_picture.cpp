// SPDX-License-Identifier: MIT
// Free space and potential, lines of equal height, ways down, walls, paths and marks, from back to front.
#include <clearway/native/field_picture.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "draw/field_drawing.h"
#include "draw/map_drawing.h"
#include "draw/palette.h"
#include "draw/path_drawing.h"
#include "draw/picture_frame.h"

namespace clearway {
namespace {

constexpr int kContourCount = 48;

Box2 computeWorld(const FieldGrid& grid)
{
    Box2 world;
    world.add(grid.origin());
    world.add(grid.origin() + Vec2{grid.width() * grid.cellSize(), grid.height() * grid.cellSize()});
    return world;
}

PictureFrame makeFrame(const FieldGrid& grid, const FieldPictureOptions& options)
{
    PictureFrame frame;
    frame.width = options.width;
    frame.world = computeWorld(grid);
    frame.has_bands = options.draw_legend;
    PictureOptions drawn;
    drawn.paths = options.paths;
    frame.legend = listLegend(drawn);
    frame.title = options.title.empty() ? "field" : options.title;
    frame.subtitle = formatCount(static_cast<std::size_t>(grid.cellCount()), "cell", "cells") + " · " +
                     formatCount(static_cast<std::size_t>(grid.freeCount()), "free", "free") + " · radius " +
                     formatLength(grid.radius());
    return frame;
}

/// What lies under and over the cells.
void paintGround(Canvas& canvas, const MapView& view, const FieldPictureOptions& options)
{
    drawGround(canvas, view);
    if (!options.scene) return;
    addRings(canvas, view, *options.scene, options.layer);
    canvas.fill(palette::kFree);
}

void paintTop(Canvas& canvas, const MapView& view, double unit, const FieldPictureOptions& options)
{
    if (options.scene)
    {
        addRings(canvas, view, *options.scene, options.layer);
        canvas.stroke({.color = palette::kEdge, .width = 1.6 * unit});
    }
    canvas.beginClip(view.corner, view.size);
    drawPaths(canvas, view, options.paths, unit);
    drawMarks(canvas, view, options.marks, unit);
    canvas.endClip();
}

Color colorOf(const FieldGrid& grid, std::int32_t cell)
{
    if (grid.hasCosts() && grid.costOf(cell) != 1)
    {
        switch (grid.terrainOf(cell))
        {
        case Terrain::walk: break;
        case Terrain::swamp: return Color::fromHex(0xb9c48a);
        case Terrain::water: return Color::fromHex(0x9cc4e4);
        case Terrain::road: return Color::fromHex(0xd9d2c6);
        }
    }
    return palette::kTints[static_cast<std::size_t>(grid.componentOf(cell)) % palette::kTints.size()];
}

void drawCellLines(Canvas& canvas, const MapView& view, const FieldGrid& grid, double unit)
{
    const double side = grid.cellSize() * view.scale;
    if (side < 6 * unit) return;
    const Vec2 low = grid.origin(), high = computeWorld(grid).max;
    for (std::int32_t i = 0; i <= grid.width(); ++i)
    {
        canvas.moveTo(view.toPixel({low.x + i * grid.cellSize(), low.y}));
        canvas.lineTo(view.toPixel({low.x + i * grid.cellSize(), high.y}));
    }
    for (std::int32_t i = 0; i <= grid.height(); ++i)
    {
        canvas.moveTo(view.toPixel({low.x, low.y + i * grid.cellSize()}));
        canvas.lineTo(view.toPixel({high.x, low.y + i * grid.cellSize()}));
    }
    canvas.stroke({.color = palette::kMutedInk.withAlpha(0.22), .width = 0.5 * unit});
}

} // namespace

Result<void> saveFieldPicture(const FieldGrid& grid, const std::string& path, const FieldPictureOptions& options)
{
    const auto paint = [&](Canvas& canvas, const Sheet& sheet, double) {
        const MapView& view = sheet.panels.front();
        paintGround(canvas, view, options);
        paintPixels(canvas, view, [&](Vec2 p) {
            const std::int32_t cell = grid.cellAt(p);
            return cell == FieldGrid::kNone || !grid.isFree(cell) ? Color{0, 0, 0, 0} : colorOf(grid, cell);
        });
        drawCellLines(canvas, view, grid, sheet.unit);
        paintTop(canvas, view, sheet.unit, options);
    };
    return savePainted(path, makeFrame(grid, options), paint);
}

Result<void> saveFieldPicture(const Field& field, const std::string& path, const FieldPictureOptions& options)
{
    const FieldGrid& grid = field.grid();
    const Potential& potential = field.potential();
    double lowest = 0;
    for (std::int32_t cell = 0; cell < grid.cellCount(); ++cell)
        if (const double depth = computeDepth(potential, grid.centerOf(cell)); std::isfinite(depth))
            lowest = std::min(lowest, depth);
    const auto paint = [&](Canvas& canvas, const Sheet& sheet, double legend_left) {
        const MapView& view = sheet.panels.front();
        const double unit = sheet.unit;
        paintGround(canvas, view, options);
        paintPixels(canvas, view, [&](Vec2 p) {
            const std::int32_t cell = grid.cellAt(p);
            if (cell == FieldGrid::kNone || !grid.isFree(cell)) return Color{0, 0, 0, 0};
            const double depth = computeDepth(potential, p);
            return std::isfinite(depth) ? palette::heat(lowest < 0 ? 1 - depth / lowest : 1) : palette::kNoValue;
        });
        canvas.beginClip(view.corner, view.size);
        if (options.draw_contours)
            drawContours(canvas, view, potential, -lowest / kContourCount,
                         {.color = palette::kInk.withAlpha(0.38), .width = 0.8 * unit});
        if (options.draw_streamlines)
            drawStreamlines(canvas, view, field, 20 * unit, {.color = palette::kPage.withAlpha(0.85), .width = 1.0 * unit});
        canvas.endClip();
        paintTop(canvas, view, unit, options);
        if (sheet.has_bands && lowest < 0)
            drawHeatLegend(canvas, sheet, {.name = "log10 (1 - p)", .low = lowest, .high = 0}, legend_left);
    };
    PictureFrame frame = makeFrame(grid, options);
    frame.has_heat = lowest < 0;
    return savePainted(path, frame, paint);
}

} // namespace clearway
