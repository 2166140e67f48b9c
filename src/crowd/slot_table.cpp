// SPDX-License-Identifier: MIT
#include "crowd/slot_table.h"

#include <algorithm>
#include <bit>

namespace clearway {

std::size_t SlotTable::home(AgentId id) const
{
    return static_cast<std::size_t>((id * 0x9e3779b97f4a7c15u) >> 20) & (table_.size() - 1);
}

std::size_t SlotTable::findEntry(std::span<const AgentId> ids, AgentId id) const
{
    std::size_t entry = home(id);
    while (table_[entry] != kNoSlot && ids[table_[entry]] != id) entry = (entry + 1) & (table_.size() - 1);
    return entry;
}

void SlotTable::rebuild(std::span<const AgentId> ids)
{
    const std::size_t needed = std::bit_ceil(std::max<std::size_t>(16, ids.size() + ids.size() / 2 + 1));
    if (table_.size() < needed)
        table_.assign(needed, kNoSlot);
    else
        std::fill(table_.begin(), table_.end(), kNoSlot);
    for (std::uint32_t slot = 0; slot < ids.size(); ++slot) table_[findEntry(ids, ids[slot])] = slot;
}

void SlotTable::insertLast(std::span<const AgentId> ids)
{
    if (table_.size() * 2 < ids.size() * 3 + 16) return rebuild(ids);
    table_[findEntry(ids, ids.back())] = static_cast<std::uint32_t>(ids.size() - 1);
}

void SlotTable::eraseBySwap(std::span<const AgentId> ids, std::uint32_t slot)
{
    const std::size_t mask = table_.size() - 1;
    std::size_t gap = findEntry(ids, ids[slot]);
    // Close the gap: whoever follows and could live nearer to home moves up.
    for (std::size_t entry = (gap + 1) & mask; table_[entry] != kNoSlot; entry = (entry + 1) & mask)
    {
        const std::size_t wanted = home(ids[table_[entry]]);
        if (((entry - wanted) & mask) < ((entry - gap) & mask)) continue;
        table_[gap] = table_[entry];
        gap = entry;
    }
    table_[gap] = kNoSlot;
    if (slot + 1 != ids.size()) table_[findEntry(ids, ids.back())] = slot;
}

std::uint32_t SlotTable::find(std::span<const AgentId> ids, AgentId id) const
{
    return table_.empty() ? kNoSlot : table_[findEntry(ids, id)];
}

} // namespace clearway
