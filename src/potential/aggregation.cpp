// SPDX-License-Identifier: MIT
// Multigrid whose unknowns are positive factors: u is multiplied by a factor per cell on the finest level, per group of cells on
// each coarser one, so that it stays positive and far cells keep their relative accuracy.
// Based on:
// H. De Sterck et al. Multilevel adaptive aggregation for Markov chains. 2008 (multiplicative aggregation)
// A. Brandt, D. Ron. Multigrid solvers and multilevel optimization strategies. 2003 (over-correction)
// Groups are connected pieces of blocks of 2 x 2, so no group reaches through a wall. A correction is over-corrected as a power,
// which keeps it positive; where that does not converge it is taken as it is.
// The start is the potential of a grid coarse enough for elimination.
#include <algorithm>
#include <cmath>
#include <vector>

#include "base/disjoint_sets.h"
#include "potential/coarsen.h"
#include "potential/solver_data.h"

namespace clearway {
namespace {

constexpr double kSmallest = 1e-300, kLargest = 1e300;

/// x_i = sum of a_ij x_j + b_i, all numbers >= 0.
struct System
{
    std::vector<std::int32_t> first; ///< of the neighbours of a node; one more than nodes
    std::vector<std::int32_t> other;
    std::vector<double> a;
    std::vector<double> b;
    std::vector<Wide> symmetrizer;    ///< times a_ij it is about symmetric
    std::vector<std::int32_t> column; ///< of the block of a node
    std::vector<std::int32_t> row;

