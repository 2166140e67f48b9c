// SPDX-License-Identifier: MIT
#include "group/track.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace clearway {

namespace {

constexpr double kStep = 0.1;         ///< metres
constexpr double kMaxSteps = 1 << 15; ///< a longer way is cut into longer steps
constexpr double kAnyRoom = 1e9;      ///< stands for unlimited, so that differences stay numbers

} // namespace

void Track::build(const GroupWay& way)
{
    const std::span<const GroupWay::Point> given = way.points;
    length_ = 0;
    for (std::size_t i = 1; i < given.size(); ++i) length_ += distance(given[i - 1].position, given[i].position);
    const double step_count = std::ceil(std::min(length_ / kStep, kMaxSteps));
    step_ = step_count > 0 ? length_ / step_count : 1;
    const auto count = static_cast<std::size_t>(step_count) + 1;
    points_.resize(count);
    left_.assign(count, kAnyRoom);
    right_.assign(count, kAnyRoom);
    points_[0] = given[0].position;
    points_[count - 1] = given.back().position;

    const auto narrowDown = [&](std::size_t i, double left, double right) {
        left_[i] = std::min(left_[i], left);
        right_[i] = std::min(right_[i], right);
    };
    narrowDown(0, given[0].left, given[0].right);
    double from = 0;
    for (std::size_t i = 1, k = 1; i < given.size(); ++i)
    {
        const GroupWay::Point &a = given[i - 1], &b = given[i];
        const double to = from + distance(a.position, b.position);
        for (; k + 1 < count && static_cast<double>(k) * step_ <= to; ++k)
        {
            const double t = to > from ? std::clamp((static_cast<double>(k) * step_ - from) / (to - from), 0.0, 1.0) : 0;
            points_[k] = interpolate(a.position, b.position, t);
            narrowDown(k, std::min(a.left, kAnyRoom) * (1 - t) + std::min(b.left, kAnyRoom) * t,
                       std::min(a.right, kAnyRoom) * (1 - t) + std::min(b.right, kAnyRoom) * t);
        }
        // The given point lies between two steps and counts for both.
        const auto before = static_cast<std::size_t>(std::min(to / step_, step_count));
        narrowDown(before, b.left, b.right);
        narrowDown(std::min(before + 1, count - 1), b.left, b.right);
        from = to;
    }
    shift_.assign(count, 0);
    lane_.assign(count, 0);
    narrows_.clear();
}

std::size_t Track::indexOf(double s) const
{
    const double i = std::clamp(s / step_, 0.0, static_cast<double>(points_.size() - 1));
    return static_cast<std::size_t>(i);
}

double Track::read(const std::vector<double>& values, double s) const
{
    const std::size_t i = indexOf(s);
    if (i + 1 == values.size()) return values[i];
    const double t = std::clamp(s / step_ - static_cast<double>(i), 0.0, 1.0);
    return values[i] + (values[i + 1] - values[i]) * t;
}

double Track::leftAt(double s) const
{
    const std::size_t i = indexOf(s);
    return std::min(left_[i], left_[std::min(i + 1, left_.size() - 1)]);
}

double Track::rightAt(double s) const
{
    const std::size_t i = indexOf(s);
    return std::min(right_[i], right_[std::min(i + 1, right_.size() - 1)]);
}

Vec2 Track::at(double s) const
{
    if (s < 0) return points_.front() + directionAt(0, step_) * s;
    if (s > length_) return points_.back() + directionAt(length_, step_) * (s - length_);
    const std::size_t i = indexOf(s);
    if (i + 1 == points_.size()) return points_[i];
    return interpolate(points_[i], points_[i + 1], std::clamp(s / step_ - static_cast<double>(i), 0.0, 1.0));
}

Vec2 Track::directionAt(double s, double half) const
{
    if (length_ == 0) return {};
    half = std::max(half, step_);
    const Vec2 along = at(std::min(s + half, length_)) - at(std::max(s - half, 0.0));
    const double size = clearway::length(along);
    return size > 1e-9 ? along / size : Vec2{};
}

double Track::findNearest(Vec2 p, double first, double last) const
{
    std::size_t best = indexOf(first);
    for (std::size_t i = best + 1, end = indexOf(last); i <= end; ++i)
        if (distanceSq(p, points_[i]) < distanceSq(p, points_[best])) best = i;
    return static_cast<double>(best) * step_;
}

