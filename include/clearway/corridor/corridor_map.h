// SPDX-License-Identifier: MIT
// Corridor map: the middle of free space as a graph, each edge a row of overlapping balls that no obstacle reaches into.
// Why: whoever follows the balls keeps away from walls and has room to step aside; one map serves characters of every size.
// Based on: R. Geraerts, M. Overmars. The corridor map method: real-time high-quality path planning. 2007; R. Geraerts. Planning
// short paths with clearance using explicit corridors. 2010 (nearest obstacle points on both sides). Here the graph is the exact
// Voronoi diagram, not a picture of it. Metres. O(n log n) for n samples. An immutable handle: cheap to copy, free to share
// between threads.
#pragma once
#include <cstdint>
#include <limits>
#include <memory>
#include <span>

#include <clearway/base/bytes.h>
#include <clearway/base/none.h>
#include <clearway/base/result.h>
#include <clearway/scene/scene.h>
#include <clearway/voronoi.h>

namespace clearway {

struct CorridorMapOptions
{
    /// What becomes of the edges that end in a corner of free space.
    enum class CornerBranches
    {
        keep,  ///< up to where their clearance falls to `corner_clearance`: the balls reach into the corners
        prune, ///< as published: the smaller graph; the corners are left uncovered, though questions from there are still
               ///< answered
    };

    double max_radius = 1;         ///< of the characters the rows are made for; metres, >= 0. Larger ones are still answered
    double spacing = 1;            ///< between samples where there is room; metres, > 0
    double finest = 0.125;         ///< between samples where there is not; metres, > 0, at most `spacing`
    double corner_clearance = 0.1; ///< where branches into corners end; metres, > 0
    CornerBranches corners = CornerBranches::keep;
    static constexpr std::uint32_t kAutomatic = (std::numeric_limits<std::uint32_t>::max)();
    /// More are refused, before memory is spent on them; about 130 bytes each. kAutomatic: 2^20, and 128 more for each vertex of
    /// the diagram; at most 2^25. So a small file with corners far away cannot take all memory.
    std::uint32_t max_sample_count = kAutomatic;
    /// Vertices from which searches know the distance to all others, which spares them detours; at most 16. Each costs a search
    /// over the whole map and 4 bytes a vertex. kAutomatic: 8 from 4,096 vertices on, none in smaller maps.
    std::uint32_t landmark_count = kAutomatic;
};

class CorridorMap
{
public:
    /// A ball of free space, and where it touches the obstacles on both sides, seen along the edge. (At the ends of a corridor:
    /// see Corridor::computeBackbone.)
    struct Sample
    {
        Vec2 position;
        double clearance = 0; ///< radius of the ball
        Vec2 left;
        Vec2 right;
    };

    /// Where three or more edges meet, an edge ends, or a loop without such a place was cut.
    struct Vertex
    {
        Vec2 position;
        double clearance = 0;
        std::uint32_t component = 0; ///< equal for vertices that edges connect; from 0 without gaps
        int layer = 0;
    };

    /// Samples from a to b. Two neighbours are at most half the smaller clearance apart, and never so far that a disc of
    /// min(max_radius, smaller clearance - finest) at one would not lie in the ball of the other.
    struct Edge
    {
        std::uint32_t a = 0;
        std::uint32_t b = 0;
        std::uint32_t first_sample = 0;
        std::uint32_t sample_count = 0; ///< both ends included; >= 2
        double length = 0;              ///< from sample to sample
        double narrowest = 0;           ///< the smallest clearance anywhere on the edge, which is always a sample: what passes
        /// The published bound: a disc of this radius that stands at one sample lies inside the balls of both its neighbours,
        /// all along the edge and in both directions. At most `narrowest`, at least min(max_radius, narrowest - finest).
        double valid_radius = 0;
        bool is_branch = false; ///< ends in a corner: no way leads through
    };

    const VoronoiDiagram& diagram() const;
    const CorridorMapOptions& options() const;
    std::span<const Vertex> vertices() const;
    std::span<const Edge> edges() const;
    std::span<const Sample> samples() const;
    std::span<const Sample> samples(const Edge& edge) const { return samples().subspan(edge.first_sample, edge.sample_count); }
    /// Distance along the edge from its first sample to each one, in the order of `samples()`.
    std::span<const double> distances() const;
    /// The edges at a vertex, each as 2 * edge + (1 when it is the edge's b), in increasing order. A loop is there twice.
    std::span<const std::uint32_t> edgesAt(std::uint32_t vertex) const;
    std::uint32_t componentCount() const;

    /// The largest radius that can travel between two vertices; -1 when no edges connect them. O(1).
    double findWidest(std::uint32_t u, std::uint32_t v) const;

    /// A ball of the map: that of a vertex, or of a sample between the ends of an edge.
    struct Ball
    {
        std::uint32_t vertex = kNone;
        std::uint32_t edge = kNone;
        std::uint32_t index = 0; ///< of the sample in the edge

        friend bool operator==(const Ball&, const Ball&) = default;
        explicit operator bool() const { return vertex != kNone || edge != kNone; }
    };
    /// Of the balls that hold a disc of this radius around p (|p - centre| < clearance - radius) the one with the nearest centre;
    /// ties go to vertices before samples, then to the lower index.
    Ball findEnclosingBall(Vec2 p, double radius, int layer = kAnyLayer) const;

    std::size_t memoryBytes() const;

    /// Walls, options and the centres of the balls. Reading builds the map anew and compares, so that it answers to the bit like
    /// the one that was written, at the cost of building it. Any bytes are survived; never more samples are made than they hold.
    void write(ByteWriter& writer) const;
    static Result<CorridorMap> read(ByteReader& reader);
    /// Of everything written.
    std::uint64_t computeHash() const;

    struct Data;
    explicit CorridorMap(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
    const Data& data() const { return *data_; } ///< for the library's own queries

private:
    std::shared_ptr<const Data> data_;
};

/// Fails when an option is out of range, or when the samples would be more than allowed; then no more than those were made.
Result<CorridorMap> buildCorridorMap(const VoronoiDiagram& diagram, const CorridorMapOptions& options = {});
Result<CorridorMap> buildCorridorMap(const Scene& scene, const CorridorMapOptions& options = {});

} // namespace clearway
