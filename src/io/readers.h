// SPDX-License-Identifier: MIT
// The readers as the loader uses them: like their public namesakes, but messages do not repeat the line that the loader puts in
// front.
#pragma once
#include <string>
#include <string_view>

#include <clearway/io/scene_formats.h>

namespace clearway::io {

Result<SceneInput> readWkt(std::string_view text, const SceneReadOptions& options, SceneReport& report);
Result<SceneInput> readGeoJson(std::string_view text, const SceneReadOptions& options, SceneReport& report);
Result<SquareGrid> readMovingAi(std::string_view text);
Result<PolygonMesh> readPolyanya(std::string_view text);

} // namespace clearway::io
