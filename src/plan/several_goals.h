// SPDX-License-Identifier: MIT
#pragma once
#include <utility>

#include <clearway/plan/planner.h>

namespace clearway::plan {

/// A path and the goal that it was asked to lead to.
struct Attempt
{
    const Path& path;
    Vec3 start;
    Vec3 goal;

    int rank() const { return path.isComplete() ? 2 : path.isUsable() ? 1 : 0; }
    /// How far from the goal it ends, seen from above.
    double gap() const { return distance(planar(path.pieces().empty() ? start : path.pieces().back().to), planar(goal)); }
};

/// Whether one attempt is to be preferred to another: it arrives, or ends nearer to its goal, and costs less.
inline bool isBetter(const Attempt& a, const Attempt& b)
{
    if (a.rank() != b.rank()) return a.rank() > b.rank();
    if (a.rank() == 1 && a.gap() != b.gap()) return a.gap() < b.gap();
    return a.rank() > 0 && a.path.cost() < b.path.cost();
}

/// Asks for one goal after the other. `findOne(goal, path)` finds the path to one.
template <typename FindOne>
void findBest(const PathRequest& request, Path& path, Path& spare, FindOne&& findOne)
{
    findOne(request.goal, path);
    Vec3 best = request.goal;
    for (const Vec3 goal : request.other_goals)
    {
        findOne(goal, spare);
        if (!isBetter({spare, request.start, goal}, {path, request.start, best})) continue;
        std::swap(spare, path);
        best = goal;
    }
}

} // namespace clearway::plan
