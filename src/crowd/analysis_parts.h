// SPDX-License-Identifier: MIT
// The measures of one frame, each on its own: Voronoi cells in an area, the order of lanes; and what is told at the end.
#pragma once
#include <span>
#include <vector>

#include <clearway/crowd/analysis.h>
#include <clearway/geometry/box.h>

namespace clearway {

/// An area, prepared: convex pieces, and the walkable area near it.
class VoronoiMeasure
{
public:
    VoronoiMeasure(std::span<const Vec2> area, std::span<const Ring> walkable, double cut_off);

    /// How much of each person's cell lies in the area.
    struct Share
    {
        std::size_t person = 0; ///< index
        double part = 0;        ///< |cell ∩ area| / |cell|
        double weight = 0;      ///< |cell ∩ area|, divided among those who stand in one place; square metres
    };
    /// Of those who have any, in the order of persons. Valid until the next call.
    std::span<const Share> computeShares(std::span<const Vec2> positions);

private:
    /// The cell of a person, relative to it, and how many share its place.
    std::size_t cutCell(std::size_t person, std::span<const Vec2> positions);
    double computeFreeArea(std::span<const Vec2> convex, Vec2 origin);

    std::vector<Ring> pieces_;   ///< convex, counter-clockwise
    std::vector<Ring> walkable_; ///< cut to what cells can reach
    bool is_bounded_ = false;
    Box2 box_;     ///< of the area
    Ring disc_;    ///< a polygon of many sides with the area of the largest cell
    double reach_; ///< of its corners
    // Scratch.
    std::vector<std::size_t> near_;
    std::vector<std::pair<double, std::size_t>> others_;
    std::vector<Share> shares_;
    Ring cell_, part_, relative_, clipped_, spare_;
};

struct LaneOrder
{
    double order = 0; ///< NaN unless people walk both ways (a tenth at least) and share strips
    double beyond_chance = 0;
};

/// Persons without a velocity (NaN), and those slower than 0.1 m/s along the axis, count for nothing.
LaneOrder computeLaneOrder(std::span<const Vec2> positions, std::span<const Vec2> velocities, Vec2 axis, double strip);

/// Bins and means of an area whose samples are complete.
void summarise(Analysis::Area& area, double bin_width);
/// Flows of a line whose crossings are complete.
void summarise(Analysis::Line& line);

} // namespace clearway
