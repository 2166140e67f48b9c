// SPDX-License-Identifier: MIT
// Where units can go in the plane, on the map of their class or else on the mesh, and the ways of formations.
#include "rts/flat_ground.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include <clearway/base/names.h>

#include "guide/ground_per_kind.h"

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

Land::Land(std::uint32_t set, const Planner& of)
    : forbidden(set), planner(of), scene(*of.parts().scene), query(*of.parts().mesh), paths(of.makeQuery()), rooms(scene)
{
}

FlatGround::FlatGround(const BattleScript& script, std::size_t max_map_bytes)
    : classes_(script.classes),
      terrain_(script.terrain),
      cell_size_(script.cell_size),
      goal_sight_(computeGoalSight(script)),
      max_map_bytes_(max_map_bytes)
{
    constexpr double kAreasPerBin = 2;
    std::vector<Box2> boxes;
    for (const TerrainArea& area : terrain_) boxes.push_back(computeBounds(area.outline));
    terrain_bins_ = buildBinGrid(boxes, kAreasPerBin);
}

Result<std::unique_ptr<BattleGround>> FlatGround::build(const BattleScript& script, const PlannerParts& parts,
                                                        std::size_t max_map_bytes, const Execution& execution)
{
    if (!script.surface.empty())
        return Error{ErrorCode::invalid_argument, "surface: is for battles over meshes of triangles; this one is in the plane."};
    const Result<Planner> paths = buildPlanner(parts, "navmesh", {}, execution);
    if (!paths) return paths.error();
    std::unique_ptr<FlatGround> flat(new FlatGround(script, max_map_bytes));
    flat->lands_.push_back(std::make_unique<Land>(0, *paths));
    for (const UnitClass& unit_class : script.classes)
        if (const Result<Land*> land = flat->findLand(unit_class.costs, execution); !land)
        {
            Error error = land.error();
            error.message = fmt::format("{} may enter nothing of the map: {}", showName(unit_class.name), error.message);
            return error;
        }
    if (const Result<void> built = flat->buildGround(); !built) return built.error();
    for (const UnitClass& unit_class : script.classes)
        if (const Result<void> added = flat->addClass(unit_class); !added) return added.error();
    return std::unique_ptr<BattleGround>(std::move(flat));
}

/// The ground of each kind of walkers, and the guides on it.
Result<void> FlatGround::buildGround()
{
    std::vector<std::shared_ptr<const Ground>> grounds;
    for (const auto& land : lands_)
    {
        Result<World> world = land->planner.buildWorld("lanes");
        if (!world) return world.error();
        grounds.push_back(std::move(world->ground));
        guides_.push_back(std::move(world->guide));
    }
    kind_count_ = static_cast<std::uint32_t>(grounds.size());
    ground_ = grounds.size() == 1 ? grounds[0] : std::make_shared<GroundPerKind>(std::move(grounds));
    return {};
}

bool FlatGround::isForbidden(const TerrainArea& area, const TerrainCosts& costs) const
{
    return !std::isfinite(costs[area.terrain]);
}

Result<Land*> FlatGround::findLand(const TerrainCosts& costs, const Execution& execution)
{
    std::uint32_t forbidden = 0;
    for (const TerrainArea& area : terrain_)
        if (isForbidden(area, costs)) forbidden |= 1U << static_cast<int>(area.terrain);
    const auto known = std::ranges::find_if(lands_, [&](const auto& land) { return land->forbidden == forbidden; });
    if (known != lands_.end()) return known->get();
    PlannerParts parts;
    Result<Scene> scene = buildEnterableScene(whole().scene, terrain_, costs);
    if (!scene) return scene.error();
    parts.scene = std::move(*scene);
    const Result<Planner> planner = buildPlanner(parts, "navmesh", {}, execution);
    if (!planner) return planner.error();
    lands_.push_back(std::make_unique<Land>(forbidden, *planner));
    return lands_.back().get();
}

std::uint32_t FlatGround::kindOf(std::uint32_t unit_class) const
{
    std::uint32_t kind = 0;
    while (lands_[kind].get() != maps_[unit_class].land) ++kind;
    return kind;
}

