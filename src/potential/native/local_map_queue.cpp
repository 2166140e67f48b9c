// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "potential/native/local_map_device.h"

namespace clearway {

LocalMapQueue::LocalMapQueue(const LocalMapOptions& options) : options_(options), batch_(options) {}

void LocalMapQueue::clear()
{
    maps_.clear();
    headings_.clear();
    known_.clear();
    shapes_.clear();
    places_.clear();
}

void LocalMapQueue::addNobody()
{
    Map map;
    map.first_shape = static_cast<std::int32_t>(shapes_.size());
    maps_.push_back(map);
    headings_.push_back({});
    known_.push_back({});
    places_.resize(places_.size() + 2 * static_cast<std::size_t>(options_.size), FieldGrid::kNone);
}

void LocalMapQueue::add(const LocalSelf& self)
{
    constexpr int kLane = 0;
    addNobody();
    Map& map = maps_.back();
    batch_.clear();
    batch_.open(kLane, self);
    batch_.placeGoal(kLane);
    headings_.back() = self.heading;
    for (const std::int32_t goal : batch_.goalsOf(kLane)) map.goals[map.goal_count++] = goal;
    if (const std::optional<Vec2> step = batch_.findLastStep(kLane))
    {
        known_.back() = *step;
        return;
    }
    for (std::size_t side = 0; side < 4; ++side) map.weights[side] = batch_.weights()[side][kLane];
    map.omega = batch_.planOf(kLane).omega;
    map.sweeps = batch_.planOf(kLane).sweeps;
}

void LocalMapQueue::addShape(const DrawnShape& shape)
{
    // What is no number, or farther than any map, draws nothing; the kernel turns numbers into whole ones.
    const double most = 4.0 * options_.size + shape.reach;
    if (!isFinite(shape.a) || !isFinite(shape.b) || !(shape.reach >= 0)) return;
    if (shape.is_disc && (std::abs(shape.a.x) > most || std::abs(shape.a.y) > most)) return;
    shapes_.push_back(shape);
    constexpr double kEverything = 1e15;
    shapes_.back().reach = std::min(shape.reach, kEverything);
    ++maps_.back().shape_count;
}

void LocalMapQueue::blockWall(Vec2 a, Vec2 b, double reach)
{
    const double h = options_.cell_size;
    addShape({a / h, b / h, reach / h, false});
}

void LocalMapQueue::blockDisc(Vec2 center, double reach)
{
    const double h = options_.cell_size;
    addShape({center / h, center / h, reach / h, true});
}

void LocalMapQueue::blockCells(const FieldGrid& grid, Vec2 position)
{
    const auto n = static_cast<std::size_t>(options_.size);
    const std::int32_t half = options_.size / 2;
    std::int32_t* const places = places_.data() + places_.size() - 2 * n;
    const auto locate = [&](double center, double origin, std::int32_t count, std::int32_t* to) {
        for (std::int32_t i = 0; i < options_.size; ++i)
        {
            const double place = std::floor((center + (i - half) * options_.cell_size - origin) / grid.cellSize());
            to[i] = place >= 0 && place < count ? static_cast<std::int32_t>(place) : FieldGrid::kNone;
        }
    };
    locate(position.x, grid.origin().x, grid.width(), places);
    locate(position.y, grid.origin().y, grid.height(), places + n);
    maps_.back().has_places = 1;
}

} // namespace clearway
