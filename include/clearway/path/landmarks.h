// SPDX-License-Identifier: MIT
// Landmarks: a lower bound that makes long searches short.
// Based on: A. Goldberg, C. Harrelson. Computing the shortest path: A* search meets graph theory. 2005
// Departures: distances are those of a point in the plane, to the corners of the obstacles. A disc of any radius has at least as
// far, so one table serves every radius.
#pragma once
#include <cstddef>
#include <memory>

#include <clearway/base/execution.h>
#include <clearway/clearance/clearance_mesh.h>

namespace clearway {

struct PathLandmarksOptions
{
    int count = 8; ///< number of landmarks, 1 to 64
    Execution execution = {};
};

/// Exact distances from a few corners, the landmarks, to all others. An immutable handle; cheap to copy, safe to share between
/// threads. Worth building when a mesh answers many long queries.
class PathLandmarks
{
public:
    /// No landmarks.
    PathLandmarks() = default;

    explicit operator bool() const { return data_ != nullptr; }
    std::size_t memoryBytes() const;

    struct Data;
    explicit PathLandmarks(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
    const Data& data() const { return *data_; } ///< for the library's own queries

private:
    std::shared_ptr<const Data> data_;
};

/// O(count · n log n). Landmarks are chosen in the largest part of the mesh, each as far as possible from those before it.
/// Without corners there are none. Fails when `count` is out of range, and when cancelled.
Result<PathLandmarks> buildPathLandmarks(const ClearanceMesh& clearance, const PathLandmarksOptions& options = {});

} // namespace clearway
