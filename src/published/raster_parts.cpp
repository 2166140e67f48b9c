// SPDX-License-Identifier: MIT
// Convex parts of obstacles, as seen from free space: rows of walls. Where free space has a corner (less than a half turn) the
// next part begins, and where a row would turn all the way round, unless it closes there.
// Why less than a full turn is enough: walls of one row can only face each other when the row has turned past its beginning. The
// corners at both ends of a row count as far as the next wall, since they may be nearest from all these directions.
#include <clearway/geometry/predicates.h>

#include "published/raster_data.h"

namespace clearway::published {
namespace {

/// How far a row of walls has turned to the right, in half turns, seen from its first wall.
class Turning
{
public:
    explicit Turning(Vec2 first) : first_(first) {}

    /// Whether a wall in this direction still belongs to the row; the walls before it did.
    bool admits(Vec2 direction)
    {
        const double side = cross(first_, direction);
        if (!is_past_half_) is_past_half_ = side > 0 || (side == 0 && dot(first_, direction) < 0);
        return !is_past_half_ || side > 0 || (side == 0 && dot(first_, direction) < 0);
    }

private:
    Vec2 first_;
    bool is_past_half_ = false;
};

void splitRing(const Scene& scene, const Scene::RingRange& ring, std::uint32_t& part_count, std::vector<RasterWall>& walls)
{
    const auto at = [&](std::uint32_t i) { return ring.first + i % ring.count; };
    const auto isCorner = [&](std::uint32_t i) { // of free space, where wall i begins
        const Segment before = scene.edge(at(i + ring.count - 1)), after = scene.edge(at(i));
        return computeOrientation(before.a, after.a, after.b) > 0;
    };
    std::uint32_t start = 0;
    while (start < ring.count && !isCorner(start)) ++start;
    const auto direction = [&](std::uint32_t i) { return scene.edge(at(i)).b - scene.edge(at(i)).a; };
    if (start == ring.count) // convex all around: one part
    {
        for (std::uint32_t i = 0; i < ring.count; ++i) walls[at(i)].part = part_count;
        ++part_count;
        return;
    }
    Turning turning(direction(start));
    const auto admits = [&](std::uint32_t i) {
        if (!turning.admits(direction(i))) return false;
        Turning beyond = turning;
        return isCorner(i + 1) || beyond.admits(direction(i + 1));
    };
    for (std::uint32_t i = start; i < start + ring.count; ++i)
    {
        if (i > start && (isCorner(i) || !admits(i)))
        {
            turning = Turning(direction(isCorner(i) ? i : i - 1));
            turning.admits(direction(i));
            ++part_count;
        }
        walls[at(i)].part = part_count;
    }
    ++part_count;
}

} // namespace

std::uint32_t splitIntoParts(const Scene& scene, std::vector<RasterWall>& walls)
{
    std::uint32_t part_count = 0;
    for (const Scene::RingRange& ring : scene.rings()) splitRing(scene, ring, part_count, walls);
    return part_count;
}

} // namespace clearway::published
