// SPDX-License-Identifier: MIT
#include <clearway/rts/script.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include <fmt/format.h>

#include <clearway/base/hash.h>
#include <clearway/base/names.h>
#include <clearway/crowd/crowd.h>

namespace clearway {

namespace {

using Problems = std::vector<Scenario::Problem>;

void verifyClass(const UnitClass& unit_class, const std::string& field, Problems& problems)
{
    struct Limit
    {
        const char* name;
        double value;
        double high;
        bool may_be_zero;
    };
    for (const Limit& limit : {Limit{"radius", unit_class.radius, 10, false}, Limit{"speed", unit_class.speed, 50, false},
                               Limit{"hit_points", unit_class.hit_points, 1e9, false},
                               Limit{"range", unit_class.range, 1e4, true}, Limit{"damage", unit_class.damage, 1e9, true},
                               Limit{"cooldown", unit_class.cooldown, 1e6, false}, Limit{"sight", unit_class.sight, 1e4, true}})
        if (!(limit.value >= 0 && limit.value <= limit.high) || (limit.value == 0 && !limit.may_be_zero))
            return problems.push_back({fmt::format("{}.{}", field, limit.name),
                                       fmt::format("must be {} and at most {}; it is {}.",
                                                   limit.may_be_zero ? "0 or more" : "above 0", limit.high, limit.value)});
    for (std::size_t i = 0; i < unit_class.costs.size(); ++i)
        if (!(unit_class.costs[i] > 0))
            return problems.push_back(
                {field + ".costs", fmt::format("must be above 0, or infinite; number {} is {}.", i, unit_class.costs[i])});
    for (std::size_t i = 0; i < TerrainNumbers::size(); ++i)
    {
        const double pace = unit_class.speeds[i];
        if (!(pace > 0 && pace <= 10))
            return problems.push_back(
                {field + ".speeds", fmt::format("must be above 0 and at most 10; number {} is {}. Where nobody may go is said by "
                                                "costs.",
                                                i, pace)});
        if (pace * unit_class.speed > kMaxAgentSpeed)
            return problems.push_back(
                {field + ".speeds", fmt::format("number {} is {}, which makes {} m/s of a speed of {}; nobody is faster than {} "
                                                "m/s.",
                                                i, pace, pace * unit_class.speed, unit_class.speed, kMaxAgentSpeed)});
    }
    if (unit_class.sight < unit_class.range)
        problems.push_back({field + ".sight", fmt::format("is {}, less than the range of {}: nobody hits whom it does not see.",
                                                          unit_class.sight, unit_class.range)});
    if (unit_class.name.empty()) problems.push_back({field + ".name", "is missing: selections name classes."});
}

/// Files, and selections, know classes and teams by their names.
template <typename T>
void verifyNames(const std::vector<T>& list, const char* what, const char* field, Problems& problems)
{
    for (std::size_t i = 0; i < list.size(); ++i)
        for (std::size_t k = 0; k < i; ++k)
            if (list[k].name == list[i].name)
                return problems.push_back({fmt::format("{}[{}]{}", what, i, field),
                                           fmt::format("'{}' is the name of {}[{}] already.", showName(list[i].name), what, k)});
}

void verifyTerrains(const BattleScript& script, Problems& problems)
{
    const std::vector<std::string>& names = script.terrain_names;
    if (names.size() < kTerrainCount || names.size() > kMaxTerrainCount)
        return problems.push_back({"terrains", fmt::format("must be at most {} beside the usual {}; there are {} in all.",
                                                           kMaxTerrainCount - kTerrainCount, kTerrainCount, names.size())});
    for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i].empty() || std::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i), names[i]) !=
                                    names.begin() + static_cast<std::ptrdiff_t>(i))
            return problems.push_back({"terrains", fmt::format("'{}' is missing, or there already.", showName(names[i]))});
    for (std::size_t i = 0; i < script.terrain.size(); ++i)
    {
        const Ring& outline = script.terrain[i].outline;
        bool is_fine = outline.size() >= 3;
        for (const Vec2 p : outline) is_fine = is_fine && isFinite(p);
        if (!is_fine) problems.push_back({fmt::format("terrain[{}].outline", i), "must have at least three points, all finite."});
        if (static_cast<std::size_t>(script.terrain[i].terrain) >= names.size())
            problems.push_back({fmt::format("terrain[{}].terrain", i), "is not one of the terrains."});
    }
}

