// SPDX-License-Identifier: MIT
// What the built-in meshes share: sheets, the unit sphere, noise.
#include <algorithm>
#include <cmath>

#include "scene/generators/mesh_catalogue.h"

namespace clearway::generators {

std::uint32_t countParts(double count, double detail, std::uint32_t least)
{
    return std::max(least, static_cast<std::uint32_t>(std::floor(count * std::sqrt(detail) + 0.5)));
}

void addQuad(MeshInput& mesh, std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d)
{
    mesh.triangles.push_back({a, b, c});
    mesh.triangles.push_back({a, c, d});
}

void addSheet(MeshInput& mesh, std::uint32_t columns, std::uint32_t rows,
              const std::function<Vec3(std::uint32_t, std::uint32_t)>& pointAt)
{
    const auto base = static_cast<std::uint32_t>(mesh.positions.size());
    for (std::uint32_t k = 0; k <= rows; ++k)
        for (std::uint32_t i = 0; i <= columns; ++i) mesh.positions.push_back(pointAt(i, k));
    for (std::uint32_t k = 0; k < rows; ++k)
        for (std::uint32_t i = 0; i < columns; ++i)
        {
            const std::uint32_t a = base + k * (columns + 1) + i;
            addQuad(mesh, a, a + 1, a + columns + 2, a + columns + 1);
        }
}

namespace {

/// The twelve corners and twenty faces of an icosahedron, counter-clockwise from outside.
struct Icosahedron
{
    std::vector<Vec3> corners;
    std::vector<MeshTriangle> faces;
};

Icosahedron makeIcosahedron()
{
    const double g = (1 + std::sqrt(5.0)) / 2;
    Icosahedron shape;
    for (const double s : {1.0, -1.0})
        for (const double t : {g, -g})
        {
            shape.corners.push_back(normalized({0, s, t}));
            shape.corners.push_back(normalized({s, t, 0}));
            shape.corners.push_back(normalized({t, 0, s}));
        }
    // Its faces are the triples of corners that are neighbours, 1.05 apart.
    const auto is_edge = [&](std::uint32_t a, std::uint32_t b) { return distanceSq(shape.corners[a], shape.corners[b]) < 1.2; };
    for (std::uint32_t a = 0; a < 12; ++a)
        for (std::uint32_t b = a + 1; b < 12; ++b)
            for (std::uint32_t c = b + 1; c < 12; ++c)
            {
                if (!is_edge(a, b) || !is_edge(b, c) || !is_edge(c, a)) continue;
                const Vec3 n = cross(shape.corners[b] - shape.corners[a], shape.corners[c] - shape.corners[a]);
                shape.faces.push_back(dot(n, shape.corners[a]) > 0 ? MeshTriangle{a, b, c} : MeshTriangle{a, c, b});
            }
    return shape;
}

/// Numbers of the points of a divided icosahedron: corners, then edges, then insides of faces.
class SphereGrid
{
public:
    explicit SphereGrid(std::uint32_t parts) : parts_(parts), shape_(makeIcosahedron())
    {
        for (const Vec3 corner : shape_.corners) mesh.positions.push_back(corner);
        edge_base_.assign(144, 0);
        for (std::uint32_t a = 0; a < 12; ++a)
            for (std::uint32_t b = a + 1; b < 12; ++b)
            {
                if (distanceSq(shape_.corners[a], shape_.corners[b]) >= 1.2) continue;
                edge_base_[a * 12 + b] = static_cast<std::uint32_t>(mesh.positions.size());
                for (std::uint32_t k = 1; k < parts_; ++k)
                    mesh.positions.push_back(pointAt(shape_.corners[a] * (parts_ - k) + shape_.corners[b] * k));
            }
        for (const MeshTriangle& face : shape_.faces) addFace(face);
    }

    MeshInput mesh;

private:
    static Vec3 pointAt(Vec3 p) { return normalized(p); }

