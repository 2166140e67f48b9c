// SPDX-License-Identifier: MIT
// Recast and Detour as their demo uses them (one mesh, watershed regions), on the triangles of a scene whose holes are extruded
// to buildings.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <clearway/scene/scene.h>
#include <clearway/scene/triangle_mesh.h>

namespace clearway::bench {

struct RecastRun
{
    double seconds = 0;
    std::uint64_t polygon_count = 0;
};

/// The radius that Recast's demo erodes by: a mesh of Detour is for this one only; metres.
inline constexpr double kRecastRadius = 0.6;
/// How many nodes the search of Detour's demo may open, and the most that Detour can.
inline constexpr int kDetourDemoNodes = 2048;
inline constexpr int kDetourMostNodes = 65535;

/// Sides of tiles, in squares, where a mesh needs them: twice those of Recast's demo, and about as large as can be.
inline constexpr int kDetourTile = 64;
inline constexpr int kDetourLargestTile = 1000;

/// Name, version and settings of the peer; or that it is not installed.
std::string describeRecast();
std::string describeDetour(int node_count);
std::string describeDetourCrowd();

/// Median time to build polygons and detail from triangles. Nothing when this program was built without Recast.
std::optional<RecastRun> measureRecast(const Scene& scene);

/// What Recast makes of triangles in space.
struct RecastSurface
{
    double seconds = 0; ///< median
    std::uint64_t polygon_count = 0;
    MeshInput detail; ///< its detail mesh, which lies nearer to the ground than its polygons; empty when nothing is walkable
};
/// The same as measureRecast for any triangles, at least `min_runs` times. Nothing when this program was built without Recast.
std::optional<RecastSurface> measureRecastSurface(const MeshInput& input, int min_runs);

/// A crowd of Detour with the settings of its demo.
class DetourCrowdPeer
{
public:
    virtual ~DetourCrowdPeer() = default;

    /// False when Detour finds no place for it.
    virtual bool add(Vec2 position, Vec2 goal, double radius, double speed) = 0;
    virtual void step(double dt) = 0;
    virtual int waitingCount() const = 0; ///< agents that have no path yet
    virtual std::uint64_t checksum() const = 0;
};

/// A mesh of Detour made by Recast, and its searches.
class DetourPeer
{
public:
    /// Null when this program was built without Recast. The size of tiles counts only where one tile is not enough.
    static std::unique_ptr<DetourPeer> build(const Scene& scene, int tile_squares);
    virtual ~DetourPeer() = default;

    struct Answer
    {
        bool is_complete = false;
        double length = 0;
    };
    virtual void useNodes(int node_count) = 0;
    /// The two nearest polygons, A*, the straight path.
    virtual Answer find(Vec2 start, Vec2 goal) = 0;
    /// The peer must outlive it.
    virtual std::unique_ptr<DetourCrowdPeer> makeCrowd(int agent_count, double max_radius) = 0;
};

} // namespace clearway::bench
