// SPDX-License-Identifier: MIT
// Finds the slot of an agent by its id. Open addressing over slots alone: the ids are already in their column.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include <clearway/guide/guide.h>

namespace clearway {

class SlotTable
{
public:
    static constexpr std::uint32_t kNoSlot = 0xffffffff;

    /// Slot i belongs to ids[i]. Allocates only when there are more than ever before.
    void rebuild(std::span<const AgentId> ids);
    /// ids.back() is new; everything else is as it was.
    void insertLast(std::span<const AgentId> ids);
    /// Before an agent is taken out of its column: the last one will move to its slot.
    void eraseBySwap(std::span<const AgentId> ids, std::uint32_t slot);
    std::uint32_t find(std::span<const AgentId> ids, AgentId id) const;

    std::size_t memoryBytes() const { return table_.capacity() * sizeof(std::uint32_t); }

private:
    std::size_t home(AgentId id) const;
    std::size_t findEntry(std::span<const AgentId> ids, AgentId id) const; ///< where it is, or the gap where it would be

    std::vector<std::uint32_t> table_; ///< a power of two; at most two thirds in use
};

} // namespace clearway
