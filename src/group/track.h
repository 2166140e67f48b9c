// SPDX-License-Identifier: MIT
// Track: a GroupWay cut into even steps, with what a formation needs to know at each: does it fit, how far must it keep to one
// side, and where is it too narrow.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include <clearway/group/formation.h>
#include <clearway/group/way.h>

namespace clearway {

/// A stretch where the formation does not fit.
struct Narrow
{
    double begin = 0;        ///< where the centre stands when the formation still fits; metres along the way
    double end = 0;          ///< where it stands when it fits again
    double width = 0;        ///< the least from wall to wall
    Vec2 place;              ///< where that is
    bool starts_way = false; ///< it does not fit where the way begins, or so near to it that it is not formed before
    bool ends_way = false;   ///< it does not fit where the way ends
};

class Track
{
public:
    /// The way must have been checked.
    void build(const GroupWay& way);
    /// What follows is about this formation, with `wall_gap` kept from walls.
    void fit(const FormationLayout& layout, double wall_gap);
    /// Where the middle of a column so wide walks in a narrow stretch.
    void fitColumn(const Narrow& narrow, double half_width, const FormationLayout& layout);

    double length() const { return length_; }
    /// Straight on beyond both ends.
    Vec2 at(double s) const;
    /// A unit vector from `half` before s to `half` behind it, on the way; (0, 0) when there is none.
    Vec2 directionAt(double s, double half) const;
    /// How far to the left the formation, or the column, must keep.
    double shiftAt(double s) const { return read(shift_, s); }
    double laneAt(double s) const { return read(lane_, s); }
    /// How far to the left of the way the formation may keep instead, at least and at most; 0 and 0 where it does not fit.
    double leastShiftAt(double s) const { return read(least_, s); }
    double mostShiftAt(double s) const { return read(most_, s); }
    std::span<const Narrow> narrows() const { return narrows_; }
    /// The step nearest to a place, among those from `first` to `last` along the way.
    double findNearest(Vec2 p, double first, double last) const;
    double leftAt(double s) const;
    double rightAt(double s) const;

    static constexpr double kSlope = 0.5; ///< metres to the side on a metre ahead

private:
    std::size_t indexOf(double s) const;
    double read(const std::vector<double>& values, double s) const;
    void findNarrows(const FormationLayout& layout, double wall_gap);
    void limitSlope(std::vector<double>& low, std::vector<double>& high, std::vector<double>& values) const;

    double step_ = 1;
    double length_ = 0;
    std::vector<Vec2> points_;
    std::vector<double> left_, right_; ///< the least within a step
    std::vector<double> shift_, lane_;
    std::vector<double> least_, most_;
    std::vector<double> low_, high_;
    std::vector<std::uint8_t> fits_;
    std::vector<Narrow> narrows_;
};

} // namespace clearway
