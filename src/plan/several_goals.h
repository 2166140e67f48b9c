// SPDX-License-Identifier: MIT
#pragma once
#include <utility>

#include <clearway/plan/planner.h>

namespace clearway::plan {

/// Whether one path to a goal is to be preferred to one to another: it arrives, or gets as near as it can, and costs less.
inline bool isBetter(const Path& path, const Path& other)
{
    const auto rank = [](const Path& p) { return p.isComplete() ? 2 : p.isUsable() ? 1 : 0; };
    return rank(path) != rank(other) ? rank(path) > rank(other) : path.isUsable() && path.cost() < other.cost();
}

/// Asks for one goal after the other. `findOne(goal, path)` finds the path to one.
template <typename FindOne>
void findBest(const PathRequest& request, Path& path, Path& spare, FindOne&& findOne)
{
    findOne(request.goal, path);
    for (const Vec3 goal : request.other_goals)
    {
        findOne(goal, spare);
        if (isBetter(spare, path)) std::swap(spare, path);
    }
}

} // namespace clearway::plan
