// SPDX-License-Identifier: MIT
// The functions behind the built-in scenes. Each takes options that were checked and leaves the name of the scene empty.
#pragma once
#include <clearway/scene/generators.h>

namespace clearway::generators {

SceneInput buildRooms(const GeneratorOptions& options);
SceneInput buildDonut(const GeneratorOptions& options);
SceneInput buildCross(const GeneratorOptions& options);
SceneInput buildIllConditioned(const GeneratorOptions& options);
SceneInput buildDoors(const GeneratorOptions& options);
SceneInput buildMaze(const GeneratorOptions& options);
SceneInput buildComb(const GeneratorOptions& options);
SceneInput buildSpiral(const GeneratorOptions& options);
SceneInput buildMckenna(const GeneratorOptions& options);
SceneInput buildCity(const GeneratorOptions& options);
SceneInput buildCity500(const GeneratorOptions& options);
SceneInput buildCity2000(const GeneratorOptions& options);
SceneInput buildFig17(const GeneratorOptions& options);

SceneInput buildFig1(const GeneratorOptions& options);
SceneInput buildFig2(const GeneratorOptions& options);
SceneInput buildFig3(const GeneratorOptions& options);
SceneInput buildFig4(const GeneratorOptions& options);
SceneInput buildFig5(const GeneratorOptions& options); ///< figures 5, 6 and 9 show the same two cells
SceneInput buildFig7(const GeneratorOptions& options);
SceneInput buildFig8(const GeneratorOptions& options);
SceneInput buildFig10(const GeneratorOptions& options);
SceneInput buildFig11(const GeneratorOptions& options);
SceneInput buildFig12(const GeneratorOptions& options);
SceneInput buildFig13(const GeneratorOptions& options);

} // namespace clearway::generators
