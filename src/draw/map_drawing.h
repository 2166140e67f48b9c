// SPDX-License-Identifier: MIT
// The pieces of a map, each drawn in the one style: ground, cells, portals, boundary of free space, numbers of cells.
// They go on the sheet in this order, back to front.
#pragma once
#include <functional>
#include <span>
#include <vector>

#include <clearway/geometry/shapes.h>
#include <clearway/navmesh/navmesh.h>

#include "draw/canvas.h"
#include "draw/sheet.h"

namespace clearway {

/// How coarse or fine a map is; metres.
struct Proportions
{
    double edge_length = 0;   ///< typical
    double portal_length = 0; ///< typical
    double thickness = 0;     ///< of the free space: that of a long strip with its area and boundary
};

/// Widths that keep a dense picture from drowning in its own lines.
struct LineStyle
{
    Stroke edge;
    Stroke portal;
};

/// What portals are drawn on.
enum class Backdrop
{
    tints,
    heat,
};

Proportions computeProportions(std::vector<double> edge_lengths, std::vector<double> portal_lengths, double area);
/// For a map at `scale` pixels per metre on a sheet with this unit.
LineStyle computeLineStyle(const Proportions& proportions, double scale, double unit, Backdrop backdrop);

void drawGround(Canvas& canvas, const MapView& view);
/// Gathers the outlines of cells, without painting them.
void addCells(Canvas& canvas, const MapView& view, const NavMesh& mesh, std::span<const CellId> cells);
/// All cells of one group are one shape in one colour: smaller files, and no seams between cells of the same colour.
void fillCells(Canvas& canvas, const MapView& view, const NavMesh& mesh, std::span<const CellId> cells, std::size_t group_count,
               const std::function<std::size_t(CellId)>& group, const std::function<Color(std::size_t)>& color);
void drawPortals(Canvas& canvas, const MapView& view, const NavMesh& mesh, std::span<const PortalId> portals,
                 const Stroke& stroke, Backdrop backdrop);
/// Boundary segments as long lines where one ends where the next begins, so that corners are joined.
void drawEdges(Canvas& canvas, const MapView& view, std::span<const Segment> edges, const Stroke& stroke);
/// The number of a cell in its middle, as large as there is room for; nothing where there is none.
void drawId(Canvas& canvas, const MapView& view, const NavMesh& mesh, CellId cell, const Color& color, double unit);

} // namespace clearway
