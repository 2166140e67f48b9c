// SPDX-License-Identifier: MIT
// Portals shrunk for a disc as published, and as games often do: to compare with the exact free intervals of
// clearway/clearance/intervals.h. Neither is always safe, and each keeps at most one piece of a portal.
// Based on: R. Oliva, N. Pelechano. Clearance for diversity of agents' sizes in navigation meshes. 2014
// Metres. Pure functions over an immutable mesh.
#pragma once
#include <span>
#include <vector>

#include <clearway/clearance/intervals.h>

namespace clearway::published {

struct ShrinkOptions
{
    enum class Method
    {
        paper,  ///< the three cases of the paper: they overlook corners beside the portal
        simple, ///< both ends moved in by the radius
    };

    double radius = 0.25; ///< of the disc; metres, >= 0
    Method method = Method::paper;
    CellId from = kNone;                  ///< the cell one comes from; only `paper` looks at it (kNone: the portal's left cell)
    std::span<const PortalId> exits = {}; ///< the portals crossed next, in order; only `paper` looks at them (its second case)
};

/// What the method leaves of a portal, as distances from its end a: one interval or none. `intervals` is cleared first.
/// Touching counts as free, and a radius that is negative or not finite leaves nothing, as with the exact intervals. `simple`
/// allocates nothing once `intervals` has room.
void computeFreeIntervals(const ClearanceMesh& clearance, PortalId portal, const ShrinkOptions& options,
                          std::vector<Interval>& intervals);
std::vector<Interval> computeFreeIntervals(const ClearanceMesh& clearance, PortalId portal, const ShrinkOptions& options);

} // namespace clearway::published
