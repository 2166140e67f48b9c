// SPDX-License-Identifier: MIT
// Eight neighbours at a time: which of them count, and those without gaps behind each other. With and without the instructions of
// newer processors the result is the same to the bit.
#pragma once
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "walkers/columns.h"

namespace clearway::walkers {

inline constexpr std::uint32_t kLanes = 8;
static_assert(kLanes <= Columns::kPadding);

// Vectors as g++ and clang know them, on every machine.
using Floats [[gnu::vector_size(kLanes * sizeof(float))]] = float;
using Ints [[gnu::vector_size(kLanes * sizeof(float))]] = std::int32_t;

template <typename Lanes, typename Number>
inline void loadLanes(Lanes& lanes, const Number* from)
{
    std::memcpy(&lanes, from, sizeof lanes);
}

/// The first `count` numbers, at most as many as there are lanes; 0 in the other lanes. For numbers behind which another thread
/// writes.
template <typename Lanes, typename Number>
inline void loadFirstLanes(Lanes& lanes, const Number* from, std::uint32_t count)
{
    if (count >= kLanes) return loadLanes(lanes, from);
    lanes = Lanes{};
    std::memcpy(&lanes, from, count * sizeof(Number));
}

template <typename Lanes, typename Number>
inline void storeLanes(Number* to, const Lanes& lanes)
{
    std::memcpy(to, &lanes, sizeof lanes);
}

/// Of each lane, correctly rounded.
inline void takeSquareRoots(Floats& lanes)
{
#ifdef __AVX2__
    lanes = std::bit_cast<Floats>(_mm256_sqrt_ps(std::bit_cast<__m256>(lanes)));
#else
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) lanes[lane] = std::sqrt(lanes[lane]);
#endif
}

inline constexpr Ints kOrdinals = {0, 1, 2, 3, 4, 5, 6, 7};

/// Where each picked neighbour is written.
struct PairColumns
{
    float* dx;
    float* dy;
    float* vx;
    float* vy;
};

/// The lanes that count, written behind each other from `found` on, in their order; eight elements may be written. Returns the
/// new number of those found.
inline std::size_t packOneByOne(const PairColumns& to, std::size_t found, const Floats& dx, const Floats& dy, const float* vx,
                                const float* vy, const Ints& counts)
{
    for (std::uint32_t lane = 0; lane < kLanes; ++lane)
    {
        to.dx[found] = dx[lane];
        to.dy[found] = dy[lane];
        to.vx[found] = vx[lane];
        to.vy[found] = vy[lane];
        found += counts[lane] != 0 ? 1u : 0u;
    }
    return found;
}

#ifdef __AVX2__
/// For each set of lanes: their numbers, one after the other, a byte each.
inline constexpr std::array<std::uint64_t, 256> kPicks = [] {
    std::array<std::uint64_t, 256> picks = {};
    for (std::uint64_t mask = 0; mask < 256; ++mask)
        for (std::uint64_t lane = 0, at = 0; lane < 8; ++lane)
            if (mask >> lane & 1) picks[mask] |= lane << (8 * at++);
    return picks;
}();

inline std::size_t pack(const PairColumns& to, std::size_t found, const Floats& dx, const Floats& dy, const float* vx,
                        const float* vy, const Ints& counts)
{
    const auto mask = static_cast<unsigned>(_mm256_movemask_ps(std::bit_cast<__m256>(counts)));
    const __m256i picks = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(static_cast<long long>(kPicks[mask])));
    const auto put = [&](float* column, __m256 lanes) {
        _mm256_storeu_ps(column + found, _mm256_permutevar8x32_ps(lanes, picks));
    };
    put(to.dx, std::bit_cast<__m256>(dx));
    put(to.dy, std::bit_cast<__m256>(dy));
    put(to.vx, _mm256_loadu_ps(vx));
    put(to.vy, _mm256_loadu_ps(vy));
    return found + static_cast<std::size_t>(std::popcount(mask));
}
#else
inline std::size_t pack(const PairColumns& to, std::size_t found, const Floats& dx, const Floats& dy, const float* vx,
                        const float* vy, const Ints& counts)
{
    return packOneByOne(to, found, dx, dy, vx, vy, counts);
}
#endif

