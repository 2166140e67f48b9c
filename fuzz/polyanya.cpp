// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>

#include "check.h"

using namespace clearway;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const Result<PolygonMesh> polygons = parsePolyanya({reinterpret_cast<const char*>(data), size});
    fuzz::expectMessage(polygons);
    if (!polygons || polygons->vertices.size() > fuzz::kMaxPoints || polygons->cells.size() > fuzz::kMaxPoints) return 0;
    fuzz::checkMesh(buildNavMesh(*polygons));
    return 0;
}
