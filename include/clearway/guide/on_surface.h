// SPDX-License-Identifier: MIT
// A crowd on a surface: ground and guide for agents on any mesh in space, whatever is up.
// Based on: G. Berseth, M. Kapadia, P. Faloutsos. ACCLMesh. 2015 (agents on the mesh); K. Polthier, M. Schmies. Straightest
// geodesics on polyhedral surfaces. 1998 (how they move).
// Agents have planar positions, as on every ground: points of a chart in which each triangle has a piece of the plane of its own,
// undistorted. A SurfaceChart leads from places on the surface to the chart and back, exactly but for rounding (below 1e-9 m).
// What differs from flat ground: distances between agents are straight through space; who shares a goal with others is there when
// it is as near as it gets, without a berth of its own; areas as goals make no sense. When an agent gets onto another triangle
// the crowd turns its velocity, and the one vector that a steering model may name in its memory (Steering::Needs::vector_at).
// Metres.
#pragma once
#include <memory>

#include <clearway/base/result.h>
#include <clearway/guide/guide.h>
#include <clearway/surface/query.h>

namespace clearway {

/// The chart of a surface mesh. An immutable handle: cheap to copy, free to share between threads. 96 bytes per triangle.
class SurfaceChart
{
public:
    const SurfaceMesh& mesh() const;

    /// The point of the chart; the place must be one of the mesh.
    Vec2 toChart(const SurfacePlace& place) const;
    /// None when the point is on no triangle; rounding is forgiven.
    SurfacePlace toPlace(Vec2 position) const;
    /// Where a point of the chart is in space, and how its plane lies there. `face`: the triangle.
    Pose computePose(Vec2 position) const;
    /// A vector of an agent at a point of the chart (its velocity, say) in space, and back; of one in space the part in the plane
    /// of the triangle.
    Vec3 toSpace(Vec2 position, Vec2 vector) const;
    Vec2 toPlane(Vec2 position, Vec3 vector) const;

    struct Data;
    explicit SurfaceChart(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
    const Data& data() const { return *data_; }

private:
    std::shared_ptr<const Data> data_;
};

/// Fails when the mesh is empty, or has triangles so large and so many that the chart would lose the tenth digit of a metre.
Result<SurfaceChart> buildSurfaceChart(const SurfaceMesh& mesh);

struct OnSurfaceOptions
{
    /// How far agents see borders of the ground; also the largest radius of an agent. Memory follows the length of the borders
    /// times the triangles within reach of them. Metres, > 0.
    double reach = 4;
    /// A way straight on is taken without a search when it is at most so many times longer than the line through space, which is
    /// shorter than any way; 1: always the shortest way.
    double straight_detour = 1.05;
};

struct SurfaceWorld
{
    World world;
    SurfaceChart chart;
};

/// Fails like buildSurfaceChart and buildBorderClearance. The paths of all crowds on this world share its memory.
Result<SurfaceWorld> onSurface(const SurfaceMesh& mesh, const OnSurfaceOptions& options = {});

} // namespace clearway
