// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "potential/solver_data.h"

namespace clearway {

std::shared_ptr<Potential::Data> startPotential(const FieldGrid& grid, std::span<const std::int32_t> goals)
{
    auto data = std::make_shared<Potential::Data>(Potential::Data{grid, {goals.begin(), goals.end()}, {}, {}, {}, 0, true});
    std::sort(data->goals.begin(), data->goals.end());
    data->goals.erase(std::unique(data->goals.begin(), data->goals.end()), data->goals.end());
    const auto count = static_cast<std::size_t>(grid.cellCount());
    data->mantissa.assign(count, 0);
    data->exponent.assign(count, kLowestExponent);
    data->component_has_goal.assign(static_cast<std::size_t>(grid.componentCount()), false);
    for (const std::int32_t goal : data->goals) data->component_has_goal[static_cast<std::size_t>(grid.componentOf(goal))] = true;
    return data;
}

const FieldGrid& Potential::grid() const { return data_->grid; }
std::span<const std::int32_t> Potential::goals() const { return data_->goals; }
bool Potential::hasWay(std::int32_t cell) const { return data_->hasWay(cell); }
bool Potential::isGoal(std::int32_t cell) const { return std::binary_search(data_->goals.begin(), data_->goals.end(), cell); }
double Potential::mantissa(std::int32_t cell) const { return data_->mantissa[static_cast<std::size_t>(cell)]; }
std::int32_t Potential::exponent(std::int32_t cell) const { return data_->exponent[static_cast<std::size_t>(cell)]; }
double Potential::value(std::int32_t cell) const { return toDouble(data_->at(cell)); }
int Potential::sweeps() const { return data_->sweeps; }
bool Potential::hasConverged() const { return data_->has_converged; }

double Potential::log2Of(std::int32_t cell) const
{
    const Wide u = data_->at(cell);
    if (u.isZero()) return -std::numeric_limits<double>::infinity();
    // log2(m) = 2 / ln 2 * atanh((m - 1) / (m + 1)), with m brought near 1.
    constexpr double kRootHalf = 0.70710678118654752440, kTwoOverLn2 = 2.88539008177792681472;
    double m = u.m, whole = u.e;
    if (m > 1 / kRootHalf) m *= 0.5, whole += 1;
    const double t = (m - 1) / (m + 1), t2 = t * t;
    double sum = 0;
    for (int k = 15; k >= 1; k -= 2) sum = sum * t2 + 1.0 / k;
    return whole + kTwoOverLn2 * t * sum;
}

Vec2 Potential::directionAt(std::int32_t cell) const
{
    if (!hasWay(cell) || isGoal(cell)) return {};
    Wide u[4];
    std::int32_t neighbours[4];
    std::int32_t e = data_->at(cell).e;
    for (int side = 0; side < 4; ++side)
    {
        neighbours[side] = data_->grid.neighbour(cell, static_cast<FieldGrid::Toward>(side));
        if (neighbours[side] >= 0) u[side] = data_->at(neighbours[side]);
        e = std::max(e, u[side].e);
    }
    Vec2 gradient = {toDouble(u[0], e) - toDouble(u[2], e), toDouble(u[1], e) - toDouble(u[3], e)};
    if (data_->grid.hasCosts())
    {
        // What flows through the two sides of an axis: beside dear ground the plain difference would lead into it.
        const double own = toDouble(data_->at(cell), e);
        const auto flow = [&](std::size_t side) {
            return (toDouble(u[side], e) - own) /
                   (data_->grid.costOf(cell) + data_->grid.costOf(neighbours[side] < 0 ? cell : neighbours[side]));
        };
        gradient = {flow(0) - flow(2), flow(1) - flow(3)};
    }
    const double size = length(gradient);
    return size > 0 ? gradient / size : Vec2{};
}

std::int32_t Potential::nextToward(std::int32_t cell) const
{
    if (!hasWay(cell) || isGoal(cell)) return FieldGrid::kNone;
    const Wide own = data_->at(cell);
    std::int32_t next = FieldGrid::kNone;
    Wide best = own;
    double most = 0;
    for (int side = 0; side < 4; ++side)
    {
        const std::int32_t other = data_->grid.neighbour(cell, static_cast<FieldGrid::Toward>(side));
        if (other < 0 || !(own < data_->at(other))) continue;
        if (data_->grid.hasCosts())
        {
            const double flow =
                (toDouble(data_->at(other), own.e) - own.m) / (data_->grid.costOf(cell) + data_->grid.costOf(other));
            if (flow <= most) continue;
            most = flow;
        }
        else if (!(best < data_->at(other)))
            continue;
        best = data_->at(other);
        next = other;
    }
    return next;
}

} // namespace clearway
