// SPDX-License-Identifier: MIT
// Where units can go, on the map of their class or else on the mesh, and the ways of formations.
#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include <clearway/base/names.h>

#include "rts/battle_state.h"

namespace clearway {

namespace {

constexpr double kGoalReach = 1; ///< how far from a point the free cell may be that stands for it; metres

Error makePlaceError(std::string message, Vec2 p)
{
    Error error{ErrorCode::invalid_argument, std::move(message)};
    error.place.has_coordinate = true;
    error.place.coordinate = {p.x, p.y};
    return error;
}

} // namespace

/// How far away units notice the place that they are sent to: across the pack that stands there.
static double computeGoalSight(const BattleScript& script)
{
    double area = 0;
    for (const BattleScript::Block& block : script.units)
        area += script.classes[block.unit_class].radius * script.classes[block.unit_class].radius *
                static_cast<double>(block.positions.size());
    return 6 + 1.5 * std::sqrt(area);
}

Result<ClassMap> buildClassMap(const BattleScript& script, PlannerParts parts, const UnitClass& unit_class,
                               std::size_t max_map_bytes)
{
    Result<FieldGrid> grid = buildFieldGrid(
        *parts.scene,
        {.cell_size = script.cell_size, .radius = unit_class.radius, .terrain = script.terrain, .costs = unit_class.costs});
    if (!grid) return grid.error();
    // Each class has its share of the memory.
    const std::size_t field_bytes = static_cast<std::size_t>(grid->cellCount()) * (sizeof(double) + sizeof(std::int32_t));
    const std::size_t most = std::clamp<std::size_t>(max_map_bytes / script.classes.size() / field_bytes, 1, 100'000);
    parts.grid = std::move(*grid);
    const Result<Planner> planner =
        buildPlanner(parts, "field", {{"goal_sight", computeGoalSight(script)}, {"max_fields", static_cast<int>(most)}});
    if (!planner) return planner.error();
    const bool is_plain = std::ranges::all_of(script.terrain, [&costs = unit_class.costs](const TerrainArea& area) {
        return costs[static_cast<std::size_t>(area.terrain)] == costs[static_cast<std::size_t>(Terrain::walk)];
    });
    return ClassMap{unit_class.radius, unit_class.costs, is_plain, *planner};
}

Result<void> Battle::State::checkPlace(Vec2 point) const
{
    if (!isFinite(point)) return makePlaceError("Where to go must be two finite numbers.", point);
    if (query.findCell(point) != kNone) return {};
    const Box2 bounds = scene.bounds();
    if (!bounds.contains(point))
        return makePlaceError(fmt::format("({}, {}) is outside the map, which is ({}, {}) to ({}, {}).", point.x, point.y,
                                          bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y),
                              point);
    return makePlaceError(fmt::format("({}, {}) is inside a wall.", point.x, point.y), point);
}

Vec2 Battle::State::findMiddle(std::span<const UnitId> chosen) const
{
    const Vec2 first = unitOf(chosen[0]).position;
    Vec2 sum;
    for (const UnitId id : chosen) sum = sum + (unitOf(id).position - first);
    return first + sum / static_cast<double>(chosen.size());
}

void Battle::State::gatherPositions(std::span<const UnitId> ids)
{
    positions.clear();
    for (const UnitId id : ids) positions.push_back(unitOf(id).position);
}

UnitClass Battle::State::combineClasses(std::span<const UnitId> chosen,
                                        const double& (*choose)(const double&, const double&)) const
{
    UnitClass together = classOf(unitOf(chosen[0]));
    for (const UnitId id : chosen)
    {
        const UnitClass& other = classOf(unitOf(id));
        together.radius = choose(together.radius, other.radius);
        for (std::size_t i = 0; i < other.costs.size(); ++i) together.costs[i] = choose(together.costs[i], other.costs[i]);
    }
    return together;
}

Squad* Battle::State::findSquadOf(std::span<const UnitId> chosen)
{
    Squad* const squad = findSquad(unitOf(chosen[0]).group);
    if (!squad || squad->members.size() != chosen.size()) return nullptr;
    const bool is_same = std::ranges::all_of(chosen, [&](UnitId id) { return unitOf(id).group == squad->number; });
    return is_same ? squad : nullptr;
}

bool Battle::State::isOnMap(const Unit& unit, Vec2 point) const
{
    const FieldGrid& grid = mapOf(unit).grid();
    const std::int32_t from = grid.findNearestFree(unit.position, 2 * grid.cellSize());
    const std::int32_t to = grid.findNearestFree(point, kGoalReach);
    return from != FieldGrid::kNone && to != FieldGrid::kNone && grid.componentOf(from) == grid.componentOf(to);
}

Result<void> Battle::State::checkWay(Vec2 point, std::span<const UnitId> chosen)
{
    bool is_reached = false;
    for (const UnitId id : chosen)
    {
        const Unit& unit = unitOf(id);
        if (mapOf(unit).grid().findNearestFree(point, kGoalReach) == FieldGrid::kNone)
            return makePlaceError(
                fmt::format("{} has no room at ({}, {}), nor near it.", showName(classOf(unit).name), point.x, point.y), point);
        is_reached = is_reached || isOnMap(unit, point);
    }
    // Doors narrower than a cell and a disc are not on the maps.
    const Unit& first = unitOf(chosen[0]);
    if (!is_reached &&
        !(mapOf(first).is_plain && paths.find(PathRequest(first.position, point, classOf(first).radius)).isComplete()))
        return makePlaceError(fmt::format("There is no way to ({}, {}) for these units.", point.x, point.y), point);
    return {};
}

/// Maps of several classes together are kept too, a few of them: their solvers are costly.
Result<ClassMap*> Battle::State::findMap(const UnitClass& unit_class)
{
    const auto known = std::ranges::find_if(maps, [&](const ClassMap& map) { return map.isFor(unit_class); });
    if (known != maps.end()) return &*known;
    Result<ClassMap> map = buildClassMap(script, planner.parts(), unit_class, 0);
    if (!map) return map.error();
    constexpr std::size_t kMostTogether = 4;
    const std::size_t class_count = script.classes.size();
    if (maps.size() == class_count + kMostTogether) maps.erase(maps.begin() + static_cast<std::ptrdiff_t>(class_count));
    maps.push_back(std::move(*map));
    return &maps.back();
}

Result<GroupWay> Battle::State::findGroupWay(ClassMap& map, Vec2 from, Vec2 to, Vec2 facing)
{
    const auto moveToFree = [&map](Vec2 p) {
        const std::int32_t cell = map.grid().findNearestFree(p, 20 * map.radius);
        return cell == FieldGrid::kNone ? p : map.grid().centerOf(cell);
    };
    std::vector<Vec2> points = {query.findCell(to) == kNone ? moveToFree(to) : to};
    if (!(from == to))
    {
        // Fields keep away from walls, which suits a formation; the mesh knows doors that are too narrow for cells.
        if (!map.query) map.query = map.planner.makeQuery();
        const std::int32_t cell = map.grid().cellAt(from);
        const bool is_free = cell != FieldGrid::kNone && map.grid().isFree(cell);
        Path path = map.query->find(PathRequest(is_free ? from : moveToFree(from), to, map.radius));
        if (!path.isComplete()) path = paths.find(PathRequest(query.findNearest(from).position, to, map.radius));
        if (!path.isComplete()) return makePlaceError(fmt::format("There is no way to ({}, {}) for this group.", to.x, to.y), to);
        computePoints(path, 0.01, points);
        if (!(points.back() == to)) points.push_back(to);
    }
    Result<GroupWay> way = rooms.measure(points);
    if (way) way->facing = facing;
    return way;
}

} // namespace clearway
