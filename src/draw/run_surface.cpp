// SPDX-License-Identifier: MIT
#include "draw/run_surface.h"

#include <algorithm>
#include <map>

#include "base/errors.h"
#include "draw/run_frames.h"
#include "draw/run_map.h"

namespace clearway {

namespace {

constexpr double kFar = 1;              ///< metres from the ground: whoever is farther away stands on nothing
constexpr double kLeastStep = 0.1;      ///< metres between points of a trail
constexpr std::size_t kMostTrails = 40; ///< more would cover the ground

/// The ways of the first few agents, by the colours of their groups.
class SurfaceTrails
{
public:
    SurfaceTrails() : pieces_(palette::kPaths.size()), labels_(palette::kPaths.size()) {}

    void add(const TrajectoryFrame& frame)
    {
        for (std::size_t i = 0; i < frame.ids.size(); ++i)
        {
            const Vec3 at = positionInSpace(frame, i);
            const std::uint32_t group = frame.groups.empty() ? 0 : frame.groups[i];
            const std::size_t color = findGroupColor(group);
            if (labels_[color].empty()) labels_[color] = "group " + std::to_string(group + 1);
            const auto found = ends_.find(frame.ids[i]);
            if (found == ends_.end())
            {
                if (ends_.size() < kMostTrails) ends_.emplace(frame.ids[i], at);
                continue;
            }
            if (distance(found->second, at) < kLeastStep) continue;
            pieces_[color].push_back(Path::Piece::line(found->second, at));
            found->second = at;
        }
    }
    std::vector<DrawnPath> list() const
    {
        const bool has_groups = std::ranges::count_if(labels_, [](const std::string& label) { return !label.empty(); }) > 1;
        std::vector<DrawnPath> paths;
        for (std::size_t i = 0; i < pieces_.size(); ++i)
            paths.push_back({.pieces = pieces_[i], .label = has_groups ? labels_[i] : std::string()});
        return paths;
    }

private:
    std::vector<std::vector<Path::Piece>> pieces_; ///< of each colour
    std::vector<std::string> labels_;
    std::map<std::uint64_t, Vec3> ends_;
};

} // namespace

Vec3 positionInSpace(const TrajectoryFrame& frame, std::size_t i)
{
    return atHeight(frame.positions[i], frame.heights.empty() ? 0 : frame.heights[i]);
}

std::vector<DrawnSurfaceAgent> SurfaceFrames::listAgents(const TrajectoryFrame& frame) const
{
    const SurfaceMesh& mesh = query_.mesh();
    std::vector<DrawnSurfaceAgent> agents;
    for (std::size_t i = 0; i < frame.ids.size(); ++i)
    {
        DrawnSurfaceAgent agent;
        agent.position = positionInSpace(frame, i);
        agent.radius = frame.radii.empty() || frame.radii[i] == 0 ? kAssumedRadius : frame.radii[i];
        agent.color = findGroupColor(frame.groups.empty() ? 0 : frame.groups[i]);
        if (const SurfacePlace place = query_.findNearest(agent.position, {.max_distance = kFar}))
        {
            const MeshTriangle& v = mesh.triangles()[place.triangle];
            const Vec3 a = mesh.positions()[v[0]];
            agent.up = normalized(cross(mesh.positions()[v[1]] - a, mesh.positions()[v[2]] - a));
        }
        agents.push_back(agent);
    }
    return agents;
}

Result<void> saveRunOnSurface(TrajectoryReader& run, const std::string& path, const RunPictureOptions& options)
{
    if (options.as == RunDrawing::heat)
        return makeError(ErrorCode::invalid_argument,
                         "a heat map is drawn of runs in the plane; over a surface draw trails or a snapshot.", inFile(path));
    TrajectoryFrame shown;
    SurfaceTrails trails;
    if (options.as == RunDrawing::snapshot)
    {
        Result<TrajectoryFrame> found = findSnapshot(run, path, options);
        if (!found) return found.error();
        shown = std::move(*found);
    }
    else
    {
        Result<void> read = visitFrames(run, options.execution.progress, path, [&](const TrajectoryFrame& frame) {
            trails.add(frame);
            shown = frame;
            return true;
        });
        if (!read) return read;
    }
    const std::vector<DrawnSurfaceAgent> agents = SurfaceFrames(*options.surface).listAgents(shown);
    const std::vector<DrawnPath> paths = trails.list();
    SurfacePictureOptions picture = options.look;
    picture.width = options.width;
    picture.draw_legend = options.draw_legend;
    picture.title = makeRunTitle(run, options.title) + ", " + makeSnapshotSubtitle(run, shown);
    picture.paths = paths;
    picture.agents = agents;
    return saveSurfacePicture(*options.surface, path, picture);
}

} // namespace clearway
