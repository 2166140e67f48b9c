// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>

#include <clearway/base/hash.h>

#include "ask.h"

using namespace clearway;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const Result<SquareGrid> grid = parseMovingAi({reinterpret_cast<const char*>(data), size});
    fuzz::expectMessage(grid);
    if (!grid || grid->passable.size() > fuzz::kMaxPoints) return 0;
    const Result<SquareGrid> again = parseMovingAi(formatMovingAi(*grid));
    fuzz::expect(again.ok() && again->passable == grid->passable, "the grid differs when it comes back");
    const std::uint64_t seed = computeHash(std::as_bytes(std::span(data, size)));
    fuzz::askInput(buildSceneInput(*grid), seed);
    const Result<NavMesh> mesh = buildNavMesh(*grid);
    fuzz::checkMesh(mesh);
    if (mesh) fuzz::askMesh(*mesh, seed);
    return 0;
}
