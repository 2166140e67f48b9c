// SPDX-License-Identifier: MIT
// Yards with walls to march through, and a group of discs in them.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <clearway/group/march.h>
#include <clearway/scene/scene.h>

#include "tests/group/discs.h"

namespace clearway::test {

inline Scene makeYard(const Ring& outline, const std::vector<Ring>& obstacles)
{
    SceneInput input;
    input.name = "yard";
    input.areas.push_back({{outline, {}}, {}, 0});
    for (const Ring& ring : obstacles) input.obstacles.push_back({{ring, {}}, 0, {}});
    return buildScene(input).value();
}

inline Ring makeBox(double x0, double y0, double x1, double y1) { return {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}; }

/// 80 x 30 m with a wall at x = 20 and a gap in it around y = 0.
inline Scene makeGap(double width, double thickness = 0.2)
{
    const double x0 = 20 - thickness / 2, x1 = 20 + thickness / 2;
    return makeYard(makeBox(-20, -15, 60, 15), {makeBox(x0, -15, x1, -width / 2), makeBox(x0, width / 2, x1, 15)});
}

/// A group, its discs, and the clock.
struct Parade
{
    static constexpr double kDt = 1.0 / 30;

    Parade(const Scene& scene, std::vector<GroupMarch::Member> who, const Formation& formation, MarchOptions options, Vec2 around)
        : members(std::move(who)), meter(scene), group(make(formation, options))
    {
        for (std::uint32_t i = 0; i < scene.points().size(); ++i) discs.walls.push_back(scene.edge(i));
        // In a block, not in their slots.
        double pitch = 0;
        for (const GroupMarch::Member& member : members) pitch = std::max(pitch, 2 * member.radius + 0.1);
        for (std::size_t i = 0; i < members.size(); ++i)
            discs.add(around + Vec2{static_cast<double>(i % 8) - 3.5, static_cast<double>(i / 8) - 3} * pitch, members[i].radius);
    }

    GroupMarch make(const Formation& formation, const MarchOptions& options) const
    {
        Result<GroupMarch> made = GroupMarch::build(members, formation, options);
        EXPECT_TRUE(made) << made.error().message;
        return std::move(made).value();
    }

    void go(const std::vector<Vec2>& way)
    {
        const Result<void> gone = group.setWay(meter.measure(way).value(), discs.positions);
        EXPECT_TRUE(gone) << gone.error().message;
    }

    void step()
    {
        discs.step(group.update(kDt, discs.positions, discs.held_up), kDt);
        time += kDt;
        largest_overlap = std::max(largest_overlap, discs.computeOverlap());
        if (group.state() != GroupState::forming) largest_spread = std::max(largest_spread, group.spread());
        seen[static_cast<std::size_t>(group.state())] = true;
    }

    /// Steps until the group is in the state; the seconds it took, or -1 when the time was over before.
    double stepUntil(GroupState state, double seconds)
    {
        const double begin = time;
        while (time - begin < seconds)
        {
            step();
            if (group.state() == state) return time - begin;
        }
        return -1;
    }

    std::string describe() const
    {
        return std::string(toString(group.state())) + " at " + std::to_string(group.travelled()) + " m, rms " +
               std::to_string(group.rmsSlotError()) + ", trouble " + toString(group.trouble()) + " of " +
               std::to_string(group.troubled());
    }

    std::vector<GroupMarch::Member> members;
    RoomMeter meter;
    GroupMarch group;
    Discs discs;
    double time = 0;
    double largest_overlap = 0;
    double largest_spread = 0;
    bool seen[6] = {};
};

} // namespace clearway::test
