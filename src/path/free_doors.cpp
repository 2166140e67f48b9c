// SPDX-License-Identifier: MIT
#include "path/free_doors.h"

namespace clearway {

void FreeDoors::setRadius(double radius)
{
    if (radius == radius_) return;
    radius_ = radius;
    intervals_.clear();
    if (++generation_ == 0)
    {
        for (Entry& entry : entries_) entry.generation = 0;
        generation_ = 1;
    }
}

void FreeDoors::close(std::span<const std::uint32_t> doors)
{
    if (doors.empty() && closed_.empty()) return;
    is_closed_.resize(entries_.size());
    for (const std::uint32_t door : closed_) is_closed_[door] = 0;
    closed_.clear();
    for (const std::uint32_t door : doors)
    {
        if (door >= entries_.size()) continue;
        is_closed_[door] = 1;
        closed_.push_back(door);
    }
}

std::span<const Interval> FreeDoors::compute(std::uint32_t door)
{
    computeDoorIntervals(data_, door, radius_, scratch_);
    entries_[door] = {generation_, static_cast<std::uint32_t>(intervals_.size()), static_cast<std::uint32_t>(scratch_.size())};
    intervals_.insert(intervals_.end(), scratch_.begin(), scratch_.end());
    return scratch_;
}

} // namespace clearway
