// SPDX-License-Identifier: MIT
// Based on:
// W. K. Grassmann, M. I. Taksar, D. P. Heyman. Regenerative analysis and steady state distributions for Markov chains. 1985
// (elimination without subtraction)
// A. George. Nested dissection of a regular finite element mesh. 1973
// Only the middle of a map is asked for, so nothing is substituted back elsewhere. The row and the column through the middle cut
// the map into four quadrants. A quadrant is swept row by row toward the middle: the place of a cell that is eliminated in the
// front is taken by the one behind it, so that a front never has more cells than a row and the arm beside it, and never moves in
// memory. What four sweeps leave on the four arms is eliminated from their ends inwards. About 260,000 multiply-adds for eight
// maps of 33 x 33 cells. Blocked cells are eliminated like all others, with no joint and a loss of 1: the order of operations is
// the same for every map.
#include "potential/local_elimination.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace clearway {
namespace {

enum Arm
{
    kLeft,
    kRight,
    kDown,
    kUp,
    kArmCount,
};

/// No pivot is 0: what has no joint and no loss left is so small that it counts for nothing.
constexpr float kLeastPivot = 1e-37F;

[[gnu::always_inline]] inline LaneFloats spread(float x) { return LaneFloats{x, x, x, x, x, x, x, x}; }

[[gnu::always_inline]] inline LaneFloats invert(const LaneFloats& pivot)
{
    const LaneFloats least = spread(kLeastPivot);
    return spread(1) / (pivot > least ? pivot : least);
}

/// In four parts, since each addition waits for the one before.
[[gnu::always_inline]] inline LaneFloats sumOf(const LaneFloats* row, std::int32_t count)
{
    LaneFloats parts[4] = {};
    std::int32_t i = 0;
    for (; i + 4 <= count; i += 4)
        for (std::int32_t k = 0; k < 4; ++k) parts[k] += row[i + k];
    for (; i < count; ++i) parts[0] += row[i];
    return (parts[0] + parts[1]) + (parts[2] + parts[3]);
}

} // namespace

LocalElimination::LocalElimination(std::int32_t n)
    : n_(n), half_(n / 2), arm_((n - 3) / 2), source_(static_cast<std::size_t>(n * n) * kLocalLanes, 0.0F)
{
    const auto cells = static_cast<std::size_t>(n * n), front = static_cast<std::size_t>(2 * arm_),
               cross = static_cast<std::size_t>(kArmCount * arm_ + 1);
    const std::size_t rows = std::max(front, cross);
    const std::size_t total = cells + front * front + 2 * front + cross * cross + 2 * cross + 4 * rows;
    constexpr std::size_t kAlign = alignof(LaneFloats) / sizeof(float);
    storage_.resize(total * kLocalLanes + kAlign);
    void* first = storage_.data();
    std::size_t room = storage_.size() * sizeof(float);
    std::align(alignof(LaneFloats), total * sizeof(LaneFloats), first, room);
    auto* next = static_cast<LaneFloats*>(first);
    const auto take = [&next](std::size_t count) {
        const std::span<LaneFloats> part(next, count);
        next += count;
        return part;
    };
    free_ = take(cells);
    front_ = take(front * front);
    front_loss_ = take(front);
    front_source_ = take(front);
    cross_ = take(cross * cross);
    cross_loss_ = take(cross);
    cross_source_ = take(cross);
    pivot_row_ = take(rows);
    pivot_part_ = take(rows);
    second_row_ = take(rows);
    second_part_ = take(rows);
}

void LocalElimination::addSource(std::int32_t cell, int lane, float value)
{
    source_[static_cast<std::size_t>(cell * kLocalLanes + lane)] += value;
    touched_.push_back(cell);
}

