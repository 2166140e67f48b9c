// SPDX-License-Identifier: MIT
// Based on:
// R. Geraerts, M. Overmars. The corridor map method: real-time high-quality path planning. 2007
// Departures: the graph is that of the exact diagram, so there are no false edges to remove but the branches into corners, and
// those are kept unless asked otherwise; what remains after pruning is joined where only two edges meet.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <string>
#include <utility>

#include "base/errors.h"
#include "corridor/data.h"
#include "corridor/sampling.h"

namespace clearway {
namespace {

constexpr std::size_t kLandmarksFrom = 4096; ///< vertices
constexpr std::uint32_t kLandmarks = 8;

/// With the number of samples that a diagram may have, where none is given.
CorridorMapOptions settle(CorridorMapOptions options, const VoronoiDiagram& diagram)
{
    constexpr std::uint64_t kLeast = std::uint64_t{1} << 20, kMost = std::uint64_t{1} << 25, kPerVertex = 128;
    if (options.max_sample_count == CorridorMapOptions::kAutomatic)
        options.max_sample_count = static_cast<std::uint32_t>(std::min(kMost, kLeast + kPerVertex * diagram.vertices().size()));
    return options;
}

class MapBuilder
{
public:
    explicit MapBuilder(CorridorMap::Data& data)
        : data_(data),
          options_(settle(data.options, data.diagram)),
          vertices_(data.diagram.vertices()),
          edges_(data.diagram.edges()),
          sites_(data.diagram.sites())
    {
    }

    Result<void> run()
    {
        pruneBranches();
        if (const double least = computeLeastSampleCount(); least > options_.max_sample_count) return refuseSamples(least);
        listHalfEdges();
        numberVertices();
        for (std::uint32_t node : nodes_)
            for (std::uint32_t half : halfEdgesAt(node))
                if (!is_traced_[half / 2])
                    if (const auto traced = trace(half); !traced) return traced.error();
        linkVertices();
        indexBalls();
        const bool is_large = data_.vertices.size() >= kLandmarksFrom;
        const std::uint32_t wanted = data_.options.landmark_count;
        const std::uint32_t count = wanted != CorridorMapOptions::kAutomatic ? wanted : is_large ? kLandmarks : 0;
        if (count > 0) data_.landmarks = corridor::Landmarks(data_, count);
        return {};
    }

private:
    /// How many samples there will be, or more: no step is longer than that at the roomier end of an edge.
    double computeLeastSampleCount() const
    {
        double count = 0;
        for (std::uint32_t i = 0; i < edges_.size(); ++i)
        {
            if (is_pruned_[i]) continue;
            const VoronoiDiagram::Vertex &a = vertices_[edges_[i].a], &b = vertices_[edges_[i].b];
            const double most = std::max(a.clearance, b.clearance);
            if (!(most > 0)) continue;
            // A branch ends before its corner.
            const double least = std::min(a.clearance, b.clearance);
            const double cut = least > 0 ? 0 : std::min(1.0, options_.corner_clearance / most);
            const double steps = distance(a.position, b.position) * (1 - cut) / corridor::computeStep(most, options_);
            count += std::max(0.0, steps * (1 - 0x1p-20) - 1);
        }
        return count;
    }

    Error refuseSamples(double least) const
    {
        char number[32];
        std::snprintf(number, sizeof number, least < 1e6 ? "%.0f" : "%.2g", least);
        return makeError(ErrorCode::out_of_range,
                         "The corridor map would have at least " + std::string(number) + " samples, more than the " +
                             std::to_string(options_.max_sample_count) +
                             " that are allowed; use a larger spacing, or check the coordinates for points that lie far away.");
    }

    bool isCorner(std::uint32_t vertex) const { return vertices_[vertex].clearance == 0; }
    /// Half an edge leaves `tail` for `head`; odd ones run against the diagram's direction.
    std::uint32_t tailOf(std::uint32_t half) const { return half % 2 ? edges_[half / 2].b : edges_[half / 2].a; }
    std::uint32_t headOf(std::uint32_t half) const { return half % 2 ? edges_[half / 2].a : edges_[half / 2].b; }

    void pruneBranches()
    {
        is_pruned_.assign(edges_.size(), false);
        data_.origins.resize(edges_.size());
        for (std::uint32_t i = 0; i < edges_.size(); ++i)
        {
            if (isCorner(edges_[i].a) == isCorner(edges_[i].b)) continue;
            const std::uint32_t root = isCorner(edges_[i].a) ? edges_[i].b : edges_[i].a;
            is_pruned_[i] = data_.options.corners == CorridorMapOptions::CornerBranches::prune ||
                            vertices_[root].clearance <= data_.options.corner_clearance;
        }
    }

