// SPDX-License-Identifier: MIT
// Ground and terrain, trails, the fallen, formations, sketches, the living, from back to front.
#include <clearway/native/battle_picture.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <span>
#include <utility>

#include "draw/palette.h"
#include "draw/picture_frame.h"
#include "draw/run_map.h"

namespace clearway {
namespace {

constexpr Color kSwampColor = Color::fromHex(0xb9c7a0);
constexpr Color kWaterColor = Color::fromHex(0xa9cbe6);
constexpr Color kRoadColor = Color::fromHex(0xe3d9c6);
constexpr Color kOtherColor = Color::fromHex(0xd2c3d8); ///< of terrains with names of the script's own
constexpr Color kSketchColor = Color::fromHex(0x232933);

/// Red against blue, as everybody expects; then the rest of the palette.
Color teamColor(TeamId team, std::size_t team_count)
{
    constexpr std::array<Color, 6> kTeams = {Color::fromHex(0xc8382e), Color::fromHex(0x2466b0), Color::fromHex(0x2e8b57),
                                             Color::fromHex(0xb8860b), Color::fromHex(0x7b4fa3), Color::fromHex(0x3a8f96)};
    return kTeams[(team + (team_count == 1 ? 1 : 0)) % kTeams.size()];
}

Color terrainColor(Terrain terrain)
{
    switch (terrain)
    {
    case Terrain::swamp: return kSwampColor;
    case Terrain::water: return kWaterColor;
    case Terrain::road: return kRoadColor;
    case Terrain::walk: return palette::kFree;
    }
    return kOtherColor;
}

void addLine(Canvas& canvas, const MapView& view, std::span<const Vec2> points)
{
    if (points.empty()) return;
    canvas.moveTo(view.toPixel(points[0]));
    for (const Vec2 p : points.subspan(1)) canvas.lineTo(view.toPixel(p));
}

void drawTerrain(Canvas& canvas, const MapView& view, const BattleScript& script)
{
    for (const TerrainArea& area : script.terrain)
    {
        addLine(canvas, view, area.outline);
        canvas.closePath();
        canvas.fill(terrainColor(area.terrain));
    }
}

void drawTrails(Canvas& canvas, const MapView& view, const Battle& battle, const BattleTrace& trace, double unit)
{
    // The more there are the fainter they are, so that the flow of an army shows and not its threads.
    const double alpha = std::clamp(12.0 / static_cast<double>(trace.trails().size() + 12), 0.12, 0.5);
    for (const Unit& unit_of : battle.units())
    {
        if (unit_of.id > trace.trails().size()) break;
        addLine(canvas, view, trace.trails()[unit_of.id - 1]);
        canvas.stroke({.color = teamColor(unit_of.team, battle.script().teams.size()).withAlpha(alpha),
                       .width = std::max(0.6, 1.1 * unit)});
    }
}

void drawFallen(Canvas& canvas, const MapView& view, const Battle& battle, double unit)
{
    for (const Unit& fallen : battle.units())
    {
        if (fallen.isAlive()) continue;
        const Vec2 p = view.toPixel(fallen.position);
        const double arm = std::max(1.8 * unit, 0.6 * battle.script().classes[fallen.unit_class].radius * view.scale);
        for (const double side : {-1.0, 1.0})
        {
            canvas.moveTo(p + Vec2{-arm, -side * arm});
            canvas.lineTo(p + Vec2{arm, side * arm});
        }
        canvas.stroke({.color = teamColor(fallen.team, battle.script().teams.size()).withAlpha(0.75), .width = 1.1 * unit});
    }
}

void drawFormation(Canvas& canvas, const MapView& view, const BattleTrace::Formation& formation, const Color& color, double unit)
{
    for (std::size_t i = 0; i < formation.slots.size(); ++i)
    {
        canvas.moveTo(view.toPixel(formation.slots[i]));
        canvas.lineTo(view.toPixel(formation.positions[i]));
    }
    canvas.stroke({.color = color.withAlpha(0.9), .width = 1.2 * unit});
    for (std::size_t i = 0; i < formation.slots.size(); ++i)
        canvas.addDisc(view.toPixel(formation.positions[i]), formation.radii[i] * view.scale);
    canvas.fill(color.withAlpha(0.28));
    for (std::size_t i = 0; i < formation.slots.size(); ++i)
    {
        canvas.addDisc(view.toPixel(formation.slots[i]), formation.radii[i] * view.scale);
        canvas.stroke({.color = color.withAlpha(0.9), .width = 0.9 * unit});
    }
}

void drawSketch(Canvas& canvas, const MapView& view, const SketchTree& tree, double unit)
{
    for (const SketchTree::Link& link : tree.links())
    {
        addLine(canvas, view, link.points);
        canvas.stroke({.color = palette::kPage.withAlpha(0.8), .width = 5.5 * unit});
        addLine(canvas, view, link.points);
        canvas.stroke({.color = kSketchColor, .width = 2.4 * unit, .dash = 8 * unit});
    }
    for (const SketchTree::Node& node : tree.nodes())
    {
        const Vec2 p = view.toPixel(node.position);
        canvas.addDisc(p, 6 * unit);
        canvas.fill(palette::kPage);
        canvas.addDisc(p, 6 * unit);
        canvas.stroke({.color = kSketchColor, .width = 2.2 * unit});
        if (node.isStart() || node.isEnd()) continue;
        canvas.addDisc(p, 2.8 * unit);
        canvas.fill(kSketchColor);
    }
}

void drawLiving(Canvas& canvas, const MapView& view, const Battle& battle, double unit)
{
    for (const Unit& living : battle.units())
    {
        if (!living.isAlive()) continue;
        const UnitClass& unit_class = battle.script().classes[living.unit_class];
        const Vec2 p = view.toPixel(living.position);
        const double radius = std::max(unit_class.radius * view.scale, 1.6 * unit);
        canvas.addDisc(p, radius);
        canvas.fill(teamColor(living.team, battle.script().teams.size()));
        canvas.addDisc(p, radius);
        canvas.stroke({.color = palette::kPage.withAlpha(0.85), .width = 0.8 * unit});
        // Later classes of the script carry a dot, so that tanks and walkers of a size can be told apart.
        if (living.unit_class == 0) continue;
        canvas.addDisc(p, 0.35 * radius);
        canvas.fill(palette::kPage.withAlpha(0.9));
    }
}

std::vector<LegendItem> listLegend(const Battle& battle, const BattleTrace& trace)
{
    const BattleScript& script = battle.script();
    std::vector<LegendItem> items;
    for (TeamId team = 0; team < script.teams.size() && items.size() < 6; ++team)
    {
        std::size_t count = 0;
        for (const Unit& unit : battle.units()) count += unit.team == team;
        std::array<char, 64> text = {};
        std::snprintf(text.data(), text.size(), ": %zu of %zu left", battle.livingCount(team), count);
        items.push_back({teamColor(team, script.teams.size()), script.teams[team].name + text.data(), false});
    }
    std::array<bool, kMaxTerrainCount> has = {};
    for (const TerrainArea& area : script.terrain)
        if (area.terrain != Terrain::walk && !std::exchange(has[static_cast<std::size_t>(area.terrain)], true))
            items.push_back({terrainColor(area.terrain), script.terrain_names[static_cast<std::size_t>(area.terrain)], false});
    for (TeamId team = 0; team < script.teams.size(); ++team)
        if (!battle.sketch(team).isEmpty())
        {
            items.push_back({kSketchColor, "sketch", false});
            break;
        }
    if (!trace.formations().empty())
        items.push_back({palette::kMutedInk, "rings: slots of formations, filled: their owners", false});
    return items;
}

} // namespace

void BattleTrace::add(const Battle& battle, std::uint64_t stride)
{
    for (const Battle::Group& group : battle.groups())
    {
        const GroupState state = group.march->state();
        if (state != GroupState::marching && state != GroupState::arrived) continue;
        const auto [known, is_new] = seen_.try_emplace(group.number, state);
        if (!is_new && (known->second == state || state != GroupState::arrived)) continue;
        known->second = state;
        Formation formation;
        formation.team = group.team;
        formation.time = battle.time();
        for (std::size_t i = 0; i < group.members.size(); ++i)
        {
            const Unit& unit = battle.units()[group.members[i] - 1];
            formation.slots.push_back(planar(group.places[i]));
            formation.positions.push_back(unit.position);
            formation.radii.push_back(battle.script().classes[unit.unit_class].radius);
        }
        formations_.push_back(std::move(formation));
    }
    if (battle.tick() % std::max<std::uint64_t>(stride, 1) != 0) return;
    trails_.resize(battle.units().size());
    for (const Unit& unit : battle.units())
        if (unit.isAlive()) trails_[unit.id - 1].push_back(unit.position);
}

Result<void> saveBattlePicture(const Battle& battle, const BattleTrace& trace, const std::string& path,
                               const BattlePictureOptions& options)
{
    const BattleScript& script = battle.script();
    if (!battle.parts().scene)
        return Error{ErrorCode::invalid_argument,
                     "This picture shows battles in the plane: record one over a surface, and draw the run (saveRunPicture)."};
    const auto paint = [&](Canvas& canvas, const Sheet& sheet, double) {
        const MapView& view = sheet.panels[0];
        drawRunMap(canvas, sheet, *battle.parts().scene);
        canvas.beginClip(view.corner, view.size);
        drawTerrain(canvas, view, script);
        drawTrails(canvas, view, battle, trace, sheet.unit);
        drawFallen(canvas, view, battle, sheet.unit);
        for (const BattleTrace::Formation& formation : trace.formations())
            drawFormation(canvas, view, formation, teamColor(formation.team, script.teams.size()), sheet.unit);
        for (TeamId team = 0; team < script.teams.size(); ++team) drawSketch(canvas, view, battle.sketch(team), sheet.unit);
        drawLiving(canvas, view, battle, sheet.unit);
        canvas.endClip();
        // Terrain does not end where walls begin: what lies in them is painted over.
        if (!script.terrain.empty()) drawRunEdges(canvas, sheet, *battle.parts().scene);
    };
    PictureFrame frame;
    frame.width = options.width;
    frame.world = battle.parts().scene->bounds();
    frame.has_bands = options.draw_legend;
    frame.legend = listLegend(battle, trace);
    frame.title = !options.title.empty() ? options.title : script.world.name.empty() ? "battle" : script.world.name;
    frame.subtitle =
        formatCount(battle.units().size(), "unit", "units") + " · " + formatTime(battle.time()) + " · " + script.world.steering;
    return savePainted(path, frame, paint);
}

} // namespace clearway
