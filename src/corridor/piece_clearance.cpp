// SPDX-License-Identifier: MIT
#include "corridor/piece_clearance.h"

#include <algorithm>
#include <cmath>

#include "geometry/angle.h"
#include "voronoi/data.h"

namespace clearway::corridor {
namespace {

constexpr double kAtCorner = 1e-9; ///< metres between a wall and the centre of an arc that goes around its end

/// Whether the ray from the centre toward p meets the arc.
bool spans(const Path::Piece& arc, Vec2 p)
{
    const int side = arc.angle > 0 ? 1 : -1;
    const Vec2 center = planar(arc.center);
    double turn = side * computeTurn(planar(arc.from) - center, p - center);
    if (turn < 0) turn += 2 * kPi;
    return turn <= side * arc.angle;
}

bool crosses(const Path::Piece& arc, double radius, const Segment& wall)
{
    const Vec2 along = wall.b - wall.a, out = wall.a - planar(arc.center);
    const double a = lengthSq(along), b = dot(along, out), c = lengthSq(out) - radius * radius;
    const double root = b * b - a * c;
    if (!(a > 0 && root >= 0)) return false;
    for (const double sign : {-1.0, 1.0})
    {
        const double t = (-b + sign * std::sqrt(root)) / a;
        if (t >= 0 && t <= 1 && spans(arc, wall.a + along * t)) return true;
    }
    return false;
}

Box2 computeBox(const Path::Piece& piece)
{
    if (!piece.isArc()) return computeBounds(Segment{planar(piece.from), planar(piece.to)});
    return computeBounds(Disc{planar(piece.center), distance(piece.center, piece.from)});
}

} // namespace

double computeArcDistance(const Path::Piece& arc, const Segment& wall)
{
    const Vec2 center = planar(arc.center);
    const double radius = distance(arc.center, arc.from);
    if (crosses(arc, radius, wall)) return 0;
    double best = std::min(distance(planar(arc.from), wall), distance(planar(arc.to), wall));
    for (const Vec2 p : {computeClosestPoint(wall, center), wall.a, wall.b})
        if (p == center)
            best = std::min(best, radius);
        else if (spans(arc, p))
            best = std::min(best, std::abs(distance(p, center) - radius));
    return best;
}

double computeClearance(const VoronoiDiagram& diagram, const Path::Piece& piece, int layer, double limit)
{
    const VoronoiDiagram::Data::Layer* found = diagram.data().findLayer(layer);
    if (found == nullptr) return limit;
    double best = limit;
    found->bvh.forEachIn(computeBox(piece).inflated(limit), [&](std::uint32_t item) {
        const Segment& wall = diagram.sites()[found->first_site + item].shape;
        best = std::min(best, piece.isArc() ? computeArcDistance(piece, wall)
                                            : distance(Segment{planar(piece.from), planar(piece.to)}, wall));
    });
    return best;
}

double computeRoom(const VoronoiDiagram& diagram, const Path::Piece& arc, int layer, double radius)
{
    const VoronoiDiagram::Data::Layer* found = diagram.data().findLayer(layer);
    if (found == nullptr) return kMostRoom;
    double best = radius + kMostRoom;
    found->bvh.forEachIn(computeBox(arc).inflated(best), [&](std::uint32_t item) {
        const Segment& wall = diagram.sites()[found->first_site + item].shape;
        if (distance(planar(arc.center), wall) > kAtCorner) best = std::min(best, computeArcDistance(arc, wall));
    });
    return best - radius;
}

} // namespace clearway::corridor
