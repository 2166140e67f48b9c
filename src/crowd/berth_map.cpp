// SPDX-License-Identifier: MIT
#include "crowd/berth_map.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/hex_lattice.h"

namespace clearway {

namespace {

/// Those who stand may be a little beside their berth: the next one is free all the same.
constexpr double kTouchPart = 0.93;

double computeSpacing(double radius) { return 2.04 * radius + 0.02; }

} // namespace

Vec2 computeBerthOffset(Berth berth, double radius) { return computeHexPoint(berth.column, berth.row, computeSpacing(radius)); }

Berth findNearestBerth(Vec2 offset, double radius)
{
    const double spacing = computeSpacing(radius);
    const double row = std::clamp(std::floor(offset.y / (kHexRowHeight * spacing)), -8000.0, 8000.0);
    Berth nearest;
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 2; ++i)
    {
        const double column = std::floor(offset.x / spacing - 0.5 * (row + i) + 0.5);
        const Berth berth{static_cast<std::int16_t>(std::clamp(column, -16000.0, 16000.0)), static_cast<std::int16_t>(row + i)};
        const double away = distanceSq(computeBerthOffset(berth, radius), offset);
        if (!(away < least)) continue;
        least = away;
        nearest = berth;
    }
    return nearest;
}

void BerthMap::reset(Vec2 position, double radius, double view)
{
    position_ = position;
    radius_ = radius;
    const double spacing = computeSpacing(radius);
    const Berth middle = findNearestBerth(position, radius);
    const int half_rows = static_cast<int>(view / (kHexRowHeight * spacing)) + 2;
    const int half_columns = static_cast<int>(view / spacing + 0.5 * half_rows) + 2;
    first_ = {static_cast<std::int16_t>(middle.column - half_columns), static_cast<std::int16_t>(middle.row - half_rows)};
    column_count_ = 2 * half_columns + 1;
    row_count_ = 2 * half_rows + 1;
    const int steps[6] = {1, column_count_, column_count_ - 1, -1, -column_count_, 1 - column_count_};
    std::ranges::copy(steps, steps_);
    cells_.assign(static_cast<std::size_t>(row_count_) * static_cast<std::size_t>(column_count_), {});
    // What is out of view counts as taken: so does the margin, which keeps walks inside.
    for (int index = 0; index < row_count_ * column_count_; ++index)
        if (distanceSq(computeBerthOffset(berthAt(index), radius), position) > view * view)
            cells_[static_cast<std::size_t>(index)].state = kTaken;
    start_ = indexOf(middle);
}

int BerthMap::indexOf(Berth berth) const
{
    const int column = berth.column - first_.column, row = berth.row - first_.row;
    return column < 0 || row < 0 || column >= column_count_ || row >= row_count_ ? -1 : row * column_count_ + column;
}

Berth BerthMap::berthAt(int index) const
{
    return {static_cast<std::int16_t>(first_.column + index % column_count_),
            static_cast<std::int16_t>(first_.row + index / column_count_)};
}

/// Berths within `reach` of a place, with the square of their distance.
template <typename Visit>
void BerthMap::visitNear(Vec2 offset, double reach, Visit visit)
{
    const double spacing = computeSpacing(radius_), height = kHexRowHeight * spacing;
    const int low = std::max(0, static_cast<int>(std::ceil((offset.y - reach) / height)) - first_.row);
    const int high = std::min(row_count_ - 1, static_cast<int>(std::floor((offset.y + reach) / height)) - first_.row);
    for (int row = low; row <= high; ++row)
    {
        const double shift = 0.5 * (first_.row + row) + first_.column;
        const int left = std::max(0, static_cast<int>(std::ceil((offset.x - reach) / spacing - shift)));
        const int right = std::min(column_count_ - 1, static_cast<int>(std::floor((offset.x + reach) / spacing - shift)));
        for (int column = left; column <= right; ++column)
        {
            const int index = row * column_count_ + column;
            const double away = distanceSq(computeBerthOffset(berthAt(index), radius_), offset);
            if (away < reach * reach) visit(cells_[static_cast<std::size_t>(index)], index);
        }
    }
}

