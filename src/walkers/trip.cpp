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
    trip.link = choices.at(trip.read(choices.width()));
    return trip.link != kNone;
}

} // namespace clearway::walkers
