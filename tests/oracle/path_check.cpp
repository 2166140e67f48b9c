// SPDX-License-Identifier: MIT
#include "tests/oracle/path_check.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <sstream>

#include <clearway/geometry/predicates.h>

namespace clearway::oracle {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Vec2 closestPoint(Vec2 p, const Segment& s)
{
    const Vec2 d = s.b - s.a;
    const double size = lengthSq(d);
    return s.a + d * (size > 0 ? std::clamp(dot(p - s.a, d) / size, 0.0, 1.0) : 0);
}

double pointDistance(Vec2 p, const Segment& s) { return distance(p, closestPoint(p, s)); }

Vec2 turnedBy(Vec2 v, double angle)
{
    const double c = std::cos(angle), s = std::sin(angle);
    return {c * v.x - s * v.y, s * v.x + c * v.y};
}

/// Whether the direction v, seen from the centre, lies on the arc.
bool isOnArc(const FlatPiece& arc, Vec2 v)
{
    const Vec2 from = arc.from - arc.center;
    double turn = std::atan2(cross(from, v), dot(from, v));
    if (arc.angle < 0) turn = -turn;
    if (turn < 0) turn += 2 * std::numbers::pi;
    return turn <= std::abs(arc.angle);
}

double straightDistance(const Segment& piece, const Segment& s)
{
    if (doSegmentsTouch(piece.a, piece.b, s.a, s.b)) return 0;
    return std::min({pointDistance(piece.a, s), pointDistance(piece.b, s), pointDistance(s.a, piece), pointDistance(s.b, piece)});
}

/// Every candidate is the distance of some point of the arc, so their least is right as soon as the nearest one is among them.
double arcDistance(const FlatPiece& arc, const Segment& s)
{
    const double radius = distance(arc.from, arc.center);
    double best = std::min(pointDistance(arc.from, s), pointDistance(arc.to, s));
    const auto tryDirection = [&](Vec2 v) {
        const double size = length(v);
        if (size == 0 || !isOnArc(arc, v)) return;
        best = std::min(best, pointDistance(arc.center + v * (radius / size), s));
    };
    tryDirection(s.a - arc.center);
    tryDirection(s.b - arc.center);
    tryDirection(closestPoint(arc.center, s) - arc.center);
    // Where the circle meets the line of the segment.
    const Vec2 d = s.b - s.a;
    const double size = length(d);
    if (size == 0) return best;
    const double height = cross(d, arc.center - s.a) / size;
    if (std::abs(height) > radius) return best;
    const Vec2 foot = s.a + d * (dot(arc.center - s.a, d) / (size * size));
    const double half = std::sqrt(radius * radius - height * height) / size;
    tryDirection(foot + d * half - arc.center);
    tryDirection(foot - d * half - arc.center);
    return best;
}

Vec2 startDirection(const FlatPiece& piece)
{
    if (!piece.isArc()) return (piece.to - piece.from) / distance(piece.from, piece.to);
    const Vec2 v = perpendicular(piece.from - piece.center);
    return v * ((piece.angle > 0 ? 1 : -1) / length(v));
}

Vec2 endDirection(const FlatPiece& piece)
{
    if (!piece.isArc()) return startDirection(piece);
    const Vec2 v = perpendicular(piece.to - piece.center);
    return v * ((piece.angle > 0 ? 1 : -1) / length(v));
}

class Faults
{
public:
    explicit Faults(const Path& path, const PathDemand& demand) : path_(path), demand_(demand) { text_.precision(17); }

    template <typename... Parts>
    void expect(bool holds, const Parts&... parts)
    {
        if (holds) return;
        (text_ << ... << parts);
        text_ << "\n";
    }

    void checkEnds()
    {
        const auto pieces = path_.pieces();
        if (pieces.empty())
        {
            expect(demand_.start == demand_.goal, "the path has no pieces");
            return;
        }
        expect(planar(pieces.front().from) == demand_.start, "starts at ", pieces.front().from.x, " ", pieces.front().from.y);
        expect(distance(planar(pieces.back().to), demand_.goal) <= kJoint, "ends at ", pieces.back().to.x, " ",
               pieces.back().to.y);
        expect(!path_.faces().empty(), "crosses no cells");
    }

    void checkJoints()
    {
        const auto pieces = path_.pieces();
        for (std::size_t i = 1; i < pieces.size(); ++i)
        {
            const FlatPiece before = pieces[i - 1], piece = pieces[i];
            expect(distance(before.to, piece.from) <= kJoint, "piece ", i, " starts ", distance(before.to, piece.from), " away");
            // Point paths have corners; directions of very short pieces are noise.
            if (path_.radius() <= 1e-6 || computeLength(before) < 1e-4 || computeLength(piece) < 1e-4) continue;
            const double turn = length(endDirection(before) - startDirection(piece));
            const double allowed = 1e-5 + 1e-7 / path_.radius();
            expect(turn <= allowed, "a kink of ", turn, " before piece ", i);
        }
    }

