// SPDX-License-Identifier: MIT
// `clearway scenes`: the built-in scenes, meshes, scenarios and battles, listed or drawn.
#include <html.h>

#include <clearway/io/crowd_scenario.h>
#include <clearway/native/picture.h>
#include <clearway/native/surface_picture.h>
#include <clearway/plan.h>
#include <clearway/rts/run.h>
#include <clearway/scene/mesh_generators.h>
#include <clearway/surface/build.h>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "commands.h"
#include "picture_name.h"
#include "progress_bar.h"
#include "recorder.h"
#include "run_files.h"

namespace clearway::cli {

using experiments::escapeHtml;

namespace {

/// Something built in, and its picture.
struct Entry
{
    std::string name;
    std::string_view description;
    std::string_view source;
    std::string file = {};    ///< of the picture, in the folder; empty: it was not drawn
    Value::Fields facts = {}; ///< for machines
    std::string numbers = {}; ///< for people
};

/// A kind of things that are built in.
struct Section
{
    const char* name;    ///< for machines
    const char* title;   ///< of the page
    const char* heading; ///< of the list
    std::vector<Entry> entries;
    void (*draw)(const ScenesOptions& options, Entry& entry, const Progress& progress);
};

} // namespace

static std::string makePath(const ScenesOptions& options, const std::string& file)
{
    return (std::filesystem::path(options.output) / file).string();
}

static void drawScene(const ScenesOptions& options, Entry& entry, const Progress& progress)
{
    const Scene scene =
        require(buildScene(require(buildSceneInput(entry.name, options.generator)), nullptr, {.progress = progress}));
    const NavMesh mesh = require(buildNavMesh(scene, {.execution = {.progress = progress}}));
    entry.file = entry.name + "." + options.format;
    entry.facts = {{"cells", mesh.cells().size()},
                   {"portals", mesh.portals().size()},
                   {"vertices", mesh.vertices().size()},
                   {"area", mesh.area()}};
    entry.numbers = fmt::format("{} · {} · {} · {} m²", formatCount(mesh.cells().size(), "cell", "cells"),
                                formatCount(mesh.portals().size(), "portal", "portals"),
                                formatCount(mesh.vertices().size(), "vertex", "vertices"), formatNumber(mesh.area(), 0));
    stopIfInterrupted();
    require(savePicture(mesh, makePath(options, entry.file), makePicture<PictureOptions>(options, entry.name)));
}

static void drawMesh(const ScenesOptions& options, Entry& entry, const Progress& progress)
{
    const MeshGeneratorOptions generator = {.seed = options.generator.seed, .detail = options.generator.scale};
    const TriangleMesh triangles = require(buildTriangleMesh(entry.name, generator));
    const SurfaceMesh surface = require(buildSurfaceMesh(triangles, {.execution = {.progress = progress}}));
    entry.file = entry.name + "." + options.format;
    entry.facts = {{"triangles", triangles.triangleCount()}, {"area", triangles.area()}, {"walkable_area", surface.area()}};
    entry.numbers = fmt::format("{} · {} m², {} m² walkable", formatCount(triangles.triangleCount(), "triangle", "triangles"),
                                formatNumber(triangles.area(), 0), formatNumber(surface.area(), 0));
    stopIfInterrupted();
    require(saveSurfacePicture(surface, makePath(options, entry.file), makePicture<SurfacePictureOptions>(options, entry.name)));
}

/// Everybody at the start.
static void drawStart(const ScenesOptions& options, Entry& entry, const Scenario& scenario, const PlannerParts& parts,
                      const Crowd& crowd)
{
    const double area = parts.scene ? parts.scene->area() : parts.surface->area();
    entry.file = "scenario_" + scenario.name + "." + options.format;
    entry.facts = {{"agents", crowd.size()}, {"area", area}};
    entry.numbers = fmt::format("{} · {} m²", formatCount(crowd.size(), "agent", "agents"), formatNumber(area, 0));
    Recorder recorder({}, true, 1);
    recorder.begin(scenario, parts.scene);
    recorder.record(crowd, 0);
    recorder.finish();
    RenderOptions drawing;
    drawing.output = makePath(options, entry.file);
    drawing.as = RunDrawing::snapshot;
    drawing.width = options.width;
    saveRunDrawing(recorder.currentPath(), drawing, parts.surface, {});
}

static void drawScenario(const ScenesOptions& options, Entry& entry, const Progress& progress)
{
    const Scenario scenario = require(buildScenario(entry.name, {.seed = options.generator.seed}));
    const Scene scene = require(loadScenarioScene(scenario, nullptr, {.progress = progress}));
    World world = require(buildWorld(scene, scenario.guide, {}, {.progress = progress}));
    ScenarioRun run = require(ScenarioRun::start(scenario, std::move(world), {.execution = {.progress = progress}}));
    // Sources have put nobody there yet: a moment later somebody is.
    for (int i = 0; i < 100 && run.crowd().size() == 0 && !run.isOver(); ++i) run.step();
    drawStart(options, entry, scenario, {.scene = scene}, run.crowd());
}

static void drawBattle(const ScenesOptions& options, Entry& entry, const Progress& progress)
{
    const BattleScript script = require(buildBattle(entry.name, {.seed = options.generator.seed}));
    const PlannerParts parts = require(loadScenarioParts(script.world, nullptr, {.progress = progress}));
    BattleOptions battle_options;
    battle_options.execution.progress = progress;
    const Battle battle = require(Battle::start(script, parts, battle_options));
    drawStart(options, entry, script.world, battle.parts(), battle.crowd());
}

template <typename List>
static std::vector<Entry> listEntries(const List& list)
{
    std::vector<Entry> entries;
    for (const auto& item : list) entries.push_back({std::string(item.name), item.description, item.source});
    return entries;
}

static std::vector<Section> listSections()
{
    return {
        {"scenes", "Built-in scenes", "Scenes:", listEntries(builtInScenes()), drawScene},
        {"meshes", "Built-in meshes", "Meshes, for '--as surface':", listEntries(builtInMeshes()), drawMesh},
        {"scenarios", "Built-in scenarios", "Scenarios, for 'clearway crowd':", listEntries(builtInScenarios()), drawScenario},
        {"battles", "Built-in battles", "Battles, for 'clearway crowd' too:", listEntries(builtInBattles()), drawBattle},
    };
}

/// A page with all pictures, to look at in a browser without any server.
static std::string formatContactSheet(const std::vector<Section>& sections, bool embeds_pictures)
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
        "</style>\n";
    for (const Section& section : sections)
    {
        html += fmt::format("<h1>{}</h1>\n<main>\n", section.title);
        for (const Entry& entry : section.entries)
        {
            const std::string picture = embeds_pictures
                                            ? fmt::format("<img src=\"{}\" alt=\"{}\" loading=\"lazy\">", entry.file, entry.name)
                                            : entry.name;
            const std::string after =
                entry.source.empty() ? "" : fmt::format("<br><small>After {}</small>", escapeHtml(entry.source));
            html += fmt::format("<figure><a href=\"{}\">{}</a><figcaption><strong>{}</strong> {}<br><small>{}</small>{}"
                                "</figcaption></figure>\n",
                                entry.file, picture, escapeHtml(entry.name), escapeHtml(entry.description), entry.numbers, after);
        }
        html += "</main>\n";
    }
    return html + "</html>\n";
}

