// SPDX-License-Identifier: MIT
// Based on:
// C. I. Connolly, J. B. Burns, R. Weiss. Path planning using Laplace's equation. 1990 (relaxation)
// D. M. Young. Iterative methods for solving partial difference equations of elliptic type. 1954 (over-relaxation)
// Departures: u = 1 - p is relaxed, to a relative tolerance; in two colours, so that any split of rows between workers gives the
// same bits. Each colour has rows of its own, so that neighbours lie side by side.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "potential/solver_data.h"

namespace clearway {
namespace {

using Four [[gnu::vector_size(32)]] = double;
constexpr std::int32_t kRelaxLanes = 4;

void loadFour(Four& v, const double* from) { std::memcpy(&v, from, sizeof v); }

/// The weights of each cell toward right, up, left, down, 0 where there is no way; all 0 for cells whose value is not relaxed.
struct CellWeights
{
    CellWeights(const Stencil& stencil, const Potential::Data& data, std::int32_t cell)
    {
        if (!data.hasWay(cell) || std::binary_search(data.goals.begin(), data.goals.end(), cell)) return;
        w = stencil.weightsOf(cell);
        const double sum = (w[0] + w[2]) + (w[1] + w[3]);
        for (std::size_t side = 0; side < 4; ++side)
            w[side] = data.grid.neighbour(cell, static_cast<FieldGrid::Toward>(side)) < 0 ? 0 : w[side] / sum;
    }

    Weights w = {};
};

/// u and the weights of one colour. Row y has the cells with (x + y) % 2 == colour, at x / 2.
struct Colour
{
    std::vector<double> u;
    std::vector<double> w[4];
};

class RedBlack
{
public:
    RedBlack(const Stencil& stencil, const Potential::Data& data)
        : width_(data.grid.width()),
          height_(data.grid.height()),
          stride_((width_ / 2 + 1 + kRelaxLanes - 1) / kRelaxLanes * kRelaxLanes + 2 * kRelaxLanes)
    {
        for (Colour& colour : colours_)
        {
            const std::size_t count = static_cast<std::size_t>(stride_) * static_cast<std::size_t>(height_ + 2);
            colour.u.assign(count, 0);
            for (auto& w : colour.w) w.assign(count, 0);
        }
        for (std::int32_t cell = 0; cell < data.grid.cellCount(); ++cell)
        {
            const CellWeights weights(stencil, data, cell);
            for (std::size_t side = 0; side < 4; ++side) colourOf(cell).w[side][place(cell)] = weights.w[side];
        }
        for (const std::int32_t goal : data.goals) at(goal) = 1;
    }

    double& at(std::int32_t cell) { return colourOf(cell).u[place(cell)]; }

    /// Half a sweep over one row; returns whether some cell changed by more than the fraction `tolerance` of itself.
    bool relaxRow(int colour, std::int32_t y, double omega, double tolerance)
    {
        Colour& own = colours_[colour];
        const double* const other = colours_[1 - colour].u.data();
        const std::size_t row = static_cast<std::size_t>(stride_) * static_cast<std::size_t>(y + 1) + kRelaxLanes;
        // x = 2 i for even rows of this colour: then its left neighbour is i - 1 and its right one i; else i and i + 1.
        const bool is_even = (colour + y) % 2 == 0;
        const double* const left = other + row - (is_even ? 1 : 0);
        const double* const right = other + row + (is_even ? 0 : 1);
        const double* const up = other + row + stride_;
        const double* const down = other + row - stride_;
        std::int64_t changed = 0;
        for (std::int32_t i = 0; i <= width_ / 2; i += kRelaxLanes)
        {
            Four u, v[4], w[4];
            loadFour(u, own.u.data() + row + i);
            loadFour(v[0], right + i);
            loadFour(v[1], up + i);
            loadFour(v[2], left + i);
            loadFour(v[3], down + i);
            for (int side = 0; side < 4; ++side) loadFour(w[side], own.w[side].data() + row + i);
            const Four mean = (w[0] * v[0] + w[2] * v[2]) + (w[1] * v[1] + w[3] * v[3]);
            const Four zero = {};
            // Cells that are not relaxed have no weights and keep their value.
            const Four step = (mean - u) * omega;
            const auto is_relaxed = (w[0] + w[2]) + (w[1] + w[3]) > zero;
            const Four next = is_relaxed ? u + step : u;
            const Four size = step < zero ? -step : step;
            const auto is_changed = is_relaxed & (size > next * tolerance);
            for (int lane = 0; lane < kRelaxLanes; ++lane) changed |= is_changed[lane];
            std::memcpy(own.u.data() + row + i, &next, sizeof next);
        }
        return changed != 0;
    }

private:
    Colour& colourOf(std::int32_t cell) { return colours_[(cell % width_ + cell / width_) % 2]; }
    std::size_t place(std::int32_t cell) const
    {
        return static_cast<std::size_t>(stride_) * static_cast<std::size_t>(cell / width_ + 1) + kRelaxLanes +
               static_cast<std::size_t>(cell % width_ / 2);
    }

