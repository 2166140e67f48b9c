// SPDX-License-Identifier: MIT
// The search for a shortest path of a disc: families of tangent rays, cell by cell, best first.
// Based on: M. Cui, D. Harabor, A. Grastien. Compromise-free pathfinding on a navigation mesh (Polyanya). 2017, carried from
// points to discs: rays leave circles instead of corners, and doors are as wide as they are for the disc. Families are
// optimistic: they are cut by the free intervals of doors, not by every obstacle on the way between two doors. A ray is checked
// against those when something is about to be built on it: an arrival at a corner or at the goal. Nothing that is free is ever
// cut away and nothing is accepted unchecked, so the first goal that comes out is the optimum.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "clearance/data.h"
#include "path/dead_ends.h"
#include "path/free_doors.h"
#include "path/landmarks_data.h"
#include "path/root.h"

namespace clearway {

class Search
{
public:
    struct Question
    {
        Vec2 start; ///< local coordinates, like all of this
        Vec2 goal;
        double radius = 0;
        double weight = 1; ///< the path found is at most this times as long as the shortest
        std::uint32_t start_piece = kNone;
        std::uint32_t goal_piece = kNone;
        std::size_t max_nodes = 0; ///< the search ends when it has made as many
        std::span<const std::uint32_t> closed_doors = {};
    };

    enum class Outcome
    {
        found,         ///< legs() lead to the goal
        out_of_budget, ///< legs() lead as near to the goal as the search got; there may be none
        not_found,     ///< the same, and there is nothing left to look at
    };

    /// One straight piece and, unless it is the last, the arc that follows it.
    struct Leg
    {
        Vec2 from;
        Vec2 to;
        Vec2 center;     ///< of the arc
        double turn = 0; ///< of the arc; positive to the left
        double room = 0; ///< beyond the circle
    };

    explicit Search(const ClearanceMesh::Data& data, PathLandmarks landmarks = {});

    /// legs() and pieces() tell the path that was found.
    Outcome run(const Question& question);
    /// How far a point has from `from`, in `piece`, to each site that is a corner; infinite where there is no path. Valid until
    /// the next call.
    std::span<const double> measure(Vec2 from, std::uint32_t piece);

    double wayLength() const { return length_; }
    double clearance() const { return clearance_; }
    std::span<const Leg> legs() const { return legs_; }
    std::span<const std::uint32_t> pieces() const { return pieces_; }
    std::uint64_t expandedCount() const { return expanded_; }
    /// Gives back what the last search took; legs() and pieces() stay.
    void releaseScratch();
    /// How far constructed points may be off; metres.
    double tolerance() const { return tolerance_; }

private:
    using Data = ClearanceMesh::Data;

    /// The rays between two of them, from right to left as seen along them.
    struct Fan
    {
        Vec2 right; ///< where the rightmost ray starts in the piece
        Vec2 right_direction;
        Vec2 left;
        Vec2 left_direction;
        /// How far from the root the point lies that the ray was led through; infinite for a ray whose direction was given. The
        /// nearer that point, the less its position tells about the direction.
        float right_reach = std::numeric_limits<float>::infinity();
        float left_reach = std::numeric_limits<float>::infinity();
    };

    enum class Kind : std::uint8_t
    {
        start,   ///< all rays of the start, in a piece that contains it
        cone,    ///< a fan that enters a piece through a side
        arrival, ///< a new root, not yet checked
        arc,     ///< a root's circle enters a piece
        goal,    ///< a ray to the goal, not yet checked
    };

    struct Node
    {
        double key = 0; ///< no path through here is shorter
        std::uint32_t root = 0;
        std::uint32_t parent = kNone;
        std::uint32_t piece = 0;
        std::uint32_t entry = 0; ///< cone: the side of the piece
        Kind kind = Kind::start;
        Fan fan; ///< arc, arrival, goal: only right_direction, the direction of the path
    };

    struct Waiting
    {
        double priority = 0;
        std::uint32_t node = 0;
    };