Result<void> FlatGround::addClass(const UnitClass& unit_class)
{
    // Classes that differ in how they fight only share their map.
    const auto same = std::ranges::find_if(maps_, [&](const ClassMap& map) { return map.isFor(unit_class); });
    if (same != maps_.end())
    {
        guides_.push_back(guides_[static_cast<std::size_t>(same - maps_.begin()) + kind_count_]);
        maps_.push_back({same->radius, same->costs, same->land, same->is_plain, same->planner});
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

Result<ClassMap> FlatGround::buildMap(const UnitClass& unit_class, std::size_t max_map_bytes)
{
    const Result<Land*> land = findLand(unit_class.costs, {});
    if (!land) return land.error();
    // What may not be entered is no part of the land, so that it is not part of the map either.
    std::vector<TerrainArea> terrain = terrain_;
    std::erase_if(terrain, [&](const TerrainArea& area) { return isForbidden(area, unit_class.costs); });
    PlannerParts parts = (*land)->planner.parts();
    Result<FieldGrid> grid = buildFieldGrid(
        (*land)->scene, {.cell_size = cell_size_, .radius = unit_class.radius, .terrain = terrain, .costs = unit_class.costs});
    if (!grid) return grid.error();
    // Each class has its share of the memory.
    const std::size_t field_bytes = static_cast<std::size_t>(grid->cellCount()) * (sizeof(double) + sizeof(std::int32_t));
    const std::size_t most = std::clamp<std::size_t>(max_map_bytes / classes_.size() / field_bytes, 1, 100'000);
    parts.grid = std::move(*grid);
    const Result<Planner> planner =
        buildPlanner(parts, "field", {{"goal_sight", goal_sight_}, {"max_fields", static_cast<int>(most)}});
    if (!planner) return planner.error();
    const bool is_plain = std::ranges::all_of(
        terrain, [&costs = unit_class.costs](const TerrainArea& area) { return costs[area.terrain] == costs[Terrain::walk]; });
    return ClassMap{unit_class.radius, unit_class.costs, *land, is_plain, *planner};
}

double FlatGround::width() const
{
    const Vec2 size = whole().scene.bounds().size();
    return std::max(size.x, size.y);
}

Result<Vec2> FlatGround::findPlace(Vec2 point, std::optional<double> height) const
{
    if (!isFinite(point)) return makePlaceError("Where to go must be two finite numbers.", point);
    if (height) return makePlaceError("Heights are for battles over surfaces; in the plane give x and y.", point);
    if (isOn(whole(), point)) return point;
    const Box2 bounds = whole().scene.bounds();
    if (!bounds.contains(point))
        return makePlaceError(fmt::format("({}, {}) is outside the map, which is ({}, {}) to ({}, {}).", point.x, point.y,
                                          bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y),
                              point);
    return makePlaceError(fmt::format("({}, {}) is inside a wall.", point.x, point.y), point);
}

static bool isVisibleOn(const Land& land, Vec2 from, Vec2 to)
{
    const CellId cell = land.query.findCell(from);
    return cell != kNone && !land.query.castRay({from, cell}, to).hit();
}

bool FlatGround::isVisible(Vec2 from, Vec2 to) const { return isVisibleOn(whole(), from, to); }

bool FlatGround::isWalkable(const Walker& walker, Vec2 to) const
{
    return isVisibleOn(*maps_[walker.unit_class].land, walker.place, to);
}

bool FlatGround::isStraight(const Walker& walker, Vec2 to)
{
    NavMeshQuery& query = maps_[walker.unit_class].land->query;
    const CellId cell = query.findCell(walker.place);
    return cell != kNone && query.isCapsuleFree({walker.place, cell}, to, classes_[walker.unit_class].radius * 0.999);
}

double FlatGround::computePace(const Walker& walker) const
{
    const TerrainNumbers& speeds = classes_[walker.unit_class].speeds;
    if (speeds == TerrainNumbers()) return 1;
    // What lies in several areas belongs to the last.
    std::size_t last = terrain_.size();
    terrain_bins_.forEachIn({walker.place, walker.place}, [&](std::uint32_t i) {
        const bool is_later = last == terrain_.size() || i > last;
        if (is_later && classifyPoint(terrain_[i].outline, walker.place) != Side::outside) last = i;
    });
    return speeds[last == terrain_.size() ? Terrain::walk : terrain_[last].terrain];
}

std::optional<Vec2> FlatGround::findRoom(const Walker& walker, Vec2 place) const
{
    const ClassMap& map = maps_[walker.unit_class];
    const std::int32_t cell = map.grid().findNearestFree(place, kGoalReach);
    if (cell == FieldGrid::kNone) return {};
    return isOn(*map.land, place) ? place : map.grid().centerOf(cell);
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
    const ClassMap& map = maps_[first.unit_class];
    if (map.is_plain && map.land->paths.find(request).isComplete()) return {};
    return fmt::format("There is no way to ({}, {}) for these units.", place.x, place.y);
}

std::uint32_t FlatGround::chooseGuide(const Walker& walker, Vec2 place) const
{
    // Doors narrower than a cell and a disc are not on the map, but on the mesh.
    const bool takes_path = maps_[walker.unit_class].is_plain && !isOnMap(walker, place);
    return takes_path ? kindOf(walker.unit_class) : kind_count_ + walker.unit_class;
}

std::uint32_t FlatGround::chooseGuideToMoving(std::uint32_t unit_class) const
{
    // A field for one unit is costly: only where terrain matters.
    return maps_[unit_class].is_plain ? kindOf(unit_class) : kind_count_ + unit_class;
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
    const Vec2 end = isOn(*map.land, to) ? to : moveToFree(to);
    std::vector<Vec2> points = {end};
    if (!(from == to))
    {
        // Fields keep away from walls, which suits a formation; the mesh knows doors that are too narrow for cells.
        if (!map.query) map.query = map.planner.makeQuery();
        const std::int32_t cell = map.grid().cellAt(from);
        const bool is_free = cell != FieldGrid::kNone && map.grid().isFree(cell);
        Path path = map.query->find(PathRequest(is_free ? from : moveToFree(from), end, map.radius));
        if (!path.isComplete())
            path = map.land->paths.find(PathRequest(map.land->query.findNearest(from).position, end, map.radius));
        if (!path.isComplete()) return makePlaceError(fmt::format("There is no way to ({}, {}) for this group.", to.x, to.y), to);
        computePoints(path, 0.01, points);
        if (!(points.back() == end)) points.push_back(end);
    }
    Result<GroupWay> way = map.land->rooms.measure(points);
    if (!way) return way.error();
    way->facing = facing;
    return GroupCourse{std::move(*way), map.grid()};
}

} // namespace clearway
