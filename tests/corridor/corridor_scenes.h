// SPDX-License-Identifier: MIT
// Scenes and points that the tests of this module share, and slow, obvious measures of free space.
#pragma once
#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include <clearway/base/random.h>
#include <clearway/geometry/polygon.h>
#include <clearway/scene/generators.h>

namespace clearway::test {

inline constexpr const char* kCorridorScenes[] = {"rooms", "donut",  "cross",   "doors", "maze",
                                                  "comb",  "spiral", "mckenna", "fig17", "ill_conditioned"};

inline std::vector<Segment> listWalls(const Scene& scene)
{
    std::vector<Segment> walls;
    for (std::uint32_t i = 0; i < scene.points().size(); ++i) walls.push_back(scene.edge(i));
    return walls;
}

inline double computeDistance(const std::vector<Segment>& walls, Vec2 p)
{
    double best = std::numeric_limits<double>::infinity();
    for (const Segment& wall : walls) best = std::min(best, distance(p, wall));
    return best;
}

/// Even-odd over all rings: inside an outline and outside its holes.
inline bool isInside(const Scene& scene, Vec2 p)
{
    bool inside = false;
    for (const Scene::RingRange& ring : scene.rings())
        if (classifyPoint(scene.points(ring), p) == Side::inside) inside = !inside;
    return inside;
}

/// A random point of free space at least `radius` from all walls; nothing after 500 tries.
inline std::optional<Vec2> drawPoint(const Scene& scene, const std::vector<Segment>& walls, double radius, Random& random)
{
    const Box2 box = scene.bounds();
    for (int i = 0; i < 500; ++i)
    {
        const double x = random.uniform(box.min.x, box.max.x);
        const Vec2 p = {x, random.uniform(box.min.y, box.max.y)};
        if (isInside(scene, p) && computeDistance(walls, p) >= radius) return p;
    }
    return std::nullopt;
}

inline Scene makeRoom(const Ring& outline, const std::vector<Ring>& holes = {})
{
    SceneInput input;
    SceneInput::AreaInput area;
    area.outline.points = outline;
    for (const Ring& hole : holes) area.holes.push_back({hole, {}});
    input.areas.push_back(area);
    return buildScene(input).value();
}

} // namespace clearway::test
