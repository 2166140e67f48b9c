// SPDX-License-Identifier: MIT
// Distances from a few vertices at the rim of the map to all others: the difference of two of them is a lower bound of the way
// between their vertices, which leads a search far better than the straight distance.
// Based on: A. V. Goldberg, C. Harrelson. Computing the shortest path: A* search meets graph theory. 2005 (ALT)
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "walkers/rows.h"

namespace clearway::walkers {

class Landmarks
{
public:
    static constexpr int kCount = 16;
    using Distances = std::array<float, kCount>; ///< along links; infinite where no way leads

    /// Chooses them far from each other. O(kCount * n log n).
    explicit Landmarks(const Rows& rows);

    const Distances& at(std::uint32_t vertex) const { return distances_[vertex]; }
    std::size_t memoryBytes() const { return distances_.capacity() * sizeof(Distances); }

private:
    std::vector<Distances> distances_;
};

} // namespace clearway::walkers