    std::size_t size() const { return b.size(); }
};

double relaxNode(const System& s, const std::vector<double>& x, std::size_t i)
{
    double sum = s.b[i];
    for (std::int32_t k = s.first[i]; k < s.first[i + 1]; ++k)
        sum += s.a[static_cast<std::size_t>(k)] * x[static_cast<std::size_t>(s.other[static_cast<std::size_t>(k)])];
    return std::clamp(sum, kSmallest, kLargest);
}

void sweepForward(const System& s, std::vector<double>& x)
{
    for (std::size_t i = 0; i < s.size(); ++i) x[i] = relaxNode(s, x, i);
}

void sweepBackward(const System& s, std::vector<double>& x)
{
    for (std::size_t i = s.size(); i-- > 0;) x[i] = relaxNode(s, x, i);
}

/// The same system for what is left of x: every unknown divided by its x.
void fold(System& s, const std::vector<double>& x)
{
    for (std::size_t i = 0; i < s.size(); ++i)
    {
        for (std::int32_t k = s.first[i]; k < s.first[i + 1]; ++k)
        {
            const auto edge = static_cast<std::size_t>(k);
            s.a[edge] = std::min(s.a[edge] * (x[static_cast<std::size_t>(s.other[edge])] / x[i]), kLargest);
        }
        s.b[i] = std::min(s.b[i] / x[i], kLargest);
        s.symmetrizer[i] = s.symmetrizer[i] * makeWide(x[i]) * makeWide(x[i]);
    }
}

/// Nodes of the same block of 2 x 2 that are connected there share a number.
std::vector<std::int32_t> groupNodes(const System& s, std::size_t& group_count)
{
    DisjointSets sets(s.size());
    for (std::size_t i = 0; i < s.size(); ++i)
        for (std::int32_t k = s.first[i]; k < s.first[i + 1]; ++k)
        {
            const auto j = static_cast<std::size_t>(s.other[static_cast<std::size_t>(k)]);
            if (s.column[i] / 2 != s.column[j] / 2 || s.row[i] / 2 != s.row[j] / 2) continue;
            sets.join(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j));
        }
    std::vector<std::int32_t> group(s.size(), -1);
    group_count = 0;
    for (std::size_t i = 0; i < s.size(); ++i)
    {
        const std::size_t first = sets.find(static_cast<std::uint32_t>(i));
        group[i] = first == i ? static_cast<std::int32_t>(group_count++) : group[first];
    }
    return group;
}

/// The system of one factor per group, near the solution x = 1.
System coarsenSystem(const System& s, const std::vector<std::int32_t>& group, std::size_t count)
{
    System coarse;
    coarse.b.assign(count, 0);
    coarse.symmetrizer.assign(count, {});
    coarse.column.resize(count);
    coarse.row.resize(count);
    std::vector<std::vector<std::int32_t>> members(count);
    for (std::size_t i = 0; i < s.size(); ++i)
        members[static_cast<std::size_t>(group[i])].push_back(static_cast<std::int32_t>(i));
    std::vector<double> sums(count, 0);
    std::vector<std::int32_t> met;
    coarse.first.push_back(0);
    for (std::size_t g = 0; g < count; ++g)
    {
        std::int32_t e = kLowestExponent;
        for (const std::int32_t i : members[g]) e = std::max(e, s.symmetrizer[static_cast<std::size_t>(i)].e);
        double inside = 0, source = 0;
        met.clear();
        for (const std::int32_t member : members[g])
        {
            const auto i = static_cast<std::size_t>(member);
            const double weight = std::max(toDouble(s.symmetrizer[i], e), 1e-30);
            coarse.symmetrizer[g] = coarse.symmetrizer[g] + makeWide(weight, e);
            source += weight * s.b[i];
            inside += weight;
            for (std::int32_t k = s.first[i]; k < s.first[i + 1]; ++k)
            {
                const double flow = weight * s.a[static_cast<std::size_t>(k)];
                const std::int32_t h = group[static_cast<std::size_t>(s.other[static_cast<std::size_t>(k)])];
                if (h == static_cast<std::int32_t>(g))
                    inside -= flow;
                else if (flow > 0)
                {
                    if (sums[static_cast<std::size_t>(h)] == 0) met.push_back(h);
                    sums[static_cast<std::size_t>(h)] += flow;
                }
            }
        }
        double outside = source;
        for (const std::int32_t h : met) outside += sums[static_cast<std::size_t>(h)];
        // Rounded, or far from the solution: what leaves a group is never much less than what enters it.
        inside = std::max(inside, outside * 1e-3);
        coarse.b[g] = source / inside;
        for (const std::int32_t h : met)
        {
            coarse.other.push_back(h);
            coarse.a.push_back(sums[static_cast<std::size_t>(h)] / inside);
            sums[static_cast<std::size_t>(h)] = 0;
        }
        coarse.first.push_back(static_cast<std::int32_t>(coarse.other.size()));
        coarse.column[g] = s.column[static_cast<std::size_t>(members[g].front())] / 2;
        coarse.row[g] = s.row[static_cast<std::size_t>(members[g].front())] / 2;
    }
    return coarse;
}

/// y^1.75 or y, by roots alone.
double overCorrect(double y, bool is_bold)
{
    const double root = std::sqrt(y);
    return std::clamp(is_bold ? y * root * std::sqrt(root) : y, kSmallest, kLargest);
}

/// One cycle from x = 1; `s` is used up.
std::vector<double> cycle(System& s, bool is_bold, int visits, int depth)
{
    constexpr std::size_t kFewest = 40;
    constexpr int kDeepest = 20;
    std::vector<double> x(s.size(), 1.0);
    if (s.size() <= kFewest || depth >= kDeepest)
    {
        for (int i = 0; i < 60; ++i)
        {
            sweepForward(s, x);
            sweepBackward(s, x);
        }
        return x;
    }
    sweepForward(s, x);
    fold(s, x);
    for (int visit = 0; visit < visits; ++visit)
    {
        std::size_t count = 0;
        const std::vector<std::int32_t> group = groupNodes(s, count);
        System coarse = coarsenSystem(s, group, count);
        const std::vector<double> y = cycle(coarse, is_bold, 2, depth + 1);
        std::vector<double> factor(s.size());
        for (std::size_t i = 0; i < s.size(); ++i) factor[i] = overCorrect(y[static_cast<std::size_t>(group[i])], is_bold);
        sweepBackward(s, factor);
        fold(s, factor);
        for (std::size_t i = 0; i < s.size(); ++i) x[i] = std::clamp(x[i] * factor[i], kSmallest, kLargest);
    }
    return x;
}

/// A first potential: that of the finest coarser grid on which elimination is cheap, or 1 where it has none.
void startFromCoarser(const Stencil& stencil, Potential::Data& data)
{
    constexpr std::int32_t kCheap = 512;
    FieldGrid grid = data.grid;
    double eps = 1;
    while (std::max(grid.width(), grid.height()) > kCheap || eps == 1)
    {
        grid = coarsen(grid.data());
        eps *= 2;
    }
    std::vector<std::int32_t> goals;
    for (const std::int32_t goal : data.goals) goals.push_back(grid.cellAt(data.grid.centerOf(goal)));
    const auto solver = buildFieldSolver(grid, {.eps = eps, .v = stencil.uniformDrift()});
    const auto coarse = solver ? solver->solve(goals) : Result<Potential>(solver.error());
    for (std::int32_t cell = 0; cell < data.grid.cellCount(); ++cell)
    {
        if (!data.hasWay(cell)) continue;
        const Wide u = coarse ? sample(coarse->data(), data.grid.centerOf(cell)) : Wide{};
        data.set(cell, u.isZero() ? makeWide(1) : u);
    }
    for (const std::int32_t goal : data.goals) data.set(goal, makeWide(1));
}

/// The equation for the factors of `data`.
System buildSystem(const Stencil& stencil, const Potential::Data& data, const std::vector<std::int32_t>& cells,
                   const std::vector<std::int32_t>& node_of)
{
    System s;
    s.b.assign(cells.size(), 0);
    s.first.reserve(cells.size() + 1);
    s.other.reserve(4 * cells.size());
    s.a.reserve(4 * cells.size());
    for (auto* const list : {&s.column, &s.row}) list->reserve(cells.size());
    s.symmetrizer.reserve(cells.size());
    s.first.push_back(0);
    const Scales scales(stencil, data.goals.front());
    for (std::size_t i = 0; i < cells.size(); ++i)
    {
        const std::int32_t cell = cells[i];
        const Weights w = stencil.weightsOf(cell);
        const double sum = (w[0] + w[2]) + (w[1] + w[3]);
        for (int side = 0; side < 4; ++side)
        {
            const std::int32_t other = data.grid.data().neighbour(cell, side);
            if (other < 0) continue;
            const Wide ratio = data.at(other) / data.at(cell);
            const double a = w[static_cast<std::size_t>(side)] / sum * toDouble(ratio.e > 900 ? Wide{1, 900} : ratio);
            if (node_of[static_cast<std::size_t>(other)] < 0)
                s.b[i] += a;
            else
            {
                s.other.push_back(node_of[static_cast<std::size_t>(other)]);
                s.a.push_back(a);
            }
        }
        s.first.push_back(static_cast<std::int32_t>(s.other.size()));
        s.column.push_back(cell % data.grid.width());
        s.row.push_back(cell / data.grid.width());
        const Wide q = data.at(cell) / scales.at(cell);
        s.symmetrizer.push_back(q * q);
    }
    return s;
}

} // namespace