    /// The point `k` steps from corner a to corner b.
    std::uint32_t onEdge(std::uint32_t a, std::uint32_t b, std::uint32_t k) const
    {
        if (k == 0) return a;
        if (k == parts_) return b;
        return a < b ? edge_base_[a * 12 + b] + k - 1 : edge_base_[b * 12 + a] + parts_ - k - 1;
    }

    void addFace(const MeshTriangle& f)
    {
        // Row k has parts - k + 1 points, from the edge f0-f2 to the edge f1-f2.
        std::vector<std::uint32_t> row(parts_ + 1);
        std::vector<std::uint32_t> above;
        for (std::uint32_t i = 0; i <= parts_; ++i) row[i] = onEdge(f[0], f[1], i);
        for (std::uint32_t k = 1; k <= parts_; ++k)
        {
            const std::uint32_t count = parts_ - k;
            above.resize(count + 1);
            for (std::uint32_t i = 0; i <= count; ++i)
                above[i] = i == 0 ? onEdge(f[0], f[2], k) : i == count ? onEdge(f[1], f[2], k) : addInside(f, i, k);
            for (std::uint32_t i = 0; i <= count; ++i)
            {
                mesh.triangles.push_back({row[i], row[i + 1], above[i]});
                if (i < count) mesh.triangles.push_back({row[i + 1], above[i + 1], above[i]});
            }
            row.swap(above);
        }
    }

    std::uint32_t addInside(const MeshTriangle& f, std::uint32_t i, std::uint32_t k)
    {
        mesh.positions.push_back(
            pointAt(shape_.corners[f[0]] * (parts_ - i - k) + shape_.corners[f[1]] * i + shape_.corners[f[2]] * k));
        return static_cast<std::uint32_t>(mesh.positions.size() - 1);
    }

    std::uint32_t parts_;
    Icosahedron shape_;
    std::vector<std::uint32_t> edge_base_; ///< first point inside the edge (a, b), a < b
};

/// A random number in [-1, 1) that belongs to a place with whole coordinates.
double hashLattice(std::int64_t x, std::int64_t y, std::int64_t z, std::uint64_t seed)
{
    std::uint64_t h = seed * 0x9e3779b97f4a7c15u;
    for (const std::int64_t c : {x, y, z})
    {
        h = (h ^ static_cast<std::uint64_t>(c)) * 0xbf58476d1ce4e5b9u;
        h ^= h >> 29;
    }
    h = (h ^ (h >> 32)) * 0x94d049bb133111ebu;
    return static_cast<double>(h >> 11) * 0x1p-52 - 1;
}

} // namespace

MeshInput buildUnitSphere(std::uint32_t parts) { return std::move(SphereGrid(parts).mesh); }

double computeNoise(Vec3 p, std::uint64_t seed)
{
    // Random values on a lattice, blended by a curve with two continuous derivatives: curvature has no seams.
    const Vec3 cell = {std::floor(p.x), std::floor(p.y), std::floor(p.z)};
    const auto fade = [](double t) { return t * t * t * (t * (t * 6 - 15) + 10); };
    const Vec3 f = {fade(p.x - cell.x), fade(p.y - cell.y), fade(p.z - cell.z)};
    const auto x = static_cast<std::int64_t>(cell.x);
    const auto y = static_cast<std::int64_t>(cell.y);
    const auto z = static_cast<std::int64_t>(cell.z);
    double sum = 0;
    for (int k = 0; k < 8; ++k)
    {
        const int dx = k & 1, dy = k >> 1 & 1, dz = k >> 2;
        const double weight = (dx ? f.x : 1 - f.x) * (dy ? f.y : 1 - f.y) * (dz ? f.z : 1 - f.z);
        sum += weight * hashLattice(x + dx, y + dy, z + dz, seed);
    }
    return sum;
}

double computeFractalNoise(Vec3 p, std::uint64_t seed, int octaves, double gain)
{
    double sum = 0;
    double height = 1;
    double scale = 1;
    for (int k = 0; k < octaves; ++k, height *= gain, scale *= 2)
        sum += height * computeNoise(p * scale, seed + static_cast<std::uint64_t>(k) * 7919);
    return sum;
}

} // namespace clearway::generators
