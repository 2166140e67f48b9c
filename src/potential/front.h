// SPDX-License-Identifier: MIT
// A region after its elimination: how its eliminated cells follow from the rest, and what is left between the cells of its
// outline.
// Based on: W. K. Grassmann, M. I. Taksar, D. P. Heyman. Regenerative analysis and steady state distributions for Markov chains.
// 1985 (elimination without subtraction); I. Duff, J. Reid. The multifrontal solution of indefinite sparse symmetric linear. 1983
//
// The equation is a walk between cells: w_ij >= 0 from i to j, and s_i >= 0 out of the world. Eliminating k:
//   a_k = s_k + sum of w_kj,  w_ij += w_ik w_kj / a_k,  s_i += w_ik s_k / a_k,
// then u_k = sum of (w_kj / a_k) u_j + f_k / a_k. No number is ever subtracted, so every result keeps its relative accuracy.
// Numbers are stored in tiles with an exponent each; where even the numbers of one tile lie too far apart, the whole front is
// done with an exponent per number.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "grid/grid_data.h"
#include "potential/dissection.h"
#include "potential/stencil.h"
#include "potential/tile_kernels.h"
#include "potential/wide.h"

namespace clearway {

/// Tiles (i, j) with i <= j of a square of tiles, row by row. Rows below `pivot_tiles` and the others lie in blocks of their own,
/// so that one can go without the other; those of pivots have no more rows than they need.
struct TileTriangle
{
    std::int32_t tile_count = 0;
    std::int32_t pivot_tiles = 0;
    TileBlock pivots;
    TileBlock rest;
    std::vector<TileInfo> infos;

    std::vector<std::int32_t> heights;   ///< rows that a tile has, one per row of tiles
    std::vector<std::size_t> first_rows; ///< of a row of tiles in its block

    void allocate(const FrontLayout& layout);
    std::size_t index(std::int32_t i, std::int32_t j) const
    {
        const std::int64_t row = i;
        return static_cast<std::size_t>(row * tile_count - row * (row - 1) / 2 + (j - i));
    }
    std::size_t pivotCount() const { return index(pivot_tiles, pivot_tiles); }
    double* tile(std::int32_t i, std::int32_t j)
    {
        const auto row = static_cast<std::size_t>(i);
        return (i < pivot_tiles ? pivots : rest).row(first_rows[row] + static_cast<std::size_t>((j - i) * heights[row]));
    }
    const double* tile(std::int32_t i, std::int32_t j) const { return const_cast<TileTriangle*>(this)->tile(i, j); }
    TileInfo& info(std::int32_t i, std::int32_t j) { return infos[index(i, j)]; }
    const TileInfo& info(std::int32_t i, std::int32_t j) const { return infos[index(i, j)]; }
};

struct Front
{
    FrontLayout layout;
    bool is_symmetric = true;
    /// Pivot rows: w_kj / a_k for slots k of the tile row and j of the tile column. The rest: w_ij. Diagonal tiles are full
    /// squares, the others stand for i < j; those of pivots have w_kj / a_j below their diagonal.
    TileTriangle upper;
    /// Unless symmetric, the other direction: w_jk / a_k, and w_ji. Diagonal tiles are not used.
    TileTriangle lower;
    std::vector<double> rate; ///< a, one per pivot slot
    std::vector<double> loss; ///< s, one per slot; of the outline after the elimination

    /// With an exponent per number instead: slots without gaps, pivots first; all pairs row by row.
    bool is_wide = false;
    std::vector<std::int32_t> wide_cells;
    std::int32_t wide_pivots = 0;
    std::vector<Wide> wide_upper;  ///< pivot rows: w_kj / a_k
    std::vector<Wide> wide_lower;  ///< pivot rows: w_jk / a_k
    std::vector<Wide> wide_rest;   ///< w_ij of the outline
    std::vector<double> wide_loss; ///< s of the outline

    std::int64_t bytes() const;
    /// Forgets what only the parent and edits need.
    void dropRest();
};

/// What an elimination is made from.
struct FrontSource
{
    const Stencil* stencil;
    /// Cells with a fixed value are no unknowns: one bit per cell, or null.
    const std::vector<bool>* is_fixed = nullptr;

