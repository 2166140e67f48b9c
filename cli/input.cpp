// SPDX-License-Identifier: MIT
#include "input.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>

#include "output.h"
#include "progress_bar.h"

namespace clearway::cli {

namespace {

struct FormatName
{
    std::string_view ending;
    Format format;
};

constexpr std::array<FormatName, 6> kFormats = {{
    {".wkt", Format::wkt},
    {".geojson", Format::geojson},
    {".json", Format::geojson},
    {".map", Format::map},
    {".mesh", Format::mesh},
    {".clearway", Format::clearway},
}};

constexpr std::array<std::string_view, 7> kTriangleEndings = {".obj", ".ply", ".stl", ".off", ".gltf", ".glb", ".fbx"};

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
    }
    return "";
}

static bool isBuiltIn(const std::string& name)
{
    const auto scenes = builtInScenes();
    return std::any_of(scenes.begin(), scenes.end(), [&](const BuiltInScene& scene) { return scene.name == name; });
}

static SceneReadOptions makeReadOptions(const InputOptions& options)
{
    SceneReadOptions read_options;
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
}

/// Text in a format that was stated: standard input, or a file with an unusual name.
static void parseInput(Input& input, std::string_view text, Format format, const InputOptions& options, const Progress& progress)
{
    SceneReadOptions read_options = makeReadOptions(options);
    read_options.name = input.name;
    switch (format)
    {
    case Format::wkt:
        input.scene = require(buildScene(require(parseWkt(text, read_options, &input.report)), &input.report, progress));
        break;
    case Format::geojson:
        input.scene = require(buildScene(require(parseGeoJson(text, read_options, &input.report)), &input.report, progress));
        break;
    case Format::map: {
        input.grid = require(parseMovingAi(text));
        SceneInput outlines = buildSceneInput(*input.grid);
        outlines.name = input.name;
        input.scene = require(buildScene(outlines, &input.report, progress));
        break;
    }
    case Format::mesh: input.mesh = require(buildNavMesh(require(parsePolyanya(text)), progress)); break;
    case Format::clearway: {
        Content content = require(parseClearway(std::as_bytes(std::span(text))));
        keepContent(input, std::move(content));
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
    const std::string ending = findEnding(options.path);
    if (std::find(kTriangleEndings.begin(), kTriangleEndings.end(), ending) != kTriangleEndings.end())
        throw Failure(ErrorCode::unsupported_format,
                      fmt::format("{} is a mesh of triangles; those are for '--as surface', which is not available yet. "
                                  "Outlines can be used now: .wkt, .geojson, .map, .mesh or .clearway.",
                                  options.path),
                      options.path);
    Content content = require(loadContent(options.path, makeReadOptions(options), &input.report, progress));
    keepContent(input, std::move(content));
    std::error_code ignored;
    const auto size = std::filesystem::file_size(options.path, ignored);
    if (!ignored) input.file_bytes = static_cast<std::int64_t>(size);
}

Input loadInput(const InputOptions& options, const Progress& progress)
{
    Input input;
    input.path = options.path;
    input.is_built_in = !options.format && isBuiltIn(options.path);
    if (!input.is_built_in && (options.seed || options.scale))
        throw UsageError(fmt::format("--seed and --scale are for built-in scenes; '{}' is not one of them", options.path));
    if (options.path == "-" && !options.format)
        throw UsageError("standard input has no ending: say what it holds with --format wkt, geojson, map, mesh or clearway");

    if (options.path == "-")
        input.name = "standard input";
    else
        input.name = input.is_built_in ? options.path : std::filesystem::path(options.path).filename().string();
    if (input.is_built_in)
    {
        GeneratorOptions generator;
        if (options.seed) generator.seed = *options.seed;
        if (options.scale) generator.scale = *options.scale;
        const SceneInput outlines = require(buildSceneInput(options.path, generator));
        input.scene = require(buildScene(outlines, &input.report, progress));
        // What a generator draws on purpose (towers that overlap, corners on a line) is nobody's mistake.
        input.report = {};
    }
    else if (options.format)
        loadStated(input, *options.format, options, progress);
    else
        loadByEnding(input, options, progress);
    stopIfInterrupted();
    return input;
}

static void requireOutlines(const Input& input)
{
    if (!input.corridor) return;
    throw Failure(ErrorCode::unsupported_format,
                  fmt::format("{} holds a corridor map, which has neither cells nor outlines: give the scene that it was built "
                              "from.",
                              input.path),
                  input.path);
}

static NavMesh buildSquares(const Input& input, const Progress& progress)
{
    if (input.grid) return require(buildNavMesh(*input.grid, progress));
    if (input.is_built_in || findFormat(input.path) != Format::map)
        throw UsageError(fmt::format("'squares' keeps the squares of a .map file; '{}' is none", input.path));
    return require(loadNavMesh(input.path, progress));
}

NavMesh buildMesh(const Input& input, const MeshOptions& options, const Progress& progress, double* seconds)
{
    using Clock = std::chrono::steady_clock;
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
        build_options.progress = progress;
        mesh = require(buildNavMesh(buildOutline(input, progress), build_options));
    }
    if (seconds) *seconds = std::chrono::duration<double>(Clock::now() - start).count();
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
    return require(buildScene(cells, nullptr, progress));
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
