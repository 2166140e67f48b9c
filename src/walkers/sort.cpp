// SPDX-License-Identifier: MIT
// A counting sort by cell, in bands. Within a cell walkers are in the order of their ids: the order in which forces are added up
// is then a function of the positions alone, however the walkers were stored before.
#include <algorithm>
#include <utility>

#include "walkers/state.h"

namespace clearway {

/// A ring of empty cells all around: neighbours are looked up without asking for the border.
bool Walkers::State::layOutGrid()
{
    const Frame& lattice = rows.lattice();
    while (lattice.quantum * static_cast<double>(std::int32_t{1} << cell_shift) < kRange) ++cell_shift;
    std::int32_t min_x = 0, min_y = 0, max_x = 0, max_y = 0;
    bool is_first = true;
    for (const walkers::Ball& ball : rows.balls())
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
    column_count = (static_cast<std::uint32_t>(max_x - grid_x) >> cell_shift) + 2;
    row_count = (static_cast<std::uint32_t>(max_y - grid_y) >> cell_shift) + 2;
    const std::uint32_t rows_per_band = (row_count + kBandCount - 1) / kBandCount;
    if (std::uint64_t{column_count} * rows_per_band * kBandCount > kMostCells) return false;
    cells_per_band = rows_per_band * column_count;
    first_in.assign(std::size_t{cells_per_band} * kBandCount + column_count + 2, 0);
    counts.assign(std::size_t{kBandCount} * kBandCount, 0);
    band_first.assign(kBandCount + 1, 0);
    source_first.assign(kBandCount + 1, 0);
    return true;
}

/// Takes everybody for one band: after walkers were added.
void Walkers::State::countAll()
{
    std::ranges::fill(counts, 0u);
    for (const auto& work : workspaces) work->leaving_count = 0;
    std::uint32_t& leaving_count = workspaces[0]->leaving_count;
    for (std::uint32_t i = 0; i < count; ++i)
    {
        const int band = bandOf(now.card[i].cell);
        ++counts[static_cast<std::size_t>(band)];
        if (band != 0) leaving[leaving_count++] = i;
    }
    std::ranges::fill(source_first, static_cast<std::uint32_t>(count));
    source_first[0] = 0;
    is_counted = true;
}

void Walkers::State::sort()
{
    sorted.reserve(now.capacity());
    band_first[0] = 0;
    for (int to = 0; to < kBandCount; ++to)
    {
        std::uint32_t total = 0;
        for (int from = 0; from < kBandCount; ++from) total += counts[static_cast<std::size_t>(from * kBandCount + to)];
        band_first[static_cast<std::size_t>(to) + 1] = band_first[static_cast<std::size_t>(to)] + total;
    }
    const auto task = [this](int band) { sortBand(band); };
    runTasks(hook, kBandCount, task);
    source_first = band_first;
}

void Walkers::State::sortBand(int band)
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
        if (sorted.card[at].cell == sorted.card[at - 1].cell && sorted.card[at].id < sorted.card[at - 1].id) orderCell(at, first);
}

/// Moves the walker at `at` down to its place among those of its cell before it, which are in order.
void Walkers::State::orderCell(std::uint32_t at, std::uint32_t begin)
{
    for (; at > begin && sorted.card[at].cell == sorted.card[at - 1].cell && sorted.card[at].id < sorted.card[at - 1].id; --at)
    {
        std::swap(sorted.x[at], sorted.x[at - 1]);
        std::swap(sorted.y[at], sorted.y[at - 1]);
        std::swap(sorted.vx[at], sorted.vx[at - 1]);
        std::swap(sorted.vy[at], sorted.vy[at - 1]);
        std::swap(sorted.card[at], sorted.card[at - 1]);
    }
}

} // namespace clearway
