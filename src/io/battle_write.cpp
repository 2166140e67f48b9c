// SPDX-License-Identifier: MIT
#include <cmath>
#include <optional>
#include <span>

#include <fmt/format.h>

#include <clearway/io/battle.h>
#include <clearway/io/crowd_scenario.h>
#include <clearway/io/files.h>

#include "io/json.h"
#include "io/text.h"

namespace clearway {

namespace {

std::string quoteJson(std::string_view text)
{
    std::string quoted;
    io::appendJsonString(quoted, text);
    return quoted;
}

void appendPoint(std::string& text, Vec2 p, std::optional<double> height = {})
{
    text += '[';
    io::appendNumber(text, p.x);
    text += ", ";
    io::appendNumber(text, p.y);
    if (height)
    {
        text += ", ";
        io::appendNumber(text, *height);
    }
    text += ']';
}

void appendPoints(std::string& text, std::span<const Vec2> points, std::span<const double> heights = {})
{
    text += '[';
    for (std::size_t i = 0; i < points.size(); ++i)
    {
        if (i > 0) text += ", ";
        appendPoint(text, points[i], heights.empty() ? std::nullopt : std::optional(heights[i]));
    }
    text += ']';
}

/// "name": [ ... ] with one element per line.
template <typename T, typename Append>
void appendList(std::string& text, std::string_view name, const std::vector<T>& list, const Append& append)
{
    text += fmt::format(",\n  \"{}\": [", name);
    for (std::size_t i = 0; i < list.size(); ++i)
    {
        text += i > 0 ? ",\n    " : "\n    ";
        append(list[i]);
    }
    text += list.empty() ? "]" : "\n  ]";
}

void appendClass(std::string& text, const UnitClass& unit_class, std::span<const std::string> terrains)
{
    text += "{\"name\": " + quoteJson(unit_class.name);
    const auto number = [&text](std::string_view name, double value) {
        text += fmt::format(", \"{}\": ", name);
        io::appendNumber(text, value);
    };
    number("radius", unit_class.radius);
    number("speed", unit_class.speed);
    number("hit_points", unit_class.hit_points);
    number("range", unit_class.range);
    number("damage", unit_class.damage);
    number("cooldown", unit_class.cooldown);
    number("sight", unit_class.sight);
    text += ", \"costs\": {";
    for (std::size_t i = 0; i < terrains.size(); ++i)
    {
        text += fmt::format("{}{}: ", i > 0 ? ", " : "", quoteJson(terrains[i]));
        if (std::isfinite(unit_class.costs[i]))
            io::appendNumber(text, unit_class.costs[i]);
        else
            text += "null";
    }
    text += '}';
    if (!(unit_class.speeds == TerrainNumbers()))
    {
        text += ", \"speeds\": {";
        for (std::size_t i = 0; i < terrains.size(); ++i)
        {
            text += fmt::format("{}{}: ", i > 0 ? ", " : "", quoteJson(terrains[i]));
            io::appendNumber(text, unit_class.speeds[i]);
        }
        text += '}';
    }
    text += '}';
}

void appendSelection(std::string& text, const Command::Selection& selection)
{
    if (selection.kind == Command::Selection::Kind::listed)
    {
        text += '[';
        for (std::size_t i = 0; i < selection.units.size(); ++i)
            text += fmt::format("{}{}", i > 0 ? ", " : "", selection.units[i]);
        text += ']';
        return;
    }
    if (selection.unit_class.empty() && !selection.box)
    {
        text += "\"all\"";
        return;
    }
    text += '{';
    if (!selection.unit_class.empty()) text += "\"class\": " + quoteJson(selection.unit_class);
    if (selection.box)
    {
        text += selection.unit_class.empty() ? "\"box\": [" : ", \"box\": [";
        const double numbers[] = {selection.box->min.x, selection.box->min.y, selection.box->max.x, selection.box->max.y};
        for (std::size_t i = 0; i < 4; ++i)
        {
            if (i > 0) text += ", ";
            io::appendNumber(text, numbers[i]);
        }
        text += ']';
    }
    text += '}';
}

void appendFormation(std::string& text, const FormationOrder& formation)
{
    text += fmt::format(", \"formation\": {{\"kind\": \"{}\"", toString(formation.kind));
    if (formation.files > 0) text += fmt::format(", \"files\": {}", formation.files);
    if (!formation.points.empty())
    {
        text += ", \"points\": ";
        appendPoints(text, formation.points);
    }
    if (!(formation.drawn_facing == Vec2{1, 0}))
    {
        text += ", \"facing\": ";
        appendPoint(text, formation.drawn_facing);
    }
    text += '}';
}

void appendCommand(std::string& text, const Command& command, const BattleScript& script)
{
    const std::string team = command.team < script.teams.size() ? script.teams[command.team].name : std::string();
    text += fmt::format("{{\"tick\": {}, \"team\": {}, \"order\": \"{}\"", command.tick, quoteJson(team), toString(command.kind));
    if (command.kind != Command::Kind::sketch)
    {
        text += ", \"units\": ";
        appendSelection(text, command.units);
    }
    if (command.kind == Command::Kind::go || command.kind == Command::Kind::attack_move)
    {
        text += ", \"to\": ";
        appendPoint(text, command.point, command.height);
    }
    if (!command.stroke.empty())
    {
        text += ", \"stroke\": ";
        appendPoints(text, command.stroke);
    }
    if (command.progress != SketchFollowerOptions::Advance::first_unit) text += ", \"progress\": \"each_unit\"";
    if (command.formation) appendFormation(text, *command.formation);
    if (!(command.facing == Vec2{}))
    {
        text += ", \"facing\": ";
        appendPoint(text, command.facing);
    }
    text += '}';
}

} // namespace

std::string formatBattle(const BattleScript& script)
{
    std::string text = fmt::format("{{\n  \"battle\": {},\n  \"scenario\": ", kBattleVersion);
    std::string world = formatScenario(script.world);
    while (!world.empty() && world.back() == '\n') world.pop_back();
    for (const char c : world) text += c == '\n' ? std::string("\n  ") : std::string(1, c);
    if (script.scene_hash != 0) text += fmt::format(",\n  \"scene_hash\": \"{:016x}\"", script.scene_hash);
    text += ",\n  \"cell_size\": ";
    io::appendNumber(text, script.cell_size);
    for (std::size_t i = 0; i < script.surface.size(); ++i)
    {
        const OptionValue& value = script.surface[i].value;
        text += fmt::format("{}{}: ", i > 0 ? ", " : ",\n  \"surface\": {", quoteJson(script.surface[i].name));
        if (value.isText())
            io::appendJsonString(text, value.text());
        else
            io::appendNumber(text, value.number());
    }
    if (!script.surface.empty()) text += '}';
    const std::vector<std::string> own(script.terrain_names.begin() + kTerrainCount, script.terrain_names.end());
    if (!own.empty()) appendList(text, "terrains", own, [&text](const std::string& name) { text += quoteJson(name); });
    appendList(text, "terrain", script.terrain, [&](const TerrainArea& area) {
        text += fmt::format("{{\"terrain\": {}, \"outline\": ",
                            quoteJson(script.terrain_names[static_cast<std::size_t>(area.terrain)]));
        appendPoints(text, area.outline);
        text += '}';
    });
    appendList(text, "classes", script.classes,
               [&](const UnitClass& unit_class) { appendClass(text, unit_class, script.terrain_names); });
    appendList(text, "teams", script.teams, [&text](const Team& team) { text += quoteJson(team.name); });
    appendList(text, "units", script.units, [&](const BattleScript::Block& block) {
        text += fmt::format("{{\"team\": {}, \"class\": {}, \"positions\": ", quoteJson(script.teams[block.team].name),
                            quoteJson(script.classes[block.unit_class].name));
        appendPoints(text, block.positions, block.heights);
        text += '}';
    });
    appendList(text, "commands", script.commands, [&](const Command& command) { appendCommand(text, command, script); });
    if (script.ticks > 0) text += fmt::format(",\n  \"ticks\": {}", script.ticks);
    if (script.state_hash != 0) text += fmt::format(",\n  \"state_hash\": \"{:016x}\"", script.state_hash);
    return text + "\n}\n";
}

Result<void> saveBattle(const BattleScript& script, const std::string& path)
{
    const std::string text = formatBattle(script);
    return writeFile(path, std::as_bytes(std::span(text)));
}

} // namespace clearway
