// SPDX-License-Identifier: MIT
// Streams: how many people walk in which direction, square by square. An agent sees its nearest neighbours; here it can look
// farther, to notice in time that people come against it. Counts only: the order in which agents are entered does not matter.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "crowd/columns.h"

namespace clearway {

class StreamMap
{
public:
    /// Enters everybody who walks.
    void build(const AgentColumns& agents, const Box2& bounds, int layer_count);
    /// How many walk against `direction` in the square of a point.
    std::uint32_t countAgainst(Vec2 point, std::uint32_t layer, Vec2 direction) const;

    static constexpr double kSquare = 2; ///< side of a square where there are not too many; metres

    std::size_t memoryBytes() const { return counts_.capacity() * sizeof(Counts); }

private:
    static constexpr int kSectors = 8;
    using Counts = std::array<std::uint16_t, kSectors>;
    static int sectorOf(Vec2 direction);
    std::size_t squareOf(Vec2 point, std::uint32_t layer) const;

    Vec2 origin_;
    double inverse_size_ = 0;
    int columns_ = 0;
    int rows_ = 0;
    std::vector<Counts> counts_;
};

} // namespace clearway
