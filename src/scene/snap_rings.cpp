// SPDX-License-Identifier: MIT
// Snaps rings to the lattice and takes out repeated points and spikes.
// Departure from what one would write first: straight points are kept here. Another ring may touch there, and removing the point
// would turn a shared vertex into a vertex on an edge; they are dropped when the rings of the result are traced.
#include <algorithm>
#include <cmath>
#include <span>

#include "lattice.h"
#include "rings.h"

namespace clearway::overlay {

namespace {

/// A point in lattice units before rounding.
struct LoosePoint
{
    double x;
    double y;
    std::uint32_t input_point;
};

} // namespace

/// Keeps the part of a ring on one side of a line x = limit or y = limit (I. E. Sutherland, G. W. Hodgman. Reentrant polygon
/// clipping. 1974). Winding numbers on that side stay as they were.
static std::vector<LoosePoint> clip(const std::vector<LoosePoint>& ring, double LoosePoint::* axis, double LoosePoint::* other,
                                    double sign)
{
    std::vector<LoosePoint> kept;
    for (std::size_t i = 0; i < ring.size(); ++i)
    {
        const LoosePoint &a = ring[i], &b = ring[(i + 1) % ring.size()];
        const double past_a = sign * (a.*axis) - kCoordinateLimit, past_b = sign * (b.*axis) - kCoordinateLimit;
        if (past_a <= 0) kept.push_back(a);
        if ((past_a < 0 && past_b > 0) || (past_a > 0 && past_b < 0))
        {
            const double t = past_a / (past_a - past_b);
            LoosePoint crossing = a;
            crossing.*axis = sign * kCoordinateLimit;
            crossing.*other = a.*other + t * (b.*other - a.*other);
            kept.push_back(crossing);
        }
    }
    return kept;
}

static std::vector<LoosePoint> clipToLimit(std::vector<LoosePoint> ring)
{
    for (double sign : {1.0, -1.0}) ring = clip(ring, &LoosePoint::x, &LoosePoint::y, sign);
    for (double sign : {1.0, -1.0}) ring = clip(ring, &LoosePoint::y, &LoosePoint::x, sign);
    return ring;
}

namespace {

/// Snaps ring after ring into one LayerRings.
class RingSnapper
{
public:
    RingSnapper(const InputRings& rings, const Frame& frame, const Box2& bounds, SceneReport& report)
        : rings_(rings), frame_(frame), bounds_(bounds), report_(report)
    {
        result_.first.push_back(0);
    }

    void add(std::uint32_t number)
    {
        const InputRing& ring = rings_.rings[number];
        if (ring.input->points.empty())
        {
            report_.add({SceneReport::Repair::Kind::vanished_ring, number, 0, {}});
            return;
        }
        if (!computeBounds(ring.input->points).overlaps(bounds_))
        {
            report_.add(rings_.repairAt(SceneReport::Repair::Kind::covered_ring, ring.first_point));
            return;
        }
        const std::size_t start = result_.points.size();
        snap(ring);
        closeRing(start);
        if (isNothing(std::span(result_.points).subspan(start)))
        {
            report_.add(rings_.repairAt(SceneReport::Repair::Kind::vanished_ring, ring.first_point));
            truncate(start);
            return;
        }
        reportOrientation(ring, start);
        result_.first.push_back(static_cast<std::uint32_t>(result_.points.size()));
        result_.input_ring.push_back(number);
        if (ring.role == Role::outline) ++result_.outline_count;
    }

    LayerRings take() { return std::move(result_); }

private:
    void truncate(std::size_t size)
    {
        result_.points.resize(size);
        result_.input_point.resize(size);
    }

    void snap(const InputRing& ring)
    {
        const std::vector<Vec2>& points = ring.input->points;
        std::size_t count = points.size();
        if (count > 1 && points.front() == points.back()) --count; // closed as files do
        const std::size_t start = result_.points.size();

        bool fits = ring.role == Role::outline;
        if (!fits)
        {
            const Box2 box = computeBounds(points);
            const double reach = std::max({box.max.x - frame_.origin.x, frame_.origin.x - box.min.x, box.max.y - frame_.origin.y,
                                           frame_.origin.y - box.min.y});
            fits = reach / frame_.quantum < kCoordinateLimit;
        }
        if (fits)
        {
            for (std::size_t i = 0; i < count; ++i)
                push(start, frame_.snap(points[i]), ring.first_point + static_cast<std::uint32_t>(i));
            return;
        }
        std::vector<LoosePoint> loose;
        for (std::size_t i = 0; i < count; ++i)
        {
            loose.push_back({(points[i].x - frame_.origin.x) / frame_.quantum, (points[i].y - frame_.origin.y) / frame_.quantum,
                             ring.first_point + static_cast<std::uint32_t>(i)});
        }
        const auto nearest = [](double v) { return static_cast<std::int32_t>(std::floor(v + 0.5)); };
        for (const LoosePoint& p : clipToLimit(std::move(loose))) push(start, {nearest(p.x), nearest(p.y)}, p.input_point);
    }

