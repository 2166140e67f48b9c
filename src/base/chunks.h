// SPDX-License-Identifier: MIT
// Loops over large arrays in chunks whose size depends on the length alone, so that what a chunk computes is the same for any
// number of workers; and arrays that are not cleared before they are filled.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <clearway/base/tasks.h>

namespace clearway {

/// An array of a fixed length whose elements hold nothing until written.
template <typename T>
class Buffer
{
    static_assert(std::is_trivially_copyable_v<T>);

public:
    Buffer() = default;
    explicit Buffer(std::size_t size) : items_(static_cast<T*>(::operator new(size * sizeof(T)))), size_(size), capacity_(size) {}

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    T* data() { return items_.get(); }
    const T* data() const { return items_.get(); }
    T& operator[](std::size_t i) { return items_.get()[i]; }
    const T& operator[](std::size_t i) const { return items_.get()[i]; }
    std::span<T> span() { return {items_.get(), size_}; }
    std::span<const T> span() const { return {items_.get(), size_}; }
    /// Forgets the elements past `size`; the memory stays.
    void shrink(std::size_t size) { size_ = std::min(size, size_); }
    /// Keeps the elements that fit; new ones hold nothing. Grows by half at least, so that growing by one is cheap.
    void resize(std::size_t size)
    {
        if (size > capacity_)
        {
            Buffer larger(std::max(size, capacity_ + capacity_ / 2 + 16));
            std::copy(items_.get(), items_.get() + size_, larger.items_.get());
            *this = std::move(larger);
        }
        size_ = size;
    }

private:
    struct Release
    {
        void operator()(T* items) const { ::operator delete(items); }
    };
    std::unique_ptr<T, Release> items_;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

/// Makes an array hold what another, or a span, holds; memory that it has is used again.
template <typename From, typename To>
void copyInto(const From& from, To& to)
{
    to.resize(from.size());
    std::copy(from.data(), from.data() + from.size(), to.data());
}

struct Chunk
{
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t index = 0;
};

/// How many chunks a loop over `count` items has: at most 64, none but the last smaller than `least`.
inline std::size_t countChunks(std::size_t count, std::size_t least = 4096)
{
    return std::clamp<std::size_t>(count / least, 1, 64);
}

/// Calls visit(Chunk) for each chunk of [0, count).
template <typename Visit>
void forChunks(const TaskHook& hook, std::size_t count, Visit&& visit, std::size_t least = 4096)
{
    const std::size_t chunks = countChunks(count, least);
    const auto run = [&](int index) {
        const auto i = static_cast<std::size_t>(index);
        visit(Chunk{count * i / chunks, count * (i + 1) / chunks, i});
    };
    if (chunks == 1)
        run(0);
    else
        runTasks(hook, static_cast<int>(chunks), run);
}

/// Items grouped by bucket, in rising order inside each.
struct Buckets
{
    Buffer<std::uint32_t> items;
    std::vector<std::uint32_t> begin; ///< bucket_count + 1
};

/// Sorts 0 … count-1 by bucketOf(i) < bucket_count; stable. One pass of a radix sort, counted and written in chunks.
template <typename BucketOf>
Buckets sortIntoBuckets(const TaskHook& hook, std::size_t count, std::size_t bucket_count, BucketOf&& bucketOf)
{
    Buckets buckets{Buffer<std::uint32_t>(count), std::vector<std::uint32_t>(bucket_count + 1)};
    const std::size_t chunks = countChunks(count, 8192);
    std::vector<std::uint32_t> at(chunks * bucket_count);
    forChunks(
        hook, count,
        [&](const Chunk& chunk) {
            std::uint32_t* const counts = &at[chunk.index * bucket_count];
            for (std::size_t i = chunk.begin; i < chunk.end; ++i) ++counts[bucketOf(i)];
        },
        8192);
    std::uint32_t total = 0;
    for (std::size_t b = 0; b < bucket_count; ++b)
    {
        buckets.begin[b] = total;
        for (std::size_t c = 0; c < chunks; ++c) total += std::exchange(at[c * bucket_count + b], total);
    }
    buckets.begin[bucket_count] = total;
    forChunks(
        hook, count,
        [&](const Chunk& chunk) {
            std::uint32_t* const next = &at[chunk.index * bucket_count];
            for (std::size_t i = chunk.begin; i < chunk.end; ++i)
                buckets.items[next[bucketOf(i)]++] = static_cast<std::uint32_t>(i);
        },
        8192);
    return buckets;
}

} // namespace clearway
