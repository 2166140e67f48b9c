// SPDX-License-Identifier: MIT
// What decides whether a vertex or a triangle can be walked on; the same for building and for repairing.
#pragma once
#include <limits>

#include <clearway/surface/build.h>

#include "scene/generators/turn.h"
#include "surface/curvature_parts.h"
#include "surface/surface_parts.h"

namespace clearway::surfacing {

inline constexpr double kBlocked = std::numeric_limits<double>::infinity();

Result<void> checkSurfaceOptions(const SurfaceOptions& options);

/// Against gravity, one metre long, at a place.
inline Vec3 computeUp(const Gravity& gravity, Vec3 place)
{
    return gravity.kind == Gravity::Kind::direction ? normalized(Vec3{} - gravity.vector) : normalized(place - gravity.vector);
}

/// The direction in which a character stands at a vertex.
inline Vec3 computeUpAt(const TriangleMesh& mesh, const Gravity& gravity, std::uint32_t vertex)
{
    return gravity.kind == Gravity::Kind::none ? computeVertexNormal(mesh, vertex) : computeUp(gravity, mesh.positions()[vertex]);
}

/// Whether triangles are too steep.
class SlopeRule
{
public:
    explicit SlopeRule(const Gravity& gravity)
        : gravity_(gravity), least_cosine_(generators::computeDirection(gravity.max_slope_degrees / 360).x)
    {
    }
    bool isOn() const { return gravity_.kind != Gravity::Kind::none; }
    bool isSteep(const TriangleMesh& mesh, std::uint32_t triangle) const
    {
        const MeshTriangle& t = mesh.triangles()[triangle];
        const Vec3 normal = computeAreaNormal(mesh, triangle);
        const Vec3 middle = (mesh.positions()[t[0]] + mesh.positions()[t[1]] + mesh.positions()[t[2]]) / 3;
        // A hair of slack: a slope of exactly the limit is kept.
        return dot(normal, computeUp(gravity_, middle)) < (least_cosine_ - 1e-12) * length(normal);
    }

private:
    const Gravity& gravity_;
    double least_cosine_;
};

/// What counts when cutting: infinity where something other than curvature blocks.
inline double computeCutAcceleration(const TriangleMesh& mesh, std::uint32_t vertex, double acceleration)
{
    return mesh.isManifold(vertex) && acceleration >= 0 ? acceleration : kBlocked; // NaN too
}

/// The reasons to leave a vertex out that its acceleration and its triangles give; height is looked at elsewhere.
inline std::uint8_t computeReasons(const TriangleMesh& mesh, std::uint32_t vertex, double acceleration, double max_acceleration)
{
    const bool is_bent = !(acceleration < max_acceleration); // NaN too
    return static_cast<std::uint8_t>((is_bent ? kBent : 0) | (mesh.isManifold(vertex) ? 0 : kManySheets));
}

} // namespace clearway::surfacing
