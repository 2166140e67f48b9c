// SPDX-License-Identifier: MIT
// Drawing. Blocked cells are bits, one per lane. The relaxation: Gauss-Seidel with over-relaxation in two colours.
#include "potential/local_batch.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/errors.h"
#include "geometry/angle.h"
#include "grid/grid_data.h"
#include "potential/stencil.h"

namespace clearway {

/// (0, 0) stays.
static Vec2 toUnit(Vec2 a)
{
    const double size = length(a);
    return size > 0 ? a / size : Vec2{};
}

// Series of an eighth of the angle, doubled three times.
Turn::Turn(double angle)
{
    const double x = angle / 8, x2 = x * x;
    cosine = 1 - x2 / 2 * (1 - x2 / 12 * (1 - x2 / 30 * (1 - x2 / 56 * (1 - x2 / 90 * (1 - x2 / 132)))));
    sine = x * (1 - x2 / 6 * (1 - x2 / 20 * (1 - x2 / 42 * (1 - x2 / 72 * (1 - x2 / 110)))));
    for (int i = 0; i < 3; ++i)
    {
        const double c = (cosine - sine) * (cosine + sine);
        sine = 2 * sine * cosine;
        cosine = c;
    }
}

Result<void> verifyLocalMapOptions(const LocalMapOptions& options)
{
    if (options.size < 5 || options.size > 257 || options.size % 2 == 0)
        return makeError("The size of a local map must be an odd number of cells from 5 to 257.");
    if (!(options.cell_size > 0) || !std::isfinite(options.cell_size) ||
        !(options.view_degrees > 0 && options.view_degrees <= 360) || options.sweeps < 0)
        return makeError("A local map needs a cell size > 0, a view angle up to 360 degrees and sweeps >= 0.");
    return {};
}

LocalBatch::LocalBatch(const LocalMapOptions& options, LocalUse use)
    : options_(options),
      use_(use),
      n_(options.size),
      half_(options.size / 2),
      cosine_(Turn(std::min(options.view_degrees, 360.0) / 360 * kPi).cosine),
      u_(static_cast<std::size_t>(n_ * n_)),
      fixed_(static_cast<std::size_t>(n_ * n_)),
      columns_(static_cast<std::size_t>(n_)),
      rows_(static_cast<std::size_t>(n_)),
      line_(static_cast<std::size_t>(n_))
{
    if (options.method == LocalMapOptions::Method::exact) elimination_ = std::make_unique<LocalElimination>(n_);
}

/// Measured, to a median of 3 degrees on maps of 33 x 33; from a map of the tick before, to less.
LocalBatch::Plan LocalBatch::planFor(Vec2 drift, Start start) const
{
    constexpr double kDrift[] = {0, 0.35, 0.7, 1.2, 1.9}, kOmega[] = {1.72, 1.6, 1.4, 1.2, 1.0};
    constexpr double kCold[] = {34, 28, 24, 20, 18}, kWarm[] = {24, 18, 12, 10, 9};
    const auto& counts = start == Start::cold ? kCold : kWarm;
    const double size = std::max(std::abs(drift.x), std::abs(drift.y));
    std::size_t i = 0;
    while (i < 3 && size > kDrift[i + 1]) ++i;
    const double t = std::min(1.0, (size - kDrift[i]) / (kDrift[i + 1] - kDrift[i]));
    const double sweeps = (counts[i] + (counts[i + 1] - counts[i]) * t) * std::max(1.0, options_.size / 33.0);
    return {static_cast<float>(kOmega[i] + (kOmega[i + 1] - kOmega[i]) * t),
            options_.sweeps > 0 ? options_.sweeps : static_cast<int>(std::ceil(sweeps))};
}

void LocalBatch::clear()
{
    std::fill(u_.begin(), u_.end(), LaneCell{});
    std::fill(fixed_.begin(), fixed_.end(), std::uint8_t{0});
    for (std::int32_t i = 0; i < n_; ++i)
        for (const std::int32_t cell : {i, (n_ - 1) * n_ + i, i * n_, i * n_ + n_ - 1})
            fixed_[static_cast<std::size_t>(cell)] = 255;
    is_used_.fill(false);
    directions_.fill({});
    goals_.fill({});
}

void LocalBatch::open(int lane, const LocalSelf& self)
{
    const auto at = static_cast<std::size_t>(lane);
    is_used_[at] = true;
    selves_[at] = self;
    plans_[at] = planFor(self.drift, Start::cold);
    const Weights weights = computeWeights(self.drift);
    for (std::size_t side = 0; side < 4; ++side) weights_[side][lane] = static_cast<float>(weights[side]);
}

/// Never the middle.
void LocalBatch::block(std::int32_t x, std::int32_t y, int lane)
{
    if (x != half_ || y != half_) fixed_[indexOf(x, y)] |= static_cast<std::uint8_t>(1 << lane);
}

void LocalBatch::blockDisc(int lane, Vec2 center, double radius)
{
    const double h = options_.cell_size, reach = radius / h;
    const Vec2 c = center / h;
    if (!isFinite(c) || !(reach >= 0) || std::abs(c.x) > n_ + reach || std::abs(c.y) > n_ + reach) return;
    // Seen when its middle is in the cone.
    if (dot(c, selves_[static_cast<std::size_t>(lane)].heading) < length(c) * cosine_) return;
    const auto first = [&](double at) { return static_cast<std::int32_t>(std::max<double>(2, std::ceil(at - reach) + half_)); };
    const auto last = [&](double at) {
        return static_cast<std::int32_t>(std::min<double>(n_ - 3, std::floor(at + reach) + half_));
    };
    for (std::int32_t y = first(c.y); y <= last(c.y); ++y)
        for (std::int32_t x = first(c.x); x <= last(c.x); ++x)
            if (distanceSq({double(x - half_), double(y - half_)}, c) <= reach * reach) block(x, y, lane);
}

void LocalBatch::blockWall(int lane, Vec2 from, Vec2 to, double radius)
{
    const double h = options_.cell_size, reach = radius / h;
    const Vec2 a = from / h, b = to / h;
    if (!isFinite(a) || !isFinite(b) || !(reach >= 0)) return;
    const double most = n_ + reach;
    const Vec2 d = b - a;
    const double size_sq = lengthSq(d);
    const auto clampRow = [&](double row) { return static_cast<std::int32_t>(std::clamp<double>(row + half_, 1, n_ - 2)); };
    const std::int32_t low = clampRow(std::ceil(std::clamp(std::min(a.y, b.y) - reach, -most, most))),
                       high = clampRow(std::floor(std::clamp(std::max(a.y, b.y) + reach, -most, most)));
    for (std::int32_t y = low; y <= high; ++y)
    {
        // The part of the wall that is near the row, then the cells near that part.
        const double row = y - half_;
        double t0 = 0, t1 = 1;
        if (d.y != 0)
        {
            const double s0 = (row - reach - a.y) / d.y, s1 = (row + reach - a.y) / d.y;
            t0 = std::clamp(std::min(s0, s1), 0.0, 1.0);
            t1 = std::clamp(std::max(s0, s1), 0.0, 1.0);
        }
        const double x0 = a.x + d.x * t0, x1 = a.x + d.x * t1;
        const std::int32_t first = clampRow(std::ceil(std::clamp(std::min(x0, x1) - reach, -most, most))),
                           last = clampRow(std::floor(std::clamp(std::max(x0, x1) + reach, -most, most)));
        for (std::int32_t x = first; x <= last; ++x)
        {
            const Vec2 p = {double(x - half_), row};
            const double t = size_sq > 0 ? std::clamp(dot(p - a, d) / size_sq, 0.0, 1.0) : 0;
            if (distanceSq(p, a + d * t) < reach * reach) block(x, y, lane);
        }
    }
}

void LocalBatch::blockCells(int lane, const FieldGrid& grid, Vec2 position)
{
    // The column of the global map for each column of the local one, and the same for rows; kNone outside.
    const auto locate = [&](double center, double origin, std::int32_t count, std::vector<std::int32_t>& places) {
        for (std::int32_t i = 0; i < n_; ++i)
        {
            const double place = std::floor((center + (i - half_) * options_.cell_size - origin) / grid.cellSize());
            places[static_cast<std::size_t>(i)] =
                place >= 0 && place < count ? static_cast<std::int32_t>(place) : FieldGrid::kNone;
        }
    };
    locate(position.x, grid.origin().x, grid.width(), columns_);
    locate(position.y, grid.origin().y, grid.height(), rows_);
    // From edge to edge of the u-zone. Where cells have the size of the grid's, a row of them is a row of the grid.
    const std::int32_t first = 2, count = n_ - 4;
    bool is_row_of_grid = columns_[first] >= 0;
    for (std::int32_t x = first + 1; x < first + count; ++x)
        is_row_of_grid = is_row_of_grid && columns_[static_cast<std::size_t>(x)] == columns_[static_cast<std::size_t>(x) - 1] + 1;
    const auto bit = static_cast<std::uint8_t>(1 << lane);
    for (std::int32_t y = first; y < first + count; ++y)
    {
        const std::int32_t row = rows_[static_cast<std::size_t>(y)];
        std::uint8_t* const fixed = &fixed_[indexOf(first, y)];
        const std::uint8_t* cells = line_.data();
        const std::uint8_t* const source =
            grid.data().cells.data() + static_cast<std::size_t>(std::max(row, 0)) * static_cast<std::size_t>(grid.width());
        if (row < 0)
            std::fill(line_.begin(), line_.end(), std::uint8_t{0});
        else if (is_row_of_grid)
            cells = source + columns_[first];
        else if (y == first || row != rows_[static_cast<std::size_t>(y) - 1])
            for (std::int32_t x = 0; x < count; ++x)
            {
                const std::int32_t column = columns_[static_cast<std::size_t>(first + x)];
                line_[static_cast<std::size_t>(x)] = column >= 0 ? source[column] : std::uint8_t{0};
            }
        for (std::int32_t x = 0; x < count; ++x) fixed[x] |= (cells[x] & kCellFree) ? std::uint8_t{0} : bit;
    }
    fixed_[indexOf(half_, half_)] &= static_cast<std::uint8_t>(~bit);
}

void LocalBatch::addGoal(std::int32_t x, std::int32_t y, int lane)
{
    Goals& goals = goals_[static_cast<std::size_t>(lane)];
    goals.cells[static_cast<std::size_t>(goals.count++)] = static_cast<std::int32_t>(indexOf(x, y));
    fixed_[indexOf(x, y)] |= static_cast<std::uint8_t>(1 << lane);
    u_[indexOf(x, y)].u[lane] = 1;
}

void LocalBatch::recall(int lane, const std::byte* map, std::int32_t columns, std::int32_t rows)
{
    plans_[static_cast<std::size_t>(lane)] = planFor(selves_[static_cast<std::size_t>(lane)].drift, Start::warm);
    const std::int32_t first = std::max(1, -columns), end = std::min(n_ - 1, n_ - columns);
    for (std::int32_t y = std::max(1, -rows); y < std::min(n_ - 1, n_ - rows); ++y)
        for (std::int32_t x = first; x < end; ++x)
        {
            float u = 0;
            std::memcpy(&u, map + indexOf(x + columns, y + rows) * sizeof u, sizeof u);
            constexpr float kMost = 2; // relaxing goes a little beyond 1; what is far beyond is no potential
            if (std::abs(u) < kMost && !isFixed(lane, static_cast<std::int32_t>(indexOf(x, y)))) u_[indexOf(x, y)].u[lane] = u;
        }
}

void LocalBatch::remember(int lane, std::byte* map) const
{
    for (std::size_t cell = 0; cell < u_.size(); ++cell)
    {
        const float u = u_[cell].u[lane];
        std::memcpy(map + cell * sizeof u, &u, sizeof u);
    }
}

void LocalBatch::placeGoal(int lane)
{
    const LocalSelf& self = selves_[static_cast<std::size_t>(lane)];
    if (self.goal && isFinite(*self.goal))
    {
        const Vec2 c = *self.goal / options_.cell_size;
        const double x = std::floor(c.x + 0.5) + half_, y = std::floor(c.y + 0.5) + half_;
        if (x >= 1 && y >= 1 && x <= n_ - 2 && y <= n_ - 2)
            return addGoal(static_cast<std::int32_t>(x), static_cast<std::int32_t>(y), lane);
    }
    // Where the ray leaves through the outermost ring, and the two cells of the ring beside it.
    const double longer = std::max(std::abs(self.toward.x), std::abs(self.toward.y));
    const Vec2 hit = self.toward / longer * half_;
    const auto x = static_cast<std::int32_t>(std::floor(hit.x + 0.5)) + half_,
               y = static_cast<std::int32_t>(std::floor(hit.y + 0.5)) + half_;
    const bool is_side = x == 0 || x == n_ - 1;
    for (std::int32_t step = -1; step <= 1; ++step)
    {
        const std::int32_t gx = is_side ? x : x + step, gy = is_side ? y + step : y;
        if (gx >= 0 && gy >= 0 && gx < n_ && gy < n_) addGoal(gx, gy, lane);
    }
    // At a corner the ring goes on around it: without this the three cells would touch the free ring nowhere.
    if (is_side && (y == 0 || y == n_ - 1)) addGoal(x == 0 ? 1 : n_ - 2, y, lane);
}

void LocalBatch::solve()
{
    if (elimination_)
        eliminate();
    else
        relax();
    for (int lane = 0; lane < kLanes; ++lane)
        if (const std::optional<Vec2> step = findLastStep(lane)) directions_[static_cast<std::size_t>(lane)] = *step;
}

std::optional<Vec2> LocalBatch::findLastStep(int lane) const
{
    const std::span<const std::int32_t> goals = goalsOf(lane);
    if (!isUsed(lane) || goals.size() != 1 || goals[0] != static_cast<std::int32_t>(indexOf(half_, half_))) return std::nullopt;
    return toUnit(*selves_[static_cast<std::size_t>(lane)].goal);
}

void LocalBatch::relax()
{
    int most = 0;
    for (std::size_t lane = 0; lane < kLanes; ++lane)
        if (is_used_[lane]) most = std::max(most, plans_[lane].sweeps);
    for (int sweep = 0; sweep < most; ++sweep)
    {
        // A lane that has had its sweeps stands still: its result does not depend on its neighbours in the batch.
        LaneFloats omega = {};
        for (std::size_t lane = 0; lane < kLanes; ++lane)
            omega[lane] = is_used_[lane] && sweep < plans_[lane].sweeps ? plans_[lane].omega : 0.0F;
        // Only what the neighbours of the middle will feel in the sweeps that are left.
        const std::int32_t reach = use_ == LocalUse::map ? 2 * n_ : 2 * (most - 1 - sweep);
        for (std::int32_t y = 1; y < n_; ++y)
        {
            if (y < n_ - 1) relaxRow(y, 0, reach + 1 - std::abs(y - half_), omega);
            if (y > 1) relaxRow(y - 1, 1, reach - std::abs(y - 1 - half_), omega);
        }
    }
    for (std::size_t lane = 0; lane < kLanes; ++lane)
        if (is_used_[lane]) directions_[lane] = readGradient(lane);
}

/// The cells of a colour in a row, up to `reach` from the column of the middle. Colour 0 is that of its neighbours.
void LocalBatch::relaxRow(std::int32_t y, std::int32_t colour, std::int32_t reach, const LaneFloats& omega)
{
    const std::int32_t begin = std::max(1, half_ - reach), end = std::min(n_ - 2, half_ + reach) + 1;
    // Copies, which no store below can change.
    const LaneFloats right = weights_[0], up = weights_[1], left = weights_[2], down = weights_[3], step = omega;
    LaneCell* const row = &u_[indexOf(0, y)];
    const LaneCell *const above = row + n_, *const below = row - n_;
    const std::uint8_t* const fixed = &fixed_[indexOf(0, y)];
    for (std::int32_t x = begin + (begin + y + colour + 1) % 2; x < end; x += 2)
    {
        const LaneFloats u = row[x].u;
        const LaneFloats mean = (right * row[x + 1].u + left * row[x - 1].u) + (up * above[x].u + down * below[x].u);
        const LaneFloats next = u + step * (mean - u);
        row[x].u = spreadBits(fixed[x]) ? u : next;
    }
}

Vec2 LocalBatch::readGradient(std::size_t lane) const
{
    const auto u = [&](std::int32_t dx, std::int32_t dy) {
        return static_cast<double>(u_[indexOf(half_ + dx, half_ + dy)].u[lane]);
    };
    return toUnit({u(1, 0) - u(-1, 0), u(0, 1) - u(0, -1)});
}

void LocalBatch::eliminate()
{
    std::array<LocalElimination::Goal, 4 * kLanes> goals;
    std::size_t count = 0;
    for (int lane = 0; lane < kLanes; ++lane)
        for (const std::int32_t cell : goalsOf(lane)) goals[count++] = {cell, lane};
    const LocalElimination::Answer answer = elimination_->solve(fixed_, std::span(goals).first(count), weights_);
    for (int lane = 0; lane < kLanes; ++lane)
    {
        if (!is_used_[static_cast<std::size_t>(lane)]) continue;
        const auto at = static_cast<std::size_t>(lane);
        constexpr float kTrusted = 1e-25F;
        if (answer.scale[lane] >= kTrusted)
        {
            const auto u = [lane](const LaneFloats& floats) { return static_cast<double>(floats[lane]); };
            directions_[at] = toUnit({u(answer.right) - u(answer.left), u(answer.up) - u(answer.down)});
        }
        else if (isConnected(lane))
        {
            // Far beyond what floats hold: a labyrinth, or a strong drift.
            const Result<Potential> potential = solveWide(lane);
            if (potential) directions_[at] = potential->directionAt(static_cast<std::int32_t>(indexOf(half_, half_)));
        }
    }
}

/// Whether a free way leads from the middle to a goal.
bool LocalBatch::isConnected(int lane) const
{
    std::vector<std::uint8_t> is_seen(fixed_.size(), 0);
    std::vector<std::int32_t> waiting = {static_cast<std::int32_t>(indexOf(half_, half_))};
    const std::span<const std::int32_t> goals = goalsOf(lane);
    while (!waiting.empty())
    {
        const std::int32_t cell = waiting.back();
        waiting.pop_back();
        for (const std::int32_t other : {cell + 1, cell - 1, cell + n_, cell - n_})
        {
            if (std::ranges::find(goals, other) != goals.end()) return true;
            if (isFixed(lane, other) || is_seen[static_cast<std::size_t>(other)]) continue;
            is_seen[static_cast<std::size_t>(other)] = 1;
            waiting.push_back(other);
        }
    }
    return false;
}

Result<Potential> LocalBatch::solveWide(int lane) const
{
    std::vector<std::uint8_t> is_free(fixed_.size());
    for (std::size_t i = 0; i < is_free.size(); ++i) is_free[i] = !isFixed(lane, static_cast<std::int32_t>(i));
    for (const std::int32_t cell : goalsOf(lane)) is_free[static_cast<std::size_t>(cell)] = 1;
    const auto grid = buildFieldGrid(n_, n_, is_free);
    if (!grid) return grid.error();
    const auto solver = buildFieldSolver(*grid, {.eps = 1, .v = selves_[static_cast<std::size_t>(lane)].drift},
                                         {.method = FieldSolverOptions::Method::elimination});
    if (!solver) return solver.error();
    return solver->solve(goalsOf(lane));
}

} // namespace clearway
