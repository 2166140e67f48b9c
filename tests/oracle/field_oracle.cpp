// SPDX-License-Identifier: MIT
#include "tests/oracle/field_oracle.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace clearway::oracle {
namespace {

/// The weights toward right, up, left, down, written down from the equation.
std::array<double, 4> weightsAt(const FieldGrid& grid, const FieldEquation& equation, std::int32_t cell)
{
    const auto i = static_cast<std::size_t>(cell);
    const double eps = equation.cell_eps.empty() ? equation.eps : equation.cell_eps[i];
    const Vec2 v = equation.cell_v.empty() ? equation.v : equation.cell_v[i];
    const double q[2] = {eps * v.x, eps * v.y};
    double forward[2], backward[2];
    for (int axis = 0; axis < 2; ++axis)
    {
        const bool is_fitted = std::abs(q[0]) >= 2 || std::abs(q[1]) >= 2;
        // q / 2 coth(q / 2) -+ q / 2, without a difference of nearly equal numbers; a drift of more than 16 counts as 16.
        const double x = std::clamp(q[axis], -16.0, 16.0);
        forward[axis] = !is_fitted ? 1 - x / 2 : x != 0 ? x / std::expm1(x) : 1;
        backward[axis] = !is_fitted ? 1 + x / 2 : x != 0 ? -x / std::expm1(-x) : 1;
    }
    std::array<double, 4> w = {forward[0], forward[1], backward[0], backward[1]};
    for (std::size_t side = 0; side < 4; ++side)
    {
        const std::int32_t other = grid.neighbour(cell, static_cast<FieldGrid::Toward>(side));
        w[side] *= 2 / (grid.costOf(cell) + grid.costOf(other < 0 ? cell : other));
    }
    const double sum = w[0] + w[1] + w[2] + w[3];
    for (double& x : w) x /= sum;
    return w;
}

} // namespace

std::vector<double> solveDirectly(const FieldGrid& grid, const FieldEquation& equation, const std::vector<std::int32_t>& goals)
{
    const auto n = static_cast<std::size_t>(grid.cellCount());
    std::vector<std::vector<long double>> rows(n, std::vector<long double>(n + 1, 0));
    const auto isGoal = [&](std::size_t cell) {
        return std::find(goals.begin(), goals.end(), static_cast<std::int32_t>(cell)) != goals.end();
    };
    for (std::size_t i = 0; i < n; ++i)
    {
        rows[i][i] = 1;
        const auto cell = static_cast<std::int32_t>(i);
        if (isGoal(i))
            rows[i][n] = 1;
        else if (grid.isFree(cell))
        {
            const auto w = weightsAt(grid, equation, cell);
            for (std::size_t side = 0; side < 4; ++side)
                if (const std::int32_t other = grid.neighbour(cell, static_cast<FieldGrid::Toward>(side)); other >= 0)
                    rows[i][static_cast<std::size_t>(other)] -= w[side];
        }
    }
    for (std::size_t k = 0; k < n; ++k)
    {
        std::size_t pivot = k;
        for (std::size_t i = k; i < n; ++i)
            if (std::abs(rows[i][k]) > std::abs(rows[pivot][k])) pivot = i;
        std::swap(rows[k], rows[pivot]);
        for (std::size_t i = k + 1; i < n; ++i)
        {
            if (rows[i][k] == 0) continue;
            const long double f = rows[i][k] / rows[k][k];
            for (std::size_t j = k; j <= n; ++j)
                if (rows[k][j] != 0) rows[i][j] -= f * rows[k][j];
        }
    }
    std::vector<double> u(n, 0);
    for (std::size_t k = n; k-- > 0;)
    {
        long double sum = rows[k][n];
        for (std::size_t j = k + 1; j < n; ++j) sum -= rows[k][j] * static_cast<long double>(u[j]);
        u[k] = static_cast<double>(sum / rows[k][k]);
    }
    return u;
}

constexpr double kNoLog = -1e300;

