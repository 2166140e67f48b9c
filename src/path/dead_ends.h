// SPDX-License-Identifier: MIT
// Which pieces a shortest path of a point can cross: a part of the mesh behind a door that is the only way in is left where it is
// entered, so a shortest path goes there only when it starts or ends there.
// A door is such a bridge when the graph of pieces and doors falls apart without it. What hangs together without bridges is a
// block, and the blocks form a tree: the path crosses the blocks between its ends, and no other.
// O(pieces + doors) once, then the number of blocks on the way per question. A mesh without dead ends is one block.
#pragma once
#include <cstdint>
#include <vector>

#include "clearance/data.h"

namespace clearway {

class DeadEnds
{
public:
    explicit DeadEnds(const ClearanceMesh::Data& data);

    /// Forgets what was marked.
    void clear();
    /// Marks what lies between two pieces.
    void mark(std::uint32_t from, std::uint32_t to);
    bool isMarked(std::uint32_t piece) const { return mark_[block_[piece]] == generation_; }

private:
    struct Visit;
    /// `place` is where each piece stands in the order of discovery, or kNone.
    void visitFrom(const ClearanceMesh::Data& data, std::uint32_t root, std::vector<std::uint32_t>& place);

    std::vector<std::uint32_t> block_;  ///< per piece
    std::vector<std::uint32_t> parent_; ///< per block: the next one toward the root of its tree, or kNone
    std::vector<std::uint32_t> depth_;  ///< per block
    std::vector<std::uint32_t> mark_;   ///< per block: the generation in which it was marked
    std::uint32_t generation_ = 1;
};

} // namespace clearway
