// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>

#include <clearway/io/battle.h>
#include <clearway/io/crowd_scenario.h>
#include <clearway/io/io.h>

#include "base/errors.h"
#include "io/crowd_scenario_reader.h"
#include "io/formats.h"
#include "io/text.h"

namespace clearway {

namespace {

using io::FieldReader;

template <typename T>
using BattleField = FieldReader::Field<T>;

bool readChoice(FieldReader& r, std::span<const std::string_view> names, std::size_t& index)
{
    std::string name;
    if (!r.readString(name)) return false;
    for (index = 0; index < names.size(); ++index)
        if (names[index] == name) return true;
    std::string list;
    for (const std::string_view known : names) list += fmt::format("{}{}", list.empty() ? "" : ", ", known);
    return r.fail(fmt::format("there is no '{}'.{} The choice is: {}.", showName(name), suggestNames(name, names), list));
}

// ---- teams, classes, units, terrain

/// A number, or null where the class may not go.
bool readCost(FieldReader& r, double& cost)
{
    if (r.peek() != 'n') return r.readNumber(cost, "a number or null");
    cost = kMayNotEnter;
    return r.skipValue();
}

/// A class, and the names of terrains that it may use.
struct ClassFields
{
    UnitClass unit_class;
    std::span<const std::string> terrains;
};

/// An object with a number for some of the terrains.
template <typename ReadNumber>
bool readNumbers(FieldReader& r, std::span<const std::string> terrains, TerrainNumbers& numbers, const ReadNumber& readNumber)
{
    return r.readMembers({terrains.begin(), terrains.end()}, [&](std::size_t k) { return readNumber(r, numbers[k]); });
}

constexpr BattleField<ClassFields> kClassFields[] = {
    {"name", [](FieldReader& r, ClassFields& c) { return r.readString(c.unit_class.name); }},
    {"radius", [](FieldReader& r, ClassFields& c) { return r.readNumber(c.unit_class.radius); }},
    {"speed", [](FieldReader& r, ClassFields& c) { return r.readNumber(c.unit_class.speed); }},
    {"costs", [](FieldReader& r, ClassFields& c) { return readNumbers(r, c.terrains, c.unit_class.costs, readCost); }},
    {"speeds",
     [](FieldReader& r, ClassFields& c) {
         return readNumbers(r, c.terrains, c.unit_class.speeds,
                            [](FieldReader& from, double& number) { return from.readNumber(number); });
     }},
    {"hit_points", [](FieldReader& r, ClassFields& c) { return r.readNumber(c.unit_class.hit_points); }},
    {"range", [](FieldReader& r, ClassFields& c) { return r.readNumber(c.unit_class.range); }},
    {"damage", [](FieldReader& r, ClassFields& c) { return r.readNumber(c.unit_class.damage); }},
    {"cooldown", [](FieldReader& r, ClassFields& c) { return r.readNumber(c.unit_class.cooldown); }},
    {"sight", [](FieldReader& r, ClassFields& c) { return r.readNumber(c.unit_class.sight); }},
};

struct BlockFields
{
    std::string team;
    std::string unit_class;
    std::vector<Vec2> positions;
    std::vector<double> heights;
};

constexpr BattleField<BlockFields> kBlockFields[] = {
    {"team", [](FieldReader& r, BlockFields& b) { return r.readString(b.team); }},
    {"class", [](FieldReader& r, BlockFields& b) { return r.readString(b.unit_class); }},
    {"positions", [](FieldReader& r, BlockFields& b) { return io::readPlaces(r, b.positions, b.heights); }},
};

struct AreaFields
{
    TerrainArea area;
    std::span<const std::string> terrains;
};

constexpr BattleField<AreaFields> kTerrainFields[] = {
    {"terrain",
     [](FieldReader& r, AreaFields& a) {
         std::size_t index = 0;
         if (!readChoice(r, std::vector<std::string_view>(a.terrains.begin(), a.terrains.end()), index)) return false;
         a.area.terrain = static_cast<Terrain>(index);
         return true;
     }},
    {"outline", [](FieldReader& r, AreaFields& a) { return r.readPoints(a.area.outline); }},
};

// ---- commands

constexpr std::array<std::string_view, 9> kFormationNames = {"line",   "column", "wedge",  "box",  "circle",
                                                             "social", "stroke", "filled", "slots"};
constexpr std::array<std::string_view, 7> kOrderNames = {"go", "attack_move", "follow", "sketch", "form", "hold", "stop"};

constexpr BattleField<FormationOrder> kFormationFields[] = {
    {"kind",
     [](FieldReader& r, FormationOrder& f) {
         std::size_t index = 0;
         if (!readChoice(r, kFormationNames, index)) return false;
         f.kind = static_cast<Formation::Kind>(index);
         return true;
     }},
    {"files",
     [](FieldReader& r, FormationOrder& f) {
         std::size_t files = 0;
         if (!r.readCount(files, kMaxGroupSize)) return false;
         f.files = static_cast<std::uint32_t>(files);
         return true;
     }},
    {"points", [](FieldReader& r, FormationOrder& f) { return r.readPoints(f.points); }},
    {"facing", [](FieldReader& r, FormationOrder& f) { return r.readPoint(f.drawn_facing); }},
};

bool readSelectionBox(FieldReader& r, Box2& box)
{
    std::vector<double> numbers;
    if (!r.readArray(numbers, "a box [x, y, x, y]", [&r](double& number) { return r.readNumber(number); })) return false;
    if (numbers.size() != 4) return r.fail(fmt::format("expected a box [x, y, x, y], found {} numbers.", numbers.size()));
    box.add(Vec2{numbers[0], numbers[1]});
    box.add(Vec2{numbers[2], numbers[3]});
    return true;
}

constexpr BattleField<Command::Selection> kSelectionFields[] = {
    {"class", [](FieldReader& r, Command::Selection& s) { return r.readString(s.unit_class); }},
    {"box", [](FieldReader& r, Command::Selection& s) { return readSelectionBox(r, s.box.emplace()); }},
};

bool readSelection(FieldReader& r, Command::Selection& selection)
{
    constexpr std::string_view kExpected = "\"all\", a list of numbers, or an object with class or box";
    if (r.peek() == '[')
        return r.readArray(selection.units, kExpected, [&r](UnitId& id) {
            std::size_t number = 0;
            if (!r.readCount(number, kMaxUnits)) return false;
            id = number;
            return true;
        });
    selection.kind = Command::Selection::Kind::filtered;
    if (r.peek() == '{') return r.readObject(selection, kSelectionFields);
    std::string word;
    if (!r.readString(word, kExpected)) return false;
    return word == "all" || r.fail(fmt::format("expected {}, found '{}'.", kExpected, showName(word)));
}

struct CommandFields
{
    Command command;
    std::string team;
    double at = -1; ///< seconds; negative: the tick counts
};

constexpr BattleField<CommandFields> kCommandFields[] = {
    {"order",
     [](FieldReader& r, CommandFields& c) {
         std::size_t index = 0;
         if (!readChoice(r, kOrderNames, index)) return false;
         c.command.kind = static_cast<Command::Kind>(index);
         return true;
     }},
    {"tick",
     [](FieldReader& r, CommandFields& c) {
         std::size_t tick = 0;
         if (!r.readCount(tick, std::size_t{1} << 31)) return false;
         c.command.tick = tick;
         return true;
     }},
    {"at",
     [](FieldReader& r, CommandFields& c) {
         if (!r.readNumber(c.at)) return false;
         return (c.at >= 0 && c.at <= kMaxScenarioSeconds) || r.fail(fmt::format("must be a time in seconds; it is {}.", c.at));
     }},
    {"team", [](FieldReader& r, CommandFields& c) { return r.readString(c.team); }},
    {"units", [](FieldReader& r, CommandFields& c) { return readSelection(r, c.command.units); }},
    {"to",
     [](FieldReader& r, CommandFields& c) {
         std::vector<double> heights;
         if (!io::readPlace(r, c.command.point, heights)) return false;
         if (!heights.empty()) c.command.height = heights[0];
         return true;
     }},
    {"stroke", [](FieldReader& r, CommandFields& c) { return r.readPoints(c.command.stroke); }},
    {"progress",
     [](FieldReader& r, CommandFields& c) {
         constexpr std::array<std::string_view, 2> kNames = {"first_unit", "each_unit"};
         std::size_t index = 0;
         if (!readChoice(r, kNames, index)) return false;
         c.command.progress = static_cast<SketchFollowerOptions::Advance>(index);
         return true;
     }},
    {"formation", [](FieldReader& r, CommandFields& c) { return r.readObject(c.command.formation.emplace(), kFormationFields); }},
    {"facing", [](FieldReader& r, CommandFields& c) { return r.readPoint(c.command.facing); }},
};

// ---- the whole

struct BattleFields
{
    BattleScript script;
    std::size_t version = 0;
    std::vector<std::string> teams;
    std::vector<ClassFields> classes;
    std::vector<AreaFields> terrain;
    std::vector<BlockFields> blocks;
    std::vector<CommandFields> commands;
};

bool readHash(FieldReader& r, std::uint64_t& hash)
{
    std::string text;
    if (!r.readString(text, "a hash of 16 hexadecimal digits")) return false;
    hash = 0;
    bool is_fine = text.size() == 16;
    for (const char c : text)
    {
        const int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
        is_fine = is_fine && digit >= 0;
        hash = hash * 16 + static_cast<std::uint64_t>(digit < 0 ? 0 : digit);
    }
    return is_fine || r.fail(fmt::format("expected a hash of 16 hexadecimal digits, found '{}'.", showName(text)));
}

bool readVersion(FieldReader& r, BattleFields& b)
{
    if (!r.readCount(b.version, std::size_t{1} << 31)) return false;
    if (b.version == kBattleVersion) return true;
    return r.fail(fmt::format("this is a battle of version {}, and version {} is played here: it would not come to the same end. "
                              "Use the program it was made with.",
                              b.version, kBattleVersion),
                  ErrorCode::unsupported_format);
}

/// Numbers, truth values and texts by the names that the planner has for them.
bool readSurface(FieldReader& r, PlannerOptions& options)
{
    std::vector<std::string_view> names;
    for (const PlannerKind::OptionInfo& option : findPlanner("surface")->options) names.push_back(option.info.name);
    return r.readMembers(names, [&](std::size_t k) {
        std::string text;
        double number = 0;
        bool flag = false;
        const char next = r.peek();
        const bool is_read = next == '"'                  ? r.readString(text)
                             : next == 't' || next == 'f' ? r.readBoolean(flag)
                                                          : r.readNumber(number, "a number, a string, true or false");
        const OptionValue value = next == '"'                  ? OptionValue(text)
                                  : next == 't' || next == 'f' ? OptionValue(flag)
                                                               : OptionValue(number);
        if (is_read) options.push_back({std::string(names[k]), value});
        return is_read;
    });
}

constexpr BattleField<BattleFields> kBattleFields[] = {
    {"battle", readVersion},
    {"scenario", [](FieldReader& r, BattleFields& b) { return io::readScenarioObject(r, b.script.world); }},
    {"scene_hash", [](FieldReader& r, BattleFields& b) { return readHash(r, b.script.scene_hash); }},
    {"cell_size", [](FieldReader& r, BattleFields& b) { return r.readNumber(b.script.cell_size); }},
    {"surface", [](FieldReader& r, BattleFields& b) { return readSurface(r, b.script.surface); }},
    {"terrains", [](FieldReader& r, BattleFields&) { return r.skipValue(); }}, // read before
    {"terrain",
     [](FieldReader& r, BattleFields& b) {
         return r.readArray(b.terrain, "an array of terrain", [&](AreaFields& area) {
             area.terrains = b.script.terrain_names;
             return r.readObject(area, kTerrainFields);
         });
     }},
    {"classes",
     [](FieldReader& r, BattleFields& b) {
         return r.readArray(b.classes, "an array of classes", [&](ClassFields& unit_class) {
             unit_class.terrains = b.script.terrain_names;
             return r.readObject(unit_class, kClassFields);
         });
     }},
    {"teams",
     [](FieldReader& r, BattleFields& b) {
         return r.readArray(b.teams, "an array of names", [&r](std::string& name) { return r.readString(name); });
     }},
    {"units",
     [](FieldReader& r, BattleFields& b) {
         return r.readArray(b.blocks, "an array of units",
                            [&r](BlockFields& block) { return r.readObject(block, kBlockFields); });
     }},
    {"commands",
     [](FieldReader& r, BattleFields& b) {
         return r.readArray(b.commands, "an array of commands", [&](CommandFields& command) {
             if (b.commands.size() > kMaxCommands) return r.fail(fmt::format("{} commands are the most.", kMaxCommands));
             return r.readObject(command, kCommandFields);
         });
     }},
    {"ticks",
     [](FieldReader& r, BattleFields& b) {
         std::size_t ticks = 0;
         if (!r.readCount(ticks, std::size_t{1} << 31)) return false;
         b.script.ticks = ticks;
         return true;
     }},
    {"state_hash", [](FieldReader& r, BattleFields& b) { return readHash(r, b.script.state_hash); }},
};

Error makeFieldError(std::string_view text, const std::string& field, const std::string& message)
{
    const std::size_t position = io::findFieldPosition(text, field);
    if (position == std::string_view::npos) return makeError(field + ": " + message);
    return io::makeTextError(text, position, field + ": " + message, ErrorCode::invalid_argument);
}

/// The index of a name; an error that suggests others.
Result<std::uint32_t> findName(std::string_view text, const std::string& name, std::span<const std::string_view> names,
                               const std::string& field, const char* what)
{
    for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i] == name) return static_cast<std::uint32_t>(i);
    return makeFieldError(text, field, fmt::format("there is no {} '{}'.{}", what, showName(name), suggestNames(name, names)));
}