std::vector<double> solveInLogSpace(const FieldGrid& grid, const FieldEquation& equation, const std::vector<std::int32_t>& goals,
                                    double tolerance)
{
    const std::int32_t count = grid.cellCount();
    std::vector<double> logs(static_cast<std::size_t>(count), kNoLog);
    // A start that is right to within a factor per cell: a little less at each step away from the goals.
    std::vector<std::int32_t> order(goals);
    for (const std::int32_t goal : goals) logs[static_cast<std::size_t>(goal)] = 0;
    for (std::size_t i = 0; i < order.size(); ++i)
        for (int side = 0; side < 4; ++side)
            if (const std::int32_t other = grid.neighbour(order[i], static_cast<FieldGrid::Toward>(side));
                other >= 0 && logs[static_cast<std::size_t>(other)] == kNoLog)
            {
                logs[static_cast<std::size_t>(other)] = logs[static_cast<std::size_t>(order[i])] - 0.5;
                order.push_back(other);
            }
    std::vector<std::array<double, 4>> weights;
    for (std::int32_t cell = 0; cell < count; ++cell) weights.push_back(weightsAt(grid, equation, cell));
    for (double change = 1; change > tolerance;)
    {
        change = 0;
        // There and back, from the goals outwards.
        for (const bool is_forward : {true, false})
            for (std::size_t k = goals.size(); k < order.size(); ++k)
            {
                const std::int32_t cell = order[is_forward ? k : order.size() - 1 - (k - goals.size())];
                double values[4], most = kNoLog;
                for (int side = 0; side < 4; ++side)
                {
                    const std::int32_t other = grid.neighbour(cell, static_cast<FieldGrid::Toward>(side));
                    values[side] = other >= 0 ? logs[static_cast<std::size_t>(other)] : kNoLog;
                    most = std::max(most, values[side]);
                }
                double sum = 0;
                for (int side = 0; side < 4; ++side)
                    if (values[side] > kNoLog)
                        sum += weights[static_cast<std::size_t>(cell)][static_cast<std::size_t>(side)] *
                               std::exp(values[side] - most);
                const double next = most + std::log(sum);
                change = std::max(change, std::abs(next - logs[static_cast<std::size_t>(cell)]));
                logs[static_cast<std::size_t>(cell)] = next;
            }
    }
    return logs;
}

Vec2 directionInLogSpace(const FieldGrid& grid, const std::vector<double>& logs, std::int32_t cell)
{
    double values[4], most = kNoLog;
    for (int side = 0; side < 4; ++side)
    {
        const std::int32_t other = grid.neighbour(cell, static_cast<FieldGrid::Toward>(side));
        values[side] = other >= 0 ? logs[static_cast<std::size_t>(other)] : kNoLog;
        most = std::max(most, values[side]);
    }
    const auto u = [&](int side) { return values[side] > kNoLog ? std::exp(values[side] - most) : 0; };
    const Vec2 g = {u(0) - u(2), u(1) - u(3)};
    return length(g) > 0 ? g / length(g) : Vec2{};
}

double computeResidual(const Potential& potential, const FieldEquation& equation)
{
    const FieldGrid& grid = potential.grid();
    double largest = 0;
    for (std::int32_t cell = 0; cell < grid.cellCount(); ++cell)
    {
        if (!potential.hasWay(cell) || potential.isGoal(cell)) continue;
        const auto w = weightsAt(grid, equation, cell);
        double sum = 0;
        for (std::size_t side = 0; side < 4; ++side)
            if (const std::int32_t other = grid.neighbour(cell, static_cast<FieldGrid::Toward>(side)); other >= 0)
                sum += w[side] * std::ldexp(potential.mantissa(other), potential.exponent(other) - potential.exponent(cell));
        largest = std::max(largest, std::abs(sum / potential.mantissa(cell) - 1));
    }
    return largest;
}

int countStuck(const Potential& potential)
{
    const std::int32_t count = potential.grid().cellCount();
    enum : char
    {
        unknown,
        arrives,
        stuck
    };
    std::vector<char> fate(static_cast<std::size_t>(count), unknown);
    std::vector<std::int32_t> way;
    int stuck_count = 0;
    for (std::int32_t first = 0; first < count; ++first)
    {
        if (!potential.hasWay(first)) continue;
        way.clear();
        std::int32_t cell = first;
        char end = stuck;
        // u grows with every step, so a way cannot come back to itself.
        while (true)
        {
            if (fate[static_cast<std::size_t>(cell)] != unknown)
                end = fate[static_cast<std::size_t>(cell)];
            else if (potential.isGoal(cell))
                end = arrives;
            if (end == arrives || fate[static_cast<std::size_t>(cell)] != unknown) break;
            way.push_back(cell);
            cell = potential.nextToward(cell);
            if (cell < 0) break;
        }
        for (const std::int32_t passed : way) fate[static_cast<std::size_t>(passed)] = end;
        if (end == stuck) ++stuck_count;
    }
    return stuck_count;
}

} // namespace clearway::oracle
