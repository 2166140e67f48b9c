// SPDX-License-Identifier: MIT
// Ground seen from above: a terrain of 128 x 256 cells, and a place with a slanted overpass.
#include <algorithm>
#include <cmath>

#include "scene/generators/mesh_catalogue.h"
#include "scene/generators/turn.h"

namespace clearway::generators {

MeshInput buildTerrain(const MeshGeneratorOptions& options)
{
    // 256 x 512 m with 21 m between the lowest and the highest place, as large as the paper's: hills, and cliffs where the height
    // of a smooth landscape is drawn towards terraces.
    constexpr double kWidth = 256;
    constexpr double kLength = 512;
    const std::uint32_t columns = countParts(128, options.detail);
    const std::uint32_t rows = countParts(256, options.detail);
    MeshInput mesh;
    addSheet(mesh, columns, rows, [&](std::uint32_t i, std::uint32_t k) {
        const double x = kWidth * i / columns;
        const double y = kLength * k / rows;
        const double hills = 11 * computeFractalNoise({x / 90, y / 90, 0.5}, options.seed, 4, 0.4);
        const double step = 6;
        const double level = std::floor(hills / step);
        const double t = hills / step - level;
        const double cliff = std::clamp((t - 0.4) * 5, 0.0, 1.0);
        const double terraces = (level + cliff * cliff * (3 - 2 * cliff)) * step;
        const double rocky = std::clamp(computeNoise({x / 120, y / 120, 9.5}, options.seed + 1) * 3, 0.0, 1.0);
        return Vec3{x, y, hills + (terraces - hills) * rocky * 0.8};
    });
    return mesh;
}

MeshInput buildOverpass(const MeshGeneratorOptions& options)
{
    // Ground of 40 x 30 m; over it a slab 0.3 m thick that rises from 0.4 m to 5 m along x.
    MeshInput mesh;
    const std::uint32_t columns = countParts(80, options.detail);
    const std::uint32_t rows = countParts(60, options.detail);
    addSheet(mesh, columns, rows, [&](std::uint32_t i, std::uint32_t k) { return Vec3{40.0 * i / columns, 30.0 * k / rows, 0}; });
    const std::uint32_t along = countParts(40, options.detail);
    const std::uint32_t across = countParts(24, options.detail);
    const auto pointAt = [&](std::uint32_t i, std::uint32_t k, double lift) {
        return Vec3{10 + 20.0 * i / along, 9 + 12.0 * k / across, 0.4 + 4.6 * i / along + lift};
    };
    const auto top = static_cast<std::uint32_t>(mesh.positions.size());
    addSheet(mesh, along, across, [&](std::uint32_t i, std::uint32_t k) { return pointAt(i, k, 0.3); });
    const auto bottom = static_cast<std::uint32_t>(mesh.positions.size());
    addSheet(mesh, along, across, [&](std::uint32_t i, std::uint32_t k) { return pointAt(i, across - k, 0); });
    const auto topPoint = [&](std::uint32_t i, std::uint32_t k) { return top + k * (along + 1) + i; };
    const auto bottomPoint = [&](std::uint32_t i, std::uint32_t k) { return bottom + (across - k) * (along + 1) + i; };
    const auto addSide = [&](std::uint32_t i, std::uint32_t k, std::uint32_t j, std::uint32_t l) {
        addQuad(mesh, bottomPoint(i, k), bottomPoint(j, l), topPoint(j, l), topPoint(i, k));
    };
    for (std::uint32_t i = 0; i < along; ++i) addSide(i, 0, i + 1, 0), addSide(i + 1, across, i, across);
    for (std::uint32_t k = 0; k < across; ++k) addSide(along, k, along, k + 1), addSide(0, k + 1, 0, k);
    return mesh;
}

} // namespace clearway::generators
