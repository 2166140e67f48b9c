// SPDX-License-Identifier: MIT
// The walk knows where it is by features, never by coordinates: at its start, at a corner that lies on the line, or where it
// crossed a side. The order of such features along the line follows from orientations of given points alone: of two sides that
// do not cross, one lies wholly on one side of the other's line, and the walk crosses that line in a known direction.
// So no rounding enters, whatever the cells look like.
#include "navmesh/walk.h"

#include <clearway/geometry/predicates.h>

namespace clearway {

namespace {

class Walker
{
public:
    Walker(const NavMesh::Data& data, Vec2 p, Vec2 q) : data_(data), p_(p), q_(q) {}

    Walk run(CellId cell);

private:
    struct Feature
    {
        enum class Kind
        {
            point,    ///< the start
            corner,   ///< the corner where `side` starts
            crossing, ///< inside `side`
        };
        Kind kind = Kind::point;
        SideId side = kNone;
    };
    struct Turn
    {
        SideId side = kNone; ///< starts at the corner; its cell is where the walk goes on; kNone: nowhere
        SideId blocking = kNone;
        SideId blocking_right = kNone;
    };

    int signOf(Vec2 v) const { return computeOrientation(p_, q_, v); }
    Vec2 positionOf(const Feature& feature) const
    {
        return feature.kind == Feature::Kind::point ? p_ : data_.corners[feature.side];
    }
    bool isExit(SideId side) const { return signOf(data_.corners[side]) < 0; }

    bool isBefore(const Feature& first, const Feature& second) const;
    bool isCrossingBefore(SideId first, SideId second) const;
    bool isEndBefore(const Feature& feature) const;
    SideId findConvexExit(SideId entry) const;
    Feature findNextFeature(CellId cell, const Feature& current) const;
    bool doesCornerContainDirection(SideId side) const;
    Turn turnAtCorner(SideId side) const;

