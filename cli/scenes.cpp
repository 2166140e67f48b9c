// SPDX-License-Identifier: MIT
#include <clearway/picture.h>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "commands.h"
#include "output.h"
#include "progress_bar.h"

namespace clearway::cli {

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

} // namespace

static std::string escapeHtml(std::string_view text)
{
    std::string escaped;
    for (char c : text)
    {
        if (c == '&')
            escaped += "&amp;";
        else if (c == '<')
            escaped += "&lt;";
        else if (c == '>')
            escaped += "&gt;";
        else if (c == '"')
            escaped += "&quot;";
        else
            escaped += c;
    }
    return escaped;
}

/// A page with all pictures, to look at in a browser without any server.
static std::string formatContactSheet(const std::vector<Drawing>& drawings, bool embeds_pictures)
{
    std::string html =
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n<title>Clearway: built-in scenes</title>\n"
        "<style>\n"
        "body { font: 15px/1.45 system-ui, sans-serif; color: #232933; background: #f4f5f7; margin: 2rem; }\n"
        "main { display: grid; grid-template-columns: repeat(auto-fill, minmax(22rem, 1fr)); gap: 1.2rem; }\n"
        "figure { margin: 0; background: #fff; border-radius: 8px; overflow: hidden; box-shadow: 0 1px 4px #0002; }\n"
        "figure img { display: block; width: 100%; height: 17rem; object-fit: contain; background: #fff; }\n"
        "figcaption { padding: .7rem 1rem 1rem; } figcaption small { color: #626975; }\n"
        "</style>\n<h1>Built-in scenes</h1>\n<main>\n";
    const std::span<const BuiltInScene> scenes = builtInScenes();
    for (std::size_t i = 0; i < scenes.size(); ++i)
    {
        const Drawing& drawing = drawings[i];
        const std::string picture =
            embeds_pictures ? fmt::format("<img src=\"{0}\" alt=\"{1}\" loading=\"lazy\">", drawing.file, scenes[i].name)
                            : std::string(scenes[i].name);
        std::string source;
        if (!scenes[i].source.empty()) source = fmt::format("<br><small>After {}</small>", escapeHtml(scenes[i].source));
        html += fmt::format("<figure><a href=\"{}\">{}</a><figcaption><strong>{}</strong> {}<br><small>{} · {} · {} · {} "
                            "m²</small>{}</figcaption></figure>\n",
                            drawing.file, picture, escapeHtml(scenes[i].name), escapeHtml(scenes[i].description),
                            formatCount(drawing.cells, "cell", "cells"), formatCount(drawing.portals, "portal", "portals"),
                            formatCount(drawing.vertices, "vertex", "vertices"), formatNumber(drawing.area, 0), source);
    }
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
        const Scene scene = require(buildScene(require(buildSceneInput(name, options.generator)), nullptr, part));
        const NavMesh mesh = require(buildNavMesh(scene, {.progress = part}));
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
    const std::string html = formatContactSheet(drawings, options.format != "pdf");
    require(writeFile((std::filesystem::path(options.folder) / "index.html").string(), std::as_bytes(std::span(html))));
    return drawings;
}

void runScenes(const ScenesOptions& options)
{
    const std::span<const BuiltInScene> scenes = builtInScenes();
    std::vector<Drawing> drawings;
    if (!options.folder.empty()) drawings = drawAll(options);

    if (options.common.json)
    {
        Value::List list;
        for (std::size_t i = 0; i < scenes.size(); ++i)
        {
            Value::Fields fields = {
                {"name", scenes[i].name}, {"description", scenes[i].description}, {"source", scenes[i].source}};
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
        return printOutput(formatJson(Value::Fields{{"scenes", std::move(list)}}));
    }
    std::size_t widest = 0;
    for (const BuiltInScene& scene : scenes) widest = std::max(widest, scene.name.size());
    std::string text;
    for (const BuiltInScene& scene : scenes) text += fmt::format("{:<{}}  {}\n", scene.name, widest, scene.description);
    if (!drawings.empty())
        text += fmt::format("\n{} drawn; look at {}\n", formatCount(drawings.size(), "scene", "scenes"),
                            (std::filesystem::path(options.folder) / "index.html").string());
    printOutput(text);
}

} // namespace clearway::cli
