// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>

#include <clearway/base/hash.h>

#include "ask.h"

using namespace clearway;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const Result<PolygonMesh> polygons = parsePolyanya({reinterpret_cast<const char*>(data), size});
    fuzz::expectMessage(polygons);
    if (!polygons || polygons->vertices.size() > fuzz::kMaxPoints || polygons->cells.size() > fuzz::kMaxPoints) return 0;
    const Result<NavMesh> mesh = buildNavMesh(*polygons);
    fuzz::checkMesh(mesh);
    if (mesh) fuzz::askMesh(*mesh, computeHash(std::as_bytes(std::span(data, size))));
    return 0;
}
