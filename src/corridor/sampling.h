// SPDX-License-Identifier: MIT
// Samples along an edge of the diagram, near enough to each other for a row of balls.
#pragma once
#include <vector>

#include <clearway/corridor/corridor_map.h>

namespace clearway::corridor {

/// How far the next sample may be when the smaller of both clearances is `clearance`; metres.
double computeStep(double clearance, const CorridorMapOptions& options);

/// The ball at a point of an edge whose nearest sites are `left` and `right`.
CorridorMap::Sample makeSample(Vec2 position, const Segment& left, const Segment& right);

/// A piece of a diagram edge from one of its points to another; left and right as seen in that direction.
struct CurvePiece
{
    CorridorMap::Sample from; ///< its clearance is the diagram's, so that answers agree to the bit
    CorridorMap::Sample to;
    Segment left;
    Segment right;
    bool is_parabola = false;
    bool has_apex = false; ///< whether the narrowest place lies between the ends
    CorridorMap::Sample apex;
};

/// Appends samples after `from`, up to `to` included. The ends and the apex are always among them. Stops making
/// more soon after `max_sample_count`.
void appendSamples(const CurvePiece& piece, const CorridorMapOptions& options, std::vector<CorridorMap::Sample>& samples);

} // namespace clearway::corridor
