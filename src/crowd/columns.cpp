// SPDX-License-Identifier: MIT
#include "crowd/columns.h"

#include <algorithm>
#include <utility>

namespace clearway {

void ByteColumn::swap(std::size_t a, std::size_t b) { std::swap_ranges(at(a).begin(), at(a).end(), at(b).begin()); }

const AgentExtras AgentColumns::kNoExtras;

StuckReason AgentColumns::reason(std::size_t slot) const
{
    if (extra(slot).short_by > 0) return StuckReason::unreachable;
    if (status[slot] == AgentStatus::arrived) return StuckReason::arrived;
    if (is(slot, kUnreachable)) return StuckReason::unreachable;
    if (status[slot] != AgentStatus::stuck) return StuckReason::none;
    return blocked_by[slot] != kNoAgent ? StuckReason::blocked_by_agent : StuckReason::waiting;
}

void AgentColumns::resize(std::size_t count)
{
    forEachColumn([count](auto& column) { column.resize(count); });
    guide_state.resize(count);
    steering_state.resize(count);
    room.resize(count);
    start.resize(count);
}

void AgentColumns::reserve(std::size_t count)
{
    forEachColumn([count](auto& column) { column.reserve(count); });
    guide_state.reserve(count);
    steering_state.reserve(count);
    room.reserve(count);
    start.reserve(count);
}

void AgentColumns::swap(std::size_t a, std::size_t b)
{
    forEachColumn([a, b](auto& column) { std::swap(column[a], column[b]); });
    guide_state.swap(a, b);
    steering_state.swap(a, b);
    room.swap(a, b);
    start.swap(a, b);
}

/// In place, cycle by cycle: a copy of the largest column would cost as much memory as half the others together.
template <typename Swap>
static void applyCycles(std::span<const std::uint32_t> order, std::vector<bool>& is_done, Swap swap)
{
    is_done.assign(order.size(), false);
    for (std::size_t start = 0; start < order.size(); ++start)
    {
        for (std::size_t at = start; !is_done[at];)
        {
            is_done[at] = true;
            const std::size_t from = order[at];
            if (is_done[from]) break;
            swap(at, from);
            at = from;
        }
    }
}

void AgentColumns::permute(std::span<const std::uint32_t> order, std::vector<bool>& is_done)
{
    forEachColumn([&](auto& column) {
        applyCycles(order, is_done, [&](std::size_t a, std::size_t b) { std::swap(column[a], column[b]); });
    });
    applyCycles(order, is_done, [&](std::size_t a, std::size_t b) { guide_state.swap(a, b); });
    if (steering_state.stride() > 0)
        applyCycles(order, is_done, [&](std::size_t a, std::size_t b) { steering_state.swap(a, b); });
    if (room.stride() > 0) applyCycles(order, is_done, [&](std::size_t a, std::size_t b) { room.swap(a, b); });
    if (start.stride() > 0) applyCycles(order, is_done, [&](std::size_t a, std::size_t b) { start.swap(a, b); });
}

std::size_t AgentColumns::memoryBytes() const
{
    std::size_t bytes =
        guide_state.capacityBytes() + steering_state.capacityBytes() + room.capacityBytes() + start.capacityBytes();
    const_cast<AgentColumns*>(this)->forEachColumn(
        [&bytes](const auto& column) { bytes += column.capacity() * sizeof(column[0]); });
    return bytes;
}

} // namespace clearway
