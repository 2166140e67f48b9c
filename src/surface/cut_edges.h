// SPDX-License-Identifier: MIT
// New points on the edges of the source: where edges are cut, and where biased edges are split. Everything here depends only on
// the edge and the two triangles beside it, and on no numbering, so both triangles get the same bits.
#pragma once
#include "surface/surface_parts.h"

namespace clearway::surfacing {

/// A place with its acceleration.
struct Spot
{
    Vec3 position;
    double acceleration = 0;
    std::uint32_t vertex = 0xffffffff; ///< of the source, if it is one
};

/// Where a biased edge is split; none if `is_split` is false.
struct Split
{
    bool is_split = false;
    Spot spot;
};

class EdgeRules
{
public:
    EdgeRules(const TriangleMesh& mesh, const CutInput& input, const SurfaceOptions& options)
        : positions_(mesh.positions()),
          triangles_(mesh.triangles()),
          opposites_(mesh.opposites()),
          accelerations_(input.accelerations.span()),
          input_(input),
          options_(options),
          max_(options.max_acceleration)
    {
    }

    bool isGood(double acceleration) const { return acceleration < max_; }
    bool isGood(std::uint32_t vertex) const { return accelerations_[vertex] < max_; }
    Spot spotAt(std::uint32_t vertex) const { return {positions_[vertex], accelerations_[vertex], vertex}; }

    /// The point that is kept of the edge from a good to a bad place.
    Spot cut(const Spot& good, const Spot& bad) const;
    /// Whether and where to split an edge whose ends are both bad.
    Split split(std::uint32_t halfedge) const;

private:
    /// Infinity stands for "blocked": twice the maximum, so that it does not drown the other end.
    double limit(double acceleration) const
    {
        return acceleration == std::numeric_limits<double>::infinity() ? 2 * max_ : acceleration;
    }
    /// The last fraction of an edge at which a character can stand, towards a low vertex.
    double findLowFraction(std::uint32_t vertex, std::uint32_t low_vertex) const;
    Split splitInTheMiddle(const Spot& p, const Spot& q, const Spot& r, const Spot& s) const;
    Split splitAtDiagonal(const Spot& p, const Spot& q, const Spot& r, const Spot& s) const;

    std::uint32_t origin(std::uint32_t halfedge) const { return triangles_[halfedge / 3][halfedge % 3]; }

    std::span<const Vec3> positions_;
    std::span<const MeshTriangle> triangles_;
    std::span<const std::uint32_t> opposites_;
    std::span<const double> accelerations_;
    const CutInput& input_;
    const SurfaceOptions& options_;
    double max_;
};

} // namespace clearway::surfacing
