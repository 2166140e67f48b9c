// SPDX-License-Identifier: MIT
// Places convex outlines in a box one after the other, each a given gap away from all the others.
// A uniform grid finds what is near, so n outlines of similar size cost O(n) as long as there is room for them.
#pragma once
#include <cstdint>
#include <vector>

#include <clearway/base/none.h>
#include <clearway/geometry/box.h>
#include <clearway/geometry/polygon.h>
#include <clearway/geometry/shapes.h>

namespace clearway::generators {

/// A lower bound of the distance between two convex counter-clockwise rings: their largest separation along the normal of an
/// edge. Negative or zero when they touch or overlap.
double computeSeparation(const Ring& first, const Ring& second);

class Packing
{
public:
    /// No outline may be wider than `largest_extent` in any direction.
    Packing(const Box2& bounds, double largest_extent, double gap);

    /// Takes the outline if it has the gap to all that were taken before; says whether it did.
    bool tryAdd(const Ring& outline);
    const std::vector<Ring>& outlines() const { return outlines_; }

private:
    struct Item
    {
        Disc around;        ///< a disc that contains the outline
        std::uint32_t next; ///< in the same cell
    };

    int columnOf(double x) const;
    int rowOf(double y) const;
    bool isFree(const Ring& outline, const Disc& around, int column, int row) const;

    Box2 bounds_;
    double cell_size_;
    double gap_;
    int columns_;
    int rows_;
    std::vector<Ring> outlines_;
    std::vector<std::uint32_t> first_in_cell_;
    std::vector<Item> items_; ///< one per outline, listed in the cell where its centre lies
};

} // namespace clearway::generators
