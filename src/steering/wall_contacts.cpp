// SPDX-License-Identifier: MIT
#include "wall_contacts.h"

#include <algorithm>
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

/// False for a wall seen from behind, or without length.
bool findFoot(const WallSpan& walls, int k, Foot& foot)
{
    const float ax = sane(walls.ax[k]), ay = sane(walls.ay[k]), bx = sane(walls.bx[k]), by = sane(walls.by[k]);
    const float along_x = bx - ax;
    const float along_y = by - ay;
    const float length_sq = along_x * along_x + along_y * along_y;
    if (!(ax * by - ay * bx >= 0) || !(length_sq > kShortestSq)) return false;
    const float part = -(ax * along_x + ay * along_y);
    foot = {ax, ay, bx, by, ax, ay, 0, true};
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
    return true;
}

bool endsAt(const WallSpan& walls, int k, float x, float y)
{
    return (sane(walls.ax[k]) == x && sane(walls.ay[k]) == y) || (sane(walls.bx[k]) == x && sane(walls.by[k]) == y);
}

/// Whether the end that is nearest is already counted: as a point of the wall that goes on there, or as the same corner.
bool isCounted(const WallSpan& walls, int at, const Foot& foot)
{
    for (int k = 0; k < walls.count; ++k)
    {
        Foot other;
        if (k == at || !endsAt(walls, k, foot.x, foot.y) || !findFoot(walls, k, other)) continue;
        if (other.distance_sq < foot.distance_sq || (other.distance_sq == foot.distance_sq && k < at)) return true;
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
    int count = 0;
    for (int k = 0; k < walls.count; ++k)
    {
        Foot foot;
        if (!findFoot(walls, k, foot) || !(foot.distance_sq <= reach * reach)) continue;
        if (foot.is_end && isCounted(walls, k, foot)) continue;
        const WallContact contact = makeContact(foot);
        if (count < kMaxWallContacts)
        {
            contacts[count++] = contact;
            continue;
        }
        WallContact* const farthest = std::max_element(
            contacts, contacts + count, [](const WallContact& a, const WallContact& b) { return a.distance < b.distance; });
        if (contact.distance < farthest->distance) *farthest = contact;
    }
    return count;
}

} // namespace clearway::steering