void LocalElimination::prepare(std::span<const std::uint8_t> fixed, std::span<const Goal> goals, const LaneWeights& weights)
{
    for (int lane = 0; lane < kLocalLanes; ++lane)
    {
        // u = theta_x^x theta_y^y q makes the equation symmetric; the loss without a difference of nearly equal numbers.
        double roots[4];
        for (std::size_t side = 0; side < 4; ++side) roots[side] = std::sqrt(static_cast<double>(weights[side][lane]));
        equation_.joint_x[lane] = static_cast<float>(roots[0] * roots[2]);
        equation_.joint_y[lane] = static_cast<float>(roots[1] * roots[3]);
        equation_.theta_x[lane] = roots[0] > 0 ? static_cast<float>(roots[2] / roots[0]) : 1;
        equation_.theta_y[lane] = roots[1] > 0 ? static_cast<float>(roots[3] / roots[1]) : 1;
        const double x = roots[0] - roots[2], y = roots[1] - roots[3];
        equation_.loss[lane] = static_cast<float>(x * x + y * y);
    }
    for (std::size_t i = 0; i < free_.size(); ++i) free_[i] = spreadBits(fixed[i]) ? spread(0) : spread(1);

    for (const std::int32_t cell : touched_)
        std::fill_n(source_.begin() + static_cast<std::ptrdiff_t>(cell) * kLocalLanes, kLocalLanes, 0.0F);
    touched_.clear();
    std::array<std::int32_t, kLocalLanes> first;
    first.fill(-1);
    for (const auto& [cell, lane] : goals)
    {
        std::int32_t& reference = first[static_cast<std::size_t>(lane)];
        if (reference < 0) reference = cell;
        // q of this goal where that of the first is 1.
        float q = 1;
        const auto grow = [&q](float theta, std::int32_t steps) {
            for (; steps > 0; --steps) q *= theta;
            for (; steps < 0; ++steps) q /= theta;
        };
        grow(equation_.theta_x[lane], reference % n_ - cell % n_);
        grow(equation_.theta_y[lane], reference / n_ - cell / n_);
        addSource(cell, lane, q);
        const std::int32_t steps[4] = {1, n_, -1, -n_};
        for (int side = 0; side < 4; ++side)
        {
            const std::int32_t x = cell % n_ + (side == 0   ? 1
                                                : side == 2 ? -1
                                                            : 0),
                               y = cell / n_ + (side == 1   ? 1
                                                : side == 3 ? -1
                                                            : 0);
            if (x < 1 || y < 1 || x > n_ - 2 || y > n_ - 2) continue;
            const std::int32_t other = cell + steps[side];
            if (free_[static_cast<std::size_t>(other)][lane] > 0)
                addSource(other, lane, q * (side % 2 == 0 ? equation_.joint_x : equation_.joint_y)[lane]);
        }
    }
}

/// Of two neighbours.
LaneFloats LocalElimination::jointBetween(std::int32_t a, std::int32_t b) const
{
    const bool is_across = a - b == 1 || b - a == 1;
    return (is_across ? equation_.joint_x : equation_.joint_y) *
           (free_[static_cast<std::size_t>(a)] * free_[static_cast<std::size_t>(b)]);
}

/// To walls and goals beside the cell, and by the drift.
LaneFloats LocalElimination::lossOf(std::int32_t cell) const
{
    const auto at = [this](std::int32_t i) { return free_[static_cast<std::size_t>(i)]; };
    const LaneFloats two = spread(2);
    const LaneFloats loss = equation_.loss + (equation_.joint_x * (two - (at(cell + 1) + at(cell - 1))) +
                                              equation_.joint_y * (two - (at(cell + n_) + at(cell - n_))));
    return at(cell) > spread(0) ? loss : spread(1);
}

LaneFloats LocalElimination::sourceOf(std::int32_t cell) const
{
    LaneFloats source;
    for (int lane = 0; lane < kLocalLanes; ++lane) source[lane] = source_[static_cast<std::size_t>(cell * kLocalLanes + lane)];
    return source;
}

/// The joints of a place in the front, 0 with itself.
void LocalElimination::readRow(std::int32_t slot, std::int32_t active, LaneFloats* row) const
{
    const std::int32_t stride = 2 * arm_;
    for (std::int32_t i = 0; i < slot; ++i) row[i] = front_[static_cast<std::size_t>(i * stride + slot)];
    row[slot] = spread(0);
    for (std::int32_t i = slot + 1; i < active; ++i) row[i] = front_[static_cast<std::size_t>(slot * stride + i)];
}

