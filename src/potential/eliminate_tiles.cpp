// SPDX-License-Identifier: MIT
// Elimination of a front in tiles. Four rows of tiles at a time are finished, then all tiles behind them get their products at
// once: so many numbers are read and written once per 64 pivots. The pivots of a tile need the sums of their whole rows; these
// are gathered first, and count as one more cell outside while the diagonal tile is eliminated.
#include <algorithm>
#include <atomic>
#include <vector>

#include "potential/front.h"

namespace clearway {
namespace {

constexpr std::int32_t kPanel = 4; ///< rows of tiles

class TileElimination
{
public:
    TileElimination(Front& front, const SplitLoop& split)
        : front_(front),
          upper_(front.upper),
          lower_(front.lower),
          split_(split),
          tiles_(front.layout.tileCount()),
          pivots_(front.layout.pivot_tiles)
    {
        cells_.resize(static_cast<std::size_t>(tiles_));
        for (std::int32_t i = 0; i < tiles_; ++i) cells_[static_cast<std::size_t>(i)] = front.layout.cellsOfTile(i);
        front.rate.assign(static_cast<std::size_t>(pivots_) * kTile, 1);
        const std::int32_t rows = std::min(kPanel, pivots_);
        columns_ = TileBlock(static_cast<std::size_t>(rows * tiles_ * kTile));
        column_infos_.resize(static_cast<std::size_t>(rows * tiles_));
    }

    bool run()
    {
        for (std::int32_t first = 0; first < pivots_ && !isSuspect(); first += kPanel)
        {
            const std::int32_t end = std::min(first + kPanel, pivots_);
            for (std::int32_t i = first; i < end && !isSuspect(); ++i)
            {
                if (i > first) loop(tiles_ - i, [&](std::int32_t j) { update(i, i + j, first, i); });
                finishRow(i, first);
            }
            updateRest(first, end);
        }
        if (isSuspect()) return false;
        finishRest();
        return !isSuspect();
    }

private:
    bool isSuspect() const { return is_suspect_.load(std::memory_order_relaxed); }
    void suspect() { is_suspect_.store(true, std::memory_order_relaxed); }
    std::int32_t cellsOf(std::int32_t tile) const { return cells_[static_cast<std::size_t>(tile)]; }

    void loop(std::int32_t count, const std::function<void(std::int32_t)>& task) const
    {
        if (split_ && count > 8) return split_(count, task);
        for (std::int32_t i = 0; i < count; ++i) task(i);
    }

    /// The tile of w_ik (k in pivot row `row` of the panel, transposed): the other factor of the products.
    std::size_t columnIndex(std::int32_t row, std::int32_t first, std::int32_t i) const
    {
        return static_cast<std::size_t>((row - first) * tiles_ + i);
    }

    double* columnTile(std::size_t column) { return columns_.row(column * kTile); }
    void finishRow(std::int32_t i, std::int32_t first);
    bool eliminateDiagonal(std::int32_t i, double* losses);
    void checkDropped(const double* tile, const TileInfo& info, TilePlace place)
    {
        if (info.dropped_rows != 0 && !isAtLeast(tile, kSafeLow, info.dropped_rows, info.dropped_columns, place)) suspect();
    }
    static bool mayLackRows(const TileInfo& info, std::int32_t e, const double* factors);
    void updateRest(std::int32_t first, std::int32_t end);
    void finishRest();
    /// Adds the products of pivot rows [first, end) to the tiles (i, j) of both triangles.
    void update(std::int32_t i, std::int32_t j, std::int32_t first, std::int32_t end);
    struct Factor
    {
        TilePair pair;
        const TileInfo* a;
        const TileInfo* b;
    };
    void addFactors(double* tile, TileInfo& info, const Factor* factors, std::int32_t count, std::int32_t i, std::int32_t j);
    void addScaled(double* tile, TileInfo& info, const Factor* factors, std::int32_t count, std::int32_t i, std::int32_t j);

