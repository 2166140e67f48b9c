// SPDX-License-Identifier: MIT
// All coordinates are written as integers times one power of two, the lowest that any of them needs; the determinant of these
// integers has the sign asked for. Points of similar size take two to four limbs; the worst, 1e308 beside a denormal, 66.
#include <geometry/predicates_exact.h>

#include <limits>

#include <geometry/wide_integer.h>

namespace clearway::detail {

namespace {

// Doubles span 2^-1074 to below 2^1024: 2098 bits, and their differences one more.
constexpr int kLimbs = 66;
using Wide = WideInteger<kLimbs>;

class CommonExponent
{
public:
    void add(double value)
    {
        const ExactDouble parts(value);
        if (parts.sign != 0) value_ = std::min(value_, parts.exponent);
    }
    void add(Difference difference)
    {
        add(difference.from);
        add(difference.to);
    }
    Wide take(double from, double to) const { return Wide(to, value_) - Wide(from, value_); }
    Wide take(Difference difference) const { return take(difference.from, difference.to); }

private:
    int value_ = std::numeric_limits<int>::max();
};

} // namespace

int computeProductDifferenceSign(Difference a, Difference b, Difference c, Difference d)
{
    CommonExponent unit;
    for (Difference difference : {a, b, c, d}) unit.add(difference);
    return (unit.take(a) * unit.take(b) - unit.take(c) * unit.take(d)).sign;
}

int computeSquareDifferenceSign(Difference a, Difference b, Difference c, Difference d)
{
    CommonExponent unit;
    for (Difference difference : {a, b, c, d}) unit.add(difference);
    const auto square = [&](Difference difference) {
        const Wide value = unit.take(difference);
        return value * value;
    };
    return (square(a) + square(b) - square(c) - square(d)).sign;
}

int computeLineDistanceSign(Vec2 p, Vec2 a, Vec2 b, double radius)
{
    CommonExponent unit;
    for (double value : {p.x, p.y, a.x, a.y, b.x, b.y, radius}) unit.add(value);
    const Wide along_x = unit.take(a.x, b.x), along_y = unit.take(a.y, b.y);
    const Wide limit = unit.take(0, radius);
    const auto height = along_x * unit.take(a.y, p.y) - along_y * unit.take(a.x, p.x);
    return (height * height - (limit * limit) * (along_x * along_x + along_y * along_y)).sign;
}

int computeInCircleWidely(Vec2 a, Vec2 b, Vec2 c, Vec2 d)
{
    CommonExponent unit;
    for (Vec2 p : {a, b, c, d})
    {
        unit.add(p.x);
        unit.add(p.y);
    }
    const Wide ax = unit.take(d.x, a.x), ay = unit.take(d.y, a.y);
    const Wide bx = unit.take(d.x, b.x), by = unit.take(d.y, b.y);
    const Wide cx = unit.take(d.x, c.x), cy = unit.take(d.y, c.y);
    const auto a_term = (ax * ax + ay * ay) * (bx * cy - by * cx);
    const auto b_term = (bx * bx + by * by) * (cx * ay - cy * ax);
    const auto c_term = (cx * cx + cy * cy) * (ax * by - ay * bx);
    return (a_term + b_term + c_term).sign;
}

} // namespace clearway::detail
