// SPDX-License-Identifier: MIT
// The free intervals of doors for one radius, computed when first asked for and kept until the radius changes.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "clearance/door_intervals.h"

namespace clearway {

class FreeDoors
{
public:
    explicit FreeDoors(const ClearanceMesh::Data& data) : data_(data), entries_(data.doors.size()) {}

    void setRadius(double radius);
    /// Nothing of these doors is free, until others are given.
    void close(std::span<const std::uint32_t> doors);
    bool isClosed(std::uint32_t door) const { return !closed_.empty() && is_closed_[door] != 0; }
    /// In order along the door from its end a. Valid until the next call.
    std::span<const Interval> find(std::uint32_t door)
    {
        if (isClosed(door)) return {};
        const Entry& entry = entries_[door];
        if (entry.generation != generation_) return compute(door);
        return {intervals_.data() + entry.first, entry.count};
    }

private:
    struct Entry
    {
        std::uint32_t generation = 0;
        std::uint32_t first = 0;
        std::uint32_t count = 0;
    };
    std::span<const Interval> compute(std::uint32_t door);

    const ClearanceMesh::Data& data_;
    double radius_ = -1;
    std::uint32_t generation_ = 0;
    std::vector<Entry> entries_;
    std::vector<Interval> intervals_;
    std::vector<Interval> scratch_;
    std::vector<std::uint32_t> closed_;
    std::vector<std::uint8_t> is_closed_; ///< per door, once any was closed
};

} // namespace clearway