void LocalElimination::writeRow(std::int32_t slot, std::int32_t active, const LaneFloats* row, const LaneFloats& factor)
{
    const std::int32_t stride = 2 * arm_;
    for (std::int32_t i = 0; i < slot; ++i) front_[static_cast<std::size_t>(i * stride + slot)] = row[i] * factor;
    for (std::int32_t i = slot + 1; i < active; ++i) front_[static_cast<std::size_t>(slot * stride + i)] = row[i] * factor;
}

/// Eliminates the cell in a place of the front and leaves there the one behind it, to which it was joined by `onward`.
void LocalElimination::eliminateSlot(std::int32_t slot, std::int32_t active, const LaneFloats& onward)
{
    LaneFloats* const row = pivot_row_.data();
    LaneFloats* const part = pivot_part_.data();
    readRow(slot, active, row);
    const LaneFloats loss = front_loss_[static_cast<std::size_t>(slot)], source = front_source_[static_cast<std::size_t>(slot)];
    const LaneFloats pivot = loss + onward + sumOf(row, active);
    const LaneFloats inverse = invert(pivot);
    for (std::int32_t i = 0; i < active; ++i) part[i] = row[i] * inverse;

    for (std::int32_t i = 0; i < active; ++i)
    {
        const LaneFloats factor = row[i];
        LaneFloats* const target = front_.data() + i * 2 * arm_;
        for (std::int32_t j = i + 1; j < active; ++j) target[j] += factor * part[j];
        front_loss_[static_cast<std::size_t>(i)] += part[i] * loss;
        front_source_[static_cast<std::size_t>(i)] += part[i] * source;
    }
    const LaneFloats passed = onward * inverse;
    writeRow(slot, active, row, passed);
    front_loss_[static_cast<std::size_t>(slot)] = loss * passed;
    front_source_[static_cast<std::size_t>(slot)] = source * passed;
}

/// The same for a place and the next one: everything else in the front is read and written only once.
void LocalElimination::eliminateTwo(std::int32_t slot, std::int32_t active, const LaneFloats& onward,
                                    const LaneFloats& second_onward)
{
    LaneFloats* const row = pivot_row_.data();
    LaneFloats* const part = pivot_part_.data();
    LaneFloats* const second = second_row_.data();
    LaneFloats* const second_part = second_part_.data();
    const auto first_at = static_cast<std::size_t>(slot), second_at = first_at + 1;

    readRow(slot, active, row);
    const LaneFloats loss = front_loss_[first_at], source = front_source_[first_at];
    const LaneFloats pivot = loss + onward + sumOf(row, active);
    const LaneFloats inverse = invert(pivot), passed = onward * inverse;
    for (std::int32_t i = 0; i < active; ++i) part[i] = row[i] * inverse;

    // The second one as the first has left it; the cell behind the first is now joined to it.
    readRow(slot + 1, active, second);
    const LaneFloats between = row[second_at];
    for (std::int32_t i = 0; i < active; ++i) second[i] += between * part[i];
    second[first_at] = between * passed;
    second[second_at] = spread(0);
    const LaneFloats second_loss = front_loss_[second_at] + part[second_at] * loss,
                     second_source = front_source_[second_at] + part[second_at] * source;
    const LaneFloats second_pivot = second_loss + second_onward + sumOf(second, active);
    const LaneFloats second_inverse = invert(second_pivot), second_passed = second_onward * second_inverse;
    for (std::int32_t i = 0; i < active; ++i) second_part[i] = second[i] * second_inverse;

    // Two rows at a time share what they read; the last one has nothing right of it.
    const std::int32_t stride = 2 * arm_;
    for (std::int32_t i = 0; i + 1 < active; i += 2)
    {
        const LaneFloats a = row[i], b = second[i], next_a = row[i + 1], next_b = second[i + 1];
        LaneFloats* const target = front_.data() + i * stride;
        target[i + 1] += a * part[i + 1] + b * second_part[i + 1];
        for (std::int32_t j = i + 2; j < active; ++j)
        {
            const LaneFloats p = part[j], q = second_part[j];
            target[j] += a * p + b * q;
            target[stride + j] += next_a * p + next_b * q;
        }
    }
    for (std::int32_t i = 0; i < active; ++i)
    {
        front_loss_[static_cast<std::size_t>(i)] += part[i] * loss + second_part[i] * second_loss;
        front_source_[static_cast<std::size_t>(i)] += part[i] * source + second_part[i] * second_source;
    }
    // What the two places hold now.
    for (std::int32_t i = 0; i < active; ++i) row[i] = row[i] * passed + second[i] * second_part[first_at];
    writeRow(slot, active, row, spread(1));
    writeRow(slot + 1, active, second, second_passed);
    front_loss_[first_at] = loss * passed + second_part[first_at] * second_loss;
    front_source_[first_at] = source * passed + second_part[first_at] * second_source;
    front_loss_[second_at] = second_loss * second_passed;
    front_source_[second_at] = second_source * second_passed;
}

