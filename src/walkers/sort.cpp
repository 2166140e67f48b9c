// SPDX-License-Identifier: MIT
// A counting sort by cell, in bands. Within a cell walkers are in the order of their ids: the order in which forces are added up
// is then a function of the positions alone, however the walkers were stored before.
#include <algorithm>
#include <utility>

#include "walkers/kernel.h"

namespace clearway::walkers {

/// A ring of empty cells all around: neighbours are looked up without asking for the border.
void Kernel::layOutGrid()
{
    const Frame& lattice = rows.lattice();
    while (lattice.quantum * static_cast<double>(std::int32_t{1} << cell_shift) < kRange) ++cell_shift;
    std::int32_t min_x = 0, min_y = 0, max_x = 0, max_y = 0;
    bool is_first = true;
    for (const Ball& ball : rows.balls())
    {
        if (!(ball.reach > 0)) continue;
        const auto reach = static_cast<std::int32_t>(static_cast<double>(ball.reach) / lattice.quantum) + 1;
        min_x = is_first ? ball.x - reach : std::min(min_x, ball.x - reach);
        min_y = is_first ? ball.y - reach : std::min(min_y, ball.y - reach);
        max_x = is_first ? ball.x + reach : std::max(max_x, ball.x + reach);
        max_y = is_first ? ball.y + reach : std::max(max_y, ball.y + reach);
        is_first = false;
    }
    const std::int32_t cell = std::int32_t{1} << cell_shift;
    grid_x = min_x - cell;
    grid_y = min_y - cell;
    const std::uint32_t width = (static_cast<std::uint32_t>(max_x - grid_x) >> cell_shift) + 2;
    row_count = (static_cast<std::uint32_t>(max_y - grid_y) >> cell_shift) + 2;
    const std::uint32_t rows_per_band = (row_count + kBandCount - 1) / kBandCount;
    if (std::uint64_t{width} * rows_per_band * kBandCount > kMostCells) return;
    column_count = width;
    cells_per_band = rows_per_band * column_count;
    first_in.assign(std::size_t{cells_per_band} * kBandCount + column_count + 2, 0);
    counts.assign(std::size_t{kBandCount + 1} * kBandCount, 0);
    band_first.assign(kBandCount + 1, 0);
    source_first.assign(kBandCount + 1, 0);
}

std::size_t Kernel::sourceOf(std::uint32_t place) const
{
    return static_cast<std::size_t>(std::upper_bound(source_first.begin(), source_first.end(), place) - source_first.begin()) - 1;
}

void Kernel::sort()
{
    sorted.reserve(now.capacity());
    band_first[0] = 0;
    for (int to = 0; to < kBandCount; ++to)
    {
        std::uint32_t total = 0;
        for (int from = 0; from <= kNewcomers; ++from) total += counts[static_cast<std::size_t>(from * kBandCount + to)];
        band_first[static_cast<std::size_t>(to) + 1] = band_first[static_cast<std::size_t>(to)] + total;
    }
    const auto task = [this](int band) { sortBand(band); };
    runTasks(options.hook, kBandCount, task);
    source_first = band_first;
    std::fill_n(counts.begin() + kNewcomers * kBandCount, kBandCount, 0u);
    count = band_first[kBandCount];
    gone_count = 0;
}

void Kernel::sortBand(int band)
{
    // Element cell + 1 counts a cell, then runs through its places, and ends as the beginning of the next cell.
    const std::uint32_t begin = static_cast<std::uint32_t>(band) * cells_per_band, end = begin + cells_per_band;
    std::uint32_t* const next = first_in.data() + 1;
    std::fill(next + begin, next + end, 0u);
    const auto visitIfHere = [&](std::uint32_t i, auto visit) {
        if (const std::uint32_t cell = now.card[i].cell; cell - begin < cells_per_band) visit(i, cell);
    };
    const auto forEachHere = [&](auto visit) {
        const std::size_t here = static_cast<std::size_t>(band);
        for (std::uint32_t i = source_first[here]; i < source_first[here + 1]; ++i) visitIfHere(i, visit);
        for (std::size_t from = 0; from < kBandCount; ++from)
        {
            if (from == here || counts[from * kBandCount + here] == 0) continue;
            const std::uint32_t first = source_first[from];
            for (std::uint32_t k = 0; k < workspaces[from]->leaving_count; ++k) visitIfHere(leaving[first + k], visit);
        }
        if (counts[std::size_t{kNewcomers} * kBandCount + here] == 0) return;
        for (std::uint32_t i = source_first[kBandCount]; i < count; ++i) visitIfHere(i, visit);
    };
    forEachHere([&](std::uint32_t, std::uint32_t cell) { ++next[cell]; });
    std::uint32_t place = band_first[static_cast<std::size_t>(band)];
    const std::uint32_t first = place;
    for (std::uint32_t cell = begin; cell < end; ++cell) place += std::exchange(next[cell], place);
    forEachHere([&](std::uint32_t i, std::uint32_t cell) {
        const std::uint32_t to = next[cell]++;
        sorted.x[to] = now.x[i];
        sorted.y[to] = now.y[i];
        sorted.vx[to] = now.vx[i];
        sorted.vy[to] = now.vy[i];
        sorted.card[to] = now.card[i];
    });
    for (std::uint32_t at = first + 1; at < place; ++at)
        if (sorted.card[at].cell == sorted.card[at - 1].cell && sorted.card[at].slot < sorted.card[at - 1].slot)
            orderCell(at, first);
}

/// Moves the walker at `at` down to its place among those of its cell before it, which are in order.
void Kernel::orderCell(std::uint32_t at, std::uint32_t begin)
{
    for (; at > begin && sorted.card[at].cell == sorted.card[at - 1].cell && sorted.card[at].slot < sorted.card[at - 1].slot;
         --at)
    {
        std::swap(sorted.x[at], sorted.x[at - 1]);
        std::swap(sorted.y[at], sorted.y[at - 1]);
        std::swap(sorted.vx[at], sorted.vx[at - 1]);
        std::swap(sorted.vy[at], sorted.vy[at - 1]);
        std::swap(sorted.card[at], sorted.card[at - 1]);
    }
}

} // namespace clearway::walkers
