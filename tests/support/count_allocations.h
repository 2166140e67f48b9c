// SPDX-License-Identifier: MIT
// Counts what a test program allocates: include it in exactly one of its sources. Every form that may be asked for is replaced,
// so that what one form gives another may take back.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace clearway::test {

inline std::atomic<long> allocation_count{0};
inline std::atomic<std::size_t> allocated_bytes{0}; ///< in all; what was given back is not taken off

inline void* allocateAndCount(std::size_t size)
{
    ++allocation_count;
    allocated_bytes += size;
    if (void* p = std::malloc(size ? size : 1)) return p;
    std::abort();
}

} // namespace clearway::test

// Not inlined: where the compiler sees only one half of a pair, it takes the other for a mistake.
[[gnu::noinline]] void* operator new(std::size_t size) { return clearway::test::allocateAndCount(size); }
[[gnu::noinline]] void* operator new[](std::size_t size) { return clearway::test::allocateAndCount(size); }
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept
{
    return clearway::test::allocateAndCount(size);
}
[[gnu::noinline]] void* operator new[](std::size_t size, const std::nothrow_t&) noexcept
{
    return clearway::test::allocateAndCount(size);
}
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete[](void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete[](void* p, std::size_t) noexcept { std::free(p); }
