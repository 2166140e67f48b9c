// SPDX-License-Identifier: MIT
// Many agents that are led at once, for tests of what a guide may not depend on.
#pragma once
#include "tests/guide/support.h"

namespace clearway::test {

/// Many agents, as a crowd would keep them; nobody avoids anybody.
struct Walkers
{
    Walkers(const GuideWorld& its_world, std::size_t count) : world(its_world)
    {
        for (std::uint64_t i = 0; i < count; ++i)
        {
            Random random(i, 6);
            const double radius = random.uniform(0.1, 0.4);
            Vec2 position, goal;
            if (!world.ground().findRandomPoint(1, i, radius, kNone, position)) continue;
            const Ground::Standing standing = world.ground().stand(position, radius, -1);
            if (!world.ground().findRandomPoint(2, i, radius, standing.footing.face, goal)) continue;
            ids.push_back(i + 1);
            positions.push_back(position);
            footings.push_back(standing.footing);
            radii.push_back(radius);
            goals.push_back(goal);
            reaches.push_back(0.134f);
            held_up.push_back(0);
        }
        states.assign(ids.size() * world.guide().stateBytes(), std::byte{0});
        memos.assign(ids.size(), 0);
        guidance.resize(ids.size());
        targets.resize(ids.size());
        before.resize(ids.size());
    }
    ~Walkers()
    {
        for (const std::uint32_t memo : memos) world.guide().forget(memo);
    }

    Guide::Batch batch(std::size_t begin, std::size_t count)
    {
        const std::size_t bytes = world.guide().stateBytes();
        Guide::Batch b;
        b.tick = tick;
        b.ids = std::span(ids).subspan(begin, count);
        b.positions = std::span(positions).subspan(begin, count);
        b.footings = std::span(footings).subspan(begin, count);
        b.radii = std::span(radii).subspan(begin, count);
        b.goals = std::span(goals).subspan(begin, count);
        b.reaches = std::span(reaches).subspan(begin, count);
        b.held_up = std::span(held_up).subspan(begin, count);
        b.states = std::span(states).subspan(begin * bytes, count * bytes);
        b.memos = std::span(memos).subspan(begin, count);
        b.guidance = std::span(guidance).subspan(begin, count);
        return b;
    }
    /// Guided and moved in pieces.
    void step(std::size_t begin, std::size_t end, std::size_t piece)
    {
        for (std::size_t i = begin; i < end; i += piece) world.guide().guide(batch(i, std::min(piece, end - i)));
        for (std::size_t i = begin; i < end; ++i)
        {
            before[i] = positions[i]; // only its own: other threads step other agents
            const Vec2 way = guidance[i].target - positions[i];
            const double gap = length(way);
            targets[i] = gap <= 0.134 ? guidance[i].target : positions[i] + way * (0.134 / gap);
        }
        for (std::size_t i = begin; i < end; i += piece)
        {
            const std::size_t count = std::min(piece, end - i);
            world.ground().move({std::span(positions).subspan(i, count), std::span(targets).subspan(i, count),
                                 std::span(radii).subspan(i, count), std::span(footings).subspan(i, count)});
        }
        for (std::size_t i = begin; i < end; ++i)
            held_up[i] = countHeldUp(held_up[i], targets[i] - before[i], positions[i] - before[i], 0.1F);
    }
    void forgetAll()
    {
        for (std::uint32_t& memo : memos)
        {
            world.guide().forget(memo);
            memo = 0;
        }
    }

    const GuideWorld& world;
    std::uint64_t tick = 0;
    std::vector<AgentId> ids;
    std::vector<Vec2> positions;
    std::vector<Footing> footings;
    std::vector<double> radii;
    std::vector<Vec2> goals;
    std::vector<float> reaches;
    std::vector<float> held_up;
    std::vector<std::byte> states;
    std::vector<std::uint32_t> memos;
    std::vector<Guidance> guidance;
    std::vector<Vec2> before, targets;
};

inline void expectSame(const Walkers& a, const Walkers& b)
{
    ASSERT_EQ(a.positions, b.positions) << a.world.guide().name() << " tick " << a.tick;
    ASSERT_EQ(a.footings, b.footings);
    ASSERT_EQ(a.states, b.states);
    for (std::size_t i = 0; i < a.guidance.size(); ++i)
    {
        ASSERT_EQ(a.guidance[i].target, b.guidance[i].target);
        ASSERT_EQ(a.guidance[i].room, b.guidance[i].room);
        ASSERT_EQ(a.guidance[i].status, b.guidance[i].status);
        ASSERT_EQ(a.guidance[i].has_planned, b.guidance[i].has_planned);
    }
}

/// Two rooms with a door too narrow for the walker.
inline Scene makeTwoRooms()
{
    return makeWktScene("POLYGON((0 0,10 0,10 10,0 10),(5 0,5 4.8,5.2 4.8,5.2 0),(5 5.2,5 10,5.2 10,5.2 5.2))");
}

/// In two rooms: that goals out of reach are said to be so, after one plan if it `plans`, and that one in reach is led to then.
inline void expectUnreachable(const GuideWorld& world, bool plans)
{
    for (const Vec2 goal : {Vec2{8, 5}, Vec2{5.1, 1}, Vec2{20, 20}, Vec2{0.1, 5}})
    {
        Walker walker;
        walker.position = {2, 5};
        walker.radius = 0.3;
        walker.goal = goal;
        walker.start(world);
        for (std::uint64_t tick = 0; tick < 20; ++tick)
        {
            const Guidance guidance = walker.ask(world.guide(), tick);
            EXPECT_EQ(guidance.status, Guidance::Status::unreachable);
            EXPECT_EQ(guidance.target, walker.position);
            EXPECT_EQ(guidance.has_planned, plans && tick == 0);
        }
        // Another goal: the crowd clears the state.
        walker.goal = {3, 7};
        walker.state.assign(walker.state.size(), std::byte{0});
        EXPECT_EQ(walker.ask(world.guide(), 0).status, Guidance::Status::goal_ahead);
        world.guide().forget(walker.memo);
    }
}

} // namespace clearway::test
