// SPDX-License-Identifier: MIT
// Based on: R. Tarjan. A note on finding the bridges of a graph. 1974
// Departures: an own stack instead of recursion, since a maze is deeper than any call stack.
#include "path/dead_ends.h"

#include <algorithm>

namespace clearway {

/// A piece on the way down: which of its sides comes next, and the door through which it was entered.
struct DeadEnds::Visit
{
    std::uint32_t piece = 0;
    std::uint32_t next_side = 0;
    std::uint32_t entry_door = kNone;
};

DeadEnds::DeadEnds(const ClearanceMesh::Data& data) : block_(data.pieces.size(), kNone)
{
    std::vector<std::uint32_t> place(data.pieces.size(), kNone);
    for (std::uint32_t piece = 0; piece < data.pieces.size(); ++piece)
        if (place[piece] == kNone) visitFrom(data, piece, place);
    mark_.assign(parent_.size(), 0);
}

void DeadEnds::visitFrom(const ClearanceMesh::Data& data, std::uint32_t root, std::vector<std::uint32_t>& place)
{
    // In the order of discovery: `low` is the earliest piece that is reached without the door of entry.
    std::vector<std::uint32_t> order(1, root);
    std::vector<std::uint32_t> low(1, 0);
    std::vector<std::uint32_t> above(1, kNone); // the place in `order` of the piece from which each was entered
    place[root] = 0;
    std::vector<Visit> stack(1, {root, 0, kNone});
    while (!stack.empty())
    {
        Visit& visit = stack.back();
        const std::uint32_t here = place[visit.piece];
        const ClearanceMesh::Data::Piece& piece = data.pieces[visit.piece];
        if (visit.next_side == piece.side_count)
        {
            stack.pop_back();
            if (above[here] != kNone) low[above[here]] = std::min(low[above[here]], low[here]);
            continue;
        }
        const ClearanceMesh::Data::Side& side = data.sides[piece.first_side + visit.next_side++];
        if (side.neighbour == kNone || side.door == visit.entry_door) continue;
        if (const std::uint32_t there = place[side.neighbour]; there != kNone)
        {
            low[here] = std::min(low[here], there);
            continue;
        }
        const auto next = static_cast<std::uint32_t>(order.size());
        place[side.neighbour] = next;
        order.push_back(side.neighbour);
        low.push_back(next);
        above.push_back(here);
        stack.push_back({side.neighbour, 0, side.door});
    }
    // A piece that reaches nothing earlier than itself was entered over a bridge, and begins a block.
    for (std::uint32_t i = 0; i < order.size(); ++i)
    {
        const std::uint32_t parent_block = above[i] == kNone ? kNone : block_[order[above[i]]];
        if (low[i] < i)
        {
            block_[order[i]] = parent_block;
            continue;
        }
        block_[order[i]] = static_cast<std::uint32_t>(parent_.size());
        parent_.push_back(parent_block);
        depth_.push_back(parent_block == kNone ? 0 : depth_[parent_block] + 1);
    }
}

void DeadEnds::clear()
{
    if (++generation_ != 0) return;
    std::fill(mark_.begin(), mark_.end(), 0);
    generation_ = 1;
}

void DeadEnds::mark(std::uint32_t from, std::uint32_t to)
{
    std::uint32_t a = block_[from];
    std::uint32_t b = block_[to];
    while (a != b)
    {
        if (a == kNone || (b != kNone && depth_[a] < depth_[b])) std::swap(a, b);
        mark_[a] = generation_;
        a = parent_[a];
    }
    if (a != kNone) mark_[a] = generation_;
}

} // namespace clearway