    /// The half edges that leave each vertex, pruned ones left out.
    void listHalfEdges()
    {
        first_half_.assign(vertices_.size() + 1, 0);
        const auto forEachHalf = [&](auto&& visit) {
            for (std::uint32_t half = 0; half < 2 * edges_.size(); ++half)
                if (!is_pruned_[half / 2]) visit(half);
        };
        forEachHalf([&](std::uint32_t half) { ++first_half_[tailOf(half) + 1]; });
        std::partial_sum(first_half_.begin(), first_half_.end(), first_half_.begin());
        halves_.resize(first_half_.back());
        std::vector<std::uint32_t> fill(first_half_.begin(), first_half_.end() - 1);
        forEachHalf([&](std::uint32_t half) { halves_[fill[tailOf(half)]++] = half; });
    }

    std::span<const std::uint32_t> halfEdgesAt(std::uint32_t vertex) const
    {
        return {halves_.data() + first_half_[vertex], halves_.data() + first_half_[vertex + 1]};
    }

    /// The half edge after `half` where its head joins two edges.
    std::uint32_t nextOf(std::uint32_t half) const
    {
        const auto around = halfEdgesAt(headOf(half));
        return around[0] == (half ^ 1u) ? around[1] : around[0];
    }

    /// Whatever does not join exactly two edges becomes a vertex, and one more in every loop that has none. Corners whose branch
    /// was pruned are no longer there; a vertex all of whose branches were is.
    void numberVertices()
    {
        std::vector<bool> is_node(vertices_.size());
        is_traced_.assign(edges_.size(), false);
        for (std::uint32_t v = 0; v < vertices_.size(); ++v)
            is_node[v] = halfEdgesAt(v).size() != 2 && !(halfEdgesAt(v).empty() && isCorner(v));
        const auto follow = [&](std::uint32_t half) {
            for (; !is_traced_[half / 2]; half = nextOf(half))
            {
                is_traced_[half / 2] = true;
                if (is_node[headOf(half)]) return;
            }
        };
        for (std::uint32_t v = 0; v < vertices_.size(); ++v)
            if (is_node[v])
                for (std::uint32_t half : halfEdgesAt(v)) follow(half);
        for (std::uint32_t i = 0; i < edges_.size(); ++i)
        {
            if (is_pruned_[i] || is_traced_[i]) continue;
            is_node[edges_[i].a] = true;
            follow(2 * i);
        }
        is_traced_.assign(edges_.size(), false);

        node_of_.assign(vertices_.size(), kNone);
        for (std::uint32_t v = 0; v < vertices_.size(); ++v)
            if (is_node[v])
            {
                node_of_[v] = static_cast<std::uint32_t>(nodes_.size());
                nodes_.push_back(v);
                data_.vertices.push_back({vertices_[v].position, vertices_[v].clearance, 0, 0});
            }
        for (std::uint32_t i = 0; i < edges_.size(); ++i)
            for (std::uint32_t v : {edges_[i].a, edges_[i].b})
                if (node_of_[v] != kNone) data_.vertices[node_of_[v]].layer = sites_[edges_[i].left].layer;
    }

    corridor::CurvePiece pieceOf(std::uint32_t half) const
    {
        const VoronoiDiagram::Edge& edge = edges_[half / 2];
        const VoronoiDiagram::Vertex &from = vertices_[tailOf(half)], &to = vertices_[headOf(half)];
        corridor::CurvePiece piece;
        piece.left = sites_[half % 2 ? edge.right : edge.left].shape;
        piece.right = sites_[half % 2 ? edge.left : edge.right].shape;
        piece.is_parabola = edge.is_parabola;
        piece.has_apex = edge.narrowest < std::min(from.clearance, to.clearance);
        const auto at = [&](Vec2 position, double clearance) {
            CorridorMap::Sample sample = corridor::makeSample(position, piece.left, piece.right);
            sample.clearance = clearance;
            return sample;
        };
        // A branch ends before its corner, at a vertex of its own.
        const auto endAt = [&](const VoronoiDiagram::Vertex& end, const VoronoiDiagram::Vertex& other) {
            const double cut = data_.options.corner_clearance;
            if (end.clearance > 0 || other.clearance <= cut) return at(end.position, end.clearance);
            return corridor::makeSample(interpolate(end.position, other.position, cut / other.clearance), piece.left,
                                        piece.right);
        };
        piece.from = endAt(from, to);
        piece.to = endAt(to, from);
        piece.apex = at(edge.narrowest_at, edge.narrowest);
        return piece;
    }

