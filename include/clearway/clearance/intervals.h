// SPDX-License-Identifier: MIT
// Free intervals: the places of a portal where the centre of a disc may cross it.
// Metres. Pure functions over an immutable mesh; an IntervalCache belongs to one thread at a time.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <clearway/clearance/clearance_mesh.h>

namespace clearway {

/// A piece of a portal, as distances from its end a; metres. Closed: begin and end themselves are free.
struct Interval
{
    double begin = 0;
    double end = 0;

    friend bool operator==(const Interval&, const Interval&) = default;
};

/// The free intervals of a portal in order along it: its points at least a radius away from every obstacle. None when nothing
/// fits, several where an obstacle beside the portal leaves room on both sides. `intervals` is cleared first.
/// Touching is free: a portal exactly twice as wide as the radius keeps a point. What is nearer than the radius by more than a
/// nanometre (a thousandth of a radius below a micrometre) is never free; obstacles of imported meshes are taken where they are
/// after rounding to the frame. A radius that is negative or not finite leaves nothing free. O(sites near the portal), tens of
/// nanoseconds; allocates nothing once `intervals` has room.
void computeFreeIntervals(const ClearanceMesh& clearance, PortalId portal, double radius, std::vector<Interval>& intervals);
std::vector<Interval> computeFreeIntervals(const ClearanceMesh& clearance, PortalId portal, double radius);

/// The largest radius up to which nothing but the ends takes away from a portal: it keeps all that is a radius away from both
/// ends, and exactly that when both ends lie on obstacles. Infinite when that holds for every radius; 0 when a wall at one of the
/// ends leans over the portal. Exact: the infimum of the distance to the nearest obstacle where an obstacle is nearer than the
/// ends, in closed form; differences of a nanometre do not count.
double computeCriticalRadius(const ClearanceMesh& clearance, PortalId portal);

/// Remembers the set of free intervals per (portal, radius); which of them to use is the caller's choice, path by path.
/// Bounded: entries share sets of four, and the oldest of its set makes room. Answers are those of
/// computeFreeIntervals, cached or not.
class IntervalCache
{
public:
    struct Options
    {
        std::uint32_t capacity = 1 << 14; ///< entries at most
        /// Radii are rounded up to a multiple of this, so that agents of nearly one size share entries; 0: taken as they are.
        /// Safe: the intervals are then those of a slightly larger disc. Metres.
        double radius_step = 0;
    };

    explicit IntervalCache(ClearanceMesh clearance);
    IntervalCache(ClearanceMesh clearance, const Options& options);
    ~IntervalCache();
    IntervalCache(IntervalCache&&) noexcept;
    IntervalCache& operator=(IntervalCache&&) noexcept;

    const ClearanceMesh& clearance() const;
    /// Valid until the next call. Allocates nothing once warm.
    std::span<const Interval> find(PortalId portal, double radius);

    std::uint64_t hitCount() const;
    std::uint64_t missCount() const;
    std::size_t memoryBytes() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace clearway
