// SPDX-License-Identifier: MIT
// Layouts, assignments, and groups that march through a narrow place and back.
#include "core_check.h"

#include <string>
#include <utility>
#include <vector>

#include <clearway/group.h>

namespace clearway::check {

namespace {

void checkLayouts()
{
    const std::vector<Vec2> star = {{0, 6},    {1.5, 2},   {6, 2},     {2.5, -1}, {4, -5.5},
                                    {0, -2.5}, {-4, -5.5}, {-2.5, -1}, {-6, 2},   {-1.5, 2}};
    std::vector<double> radii(90, 0.25);
    radii[11] = radii[40] = 0.8;
    for (const Formation& formation :
         {Formation::line(), Formation::wedge(), Formation::box(), Formation::circle(), Formation::buildFromStroke(star).value(),
          Formation::buildFromOutline(star, {1, 2}).value(), Formation::buildFromSlots(star).value()})
    {
        const FormationLayout layout = buildLayout(formation, radii).value();
        Hasher hasher;
        for (const Vec2 slot : layout.slots) add(hasher, slot);
        for (const double room : layout.rooms) hasher.add(room);
        hasher.add(layout.scale);
        print("group/layout/" + std::string(toString(formation.kind())), hasher, layout.added);
    }
}

void checkAssignment()
{
    Random random(5);
    std::vector<Vec2> from(120), to(120);
    for (Vec2& p : from) p = {random.uniform(0, 20), random.uniform(0, 20)};
    for (Vec2& p : to) p = {static_cast<double>(random.below(30)), static_cast<double>(random.below(8))};
    Assigner assigner;
    for (const std::size_t count : {120, 90})
    {
        Hasher hasher;
        for (const std::int32_t target : assigner.assign(std::span(from).first(count), to)) hasher.add(target);
        print("group/assignment of " + std::to_string(count), hasher, count);
    }
}

/// Members that go where they are told, a little apart from each other's errors.
void checkMarch(MarchOptions::Hold hold)
{
    std::vector<GroupMarch::Member> members(40);
    members[7] = {0.5, 1.1};
    GroupMarch group = std::move(GroupMarch::build(members, Formation::wedge(), {.hold = hold})).value();
    std::vector<Vec2> positions(members.size());
    const std::vector<float> held_up(members.size()); // they always get on
    Random random(9);
    for (Vec2& p : positions) p = {random.uniform(-4, 4), random.uniform(-4, 4)};
    GroupWay way = GroupWay::inTheOpen(std::vector<Vec2>{{0, 0}, {18, 0}, {18.5, 0}, {19, 0}, {30, 9}, {30, 25}});
    way.points[2].left = way.points[2].right = 0.8;
    Hasher hasher;
    std::uint64_t ticks = 0;
    for (int leg = 0; leg < 2; ++leg)
    {
        group.setWay(way, positions).value();
        for (int tick = 0; tick < 6000 && !group.isDone(); ++tick, ++ticks)
        {
            const std::span<const GroupMarch::Order> orders = group.update(1.0 / 30, positions, held_up);
            for (std::size_t i = 0; i < positions.size(); ++i)
            {
                const Vec2 d = orders[i].target - positions[i];
                const double size = length(d), most = orders[i].speed / 30 * random.uniform(0.7, 1);
                if (size > 0) positions[i] = positions[i] + d * (size > most ? most / size : 1);
            }
            if (tick % 60 == 0) hasher.add(group.computeHash());
        }
        way = {{way.points.rbegin(), way.points.rend()}, {}};
    }
    hasher.add(group.computeHash());
    print("group/march, " + std::string(toString(hold)), hasher, ticks);
}

} // namespace

void checkGroups()
{
    checkLayouts();
    checkAssignment();
    checkMarch(MarchOptions::Hold::kept);
    checkMarch(MarchOptions::Hold::free);
}

} // namespace clearway::check
