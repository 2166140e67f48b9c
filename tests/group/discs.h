// SPDX-License-Identifier: MIT
// Discs that do as they are told: each moves straight to its target, then overlapping ones are pushed apart and out of walls.
// No avoidance and no planning, so that a test sees what the orders alone are worth.
#pragma once
#include <algorithm>
#include <vector>

#include <clearway/geometry/shapes.h>
#include <clearway/group/march.h>
#include <clearway/yielding.h>

namespace clearway::test {

struct Discs
{
    std::vector<Vec2> positions;
    std::vector<double> radii;
    std::vector<Segment> walls;
    std::vector<float> held_up; ///< seconds
    std::vector<char> is_held;  ///< not 0: does not move, whatever it is told

    void add(Vec2 position, double radius)
    {
        positions.push_back(position);
        radii.push_back(radius);
        held_up.push_back(0);
        is_held.push_back(0);
    }

    void step(std::span<const GroupMarch::Order> orders, double dt)
    {
        before = positions;
        wishes.resize(positions.size());
        for (std::size_t i = 0; i < positions.size(); ++i)
        {
            const Vec2 d = orders[i].target - positions[i];
            const double size = length(d), most = orders[i].speed * dt;
            wishes[i] = size > 0 ? d * std::min(1.0, most / size) : Vec2{};
            if (is_held[i] == 0) positions[i] = positions[i] + wishes[i];
        }
        for (int round = 0; round < 8; ++round) pushApart();
        for (std::size_t i = 0; i < positions.size(); ++i)
        {
            leaveWalls(i);
            held_up[i] = countHeldUp(held_up[i], wishes[i], positions[i] - before[i], static_cast<float>(dt));
        }
    }

    /// How far the worst pair overlaps, or the worst disc reaches into a wall.
    double computeOverlap() const
    {
        double worst = 0;
        for (std::size_t i = 0; i < positions.size(); ++i)
        {
            for (std::size_t j = 0; j < i; ++j)
                worst = std::max(worst, radii[i] + radii[j] - distance(positions[i], positions[j]));
            for (const Segment& wall : walls) worst = std::max(worst, radii[i] - distance(positions[i], wall));
        }
        return worst;
    }

private:
    std::vector<Vec2> before, wishes;

    void pushApart()
    {
        for (std::size_t i = 0; i < positions.size(); ++i)
        {
            for (std::size_t j = 0; j < i; ++j)
            {
                const Vec2 d = positions[i] - positions[j];
                const double size = length(d), overlap = radii[i] + radii[j] - size;
                if (overlap <= 0) continue;
                const Vec2 away = size > 0 ? d / size : Vec2{1, 0};
                if (is_held[i] == 0) positions[i] = positions[i] + away * (overlap / (is_held[j] != 0 ? 1 : 2));
                if (is_held[j] == 0) positions[j] = positions[j] - away * (overlap / (is_held[i] != 0 ? 1 : 2));
            }
            leaveWalls(i);
        }
    }

    void leaveWalls(std::size_t i)
    {
        if (is_held[i] != 0) return;
        for (const Segment& wall : walls)
        {
            const Vec2 d = positions[i] - computeClosestPoint(wall, positions[i]);
            const double size = length(d);
            if (size > 0 && size < radii[i]) positions[i] = positions[i] + d * ((radii[i] - size) / size);
        }
    }
};

} // namespace clearway::test
