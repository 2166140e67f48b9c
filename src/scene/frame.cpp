// SPDX-License-Identifier: MIT
#include <clearway/scene/frame.h>

#include <algorithm>
#include <cmath>

#include "base/errors.h"

namespace clearway {

// Below and above these, fourth powers of coordinates (in-circle tests) would leave the range of a double.
static constexpr int kMinExponent = -200;
static constexpr double kMaxCoordinate = 0x1p200;
LatticePoint Frame::snap(Vec2 p) const
{
    constexpr double kLargest = 2147483647.0;
    const auto nearest = [&](double value, double offset) {
        const double steps = std::floor((value - offset) / quantum + 0.5);
        return steps >= -kLargest && steps <= kLargest ? static_cast<std::int32_t>(steps)
               : steps > 0                             ? static_cast<std::int32_t>(kLargest)
                                                       : static_cast<std::int32_t>(-kLargest);
    };
    return {nearest(p.x, origin.x), nearest(p.y, origin.y)};
}

/// The smallest power of two that is at least `value` > 0, as its exponent.
static int computeCeilExponent(double value)
{
    int exponent = 0;
    const double mantissa = std::frexp(value, &exponent); // value = mantissa * 2^exponent, mantissa in [0.5, 1)
    return mantissa == 0.5 ? exponent - 1 : exponent;
}

/// Whether `bounds` lies within the lattice, and lattice points up to its limit are exact in double. A smaller box inside fits as
/// well.
static bool doesFit(const Frame& frame, const Box2& bounds, double largest)
{
    const LatticePoint low = frame.snap(bounds.min);
    const LatticePoint high = frame.snap(bounds.max);
    const bool is_exact = std::ceil(largest / frame.quantum) + Frame::kLimit < 0x1p53;
    return is_exact && std::min(low.x, low.y) >= -Frame::kLimit && std::max(high.x, high.y) <= Frame::kLimit;
}

Result<Frame> buildFrame(const Box2& bounds)
{
    if (bounds.isEmpty()) return makeError(ErrorCode::invalid_geometry, "There are no points to build a frame for.");
    if (!isFinite(bounds.min) || !isFinite(bounds.max))
    {
        return makeError(ErrorCode::invalid_geometry, "The bounds of the scene are not finite.");
    }
    const double largest =
        std::max({std::fabs(bounds.min.x), std::fabs(bounds.min.y), std::fabs(bounds.max.x), std::fabs(bounds.max.y)});
    if (largest > kMaxCoordinate)
    {
        return makeError(ErrorCode::out_of_range, "The scene reaches beyond 1.6e60 m; scale it down.");
    }
    const Vec2 size = bounds.size();
    const double side = std::max(size.x, size.y);

    // origin + k * quantum is exact as long as no coordinate needs more than 53 bits above the quantum.
    int exponent = kMinExponent;
    if (side > 0) exponent = std::max(exponent, computeCeilExponent(side / 2) - 29);
    if (largest > 0) exponent = std::max(exponent, computeCeilExponent(largest) - 53);

    Frame frame;
    for (;; ++exponent)
    {
        frame.quantum = std::ldexp(1.0, exponent);
        const Vec2 center = bounds.center();
        frame.origin = {std::floor(center.x / frame.quantum + 0.5) * frame.quantum + 0.0,
                        std::floor(center.y / frame.quantum + 0.5) * frame.quantum + 0.0};
        if (doesFit(frame, bounds, largest)) break;
    }
    if (side > 0 && side < frame.quantum && exponent > kMinExponent)
    {
        return makeError(
            ErrorCode::out_of_range,
            "The scene is so far from the origin that numbers there are coarser than the scene is large; move it nearer "
            "to the origin.");
    }
    return frame;
}

} // namespace clearway
