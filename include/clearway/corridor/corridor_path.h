// SPDX-License-Identifier: MIT
// Paths of a disc through a corridor: along its middle, the shortest, with room to spare, or smooth.
// Why: a corridor is all the room there is; a path is one line in it, to draw, to follow or to compare.
// Based on: R. Geraerts. Planning short paths with clearance using explicit corridors. 2010 (borders shrunk by a clearance, and a
// string pulled taut between them). Here the string is bent around circles, so lengths and clearances are exact, not those of a
// polygon. Every path can be pulled out of the backbone of its corridor without crossing an obstacle. Metres, radians. Three
// tiers: a one-shot function, a CorridorPathFinder whose scratch stays warm and then allocates nothing, and paths within a
// corridor that is already there. O(n) for n samples of the corridor, besides the search.
#pragma once
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <clearway/corridor/corridor.h>

namespace clearway {

enum class CorridorPathKind
{
    backbone, ///< the middle: as far from the obstacles on both sides as can be
    shortest, ///< pulled taut for the radius: straight lines and arcs around corners. Smooth too when the radius is above 0
    /// Pulled taut for the preferred clearance where there is that much room; the middle where there is not. Farther than the
    /// preferred clearance from start and goal, the clearance of each of its points is the preferred one or more, or that of the
    /// backbone at that very point.
    roomy,
    /// Pulled taut around corners rounded as far as there is room, up to the preferred clearance: its direction never jumps, and
    /// its clearance is nowhere less than the radius.
    smooth,
};

/// "backbone", "shortest", "roomy", "smooth".
std::string_view toText(CorridorPathKind kind);
std::optional<CorridorPathKind> findCorridorPathKind(std::string_view name);

struct CorridorPathOptions
{
    CorridorPathKind kind = CorridorPathKind::roomy;
    double radius = 0.25;           ///< of the disc; metres, >= 0. Within a corridor that is already there: at most its radius
    double preferred_clearance = 1; ///< of roomy and smooth paths; metres, finite; less than the radius counts as the radius
    int layer = CorridorMap::kAnyLayer; ///< of start and goal, as for a corridor
};

/// A piece of a path.
struct CorridorPathPiece
{
    enum class Shape
    {
        line,
        arc,      ///< of a circle
        parabola, ///< of the middle between a corner and a wall
    };
    Shape shape = Shape::line;
    Vec2 from;
    Vec2 to;
    Vec2 center;      ///< of an arc; of a parabola: where the tangents at both ends meet, the control point of a quadratic curve
    double angle = 0; ///< of an arc: how far it turns, positive to the left
    /// How much more than the path's radius it keeps from obstacles, or more: an arc from all but its corner, a parabola from
    /// all.
    double room = 0;

    Vec2 pointAt(double t) const;     ///< t from 0 at `from` to 1 at `to`; along a parabola t is not in proportion to the length
    Vec2 directionAt(double t) const; ///< unit; that of the neighbouring points where the piece has no length: (0, 0)
    double length() const;
    /// The largest anywhere on the piece; 1 / metre, 0 for a line.
    double curvature() const;
};

/// What was found. Reused by a finder, it keeps its memory.
class CorridorPath
{
public:
    CorridorStatus status() const { return status_; }
    CorridorProblem problem() const { return problem_; }
    explicit operator bool() const { return status_ == CorridorStatus::found; }

    /// As asked for; `backbone` when that could not be pulled taut to the tolerance, which the tests have never met.
    CorridorPathKind kind() const { return kind_; }
    /// From start to goal, without gaps and without pieces of no length; none when both are the same place.
    std::span<const CorridorPathPiece> pieces() const { return pieces_; }
    double length() const { return length_; }
    /// The smallest distance between the path and an obstacle.
    double clearance() const { return clearance_; }
    double radius() const { return radius_; } ///< as asked for
    /// The largest angle between the directions of two pieces where they meet: 0 but for rounding when the path is smooth.
    double largestTurn() const { return largest_turn_; }
    double largestCurvature() const { return largest_curvature_; } ///< of any piece; 1 / metre
    /// Only when unreachable: the largest radius that could travel from start to goal; -1 when not even a point can.
    double widest() const { return widest_; }

private:
    friend class CorridorPathWriter; // of the module: fills in what was found
    CorridorStatus status_ = CorridorStatus::invalid;
    CorridorProblem problem_ = CorridorProblem::none;
    CorridorPathKind kind_ = CorridorPathKind::roomy;
    std::vector<CorridorPathPiece> pieces_;
    double length_ = 0;
    double clearance_ = 0;
    double radius_ = 0;
    double largest_turn_ = 0;
    double largest_curvature_ = 0;
    double widest_ = -1;
};

/// The path as points. Arcs become polylines around them, so that the disc stays clear of the corner, at most `deviation` off and
/// never farther out than there is room; parabolas become chords that are no farther off. Where there is no room, both may be
/// 1e-4 m off. `points` is cleared first.
void computePoints(const CorridorPath& path, double deviation, std::vector<Vec2>& points);
std::vector<Vec2> computePoints(const CorridorPath& path, double deviation = 0.001);

class CorridorPathFinder
{
public:
    explicit CorridorPathFinder(CorridorMap map);
    ~CorridorPathFinder();
    CorridorPathFinder(CorridorPathFinder&&) noexcept;
    CorridorPathFinder& operator=(CorridorPathFinder&&) noexcept;

    const CorridorMap& map() const;

    /// A path through the corridor that a CorridorFinder finds.
    CorridorPath find(Vec2 start, Vec2 goal, const CorridorPathOptions& options = {});
    /// The same into `path`, whose memory is reused.
    void find(Vec2 start, Vec2 goal, const CorridorPathOptions& options, CorridorPath& path);
    /// Through a corridor of the same map that was found for this start and goal. One that was not found leaves the path as it
    /// is: unreachable or invalid.
    void findWithin(const Corridor& corridor, Vec2 start, Vec2 goal, const CorridorPathOptions& options, CorridorPath& path);
    CorridorPath findWithin(const Corridor& corridor, Vec2 start, Vec2 goal, const CorridorPathOptions& options = {});

    struct State;

private:
    std::unique_ptr<State> state_;
};

/// One-shot form: O(vertices) besides the search.
CorridorPath findCorridorPath(const CorridorMap& map, Vec2 start, Vec2 goal, const CorridorPathOptions& options = {});

} // namespace clearway
