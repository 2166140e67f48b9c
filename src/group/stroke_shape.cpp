// SPDX-License-Identifier: MIT
#include "group/stroke_shape.h"

#include <algorithm>
#include <cmath>

#include <clearway/geometry/box.h>
#include <clearway/geometry/predicates.h>
#include <clearway/geometry/shapes.h>

namespace clearway {
namespace {

Vec2 computeMeeting(const Segment& first, const Segment& second)
{
    const std::optional<double> t = computeLineIntersection(first.a, first.b, second);
    return t ? interpolate(first.a, first.b, std::clamp(*t, 0.0, 1.0)) : computeClosestPoint(first, second.a);
}

} // namespace

double computePolylineLength(std::span<const Vec2> points)
{
    double sum = 0;
    for (std::size_t i = 1; i < points.size(); ++i) sum += distance(points[i - 1], points[i]);
    return sum;
}

std::vector<Vec2> resamplePolyline(std::span<const Vec2> points, double spacing)
{
    const double length = computePolylineLength(points);
    const auto count = static_cast<std::size_t>(std::max(1.0, std::ceil(length / spacing)));
    std::vector<Vec2> samples = {points.front()};
    samples.reserve(count + 1);
    std::size_t next = 1;
    double before = 0; // the length up to the point before `next`
    for (std::size_t i = 1; i < count; ++i)
    {
        const double along = length * (static_cast<double>(i) / static_cast<double>(count));
        double piece = distance(points[next - 1], points[next]);
        while (before + piece < along && next + 1 < points.size())
        {
            before += piece;
            ++next;
            piece = distance(points[next - 1], points[next]);
        }
        const double t = piece > 0 ? std::clamp((along - before) / piece, 0.0, 1.0) : 0;
        samples.push_back(interpolate(points[next - 1], points[next], t));
    }
    samples.push_back(points.back());
    return samples;
}

std::vector<Vec2> smoothPolyline(std::span<const Vec2> points, std::size_t window)
{
    std::vector<Vec2> means(points.begin(), points.end());
    for (std::size_t i = 1; i + 1 < points.size(); ++i)
    {
        const std::size_t reach = std::min({window, i, points.size() - 1 - i});
        Vec2 sum = points[i];
        for (std::size_t k = 1; k <= reach; ++k) sum = sum + (points[i - k] + points[i + k]);
        means[i] = sum / static_cast<double>(2 * reach + 1);
    }
    return means;
}

std::vector<Vec2> findSelfCrossings(std::span<const Vec2> points, std::size_t most)
{
    if (points.size() < 4) return {};
    const std::size_t count = points.size() - 1;
    std::vector<Box2> boxes(count);
    std::vector<std::size_t> order(count);
    for (std::size_t i = 0; i < count; ++i)
    {
        boxes[i] = computeBounds(Segment{points[i], points[i + 1]});
        order[i] = i;
    }
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return boxes[a].min.x != boxes[b].min.x ? boxes[a].min.x < boxes[b].min.x : a < b;
    });
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (std::size_t i = 0; i < count && pairs.size() < most; ++i)
        for (std::size_t j = i + 1; j < count && boxes[order[j]].min.x <= boxes[order[i]].max.x && pairs.size() < most; ++j)
        {
            const std::size_t a = std::min(order[i], order[j]), b = std::max(order[i], order[j]);
            if (b == a + 1 || !boxes[a].overlaps(boxes[b])) continue;
            if (doSegmentsCross(points[a], points[a + 1], points[b], points[b + 1])) pairs.push_back({a, b});
        }
    std::sort(pairs.begin(), pairs.end());
    std::vector<Vec2> places;
    for (const auto& [a, b] : pairs) places.push_back(computeMeeting({points[a], points[a + 1]}, {points[b], points[b + 1]}));
    return places;
}

std::vector<Vec2> findCrossings(std::span<const Vec2> first, std::span<const Vec2> second, std::size_t most)
{
    std::vector<Vec2> places;
    const Box2 bounds = computeBounds(second);
    for (std::size_t i = 1; i < first.size(); ++i)
    {
        const Segment a = {first[i - 1], first[i]};
        if (!computeBounds(a).overlaps(bounds)) continue;
        for (std::size_t k = 1; k < second.size() && places.size() < most; ++k)
        {
            const Segment b = {second[k - 1], second[k]};
            if (!doSegmentsTouch(a.a, a.b, b.a, b.b)) continue;
            const Vec2 place = computeMeeting(a, b);
            // Through a shared corner two pieces meet at one place.
            if (places.empty() || !(places.back() == place)) places.push_back(place);
        }
    }
    return places;
}

} // namespace clearway
