// SPDX-License-Identifier: MIT
// Slots in the world: who owns which, where they are, and what becomes of those in a wall.
#include <algorithm>
#include <limits>

#include "group/march_state.h"

namespace clearway {

namespace {

/// A search for a free cell goes so many cells to each side.
constexpr std::int32_t kMaxRings = 96;

/// The free cell nearest to a place that `accept` takes; kNone when there is none within reach. Ties go to the smaller number.
template <typename Accept>
std::int32_t findFreeCell(const FieldGrid& grid, Vec2 p, Accept&& accept)
{
    const Vec2 cells = (p - grid.origin()) / grid.cellSize();
    const auto column = static_cast<std::int32_t>(std::clamp(cells.x, 0.0, grid.width() - 1.0));
    const auto row = static_cast<std::int32_t>(std::clamp(cells.y, 0.0, grid.height() - 1.0));
    std::int32_t best = FieldGrid::kNone;
    double best_sq = std::numeric_limits<double>::infinity();
    const auto look = [&](std::int32_t x, std::int32_t y) {
        if (x < 0 || y < 0 || x >= grid.width() || y >= grid.height()) return;
        const std::int32_t cell = y * grid.width() + x;
        const double d = distanceSq(p, grid.centerOf(cell));
        if (d > best_sq || (d == best_sq && cell > best)) return;
        if (!grid.isFree(cell) || !accept(cell)) return;
        best = cell;
        best_sq = d;
    };
    const double outside = distance(p, grid.centerOf(row * grid.width() + column));
    for (std::int32_t ring = 0; ring <= kMaxRings; ++ring)
    {
        // No cell of this ring or beyond can be nearer.
        const double nearest = (ring - 1) * grid.cellSize() - outside;
        if (nearest > 0 && nearest * nearest > best_sq) break;
        for (std::int32_t x = column - ring; x <= column + ring; ++x)
        {
            look(x, row - ring);
            if (ring > 0) look(x, row + ring);
        }
        for (std::int32_t y = row - ring + 1; y < row + ring; ++y)
        {
            look(column - ring, y);
            look(column + ring, y);
        }
    }
    return best;
}

} // namespace

Vec2 GroupMarch::State::slotPlace(std::size_t slot, double s, Vec2 ahead) const
{
    const Vec2 offset = layout.slots[slot];
    return track.at(s) + ahead * offset.x + perpendicular(ahead) * (offset.y + track.shiftAt(s) + aside);
}

/// By the least sum of squared distances, within each class of sizes.
void GroupMarch::State::assignSlots(double s, Vec2 ahead, std::span<const Vec2> positions)
{
    for (double room = std::numeric_limits<double>::infinity();;)
    {
        double next = 0;
        for (const double slot_room : layout.rooms)
            if (slot_room < room) next = std::max(next, slot_room);
        if (next == 0) break;
        room = next;
        class_members.clear();
        class_slots.clear();
        points.clear();
        targets.clear();
        for (std::uint32_t i = 0; i < size(); ++i)
        {
            if (members[i].room == room)
            {
                class_members.push_back(i);
                points.push_back(positions[i]);
            }
            if (layout.rooms[i] == room)
            {
                class_slots.push_back(i);
                targets.push_back(slotPlace(i, s, ahead));
            }
        }
        const std::span<const std::int32_t> target_of = assigner.assign(points, targets);
        for (std::size_t k = 0; k < class_members.size(); ++k)
        {
            const std::uint32_t slot = class_slots[static_cast<std::size_t>(target_of[k])];
            members[class_members[k]].slot = slot;
            owner[slot] = class_members[k];
        }
    }
    for (MemberState& member : members)
    {
        member.best_error = std::numeric_limits<double>::infinity();
        member.stalled_for = 0;
    }
}

void GroupMarch::State::placeInFormation()
{
    for (MemberState& member : members) member.place = slotPlace(member.slot, at, heading);
    leaveWalls();
}

/// Slots that are not in free space, or not in the part of it where the centre is, go to the nearest free cell that nobody else
/// has.
void GroupMarch::State::leaveWalls()
{
    if (!options.grid) return;
    const FieldGrid& grid = *options.grid;
    const Vec2 middle = track.at(files > 0 ? track.narrows()[narrow].end : at);
    const std::int32_t home = findFreeCell(grid, middle, [](std::int32_t) { return true; });
    if (home == FieldGrid::kNone) return;
    const std::int32_t component = grid.componentOf(home);
    for (std::size_t i = 0; i < size(); ++i)
    {
        MemberState& member = members[i];
        if (files > 0 && member.passing != Passing::through) continue;
        const std::int32_t cell = grid.cellAt(member.place);
        if (cell != FieldGrid::kNone && grid.isFree(cell) && grid.componentOf(cell) == component) continue;
        const std::int32_t found = findFreeCell(grid, member.place, [&](std::int32_t candidate) {
            if (grid.componentOf(candidate) != component) return false;
            const Vec2 p = grid.centerOf(candidate);
            return std::all_of(members.begin(), members.end(), [&](const MemberState& other) {
                const double apart = member.radius + other.radius;
                return &other == &member || distanceSq(p, other.place) >= apart * apart;
            });
        });
        member.place = found != FieldGrid::kNone ? grid.centerOf(found) : grid.centerOf(home);
    }
}

} // namespace clearway
