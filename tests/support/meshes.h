// SPDX-License-Identifier: MIT
// Small triangle meshes made by hand, and ways to disturb them.
#pragma once
#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

#include <clearway/base/random.h>
#include <clearway/scene/triangle_mesh.h>

namespace clearway::test {

/// A grid of columns x rows cells, each cut along one diagonal, or along a random one.
inline MeshInput makeGrid(std::uint32_t columns, std::uint32_t rows, const std::function<Vec3(double, double)>& pointAt,
                          Random* diagonals = nullptr)
{
    MeshInput mesh;
    for (std::uint32_t k = 0; k <= rows; ++k)
        for (std::uint32_t i = 0; i <= columns; ++i) mesh.positions.push_back(pointAt(i, k));
    for (std::uint32_t k = 0; k < rows; ++k)
        for (std::uint32_t i = 0; i < columns; ++i)
        {
            const std::uint32_t a = k * (columns + 1) + i;
            const std::uint32_t b = a + 1, d = a + columns + 1, c = d + 1;
            if (diagonals && diagonals->below(2) == 0)
            {
                mesh.triangles.push_back({a, b, d});
                mesh.triangles.push_back({b, c, d});
            }
            else
            {
                mesh.triangles.push_back({a, b, c});
                mesh.triangles.push_back({a, c, d});
            }
        }
    return mesh;
}

/// Every triangle with three points of its own, as STL files have them.
inline MeshInput makeSoup(const MeshInput& mesh)
{
    MeshInput soup;
    for (const MeshTriangle& t : mesh.triangles)
    {
        const auto first = static_cast<std::uint32_t>(soup.positions.size());
        for (const std::uint32_t v : t) soup.positions.push_back(mesh.positions[v]);
        soup.triangles.push_back({first, first + 1, first + 2});
    }
    return soup;
}

/// Triangles in another order, each starting at another corner.
inline void shuffle(MeshInput& mesh, Random& random)
{
    for (std::size_t i = mesh.triangles.size(); i > 1; --i) std::swap(mesh.triangles[i - 1], mesh.triangles[random.below(i)]);
    for (MeshTriangle& t : mesh.triangles)
        std::rotate(t.begin(), t.begin() + static_cast<std::ptrdiff_t>(random.below(3)), t.end());
}

inline MeshInput makeTetrahedron()
{
    return {"tetrahedron", {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}};
}

} // namespace clearway::test
