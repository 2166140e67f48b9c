// SPDX-License-Identifier: MIT
#include "far_places.h"

#include <clearway/base/random.h>
#include <clearway/navmesh.h>
#include <clearway/surface.h>

#include <algorithm>
#include <vector>

namespace clearway::cli {

/// A few random places with room for the disc.
static std::vector<Vec3> listPlaces(const PlannerParts& parts, double radius)
{
    constexpr std::uint64_t kCount = 32;
    std::vector<Vec3> places;
    if (parts.surface)
    {
        const SurfaceQuery query(*parts.surface);
        for (std::uint64_t i = 0; i < kCount; ++i)
            if (const SurfacePlace place = query.findRandomPlace({.index = i})) places.push_back(place.position);
        return places;
    }
    if (parts.mesh || parts.scene)
    {
        const Result<NavMesh> mesh = parts.mesh ? Result<NavMesh>(*parts.mesh) : buildNavMesh(*parts.scene);
        if (!mesh) return places;
        NavMeshQuery query(*mesh);
        for (std::uint64_t i = 0; i < kCount; ++i)
            if (const Place place = query.findRandomPoint({.index = i, .radius = radius}))
                places.push_back(atHeight(place.position, mesh->vertices()[mesh->sides(place.cell).front().from].height));
        return places;
    }
    Random random(1);
    if (parts.corridor_map)
    {
        const auto vertices = parts.corridor_map->vertices();
        for (std::uint64_t tries = 0; tries < 100 * kCount && places.size() < kCount && !vertices.empty(); ++tries)
            if (const auto& vertex = vertices[random.below(vertices.size())]; vertex.clearance >= radius)
                places.push_back(atHeight(vertex.position, kAnyHeight));
        return places;
    }
    if (!parts.grid) return places;
    for (std::uint64_t tries = 0; tries < 100 * kCount && places.size() < kCount; ++tries)
    {
        const auto cell = static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(parts.grid->cellCount())));
        if (parts.grid->isFree(cell)) places.push_back(atHeight(parts.grid->centerOf(cell), kAnyHeight));
    }
    return places;
}

bool chooseFarPlaces(const Planner& planner, PathRequest& request, bool has_start, bool has_goal)
{
    std::vector<Vec3> places = listPlaces(planner.parts(), request.radius);
    if (places.empty()) return false;
    if (!has_start) request.start = places.front();
    if (!has_goal) request.goal = places.back();
    PlannerQuery query = planner.makeQuery();
    Path path;
    double longest = 0;
    const auto tryAll = [&](PathRequest tried, Vec3 PathRequest::* end) {
        for (const Vec3 place : places)
        {
            tried.*end = place;
            query.find(tried, path);
            if (!path.isComplete() || path.length() <= longest) continue;
            longest = path.length();
            request = tried;
        }
    };
    if (has_start)
    {
        places.resize(std::min<std::size_t>(places.size(), 8)); // a field is solved for every goal
        tryAll(request, &PathRequest::goal);
        return true;
    }
    tryAll(request, &PathRequest::start);
    // From the place that is farthest away to the one farthest from it.
    if (!has_goal) tryAll(PathRequest(request.start, request.start, request.radius), &PathRequest::start);
    return true;
}

} // namespace clearway::cli
