// SPDX-License-Identifier: MIT
// Paths: what every planner answers, in the plane or in space. Metres, radians.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <clearway/geometry/vec.h>

namespace clearway {

enum class PathStatus : std::uint8_t
{
    complete,      ///< from start to goal
    partial,       ///< to the reachable point nearest to the goal
    unreachable,   ///< no way for this radius; `widest` says for which there is one, where the planner knows
    out_of_budget, ///< the search reached its limit; the path leads as near to the goal as it got
    /// There is a way, but the search did not find it: a defect of the library, which is logged with what is needed to repeat the
    /// question. The path leads as near to the goal as the search got, and keeps the radius.
    unresolved,
    invalid, ///< the question makes no sense; `problem` says why
};

/// Why a question is invalid.
enum class PathProblem : std::uint8_t
{
    none,
    bad_radius,      ///< negative, infinite or not a number
    bad_point,       ///< start or goal is not finite
    start_outside,   ///< the start is not on free ground
    goal_outside,    ///< the goal is not on free ground
    start_too_tight, ///< the disc does not fit at the start
    goal_too_tight,  ///< the disc does not fit at the goal
    bad_mesh,        ///< the mesh cannot be used; building what the planner needs says why
    bad_option,      ///< another number asked for is out of range or not a number
};

std::string_view toString(PathStatus status);
std::string_view toString(PathProblem problem);

constexpr Vec2 planar(Vec3 p) { return {p.x, p.y}; }
constexpr Vec3 atHeight(Vec2 p, double height = 0) { return {p.x, p.y, height}; }

/// What a planner found. Given to a query again, it keeps its memory.
class Path
{
public:
    /// A piece of a path. Arcs and parabolas lie in a level plane.
    struct Piece
    {
        enum class Shape : std::uint8_t
        {
            line,
            arc,      ///< of a circle around a corner of an obstacle
            parabola, ///< the middle between a corner and a wall
        };
        Vec3 from;
        Vec3 to;
        Vec3 center; ///< of an arc; of a parabola: where the tangents at both ends meet, the control point of a quadratic curve
        double angle = 0; ///< of an arc: how far it turns, positive to the left
        /// How much more than the path's radius it keeps from obstacles, or more: an arc from all but its corner, a parabola from
        /// all.
        double room = 0;
        Shape shape = Shape::line;

        static Piece line(Vec3 from, Vec3 to) { return {from, to, {}, 0, 0, Shape::line}; }
        static Piece arc(Vec3 from, Vec3 to, Vec3 center, double angle) { return {from, to, center, angle, 0, Shape::arc}; }

        bool isArc() const { return shape == Shape::arc; }
        Vec3 pointAt(double t) const; ///< t from 0 at `from` to 1 at `to`; along a parabola t is not in proportion to the length
        Vec3 directionAt(double t) const; ///< unit; (0, 0, 0) where the piece has no length
        double length() const;
        /// The largest anywhere on the piece; 1 / metre, 0 for a line.
        double curvature() const;
    };

    PathStatus status() const { return status_; }
    PathProblem problem() const { return problem_; }
    bool isComplete() const { return status_ == PathStatus::complete; }
    /// Whether there is something to follow: to the goal, or as near to it as was found. isComplete() tells which.
    bool isUsable() const
    {
        const bool is_cut_short = status_ == PathStatus::out_of_budget || status_ == PathStatus::unresolved;
        return status_ == PathStatus::complete || status_ == PathStatus::partial || (is_cut_short && !pieces_.empty());
    }
    explicit operator bool() const { return isUsable(); }

