// SPDX-License-Identifier: MIT
// Runs over surfaces: trails, snapshots and the frames of films on the shaded ground.
#pragma once
#include <string>
#include <vector>

#include <clearway/native/run_picture.h>
#include <clearway/surface/query.h>

namespace clearway {

/// Turns the positions of a frame into characters that stand on the ground.
class SurfaceFrames
{
public:
    explicit SurfaceFrames(const SurfaceMesh& mesh) : query_(mesh) {}
    std::vector<DrawnSurfaceAgent> listAgents(const TrajectoryFrame& frame) const;

private:
    SurfaceQuery query_;
};

/// Where agent `i` of a frame is in space.
Vec3 positionInSpace(const TrajectoryFrame& frame, std::size_t i);

/// Trails with everybody at the end, or a snapshot. `options.surface` is there.
Result<void> saveRunOnSurface(TrajectoryReader& run, const std::string& path, const RunPictureOptions& options);

} // namespace clearway
