// SPDX-License-Identifier: MIT
// Plans: searched with what the state holds, so that a plan that was not remembered is found again to the bit.
#include <algorithm>

#include "guide/corridor_walk.h"

namespace clearway {

using State = CorridorGuideState;

/// True when scratch holds a corridor.
bool CorridorWalk::search(Vec2 from)
{
    CorridorOptions options;
    options.radius = world_.planRadius(radius_);
    options.layer = static_cast<int>(footing_.floor);
    scratch_.finder.find(from, goal_, options, scratch_.corridor);
    if (scratch_.corridor.problem() == CorridorProblem::start_too_tight)
    {
        // A move may leave a disc a few quanta nearer to a wall than its radius.
        const double room = guide_.map_.diagram().findNearest(from, options.layer).distance;
        if (room < options.radius && room > options.radius - 4 * guide_.slack_)
        {
            options.radius = room;
            scratch_.finder.find(from, goal_, options, scratch_.corridor);
        }
    }
    return static_cast<bool>(scratch_.corridor);
}

void CorridorWalk::store()
{
    scratch_.words.clear();
    CorridorRow::write(scratch_.corridor, guide_.map_, goal_, fit_, scratch_.words);
    guide_.ways_.remove(memo_);
    memo_ = guide_.ways_.add(scratch_.words);
    // Without room in the store the words of the search itself will do.
    row_ = CorridorRow(guide_.map_, memo_ != 0 ? guide_.ways_.find(memo_) : std::span<const std::uint32_t>(scratch_.words));
}

const CorridorRow& CorridorWalk::row()
{
    if (!row_.isEmpty()) return row_;
    if (memo_ != 0)
        row_ = CorridorRow(guide_.map_, guide_.ways_.find(memo_));
    else if (has(State::planned) && isInBounds(state_.planned_from) && search(state_.planned_from))
        store();
    return row_;
}

/// A way from where the agent stands; false when there is none, which is then noted.
bool CorridorWalk::plan()
{
    guidance_.has_planned = true;
    guide_.ways_.remove(memo_);
    memo_ = 0;
    row_ = {};
    state_ = {};
    state_.planned_from = position_;
    state_.target = position_;
    if (search(position_))
    {
        state_.flags = State::planned;
        store();
        setCursor(row_.begin());
        return true;
    }
    const CorridorProblem problem = scratch_.corridor.problem();
    if (problem == CorridorProblem::start_too_tight || problem == CorridorProblem::start_outside)
        escape();
    else
        set(position_, 0, State::unreachable);
    return false;
}

/// To the nearest place that fits; there it is tried again.
void CorridorWalk::escape()
{
    const std::optional<Place> place =
        scratch_.navmesh.places().findNearest(position_, world_.planRadius(radius_), {}, static_cast<int>(footing_.floor));
    if (place && place->position != position_)
        set(place->position, 0, 0);
    else
        set(position_, 0, State::unreachable);
}

} // namespace clearway
