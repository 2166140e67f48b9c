// SPDX-License-Identifier: MIT
// Whether a character can stand upright at a place of a mesh; for height_clearance.cpp and for cutting edges where it ends.
#pragma once
#include <cmath>

#include <clearway/geometry/bvh3.h>
#include <clearway/surface/height_clearance.h>

#include "base/chunks.h"
#include "geometry/segment_triangle.h"
#include "surface/curvature_parts.h"

namespace clearway::surfacing {

class HeightSearch
{
public:
    HeightSearch(const TriangleMesh& mesh, const HeightOptions& options, const TaskHook& hook)
        : mesh_(mesh), options_(options), lift_(options.height / 20)
    {
        buildTree(hook);
    }

    /// After triangles came, went or changed; `triangles` lists those that are new or differ.
    void update(std::span<const std::uint32_t> triangles, const TaskHook& hook)
    {
        tree_.update(static_cast<std::uint32_t>(mesh_.triangleCount()), triangles, [&](std::uint32_t t) { return boxOf(t); });
        if (tree_.isWorn()) buildTree(hook);
    }
    /// Calls visit(triangle) for all triangles in a box, and for some beside it.
    template <typename Visit>
    void forEachNear(const Box3& box, Visit&& visit) const
    {
        tree_.forEachTouching([&](const Box3& node) { return node.overlaps(box); },
                              [&](std::uint32_t t) {
                                  visit(t);
                                  return false;
                              });
    }

    bool isLow(std::uint32_t vertex, Vec3 up) const
    {
        return options_.test == HeightOptions::Test::capsule ? isLowAt(mesh_.positions()[vertex], up, vertex, vertex)
                                                             : hasPointAbove(vertex);
    }

    /// By the capsule, for a place on the edge between two vertices: triangles that touch either do not count.
    bool isLowAt(Vec3 foot, Vec3 up, std::uint32_t vertex, std::uint32_t other) const
    {
        const double r = options_.radius;
        const Vec3 a = foot + up * (lift_ + r);
        const Vec3 b = foot + up * std::max(options_.height - r, lift_ + r);
        // Even a line has a width here, so that it does not slip between two triangles.
        const double reach = std::max(r, 1e-9 * options_.height);
        Box3 box;
        box.add(a);
        box.add(b);
        box = box.inflated(reach);
        return tree_.forEachTouching([&](const Box3& node) { return node.overlaps(box); },
                                     [&](std::uint32_t t) {
                                         return !isAt(t, vertex) && !isAt(t, other) &&
                                                computeSegmentDistanceSq(a, b, pointsOf(t)) < reach * reach;
                                     });
    }

private:
    void buildTree(const TaskHook& hook)
    {
        std::vector<Box3> boxes(mesh_.triangleCount());
        forChunks(hook, boxes.size(), [&](const Chunk& chunk) {
            for (std::size_t t = chunk.begin; t < chunk.end; ++t) boxes[t] = boxOf(static_cast<std::uint32_t>(t));
        });
        tree_ = Bvh3::build(boxes, {.task_hook = hook});
    }

    Box3 boxOf(std::uint32_t t) const { return computeBounds(pointsOf(t)); }
    TrianglePoints pointsOf(std::uint32_t t) const
    {
        const MeshTriangle& v = mesh_.triangles()[t];
        return {mesh_.positions()[v[0]], mesh_.positions()[v[1]], mesh_.positions()[v[2]]};
    }
    bool isAt(std::uint32_t t, std::uint32_t vertex) const
    {
        const MeshTriangle& v = mesh_.triangles()[t];
        return v[0] == vertex || v[1] == vertex || v[2] == vertex;
    }

    bool hasPointAbove(std::uint32_t vertex) const
    {
        const Vec3 x = mesh_.positions()[vertex];
        const double height_sq = options_.height * options_.height;
        return tree_.forEachTouching([&](const Box3& node) { return distanceSq(x, node) < height_sq; },
                                     [&](std::uint32_t t) {
                                         if (isAt(t, vertex)) return false;
                                         const Vec3 p = computeNearestPoint(pointsOf(t), x);
                                         return distanceSq(x, p) < height_sq && isAboveGround(vertex, p);
                                     });
    }

    /// Whether p projects into one of the triangles at the vertex, from above.
    bool isAboveGround(std::uint32_t vertex, Vec3 p) const
    {
        for (const std::uint32_t corner : mesh_.corners(vertex))
        {
            const TrianglePoints ground = pointsOf(corner / 3);
            const Vec3 n = normalized(computeAreaNormal(mesh_, corner / 3));
            bool is_inside = dot(p - ground[0], n) > lift_;
            for (std::size_t k = 0; k < 3 && is_inside; ++k)
            {
                const Vec3 edge = ground[(k + 1) % 3] - ground[k];
                is_inside = dot(p - ground[k], cross(n, edge)) >= -1e-9 * lengthSq(edge);
            }
            if (is_inside) return true;
        }
        return false;
    }

    const TriangleMesh& mesh_;
    const HeightOptions& options_;
    double lift_; ///< what is lower belongs to the ground
    Bvh3 tree_;
};

Result<void> checkHeights(const TriangleMesh& mesh, std::span<const Vec3> ups, const HeightOptions& options);
/// For each vertex whether it is low.
std::vector<std::uint8_t> findLow(const HeightSearch& search, std::span<const Vec3> ups, std::size_t vertex_count,
                                  const TaskHook& hook);

} // namespace clearway::surfacing
