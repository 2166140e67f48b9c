// SPDX-License-Identifier: MIT
// Free space from the walls of the diagram, then balls, edges, walls, ways and marks, from back to front.
#include <clearway/native/corridor_picture.h>

#include <algorithm>
#include <limits>

#include <clearway/geometry/polygon.h>

#include "draw/corridor_drawing.h"
#include "draw/map_drawing.h"
#include "draw/palette.h"
#include "draw/path_drawing.h"
#include "draw/picture_frame.h"

namespace clearway {
namespace {

/// What one panel shows.
struct CorridorLayer
{
    int layer = 0;
    std::vector<Ring> rings; ///< the walls, free space on the left
    std::vector<CorridorMap::Sample> balls;
};

/// Walls one after the other, as the diagram links them; notches between them are points.
std::vector<Ring> traceRings(const VoronoiDiagram& diagram, int layer)
{
    const auto sites = diagram.sites();
    std::vector<bool> is_traced(sites.size());
    std::vector<Ring> rings;
    for (std::uint32_t start = 0; start < sites.size(); ++start)
    {
        if (sites[start].layer != layer || sites[start].kind != VoronoiDiagram::Site::Kind::segment || is_traced[start]) continue;
        Ring ring;
        for (std::uint32_t i = start; i != kNone && !is_traced[i]; i = sites[i].next)
        {
            is_traced[i] = true;
            if (sites[i].kind == VoronoiDiagram::Site::Kind::segment) ring.push_back(sites[i].shape.a);
        }
        rings.push_back(std::move(ring));
    }
    return rings;
}

std::vector<CorridorLayer> splitLayers(const CorridorMap& map, const CorridorPictureOptions& options)
{
    std::vector<int> numbers;
    for (const VoronoiDiagram::Site& site : map.diagram().sites())
        if (numbers.empty() || numbers.back() != site.layer) numbers.push_back(site.layer); // they come in order
    if (numbers.size() > Sheet::kMaxPanels) numbers.resize(Sheet::kMaxPanels);
    std::vector<CorridorLayer> layers;
    for (int number : numbers)
    {
        CorridorLayer layer{number, traceRings(map.diagram(), number), {}};
        if (options.draw_balls || options.draw_nearest)
            for (const CorridorMap::Edge& edge : map.edges())
                if (map.vertices()[edge.a].layer == number) appendDistinctBalls(map.samples(edge), layer.balls);
        layers.push_back(std::move(layer));
    }
    return layers;
}

Proportions measureLayers(const std::vector<CorridorLayer>& layers)
{
    std::vector<double> lengths;
    double area = 0;
    for (const CorridorLayer& layer : layers)
        for (const Ring& ring : layer.rings)
        {
            area += computeSignedArea(ring);
            for (std::size_t i = 0; i < ring.size(); ++i) lengths.push_back(distance(ring[i], ring[(i + 1) % ring.size()]));
        }
    return computeProportions(std::move(lengths), {}, area);
}

/// The lines of edges: thin where corridors are a few pixels wide.
double computeEdgeWidth(const Proportions& proportions, double scale, double unit)
{
    return std::clamp(0.06 * proportions.thickness * scale, 0.4, 2.2 * unit);
}

void paintLayer(Canvas& canvas, const MapView& view, double unit, const CorridorMap& map, const CorridorLayer& layer,
                const Proportions& proportions, const HeatColors& heat, const CorridorPictureOptions& options)
{
    const auto addRings = [&] {
        for (const Ring& ring : layer.rings)
        {
            canvas.moveTo(view.toPixel(ring[0]));
            for (Vec2 p : std::span(ring).subspan(1)) canvas.lineTo(view.toPixel(p));
            canvas.closePath();
        }
    };
    const LineStyle style = computeLineStyle(proportions, view.scale, unit, Backdrop::tints);
    const double width = computeEdgeWidth(proportions, view.scale, unit);
    // The map steps back where ways are to be seen.
    const double strength = options.ways.empty() ? 1 : 0.45;
    drawGround(canvas, view);
    addRings();
    canvas.fill(palette::kFree);
    if (options.draw_balls)
        drawBalls(canvas, view, layer.balls, palette::kBall.withAlpha(strength),
                  {.color = palette::kBallEdge.withAlpha(0.5 * strength), .width = 0.3 * width});
    if (options.draw_nearest)
        drawNearest(canvas, view, layer.balls, {.color = palette::kMutedInk.withAlpha(0.6), .width = 0.3 * width});
    addRings();
    canvas.stroke(style.edge);
    canvas.beginClip(view.corner, view.size);
    if (options.draw_edges && options.ways.empty()) drawEdgeCurves(canvas, view, map, layer.layer, heat, width);
    if (options.draw_edges && !options.ways.empty())
        drawEdgeCurves(canvas, view, map, layer.layer, {.color = palette::kMutedInk.withAlpha(0.5), .width = 0.5 * width});
    drawWays(canvas, view, options.ways, unit);
    drawMarks(canvas, view, options.marks, unit);
    canvas.endClip();
}

} // namespace

Result<void> saveCorridorPicture(const CorridorMap& map, const std::string& path, const CorridorPictureOptions& options)
{
    const std::vector<CorridorLayer> layers = splitLayers(map, options);
    const Proportions proportions = measureLayers(layers);
    Box2 world;
    for (const VoronoiDiagram::Site& site : map.diagram().sites())
    {
        world.add(site.shape.a);
        world.add(site.shape.b);
    }
    std::vector<double> clearances;
    for (const CorridorMap::Sample& sample : map.samples()) clearances.push_back(sample.clearance);
    const HeatColors heat(clearances, HeatScale::automatic);
    const bool has_heat = options.draw_edges && options.ways.empty() && !clearances.empty();
    const auto paint = [&](Canvas& canvas, const Sheet& sheet, double legend_left) {
        for (std::size_t i = 0; i < layers.size(); ++i)
        {
            paintLayer(canvas, sheet.panels[i], sheet.unit, map, layers[i], proportions, heat, options);
            drawLayerName(canvas, sheet, i, layers[i].layer);
        }
        if (has_heat && sheet.has_bands) drawHeatLegend(canvas, sheet, heat.legend("clearance (m)"), legend_left);
    };
    PictureFrame frame;
    frame.width = options.width;
    frame.world = world;
    frame.layer_count = layers.size();
    frame.has_bands = options.draw_legend;
    frame.has_heat = has_heat;
    frame.legend = listLegend(options.ways);
    frame.title = options.title.empty() ? "corridor map" : options.title;
    frame.subtitle = formatCount(map.edges().size(), "edge", "edges") + " · " +
                     formatCount(map.vertices().size(), "vertex", "vertices") + " · " +
                     formatCount(map.samples().size(), "ball", "balls");
    return savePainted(path, frame, paint);
}

} // namespace clearway
