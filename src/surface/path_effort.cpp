// SPDX-License-Identifier: MIT
// One crossing after the other is moved to where the two lines at it cost least. Each such problem is convex for a load that does
// not vary along the edge, and nearly so otherwise; the search for it narrows from sweep to sweep.
#include "surface/path_effort.h"

namespace clearway::surfacing {

namespace {

constexpr int kSweeps = 24;
constexpr double kGolden = 0.61803398874989484820;

struct Crossing
{
    Vec3 at;
    double load = 0;
};

class Relaxation
{
public:
    Relaxation(const SurfaceView& view, std::span<const StripPortal> portals, const PathCost& cost, const PathRoom& room,
               const SurfacePlace& start, const SurfacePlace& goal)
        : view_(view),
          portals_(portals),
          cost_(cost),
          room_(room),
          start_{start.position, cost.loadAt(view, start)},
          goal_{goal.position, cost.loadAt(view, goal)}
    {
    }

    Crossing crossingAt(std::size_t portal, double fraction) const
    {
        const std::uint32_t a = portals_[portal].right_vertex, b = portals_[portal].left_vertex;
        return {interpolate(view_.positions[a], view_.positions[b], fraction),
                cost_.load(a) * (1 - fraction) + cost_.load(b) * fraction};
    }
    Crossing before(std::size_t portal, std::span<const double> fractions) const
    {
        return portal > 0 ? crossingAt(portal - 1, fractions[portal - 1]) : start_;
    }
    Crossing after(std::size_t portal, std::span<const double> fractions) const
    {
        return portal + 1 < portals_.size() ? crossingAt(portal + 1, fractions[portal + 1]) : goal_;
    }
    /// Whether a line in the triangle before a portal has room.
    bool isFree(std::size_t portal, Vec3 a, Vec3 b) const
    {
        const std::uint32_t t =
            portal < portals_.size() ? portals_[portal].halfedge / 3 : view_.opposites[portals_.back().halfedge] / 3;
        return room_.isEverywhere(t) || room_.isFree(t, a, b);
    }
    double costOf(const Crossing& a, const Crossing& b) const { return cost_.cost(distance(a.at, b.at), a.load, b.load); }

    /// The best fraction within `reach` of the one that is.
    double findBest(std::size_t portal, std::span<const double> fractions, double reach) const
    {
        const Crossing from = before(portal, fractions), to = after(portal, fractions);
        const auto costAt = [&](double f) {
            const Crossing c = crossingAt(portal, f);
            return costOf(from, c) + costOf(c, to);
        };
        double low = std::max(fractions[portal] - reach, 0.0), high = std::min(fractions[portal] + reach, 1.0);
        double a = high - kGolden * (high - low), b = low + kGolden * (high - low);
        double cost_a = costAt(a), cost_b = costAt(b);
        for (int i = 0; i < 8; ++i)
        {
            if (cost_a <= cost_b)
            {
                high = b;
                b = a;
                cost_b = cost_a;
                a = high - kGolden * (high - low);
                cost_a = costAt(a);
            }
            else
            {
                low = a;
                a = b;
                cost_a = cost_b;
                b = low + kGolden * (high - low);
                cost_b = costAt(b);
            }
        }
        double found = cost_a <= cost_b ? a : b;
        if (!(std::min(cost_a, cost_b) < costAt(fractions[portal]))) return fractions[portal];
        // As far that way as there is room.
        for (int i = 0; i < 8; ++i, found = (found + fractions[portal]) / 2)
        {
            const Crossing c = crossingAt(portal, found);
            if (isFree(portal, from.at, c.at) && isFree(portal + 1, c.at, to.at)) return found;
        }
        return fractions[portal];
    }

private:
    const SurfaceView& view_;
    std::span<const StripPortal> portals_;
    const PathCost& cost_;
    PathRoom room_;
    Crossing start_, goal_;
};

} // namespace

void relaxCrossings(const SurfaceView& view, std::span<const StripPortal> portals, const PathCost& cost, const PathRoom& room,
                    const SurfacePlace& start, const SurfacePlace& goal, std::span<double> fractions)
{
    const Relaxation relaxation(view, portals, cost, room, start, goal);
    double reach = 1;
    for (int sweep = 0; sweep < kSweeps; ++sweep, reach *= 0.8)
        for (std::size_t i = 0; i < portals.size(); ++i)
        {
            const std::size_t portal = sweep % 2 == 0 ? i : portals.size() - 1 - i;
            fractions[portal] = relaxation.findBest(portal, fractions, reach);
        }
}

double computeCost(const SurfaceView& view, std::span<const StripPortal> portals, const PathCost& cost, const SurfacePlace& start,
                   const SurfacePlace& goal, std::span<const double> fractions)
{
    const Relaxation relaxation(view, portals, cost, {}, start, goal);
    if (portals.empty())
        return cost.cost(distance(start.position, goal.position), cost.loadAt(view, start), cost.loadAt(view, goal));
    double sum = 0;
    for (std::size_t i = 0; i < portals.size(); ++i)
        sum += relaxation.costOf(relaxation.before(i, fractions), relaxation.crossingAt(i, fractions[i]));
    const std::size_t last = portals.size() - 1;
    return sum + relaxation.costOf(relaxation.crossingAt(last, fractions[last]), relaxation.after(last, fractions));
}

bool hasRoom(const SurfaceView& view, std::span<const StripPortal> portals, const PathRoom& room, const SurfacePlace& start,
             const SurfacePlace& goal, std::span<const double> fractions)
{
    Vec3 at = start.position;
    for (std::size_t i = 0; i < portals.size(); ++i)
    {
        const Vec3 next =
            interpolate(view.positions[portals[i].right_vertex], view.positions[portals[i].left_vertex], fractions[i]);
        if (!room.isFree(portals[i].halfedge / 3, at, next)) return false;
        at = next;
    }
    const std::uint32_t last = portals.empty() ? start.triangle : view.opposites[portals.back().halfedge] / 3;
    return room.isFree(last, at, goal.position);
}

} // namespace clearway::surfacing
