// SPDX-License-Identifier: MIT
#include "arrangement.h"

#include <algorithm>

#include "lattice.h"

namespace clearway::overlay {

namespace {

/// Sorts as its position does; ties by number.
struct SortedNode
{
    std::uint64_t key;
    std::uint32_t number;

    friend bool operator<(const SortedNode& a, const SortedNode& b)
    {
        return a.key != b.key ? a.key < b.key : a.number < b.number;
    }
};

} // namespace

static std::uint64_t computeKey(LatticePoint p)
{
    const auto biased = [](std::int32_t v) { return static_cast<std::uint32_t>(v) ^ 0x80000000u; };
    return std::uint64_t{biased(p.x)} << 32 | biased(p.y);
}

/// Fills the nodes of `result`; returns for each loose node its number.
static std::vector<std::uint32_t> numberNodes(const std::vector<LooseNode>& nodes, bool has_heights, Arrangement& result)
{
    std::vector<SortedNode> sorted(nodes.size());
    for (std::uint32_t i = 0; i < nodes.size(); ++i) sorted[i] = {computeKey(nodes[i].position), i};
    std::sort(sorted.begin(), sorted.end());

    std::vector<std::uint32_t> number(nodes.size());
    result.nodes.reserve(nodes.size());
    result.ring_point.reserve(nodes.size());
    for (std::size_t i = 0; i < sorted.size(); ++i)
    {
        const LooseNode& node = nodes[sorted[i].number];
        if (i == 0 || sorted[i].key != sorted[i - 1].key)
        {
            result.nodes.push_back(node.position);
            result.ring_point.push_back(node.ring_point);
            if (has_heights) result.height.push_back(node.height);
        }
        else
            result.ring_point.back() = std::min(result.ring_point.back(), node.ring_point);
        number[sorted[i].number] = static_cast<std::uint32_t>(result.nodes.size() - 1);
    }
    return number;
}

/// Fills the edges of `result` from pieces that are numbered and directed.
static void uniteEdges(std::vector<Piece>& pieces, bool may_repeat, Arrangement& result)
{
    if (may_repeat)
    {
        std::sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) {
            if (a.edge.low != b.edge.low) return a.edge.low < b.edge.low;
            return a.edge.high != b.edge.high ? a.edge.high < b.edge.high : a.source < b.source;
        });
    }
    result.edges.reserve(pieces.size());
    result.pieces.reserve(pieces.size());
    result.first_piece.reserve(pieces.size() + 1);
    for (const Piece& piece : pieces)
    {
        if (result.edges.empty() || result.edges.back() != piece.edge)
        {
            result.edges.push_back(piece.edge);
            result.first_piece.push_back(static_cast<std::uint32_t>(result.pieces.size()));
        }
        result.pieces.push_back(piece.source);
    }
    result.first_piece.push_back(static_cast<std::uint32_t>(result.pieces.size()));
}

/// Sorts the half-edges around every node.
static void sortRotations(Arrangement& result)
{
    const std::uint32_t node_count = static_cast<std::uint32_t>(result.nodes.size());
    result.first_out.assign(node_count + 2, 0);
    for (const Edge& edge : result.edges) ++result.first_out[edge.low + 2], ++result.first_out[edge.high + 2];
    for (std::uint32_t i = 2; i < result.first_out.size(); ++i) result.first_out[i] += result.first_out[i - 1];
    result.out.resize(result.edges.size() * 2);
    for (std::uint32_t e = 0; e < result.edges.size(); ++e)
    {
        result.out[result.first_out[result.edges[e].low + 1]++] = 2 * e;
        result.out[result.first_out[result.edges[e].high + 1]++] = 2 * e + 1;
    }
    result.first_out.pop_back();

    for (std::uint32_t node = 0; node < node_count; ++node)
    {
        const auto begin = result.out.begin() + result.first_out[node], end = result.out.begin() + result.first_out[node + 1];
        const LatticePoint center = result.nodes[node];
        // An even half-edge leaves towards a larger node: its angle is in (-90°, 90°]. The others follow.
        const auto precedes = [&](std::uint32_t a, std::uint32_t b) {
            if ((a & 1) != (b & 1)) return (a & 1) < (b & 1);
            return cross(center, result.nodes[result.head(a)], result.nodes[result.head(b)]) > 0;
        };
        if (end - begin == 2)
        {
            if (precedes(begin[1], begin[0])) std::swap(begin[0], begin[1]);
        }
        // Two edges in the same direction are possible until crossings are resolved; the number decides.
        else
            std::sort(begin, end, [&](std::uint32_t a, std::uint32_t b) { return precedes(a, b) || (!precedes(b, a) && a < b); });
    }
}

Arrangement buildArrangement(std::vector<LooseNode> nodes, std::vector<Piece> pieces, bool has_heights)
{
    Arrangement result;
    const std::vector<std::uint32_t> number = numberNodes(nodes, has_heights, result);
    // Rings that share no point share no edge: the common case of clean input needs no second sort.
    bool may_repeat = result.nodes.size() < nodes.size();
    for (std::uint32_t i = 0; i < pieces.size() && !may_repeat; ++i) may_repeat = pieces[i].edge.low != i;
    nodes = {};
    for (Piece& piece : pieces)
    {
        piece.edge = {number[piece.edge.low], number[piece.edge.high]};
        if (piece.edge.low > piece.edge.high)
        {
            std::swap(piece.edge.low, piece.edge.high);
            piece.source ^= 1;
        }
    }
    uniteEdges(pieces, may_repeat, result);
    sortRotations(result);
    return result;
}

} // namespace clearway::overlay
