// SPDX-License-Identifier: MIT
// Generalized Voronoi diagram of free space: who is nearest where, and how wide a disc gets through.
// Why: its edges are the places with two nearest obstacles; a disc can travel from a to b exactly when it can along them, so the
// diagram answers for every radius at once. Based on: Boost.Polygon's Voronoi diagram of segments, exact in its topology on the
// frame's integers. F. Aurenhammer, R. Klein, D.-T. Lee. Voronoi Diagrams and Delaunay Triangulations. 2013 (segments, bottleneck
// paths) Metres; `clearance` is a radius. O(n log n) to build. An immutable handle: cheap to copy, free to share between threads.
#pragma once
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include <clearway/base/bytes.h>
#include <clearway/base/execution.h>
#include <clearway/base/none.h>
#include <clearway/base/result.h>
#include <clearway/geometry/shapes.h>
#include <clearway/scene/scene.h>
#include <clearway/voronoi/passage.h>

namespace clearway {

class VoronoiDiagram
{
public:
    /// An obstacle that can be nearest: a boundary segment without its ends, or a notch, where free space turns around an end.
    /// One layer after the other, in each all segments first.
    struct Site
    {
        enum class Kind
        {
            segment, ///< a piece of `obstacle`, usually the whole; the region on its left
            point,   ///< the start of a piece of `obstacle`
        };
        Kind kind = Kind::segment;
        std::uint32_t obstacle = 0; ///< which of the given segments; for a scene: the vertex at which it starts
        int layer = 0;
        std::uint32_t previous = kNone; ///< the sites before and after it along the boundary, free space on the left: segments
        std::uint32_t next = kNone;     ///< with the notches between them
        Segment shape;                  ///< on the lattice; both ends equal for a point
    };

    /// A point with three or more nearest sites, or a corner where an edge ends with clearance 0.
    struct Vertex
    {
        Vec2 position;
        double clearance = 0;
    };

    /// Points with the two nearest sites `left` and `right`, seen from a to b: a piece of a line, or of a parabola when one of
    /// the sites is a point and the other a segment.
    struct Edge
    {
        std::uint32_t a = 0;
        std::uint32_t b = 0;
        std::uint32_t left = 0;
        std::uint32_t right = 0;
        bool is_parabola = false;
        double narrowest = 0; ///< the smallest clearance along the edge: the largest disc that passes
        Vec2 narrowest_at;    ///< where that is
    };

    const Frame& frame() const;
    std::span<const Site> sites() const;
    std::span<const Vertex> vertices() const;
    std::span<const Edge> edges() const;
    /// The edges around a site's region, in counter-clockwise order, each as 2 * edge + (1 when the site is on its right). They
    /// follow one another without a gap: from above the end of a segment to above its start; around a point from the border with
    /// `next` to the border with `previous`. None where a point is a corner that is straight but for rounding: its region may
    /// have no border of its own.
    std::span<const std::uint32_t> edgesAround(std::uint32_t site) const;

    /// The place of a site: both ends equal for a point.
    Segment shape(const Site& site) const { return site.shape; }

    /// The site nearest to p and its distance; p may be anywhere. Ties go to the lower index; of the two sides of a thin wall the
    /// one toward p is meant.
    struct Nearest
    {
        std::uint32_t site = kNone;
        Vec2 closest;
        double distance = std::numeric_limits<double>::infinity();
    };
    Nearest findNearest(Vec2 p, int layer = kAnyLayer) const;

    /// The largest radius of a disc whose centre can travel from a to b, and where it is narrowest; -1 when no path exists, not
    /// even for a point. Both must be in free space. O(log n) after locating them; the second form is told the nearest sites.
    struct Widest
    {
        double radius = -1;
        Vec2 narrowest_at;
    };
    Widest findWidest(Vec2 a, Vec2 b, int layer = kAnyLayer) const;
    Widest findWidest(Vec2 a, const Nearest& nearest_a, Vec2 b, const Nearest& nearest_b) const;
    /// The radius of the largest disc that fits anywhere.
    double largestClearance() const;

    /// The passages that are narrower than `max_width`, in an order that follows from the diagram. Corners, where every diagram
    /// narrows down to nothing, are no passages. O(n log n).
    std::vector<Passage> listPassages(double max_width = std::numeric_limits<double>::infinity()) const;
    /// How wide and how narrow free space is.
    struct Passages
    {
        double widest = std::numeric_limits<double>::quiet_NaN(); ///< radius of the largest disc that fits anywhere; metres
        Vec2 widest_at;
        double narrowest = std::numeric_limits<double>::quiet_NaN(); ///< radius that passes the narrowest; NaN without passages
        Vec2 narrowest_at;
        /// The largest radius for which at least half of all edges, by length, are connected: a wider disc cannot get about. NaN
        /// without edges.
        double gets_about = std::numeric_limits<double>::quiet_NaN();
    };
    Passages computePassages() const; ///< O(n log n)
    std::size_t memoryBytes() const;

    /// The walls; reading computes the rest anew, so that a file cannot contradict itself. Any bytes are survived.
    void write(ByteWriter& writer) const;
    static Result<VoronoiDiagram> read(ByteReader& reader);

    struct Data;
    explicit VoronoiDiagram(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
    const Data& data() const { return *data_; } ///< for the library's own queries

private:
    std::shared_ptr<const Data> data_;
};

/// The diagram of a scene's boundary: one for each layer, held together. Layers do not meet.
Result<VoronoiDiagram> buildVoronoi(const Scene& scene, const Execution& execution = {});
/// The diagram of boundary segments with free space on their left, each in the layer of the same index (none given: all in layer
/// 0). They are snapped to `frame`. Where segments then overlap, or one ends on another, they are split; a segment and its
/// reverse are the two sides of a thin wall; one that vanishes has no site. Fails when segments of a layer cross, or lie outside
/// the frame.
Result<VoronoiDiagram> buildVoronoi(const Frame& frame, std::span<const Segment> obstacles, std::span<const int> layers = {},
                                    const Execution& execution = {});

} // namespace clearway
