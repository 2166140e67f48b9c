// SPDX-License-Identifier: MIT
#include "draw/plot.h"

#include <algorithm>
#include <cmath>

#include "draw/sheet.h"

namespace clearway {
namespace {

/// One axis: from 0 to `high` in steps of `step`.
struct Axis
{
    double step = 1;
    double high = 1;
};

struct PlotFrame
{
    Vec2 corner; ///< top left; pixels
    Vec2 size;
    Axis x;
    Axis y;

    Vec2 toPixel(Vec2 p) const { return {corner.x + p.x / x.high * size.x, corner.y + (1 - p.y / y.high) * size.y}; }
};

} // namespace

static Axis makeAxis(double largest, double tick_count)
{
    if (!(largest > 0) || !std::isfinite(largest)) return {0.5, 1};
    const double step = computeRoundLength(largest / tick_count * 1.999);
    return {step, step * std::ceil(largest / step - 1e-9)};
}

static void drawAxes(Canvas& canvas, const PlotFrame& frame, double unit, const std::string& x_name)
{
    const Stroke grid = {.color = palette::kMutedInk.withAlpha(0.18), .width = 0.8 * unit};
    TextStyle text = {.size = 11 * unit, .color = palette::kMutedInk, .align = TextAlign::right};
    for (int i = 0; i * frame.y.step <= frame.y.high * (1 + 1e-9); ++i)
    {
        const Vec2 left = frame.toPixel({0, i * frame.y.step});
        canvas.moveTo(left);
        canvas.lineTo({frame.corner.x + frame.size.x, left.y});
        canvas.stroke(grid);
        canvas.drawText({left.x - 7 * unit, left.y + 4 * unit}, formatValue(i * frame.y.step), text);
    }
    text.align = TextAlign::center;
    for (int i = 0; i * frame.x.step <= frame.x.high * (1 + 1e-9); ++i)
    {
        const Vec2 bottom = frame.toPixel({i * frame.x.step, 0});
        canvas.moveTo(bottom);
        canvas.lineTo({bottom.x, bottom.y + 4 * unit});
        canvas.stroke({.color = palette::kMutedInk, .width = 1 * unit});
        canvas.drawText({bottom.x, bottom.y + 17 * unit}, formatValue(i * frame.x.step), text);
    }
    canvas.moveTo(frame.toPixel({0, 0}));
    canvas.lineTo(frame.toPixel({frame.x.high, 0}));
    canvas.stroke({.color = palette::kMutedInk, .width = 1 * unit});
    text.align = TextAlign::right;
    canvas.drawText({frame.corner.x + frame.size.x, frame.corner.y + frame.size.y + 33 * unit}, x_name, text);
}

static void drawSeries(Canvas& canvas, const PlotFrame& frame, double unit, const PlotSeries& series)
{
    if (series.points.empty()) return;
    if (series.is_scatter)
    {
        for (Vec2 p : series.points) canvas.addDisc(frame.toPixel(p), 2.2 * unit);
        canvas.fill(series.color.withAlpha(0.45 * series.color.a));
        return;
    }
    canvas.moveTo(frame.toPixel(series.points.front()));
    for (Vec2 p : series.points) canvas.lineTo(frame.toPixel(p));
    canvas.stroke({.color = series.color, .width = 1.8 * unit});
}

void drawPlot(Canvas& canvas, Vec2 corner, Vec2 size, double unit, const Plot& plot)
{
    Vec2 largest;
    for (const PlotSeries& series : plot.series)
        for (Vec2 p : series.points) largest = {std::max(largest.x, p.x), std::max(largest.y, p.y)};
    PlotFrame frame;
    frame.corner = corner + Vec2{48 * unit, 30 * unit};
    frame.size = size - Vec2{56 * unit, 70 * unit};
    frame.x = makeAxis(largest.x, std::max(frame.size.x / (90 * unit), 2.0));
    frame.x.high = largest.x > 0 ? largest.x : 1; // time ends where it ends
    frame.y = makeAxis(largest.y, std::max(frame.size.y / (48 * unit), 2.0));
    canvas.drawText({corner.x, corner.y + 13 * unit}, plot.title, {.size = 13.5 * unit, .bold = true});
    drawAxes(canvas, frame, unit, plot.x_name);
    double right = corner.x + size.x - 8 * unit;
    for (const PlotSeries& series : plot.series)
    {
        drawSeries(canvas, frame, unit, series);
        if (series.label.empty()) continue;
        const TextStyle style = {.size = 12 * unit, .color = series.color, .align = TextAlign::right, .bold = true};
        const std::string label = canvas.fitText(series.label, style, 0.4 * size.x);
        if (right - canvas.measureText(label, style) < corner.x + 0.4 * size.x) continue;
        canvas.drawText({right, corner.y + 13 * unit}, label, style);
        right -= canvas.measureText(label, style) + 14 * unit;
    }
}

} // namespace clearway
