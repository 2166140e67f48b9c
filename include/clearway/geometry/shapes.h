// SPDX-License-Identifier: MIT
// Segments, discs and capsules: closest points, distances, and when a moving disc first touches something.
// Distances are rounded to a few ulp; decisions about sides belong to predicates.h. Pure functions; metres.
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

/// The point of the segment nearest to p; its end where that is nearest, to the bit.
Vec2 computeClosestPoint(const Segment& segment, Vec2 p);
/// The parameter of that point, 0 at a and 1 at b.
double computeClosestParameter(const Segment& segment, Vec2 p);

double distanceSq(Vec2 p, const Segment& segment);
double distance(Vec2 p, const Segment& segment);
/// 0 exactly when the segments touch.
double distance(const Segment& first, const Segment& second);

/// Whether the disc or capsule, taken as open, meets the segment: touching is allowed, overlapping is not.
bool overlaps(const Disc& disc, const Segment& segment);
bool overlaps(const Capsule& capsule, const Segment& segment);

/// Where the line from a to b meets the line through `segment`: the parameter along a-b. Nothing when parallel.
std::optional<double> computeLineIntersection(Vec2 a, Vec2 b, const Segment& segment);

/// The smallest t in [0, 1] at which a disc whose centre moves from `from` to `to` touches `segment` while moving
/// nearer to it; nothing when it never does. A disc that starts in contact and moves away, or along, does not hit.
std::optional<double> findFirstContact(Vec2 from, Vec2 to, double radius, const Segment& segment);

} // namespace clearway