    bool isUnknown(std::int32_t cell) const
    {
        return stencil->grid().data().isFree(cell) && !(is_fixed && (*is_fixed)[static_cast<std::size_t>(cell)]);
    }
};

/// Splits the work on one large front; empty: no split.
using SplitLoop = std::function<void(std::int32_t count, const std::function<void(std::int32_t)>& task)>;

/// Eliminates a region; `children` are the fronts of its children, or null for a leaf. The same bits however work is split.
std::shared_ptr<Front> eliminateRegion(const FrontSource& source, const Region& region, const Front* const children[2],
                                       const SplitLoop& split);

// ---- the parts of it

/// Puts the numbers of the leaf or of both children in place.
void assembleTiles(const FrontSource& source, const Region& region, const Front* const children[2], Front& front,
                   const SplitLoop& split);
/// False when the numbers of a tile lie too far apart.
bool eliminateTiles(Front& front, const SplitLoop& split);
void eliminateWide(const FrontSource& source, const Region& region, const Front* const children[2], Front& front);

/// Calls joint(i, j, w_ij, w_ji) for the joints that belong to a leaf and loss(i, s) for the losses, i and j cells.
template <typename Joint, typename Loss>
void visitLeaf(const FrontSource& source, const Region& region, Joint&& joint, Loss&& loss)
{
    const Stencil& stencil = *source.stencil;
    const FieldGrid::Data& grid = stencil.grid().data();
    for (std::int32_t y = region.y0 < 0 ? 0 : region.y0; y <= region.y1 && y < grid.height; ++y)
        for (std::int32_t x = region.x0 < 0 ? 0 : region.x0; x <= region.x1 && x < grid.width; ++x)
        {
            const std::int32_t cell = y * grid.width + x;
            if (!source.isUnknown(cell)) continue;
            const bool owns_vertical = x > region.x0, owns_horizontal = y > region.y0;
            const auto joinedTo = [&](int side) {
                const std::int32_t other = grid.neighbour(cell, side);
                return other >= 0 && source.isUnknown(other) ? other : FieldGrid::kNone;
            };
            const std::int32_t right = owns_horizontal && x < region.x1 ? joinedTo(0) : FieldGrid::kNone;
            const std::int32_t up = owns_vertical && y < region.y1 ? joinedTo(1) : FieldGrid::kNone;
            if (stencil.isSymmetric())
            {
                const auto join = [&](std::int32_t other, Axis axis) {
                    if (other < 0) return;
                    const double w = stencil.jointWeight(cell, other, axis);
                    joint(cell, other, w, w);
                };
                join(right, Axis::x);
                join(up, Axis::y);
                if (!owns_vertical || !owns_horizontal) continue;
                double s = stencil.ownLoss();
                for (int side = 0; side < 4; ++side)
                {
                    const std::int32_t other = grid.neighbour(cell, side);
                    const Axis axis = side % 2 ? Axis::y : Axis::x;
                    if (other < 0)
                        s += stencil.wallWeight(cell, axis);
                    else if (!source.isUnknown(other))
                        s += stencil.jointWeight(cell, other, axis);
                }
                loss(cell, s);
                continue;
            }
            const Weights weights = stencil.weightsOf(cell);
            if (right >= 0) joint(cell, right, weights[0], stencil.weightsOf(right)[2]);
            if (up >= 0) joint(cell, up, weights[1], stencil.weightsOf(up)[3]);
            if (!owns_vertical || !owns_horizontal) continue;
            double s = 0;
            for (int side = 0; side < 4; ++side)
                if (joinedTo(side) < 0) s += weights[static_cast<std::size_t>(side)];
            loss(cell, s);
        }
}

/// Where the cells of a front are, by place.
class SlotMap
{
public:
    SlotMap(const Region& region, std::int32_t width, const std::vector<std::int32_t>& cells);
    /// The slot of a cell of the front, -1 if it has none. The cell must be in the front's box.
    std::int32_t slotOf(std::int32_t cell) const { return slots_[place(cell)]; }

private:
    std::size_t place(std::int32_t cell) const;

    const Region& region_;
    std::int32_t width_;
    std::vector<std::int32_t> slots_;
};

} // namespace clearway
