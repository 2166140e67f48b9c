// SPDX-License-Identifier: MIT
// Vertices are moved into a neighbour, one after the other in the order of their numbers, as long as the ground stays where it
// is. Of the neighbours that will do the one is taken that leaves the best shaped triangles.
#include <clearway/surface/simplify.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include <fmt/format.h>

#include "base/errors.h"
#include "geometry/segment_triangle.h"
#include "scene/generators/turn.h"
#include "surface/surface_parts.h"

namespace clearway {

namespace {

/// Triangles of a worse shape are not made: 1 is equilateral, 0 is flat.
constexpr double kLeastShape = 0.15;
constexpr int kMostRounds = 20;

class Simplification
{
public:
    Simplification(const SurfaceMesh& mesh, const SimplifyOptions& options)
        : positions_(mesh.positions()),
          triangles_(mesh.triangles().begin(), mesh.triangles().end()),
          around_(mesh.vertexCount()),
          may_go_(mesh.vertexCount(), 1),
          normals_(mesh.vertexCount()),
          first_point_(mesh.triangleCount(), kNone),
          next_point_(mesh.vertexCount(), kNone),
          cosine_(generators::computeDirection(options.max_angle_degrees / 360).x)
    {
        const double most = mesh.maxAcceleration();
        for (std::uint32_t t = 0; t < triangles_.size(); ++t)
            for (const std::uint32_t v : triangles_[t])
            {
                around_[v].push_back(t);
                normals_[v] += computeAreaNormal(triangles_[t]);
            }
        for (std::uint32_t v = 0; v < positions_.size(); ++v)
        {
            normals_[v] = normalized(normals_[v]);
            if (std::isfinite(most) && mesh.accelerations()[v] >= options.max_load * most) may_go_[v] = 0;
        }
        for (const std::uint32_t h : mesh.borderHalfedges()) may_go_[mesh.origin(h)] = may_go_[mesh.target(h)] = 0;
    }

    /// One round over all vertices: how many went.
    std::size_t run()
    {
        std::size_t count = 0;
        for (std::uint32_t v = 0; v < positions_.size(); ++v)
            if (may_go_[v] && !around_[v].empty() && remove(v)) ++count;
        return count;
    }

    SimplifiedSurface finish() const
    {
        SimplifiedSurface result;
        std::vector<std::uint32_t> numbers(positions_.size(), kNone);
        result.places.resize(positions_.size());
        for (std::uint32_t v = 0; v < positions_.size(); ++v)
        {
            if (around_[v].empty()) continue;
            numbers[v] = static_cast<std::uint32_t>(result.positions.size());
            result.positions.push_back(positions_[v]);
            result.vertices.push_back(v);
        }
        for (std::uint32_t t = 0; t < triangles_.size(); ++t)
        {
            const MeshTriangle& v = triangles_[t];
            if (v[0] == kNone) continue;
            const auto number = static_cast<std::uint32_t>(result.triangles.size());
            result.triangles.push_back({numbers[v[0]], numbers[v[1]], numbers[v[2]]});
            for (const std::uint32_t corner : v)
                if (!result.places[corner]) result.places[corner] = {positions_[corner], number};
            for (std::uint32_t p = first_point_[t]; p != kNone; p = next_point_[p])
                result.places[p] = {computeNearestPoint(pointsOf(v), positions_[p]), number};
        }
        return result;
    }

private:
    TrianglePoints pointsOf(const MeshTriangle& t) const { return {positions_[t[0]], positions_[t[1]], positions_[t[2]]}; }
    Vec3 computeAreaNormal(const MeshTriangle& t) const
    {
        return cross(positions_[t[1]] - positions_[t[0]], positions_[t[2]] - positions_[t[0]]);
    }
    double computeShape(const MeshTriangle& t) const
    {
        const TrianglePoints p = pointsOf(t);
        const double sides = distanceSq(p[0], p[1]) + distanceSq(p[1], p[2]) + distanceSq(p[2], p[0]);
        return sides > 0 ? length(computeAreaNormal(t)) * 3.4641016151377545871 / sides : 0;
    }
    static bool has(const MeshTriangle& t, std::uint32_t v) { return t[0] == v || t[1] == v || t[2] == v; }
    bool isFlat(const MeshTriangle& t, Vec3 normal) const
    {
        const Vec3 n = computeAreaNormal(t);
        return dot(n, normal) >= cosine_ * length(n) && lengthSq(n) > 0;
    }

    /// How good the worst triangle is when v moves into `to`; negative when that must not be.
    double rate(std::uint32_t v, std::uint32_t to)
    {
        // The two must have two neighbours in common, or sheets would be glued together.
        neighbours_.clear();
        for (const std::uint32_t t : around_[to])
            for (const std::uint32_t other : triangles_[t]) neighbours_.push_back(other);
        std::sort(neighbours_.begin(), neighbours_.end());
        int common = 0;
        for (const std::uint32_t other : ring_)
            common += other != to && std::binary_search(neighbours_.begin(), neighbours_.end(), other);
        if (common != 2) return -1;
        double worst = 1;
        for (const std::uint32_t t : around_[v])
        {
            MeshTriangle moved = triangles_[t];
            if (has(moved, to)) continue;
            std::replace(moved.begin(), moved.end(), v, to);
            if (!isFlat(moved, normals_[v])) return -1;
            worst = std::min(worst, computeShape(moved));
        }
        return worst;
    }

