// SPDX-License-Identifier: MIT
// The cells of one layer as linked sides, so that portals can be taken out one by one in constant time.
#pragma once
#include <cstdint>
#include <vector>

#include "navmesh/decompose.h"

namespace clearway {

/// Sides of cells. Every side knows the next and the previous one around its cell, and the same segment seen from the other cell.
class CellGraph
{
public:
    struct Side
    {
        std::uint32_t from = kNone; ///< vertex of the plan's triangulation; kNone: the side is gone
        std::uint32_t twin = kNone; ///< kNone at an obstacle
        std::uint32_t next = kNone;
        std::uint32_t previous = kNone;
        std::uint32_t area = 0; ///< of the scene
    };
    enum class Edges
    {
        constraints, ///< cells between constraints
        all,         ///< every free triangle is a cell
    };

    CellGraph(const LayerPlan& plan, Edges edges);

    const LayerPlan& plan() const { return *plan_; }
    const std::vector<Side>& sides() const { return sides_; }
    std::uint32_t target(std::uint32_t side) const { return sides_[sides_[side].next].from; }

    /// Takes out every portal that is not needed: whose end corners stay convex (or shallow within the relaxation) without it.
    /// Longest first, as short portals are the better ones. An added vertex disappears with its last portal.
    void removeNeedlessPortals(double relaxation);

    /// Cells per area of the scene.
    std::vector<std::uint32_t> countCellsByArea() const;

    /// The vertices of cells that are no simple loops: that run clockwise (nothing joins a hole to the rest) or pass a vertex
    /// twice. Only relaxation leaves such.
    std::vector<std::uint32_t> findLooseVertices() const;

private:
    struct Change
    {
        std::uint32_t side;
        Side before;
    };

    Vec2 at(std::uint32_t vertex) const { return plan_->triangulation.position(vertex); }
    bool isCornerFine(std::uint32_t before, double relaxation) const;
    bool isRunShallow(std::uint32_t before, double relaxation) const;
    bool tryRemove(std::uint32_t side, double relaxation);
    void joinSides(std::uint32_t before, std::uint32_t after);
    void dropUnusedVertices();
    void connect(std::uint32_t before, std::uint32_t after);
    void keep(std::uint32_t side) { journal_.push_back({side, sides_[side]}); }
    void labelLoops();
    std::uint32_t findLoop(std::uint32_t side) const;
    void uniteLoops(std::uint32_t side, std::uint32_t other);
    bool wouldEnclose(std::uint32_t side) const;

    const LayerPlan* plan_;
    std::vector<Side> sides_;
    std::vector<Change> journal_;                ///< what to put back when a removal turns out wrong
    std::vector<std::uint32_t> changed_corners_; ///< sides before the corners that a removal changed
    std::vector<std::uint32_t> loop_;            ///< only with relaxation: per side a side of its loop, before any removal
    mutable std::vector<std::uint32_t> loop_parent_;
    mutable std::vector<std::uint32_t> visitor_; ///< per vertex: the side for which its loop was last looked through
};

} // namespace clearway
