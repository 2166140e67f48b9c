// SPDX-License-Identifier: MIT
#include <cmath>

#include "corridor/path_writer.h"

namespace clearway {

CorridorPathFinder::CorridorPathFinder(CorridorMap map) : state_(std::make_unique<State>(std::move(map))) {}
CorridorPathFinder::~CorridorPathFinder() = default;
CorridorPathFinder::CorridorPathFinder(CorridorPathFinder&&) noexcept = default;
CorridorPathFinder& CorridorPathFinder::operator=(CorridorPathFinder&&) noexcept = default;
const CorridorMap& CorridorPathFinder::map() const { return state_->corridors.map(); }

Path CorridorPathFinder::find(Vec2 start, Vec2 goal, const CorridorPathOptions& options)
{
    Path path;
    find(start, goal, options, path);
    return path;
}

void CorridorPathFinder::find(Vec2 start, Vec2 goal, const CorridorPathOptions& options, Path& path)
{
    CorridorOptions search;
    search.radius = options.radius;
    search.search = options.search;
    search.layer = options.layer;
    state_->corridors.find(start, goal, search, state_->corridor);
    findWithin(state_->corridor, start, goal, options, path);
}

Path CorridorPathFinder::findWithin(const Corridor& corridor, Vec2 start, Vec2 goal, const CorridorPathOptions& options)
{
    Path path;
    findWithin(corridor, start, goal, options, path);
    return path;
}

void CorridorPathFinder::findWithin(const Corridor& corridor, Vec2 start, Vec2 goal, const CorridorPathOptions& options,
                                    Path& path)
{
    CorridorPathWriter writer(*state_, options, path);
    if (!std::isfinite(options.preferred_clearance)) return writer.refuse(PathProblem::bad_option);
    if (corridor && !(options.radius >= 0 && options.radius <= corridor.radius())) return writer.refuse(PathProblem::bad_radius);
    if (!isFinite(start) || !isFinite(goal)) return writer.refuse(PathProblem::bad_point);
    writer.run(corridor, start, goal, options);
}

Path findCorridorPath(const CorridorMap& map, Vec2 start, Vec2 goal, const CorridorPathOptions& options)
{
    return CorridorPathFinder(map).find(start, goal, options);
}

} // namespace clearway
