// SPDX-License-Identifier: MIT
// Curvature of a triangle mesh at its vertices: how hard the ground bends where one walks, whatever is up.
// Why: going at speed v over ground of curvature k takes an acceleration of v^2 k; one field of curvature serves every speed.
// Based on: M. Meyer, M. Desbrun, P. Schröder, A. H. Barr. Discrete differential-geometry operators for triangulated
// 2-manifolds. 2003; averaging after D. Cohen-Steiner, J.-M. Morvan. Restricted Delaunay triangulations and normal cycle. 2003
// 1/m, never negative. Linear time; the same numbers for any number of workers. Const and thread-safe.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include <clearway/base/execution.h>
#include <clearway/scene/triangle_mesh.h>

namespace clearway {

struct CurvatureOptions
{
    enum class Method
    {
        meyer,   ///< gradient of area over the neighbours, divided by the area that belongs to the vertex; at borders its normal
                 ///< part
        quadric, ///< of the paraboloid that fits two rings of neighbours best: calmer on noisy and coarse meshes, several times
                 ///< slower
    };

    enum class Measure
    {
        mean,              ///< half the sum of the principal curvatures, as published: a saddle counts as flat
        largest_principal, ///< of the direction that bends most; never below the mean
    };

    Method method = Method::meyer;
    Measure measure = Measure::mean;
    /// > 0: the average over the connected ground within this distance, from the angles at its edges, instead of `method`. The
    /// answer does not depend on how finely a shape is cut into triangles, and roughness that is smaller evens out. A vertex
    /// takes time in proportion to the triangles in reach. Metres; about the radius of a character.
    double averaging_length = 0;
    Execution execution = {}; ///< a surface lends its own where this has neither workers nor a hook
};

/// A number for each vertex of a mesh. An immutable handle.
class CurvatureField
{
public:
    explicit CurvatureField(std::vector<double> values) : values_(std::make_shared<const std::vector<double>>(std::move(values)))
    {
    }
    std::span<const double> values() const { return *values_; }

private:
    std::shared_ptr<const std::vector<double>> values_;
};

/// Fails when the averaging length is negative or not finite.
Result<CurvatureField> buildCurvature(const TriangleMesh& mesh, const CurvatureOptions& options = {});

/// Acceleration when going over ground of a curvature; m/s^2.
constexpr double computeAcceleration(double speed, double curvature) { return speed * speed * curvature; }

} // namespace clearway
