// SPDX-License-Identifier: MIT
#include <clearway/plan/far_places.h>

#include <algorithm>
#include <tuple>
#include <vector>

#include <clearway/base/random.h>
#include <clearway/navmesh/query.h>

#include "plan/mesh_parts.h"

namespace clearway {

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
        const Result<PlannerParts> prepared = plan::prepareMesh(parts, {});
        if (!prepared) return places;
        const NavMesh& mesh = *prepared->mesh;
        NavMeshQuery query(mesh);
        for (std::uint64_t i = 0; i < kCount; ++i)
            if (const Place place = query.findRandomPoint({.index = i, .radius = radius}))
                places.push_back(atHeight(place.position, mesh.vertices()[mesh.sides(place.cell).front().from].height));
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

std::optional<PathRequest> findFarPlaces(const Planner& planner, double radius, std::optional<Vec3> start,
                                         std::optional<Vec3> goal)
{
    std::vector<Vec3> places = listPlaces(planner.parts(), radius);
    if (places.empty()) return {};
    PathRequest request(start.value_or(places.front()), goal.value_or(places.back()), radius);
    if (start && goal) return request;
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
    if (start)
    {
        places.resize(std::min<std::size_t>(places.size(), 8)); // a field is solved for every goal
        tryAll(request, &PathRequest::goal);
        return request;
    }
    tryAll(request, &PathRequest::start);
    // From the place that is farthest away to the one farthest from it.
    if (!goal) tryAll(PathRequest(request.start, request.start, radius), &PathRequest::start);
    return request;
}

std::vector<std::optional<Vec3>> findOtherSides(const Planner& planner, std::span<const SurfacePlace> from,
                                                std::span<const double> radii, std::uint64_t seed)
{
    constexpr std::uint64_t kTries = 32;
    const SurfaceMesh& surface = *planner.parts().surface;
    const SurfaceQuery ground(surface);
    Box3 bounds;
    for (const Vec3 p : surface.positions()) bounds.add(p);
    PlannerQuery query = planner.makeQuery();
    Path path;
    std::vector<std::optional<Vec3>> found(from.size());
    std::vector<SurfacePlace> places;
    for (std::size_t i = 0; i < from.size(); ++i)
    {
        const Vec3 opposite = bounds.center() * 2 - from[i].position;
        const std::uint32_t component = surface.components()[from[i].triangle];
        places.clear();
        for (std::uint64_t k = 0; k < kTries; ++k)
            places.push_back(ground.findRandomPlace({.seed = seed, .index = k, .component = component}));
        std::ranges::sort(places, [&](const SurfacePlace& a, const SurfacePlace& b) {
            const Vec3 p = a.position, q = b.position;
            const double to_p = distance(p, opposite), to_q = distance(q, opposite);
            return std::tie(to_p, p.x, p.y, p.z) < std::tie(to_q, q.x, q.y, q.z);
        });
        places.insert(places.begin(), ground.findNearest(opposite));
        for (const SurfacePlace& to : places)
        {
            if (!to || surface.components()[to.triangle] != component) continue;
            query.find({from[i].position, to.position, radii[i]}, path);
            if (!path.isComplete()) continue;
            found[i] = to.position;
            break;
        }
    }
    return found;
}

} // namespace clearway
