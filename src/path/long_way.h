// SPDX-License-Identifier: MIT
// Ways that are too long and winding for the search. Through clutter it looks at nearly everything that is as near to the goal as
// the crow flies before it believes that the way round is so long. A way along the Voronoi diagram is found at once. Short
// searches from stop to stop on it tell which pieces it leads through, and a search that keeps to these pulls it taut: the path
// cannot be made shorter by moving it a little, but another one may be shorter.
#pragma once
#include <vector>

#include <clearway/clearance/clearance_mesh.h>

#include "path/search.h"

namespace clearway {

class LongWay
{
public:
    LongWay(const ClearanceMesh& clearance, Search& search) : clearance_(clearance), search_(search) {}

    /// Whether there is such a way for `question`, from one place to another; the search holds it then. Makes at most twice
    /// `max_nodes` of the question.
    bool find(const Place& from, const Place& to, const Search::Question& question);
    std::uint64_t expandedCount() const { return expanded_; }

private:
    void listStops(const Place& from, const Place& to, double radius);
    bool markPieces(const Place& from, const Search::Question& question);
    Search::Outcome run(const Search::Question& question);

    const ClearanceMesh& clearance_;
    Search& search_;
    std::vector<Place> stops_;            ///< on the way; the last is the goal
    std::vector<std::uint8_t> is_on_way_; ///< per piece
    std::uint64_t expanded_ = 0;
};

/// The convex piece of its cell in which a place lies, or to which it is nearest.
std::uint32_t findPiece(const ClearanceMesh::Data& data, const Place& place);

} // namespace clearway
