// SPDX-License-Identifier: MIT
#include "plan/published_search.h"

#include "plan/mesh_ends.h"
#include "plan/several_goals.h"

namespace clearway::plan {

void PublishedSearch::find(const PathRequest& request, Path& path)
{
    const int layer = layers_.find(request);
    findBest(request, path, spare_, [&](Vec3 goal, Path& found) { findOne(request, planar(goal), layer, found); });
}

void PublishedSearch::findOne(const PathRequest& request, Vec2 goal, int layer, Path& path)
{
    PathWriter writer(path);
    MeshEnds ends;
    const PathProblem problem = findEnds(query_, request, goal, layer, ends);
    if (problem != PathProblem::none) return writer.setProblem(problem);
    search_.find(ends.start, ends.goal, {.radius = request.radius}, found_);
    if (!found_) return writer.setStatus(PathStatus::unreachable);
    writer.setStatus(PathStatus::complete);
    writer.setRadius(request.radius);
    writer.setLength(found_.length);
    for (std::size_t i = 1; i < found_.points.size(); ++i)
        writer.addPiece(Path::Piece::line(atHeight(found_.points[i - 1]), atHeight(found_.points[i])));
    for (const CellId cell : found_.cells) writer.addFace(cell);
    writer.setClearance(computeClearance(query_, path, layer, obstacles_));
}

} // namespace clearway::plan
