// SPDX-License-Identifier: MIT
// Formations that somebody drew: points spread along a line or in an outline, as far apart as so many can be.
// The distance is found by halving. It is not monotone to the last bit (a lattice may gain a point by growing), so the best seen
// is kept.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <clearway/geometry/box.h>
#include <clearway/geometry/polygon.h>

#include "geometry/hex_lattice.h"
#include "group/layout_parts.h"

namespace clearway {

namespace {

constexpr int kHalvings = 48;

double computeLength(std::span<const Vec2> line)
{
    double sum = 0;
    for (std::size_t i = 1; i < line.size(); ++i) sum += distance(line[i - 1], line[i]);
    return sum;
}

/// Walks along the line and leaves a point wherever the last ones are at least `pitch` away; at most `count`. Between two points
/// the walk goes to where the distance to the last is the pitch, then on in small steps while an older one is nearer.
class AlongWalk
{
public:
    AlongWalk(std::span<const Vec2> line, std::size_t count) : line_(line), count_(count) { found_.reserve(count); }

    const std::vector<Vec2>& walk(double pitch)
    {
        found_.assign(1, line_[0]);
        segment_ = 0;
        at_ = 0;
        while (found_.size() < count_ && findNext(pitch))
        {
        }
        return found_;
    }

private:
    /// The next place of the line, from where the walk is, at which everybody is at least the pitch away.
    bool findNext(double pitch)
    {
        while (segment_ + 1 < line_.size())
        {
            const Vec2 a = line_[segment_], b = line_[segment_ + 1];
            for (;;)
            {
                const double leaves = findLeaving(a, b, pitch);
                if (leaves > 1) break;
                if (leaves <= at_)
                {
                    found_.push_back(interpolate(a, b, at_));
                    return true;
                }
                at_ = leaves;
            }
            ++segment_;
            at_ = 0;
        }
        return false;
    }

    /// The parameter on a-b, not before at_, from which on no disc of the pitch around a point holds at_; beyond 1: none here.
    double findLeaving(Vec2 a, Vec2 b, double pitch) const
    {
        const Vec2 d = b - a;
        const double dd = lengthSq(d);
        double leaves = at_;
        if (dd == 0) return 2;
        for (std::size_t i = found_.size(); i-- > 0;)
        {
            const Vec2 from = a - found_[i];
            const double half = dot(from, d), c = lengthSq(from) - pitch * pitch;
            const double root_sq = half * half - dd * c;
            if (root_sq <= 0) continue;
            const double root = std::sqrt(root_sq);
            const double enters = (-half - root) / dd, ends = (-half + root) / dd;
            if (enters <= leaves && leaves < ends) leaves = ends;
        }
        return leaves;
    }

