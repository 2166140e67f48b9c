// SPDX-License-Identifier: MIT
// Groups: assignment of slots, layouts of drawn formations, and a tick of a group on the march.
#include <cstdint>
#include <vector>

#include <clearway/base/hash.h>
#include <clearway/base/random.h>
#include <clearway/group.h>

#include "bench.h"

namespace clearway::bench {
namespace {

/// Members in one formation, at slots of another.
struct Change
{
    std::vector<Vec2> from;
    std::vector<Vec2> to;
};

Change makeChange(const Formation& before, const Formation& after, std::size_t count)
{
    const std::vector<double> radii(count, 0.25);
    Change change = {require(buildLayout(before, radii)).slots, require(buildLayout(after, radii)).slots};
    // Nobody stands exactly in its slot.
    Random random(count);
    for (Vec2& p : change.from) p = p + Vec2{random.uniform(-0.1, 0.1), random.uniform(-0.1, 0.1)};
    return change;
}

void measureAssignment(std::vector<BenchResult>& results)
{
    struct Case
    {
        const char* name;
        Formation before;
        Formation after;
    };
    const Case cases[] = {{"box to line", Formation::box(), Formation::line()},
                          {"box to wedge", Formation::box(), Formation::wedge()},
                          {"circle to box", Formation::circle(), Formation::box()}};
    Assigner assigner;
    for (const Case& one : cases)
    {
        const Change change = makeChange(one.before, one.after, 200);
        std::uint64_t checksum = 0;
        const double seconds = measureSeconds([&] {
            Hasher hasher;
            for (const std::int32_t slot : assigner.assign(change.from, change.to)) hasher.add(slot);
            checksum = hasher.value();
        });
        results.push_back({.name = std::string("200 slots, ") + one.name,
                           .value = seconds * 1e3,
                           .unit = "ms",
                           .checksum = checksum,
                           .goal_kind = Goal::at_most_time,
                           .goal = 1});
    }
}

void measureLayout(std::vector<BenchResult>& results)
{
    const std::vector<Vec2> star = {{0, 6},    {1.5, 2},   {6, 2},     {2.5, -1}, {4, -5.5},
                                    {0, -2.5}, {-4, -5.5}, {-2.5, -1}, {-6, 2},   {-1.5, 2}};
    const Formation filled = require(Formation::buildFromOutline(star)), stroke = require(Formation::buildFromStroke(star));
    const std::vector<double> radii(200, 0.25);
    for (const auto& [name, formation] : {std::pair{"200 slots in an outline", &filled}, {"200 slots along a stroke", &stroke}})
    {
        std::uint64_t checksum = 0;
        const double seconds = measureSeconds([&] {
            Hasher hasher;
            for (const Vec2 slot : require(buildLayout(*formation, radii)).slots) hasher.add(slot.x + slot.y);
            checksum = hasher.value();
        });
        results.push_back({.name = name, .value = seconds * 1e3, .unit = "ms", .checksum = checksum});
    }
}

/// Members that are always where they were told to be in the last tick.
void measureMarch(std::vector<BenchResult>& results)
{
    constexpr std::size_t kCount = 200;
    const std::vector<GroupMarch::Member> members(kCount);
    GroupWay way = GroupWay::inTheOpen(std::vector<Vec2>{{0, 0}, {30, 0}, {30.5, 0}, {31, 0}, {80, 30}});
    way.points[2].left = way.points[2].right = 1.2;
    constexpr int kTicks = 3000;
    std::uint64_t checksum = 0;
    const double seconds = measureSeconds([&] {
        GroupMarch group = require(GroupMarch::build(members, Formation::box()));
        std::vector<Vec2> positions(group.layout().slots.begin(), group.layout().slots.end());
        const std::vector<float> held_up(kCount); // everybody gets on
        if (!group.setWay(way, positions)) std::exit(1);
        for (int tick = 0; tick < kTicks; ++tick)
        {
            const std::span<const GroupMarch::Order> orders = group.update(1.0 / 30, positions, held_up);
            for (std::size_t i = 0; i < kCount; ++i)
            {
                const Vec2 d = orders[i].target - positions[i];
                const double size = length(d), most = orders[i].speed / 30;
                positions[i] = size > most ? positions[i] + d * (most / size) : orders[i].target;
            }
        }
        checksum = group.computeHash();
    });
    results.push_back({.name = "a tick of 200 on the march, per member",
                       .value = seconds / kTicks / kCount * 1e9,
                       .unit = "ns",
                       .checksum = checksum});
}

} // namespace

std::vector<BenchResult> benchGroups()
{
    std::vector<BenchResult> results;
    measureAssignment(results);
    measureLayout(results);
    measureMarch(results);
    return results;
}

} // namespace clearway::bench
