// SPDX-License-Identifier: MIT
#include "walkers/columns.h"

#include <cstring>

namespace clearway::walkers {

void Columns::reserve(std::size_t capacity)
{
    if (capacity <= capacity_) return;
    // Columns that start at the same place of a page fall into the same few lines of the cache: each starts a little later.
    constexpr std::size_t kStagger = 4096 + 320;
    const std::size_t count = capacity + kPadding;
    const std::size_t narrow = (count * sizeof(float) + 63) / 64 * 64 + kStagger;
    bytes_ = 4 * narrow + count * sizeof(Card) + 64;
    auto memory = std::make_unique<std::byte[]>(bytes_); // zero: what is read past the end must be numbers
    std::byte* at = memory.get() + (64 - reinterpret_cast<std::uintptr_t>(memory.get()) % 64) % 64;
    const auto move = [&](auto*& column, std::size_t size) {
        auto* const to = reinterpret_cast<std::remove_reference_t<decltype(column)>>(at);
        if (column) std::memcpy(to, column, capacity_ * sizeof(*column));
        column = to;
        at += size;
    };
    move(x, narrow);
    move(y, narrow);
    move(vx, narrow);
    move(vy, narrow);
    move(card, 0);
    memory_ = std::move(memory);
    capacity_ = capacity;
}

} // namespace clearway::walkers
