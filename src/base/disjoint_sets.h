// SPDX-License-Identifier: MIT
// DisjointSets: the numbers 0 to n - 1 in sets that are joined one after the other. The first number of a set stands for it.
// Based on: R. Tarjan, J. van Leeuwen. Worst-case analysis of set union algorithms. 1984 (path halving)
#pragma once
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace clearway {

class DisjointSets
{
public:
    explicit DisjointSets(std::size_t count = 0) { reset(count); }
    /// Each number alone.
    void reset(std::size_t count)
    {
        parents_.resize(count);
        std::iota(parents_.begin(), parents_.end(), 0u);
    }
    std::size_t size() const { return parents_.size(); }
    /// The first number of the set.
    std::uint32_t find(std::uint32_t item)
    {
        while (parents_[item] != item) item = parents_[item] = parents_[parents_[item]];
        return item;
    }
    void join(std::uint32_t a, std::uint32_t b)
    {
        a = find(a);
        b = find(b);
        parents_[std::max(a, b)] = std::min(a, b);
    }

private:
    std::vector<std::uint32_t> parents_;
};

} // namespace clearway
