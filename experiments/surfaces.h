// SPDX-License-Identifier: MIT
// What experiments on surfaces share.
#pragma once
#include <utility>

#include <clearway/scene/mesh_generators.h>
#include <clearway/surface.h>

#include "require.h"

namespace clearway::experiments {

inline TriangleMesh makeMesh(const char* name, double detail = 1) { return require(buildTriangleMesh(name, {.detail = detail})); }

/// A level sheet of columns x rows cells; height(x, y) lifts it.
template <typename Height>
TriangleMesh makeSheet(std::uint32_t columns, std::uint32_t rows, double cell, Height&& height)
{
    MeshInput input;
    for (std::uint32_t k = 0; k <= rows; ++k)
        for (std::uint32_t i = 0; i <= columns; ++i) input.positions.push_back({i * cell, k * cell, height(i * cell, k * cell)});
    const std::uint32_t stride = columns + 1;
    for (std::uint32_t k = 0; k < rows; ++k)
        for (std::uint32_t i = 0; i < columns; ++i)
        {
            const std::uint32_t v = k * stride + i;
            input.triangles.push_back({v, v + 1, v + stride + 1});
            input.triangles.push_back({v, v + stride + 1, v + stride});
        }
    return require(buildTriangleMesh(std::move(input)));
}

} // namespace clearway::experiments
