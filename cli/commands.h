// SPDX-License-Identifier: MIT
// The commands. Each prints its answer and returns, or throws Failure, UsageError or Ended.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include <clearway/crowd/analysis.h>
#include <clearway/native/run_picture.h>
#include <clearway/native/surface_picture.h>
#include <clearway/path/finder.h>
#include <clearway/potential/behaviour.h>
#include <clearway/potential/solver.h>
#include <clearway/surface/build.h>

#include "input.h"
#include "output.h"
#include "planner_arguments.h"

namespace clearway::cli {

/// Where and how something is drawn.
struct DrawingOptions
{
    std::string output;       ///< empty: no picture
    std::optional<int> width; ///< pixels
    std::string title;        ///< empty: that of what is drawn
    bool hide_legend = false;
    SurfacePictureOptions look; ///< camera, colours and edges when a surface is drawn
};

/// The output is a folder: every scene is drawn into it. Empty: they are only listed.
struct ScenesOptions : DrawingOptions
{
    CommonOptions common;
    std::string format = "png";
    GeneratorOptions generator;
};

/// Of a command that works on an input.
struct InputCommandOptions
{
    CommonOptions common;
    InputOptions input;
    PlannerArguments planner; ///< empty name: that which the input is for
};

/// The parts of the planner are written.
struct BuildOptions : InputCommandOptions
{
    std::string output;
    // Of the grid of a field; metres.
    std::optional<double> radius;
    std::optional<double> cell; ///< 0: the usual one
};

/// Without the name of a planner it is about what the input holds; options then are those of surfaces.
struct InfoOptions : InputCommandOptions
{
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

/// What is drawn of a field.
struct FieldDrawing
{
    std::vector<Vec2> goals = {};    ///< empty: only the grid
    std::optional<double> cell = {}; ///< side of a cell; metres
    FieldEquation equation = {};
    std::optional<Vec2> at = {};                ///< position of the character whose local map is drawn
    std::vector<Disc> others = {};              ///< whom it meets
    std::vector<Behaviour> behaviours = {};     ///< behaviours whose walks with local maps are drawn side by side
    std::optional<std::uint32_t> map_size = {}; ///< cells along a side of the local map
};

/// Options of the planner are those of surfaces.
struct RenderOptions : InputCommandOptions, DrawingOptions
{
    bool draw_ids = false;
    bool hide_portals = false;
    bool outline_only = false; ///< no cells: free space and obstacles
    Heat heat = Heat::none;
    std::optional<double> radius; ///< shows what of the portals is free for it; metres
    bool shade_clearance = false; ///< distance to the nearest wall instead of cells
    // Of corridor maps.
    bool hide_balls = false;
    bool draw_nearest = false;
    FieldDrawing field_drawing;
    // Of recorded runs.
    std::optional<RunDrawing> as;
    RunColor color = RunColor::automatic;
    std::optional<double> time;  ///< of a snapshot; seconds
    std::optional<double> speed; ///< of a film: seconds of the run in one of the film
    std::string scene;           ///< instead of the run's own; empty: none
};

/// Options of the planner are those of surfaces.
struct ConvertOptions : InputCommandOptions
{
    std::string output;
    std::string output_format;         ///< empty: by the ending of the output
    std::optional<SurfaceColor> color; ///< of triangles
};

/// Of questions for paths.
struct QuestionOptions : InputCommandOptions
{
    std::vector<Vec3> other_goals; ///< their heights are kAnyHeight
};

struct PathCommandOptions : QuestionOptions, DrawingOptions
{
    std::optional<Vec3> from; ///< kAnyHeight where no height was given
    std::optional<Vec3> to;
    std::vector<double> radii;         ///< metres; empty: the default one
    std::optional<std::uint32_t> ways; ///< through corridors: how many at most
};

struct PathsCommandOptions : QuestionOptions
{
    std::string queries;          ///< a file, or "-"
    std::optional<double> radius; ///< of queries that do not say theirs; metres
    bool points = false;
    int workers = 1;
};

/// Where those who walk over a surface go.
enum class SurfaceGoals
{
    far,    ///< to the other side
    random, ///< to one random place after the other
};

struct CrowdCommandOptions
{
    CommonOptions common;
    std::string scenario; ///< a file or a built-in one
    std::optional<std::size_t> agents;
    std::optional<double> seconds;
    std::optional<double> dt;
    std::optional<std::uint64_t> seed;
    int workers = 1;                   ///< 0: one per core
    std::string passing_side;          ///< empty: that of the scenario
    std::string engine;                ///< empty: that of the scenario
    std::string guide;                 ///< empty: that of the scenario
    PlannerArguments planner;          ///< of the guide
    std::string steering;              ///< empty: that of the scenario
    std::vector<std::string> settings; ///< of steering models: "orca.margin=0.1"
    std::optional<std::string> device; ///< of OpenCL, for local maps; empty name: any
    std::string contacts = "own";      ///< what resolves them: the crowd, or "bullet"
    std::uint64_t every = 1;           ///< ticks from frame to frame
    std::string output;                ///< the recorded run; empty: none
    std::string metrics;               ///< empty: none
    std::string log;                   ///< of a battle's commands; empty: none
    RenderOptions drawing;             ///< of the run
    // Of runs over surfaces.
    SurfaceGoals goals = SurfaceGoals::far;
    InputOptions ground;
};

/// What the command line says of one of its files, or of all.
template <typename T>
struct Numbered
{
    std::size_t file = 0; ///< the how-manieth it is for, from 1; 0: all
    T value;
};

struct AnalyseOptions : DrawingOptions
{
    CommonOptions common;
    std::vector<std::string> files;
    std::vector<Numbered<std::vector<Vec2>>> lines; ///< points; empty: those of the file
    std::vector<Numbered<std::vector<Vec2>>> areas; ///< likewise
    std::optional<double> unit;                     ///< of files that do not say theirs; metres
    std::optional<double> frame_rate;               ///< likewise; per second
    AnalysisOptions measuring;                      ///< how, apart from lines, areas and walls
    std::vector<Numbered<std::string>> scenes;      ///< walkable areas; empty: that of the file
    bool has_no_walls = false;                      ///< cells end at the cut-off only
    std::string csv;                                ///< empty: none
};

struct BenchOptions
{
    CommonOptions common;
    std::vector<std::string> names; ///< empty: all
    bool list = false;
};

struct ReproduceOptions
{
    CommonOptions common;
    std::vector<std::string> ids; ///< empty: all
    bool list = false;
    bool quick = false;
    std::string folder;                    ///< for the report; empty: none
    std::vector<std::string> trajectories; ///< recorded paths, for experiments that fit to them
    std::optional<double> unit;            ///< of text files that do not say theirs; metres
};

void runScenes(const ScenesOptions& options);
void runBuild(const BuildOptions& options);
void runInfo(const InfoOptions& options);
void runRender(const RenderOptions& options);
void runConvert(const ConvertOptions& options);
void runPath(const PathCommandOptions& options);
void runPaths(const PathsCommandOptions& options);
void runCrowd(const CrowdCommandOptions& options);
void runAnalyse(const AnalyseOptions& options);
void runBench(const BenchOptions& options);
void runReproduce(const ReproduceOptions& options);

} // namespace clearway::cli
