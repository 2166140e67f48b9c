// SPDX-License-Identifier: MIT
// Based on:
// J. van den Berg, S. J. Guy, M. Lin, D. Manocha. Reciprocal n-body collision avoidance. 2011 (section 4.4)
// Velocities that bring the disc into a wall within the horizon: the wall grown by the radius, seen from the centre, as a wedge
// with rounded corners. The wedge is the set of points within radius / horizon of a convex region with two corners, the scaled
// ends of the wall, and two legs along the tangents. The line touches it where it is nearest to the velocity.
// Departures: pieces of a straight wall are one wall, and a wall behind the line of a nearer one adds nothing, so that no joint
// stops anybody who walks along it; a disc that touches a wall may do anything but go into it.
#include "wall_lines.h"

#include <algorithm>
#include <cmath>

namespace clearway::steering {

namespace {

constexpr int kMaxPieces = 16;        // nearest walls looked at
constexpr float kStraight = 1e-5F;    // a joint this near to the straight line is no corner; metres
constexpr float kImplied = 1e-4F;     // a wall may stick out of the line of another by this; metres per second
constexpr float kTouching = 1e-5F;    // gap, as a part of the radius, below which a disc touches a wall
constexpr float kShortestSq = 1e-12F; // squared length of walls that are points

struct Vec
{
    float x = 0;
    float y = 0;
};

Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y}; }
Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y}; }
Vec operator*(Vec a, float s) { return {a.x * s, a.y * s}; }
float dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y; }
float cross(Vec a, Vec b) { return a.x * b.y - a.y * b.x; }

struct Piece
{
    Vec a;
    Vec b;
    float distance_sq = 0;
};

struct Pieces
{
    Piece list[kMaxPieces];
    int count = 0;
};

Vec findNearest(Vec a, Vec b, Vec to)
{
    const Vec along = b - a;
    const float length_sq = dot(along, along);
    const float at = dot(to - a, along);
    if (!(at > 0)) return a;
    return at < length_sq ? a + along * (at / length_sq) : b;
}

/// Keeps the nearest, in order of distance, then as they came.
void insert(Pieces& pieces, const Piece& piece)
{
    int at = pieces.count;
    while (at > 0 && pieces.list[at - 1].distance_sq > piece.distance_sq) --at;
    if (at == kMaxPieces) return;
    if (pieces.count < kMaxPieces) ++pieces.count;
    for (int k = pieces.count - 1; k > at; --k) pieces.list[k] = pieces.list[k - 1];
    pieces.list[at] = piece;
}

void collect(const WallSpan& walls, float reach, Pieces& pieces)
{
    for (int k = 0; k < walls.count; ++k)
    {
        Piece piece{{sane(walls.ax[k]), sane(walls.ay[k])}, {sane(walls.bx[k]), sane(walls.by[k])}, 0};
        const Vec along = piece.b - piece.a;
        if (!(cross(piece.a, piece.b) >= 0) || dot(along, along) < kShortestSq) continue;
        const Vec nearest = findNearest(piece.a, piece.b, {});
        piece.distance_sq = dot(nearest, nearest);
        if (piece.distance_sq <= reach * reach) insert(pieces, piece);
    }
}

bool goesOnStraight(const Piece& first, const Piece& second)
{
    if (first.b.x != second.a.x || first.b.y != second.a.y) return false;
    const Vec all = second.b - first.a;
    const Vec part = first.b - first.a;
    const float off = cross(part, all);
    return dot(part, all) > 0 && dot(second.b - second.a, all) > 0 && off * off <= kStraight * kStraight * dot(all, all);
}

bool joinOnce(Pieces& pieces)
{
    for (int i = 0; i < pieces.count; ++i)
    {
        for (int j = i + 1; j < pieces.count; ++j)
        {
            const bool is_forward = goesOnStraight(pieces.list[i], pieces.list[j]);
            if (!is_forward && !goesOnStraight(pieces.list[j], pieces.list[i])) continue;
            // The nearer of the two keeps its place.
            if (is_forward)
                pieces.list[i].b = pieces.list[j].b;
            else
                pieces.list[i].a = pieces.list[j].a;
            --pieces.count;
            for (int k = j; k < pieces.count; ++k) pieces.list[k] = pieces.list[k + 1];
            return true;
        }
    }
    return false;
}

float computeDistanceSq(Vec point, Vec a, Vec b)
{
    const Vec offset = findNearest(a, b, point) - point;
    return dot(offset, offset);
}

/// Between the way from the origin to `end` and the wall from a to b.
float computeGapSq(Vec end, Vec a, Vec b)
{
    const bool is_crossed = cross(end, a) * cross(end, b) < 0 && cross(a, b) * cross(b - a, end - a) < 0;
    if (is_crossed) return 0;
    const float to_way = std::min(computeDistanceSq(a, {}, end), computeDistanceSq(b, {}, end));
    return std::min({to_way, computeDistanceSq({}, a, b), computeDistanceSq(end, a, b)});
}

struct Line
{
    Vec n;
    float c = 0;
};