    /// An arrival to compare others with.
    struct Arrival
    {
        Vec2 direction;
        double cost = 0;
        std::uint32_t piece = 0;
        std::uint32_t next = kNone;
    };

    struct ArrivalList
    {
        std::uint32_t generation = 0;
        std::uint32_t first = kNone;
    };

    void begin(const Question& question);
    /// Without a goal the search goes everywhere.
    bool hasGoal() const { return question_.goal_piece != kNone; }
    double computeRest(Vec2 from) const { return hasGoal() ? distance(from, question_.goal) : 0; }
    void addStarts();
    /// Looks at a node that was popped; whether it is a path to the goal.
    bool expand(std::uint32_t node);
    void expandArrival(std::uint32_t node);
    /// Collects the pieces that contain p, one of which is `piece`: several when p is on a door.
    void findPiecesAt(Vec2 p, std::uint32_t piece);

    /// `spent` is the length up to the nearest place of the node's family, `rest` the straight way from there to the goal.
    double findBound(std::uint32_t side, const Fan& fan) const;
    std::uint32_t push(const Node& node, double spent, double rest);
    std::uint32_t pop();

    void expandStart(std::uint32_t node);
    void expandCone(std::uint32_t node);
    /// Goes on through `count` sides of the piece from side `first` on, in the order in which the rays meet them.
    void expandSides(std::uint32_t node, const Fan& fan, std::uint32_t first, std::uint32_t count);
    void expandArc(std::uint32_t node);
    void expandArcFan(std::uint32_t node, const Fan& fan);
    /// Sends on what leaves through a side of the node's piece between `begin` and `end`, counted from where the side starts.
    /// A limit that is a ray of `fan` keeps its direction.
    struct Limits
    {
        double begin = 0;
        double end = 0;
        bool begin_is_ray = false; ///< the right one
        bool end_is_ray = false;   ///< the left one
        double slack = 0;          ///< how far they may be off; metres
    };
    void pushExit(std::uint32_t node, std::uint32_t side, const Limits& limits, const Fan& fan);
    void pushCone(std::uint32_t node, std::uint32_t side, const Fan& fan);
    /// Whether the rays of `node` have come through `piece` since they left their root.
    bool hasCrossed(std::uint32_t node, std::uint32_t piece) const;
    void tryGoal(std::uint32_t node, const Fan* fan);
    void tryCorners(std::uint32_t node, const Fan* fan);
    void tryCorner(std::uint32_t node, const Fan* fan, std::uint32_t site, int side);
    bool isInFan(const Fan& fan, const Tangent& tangent) const;
    /// How far from a limit of a fan a point may lie that is still on it. The limit goes through a point at the distance `reach`
    /// that is right to within the tolerance.
    double computeSlack(Vec2 from, Vec2 to, float reach) const
    {
        return tolerance_ * (1 + (std::abs(to.x - from.x) + std::abs(to.y - from.y)) / std::max<double>(reach, tolerance_));
    }

    bool isArrivalFree(const Node& arrival) const;
    /// Whether a ray passes the doors through which the family of `node` came, to within the tolerance.
    bool passesDoors(std::uint32_t node, Vec2 from, Vec2 direction) const;
    /// Whether the ray that the family of `node` holds keeps its distance from all corners up to `to`.
    bool isRayFree(std::uint32_t node, Vec2 from, Vec2 to, std::uint32_t except) const;
    bool isDominated(std::uint32_t site, int side, Vec2 direction, double cost, std::uint32_t piece) const;
    /// The same for an arrival that waited: meanwhile a better one may have come.
    bool isBeaten(const Root& root, std::uint32_t piece) const;
    void remember(std::uint32_t site, int side, Arrival arrival);