/// Names become numbers, seconds ticks.
Result<void> resolveNames(std::string_view text, BattleFields& fields)
{
    BattleScript& script = fields.script;
    std::vector<std::string_view> teams(fields.teams.begin(), fields.teams.end()), classes;
    for (AreaFields& area : fields.terrain) script.terrain.push_back(std::move(area.area));
    for (ClassFields& unit_class : fields.classes) script.classes.push_back(std::move(unit_class.unit_class));
    for (const std::string& name : fields.teams) script.teams.push_back({name});
    for (const UnitClass& unit_class : script.classes) classes.push_back(unit_class.name);
    for (std::size_t i = 0; i < fields.blocks.size(); ++i)
    {
        BlockFields& block = fields.blocks[i];
        const Result<std::uint32_t> team = findName(text, block.team, teams, fmt::format("units[{}].team", i), "team");
        if (!team) return team.error();
        const Result<std::uint32_t> unit_class =
            findName(text, block.unit_class, classes, fmt::format("units[{}].class", i), "class");
        if (!unit_class) return unit_class.error();
        script.units.push_back({*team, *unit_class, std::move(block.positions), std::move(block.heights)});
    }
    for (std::size_t i = 0; i < fields.commands.size(); ++i)
    {
        CommandFields& command = fields.commands[i];
        const Result<std::uint32_t> team = findName(text, command.team, teams, fmt::format("commands[{}].team", i), "team");
        if (!team) return team.error();
        command.command.team = *team;
        if (command.at >= 0 && script.world.dt > 0)
            command.command.tick = static_cast<std::uint64_t>(std::min(std::floor(command.at / script.world.dt + 0.5), 1e15));
        script.commands.push_back(std::move(command.command));
    }
    return {};
}

