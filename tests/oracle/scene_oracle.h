// SPDX-License-Identifier: MIT
// What a scene must be, by counting how often each input ring winds around a point. Slow, obvious, and shares no code with
// buildScene.
#pragma once
#include <clearway/scene/scene.h>

namespace clearway::oracle {

/// Whether p is free by the input alone: in an area and not in its holes, and in no obstacle. Exact as far as doubles are.
bool isFree(const SceneInput& input, int layer, Vec2 p);

/// Whether p lies in the free space of a scene's layer: as often left of its rings as right of them, plus one.
int countAreas(const Scene& scene, int layer, Vec2 p);

/// The distance from p to the nearest ring of the input.
double computeDistance(const SceneInput& input, int layer, Vec2 p);

/// The rings of a scene as input for another.
SceneInput toInput(const Scene& scene);

} // namespace clearway::oracle
