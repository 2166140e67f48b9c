// SPDX-License-Identifier: MIT
// Formations in ranks: every rank is spaced for its largest member, so that large and small ones each take their own room.
#include <algorithm>
#include <cstddef>

#include "group/layout_parts.h"

namespace clearway {

namespace {

/// Appends a rank with its discs behind `back`, which moves behind it.
void addRank(PlacedSlots& placed, std::span<const double> rooms, double gap, double& back)
{
    const double room = rooms.front();
    const double pitch = 2 * room + gap;
    const double middle = static_cast<double>(rooms.size() - 1) / 2;
    for (std::size_t i = 0; i < rooms.size(); ++i)
    {
        placed.slots.push_back({back - room, (middle - static_cast<double>(i)) * pitch});
        placed.rooms.push_back(rooms[i]);
    }
    back -= pitch;
}

} // namespace

PlacedSlots layOutLine(std::span<const double> rooms, double gap)
{
    PlacedSlots placed;
    double left = 0, right = 0; // where the discs end
    for (std::size_t i = 0; i < rooms.size(); ++i)
    {
        const double room = rooms[i];
        double y = 0;
        if (i == 0)
        {
            left = room;
            right = -room;
        }
        else if (i % 2 == 1)
        {
            y = left + gap + room;
            left = y + room;
        }
        else
        {
            y = right - gap - room;
            right = y - room;
        }
        placed.slots.push_back({0, y});
        placed.rooms.push_back(room);
    }
    return placed;
}

PlacedSlots layOutRanks(std::span<const double> rooms, double gap, std::size_t files)
{
    PlacedSlots placed;
    double back = 0;
    for (std::size_t first = 0; first < rooms.size(); first += files)
        addRank(placed, rooms.subspan(first, std::min(files, rooms.size() - first)), gap, back);
    return placed;
}

PlacedSlots layOutWedge(std::span<const double> rooms, double gap)
{
    PlacedSlots placed;
    double back = 0;
    for (std::size_t first = 0, rank = 1; first < rooms.size(); first += rank, ++rank)
        addRank(placed, rooms.subspan(first, std::min(rank, rooms.size() - first)), gap, back);
    return placed;
}

PlacedSlots layOutSocial(std::span<const double> rooms, double gap)
{
    // Those at the sides a little ahead, so that all see each other: a flat V, open to where they walk.
    constexpr double kBehind = 0.35;
    PlacedSlots placed = layOutLine(rooms, gap);
    if (rooms.size() < 3) return placed;
    double left = 0, right = 0;
    for (const Vec2 slot : placed.slots)
    {
        left = std::max(left, slot.y);
        right = std::min(right, slot.y);
    }
    for (Vec2& slot : placed.slots) slot.x = -kBehind * std::min(left - slot.y, slot.y - right);
    return placed;
}

} // namespace clearway
