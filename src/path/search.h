// SPDX-License-Identifier: MIT
// The search for a shortest path of a disc: families of tangent rays, cell by cell, best first.
// Based on: M. Cui, D. Harabor, A. Grastien. Compromise-free pathfinding on a navigation mesh (Polyanya). 2017, carried from
// points to discs: rays leave circles instead of corners, and doors are as wide as they are for the disc. Families are
// optimistic: they are cut by the free intervals of doors, not by every obstacle on the way between two doors. A ray is checked
// against those when something is about to be built on it: an arrival at a corner or at the goal. Nothing that is free is ever
// cut away and nothing is accepted unchecked, so the first goal that comes out is the optimum.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "clearance/data.h"
#include "path/free_doors.h"
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

    explicit Search(const ClearanceMesh::Data& data);

    /// Whether a path was found; then legs() and pieces() tell it.
    bool run(const Question& question);

    double wayLength() const { return length_; }
    double clearance() const { return clearance_; }
    std::span<const Leg> legs() const { return legs_; }
    std::span<const std::uint32_t> pieces() const { return pieces_; }
    std::uint64_t expandedCount() const { return expanded_; }

private:
    using Data = ClearanceMesh::Data;

    /// The rays between two of them, from right to left as seen along them.
    struct Fan
    {
        Vec2 right; ///< where the rightmost ray starts in the piece
        Vec2 right_direction;
        Vec2 left;
        Vec2 left_direction;
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
    void addStarts();
    /// Collects the pieces that contain p, one of which is `piece`: several when p is on a door.
    void findPiecesAt(Vec2 p, std::uint32_t piece);

    /// `spent` is the length up to the nearest place of the node's family, `rest` the straight way from there to the goal.
    std::uint32_t push(const Node& node, double spent, double rest);
    std::uint32_t pop();

    void expandStart(std::uint32_t node);
    void expandCone(std::uint32_t node);
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
    };
    void pushExit(std::uint32_t node, std::uint32_t side, const Limits& limits, const Fan& fan);
    void pushCone(std::uint32_t node, std::uint32_t side, const Fan& fan);
    void tryGoal(std::uint32_t node, const Fan* fan);
    void tryCorners(std::uint32_t node, const Fan* fan);
    void tryCorner(std::uint32_t node, const Fan* fan, std::uint32_t site, int side);
    bool isInFan(const Fan& fan, const Tangent& tangent) const;

    bool isArrivalFree(const Node& arrival) const;
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
    /// For points, whose circle is the corner itself: goes round it to the piece into which the arriving ray would go on, and
    /// returns the node there.
    std::uint32_t goBehindCorner(std::uint32_t node);
    ArcEnd findArcEnd(const Root& root, std::uint32_t piece, Vec2 direction) const;

    bool isInside(std::uint32_t piece, Vec2 p) const;
    bool hasCorner(std::uint32_t piece, Vec2 p) const;
    Segment sideOf(const Data::Piece& piece, std::uint32_t i) const
    {
        const std::uint32_t next = i + 1 == piece.side_count ? 0 : i + 1;
        return {data_.sides[piece.first_side + i].from, data_.sides[piece.first_side + next].from};
    }
    /// The side of a piece over which a ray leaves that starts inside.
    std::uint32_t findExit(const Data::Piece& piece, Vec2 from, Vec2 direction) const;
    void extract(std::uint32_t goal);
    double measureClearance(std::uint32_t node, Vec2 from, Vec2 to) const;
    /// How much farther than the radius the arc of `root` stays from everything but its corner, at least.
    double measureArcRoom(std::uint32_t node, const Root& root, Vec2 departure) const;

    const Data& data_;
    FreeDoors doors_;
    Question question_;
    double blocking_ = 0;  ///< what is nearer than this blocks: a little less than the radius, so that touching does not
    double tolerance_ = 0; ///< of constructed points; metres
    std::uint64_t expanded_ = 0;

    std::vector<Root> roots_;
    std::vector<Node> nodes_;
    std::vector<Waiting> heap_;
    std::vector<Arrival> arrivals_;
    std::vector<ArrivalList> lists_;       ///< per site and side
    std::vector<std::uint32_t> goal_mark_; ///< per piece: the generation in which the goal was there
    std::uint32_t generation_ = 0;
    std::vector<std::uint32_t> around_; ///< scratch: pieces that contain a point
    std::vector<std::uint32_t> entry_;  ///< per side that is a door: which side of the neighbour it is

    double length_ = 0;
    double clearance_ = 0;
    std::vector<Leg> legs_;
    std::vector<std::uint32_t> pieces_;
};

} // namespace clearway
