// SPDX-License-Identifier: MIT
#include "core_check.h"

#include <array>
#include <cmath>
#include <vector>

#include <clearway/geometry.h>

#include "geometry/bin_grid.h"

namespace clearway::check {
namespace {

constexpr int kPredicateInputs = 5000;

/// A coordinate of a kind that filters find hard: near a short grid, a few ulp off, huge, tiny or denormal.
double hardCoordinate(Random& random)
{
    const double base = static_cast<double>(random.below(9)) - 4.0;
    switch (random.below(6))
    {
    case 0: return base;
    case 1: return base + static_cast<double>(random.below(5)) * 0x1p-52;
    case 2: return base * 0x1p40 + static_cast<double>(random.below(3));
    case 3: return base * 0x1p-500;
    case 4: return base * 0x1p-1070;
    default: return random.uniform(-1, 1);
    }
}

Vec2 hardPoint(Random& random)
{
    const double x = hardCoordinate(random);
    return {x, hardCoordinate(random)};
}

/// Points that are nearly, but rarely exactly, on the line through the first two.
std::array<Vec2, 4> nearlyDegenerate(Random& random)
{
    std::array<Vec2, 4> points;
    for (Vec2& p : points) p = hardPoint(random);
    if (random.below(2) == 0)
    {
        points[2] = interpolate(points[0], points[1], random.uniform(-1, 2));
        points[3] = interpolate(points[0], points[1], static_cast<double>(random.below(5)) / 4);
    }
    return points;
}

void checkPredicates()
{
    Random random(2024);
    Hasher hasher;
    std::uint64_t zeros = 0;
    const auto note = [&](int sign) {
        hasher.add(sign);
        zeros += sign == 0;
    };
    for (int i = 0; i < kPredicateInputs; ++i)
    {
        const auto [a, b, c, d] = nearlyDegenerate(random);
        note(computeOrientation(a, b, c));
        note(computeInCircle(a, b, c, d));
        note(computeDotSign(a, b, c, d));
        note(computeCrossSign(a, b, c, d));
        note(compareDistances(a, b, c));
        note(isOnSegment(c, a, b));
        note(doSegmentsTouch(a, b, c, d));
        note(doSegmentsCross(a, b, c, d));
    }
    print("geometry/predicates", hasher, zeros);
}

void checkShapes()
{
    Random random(77);
    const auto point = [&random] {
        const double x = random.uniform(-10, 10);
        return Vec2{x, random.uniform(-10, 10)};
    };
    Hasher hasher;
    std::uint64_t overlapping = 0;
    for (int i = 0; i < 2000; ++i)
    {
        const Segment first = {point(), point()};
        const Segment second = {point(), point()};
        const Vec2 p = point();
        const double radius = random.uniform(0, 3);
        add(hasher, computeClosestPoint(first, p));
        hasher.add(distance(p, first));
        hasher.add(distance(first, second));
        hasher.add(computeLineIntersection(first.a, first.b, second).value_or(-1));
        hasher.add(findFirstContact(first.a, first.b, radius, second).value_or(-1));
        overlapping += overlaps(Disc{p, radius}, first);
        overlapping += overlaps(Capsule{first, radius}, second);
    }
    print("geometry/shapes", hasher, overlapping);
}

void checkIndices()
{
    Random random(5);
    std::vector<Box2> boxes;
    for (int i = 0; i < 500; ++i)
    {
        Box2 box;
        box.add(Vec2{random.uniform(0, 100), random.uniform(0, 100)});
        boxes.push_back(box.inflated(random.uniform(0, 4)));
    }
    const Bvh bvh = Bvh::build(boxes);
    const BinGrid grid = buildBinGrid(boxes);
    Hasher hasher;
    std::uint64_t visits = 0;
    for (int i = 0; i < 200; ++i)
    {
        Box2 box;
        box.add(Vec2{random.uniform(0, 100), random.uniform(0, 100)});
        const auto visit = [&](std::uint32_t item) {
            hasher.add(item);
            ++visits;
        };
        bvh.forEachIn(box.inflated(3), visit);
        grid.forEachIn(box.inflated(3), visit);
        hasher.add(bvh.findNearest(box.min, [&](std::uint32_t item) { return distanceSq(box.min, boxes[item]); }));
    }
    print("geometry/indices", hasher, visits);
}

/// A star-shaped ring: simple, with reflex corners.
Ring randomStar(Random& random, int corner_count)
{
    Ring ring;
    for (int i = 0; i < corner_count; ++i)
    {
        // A direction on the border of a square: no trigonometry needed.
        const double u = 4.0 * i / corner_count;
        const double s = 2 * (u - std::floor(u)) - 1;
        const std::array<Vec2, 4> direction = {Vec2{1, s}, Vec2{-s, 1}, Vec2{-1, -s}, Vec2{s, -1}};
        ring.push_back(direction[static_cast<std::size_t>(u)] * random.uniform(1, 5));
    }
    return ring;
}

void checkPolygons()
{
    Random random(31);
    Hasher hasher;
    std::uint64_t inside = 0;
    for (int i = 0; i < 100; ++i)
    {
        const Ring ring = randomStar(random, 5 + static_cast<int>(random.below(40)));
        hasher.add(computeSignedArea(ring));
        add(hasher, computeCentroid(ring));
        hasher.add(isConvex(ring));
        for (const auto& triangle : triangulateRing(ring))
            for (std::uint32_t corner : triangle) hasher.add(corner);
        for (int k = 0; k < 20; ++k)
            inside += classifyPoint(ring, {random.uniform(-5, 5), random.uniform(-5, 5)}) == Side::inside;
    }
    print("geometry/polygons", hasher, inside);
}

} // namespace

void checkGeometry()
{
    checkPredicates();
    checkShapes();
    checkIndices();
    checkPolygons();
}

} // namespace clearway::check