/// Those of the run [begin, end) within range of `self`. An empty run costs as much as a short one: a branch that cannot be
/// foretold costs more.
inline std::size_t packRun(const Columns& columns, std::uint32_t self, std::uint32_t begin, std::uint32_t end, float quantum,
                           float range_sq, const PairColumns& to, std::size_t found)
{
    const std::int32_t x = columns.x[self], y = columns.y[self];
    std::uint32_t first = begin;
    do
    {
        Ints xs, ys;
        loadLanes(xs, columns.x + first);
        loadLanes(ys, columns.y + first);
        const Floats dx = __builtin_convertvector(xs - x, Floats) * quantum;
        const Floats dy = __builtin_convertvector(ys - y, Floats) * quantum;
        const Ints at = kOrdinals + static_cast<std::int32_t>(first);
        const Ints counts =
            (dx * dx + dy * dy < range_sq) & (at < static_cast<std::int32_t>(end)) & (at != static_cast<std::int32_t>(self));
        found = pack(to, found, dx, dy, columns.vx + first, columns.vy + first, counts);
        first += kLanes;
    } while (first < end);
    return found;
}

/// The same number `count` times; up to eight elements more may be written.
inline void fillLanes(float* to, std::size_t count, float value)
{
    const Floats lanes = Floats{} + value;
    std::size_t at = 0;
    do
    {
        std::memcpy(to + at, &lanes, sizeof lanes);
        at += kLanes;
    } while (at < count);
}

/// The sum of `count` numbers, which may be read up to eight elements further: in eight lanes, then those in pairs.
inline float addLanes(const float* from, std::uint32_t count)
{
    Floats sum = {};
    std::uint32_t at = 0;
    do
    {
        Floats values;
        loadLanes(values, from + at);
        const Ints counts = kOrdinals + static_cast<std::int32_t>(at) < static_cast<std::int32_t>(count);
        Ints bits;
        std::memcpy(&bits, &values, sizeof bits);
        bits &= counts;
        std::memcpy(&values, &bits, sizeof bits);
        sum += values;
        at += kLanes;
    } while (at < count);
    return ((sum[0] + sum[4]) + (sum[2] + sum[6])) + ((sum[1] + sum[5]) + (sum[3] + sum[7]));
}

/// Adds two pairs of 32 bits, each modulo 2^32: sums do not depend on their order.
inline std::uint64_t addHalves(std::uint64_t a, std::uint64_t b)
{
    constexpr std::uint64_t kLow = 0xffffffff;
    return ((a >> 32) + (b >> 32)) << 32 | ((a + b) & kLow);
}

/// Where the walkers at [begin, end) are, and how fast, as one number for addHalves(). Two hashes of 32 bits, eight walkers at a
/// time.
inline std::uint64_t hashMoves(const Columns& columns, std::uint32_t begin, std::uint32_t end, std::uint64_t tick)
{
    using Words [[gnu::vector_size(kLanes * sizeof(float))]] = std::uint32_t;
    const std::uint32_t salt = static_cast<std::uint32_t>(tick) * 0x9e3779b9u ^ static_cast<std::uint32_t>(tick >> 32);
    Words high = {}, low = {};
    for (std::uint32_t at = begin; at < end; at += kLanes)
    {
        Words x, y, vx, vy;
        Floats fx, fy;
        const std::uint32_t count = end - at;
        loadFirstLanes(x, columns.x + at, count);
        loadFirstLanes(y, columns.y + at, count);
        loadFirstLanes(fx, columns.vx + at, count);
        loadFirstLanes(fy, columns.vy + at, count);
        fx += 0.0F; // no -0
        fy += 0.0F;
        std::memcpy(&vx, &fx, sizeof vx);
        std::memcpy(&vy, &fy, sizeof vy);
        Words a = x * 0x85ebca6bu + y * 0xc2b2ae35u + vx * 0x27d4eb2fu + vy * 0x165667b1u + salt;
        Words b = x * 0x9e3779b1u + y * 0xcc9e2d51u + vx * 0x1b873593u + vy * 0xe6546b65u + salt;
        a = (a ^ (a >> 16)) * 0x7feb352du;
        b = (b ^ (b >> 15)) * 0x846ca68bu;
        a = (a ^ (a >> 15)) * 0x846ca68bu;
        b = (b ^ (b >> 16)) * 0x7feb352du;
        const Ints counts = kOrdinals < static_cast<std::int32_t>(count);
        Words mask;
        std::memcpy(&mask, &counts, sizeof mask);
        high += (a ^ (a >> 16)) & mask;
        low += (b ^ (b >> 16)) & mask;
    }
    std::uint32_t high_sum = 0, low_sum = 0;
    for (std::uint32_t lane = 0; lane < kLanes; ++lane)
    {
        high_sum += high[lane];
        low_sum += low[lane];
    }
    return std::uint64_t{high_sum} << 32 | low_sum;
}

} // namespace clearway::walkers
