// SPDX-License-Identifier: MIT
// Local fields: everybody draws walls and whoever it sees into a small map of its own, solves a potential on it, and goes down
// that, turning and slowing as it does. How it walks, two numbers say: its behaviour.
// Based on: R. Silveira et al. Path-planning for RTS games based on potential fields. 2010 (sections 3.1 and 5; equations 3, 4)
// Departures: cells of the steering's own size; walls are drawn in the f-zone too, so that nobody hopes for a way around them;
// what the agent heads for is the goal where it lies on the map; the view cone is around where the agent wants to go, since
// an agent that turns away from somebody would no longer see that person and turn back; people who walk the same way, or want
// to, are no obstacles; others are drawn where they will be when the agent gets there; an agent that has begun to pass somebody
// on one side keeps to that side; agents that are held up take turns, as clearway/yielding says; where a drawing closes every
// way, walls are drawn thinner, and then no people are drawn; of what the map asks for, the part that leads into a wall or into a
// disc within the next tick is taken away; angles are wrapped; eta goes by time. About 10 microseconds per agent and tick; const,
// re-entrant, allocates nothing once warm. Numbers that are not finite, or beyond a million, count as zero. The range of each
// field is in `steeringParameters<LocalFieldOptions>()`; numbers outside are brought into it.
#pragma once
#include <memory>

#include <clearway/potential/behaviour.h>
#include <clearway/steering/steering.h>

namespace clearway {

struct LocalFieldOptions
{
    /// Manner of those who have none of their own. `right_hand` is the left hand where the crowd passes on the left.
    Behaviour behaviour = Behaviour::right_hand;
    int map_size = 33;        ///< cells along a side, rounded up to an odd number; 5 to 129 (2010: 33)
    float cell_size = 0.25F;  ///< metres, 0.02 to 5; with the size, how far anybody looks
    float view_degrees = 120; ///< the whole angle within which others are seen; 1 to 360
    /// In which all but 1/e of a turn is made; seconds, 0.001 to 10. The paper's eta of 0.5 at 30 ticks a second is 0.048.
    float turning_time = 0.2F;
    bool exact = false; ///< solves each map to the end: about twice the time
    /// Starts each map from that of the tick before, unless `exact`: better directions in the same time, for four bytes a cell.
    bool remembers = false;
    int neighbour_count = 16; ///< the nearest so many are drawn; 0 to kMaxNeighbours
    bool keeps_apart = true;  ///< whether the crowd takes back moves that end in another disc

    MannerOfTime manner = {}; ///< instead of the behaviour, if given; the time is that of the crowd: ticks times their length
};

/// It is called "field". Wants the target. Keeps 32 bytes for each agent: where it looks, a manner of its own
/// (Crowd::setManner) and the side on which it passes somebody; its map too, if it remembers.
std::shared_ptr<const Steering> localField(const LocalFieldOptions& options = {});

} // namespace clearway
