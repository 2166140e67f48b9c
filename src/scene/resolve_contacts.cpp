// SPDX-License-Identifier: MIT
// Snap rounding: every end of an edge and every crossing, rounded, makes its pixel hot; every edge that passes a hot pixel is
// bent through its centre. Edges then meet only at nodes, no edge has moved by more than half a quantum in x or y, and none has
// jumped over a node. Bent edges may pass pixels that they did not pass before; the step is repeated, without new hot pixels,
// until none does. Based on: J. D. Hobby. Practical segment intersection with finite precision output. 1999 D. Halperin, E.
// Packer. Iterated snap rounding. 2002 Departure: pixels are found by sweeping the flat edges over x and the steep ones over y,
// where an edge that passes a pixel is near it in the order of the sweep; so long edges cost no more than short ones.
#include <algorithm>
#include <utility>

#include "base/errors.h"
#include "crossing_sweep.h"
#include "lattice.h"
#include "overlay.h"
#include "report.h"

namespace clearway::overlay {

/// More crossings than these are not a scene but noise. Each costs two kilobytes until it is part of a mesh, so a megabyte of
/// text, which has some 10^5 points, stays below one gigabyte.
static constexpr std::size_t kMaxCrossingCount = std::size_t{1} << 17;
static constexpr std::size_t kMaxCrossingsPerPoint = 1;
/// Of nodes by edges: where many edges lie along each other nothing crosses, and there is as much to do.
static constexpr std::size_t kMaxPassCount = std::size_t{1} << 20;
static constexpr std::size_t kMaxPassesPerPoint = 8;
/// Two or three rounds are usual.
static constexpr int kMaxRoundCount = 1000;

namespace {

struct Hit
{
    std::uint32_t edge;
    std::uint32_t node;

