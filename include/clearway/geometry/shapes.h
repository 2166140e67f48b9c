// SPDX-License-Identifier: MIT
// Segments, discs and capsules: closest points, distances, and when a moving disc first touches something.
// Whether things touch, overlap or hit is decided exactly. Lengths and parameters are rounded: to a few ulp when the differences
// of coordinates are exact (lattice points, and always along axis-parallel segments), else to a few ulp of the largest
// difference. Pure functions; metres; finite coordinates, below 1e150 for lengths not to overflow. A segment of no length is a
// point.
#pragma once
#include <optional>

#include <clearway/geometry/box.h>
#include <clearway/geometry/vec.h>

namespace clearway {

struct Segment
{
    Vec2 a;
    Vec2 b;

    friend bool operator==(const Segment&, const Segment&) = default;
};

struct Disc
{
    Vec2 center;
    double radius = 0;
};

/// All points within `radius` of a segment: what a disc sweeps over when it moves straight.
struct Capsule
{
    Segment axis;
    double radius = 0;
};

Box2 computeBounds(const Segment& segment);
Box2 computeBounds(const Disc& disc);
Box2 computeBounds(const Capsule& capsule);

/// The point of the segment nearest to p; its end exactly where that is nearest, to the bit.
Vec2 computeClosestPoint(const Segment& segment, Vec2 p);
/// The parameter of that point, 0 at a and 1 at b.
double computeClosestParameter(const Segment& segment, Vec2 p);

double distanceSq(Vec2 p, const Segment& segment);
double distance(Vec2 p, const Segment& segment);
/// 0 exactly when the segments touch.
double distance(const Segment& first, const Segment& second);

/// The sign of distance(p, segment) - radius, exactly: -1 when the segment reaches into a disc of that radius around p.
/// radius >= 0.
int compareDistance(Vec2 p, const Segment& segment, double radius);

/// Whether the disc or capsule, taken as open, meets the segment, exactly: touching is allowed, overlapping is not.
/// A radius of 0 overlaps nothing.
bool overlaps(const Disc& disc, const Segment& segment);
bool overlaps(const Capsule& capsule, const Segment& segment);

/// Where the line from a to b meets the line through `segment`: the parameter along a-b. Nothing when parallel (decided
/// exactly; also when a equals b or the segment is a point), or when the parameter is beyond the doubles.
std::optional<double> computeLineIntersection(Vec2 a, Vec2 b, const Segment& segment);

/// The smallest t in [0, 1] at which a disc whose centre moves from `from` to `to` touches `segment` while moving
/// nearer to it; nothing when it never does. A disc that starts in contact or overlapping hits at 0 if it moves nearer, and
/// not at all if it moves away or along; one that grazes the segment without overlapping it does not hit either.
/// With radius 0 a point hits by arriving at the segment. Whether it hits is exact; t is rounded, so that the disc at t may
/// overlap by a few ulp of the coordinates.
std::optional<double> findFirstContact(Vec2 from, Vec2 to, double radius, const Segment& segment);

} // namespace clearway
