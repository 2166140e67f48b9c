// SPDX-License-Identifier: MIT
#include <clearway/io/io.h>

#include <clearway/base/log.h>
#include <clearway/base/names.h>

#include "base/errors.h"
#include "io/formats.h"
#include "io/readers.h"
#include "io/text.h"

namespace clearway {

namespace {

/// A file that has been read, and what it is.
struct OpenedFile
{
    std::vector<std::byte> bytes;
    io::Format format = io::Format::unknown;

    std::string_view text() const { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }
};

Error makeFormatError(const std::string& path, std::string_view text)
{
    const std::string foreign = io::describeForeign(path, text);
    const std::string what = foreign.empty() ? "the format of this file is not known. " : "this is " + foreign + ". ";
    return io::addFile(makeError(ErrorCode::unsupported_format, what + std::string(io::listReadEndings()) + "."), path);
}

/// `stated`: the name of its format; empty: its ending and content say.
Result<OpenedFile> openFile(const std::string& path, std::string_view stated = {})
{
    Result<std::vector<std::byte>> bytes = readFile(path);
    if (!bytes) return bytes.error();
    OpenedFile file{std::move(*bytes), io::Format::unknown};
    if (file.bytes.empty()) return io::addFile({ErrorCode::malformed_file, "the file is empty.", {}}, path);
    if (!stated.empty())
    {
        file.format = io::findFormatByName(stated);
        if (file.format != io::Format::unknown) return file;
        return makeError("there is no format '" + showName(stated) + "'. The choice is: wkt, geojson, map, mesh, clearway.");
    }
    // An ending that belongs to another format settles it too: a Vadere scenario is JSON, but nothing in it helps.
    const bool is_foreign = io::findFormatByEnding(path) == io::Format::unknown &&
                            io::findFormatByContent(file.text()) == io::Format::geojson && !io::describeForeign(path, "").empty();
    file.format = is_foreign ? io::Format::unknown : io::findFormat(path, file.text());
    if (file.format == io::Format::unknown) return makeFormatError(path, file.text());
    return file;
}

Result<Scene> buildBuiltIn(const std::string& name)
{
    if (name.empty()) return makeError("a scene needs a name: give a file, or a built-in scene such as \"rooms\".");
    Result<Scene> scene = buildScene(name);
    if (scene) return scene;
    Error error = scene.error();
    error.message += std::string(" There is no file of that name either. ") + std::string(io::listReadEndings()) + ".";
    return error;
}

/// A `.clearway` file that holds something else than was asked for.
Error makeOtherKindError(const Content& content, const char* wanted)
{
    struct Namer
    {
        const char* operator()(const Scene&) const { return "a scene"; }
        const char* operator()(const NavMesh&) const { return "a mesh"; }
        const char* operator()(const CorridorMap&) const { return "a corridor map"; }
        const char* operator()(const SurfaceMesh&) const { return "a surface mesh"; }
        const char* operator()(const FieldGrid&) const { return "the grid of a field"; }
    };
    return makeError(ErrorCode::unsupported_format, std::string("the file holds ") + std::visit(Namer{}, content) + ", not " +
                                                        wanted + "; build one from the scene first (clearway build).");
}

Result<SceneInput> readInput(const OpenedFile& file, const SceneReadOptions& options, SceneReport& report)
{
    switch (file.format)
    {
    case io::Format::wkt: return io::readWkt(file.text(), options, report);
    case io::Format::geojson: return io::readGeoJson(file.text(), options, report);
    case io::Format::movingai: {
        const Result<SquareGrid> grid = io::readMovingAi(file.text());
        return grid ? Result<SceneInput>(buildSceneInput(*grid)) : Result<SceneInput>(grid.error());
    }
    case io::Format::polyanya: {
        const Result<PolygonMesh> mesh = io::readPolyanya(file.text());
        return mesh ? Result<SceneInput>(buildSceneInput(*mesh)) : Result<SceneInput>(mesh.error());
    }
    case io::Format::clearway: {
        const Result<Content> content = parseClearway(file.bytes);
        if (!content) return content.error();
        if (const auto* mesh = std::get_if<NavMesh>(&*content)) return buildSceneInput(*mesh);
        return makeOtherKindError(*content, "a scene");
    }
    case io::Format::unknown: break;
    }
    return makeError(ErrorCode::unsupported_format, "the format is not known.");
}

/// Adds what builder and reader had to say.
void merge(SceneReport&& read, SceneReport&& built, SceneReport* report)
{
    if (!report) return;
    *report = std::move(built);
    report->remarks.insert(report->remarks.begin(), std::make_move_iterator(read.remarks.begin()),
                           std::make_move_iterator(read.remarks.end()));
}

Result<Scene> buildFromFile(const std::string& path, OpenedFile file, const SceneReadOptions& options, SceneReport* report)
{
    if (file.format == io::Format::clearway)
    {
        Result<Content> content = parseClearway(file.bytes);
        if (!content) return io::addFile(content.error(), path);
        if (Scene* scene = std::get_if<Scene>(&*content)) return std::move(*scene);
    }
    SceneReadOptions named = options;
    if (named.name.empty()) named.name = path == "-" ? "standard input" : io::findStem(path);
    SceneReport read;
    Result<SceneInput> input = readInput(file, named, read);
    if (!input) return io::addFile(input.error(), path);
    if (input->name.empty()) input->name = named.name;
    file.bytes = {}; // large scenes need the room
    SceneReport built;
    Result<Scene> scene = buildScene(*input, &built, options.execution);
    merge(std::move(read), std::move(built), report);
    if (!scene) return io::addFile(scene.error(), path);
    return scene;
}

Result<NavMesh> buildMesh(const OpenedFile& file, const Execution& execution)
{
    switch (file.format)
    {
    case io::Format::polyanya: {
        const Result<PolygonMesh> polygons = io::readPolyanya(file.text());
        return polygons ? buildNavMesh(*polygons, execution) : Result<NavMesh>(polygons.error());
    }
    case io::Format::movingai: {
        const Result<SquareGrid> grid = io::readMovingAi(file.text());
        return grid ? buildNavMesh(*grid, execution) : Result<NavMesh>(grid.error());
    }
    case io::Format::clearway: {
        Result<Content> content = parseClearway(file.bytes);
        if (!content) return content.error();
        if (NavMesh* mesh = std::get_if<NavMesh>(&*content)) return std::move(*mesh);
        return makeOtherKindError(*content, "a mesh");
    }
    case io::Format::wkt:
    case io::Format::geojson:
    case io::Format::unknown: break;
    }
    return makeError(ErrorCode::unsupported_format,
                     std::string("a ") + io::toString(file.format) +
                         " file holds outlines, not a mesh; build one from it first (clearway build).");
}

Error makeSaveError(const std::string& path, std::string message)
{
    return makeError(ErrorCode::unsupported_format, path + ": " + std::move(message), inFile(path));
}

Result<void> writeText(const std::string& path, std::string_view text) { return writeFile(path, std::as_bytes(std::span(text))); }

} // namespace

Result<Scene> loadScene(const std::string& path_or_name, const SceneReadOptions& options, SceneReport* report)
{
    if (options.format.empty() && io::isBuiltInName(path_or_name)) return buildBuiltIn(path_or_name);
    Result<OpenedFile> file = openFile(path_or_name, options.format);
    if (!file) return file.error();
    return buildFromFile(path_or_name, std::move(*file), options, report);
}

Result<NavMesh> loadNavMesh(const std::string& path, const Execution& execution)
{
    const Result<OpenedFile> file = openFile(path);
    if (!file) return file.error();
    Result<NavMesh> mesh = buildMesh(*file, execution);
    if (!mesh) return io::addFile(mesh.error(), path);
    return mesh;
}

/// What only `.clearway` files hold. `name` is its name, `how` what to build it with.
template <typename T>
static Result<T> loadFromClearway(const std::string& path, const char* name, const char* how)
{
    const Result<OpenedFile> file = openFile(path);
    if (!file) return file.error();
    if (file->format != io::Format::clearway)
        return io::addFile({ErrorCode::unsupported_format,
                            std::string(name) + " is read from .clearway; build one first (clearway build --as " + how + ").",
                            {}},
                           path);
    Result<Content> content = parseClearway(file->bytes);
    if (!content) return io::addFile(content.error(), path);
    if (auto* thing = std::get_if<T>(&*content)) return std::move(*thing);
    return io::addFile(makeOtherKindError(*content, name), path);
}

Result<CorridorMap> loadCorridorMap(const std::string& path)
{
    return loadFromClearway<CorridorMap>(path, "a corridor map", "corridor");
}

Result<SurfaceMesh> loadSurfaceMesh(const std::string& path)
{
    return loadFromClearway<SurfaceMesh>(path, "a surface mesh", "surface");
}

Result<FieldGrid> loadFieldGrid(const std::string& path)
{
    return loadFromClearway<FieldGrid>(path, "the grid of a field", "field");
}

Result<Content> loadContent(const std::string& path_or_name, const SceneReadOptions& options, SceneReport* report)
{
    const auto as_content = [](auto result) {
        return result ? Result<Content>(Content(std::move(*result))) : Result<Content>(result.error());
    };
    if (options.format.empty() && io::isBuiltInName(path_or_name)) return as_content(buildBuiltIn(path_or_name));
    Result<OpenedFile> file = openFile(path_or_name, options.format);
    if (!file) return file.error();
    if (file->format == io::Format::clearway)
    {
        Result<Content> content = parseClearway(file->bytes);
        if (!content) return io::addFile(content.error(), path_or_name);
        return content;
    }
    if (file->format != io::Format::polyanya) return as_content(buildFromFile(path_or_name, std::move(*file), options, report));
    Result<NavMesh> mesh = buildMesh(*file, options.execution);
    return mesh ? as_content(std::move(mesh)) : Result<Content>(io::addFile(mesh.error(), path_or_name));
}

Result<void> saveScene(const Scene& scene, const std::string& path)
{
    const std::string ending = io::findEnding(path);
    if (ending == ".clearway" || path == "-") return writeFile(path, formatClearway(scene));
    if (ending == ".geojson" || ending == ".json") return writeText(path, formatGeoJson(scene));
    if (ending == ".wkt")
    {
        if (scene.layerCount() > 1)
            return makeSaveError(path, "WKT cannot hold several layers; save the scene as .geojson or .clearway.");
        return writeText(path, formatWkt(scene));
    }
    return makeSaveError(path, "a scene cannot be written with this ending; use .clearway, .geojson, .json or .wkt.");
}

Result<void> saveCorridorMap(const CorridorMap& map, const std::string& path)
{
    if (io::findEnding(path) != ".clearway" && path != "-")
        return makeSaveError(path, "a corridor map cannot be written with this ending; use .clearway.");
    return writeFile(path, formatClearway(map));
}

Result<void> saveSurfaceMesh(const SurfaceMesh& mesh, const std::string& path)
{
    if (io::findEnding(path) != ".clearway" && path != "-")
        return makeSaveError(path, "a surface mesh cannot be written with this ending; use .clearway, or save its triangles.");
    return writeFile(path, formatClearway(mesh));
}

Result<void> saveFieldGrid(const FieldGrid& grid, const std::string& path)
{
    if (io::findEnding(path) != ".clearway" && path != "-")
        return makeSaveError(path, "the grid of a field cannot be written with this ending; use .clearway.");
    return writeFile(path, formatClearway(grid));
}

Result<void> saveNavMesh(const NavMesh& mesh, const std::string& path)
{
    const std::string ending = io::findEnding(path);
    if (ending == ".clearway" || path == "-") return writeFile(path, formatClearway(mesh));
    if (ending != ".mesh") return makeSaveError(path, "a mesh cannot be written with this ending; use .clearway or .mesh.");
    for (const NavMesh::Cell& cell : mesh.cells())
        if (cell.layer != 0)
            return makeSaveError(path, "a Polyanya mesh cannot hold several layers; save the mesh as .clearway.");
    for (const NavMesh::Vertex& vertex : mesh.vertices())
        if (vertex.height != 0)
        {
            logMessage(LogLevel::warning, path + ": a Polyanya mesh has no heights; they are not written.");
            break;
        }
    return writeText(path, formatPolyanya(mesh));
}

} // namespace clearway