/// The values nearest to 0 between the limits that nowhere change faster than the slope; half-way where the limits leave nothing.
void Track::limitSlope(std::vector<double>& low, std::vector<double>& high, std::vector<double>& values) const
{
    const double change = kSlope * step_;
    for (std::size_t i = 1; i < low.size(); ++i)
    {
        low[i] = std::max(low[i], low[i - 1] - change);
        high[i] = std::min(high[i], high[i - 1] + change);
    }
    for (std::size_t i = low.size(); i-- > 1;)
    {
        low[i - 1] = std::max(low[i - 1], low[i] - change);
        high[i - 1] = std::min(high[i - 1], high[i] + change);
    }
    for (std::size_t i = 0; i < low.size(); ++i)
        values[i] = low[i] <= high[i] ? std::clamp(0.0, low[i], high[i]) : (low[i] + high[i]) / 2;
}

void Track::fit(const FormationLayout& layout, double wall_gap)
{
    const std::size_t count = points_.size();
    fits_.assign(count, 1);
    low_.assign(count, -kAnyRoom);
    high_.assign(count, kAnyRoom);
    const auto ahead = static_cast<std::size_t>(std::min(std::ceil((layout.front + wall_gap) / step_), kMaxSteps));
    const auto behind = static_cast<std::size_t>(std::min(std::ceil((layout.back + wall_gap) / step_), kMaxSteps));
    for (std::size_t i = 0; i < count; ++i)
    {
        double left = kAnyRoom, right = kAnyRoom;
        for (std::size_t k = i > behind ? i - behind : 0; k <= std::min(i + ahead, count - 1); ++k)
        {
            left = std::min(left, left_[k]);
            right = std::min(right, right_[k]);
        }
        const double low = layout.right + wall_gap - right, high = left - layout.left - wall_gap;
        fits_[i] = low <= high;
        if (!fits_[i]) continue;
        low_[i] = low;
        high_[i] = high;
    }
    limitSlope(low_, high_, shift_);
    least_ = low_;
    most_ = high_;
    for (std::size_t i = 0; i < count; ++i)
        if (!fits_[i] || low_[i] > high_[i]) least_[i] = most_[i] = shift_[i];
    findNarrows(layout, wall_gap);
}

void Track::findNarrows(const FormationLayout& layout, double wall_gap)
{
    narrows_.clear();
    const std::size_t count = points_.size();
    // A place between two narrow ones that is shorter than the formation is not worth forming in.
    const auto shortest = static_cast<std::size_t>(std::min((layout.front + layout.back + 2 * wall_gap) / step_, kMaxSteps));
    for (std::size_t i = 0; i < count;)
    {
        if (fits_[i])
        {
            ++i;
            continue;
        }
        std::size_t last = i;
        for (std::size_t k = i; k < count && k <= last + shortest; ++k)
            if (!fits_[k]) last = k;
        Narrow narrow;
        // Nor is it worth wheeling toward one that is nearer than the formation reaches.
        narrow.starts_way = i == 0 || (narrows_.empty() && static_cast<double>(i) * step_ <= layout.reach);
        narrow.ends_way = last + 1 == count;
        const std::size_t first = narrow.starts_way ? 0 : i - 1, end = narrow.ends_way ? last : last + 1;
        narrow.begin = static_cast<double>(first) * step_;
        narrow.end = static_cast<double>(end) * step_;
        narrow.width = std::numeric_limits<double>::infinity();
        for (std::size_t k = first; k <= end; ++k)
            if (left_[k] + right_[k] < narrow.width)
            {
                narrow.width = left_[k] + right_[k];
                narrow.place = points_[k];
            }
        narrows_.push_back(narrow);
        i = last + 1;
    }
}

void Track::fitColumn(const Narrow& narrow, double half_width, const FormationLayout& layout)
{
    const std::size_t count = points_.size();
    const std::size_t first = indexOf(narrow.begin - layout.back), last = indexOf(narrow.end + layout.front);
    low_.assign(count, -kAnyRoom);
    high_.assign(count, kAnyRoom);
    for (std::size_t i = first; i <= last; ++i)
    {
        low_[i] = half_width - right_[i];
        high_[i] = left_[i] - half_width;
        // Where not even that is free, in the middle.
        if (low_[i] > high_[i]) low_[i] = high_[i] = (left_[i] - right_[i]) / 2;
    }
    limitSlope(low_, high_, lane_);
}

} // namespace clearway