    /// The map edge that starts with a half edge, up to the next vertex of the map.
    Result<void> trace(std::uint32_t half)
    {
        const auto number = static_cast<std::uint32_t>(data_.edges.size());
        CorridorMap::Edge edge;
        edge.a = node_of_[tailOf(half)];
        edge.first_sample = static_cast<std::uint32_t>(data_.samples.size());
        for (;; half = nextOf(half))
        {
            is_traced_[half / 2] = true;
            const corridor::CurvePiece piece = pieceOf(half);
            if (data_.samples.size() == edge.first_sample) data_.samples.push_back(piece.from);
            const auto first = static_cast<std::uint32_t>(data_.samples.size() - 1 - edge.first_sample);
            corridor::appendSamples(piece, options_, data_.samples);
            const auto last = static_cast<std::uint32_t>(data_.samples.size() - 1 - edge.first_sample);
            data_.steps.resize(data_.samples.size() - 1, half);
            data_.origins[half / 2] = half % 2 ? CorridorMap::Data::Origin{number, last, first, kNone}
                                               : CorridorMap::Data::Origin{number, first, last, kNone};
            edge.is_branch = edge.is_branch || isCorner(tailOf(half)) || isCorner(headOf(half));
            if (data_.samples.size() > options_.max_sample_count) return refuseSamples(static_cast<double>(data_.samples.size()));
            if (node_of_[headOf(half)] != kNone) break;
        }
        data_.steps.push_back(kNone);
        edge.b = node_of_[headOf(half)];
        finish(edge);
        return {};
    }

    void finish(CorridorMap::Edge& edge)
    {
        edge.sample_count = static_cast<std::uint32_t>(data_.samples.size() - edge.first_sample);
        const std::span<CorridorMap::Sample> samples(data_.samples.data() + edge.first_sample, edge.sample_count);
        edge.narrowest = samples[0].clearance;
        edge.valid_radius = samples[0].clearance;
        data_.distances.push_back(0);
        for (std::size_t i = 1; i < samples.size(); ++i)
        {
            const double step = distance(samples[i - 1].position, samples[i].position);
            data_.distances.push_back(data_.distances.back() + step);
            edge.narrowest = std::min(edge.narrowest, samples[i].clearance);
            edge.valid_radius = std::min(edge.valid_radius, std::min(samples[i - 1].clearance, samples[i].clearance) - step);
        }
        edge.length = data_.distances.back();
        for (const auto& [node, end] : {std::pair(edge.a, &samples.front()), std::pair(edge.b, &samples.back())})
        {
            data_.vertices[node].position = end->position; // of a branch: where it was cut
            data_.vertices[node].clearance = end->clearance;
        }
        data_.edges.push_back(edge);
    }

    void linkVertices()
    {
        for (std::uint32_t i = 0; i < edges_.size(); ++i)
            if (is_pruned_[i]) data_.origins[i].root = isCorner(edges_[i].a) ? edges_[i].b : edges_[i].a;
        nameRoots();
        const auto count = static_cast<std::uint32_t>(data_.vertices.size());
        data_.first_at.assign(count + 1, 0);
        std::vector<BottleneckForest::Link> links;
        for (const CorridorMap::Edge& edge : data_.edges)
        {
            links.push_back({edge.a, edge.b, edge.narrowest});
            for (std::uint32_t v : {edge.a, edge.b}) ++data_.first_at[v + 1];
        }
        std::partial_sum(data_.first_at.begin(), data_.first_at.end(), data_.first_at.begin());
        data_.at.resize(2 * data_.edges.size());
        std::vector<std::uint32_t> fill(data_.first_at.begin(), data_.first_at.end() - 1);
        for (std::uint32_t i = 0; i < data_.edges.size(); ++i)
        {
            data_.at[fill[data_.edges[i].a]++] = 2 * i;
            data_.at[fill[data_.edges[i].b]++] = 2 * i + 1;
        }
        data_.forest = BottleneckForest(count, links);
        numberComponents();
    }

