// SPDX-License-Identifier: MIT
// Maximum spanning forest that answers "what is the narrowest edge on the widest way from u to v" in O(log n).
// Trees are joined by size, without path compression, so they are O(log n) deep, and links get narrower toward the root: climbing
// the wider link first reaches the meeting point over exactly the links that matter.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

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
    static constexpr std::uint32_t kNone = 0xffffffffu;

    BottleneckForest() = default;
    BottleneckForest(std::uint32_t node_count, std::span<const Link> links);

    /// The index of the narrowest link on the widest way, kNone when u and v are not connected. u must differ from v.
    std::uint32_t findNarrowest(std::uint32_t u, std::uint32_t v) const;

private:
    std::vector<std::uint32_t> parent_; ///< a root is its own parent
    std::vector<std::uint32_t> link_;   ///< index of the link to the parent
    std::vector<std::uint32_t> rank_; ///< the place of that link in the order from wide to narrow; a root has the largest number
};

} // namespace clearway
