// SPDX-License-Identifier: MIT
// Four doubles at a time in the vectors that g++ and clang know on every machine. A block of 4 x 8 numbers of the product stays
// in registers while both tiles are read through.
#include "potential/tile_kernels.h"

#include <bit>
#include <cstdint>

namespace clearway {
namespace {

using Four [[gnu::vector_size(32)]] = double;
using FourInts [[gnu::vector_size(32)]] = std::int64_t;
/// The same four numbers wherever they lie in an array.
using FourInPlace [[gnu::vector_size(32), gnu::aligned(8), gnu::may_alias]] = double;

// By reference: how vectors are passed by value differs between machines.
inline const FourInPlace& load(const double* from) { return *reinterpret_cast<const FourInPlace*>(from); }
inline FourInPlace& place(double* to) { return *reinterpret_cast<FourInPlace*>(to); }
inline double sumOf(const FourInPlace& v) { return (v[0] + v[1]) + (v[2] + v[3]); }

/// The 4 x 8 block at (i, j) of c: four rows of two vectors.
struct Block
{
    Four c00, c01, c10, c11, c20, c21, c30, c31;

    void add(const TilePair& pair, std::int32_t i, std::int32_t j)
    {
        const double* a = pair.a + i;
        const double* b = pair.b + j;
        for (std::int32_t k = 0; k < pair.depth; ++k, a += kTile, b += kTile)
        {
            const Four b0 = load(b), b1 = load(b + 4);
            c00 += a[0] * b0;
            c01 += a[0] * b1;
            c10 += a[1] * b0;
            c11 += a[1] * b1;
            c20 += a[2] * b0;
            c21 += a[2] * b1;
            c30 += a[3] * b0;
            c31 += a[3] * b1;
        }
    }
};

} // namespace

TileBlock::TileBlock(std::size_t row_count) : count_(row_count)
{
    if (row_count == 0) return;
    constexpr std::size_t kAlignment = 64 / sizeof(double);
    storage_ = std::make_unique_for_overwrite<double[]>(row_count * kTile + kAlignment);
    const auto address = reinterpret_cast<std::uintptr_t>(storage_.get());
    first_ = storage_.get() + (64 - address % 64) % 64 / sizeof(double);
}

void addProducts(double* c, const TilePair* pairs, std::int32_t pair_count, std::int32_t rows, std::int32_t columns)
{
    for (std::int32_t i = 0; i < rows; i += 4)
        for (std::int32_t j = 0; j < columns; j += 8)
        {
            double* const at = c + i * kTile + j;
            Block block = {load(at),
                           load(at + 4),
                           load(at + kTile),
                           load(at + kTile + 4),
                           load(at + 2 * kTile),
                           load(at + 2 * kTile + 4),
                           load(at + 3 * kTile),
                           load(at + 3 * kTile + 4)};
            for (std::int32_t p = 0; p < pair_count; ++p) block.add(pairs[p], i, j);
            place(at) = block.c00;
            place(at + 4) = block.c01;
            place(at + kTile) = block.c10;
            place(at + kTile + 4) = block.c11;
            place(at + 2 * kTile) = block.c20;
            place(at + 2 * kTile + 4) = block.c21;
            place(at + 3 * kTile) = block.c30;
            place(at + 3 * kTile + 4) = block.c31;
        }
}

void addScaledProduct(double* c, const TilePair& pair, double scale, std::int32_t rows, std::int32_t columns)
{
    for (std::int32_t i = 0; i < rows; i += 4)
        for (std::int32_t j = 0; j < columns; j += 8)
        {
            double* const at = c + i * kTile + j;
            Block block = {};
            block.add(pair, i, j);
            const auto put = [scale](const Four& v, double* to) { place(to) = load(to) + v * scale; };
            put(block.c00, at);
            put(block.c01, at + 4);
            put(block.c10, at + kTile);
            put(block.c11, at + kTile + 4);
            put(block.c20, at + 2 * kTile);
            put(block.c21, at + 2 * kTile + 4);
            put(block.c30, at + 3 * kTile);
            put(block.c31, at + 3 * kTile + 4);
        }
}

TileInfo measureTile(const double* tile, std::int32_t e, std::int32_t rows, std::int32_t columns, TilePlace where)
{
    constexpr double kHuge = 1e300;
    const Four zero = {}, huge = {kHuge, kHuge, kHuge, kHuge};
    Four most = zero, least = huge;
    FourInts counts = {}, column_bits[kTile / 4] = {};
    std::uint32_t row_mask = 0;
    for (std::int32_t k = 0; k < rows; ++k)
    {
        FourInts row_bits = {};
        for (std::int32_t j = 0; j < columns; j += 4)
        {
            Four v = load(tile + k * kTile + j);
            if (where == TilePlace::diagonal && k - j >= 0 && k - j < 4) v[k - j] = 0;
            const FourInts is_positive = v > zero;
            counts -= is_positive;
            row_bits |= is_positive;
            column_bits[j / 4] |= is_positive;
            most = v > most ? v : most;
            const Four shown = is_positive ? v : huge;
            least = shown < least ? shown : least;
        }
        row_mask |= ((row_bits[0] | row_bits[1]) | (row_bits[2] | row_bits[3])) != 0 ? 1u << k : 0u;
    }
    if (row_mask == 0) return {};
    std::uint32_t column_mask = 0;
    for (std::int32_t j = 0; j < columns; ++j) column_mask |= column_bits[j / 4][j % 4] != 0 ? 1u << j : 0u;
    double high = 0, low = kHuge;
    for (int lane = 0; lane < 4; ++lane)
    {
        high = most[lane] > high ? most[lane] : high;
        low = least[lane] < low ? least[lane] : low;
    }
    const std::int64_t count = (counts[0] + counts[1]) + (counts[2] + counts[3]);
    const std::int64_t pairs = std::popcount(row_mask) * std::popcount(column_mask) -
                               (where == TilePlace::diagonal ? std::popcount(row_mask & column_mask) : 0);
    return {e,
            e + exponentOf(low),
            e + exponentOf(high),
            static_cast<std::uint16_t>(row_mask),
            static_cast<std::uint16_t>(column_mask),
            count == pairs,
            0,
            0};
}

TileInfo normalizeTile(double* tile, std::int32_t e, std::int32_t rows, std::int32_t columns, TilePlace where)
{
    // What walks back to its own cell was never part of the equation, and need not fit the exponent.
    if (where == TilePlace::diagonal)
        for (std::int32_t k = 0; k < rows; ++k) tile[k * kTile + k] = 0;
    TileInfo info = measureTile(tile, e, rows, columns, where);
    if (info.isEmpty() || (e == 0 && info.low >= kPlainLow)) return info;
    const std::int32_t shift = info.high - info.e;
    // Two steps: 2^-shift alone may be beyond the doubles.
    if (shift != 0)
    {
        scaleTile(tile, powerOfTwo(-(shift / 2)), rows);
        scaleTile(tile, powerOfTwo(-(shift - shift / 2)), rows);
    }
    info.e += shift;
    return info;
}

bool isAtLeast(const double* tile, std::int32_t exponent, std::uint16_t rows, std::uint16_t columns, TilePlace where)
{
    const double least = powerOfTwo(exponent);
    for (std::int32_t k = 0; k < kTile; ++k)
        for (std::int32_t j = 0; j < kTile && (rows >> k & 1); ++j)
            if ((columns >> j & 1) && tile[k * kTile + j] < least && !(where == TilePlace::diagonal && j == k)) return false;
    return true;
}

void combineRows(double* tile, const double* factors, std::int32_t rows)
{
    for (std::int32_t k = 1; k < rows; ++k)
    {
        double* const row = tile + k * kTile;
        Four r0 = load(row), r1 = load(row + 4), r2 = load(row + 8), r3 = load(row + 12);
        for (std::int32_t m = 0; m < k; ++m)
        {
            const double f = factors[k * kTile + m];
            const double* const other = tile + m * kTile;
            r0 += f * load(other);
            r1 += f * load(other + 4);
            r2 += f * load(other + 8);
            r3 += f * load(other + 12);
        }
        place(row) = r0;
        place(row + 4) = r1;
        place(row + 8) = r2;
        place(row + 12) = r3;
    }
}

void scaleRows(const double* tile, const double* factor, std::int32_t rows, double* out)
{
    for (std::int32_t k = 0; k < rows; ++k)
        for (std::int32_t j = 0; j < kTile; j += 4) place(out + k * kTile + j) = factor[k] * load(tile + k * kTile + j);
}

void scaleTile(double* tile, double factor, std::int32_t rows)
{
    for (std::int32_t i = 0; i < rows * kTile; i += 4) place(tile + i) = factor * load(tile + i);
}

void addRowSums(const double* tile, double scale, std::int32_t rows, double* sums)
{
    for (std::int32_t k = 0; k < rows; ++k)
    {
        const double* const row = tile + k * kTile;
        sums[k] += scale * sumOf((load(row) + load(row + 4)) + (load(row + 8) + load(row + 12)));
    }
}

void addTransposed(const double* tile, const double* factor, double scale, std::int32_t rows, double* out)
{
    Four s0 = {}, s1 = {}, s2 = {}, s3 = {};
    for (std::int32_t k = 0; k < rows; ++k)
    {
        const double* const row = tile + k * kTile;
        s0 += factor[k] * load(row);
        s1 += factor[k] * load(row + 4);
        s2 += factor[k] * load(row + 8);
        s3 += factor[k] * load(row + 12);
    }
    place(out) += scale * s0;
    place(out + 4) += scale * s1;
    place(out + 8) += scale * s2;
    place(out + 12) += scale * s3;
}

} // namespace clearway