    /// From start to goal, without gaps.
    std::span<const Piece> pieces() const { return pieces_; }
    /// The cells or triangles that the path crosses, in order; empty when the planner has none. A surface path has one for each
    /// piece, and that of the goal.
    std::span<const std::uint32_t> faces() const { return faces_; }
    double length() const { return length_; } ///< 0 when there is no path
    /// What the planner minimised: the length, unless ground or effort have a price.
    double cost() const { return cost_; }
    /// The smallest distance between the path and an obstacle; infinite without obstacles, 0 when there is no path or the planner
    /// does not measure it.
    double clearance() const { return clearance_; }
    /// The radius of the disc that can follow the path: the one asked for, or up to a quantum less where only that passes. It may
    /// be 0 for a disc of at most six quanta, which is less than a micrometre in a world of 40 m.
    double radius() const { return radius_; }
    /// How far the start and the goal were moved to where the disc fits. The path begins and ends at the moved points.
    double startShift() const { return start_shift_; }
    double goalShift() const { return goal_shift_; }
    /// The largest radius that could travel from start to goal; -1 when not even a point can, or when the planner cannot tell.
    double widest() const { return widest_; }
    /// Where a path of that radius is narrowest.
    Vec3 narrowestAt() const { return narrowest_at_; }
    /// When the start or the goal does not fit: the nearest place that does (see hasSuggestion).
    Vec3 suggestion() const { return suggestion_; }
    bool hasSuggestion() const { return has_suggestion_; }

private:
    friend class PathWriter;
    PathStatus status_ = PathStatus::invalid;
    PathProblem problem_ = PathProblem::none;
    bool has_suggestion_ = false;
    std::vector<Piece> pieces_;
    std::vector<std::uint32_t> faces_;
    double length_ = 0;
    double cost_ = 0;
    double clearance_ = 0;
    double radius_ = 0;
    double start_shift_ = 0;
    double goal_shift_ = 0;
    double widest_ = -1;
    Vec3 narrowest_at_;
    Vec3 suggestion_;
};

/// Fills in a Path: for planners, ours and others'. Making one empties the path and keeps its memory.
class PathWriter
{
public:
    explicit PathWriter(Path& path);
    /// Changes a path that is there: for planners that ask another one and know more.
    static PathWriter amend(Path& path) { return {path, Amends{}}; }

    void setStatus(PathStatus status) { path_.status_ = status; }
    /// Makes the path invalid.
    void setProblem(PathProblem problem);
    void setSuggestion(Vec3 place);
    void setWidest(double radius, Vec3 narrowest_at);
    void setStartShift(double shift) { path_.start_shift_ = shift; }
    void setGoalShift(double shift) { path_.goal_shift_ = shift; }
    void setRadius(double radius) { path_.radius_ = radius; }
    void setClearance(double clearance) { path_.clearance_ = clearance; }
    /// And the cost, which a planner that knows another sets afterwards.
    void setLength(double length) { path_.length_ = path_.cost_ = length; }
    void setCost(double cost) { path_.cost_ = cost; }

    void addPiece(const Path::Piece& piece) { path_.pieces_.push_back(piece); }
    /// The pieces so far, to be changed.
    std::vector<Path::Piece>& pieces() { return path_.pieces_; }
    /// Once for faces that follow each other.
    void addFace(std::uint32_t face)
    {
        if (path_.faces_.empty() || path_.faces_.back() != face) path_.faces_.push_back(face);
    }
    std::vector<std::uint32_t>& faces() { return path_.faces_; }

private:
    struct Amends
    {
    };
    PathWriter(Path& path, Amends) : path_(path) {}

    Path& path_;
};

/// The largest angle between the directions of two pieces where they meet: 0 but for rounding when the path is smooth.
double computeLargestTurn(const Path& path);
/// Of any piece; 1 / metre.
double computeLargestCurvature(const Path& path);

/// The path as points. Arcs become polylines around them, so that the disc stays clear of the corner, at most `deviation` off and
/// never farther out than there is room; parabolas become chords that are no farther off. Where there is no room, both may be
/// 1e-4 m off. `points` is cleared first.
void computePoints(const Path& path, double deviation, std::vector<Vec3>& points);
std::vector<Vec3> computePoints(const Path& path, double deviation = 0.001);
/// The same, seen from above.
void computePoints(const Path& path, double deviation, std::vector<Vec2>& points);
std::vector<Vec2> computePlanarPoints(const Path& path, double deviation = 0.001);

} // namespace clearway
