// SPDX-License-Identifier: MIT
#include "navmesh/ring_triangles.h"

#include <clearway/geometry/polygon.h>
#include <clearway/geometry/triangulation.h>

namespace clearway {

namespace {

Result<Triangulation> triangulateSides(std::span<const Vec2> ring)
{
    std::vector<std::array<std::uint32_t, 2>> sides(ring.size());
    for (std::uint32_t i = 0; i < ring.size(); ++i) sides[i] = {i, i + 1 < ring.size() ? i + 1 : 0};
    return buildTriangulation(ring, sides);
}

} // namespace

std::vector<std::array<std::uint32_t, 3>> triangulateAnyRing(std::span<const Vec2> ring)
{
    if (ring.size() < kLargeRing) return triangulateRing(ring);
    Result<Triangulation> triangulation = triangulateSides(ring);
    if (!triangulation) return triangulateRing(ring); // not simple: ears cope somehow
    // From the left of every side inward, up to the next side.
    constexpr std::uint32_t kInside = 1;
    for (std::uint32_t t = 0; t < triangulation->triangleCount(); ++t) triangulation->setTag(t, 0);
    std::vector<std::array<std::uint32_t, 3>> triangles;
    std::vector<std::uint32_t> open;
    const auto enter = [&](std::uint32_t t) {
        if (triangulation->isGhost(t) || triangulation->tag(t) == kInside) return;
        triangulation->setTag(t, kInside);
        triangles.push_back(triangulation->vertices(t));
        open.push_back(t);
    };
    for (std::uint32_t i = 0; i < ring.size(); ++i)
    {
        const Triangulation::Edge side = triangulation->findEdge(i, i + 1 < ring.size() ? i + 1 : 0);
        if (side != kNone) enter(Triangulation::triangleOf(side));
        while (!open.empty())
        {
            const std::uint32_t t = open.back();
            open.pop_back();
            for (std::uint32_t k = 0; k < 3; ++k)
            {
                const Triangulation::Edge e = Triangulation::edge(t, k);
                if (!triangulation->isConstrained(e)) enter(Triangulation::triangleOf(triangulation->twin(e)));
            }
        }
    }
    return triangles;
}

std::optional<Vec2> findSelfContactOfLargeRing(std::span<const Vec2> ring)
{
    const Result<Triangulation> triangulation = triangulateSides(ring);
    if (!triangulation)
    {
        const Error::Place& place = triangulation.error().place;
        return place.has_coordinate ? Vec2{place.coordinate[0], place.coordinate[1]} : ring[0];
    }
    // Sides that touch end up sharing a vertex, or are split where another corner lies on them.
    for (std::uint32_t i = 0; i < ring.size(); ++i)
    {
        const std::uint32_t next = i + 1 < ring.size() ? i + 1 : 0;
        if (triangulation->vertexOf(i) != i || triangulation->findEdge(i, next) == kNone) return ring[i];
    }
    return std::nullopt;
}

} // namespace clearway
