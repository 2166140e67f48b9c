// SPDX-License-Identifier: MIT
// The cells of a child's outline keep their order in the parent, so a tile of the child falls into a few straight pieces there.
#include <algorithm>
#include <cstring>

#include "potential/front.h"

namespace clearway {
namespace {

/// Some neighbouring lanes of a child's tile, and where they are in the parent.
struct Piece
{
    std::int32_t lane = 0;
    std::int32_t count = 0;
    std::int32_t parent_tile = 0;
    std::int32_t parent_lane = 0;
    std::int32_t step = 1; ///< -1: the parent has them in the other order
};

class Assembler
{
public:
    Assembler(Front& front, const SplitLoop& split) : front_(front), split_(split) {}

    /// Zeros everywhere.
    void clear()
    {
        const std::int32_t tiles = front_.layout.tileCount();
        front_.loss.assign(front_.layout.cells.size(), 0);
        front_.upper.allocate(front_.layout);
        if (!front_.is_symmetric) front_.lower.allocate(front_.layout);
        loop(tiles, [this, tiles](std::int32_t i) {
            const std::size_t bytes =
                static_cast<std::size_t>((tiles - i) * front_.upper.heights[static_cast<std::size_t>(i)] * kTile) *
                sizeof(double);
            std::memset(front_.upper.tile(i, i), 0, bytes);
            if (!front_.is_symmetric) std::memset(front_.lower.tile(i, i), 0, bytes);
        });
    }

    void addLeaf(const FrontSource& source, const Region& region)
    {
        const SlotMap slots(region, source.stencil->grid().width(), front_.layout.cells);
        visitLeaf(
            source, region,
            [&](std::int32_t i, std::int32_t j, double w_ij, double w_ji) {
                addPair(slots.slotOf(i), slots.slotOf(j), w_ij, w_ji);
            },
            [&](std::int32_t i, double s) { front_.loss[static_cast<std::size_t>(slots.slotOf(i))] += s; });
    }

    /// The exponents that the parent's tiles need.
    void raiseExponents(const Front& child, const SlotMap& slots);
    void addChild(const Front& child, const SlotMap& slots);

private:
    void loop(std::int32_t count, const std::function<void(std::int32_t)>& task) const
    {
        if (split_) return split_(count, task);
        for (std::int32_t i = 0; i < count; ++i) task(i);
    }

    /// One joint, while all exponents are 0.
    void addPair(std::int32_t i, std::int32_t j, double w_ij, double w_ji)
    {
        if (i > j)
        {
            std::swap(i, j);
            std::swap(w_ij, w_ji);
        }
        const std::int32_t ti = i / kTile, tj = j / kTile, li = i % kTile, lj = j % kTile;
        front_.upper.info(ti, tj).e = 0;
        front_.upper.tile(ti, tj)[li * kTile + lj] += w_ij;
        if (ti == tj)
            front_.upper.tile(ti, ti)[lj * kTile + li] += w_ji;
        else if (!front_.is_symmetric)
        {
            front_.lower.info(ti, tj).e = 0;
            front_.lower.tile(ti, tj)[li * kTile + lj] += w_ji;
        }
    }

    static std::vector<std::vector<Piece>> findPieces(const Front& child, const SlotMap& slots);
    /// Calls visit(target tile triangle, tile row, tile column, row piece, column piece, order) for what tile (i, j) of the child
    /// gives to the parent.
    template <typename Visit>
    void visitTargets(const std::vector<Piece>& rows, const std::vector<Piece>& columns, bool is_diagonal, bool is_lower,
                      Visit&& visit);
    void addBlock(double* target, const Piece& row, const Piece& column, const double* tile, double scale, bool is_turned) const;
    void addWideChild(const Front& child, const SlotMap& slots);
    void markDropped(const Front& child, const std::vector<std::vector<Piece>>& pieces);

