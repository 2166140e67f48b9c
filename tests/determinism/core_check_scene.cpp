// SPDX-License-Identifier: MIT
#include "core_check.h"

#include <cstdio>
#include <string>

#include <clearway/scene.h>

namespace clearway::check {
namespace {

/// Rings with random corners: they cross themselves and each other.
SceneInput tangledInput(std::uint64_t seed)
{
    Random random(seed);
    SceneInput input;
    input.name = "tangled";
    const auto tangle = [&](double center, double size, std::uint64_t count) {
        SceneInput::RingInput ring;
        for (std::uint64_t i = 0; i < count; ++i)
        {
            const double x = center + random.uniform(-size, size);
            ring.points.push_back({x, random.uniform(-size, size)});
        }
        return ring;
    };
    for (int i = 0; i < 3; ++i) input.areas.push_back({.outline = tangle(10.0 * i, 20, 12), .holes = {tangle(10.0 * i, 5, 6)}});
    for (int i = 0; i < 5; ++i) input.obstacles.push_back({.outline = tangle(7.0 * i, 4, 7)});
    return input;
}

} // namespace

void checkScenes()
{
    for (const BuiltInScene& built_in : builtInScenes())
    {
        Hasher hasher;
        const Result<Scene> scene = buildScene(built_in.name);
        if (scene) hasher.add(scene->computeHash());
        print("scene/" + std::string(built_in.name), hasher, scene ? scene->points().size() : 0);
    }
    Hasher tangled;
    std::uint64_t repairs = 0;
    for (std::uint64_t seed = 1; seed <= 30; ++seed)
    {
        SceneReport report;
        const Result<Scene> scene = buildScene(tangledInput(seed), &report);
        tangled.add(scene ? scene->computeHash() : 0);
        tangled.add(scene ? scene->area() : -1.0);
        repairs += static_cast<std::uint64_t>(report.total());
    }
    print("scene/tangled rings", tangled, repairs);
}

} // namespace clearway::check
