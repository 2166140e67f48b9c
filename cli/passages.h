// SPDX-License-Identifier: MIT
// How wide and how narrow free space is, whatever its cells: read off its Voronoi diagram.
#pragma once
#include <limits>

#include <clearway/voronoi.h>

namespace clearway::cli {

struct Passages
{
    double widest = std::numeric_limits<double>::quiet_NaN(); ///< radius of the largest disc that fits anywhere; metres
    Vec2 widest_at;
    double narrowest = std::numeric_limits<double>::quiet_NaN(); ///< radius that passes the narrowest passage; NaN without one
    Vec2 narrowest_at;
    /// The largest radius for which at least half of all ways, by length, hang together: who is wider cannot get about. NaN
    /// without ways.
    double gets_about = std::numeric_limits<double>::quiet_NaN();
};

/// A passage is a place narrower than what lies on either side of it: a door, a gap between two buildings; not a corner, where
/// every diagram narrows down to nothing. O(n log n).
Passages computePassages(const VoronoiDiagram& diagram, double quantum);

} // namespace clearway::cli
