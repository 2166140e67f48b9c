// SPDX-License-Identifier: MIT
// What experiments share: built-in scenes ready for questions, random crossings, timing.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include <clearway/clearance.h>
#include <clearway/navmesh.h>
#include <clearway/scene.h>

namespace clearway::experiments {

struct World
{
    std::string name;
    NavMesh mesh;
    ClearanceMesh clearance;
};

/// A built-in scene, cut into cells. Throws std::runtime_error when that fails.
World makeWorld(const std::string& name, const GeneratorOptions& generator = {}, const NavMeshOptions& options = {});
/// Any mesh.
World makeWorld(const std::string& name, const Result<NavMesh>& mesh);

/// The radii of the papers' experiments on shrinking; metres.
inline constexpr double kRadii[3] = {0.5, 1.0, 1.5};

/// One way through a cell.
struct Crossing
{
    CellId cell = kNone;
    CellId from = kNone; ///< the cell on the other side of `entry`
    PortalId entry = kNone;
    std::vector<PortalId> exits; ///< crossed after `entry`, in order; the first leaves `cell`
    std::uint32_t radius = 0;    ///< index into kRadii
};

/// Uniform over cells with at least two portals, then over their portals; chains of up to `exit_count` exits.
std::vector<Crossing> makeCrossings(const NavMesh& mesh, std::size_t count, std::uint64_t seed, int exit_count = 1);

/// Processor time of this thread.
double threadSeconds();

double computeMedian(std::vector<double> values);

/// The median time of `work`, of at least three runs and `seconds` in all; the first run is not counted.
template <typename Work>
double measureSeconds(Work&& work, double seconds = 0.05)
{
    work();
    std::vector<double> times;
    const double begin = threadSeconds();
    while (times.size() < 3 || threadSeconds() - begin < seconds)
    {
        const double before = threadSeconds();
        work();
        times.push_back(threadSeconds() - before);
    }
    return computeMedian(std::move(times));
}

} // namespace clearway::experiments
