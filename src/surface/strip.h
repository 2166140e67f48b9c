// SPDX-License-Identifier: MIT
// A strip of triangles from start to goal, laid into the plane; the shortest way inside it; and moving it over the vertices at
// which that way bends until none of them holds it back.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include <clearway/surface/query.h>

#include "surface/path_graph.h"
#include "surface/path_search.h"

namespace clearway::surfacing {

/// An edge that a strip crosses. `left` and `right` as seen by who walks.
struct StripPortal
{
    std::uint32_t halfedge = 0; ///< of the triangle that is left; it runs from the right end to the left one
    std::uint32_t left_vertex = 0, right_vertex = 0;
    Vec2 left, right; ///< in the plane
};

/// Where the shortest way inside a strip bends.
struct StripBend
{
    Vec2 at;
    std::uint32_t portal = 0; ///< one that ends in the vertex
    bool is_left = false;     ///< which end
};

class Strip
{
public:
    /// The triangles that a search went through. Where it went through a vertex, those on the side that has fewer.
    void assign(const SurfaceView& view, const PathGraph& graph, const SurfacePlace& start, const SurfacePlace& goal,
                std::span<const PathStep> steps);

    /// Moves the strip until the shortest way inside it is locally shortest on the surface, or rounds of trying run out.
    void shorten(const SurfaceView& view);

    std::span<const StripPortal> portals() const { return portals_; }
    /// Where the shortest way crosses each portal: 0 at its right end, 1 at its left end.
    void computeCrossings(std::vector<double>& fractions) const;
    /// Where the steps of the search cross each portal; only right after assign.
    std::span<const double> searchCrossings() const { return search_crossings_; }
    std::size_t byteCount() const;

private:
    void cross(const SurfaceView& view, std::uint32_t halfedge, double fraction);
    void turnAround(const SurfaceView& view, std::uint32_t vertex, std::uint32_t from, std::uint32_t to);
    void unfold(const SurfaceView& view);
    void pull();
    void bend(Vec2 at, std::uint32_t portal, bool is_left);
    bool reroute(const SurfaceView& view);
    struct Fan
    {
        std::uint32_t first = 0, last = 0; ///< portals that end in the vertex
        bool is_shorter = false;           ///< the other way round it
    };
    Fan findFan(const StripBend& bend) const;
    Fan findOtherSide(const SurfaceView& view, const StripBend& bend, Vec2 before, Vec2 after);

    SurfacePlace start_, goal_;
    std::vector<std::uint32_t> halfedges_; ///< crossed
    std::vector<double> search_crossings_;
    std::vector<StripPortal> portals_;
    Vec2 start_at_, goal_at_;     ///< in the plane
    Vec2 first_apex_, last_apex_; ///< the corners of the first and last triangle that are on no portal
    std::vector<StripBend> bends_;
    std::vector<std::uint32_t> turn_left_, turn_right_; ///< scratch: edges met turning round a vertex
    std::vector<std::uint32_t> next_halfedges_;         ///< scratch of reroute
};

} // namespace clearway::surfacing
