// SPDX-License-Identifier: MIT
#include "crowd/goal_table.h"

#include <clearway/base/hash.h>

namespace clearway {

static std::uint64_t computeHash(const Goal& goal)
{
    ByteWriter writer;
    goal.write(writer);
    return computeHash(writer.bytes());
}

std::uint32_t GoalTable::acquire(const Goal& goal)
{
    const std::uint64_t hash = computeHash(goal);
    const auto [first, last] = by_hash_.equal_range(hash);
    for (auto found = first; found != last; ++found)
        if (entries_[found->second].goal == goal) return ++entries_[found->second].users, found->second;
    std::uint32_t index = static_cast<std::uint32_t>(entries_.size());
    if (free_.empty())
        entries_.emplace_back();
    else
        index = free_.back(), free_.pop_back();
    entries_[index] = {goal, hash, 1};
    by_hash_.emplace(hash, index);
    return index;
}

void GoalTable::release(std::uint32_t index)
{
    Entry& entry = entries_[index];
    if (--entry.users > 0) return;
    const auto [first, last] = by_hash_.equal_range(entry.hash);
    for (auto found = first; found != last; ++found)
    {
        if (found->second != index) continue;
        by_hash_.erase(found);
        break;
    }
    entry = {};
    free_.push_back(index);
}

} // namespace clearway
