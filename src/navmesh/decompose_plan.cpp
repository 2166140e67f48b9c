// SPDX-License-Identifier: MIT
#include <algorithm>

#include <clearway/geometry/polygon.h>
#include <clearway/geometry/predicates.h>

#include "base/errors.h"
#include "geometry/space_order.h"
#include "navmesh/decompose.h"

namespace clearway {

namespace {

using Edge = Triangulation::Edge;

/// Spreads the areas' tags from their boundary edges, which have free space on their left, to all triangles inside. False when a
/// boundary is not made of edges of its own: then the scene was not built but made up, and breaks its promises.
bool tagFreeTriangles(LayerPlan& plan, std::span<const std::uint32_t> rings)
{
    Triangulation& t = plan.triangulation;
    std::vector<std::uint32_t> open;
    std::uint32_t point = 0;
    for (const std::uint32_t r : rings)
    {
        const Scene::RingRange& ring = plan.scene->rings()[r];
        const std::uint32_t tag = ring.area + 1;
        for (const std::uint32_t end = point + ring.count; point < end; ++point)
        {
            const Edge e = t.findEdge(t.vertexOf(point), t.vertexOf(plan.next_corner[point]));
            if (e == kNone) return false;
            const std::uint32_t triangle = Triangulation::triangleOf(e);
            if (t.tag(triangle) != 0) continue;
            t.setTag(triangle, tag);
            open.push_back(triangle);
        }
        while (!open.empty())
        {
            const std::uint32_t triangle = open.back();
            open.pop_back();
            for (std::uint32_t i = 0; i < 3; ++i)
            {
                const Edge e = Triangulation::edge(triangle, i);
                const std::uint32_t neighbour = Triangulation::triangleOf(t.twin(e));
                if (t.isConstrained(e) || t.tag(neighbour) != 0) continue;
                t.setTag(neighbour, tag);
                open.push_back(neighbour);
            }
        }
    }
    return true;
}

/// The rings of a layer, such that rings near one another tend to follow one another: along a curve through the plane.
std::vector<std::uint32_t> orderRings(const Scene& scene, int layer)
{
    std::vector<std::uint32_t> rings;
    for (const Scene::Area& area : scene.areas())
    {
        if (area.layer != layer) continue;
        for (std::uint32_t r = area.first_ring; r < area.first_ring + area.ring_count; ++r) rings.push_back(r);
    }
    const auto firstPoint = [&](std::uint32_t r) { return scene.points()[scene.rings()[r].first]; };
    std::vector<Vec2> points;
    for (const std::uint32_t r : rings) points.push_back(firstPoint(r));
    std::vector<std::uint32_t> order = computeHilbertOrder(points);
    for (std::uint32_t& i : order) i = rings[i];
    return order;
}

} // namespace

std::uint32_t LayerPlan::findWall(std::uint32_t from, std::uint32_t to) const
{
    if (isAdded(from)) return added[from - cornerCount()];
    if (isAdded(to)) return added[to - cornerCount()];
    if (triangulation.vertexOf(next_corner[from]) == to) return from;
    const auto begin = std::lower_bound(repeated.begin(), repeated.end(), from, [&](std::uint32_t point, std::uint32_t vertex) {
        return triangulation.vertexOf(point) < vertex;
    });
    for (auto point = begin; point != repeated.end() && triangulation.vertexOf(*point) == from; ++point)
    {
        if (triangulation.vertexOf(next_corner[*point]) == to) return *point;
    }
    return kNone;
}

std::size_t countMostCells(const LayerPlan& plan)
{
    std::size_t notch_count = 0, hole_count = 0, area_count = 0;
    for (std::uint32_t v = 0; v < plan.cornerCount(); ++v)
    {
        const std::uint32_t following = plan.next_corner[v];
        const auto at = [&](std::uint32_t point) { return plan.triangulation.position(point); };
        notch_count += computeOrientation(at(v), at(following), at(plan.next_corner[following])) < 0;
    }
    for (const Scene::Area& area : plan.scene->areas())
    {
        if (area.layer != plan.layer) continue;
        ++area_count;
        hole_count += area.ring_count - 1;
    }
    return notch_count + area_count - hole_count;
}

Result<LayerPlan> buildLayerPlan(const Scene& scene, int layer, const Progress& progress)
{
    LayerPlan plan;
    plan.scene = &scene;
    plan.layer = layer;
    const std::vector<std::uint32_t> rings = orderRings(scene, layer);
    double area = 0;
    for (const std::uint32_t r : rings)
    {
        const Scene::RingRange& ring = scene.rings()[r];
        area += computeSignedArea(scene.points(ring));
        const auto first = static_cast<std::uint32_t>(plan.corners.size());
        for (std::uint32_t i = 0; i < ring.count; ++i)
        {
            plan.corners.push_back(ring.first + i);
            plan.next_corner.push_back(i + 1 < ring.count ? first + i + 1 : first);
        }
    }
    // There are fewer points inside walls than notches.
    plan.largest_loss = 0.5e-9 * area / static_cast<double>(plan.corners.size());
    const auto scene_points = scene.points();
    std::vector<Vec2> points(plan.corners.size());
    std::vector<std::array<std::uint32_t, 2>> constraints(plan.corners.size());
    for (std::uint32_t i = 0; i < plan.corners.size(); ++i)
    {
        points[i] = scene_points[plan.corners[i]];
        constraints[i] = {i, plan.next_corner[i]};
    }
    auto triangulation = buildTriangulation(points, constraints, {.progress = progress});
    if (!triangulation) return triangulation.error();
    plan.triangulation = std::move(triangulation).value();

    for (std::uint32_t i = 0; i < plan.corners.size(); ++i)
    {
        if (plan.triangulation.vertexOf(i) != i) plan.repeated.push_back(i);
    }
    std::sort(plan.repeated.begin(), plan.repeated.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::pair(plan.triangulation.vertexOf(a), a) < std::pair(plan.triangulation.vertexOf(b), b);
    });
    if (!tagFreeTriangles(plan, rings))
        return makeError(ErrorCode::invalid_geometry,
                         "A vertex of the scene lies inside an edge; build the scene from its outlines again.");
    return plan;
}

} // namespace clearway
