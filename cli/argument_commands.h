// SPDX-License-Identifier: MIT
// The commands as CLI11 sees them: what each takes, and what its help says. `options` must outlive the parsing.
#pragma once
#include <CLI/CLI.hpp>

#include "commands.h"

namespace clearway::cli {

CLI::App* addScenes(CLI::App& app, ScenesOptions& options);
CLI::App* addBuild(CLI::App& app, BuildOptions& options);
CLI::App* addInfo(CLI::App& app, InfoOptions& options);
CLI::App* addRender(CLI::App& app, RenderOptions& options);
CLI::App* addConvert(CLI::App& app, ConvertOptions& options);
CLI::App* addPath(CLI::App& app, PathCommandOptions& options);
CLI::App* addPaths(CLI::App& app, PathsCommandOptions& options);
CLI::App* addCrowd(CLI::App& app, CrowdCommandOptions& options);
CLI::App* addAnalyse(CLI::App& app, AnalyseOptions& options);

} // namespace clearway::cli
