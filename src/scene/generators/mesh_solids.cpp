// SPDX-License-Identifier: MIT
// Closed bodies with known answers: sphere, torus, cube; and the asteroid, which is a sphere with lumps and craters.
#include <algorithm>
#include <cmath>

#include <clearway/base/random.h>

#include "scene/generators/mesh_catalogue.h"
#include "scene/generators/turn.h"

namespace clearway::generators {

MeshInput buildSphere(const MeshGeneratorOptions& options)
{
    MeshInput mesh = buildUnitSphere(countParts(16, options.detail));
    for (Vec3& p : mesh.positions) p = p * 10;
    return mesh;
}

MeshInput buildTorus(const MeshGeneratorOptions& options)
{
    constexpr double kRadius = 10;
    constexpr double kTube = 3;
    const std::uint32_t around = countParts(80, options.detail, 3);
    const std::uint32_t across = countParts(32, options.detail, 3);
    MeshInput mesh;
    for (std::uint32_t k = 0; k < across; ++k)
        for (std::uint32_t i = 0; i < around; ++i)
        {
            const Vec2 u = computeDirection(static_cast<double>(i) / around);
            const Vec2 v = computeDirection(static_cast<double>(k) / across);
            const double r = kRadius + kTube * v.x;
            mesh.positions.push_back({r * u.x, r * u.y, kTube * v.y});
        }
    for (std::uint32_t k = 0; k < across; ++k)
        for (std::uint32_t i = 0; i < around; ++i)
        {
            const std::uint32_t j = (i + 1) % around;
            const std::uint32_t l = (k + 1) % across;
            addQuad(mesh, k * around + i, k * around + j, l * around + j, l * around + i);
        }
    return mesh;
}

MeshInput buildCube(const MeshGeneratorOptions& options)
{
    // Points of an n^3 lattice that lie on its surface, numbered as they are first used.
    const std::uint32_t n = countParts(16, options.detail);
    const std::uint32_t m = n + 1;
    MeshInput mesh;
    std::vector<std::uint32_t> numbers(std::size_t{6} * m * m, kNone);
    // A point's key: the first face that it lies on, and its place there.
    const auto numberOf = [&](const std::array<std::uint32_t, 3>& p) -> std::uint32_t& {
        for (std::uint32_t axis = 0; axis < 3; ++axis)
            if (p[axis] == 0 || p[axis] == n)
                return numbers[(axis * 2 + (p[axis] != 0)) * m * m + p[(axis + 1) % 3] * m + p[(axis + 2) % 3]];
        return numbers[0];
    };
    const auto pointAt = [&](const std::array<std::uint32_t, 3>& p) {
        std::uint32_t& number = numberOf(p);
        if (number == kNone)
        {
            number = static_cast<std::uint32_t>(mesh.positions.size());
            mesh.positions.push_back({10.0 * p[0] / n, 10.0 * p[1] / n, 10.0 * p[2] / n});
        }
        return number;
    };
    for (std::uint32_t axis = 0; axis < 3; ++axis)
        for (const std::uint32_t side : {0u, n})
            for (std::uint32_t k = 0; k < n; ++k)
                for (std::uint32_t i = 0; i < n; ++i)
                {
                    const auto corner = [&](std::uint32_t u, std::uint32_t v) {
                        std::array<std::uint32_t, 3> p = {};
                        p[axis] = side;
                        p[(axis + 1) % 3] = side ? u : v; // seen from outside, counter-clockwise
                        p[(axis + 2) % 3] = side ? v : u;
                        return pointAt(p);
                    };
                    // One after the other: points are numbered as they come, and the order of arguments is the compiler's.
                    const std::uint32_t a = corner(i, k);
                    const std::uint32_t b = corner(i + 1, k);
                    const std::uint32_t c = corner(i + 1, k + 1);
                    const std::uint32_t d = corner(i, k + 1);
                    addQuad(mesh, a, b, c, d);
                }
    return mesh;
}

namespace {

struct Crater
{
    Vec3 center; ///< unit vector
    double radius = 0;
};

/// Depth of a bowl with a rim, in radii, at `t` radii from its middle.
double computeCraterDepth(double t)
{
    if (t >= 1.6) return 0;
    if (t < 1) return 0.25 * (t * t - 1) + 0.06;
    const double s = (1.6 - t) / 0.6;
    return 0.06 * s * s * (3 - 2 * s);
}

std::vector<Crater> makeCraters(std::uint64_t seed)
{
    Random random(seed, 0xc7a7e5);
    std::vector<Crater> craters(48);
    for (Crater& crater : craters)
    {
        Vec3 p;
        do p = {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
        while (lengthSq(p) > 1 || lengthSq(p) < 0.01);
        const double u = random.uniform();
        crater = {normalized(p), 0.05 + 0.25 * u * u * u};
    }
    return craters;
}

} // namespace

MeshInput buildAsteroid(const MeshGeneratorOptions& options)
{
    constexpr double kRadius = 78; // as large as the paper's: 168 m across
    MeshInput mesh = buildUnitSphere(countParts(103, options.detail));
    const std::vector<Crater> craters = makeCraters(options.seed);
    for (Vec3& p : mesh.positions)
    {
        const Vec3 d = p;
        double height = 0.16 * computeFractalNoise(d * 1.3 + Vec3{5, 5, 5}, options.seed, 3, 0.45) +
                        0.02 * computeFractalNoise(d * 9.0, options.seed + 99, 3, 0.5);
        for (const Crater& crater : craters)
        {
            const double reach_sq = distanceSq(d, crater.center) / (crater.radius * crater.radius);
            if (reach_sq < 2.56) height += crater.radius * computeCraterDepth(std::sqrt(reach_sq));
        }
        const double r = kRadius * (1 + height);
        p = {d.x * r * 1.15, d.y * r, d.z * r * 0.9};
    }
    return mesh;
}

} // namespace clearway::generators
