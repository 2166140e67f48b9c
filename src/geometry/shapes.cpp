// SPDX-License-Identifier: MIT
#include <clearway/geometry/shapes.h>

#include <limits>

#include <clearway/geometry/predicates.h>
#include <geometry/accurate.h>
#include <geometry/predicates_exact.h>

namespace clearway {

namespace {

/// The part of a segment that is nearest to a point.
enum class Part
{
    start,
    inside,
    end,
};

/// Exact; a point whose foot is an end belongs to the end.
Part findNearestPart(const Segment& segment, Vec2 p)
{
    if (computeDotSign(segment.a, segment.b, segment.a, p) <= 0) return Part::start;
    if (computeDotSign(segment.b, segment.a, segment.b, p) <= 0) return Part::end;
    return Part::inside;
}

/// The distance from p to the line of a segment that has a length.
double computeLineDistance(const Segment& segment, Vec2 p)
{
    const Vec2 along = segment.b - segment.a;
    if (along.x == 0) return std::abs(p.x - segment.a.x);
    if (along.y == 0) return std::abs(p.y - segment.a.y);
    const double along_length = length(along);
    if (along_length == 0) return distance(p, segment.a); // underflow: shorter than 1e-154
    return std::abs(detail::accurateCross(along, p - segment.a)) / along_length;
}

/// The sign of distance(p, a) - radius.
int compareDistanceToPoint(Vec2 p, Vec2 a, double radius)
{
    const double distance_sq = distanceSq(p, a);
    const double radius_sq = radius * radius;
    const double difference = distance_sq - radius_sq;
    const double bound = (distance_sq + radius_sq) * 0x1p-50 + 0x1p-1000;
    if (difference > bound) return 1;
    if (difference < -bound) return -1;
    return detail::computeSquareDifferenceSign({p.x, a.x}, {p.y, a.y}, {0, radius}, {0, 0});
}

/// The sign of the distance from p to the line through the segment, minus radius.
int compareDistanceToLine(Vec2 p, const Segment& segment, double radius)
{
    // Compares |along x (p - a)| with radius |along|, both squared: a bound on the error of the cross product, as in
    // computeOrientation, then one on that of the squares. Lengths below 2^100 keep what underflows below the constant.
    const Vec2 along = segment.b - segment.a, to_p = p - segment.a;
    const double left = along.x * to_p.y, right = along.y * to_p.x;
    const double error = (std::abs(left) + std::abs(right)) * 0x1p-51 + 0x1p-1000;
    const double height = std::abs(left - right);
    const double limit_sq = radius * radius * lengthSq(along);
    if (radius < 0x1p100 && lengthSq(along) < 0x1p200 && height < 0x1p200)
    {
        const double low = std::max(height - error, 0.0), high = height + error;
        if (low * low * (1 - 0x1p-48) > limit_sq + 0x1p-700) return 1;
        if (high * high * (1 + 0x1p-48) + 0x1p-700 < limit_sq) return -1;
    }
    return detail::computeLineDistanceSign(p, segment.a, segment.b, radius);
}

/// Whether a step from p in the direction from `from` to `to` shortens the distance from p to the segment, exactly.
bool movesNearer(Vec2 p, Vec2 from, Vec2 to, const Segment& segment)
{
    switch (findNearestPart(segment, p))
    {
    case Part::start: return computeDotSign(segment.a, p, from, to) < 0;
    case Part::end: return computeDotSign(segment.b, p, from, to) < 0;
    case Part::inside: break;
    }
    return computeOrientation(segment.a, segment.b, p) * computeCrossSign(segment.a, segment.b, from, to) < 0;
}

/// Whether two boxes are further apart along an axis than a distance. Never wrong: no gap is rounded across a double.
bool isFurtherApart(const Box2& first, const Box2& second, double distance)
{
    return first.min.x - second.max.x > distance || second.min.x - first.max.x > distance ||
           first.min.y - second.max.y > distance || second.min.y - first.max.y > distance;
}

/// Whether a disc that starts clear of the segment comes to touch it while moving nearer; exact.
bool doesReach(Vec2 from, Vec2 to, double radius, const Segment& segment)
{
    if (radius == 0) return doSegmentsTouch(from, to, segment.a, segment.b);
    if (overlaps(Capsule{{from, to}, radius}, segment)) return true;
    return compareDistance(to, segment, radius) == 0 && movesNearer(to, from, to, segment);
}

/// When a point that is known to come within `radius` of the segment, and starts outside, does so.
/// It enters through the straight sides or through one of the round ends, at the earliest of the three.
double computeContactTime(Vec2 from, Vec2 to, double radius, const Segment& segment)
{
    const Vec2 move = to - from;
    const double move_sq = lengthSq(move), move_length = std::sqrt(move_sq);
    double earliest = std::numeric_limits<double>::infinity();

    const Vec2 along = segment.b - segment.a, start = from - segment.a;
    const double along_sq = lengthSq(along);
    const double side = detail::accurateCross(along, start);
    const double approach = detail::accurateCross(along, side > 0 ? -move : move);
    if (approach > 0)
    {
        const double t = (computeLineDistance(segment, from) - radius) * std::sqrt(along_sq) / approach;
        const double foot = dot(start + move * t, along);
        if (foot >= 0 && foot <= along_sq) earliest = t;
    }

    // The end that the path passes most deeply stands in where rounding leaves no contact at all.
    double least_miss = std::numeric_limits<double>::infinity();
    double closest = 1;
    for (Vec2 end : {segment.a, segment.b})
    {
        const Vec2 offset = from - end;
        const double nearing = -detail::accurateDot(offset, move);
        if (!(nearing > 0)) continue;
        const double miss = std::abs(detail::accurateCross(offset, move));
        const double depth = (radius * move_length - miss) * (radius * move_length + miss);
        // The smaller root of |offset + t move| = radius, in the form that does not cancel.
        const double gap = length(offset) - radius;
        if (depth >= 0) earliest = std::min(earliest, gap * (length(offset) + radius) / (nearing + std::sqrt(depth)));
        if (miss < least_miss)
        {
            least_miss = miss;
            closest = nearing / move_sq;
        }
    }
    return std::clamp(std::isfinite(earliest) ? earliest : closest, 0.0, 1.0);
}

} // namespace

Box2 computeBounds(const Segment& segment)
{
    Box2 box;
    box.add(segment.a);
    box.add(segment.b);
    return box;
}

Box2 computeBounds(const Disc& disc) { return Box2{disc.center, disc.center}.inflated(disc.radius); }

Box2 computeBounds(const Capsule& capsule) { return computeBounds(capsule.axis).inflated(capsule.radius); }

double computeClosestParameter(const Segment& segment, Vec2 p)
{
    const Vec2 along = segment.b - segment.a;
    switch (findNearestPart(segment, p))
    {
    case Part::start: return 0;
    case Part::end: return 1;
    case Part::inside: break;
    }
    const double t = detail::accurateDot(p - segment.a, along) / lengthSq(along);
    return t > 0 ? std::min(t, 1.0) : 0.0; // NaN where lengths below 1e-154 underflow
}

Vec2 computeClosestPoint(const Segment& segment, Vec2 p)
{
    const double t = computeClosestParameter(segment, p);
    if (t == 0) return segment.a;
    if (t == 1) return segment.b;
    if (segment.a.x == segment.b.x) return {segment.a.x, p.y};
    if (segment.a.y == segment.b.y) return {p.x, segment.a.y};
    return interpolate(segment.a, segment.b, t);
}

double distanceSq(Vec2 p, const Segment& segment)
{
    switch (findNearestPart(segment, p))
    {
    case Part::start: return distanceSq(p, segment.a);
    case Part::end: return distanceSq(p, segment.b);
    case Part::inside: break;
    }
    const double height = computeLineDistance(segment, p);
    return height * height;
}

double distance(Vec2 p, const Segment& segment)
{
    switch (findNearestPart(segment, p))
    {
    case Part::start: return distance(p, segment.a);
    case Part::end: return distance(p, segment.b);
    case Part::inside: break;
    }
    return computeLineDistance(segment, p);
}

double distance(const Segment& first, const Segment& second)
{
    if (doSegmentsTouch(first.a, first.b, second.a, second.b)) return 0;
    const double nearest =
        std::min({distance(first.a, second), distance(first.b, second), distance(second.a, first), distance(second.b, first)});
    return std::max(nearest, std::numeric_limits<double>::denorm_min());
}

int compareDistance(Vec2 p, const Segment& segment, double radius)
{
    switch (findNearestPart(segment, p))
    {
    case Part::start: return compareDistanceToPoint(p, segment.a, radius);
    case Part::end: return compareDistanceToPoint(p, segment.b, radius);
    case Part::inside: break;
    }
    return compareDistanceToLine(p, segment, radius);
}

bool overlaps(const Disc& disc, const Segment& segment)
{
    return disc.radius > 0 && compareDistance(disc.center, segment, disc.radius) < 0;
}

bool overlaps(const Capsule& capsule, const Segment& segment)
{
    const Segment& axis = capsule.axis;
    const double radius = capsule.radius;
    if (!(radius > 0)) return false;
    if (isFurtherApart(computeBounds(axis), computeBounds(segment), radius)) return false;
    return doSegmentsTouch(axis.a, axis.b, segment.a, segment.b) || compareDistance(axis.a, segment, radius) < 0 ||
           compareDistance(axis.b, segment, radius) < 0 || compareDistance(segment.a, axis, radius) < 0 ||
           compareDistance(segment.b, axis, radius) < 0;
}

std::optional<double> computeLineIntersection(Vec2 a, Vec2 b, const Segment& segment)
{
    if (computeCrossSign(a, b, segment.a, segment.b) == 0) return std::nullopt;
    const Vec2 along = segment.b - segment.a;
    const double t = detail::accurateCross(segment.a - a, along) / detail::accurateCross(b - a, along);
    if (!std::isfinite(t)) return std::nullopt;
    return t;
}

std::optional<double> findFirstContact(Vec2 from, Vec2 to, double radius, const Segment& segment)
{
    if (isFurtherApart(computeBounds(Segment{from, to}), computeBounds(segment), radius)) return std::nullopt;
    if (compareDistance(from, segment, radius) <= 0)
    {
        if (movesNearer(from, from, to, segment)) return 0.0;
        return std::nullopt;
    }
    if (!doesReach(from, to, radius, segment)) return std::nullopt;
    return computeContactTime(from, to, radius, segment);
}

} // namespace clearway
