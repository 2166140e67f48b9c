// SPDX-License-Identifier: MIT
#include "path_details.h"

#include <clearway/navmesh.h>
#include <clearway/surface.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <vector>

#include "path_answer.h"

namespace clearway::cli {

static CorridorPathOptions readPathOptions(const PlannerArguments& arguments, double radius)
{
    CorridorPathOptions options;
    options.radius = radius;
    if (const std::string* kind = arguments.find("kind")) options.kind = findCorridorPathKind(*kind).value_or(options.kind);
    if (const std::string* clearance = arguments.find("clearance"))
        options.preferred_clearance = std::strtod(clearance->c_str(), nullptr);
    return options;
}

std::vector<Way> findWays(const PathCommandOptions& options, const PlannerParts& parts, const PathRequest& request,
                          const Path& path)
{
    const CorridorMap& map = *parts.corridor_map;
    const int layer = parts.mesh ? findLayer(*parts.mesh, request) : kAnyLayer;
    const Vec2 start = planar(request.start);
    // Of several goals the one that the path leads to.
    const Vec2 goal = planar(path.pieces().empty() ? request.goal : path.pieces().back().to);
    if (!options.ways) return {Way{findCorridor(map, start, goal, {.radius = request.radius, .layer = layer}), path}};
    CorridorPathFinder finder(map);
    CorridorPathOptions kind = readPathOptions(options.planner, request.radius);
    kind.layer = layer;
    const Ways found = clearway::findWays(map, start, goal, {.radius = request.radius, .count = *options.ways, .layer = layer});
    std::vector<Way> ways;
    for (const Corridor& corridor : found.corridors()) ways.push_back({corridor, finder.findWithin(corridor, start, goal, kind)});
    if (ways.empty()) ways.push_back({{}, path});
    return ways;
}

Value describeBalls(const Corridor& corridor)
{
    Value::List balls;
    for (const CorridorMap::Sample& ball : corridor.backbone())
        balls.emplace_back(Value::Fields{
            {"position", ball.position}, {"clearance", ball.clearance}, {"left", ball.left}, {"right", ball.right}});
    return balls;
}

Profile computeProfile(const SurfaceMesh& mesh, const Path& path)
{
    Profile profile;
    for (const double acceleration : computeAccelerations(mesh, path))
        profile.most_acceleration = std::max(profile.most_acceleration, acceleration);
    for (const Path::Piece& piece : path.pieces())
    {
        const double rise = piece.to.z - piece.from.z;
        (rise > 0 ? profile.climb : profile.descent) += std::abs(rise);
    }
    return profile;
}

double computeBorderClearance(const SurfaceMesh& mesh, const Path& path)
{
    const double none = std::numeric_limits<double>::infinity(), reach = std::max(1.0, 4 * path.radius());
    const Result<BorderClearance> borders = buildBorderClearance(mesh, reach);
    const auto isFree = [&](double distance) {
        for (std::size_t i = 0; i < path.pieces().size(); ++i)
            if (!borders->isFree(path.faces()[i], path.pieces()[i].from, path.pieces()[i].to, distance)) return false;
        return true;
    };
    if (!borders || isFree(reach)) return none;
    double low = 0, high = reach;
    for (int i = 0; i < 30; ++i)
    {
        const double middle = (low + high) / 2;
        (isFree(middle) ? low : high) = middle;
    }
    return low;
}

std::string explainMisfit(const PathCommandOptions& options, const SurfaceMesh& mesh, Vec3 point, bool is_start)
{
    const std::string* const reach = options.planner.find("reach");
    if (!std::isfinite(point.z)) point.z = mesh.source().bounds().center().z;
    // The mesh as it is, nothing cut away: only asked when something went wrong.
    SurfaceOptions everything;
    everything.max_acceleration = std::numeric_limits<double>::infinity();
    const Result<SurfaceMesh> whole = buildSurfaceMesh(mesh.source(), everything);
    const bool is_on_removed =
        whole && SurfaceQuery(*whole).findNearest(
                     point, {.max_distance = reach ? std::strtod(reach->c_str(), nullptr) : SurfacePathOptions().reach});
    const std::string what =
        fmt::format("the {} {} is {}", is_start ? "start" : "goal", formatPoint(point, 3),
                    is_on_removed ? "on a part that was removed: one cannot walk there" : "in the air, not on the surface");
    const SurfacePlace nearest = SurfaceQuery(mesh).findNearest(point);
    if (!nearest) return what + "; nothing of the surface is walkable";
    return fmt::format("{}; the nearest place to walk on is {}, {} m away", what, formatPoint(nearest.position, 3),
                       formatNumber(distance(point, nearest.position), 3));
}

} // namespace clearway::cli
