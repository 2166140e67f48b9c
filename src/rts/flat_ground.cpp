// SPDX-License-Identifier: MIT
// Where units can go in the plane, on the map of their class or else on the mesh, and the ways of formations.
#include "rts/flat_ground.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "field/line_cost.h"

namespace clearway {

namespace {

constexpr double kGoalReach = 1; ///< how far from a point the free cell may be that stands for it; metres

/// How far away units notice the place that they are sent to: across the pack that stands there.
double computeGoalSight(const BattleScript& script)
{
    double area = 0;
    for (const BattleScript::Block& block : script.units)
        area += script.classes[block.unit_class].radius * script.classes[block.unit_class].radius *
                static_cast<double>(block.positions.size());
    return 6 + 1.5 * std::sqrt(area);
}

} // namespace

Error makePlaceError(std::string message, Vec2 p)
{
    Error error{ErrorCode::invalid_argument, std::move(message)};
    error.place.has_coordinate = true;
    error.place.coordinate = {p.x, p.y};
    return error;
}

FlatGround::FlatGround(const BattleScript& script, const Planner& planner, World mesh, std::size_t max_map_bytes)
    : classes_(script.classes),
      terrain_(script.terrain),
      cell_size_(script.cell_size),
      goal_sight_(computeGoalSight(script)),
      planner_(planner),
      scene_(*planner.parts().scene),
      query_(*planner.parts().mesh),
      paths_(planner.makeQuery()),
      rooms_(scene_),
      ground_(std::move(mesh.ground)),
      guides_{std::move(mesh.guide)},
      max_map_bytes_(max_map_bytes)
{
}

Result<std::unique_ptr<BattleGround>> FlatGround::build(const BattleScript& script, const PlannerParts& parts,
                                                        std::size_t max_map_bytes, const Execution& execution)
{
    if (!script.surface.empty())
        return Error{ErrorCode::invalid_argument, "surface: is for battles over meshes of triangles; this one is in the plane."};
    const Result<Planner> paths = buildPlanner(parts, "navmesh", {}, execution);
    if (!paths) return paths.error();
    Result<World> mesh = paths->buildWorld("lanes");
    if (!mesh) return mesh.error();
    std::unique_ptr<FlatGround> flat(new FlatGround(script, *paths, std::move(*mesh), max_map_bytes));
    for (const UnitClass& unit_class : script.classes)
        if (const Result<void> added = flat->addClass(unit_class); !added) return added.error();
    return std::unique_ptr<BattleGround>(std::move(flat));
}

Result<void> FlatGround::addClass(const UnitClass& unit_class)
{
    // Classes that differ in how they fight only share their map.
    const auto same = std::ranges::find_if(maps_, [&](const ClassMap& map) { return map.isFor(unit_class); });
    if (same != maps_.end())
    {
        guides_.push_back(guides_[static_cast<std::size_t>(same - maps_.begin()) + 1]);
        maps_.push_back({same->radius, same->costs, same->is_plain, same->planner});
        return {};
    }
    Result<ClassMap> map = buildMap(unit_class, max_map_bytes_);
    if (!map) return map.error();
    const Result<World> fields = map->planner.buildWorld("field");
    if (!fields) return fields.error();
    guides_.push_back(fields->guide);
    maps_.push_back(std::move(*map));
    return {};
}

Result<ClassMap> FlatGround::buildMap(const UnitClass& unit_class, std::size_t max_map_bytes) const
{
    PlannerParts parts = planner_.parts();
    Result<FieldGrid> grid = buildFieldGrid(
        scene_, {.cell_size = cell_size_, .radius = unit_class.radius, .terrain = terrain_, .costs = unit_class.costs});
    if (!grid) return grid.error();
    // Each class has its share of the memory.
    const std::size_t field_bytes = static_cast<std::size_t>(grid->cellCount()) * (sizeof(double) + sizeof(std::int32_t));
    const std::size_t most = std::clamp<std::size_t>(max_map_bytes / classes_.size() / field_bytes, 1, 100'000);
    parts.grid = std::move(*grid);
    const Result<Planner> planner =
        buildPlanner(parts, "field", {{"goal_sight", goal_sight_}, {"max_fields", static_cast<int>(most)}});
    if (!planner) return planner.error();
    const bool is_plain = std::ranges::all_of(terrain_, [&costs = unit_class.costs](const TerrainArea& area) {
        return costs[static_cast<std::size_t>(area.terrain)] == costs[static_cast<std::size_t>(Terrain::walk)];
    });
    return ClassMap{unit_class.radius, unit_class.costs, is_plain, *planner};
}

double FlatGround::width() const
{
    const Vec2 size = scene_.bounds().size();
    return std::max(size.x, size.y);
}

Result<Vec2> FlatGround::findPlace(Vec2 point, std::optional<double> height) const
{
    if (!isFinite(point)) return makePlaceError("Where to go must be two finite numbers.", point);
    if (height) return makePlaceError("Heights are for battles over surfaces; in the plane give x and y.", point);
    if (isOn(point)) return point;
    const Box2 bounds = scene_.bounds();
    if (!bounds.contains(point))
        return makePlaceError(fmt::format("({}, {}) is outside the map, which is ({}, {}) to ({}, {}).", point.x, point.y,
                                          bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y),
                              point);
    return makePlaceError(fmt::format("({}, {}) is inside a wall.", point.x, point.y), point);
}

bool FlatGround::isVisible(Vec2 from, Vec2 to) const
{
    const CellId cell = query_.findCell(from);
    return cell != kNone && !query_.castRay({from, cell}, to).hit();
}

bool FlatGround::isWalkable(const Walker& walker, Vec2 to) const
{
    const ClassMap& map = maps_[walker.unit_class];
    return map.is_plain || std::isfinite(field::computeLineCost(map.grid(), walker.place, to));
}

bool FlatGround::isStraight(const Walker& walker, Vec2 to)
{
    const CellId cell = query_.findCell(walker.place);
    const double radius = classes_[walker.unit_class].radius * 0.999;
    return cell != kNone && query_.isCapsuleFree({walker.place, cell}, to, radius) && isWalkable(walker, to);
}

std::optional<Vec2> FlatGround::findWayBack(const Walker& walker) const
{
    constexpr double kReach = 8; // metres
    if (isWalkable(walker, walker.place)) return {};
    const FieldGrid& grid = maps_[walker.unit_class].grid();
    const std::int32_t cell = grid.findNearestFree(walker.place, kReach);
    return cell == FieldGrid::kNone ? std::nullopt : std::optional(grid.centerOf(cell));
}

std::optional<Vec2> FlatGround::findRoom(const Walker& walker, Vec2 place) const
{
    const bool has_room = maps_[walker.unit_class].grid().findNearestFree(place, kGoalReach) != FieldGrid::kNone;
    return has_room ? std::optional(place) : std::nullopt;
}

bool FlatGround::isOnMap(const Walker& walker, Vec2 place) const
{
    const FieldGrid& grid = maps_[walker.unit_class].grid();
    const std::int32_t from = grid.findNearestFree(walker.place, 2 * grid.cellSize());
    const std::int32_t to = grid.findNearestFree(place, kGoalReach);
    return from != FieldGrid::kNone && to != FieldGrid::kNone && grid.componentOf(from) == grid.componentOf(to);
}

std::optional<std::string> FlatGround::explainNoWay(std::span<const Walker> walkers, Vec2 place)
{
    if (std::ranges::any_of(walkers, [&](const Walker& walker) { return isOnMap(walker, place); })) return {};
    // Doors narrower than a cell and a disc are not on the maps.
    const Walker& first = walkers[0];
    const PathRequest request(first.place, place, classes_[first.unit_class].radius);
    if (maps_[first.unit_class].is_plain && paths_.find(request).isComplete()) return {};
    return fmt::format("There is no way to ({}, {}) for these units.", place.x, place.y);
}

std::uint32_t FlatGround::chooseGuide(const Walker& walker, Vec2 place) const
{
    // Doors narrower than a cell and a disc are not on the map, but on the mesh.
    const bool takes_path = maps_[walker.unit_class].is_plain && !isOnMap(walker, place);
    return takes_path ? kPaths : walker.unit_class + 1;
}

std::uint32_t FlatGround::chooseGuideToMoving(std::uint32_t unit_class) const
{
    // A field for one unit is costly: only where terrain matters.
    return maps_[unit_class].is_plain ? kPaths : unit_class + 1;
}

Result<ClassMap*> FlatGround::findMap(const UnitClass& unit_class)
{
    const auto known = std::ranges::find_if(maps_, [&](const ClassMap& map) { return map.isFor(unit_class); });
    if (known != maps_.end()) return &*known;
    Result<ClassMap> map = buildMap(unit_class, 0);
    if (!map) return map.error();
    constexpr std::size_t kMostTogether = 4;
    const std::size_t class_count = classes_.size();
    if (maps_.size() == class_count + kMostTogether) maps_.erase(maps_.begin() + static_cast<std::ptrdiff_t>(class_count));
    maps_.push_back(std::move(*map));
    return &maps_.back();
}

Result<GroupCourse> FlatGround::planCourse(const UnitClass& together, Vec2 from, Vec2 to, Vec2 facing, double)
{
    const Result<ClassMap*> found = findMap(together);
    if (!found) return found.error();
    ClassMap& map = **found;
    const auto moveToFree = [&map](Vec2 p) {
        const std::int32_t cell = map.grid().findNearestFree(p, 20 * map.radius);
        return cell == FieldGrid::kNone ? p : map.grid().centerOf(cell);
    };
    std::vector<Vec2> points = {isOn(to) ? to : moveToFree(to)};
    if (!(from == to))
    {
        // Fields keep away from walls, which suits a formation; the mesh knows doors that are too narrow for cells.
        if (!map.query) map.query = map.planner.makeQuery();
        const std::int32_t cell = map.grid().cellAt(from);
        const bool is_free = cell != FieldGrid::kNone && map.grid().isFree(cell);
        Path path = map.query->find(PathRequest(is_free ? from : moveToFree(from), to, map.radius));
        if (!path.isComplete()) path = paths_.find(PathRequest(query_.findNearest(from).position, to, map.radius));
        if (!path.isComplete()) return makePlaceError(fmt::format("There is no way to ({}, {}) for this group.", to.x, to.y), to);
        computePoints(path, 0.01, points);
        if (!(points.back() == to)) points.push_back(to);
    }
    Result<GroupWay> way = rooms_.measure(points);
    if (!way) return way.error();
    way->facing = facing;
    return GroupCourse{std::move(*way), map.grid()};
}

} // namespace clearway
