// SPDX-License-Identifier: MIT
// Streams: in which directions people walk, square by square. An agent sees its nearest neighbours; here it can look
// farther, to notice in time that people come against it. The order in which agents are entered does not matter, and the squares
// follow from the ground alone: parts of a crowd see the same.
#pragma once
#include <cstdint>
#include <vector>

#include "crowd/columns.h"

namespace clearway {

class StreamMap
{
public:
    /// Enters everybody who walks.
    void build(const AgentColumns& agents, const Box2& bounds, int layer_count);
    /// Whether anybody walks against `direction` in the square of a point.
    bool hasAgainst(Vec2 point, std::uint32_t layer, Vec2 direction) const;
    /// Side of a square on a ground of this size: 2 m, more where there would be over 2^20 of them.
    static double computeSquare(const Box2& bounds, int layer_count);

    std::size_t memoryBytes() const { return sectors_.capacity(); }

private:
    static constexpr int kSectors = 8;
    static int sectorOf(Vec2 direction);
    std::size_t squareOf(Vec2 point, std::uint32_t layer) const;

    Vec2 origin_;
    double inverse_size_ = 0;
    int columns_ = 0;
    int rows_ = 0;
    std::vector<std::uint8_t> sectors_; ///< a bit for each direction in which somebody walks
};

} // namespace clearway
