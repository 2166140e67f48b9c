// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>

#include "check.h"

using namespace clearway;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const Result<SquareGrid> grid = parseMovingAi({reinterpret_cast<const char*>(data), size});
    fuzz::expectMessage(grid);
    if (!grid || grid->passable.size() > fuzz::kMaxPoints) return 0;
    const Result<SquareGrid> again = parseMovingAi(formatMovingAi(*grid));
    fuzz::expect(again.ok() && again->passable == grid->passable, "the grid differs when it comes back");
    fuzz::checkInput(buildSceneInput(*grid));
    fuzz::checkMesh(buildNavMesh(*grid));
    return 0;
}
