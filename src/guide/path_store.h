// SPDX-License-Identifier: MIT
// Paths of many agents in few large blocks: lists of words under a number. Blocks come in powers of two and are used again by
// lists of the same size; the memory grows by doubling and is never moved, so that readers need no lock. Any thread may add,
// remove and read; a list must not be read by one thread while another removes it.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "base/scratch_pool.h"

namespace clearway {

class PathStore
{
public:
    /// The number of a copy of `words`; never 0. 0 when there is no room for more (2^34 words).
    std::uint32_t add(std::span<const std::uint32_t> words);
    std::span<const std::uint32_t> find(std::uint32_t id) const;
    /// Soon find(id) will be called.
    void prepare(std::uint32_t id) const;
    /// 0: nothing happens.
    void remove(std::uint32_t id);

    std::size_t memoryBytes() const;

private:
    // Numbers count units of four words; chunk k holds 2^(kFirstBits + k) units and comes after the smaller ones.
    static constexpr int kUnitWords = 4;
    static constexpr int kFirstBits = 13;
    static constexpr int kChunkCount = 19;
    static constexpr int kClassCount = 32;

    std::uint32_t* wordsOf(std::uint32_t id) const;
    std::uint32_t takeFresh(std::uint64_t unit_count);

    mutable ShortLock lock_;
    std::array<std::unique_ptr<std::uint32_t[]>, kChunkCount> chunks_;
    std::array<std::uint32_t, kClassCount> free_ = {}; ///< per class: the first free block, whose first word names the next
    int chunk_ = -1;                                   ///< the one that is being used up
    std::uint64_t used_ = 0;                           ///< units of it
    std::size_t bytes_ = 0;
};

} // namespace clearway