    /// Where the arc from `direction` on ends in its piece: it leaves it, is blocked, or the wall behind the corner begins.
    struct ArcEnd
    {
        Vec2 direction;
        std::uint32_t side = kNone; ///< of the piece, when it leaves there
    };
    struct FirstEvent;
    /// Where the circle leaves the piece, if that comes first; the side.
    std::uint32_t offerExits(const Root& root, std::uint32_t piece, FirstEvent& first) const;
    static void offerBlocking(const Data::Site& site, const Root& root, double radius, double blocking, FirstEvent& first);
    /// The same for a point, whose circle is the corner itself: the rays that turn at the corner, in all pieces around it.
    void expandTurn(std::uint32_t arrival);
    /// The directions of a piece at one of its corners, from right to left, that turn from `arrival` to the side of `root`; false
    /// when there is none.
    bool findTurnFan(const Root& root, std::uint32_t piece, std::uint32_t corner, double slack, Fan& fan) const;
    /// Whether the arc of `node` has come through `piece` at this very place.
    bool hasTurned(std::uint32_t node, std::uint32_t piece, Vec2 direction) const;
    ArcEnd findArcEnd(const Root& root, std::uint32_t piece, Vec2 direction) const;

    /// Whether the piece behind a side has a corner so near to the side that a ray along it may pass on either side of that
    /// corner.
    bool isThinBehind(const Data::Piece& piece, std::uint32_t side) const;

    bool isInside(std::uint32_t piece, Vec2 p) const;
    /// The side of the piece that starts at p, or kNone.
    std::uint32_t findCorner(std::uint32_t piece, Vec2 p) const;
    Segment sideOf(const Data::Piece& piece, std::uint32_t i) const
    {
        const std::uint32_t next = i + 1 == piece.side_count ? 0 : i + 1;
        return {data_.sides[piece.first_side + i].from, data_.sides[piece.first_side + next].from};
    }
    /// The side of a piece over which a ray leaves that starts inside.
    std::uint32_t findExit(const Data::Piece& piece, Vec2 from, Vec2 direction) const;
    /// The last straight piece of a path: from a root in a direction to a point.
    struct LastLeg
    {
        std::uint32_t root = 0;
        std::uint32_t node = 0; ///< whose family holds the ray
        Vec2 direction;
        Vec2 to;
    };
    void extract(const LastLeg& last);
    /// Tells the path to the arrival that is nearest to the goal, if there is one.
    void extractNearest();
    double measureClearance(std::uint32_t node, Vec2 from, Vec2 to) const;
    /// How much farther than the radius the arc of `root` stays from everything but its corner, at least.
    double measureArcRoom(std::uint32_t node, const Root& root, Vec2 departure) const;

    const Data& data_;
    FreeDoors doors_;
    DeadEnds dead_ends_;
    LandmarkBound bound_;
    double tolerance_; ///< of constructed points; metres
    Question question_;
    double blocking_ = 0; ///< what is nearer than this blocks: a little less than the radius, so that touching does not
    /// How far a place on a circle may be off along it; radians. That moves it away from the circle by a small part of the
    /// tolerance only. A start or goal that touches a circle determines its tangent no better than that.
    double turn_slack_ = 0;
    std::uint64_t expanded_ = 0;
    std::uint32_t nearest_root_ = kNone; ///< of the arrivals that were free, the one nearest to the goal
    double nearest_sq_ = 0;

    std::vector<Root> roots_;
    std::vector<Node> nodes_;
    std::vector<Waiting> heap_;
    std::vector<Arrival> arrivals_;
    std::vector<ArrivalList> lists_;       ///< per site and side
    std::vector<std::uint32_t> goal_mark_; ///< per piece: the generation in which the goal was there
    std::uint32_t generation_ = 0;
    std::vector<std::uint32_t> around_; ///< scratch: pieces that contain a point
    std::vector<double> distances_;     ///< per site: what measure() tells
    std::vector<std::uint32_t> entry_;  ///< per side that is a door: which side of the neighbour it is
    std::vector<std::uint32_t> corner_; ///< with landmarks, per side: the site where it starts, or kNone
    std::vector<std::uint32_t> next_;   ///< with landmarks, per side: the next of its piece
    std::vector<std::uint8_t> is_thin_; ///< per side: isThinBehind

    double length_ = 0;
    double clearance_ = 0;
    std::vector<Leg> legs_;
    std::vector<std::uint32_t> pieces_;
};

} // namespace clearway
