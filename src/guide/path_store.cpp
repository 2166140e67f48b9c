// SPDX-License-Identifier: MIT
#include "guide/path_store.h"

#include <algorithm>
#include <bit>
#include <mutex>

namespace clearway {

// A block of class c has 2^c units. Its first word is the number of words that follow.

std::uint32_t* PathStore::wordsOf(std::uint32_t id) const
{
    const std::uint64_t unit = std::uint64_t{id} - 1;
    const int chunk = static_cast<int>(std::bit_width((unit >> kFirstBits) + 1)) - 1;
    const std::uint64_t before = ((std::uint64_t{1} << chunk) - 1) << kFirstBits;
    return chunks_[static_cast<std::size_t>(chunk)].get() + (unit - before) * kUnitWords;
}

/// Units that were never used; 0 when there are none left.
std::uint32_t PathStore::takeFresh(std::uint64_t unit_count)
{
    const auto size = [](int chunk) { return std::uint64_t{1} << (kFirstBits + chunk); };
    while (chunk_ < 0 || used_ + unit_count > size(chunk_))
    {
        if (chunk_ + 1 == kChunkCount) return 0;
        ++chunk_;
        used_ = 0;
        if (unit_count > size(chunk_)) continue;
        chunks_[static_cast<std::size_t>(chunk_)].reset(new std::uint32_t[size(chunk_) * kUnitWords]);
        bytes_ += size(chunk_) * kUnitWords * sizeof(std::uint32_t);
    }
    const std::uint64_t before = ((std::uint64_t{1} << chunk_) - 1) << kFirstBits;
    const std::uint64_t id = before + used_ + 1;
    used_ += unit_count;
    return static_cast<std::uint32_t>(id);
}

std::uint32_t PathStore::add(std::span<const std::uint32_t> words)
{
    const std::uint64_t units = (words.size() + 1 + kUnitWords - 1) / kUnitWords;
    const int size_class = static_cast<int>(std::bit_width(units - 1));
    if (size_class >= kFirstBits + kChunkCount) return 0;
    std::uint32_t id = 0;
    {
        const std::lock_guard<ShortLock> guard(lock_);
        id = free_[static_cast<std::size_t>(size_class)];
        if (id != 0)
            free_[static_cast<std::size_t>(size_class)] = *wordsOf(id);
        else
            id = takeFresh(std::uint64_t{1} << size_class);
    }
    if (id == 0) return 0;
    std::uint32_t* const block = wordsOf(id);
    block[0] = static_cast<std::uint32_t>(words.size());
    std::copy(words.begin(), words.end(), block + 1);
    return id;
}

std::span<const std::uint32_t> PathStore::find(std::uint32_t id) const
{
    if (id == 0) return {};
    const std::uint32_t* const block = wordsOf(id);
    return {block + 1, block[0]};
}

void PathStore::prepare(std::uint32_t id) const
{
#if defined(__GNUC__)
    if (id != 0) __builtin_prefetch(wordsOf(id));
#else
    static_cast<void>(id);
#endif
}

void PathStore::remove(std::uint32_t id)
{
    if (id == 0) return;
    std::uint32_t* const block = wordsOf(id);
    const std::uint64_t units = (std::uint64_t{block[0]} + 1 + kUnitWords - 1) / kUnitWords;
    const auto size_class = static_cast<std::size_t>(std::bit_width(units - 1));
    const std::lock_guard<ShortLock> guard(lock_);
    block[0] = free_[size_class];
    free_[size_class] = id;
}

std::size_t PathStore::memoryBytes() const
{
    const std::lock_guard<ShortLock> guard(lock_);
    return sizeof(*this) + bytes_;
}

} // namespace clearway