static void drawAll(const ScenesOptions& options, std::vector<Section>& sections)
{
    makeFolder(options.output);
    ProgressBar bar;
    for (Section& section : sections)
        for (std::size_t i = 0; i < section.entries.size(); ++i)
        {
            Entry& entry = section.entries[i];
            const double done = static_cast<double>(i) / static_cast<double>(section.entries.size());
            // Only the whole list shows as a bar; the parts may still be stopped.
            section.draw(options, entry, [&](std::string_view, double) { return bar.callback()(entry.name, done); });
            stopIfInterrupted();
        }
    writeText(makePath(options, "index.html"), formatContactSheet(sections, options.format != "pdf"));
}

static Value describe(const ScenesOptions& options, const Section& section)
{
    Value::List list;
    for (const Entry& entry : section.entries)
    {
        Value::Fields fields = {{"name", entry.name}, {"description", entry.description}, {"source", entry.source}};
        if (!entry.file.empty()) fields.emplace_back("picture", makePath(options, entry.file));
        fields.insert(fields.end(), entry.facts.begin(), entry.facts.end());
        list.emplace_back(std::move(fields));
    }
    return list;
}

void runScenes(const ScenesOptions& options)
{
    std::vector<Section> sections = listSections();
    if (!options.output.empty()) drawAll(options, sections);
    Value::Fields document;
    std::vector<std::string> lists, counts;
    for (const Section& section : sections)
    {
        document.emplace_back(section.name, describe(options, section));
        std::size_t widest = 0;
        for (const Entry& entry : section.entries) widest = std::max(widest, entry.name.size());
        lists.push_back(fmt::format("{}\n", section.heading));
        for (const Entry& entry : section.entries)
            lists.back() += fmt::format("{:<{}}  {}\n", entry.name, widest, entry.description);
        counts.push_back(fmt::format("{} {}", section.entries.size(), section.name));
    }
    std::string text = fmt::format("{}", fmt::join(lists, "\n"));
    if (!options.output.empty())
        text += fmt::format("\n{} drawn; look at {}\n", joinWords(counts), makePath(options, "index.html"));
    printOutput(options.common.json ? formatJson(document) : text);
}

} // namespace clearway::cli
