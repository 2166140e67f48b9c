// SPDX-License-Identifier: MIT
#include "rts/curved_ground.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "rts/march_map.h"

namespace clearway {

namespace {

constexpr double kHeightReach = 1; ///< metres that a height may be off
constexpr double kFitReach = 1;    ///< metres from a place to where a disc fits instead

std::string showPlace(Vec3 p) { return fmt::format("({:.3g}, {:.3g}, {:.3g})", p.x, p.y, p.z); }

} // namespace

CurvedBattleGround::CurvedBattleGround(const BattleScript& script, const Planner& planner, World world)
    : classes_(script.classes),
      cell_size_(script.cell_size),
      planner_(planner),
      paths_(planner.makeQuery()),
      ground_(std::move(world.ground)),
      guide_(std::move(world.guide)),
      curved_(*ground_->curved())
{
}

Result<std::unique_ptr<BattleGround>> CurvedBattleGround::build(const BattleScript& script, const PlannerParts& parts,
                                                                const Execution& execution)
{
    if (!script.terrain.empty())
        return Error{ErrorCode::invalid_argument,
                     "terrain: is for battles in the plane; over a surface, leave ground out of the mesh where nobody may go."};
    const Result<Planner> planner = buildPlanner(parts, "surface", script.surface, execution);
    if (!planner) return planner.error();
    Result<World> world = planner->buildWorld();
    if (!world) return world.error();
    return std::unique_ptr<BattleGround>(new CurvedBattleGround(script, *planner, std::move(*world)));
}

double CurvedBattleGround::width() const
{
    const Vec3 size = parts().surface->source().bounds().size();
    return std::max({size.x, size.y, size.z});
}

Result<Vec2> CurvedBattleGround::findPlace(Vec2 point, std::optional<double> height) const
{
    if (!isFinite(point) || (height && !std::isfinite(*height)))
        return makePlaceError("A place on a surface must be two or three finite numbers.", point);
    Vec2 place;
    if (curved_.findPosition(atHeight(point, height.value_or(kAnyHeight)), kHeightReach, place)) return place;
    return makePlaceError(
        height ? fmt::format("There is no ground within {} m of ({}, {}, {}).", kHeightReach, point.x, point.y, *height)
               : fmt::format("There is no ground at ({}, {}).", point.x, point.y),
        point);
}

Vec2 CurvedBattleGround::findNearest(Vec3 point) const
{
    Vec2 place;
    curved_.findPosition(point, std::numeric_limits<double>::infinity(), place);
    return place;
}

std::optional<Vec2> CurvedBattleGround::fit(Vec2 place, double radius) const
{
    const Ground::Standing standing = ground_->stand(place, radius, -1);
    if (standing) return place;
    if (!standing.has_suggestion || distance(toSpace(place), toSpace(standing.suggestion)) > kFitReach + radius) return {};
    return standing.suggestion;
}

std::optional<Vec2> CurvedBattleGround::findRoom(const Walker& walker, Vec2 place) const
{
    return fit(place, classes_[walker.unit_class].radius);
}

bool CurvedBattleGround::hasPath(Vec2 from, Vec2 to, double radius)
{
    paths_.find({toSpace(from), toSpace(to), radius}, path_);
    return path_.isComplete();
}

std::optional<std::string> CurvedBattleGround::explainNoWay(std::span<const Walker> walkers, Vec2 place)
{
    constexpr int kMostAsked = 16; // a search that finds nothing is long
    const std::span<const std::uint32_t> components = parts().surface->components();
    const std::uint32_t there = components[curved_.computePose(place).face];
    int asked = 0;
    for (const Walker& walker : walkers)
    {
        if (components[curved_.computePose(walker.place).face] != there || asked == kMostAsked) continue;
        ++asked;
        const std::optional<Vec2> room = findRoom(walker, place);
        // One that was pushed against a border by rounding has its way too.
        if (room && hasPath(walker.place, *room, 0.999 * classes_[walker.unit_class].radius)) return {};
    }
    return fmt::format("There is no way to {} for these units: {}.", showPlace(toSpace(place)),
                       asked > 0 ? "it is too narrow for them" : "it is on a part of the surface that theirs is not joined to");
}

Result<GroupCourse> CurvedBattleGround::planCourse(const UnitClass& together, Vec2 from, Vec2 to, Vec2 facing, double across)
{
    const std::optional<Vec2> start = fit(from, together.radius), end = fit(to, together.radius);
    if (!end)
        return makePlaceError(fmt::format("The group has no room at {}, nor near it.", showPlace(toSpace(to))),
                              planar(toSpace(to)));
    std::vector<Vec3> points = {toSpace(*end)};
    if (!(from == to))
    {
        if (!hasPath(start.value_or(from), *end, 0.999 * together.radius))
            return makePlaceError(fmt::format("There is no way to {} for this group.", showPlace(toSpace(to))),
                                  planar(toSpace(to)));
        points.clear();
        for (const Path::Piece& piece : path_.pieces()) points.push_back(piece.from);
        points.push_back(path_.pieces().back().to);
    }
    return MarchMap::plan(ground_, points,
                          {.radius = together.radius, .across = across, .cell_size = cell_size_, .facing = facing});
}

} // namespace clearway