Line touch(const Piece& piece)
{
    const Vec nearest = findNearest(piece.a, piece.b, {});
    const Vec along = piece.b - piece.a;
    const Vec normal = Vec{-along.y, along.x} * (1 / std::sqrt(dot(along, along)));
    const bool is_end = (nearest.x == piece.a.x && nearest.y == piece.a.y) || (nearest.x == piece.b.x && nearest.y == piece.b.y);
    const float distance_sq = dot(nearest, nearest);
    if (!is_end || distance_sq < kShortestSq) return {normal, 0};
    return {nearest * (-1 / std::sqrt(distance_sq)), 0};
}

/// The tangent from the centre to the disc around `end`: on its left for side 1, on its right for side -1. Unit length.
Vec computeTangent(Vec end, float radius, float side)
{
    const float distance_sq = dot(end, end);
    const float rest = distance_sq - radius * radius;
    const float leg = std::sqrt(rest > 0 ? rest : 0.0F);
    const float turned = side * radius;
    return Vec{end.x * leg - end.y * turned, end.x * turned + end.y * leg} * (1 / distance_sq);
}

Line avoid(const Piece& piece, const Self& self, float per_horizon)
{
    // Seen along the wall, the disc around its nearer end hides all the rest.
    Vec a = piece.a;
    Vec b = piece.b;
    Vec right = computeTangent(a, self.radius, -1);
    Vec left = computeTangent(b, self.radius, 1);
    const Vec right_of_b = computeTangent(b, self.radius, -1);
    const Vec left_of_a = computeTangent(a, self.radius, 1);
    if (cross(right, right_of_b) < 0)
    {
        a = b;
        right = right_of_b;
    }
    else if (cross(left, left_of_a) > 0)
    {
        b = a;
        left = left_of_a;
    }

    const Vec v{self.velocity.x, self.velocity.y};
    const Vec corner_a = a * per_horizon;
    const Vec corner_b = b * per_horizon;
    const float on_right = dot(v - corner_a, right);
    const float on_left = dot(v - corner_b, left);
    const Vec nearest_right = on_right > 0 ? corner_a + right * on_right : corner_a;
    const Vec nearest_left = on_left > 0 ? corner_b + left * on_left : corner_b;
    const Vec nearest_front = findNearest(corner_a, corner_b, v);
    const float right_sq = dot(v - nearest_right, v - nearest_right);
    const float left_sq = dot(v - nearest_left, v - nearest_left);
    const float front_sq = dot(v - nearest_front, v - nearest_front);

    // Legs go through the velocity zero.
    if (on_right > 0 && right_sq < front_sq && (right_sq <= left_sq || !(on_left > 0))) return {{right.y, -right.x}, 0};
    if (on_left > 0 && left_sq < front_sq) return {{-left.y, left.x}, 0};

    const bool is_corner = (nearest_front.x == corner_a.x && nearest_front.y == corner_a.y) ||
                           (nearest_front.x == corner_b.x && nearest_front.y == corner_b.y);
    const Vec along = piece.b - piece.a;
    Vec n = Vec{-along.y, along.x} * (1 / std::sqrt(dot(along, along)));
    if (is_corner && front_sq > kShortestSq) n = (v - nearest_front) * (1 / std::sqrt(front_sq));
    const float c = dot(n, nearest_front) + self.radius * per_horizon;
    return {n, c < 0 ? c : 0.0F};
}

/// Whether a line before `count` takes away all that the wall could.
bool isImplied(const Piece& piece, float radius, float per_horizon, const Lines& lines, int count)
{
    for (int k = 0; k < count; ++k)
    {
        const Vec n{lines.nx[k], lines.ny[k]};
        const float limit = lines.c[k] + kImplied - radius * per_horizon;
        if (dot(n, piece.a) * per_horizon <= limit && dot(n, piece.b) * per_horizon <= limit) return true;
    }
    return false;
}

} // namespace

bool hasClearStep(const Self& self, const WallSpan& walls, Velocity velocity, float time)
{
    constexpr float kRounding = 1e-5F; // part of the radius
    const Vec end = Vec{velocity.x, velocity.y} * time;
    const float least = self.radius * (1 - kRounding);
    for (int k = 0; k < walls.count; ++k)
    {
        const Vec a{sane(walls.ax[k]), sane(walls.ay[k])}, b{sane(walls.bx[k]), sane(walls.by[k])};
        if (cross(a, b) >= 0 && computeGapSq(end, a, b) < least * least) return false;
    }
    return true;
}

int computeWallLines(const Self& self, const WallSpan& walls, float horizon, const Lines& lines)
{
    Pieces pieces;
    // Farther walls cannot be reached within the horizon.
    collect(walls, self.radius + self.max_speed * horizon, pieces);
    while (joinOnce(pieces))
    {
    }

    const float per_horizon = 1 / horizon;
    const float touching = self.radius * (1 + kTouching);
    int count = 0;
    for (int i = 0; i < pieces.count && count < kMaxWallLines; ++i)
    {
        const Piece& piece = pieces.list[i];
        if (isImplied(piece, self.radius, per_horizon, lines, count)) continue;
        const Line line = piece.distance_sq <= touching * touching ? touch(piece) : avoid(piece, self, per_horizon);
        lines.nx[count] = line.n.x;
        lines.ny[count] = line.n.y;
        lines.c[count] = line.c;
        ++count;
    }
    return count;
}

} // namespace clearway::steering
