// SPDX-License-Identifier: MIT
// Based on:
// D. N. de G. Allen, R. V. Southwell. Relaxation methods applied to determine the motion, in two dimensions, of a viscous fluid
// past a fixed cylinder. 1955 (exponential fitting)
// Departures: the published discrete equation has opposite signs for x and y; this one solves the differential equation.
#include "potential/stencil.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "potential/wide.h"

namespace clearway {
namespace {

/// e^x for 0 <= x <= 100, to about an ulp and the same on every machine: 2^k e^r with |r| <= ln 2 / 2, and the series of e^r.
double computeExponential(double x)
{
    constexpr double kLn2High = 0.693147180369123816490, kLn2Low = 1.90821492927058770002e-10;
    const double k = std::floor(x / (kLn2High + kLn2Low) + 0.5);
    const double r = (x - k * kLn2High) - k * kLn2Low;
    double sum = 1;
    for (int i = 16; i >= 1; --i) sum = 1 + sum * r / i;
    return sum * powerOfTwo(static_cast<std::int32_t>(k));
}

/// The two weights of an axis, forward and backward, not yet normalised: (s - q/2, s + q/2) with s = q/2 coth(q/2).
std::pair<double, double> fitAxis(double q)
{
    constexpr double kLargestDrift = 16; // beyond, the side that leads there is not told from the next by rounded numbers
    const double size = std::min(std::abs(q), kLargestDrift);
    if (size < 1e-3) return {1 + q * q / 12 - q / 2, 1 + q * q / 12 + q / 2}; // the next term is below an ulp
    const double grown = computeExponential(size);
    const double small = size / (grown - 1), large = small * grown;
    return q > 0 ? std::pair{small, large} : std::pair{large, small};
}

} // namespace

Weights computeWeights(Vec2 q)
{
    if (std::abs(q.x) < 2 && std::abs(q.y) < 2) return {0.25 - q.x / 8, 0.25 - q.y / 8, 0.25 + q.x / 8, 0.25 + q.y / 8};
    const auto [right, left] = fitAxis(q.x);
    const auto [up, down] = fitAxis(q.y);
    const double sum = (right + left) + (up + down);
    return {right / sum, up / sum, left / sum, down / sum};
}

Stencil::Stencil(FieldGrid grid, const FieldEquation& equation) : grid_(std::move(grid)), uniform_q_(equation.v * equation.eps)
{
    has_costs_ = grid_.hasCosts();
    if (!equation.cell_eps.empty() || !equation.cell_v.empty())
    {
        is_uniform_ = is_symmetric_ = false;
        q_.resize(static_cast<std::size_t>(grid_.cellCount()));
        for (std::size_t i = 0; i < q_.size(); ++i)
            q_[i] = (equation.cell_v.empty() ? equation.v : equation.cell_v[i]) *
                    (equation.cell_eps.empty() ? equation.eps : equation.cell_eps[i]);
        return;
    }
    uniform_ = computeWeights(uniform_q_);
    is_uniform_ = !has_costs_;
    is_symmetric_ = !has_costs_ || uniform_q_ == Vec2{0, 0};
    const double root_right = std::sqrt(uniform_[0]), root_left = std::sqrt(uniform_[2]);
    const double root_up = std::sqrt(uniform_[1]), root_down = std::sqrt(uniform_[3]);
    theta_x_ = root_left / root_right;
    theta_y_ = root_down / root_up;
    joint_x_ = root_right * root_left;
    joint_y_ = root_up * root_down;
    // w_r + w_l - 2 sqrt(w_r w_l), written without the cancellation.
    const double loss_x = (uniform_[0] - uniform_[2]) / (root_right + root_left);
    const double loss_y = (uniform_[1] - uniform_[3]) / (root_up + root_down);
    own_loss_ = loss_x * loss_x + loss_y * loss_y;
}

Weights Stencil::weightsOf(std::int32_t cell) const
{
    Weights weights = q_.empty() ? uniform_ : computeWeights(q_[static_cast<std::size_t>(cell)]);
    if (!has_costs_) return weights;
    const double cost = grid_.costOf(cell);
    for (std::size_t side = 0; side < 4; ++side)
    {
        const std::int32_t other = grid_.neighbour(cell, static_cast<FieldGrid::Toward>(side));
        weights[side] *= 2 / (cost + (other == FieldGrid::kNone ? cost : grid_.costOf(other)));
    }
    return weights;
}

Stencil Stencil::onGrid(FieldGrid grid) const
{
    Stencil result = *this;
    result.grid_ = std::move(grid);
    result.has_costs_ = result.grid_.hasCosts();
    if (!q_.empty()) return result;
    result.is_uniform_ = !result.has_costs_;
    result.is_symmetric_ = !result.has_costs_ || uniform_q_ == Vec2{0, 0};
    return result;
}

} // namespace clearway
