// SPDX-License-Identifier: MIT
// Forbidden areas become obstacles. What a later area lets in again, a bridge over water, is first cut out of them.
#include <algorithm>
#include <cmath>

#include <clearway/geometry/box.h>
#include <clearway/grid/terrain.h>

namespace clearway {

namespace {

SceneInput::RingInput ringOf(const Scene& scene, const Scene::RingRange& ring)
{
    const std::span<const Vec2> points = scene.points(ring);
    const std::span<const double> heights = scene.heights().subspan(ring.first, ring.count);
    return {{points.begin(), points.end()}, {heights.begin(), heights.end()}};
}

/// An area of a scene as input for another.
SceneInput::AreaInput areaOf(const Scene& scene, const Scene::Area& area)
{
    SceneInput::AreaInput input;
    input.layer = area.layer;
    for (const Scene::RingRange& ring : scene.rings().subspan(area.first_ring, area.ring_count))
        ring.is_hole ? input.holes.push_back(ringOf(scene, ring)) : void(input.outline = ringOf(scene, ring));
    return input;
}

} // namespace

Result<Scene> buildEnterableScene(const Scene& scene, std::span<const TerrainArea> terrain, const TerrainCosts& costs)
{
    const auto isForbidden = [&costs](const TerrainArea& area) { return !std::isfinite(costs[area.terrain]); };
    if (std::ranges::none_of(terrain, isForbidden)) return scene;
    SceneInput input;
    input.name = scene.name();
    for (const Scene::Area& area : scene.areas()) input.areas.push_back(areaOf(scene, area));
    for (std::size_t i = 0; i < terrain.size(); ++i)
    {
        if (!isForbidden(terrain[i])) continue;
        SceneInput without;
        without.areas.push_back({.outline = {.points = terrain[i].outline}});
        for (const TerrainArea& later : terrain.subspan(i + 1))
            if (!isForbidden(later) && computeBounds(later.outline).overlaps(computeBounds(terrain[i].outline)))
                without.obstacles.push_back({.outline = {.points = later.outline}});
        if (without.obstacles.empty())
        {
            input.obstacles.push_back({.outline = {.points = terrain[i].outline}});
            continue;
        }
        const Result<Scene> left = buildScene(without);
        if (!left) continue; // all of it is let in again
        for (const Scene::Area& piece : left->areas())
        {
            SceneInput::AreaInput part = areaOf(*left, piece);
            input.obstacles.push_back({.outline = std::move(part.outline), .holes = std::move(part.holes)});
        }
    }
    return buildScene(input);
}

} // namespace clearway
