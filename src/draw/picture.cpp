// SPDX-License-Identifier: MIT
// Splits what is to be drawn into layers, one panel each, and paints them from back to front.
#include <clearway/native/picture.h>

#include <algorithm>

#include "base/errors.h"
#include "draw/canvas.h"
#include "draw/cell_tints.h"
#include "draw/heat_colors.h"
#include "draw/map_drawing.h"
#include "draw/palette.h"
#include "draw/path_drawing.h"
#include "draw/picture_frame.h"
#include "draw/sheet.h"

namespace clearway {
namespace {

/// What one panel shows.
struct LayerContent
{
    int layer = 0;
    std::vector<CellId> cells;
    std::vector<PortalId> portals;
    std::vector<Segment> edges;
};

/// Paints the panels of one mesh.
class MeshPainter
{
public:
    MeshPainter(const NavMesh& mesh, const PictureOptions& options);
    void paint(Canvas& canvas, const MapView& view, double unit, const LayerContent& content) const;
    HeatLegend heatLegend() const
    {
        if (options_.clearance_limit > 0) return {"distance to the nearest wall (m)", 0, options_.clearance_limit, false};
        return heat_.legend(options_.heat_name);
    }

private:
    void fill(Canvas& canvas, const MapView& view, std::span<const CellId> cells) const;
    void drawIds(Canvas& canvas, const MapView& view, double unit, std::span<const CellId> cells) const;

