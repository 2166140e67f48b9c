// SPDX-License-Identifier: MIT
// Rooms in a row, folded to and fro, joined by doors that grow from 0.2 m to 4 m: how far a disc gets tells its size.
#include <algorithm>
#include <cmath>

#include <clearway/base/random.h>

#include "scene/generators/catalogue.h"
#include "scene/generators/floor_plan.h"
#include "scene/generators/outlines.h"

namespace clearway::generators {

SceneInput buildDoors(const GeneratorOptions& options)
{
    constexpr double kRoom = 6;
    constexpr double kWall = 0.2;
    constexpr double kPitch = kRoom + kWall;
    const int door_count = computeCount(20, options.scale, 2);
    const int room_count = door_count + 1;
    const int columns = std::max(2, static_cast<int>(std::ceil(std::sqrt(room_count * 2.2))));

    Random random(options.seed);
    FloorPlan plan;
    Vec2 previous;
    for (int room = 0; room < room_count; ++room)
    {
        // Every second storey runs backwards, so that the row never breaks; it starts at the top.
        const int storey = room / columns;
        const int column = storey % 2 == 0 ? room % columns : columns - 1 - room % columns;
        const Vec2 corner = {column * kPitch, -storey * kPitch};
        plan.add(corner.x, corner.y, corner.x + kRoom, corner.y + kRoom);
        if (room > 0)
        {
            const double width = 0.2 + 3.8 * (room - 1) / (door_count - 1);
            // Off the middle of the wall, so that no two doors face each other.
            const double start = 0.5 + random.uniform(0.1, 0.9) * (kRoom - 1 - width);
            if (corner.y == previous.y)
            {
                const double x = std::max(corner.x, previous.x) - kWall;
                plan.add(x, corner.y + start, x + kWall, corner.y + start + width);
            }
            else
                plan.add(corner.x + start, previous.y - kWall, corner.x + start + width, previous.y);
        }
        previous = corner;
    }
    SceneInput input;
    input.areas.push_back(plan.buildArea());
    return input;
}

} // namespace clearway::generators