    /// Whether a ring goes back everywhere it went: nothing is left of it when it is pulled in.
    static bool isNothing(std::span<const LatticePoint> ring)
    {
        std::vector<LatticePoint> left;
        for (const LatticePoint p : ring)
        {
            while (left.size() >= 2 && isSpike(left[left.size() - 2], left.back(), p)) left.pop_back();
            if (left.empty() || left.back() != p) left.push_back(p);
        }
        std::size_t head = 0;
        while (left.size() - head >= 3)
        {
            const bool spike_at_end = isSpike(left[left.size() - 2], left.back(), left[head]);
            if (!spike_at_end && !isSpike(left.back(), left[head], left[head + 1]) && left.back() != left[head]) return false;
            if (spike_at_end || left.back() == left[head])
                left.pop_back();
            else
                ++head;
        }
        return true;
    }

    /// Adds a point to the ring that begins at `start`. Where the ring turns back on itself it goes both ways, which counts for
    /// nothing when faces are told apart; taking points back here would make the result depend on where a ring begins.
    void push(std::size_t start, LatticePoint p, std::uint32_t input_point)
    {
        std::vector<LatticePoint>& points = result_.points;
        if (points.size() > start && points.back() == p)
        {
            report_.add(rings_.repairAt(SceneReport::Repair::Kind::duplicate_point, input_point));
            return;
        }
        if (points.size() >= start + 2 && isSpike(points[points.size() - 2], points.back(), p))
            report_.add(rings_.repairAt(SceneReport::Repair::Kind::spike, result_.input_point.back()));
        points.push_back(p);
        result_.input_point.push_back(input_point);
    }

    /// Removes repeated points where the end of the ring meets its beginning, and reports spikes there.
    void closeRing(std::size_t start)
    {
        const std::vector<LatticePoint>& points = result_.points;
        while (points.size() - start >= 2 && points[start] == points.back())
        {
            report_.add(rings_.repairAt(SceneReport::Repair::Kind::duplicate_point, result_.input_point.back()));
            truncate(points.size() - 1);
        }
        if (points.size() - start < 3) return;
        const std::size_t last = points.size() - 1;
        if (isSpike(points[last - 1], points[last], points[start]))
            report_.add(rings_.repairAt(SceneReport::Repair::Kind::spike, result_.input_point[last]));
        if (isSpike(points[last], points[start], points[start + 1]))
            report_.add(rings_.repairAt(SceneReport::Repair::Kind::spike, result_.input_point[start]));
    }

    /// Outlines should run counter-clockwise and holes clockwise; those of obstacles may run as they like.
    void reportOrientation(const InputRing& ring, std::size_t start)
    {
        if (ring.role == Role::obstacle || ring.role == Role::courtyard) return;
        __int128 twice_area = 0;
        for (std::size_t i = start + 2; i < result_.points.size(); ++i)
        {
            twice_area += cross(result_.points[start], result_.points[i - 1], result_.points[i]);
        }
        if (ring.role == Role::outline ? twice_area < 0 : twice_area > 0)
        {
            report_.add(rings_.repairAt(SceneReport::Repair::Kind::orientation, result_.input_point[start]));
        }
    }

    const InputRings& rings_;
    const Frame& frame_;
    const Box2 bounds_;
    SceneReport& report_;
    LayerRings result_;
};

} // namespace

LayerRings snapRings(const InputRings& rings, std::span<const std::uint32_t> numbers, const Frame& frame, SceneReport& report)
{
    Box2 bounds;
    for (std::uint32_t number : numbers)
    {
        const InputRing& ring = rings.rings[number];
        if (ring.role == Role::outline) bounds.add(computeBounds(ring.input->points));
    }
    RingSnapper snapper(rings, frame, bounds, report);
    for (std::uint32_t number : numbers) snapper.add(number);
    return snapper.take();
}

} // namespace clearway::overlay
