// SPDX-License-Identifier: MIT
// A finished path against every boundary segment, by plain geometry: does it hang together, how near does it come, how long is
// it.
#pragma once
#include <span>
#include <string>

#include <clearway/geometry/path.h>
#include <clearway/geometry/shapes.h>

namespace clearway::oracle {

/// A piece seen from above.
struct FlatPiece
{
    FlatPiece(const Path::Piece& piece)
        : from(planar(piece.from)), to(planar(piece.to)), center(planar(piece.center)), angle(piece.angle), is_arc(piece.isArc())
    {
    }
    bool isArc() const { return is_arc; }

    Vec2 from, to, center;
    double angle;
    bool is_arc;
};

/// The smallest distance from a piece of a path to a segment.
double computeDistance(const FlatPiece& piece, const Segment& segment);
double computeLength(const FlatPiece& piece);

struct PathMeasure
{
    double length = 0;
    double clearance = 0; ///< infinite without a boundary
};
PathMeasure measure(const Path& path, std::span<const Segment> boundary);

struct PathDemand
{
    Vec2 start;
    Vec2 goal;         ///< where the path must end
    double radius = 0; ///< asked for
    double quantum = 0;
};

/// Says what is wrong with a path, one sentence per line; empty when nothing is. Checked: it runs from start to goal without
/// gaps and without kinks; arcs have one radius, the one asked for or at most a quantum less (or 0 when at most six quanta were
/// asked for), and bend around a boundary vertex;
/// nothing is nearer than radius - max(1e-6, 2 quanta), and no wall is crossed; length and clearance are what it says.
std::string findFaults(const Path& path, std::span<const Segment> boundary, const PathDemand& demand);

} // namespace clearway::oracle
