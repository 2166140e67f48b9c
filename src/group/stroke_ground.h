// SPDX-License-Identifier: MIT
// The ground of a FieldGrid as a region of the plane: free squares between four middles, the lines between joined middles, and
// free middles. A disc of the grid's radius fits everywhere on it.
#pragma once
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include <clearway/grid/field_grid.h>

namespace clearway {

class StrokeGround
{
public:
    static constexpr std::int32_t kAnyComponent = -1;

    explicit StrokeGround(FieldGrid grid) : grid_(std::move(grid)) {}

    const FieldGrid& grid() const { return grid_; }

    struct Foothold
    {
        Vec2 position = {};
        std::int32_t component = FieldGrid::kNone;
        double gap = 0; ///< from the point that was asked for; 0 exactly on the ground
    };
    /// The nearest place of the ground at most `reach` metres away. Ties go to the smaller cell. O(reach^2 / cell size^2).
    std::optional<Foothold> findNearest(Vec2 p, double reach, std::int32_t component = kAnyComponent) const;

    /// Whether the straight way between two places of the ground stays on it. O(distance / cell size).
    bool isDirect(Vec2 a, Vec2 b) const;

    /// Fewest points such that pieces stay on the ground and no point is farther than `tolerance` metres from the piece that
    /// takes its place; the ends stay. Consecutive points must see each other.
    std::vector<Vec2> simplify(std::span<const Vec2> points, double tolerance) const;

private:
    FieldGrid grid_;
};

struct StrokeWayOptions
{
    std::span<const Vec2> drawing = {}; ///< the way keeps near to this line; empty: the shortest one
    double max_length = std::numeric_limits<double>::infinity();
};

/// A way by cells between two places of the ground, both included; empty when there is none of that length. O(n log n) for n
/// cells reached.
std::vector<Vec2> findStrokeWay(const StrokeGround& ground, Vec2 from, Vec2 to, const StrokeWayOptions& options);

} // namespace clearway
