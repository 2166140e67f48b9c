// SPDX-License-Identifier: MIT
// The ways to compute curvature, and what they share.
#pragma once
#include <clearway/surface/curvature.h>

#include "base/chunks.h"

namespace clearway::surfacing {

void computeMeyer(const TriangleMesh& mesh, CurvatureMeasure measure, const TaskHook& hook, std::span<double> values);
void computeQuadric(const TriangleMesh& mesh, CurvatureMeasure measure, const TaskHook& hook, std::span<double> values);
void computeAveraged(const TriangleMesh& mesh, double length, CurvatureMeasure measure, const TaskHook& hook,
                     std::span<double> values);

/// The normal of a triangle, twice its area long.
inline Vec3 computeAreaNormal(const TriangleMesh& mesh, std::uint32_t triangle)
{
    const MeshTriangle& t = mesh.triangles()[triangle];
    const Vec3 a = mesh.positions()[t[0]];
    return cross(mesh.positions()[t[1]] - a, mesh.positions()[t[2]] - a);
}

/// The sum over the triangles at a vertex.
inline Vec3 computeVertexNormal(const TriangleMesh& mesh, std::uint32_t vertex)
{
    Vec3 normal;
    for (const std::uint32_t corner : mesh.corners(vertex)) normal += computeAreaNormal(mesh, corner / 3);
    return normalized(normal);
}

/// The larger principal curvature in size, from mean and Gaussian curvature.
inline double computeLargest(double mean, double gauss) { return std::abs(mean) + std::sqrt(std::max(mean * mean - gauss, 0.0)); }

} // namespace clearway::surfacing