    const NavMesh& mesh_;
    const PictureOptions& options_;
    bool has_heat_;
    HeatColors heat_;
    Proportions proportions_;
    std::vector<std::uint8_t> tints_;
};

} // namespace

static LayerContent& findLayer(std::vector<LayerContent>& contents, int layer)
{
    return *std::find_if(contents.begin(), contents.end(), [&](const LayerContent& content) { return content.layer == layer; });
}

/// One empty content for each of `layers`, lowest first; only as many as there are panels.
static std::vector<LayerContent> splitLayers(std::vector<int> layers)
{
    std::sort(layers.begin(), layers.end());
    layers.erase(std::unique(layers.begin(), layers.end()), layers.end());
    if (layers.size() > Sheet::kMaxPanels) layers.resize(Sheet::kMaxPanels);
    std::vector<LayerContent> contents;
    for (int layer : layers) contents.push_back({.layer = layer, .cells = {}, .portals = {}, .edges = {}});
    return contents;
}

static std::vector<LayerContent> splitLayers(const NavMesh& mesh)
{
    std::vector<int> layers;
    for (const NavMesh::Cell& cell : mesh.cells())
        if (layers.empty() || layers.back() != cell.layer) layers.push_back(cell.layer);
    std::vector<LayerContent> contents = splitLayers(std::move(layers));
    const int last = contents.empty() ? -1 : contents.back().layer;
    for (CellId cell = 0; cell < mesh.cells().size(); ++cell)
        if (mesh.cells()[cell].layer <= last) findLayer(contents, mesh.cells()[cell].layer).cells.push_back(cell);
    for (PortalId portal = 0; portal < mesh.portals().size(); ++portal)
    {
        // A portal between layers is seen on both.
        const NavMesh::Portal& ends = mesh.portals()[portal];
        const int left = mesh.cells()[ends.left].layer;
        const int right = mesh.cells()[ends.right].layer;
        if (left <= last) findLayer(contents, left).portals.push_back(portal);
        if (right != left && right <= last) findLayer(contents, right).portals.push_back(portal);
    }
    for (const NavMesh::Obstacle& obstacle : mesh.obstacles())
        for (LayerContent& content : contents)
            if (content.layer == obstacle.layer) content.edges.push_back(obstacle.segment);
    return contents;
}

/// What lies on top of everything else.
static void drawOverlays(Canvas& canvas, const MapView& view, double unit, const PictureOptions& options)
{
    if (options.free_segments.empty() && options.paths.empty() && options.marks.empty()) return;
    canvas.beginClip(view.corner, view.size);
    drawFreeSegments(canvas, view, options.free_segments, unit);
    drawPaths(canvas, view, options.paths, unit);
    drawMarks(canvas, view, options.marks, unit);
    canvas.endClip();
}

static Proportions computeProportions(const NavMesh& mesh)
{
    std::vector<double> edge_lengths;
    std::vector<double> portal_lengths;
    for (const NavMesh::Obstacle& obstacle : mesh.obstacles())
        edge_lengths.push_back(distance(obstacle.segment.a, obstacle.segment.b));
    for (const NavMesh::Portal& portal : mesh.portals())
        portal_lengths.push_back(distance(mesh.segment(portal).a, mesh.segment(portal).b));
    return computeProportions(std::move(edge_lengths), std::move(portal_lengths), mesh.area());
}

MeshPainter::MeshPainter(const NavMesh& mesh, const PictureOptions& options)
    : mesh_(mesh),
      options_(options),
      has_heat_(!options.heat.empty() || options.clearance_limit > 0),
      heat_(options.heat, options.heat_scale),
      proportions_(computeProportions(mesh))
{
    if (!has_heat_) tints_ = computeCellTints(mesh, palette::kTints.size());
}

void MeshPainter::fill(Canvas& canvas, const MapView& view, std::span<const CellId> cells) const
{
    if (has_heat_)
        fillCells(
            canvas, view, mesh_, cells, HeatColors::kLevels + 1, [&](CellId cell) { return heat_.level(options_.heat[cell]); },
            [&](std::size_t level) { return heat_.color(level); });
    else
        fillCells(
            canvas, view, mesh_, cells, palette::kTints.size(), [&](CellId cell) { return std::size_t{tints_[cell]}; },
            [](std::size_t tint) { return palette::kTints[tint]; });
}

void MeshPainter::paint(Canvas& canvas, const MapView& view, double unit, const LayerContent& content) const
{
    const Backdrop backdrop = has_heat_ ? Backdrop::heat : Backdrop::tints;
    const LineStyle style = computeLineStyle(proportions_, view.scale, unit, backdrop);
    drawGround(canvas, view);
    if (options_.clearance_limit > 0)
    {
        addCells(canvas, view, mesh_, content.cells);
        shadeClearance(canvas, view, content.edges, options_.clearance_limit);
    }
    else
        fill(canvas, view, content.cells);
    if (options_.draw_portals) drawPortals(canvas, view, mesh_, content.portals, style.portal, backdrop);
    drawEdges(canvas, view, content.edges, style.edge);
    if (options_.draw_ids) drawIds(canvas, view, unit, content.cells);
    drawOverlays(canvas, view, unit, options_);
}

void MeshPainter::drawIds(Canvas& canvas, const MapView& view, double unit, std::span<const CellId> cells) const
{
    for (CellId cell : cells)
    {
        const bool is_dark =
            options_.clearance_limit > 0 || (has_heat_ && heat_.level(options_.heat[cell]) < HeatColors::kLevels / 2);
        drawId(canvas, view, mesh_, cell, is_dark ? palette::kPage : palette::kInk, unit);
    }
}

static PictureFrame makeFrame(const PictureOptions& options, const Box2& world, std::size_t layer_count, const std::string& title,
                              const std::string& subtitle)
{
    return {.width = options.width,
            .world = world,
            .layer_count = layer_count,
            .has_bands = options.draw_legend,
            .has_heat = !options.heat.empty() || options.clearance_limit > 0,
            .legend = listLegend(options),
            .title = title,
            .subtitle = subtitle};
}

Result<void> savePicture(const NavMesh& mesh, const std::string& path, const PictureOptions& options)
{
    if (!options.heat.empty() && options.heat.size() != mesh.cells().size())
        return makeError("the heat has " + formatCount(options.heat.size(), "value", "values") + " but the mesh has " +
                             formatCount(mesh.cells().size(), "cell", "cells") + ": give one value per cell.",
                         inFile(path));
    const std::vector<LayerContent> contents = splitLayers(mesh);
    const MeshPainter painter(mesh, options);
    const auto paint = [&](Canvas& canvas, const Sheet& sheet, double legend_left) {
        for (std::size_t i = 0; i < contents.size(); ++i)
        {
            painter.paint(canvas, sheet.panels[i], sheet.unit, contents[i]);
            drawLayerName(canvas, sheet, i, contents[i].layer);
        }
        const bool has_heat = !options.heat.empty() || options.clearance_limit > 0;
        if (has_heat && sheet.has_bands) drawHeatLegend(canvas, sheet, painter.heatLegend(), legend_left);
    };
    const std::string subtitle = formatCount(mesh.cells().size(), "cell", "cells") + " · " +
                                 formatCount(mesh.portals().size(), "portal", "portals") + " · " +
                                 formatCount(mesh.vertices().size(), "vertex", "vertices");
    const std::string title = options.title.empty() ? "navigation mesh" : options.title;
    return savePainted(path, makeFrame(options, mesh.bounds(), contents.size(), title, subtitle), paint);
}

Result<void> savePicture(const Scene& scene, const std::string& path, const PictureOptions& options)
{
    std::vector<int> layers;
    for (const Scene::Area& area : scene.areas()) layers.push_back(area.layer);
    std::vector<LayerContent> contents = splitLayers(std::move(layers));
    std::vector<double> edge_lengths;
    for (std::uint32_t vertex = 0; vertex < scene.points().size(); ++vertex)
        edge_lengths.push_back(distance(scene.edge(vertex).a, scene.edge(vertex).b));
    const Proportions proportions = computeProportions(std::move(edge_lengths), {}, scene.area());
    std::size_t hole_count = 0;
    for (const Scene::RingRange& ring : scene.rings()) hole_count += ring.is_hole;

    const auto paint = [&](Canvas& canvas, const Sheet& sheet, double) {
        for (std::size_t i = 0; i < contents.size(); ++i)
        {
            const MapView& view = sheet.panels[i];
            const LineStyle style = computeLineStyle(proportions, view.scale, sheet.unit, Backdrop::tints);
            const auto addRings = [&] {
                for (const Scene::RingRange& ring : scene.rings())
                {
                    if (scene.areas()[ring.area].layer != contents[i].layer) continue;
                    const std::span<const Vec2> points = scene.points(ring);
                    canvas.moveTo(view.toPixel(points[0]));
                    for (Vec2 p : points.subspan(1)) canvas.lineTo(view.toPixel(p));
                    canvas.closePath();
                }
            };
            drawGround(canvas, view);
            addRings();
            canvas.fill(palette::kFree);
            addRings();
            canvas.stroke(style.edge);
            drawOverlays(canvas, view, sheet.unit, options);
            drawLayerName(canvas, sheet, i, contents[i].layer);
        }
    };
    const std::string subtitle = formatCount(scene.areas().size(), "area", "areas") + " · " +
                                 formatCount(hole_count, "hole", "holes") + " · " +
                                 formatCount(scene.points().size(), "vertex", "vertices");
    const std::string title = !options.title.empty() ? options.title : scene.name().empty() ? "scene" : scene.name();
    return savePainted(path, makeFrame(options, scene.bounds(), contents.size(), title, subtitle), paint);
}

} // namespace clearway
