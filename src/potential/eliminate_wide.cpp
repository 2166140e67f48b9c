// SPDX-License-Identifier: MIT
// Elimination of a front with an exponent per number: slow and without limits. Needed where cells side by side on an outline are
// hundreds of corridor widths apart on foot.
#include "potential/front.h"

namespace clearway {
namespace {

/// w_ij of a child's outline, by positions in its list of slots.
struct ChildReader
{
    const Front& child;

    std::size_t first() const
    {
        return child.is_wide ? static_cast<std::size_t>(child.wide_pivots)
                             : static_cast<std::size_t>(child.layout.pivot_tiles) * kTile;
    }
    std::size_t end() const { return child.is_wide ? child.wide_cells.size() : child.layout.cells.size(); }
    std::int32_t cell(std::size_t i) const { return child.is_wide ? child.wide_cells[i] : child.layout.cells[i]; }
    double loss(std::size_t i) const { return child.is_wide ? child.wide_loss[i - first()] : child.loss[i]; }
    Wide weight(std::size_t i, std::size_t j) const
    {
        if (child.is_wide) return child.wide_rest[(i - first()) * (end() - first()) + (j - first())];
        const auto ti = static_cast<std::int32_t>(i / kTile), tj = static_cast<std::int32_t>(j / kTile);
        const std::size_t li = i % kTile, lj = j % kTile;
        const auto read = [](const TileTriangle& from, std::int32_t r, std::int32_t c, std::size_t lane_r, std::size_t lane_c) {
            const TileInfo& info = from.info(r, c);
            return info.isEmpty() ? Wide{} : makeWide(from.tile(r, c)[lane_r * kTile + lane_c], info.e);
        };
        if (ti <= tj) return read(child.upper, ti, tj, li, lj);
        return read(child.is_symmetric ? child.upper : child.lower, tj, ti, lj, li);
    }
};

} // namespace

void eliminateWide(const FrontSource& source, const Region& region, const Front* const children[2], Front& front)
{
    front.is_wide = true;
    for (std::size_t slot = 0; slot < front.layout.cells.size(); ++slot)
    {
        if (slot == static_cast<std::size_t>(front.layout.pivot_tiles) * kTile)
            front.wide_pivots = static_cast<std::int32_t>(front.wide_cells.size());
        if (front.layout.cells[slot] >= 0) front.wide_cells.push_back(front.layout.cells[slot]);
    }
    const std::size_t count = front.wide_cells.size();
    if (static_cast<std::size_t>(front.layout.pivot_tiles) * kTile == front.layout.cells.size())
        front.wide_pivots = static_cast<std::int32_t>(count);
    const auto pivots = static_cast<std::size_t>(front.wide_pivots);

    // Gather
    const SlotMap slots(region, source.stencil->grid().width(), front.wide_cells);
    std::vector<Wide> w(count * count);
    std::vector<double> loss(count, 0);
    const auto slotOf = [&](std::int32_t cell) { return static_cast<std::size_t>(slots.slotOf(cell)); };
    if (region.isLeaf())
        visitLeaf(
            source, region,
            [&](std::int32_t i, std::int32_t j, double w_ij, double w_ji) {
                w[slotOf(i) * count + slotOf(j)] = makeWide(w_ij);
                w[slotOf(j) * count + slotOf(i)] = makeWide(w_ji);
            },
            [&](std::int32_t i, double s) { loss[slotOf(i)] += s; });
    else
        for (int c = 0; c < 2; ++c)
        {
            const ChildReader child = {*children[c]};
            for (std::size_t i = child.first(); i < child.end(); ++i)
            {
                if (child.cell(i) < 0) continue;
                const std::size_t to = slotOf(child.cell(i));
                loss[to] += child.loss(i);
                for (std::size_t j = child.first(); j < child.end(); ++j)
                    if (i != j && child.cell(j) >= 0)
                    {
                        Wide& target = w[to * count + slotOf(child.cell(j))];
                        target = target + child.weight(i, j);
                    }
            }
        }

    // Eliminate
    front.rate.assign(pivots, 1);
    front.wide_upper.assign(pivots * count, {});
    front.wide_lower.assign(pivots * count, {});
    std::vector<std::size_t> reached;
    for (std::size_t k = 0; k < pivots; ++k)
    {
        Wide rate = makeWide(loss[k]);
        reached.clear();
        for (std::size_t j = k + 1; j < count; ++j)
        {
            if (w[k * count + j].isZero()) continue;
            rate = rate + w[k * count + j];
            reached.push_back(j);
        }
        front.rate[k] = toDouble(rate);
        for (const std::size_t j : reached) front.wide_upper[k * count + j] = w[k * count + j] / rate;
        for (std::size_t i = k + 1; i < count; ++i)
        {
            const Wide into = w[i * count + k];
            if (into.isZero()) continue;
            const Wide share = into / rate;
            front.wide_lower[k * count + i] = share;
            loss[i] += toDouble(share * makeWide(loss[k]));
            for (const std::size_t j : reached)
                if (j != i) w[i * count + j] = w[i * count + j] + share * w[k * count + j];
        }
    }

    const std::size_t rest = count - pivots;
    front.wide_rest.resize(rest * rest);
    for (std::size_t i = 0; i < rest; ++i)
        for (std::size_t j = 0; j < rest; ++j)
            if (i != j) front.wide_rest[i * rest + j] = w[(pivots + i) * count + pivots + j];
    front.wide_loss.assign(loss.begin() + static_cast<std::ptrdiff_t>(pivots), loss.end());
}

} // namespace clearway
