// SPDX-License-Identifier: MIT
// A paraboloid z = a x^2 + b xy + c y^2 + d x + e y fitted to two rings of neighbours in a frame whose z is the vertex normal.
// Based on: T. D. Gatzke, C. M. Grimm. Estimating curvature on triangular meshes. 2006 (survey of such fits)
// Where there are too few neighbours, or they lie on a curve of second degree, the value of Meyer et al. is kept.
#include <algorithm>
#include <array>

#include "surface/curvature_parts.h"

namespace clearway::surfacing {

namespace {

/// Normal equations of a fit with five unknowns.
class Fit
{
public:
    void add(double x, double y, double z)
    {
        const std::array<double, 5> row = {x * x, x * y, y * y, x, y};
        for (std::size_t i = 0; i < 5; ++i)
        {
            for (std::size_t k = 0; k <= i; ++k) matrix_[i][k] += row[i] * row[k];
            right_[i] += row[i] * z;
        }
    }

    /// By Cholesky; false when the points do not determine the paraboloid.
    bool solve(std::array<double, 5>& unknowns)
    {
        for (std::size_t i = 0; i < 5; ++i)
        {
            const double before = matrix_[i][i];
            for (std::size_t k = 0; k <= i; ++k)
            {
                double sum = matrix_[i][k];
                for (std::size_t j = 0; j < k; ++j) sum -= matrix_[i][j] * matrix_[k][j];
                if (k < i)
                    matrix_[i][k] = sum / matrix_[k][k];
                else if (!(sum > 1e-9 * before))
                    return false;
                else
                    matrix_[i][i] = std::sqrt(sum);
            }
        }
        for (std::size_t i = 0; i < 5; ++i)
        {
            double sum = right_[i];
            for (std::size_t j = 0; j < i; ++j) sum -= matrix_[i][j] * unknowns[j];
            unknowns[i] = sum / matrix_[i][i];
        }
        for (std::size_t i = 5; i-- > 0;)
        {
            double sum = unknowns[i];
            for (std::size_t j = i + 1; j < 5; ++j) sum -= matrix_[j][i] * unknowns[j];
            unknowns[i] = sum / matrix_[i][i];
        }
        return true;
    }

private:
    std::array<std::array<double, 5>, 5> matrix_ = {};
    std::array<double, 5> right_ = {};
};

constexpr std::size_t kMostNeighbours = 256; ///< the spokes of a hub are enough

/// The vertices within two edges, without the vertex itself; rising.
void listNeighbours(const TriangleMesh& mesh, std::uint32_t vertex, std::vector<std::uint32_t>& list)
{
    list.clear();
    const auto addRing = [&](std::uint32_t v) {
        for (const std::uint32_t corner : mesh.corners(v))
        {
            if (list.size() > kMostNeighbours) return;
            list.push_back(mesh.target(corner));
            list.push_back(mesh.origin(previousHalfedge(corner)));
        }
    };
    const auto tidy = [&] {
        std::sort(list.begin(), list.end());
        list.erase(std::unique(list.begin(), list.end()), list.end());
    };
    addRing(vertex);
    tidy();
    const std::size_t first_ring = list.size();
    for (std::size_t i = 0; i < first_ring && list.size() <= kMostNeighbours; ++i) addRing(list[i]);
    tidy();
    list.erase(std::remove(list.begin(), list.end(), vertex), list.end());
}

/// A vector square to n.
Vec3 computeSide(Vec3 n) { return normalized(std::abs(n.z) < 0.9 ? cross(n, {0, 0, 1}) : cross(n, {1, 0, 0})); }

void fitVertex(const TriangleMesh& mesh, std::uint32_t vertex, CurvatureOptions::Measure measure,
               std::vector<std::uint32_t>& neighbours, double& value)
{
    listNeighbours(mesh, vertex, neighbours);
    const Vec3 normal = computeVertexNormal(mesh, vertex);
    if (neighbours.size() < 5 || normal == Vec3{}) return;
    const Vec3 side = computeSide(normal);
    const Vec3 up = cross(normal, side);
    const Vec3 origin = mesh.positions()[vertex];
    double scale = 0; // so that the equations are of one size
    for (const std::uint32_t v : neighbours) scale = std::max(scale, distance(origin, mesh.positions()[v]));
    if (!(scale > 0)) return;
    Fit fit;
    for (const std::uint32_t v : neighbours)
    {
        const Vec3 d = (mesh.positions()[v] - origin) / scale;
        fit.add(dot(d, side), dot(d, up), dot(d, normal));
    }
    std::array<double, 5> u = {};
    if (!fit.solve(u)) return;
    const auto [a, b, c, d, e] = u;
    const double g = 1 + d * d + e * e;
    const double mean = ((1 + e * e) * a - d * e * b + (1 + d * d) * c) / (g * std::sqrt(g)) / scale;
    const double gauss = (4 * a * c - b * b) / (g * g) / (scale * scale);
    value = measure == CurvatureOptions::Measure::mean ? std::abs(mean) : computeLargest(mean, gauss);
}

} // namespace

double computeQuadricAt(const TriangleMesh& mesh, CurvatureOptions::Measure measure, std::uint32_t vertex,
                        std::vector<std::uint32_t>& scratch)
{
    double value = computeMeyerAt(mesh, measure, vertex);
    fitVertex(mesh, vertex, measure, scratch, value);
    return value;
}

void computeQuadric(const TriangleMesh& mesh, CurvatureOptions::Measure measure, const TaskHook& hook, std::span<double> values)
{
    computeMeyer(mesh, measure, hook, values);
    forChunks(hook, mesh.vertexCount(), [&](const Chunk& chunk) {
        std::vector<std::uint32_t> neighbours;
        for (std::size_t v = chunk.begin; v < chunk.end; ++v)
            fitVertex(mesh, static_cast<std::uint32_t>(v), measure, neighbours, values[v]);
    });
}

} // namespace clearway::surfacing
