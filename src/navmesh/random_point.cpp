// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include <clearway/base/random.h>
#include <clearway/navmesh/query.h>

#include "navmesh/cell_shape.h"
#include "navmesh/data.h"

namespace clearway {

namespace {

/// One point, uniform over triangles [first, last); no Place when rounding put it outside its cell.
Place drawPoint(const NavMesh::Data& data, std::uint32_t first, std::uint32_t last, Random& random)
{
    const std::vector<double>& until = data.areas.area_until;
    const double area_before = first > 0 ? until[first - 1] : 0;
    const double area = random.uniform(area_before, until[last - 1]);
    const auto found = std::upper_bound(until.begin() + first, until.begin() + last - 1, area);
    const std::array<SideId, 3>& triangle = data.areas.triangles[static_cast<std::size_t>(found - until.begin())];
    double u = random.uniform();
    double v = random.uniform();
    if (u + v > 1) // the other half of the parallelogram, folded back
    {
        u = 1 - u;
        v = 1 - v;
    }
    const Vec2 a = data.corners[triangle[0]];
    const Vec2 p = a + (data.corners[triangle[1]] - a) * u + (data.corners[triangle[2]] - a) * v;
    const CellId cell = data.side_cell[triangle[0]];
    return containsPoint(data, cell, p) ? Place{p, cell} : Place{};
}

/// One point of a disc, uniform over its area.
Vec2 drawInDisc(Vec2 center, double radius, Random& random)
{
    for (;;)
    {
        const double x = random.uniform(-1, 1);
        const Vec2 p{x, random.uniform(-1, 1)};
        if (lengthSq(p) <= 1) return center + p * radius;
    }
}

} // namespace

Place NavMeshQuery::findRandomPoint(const RandomPointOptions& options)
{
    const NavMesh::Data& data = mesh_.data();
    if (!(options.radius >= 0) || !(options.within > 0) || !isFinite(options.center)) return {};
    const bool is_anywhere = !std::isfinite(options.within);
    std::uint32_t first = 0;
    auto last = static_cast<std::uint32_t>(data.areas.triangles.size());
    if (options.component != kNone)
    {
        if (options.component >= data.component_count) return {};
        first = data.areas.component_first[options.component];
        last = data.areas.component_first[options.component + 1];
    }
    if (first == last) return {};
    constexpr int kMaxMisses = 200; // in a row: the ground is thinner than doubles can tell
    Random random(options.seed, options.index);
    for (int i = 0, misses = 0; i < options.max_tries && misses < kMaxMisses; ++i)
    {
        Place place;
        if (is_anywhere)
        {
            place = drawPoint(data, first, last, random);
            misses = place ? 0 : misses + 1;
        }
        else
        {
            place.position = drawInDisc(options.center, options.within, random);
            place.cell = findCell(place.position);
            if (place && options.component != kNone && data.cells[place.cell].component != options.component) place = {};
        }
        if (!place) continue;
        if (options.radius == 0 || computeWallDistance(place, options.radius).distance >= options.radius) return place;
    }
    return {};
}

} // namespace clearway
