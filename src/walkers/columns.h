// SPDX-License-Identifier: MIT
// The walkers as columns: what is looked at in every tick, in the order of the grid.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace clearway::walkers {

/// What neighbours do not see.
struct Card
{
    std::uint32_t slot = 0;
    std::uint32_t ball = 0; ///< to which the walker is drawn
    std::uint32_t last = 0; ///< the ball where its link ends, or the way
    std::uint32_t cell = 0; ///< of the grid; kNone when the walker is gone
};

class Columns
{
public:
    /// Columns may be read so many elements past their end.
    static constexpr std::size_t kPadding = 16;

    /// Keeps the contents.
    void reserve(std::size_t capacity);
    std::size_t capacity() const { return capacity_; }
    std::size_t memoryBytes() const { return bytes_; }

    std::int32_t* x = nullptr; ///< lattice
    std::int32_t* y = nullptr;
    float* vx = nullptr; ///< m/s
    float* vy = nullptr;
    Card* card = nullptr;

private:
    std::unique_ptr<std::byte[]> memory_;
    std::size_t capacity_ = 0;
    std::size_t bytes_ = 0;
};

} // namespace clearway::walkers
