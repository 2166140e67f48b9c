// SPDX-License-Identifier: MIT
// Finding paths for a disc of any radius on one mesh.
// A path is found if and only if the centre of the disc can travel from start to goal through free space, and it never comes
// nearer to an obstacle than the radius, to within two quanta of the frame. `shortest` is the true optimum for the radius
// whatever the cells look like. Three tiers: a one-shot function; a PathFinder whose scratch stays warm and then allocates
// nothing; batches over spans.
#pragma once
#include <cstddef>
#include <memory>
#include <span>

#include <clearway/base/execution.h>
#include <clearway/clearance.h>
#include <clearway/geometry/path.h>
#include <clearway/path/landmarks.h>

namespace clearway {

struct PathOptions
{
    enum class Quality
    {
        shortest, ///< the optimum
        fast,     ///< at most 1.05 times the optimum; the usual choice for crowds
    };

    double radius = 0.25; ///< of the disc; metres, >= 0
    Quality quality = Quality::shortest;
    /// Whether an unreachable goal, or one in a wall, is answered by the way to the reachable point nearest to it.
    bool allow_partial = false;
    int layer = kAnyLayer; ///< where start and goal are looked for
    /// Portals of the mesh through which the path may not lead, such as locked doors; they must live until find() returns. Where
    /// they leave no way the goal is unreachable; Path::widest does not know of them, and there is no partial path.
    std::span<const PortalId> closed_portals = {};
    /// A start or goal that misses fitting by at most this, or by at most four steps of a float at its coordinates, is moved to
    /// where the disc fits: see Path::startShift and goalShift. Metres; 0: nothing is moved.
    double fit_tolerance = 0.001;
    /// A search that makes more nodes than this, about 240 bytes each, ends with out_of_budget. Then the path need not be the
    /// shortest: it leads to the goal by a way along the Voronoi diagram, pulled taut, or as near to it as was found.
    std::size_t max_nodes = std::size_t{1} << 20;
};

class PathFinder
{
public:
    /// With landmarks of the same mesh long paths are found faster. They are as short; of paths equally short it may be another.
    explicit PathFinder(ClearanceMesh clearance, PathLandmarks landmarks = {});
    ~PathFinder();
    PathFinder(PathFinder&&) noexcept;
    PathFinder& operator=(PathFinder&&) noexcept;

    const ClearanceMesh& clearance() const;

    Path find(Vec2 start, Vec2 goal, const PathOptions& options = {});
    /// The same into `path`, whose memory is reused: once warm, nothing is allocated.
    void find(Vec2 start, Vec2 goal, const PathOptions& options, Path& path);

    /// The place nearest to p where a disc fits; when `from` is a place, also where it can get to from there. No Place when there
    /// is none. O(n log n) in the size of the mesh.
    Place findNearestPlace(Vec2 p, double radius, const Place& from = {}, int layer = kAnyLayer);
    /// The same at random: as NavMeshQuery::findRandomPoint, of the places that a disc can get to from `from`.
    Place findRandomPlace(const RandomPointOptions& options, const Place& from = {});

    /// How many nodes the last search looked at; what its time follows.
    std::uint64_t expandedCount() const;

    struct State;

private:
    std::unique_ptr<State> state_;
};

struct PathQuery
{
    Vec2 start;
    Vec2 goal;
    double radius = 0.25;
};

/// One-shot forms. The first prepares the clearance of the whole mesh: for a single question.
Path findPath(const NavMesh& mesh, Vec2 start, Vec2 goal, const PathOptions& options = {});
Path findPath(const ClearanceMesh& clearance, Vec2 start, Vec2 goal, const PathOptions& options = {});

/// Batch: paths[i] answers queries[i], whose radius counts instead of the one of `options`. The spans must have equal size;
/// workers share them, with the same answers.
void findPaths(const ClearanceMesh& clearance, std::span<const PathQuery> queries, const PathOptions& options,
               std::span<Path> paths, const Execution& execution = {});

} // namespace clearway