    const NavMesh::Data& data_;
    Vec2 p_;
    Vec2 q_;
};

/// Whether crossing `first` comes before crossing `second` on the line; the sides belong to one cell.
bool Walker::isCrossingBefore(SideId first, SideId second) const
{
    const Segment s1 = data_.segment(first);
    const Segment s2 = data_.segment(second);
    const int a = computeOrientation(s1.a, s1.b, s2.a);
    const int b = computeOrientation(s1.a, s1.b, s2.b);
    // Leaving a cell means crossing from the left of its side to the right.
    if (a * b >= 0) return (a + b < 0) == isExit(first);
    const int c = computeOrientation(s2.a, s2.b, s1.a);
    const int d = computeOrientation(s2.a, s2.b, s1.b);
    return (c + d > 0) == isExit(second);
}

bool Walker::isBefore(const Feature& first, const Feature& second) const
{
    using Kind = Feature::Kind;
    if (first.kind == Kind::crossing && second.kind == Kind::crossing)
        return first.side != second.side && isCrossingBefore(first.side, second.side);
    if (first.kind == Kind::crossing)
    {
        const Segment s = data_.segment(first.side);
        const int side = computeOrientation(s.a, s.b, positionOf(second));
        return isExit(first.side) ? side < 0 : side > 0;
    }
    if (second.kind == Kind::crossing)
    {
        const Segment s = data_.segment(second.side);
        const int side = computeOrientation(s.a, s.b, positionOf(first));
        return isExit(second.side) ? side > 0 : side < 0;
    }
    return computeDotSign(positionOf(first), positionOf(second), p_, q_) > 0;
}

/// Whether the walk ends before it leaves through `feature`, or just there.
bool Walker::isEndBefore(const Feature& feature) const
{
    if (feature.kind == Feature::Kind::corner) return computeDotSign(data_.corners[feature.side], q_, p_, q_) <= 0;
    const Segment s = data_.segment(feature.side);
    return computeOrientation(s.a, s.b, q_) >= 0;
}

/// The side through which the line leaves a convex cell that it entered across the inside of `entry`; kNone if it is a corner.
SideId Walker::findConvexExit(SideId entry) const
{
    // `entry` runs from the left of the line to the right; the exit is where the ring comes back.
    SideId side = data_.next(entry);
    for (SideId next = data_.next(side); next != entry; side = next, next = data_.next(next))
    {
        const int sign = signOf(data_.corners[next]);
        if (sign > 0) return side;
        if (sign == 0) return kNone;
    }
    return side;
}

/// The first corner on the line, or side through which it leaves `cell`, after `current`.
Walker::Feature Walker::findNextFeature(CellId cell, const Feature& current) const
{
    using Kind = Feature::Kind;
    const NavMesh::Cell& c = data_.cells[cell];
    Feature best;
    const auto consider = [&](const Feature& feature) {
        // Standing on a side and facing outward means leaving at once.
        const bool follows = current.kind == Kind::point && feature.kind == Kind::crossing ? !isBefore(feature, current)
                                                                                           : isBefore(current, feature);
        if (follows && (best.side == kNone || isBefore(feature, best))) best = feature;
    };
    SideId last = c.first_side + c.side_count - 1;
    int last_sign = signOf(data_.corners[last]);
    for (SideId side = c.first_side; side < c.first_side + c.side_count; ++side)
    {
        const int sign = signOf(data_.corners[side]);
        if (sign == 0) consider({Kind::corner, side});
        if (last_sign < 0 && sign > 0) consider({Kind::crossing, last});
        last = side;
        last_sign = sign;
    }
    return best;
}

/// Whether the direction of the walk points into the cell, border included, at the corner where `side` starts; the corner is on
/// the line.
bool Walker::doesCornerContainDirection(SideId side) const
{
    const Vec2 before = data_.corners[data_.previous(side)];
    const Vec2 after = data_.corners[data_.next(side)];
    const int before_sign = signOf(before);
    const int after_sign = signOf(after);
    const int turn = computeOrientation(before, data_.corners[side], after);
    if (turn > 0) return after_sign <= 0 && before_sign >= 0;
    if (turn == 0) return after_sign <= 0;
    return !(before_sign < 0 && after_sign > 0);
}

/// Looks for the way on around a corner, cell by cell through the portals that end there.
Walker::Turn Walker::turnAtCorner(SideId side) const
{
    Turn turn;
    if (doesCornerContainDirection(side)) return {side, kNone, kNone};
    std::size_t steps = data_.sides.size(); // a mesh whose links are wrong must not hold us for ever
    for (SideId s = side; steps > 0; --steps)
    {
        const SideId before = data_.previous(s);
        if (data_.sides[before].portal == kNone)
        {
            turn.blocking = before;
            break;
        }
        s = data_.opposite(before);
        if (s == side) break;
        if (doesCornerContainDirection(s)) return {s, kNone, kNone};
    }
    for (SideId s = side; steps > 0; --steps)
    {
        if (data_.sides[s].portal == kNone)
        {
            turn.blocking_right = s;
            break;
        }
        s = data_.next(data_.opposite(s));
        if (s == side) break;
        if (doesCornerContainDirection(s)) return {s, kNone, kNone};
    }
    return turn;
}

Walk Walker::run(CellId cell)
{
    using Kind = Feature::Kind;
    if (p_ == q_) return {true, cell, kNone, kNone, false, {}};
    Feature current;
    const NavMesh::Cell& start = data_.cells[cell];
    for (SideId side = start.first_side; side < start.first_side + start.side_count; ++side)
        if (data_.corners[side] == p_) current = {Kind::corner, side};

    bool must_turn = current.kind == Kind::corner;
    for (std::size_t steps = 4 * data_.sides.size() + 16; steps > 0; --steps)
    {
        if (must_turn)
        {
            const Turn turn = turnAtCorner(current.side);
            if (turn.side == kNone) return {false, cell, turn.blocking, turn.blocking_right, true, data_.corners[current.side]};
            current.side = turn.side;
            cell = data_.side_cell[turn.side];
        }
        Feature next;
        if (current.kind == Kind::crossing && data_.is_convex[cell]) next = {Kind::crossing, findConvexExit(current.side)};
        if (next.side == kNone) next = findNextFeature(cell, current);
        if (next.side == kNone) break;
        if (isEndBefore(next)) return {true, cell, kNone, kNone, false, {}};
        must_turn = next.kind == Kind::corner;
        current = next;
        if (must_turn) continue;
        if (data_.sides[next.side].portal == kNone) return {false, cell, next.side, kNone, false, {}};
        current.side = data_.opposite(next.side);
        cell = data_.side_cell[current.side];
    }
    // Only a mesh whose cells are not simple, or overlap their neighbours, comes here.
    return {false, cell, kNone, kNone, true, p_};
}

} // namespace

Walk walkStraight(const NavMesh::Data& data, CellId cell, Vec2 p, Vec2 q) { return Walker(data, p, q).run(cell); }

} // namespace clearway
