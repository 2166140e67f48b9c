// SPDX-License-Identifier: MIT
// The table of a PathLandmarks, and what it says about the rest of a path.
#pragma once
#include <cstdint>
#include <vector>

#include <clearway/path/landmarks.h>

#include "clearance/data.h"

namespace clearway {

struct PathLandmarks::Data
{
    ClearanceMesh clearance; ///< the mesh it was built for
    std::size_t count = 0;
    std::vector<float> distances; ///< from each site to each landmark, `count` per site; infinite when there is no path
};

/// Lower bounds for the distance of a point from corners to one goal.
class LandmarkBound
{
public:
    LandmarkBound() = default;
    explicit LandmarkBound(PathLandmarks landmarks) : landmarks_(std::move(landmarks)) {}

    explicit operator bool() const { return static_cast<bool>(landmarks_); }
    /// Local coordinates.
    void setGoal(Vec2 goal, std::uint32_t piece);
    /// 0 without landmarks.
    double find(std::uint32_t site) const;

private:
    /// A place that the goal reaches in `spent` metres or less.
    struct Reach
    {
        std::uint32_t piece = 0;
        Vec2 place;
        double spent = 0;
    };
    void addCorner(std::uint32_t site, double distance);

    PathLandmarks landmarks_;
    std::vector<double> least_; ///< distance from each landmark to the goal: no less than this
    std::vector<double> most_;  ///< and no more than this
    std::vector<Reach> reached_;
};

} // namespace clearway
