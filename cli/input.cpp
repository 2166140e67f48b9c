// SPDX-License-Identifier: MIT
#include "input.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "clock.h"
#include "output.h"
#include "progress_bar.h"

namespace clearway::cli {

static constexpr std::size_t kOutlineFormatCount = 5;

std::span<const std::string> formatNames()
{
    static const std::vector<std::string> names = {"wkt", "geojson", "map", "mesh", "clearway", "obj",
                                                   "ply", "stl",     "off", "gltf", "glb"};
    return names;
}

std::string findFormat(const std::string& path)
{
    const std::string ending = findEnding(path);
    if (ending == ".json") return "geojson";
    const auto found = std::ranges::find_if(formatNames(), [&](const std::string& name) { return "." + name == ending; });
    return found == formatNames().end() ? std::string() : *found;
}

bool isTriangleFormat(std::string_view format)
{
    const std::span<const std::string> names = formatNames().subspan(kOutlineFormatCount);
    return std::ranges::find(names, format) != names.end();
}

bool isTrianglesName(const std::string& name) { return hasName(builtInMeshes(), name) || isTriangleFormat(findFormat(name)); }

static void keepContent(Input& input, Content content)
{
    if (auto* scene = std::get_if<Scene>(&content)) input.parts.scene = std::move(*scene);
    if (auto* mesh = std::get_if<NavMesh>(&content)) input.parts.mesh = std::move(*mesh);
    if (auto* map = std::get_if<CorridorMap>(&content)) input.parts.corridor_map = std::move(*map);
    if (auto* surface = std::get_if<SurfaceMesh>(&content)) input.parts.surface = std::move(*surface);
    if (auto* grid = std::get_if<FieldGrid>(&content)) input.parts.grid = std::move(*grid);
}

/// A map is kept as the grid that it is, besides its outlines.
static void loadGrid(Input& input, const InputOptions& options, const Progress& progress)
{
    const std::vector<std::byte> bytes = require(readFile(options.path));
    const std::string& file = input.path == "-" ? input.name : input.path;
    input.squares = requireOf(parseMovingAi({reinterpret_cast<const char*>(bytes.data()), bytes.size()}), file);
    SceneInput outlines = buildSceneInput(*input.squares);
    outlines.name = std::filesystem::path(input.name).stem().string();
    input.parts.scene = requireOf(buildScene(outlines, &input.report, {.progress = progress}), file);
}

static void loadFile(Input& input, const InputOptions& options, const Progress& progress)
{
    std::optional<ImmediateInterrupt> guard;
    if (options.path == "-") guard.emplace(); // which may wait for ever
    const std::string format = options.format.empty() ? findFormat(options.path) : options.format;
    if (isTriangleFormat(format))
    {
        MeshReadOptions read_options = options.triangles;
        read_options.format = options.format;
        TriangleMeshOptions mesh_options = options.mesh;
        mesh_options.execution.progress = progress;
        input.parts.triangles = require(loadTriangleMesh(options.path, read_options, mesh_options, &input.mesh_report));
    }
    else if (format == "map")
        loadGrid(input, options, progress);
    else
    {
        SceneReadOptions read_options = options.outlines;
        read_options.format = options.format;
        read_options.execution.progress = progress;
        keepContent(input, require(loadContent(options.path, read_options, &input.report)));
    }
    input.file_bytes = findFileBytes(options.path);
}

static void buildBuiltIn(Input& input, const InputOptions& options, const Progress& progress)
{
    if (hasName(builtInMeshes(), options.path))
    {
        MeshGeneratorOptions generator;
        generator.seed = options.seed.value_or(generator.seed);
        generator.detail = options.scale.value_or(generator.detail);
        generator.size = options.size.value_or(generator.size);
        MeshInput triangles = require(buildMeshInput(options.path, generator));
        TriangleMeshOptions mesh_options = options.mesh;
        mesh_options.execution.progress = progress;
        input.parts.triangles = require(buildTriangleMesh(std::move(triangles), mesh_options));
        return;
    }
    GeneratorOptions generator;
    if (options.seed) generator.seed = *options.seed;
    if (options.scale) generator.scale = *options.scale;
    const SceneInput outlines = require(buildSceneInput(options.path, generator));
    input.parts.scene = require(buildScene(outlines, &input.report, {.progress = progress}));
    // What a generator draws on purpose (towers that overlap, corners on a line) is nobody's mistake.
    input.report = {};
}

/// The options of triangles for something else are a mistake.
static void checkTriangleOptions(const Input& input, const CommonOptions& given)
{
    if (!input.parts.triangles)
        refuseOptions(given, {"Meshes of triangles"}, fmt::format("for meshes of triangles; '{}' is none", input.path));
    else if (input.is_built_in)
        refuseOptions(given, {"--up", "--unit"},
                      fmt::format("for files; '{}' is built in: --size multiplies its lengths", input.path));
    else
        refuseOptions(given, {"--size"},
                      fmt::format("for built-in meshes; for '{}' say --unit, the metres of one unit", input.path));
}

Input loadInput(const InputOptions& options, const Progress& progress, const CommonOptions& given)
{
    const Stopwatch watch;
    Input input;
    input.path = options.path;
    input.cells = options.cells;
    input.keeps_squares = options.keeps_squares;
    input.is_built_in =
        options.format.empty() && (hasName(builtInScenes(), options.path) || hasName(builtInMeshes(), options.path));
    if (!input.is_built_in && (options.seed || options.scale))
        throw UsageError("--seed and --scale are for built-in scenes; '{}' is not one of them", options.path);
    if (options.path == "-" && options.format.empty())
        throw UsageError("standard input has no ending: say what it holds with --format {}",
                         joinWords({formatNames().begin(), formatNames().end()}, " or "));

    if (options.path == "-")
        input.name = "standard input";
    else
        input.name = input.is_built_in ? options.path : std::filesystem::path(options.path).filename().string();
    if (input.is_built_in)
        buildBuiltIn(input, options, progress);
    else
        loadFile(input, options, progress);
    checkTriangleOptions(input, given);
    input.read_seconds = watch.seconds();
    stopIfInterrupted();
    return input;
}

static Failure makeTrianglesFailure(const std::string& path)
{
    return Failure(
        ErrorCode::unsupported_format,
        fmt::format("{} is a mesh of triangles, which is ground to walk on as a surface: 'clearway build {} --as surface "
                    "-o surface.clearway'. Outlines are read from .wkt, .geojson, .map, .mesh and .clearway.",
                    path, path),
        path);
}

void refuseTriangles(const InputOptions& options)
{
    if (options.format.empty() ? isTrianglesName(options.path) : isTriangleFormat(options.format))
        throw makeTrianglesFailure(options.path);
}

static void requireOutlines(const Input& input)
{
    if (input.parts.triangles) throw makeTrianglesFailure(input.path);
    const auto refuse = [&](std::string_view what, std::string_view advice) {
        throw Failure(ErrorCode::unsupported_format,
                      fmt::format("{} holds {}, which has neither cells nor outlines{}", input.path, what, advice), input.path);
    };
    const char* const give_scene = ": give the scene that it was built from.";
    if (input.parts.surface) refuse("a surface mesh", "; 'info', 'path', 'render' and 'convert' understand it.");
    if (input.parts.grid)
        refuse("the grid of a field", fmt::format("{} 'info', 'path --using field' and 'render' understand it.", give_scene));
    if (input.parts.corridor_map) refuse("a corridor map", give_scene);
}

NavMesh buildMesh(const Input& input, const Progress& progress)
{
    requireOutlines(input);
    if (input.keeps_squares && !input.squares)
        throw UsageError("'squares' keeps the squares of a .map file; '{}' is none", input.path);
    if (input.cells && input.cells->relaxation > 0 &&
        (input.keeps_squares || input.cells->decomposition != NavMeshOptions::Decomposition::notches))
        throw UsageError("--relax works with --decomposition notches only");
    if (input.keeps_squares) return require(buildNavMesh(*input.squares, {.progress = progress}));
    if (input.parts.mesh && !input.cells) return *input.parts.mesh;
    NavMeshOptions options = input.cells.value_or(NavMeshOptions());
    options.execution.progress = progress;
    NavMesh mesh = require(buildNavMesh(buildOutline(input, progress), options));
    stopIfInterrupted();
    return mesh;
}

Scene buildOutline(const Input& input, const Progress& progress)
{
    requireOutlines(input);
    if (input.parts.scene) return *input.parts.scene;
    // The union of its cells; a scene has no T-joints, slivers or portals left.
    SceneInput cells = buildSceneInput(*input.parts.mesh);
    cells.name = input.name;
    return require(buildScene(cells, nullptr, {.progress = progress}));
}

static std::vector<std::byte> formatContent(const Content& content, const std::string& format)
{
    if (format == "clearway") return formatClearway(content);
    if (const auto* mesh = std::get_if<NavMesh>(&content)) return toBytes(formatPolyanya(*mesh));
    const Scene& scene = std::get<Scene>(content);
    if (scene.layerCount() > 1)
        throw Failure(ErrorCode::unsupported_format,
                      fmt::format("{} cannot hold the layers of a scene: write it to .clearway.", format));
    return toBytes(format == "wkt" ? formatWkt(scene) : formatGeoJson(scene));
}

std::size_t saveContent(const Content& content, const std::string& format, const std::string& path)
{
    const std::vector<std::byte> bytes = formatContent(content, format);
    stopIfInterrupted();
    require(writeFile(path, bytes));
    return bytes.size();
}

} // namespace clearway::cli
