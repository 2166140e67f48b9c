// SPDX-License-Identifier: MIT
// Substitution: sources go up the tree to the root, values come down. Sixteen values share an exponent where they are near enough
// to each other; a row whose result is so small that it may have lost something is summed again with an exponent per number.
#include <algorithm>
#include <map>

#include "potential/solver_data.h"

namespace clearway {
namespace {

using Four [[gnu::vector_size(32)]] = double;

struct Lanes
{
    double v[kTile] = {};
    std::int32_t e = kLowestExponent;
};

Lanes pack(const Wide* values)
{
    Lanes lanes;
    for (std::int32_t k = 0; k < kTile; ++k) lanes.e = std::max(lanes.e, values[k].e);
    for (std::int32_t k = 0; k < kTile; ++k) lanes.v[k] = toDouble(values[k], lanes.e);
    return lanes;
}

// ---- up

/// w_jk / a_k for a pivot k and a later slot j of a front in tiles.
Wide columnShare(const Front& front, std::size_t k, std::size_t j)
{
    const auto tk = static_cast<std::int32_t>(k / kTile), tj = static_cast<std::int32_t>(j / kTile);
    const std::size_t lk = k % kTile, lj = j % kTile;
    if (tk == tj) return makeWide(front.upper.tile(tk, tk)[lj * kTile + lk]);
    const TileTriangle& triangle = front.is_symmetric ? front.upper : front.lower;
    const TileInfo& info = triangle.info(tk, tj);
    return info.isEmpty() ? Wide{} : makeWide(triangle.tile(tk, tj)[lk * kTile + lj], info.e);
}

/// The sources of pivots passed on to the slots behind them, in plain doubles; false when their range does not allow it.
bool raisePlain(const Front& front, std::vector<Wide>& f)
{
    std::int32_t base = kLowestExponent;
    for (const Wide& x : f) base = std::max(base, x.e);
    std::vector<double> g(f.size());
    for (std::size_t i = 0; i < f.size(); ++i)
    {
        if (!f[i].isZero() && f[i].e - base < kPlainLow / 2) return false;
        g[i] = toDouble(f[i], base);
    }
    const TileTriangle& triangle = front.is_symmetric ? front.upper : front.lower;
    const std::int32_t tiles = front.layout.tileCount();
    for (std::int32_t t = 0; t < front.layout.pivot_tiles; ++t)
    {
        double* const own = g.data() + t * kTile;
        const double* const diagonal = front.upper.tile(t, t);
        std::int32_t low = 0;
        const std::int32_t rows = front.upper.heights[static_cast<std::size_t>(t)];
        for (std::int32_t k = 0; k < rows; ++k)
        {
            for (std::int32_t m = 0; m < k; ++m) own[k] += diagonal[k * kTile + m] * own[m];
            if (own[k] > 0) low = std::min(low, exponentOf(own[k]));
        }
        if (const TileInfo& info = front.upper.info(t, t); !info.isEmpty() && info.low + low < kSafeLow) return false;
        for (std::int32_t j = t + 1; j < tiles; ++j)
        {
            const TileInfo& info = triangle.info(t, j);
            if (info.isEmpty()) continue;
            if (info.low + low < kSafeLow) return false;
            addTransposed(triangle.tile(t, j), own, powerOfTwo(info.e), rows, g.data() + j * kTile);
        }
    }
    for (std::size_t i = 0; i < f.size(); ++i) f[i] = makeWide(g[i], base);
    return true;
}

void raiseSources(const Front& front, std::vector<Wide>& f)
{
    if (!front.is_wide && raisePlain(front, f)) return;
    const std::size_t pivots =
        front.is_wide ? static_cast<std::size_t>(front.wide_pivots) : static_cast<std::size_t>(front.layout.pivot_tiles) * kTile;
    for (std::size_t k = 0; k < pivots; ++k)
    {
        if (f[k].isZero()) continue;
        for (std::size_t j = k + 1; j < f.size(); ++j)
        {
            if (!front.is_wide && front.layout.cells[j] < 0) continue;
            const Wide share = front.is_wide ? front.wide_lower[k * f.size() + j] : columnShare(front, k, j);
            if (!share.isZero()) f[j] = f[j] + share * f[k];
        }
    }
}

// ---- down

class Descent
{
public:
    Descent(const Front& front, const std::vector<Wide>* sources, const std::function<bool(std::int32_t)>& matters,
            std::vector<Wide>& values)
        : front_(front), sources_(sources), matters_(matters), values_(values)
    {
    }

    void run()
    {
        if (front_.is_wide) return runWide();
        const std::int32_t tiles = front_.layout.tileCount();
        lanes_.resize(static_cast<std::size_t>(tiles));
        for (std::int32_t t = front_.layout.pivot_tiles; t < tiles; ++t)
        {
            Wide known[kTile];
            for (std::int32_t k = 0; k < kTile; ++k) known[k] = valueAt(static_cast<std::size_t>(t * kTile + k));
            lanes_[static_cast<std::size_t>(t)] = pack(known);
        }
        for (std::int32_t t = front_.layout.pivot_tiles - 1; t >= 0; --t) solveTile(t);
    }

private:
    Wide valueAt(std::size_t slot) const
    {
        const std::int32_t cell = front_.layout.cells[slot];
        return cell < 0 ? Wide{} : values_[static_cast<std::size_t>(cell)];
    }
    Wide sourceAt(std::size_t slot) const { return sources_ ? (*sources_)[slot] / makeWide(front_.rate[slot]) : Wide{}; }