    std::span<const Vec2> line_;
    std::size_t count_;
    std::vector<Vec2> found_;
    std::size_t segment_ = 0;
    double at_ = 0;
};

/// Middles of a hexagonal lattice of this pitch inside the ring.
void fillWithLattice(std::span<const Vec2> ring, const Box2& box, double pitch, Vec2 phase, std::vector<Vec2>& found)
{
    found.clear();
    forEachHexPoint(box, box.center() + phase * pitch, pitch, [&](Vec2 p) {
        if (classifyPoint(ring, p) != Side::outside) found.push_back(p);
    });
}

/// Keeps the `count` points nearest to the middle of them all.
void keepInner(std::vector<Vec2>& points, std::size_t count)
{
    if (points.size() <= count) return;
    Vec2 sum;
    for (const Vec2 p : points) sum = sum + p;
    const Vec2 middle = sum / static_cast<double>(points.size());
    std::sort(points.begin(), points.end(), [&](Vec2 a, Vec2 b) {
        const double da = distanceSq(a, middle), db = distanceSq(b, middle);
        return da != db ? da < db : lexicographicLess(a, b);
    });
    points.resize(count);
}

} // namespace

std::vector<Vec2> spreadAlong(std::span<const Vec2> line, std::size_t count)
{
    const double total = computeLength(line);
    // A dot, and a single member: the middle of the line.
    if (count == 1 || total == 0)
    {
        double left = total / 2;
        Vec2 middle = line[0];
        for (std::size_t i = 1; i < line.size() && left > 0; ++i)
        {
            const double step = distance(line[i - 1], line[i]);
            if (step > 0) middle = interpolate(line[i - 1], line[i], std::min(left / step, 1.0));
            left -= step;
        }
        return std::vector<Vec2>(1, middle);
    }
    AlongWalk walk(line, count);
    double low = 0, high = 2 * total / static_cast<double>(count - 1);
    std::vector<Vec2> best;
    for (int i = 0; i < kHalvings; ++i)
    {
        const double pitch = (low + high) / 2;
        const std::vector<Vec2>& found = walk.walk(pitch);
        if (found.size() == count)
        {
            best = found;
            low = pitch;
        }
        else
            high = pitch;
    }
    return best;
}

std::vector<Vec2> spreadInside(std::span<const Vec2> ring, std::size_t count)
{
    constexpr Vec2 kPhases[] = {{0, 0}, {0.5, 0}, {0, 0.4330127018922193}, {0.25, 0.2165063509461096}};
    const Box2 box = computeBounds(ring);
    const double area = std::abs(computeSignedArea(ring));
    std::vector<Vec2> best, found;
    // At this pitch a lattice has one point for each member's part of the area; thin outlines may hold fewer.
    const double even = std::sqrt(area / (kHexRowHeight * static_cast<double>(count)));
    const double finest = std::sqrt(box.size().x * box.size().y / (256 * static_cast<double>(count) + 4096));
    double low = 0, high = even + length(box.size());
    for (int i = 0; i < kHalvings && high - low > 1e-6 * high; ++i)
    {
        const double pitch = i == 0 ? even : (low + high) / 2;
        if (pitch < finest) break;
        bool fits = false;
        for (const Vec2 phase : kPhases)
        {
            fillWithLattice(ring, box, pitch, phase, found);
            if (found.size() < count) continue;
            fits = true;
            best = found;
            break;
        }
        (fits ? low : high) = pitch;
    }
    keepInner(best, count);
    return best;
}

std::vector<Vec2> spreadRound(std::size_t count)
{
    // A polygon whose corners are found by halving arcs, with square roots only; small, so that it is scaled up for anybody.
    constexpr double kRadius = 1e-3;
    std::vector<Vec2> corners = {{kRadius, 0}, {0, kRadius}, {-kRadius, 0}, {0, -kRadius}, {kRadius, 0}};
    for (int halving = 0; halving < 6; ++halving)
    {
        std::vector<Vec2> finer;
        for (std::size_t i = 0; i + 1 < corners.size(); ++i)
        {
            const Vec2 sum = corners[i] + corners[i + 1];
            finer.push_back(corners[i]);
            finer.push_back(sum * (kRadius / length(sum)));
        }
        finer.push_back(corners.back());
        corners = std::move(finer);
    }
    std::vector<Vec2> points;
    const auto side_count = static_cast<double>(corners.size() - 1);
    for (std::size_t i = 0; i < count; ++i)
    {
        const double at = side_count * static_cast<double>(i) / static_cast<double>(count);
        const auto side = static_cast<std::size_t>(at);
        points.push_back(interpolate(corners[side], corners[side + 1], at - static_cast<double>(side)));
    }
    return points;
}

FittedRooms fitRooms(std::span<const Vec2> points, std::span<const double> rooms, double gap)
{
    const std::size_t n = points.size();
    std::vector<double> nearest_sq(n, std::numeric_limits<double>::infinity());
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
            if (i != j) nearest_sq[i] = std::min(nearest_sq[i], distanceSq(points[i], points[j]));
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return nearest_sq[a] != nearest_sq[b] ? nearest_sq[a] > nearest_sq[b] : a < b;
    });
    FittedRooms fitted;
    fitted.rooms.resize(n);
    for (std::size_t k = 0; k < n; ++k) fitted.rooms[order[k]] = rooms[k];
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < i; ++j)
        {
            const double need = fitted.rooms[i] + fitted.rooms[j] + gap;
            fitted.scale = std::max(fitted.scale, need / distance(points[i], points[j]));
        }
    return fitted;
}

} // namespace clearway