bool relaxByAggregation(const Stencil& stencil, const FieldSolverOptions& options, const Progress& progress,
                        Potential::Data& data)
{
    startFromCoarser(stencil, data);
    std::vector<std::int32_t> cells, node_of(static_cast<std::size_t>(data.grid.cellCount()), -1);
    for (std::int32_t cell = 0; cell < data.grid.cellCount(); ++cell)
        if (data.hasWay(cell) && !std::binary_search(data.goals.begin(), data.goals.end(), cell))
        {
            node_of[static_cast<std::size_t>(cell)] = static_cast<std::int32_t>(cells.size());
            cells.push_back(cell);
        }
    bool is_bold = true;
    double before = kLargest;
    data.has_converged = cells.empty();
    constexpr int kMostCycles = 400;
    const int most = std::min(options.max_sweeps, kMostCycles);
    while (!data.has_converged && data.sweeps < most)
    {
        if (!report(progress, "aggregate", static_cast<double>(data.sweeps) / most)) return false;
        ++data.sweeps;
        System s = buildSystem(stencil, data, cells, node_of);
        const std::vector<double> x = cycle(s, is_bold, 1, 0);
        double change = 0;
        for (std::size_t i = 0; i < cells.size(); ++i)
        {
            data.set(cells[i], data.at(cells[i]) * makeWide(x[i]));
            change = std::max(change, x[i] > 1 ? x[i] - 1 : 1 / x[i] - 1);
        }
        data.has_converged = change <= options.tolerance;
        if (change > before) is_bold = false;
        before = change;
    }
    return true;
}

} // namespace clearway