/// Names of terrains that the script adds: known before anything is read that may use them, wherever they stand.
Result<void> readTerrainNames(std::string_view text, std::vector<std::string>& names)
{
    const std::size_t position = io::findFieldPosition(text, "terrains");
    if (position == std::string_view::npos) return {};
    FieldReader reader(text.substr(position));
    std::vector<std::string> added;
    if (reader.readArray(added, "an array of names", [&reader](std::string& name) { return reader.readString(name); }))
    {
        names.insert(names.end(), added.begin(), added.end());
        return {};
    }
    return makeFieldError(text, "terrains", reader.error().message);
}

/// As parseBattle, but the message does not say the line.
Result<BattleScript> readBattle(std::string_view text)
{
    text = io::skipByteOrderMark(text);
    FieldReader reader(text);
    if (reader.atEnd()) return makeError(ErrorCode::malformed_file, "it is empty; expected a battle in JSON.");
    BattleFields fields;
    if (const Result<void> named = readTerrainNames(text, fields.script.terrain_names); !named) return named.error();
    if (!reader.readObject(fields, kBattleFields)) return reader.error();
    if (!reader.atEnd())
    {
        reader.fail("expected the end of the text after the battle.");
        return reader.error();
    }
    if (fields.version == 0)
        return makeError(ErrorCode::unsupported_format,
                         fmt::format("the version is missing: a battle begins with \"battle\": {}.", kBattleVersion));
    if (hasSurface(fields.script.world)) fields.script.world.guide = "surface";
    if (const Result<void> resolved = resolveNames(text, fields); !resolved) return resolved.error();
    if (const std::vector<Scenario::Problem> problems = verify(fields.script); !problems.empty())
        return makeFieldError(text, problems[0].field, problems[0].message);
    return std::move(fields.script);
}

} // namespace

Result<BattleScript> parseBattle(std::string_view text) { return io::withLine(readBattle(text)); }

bool isBattle(std::string_view text)
{
    text = io::skipByteOrderMark(text);
    io::JsonReader reader(text);
    if (reader.peek() != '{' || !reader.beginObject()) return false;
    std::string key;
    return reader.nextMember(key) && key == "battle";
}

Result<BattleScript> loadBattle(const std::string& path_or_name, const BattleScriptOptions& options)
{
    if (io::isBuiltInName(path_or_name)) return buildBattle(path_or_name, options);
    const Result<std::vector<std::byte>> bytes = readFile(path_or_name);
    if (!bytes) return bytes.error();
    Result<BattleScript> script = readBattle({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
    if (!script)
    {
        Error error = script.error();
        std::string place = path_or_name == "-" ? "standard input" : path_or_name;
        if (error.place.line > 0) place += ":" + std::to_string(error.place.line);
        error.message = place + ": " + error.message;
        error.place.file = path_or_name;
        return error;
    }
    io::resolveSceneFile(script->world, path_or_name);
    return script;
}

} // namespace clearway
