// SPDX-License-Identifier: MIT
#include <html.h>

#include <clearway/crowd/scenario.h>
#include <clearway/native/picture.h>
#include <clearway/native/surface_picture.h>
#include <clearway/rts/run.h>
#include <clearway/scene/mesh_generators.h>
#include <clearway/surface/build.h>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "commands.h"
#include "output.h"
#include "progress_bar.h"
#include "scenario_gallery.h"

namespace clearway::cli {

using experiments::escapeHtml;

namespace {

/// One scene that was drawn.
struct Drawing
{
    std::string file;
    std::size_t cells = 0;
    std::size_t portals = 0;
    std::size_t vertices = 0;
    double area = 0;
};

/// One mesh that was drawn.
struct MeshDrawing
{
    std::string file;
    std::size_t triangles = 0;
    double area = 0;
    double walkable = 0; ///< square metres
};

} // namespace

/// A page with all pictures, to look at in a browser without any server.
static std::string formatContactSheet(const std::vector<Drawing>& drawings, const std::vector<MeshDrawing>& mesh_drawings,
                                      const std::vector<ScenarioDrawing>& scenario_drawings,
                                      const std::vector<ScenarioDrawing>& battle_drawings, bool embeds_pictures)
{
    std::string html =
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n<title>Clearway: built-in scenes and scenarios</title>\n"
        "<style>\n"
        "body { font: 15px/1.45 system-ui, sans-serif; color: #232933; background: #f4f5f7; margin: 2rem; }\n"
        "main { display: grid; grid-template-columns: repeat(auto-fill, minmax(22rem, 1fr)); gap: 1.2rem; }\n"
        "figure { margin: 0; background: #fff; border-radius: 8px; overflow: hidden; box-shadow: 0 1px 4px #0002; }\n"
        "figure img { display: block; width: 100%; height: 17rem; object-fit: contain; background: #fff; }\n"
        "figcaption { padding: .7rem 1rem 1rem; } figcaption small { color: #626975; }\n"
        "</style>\n<h1>Built-in scenes</h1>\n<main>\n";
    const auto addFigure = [&](const std::string& file, std::string_view name, std::string_view description,
                               const std::string& numbers, std::string_view source) {
        const std::string picture =
            embeds_pictures ? fmt::format("<img src=\"{0}\" alt=\"{1}\" loading=\"lazy\">", file, name) : std::string(name);
        std::string after;
        if (!source.empty()) after = fmt::format("<br><small>After {}</small>", escapeHtml(source));
        html += fmt::format("<figure><a href=\"{}\">{}</a><figcaption><strong>{}</strong> {}<br><small>{}</small>{}</figcaption>"
                            "</figure>\n",
                            file, picture, escapeHtml(name), escapeHtml(description), numbers, after);
    };
    const std::span<const BuiltInScene> scenes = builtInScenes();
    for (std::size_t i = 0; i < scenes.size(); ++i)
        addFigure(drawings[i].file, scenes[i].name, scenes[i].description,
                  fmt::format("{} · {} · {} · {} m²", formatCount(drawings[i].cells, "cell", "cells"),
                              formatCount(drawings[i].portals, "portal", "portals"),
                              formatCount(drawings[i].vertices, "vertex", "vertices"), formatNumber(drawings[i].area, 0)),
                  scenes[i].source);
    html += "</main>\n<h1>Built-in meshes</h1>\n<main>\n";
    const std::span<const BuiltInScene> meshes = builtInMeshes();
    for (std::size_t i = 0; i < meshes.size(); ++i)
        addFigure(mesh_drawings[i].file, meshes[i].name, meshes[i].description,
                  fmt::format("{} · {} m², {} m² walkable", formatCount(mesh_drawings[i].triangles, "triangle", "triangles"),
                              formatNumber(mesh_drawings[i].area, 0), formatNumber(mesh_drawings[i].walkable, 0)),
                  meshes[i].source);
    const auto addScenarios = [&](std::span<const BuiltInScenario> list, const std::vector<ScenarioDrawing>& shown) {
        for (std::size_t i = 0; i < list.size(); ++i)
            addFigure(shown[i].file, list[i].name, list[i].description,
                      fmt::format("{} · {} m²", formatCount(shown[i].agents, "agent", "agents"), formatNumber(shown[i].area, 0)),
                      list[i].source);
    };
    html += "</main>\n<h1>Built-in scenarios</h1>\n<main>\n";
    addScenarios(builtInScenarios(), scenario_drawings);
    html += "</main>\n<h1>Built-in battles</h1>\n<main>\n";
    addScenarios(builtInBattles(), battle_drawings);
    return html + "</main>\n</html>\n";
}

static std::vector<Drawing> drawAll(const ScenesOptions& options)
{
    std::error_code error;
    std::filesystem::create_directories(options.folder, error);
    if (error)
        throw Failure(ErrorCode::unwritable_file,
                      fmt::format("the folder '{}' cannot be made: {}.", options.folder, error.message()), options.folder);
    std::vector<Drawing> drawings;
    ProgressBar bar;
    const std::span<const BuiltInScene> scenes = builtInScenes();
    for (std::size_t i = 0; i < scenes.size(); ++i)
    {
        const std::string name(scenes[i].name);
        if (!bar.callback()(name, static_cast<double>(i) / static_cast<double>(scenes.size()))) stopIfInterrupted();
        // Only the whole list shows as a bar; the parts may still be stopped.
        const Progress part = [](std::string_view, double) { return !isInterrupted(); };
        const Scene scene = require(buildScene(require(buildSceneInput(name, options.generator)), nullptr, {.progress = part}));
        const NavMesh mesh = require(buildNavMesh(scene, {.execution = {.progress = part}}));
        Drawing drawing = {.file = name + "." + options.format,
                           .cells = mesh.cells().size(),
                           .portals = mesh.portals().size(),
                           .vertices = mesh.vertices().size(),
                           .area = mesh.area()};
        PictureOptions picture;
        picture.width = options.width;
        picture.title = name;
        stopIfInterrupted();
        require(savePicture(mesh, (std::filesystem::path(options.folder) / drawing.file).string(), picture));
        drawings.push_back(std::move(drawing));
    }
    return drawings;
}

static std::vector<MeshDrawing> drawMeshes(const ScenesOptions& options)
{
    std::vector<MeshDrawing> drawings;
    for (const BuiltInScene& mesh : builtInMeshes())
    {
        const std::string name(mesh.name);
        const MeshGeneratorOptions generator = {.seed = options.generator.seed, .detail = options.generator.scale};
        const TriangleMesh triangles = require(buildTriangleMesh(name, generator));
        const SurfaceMesh surface = require(buildSurfaceMesh(triangles));
        MeshDrawing drawing = {.file = name + "." + options.format,
                               .triangles = triangles.triangleCount(),
                               .area = triangles.area(),
                               .walkable = surface.area()};
        SurfacePictureOptions picture;
        picture.width = options.width;
        picture.title = name;
        stopIfInterrupted();
        require(saveSurfacePicture(surface, (std::filesystem::path(options.folder) / drawing.file).string(), picture));
        drawings.push_back(std::move(drawing));
    }
    return drawings;
}

static Value::List listMeshes(const ScenesOptions& options, const std::vector<MeshDrawing>& drawings)
{
    const std::span<const BuiltInScene> meshes = builtInMeshes();
    Value::List list;
    for (std::size_t i = 0; i < meshes.size(); ++i)
    {
        Value::Fields fields = {{"name", meshes[i].name}, {"description", meshes[i].description}, {"source", meshes[i].source}};
        if (!drawings.empty())
        {
            fields.emplace_back("picture", (std::filesystem::path(options.folder) / drawings[i].file).string());
            fields.emplace_back("triangles", drawings[i].triangles);
            fields.emplace_back("area", drawings[i].area);
            fields.emplace_back("walkable_area", drawings[i].walkable);
        }
        list.emplace_back(std::move(fields));
    }
    return list;
}

static Value::List listScenes(const ScenesOptions& options, const std::vector<Drawing>& drawings)
{
    const std::span<const BuiltInScene> scenes = builtInScenes();
    Value::List list;
    for (std::size_t i = 0; i < scenes.size(); ++i)
    {
        Value::Fields fields = {{"name", scenes[i].name}, {"description", scenes[i].description}, {"source", scenes[i].source}};
        if (!drawings.empty())
        {
            fields.emplace_back("picture", (std::filesystem::path(options.folder) / drawings[i].file).string());
            fields.emplace_back("cells", drawings[i].cells);
            fields.emplace_back("portals", drawings[i].portals);
            fields.emplace_back("vertices", drawings[i].vertices);
            fields.emplace_back("area", drawings[i].area);
        }
        list.emplace_back(std::move(fields));
    }
    return list;
}

static Value::List listScenarios(const ScenesOptions& options, std::span<const BuiltInScenario> scenarios,
                                 const std::vector<ScenarioDrawing>& drawings)
{
    Value::List list;
    for (std::size_t i = 0; i < scenarios.size(); ++i)
    {
        Value::Fields fields = {
            {"name", scenarios[i].name}, {"description", scenarios[i].description}, {"source", scenarios[i].source}};
        if (!drawings.empty())
        {
            fields.emplace_back("picture", (std::filesystem::path(options.folder) / drawings[i].file).string());
            fields.emplace_back("agents", drawings[i].agents);
            fields.emplace_back("area", drawings[i].area);
        }
        list.emplace_back(std::move(fields));
    }
    return list;
}

template <typename List>
static std::string formatNames(const List& list)
{
    std::size_t widest = 0;
    for (const auto& item : list) widest = std::max(widest, item.name.size());
    std::string text;
    for (const auto& item : list) text += fmt::format("{:<{}}  {}\n", item.name, widest, item.description);
    return text;
}

void runScenes(const ScenesOptions& options)
{
    std::vector<Drawing> drawings;
    std::vector<MeshDrawing> mesh_drawings;
    std::vector<ScenarioDrawing> scenario_drawings, battle_drawings;
    if (!options.folder.empty())
    {
        drawings = drawAll(options);
        mesh_drawings = drawMeshes(options);
        scenario_drawings = drawScenarios(options);
        battle_drawings = drawBattles(options);
        const std::string html =
            formatContactSheet(drawings, mesh_drawings, scenario_drawings, battle_drawings, options.format != "pdf");
        require(writeFile((std::filesystem::path(options.folder) / "index.html").string(), std::as_bytes(std::span(html))));
    }
    if (options.common.json)
        return printOutput(formatJson(Value::Fields{{"scenes", listScenes(options, drawings)},
                                                    {"meshes", listMeshes(options, mesh_drawings)},
                                                    {"scenarios", listScenarios(options, builtInScenarios(), scenario_drawings)},
                                                    {"battles", listScenarios(options, builtInBattles(), battle_drawings)}}));
    std::string text = "Scenes:\n" + formatNames(builtInScenes()) + "\nMeshes, for '--as surface':\n" +
                       formatNames(builtInMeshes()) + "\nScenarios, for 'clearway crowd':\n" + formatNames(builtInScenarios()) +
                       "\nBattles, for 'clearway crowd' too:\n" + formatNames(builtInBattles());
    if (!drawings.empty())
        text += fmt::format("\n{}, {}, {} and {} drawn; look at {}\n", formatCount(drawings.size(), "scene", "scenes"),
                            formatCount(mesh_drawings.size(), "mesh", "meshes"),
                            formatCount(scenario_drawings.size(), "scenario", "scenarios"),
                            formatCount(battle_drawings.size(), "battle", "battles"),
                            (std::filesystem::path(options.folder) / "index.html").string());
    printOutput(text);
}

} // namespace clearway::cli
