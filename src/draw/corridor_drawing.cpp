// SPDX-License-Identifier: MIT
#include "draw/corridor_drawing.h"
#include "draw/path_drawing.h"

#include <algorithm>
#include <cmath>

#include "draw/palette.h"

namespace clearway {

static Color wayColor(std::size_t index) { return palette::kPaths[index % palette::kPaths.size()]; }

/// From one sample to the next. Where one of the nearest obstacles is a point and the other moves along a wall, the curve between
/// is a parabola. Its tangents are the perpendicular bisectors between the point and its mirror images on the wall, so those of
/// both ends meet in the centre of the circle through all three.
static void addCurve(Canvas& canvas, const MapView& view, const CorridorMap::Sample& from, const CorridorMap::Sample& to)
{
    const bool left_stays = from.left == to.left, right_stays = from.right == to.right;
    if (left_stays != right_stays)
    {
        const Vec2 focus = left_stays ? from.left : from.right;
        const Vec2 a = (left_stays ? from.right : from.left) - focus;
        const Vec2 b = (left_stays ? to.right : to.left) - focus;
        const double area = 2 * cross(a, b);
        const Vec2 control = focus + Vec2{b.y * lengthSq(a) - a.y * lengthSq(b), a.x * lengthSq(b) - b.x * lengthSq(a)} / area;
        // Where a branch was cut or two curves were joined, the obstacles change between the samples.
        const double chord = distance(from.position, to.position);
        if (isFinite(control) && distance(control, from.position) <= chord && distance(control, to.position) <= chord)
            return canvas.parabolaTo(view.toPixel(control), view.toPixel(to.position));
    }
    canvas.lineTo(view.toPixel(to.position));
}

void appendDistinctBalls(std::span<const CorridorMap::Sample> row, std::vector<CorridorMap::Sample>& balls)
{
    for (std::size_t i = 0, last = 0; i < row.size(); ++i)
    {
        const double step = 0.8 * std::min(row[i].clearance, row[last].clearance);
        if (i > 0 && i + 1 < row.size() && distance(row[i].position, row[last].position) < step) continue;
        balls.push_back(row[i]);
        last = i;
    }
}

void drawBalls(Canvas& canvas, const MapView& view, std::span<const CorridorMap::Sample> balls, const Color& color,
               const Stroke& circle)
{
    const auto addAll = [&] {
        for (const CorridorMap::Sample& ball : balls) canvas.addDisc(view.toPixel(ball.position), ball.clearance * view.scale);
    };
    if (balls.empty()) return;
    addAll();
    canvas.fill(color);
    if (circle.width <= 0) return;
    addAll();
    canvas.stroke(circle);
}

void drawNearest(Canvas& canvas, const MapView& view, std::span<const CorridorMap::Sample> balls, const Stroke& stroke)
{
    if (balls.empty()) return;
    for (const CorridorMap::Sample& ball : balls)
    {
        canvas.moveTo(view.toPixel(ball.left));
        canvas.lineTo(view.toPixel(ball.position));
        canvas.lineTo(view.toPixel(ball.right));
    }
    canvas.stroke(stroke);
}

void drawEdgeCurves(Canvas& canvas, const MapView& view, const CorridorMap& map, int layer, const HeatColors& heat, double width)
{
    constexpr std::size_t kColors = 32;
    struct Piece
    {
        const CorridorMap::Sample* from;
        const CorridorMap::Sample* to;
    };
    std::vector<std::vector<Piece>> pieces(kColors);
    for (const CorridorMap::Edge& edge : map.edges())
    {
        if (map.vertices()[edge.a].layer != layer) continue;
        const auto samples = map.samples(edge);
        for (std::size_t i = 1; i < samples.size(); ++i)
        {
            const std::size_t level = heat.level((samples[i - 1].clearance + samples[i].clearance) / 2);
            pieces[std::min(level * kColors / HeatColors::kLevels, kColors - 1)].push_back({&samples[i - 1], &samples[i]});
        }
    }
    const auto draw = [&](const std::vector<Piece>& row, const Stroke& stroke) {
        for (const Piece& piece : row)
        {
            canvas.moveTo(view.toPixel(piece.from->position));
            addCurve(canvas, view, *piece.from, *piece.to);
        }
        if (!row.empty()) canvas.stroke(stroke);
    };
    // A dark edge under the colours, so that the bright ones show on bright ground.
    for (const std::vector<Piece>& row : pieces) draw(row, {.color = palette::kInk, .width = 1.7 * width});
    for (std::size_t i = 0; i < kColors; ++i)
        draw(pieces[i], {.color = heat.color(i * (HeatColors::kLevels - 1) / (kColors - 1)), .width = width});
}

void drawEdgeCurves(Canvas& canvas, const MapView& view, const CorridorMap& map, int layer, const Stroke& stroke)
{
    bool has_any = false;
    for (const CorridorMap::Edge& edge : map.edges())
    {
        if (map.vertices()[edge.a].layer != layer || edge.is_branch) continue;
        const auto samples = map.samples(edge);
        canvas.moveTo(view.toPixel(samples[0].position));
        for (std::size_t i = 1; i < samples.size(); ++i) addCurve(canvas, view, samples[i - 1], samples[i]);
        has_any = true;
    }
    if (has_any) canvas.stroke(stroke);
}

void drawWays(Canvas& canvas, const MapView& view, std::span<const DrawnWay> ways, double unit)
{
    for (std::size_t i = ways.size(); i-- > 0;)
    {
        // Bands need every ball, circles only those that can be told apart.
        drawBalls(canvas, view, ways[i].balls, wayColor(i).withAlpha(ways.size() > 1 ? 0.12 : 0.16), {.color = {}, .width = 0});
        std::vector<CorridorMap::Sample> distinct;
        appendDistinctBalls(ways[i].balls, distinct);
        drawBalls(canvas, view, distinct, wayColor(i).withAlpha(0), {.color = wayColor(i).withAlpha(0.45), .width = 0.7 * unit});
    }
    for (std::size_t i = ways.size(); i-- > 0;)
    {
        if (ways[i].pieces.empty() || !(ways[i].radius > 0)) continue;
        addPath(canvas, view, ways[i].pieces);
        canvas.stroke({.color = wayColor(i).withAlpha(0.3), .width = 2 * ways[i].radius * view.scale});
    }
    for (std::size_t i = ways.size(); i-- > 0;)
    {
        if (ways[i].pieces.empty()) continue;
        addPath(canvas, view, ways[i].pieces);
        canvas.stroke({.color = palette::kPage, .width = 4 * unit});
        addPath(canvas, view, ways[i].pieces);
        canvas.stroke({.color = wayColor(i), .width = 2.4 * unit});
        canvas.addDisc(view.toPixel(planar(ways[i].pieces.front().from)), 4 * unit);
        canvas.addDisc(view.toPixel(planar(ways[i].pieces.back().to)), 4 * unit);
        canvas.fill(wayColor(i));
    }
}

std::vector<LegendItem> listLegend(std::span<const DrawnWay> ways)
{
    std::vector<LegendItem> items;
    for (std::size_t i = 0; i < ways.size(); ++i)
        if (!ways[i].label.empty())
            items.push_back({.color = wayColor(i), .label = ways[i].label, .is_band = !ways[i].balls.empty()});
    return items;
}

} // namespace clearway
