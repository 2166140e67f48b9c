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

std::span<const Interval> FreeDoors::compute(std::uint32_t door)
{
    computeDoorIntervals(data_, door, radius_, scratch_);
    entries_[door] = {generation_, static_cast<std::uint32_t>(intervals_.size()), static_cast<std::uint32_t>(scratch_.size())};
    intervals_.insert(intervals_.end(), scratch_.begin(), scratch_.end());
    return scratch_;
}

} // namespace clearway