    std::int32_t width_;
    std::int32_t height_;
    std::int32_t stride_;
    Colour colours_[2];
};

/// cos(pi / (n + 1)) to a few digits more than an over-relaxation factor needs.
double computeCosine(std::int32_t n)
{
    const double x = 3.14159265358979323846 / (n + 1), x2 = x * x;
    return 1 - x2 / 2 * (1 - x2 / 12 * (1 - x2 / 30 * (1 - x2 / 56 * (1 - x2 / 90))));
}

/// The best factor for an empty box with uniform weights.
double computeOmega(const Stencil& stencil)
{
    const FieldGrid& grid = stencil.grid();
    const Weights w = stencil.isUniform() ? stencil.uniformWeights() : Weights{0.25, 0.25, 0.25, 0.25};
    const double rho =
        2 * (std::sqrt(w[0] * w[2]) * computeCosine(grid.width()) + std::sqrt(w[1] * w[3]) * computeCosine(grid.height()));
    return 2 / (1 + std::sqrt(std::max(0.0, 1 - rho * rho)));
}

} // namespace

bool relaxGaussSeidel(const Stencil& stencil, const FieldSolverOptions& options, const Progress& progress, Potential::Data& data)
{
    const std::int32_t width = data.grid.width(), stride = width + 2;
    std::vector<double> u(static_cast<std::size_t>(stride) * static_cast<std::size_t>(data.grid.height() + 2), 0);
    const auto place = [width, stride](std::int32_t cell) {
        return static_cast<std::size_t>((cell / width + 1) * stride + cell % width + 1);
    };
    struct Relaxed
    {
        std::size_t at;
        Weights w;
    };
    std::vector<Relaxed> cells;
    for (std::int32_t cell = 0; cell < data.grid.cellCount(); ++cell)
        if (data.hasWay(cell) && !std::binary_search(data.goals.begin(), data.goals.end(), cell))
            cells.push_back({place(cell), CellWeights(stencil, data, cell).w});
    for (const std::int32_t goal : data.goals) u[place(goal)] = 1;

    data.has_converged = false;
    while (!data.has_converged && data.sweeps < options.max_sweeps)
    {
        if (!report(progress, "relax", static_cast<double>(data.sweeps) / options.max_sweeps)) return false;
        data.has_converged = true;
        ++data.sweeps;
        for (const auto& [at, w] : cells)
        {
            const double next = (w[0] * u[at + 1] + w[2] * u[at - 1]) + (w[1] * u[at + static_cast<std::size_t>(stride)] +
                                                                         w[3] * u[at - static_cast<std::size_t>(stride)]);
            if (std::abs(next - u[at]) > options.tolerance * next || next == 0) data.has_converged = false;
            u[at] = next;
        }
    }
    for (std::int32_t cell = 0; cell < data.grid.cellCount(); ++cell) data.set(cell, makeWide(u[place(cell)]));
    return true;
}

bool relaxRedBlack(const Stencil& stencil, const FieldSolverOptions& options, const Workers& workers, const Progress& progress,
                   Potential::Data& data)
{
    RedBlack grid(stencil, data);
    const double omega = options.method == FieldSolverOptions::Method::over_relaxation ? computeOmega(stencil) : 1;
    // A sweep must at least have had the time to reach every cell before it may seem to stand still.
    const int fewest = data.grid.width() + data.grid.height();
    const std::int32_t height = data.grid.height();
    const std::int32_t per_task = std::max(8, 16384 / std::max(1, data.grid.width()));
    const std::int32_t tasks = (height + per_task - 1) / per_task;
    std::vector<char> is_changed(static_cast<std::size_t>(tasks));
    data.has_converged = false;
    while (!data.has_converged && data.sweeps < options.max_sweeps)
    {
        if (!report(progress, "relax", static_cast<double>(data.sweeps) / options.max_sweeps)) return false;
        ++data.sweeps;
        std::fill(is_changed.begin(), is_changed.end(), 0);
        for (int colour = 0; colour < 2; ++colour)
            workers.run(tasks, [&](std::int32_t task) {
                bool changed = false;
                for (std::int32_t y = task * per_task; y < std::min(height, (task + 1) * per_task); ++y)
                    changed |= grid.relaxRow(colour, y, omega, options.tolerance);
                if (changed) is_changed[static_cast<std::size_t>(task)] = 1;
            });
        data.has_converged = data.sweeps >= fewest && std::find(is_changed.begin(), is_changed.end(), 1) == is_changed.end();
    }
    for (std::int32_t cell = 0; cell < data.grid.cellCount(); ++cell)
    {
        if (!data.hasWay(cell)) continue;
        data.set(cell, makeWide(std::max(0.0, grid.at(cell))));
        if (data.at(cell).isZero()) data.has_converged = false; // below the range of doubles there is no way down
    }
    return true;
}

} // namespace clearway
