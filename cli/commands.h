// SPDX-License-Identifier: MIT
// The commands. Each prints its answer and returns, or throws Failure, UsageError or ClosedPipe.
#pragma once
#include <optional>
#include <string>

#include "input.h"

namespace clearway::cli {

/// What every command understands.
struct CommonOptions
{
    bool json = false; ///< one JSON document on standard output instead of text
};

struct ScenesOptions
{
    CommonOptions common;
    std::string folder; ///< draws every scene into it; empty: only lists them
    std::string format = "png";
    int width = 1200;
    GeneratorOptions generator;
};

struct BuildOptions
{
    CommonOptions common;
    InputOptions input;
    MeshOptions mesh;
    std::string output;
    std::string as = "navmesh";
};

struct InfoOptions
{
    CommonOptions common;
    InputOptions input;
    MeshOptions mesh;
    bool verify = false;
};

enum class Heat
{
    none,
    area,      ///< of the cell; square metres
    sides,     ///< how many the cell has
    width,     ///< of the cell's narrowest portal; metres
    component, ///< number of the connected part it belongs to
};

struct RenderOptions
{
    CommonOptions common;
    InputOptions input;
    MeshOptions mesh;
    std::string output;
    int width = 1200;
    bool draw_ids = false;
    bool hide_portals = false;
    bool hide_legend = false;
    bool outline_only = false; ///< no cells: free space and obstacles
    Heat heat = Heat::none;
    std::string title;
};

struct ConvertOptions
{
    CommonOptions common;
    InputOptions input;
    MeshOptions mesh;
    std::string output;
    std::optional<Format> output_format; ///< empty: by the ending of the output
};

void runScenes(const ScenesOptions& options);
void runBuild(const BuildOptions& options);
void runInfo(const InfoOptions& options);
void runRender(const RenderOptions& options);
void runConvert(const ConvertOptions& options);

} // namespace clearway::cli
