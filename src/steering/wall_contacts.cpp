// SPDX-License-Identifier: MIT
#include "wall_contacts.h"

#include <cmath>

namespace clearway::steering {

namespace {

constexpr float kShortestSq = 1e-12F;

/// A wall and its point nearest to the agent.
struct Foot
{
    float ax, ay, bx, by;
    float x, y;
    float distance_sq;
    bool is_end;
};

Foot findFoot(float ax, float ay, float bx, float by)
{
    const float along_x = bx - ax;
    const float along_y = by - ay;
    const float length_sq = along_x * along_x + along_y * along_y;
    const float part = -(ax * along_x + ay * along_y);
    Foot foot{ax, ay, bx, by, ax, ay, 0, true};
    if (part >= length_sq)
    {
        foot.x = bx;
        foot.y = by;
    }
    else if (part > 0)
    {
        const float t = part / length_sq;
        foot.x = ax + t * along_x;
        foot.y = ay + t * along_y;
        foot.is_end = false;
    }
    foot.distance_sq = foot.x * foot.x + foot.y * foot.y;
    return foot;
}

bool endsAt(const Foot& wall, float x, float y) { return (wall.ax == x && wall.ay == y) || (wall.bx == x && wall.by == y); }

/// Whether the end that is nearest is already counted: as a point of the wall that goes on there, or as the same corner.
bool isCounted(const Foot* feet, int count, int at)
{
    const Foot& foot = feet[at];
    for (int k = 0; k < count; ++k)
    {
        if (k == at || !endsAt(feet[k], foot.x, foot.y)) continue;
        if (feet[k].distance_sq < foot.distance_sq || (feet[k].distance_sq == foot.distance_sq && k < at)) return true;
    }
    return false;
}

WallContact makeContact(const Foot& foot)
{
    if (foot.distance_sq > kShortestSq)
    {
        const float distance = std::sqrt(foot.distance_sq);
        return {-foot.x / distance, -foot.y / distance, distance};
    }
    // On the wall: to its left.
    const float along_x = foot.bx - foot.ax;
    const float along_y = foot.by - foot.ay;
    const float length = std::sqrt(along_x * along_x + along_y * along_y);
    return {-along_y / length, along_x / length, 0};
}

} // namespace

int findWallContacts(const WallSpan& walls, float reach, WallContact* contacts)
{
    Foot feet[kMaxWallContacts];
    int count = 0;
    for (int k = 0; k < walls.count && count < kMaxWallContacts; ++k)
    {
        const float ax = sane(walls.ax[k]), ay = sane(walls.ay[k]), bx = sane(walls.bx[k]), by = sane(walls.by[k]);
        const float length_sq = (bx - ax) * (bx - ax) + (by - ay) * (by - ay);
        if (!(ax * by - ay * bx >= 0) || !(length_sq > kShortestSq)) continue; // from behind, or none
        feet[count] = findFoot(ax, ay, bx, by);
        if (feet[count].distance_sq <= reach * reach) ++count;
    }
    int found = 0;
    for (int k = 0; k < count; ++k)
        if (!feet[k].is_end || !isCounted(feet, count, k)) contacts[found++] = makeContact(feet[k]);
    return found;
}

} // namespace clearway::steering
