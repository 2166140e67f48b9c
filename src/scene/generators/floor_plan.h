// SPDX-License-Identifier: MIT
// Free space drawn with axis-parallel boxes on whole centimetres: rooms and doors are added, fittings taken away, then the walls
// are traced. Why: walls come out as clean outlines that touch nothing, so the scene needs no repair, and widths are exactly as
// drawn. O(c) for c cells of the grid spanned by all box sides.
#pragma once
#include <cstdint>
#include <vector>

#include <clearway/scene/scene.h>

namespace clearway::generators {

/// Whole centimetres.
struct PlanPoint
{
    std::int32_t x = 0;
    std::int32_t y = 0;

    friend bool operator==(PlanPoint, PlanPoint) = default;
    friend auto operator<=>(PlanPoint, PlanPoint) = default;
};

/// Metres, a multiple of a centimetre, to centimetres.
std::int32_t toCentimetres(double metres);
/// The double nearest to the point in metres.
Vec2 toMetres(PlanPoint p);

struct PlanBox
{
    PlanPoint min;
    PlanPoint max;
};

/// Replaces a straight stretch of a wall by a chain of points, for what is not axis-parallel: bow windows, apses.
struct PlanBay
{
    PlanPoint from; ///< both ends on one straight wall, in the order in which free space is on the left, and not at its corners
    PlanPoint to;
    Ring between; ///< metres
};

class FloorPlan
{
public:
    void add(double x0, double y0, double x1, double y1, PlanPoint offset = {});
    void subtract(double x0, double y0, double x1, double y1, PlanPoint offset = {});
    void addBay(PlanBay bay) { bays_.push_back(std::move(bay)); }

    /// The free space as one area; it must be connected by more than corners.
    SceneInput::AreaInput buildArea() const;

private:
    struct Stroke
    {
        PlanBox box;
        bool is_free = true;
    };
    using PlanRing = std::vector<PlanPoint>;

    std::vector<PlanRing> traceRings() const;
    Ring toRing(const PlanRing& ring, const std::vector<PlanBay>& sorted_bays) const;

    std::vector<Stroke> strokes_;
    std::vector<PlanBay> bays_;
};

} // namespace clearway::generators
