// SPDX-License-Identifier: MIT
// Maximum spanning forest that answers "what is the narrowest link on the widest way from u to v" in constant time.
// Joining trees from the widest link to the narrowest, each as a row of nodes put behind the other, leaves every link as the gap
// between two rows: the narrowest link on the way between two nodes is the narrowest gap between their places in the last row.
// Blocks of sixteen gaps with a table over the blocks find that, in about eleven bytes per node.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include <clearway/base/none.h>

namespace clearway {

class BottleneckForest
{
public:
    struct Link
    {
        std::uint32_t u = 0;
        std::uint32_t v = 0;
        double width = 0;
    };

    BottleneckForest() = default;
    BottleneckForest(std::uint32_t node_count, std::span<const Link> links);

    /// The index of the narrowest link on the widest way, kNone when u and v are not connected. u must differ from v.
    std::uint32_t findNarrowest(std::uint32_t u, std::uint32_t v) const;

    std::size_t memoryBytes() const;

private:
    static constexpr std::uint32_t kBlock = 16;

    void buildTable();

    std::vector<std::uint32_t> order_;              ///< the links from wide to narrow
    std::vector<std::uint32_t> place_;              ///< of each node in the row
    std::vector<std::uint32_t> gaps_;               ///< after each place: how-manieth in order_, or kNone between trees
    std::vector<std::vector<std::uint32_t>> table_; ///< the largest gap of 2^level blocks from each block on
};

} // namespace clearway
