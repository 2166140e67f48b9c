// SPDX-License-Identifier: MIT
// How a scene becomes cells, one layer at a time: triangulate the layer, add portals as constraints, read off the cells between
// constraints, merge what needs no portal.
#pragma once
#include <bit>
#include <cstdint>
#include <vector>

#include <clearway/base/progress.h>
#include <clearway/base/result.h>
#include <clearway/geometry/triangulation.h>
#include <clearway/navmesh/build.h>

namespace clearway {

/// One layer of a scene, triangulated. Constrained edges between two free triangles are portals, all other constrained edges
/// obstacles.
struct LayerPlan
{
    const Scene* scene = nullptr;
    int layer = 0;
    std::vector<std::uint32_t> corners;     ///< the scene vertex of each point of the triangulation
    std::vector<std::uint32_t> next_corner; ///< per point: the point that follows on its ring
    std::vector<std::uint32_t> added; ///< per vertex beyond the corners: the point at which the edge starts on which it was added
    std::vector<std::uint32_t> repeated; ///< points that share their position with an earlier one, by vertex, then by index
    double largest_loss =
        0; ///< area that rounding may cost at one point inside a wall; all together cost less than 1e-9 of the layer
    Triangulation triangulation; ///< free triangles are tagged with their area + 1, others with 0

    std::uint32_t cornerCount() const { return static_cast<std::uint32_t>(corners.size()); }
    bool isAdded(std::uint32_t vertex) const { return vertex >= corners.size(); }
    bool isFree(Triangulation::Edge e) const { return triangulation.tag(Triangulation::triangleOf(e)) != 0; }
    /// A constrained edge with free space on both sides.
    bool isPortal(Triangulation::Edge e) const { return isFree(e) && isFree(triangulation.twin(e)); }
    /// The point at which the scene's edge starts on which an obstacle edge lies; kNone when it lies on none, which contradicts
    /// how the layer was triangulated.
    std::uint32_t findWall(std::uint32_t from, std::uint32_t to) const;
};

/// Puts squared lengths into classes, about 2 % of length each. Work that goes by length goes by class first and then from
/// neighbour to neighbour: as good as a strict order, and several times faster in large scenes, where memory is far away.
inline std::uint32_t computeLengthClass(double length_sq)
{
    return static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(length_sq) >> 48);
}

/// The most cells that a layer needs when every notch gets one portal: notches - holes + areas.
std::size_t countMostCells(const LayerPlan& plan);

/// Triangulates the areas of one layer and tags what is free.
Result<LayerPlan> buildLayerPlan(const Scene& scene, int layer, const Progress& progress);

struct PortalOptions
{
    double relaxation = 0; ///< see NavMeshOptions
    const Progress& progress;
    std::vector<std::uint32_t> first = {}; ///< notches to connect before all others
};

/// What did not go as planned while notches were connected. Every notch takes one portal, or shares one; with D doubles there are
/// at most D portals more than notches, and D cells more than countMostCells().
struct PortalExceptions
{
    std::vector<std::uint32_t> blocked = {}; ///< notches from which one portal hid everything else
    std::size_t double_count = 0;            ///< notches that took two portals
};

/// Connects notches with portals until every corner between constraints is convex, or shallow within the relaxation.
Result<PortalExceptions> insertPortals(LayerPlan& plan, const PortalOptions& options);

} // namespace clearway
