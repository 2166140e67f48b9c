// SPDX-License-Identifier: MIT
// The visits to two places never interleave on a ring (free space would have to cross itself), so that a walk along the ring that
// cuts off a loop whenever it comes to a place again leaves simple loops. Those of a hole are holes. Of an outline exactly one
// runs counter-clockwise; the others are obstacles that touch it.
#include "io/simple_rings.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include <clearway/geometry/predicates.h>

namespace clearway::io {

namespace {

/// For each point of a ring the first one of the ring at the same place.
std::vector<std::uint32_t> findPlaces(std::span<const Vec2> points)
{
    const auto key = [&](std::uint32_t i) { return std::tuple(points[i].x, points[i].y, i); };
    std::vector<std::uint32_t> order(points.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
    std::vector<std::uint32_t> place(points.size());
    for (std::size_t i = 0; i < order.size(); ++i)
    {
        const bool is_same = i > 0 && points[order[i]] == points[order[i - 1]];
        place[order[i]] = is_same ? place[order[i - 1]] : order[i];
    }
    return place;
}

void appendLoops(const Scene& scene, const Scene::RingRange& ring, std::vector<VertexRing>& loops)
{
    const std::vector<std::uint32_t> place = findPlaces(scene.points(ring));
    constexpr std::uint32_t kNowhere = ~std::uint32_t{0};
    std::vector<std::uint32_t> position(ring.count, kNowhere); // of a place on the walk
    VertexRing walk;
    for (std::uint32_t i = 0; i < ring.count; ++i)
    {
        if (position[place[i]] != kNowhere)
        {
            const auto first = walk.begin() + position[place[i]];
            loops.emplace_back(first, walk.end());
            for (auto cut = first; cut != walk.end(); ++cut) position[place[*cut - ring.first]] = kNowhere;
            walk.erase(first, walk.end());
        }
        position[place[i]] = static_cast<std::uint32_t>(walk.size());
        walk.push_back(ring.first + i);
    }
    loops.push_back(std::move(walk));
}

/// By the corner at its smallest point, which is convex.
bool isCounterClockwise(const Scene& scene, const VertexRing& loop)
{
    const auto point = [&](std::size_t i) { return scene.points()[loop[i % loop.size()]]; };
    std::size_t smallest = 0;
    for (std::size_t i = 1; i < loop.size(); ++i)
        if (std::tuple(point(i).x, point(i).y) < std::tuple(point(smallest).x, point(smallest).y)) smallest = i;
    return computeOrientation(point(smallest + loop.size() - 1), point(smallest), point(smallest + 1)) > 0;
}

} // namespace

std::vector<VertexRing> findSimpleRings(const Scene& scene, const Scene::Area& area)
{
    std::vector<VertexRing> loops;
    for (std::uint32_t i = 0; i < area.ring_count; ++i)
    {
        appendLoops(scene, scene.rings()[area.first_ring + i], loops);
        if (i > 0 || loops.size() == 1) continue;
        const auto outline =
            std::find_if(loops.begin(), loops.end(), [&](const VertexRing& loop) { return isCounterClockwise(scene, loop); });
        if (outline != loops.end()) std::rotate(loops.begin(), outline, outline + 1);
    }
    return loops;
}

} // namespace clearway::io
