// SPDX-License-Identifier: MIT
// What a Scene answers about itself.
#include <clearway/scene/scene.h>

#include <algorithm>

#include <clearway/base/hash.h>

namespace clearway {

const std::string& Scene::name() const { return data_->name; }
const Frame& Scene::frame() const { return data_->frame; }
std::span<const Scene::Area> Scene::areas() const { return data_->areas; }
std::span<const Scene::RingRange> Scene::rings() const { return data_->rings; }
std::span<const Vec2> Scene::points() const { return data_->points; }
std::span<const double> Scene::heights() const { return data_->heights; }
Box2 Scene::bounds() const { return computeBounds(data_->points); }

Segment Scene::edge(std::uint32_t vertex) const { return {data_->points[vertex], data_->points[data_->next[vertex]]}; }

double Scene::area() const
{
    // Relative to each ring's first point, so that far-away scenes keep their digits.
    double twice = 0;
    for (const RingRange& ring : data_->rings)
    {
        double ring_sum = 0;
        for (std::uint32_t i = ring.first; i < ring.first + ring.count; ++i)
        {
            const Segment side = edge(i);
            ring_sum += cross(side.a - data_->points[ring.first], side.b - data_->points[ring.first]);
        }
        twice += ring_sum;
    }
    return twice / 2;
}

int Scene::layerCount() const
{
    int count = 0;
    for (const Area& area : data_->areas) count = std::max(count, area.layer + 1);
    return count;
}

std::uint64_t Scene::computeHash() const
{
    Hasher hasher;
    hasher.add(data_->frame.origin.x);
    hasher.add(data_->frame.origin.y);
    hasher.add(data_->frame.quantum);
    hasher.add(static_cast<std::uint64_t>(data_->areas.size()));
    for (const Area& area : data_->areas)
    {
        hasher.add(area.ring_count);
        hasher.add(area.layer);
    }
    for (const RingRange& ring : data_->rings) hasher.add(ring.count);
    for (Vec2 p : data_->points)
    {
        hasher.add(p.x);
        hasher.add(p.y);
    }
    for (double height : data_->heights) hasher.add(height);
    return hasher.value();
}

} // namespace clearway
