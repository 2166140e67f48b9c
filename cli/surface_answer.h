// SPDX-License-Identifier: MIT
// What `path` and `paths` ask and say over surfaces.
#pragma once
#include <optional>
#include <string>

#include <clearway/surface/path.h>

#include "commands.h"
#include "output.h"

namespace clearway::cli {

/// The options of a question, and what does not belong together: throws UsageError.
SurfacePathOptions makeSurfaceQuestion(const SearchArguments& search);
/// Throws UsageError when something was asked for that is not for surfaces.
void requireSurfaceSearch(const SearchArguments& search, const MeshOptions& mesh);
/// A point of a question. Without a height, the highest ground there is meant.
Vec3 findSurfacePoint(const SurfaceQuery& query, Vec2 position, std::optional<double> height);

/// "12.3 m long", or why not.
std::string formatBriefly(const Path& path, double radius);

} // namespace clearway::cli
