// SPDX-License-Identifier: MIT
// Arithmetic on tiles of 16 x 16 doubles, row by row. All numbers are >= 0. Sums run in a fixed order that does not depend on
// how wide the machine's vectors are.
#pragma once
#include <cstdint>
#include <cstring>
#include <memory>

#include "potential/dissection.h"
#include "potential/wide.h"

namespace clearway {

inline constexpr std::int32_t kTileNumbers = kTile * kTile;

/// What is known of a tile: its numbers are its doubles times 2^e.
struct TileInfo
{
    std::int32_t e = kLowestExponent; ///< kLowestExponent: empty, all zero
    std::int32_t low = 0;             ///< no number but 0 is below 2^low, e included
    std::int32_t high = 0;            ///< every number is below 2^(high + 1), e included
    std::uint16_t rows = 0;           ///< bits of those that are not all zero
    std::uint16_t columns = 0;        ///< the same
    bool is_full = false;             ///< no zero where such a row meets such a column, the diagonal apart
    // Where numbers too small for the exponent were left out; in the end larger ones must have come there.
    std::uint16_t dropped_rows = 0;
    std::uint16_t dropped_columns = 0;

    bool isEmpty() const { return e == kLowestExponent; }
    void drop(std::uint16_t at_rows, std::uint16_t at_columns)
    {
        dropped_rows |= at_rows;
        dropped_columns |= at_columns;
    }
    /// Whether there is a number wherever one of these rows meets one of these columns.
    bool covers(std::uint16_t other_rows, std::uint16_t other_columns) const
    {
        return is_full && (other_rows & ~rows) == 0 && (other_columns & ~columns) == 0;
    }
};

/// Rows of tiles one after the other, aligned for vectors, not initialised.
class TileBlock
{
public:
    TileBlock() = default;
    explicit TileBlock(std::size_t row_count);

    double* row(std::size_t i) { return first_ + i * kTile; }
    const double* row(std::size_t i) const { return first_ + i * kTile; }
    std::int64_t bytes() const { return static_cast<std::int64_t>(count_ * kTile * sizeof(double)); }

private:
    std::unique_ptr<double[]> storage_;
    double* first_ = nullptr;
    std::size_t count_ = 0;
};

/// Two tiles to multiply: the first transposed, `depth` rows of both.
struct TilePair
{
    const double* a;
    const double* b;
    std::int32_t depth;
};

/// c[i][j] += sum over pairs and k of a[k][i] b[k][j], for i < rows and j < columns (rounded up to whole vectors).
void addProducts(double* c, const TilePair* pairs, std::int32_t pair_count, std::int32_t rows, std::int32_t columns);
/// The same for one pair, the product times `scale`.
void addScaledProduct(double* c, const TilePair& pair, double scale, std::int32_t rows, std::int32_t columns);

/// Measures a tile whose doubles stand for 2^e times themselves, and chooses a new e when they leave the middle of their range.
/// `rows` and `columns` are the cells it stands for; on a diagonal tile the diagonal does not count.
enum class TilePlace
{
    diagonal,
    off_diagonal,
};
TileInfo normalizeTile(double* tile, std::int32_t e, std::int32_t rows, std::int32_t columns, TilePlace place);
TileInfo measureTile(const double* tile, std::int32_t e, std::int32_t rows, std::int32_t columns, TilePlace place);

/// Whether every number where one of these rows meets one of these columns is at least 2^exponent.
bool isAtLeast(const double* tile, std::int32_t exponent, std::uint16_t rows, std::uint16_t columns, TilePlace place);

/// row k += sum over m < k of factors[k][m] row m, k ascending.
void combineRows(double* tile, const double* factors, std::int32_t rows);
/// out row k = tile row k * factor[k].
void scaleRows(const double* tile, const double* factor, std::int32_t rows, double* out);
void scaleTile(double* tile, double factor, std::int32_t rows);
/// sums[k] += scale * sum of row k.
void addRowSums(const double* tile, double scale, std::int32_t rows, double* sums);
/// out[j] += scale * sum over k of factor[k] * tile[k][j].
void addTransposed(const double* tile, const double* factor, double scale, std::int32_t rows, double* out);

/// Numbers below 2^kPlainLow make a tile take an exponent of its own; products of two numbers above are plain doubles.
inline constexpr std::int32_t kPlainLow = -450;
/// A number above 2^kSafeLow, relative to the exponent of its tile, is not changed by what underflows.
inline constexpr std::int32_t kSafeLow = -900;
/// Below 2^kLostLow, relative to the exponent of its tile, a number may be lost.
inline constexpr std::int32_t kLostLow = -1000;

} // namespace clearway