    Front& front_;
    const SplitLoop& split_;
};

std::vector<std::vector<Piece>> Assembler::findPieces(const Front& child, const SlotMap& slots)
{
    const std::int32_t first = child.layout.pivot_tiles, tiles = child.layout.tileCount();
    std::vector<std::vector<Piece>> pieces(static_cast<std::size_t>(tiles - first));
    for (std::int32_t tile = first; tile < tiles; ++tile)
        for (std::int32_t lane = 0; lane < kTile; ++lane)
        {
            const std::int32_t cell = child.layout.cells[static_cast<std::size_t>(tile * kTile + lane)];
            if (cell < 0) break;
            const std::int32_t slot = slots.slotOf(cell);
            std::vector<Piece>& list = pieces[static_cast<std::size_t>(tile - first)];
            const std::int32_t parent_tile = slot / kTile, parent_lane = slot % kTile;
            if (!list.empty() && list.back().parent_tile == parent_tile)
            {
                Piece& last = list.back();
                const std::int32_t step = parent_lane - (last.parent_lane + (last.count - 1) * last.step);
                if ((last.count == 1 && (step == 1 || step == -1)) || (last.count > 1 && step == last.step))
                {
                    last.step = step;
                    ++last.count;
                    continue;
                }
            }
            list.push_back({lane, 1, parent_tile, parent_lane, 1});
        }
    return pieces;
}

template <typename Visit>
void Assembler::visitTargets(const std::vector<Piece>& rows, const std::vector<Piece>& columns, bool is_diagonal, bool is_lower,
                             Visit&& visit)
{
    // Number (r, c) of the child's upper tile is w_rc, of its lower tile w_cr. In the parent, w_pq lies in the upper triangle at
    // (p, q) when p comes first, else in the lower one at (q, p), which a symmetric front does not need.
    TileTriangle& other = front_.is_symmetric ? front_.upper : front_.lower;
    for (const Piece& row : rows)
        for (const Piece& column : columns)
        {
            const std::int32_t p = row.parent_tile, q = column.parent_tile;
            if (p == q)
            {
                visit(front_.upper, p, p, row, column, is_lower);
                if (front_.is_symmetric && !is_diagonal) visit(front_.upper, p, p, row, column, true);
            }
            else if (p < q)
                visit(is_lower ? other : front_.upper, p, q, row, column, false);
            else if (!(front_.is_symmetric && is_diagonal))
                visit(is_lower ? front_.upper : other, q, p, row, column, true);
        }
}

void Assembler::addBlock(double* target, const Piece& row, const Piece& column, const double* tile, double scale,
                         bool is_turned) const
{
    const std::int32_t row_stride = is_turned ? 1 : kTile, column_stride = is_turned ? kTile : 1;
    for (std::int32_t r = 0; r < row.count; ++r)
    {
        const double* from = tile + (row.lane + r) * kTile + column.lane;
        double* const to = target + (row.parent_lane + r * row.step) * row_stride + column.parent_lane * column_stride;
        const std::int32_t step = column.step * column_stride;
        if (step == 1)
            for (std::int32_t c = 0; c < column.count; ++c) to[c] += from[c] * scale;
        else
            for (std::int32_t c = 0; c < column.count; ++c) to[c * step] += from[c] * scale;
    }
}

void Assembler::raiseExponents(const Front& child, const SlotMap& slots)
{
    const auto raise = [](TileInfo& info, std::int32_t e) { info.e = std::max(info.e, e); };
    if (child.is_wide)
    {
        const auto count = child.wide_cells.size(), first = static_cast<std::size_t>(child.wide_pivots);
        for (std::size_t i = first; i < count; ++i)
            for (std::size_t j = first; j < count; ++j)
            {
                const Wide w = child.wide_rest[(i - first) * (count - first) + (j - first)];
                if (i == j || w.isZero()) continue;
                const std::int32_t p = slots.slotOf(child.wide_cells[i]) / kTile, q = slots.slotOf(child.wide_cells[j]) / kTile;
                TileTriangle& triangle = p <= q || front_.is_symmetric ? front_.upper : front_.lower;
                // A little below 0 needs no exponent.
                raise(triangle.info(std::min(p, q), std::max(p, q)), w.e > kPlainLow / 2 ? 0 : w.e);
            }
        return;
    }
    const auto pieces = findPieces(child, slots);
    const std::int32_t first = child.layout.pivot_tiles, tiles = child.layout.tileCount();
    for (std::int32_t i = first; i < tiles; ++i)
        for (std::int32_t j = i; j < tiles; ++j)
        {
            const auto& rows = pieces[static_cast<std::size_t>(i - first)];
            const auto& columns = pieces[static_cast<std::size_t>(j - first)];
            const auto visit = [&](const TileInfo& info, bool is_lower) {
                if (info.isEmpty()) return;
                visitTargets(rows, columns, i == j, is_lower,
                             [&](TileTriangle& to, std::int32_t p, std::int32_t q, const Piece&, const Piece&, bool) {
                                 raise(to.info(p, q), info.e);
                             });
            };
            visit(child.upper.info(i, j), false);
            if (!child.is_symmetric && i != j) visit(child.lower.info(i, j), true);
        }
}

void Assembler::addWideChild(const Front& child, const SlotMap& slots)
{
    const auto count = child.wide_cells.size(), first = static_cast<std::size_t>(child.wide_pivots);
    for (std::size_t i = first; i < count; ++i)
        for (std::size_t j = first; j < count; ++j)
        {
            const Wide w = child.wide_rest[(i - first) * (count - first) + (j - first)];
            if (i == j || w.isZero()) continue;
            const std::int32_t p = slots.slotOf(child.wide_cells[i]), q = slots.slotOf(child.wide_cells[j]);
            const std::int32_t tp = p / kTile, tq = q / kTile, lp = p % kTile, lq = q % kTile;
            if (front_.is_symmetric && tp > tq) continue;
            TileTriangle& triangle = tp <= tq ? front_.upper : front_.lower;
            const std::int32_t e = triangle.info(std::min(tp, tq), std::max(tp, tq)).e;
            if (w.e - e < kLostLow)
                triangle.info(std::min(tp, tq), std::max(tp, tq))
                    .drop(static_cast<std::uint16_t>(1 << (tp <= tq ? lp : lq)),
                          static_cast<std::uint16_t>(1 << (tp <= tq ? lq : lp)));
            double* const tile = triangle.tile(std::min(tp, tq), std::max(tp, tq));
            tile[tp <= tq ? lp * kTile + lq : lq * kTile + lp] += toDouble(w, e);
        }
    for (std::size_t i = first; i < count; ++i)
        front_.loss[static_cast<std::size_t>(slots.slotOf(child.wide_cells[i]))] += child.wide_loss[i - first];
}

/// Notes where numbers of the child are too small for the exponents of the parent.
void Assembler::markDropped(const Front& child, const std::vector<std::vector<Piece>>& pieces)
{
    const std::int32_t first = child.layout.pivot_tiles, tiles = child.layout.tileCount();
    const auto bitsOf = [](const Piece& piece) {
        const std::int32_t lowest = piece.step > 0 ? piece.parent_lane : piece.parent_lane - piece.count + 1;
        return static_cast<std::uint16_t>(((1 << piece.count) - 1) << lowest);
    };
    for (std::int32_t i = first; i < tiles; ++i)
        for (std::int32_t j = i; j < tiles; ++j)
        {
            const auto mark = [&](const TileInfo& info, bool is_lower) {
                if (info.isEmpty() || info.low >= kLostLow) return; // exponents are at most 0
                visitTargets(
                    pieces[static_cast<std::size_t>(i - first)], pieces[static_cast<std::size_t>(j - first)], i == j, is_lower,
                    [&](TileTriangle& to, std::int32_t p, std::int32_t q, const Piece& row, const Piece& column, bool is_turned) {
                        TileInfo& target = to.info(p, q);
                        if (info.low - target.e < kLostLow)
                            target.drop(bitsOf(is_turned ? column : row), bitsOf(is_turned ? row : column));
                    });
            };
            mark(child.upper.info(i, j), false);
            if (!child.is_symmetric && i != j) mark(child.lower.info(i, j), true);
        }
}

void Assembler::addChild(const Front& child, const SlotMap& slots)
{
    if (child.is_wide) return addWideChild(child, slots);
    const auto pieces = findPieces(child, slots);
    markDropped(child, pieces);
    const std::int32_t first = child.layout.pivot_tiles, tiles = child.layout.tileCount();
    for (std::size_t slot = static_cast<std::size_t>(first) * kTile; slot < child.layout.cells.size(); ++slot)
        if (child.layout.cells[slot] >= 0)
            front_.loss[static_cast<std::size_t>(slots.slotOf(child.layout.cells[slot]))] += child.loss[slot];

    loop(tiles - first, [&](std::int32_t offset) {
        const std::int32_t i = first + offset;
        for (std::int32_t j = i; j < tiles; ++j)
        {
            const auto visit = [&](const TileTriangle& from, bool is_lower) {
                const TileInfo& info = from.info(i, j);
                if (info.isEmpty()) return;
                const double* const tile = from.tile(i, j);
                visitTargets(
                    pieces[static_cast<std::size_t>(i - first)], pieces[static_cast<std::size_t>(j - first)], i == j, is_lower,
                    [&](TileTriangle& to, std::int32_t p, std::int32_t q, const Piece& row, const Piece& column, bool is_turned) {
                        const std::int32_t e = to.info(p, q).e;
                        addBlock(to.tile(p, q), row, column, tile, powerOfTwo(info.e - e), is_turned);
                    });
            };
            visit(child.upper, false);
            if (!child.is_symmetric && i != j) visit(child.lower, true);
        }
    });
}

} // namespace

void assembleTiles(const FrontSource& source, const Region& region, const Front* const children[2], Front& front,
                   const SplitLoop& split)
{
    Assembler assembler(front, split);
    assembler.clear();
    if (region.isLeaf())
    {
        assembler.addLeaf(source, region);
        return;
    }
    const SlotMap slots(region, source.stencil->grid().width(), front.layout.cells);
    for (int i = 0; i < 2; ++i) assembler.raiseExponents(*children[i], slots);
    for (int i = 0; i < 2; ++i) assembler.addChild(*children[i], slots);
}

} // namespace clearway
