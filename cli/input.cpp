// SPDX-License-Identifier: MIT
#include "input.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "clock.h"
#include "output.h"
#include "progress_bar.h"

namespace clearway::cli {

namespace {

struct FormatName
{
    std::string_view ending;
    Format format;
};

constexpr std::array<FormatName, 12> kFormats = {{
    {".wkt", Format::wkt},
    {".geojson", Format::geojson},
    {".json", Format::geojson},
    {".map", Format::map},
    {".mesh", Format::mesh},
    {".clearway", Format::clearway},
    {".obj", Format::obj},
    {".ply", Format::ply},
    {".stl", Format::stl},
    {".off", Format::off},
    {".gltf", Format::gltf},
    {".glb", Format::glb},
}};

} // namespace

static std::string findEnding(const std::string& path)
{
    std::string ending = std::filesystem::path(path).extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return ending;
}

std::optional<Format> findFormat(const std::string& path)
{
    const std::string ending = findEnding(path);
    for (const FormatName& name : kFormats)
        if (name.ending == ending) return name.format;
    return std::nullopt;
}

const char* toString(Format format)
{
    switch (format)
    {
    case Format::wkt: return "wkt";
    case Format::geojson: return "geojson";
    case Format::map: return "map";
    case Format::mesh: return "mesh";
    case Format::clearway: return "clearway";
    case Format::obj: return "obj";
    case Format::ply: return "ply";
    case Format::stl: return "stl";
    case Format::off: return "off";
    case Format::gltf: return "gltf";
    case Format::glb: return "glb";
    }
    return "";
}

bool isTriangleFormat(Format format)
{
    switch (format)
    {
    case Format::obj:
    case Format::ply:
    case Format::stl:
    case Format::off:
    case Format::gltf:
    case Format::glb: return true;
    case Format::wkt:
    case Format::geojson:
    case Format::map:
    case Format::mesh:
    case Format::clearway: break;
    }
    return false;
}

static bool hasName(std::span<const BuiltInScene> scenes, const std::string& name)
{
    return std::any_of(scenes.begin(), scenes.end(), [&](const BuiltInScene& scene) { return scene.name == name; });
}

static SceneReadOptions makeReadOptions(const InputOptions& options, const Progress& progress)
{
    SceneReadOptions read_options;
    read_options.execution.progress = progress;
    read_options.meaning = options.meaning;
    read_options.coordinates = options.coordinates;
    read_options.margin = options.margin;
    return read_options;
}

static void keepContent(Input& input, Content content)
{
    if (auto* scene = std::get_if<Scene>(&content)) input.scene = std::move(*scene);
    if (auto* mesh = std::get_if<NavMesh>(&content)) input.mesh = std::move(*mesh);
    if (auto* map = std::get_if<CorridorMap>(&content)) input.corridor = std::move(*map);
    if (auto* surface = std::get_if<SurfaceMesh>(&content)) input.surface = std::move(*surface);
    if (auto* grid = std::get_if<FieldGrid>(&content)) input.field = std::move(*grid);
}

static MeshReadOptions makeTriangleReadOptions(const InputOptions& options)
{
    MeshReadOptions read_options;
    read_options.up = options.triangles.up.value_or(read_options.up);
    read_options.unit = options.triangles.unit.value_or(read_options.unit);
    return read_options;
}

static TriangleMeshOptions makeTriangleMeshOptions(const InputOptions& options, const Progress& progress)
{
    TriangleMeshOptions mesh_options;
    mesh_options.execution.progress = progress;
    mesh_options.weld_distance = options.triangles.weld.value_or(mesh_options.weld_distance);
    if (options.triangles.repair) mesh_options.repair = MeshRepair::safe;
    return mesh_options;
}

static Result<MeshInput> parseTriangles(std::span<const std::byte> bytes, Format format, const MeshReadOptions& options,
                                        MeshReport& report)
{
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    switch (format)
    {
    case Format::obj: return parseObj(text, options, &report);
    case Format::ply: return parsePly(bytes, options, &report);
    case Format::stl: return parseStl(bytes, options, &report);
    case Format::off: return parseOff(text, options, &report);
    default: return parseGltf(bytes, options, &report);
    }
}

/// Text in a format that was stated: standard input, or a file with an unusual name.
static void parseInput(Input& input, std::string_view text, Format format, const InputOptions& options, const Progress& progress)
{
    SceneReadOptions read_options = makeReadOptions(options, progress);
    read_options.name = input.name;
    switch (format)
    {
    case Format::wkt:
        input.scene =
            require(buildScene(require(parseWkt(text, read_options, &input.report)), &input.report, {.progress = progress}));
        break;
    case Format::geojson:
        input.scene =
            require(buildScene(require(parseGeoJson(text, read_options, &input.report)), &input.report, {.progress = progress}));
        break;
    case Format::map: {
        input.grid = require(parseMovingAi(text));
        SceneInput outlines = buildSceneInput(*input.grid);
        outlines.name = input.name;
        input.scene = require(buildScene(outlines, &input.report, {.progress = progress}));
        break;
    }
    case Format::mesh: input.mesh = require(buildNavMesh(require(parsePolyanya(text)), {.progress = progress})); break;
    case Format::clearway: {
        Content content = require(parseClearway(std::as_bytes(std::span(text))));
        keepContent(input, std::move(content));
        break;
    }
    case Format::obj:
    case Format::ply:
    case Format::stl:
    case Format::off:
    case Format::gltf:
    case Format::glb: {
        MeshReadOptions mesh_options = makeTriangleReadOptions(options);
        mesh_options.name = input.name;
        input.triangles = require(
            buildTriangleMesh(require(parseTriangles(std::as_bytes(std::span(text)), format, mesh_options, input.mesh_report)),
                              makeTriangleMeshOptions(options, progress), &input.mesh_report));
        break;
    }
    }
}

static void loadStated(Input& input, Format format, const InputOptions& options, const Progress& progress)
{
    const std::vector<std::byte> bytes = [&] {
        const ImmediateInterrupt guard;
        return require(readFile(options.path));
    }();
    if (options.path != "-") input.file_bytes = static_cast<std::int64_t>(bytes.size());
    try
    {
        parseInput(input, {reinterpret_cast<const char*>(bytes.data()), bytes.size()}, format, options, progress);
    } catch (Failure& failure)
    {
        if (failure.error.place.file.empty()) failure.error.place.file = input.name;
        throw;
    }
}

static void loadByEnding(Input& input, const InputOptions& options, const Progress& progress)
{
    const std::optional<Format> format = findFormat(options.path);
    if (format && isTriangleFormat(*format))
        input.triangles = require(loadTriangleMesh(options.path, makeTriangleReadOptions(options),
                                                   makeTriangleMeshOptions(options, progress), &input.mesh_report));
    else
        keepContent(input, require(loadContent(options.path, makeReadOptions(options, progress), &input.report)));
    if (format == Format::map)
    {
        const std::vector<std::byte> bytes = require(readFile(options.path));
        input.grid = require(parseMovingAi({reinterpret_cast<const char*>(bytes.data()), bytes.size()}));
    }
    std::error_code ignored;
    const auto size = std::filesystem::file_size(options.path, ignored);
    if (!ignored) input.file_bytes = static_cast<std::int64_t>(size);
}

static void buildBuiltIn(Input& input, const InputOptions& options, const Progress& progress)
{
    if (hasName(builtInMeshes(), options.path))
    {
        MeshGeneratorOptions generator;
        generator.seed = options.seed.value_or(generator.seed);
        generator.detail = options.scale.value_or(generator.detail);
        generator.size = options.triangles.size.value_or(generator.size);
        MeshInput triangles = require(buildMeshInput(options.path, generator));
        input.triangles = require(buildTriangleMesh(std::move(triangles), makeTriangleMeshOptions(options, progress)));
        return;
    }
    GeneratorOptions generator;
    if (options.seed) generator.seed = *options.seed;
    if (options.scale) generator.scale = *options.scale;
    const SceneInput outlines = require(buildSceneInput(options.path, generator));
    input.scene = require(buildScene(outlines, &input.report, {.progress = progress}));
    // What a generator draws on purpose (towers that overlap, corners on a line) is nobody's mistake.
    input.report = {};
}

/// The options of triangles for something else are a mistake.
static void checkTriangleOptions(const Input& input, const TriangleOptions& options)
{
    if (input.triangles && input.is_built_in && (options.up || options.unit))
        throw UsageError(
            fmt::format("--up and --unit are for files; '{}' is built in: --size multiplies its lengths", input.path));
    if (input.triangles && !input.is_built_in && options.size)
        throw UsageError(fmt::format("--size is for built-in meshes; for '{}' say --unit, the metres of one unit", input.path));
    if (!input.triangles && options.isGiven())
        throw UsageError(
            fmt::format("--up, --unit, --weld, --repair and --size are for meshes of triangles; '{}' is none", input.path));
}

Input loadInput(const InputOptions& options, const Progress& progress)
{
    const Clock::time_point start = Clock::now();
    Input input;
    input.path = options.path;
    input.is_built_in = !options.format && (hasName(builtInScenes(), options.path) || hasName(builtInMeshes(), options.path));
    if (!input.is_built_in && (options.seed || options.scale))
        throw UsageError(fmt::format("--seed and --scale are for built-in scenes; '{}' is not one of them", options.path));
    if (options.path == "-" && !options.format)
        throw UsageError(
            "standard input has no ending: say what it holds with --format wkt, geojson, map, mesh, clearway, obj, ply, "
            "stl, off, gltf or glb");

    if (options.path == "-")
        input.name = "standard input";
    else
        input.name = input.is_built_in ? options.path : std::filesystem::path(options.path).filename().string();
    if (input.is_built_in)
        buildBuiltIn(input, options, progress);
    else if (options.format)
        loadStated(input, *options.format, options, progress);
    else
        loadByEnding(input, options, progress);
    checkTriangleOptions(input, options.triangles);
    input.read_seconds = secondsSince(start);
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
    const bool is_built_in = !options.format && hasName(builtInMeshes(), options.path);
    const std::optional<Format> format = options.format ? options.format : findFormat(options.path);
    if (is_built_in || (format && isTriangleFormat(*format))) throw makeTrianglesFailure(options.path);
}

static void requireOutlines(const Input& input)
{
    if (input.triangles) throw makeTrianglesFailure(input.path);
    if (input.surface)
        throw Failure(ErrorCode::unsupported_format,
                      fmt::format("{} holds a surface mesh, which has neither cells nor outlines; 'info', 'path', 'render' and "
                                  "'convert' understand it.",
                                  input.path),
                      input.path);
    if (input.field)
        throw Failure(ErrorCode::unsupported_format,
                      fmt::format("{} holds the grid of a field, which has neither cells of a mesh nor outlines: give the scene "
                                  "that it was built from. 'info', 'path --using field' and 'render' understand it.",
                                  input.path),
                      input.path);
    if (!input.corridor) return;
    throw Failure(ErrorCode::unsupported_format,
                  fmt::format("{} holds a corridor map, which has neither cells nor outlines: give the scene that it was built "
                              "from.",
                              input.path),
                  input.path);
}

static NavMesh buildSquares(const Input& input, const Progress& progress)
{
    if (input.grid) return require(buildNavMesh(*input.grid, {.progress = progress}));
    if (input.is_built_in || findFormat(input.path) != Format::map)
        throw UsageError(fmt::format("'squares' keeps the squares of a .map file; '{}' is none", input.path));
    return require(loadNavMesh(input.path, {.progress = progress}));
}

NavMesh buildMesh(const Input& input, const MeshOptions& options, const Progress& progress, double* seconds)
{
    const Clock::time_point start = Clock::now();
    if (options.relaxation > 0 && options.cells && *options.cells != CellKind::notches)
        throw UsageError("--relax works with --decomposition notches only");
    requireOutlines(input);
    std::optional<NavMesh> mesh;
    if (options.cells == CellKind::squares)
        mesh = buildSquares(input, progress);
    else if (input.mesh && !options.cells)
    {
        if (options.relaxation > 0)
            throw UsageError(
                fmt::format("{} has cells already; to cut it anew with --relax, say --decomposition notches", input.name));
        mesh = input.mesh;
    }
    else
    {
        NavMeshOptions build_options;
        const CellKind kind = options.cells.value_or(CellKind::notches);
        if (kind == CellKind::merged) build_options.decomposition = Decomposition::merged;
        if (kind == CellKind::triangulation) build_options.decomposition = Decomposition::triangulation;
        build_options.relaxation = options.relaxation;
        build_options.execution.progress = progress;
        mesh = require(buildNavMesh(buildOutline(input, progress), build_options));
    }
    if (seconds) *seconds = secondsSince(start);
    stopIfInterrupted();
    return *mesh;
}

Scene buildOutline(const Input& input, const Progress& progress)
{
    requireOutlines(input);
    if (input.scene) return *input.scene;
    // The union of its cells; a scene has no T-joints, slivers or portals left.
    const NavMesh& mesh = *input.mesh;
    SceneInput cells;
    cells.name = input.name;
    for (CellId cell = 0; cell < mesh.cells().size(); ++cell)
    {
        AreaInput area;
        area.layer = mesh.cells()[cell].layer;
        for (const NavMesh::Side& side : mesh.sides(cell))
        {
            area.outline.points.push_back(mesh.vertices()[side.from].position);
            area.outline.heights.push_back(mesh.vertices()[side.from].height);
        }
        cells.areas.push_back(std::move(area));
    }
    return require(buildScene(cells, nullptr, {.progress = progress}));
}

static std::vector<std::byte> toBytes(const std::string& text)
{
    const std::span<const std::byte> bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

static std::vector<std::byte> formatContent(const Content& content, Format format)
{
    if (format == Format::clearway) return formatClearway(content);
    if (const auto* mesh = std::get_if<NavMesh>(&content)) return toBytes(formatPolyanya(*mesh));
    const Scene& scene = std::get<Scene>(content);
    if (scene.layerCount() > 1)
        throw Failure(ErrorCode::unsupported_format,
                      fmt::format("{} cannot hold the layers of a scene: write it to .clearway.", toString(format)));
    return toBytes(format == Format::wkt ? formatWkt(scene) : formatGeoJson(scene));
}

std::size_t saveContent(const Content& content, Format format, const std::string& path)
{
    const std::vector<std::byte> bytes = formatContent(content, format);
    stopIfInterrupted();
    require(writeFile(path, bytes));
    return bytes.size();
}

} // namespace clearway::cli
