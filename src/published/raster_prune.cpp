// SPDX-License-Identifier: MIT
// Based on:
// R. Geraerts, M. Overmars. Enhancing corridor maps for real-time path planning in virtual environments. 2008 (an edge that ends
// where the nearest points of both sides are equal is there only because an obstacle was split)
// Departures: both sides are compared all along the edge, not only where it ends: in pixels, edges into real corners end with
// nearly equal points too.
#include <algorithm>
#include <numeric>

#include <clearway/published/raster_voronoi.h>

namespace clearway::published {
namespace {

constexpr double kTolerance = 1.5; ///< pixels

class Pruner
{
public:
    explicit Pruner(const RasterGraph& graph)
        : from_(graph), has_edge_(graph.edges.size(), true), has_vertex_(graph.vertices.size(), true)
    {
        result_.pixel = graph.pixel;
    }

    RasterGraph run()
    {
        listHalves();
        removeFalseEdges();
        listHalves();
        numberVertices();
        for (std::uint32_t v = 0; v < from_.vertices.size(); ++v)
            if (new_number_[v] != kNone) traceFrom(v);
        return std::move(result_);
    }

private:
    std::uint32_t tailOf(std::uint32_t half) const { return half % 2 ? from_.edges[half / 2].b : from_.edges[half / 2].a; }
    std::uint32_t headOf(std::uint32_t half) const { return tailOf(half ^ 1u); }
    std::span<const std::uint32_t> halvesAt(std::uint32_t vertex) const
    {
        return {halves_.data() + first_half_[vertex], halves_.data() + first_half_[vertex + 1]};
    }

    /// The half edges that leave each vertex; odd ones run from b to a.
    void listHalves()
    {
        first_half_.assign(from_.vertices.size() + 1, 0);
        const auto count = static_cast<std::uint32_t>(2 * from_.edges.size());
        for (std::uint32_t half = 0; half < count; ++half)
            if (has_edge_[half / 2]) ++first_half_[tailOf(half) + 1];
        std::partial_sum(first_half_.begin(), first_half_.end(), first_half_.begin());
        halves_.resize(first_half_.back());
        std::vector<std::uint32_t> fill(first_half_.begin(), first_half_.end() - 1);
        for (std::uint32_t half = 0; half < count; ++half)
            if (has_edge_[half / 2]) halves_[fill[tailOf(half)]++] = half;
    }

    void removeFalseEdges()
    {
        std::vector<std::uint32_t> degree(from_.vertices.size());
        std::vector<std::uint32_t> ends;
        for (std::uint32_t v = 0; v < degree.size(); ++v)
        {
            degree[v] = first_half_[v + 1] - first_half_[v];
            if (degree[v] == 1) ends.push_back(v);
        }
        while (!ends.empty())
        {
            const std::uint32_t v = ends.back();
            ends.pop_back();
            if (degree[v] != 1) continue;
            const auto halves = halvesAt(v);
            const std::uint32_t half =
                *std::find_if(halves.begin(), halves.end(), [&](std::uint32_t h) { return has_edge_[h / 2]; });
            if (from_.edges[half / 2].widest_gap > kTolerance * from_.pixel) continue;
            has_edge_[half / 2] = false;
            has_vertex_[v] = false;
            degree[v] = 0;
            if (--degree[headOf(half)] == 1) ends.push_back(headOf(half));
        }
    }

    std::uint32_t nextOf(std::uint32_t half) const
    {
        const auto around = halvesAt(headOf(half));
        return around[0] == (half ^ 1u) ? around[1] : around[0];
    }

    /// Whatever does not join exactly two edges stays a vertex, and one more in every loop that has none.
    void numberVertices()
    {
        std::vector<bool> is_node(from_.vertices.size()), is_followed(from_.edges.size());
        const auto follow = [&](std::uint32_t half) {
            for (; !is_followed[half / 2]; half = nextOf(half))
            {
                is_followed[half / 2] = true;
                if (is_node[headOf(half)]) return;
            }
        };
        for (std::uint32_t v = 0; v < is_node.size(); ++v) is_node[v] = has_vertex_[v] && halvesAt(v).size() != 2;
        for (std::uint32_t v = 0; v < is_node.size(); ++v)
            if (is_node[v])
                for (const std::uint32_t half : halvesAt(v)) follow(half);
        for (std::uint32_t i = 0; i < from_.edges.size(); ++i)
        {
            if (!has_edge_[i] || is_followed[i]) continue;
            is_node[from_.edges[i].a] = true;
            follow(2 * i);
        }
        new_number_.assign(from_.vertices.size(), kNone);
        for (std::uint32_t v = 0; v < is_node.size(); ++v)
        {
            if (!is_node[v]) continue;
            new_number_[v] = static_cast<std::uint32_t>(result_.vertices.size());
            result_.vertices.push_back(from_.vertices[v]);
        }
        is_joined_.assign(from_.edges.size(), false);
    }

    void traceFrom(std::uint32_t vertex)
    {
        for (std::uint32_t half : halvesAt(vertex))
        {
            if (is_joined_[half / 2]) continue;
            RasterGraph::Edge edge;
            edge.a = new_number_[vertex];
            edge.first_sample = static_cast<std::uint32_t>(result_.samples.size());
            for (;; half = nextOf(half))
            {
                is_joined_[half / 2] = true;
                edge.widest_gap = std::max(edge.widest_gap, from_.edges[half / 2].widest_gap);
                const auto samples = from_.samplesOf(from_.edges[half / 2]);
                const std::size_t skipped = result_.samples.size() > edge.first_sample ? 1 : 0; // the joint is there already
                for (std::size_t i = skipped; i < samples.size(); ++i)
                    result_.samples.push_back(samples[half % 2 ? samples.size() - 1 - i : i]);
                if (new_number_[headOf(half)] != kNone) break;
            }
            edge.b = new_number_[headOf(half)];
            edge.sample_count = static_cast<std::uint32_t>(result_.samples.size()) - edge.first_sample;
            result_.edges.push_back(edge);
        }
    }

    const RasterGraph& from_;
    RasterGraph result_;
    std::vector<bool> has_edge_;
    std::vector<bool> has_vertex_;
    std::vector<bool> is_joined_;           ///< per edge
    std::vector<std::uint32_t> first_half_; ///< per vertex and one more, into halves_
    std::vector<std::uint32_t> halves_;
    std::vector<std::uint32_t> new_number_; ///< per vertex, or kNone
};

} // namespace

RasterGraph pruneFalseEdges(const RasterGraph& graph) { return Pruner(graph).run(); }

} // namespace clearway::published
