// SPDX-License-Identifier: MIT
// A generalized Voronoi diagram drawn in pixels, as corridor maps were published: every pixel knows its nearest obstacle, edges
// run between pixels whose obstacles differ.
// Why: to compare with, and to check, the exact diagram of clearway/voronoi.h, which is the one to use: it is faster, and finds
// passages narrower than a pixel. Based on: K. Hoff et al. Fast computation of generalized Voronoi diagrams using graphics
// hardware. 1999; R. Geraerts, M. Overmars. Enhancing corridor maps for real-time path planning in virtual environments. 2008
// Metres. O(pixels) for a picture, O(boundary pixels) for its graph. Immutable handles and plain data; free to share between
// threads. The same bits for every number of workers.
#pragma once
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include <clearway/base/execution.h>
#include <clearway/base/none.h>
#include <clearway/base/result.h>
#include <clearway/geometry/vec.h>
#include <clearway/scene/scene.h>

namespace clearway::published {

struct RasterOptions
{
    double pixel = 0.125; ///< width of a pixel; metres, > 0. Passages and walls narrower than it may be lost
    /// More, over all layers, are refused before anything is allocated. 7 bytes each, and up to 40 more for those beside a
    /// boundary while they are measured. At most 2^31; 2^27 where addresses have 32 bits.
    std::uint64_t max_pixel_count = std::uint64_t{1} << 26;
    Execution execution = {};
};

/// The nearest obstacle of every pixel whose centre is free. Obstacles are convex parts: boundary walls in a row that turn around
/// the obstacle and by less than a full turn, so that two of them are never equally near but at a corner they share.
class RasterField
{
public:
    static constexpr int kMaxSide = 65535; ///< pixels along a side

    /// Pixels of one layer, a margin of one pixel included; row 0 has the smallest y.
    struct Layer
    {
        int layer = 0;
        Vec2 corner; ///< of the pixels with column and row 1: the smallest x and y of the layer
        int columns = 0;
        int rows = 0;
    };

    double pixel() const;
    std::span<const Layer> layers() const; ///< those that have areas, in increasing order
    std::uint32_t partCount() const;       ///< over all layers
    /// The part to which the wall from this vertex of the scene to the next one belongs.
    std::uint32_t partOf(std::uint32_t wall) const;

    /// The centre of a pixel; `index` is of the layer.
    Vec2 center(std::size_t index, int column, int row) const;
    bool isFree(std::size_t index, int column, int row) const;
    /// The wall nearest to the centre of a free pixel, as the vertex of the scene at which it starts; kNone where nothing is
    /// free. In parts of a region that are too thin for pixels to hang together it may be a neighbour's, hardly farther away.
    std::uint32_t nearestWall(std::size_t index, int column, int row) const;
    /// How far that is; 0 where nothing is free.
    double distanceAt(std::size_t index, int column, int row) const;

    std::uint64_t pixelCount() const; ///< over all layers
    std::size_t memoryBytes() const;

    struct Data;
    explicit RasterField(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
    const Data& data() const { return *data_; } ///< for the library's own functions

private:
    std::shared_ptr<const Data> data_;
};

/// Fails when the pixel is not a positive number, or when there would be more pixels than allowed; then it says what would fit.
Result<RasterField> buildRasterField(const Scene& scene, const RasterOptions& options = {});

/// Edges between parts, as rows of pixel corners.
struct RasterGraph
{
    struct Vertex
    {
        Vec2 position;
        double clearance = 0;
        int layer = 0;
    };
    /// A pixel corner and how far it is from the nearest wall of the pixels around it.
    struct Sample
    {
        Vec2 position;
        double clearance = 0;
    };
    /// Samples from a to b, both included, one pixel apart.
    struct Edge
    {
        std::uint32_t a = 0;
        std::uint32_t b = 0;
        std::uint32_t first_sample = 0;
        std::uint32_t sample_count = 0;
        double widest_gap = 0; ///< the largest distance anywhere along it between the nearest points of the parts on both sides
    };

    double pixel = 0;
    std::vector<Vertex> vertices;
    std::vector<Edge> edges;
    std::vector<Sample> samples;

    std::span<const Sample> samplesOf(const Edge& edge) const
    {
        return std::span(samples).subspan(edge.first_sample, edge.sample_count);
    }
};

/// All boundaries between parts: vertices where three or four meet or one ends at an obstacle; a loop without such a place gets
/// one. Some are there only because an obstacle was split: `pruneFalseEdges` removes them.
RasterGraph traceBoundaries(const RasterField& field, const Execution& execution = {});

/// Without edges that end and have the same nearest points on both sides, to 1.5 pixels all along, as often as there are some;
/// then edges are joined where only two meet. Edges into real corners stay. V - E stays the same.
RasterGraph pruneFalseEdges(const RasterGraph& graph);

} // namespace clearway::published
