// SPDX-License-Identifier: MIT
#include "draw/map_drawing.h"

#include <algorithm>
#include <string>

#include <clearway/geometry/polygon.h>

namespace clearway {

static double computeMedian(std::vector<double> values)
{
    if (values.empty()) return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

Proportions computeProportions(std::vector<double> edge_lengths, std::vector<double> portal_lengths, double area)
{
    Proportions proportions;
    double boundary = 0;
    for (double length : edge_lengths) boundary += length;
    proportions.thickness = 2 * area / std::max(boundary, 1e-300);
    proportions.edge_length = computeMedian(std::move(edge_lengths));
    proportions.portal_length = computeMedian(std::move(portal_lengths));
    return proportions;
}

LineStyle computeLineStyle(const Proportions& proportions, double scale, double unit, Backdrop backdrop)
{
    const double edge_pixels = proportions.edge_length * scale;
    const double portal_pixels = proportions.portal_length * scale;
    LineStyle style;
    // Where everything is a few pixels long, lines get thinner and lighter: shapes are then told by their filling.
    double edge_width = std::clamp(0.12 * edge_pixels, 0.55, 1.8 * unit);
    edge_width = std::min(edge_width, std::max(0.12 * proportions.thickness * scale, 0.05));
    style.edge = {.color = palette::kEdge.withAlpha(edge_pixels < 4 ? 0.8 : 1), .width = edge_width};
    const double portal_width = std::clamp(0.04 * portal_pixels, 0.25, 1.4 * unit);
    const double alpha = std::clamp(0.25 + 0.03 * portal_pixels, 0.25, 0.9);
    style.portal = {.color = (backdrop == Backdrop::heat ? palette::kPortalOnHeat : palette::kPortal).withAlpha(alpha),
                    .width = portal_width};
    if (portal_pixels > 14) style.portal.dash = 4.5 * portal_width;
    return style;
}

void drawGround(Canvas& canvas, const MapView& view)
{
    canvas.addRectangle(view.corner, view.size);
    canvas.fill(palette::kSolid);
}

void drawEdges(Canvas& canvas, const MapView& view, std::span<const Segment> edges, const Stroke& stroke)
{
    for (std::size_t i = 0; i < edges.size();)
    {
        const std::size_t first = i;
        canvas.moveTo(view.toPixel(edges[i].a));
        do
        {
            const bool closes = edges[i].b == edges[first].a;
            if (closes)
                canvas.closePath();
            else
                canvas.lineTo(view.toPixel(edges[i].b));
            ++i;
            if (closes) break;
        } while (i < edges.size() && edges[i].a == edges[i - 1].b);
    }
    if (!edges.empty()) canvas.stroke(stroke);
}

static void addCell(Canvas& canvas, const MapView& view, const NavMesh& mesh, CellId cell)
{
    const std::uint32_t corner_count = mesh.cells()[cell].side_count;
    canvas.moveTo(view.toPixel(mesh.corner(cell, 0)));
    for (std::uint32_t i = 1; i < corner_count; ++i) canvas.lineTo(view.toPixel(mesh.corner(cell, i)));
    canvas.closePath();
}

void addCells(Canvas& canvas, const MapView& view, const NavMesh& mesh, std::span<const CellId> cells)
{
    for (CellId cell : cells) addCell(canvas, view, mesh, cell);
}

void fillCells(Canvas& canvas, const MapView& view, const NavMesh& mesh, std::span<const CellId> cells, std::size_t group_count,
               const std::function<std::size_t(CellId)>& group, const std::function<Color(std::size_t)>& color)
{
    constexpr double kSealWidth = 0.5;
    std::vector<std::vector<CellId>> groups(group_count);
    for (CellId cell : cells) groups[group(cell)].push_back(cell);
    for (std::size_t i = 0; i < group_count; ++i)
    {
        addCells(canvas, view, mesh, groups[i]);
        if (!groups[i].empty()) canvas.fillAndSeal(color(i), kSealWidth);
    }
}

void drawPortals(Canvas& canvas, const MapView& view, const NavMesh& mesh, std::span<const PortalId> portals,
                 const Stroke& stroke, Backdrop backdrop)
{
    if (portals.empty()) return;
    const auto draw = [&](const Stroke& line) {
        for (PortalId portal : portals)
        {
            const Segment segment = mesh.segment(mesh.portals()[portal]);
            canvas.moveTo(view.toPixel(segment.a));
            canvas.lineTo(view.toPixel(segment.b));
        }
        canvas.stroke(line);
    };
    if (backdrop == Backdrop::heat) draw({.color = palette::kPortalShade, .width = stroke.width});
    draw(stroke);
}

static bool segmentMeetsBox(Vec2 a, Vec2 b, const Box2& box)
{
    // Clipping of the segment's parameter by the four sides.
    double low = 0;
    double high = 1;
    const auto clip = [&](double start, double delta, double min, double max) {
        if (delta == 0) return start >= min && start <= max;
        const double t0 = (min - start) / delta;
        const double t1 = (max - start) / delta;
        low = std::max(low, std::min(t0, t1));
        high = std::min(high, std::max(t0, t1));
        return low <= high;
    };
    return clip(a.x, b.x - a.x, box.min.x, box.max.x) && clip(a.y, b.y - a.y, box.min.y, box.max.y);
}

/// Whether a box around `center` (pixels) lies inside the ring (pixels).
static bool hasRoom(std::span<const Vec2> ring, Vec2 center, Vec2 size)
{
    if (classifyPoint(ring, center) != Side::inside) return false;
    const Box2 box = {center - size / 2, center + size / 2};
    for (std::size_t i = 0; i < ring.size(); ++i)
        if (segmentMeetsBox(ring[i], ring[(i + 1) % ring.size()], box)) return false;
    return true;
}

void drawId(Canvas& canvas, const MapView& view, const NavMesh& mesh, CellId cell, const Color& color, double unit)
{
    std::vector<Vec2> ring;
    for (std::uint32_t i = 0; i < mesh.cells()[cell].side_count; ++i) ring.push_back(view.toPixel(mesh.corner(cell, i)));
    const Box2 bounds = computeBounds(ring);
    const std::string text = std::to_string(cell);
    const Vec2 center = computeCentroid(ring);
    for (double size : {14.0, 11.0, 8.0, 6.0})
    {
        const TextStyle style = {.size = size * unit, .color = color, .align = TextAlign::center};
        if (style.size < 4 || bounds.size().y < style.size) continue;
        const Vec2 room = {canvas.measureText(text, style) + 0.3 * style.size, style.size};
        if (!hasRoom(ring, center, room)) continue;
        canvas.drawText({center.x, center.y + 0.36 * style.size}, text, style);
        return;
    }
}

} // namespace clearway
