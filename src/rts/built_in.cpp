// SPDX-License-Identifier: MIT
// Built-in scripts: a fight of two armies, an army that parts at a swamp, and a fight over a surface.
#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <clearway/base/names.h>
#include <clearway/base/random.h>
#include <clearway/rts/run.h>

#include "scene/generators/outlines.h"

namespace clearway {

namespace {

using generators::addArea;
using generators::addObstacle;
using generators::makeBox;
using generators::makeRegularPolygon;

constexpr BuiltInScenario kBattles[] = {
    {"rts_skirmish", "Two armies in formation meet between houses and rocks, and fight until one is left",
     "Silveira et al. 2010, section 6"},
    {"rts_swamp", "An army follows one drawn stroke with a branch: walkers through the swamp, tanks round it",
     "Silveira et al. 2010, section 4.2"},
    {"rts_ramp", "An army storms a platform over its ramp; a line of soldiers and archers wait above", ""},
};

constexpr double kDt = 1.0 / 30;

UnitClass makeSoldier()
{
    return {.name = "soldier",
            .radius = 0.35,
            .speed = 1.8,
            .hit_points = 100,
            .range = 0.7,
            .damage = 12,
            .cooldown = 0.8,
            .sight = 14};
}

UnitClass makeArcher()
{
    return {
        .name = "archer", .radius = 0.35, .speed = 1.7, .hit_points = 60, .range = 8, .damage = 8, .cooldown = 1.6, .sight = 16};
}

UnitClass makeTank()
{
    UnitClass tank = {
        .name = "tank", .radius = 0.9, .speed = 2.2, .hit_points = 400, .range = 5, .damage = 30, .cooldown = 2, .sight = 16};
    tank.costs[static_cast<std::size_t>(Terrain::swamp)] = kMayNotEnter;
    return tank;
}

/// Ranks of a block of units whose front stands at x and looks along `ahead` (1: to the right, -1: to the left), in the middle
/// around y; the hand that placed them was not quite steady.
void addBlock(BattleScript& script, TeamId team, std::uint32_t unit_class, std::size_t count, Vec2 front, double ahead,
              std::size_t files, Random& random)
{
    if (count == 0) return;
    const double step = 2 * script.classes[unit_class].radius + 0.35;
    files = std::min(files, count);
    BattleScript::Block block;
    block.team = team;
    block.unit_class = unit_class;
    for (std::size_t i = 0; i < count; ++i)
    {
        const auto rank = static_cast<double>(i / files);
        const double file = static_cast<double>(i % files) - static_cast<double>(files - 1) / 2;
        const Vec2 unsteady = {random.uniform(-0.08, 0.08), random.uniform(-0.08, 0.08)};
        block.positions.push_back(front + Vec2{-ahead * rank * step, file * step} + unsteady);
    }
    script.units.push_back(std::move(block));
}

Command makeCommand(Command::Kind kind, double seconds, TeamId team, Command::Selection units)
{
    Command command;
    command.kind = kind;
    command.tick = static_cast<std::uint64_t>(seconds / kDt + 0.5);
    command.team = team;
    command.units = std::move(units);
    return command;
}

void addMarch(BattleScript& script, double seconds, TeamId team, const char* unit_class, Vec2 to, FormationOrder formation)
{
    Command command = makeCommand(Command::Kind::attack_move, seconds, team, Command::Selection::ofClass(unit_class));
    command.point = to;
    command.formation = std::move(formation);
    command.facing = {team == 0 ? 1.0 : -1.0, 0};
    script.commands.push_back(std::move(command));
}

/// Small armies have no archers or tanks, and nobody commands those.
void dropCommandsToNobody(BattleScript& script)
{
    std::erase_if(script.commands, [&script](const Command& command) {
        return !command.units.unit_class.empty() && std::ranges::none_of(script.units, [&](const BattleScript::Block& block) {
            return block.team == command.team && script.classes[block.unit_class].name == command.units.unit_class;
        });
    });
}

/// Rocks and houses, alike from both sides, so that neither has the better ground.
void addSkirmishObstacles(SceneInput& scene, Vec2 size, Random& random)
{
    const Vec2 middle = size / 2;
    const auto addTwice = [&](const Ring& ring) {
        addObstacle(scene, ring);
        Ring mirrored;
        for (const Vec2 p : ring) mirrored.push_back(size - p);
        addObstacle(scene, mirrored);
    };
    const auto addHouse = [&](double x, double y, double width, double depth) {
        const Vec2 at = {middle.x * x, middle.y * y};
        addTwice(makeBox(at, at + Vec2{width, depth}));
    };
    addHouse(0.62, 0.30, 6, 9);
    addHouse(0.66, 1.40, 8, 6);
    addHouse(0.92, 0.42, 5, 5);
    for (const auto& [x, y] :
         {std::pair{0.52, 0.70}, std::pair{0.90, 1.24}, std::pair{0.76, 0.60}, std::pair{0.84, 1.74}, std::pair{0.80, 0.13}})
    {
        // One after the other: compilers differ in which argument of a call they draw first.
        const double turn = random.uniform(0, 1), radius = random.uniform(1.4, 2.6);
        addTwice(makeRegularPolygon({middle.x * x, middle.y * y}, radius, 7, turn));
    }
}

BattleScript buildSkirmish(std::size_t unit_count, std::uint64_t seed)
{
    const double scale = std::max(0.7, std::sqrt(static_cast<double>(unit_count) / 500));
    const Vec2 size = {120 * scale, 76 * scale};
    Random random(seed, 1);
    BattleScript script;
    script.world.seconds = 600;
    addArea(script.world.scene, makeBox({0, 0}, size));
    addSkirmishObstacles(script.world.scene, size, random);
    script.classes = {makeSoldier(), makeArcher(), makeTank()};
    script.teams = {{"red"}, {"blue"}};
    for (TeamId team = 0; team < 2; ++team)
    {
        const std::size_t count = (unit_count + 1 - team) / 2;
        const std::size_t tanks = count / 25, archers = count * 3 / 10, soldiers = count - tanks - archers;
        const double ahead = team == 0 ? 1 : -1;
        const double edge = team == 0 ? 0 : size.x;
        const auto files = static_cast<std::size_t>(std::ceil(1.9 * std::sqrt(static_cast<double>(soldiers))));
        addBlock(script, team, 0, soldiers, {edge + ahead * 24 * scale, size.y / 2}, ahead, files, random);
        addBlock(script, team, 1, archers, {edge + ahead * 11 * scale, size.y / 2}, ahead, files, random);
        addBlock(script, team, 2, tanks, {edge + ahead * 4 * scale, size.y / 2}, ahead, tanks, random);
    }
    const Vec2 middle = size / 2;
    const Vec2 toward = {size.x / 9, 0};
    for (TeamId team = 0; team < 2; ++team)
    {
        const Vec2 near = team == 0 ? middle - toward : middle + toward;
        addMarch(script, 0, team, "soldier", near, {.kind = team == 0 ? Formation::Kind::wedge : Formation::Kind::box});
        Command archers = makeCommand(Command::Kind::form, 0, team, Command::Selection::ofClass("archer"));
        archers.formation = {.kind = Formation::Kind::box,
                             .files = static_cast<std::uint32_t>(std::max<std::size_t>(4, unit_count / 28))};
        archers.facing = {team == 0 ? 1.0 : -1.0, 0};
        script.commands.push_back(std::move(archers));
    }
    // Then everybody goes for the others, and whoever is left searches the map.
    const Vec2 ends[] = {{0.8 * size.x, size.y / 2}, {0.2 * size.x, size.y / 2}};
    const auto addCharge = [&](double seconds, TeamId team, Command::Selection units, Vec2 to) {
        Command charge = makeCommand(Command::Kind::attack_move, seconds, team, std::move(units));
        charge.point = to;
        script.commands.push_back(std::move(charge));
    };
    for (TeamId team = 0; team < 2; ++team)
        addCharge(8, team, Command::Selection::ofClass("archer"), team == 0 ? middle - toward : middle + toward);
    for (TeamId team = 0; team < 2; ++team) addCharge(8, team, Command::Selection::ofClass("tank"), middle);
    for (int round = 0; round < 12; ++round)
        for (TeamId team = 0; team < 2; ++team)
            addCharge(40 + 30 * round * scale, team, Command::Selection::everyone(), round % 2 == 0 ? middle : ends[team]);
    dropCommandsToNobody(script);
    return script;
}

BattleScript buildSwamp(std::size_t unit_count, std::uint64_t seed)
{
    const double scale = std::max(1.0, std::sqrt(static_cast<double>(unit_count) / 60));
    const auto at = [scale](double x, double y) { return Vec2{x, y} * scale; };
    Random random(seed, 2);
    BattleScript script;
    script.world.seconds = 180 * scale;
    addArea(script.world.scene, makeBox({0, 0}, at(90, 56)));
    for (const auto& [x, y, radius] :
         {std::tuple{30.0, 46.0, 3.0}, std::tuple{47.0, 47.0, 2.2}, std::tuple{62.0, 45.5, 2.6}, std::tuple{26.0, 9.0, 3.2},
          std::tuple{64.0, 8.5, 3.4}, std::tuple{20.0, 40.0, 1.6}, std::tuple{72.0, 22.0, 1.8}})
        addObstacle(script.world.scene, makeRegularPolygon(at(x, y), radius * scale, 9, random.uniform(0, 1)));
    addObstacle(script.world.scene, makeBox(at(36, 0), at(54, 6)));
    TerrainArea swamp;
    swamp.terrain = Terrain::swamp;
    for (const Vec2 p :
         {Vec2{34, 8}, {46, 6.5}, {57, 9}, {61, 16}, {60, 26}, {56, 33}, {46, 36}, {36, 34.5}, {30, 28}, {28.5, 18}})
        swamp.outline.push_back(p * scale);
    script.terrain.push_back(std::move(swamp));
    UnitClass walker = makeSoldier();
    walker.name = "walker";
    script.classes = {walker, makeTank()};
    script.teams = {{"army"}};
    const std::size_t tanks = unit_count / 3, walkers = unit_count - tanks;
    const auto rank = [](std::size_t count) {
        return static_cast<std::size_t>(std::ceil(1.6 * std::sqrt(static_cast<double>(count))));
    };
    addBlock(script, 0, 0, walkers, at(15, 22), 1, rank(walkers), random);
    addBlock(script, 0, 1, tanks, at(8, 22), 1, rank(tanks), random);

    Command follow = makeCommand(Command::Kind::follow, 0, 0, Command::Selection::everyone());
    for (const Vec2 p : {Vec2{13, 22},
                         {18, 22.5},
                         {22, 25},
                         {25, 32},
                         {30, 38.5},
                         {38, 40.5},
                         {48, 41},
                         {57, 39.5},
                         {64, 34},
                         {70, 29},
                         {78, 28}})
        follow.stroke.push_back(p * scale);
    follow.progress = SketchFollowerOptions::Advance::each_unit;
    script.commands.push_back(follow);
    Command branch = makeCommand(Command::Kind::sketch, 0, 0, {});
    for (const Vec2 p : {Vec2{21.5, 24}, {27, 21}, {36, 18.5}, {46, 20}, {56, 18}, {65, 16}, {73, 14.5}, {79, 15}})
        branch.stroke.push_back(p * scale);
    script.commands.push_back(std::move(branch));
    return script;
}

/// On the mesh `ramp`, or for many on the one that is ten times larger: ground around a platform, a ramp along x in the middle.
BattleScript buildRamp(std::size_t unit_count, std::uint64_t seed)
{
    constexpr std::size_t kMostOnSmall = 120;
    const double scale = unit_count > kMostOnSmall ? 10 : 1;
    const auto at = [scale](double x, double y) { return Vec2{x, y} * scale; };
    constexpr double kMiddle = 11.75; // of the ramp
    Random random(seed, 3);
    BattleScript script;
    script.world.scene_name = scale > 1 ? "s_ramp" : "ramp";
    script.world.guide = "surface";
    script.surface = {{"slope", 40}}; // nobody walks up the walls
    script.world.seconds = 300 * scale;
    script.cell_size = scale > 1 ? 0.5 : 0.25;
    script.classes = {makeSoldier(), makeArcher()};
    for (UnitClass& unit_class : script.classes) unit_class.radius = 0.25;
    script.classes[1].range = 5;
    script.teams = {{"red"}, {"blue"}};
    const std::size_t red = unit_count - unit_count * 2 / 5, archers = red / 4;
    const std::size_t blue = unit_count - red, guards = blue / 2;
    const auto files = [](std::size_t count) {
        return static_cast<std::size_t>(std::ceil(2.2 * std::sqrt(static_cast<double>(count))));
    };
    addBlock(script, 0, 0, red - archers, at(2.8, 14), 1, files(red - archers), random);
    addBlock(script, 0, 1, archers, at(2.8, 5), 1, files(archers), random);
    addBlock(script, 1, 0, guards, at(16, kMiddle), -1, files(guards), random);
    addBlock(script, 1, 1, blue - guards, at(19, kMiddle), -1, files(blue - guards), random);

    // A box wider than the ramp: it files up, and forms again above.
    addMarch(script, 0, 0, "soldier", at(14, kMiddle),
             {.kind = Formation::Kind::box, .files = static_cast<std::uint32_t>(files(red - archers))});
    const auto addOrder = [&script](Command::Kind kind, double seconds, TeamId team, Command::Selection units, Vec2 to) {
        Command command = makeCommand(kind, seconds, team, std::move(units));
        command.point = to;
        script.commands.push_back(std::move(command));
        return &script.commands.back();
    };
    Command* const wall = addOrder(Command::Kind::form, 0, 1, Command::Selection::ofClass("soldier"), {});
    wall->formation = {.kind = Formation::Kind::line};
    wall->facing = {-1, 0};
    addOrder(Command::Kind::hold, 0, 1, Command::Selection::ofClass("archer"), {});
    addOrder(Command::Kind::attack_move, 12 * scale, 0, Command::Selection::ofClass("archer"), at(13, kMiddle));
    for (int round = 0; round < 6; ++round)
        for (TeamId team = 0; team < 2; ++team)
            addOrder(Command::Kind::attack_move, (30 + 30 * round) * scale, team, Command::Selection::everyone(),
                     round % 2 == 0 ? at(17.5, kMiddle)
                     : team == 0    ? at(20, 7)
                                    : at(15, 17));
    dropCommandsToNobody(script);
    return script;
}

struct BattleKind
{
    BattleScript (*build)(std::size_t unit_count, std::uint64_t seed);
    std::size_t usual; ///< units
    std::size_t most;
};
constexpr BattleKind kKinds[] = {{buildSkirmish, 500, 20'000}, {buildSwamp, 60, 20'000}, {buildRamp, 90, 2'000}};

} // namespace

std::span<const BuiltInScenario> builtInBattles() { return kBattles; }

Result<BattleScript> buildBattle(std::string_view name, const BattleScriptOptions& options)
{
    std::vector<std::string_view> names;
    for (const BuiltInScenario& battle : kBattles) names.push_back(battle.name);
    const auto found = std::ranges::find(names, name);
    if (found == names.end())
        return Error{ErrorCode::invalid_argument,
                     fmt::format("There is no battle named '{}'.{}", showName(name), suggestNames(name, names))};
    const BattleKind& kind = kKinds[found - names.begin()];
    if (options.unit_count == 1 || options.unit_count > kind.most)
        return Error{ErrorCode::out_of_range,
                     fmt::format("{} takes 2 to {} units; {} are asked for.", name, kind.most, options.unit_count)};
    const std::uint64_t seed = options.seed == 0 ? 1 : options.seed;
    BattleScript script = kind.build(options.unit_count == 0 ? kind.usual : options.unit_count, seed);
    const BuiltInScenario& battle = kBattles[found - names.begin()];
    script.world.name = battle.name;
    script.world.description = battle.description;
    script.world.dt = kDt;
    script.world.seed = seed;
    return script;
}

} // namespace clearway