    void runWide()
    {
        const std::size_t count = front_.wide_cells.size();
        for (std::size_t k = static_cast<std::size_t>(front_.wide_pivots); k-- > 0;)
        {
            Wide sum = sourceAt(k);
            for (std::size_t j = k + 1; j < count; ++j)
                if (const Wide share = front_.wide_upper[k * count + j]; !share.isZero())
                    sum = sum + share * values_[static_cast<std::size_t>(front_.wide_cells[j])];
            values_[static_cast<std::size_t>(front_.wide_cells[k])] = sum;
        }
    }

    /// Sums over all later tiles, relative to 2^e.
    void sumRows(std::int32_t t, std::int32_t e, double* sums) const;
    void solveTile(std::int32_t t);
    void solveTileWide(std::int32_t t);

    const Front& front_;
    const std::vector<Wide>* sources_;
    const std::function<bool(std::int32_t)>& matters_;
    std::vector<Wide>& values_;
    std::vector<Lanes> lanes_; ///< of each tile
};

void Descent::sumRows(std::int32_t t, std::int32_t e, double* sums) const
{
    const std::int32_t height = front_.upper.heights[static_cast<std::size_t>(t)];
    Four rows[kTile] = {};
    for (std::int32_t j = t + 1; j < front_.layout.tileCount(); ++j)
    {
        const TileInfo& info = front_.upper.info(t, j);
        const Lanes& lanes = lanes_[static_cast<std::size_t>(j)];
        const double scale = info.isEmpty() ? 0 : powerOfTwo(std::min(info.e + lanes.e - e, 1000));
        if (scale == 0) continue;
        Four x[4];
        for (std::int32_t c = 0; c < 4; ++c)
        {
            std::memcpy(&x[c], lanes.v + 4 * c, sizeof(Four));
            x[c] *= scale;
        }
        const double* tile = front_.upper.tile(t, j);
        for (std::int32_t k = 0; k < height; ++k, tile += kTile)
        {
            Four w[4];
            std::memcpy(w, tile, sizeof w);
            rows[k] += (w[0] * x[0] + w[1] * x[1]) + (w[2] * x[2] + w[3] * x[3]);
        }
    }
    for (std::int32_t k = 0; k < kTile; ++k) sums[k] = (rows[k][0] + rows[k][1]) + (rows[k][2] + rows[k][3]);
}

void Descent::solveTile(std::int32_t t)
{
    std::int32_t e = kLowestExponent;
    for (std::int32_t j = t + 1; j < front_.layout.tileCount(); ++j)
    {
        const TileInfo& info = front_.upper.info(t, j);
        const std::int32_t block = lanes_[static_cast<std::size_t>(j)].e;
        if (!info.isEmpty() && block != kLowestExponent) e = std::max(e, info.high + block);
    }
    Wide sources[kTile];
    for (std::int32_t k = 0; k < kTile; ++k)
    {
        sources[k] = sourceAt(static_cast<std::size_t>(t * kTile + k));
        e = std::max(e, sources[k].e);
    }
    if (e == kLowestExponent) return;

    double x[kTile];
    sumRows(t, e, x);
    const double* const diagonal = front_.upper.tile(t, t);
    bool is_safe = true;
    for (std::int32_t k = front_.upper.heights[static_cast<std::size_t>(t)] - 1; k >= 0; --k)
    {
        x[k] += toDouble(sources[k], e);
        for (std::int32_t j = k + 1; j < kTile; ++j) x[k] += diagonal[k * kTile + j] * x[j];
        const std::int32_t cell = front_.layout.cells[static_cast<std::size_t>(t * kTile + k)];
        if (cell >= 0 && exponentOf(x[k]) < kSafeLow && matters_(cell)) is_safe = false;
    }
    if (!is_safe) return solveTileWide(t);
    Wide result[kTile];
    for (std::int32_t k = 0; k < kTile; ++k)
    {
        result[k] = makeWide(x[k], e);
        const std::int32_t cell = front_.layout.cells[static_cast<std::size_t>(t * kTile + k)];
        if (cell >= 0) values_[static_cast<std::size_t>(cell)] = result[k];
    }
    lanes_[static_cast<std::size_t>(t)] = pack(result);
}

void Descent::solveTileWide(std::int32_t t)
{
    Wide result[kTile];
    for (std::int32_t k = front_.upper.heights[static_cast<std::size_t>(t)] - 1; k >= 0; --k)
    {
        const auto slot = static_cast<std::size_t>(t * kTile + k);
        const std::int32_t cell = front_.layout.cells[slot];
        if (cell < 0) continue;
        Wide sum = sourceAt(slot);
        for (std::int32_t j = t; j < front_.layout.tileCount(); ++j)
        {
            const TileInfo& info = front_.upper.info(t, j);
            if (info.isEmpty()) continue;
            const double* const row = front_.upper.tile(t, j) + k * kTile;
            for (std::int32_t lane = j == t ? k + 1 : 0; lane < kTile; ++lane)
                if (row[lane] > 0)
                    sum = sum + makeWide(row[lane], info.e) *
                                    (j == t ? result[lane] : valueAt(static_cast<std::size_t>(j * kTile + lane)));
        }
        result[k] = sum;
        values_[static_cast<std::size_t>(cell)] = sum;
    }
    lanes_[static_cast<std::size_t>(t)] = pack(result);
}

/// The region in which a cell is eliminated.
std::int32_t findPivotRegion(const std::vector<Region>& regions, std::int32_t x, std::int32_t y)
{
    auto number = static_cast<std::int32_t>(regions.size()) - 1;
    while (true)
    {
        const Region& region = regions[static_cast<std::size_t>(number)];
        const std::int32_t place = region.is_column ? x : y;
        if (region.isLeaf() || place == region.line) return number;
        number = region.child[place < region.line ? 0 : 1];
    }
}

const std::vector<std::int32_t>& slotsOf(const Front& front) { return front.is_wide ? front.wide_cells : front.layout.cells; }

} // namespace

std::vector<Wide> substitute(const FrontSource& source, const Elimination& elimination, std::span<const FieldSourceTerm> terms,
                             const std::function<bool(std::int32_t)>& matters, const Workers& workers)
{
    const FieldGrid& grid = source.stencil->grid();
    const std::vector<Region>& regions = elimination.dissection->regions;

    // Up: regions in ascending order, children before parents.
    std::map<std::int32_t, std::vector<Wide>> sources;
    const auto add = [&](std::int32_t number, std::int32_t cell, Wide f) {
        const std::vector<std::int32_t>& cells = slotsOf(*elimination.fronts[static_cast<std::size_t>(number)]);
        std::vector<Wide>& list = sources[number];
        list.resize(cells.size());
        const auto slot = static_cast<std::size_t>(std::find(cells.begin(), cells.end(), cell) - cells.begin());
        list[slot] = list[slot] + f;
    };
    for (const FieldSourceTerm& term : terms)
        add(findPivotRegion(regions, term.cell % grid.width(), term.cell / grid.width()), term.cell, term.f);
    for (auto at = sources.begin(); at != sources.end(); ++at)
    {
        const Front& front = *elimination.fronts[static_cast<std::size_t>(at->first)];
        raiseSources(front, at->second);
        const std::int32_t parent = regions[static_cast<std::size_t>(at->first)].parent;
        if (parent < 0) continue;
        const std::vector<std::int32_t>& cells = slotsOf(front);
        const Front& above = *elimination.fronts[static_cast<std::size_t>(parent)];
        const SlotMap slots(regions[static_cast<std::size_t>(parent)], grid.width(), slotsOf(above));
        std::vector<Wide>& list = sources[parent];
        list.resize(slotsOf(above).size());
        const std::size_t first = front.is_wide ? static_cast<std::size_t>(front.wide_pivots)
                                                : static_cast<std::size_t>(front.layout.pivot_tiles) * kTile;
        for (std::size_t i = first; i < cells.size(); ++i)
            if (cells[i] >= 0 && !at->second[i].isZero())
            {
                Wide& to = list[static_cast<std::size_t>(slots.slotOf(cells[i]))];
                to = to + at->second[i];
            }
    }

    // Down: the large regions one after the other, then subtrees as tasks.
    std::vector<Wide> values(static_cast<std::size_t>(grid.cellCount()));
    const auto descend = [&](std::int32_t number) {
        const auto found = sources.find(number);
        Descent(*elimination.fronts[static_cast<std::size_t>(number)], found == sources.end() ? nullptr : &found->second, matters,
                values)
            .run();
    };
    constexpr double kShareOfTask = 1.0 / 32;
    const double limit = elimination.dissection->multiply_adds * kShareOfTask;
    std::vector<std::int32_t> first(regions.size()), tasks;
    for (std::size_t i = 0; i < regions.size(); ++i)
        first[i] = regions[i].isLeaf() ? static_cast<std::int32_t>(i) : first[static_cast<std::size_t>(regions[i].child[0])];
    for (auto i = static_cast<std::int32_t>(regions.size()) - 1; i >= 0; --i)
    {
        const Region& region = regions[static_cast<std::size_t>(i)];
        if (region.subtree_multiply_adds > limit && !region.isLeaf())
            descend(i);
        else if (region.parent < 0 || regions[static_cast<std::size_t>(region.parent)].subtree_multiply_adds > limit)
            tasks.push_back(i);
    }
    workers.run(static_cast<std::int32_t>(tasks.size()), [&](std::int32_t task) {
        const std::int32_t root = tasks[static_cast<std::size_t>(task)];
        for (std::int32_t i = root; i >= first[static_cast<std::size_t>(root)]; --i) descend(i);
    });
    return values;
}

} // namespace clearway
