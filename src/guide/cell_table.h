// SPDX-License-Identifier: MIT
// Cells ready for quick questions: how far it is to the border and to the walls, and whether a disc may go straight from here to
// there. Only what is beyond doubt is answered here, in plain arithmetic with bounds on its errors; the rest is left to the exact
// queries of the mesh, whose answers these are then too.
// Why walls are few: all points of a cell have their nearest walls among the sites near that cell (clearance/clearance_mesh.h).
// So a straight way keeps its distance from all walls exactly when it keeps it from the sites near the cells that it passes.
#pragma once
#include <cmath>
#include <cstdint>
#include <vector>

#include "clearance/data.h"
#include "navmesh/data.h"

namespace clearway {

/// A wall or a corner, ready for distances. A corner has no length.
struct WallShape
{
    Vec2 a;
    Vec2 along;
    double inverse_length_sq = 0;

    static WallShape make(const Segment& segment);
    double distanceSq(Vec2 p) const
    {
        const Vec2 offset = p - a;
        double t = dot(offset, along) * inverse_length_sq;
        t = t > 0 ? (t < 1 ? t : 1.0) : 0.0;
        return lengthSq(offset - along * t);
    }
};

class CellTable
{
public:
    CellTable(const NavMesh::Data& mesh, const ClearanceMesh::Data& clearance);

    /// The distance to the border of a convex cell, rounded down: 0 on the border, outside, and in cells that are not convex.
    double computeFaceRoom(CellId cell, Vec2 p) const;
    /// The squared distance to the nearest site, to within `slack`; infinite when there is none.
    double computeSiteDistanceSq(CellId cell, Vec2 p) const;
    /// The site itself; kNone when there is none.
    std::uint32_t findSite(CellId cell, Vec2 p) const;
    const WallShape& site(std::uint32_t index) const { return sites_[index]; }

    enum class Sight
    {
        free,    ///< nothing is nearer to the way than the radius; the cell at the end is known
        blocked, ///< something is
        unsure,  ///< ask an exact query
    };
    /// Whether a disc may go straight from p, which lies in `cell`, to q. When free, `cell` becomes the one that contains q.
    Sight look(CellId& cell, Vec2 p, Vec2 q, double radius) const;
    /// The same when it does not matter which cell q is in: it may lie on a border.
    Sight see(CellId cell, Vec2 p, Vec2 q, double radius) const;
    /// The same where the straight way is known to stay in `cell`.
    bool seeWithin(CellId cell, Vec2 p, Vec2 q, double radius) const;
    /// The same for the centre alone.
    Sight walk(CellId& cell, Vec2 p, Vec2 q) const;

    /// What lengths may be off by: rounding, and how far sites are from obstacles; metres.
    double slack() const { return slack_; }
    std::size_t memoryBytes() const;

private:
    std::span<const std::uint32_t> sitesOf(CellId cell) const;
    struct Way;
    bool isNearSite(CellId cell, const Way& way) const;
    enum class Ending
    {
        known, ///< the cell at the end must be beyond doubt
        any,
    };
    template <typename IsBlocked>
    Sight go(CellId& cell, Vec2 p, Vec2 q, Ending ending, const IsBlocked& isBlocked) const;
    /// The side over which the line from p to q leaves a convex cell, or kNone when that is not clear.
    SideId findExit(const NavMesh::Cell& cell, Vec2 p, Vec2 q) const;

    const NavMesh::Data& mesh_;
    const ClearanceMesh::Data& clearance_;
    double slack_ = 0;
    std::vector<WallShape> sites_;
    std::vector<double> inverse_length_; ///< per side of the mesh
};

} // namespace clearway