/// Leaves in the front what the quadrant is to the two arms: first the row's, from its outer end, then the column's.
void LocalElimination::sweep(const Quadrant& q)
{
    const std::int32_t stride = 2 * arm_;
    const auto cellAt = [&](std::int32_t column, std::int32_t row) {
        return (q.y0 + row * q.step_y) * n_ + q.x0 + column * q.step_x;
    };
    const auto joint = [&](std::int32_t i, std::int32_t j) -> LaneFloats& {
        return front_[static_cast<std::size_t>(i * stride + j)];
    };
    std::ranges::fill(front_, spread(0));
    std::ranges::fill(front_loss_, spread(0));
    std::ranges::fill(front_source_, spread(0));
    // A cell has come to its place: its own losses, and its joints within the row and to the column's arm.
    const auto enter = [&](std::int32_t column, std::int32_t row) {
        const std::int32_t cell = cellAt(column, row);
        front_loss_[static_cast<std::size_t>(column)] += lossOf(cell);
        front_source_[static_cast<std::size_t>(column)] += sourceOf(cell);
        if (column > 0) joint(column - 1, column) += jointBetween(cellAt(column - 1, row), cell);
        if (column == arm_ - 1) joint(column, arm_ + row) += jointBetween(cell, cellAt(arm_, row));
    };
    for (std::int32_t column = 0; column < arm_; ++column) enter(column, 0);
    for (std::int32_t row = 0; row < arm_; ++row)
    {
        const auto onward = [&](std::int32_t column) { return jointBetween(cellAt(column, row), cellAt(column, row + 1)); };
        const std::int32_t active = arm_ + row + 1;
        for (std::int32_t column = 0; column < arm_; column += 2)
        {
            const bool is_pair = column + 1 < arm_;
            if (is_pair)
                eliminateTwo(column, active, onward(column), onward(column + 1));
            else
                eliminateSlot(column, active, onward(column));
            if (row + 1 == arm_) continue;
            enter(column, row + 1);
            if (is_pair) enter(column + 1, row + 1);
        }
    }
}

void LocalElimination::addToCross(const Quadrant& q)
{
    const std::int32_t front = 2 * arm_, stride = kArmCount * arm_ + 1;
    const auto place = [&](std::int32_t slot) {
        return slot < arm_ ? kArmCount * slot + q.arm_x : kArmCount * (slot - arm_) + q.arm_y;
    };
    for (std::int32_t i = 0; i < front; ++i)
    {
        const auto at = static_cast<std::size_t>(place(i));
        cross_loss_[at] += front_loss_[static_cast<std::size_t>(i)];
        cross_source_[at] += front_source_[static_cast<std::size_t>(i)];
        for (std::int32_t j = i + 1; j < front; ++j)
        {
            const std::int32_t low = std::min(place(i), place(j)), high = std::max(place(i), place(j));
            cross_[static_cast<std::size_t>(low * stride + high)] += front_[static_cast<std::size_t>(i * front + j)];
        }
    }
}

