// SPDX-License-Identifier: MIT
// Degenerate input that every builder and reader must survive: one shared list.
// Each case says whether a scene is expected or a refusal and, where it is easy to see, how much free space there is.
#pragma once
#include <string>
#include <vector>

#include <clearway/scene/scene.h>

namespace clearway::test {

enum class Expected
{
    scene,
    refusal,
};

struct DegenerateCase
{
    std::string name;
    SceneInput input;
    Expected expected = Expected::scene;
    double area = -1; ///< of the free space; negative: not said
};

/// All cases; the same list every time.
std::vector<DegenerateCase> buildDegenerateCases();

} // namespace clearway::test
