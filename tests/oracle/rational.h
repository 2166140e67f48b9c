// SPDX-License-Identifier: MIT
// Signs by exact arithmetic, as the definitions write them. Every finite double is a whole multiple of 2^-1074, so all
// computation is on integers of any length. Slow (microseconds), obvious, and independent of the library's arithmetic.
#pragma once
#include <cstdint>

#include <clearway/geometry/shapes.h>

namespace clearway::test {

int orientationOracle(Vec2 a, Vec2 b, Vec2 c);
int inCircleOracle(Vec2 a, Vec2 b, Vec2 c, Vec2 d);
int dotSignOracle(Vec2 a, Vec2 b, Vec2 c, Vec2 d);
int crossSignOracle(Vec2 a, Vec2 b, Vec2 c, Vec2 d);
int compareDistancesOracle(Vec2 p, Vec2 a, Vec2 b);
bool isOnSegmentOracle(Vec2 p, Vec2 a, Vec2 b);
/// By solving for the common point, in fractions.
bool doSegmentsTouchOracle(Vec2 a, Vec2 b, Vec2 c, Vec2 d);
bool doSegmentsCrossOracle(Vec2 a, Vec2 b, Vec2 c, Vec2 d);

/// Shapes, in fractions. `nearestDistance` is rounded once, from a hundred digits.
double nearestDistance(Vec2 p, const Segment& segment);
int compareDistanceOracle(Vec2 p, const Segment& segment, double radius);
/// The sign of the least distance between two segments, minus radius.
int compareDistanceOracle(const Segment& first, const Segment& second, double radius);
/// Whether dot(p - q, to - from) < 0 for the point q of the segment nearest to p.
bool movesNearerOracle(Vec2 p, Vec2 from, Vec2 to, const Segment& segment);
/// The distance from from + t (to - from), not rounded, to the segment.
double distanceOnTheWay(Vec2 from, Vec2 to, double t, const Segment& segment);
/// The parameter along a-b where two lines meet, rounded once; they must not be parallel.
double lineIntersectionOracle(Vec2 a, Vec2 b, const Segment& segment);

/// The same for points of an integer lattice of at most 2^30 in each direction, fast enough for millions.
struct LatticePoint
{
    std::int64_t x = 0;
    std::int64_t y = 0;
};
int orientationOracle(LatticePoint a, LatticePoint b, LatticePoint c);
int inCircleOracle(LatticePoint a, LatticePoint b, LatticePoint c, LatticePoint d);
int dotSignOracle(LatticePoint a, LatticePoint b, LatticePoint c, LatticePoint d);
int crossSignOracle(LatticePoint a, LatticePoint b, LatticePoint c, LatticePoint d);
int compareDistancesOracle(LatticePoint p, LatticePoint a, LatticePoint b);

} // namespace clearway::test
