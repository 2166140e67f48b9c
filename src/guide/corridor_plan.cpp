// SPDX-License-Identifier: MIT
// Plans: searched with what the state holds, so that a plan that was not remembered is found again to the bit.
#include <algorithm>
#include <optional>

#include <clearway/base/hash.h>

#include "guide/corridor_walk.h"

namespace clearway {

/// The shortest way, or that of several which is the agent's.
PathProblem CorridorWalk::findWay(Vec2 from, double radius)
{
    const int layer = static_cast<int>(footing_.layer);
    corridor_ = nullptr;
    if (guide_.options_.way_count == 1)
    {
        scratch_.finder.find(from, goal_, {.radius = radius, .layer = layer}, scratch_.corridor);
        if (scratch_.corridor) corridor_ = &scratch_.corridor;
        return scratch_.corridor.problem();
    }
    const WaysOptions options{.radius = radius, .count = static_cast<std::uint32_t>(guide_.options_.way_count), .layer = layer};
    scratch_.waysFinder().find(from, goal_, options, scratch_.ways);
    if (scratch_.ways)
    {
        Hasher key;
        key.add(goal_.x);
        key.add(goal_.y);
        corridor_ = &scratch_.ways.corridors()[chooseWay(id_, scratch_.ways.lengths(), key.value())];
    }
    return scratch_.ways.problem();
}

/// True when there is a corridor.
bool CorridorWalk::search(Vec2 from)
{
    const double radius = world_.planRadius(radius_);
    problem_ = findWay(from, radius);
    if (problem_ == PathProblem::start_too_tight)
    {
        // A move may leave a disc a few quanta nearer to a wall than its radius.
        const double room = guide_.map_.diagram().findNearest(from, static_cast<int>(footing_.layer)).distance;
        if (room < radius && room > radius - 4 * guide_.slack_) problem_ = findWay(from, room);
    }
    return corridor_ != nullptr;
}

void CorridorWalk::store()
{
    scratch_.words.clear();
    CorridorRow::write(*corridor_, guide_.map_, goal_, fit_, scratch_.words);
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
    else if (has(CorridorGuideState::planned) && isInBounds(state_.planned_from) && search(state_.planned_from))
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
        state_.flags = CorridorGuideState::planned;
        store();
        setCursor(row_.begin());
        return true;
    }
    if (problem_ == PathProblem::start_too_tight || problem_ == PathProblem::start_outside)
        escape();
    else
        set(position_, 0, CorridorGuideState::unreachable);
    return false;
}

/// To the nearest place that fits; there it is tried again.
void CorridorWalk::escape()
{
    const std::optional<Place> place =
        scratch_.navmesh.places().findNearest(position_, world_.planRadius(radius_), {}, static_cast<int>(footing_.layer));
    if (place && place->position != position_)
        set(place->position, 0, 0);
    else
        set(position_, 0, CorridorGuideState::unreachable);
}

} // namespace clearway
