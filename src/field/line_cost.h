// SPDX-License-Identifier: MIT
// What straight lines over a grid cost, and whether one may take the place of a way down a field.
// Why: whoever follows a field looks ahead and cuts corners. Over terrain the straight line can be dearer than the way.
#pragma once
#include <span>
#include <vector>

#include <clearway/field/field.h>

namespace clearway::field {

/// Metres times the cost of the terrain under them, exact but for rounding; infinite when the line crosses terrain that may not
/// be entered or leaves the grid. Walls do not count. O(cells crossed).
double computeLineCost(const FieldGrid& grid, Vec2 from, Vec2 to);

/// What a way costs up to each of its points; `costs` is cleared first. A piece that has no finite price, as from a start off the
/// ground, counts as its length.
void computeWayCosts(const FieldGrid& grid, std::span<const Vec2> points, std::vector<double>& costs);

/// Whether a line costs no more than the way that it would replace, up to rounding.
bool isLineCheap(const FieldGrid& grid, Vec2 from, Vec2 to, double way_cost);

/// Memory for questions about ways.
struct WayScratch
{
    Field::Streamline path;
    std::vector<double> costs;
};

/// Whether the line from a point to a place near the field's goal costs no more than the way down and on to that place. Of a way
/// that is longer than `options` allow the part counts that was looked at; where there is no way, any line will do that has a
/// price.
bool isLineCheap(const Field& field, Vec2 from, Vec2 to, const FieldPathOptions& options, WayScratch& scratch);

} // namespace clearway::field
