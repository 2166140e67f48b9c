// SPDX-License-Identifier: MIT
// Based on:
// R. Geraerts, M. Overmars. The corridor map method. 2007 (distance between samples: at most the preferred one, and so small that
// the largest character at one sample lies within the ball of the next)
// Departures: samples are placed on the curve itself instead of being thinned out from pixels; where the clearance leaves no room
// for the largest character they are `finest` apart, or half the clearance in cracks; the narrowest place is always one of them.
#include "corridor/sampling.h"

#include <algorithm>
#include <cmath>

namespace clearway::corridor {
namespace {

/// A curve along which clearance only grows: a straight line, or half a parabola seen from its point.
class RisingCurve
{
public:
    RisingCurve(const CurvePiece& piece, Vec2 low, Vec2 high) : low_(low), size_(distance(low, high))
    {
        direction_ = size_ > 0 ? (high - low) / size_ : Vec2{};
        if (!piece.is_parabola) return;
        const bool left_is_point = piece.left.a == piece.left.b;
        const Segment& line = left_is_point ? piece.right : piece.left;
        focus_ = left_is_point ? piece.left.a : piece.right.a;
        direction_ = (line.b - line.a) / distance(line.a, line.b);
        normal_ = perpendicular(direction_);
        height_ = dot(focus_ - line.a, normal_);
        if (!(std::abs(height_) > 0)) return;
        is_parabola_ = true;
        start_ = dot(low - focus_, direction_);
        size_ = dot(high - focus_, direction_) - start_;
        if (size_ < 0)
        {
            direction_ = -direction_;
            start_ = -start_;
            size_ = -size_;
        }
    }

    double size() const { return size_; } ///< the range of the parameter

    Vec2 pointAt(double s) const
    {
        if (!is_parabola_) return low_ + direction_ * s;
        const double x = start_ + s;
        return focus_ + direction_ * x + normal_ * ((x * x - height_ * height_) / (2 * height_));
    }

    /// A parameter at most `step` of straight distance beyond s, and nearly that. The distance is a convex function of the
    /// parameter, so a secant between a smaller and a larger one never goes too far.
    double advance(double s, double step) const
    {
        if (!is_parabola_) return s + step;
        const double x = start_ + s;
        const auto reach = [&](double ds) {
            const double rise = (2 * x + ds) * ds / (2 * height_);
            return std::sqrt(ds * ds + rise * rise);
        };
        double low = 0, low_reach = 0;
        const double high = step, high_reach = reach(step);
        if (!(high_reach > step)) return s + step;
        for (int i = 0; i < 4; ++i)
        {
            low += (high - low) * (step - low_reach) / (high_reach - low_reach);
            low_reach = reach(low);
            if (!(low_reach < step)) break;
        }
        return s + low;
    }

private:
    Vec2 low_;
    Vec2 direction_;
    Vec2 normal_;
    Vec2 focus_;
    double height_ = 0; ///< of the point above the line, with the sign of the side
    double start_ = 0;  ///< of `low`, measured along the line from the point
    double size_ = 0;
    bool is_parabola_ = false;
};

/// Appends what lies strictly between two points, and then `to`.
void appendRising(const CurvePiece& piece, const CorridorMap::Sample& from, const CorridorMap::Sample& to,
                  const CorridorMapOptions& options, std::vector<CorridorMap::Sample>& samples)
{
    const bool is_rising = from.clearance <= to.clearance;
    const Vec2 end = is_rising ? to.position : from.position;
    const std::size_t begin = samples.size();
    CorridorMap::Sample at = is_rising ? from : to;
    const RisingCurve curve(piece, at.position, end);
    for (double s = 0; samples.size() <= options.max_sample_count;)
    {
        const double step = computeStep(at.clearance, options);
        if (distanceSq(at.position, end) <= step * step) break;
        const double next = curve.advance(s, step * (1 - 0x1p-20));
        if (!(next > s && next < curve.size())) break;
        s = next;
        at = makeSample(curve.pointAt(s), piece.left, piece.right);
        samples.push_back(at);
    }
    if (!is_rising) std::reverse(samples.begin() + static_cast<std::ptrdiff_t>(begin), samples.end());
    samples.push_back(to);
}

} // namespace

double computeStep(double clearance, const CorridorMapOptions& options)
{
    const double step = std::max(options.finest, std::min(options.spacing, clearance - options.max_radius));
    return std::min(step, clearance / 2);
}

CorridorMap::Sample makeSample(Vec2 position, const Segment& left, const Segment& right)
{
    const Vec2 on_left = computeClosestPoint(left, position), on_right = computeClosestPoint(right, position);
    return {position, std::min(distance(position, left), distance(position, right)), on_left, on_right};
}

void appendSamples(const CurvePiece& piece, const CorridorMapOptions& options, std::vector<CorridorMap::Sample>& samples)
{
    if (piece.has_apex) appendRising(piece, piece.from, piece.apex, options, samples);
    appendRising(piece, piece.has_apex ? piece.apex : piece.from, piece.to, options, samples);
}

} // namespace clearway::corridor