    void checkArcs(std::span<const Segment> boundary)
    {
        const bool is_point = path_.radius() == 0 && demand_.radius <= 6 * demand_.quantum;
        const double least_radius = demand_.radius - std::max(demand_.quantum, 1e-9);
        expect(is_point || (path_.radius() <= demand_.radius && path_.radius() >= least_radius), "radius ", path_.radius());
        for (std::size_t i = 0; i < path_.pieces().size(); ++i)
        {
            const FlatPiece piece = path_.pieces()[i];
            if (!piece.isArc()) continue;
            expect(std::abs(distance(piece.from, piece.center) - path_.radius()) <= kJoint, "arc ", i,
                   " starts off its circle by ", distance(piece.from, piece.center) - path_.radius());
            expect(distance(piece.center + turnedBy(piece.from - piece.center, piece.angle), piece.to) <= kJoint, "arc ", i,
                   " does not end where it turns to");
            expect(std::abs(piece.angle) < 2 * std::numbers::pi, "arc ", i, " turns by ", piece.angle);
            double off = kInfinity;
            for (const Segment& s : boundary) off = std::min({off, distance(piece.center, s.a), distance(piece.center, s.b)});
            expect(off <= demand_.quantum + kJoint, "arc ", i, " bends around nothing: ", piece.center.x, " ", piece.center.y);
        }
    }

    void checkWalls(std::span<const Segment> boundary)
    {
        const double least = demand_.radius - std::max(1e-6, 2 * demand_.quantum);
        for (std::size_t i = 0; i < path_.pieces().size(); ++i)
        {
            const FlatPiece piece = path_.pieces()[i];
            for (const Segment& s : boundary)
            {
                const double d = computeDistance(piece, s);
                expect(d >= least, "piece ", i, " is ", d, " from the wall ", s.a.x, " ", s.a.y, " - ", s.b.x, " ", s.b.y);
                // A distance of radius - 2 quanta may be none at all: then at least nothing is crossed.
                if (least > 0 || piece.isArc() || !doSegmentsCross(piece.from, piece.to, s.a, s.b)) continue;
                const double depth =
                    std::min({pointDistance(piece.from, s), pointDistance(piece.to, s),
                              pointDistance(s.a, {piece.from, piece.to}), pointDistance(s.b, {piece.from, piece.to})});
                expect(depth <= 2 * demand_.quantum + 1e-9, "piece ", i, " crosses the wall ", s.a.x, " ", s.a.y, " - ", s.b.x,
                       " ", s.b.y);
            }
        }
    }

    void checkNumbers(std::span<const Segment> boundary)
    {
        const PathMeasure measured = measure(path_, boundary);
        // Far away from the origin the ends of pieces are rounded.
        const double away = std::max(std::abs(demand_.start.x), std::abs(demand_.start.y));
        const double rounding = static_cast<double>(path_.pieces().size()) * away * 0x1p-52;
        expect(std::abs(measured.length - path_.length()) <= 1e-9 * (1 + measured.length) + rounding, "length ", path_.length(),
               ", measured ", measured.length);
        const double off = boundary.empty() ? 0 : std::abs(measured.clearance - path_.clearance());
        expect(off <= 1e-9 + demand_.quantum, "clearance ", path_.clearance(), ", measured ", measured.clearance);
    }

    std::string take() const { return text_.str(); }

private:
    static constexpr double kJoint = 1e-8;

    const Path& path_;
    PathDemand demand_;
    std::ostringstream text_;
};

} // namespace

double computeDistance(const FlatPiece& piece, const Segment& segment)
{
    return piece.isArc() ? arcDistance(piece, segment) : straightDistance({piece.from, piece.to}, segment);
}

double computeLength(const FlatPiece& piece)
{
    return piece.isArc() ? std::abs(piece.angle) * distance(piece.from, piece.center) : distance(piece.from, piece.to);
}

PathMeasure measure(const Path& path, std::span<const Segment> boundary)
{
    PathMeasure result{0, kInfinity};
    for (const Path::Piece& piece : path.pieces())
    {
        result.length += computeLength(piece);
        for (const Segment& segment : boundary) result.clearance = std::min(result.clearance, computeDistance(piece, segment));
    }
    return result;
}

std::string findFaults(const Path& path, std::span<const Segment> boundary, const PathDemand& demand)
{
    Faults faults(path, demand);
    faults.checkEnds();
    faults.checkJoints();
    faults.checkArcs(boundary);
    faults.checkWalls(boundary);
    if (!path.pieces().empty()) faults.checkNumbers(boundary);
    return faults.take();
}

} // namespace clearway::oracle
