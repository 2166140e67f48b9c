// SPDX-License-Identifier: MIT
// Arrangement: the edges of a layer's rings as a plane graph on the lattice, and the faces between them.
// Nodes are numbered by x, then y, so comparing numbers compares places. An edge joins its lower node `low` with `high`;
// half-edge 2e runs from low to high, 2e + 1 back. An edge remembers every ring edge (piece) that runs along it.
#pragma once
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <clearway/base/none.h>
#include <clearway/scene/frame.h>

namespace clearway::overlay {

/// A node before it is numbered: where it is and which ring point (of LayerRings) it stands for, or kNone for a crossing.
struct LooseNode
{
    LatticePoint position;
    std::uint32_t ring_point = kNone;
    double height = 0; ///< of a crossing
};

struct Edge
{
    std::uint32_t low;
    std::uint32_t high;

    friend bool operator==(Edge, Edge) = default;
};

/// An edge as part of a ring. `source` is twice the ring point at which the ring's own edge starts, plus 1 if that edge runs from
/// high to low.
struct Piece
{
    Edge edge;
    std::uint32_t source;
};

struct Arrangement
{
    std::vector<LatticePoint> nodes;
    std::vector<std::uint32_t> ring_point;  ///< of each node: the first ring point there, or kNone
    std::vector<double> height;             ///< of each node without ring point; empty when the input has no heights
    std::vector<Edge> edges;                ///< all different
    std::vector<std::uint32_t> first_piece; ///< of each edge; one more at the end
    std::vector<std::uint32_t> pieces;      ///< sources
    std::vector<std::uint32_t> first_out;   ///< of each node; one more at the end
    std::vector<std::uint32_t> out; ///< half-edges that leave a node, counter-clockwise, starting just after straight down

    std::uint32_t tail(std::uint32_t half_edge) const
    {
        const Edge edge = edges[half_edge >> 1];
        return half_edge & 1 ? edge.high : edge.low;
    }
    std::uint32_t head(std::uint32_t half_edge) const { return tail(half_edge ^ 1); }
    std::span<const std::uint32_t> outOf(std::uint32_t node) const
    {
        return {out.data() + first_out[node], out.data() + first_out[node + 1]};
    }
    std::span<const std::uint32_t> piecesOf(std::uint32_t edge) const
    {
        return {pieces.data() + first_piece[edge], pieces.data() + first_piece[edge + 1]};
    }
    LatticePoint low(std::uint32_t edge) const { return nodes[edges[edge].low]; }
    LatticePoint high(std::uint32_t edge) const { return nodes[edges[edge].high]; }
};

/// Numbers the nodes, unites equal ones and equal edges. The edges of `pieces` refer to `nodes` in any order of their ends;
/// `source` tells which way (bit 0: the ring edge runs from edge.high to edge.low).
Arrangement buildArrangement(std::vector<LooseNode> nodes, std::vector<Piece> pieces, bool has_heights);

} // namespace clearway::overlay
