// SPDX-License-Identifier: MIT
#include <tests/oracle/rational.h>

#include <cmath>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/cpp_int.hpp>

namespace clearway::test {

namespace {

using Integer = boost::multiprecision::cpp_int;
__extension__ using Int128 = __int128;

template <typename Number>
struct Point
{
    Number x;
    Number y;
};

template <typename Number>
Point<Number> operator-(const Point<Number>& a, const Point<Number>& b)
{
    return {Number(a.x - b.x), Number(a.y - b.y)};
}

template <typename Number>
Number dot(const Point<Number>& a, const Point<Number>& b)
{
    return a.x * b.x + a.y * b.y;
}

template <typename Number>
Number cross(const Point<Number>& a, const Point<Number>& b)
{
    return a.x * b.y - a.y * b.x;
}

template <typename Number>
int signOf(const Number& value)
{
    return value > 0 ? 1 : value < 0 ? -1 : 0;
}

/// value * 2^1074.
Integer exactly(double value)
{
    int exponent = 0;
    const double fraction = std::frexp(value, &exponent);
    Integer result = static_cast<long long>(std::ldexp(fraction, 53));
    const int shift = exponent - 53 + 1074;
    return shift >= 0 ? Integer(result << shift) : Integer(result >> -shift); // a denormal's low bits are zero
}

Point<Integer> exactly(Vec2 p) { return {exactly(p.x), exactly(p.y)}; }
Point<Int128> exactly(LatticePoint p) { return {p.x, p.y}; }

template <typename Number>
int inCircle(Point<Number> a, Point<Number> b, Point<Number> c, const Point<Number>& d)
{
    a = a - d;
    b = b - d;
    c = c - d;
    // The determinant with rows (x, y, x^2 + y^2), along its last column.
    return signOf(Number(dot(a, a) * cross(b, c) - dot(b, b) * cross(a, c) + dot(c, c) * cross(a, b)));
}

/// Where two segments that are not parallel meet: a + (numerator / denominator)(b - a), denominator > 0.
struct Fraction
{
    Integer numerator;
    Integer denominator;

