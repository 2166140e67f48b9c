// SPDX-License-Identifier: MIT
// Building navigation meshes: from scenes, from grids of squares, and from polygons of somebody else.
// Based on: R. Oliva, N. Pelechano. Automatic generation of suboptimal NavMeshes (ANavMG). 2011, and NEOGEN. 2013
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <clearway/base/execution.h>
#include <clearway/base/result.h>
#include <clearway/navmesh/navmesh.h>
#include <clearway/scene/scene.h>

namespace clearway {

struct NavMeshOptions
{
    enum class Decomposition
    {
        notches,       ///< portals that connect notches to what is nearest in their area of interest; few, well-shaped cells
        merged,        ///< constrained Delaunay triangles merged while convex (Hertel and Mehlhorn); the baseline to compare with
        triangulation, ///< constrained Delaunay triangles as they are; slivers and all
    };

    Decomposition decomposition = Decomposition::notches;
    /// Convexity relaxation: a notch counts as convex when it is at most this deep, measured from the segment between its
    /// neighbours; metres, >= 0. Notches that follow one another are measured together, from the segment between the neighbours
    /// of the whole run, and may turn by less than a right angle: a rounded corner does not add up. A hole whose notches are all
    /// shallow still gets its portals. Larger values give fewer cells that are slightly concave. Only `notches` looks at it.
    double relaxation = 0;
    Execution execution = {};
};

/// Cells and portals of a scene. Every obstacle edge of the scene is kept whole. O(n log n).
Result<NavMesh> buildNavMesh(const Scene& scene, const NavMeshOptions& options = {});

/// Polygons as somebody else made them.
struct PolygonMesh
{
    std::vector<NavMesh::Vertex> vertices;
    std::vector<std::vector<VertexId>> cells; ///< counter-clockwise; convex or not
    std::vector<int> layers;                  ///< one per cell, or empty for layer 0
};

/// Keeps the polygons as they are, slivers and T-joints included: cells meet where they share a side, or where the end of one
/// side lies exactly on another (that side is then split by the vertex, its shape unchanged). All other sides are obstacles, one
/// each. Vertices at the same position and height are one if a layer uses both; between layers cells meet only through vertices
/// with the same number, so floors may pass above each other. Vertices that no cell uses are dropped; cells keep their numbers.
/// A simple clockwise cell is turned round, repeated corners in a row count once. Fails with the index of the cell and a
/// coordinate when a cell is not a simple polygon of positive area, or two cells lie on the same side of one side. O(n log n).
Result<NavMesh> buildNavMesh(const PolygonMesh& polygons, const Execution& execution = {});

/// Square cells: passable[row * columns + column] says whether a square may be walked; row 0 is at the bottom (smallest y).
struct SquareGrid
{
    int columns = 0;
    int rows = 0;
    Vec2 origin;            ///< lower left corner of the grid; metres
    double square_size = 1; ///< metres
    std::vector<std::uint8_t> passable;
};

/// One cell per passable square; squares that touch only at a corner are not joined. Border sides in one straight line are one
/// obstacle. O(n).
Result<NavMesh> buildNavMesh(const SquareGrid& grid, const Execution& execution = {});

/// The outlines of the passable squares, as input for a scene: one area with its holes per group of squares joined at sides.
/// Where squares touch only at a corner, outlines touch too. Empty for a grid whose sizes do not fit.
SceneInput buildSceneInput(const SquareGrid& grid);
/// The cells as areas, as input for a scene, which is their union: without T-joints, slivers and portals.
SceneInput buildSceneInput(const PolygonMesh& mesh);
SceneInput buildSceneInput(const NavMesh& mesh);

} // namespace clearway
