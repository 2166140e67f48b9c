// SPDX-License-Identifier: MIT
// The weights of the discrete equation in a cell.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include <clearway/potential/solver.h>

namespace clearway {

/// u of a cell = sum of w_d u_d / sum of w_d over right, up, left, down (the order of Toward), blocked ones with u_d = 0.
using Weights = std::array<double, 4>;

enum class Axis
{
    x,
    y,
};

/// Weights for q = eps v; they add up to 1.
Weights computeWeights(Vec2 q);

class Stencil
{
public:
    Stencil(FieldGrid grid, const FieldEquation& equation);

    const FieldGrid& grid() const { return grid_; }
    /// The same weights in every cell.
    bool isUniform() const { return is_uniform_; }
    /// Whether u = scale * q with a positive scale per column and row makes the equation symmetric.
    bool isSymmetric() const { return is_symmetric_; }
    const Weights& uniformWeights() const { return uniform_; }
    Vec2 uniformDrift() const { return uniform_q_; }
    /// The directed weights of a cell, costs included.
    Weights weightsOf(std::int32_t cell) const;

    /// Of the symmetric equation: the weight of the joint between neighbours, and the loss that a free cell has of its own.
    double jointWeight(std::int32_t cell, std::int32_t other, Axis axis) const
    {
        const double weight = axis == Axis::y ? joint_y_ : joint_x_;
        return has_costs_ ? weight * (2 / (grid_.costOf(cell) + grid_.costOf(other))) : weight;
    }
    double ownLoss() const { return own_loss_; }
    /// The loss of a side that is blocked.
    double wallWeight(std::int32_t cell, Axis axis) const
    {
        const double weight = axis == Axis::y ? joint_y_ : joint_x_;
        return has_costs_ ? weight / grid_.costOf(cell) : weight;
    }
    /// u = theta_x^column theta_y^row q.
    double thetaX() const { return theta_x_; }
    double thetaY() const { return theta_y_; }

    /// The same equation on another grid of the same size.
    Stencil onGrid(FieldGrid grid) const;

private:
    FieldGrid grid_;
    bool is_uniform_ = true;
    bool is_symmetric_ = true;
    bool has_costs_ = false;
    Weights uniform_ = {};
    std::vector<Vec2> q_; ///< per cell, where not the same everywhere
    Vec2 uniform_q_;
    double joint_x_ = 0;
    double joint_y_ = 0;
    double own_loss_ = 0;
    double theta_x_ = 1;
    double theta_y_ = 1;
};

} // namespace clearway
