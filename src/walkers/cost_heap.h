// SPDX-License-Identifier: MIT
// Vertices that wait in a search: the cheapest on top, of equal ones that with the smallest number.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace clearway::walkers {

class CostHeap
{
public:
    void clear() { keys_.clear(); }
    bool isEmpty() const { return keys_.empty(); }
    float leastCost() const { return costOf(keys_.front()); }
    /// cost >= 0
    void push(float cost, std::uint32_t vertex)
    {
        // Floats from 0 on compare like their bits.
        keys_.push_back(std::uint64_t{std::bit_cast<std::uint32_t>(cost)} << 32 | vertex);
        std::push_heap(keys_.begin(), keys_.end(), std::greater<>());
    }
    std::pair<float, std::uint32_t> pop()
    {
        const std::uint64_t key = keys_.front();
        std::pop_heap(keys_.begin(), keys_.end(), std::greater<>());
        keys_.pop_back();
        return {costOf(key), static_cast<std::uint32_t>(key)};
    }
    std::size_t memoryBytes() const { return keys_.capacity() * sizeof(std::uint64_t); }

private:
    static float costOf(std::uint64_t key) { return std::bit_cast<float>(static_cast<std::uint32_t>(key >> 32)); }

    std::vector<std::uint64_t> keys_;
};

} // namespace clearway::walkers