    Front& front_;
    TileTriangle& upper_;
    TileTriangle& lower_;
    const SplitLoop& split_;
    std::int32_t tiles_;
    std::int32_t pivots_;
    std::vector<std::int32_t> cells_;
    TileBlock columns_;
    std::vector<TileInfo> column_infos_;
    double to_later_[kTileNumbers] = {};   ///< w_km / a_m of the diagonal tile, m < k
    double to_earlier_[kTileNumbers] = {}; ///< w_mk / a_m at [k][m], m < k
    double inverse_[kTile] = {};           ///< 1 / a
    std::atomic<bool> is_suspect_ = false;
};

/// Eliminates the cells of a diagonal tile against each other; `losses` holds, for each, what leaves the tile.
bool TileElimination::eliminateDiagonal(std::int32_t i, double* losses)
{
    double* const d = upper_.tile(i, i);
    TileInfo& info = upper_.info(i, i);
    const std::int32_t count = cellsOf(i);
    if (!info.isEmpty())
    {
        const TileInfo measured = measureTile(d, info.e, count, count, TilePlace::diagonal);
        if (!measured.isEmpty() && measured.low < kPlainLow) return false;
        if (info.dropped_rows != 0 && !isAtLeast(d, kSafeLow, info.dropped_rows, info.dropped_columns, TilePlace::diagonal))
            return false;
        if (info.e != 0) scaleTile(d, powerOfTwo(info.e), count);
    }
    double* const rates = front_.rate.data() + i * kTile;
    std::fill(std::begin(to_later_), std::end(to_later_), 0.0);
    std::fill(std::begin(to_earlier_), std::end(to_earlier_), 0.0);
    for (std::int32_t k = 0; k < count; ++k)
    {
        double* const row = d + k * kTile;
        double rate = losses[k];
        for (std::int32_t j = k + 1; j < count; ++j) rate += row[j];
        rates[k] = rate;
        row[k] = 0;
        for (std::int32_t r = k + 1; r < count; ++r)
        {
            const double f = d[r * kTile + k] / rate;
            to_later_[r * kTile + k] = f;
            to_earlier_[r * kTile + k] = row[r] / rate;
            losses[r] += f * losses[k];
            for (std::int32_t j = k + 1; j < kTile; ++j) d[r * kTile + j] += f * row[j];
        }
    }
    for (std::int32_t k = 0; k < kTile; ++k) inverse_[k] = 1 / rates[k];
    // What is kept: w_kj / a_k for j > k, and w_kj / a_j below the diagonal.
    for (std::int32_t k = 0; k < upper_.heights[static_cast<std::size_t>(i)]; ++k)
        for (std::int32_t j = 0; j < kTile; ++j)
            d[k * kTile + j] = j > k && k < count ? d[k * kTile + j] * inverse_[k] : to_later_[k * kTile + j];
    info = measureTile(d, 0, count, count, TilePlace::diagonal);
    return info.isEmpty() || info.low >= kPlainLow;
}

/// Whether a tile whose rows were combined may have lost numbers: it has none where it should, or they are too small. `e`: its
/// exponent at that time.
bool TileElimination::mayLackRows(const TileInfo& info, std::int32_t e, const double* factors)
{
    if (!info.is_full || info.low - e < kSafeLow) return true;
    for (std::int32_t k = 1; k < kTile; ++k)
        for (std::int32_t m = 0; m < k; ++m)
            if (!(info.rows >> k & 1) && (info.rows >> m & 1) && factors[k * kTile + m] > 0) return true;
    return false;
}

void TileElimination::finishRow(std::int32_t i, std::int32_t first)
{
    const std::int32_t count = cellsOf(i);
    double* const own = front_.loss.data() + i * kTile;
    double losses[kTile] = {};
    std::copy(own, own + count, losses);
    for (std::int32_t j = i + 1; j < tiles_; ++j)
        if (const TileInfo& info = upper_.info(i, j); !info.isEmpty())
            addRowSums(upper_.tile(i, j), powerOfTwo(info.e), count, losses);
    if (!eliminateDiagonal(i, losses)) return suspect();
    const TileInfo& diagonal = upper_.info(i, i);
    const std::int32_t diagonal_low = diagonal.isEmpty() ? 0 : std::min(diagonal.low, 0) - 32;

    for (std::int32_t k = 1; k < count; ++k)
        for (std::int32_t m = 0; m < k; ++m) own[k] += to_later_[k * kTile + m] * own[m];
    double shares[kTile] = {};
    for (std::int32_t k = 0; k < count; ++k) shares[k] = own[k] * inverse_[k];
    double least = inverse_[0], most = inverse_[0];
    for (std::int32_t k = 1; k < count; ++k)
    {
        least = std::min(least, inverse_[k]);
        most = std::max(most, inverse_[k]);
    }

    const auto finish = [&](double* tile, TileInfo& info, std::int32_t j, const double* factors) {
        combineRows(tile, factors, count);
        checkDropped(tile, info, TilePlace::off_diagonal);
        const std::int32_t e = info.e; // of the numbers while they were combined
        info = normalizeTile(tile, e, count, cellsOf(j), TilePlace::off_diagonal);
        if (!info.isEmpty() && info.low - e + diagonal_low < kLostLow && mayLackRows(info, e, factors)) suspect();
    };
    const auto divide = [&](const double* tile, TileInfo& info, double* out) {
        scaleRows(tile, inverse_, count, out);
        info.low += exponentOf(least);
        info.high += exponentOf(most) + 1;
    };
    loop(tiles_ - i - 1, [&](std::int32_t offset) {
        const std::int32_t j = i + 1 + offset;
        const std::size_t column = columnIndex(i, first, j);
        TileInfo& info = upper_.info(i, j);
        double* const tile = upper_.tile(i, j);
        if (!info.isEmpty()) finish(tile, info, j, to_later_);
        // The factor is the column: the row itself where the front is symmetric.
        TileInfo& column_info = front_.is_symmetric ? info : lower_.info(i, j);
        double* const column_tile = front_.is_symmetric ? tile : lower_.tile(i, j);
        if (!front_.is_symmetric && !column_info.isEmpty()) finish(column_tile, column_info, j, to_earlier_);
        column_infos_[column] = column_info;
        if (!column_info.isEmpty())
        {
            std::copy(column_tile, column_tile + count * kTile, columnTile(column));
            addTransposed(column_tile, shares, powerOfTwo(column_info.e), count, front_.loss.data() + j * kTile);
        }
        if (!info.isEmpty()) divide(tile, info, tile);
        if (!front_.is_symmetric && !column_info.isEmpty()) divide(column_tile, column_info, column_tile);
    });
}

void TileElimination::updateRest(std::int32_t first, std::int32_t end)
{
    const std::int32_t count = tiles_ - end;
    if (!split_ || count < 16)
    {
        for (std::int32_t i = end; i < tiles_; ++i)
            for (std::int32_t j = i; j < tiles_; ++j) update(i, j, first, end);
        return;
    }
    // Blocks of tiles, so that the factors of a task stay in the cache.
    constexpr std::int32_t kBlock = 8;
    const std::int32_t blocks = (count + kBlock - 1) / kBlock;
    std::vector<std::pair<std::int32_t, std::int32_t>> tasks;
    for (std::int32_t bi = 0; bi < blocks; ++bi)
        for (std::int32_t bj = bi; bj < blocks; ++bj) tasks.emplace_back(end + bi * kBlock, end + bj * kBlock);
    split_(static_cast<std::int32_t>(tasks.size()), [&](std::int32_t task) {
        const auto [bi, bj] = tasks[static_cast<std::size_t>(task)];
        for (std::int32_t i = bi; i < std::min(bi + kBlock, tiles_); ++i)
            for (std::int32_t j = std::max(i, bj); j < std::min(bj + kBlock, tiles_); ++j) update(i, j, first, end);
    });
}

void TileElimination::update(std::int32_t i, std::int32_t j, std::int32_t first, std::int32_t end)
{
    Factor factors[kPanel];
    std::int32_t count = 0;
    for (std::int32_t row = first; row < end; ++row)
    {
        const std::size_t column = columnIndex(row, first, i);
        const TileInfo& a = column_infos_[column];
        const TileInfo& b = upper_.info(row, j);
        if (!a.isEmpty() && !b.isEmpty()) factors[count++] = {{columnTile(column), upper_.tile(row, j), cellsOf(row)}, &a, &b};
    }
    if (count > 0) addFactors(upper_.tile(i, j), upper_.info(i, j), factors, count, i, j);
    if (front_.is_symmetric || i == j) return;
    count = 0;
    for (std::int32_t row = first; row < end; ++row)
    {
        const std::size_t column = columnIndex(row, first, j);
        const TileInfo& a = upper_.info(row, i);
        const TileInfo& b = column_infos_[column];
        if (!a.isEmpty() && !b.isEmpty()) factors[count++] = {{upper_.tile(row, i), columnTile(column), cellsOf(row)}, &a, &b};
    }
    if (count > 0) addFactors(lower_.tile(i, j), lower_.info(i, j), factors, count, i, j);
}

void TileElimination::addFactors(double* tile, TileInfo& info, const Factor* factors, std::int32_t count, std::int32_t i,
                                 std::int32_t j)
{
    bool is_plain = info.isEmpty() || info.e == 0;
    for (std::int32_t f = 0; f < count && is_plain; ++f)
        is_plain = factors[f].a->e == 0 && factors[f].b->e == 0 && factors[f].a->low + factors[f].b->low >= 2 * kPlainLow - 60;
    if (!is_plain) return addScaled(tile, info, factors, count, i, j);
    TilePair pairs[kPanel];
    for (std::int32_t f = 0; f < count; ++f) pairs[f] = factors[f].pair;
    addProducts(tile, pairs, count, cellsOf(i), cellsOf(j));
    info.e = 0;
}

/// The general case: everything relative to the largest exponent that takes part. Products too small to change any number of the
/// tile are left out.
void TileElimination::addScaled(double* tile, TileInfo& info, const Factor* factors, std::int32_t count, std::int32_t i,
                                std::int32_t j)
{
    const TilePlace place = i == j ? TilePlace::diagonal : TilePlace::off_diagonal;
    const TileInfo before = info.isEmpty() ? TileInfo{} : measureTile(tile, info.e, cellsOf(i), cellsOf(j), place);
    // What was left out was too small for the exponent so far, but may not be for a lower one.
    std::int32_t e = before.isEmpty() && info.dropped_rows == 0 ? kLowestExponent : info.e;
    for (std::int32_t f = 0; f < count; ++f) e = std::max(e, factors[f].a->e + factors[f].b->e);

    if (!before.isEmpty() && before.low - e < kLostLow) info.drop(before.rows, before.columns);
    if (!before.isEmpty() && before.e != e) scaleTile(tile, powerOfTwo(before.e - e), cellsOf(i));
    for (std::int32_t f = 0; f < count; ++f)
    {
        const TileInfo &a = *factors[f].a, &b = *factors[f].b;
        if (before.covers(a.columns, b.columns) && a.high + b.high < before.low - 70) continue;
        if (a.low + b.low - e < kLostLow) info.drop(a.columns, b.columns);
        const double scale = powerOfTwo(a.e + b.e - e);
        if (scale > 0) addScaledProduct(tile, factors[f].pair, scale, cellsOf(i), cellsOf(j));
    }
    info.e = e;
}

void TileElimination::finishRest()
{
    loop(tiles_ - pivots_, [this](std::int32_t offset) {
        const std::int32_t i = pivots_ + offset;
        for (std::int32_t j = i; j < tiles_; ++j)
        {
            const TilePlace place = i == j ? TilePlace::diagonal : TilePlace::off_diagonal;
            TileInfo& info = upper_.info(i, j);
            if (!info.isEmpty())
            {
                checkDropped(upper_.tile(i, j), info, place);
                info = normalizeTile(upper_.tile(i, j), info.e, cellsOf(i), cellsOf(j), place);
            }
            if (front_.is_symmetric || i == j) continue;
            TileInfo& other = lower_.info(i, j);
            if (other.isEmpty()) continue;
            checkDropped(lower_.tile(i, j), other, place);
            other = normalizeTile(lower_.tile(i, j), other.e, cellsOf(i), cellsOf(j), place);
        }
    });
}

} // namespace

bool eliminateTiles(Front& front, const SplitLoop& split) { return TileElimination(front, split).run(); }

} // namespace clearway
