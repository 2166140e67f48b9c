// SPDX-License-Identifier: MIT
// Landmarks: distances from a few far vertices to all others, from which follows how far apart any two are at least.
// Based on: A. V. Goldberg, C. Harrelson. Computing the shortest path: A* search meets graph theory. 2005. Metres.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <clearway/corridor/corridor_map.h>

namespace clearway::corridor {

/// Over the edges that are not branches, whatever their clearance: no smaller graph has a shorter way. 4 bytes for each vertex
/// and landmark.
class Landmarks
{
public:
    static constexpr std::uint32_t kMost = 16;
    static constexpr float kFar = -1; ///< of a vertex that a landmark does not reach

    Landmarks() = default;
    /// The first is as far as can be from vertex 0 of the largest component, each other as far as can be from those before it.
    Landmarks(const CorridorMap::Data& data, std::uint32_t count);

    std::uint32_t count() const { return count_; }
    std::span<const float> of(std::uint32_t vertex) const { return {distances_.data() + std::size_t{vertex} * count_, count_}; }
    /// Never more than the length of a way between two vertices.
    static double computeBound(std::span<const float> a, std::span<const float> b)
    {
        float bound = 0;
        for (std::size_t i = 0; i < a.size(); ++i)
        {
            if (a[i] < 0 || b[i] < 0) continue;
            const float apart = a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];
            const float spare = (a[i] + b[i]) * 0x1p-22f; // what rounding to float may have added
            if (apart - spare > bound) bound = apart - spare;
        }
        return static_cast<double>(bound);
    }
    std::size_t memoryBytes() const { return distances_.capacity() * sizeof(float); }

private:
    std::uint32_t count_ = 0;
    std::vector<float> distances_; ///< by vertex, then by landmark
};

} // namespace clearway::corridor