    bool remove(std::uint32_t v)
    {
        ring_.clear();
        for (const std::uint32_t t : around_[v])
        {
            if (!isFlat(triangles_[t], normals_[v])) return false;
            for (const std::uint32_t other : triangles_[t])
                if (other != v) ring_.push_back(other);
        }
        std::sort(ring_.begin(), ring_.end());
        ring_.erase(std::unique(ring_.begin(), ring_.end()), ring_.end());
        double best = kLeastShape;
        std::uint32_t target = kNone;
        for (const std::uint32_t to : ring_)
        {
            const double shape = rate(v, to);
            if (!(shape > best)) continue;
            best = shape;
            target = to;
        }
        if (target == kNone) return false;
        move(v, target);
        return true;
    }

    void move(std::uint32_t v, std::uint32_t to)
    {
        moved_points_.assign(1, v);
        kept_.clear();
        for (const std::uint32_t t : around_[v])
        {
            for (std::uint32_t p = first_point_[t]; p != kNone; p = next_point_[p]) moved_points_.push_back(p);
            first_point_[t] = kNone;
            if (has(triangles_[t], to))
            {
                for (const std::uint32_t corner : triangles_[t])
                    if (corner != v) std::erase(around_[corner], t);
                triangles_[t] = {kNone, kNone, kNone};
                continue;
            }
            std::replace(triangles_[t].begin(), triangles_[t].end(), v, to);
            around_[to].push_back(t);
            kept_.push_back(t);
        }
        around_[v].clear();
        for (const std::uint32_t p : moved_points_)
        {
            std::uint32_t nearest = kept_.front();
            double nearest_sq = std::numeric_limits<double>::infinity();
            for (const std::uint32_t t : kept_)
            {
                const double d_sq = distanceSq(positions_[p], computeNearestPoint(pointsOf(triangles_[t]), positions_[p]));
                if (!(d_sq < nearest_sq)) continue;
                nearest_sq = d_sq;
                nearest = t;
            }
            next_point_[p] = first_point_[nearest];
            first_point_[nearest] = p;
        }
    }

    std::span<const Vec3> positions_;
    std::vector<MeshTriangle> triangles_;            ///< kNone where one is gone
    std::vector<std::vector<std::uint32_t>> around_; ///< triangles at each vertex; none: it is gone
    std::vector<std::uint8_t> may_go_;
    std::vector<Vec3> normals_;              ///< of the vertices, at the start
    std::vector<std::uint32_t> first_point_; ///< of each triangle: a vertex that is gone and lies on it
    std::vector<std::uint32_t> next_point_;  ///< and the next one there
    double cosine_;
    std::vector<std::uint32_t> ring_, neighbours_, moved_points_, kept_; ///< scratch
};

} // namespace

Result<SimplifiedSurface> simplifyFlatParts(const SurfaceMesh& mesh, const SimplifyOptions& options)
{
    if (!(options.max_angle_degrees >= 0 && options.max_angle_degrees <= 45) || !(options.max_load >= 0 && options.max_load <= 1))
        return makeError(fmt::format("The angle must be from 0 to 45 degrees and the load from 0 to 1; they are {} and {}.",
                                     options.max_angle_degrees, options.max_load));
    Simplification simplification(mesh, options);
    for (int round = 0; round < kMostRounds; ++round)
    {
        if (!report(options.execution.progress, "simplifying", round / static_cast<double>(kMostRounds)))
            return makeError(ErrorCode::cancelled, "Simplifying was stopped.");
        if (simplification.run() == 0) break;
    }
    return simplification.finish();
}

Result<SurfaceMesh> buildSimplifiedMesh(const SurfaceMesh& mesh, const SimplifiedSurface& simple)
{
    const auto fail = [] { return makeError("The simplified surface is of another mesh: give the one that was simplified."); };
    if (simple.places.size() != mesh.vertexCount() || simple.vertices.size() != simple.positions.size()) return fail();
    for (const std::uint32_t v : simple.vertices)
        if (v >= mesh.vertexCount()) return fail();
    const Result<TriangleMesh> source =
        buildTriangleMesh(MeshInput{mesh.source().name(), simple.positions, simple.triangles}, {.weld_distance = -1});
    if (!source) return source.error();
    // It was manifold and stayed so: nothing was left out, and numbers are the same.
    if (source->triangleCount() != simple.triangles.size() || source->vertexCount() != simple.positions.size()) return fail();

    auto data = std::make_shared<SurfaceMesh::Data>(*source);
    data->speed = mesh.speed();
    data->max_acceleration = mesh.maxAcceleration();
    copyInto(source->positions(), data->positions);
    copyInto(source->triangles(), data->triangles);
    copyInto(source->opposites(), data->opposites);
    data->accelerations.resize(simple.vertices.size());
    for (std::size_t v = 0; v < simple.vertices.size(); ++v) data->accelerations[v] = mesh.accelerations()[simple.vertices[v]];
    data->source_triangles.resize(simple.triangles.size());
    for (std::uint32_t t = 0; t < simple.triangles.size(); ++t) data->source_triangles[t] = t;
    surfacing::findComponents(*data, {});
    surfacing::findBorderLoops(*data, {});
    return SurfaceMesh(std::move(data));
}

} // namespace clearway
