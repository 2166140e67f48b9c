// SPDX-License-Identifier: MIT
// What `path` tells besides the path itself: the corridor around it and other ways, or how it goes up and down over a surface.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include <clearway/corridor.h>
#include <clearway/native/picture.h>
#include <clearway/plan/planner.h>

#include "commands.h"
#include "output.h"

namespace clearway::cli {

/// A corridor and the path in it.
struct Way
{
    Corridor corridor;
    Path path;
};

/// The corridors that a corridor map has for a question: as many different ones as were asked for, or that of the path.
std::vector<Way> findWays(const PathCommandOptions& options, const PlannerParts& parts, const PathRequest& request,
                          const Path& path);
Value describeBalls(const Corridor& corridor);

/// What a path over a surface does on its way.
struct Profile
{
    double climb = 0;   ///< metres upwards in all; up is z
    double descent = 0; ///< metres downwards in all
    double most_acceleration = 0;
};
Profile computeProfile(const SurfaceMesh& mesh, const Path& path);

/// How near a path over a surface comes to a border; infinite where none is near. Metres.
double computeBorderClearance(const SurfaceMesh& mesh, const Path& path);

/// Why a point is not on a surface, and where it might have been: a part of a sentence.
std::string explainMisfit(const PathCommandOptions& options, const SurfaceMesh& mesh, Vec3 point, bool is_start);

} // namespace clearway::cli