void verifyUnits(const BattleScript& script, Problems& problems)
{
    for (std::size_t i = 0; i < script.units.size(); ++i)
    {
        const BattleScript::Block& block = script.units[i];
        const std::string field = fmt::format("units[{}]", i);
        if (block.team >= script.teams.size())
            problems.push_back(
                {field + ".team", fmt::format("there is no team {}; there are {}.", block.team, script.teams.size())});
        else if (block.unit_class >= script.classes.size())
            problems.push_back(
                {field + ".class", fmt::format("there is no class {}; there are {}.", block.unit_class, script.classes.size())});
        const std::size_t height_count = block.heights.size();
        if (height_count != 0 && height_count != block.positions.size())
            problems.push_back(
                {field + ".positions", fmt::format("must have as many heights as points, or none; it has {} and {}.",
                                                   height_count, block.positions.size())});
        for (std::size_t k = 0; k < block.positions.size(); ++k)
            if (!isFinite(block.positions[k]) || (k < height_count && !std::isfinite(block.heights[k])))
            {
                problems.push_back(
                    {fmt::format("{}.positions[{}]", field, k), "must be finite numbers, [x, y] or over a surface [x, y, z]."});
                break;
            }
    }
}

void verifyCommands(const BattleScript& script, Problems& problems)
{
    std::uint64_t before = 0;
    for (std::size_t i = 0; i < script.commands.size(); ++i)
    {
        const Command& command = script.commands[i];
        if (command.tick < before)
            return problems.push_back(
                {fmt::format("commands[{}].tick", i),
                 fmt::format("is {}, before the {} of the command above it; put them in order.", command.tick, before)});
        before = command.tick;
    }
}

} // namespace

const char* toString(Unit::Order order)
{
    constexpr const char* kTexts[] = {"none", "go", "attack_move", "follow", "form", "hold"};
    return kTexts[static_cast<int>(order)];
}

const char* toString(Command::Kind kind)
{
    constexpr const char* kTexts[] = {"go", "attack_move", "follow", "sketch", "form", "hold", "stop"};
    return kTexts[static_cast<int>(kind)];
}

Result<Formation> buildFormation(const FormationOrder& order)
{
    switch (order.kind)
    {
    case Formation::Kind::line: return Formation::line();
    case Formation::Kind::column: return Formation::column(order.files == 0 ? 1 : order.files);
    case Formation::Kind::wedge: return Formation::wedge();
    case Formation::Kind::box: return Formation::box(order.files);
    case Formation::Kind::circle: return Formation::circle();
    case Formation::Kind::social: return Formation::social();
    case Formation::Kind::stroke: return Formation::buildFromStroke(order.points, order.drawn_facing);
    case Formation::Kind::filled: return Formation::buildFromOutline(order.points, order.drawn_facing);
    case Formation::Kind::slots: return Formation::buildFromSlots(order.points, order.drawn_facing);
    }
    return Error{ErrorCode::invalid_argument, "There is no such kind of formation."};
}

std::size_t BattleScript::unitCount() const
{
    std::size_t count = 0;
    for (const BattleScript::Block& block : units) count += block.positions.size();
    return count;
}

std::vector<Scenario::Problem> verify(const BattleScript& script)
{
    Problems problems = verify(script.world);
    if (script.world.engine != toString(CrowdOptions::Engine::crowd))
        problems.push_back({"engine", "must be 'crowd' in a battle, whose units differ in size and are led straight."});
    const auto limit = [&problems](const char* field, std::size_t count, std::size_t least, std::size_t most) {
        if (count < least || count > most)
            problems.push_back({field, fmt::format("must be {} to {}; there are {}.", least, most, count)});
    };
    limit("teams", script.teams.size(), 1, kMaxTeams);
    limit("classes", script.classes.size(), 1, kMaxUnitClasses);
    limit("units", script.unitCount(), 0, kMaxUnits);
    limit("commands", script.commands.size(), 0, kMaxCommands);
    if (!(script.cell_size >= 0.05 && script.cell_size <= 10))
        problems.push_back({"cell_size", fmt::format("must be from 0.05 to 10 metres; it is {}.", script.cell_size)});
    for (std::size_t i = 0; i < script.classes.size(); ++i)
        verifyClass(script.classes[i], fmt::format("classes[{}]", i), problems);
    // Lists beyond their limits have been found wrong already.
    if (script.classes.size() <= kMaxUnitClasses) verifyNames(script.classes, "classes", ".name", problems);
    if (script.teams.size() <= kMaxTeams) verifyNames(script.teams, "teams", "", problems);
    verifyTerrains(script, problems);
    verifyUnits(script, problems);
    verifyCommands(script, problems);
    return problems;
}

std::uint64_t computeSceneHash(const Scene& scene, std::span<const TerrainArea> terrain)
{
    Hasher hasher;
    hasher.add(scene.computeHash());
    for (const TerrainArea& area : terrain)
    {
        hasher.add(static_cast<std::uint32_t>(area.terrain));
        hasher.add(area.outline.size());
        for (const Vec2 p : area.outline)
        {
            hasher.add(p.x);
            hasher.add(p.y);
        }
    }
    return hasher.value();
}

} // namespace clearway
