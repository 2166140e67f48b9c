// SPDX-License-Identifier: MIT
// A corridor map as walkers of one radius use it: balls as integers on a lattice, shrunk by the radius, and a graph of the edges
// whose rows are close enough for them.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include <clearway/corridor/corridor_map.h>
#include <clearway/scene/frame.h>

namespace clearway::walkers {

/// In lattice units; whoever is within `reach` (metres) of the centre has its whole disc inside the ball of the map.
struct Ball
{
    std::int32_t x = 0;
    std::int32_t y = 0;
    float reach = 0; ///< negative when the disc does not fit
};

/// A ball on an edge. Balls are numbered as the samples of the map.
struct Spot
{
    std::uint32_t edge = kNone;
    std::uint32_t ball = kNone;

    friend bool operator==(const Spot&, const Spot&) = default;
    explicit operator bool() const { return edge != kNone; }
};

class Rows
{
public:
    Rows(const CorridorMap& map, double radius);

    const CorridorMap& map() const { return map_; }
    double radius() const { return radius_; }
    const Frame& lattice() const { return lattice_; }
    std::span<const Ball> balls() const { return balls_; }

    /// Whether walkers may use the edge at all, and whether ways may lead through it.
    bool isOpen(std::uint32_t edge) const { return is_open_[edge]; }
    bool isThrough(std::uint32_t edge) const { return isOpen(edge) && !map_.edges()[edge].is_branch; }
    bool hasOpenEdge() const { return has_open_edge_; }

    /// From a vertex along an edge that is a way through.
    struct Link
    {
        std::uint32_t name = kNone; ///< 2 * edge + (1 when it starts at the edge's b)
        std::uint32_t head = kNone; ///< the vertex it leads to
        float length = 0;
    };
    std::span<const Link> linksAt(std::uint32_t vertex) const
    {
        return {links_.data() + first_link_[vertex], first_link_[vertex + 1] - first_link_[vertex]};
    }
    std::uint32_t tailOf(std::uint32_t link) const { return tails_[link].vertex; }
    std::uint32_t headOf(std::uint32_t link) const { return tailOf(link ^ 1u); }
    std::uint32_t firstBallOf(std::uint32_t link) const { return tails_[link].ball; }
    std::uint32_t lastBallOf(std::uint32_t link) const { return firstBallOf(link ^ 1u); }

    /// The ball of an open edge with the nearest centre that holds a walker at p; none when there is none.
    Spot findSpot(Vec2 p) const;
    /// The same for the place nearest to p that a ball holds, at most `distance` away; `at` is that place.
    Spot findSpotNear(Vec2 p, double distance, LatticePoint& at) const;
    /// Of all places that a ball holds, one that is about nearest. Slow: looks at all balls.
    Vec2 findPlaceFor(Vec2 p) const;

    std::size_t memoryBytes() const;

private:
    /// Calls visit(edge, ball) for the balls of open edges whose boxes meet the box.
    template <typename Visit>
    void forEachBall(const Box2& box, Visit visit) const;

    CorridorMap map_;
    double radius_;
    Frame lattice_;
    std::vector<Ball> balls_;
    /// Where a link starts.
    struct Tail
    {
        std::uint32_t vertex = kNone;
        std::uint32_t ball = kNone;
    };
    std::vector<Tail> tails_;   ///< by the name of a link
    std::vector<bool> is_open_; ///< per edge: its balls are near enough to each other, and all hold the disc
    std::vector<std::uint32_t> first_link_;
    std::vector<Link> links_;
    bool has_open_edge_ = false;
};

} // namespace clearway::walkers
