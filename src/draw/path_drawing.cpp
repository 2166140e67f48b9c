// SPDX-License-Identifier: MIT
#include "draw/path_drawing.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "draw/map_drawing.h"

namespace clearway {

static Color pathColor(std::size_t index) { return palette::kPaths[index % palette::kPaths.size()]; }

void addPath(Canvas& canvas, const MapView& view, std::span<const Path::Piece> pieces)
{
    if (pieces.empty()) return;
    canvas.moveTo(view.toPixel(planar(pieces.front().from)));
    for (const Path::Piece& piece : pieces)
    {
        const Vec2 center = view.toPixel(planar(piece.center));
        const Vec2 to = view.toPixel(planar(piece.to));
        if (piece.shape == Path::Piece::Shape::parabola)
        {
            canvas.parabolaTo(center, to);
            continue;
        }
        const double radius = distance(piece.center, piece.from);
        if (piece.isArc() && radius > 0)
        {
            const Vec2 from = view.toPixel(planar(piece.from)) - center;
            // World y grows upwards, that of the sheet downwards: a turn to the left is one against the clock, which it counts as
            // negative.
            canvas.arcTo(center, radius * view.scale, std::atan2(from.y, from.x), -piece.angle);
        }
        canvas.lineTo(to);
    }
}

void shadeClearance(Canvas& canvas, const MapView& view, std::span<const Segment> edges, double limit)
{
    constexpr int kBands = 32;
    canvas.beginClip();
    canvas.addRectangle(view.corner, view.size);
    canvas.fill(palette::heat(1));
    for (int band = kBands - 1; band >= 1; --band)
        drawEdges(canvas, view, edges,
                  {.color = palette::heat((band - 0.5) / kBands), .width = 2 * limit * band / kBands * view.scale});
    canvas.endClip();
}

void drawFreeSegments(Canvas& canvas, const MapView& view, std::span<const Segment> segments, double unit)
{
    if (segments.empty()) return;
    for (const Segment& segment : segments)
    {
        canvas.moveTo(view.toPixel(segment.a));
        canvas.lineTo(view.toPixel(segment.b));
    }
    canvas.stroke({.color = palette::kFreeInterval, .width = 3.4 * unit});
}

void drawPaths(Canvas& canvas, const MapView& view, std::span<const DrawnPath> paths, double unit)
{
    std::vector<std::size_t> order(paths.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto width = [&](std::size_t i) { return paths[i].radius > 0 ? paths[i].radius : 0.0; }; // not a number: none
    std::sort(order.begin(), order.end(),
              [&](std::size_t x, std::size_t y) { return width(x) != width(y) ? width(x) > width(y) : x < y; });
    for (std::size_t i : order)
    {
        if (paths[i].pieces.empty() || width(i) == 0) continue;
        addPath(canvas, view, paths[i].pieces);
        canvas.stroke({.color = pathColor(i).withAlpha(0.25), .width = 2 * paths[i].radius * view.scale});
    }
    for (std::size_t i : order)
    {
        if (paths[i].pieces.empty()) continue;
        addPath(canvas, view, paths[i].pieces);
        canvas.stroke({.color = pathColor(i), .width = 2.2 * unit});
        canvas.addDisc(view.toPixel(planar(paths[i].pieces.front().from)), 4 * unit);
        canvas.addDisc(view.toPixel(planar(paths[i].pieces.back().to)), 4 * unit);
        canvas.fill(pathColor(i));
    }
}

void drawMarks(Canvas& canvas, const MapView& view, std::span<const DrawnMark> marks, double unit)
{
    for (const DrawnMark& mark : marks)
    {
        const Vec2 center = view.toPixel(mark.position);
        if (mark.radius > 0)
        {
            canvas.addDisc(center, mark.radius * view.scale);
            canvas.stroke({.color = palette::kMark, .width = 1.4 * unit});
        }
        canvas.addDisc(center, 3.6 * unit);
        canvas.fill(palette::kMark);
        if (mark.label.empty()) continue;
        const TextStyle style = {.size = 12.5 * unit, .color = palette::kInk, .bold = true};
        const double width = canvas.measureText(mark.label, style);
        // Outside the disc, so that neither hides the other.
        const double gap = 8 * unit + (mark.radius > 0 ? mark.radius * view.scale : 0);
        const bool fits_right = center.x + gap + width <= view.corner.x + view.size.x;
        canvas.drawText({fits_right ? center.x + gap : center.x - gap - width, center.y - 5 * unit}, mark.label, style);
    }
}

std::vector<LegendItem> listLegend(const PictureOptions& options)
{
    std::vector<LegendItem> items;
    if (!options.free_segments.empty() && !options.free_name.empty())
        items.push_back({.color = palette::kFreeInterval, .label = options.free_name});
    for (std::size_t i = 0; i < options.paths.size(); ++i)
        if (!options.paths[i].label.empty())
            items.push_back({.color = pathColor(i), .label = options.paths[i].label, .is_band = options.paths[i].radius > 0});
    return items;
}

} // namespace clearway
