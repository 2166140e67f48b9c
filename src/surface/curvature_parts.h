// SPDX-License-Identifier: MIT
// The ways to compute curvature, and what they share.
#pragma once
#include <clearway/surface/curvature.h>

#include "base/chunks.h"

namespace clearway::surfacing {

void computeMeyer(const TriangleMesh& mesh, CurvatureOptions::Measure measure, const TaskHook& hook, std::span<double> values);
void computeQuadric(const TriangleMesh& mesh, CurvatureOptions::Measure measure, const TaskHook& hook, std::span<double> values);
void computeAveraged(const TriangleMesh& mesh, double length, CurvatureOptions::Measure measure, const TaskHook& hook,
                     std::span<double> values);

/// Triangles met by a search, each once, in the order met. What is reserved is kept from one search to the next.
class TriangleFlood
{
public:
    void start(std::size_t triangle_count)
    {
        if (seen_.size() < triangle_count || round_ == 0xffffffff)
        {
            seen_.assign(triangle_count, 0);
            round_ = 0;
        }
        ++round_;
        triangles_.clear();
    }
    void visit(std::uint32_t triangle)
    {
        if (seen_[triangle] == round_) return;
        seen_[triangle] = round_;
        triangles_.push_back(triangle);
    }
    const std::vector<std::uint32_t>& triangles() const { return triangles_; }

private:
    std::vector<std::uint32_t> seen_; ///< the round in which a triangle was last met
    std::uint32_t round_ = 0;
    std::vector<std::uint32_t> triangles_;
};

/// The same bits for one vertex: for meshes that change.
double computeMeyerAt(const TriangleMesh& mesh, CurvatureOptions::Measure measure, std::uint32_t vertex);
double computeQuadricAt(const TriangleMesh& mesh, CurvatureOptions::Measure measure, std::uint32_t vertex,
                        std::vector<std::uint32_t>& scratch);
double computeAveragedAt(const TriangleMesh& mesh, double length, CurvatureOptions::Measure measure, std::uint32_t vertex,
                         TriangleFlood& scratch);

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
