// SPDX-License-Identifier: MIT
#include "guide/navmesh_ground.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <clearway/base/assert.h>

#include "guide/round_room.h"
#include "navmesh/cell_shape.h"

namespace clearway {

NavMeshGround::NavMeshGround(std::shared_ptr<const NavMeshWorld> world) : world_(std::move(world))
{
    for (const NavMesh::Cell& cell : world_->mesh.cells) layer_count_ = std::max(layer_count_, cell.layer + 1);
}

Footing NavMeshGround::computeFooting(Vec2 position, CellId cell, double radius) const
{
    const NavMesh::Data& mesh = world_->mesh;
    Footing footing;
    footing.face = cell;
    footing.layer = static_cast<std::uint16_t>(mesh.cells[cell].layer);
    const CellTable& cells = world_->cells;
    footing.wall_room = roundRoom(std::sqrt(cells.computeSiteDistanceSq(cell, position)) - cells.slack() - radius);
    footing.face_room = roundRoom(cells.computeFaceRoom(cell, position));
    return footing;
}

bool NavMeshGround::hasRoom(Vec2 position, double radius, int layer, Footing& footing) const
{
    if (!isFinite(position) || !(radius >= 0) || !std::isfinite(radius)) return false;
    const auto scratch = world_->borrowScratch();
    const CellId cell = scratch->query.findCell(position, std::max(layer, kAnyLayer));
    if (cell == kNone || world_->clearance.findNearestSite({position, cell}).distance < radius - world_->quantum) return false;
    footing = computeFooting(position, cell, radius);
    return true;
}

Ground::Standing NavMeshGround::stand(Vec2 position, double radius, int layer) const
{
    Ground::Standing standing;
    if (!isFinite(position) || !(radius >= 0) || !std::isfinite(radius)) return standing;
    const auto scratch = world_->borrowScratch();
    const CellId cell = scratch->query.findCell(position, std::max(layer, kAnyLayer));
    if (cell != kNone && world_->clearance.findNearestSite({position, cell}).distance >= radius - world_->quantum)
    {
        standing.problem = Ground::Standing::Problem::none;
        standing.footing = computeFooting(position, cell, radius);
        return standing;
    }
    standing.problem = cell != kNone ? Ground::Standing::Problem::too_tight : Ground::Standing::Problem::outside;
    // Most often it is rounding that made it too tight.
    constexpr double kBeside = 0.001;
    const Place beside = scratch->places().findBeside(position, radius, std::max(kBeside, computeFloatError(position)), layer);
    if (const auto place = beside ? std::optional(beside) : scratch->places().findNearest(position, radius, {}, layer))
    {
        standing.has_suggestion = true;
        standing.suggestion = place->position;
    }
    return standing;
}

// Three tiers with one answer, that of NavMeshQuery::moveDiscAlong: within the rooms of the footing nothing can be in the way,
// and the face stays; else cells and the sites near them tell whether the way is free; only discs that meet a wall, or a corner
// of a cell to the bit, are moved by the exact query.
bool NavMeshGround::moveFreely(Vec2& position, Vec2 target, double radius, Footing& footing) const
{
    const double way = distance(position, target) * (1 + 0x1p-40);
    const bool is_in_room = way <= static_cast<double>(footing.wall_room);
    if (is_in_room && way <= static_cast<double>(footing.face_room))
    {
        position = target;
        footing.wall_room = roundRoom(static_cast<double>(footing.wall_room) - way);
        footing.face_room = roundRoom(static_cast<double>(footing.face_room) - way);
        return true;
    }
    if (footing.face >= world_->mesh.cells.size() || !(way < 1e15)) return false;
    CellId cell = footing.face;
    const CellTable& cells = world_->cells;
    const CellTable::Sight sight = is_in_room ? cells.walk(cell, position, target)
                                              : cells.look(cell, position, target, world_->moveRadius(radius) + cells.slack());
    if (sight != CellTable::Sight::free) return false;
    position = target;
    footing = computeFooting(target, cell, radius);
    return true;
}

void NavMeshGround::move(const Ground::MoveBatch& batch) const
{
    CLEARWAY_ASSERT(batch.positions.size() == batch.targets.size() && batch.positions.size() == batch.radii.size() &&
                        batch.positions.size() == batch.footings.size(),
                    "the spans of a batch must have equal size");
    const auto scratch = world_->borrowScratch();
    for (std::size_t i = 0; i < batch.positions.size(); ++i)
    {
        if (moveFreely(batch.positions[i], batch.targets[i], batch.radii[i], batch.footings[i])) continue;
        const Place from = {batch.positions[i], batch.footings[i].face};
        const Place to = scratch->query.moveDiscAlong(from, batch.targets[i], world_->moveRadius(batch.radii[i]));
        if (!to) continue;
        batch.positions[i] = to.position;
        batch.footings[i] = computeFooting(to.position, to.cell, batch.radii[i]);
    }
}

void NavMeshGround::findWalls(std::span<const Vec2> positions, std::span<const Footing> footings, std::span<const float> ranges,
                              WallList& walls) const
{
    CLEARWAY_ASSERT(positions.size() == footings.size() && positions.size() == ranges.size(), "spans must have equal size");
    const auto scratch = world_->borrowScratch();
    walls.walls.clear();
    walls.first.resize(positions.size() + 1);
    walls.first[0] = 0;
    for (std::size_t i = 0; i < positions.size(); ++i)
    {
        if (ranges[i] > 0 && ranges[i] >= footings[i].wall_room)
            world_->walls.find(positions[i], footings[i].layer, static_cast<double>(ranges[i]), walls.walls, scratch->ids);
        walls.first[i + 1] = static_cast<std::uint32_t>(walls.walls.size());
    }
}

double NavMeshGround::computeWallDistance(Vec2 position, const Footing& footing, double limit) const
{
    if (world_->sites.snap_error == 0 && footing.face < world_->mesh.cells.size())
    {
        const std::uint32_t site = world_->cells.findSite(footing.face, position);
        if (site == kNone) return std::numeric_limits<double>::infinity();
        const WallShape& shape = world_->cells.site(site);
        const double distance = clearway::distance(position, Segment{shape.a, shape.a + shape.along});
        return distance <= limit ? distance : std::numeric_limits<double>::infinity();
    }
    const auto scratch = world_->borrowScratch();
    return scratch->query.computeWallDistance({position, footing.face}, limit).distance;
}

bool NavMeshGround::drawRandomPoint(std::uint64_t seed, std::uint64_t index, double radius, std::uint32_t face, int max_tries,
                                    Vec2& point) const
{
    RandomPointOptions options;
    options.seed = seed;
    options.index = index;
    options.radius = radius;
    options.max_tries = max_tries;
    if (face != kNone)
    {
        if (face >= world_->mesh.cells.size()) return false;
        options.component = world_->mesh.cells[face].component;
    }
    const auto scratch = world_->borrowScratch();
    const Place place = scratch->query.findRandomPoint(options);
    if (place) point = place.position;
    return static_cast<bool>(place);
}

bool NavMeshGround::isOn(Vec2 position, const Footing& footing) const
{
    const NavMesh::Data& mesh = world_->mesh;
    if (!isFinite(position) || footing.face >= mesh.cells.size() || !containsPoint(mesh, footing.face, position)) return false;
    const Footing truth = computeFooting(position, footing.face, 0);
    return footing.layer == truth.layer && footing.wall_room <= truth.wall_room && footing.face_room <= truth.face_room;
}

Box2 NavMeshGround::bounds() const { return world_->mesh.bounds; }
std::uint64_t NavMeshGround::computeHash() const { return world_->clearance.mesh().computeHash(); }

} // namespace clearway
