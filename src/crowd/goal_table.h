// SPDX-License-Identifier: MIT
// Goals that are more than a point, each kept once however many agents share it.
#pragma once
#include <cstdint>
#include <unordered_map>
#include <vector>

#include <clearway/crowd/goal.h>

namespace clearway {

class GoalTable
{
public:
    /// The index of an equal goal; counts one user more.
    std::uint32_t acquire(const Goal& goal);
    void release(std::uint32_t index);

    const Goal& operator[](std::uint32_t index) const { return entries_[index].goal; }
    std::uint64_t hash(std::uint32_t index) const { return entries_[index].hash; }

private:
    struct Entry
    {
        Goal goal;
        std::uint64_t hash = 0;
        std::uint64_t users = 0;
    };
    std::vector<Entry> entries_;
    std::vector<std::uint32_t> free_;
    std::unordered_multimap<std::uint64_t, std::uint32_t> by_hash_;
};

} // namespace clearway