    friend bool operator==(Hit, Hit) = default;
    friend auto operator<=>(Hit, Hit) = default;
};

} // namespace

/// The height at p along the ring edge that starts at ring point `from`.
static double computeHeightAlong(const LayerWork& work, std::uint32_t from, LatticePoint p)
{
    const std::uint32_t ring = work.rings.ringOf(from);
    const std::uint32_t to = from + 1 < work.rings.first[ring + 1] ? from + 1 : work.rings.first[ring];
    const LatticePoint a = work.rings.points[from], b = work.rings.points[to];
    const double length_sq = static_cast<double>(dot(a, b, a, b));
    const double t = std::clamp(static_cast<double>(dot(a, b, a, p)) / length_sq, 0.0, 1.0);
    const double start = work.input.height(work.rings.input_point[from]), end = work.input.height(work.rings.input_point[to]);
    return start + t * (end - start) + 0.0;
}

/// The first given of the ring edges that run through a crossing, by the ring point at which it starts.
static std::uint32_t findFirstGiven(const Arrangement& arrangement, std::span<const std::uint32_t> through)
{
    std::uint32_t first = kNone;
    for (std::uint32_t e : through) first = std::min(first, arrangement.piecesOf(e)[0] >> 1);
    return first;
}

/// Says that edges meet at a place; `node` may be kNone.
static void reportContact(LayerWork& work, const Arrangement& arrangement, const FractionPoint& place, std::uint32_t node,
                          std::span<const std::uint32_t> through)
{
    using Kind = SceneReport::Repair::Kind;
    const std::uint32_t first = findFirstGiven(arrangement, through);
    const std::uint32_t ring = work.rings.ringOf(first);
    bool is_same = true;
    for (std::uint32_t e : through) is_same = is_same && work.rings.ringOf(arrangement.piecesOf(e)[0] >> 1) == ring;
    if (node == kNone)
    {
        SceneReport::Repair repair =
            work.input.repairAt(is_same ? Kind::self_crossing : Kind::crossing_rings, work.rings.input_point[first]);
        repair.position = work.frame.world(place.rounded());
        work.report.add(repair);
        return;
    }
    const std::uint32_t ring_point = arrangement.ring_point[node];
    if (ring_point == kNone || work.is_reported[ring_point]) return;
    work.is_reported[ring_point] = true;
    is_same = is_same && work.rings.ringOf(ring_point) == ring;
    work.report.add(
        work.input.repairAt(is_same ? Kind::self_crossing : Kind::touching_rings, work.rings.input_point[ring_point]));
}

static std::size_t maxPassCount(const LayerWork& work) { return kMaxPassCount + kMaxPassesPerPoint * work.rings.points.size(); }

/// Refuses noise, and names the ring edge where it became too much, by the ring point at which that starts.
static Error refuseNoise(const LayerWork& work, const char* what, std::size_t most, std::uint32_t ring_point)
{
    const SceneReport::Repair at =
        work.input.repairAt(SceneReport::Repair::Kind::self_crossing, work.rings.input_point[ring_point]);
    Error error =
        makeError(ErrorCode::out_of_range,
                  std::string("The rings ") + what + " more than " + std::to_string(most) + " times, the last time after point " +
                      std::to_string(at.index) + " of ring " + std::to_string(at.ring) + " at " + toString(at.position) +
                      ". The points may be in the wrong order; if the scene is meant so, build it in parts.",
                  atPoint(at.position, at.index));
    error.place.ring = static_cast<std::int64_t>(at.ring);
    return error;
}

/// All nodes and edges of an arrangement, loose again.
static std::vector<LooseNode> loosenNodes(const Arrangement& arrangement)
{
    std::vector<LooseNode> nodes(arrangement.nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i)
    {
        nodes[i] = {arrangement.nodes[i], arrangement.ring_point[i], arrangement.height.empty() ? 0.0 : arrangement.height[i]};
    }
    return nodes;
}

static std::vector<Piece> loosenEdges(const Arrangement& arrangement)
{
    std::vector<Piece> pieces;
    pieces.reserve(arrangement.pieces.size());
    for (std::uint32_t e = 0; e < arrangement.edges.size(); ++e)
    {
        for (std::uint32_t source : arrangement.piecesOf(e)) pieces.push_back({arrangement.edges[e], source});
    }
    return pieces;
}

/// Adds a node, without edges yet, for every crossing.
static Result<void> addCrossings(LayerWork& work, Arrangement& arrangement)
{
    std::vector<LooseNode> nodes = loosenNodes(arrangement);
    const std::size_t node_count = nodes.size();
    const std::size_t most = kMaxCrossingCount + kMaxCrossingsPerPoint * work.rings.points.size();
    const std::size_t most_passes = maxPassCount(work);
    std::size_t pass_count = 0;
    std::uint32_t too_many_at = kNone;
    Ticker ticker(work.progress, "finding crossings", node_count);
    CrossingSweep sweep(arrangement.nodes, arrangement.edges);
    const auto contact = [&](const FractionPoint& place, std::uint32_t node, std::span<const std::uint32_t> through) {
        reportContact(work, arrangement, place, node, through);
        pass_count += through.size();
        if (node == kNone)
        {
            const LatticePoint rounded = place.rounded();
            const double height =
                work.input.has_heights ? computeHeightAlong(work, findFirstGiven(arrangement, through), rounded) : 0.0;
            nodes.push_back({rounded, kNone, height});
        }
        if (nodes.size() - node_count <= most && pass_count <= most_passes) return;
        too_many_at = findFirstGiven(arrangement, through);
        ticker.stop();
    };
    const bool is_done = sweep.findContacts(contact, ticker);
    if (nodes.size() - node_count > most) return refuseNoise(work, "cross", most, too_many_at);
    if (too_many_at != kNone) return refuseNoise(work, "run through each other's points", most_passes, too_many_at);
    if (!is_done) return makeCancelled("Building the scene");
    if (nodes.size() > node_count)
        arrangement = buildArrangement(std::move(nodes), loosenEdges(arrangement), work.input.has_heights);
    return {};
}

/// The pixels of nodes that edges pass, for edges at most 45° steep or, when transposed, steeper ones. Stops with more than
/// `most`.
static bool findHits(const Arrangement& arrangement, bool is_transposed, std::size_t most, Ticker& ticker, std::vector<Hit>& hits)
{
    const std::uint32_t node_count = static_cast<std::uint32_t>(arrangement.nodes.size());
    std::vector<std::uint32_t> node_at(node_count), place_of(node_count); // order of the sweep
    for (std::uint32_t i = 0; i < node_count; ++i) node_at[i] = i;
    const auto seen = [&](std::uint32_t node) {
        const LatticePoint p = arrangement.nodes[node];
        return is_transposed ? LatticePoint{p.y, p.x} : p;
    };
    if (is_transposed)
        std::sort(node_at.begin(), node_at.end(), [&](std::uint32_t a, std::uint32_t b) { return seen(a) < seen(b); });
    std::vector<LatticePoint> nodes(node_count);
    for (std::uint32_t i = 0; i < node_count; ++i) nodes[i] = seen(node_at[i]), place_of[node_at[i]] = i;

    std::vector<Edge> edges;
    std::vector<std::uint32_t> edge_at;
    for (std::uint32_t e = 0; e < arrangement.edges.size(); ++e)
    {
        const LatticePoint low = arrangement.low(e), high = arrangement.high(e);
        const std::int64_t dx = std::abs(std::int64_t{high.x} - low.x), dy = std::abs(std::int64_t{high.y} - low.y);
        if ((dy > dx) != is_transposed) continue;
        const std::uint32_t a = place_of[arrangement.edges[e].low], b = place_of[arrangement.edges[e].high];
        edges.push_back({std::min(a, b), std::max(a, b)});
        edge_at.push_back(e);
    }
    CrossingSweep sweep(nodes, edges);
    const auto pixel = [&](std::uint32_t e, std::uint32_t node) {
        hits.push_back({edge_at[e], node_at[node]});
        if (hits.size() > most) ticker.stop();
    };
    return sweep.findPixels(pixel, ticker);
}

/// Into how many pieces edges are bent: each of the ring edges along an edge is.
static std::size_t countBent(const Arrangement& arrangement, const std::vector<Hit>& hits)
{
    std::size_t count = 0;
    for (const Hit& hit : hits) count += arrangement.piecesOf(hit.edge).size();
    return count;
}

/// Bends edges through the nodes they hit.
static void bendEdges(const LayerWork& work, Arrangement& arrangement, const std::vector<Hit>& hits)
{
    std::vector<Piece> pieces;
    std::vector<std::uint32_t> way;
    std::size_t at = 0;
    for (std::uint32_t e = 0; e < arrangement.edges.size(); ++e)
    {
        const Edge edge = arrangement.edges[e];
        way.assign(1, edge.low);
        for (; at < hits.size() && hits[at].edge == e; ++at) way.push_back(hits[at].node);
        // Along an edge, the pixels that it passes follow each other as their centres do.
        const LatticePoint low = arrangement.low(e), high = arrangement.high(e);
        std::sort(way.begin() + 1, way.end(), [&](std::uint32_t a, std::uint32_t b) {
            return dot(low, high, arrangement.nodes[a], arrangement.nodes[b]) > 0;
        });
        way.push_back(edge.high);
        for (std::uint32_t source : arrangement.piecesOf(e))
        {
            for (std::size_t i = 1; i < way.size(); ++i) pieces.push_back({{way[i - 1], way[i]}, source});
        }
    }
    arrangement = buildArrangement(loosenNodes(arrangement), std::move(pieces), work.input.has_heights);
}

/// Input points that were nearer than half a quantum to an edge, not on it.
static void reportSlivers(LayerWork& work, const Arrangement& arrangement, const std::vector<Hit>& hits)
{
    for (const Hit& hit : hits)
    {
        const std::uint32_t ring_point = arrangement.ring_point[hit.node];
        if (ring_point == kNone || work.is_reported[ring_point]) continue;
        if (cross(arrangement.low(hit.edge), arrangement.high(hit.edge), arrangement.nodes[hit.node]) == 0) continue;
        work.is_reported[ring_point] = true;
        work.report.add(work.input.repairAt(SceneReport::Repair::Kind::snapped_sliver, work.rings.input_point[ring_point]));
    }
}

Result<void> resolveContacts(LayerWork& work, Arrangement& arrangement, std::vector<StartNode>& starts)
{
    if (Result<void> added = addCrossings(work, arrangement); !added) return added;
    const std::size_t most = maxPassCount(work);
    for (int round = 0; round < kMaxRoundCount; ++round)
    {
        std::vector<Hit> hits;
        Ticker ticker(work.progress, "resolving crossings", 2 * arrangement.nodes.size());
        const bool is_done = findHits(arrangement, false, most, ticker, hits) && findHits(arrangement, true, most, ticker, hits);
        if (hits.size() > most || (is_done && countBent(arrangement, hits) > most))
            return refuseNoise(work, "pass each other's points", most, arrangement.piecesOf(hits.back().edge)[0] >> 1);
        if (!is_done) break;
        std::sort(hits.begin(), hits.end());
        hits.erase(std::unique(hits.begin(), hits.end()), hits.end());
        if (round == 0) reportSlivers(work, arrangement, hits);
        bendEdges(work, arrangement, hits);
        const Cleanness cleanness = findContacts(arrangement, work.progress, starts);
        if (cleanness == Cleanness::clean) return {};
        if (cleanness == Cleanness::cancelled) break;
        if (round + 1 == kMaxRoundCount)
        {
            return makeError(ErrorCode::invalid_geometry, "The crossings of the rings could not be resolved on the lattice.");
        }
    }
    return makeCancelled("Building the scene");
}

} // namespace clearway::overlay