    bool isInClosedUnit() const { return numerator >= 0 && numerator <= denominator; }
    bool isInOpenUnit() const { return numerator > 0 && numerator < denominator; }
};

Fraction meetingParameter(const Point<Integer>& a, const Point<Integer>& b, const Point<Integer>& c, const Point<Integer>& d)
{
    Fraction result{cross(c - a, d - c), cross(b - a, d - c)};
    if (result.denominator < 0) result = {-result.numerator, -result.denominator};
    return result;
}

using Rational = boost::multiprecision::cpp_rational;
using Real = boost::multiprecision::cpp_bin_float_100;

Point<Rational> fraction(Vec2 p)
{
    const Integer unit = Integer(1) << 1074;
    return {Rational(exactly(p.x), unit), Rational(exactly(p.y), unit)};
}

Point<Rational> nearestPoint(const Point<Rational>& p, const Segment& segment)
{
    const Point<Rational> a = fraction(segment.a), along = fraction(segment.b) - a;
    const Rational length_sq = dot(along, along);
    if (length_sq == 0) return a;
    Rational t = dot(p - a, along) / length_sq;
    if (t < 0) t = 0;
    if (t > 1) t = 1;
    return {Rational(a.x + along.x * t), Rational(a.y + along.y * t)};
}

Rational nearestDistanceSq(const Point<Rational>& p, const Segment& segment)
{
    const Point<Rational> offset = p - nearestPoint(p, segment);
    return dot(offset, offset);
}

double rootOf(const Rational& value) { return static_cast<double>(sqrt(Real(numerator(value)) / Real(denominator(value)))); }

int compareWithSquare(const Rational& distance_sq, double radius)
{
    const Rational limit = fraction({radius, 0}).x;
    return signOf(Rational(distance_sq - limit * limit));
}

} // namespace

double nearestDistance(Vec2 p, const Segment& segment) { return rootOf(nearestDistanceSq(fraction(p), segment)); }

int compareDistanceOracle(Vec2 p, const Segment& segment, double radius)
{
    return compareWithSquare(nearestDistanceSq(fraction(p), segment), radius);
}

int compareDistanceOracle(const Segment& first, const Segment& second, double radius)
{
    if (doSegmentsTouchOracle(first.a, first.b, second.a, second.b)) return radius > 0 ? -1 : 0;
    const Rational least = std::min({nearestDistanceSq(fraction(first.a), second), nearestDistanceSq(fraction(first.b), second),
                                     nearestDistanceSq(fraction(second.a), first), nearestDistanceSq(fraction(second.b), first)});
    return compareWithSquare(least, radius);
}

bool movesNearerOracle(Vec2 p, Vec2 from, Vec2 to, const Segment& segment)
{
    return dot(fraction(p) - nearestPoint(fraction(p), segment), fraction(to) - fraction(from)) < 0;
}

double distanceOnTheWay(Vec2 from, Vec2 to, double t, const Segment& segment)
{
    const Point<Rational> start = fraction(from), move = fraction(to) - start;
    const Rational parameter = fraction({t, 0}).x;
    return rootOf(nearestDistanceSq({Rational(start.x + move.x * parameter), Rational(start.y + move.y * parameter)}, segment));
}

double lineIntersectionOracle(Vec2 a, Vec2 b, const Segment& segment)
{
    const Point<Rational> along = fraction(segment.b) - fraction(segment.a);
    const Rational t = cross(fraction(segment.a) - fraction(a), along) / cross(fraction(b) - fraction(a), along);
    return static_cast<double>(Real(numerator(t)) / Real(denominator(t)));
}

int orientationOracle(Vec2 a, Vec2 b, Vec2 c) { return signOf(cross(exactly(b) - exactly(a), exactly(c) - exactly(a))); }
int inCircleOracle(Vec2 a, Vec2 b, Vec2 c, Vec2 d) { return inCircle(exactly(a), exactly(b), exactly(c), exactly(d)); }
int dotSignOracle(Vec2 a, Vec2 b, Vec2 c, Vec2 d) { return signOf(dot(exactly(b) - exactly(a), exactly(d) - exactly(c))); }
int crossSignOracle(Vec2 a, Vec2 b, Vec2 c, Vec2 d) { return signOf(cross(exactly(b) - exactly(a), exactly(d) - exactly(c))); }

int compareDistancesOracle(Vec2 p, Vec2 a, Vec2 b)
{
    const Point<Integer> to_a = exactly(a) - exactly(p), to_b = exactly(b) - exactly(p);
    return signOf(Integer(dot(to_a, to_a) - dot(to_b, to_b)));
}

bool isOnSegmentOracle(Vec2 p, Vec2 a, Vec2 b)
{
    if (a == b) return p == a;
    const Point<Integer> along = exactly(b) - exactly(a), to_p = exactly(p) - exactly(a);
    const Integer projection = dot(to_p, along);
    return cross(along, to_p) == 0 && projection >= 0 && projection <= dot(along, along);
}

bool doSegmentsTouchOracle(Vec2 a, Vec2 b, Vec2 c, Vec2 d)
{
    if (crossSignOracle(a, b, c, d) == 0)
        return isOnSegmentOracle(a, c, d) || isOnSegmentOracle(b, c, d) || isOnSegmentOracle(c, a, b) ||
               isOnSegmentOracle(d, a, b);
    return meetingParameter(exactly(a), exactly(b), exactly(c), exactly(d)).isInClosedUnit() &&
           meetingParameter(exactly(c), exactly(d), exactly(a), exactly(b)).isInClosedUnit();
}

bool doSegmentsCrossOracle(Vec2 a, Vec2 b, Vec2 c, Vec2 d)
{
    return crossSignOracle(a, b, c, d) != 0 && meetingParameter(exactly(a), exactly(b), exactly(c), exactly(d)).isInOpenUnit() &&
           meetingParameter(exactly(c), exactly(d), exactly(a), exactly(b)).isInOpenUnit();
}

int orientationOracle(LatticePoint a, LatticePoint b, LatticePoint c)
{
    return signOf(cross(exactly(b) - exactly(a), exactly(c) - exactly(a)));
}

int inCircleOracle(LatticePoint a, LatticePoint b, LatticePoint c, LatticePoint d)
{
    return inCircle(exactly(a), exactly(b), exactly(c), exactly(d));
}

int dotSignOracle(LatticePoint a, LatticePoint b, LatticePoint c, LatticePoint d)
{
    return signOf(dot(exactly(b) - exactly(a), exactly(d) - exactly(c)));
}

int crossSignOracle(LatticePoint a, LatticePoint b, LatticePoint c, LatticePoint d)
{
    return signOf(cross(exactly(b) - exactly(a), exactly(d) - exactly(c)));
}

int compareDistancesOracle(LatticePoint p, LatticePoint a, LatticePoint b)
{
    const Point<Int128> to_a = exactly(a) - exactly(p), to_b = exactly(b) - exactly(p);
    return signOf(dot(to_a, to_a) - dot(to_b, to_b));
}

} // namespace clearway::test
