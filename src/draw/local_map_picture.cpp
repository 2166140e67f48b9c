// SPDX-License-Identifier: MIT
// Local maps and walks, one panel each.
#include <clearway/native/field_picture.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/errors.h"
#include "draw/field_drawing.h"
#include "draw/map_drawing.h"
#include "draw/palette.h"
#include "draw/picture_frame.h"

namespace clearway {
namespace {

constexpr Color kBorder = Color::fromHex(0x4a525d);   ///< b-zone
constexpr Color kRing = Color::fromHex(0xf3d9d2);     ///< f-zone
constexpr Color kObstacle = Color::fromHex(0x8a929c); ///< u-zone, blocked
constexpr Color kUnreached = Color::fromHex(0xe9e6e0);
constexpr Color kGoal = Color::fromHex(0xf2b800);
constexpr Color kCone = Color::fromHex(0x2971c6, 0.13);
constexpr Color kOther = Color::fromHex(0x7d3fa8);
constexpr Color kWay = Color::fromHex(0xc8372d);

/// A map that was computed, and the way down its potential.
struct SolvedMap
{
    LocalMap map;
    double lowest = 0;     ///< log10 of the smallest u
    std::vector<Vec2> way; ///< from the middle; metres
};

/// The way down the whole potential, as the character would go if nothing changed.
std::vector<Vec2> findWay(const DrawnLocalMap& drawn, const LocalMap& map)
{
    std::vector<std::uint8_t> is_free;
    std::vector<std::int32_t> goals;
    for (std::size_t i = 0; i < map.cells.size(); ++i)
    {
        const LocalMap::Cell cell = map.cells[i];
        is_free.push_back(cell == LocalMap::Cell::update || cell == LocalMap::Cell::open || cell == LocalMap::Cell::goal);
        if (cell == LocalMap::Cell::goal) goals.push_back(static_cast<std::int32_t>(i));
    }
    const double h = drawn.options.cell_size, corner = -0.5 * h * map.size;
    const auto grid = buildFieldGrid(map.size, map.size, is_free, {.cell_size = h, .origin = {corner, corner}});
    if (!grid) return {};
    const auto solver = buildFieldSolver(*grid, {.eps = drawn.input.eps, .v = drawn.input.v});
    if (!solver || goals.empty()) return {};
    const auto potential = solver->solve(goals);
    return potential ? computePlanarPoints(Field(*potential).findPath({0, 0})) : std::vector<Vec2>();
}

Result<std::vector<SolvedMap>> solveAll(std::span<const DrawnLocalMap> maps, const std::string& path)
{
    std::vector<SolvedMap> solved;
    for (const DrawnLocalMap& drawn : maps)
    {
        const bool is_alike =
            drawn.options.size == maps.front().options.size && drawn.options.cell_size == maps.front().options.cell_size;
        if (!is_alike) return makeError("the local maps of one picture must be of one size.", inFile(path));
        Result<LocalMap> map = computeLocalMap(drawn.input, drawn.others, drawn.walls, drawn.options);
        if (!map) return map.error();
        SolvedMap one{std::move(*map), 0, {}};
        for (const double u : one.map.u)
            if (u > 0) one.lowest = std::min(one.lowest, std::log10(u));
        one.way = findWay(drawn, one.map);
        solved.push_back(std::move(one));
    }
    return solved;
}

Color colorOf(const SolvedMap& solved, std::size_t cell)
{
    switch (solved.map.cells[cell])
    {
    case LocalMap::Cell::border: return kBorder;
    case LocalMap::Cell::obstacle: return kObstacle;
    case LocalMap::Cell::goal: return kGoal;
    case LocalMap::Cell::update:
    case LocalMap::Cell::open: break;
    }
    const double u = solved.map.u[cell];
    if (!(u > 0)) return kUnreached;
    // Pale colours: zones and lines lie over them.
    const double t = solved.lowest < 0 ? 1 - std::log10(u) / solved.lowest : 1;
    const Color heat = palette::heat(0.25 + 0.75 * t),
                paper = solved.map.cells[cell] == LocalMap::Cell::open ? kRing : palette::kPage;
    const double mix = solved.map.cells[cell] == LocalMap::Cell::open ? 0.1 : 0.65;
    return {heat.r * mix + paper.r * (1 - mix), heat.g * mix + paper.g * (1 - mix), heat.b * mix + paper.b * (1 - mix), 1};
}

void drawCells(Canvas& canvas, const MapView& view, const DrawnLocalMap& drawn, const SolvedMap& solved, double unit)
{
    const std::int32_t n = solved.map.size;
    const double h = drawn.options.cell_size, side = h * view.scale;
    for (std::int32_t i = 0; i < n * n; ++i)
    {
        const Vec2 corner = view.toPixel({(i % n - 0.5 * n) * h, (i / n - 0.5 * n + 1) * h});
        canvas.addRectangle(corner, {side, side});
        canvas.fillAndSeal(colorOf(solved, static_cast<std::size_t>(i)), 0.3);
    }
    if (side < 5 * unit) return;
    for (std::int32_t i = 1; i < n; ++i)
    {
        const double at = (i - 0.5 * n) * h, end = 0.5 * n * h;
        canvas.moveTo(view.toPixel({at, -end}));
        canvas.lineTo(view.toPixel({at, end}));
        canvas.moveTo(view.toPixel({-end, at}));
        canvas.lineTo(view.toPixel({end, at}));
    }
    canvas.stroke({.color = palette::kPage.withAlpha(0.35), .width = 0.5 * unit});
}

/// The wedge in which others are seen, up to the border of the map.
void drawCone(Canvas& canvas, const MapView& view, const DrawnLocalMap& drawn, double unit)
{
    if (drawn.options.view_degrees >= 360) return;
    const double half = drawn.options.view_degrees / 360 * std::numbers::pi;
    const double along = std::atan2(drawn.input.heading.y, drawn.input.heading.x);
    const double reach = 0.5 * drawn.options.cell_size * (drawn.options.size - 4);
    const Vec2 middle = view.toPixel({0, 0});
    const auto at = [&](double angle) { return view.toPixel(Vec2{std::cos(angle), std::sin(angle)} * reach); };
    const auto gather = [&] {
        canvas.moveTo(middle);
        canvas.lineTo(at(along - half));
        constexpr int kPieces = 48;
        for (int i = 1; i <= kPieces; ++i) canvas.lineTo(at(along - half + 2 * half * i / kPieces));
        canvas.closePath();
    };
    gather();
    canvas.fill(kCone);
    gather();
    canvas.stroke({.color = palette::kPortal.withAlpha(0.75), .width = 1.2 * unit, .dash = 5 * unit});
}

void drawLine(Canvas& canvas, const MapView& view, std::span<const Vec2> line, const Stroke& stroke)
{
    if (line.size() < 2) return;
    canvas.moveTo(view.toPixel(line[0]));
    for (const Vec2 p : line.subspan(1)) canvas.lineTo(view.toPixel(p));
    canvas.stroke(stroke);
}

void drawDisc(Canvas& canvas, const MapView& view, const Disc& disc, const Color& color, double unit)
{
    canvas.addDisc(view.toPixel(disc.center), std::max(disc.radius * view.scale, 2 * unit));
    canvas.fill(color.withAlpha(0.45));
    canvas.addDisc(view.toPixel(disc.center), std::max(disc.radius * view.scale, 2 * unit));
    canvas.stroke({.color = color, .width = 1.4 * unit});
}

void drawLabel(Canvas& canvas, const Sheet& sheet, std::size_t panel, const std::string& label)
{
    const MapView& view = sheet.panels[panel];
    const TextStyle style = {.size = 13 * sheet.unit, .color = palette::kInk, .bold = true};
    const double left = std::max(view.map_corner.x, view.corner.x);
    canvas.drawText({left, view.map_corner.y - 5 * sheet.unit}, canvas.fitText(label, style, view.size.x), style);
}

void paintMap(Canvas& canvas, const MapView& view, const DrawnLocalMap& drawn, const SolvedMap& solved, double unit)
{
    drawCells(canvas, view, drawn, solved, unit);
    const Vec2 low = view.toPixel({view.world.min.x, view.world.max.y});
    canvas.beginClip(low, view.world.size() * view.scale);
    drawCone(canvas, view, drawn, unit);
    for (const Disc& other : drawn.others.subspan(drawn.input.first_other, drawn.input.other_count))
        drawDisc(canvas, view, {other.center - drawn.input.position, other.radius}, kOther, unit);
    drawLine(canvas, view, solved.way, {.color = palette::kPage.withAlpha(0.8), .width = 4.5 * unit});
    drawLine(canvas, view, solved.way, {.color = kWay, .width = 2.4 * unit});
    drawDisc(canvas, view, {{0, 0}, drawn.input.radius}, kWay, unit);
    if (!(solved.map.direction == Vec2{}))
    {
        const Vec2 d = {solved.map.direction.x, -solved.map.direction.y};
        const Vec2 tip = view.toPixel({0, 0}) + d * (drawn.input.radius * view.scale + 16 * unit);
        canvas.moveTo(view.toPixel({0, 0}));
        canvas.lineTo(tip);
        canvas.stroke({.color = palette::kInk, .width = 2 * unit});
        addArrowHead(canvas, tip, d, 7 * unit);
        canvas.fill(palette::kInk);
    }
    canvas.endClip();
}

void paintWalk(Canvas& canvas, const MapView& view, const DrawnWalk& walk, const WalkPictureOptions& options, double unit)
{
    canvas.beginClip(view.corner, view.size);
    canvas.addRectangle(view.corner, view.size);
    canvas.fill(options.scene ? palette::kSolid : palette::kFree);
    if (options.scene)
    {
        addRings(canvas, view, *options.scene, options.layer);
        canvas.fill(palette::kFree);
        addRings(canvas, view, *options.scene, options.layer);
        canvas.stroke({.color = palette::kEdge, .width = 1.6 * unit});
    }
    for (const Disc& other : options.others) drawDisc(canvas, view, other, kOther, unit);
    double since = options.step;
    const std::vector<Vec2>& line = walk.line;
    for (std::size_t k = 0; k < line.size() && options.step > 0; ++k)
    {
        if (k > 0) since += distance(line[k - 1], line[k]);
        if (since < options.step) continue;
        since = 0;
        canvas.addDisc(view.toPixel(line[k]), walk.radius * view.scale);
        canvas.fill(kWay.withAlpha(0.16));
    }
    drawLine(canvas, view, line, {.color = kWay, .width = 2.2 * unit});
    canvas.endClip();
}

std::vector<LegendItem> listZones()
{
    return {{kBorder, "b-zone: a wall"},     {kRing, "f-zone: free"}, {kObstacle, "u-zone: blocked"}, {kGoal, "goal cells"},
            {palette::kPortal, "view cone"}, {kOther, "others"},      {kWay, "the way down"}};
}

} // namespace

Result<void> saveLocalMapPicture(std::span<const DrawnLocalMap> maps, const std::string& path,
                                 const LocalMapPictureOptions& options)
{
    if (maps.empty() || maps.size() > Sheet::kMaxPanels) return makeError("a picture shows 1 to 36 local maps.", inFile(path));
    const Result<std::vector<SolvedMap>> solved = solveAll(maps, path);
    if (!solved) return solved.error();
    const double half = 0.5 * maps.front().options.size * maps.front().options.cell_size;
    const auto paint = [&](Canvas& canvas, const Sheet& sheet, double) {
        for (std::size_t i = 0; i < maps.size(); ++i)
        {
            paintMap(canvas, sheet.panels[i], maps[i], (*solved)[i], sheet.unit);
            if (maps.size() > 1) drawLabel(canvas, sheet, i, maps[i].label);
        }
    };
    PictureFrame frame;
    frame.width = options.width;
    frame.world.add(Vec2{-half, -half});
    frame.world.add(Vec2{half, half});
    frame.layer_count = maps.size();
    frame.has_bands = options.draw_legend;
    frame.legend = listZones();
    frame.title = options.title.empty() ? "local map" : options.title;
    const std::string side = std::to_string(maps.front().options.size);
    frame.subtitle = side + " x " + side + " cells of " + formatLength(maps.front().options.cell_size);
    return savePainted(path, frame, paint);
}

Result<void> saveWalkPicture(std::span<const DrawnWalk> walks, const std::string& path, const WalkPictureOptions& options)
{
    if (walks.empty() || walks.size() > Sheet::kMaxPanels) return makeError("a picture shows 1 to 36 walks.", inFile(path));
    PictureFrame frame;
    double margin = 1;
    for (const DrawnWalk& walk : walks)
    {
        for (const Vec2 p : walk.line) frame.world.add(p);
        margin = std::max(margin, 2.5 * walk.radius);
    }
    for (const Disc& other : options.others) frame.world.add(other.center);
    if (frame.world.isEmpty()) return makeError("there is nothing to draw: no walk has a point.", inFile(path));
    frame.world.min = frame.world.min - Vec2{margin, margin};
    frame.world.max = frame.world.max + Vec2{margin, margin};
    frame.width = options.width;
    frame.layer_count = walks.size();
    frame.has_bands = options.draw_legend;
    frame.title = options.title.empty() ? "walks" : options.title;
    const auto paint = [&](Canvas& canvas, const Sheet& sheet, double) {
        for (std::size_t i = 0; i < walks.size(); ++i)
        {
            const MapView& view = sheet.panels[i];
            const double unit = sheet.unit;
            paintWalk(canvas, view, walks[i], options, unit);
            const TextStyle style = {.size = 13 * unit, .color = palette::kInk, .bold = true};
            canvas.drawText(view.corner + Vec2{0, -5 * unit}, canvas.fitText(walks[i].label, style, view.size.x), style);
        }
    };
    return savePainted(path, frame, paint);
}

} // namespace clearway