void BerthMap::take(Vec2 offset, double radius)
{
    visitNear(offset, kTouchPart * (radius_ + radius), [](Cell& cell, int) { cell.state |= kTaken; });
}

void BerthMap::claim(Vec2 offset, double radius, double away, bool wins_ties)
{
    visitNear(offset, kTouchPart * (radius_ + radius), [&](Cell& cell, int index) {
        const double mine = distance(computeBerthOffset(berthAt(index), radius_), position_);
        if (away < mine || (away == mine && wins_ties)) cell.state |= kClaimed;
    });
}

std::size_t BerthMap::explore(double walk_weight, Squeezing squeezing)
{
    walk_weight_ = walk_weight;
    reached_.assign(1, static_cast<std::uint32_t>(start_));
    cells_[static_cast<std::size_t>(start_)].state |= kReached;
    for (std::size_t next = 0; next < reached_.size(); ++next)
    {
        const int index = static_cast<int>(reached_[next]);
        const auto isTaken = [&](int direction) {
            const int beside = index + steps_[direction % 6];
            return (cells_[static_cast<std::size_t>(beside)].state & kTaken) != 0;
        };
        for (int direction = 0; direction < 6; ++direction)
        {
            const int beside = index + steps_[direction];
            Cell& cell = cells_[static_cast<std::size_t>(beside)];
            if ((cell.state & (kTaken | kReached)) != 0) continue;
            const bool may_squeeze = squeezing == Squeezing::beside && index == start_;
            if (!may_squeeze && isTaken(direction + 1) && isTaken(direction + 5)) continue;
            cell.state |= kReached;
            cell.direction = static_cast<std::uint8_t>(direction);
            cell.steps = static_cast<std::uint16_t>(cells_[static_cast<std::size_t>(index)].steps + 1);
            reached_.push_back(static_cast<std::uint32_t>(beside));
        }
    }
    return reached_.size() - 1;
}

double BerthMap::computeCost(int index) const
{
    const double way = cells_[static_cast<std::size_t>(index)].steps * computeSpacing(radius_);
    return length(computeBerthOffset(berthAt(index), radius_)) + walk_weight_ * way;
}

bool BerthMap::isGood(Berth berth, double& cost) const
{
    const int index = indexOf(berth);
    if (index < 0 || (cells_[static_cast<std::size_t>(index)].state & (kTaken | kClaimed | kReached)) != kReached) return false;
    cost = computeCost(index);
    return true;
}

bool BerthMap::findBest(Berth& berth, double& cost) const
{
    int best = -1;
    for (const std::uint32_t reached : reached_)
    {
        const int index = static_cast<int>(reached);
        if ((cells_[static_cast<std::size_t>(index)].state & (kTaken | kClaimed)) != 0) continue;
        const double cost_here = computeCost(index);
        if (best >= 0 && !(cost_here < cost)) continue;
        best = index;
        cost = cost_here;
    }
    if (best >= 0) berth = berthAt(best);
    return best >= 0;
}

void BerthMap::refuse(Berth berth) { cells_[static_cast<std::size_t>(indexOf(berth))].state |= kTaken; }

bool BerthMap::isLineFree(Vec2 to) const
{
    const Vec2 way = to - position_;
    const int count = static_cast<int>(2 * length(way) / computeSpacing(radius_));
    for (int i = 1; i <= count; ++i)
    {
        const int index = indexOf(findNearestBerth(position_ + way * (static_cast<double>(i) / (count + 1)), radius_));
        if (index < 0 || (index != start_ && (cells_[static_cast<std::size_t>(index)].state & kTaken) != 0)) return false;
    }
    return true;
}

Berth BerthMap::findFirstLeg(Berth berth) const
{
    int index = indexOf(berth);
    while (cells_[static_cast<std::size_t>(index)].steps > 1 && !isLineFree(computeBerthOffset(berthAt(index), radius_)))
        index -= steps_[cells_[static_cast<std::size_t>(index)].direction];
    return berthAt(index);
}

} // namespace clearway
