// SPDX-License-Identifier: MIT
#include "corridor/stations.h"

#include <algorithm>
#include <cmath>

namespace clearway::corridor {

Path::Piece makePiece(const VoronoiDiagram& diagram, std::uint32_t step, Vec2 from, Vec2 to)
{
    Path::Piece piece = Path::Piece::line(atHeight(from), atHeight(to));
    if (step == kNone || !diagram.edges()[step / 2].is_parabola) return piece;
    const VoronoiDiagram::Edge& edge = diagram.edges()[step / 2];
    const Segment &left = diagram.sites()[edge.left].shape, &right = diagram.sites()[edge.right].shape;
    const Segment& line = left.a == left.b ? right : left;
    const Vec2 focus = left.a == left.b ? left.a : right.a;
    // With the focus at (0, h) above the line, the curve is y = (x^2 + h^2) / 2h.
    const Vec2 along = (line.b - line.a) / distance(line.a, line.b), up = perpendicular(along);
    const double height = dot(focus - line.a, up);
    if (!(std::abs(height) > 0)) return piece;
    const double x1 = dot(from - focus, along), x2 = dot(to - focus, along);
    piece.shape = Path::Piece::Shape::parabola;
    piece.center = atHeight(focus + along * ((x1 + x2) / 2) + up * ((x1 * x2 - height * height) / (2 * height)));
    return piece;
}

Vec2 findCrossing(const VoronoiDiagram& diagram, const Station& from, const Station& to, double clearance)
{
    const double size = to.ball.clearance - from.ball.clearance;
    const Path::Piece piece = makePiece(diagram, from.step, from.ball.position, to.ball.position);
    if (from.step == kNone) return planar(piece.pointAt(size != 0 ? (clearance - from.ball.clearance) / size : 0));
    const VoronoiDiagram::Edge& edge = diagram.edges()[from.step / 2];
    const Segment &left = diagram.sites()[edge.left].shape, &right = diagram.sites()[edge.right].shape;
    // `wide` always has the clearance; halving stops where doubles do.
    double wide = size > 0 ? 1 : 0, narrow = 1 - wide;
    for (int i = 0; i < 52; ++i)
    {
        const double middle = (wide + narrow) / 2;
        const Vec2 p = planar(piece.pointAt(middle));
        (std::min(distance(p, left), distance(p, right)) >= clearance ? wide : narrow) = middle;
    }
    return planar(piece.pointAt(wide));
}

} // namespace clearway::corridor