    /// A pruned branch grew at a vertex of the diagram: now a vertex of the map, or a sample where two edges were joined.
    void nameRoots()
    {
        for (std::uint32_t i = 0; i < edges_.size(); ++i)
        {
            CorridorMap::Data::Origin& origin = data_.origins[i];
            if (origin.root == kNone) continue;
            const std::uint32_t root = std::exchange(origin.root, node_of_[origin.root]);
            if (origin.root != kNone) continue;
            const std::uint32_t half = halfEdgesAt(root)[0];
            const CorridorMap::Data::Origin& joined = data_.origins[half / 2];
            origin.edge = joined.edge;
            origin.first = origin.last = half % 2 ? joined.last : joined.first;
        }
    }

    void numberComponents()
    {
        std::vector<bool> is_seen(data_.vertices.size());
        std::vector<std::uint32_t> waiting;
        for (std::uint32_t start = 0; start < data_.vertices.size(); ++start)
        {
            if (is_seen[start]) continue;
            is_seen[start] = true;
            waiting.push_back(start);
            while (!waiting.empty())
            {
                const std::uint32_t v = waiting.back();
                waiting.pop_back();
                data_.vertices[v].component = data_.component_count;
                for (std::uint32_t i = data_.first_at[v]; i < data_.first_at[v + 1]; ++i)
                {
                    const CorridorMap::Edge& edge = data_.edges[data_.at[i] / 2];
                    const std::uint32_t other = data_.at[i] % 2 ? edge.a : edge.b;
                    if (is_seen[other]) continue;
                    is_seen[other] = true;
                    waiting.push_back(other);
                }
            }
            ++data_.component_count;
        }
    }

    void indexBalls()
    {
        std::vector<Box2> boxes(data_.vertices.size() + data_.samples.size());
        for (std::size_t i = 0; i < data_.vertices.size(); ++i)
            boxes[i] = computeBounds(Disc{data_.vertices[i].position, data_.vertices[i].clearance});
        for (const CorridorMap::Edge& edge : data_.edges)
            for (std::uint32_t i = edge.first_sample + 1; i + 1 < edge.first_sample + edge.sample_count; ++i)
                boxes[data_.vertices.size() + i] = computeBounds(Disc{data_.samples[i].position, data_.samples[i].clearance});
        data_.balls = Bvh::build(boxes);
    }

    CorridorMap::Data& data_;
    const CorridorMapOptions options_; ///< with a number of samples
    std::span<const VoronoiDiagram::Vertex> vertices_;
    std::span<const VoronoiDiagram::Edge> edges_;
    std::span<const VoronoiDiagram::Site> sites_;
    std::vector<bool> is_pruned_;           ///< per edge of the diagram
    std::vector<bool> is_traced_;           ///< the same
    std::vector<std::uint32_t> first_half_; ///< per vertex of the diagram and one more, into halves_
    std::vector<std::uint32_t> halves_;
    std::vector<std::uint32_t> nodes_;   ///< per vertex of the map: that of the diagram
    std::vector<std::uint32_t> node_of_; ///< and back, or kNone
};

Result<void> check(const CorridorMapOptions& options)
{
    const auto isPositive = [](double x) { return x > 0 && std::isfinite(x); };
    if (!(options.max_radius >= 0 && std::isfinite(options.max_radius)))
        return makeError("The largest radius of a corridor map must be a finite number from 0 on.");
    if (!isPositive(options.finest) || !isPositive(options.spacing) || options.finest > options.spacing)
        return makeError("The spacings of a corridor map must be finite, above 0, and the finest not above the other.");
    if (options.landmark_count != CorridorMapOptions::kAutomatic && options.landmark_count > corridor::Landmarks::kMost)
        return makeError("A corridor map has at most 16 landmarks.");
    if (!isPositive(options.corner_clearance))
        return makeError("The corner clearance of a corridor map must be finite and above 0.");
    return {};
}

} // namespace

Result<CorridorMap> buildCorridorMap(const VoronoiDiagram& diagram, const CorridorMapOptions& options)
{
    if (const Result<void> checked = check(options); !checked) return checked.error();
    auto data = std::make_shared<CorridorMap::Data>(diagram, options);
    if (const Result<void> built = MapBuilder(*data).run(); !built) return built.error();
    return CorridorMap(std::move(data));
}

Result<CorridorMap> buildCorridorMap(const Scene& scene, const CorridorMapOptions& options)
{
    const Result<VoronoiDiagram> diagram = buildVoronoi(scene);
    if (!diagram) return diagram.error();
    return buildCorridorMap(*diagram, options);
}

} // namespace clearway
