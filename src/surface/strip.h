// SPDX-License-Identifier: MIT
// A strip of triangles from start to goal, laid into the plane; the shortest way inside it; and moving it over the vertices at
// which that way bends until none of them holds it back.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include <clearway/surface/query.h>

#include "surface/free_part.h"
#include "surface/path_graph.h"
#include "surface/path_search.h"

namespace clearway::surfacing {

/// An edge that a strip crosses. `left` and `right` as seen by who walks.
struct StripPortal
{
    std::uint32_t halfedge = 0; ///< of the triangle that is left; it runs from the right end to the left one
    std::uint32_t left_vertex = 0, right_vertex = 0;
    Vec2 left, right; ///< in the plane
    LinePart free;    ///< of it, 0 at the right end: where the character has room
    Vec2 freeLeft() const { return free.high >= 1 ? left : interpolate(right, left, free.high); }
    Vec2 freeRight() const { return free.low <= 0 ? right : interpolate(right, left, free.low); }
};

/// A half-edge that a strip crosses and the triangle that it leads into, laid flat on the way in: what moving the strip
/// elsewhere does not change.
struct StripLink
{
    std::uint32_t halfedge = 0;
    std::uint32_t entry = kNone; ///< of the next triangle; kNone: the rest is not known yet
    std::uint32_t apex_vertex = 0;
    FlatTriangle flat = {};
    LinePart free = {}; ///< of the half-edge, from its origin: where the character has room
};

/// Where the shortest way inside a strip bends.
struct StripBend
{
    Vec2 at;
    std::uint32_t portal = 0;  ///< one that ends in the vertex
    bool is_left = false;      ///< which end
    std::uint32_t seen_at = 0; ///< the portal that showed it
    bool is_vertex = true;     ///< not so: a border is as near there as the character is wide
};

class Strip
{
public:
    /// The triangles that a search went through. Where it went through a vertex, those on the side that has fewer.
    void assign(const SurfaceView& view, const PathGraph& graph, const PathRoom& room, const SurfacePlace& start,
                const SurfacePlace& goal, std::span<const PathStep> steps);

    /// Moves the strip until the shortest way inside it is locally shortest on the surface, or rounds of trying run out. The way
    /// crosses portals where they are free; between them it may come nearer to borders.
    void shorten(const SurfaceView& view);

    std::span<const StripPortal> portals() const { return portals_; }
    const SurfacePlace& start() const { return start_; }
    const SurfacePlace& goal() const { return goal_; }
    Vec2 startAt() const { return start_at_; } ///< in the plane
    Vec2 goalAt() const { return goal_at_; }
    Vec2 firstApex() const { return first_apex_; } ///< the corners of the first and last triangle that are on no portal
    Vec2 lastApex() const { return last_apex_; }
    /// Where the shortest way crosses each portal: 0 at its right end, 1 at its left end.
    void computeCrossings(std::vector<double>& fractions) const;
    /// Where the steps of the search cross each portal; only right after assign.
    std::span<const double> searchCrossings() const { return search_crossings_; }
    std::size_t memoryBytes() const;

private:
    void cross(const SurfaceView& view, const StripLink& link, double fraction);
    void turnAround(const SurfaceView& view, std::uint32_t vertex, std::uint32_t from, std::uint32_t to);
    void append(const SurfaceView& view, const StripLink& link);
    void unfold(const SurfaceView& view, std::size_t first_link);
    void startUnfolding(const SurfaceView& view);
    void pull(std::size_t first);
    StripLink makeLink(const SurfaceView& view, std::uint32_t halfedge, double at) const;
    LinePart findFree(const SurfaceView& view, std::uint32_t halfedge, double at) const;
    bool isPassable(const SurfaceView& view, double at);
    bool reroute(const SurfaceView& view);
    struct Fan
    {
        std::uint32_t first = 0, last = 0; ///< portals that end in the vertex
        bool is_shorter = false;           ///< the other way round it
    };
    Fan findFan(const StripBend& bend) const;
    bool isFreeAround(const SurfaceView& view, const StripBend& bend, const Fan& fan, Vec2 before, Vec2 after) const;
    Fan findOtherSide(const SurfaceView& view, const StripBend& bend, Vec2 before, Vec2 after);

    PathRoom room_;
    SurfacePlace start_, goal_;
    std::vector<StripLink> links_;
    std::vector<double> search_crossings_;
    std::vector<StripPortal> portals_;
    Vec2 start_at_, goal_at_;     ///< in the plane
    Vec2 first_apex_, last_apex_; ///< the corners of the first and last triangle that are on no portal
    std::vector<StripBend> bends_;
    std::size_t kept_bends_ = 0;                        ///< of the pull before
    std::size_t first_change_ = 0;                      ///< portals before it are those of the round before
    std::vector<std::uint32_t> turn_left_, turn_right_; ///< scratch: edges met turning round a vertex
    std::vector<LinePart> turn_free_;                   ///< scratch: free parts of turn_left_
    std::vector<StripLink> next_links_;                 ///< scratch of reroute
};

} // namespace clearway::surfacing
