// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cmath>

#include <clearway/clearance.h>
#include <clearway/navmesh/verify.h>

#include "commands.h"
#include "corridor_map.h"
#include "field_map.h"
#include "mesh_statistics.h"
#include "output.h"
#include "passages.h"
#include "progress_bar.h"
#include "run_commands.h"
#include "run_files.h"
#include "surface_mesh.h"

namespace clearway::cli {

/// Checking a scene compares every edge with every other: a few seconds for this many.
static constexpr std::size_t kMaxVerifiedVertices = 20'000;

namespace {

struct Verification
{
    std::vector<std::string> problems;
    std::string remark; ///< what was left out
};

} // namespace

static Verification verifyAll(const Input& input, const NavMesh& mesh, const MeshOptions& options)
{
    Verification verification;
    if (input.scene && input.scene->points().size() <= kMaxVerifiedVertices)
        verification.problems = clearway::verify(*input.scene);
    else if (input.scene)
        verification.remark = fmt::format("the outlines themselves were not checked: they have more than {} vertices",
                                          formatNumber(static_cast<double>(kMaxVerifiedVertices), 0));
    VerifyOptions verify_options;
    verify_options.relaxation = options.relaxation;
    // What comes from a file may have been relaxed or imported; nothing in it says so.
    verify_options.must_be_convex = !input.mesh || options.cells.has_value();
    if (input.scene) verify_options.scene = &*input.scene;
    for (const MeshProblem& problem : clearway::verify(mesh, verify_options)) verification.problems.push_back(problem.message);
    return verification;
}

static std::size_t countHoles(const Scene& scene)
{
    std::size_t count = 0;
    for (const Scene::RingRange& ring : scene.rings()) count += ring.is_hole;
    return count;
}

static Value describeScene(const Scene& scene)
{
    const Box2 bounds = scene.bounds();
    return Value::Fields{
        {"name", scene.name()},
        {"areas", scene.areas().size()},
        {"rings", scene.rings().size()},
        {"holes", countHoles(scene)},
        {"vertices", scene.points().size()},
        {"layers", scene.layerCount()},
        {"area", scene.area()},
        {"bounds", Value::List{bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y}},
        {"hash", formatHash(scene.computeHash())},
    };
}

static std::string formatBounds(const Box2& bounds)
{
    return fmt::format("({}, {}) to ({}, {}), {} x {} m", formatNumber(bounds.min.x), formatNumber(bounds.min.y),
                       formatNumber(bounds.max.x), formatNumber(bounds.max.y), formatNumber(bounds.size().x),
                       formatNumber(bounds.size().y));
}

static void addLine(std::string& text, std::string_view label, std::string_view value)
{
    text += fmt::format("  {:<12} {}\n", label, value);
}

static std::string formatPassage(double radius, Vec2 at)
{
    return fmt::format("radius {} m, at ({}, {})", formatNumber(radius, 4), formatNumber(at.x), formatNumber(at.y));
}

/// A map counts its rows from the top; our y grows upwards.
static std::string formatGrid(const SquareGrid& grid)
{
    return fmt::format("{} x {} of {} m; the square in column c and row r of the file, both from 0, is around (c + 0.5, {} - r)",
                       grid.columns, grid.rows, formatNumber(grid.square_size), formatNumber(grid.rows - 0.5));
}

static std::string formatText(const Input& input, const NavMesh& mesh, const MeshStatistics& statistics, const Passages& passages)
{
    std::string text = fmt::format("{}: {}\n", input.name,
                                   input.is_built_in ? "built-in scene"
                                   : input.scene     ? "scene"
                                                     : "navigation mesh");
    if (input.scene)
        addLine(text, "outlines",
                fmt::format("{}, {}, {}", formatCount(input.scene->areas().size(), "area", "areas"),
                            formatCount(countHoles(*input.scene), "hole", "holes"),
                            formatCount(input.scene->points().size(), "vertex", "vertices")));
    if (input.grid) addLine(text, "squares", formatGrid(*input.grid));
    addLine(text, "bounds", formatBounds(mesh.bounds()));
    addLine(text, "free space", fmt::format("{} m²", formatNumber(mesh.area())));
    addLine(text, "lattice", fmt::format("{:.3g} m", mesh.frame().quantum));
    addLine(text, "cells",
            fmt::format("{}, from {}", formatNumber(static_cast<double>(mesh.cells().size()), 0),
                        formatCount(mesh.vertices().size(), "vertex", "vertices")));
    std::string portals = formatNumber(static_cast<double>(mesh.portals().size()), 0);
    if (!mesh.portals().empty())
        portals +=
            fmt::format(", {} to {} m long", formatNumber(statistics.shortest_portal), formatNumber(statistics.longest_portal));
    addLine(text, "portals", portals);
    if (!std::isnan(passages.widest)) addLine(text, "widest", formatPassage(passages.widest, passages.widest_at));
    if (!std::isnan(passages.gets_about))
        addLine(text, "gets about", fmt::format("up to radius {} m", formatNumber(passages.gets_about, 4)));
    if (!std::isnan(passages.narrowest)) addLine(text, "narrowest", formatPassage(passages.narrowest, passages.narrowest_at));
    addLine(text, "obstacles", formatCount(mesh.obstacles().size(), "edge", "edges"));
    addLine(text, "components", formatNumber(mesh.componentCount(), 0));
    addLine(text, "islands", formatNumber(static_cast<double>(statistics.islands), 0));
    addLine(text, "memory", formatCount(mesh.memoryBytes(), "byte", "bytes"));
    if (input.file_bytes >= 0) addLine(text, "file", formatCount(static_cast<std::size_t>(input.file_bytes), "byte", "bytes"));
    addLine(text, "hash", formatHash(mesh.computeHash()));
    return text;
}

void runInfo(const InfoOptions& options)
{
    if (!options.input.format && isRunFile(options.input.path)) return printRunInfo(options);
    ProgressBar bar;
    const Input input = loadInput(options.input, bar.callback());
    if (input.isSurface())
    {
        bar.clear();
        return printSurfaceInfo(options, input);
    }
    requireSurfaceUnused(options.surface, input);
    if (input.corridor)
    {
        if (options.verify || options.mesh.cells || options.mesh.relaxation > 0)
            throw UsageError(fmt::format("'{}' holds a corridor map: leave out --verify, --decomposition and --relax. A map that "
                                         "could be read has been checked",
                                         options.input.path));
        bar.clear();
        return printCorridorInfo(options, input);
    }
    if (input.field)
    {
        if (options.verify || options.mesh.cells || options.mesh.relaxation > 0)
            throw UsageError(
                fmt::format("'{}' holds the grid of a field: leave out --verify, --decomposition and --relax. A grid "
                            "that could be read has been checked",
                            options.input.path));
        bar.clear();
        return printFieldInfo(options, input);
    }
    const NavMesh mesh = buildMesh(input, options.mesh, bar.callback());
    const MeshStatistics statistics = computeStatistics(mesh);
    // Floors that stairs join have no common plane: nothing is known about their passages then.
    const Result<ClearanceMesh> clearance = buildClearance(mesh, {.progress = bar.callback()});
    stopIfInterrupted();
    const Passages passages = clearance ? computePassages(clearance->voronoi(), mesh.frame().quantum) : Passages();
    if (!clearance) printMessage(fmt::format("{}: nothing is known of its passages: {}", input.name, clearance.error().message));
    Verification verification;
    if (options.verify) verification = verifyAll(input, mesh, options.mesh);
    stopIfInterrupted();
    bar.clear();
    printRepairs(input.name, input.report);
    if (!verification.remark.empty()) printMessage(fmt::format("{}: {}", input.name, verification.remark));

    if (options.common.json)
    {
        Value::Fields fields = {{"kind", input.scene ? "scene" : "navmesh"}, {"source", input.path}};
        for (auto& field : describe(mesh, statistics)) fields.push_back(std::move(field));
        fields.emplace_back("widest", passages.widest);
        fields.emplace_back("narrowest", passages.narrowest);
        fields.emplace_back("gets_about", passages.gets_about);
        if (!std::isnan(passages.widest))
            fields.emplace_back("widest_at", Value::List{passages.widest_at.x, passages.widest_at.y});
        if (!std::isnan(passages.narrowest))
            fields.emplace_back("narrowest_at", Value::List{passages.narrowest_at.x, passages.narrowest_at.y});
        if (clearance) fields.emplace_back("clearance_bytes", clearance->memoryBytes());
        if (input.file_bytes >= 0) fields.emplace_back("file_bytes", input.file_bytes);
        if (input.scene) fields.emplace_back("scene", describeScene(*input.scene));
        if (input.grid)
            fields.emplace_back("squares", Value::Fields{{"columns", static_cast<std::int64_t>(input.grid->columns)},
                                                         {"rows", static_cast<std::int64_t>(input.grid->rows)}});
        fields.emplace_back("repairs", describe(input.report));
        if (options.verify)
        {
            Value::List problems;
            for (const std::string& problem : verification.problems) problems.emplace_back(problem);
            fields.emplace_back("problems", std::move(problems));
        }
        printOutput(formatJson(fields));
        return requireNoProblems(input.name, verification.problems);
    }
    std::string text = formatText(input, mesh, statistics, passages);
    if (options.verify) addLine(text, "verified", verification.problems.empty() ? "nothing wrong" : "see below");
    for (const std::string& problem : verification.problems) text += fmt::format("  problem: {}\n", problem);
    printOutput(text);
    requireNoProblems(input.name, verification.problems);
}

} // namespace clearway::cli
