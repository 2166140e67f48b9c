// SPDX-License-Identifier: MIT
#include "walkers/trip.h"

namespace clearway::walkers {

bool takeNextLink(const Rows& rows, Trip& trip)
{
    // A shortest way meets no vertex twice. The last link may be a branch into a corner: it is not among the choices.
    if (trip.goal_link != kNone && rows.tailOf(trip.goal_link) == rows.headOf(trip.link))
    {
        trip.link = trip.goal_link;
        trip.is_last_link = true;
        return true;
    }
    const Choices choices(rows, trip.link);
    if (trip.next_bit + choices.width() > trip.bit_count || choices.count() == 0) return false;
    const std::uint32_t next = choices.at(trip.read(choices.width()));
    if (next == kNone) return false;
    trip.link = next;
    return true;
}

} // namespace clearway::walkers