/// The arms themselves, numbered from their ends inwards, and the middle.
void LocalElimination::addArms()
{
    const std::int32_t stride = kArmCount * arm_ + 1, middle = half_ * n_ + half_;
    const std::int32_t inwards[kArmCount] = {1, -1, n_, -n_};
    for (std::int32_t k = 0; k < arm_; ++k)
        for (std::int32_t arm = 0; arm < kArmCount; ++arm)
        {
            const std::int32_t cell = middle - inwards[arm] * (arm_ - k), at = kArmCount * k + arm;
            const std::int32_t next = k + 1 < arm_ ? at + kArmCount : kArmCount * arm_;
            cross_loss_[static_cast<std::size_t>(at)] += lossOf(cell);
            cross_source_[static_cast<std::size_t>(at)] += sourceOf(cell);
            cross_[static_cast<std::size_t>(at * stride + next)] += jointBetween(cell, cell + inwards[arm]);
        }
    cross_loss_.back() += lossOf(middle);
    cross_source_.back() += sourceOf(middle);
}

LocalElimination::Answer LocalElimination::solveCross()
{
    const std::int32_t count = kArmCount * arm_ + 1, middle = count - 1;
    LaneFloats* const part = pivot_part_.data();
    LaneFloats last_parts[kArmCount][kArmCount + 1] = {};
    LaneFloats own[kArmCount] = {};
    for (std::int32_t k = 0; k < middle; ++k)
    {
        const LaneFloats* const row = cross_.data() + k * count;
        const LaneFloats pivot = cross_loss_[static_cast<std::size_t>(k)] + sumOf(row + k + 1, count - k - 1);
        const LaneFloats inverse = invert(pivot);
        for (std::int32_t i = k + 1; i < count; ++i) part[i] = row[i] * inverse;
        const LaneFloats loss = cross_loss_[static_cast<std::size_t>(k)], source = cross_source_[static_cast<std::size_t>(k)];
        for (std::int32_t i = k + 1; i < count; ++i)
        {
            const LaneFloats factor = row[i];
            LaneFloats* const target = cross_.data() + i * count;
            for (std::int32_t j = i + 1; j < count; ++j) target[j] += factor * part[j];
            cross_loss_[static_cast<std::size_t>(i)] += part[i] * loss;
            cross_source_[static_cast<std::size_t>(i)] += part[i] * source;
        }
        if (const std::int32_t arm = k - (middle - kArmCount); arm >= 0)
        {
            own[arm] = source * inverse;
            for (std::int32_t i = k + 1; i < count; ++i) last_parts[arm][i - (middle - kArmCount)] = part[i];
        }
    }
    LaneFloats q[kArmCount + 1];
    q[kArmCount] = cross_source_.back() * invert(cross_loss_.back());
    for (int arm = kArmCount - 1; arm >= 0; --arm)
    {
        q[arm] = own[arm];
        for (int i = arm + 1; i <= kArmCount; ++i) q[arm] += last_parts[arm][i] * q[i];
    }
    return {q[kRight] * equation_.theta_x, q[kUp] * equation_.theta_y, q[kLeft] / equation_.theta_x, q[kDown] / equation_.theta_y,
            q[kArmCount]};
}

LocalElimination::Answer LocalElimination::solve(std::span<const std::uint8_t> fixed, std::span<const Goal> goals,
                                                 const LaneWeights& weights)
{
    prepare(fixed, goals, weights);
    std::ranges::fill(cross_, spread(0));
    std::ranges::fill(cross_loss_, spread(0));
    std::ranges::fill(cross_source_, spread(0));
    const Quadrant quadrants[] = {{1, 1, 1, 1, kLeft, kDown},
                                  {n_ - 2, 1, -1, 1, kRight, kDown},
                                  {1, n_ - 2, 1, -1, kLeft, kUp},
                                  {n_ - 2, n_ - 2, -1, -1, kRight, kUp}};
    for (const Quadrant& quadrant : quadrants)
    {
        sweep(quadrant);
        addToCross(quadrant);
    }
    addArms();
    return solveCross();
}

} // namespace clearway
