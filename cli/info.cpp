// SPDX-License-Identifier: MIT
// `clearway info`: what a scene, a mesh, a map, a grid or a surface holds.
#include <fmt/format.h>

#include <clearway/clearance.h>
#include <clearway/navmesh/verify.h>
#include <clearway/surface/path.h>

#include "clock.h"
#include "commands.h"
#include "facts.h"
#include "progress_bar.h"
#include "run_files.h"
#include "surface_mesh.h"

namespace clearway::cli {

/// Checking a scene compares every edge with every other: a few seconds for this many.
static constexpr std::size_t kMaxVerifiedVertices = 20'000;
/// As many problems as can be read.
static constexpr std::size_t kMaxSurfaceProblems = 100;

namespace {

struct Info
{
    std::string kind;  ///< for machines
    std::string title; ///< for people
    Facts facts;
    std::vector<std::string> problems; ///< that were found when asked for
};

} // namespace

static std::vector<std::string> verifyMesh(const Input& input, const NavMesh& mesh)
{
    std::vector<std::string> problems;
    if (input.parts.scene && input.parts.scene->points().size() <= kMaxVerifiedVertices)
        problems = clearway::verify(*input.parts.scene);
    else if (input.parts.scene)
        printMessage("{}: the outlines themselves were not checked: they have more than {} vertices", input.name,
                     formatInteger(kMaxVerifiedVertices));
    VerifyOptions options;
    if (input.cells) options.relaxation = input.cells->relaxation;
    // What comes from a file may have been relaxed or imported; nothing in it says so.
    options.must_be_convex = !input.parts.mesh || input.cells || input.keeps_squares;
    if (input.parts.scene) options.scene = &*input.parts.scene;
    for (const MeshProblem& problem : clearway::verify(mesh, options)) problems.push_back(problem.message);
    return problems;
}

static void addScene(Facts& facts, const Scene& scene)
{
    std::size_t hole_count = 0;
    for (const Scene::RingRange& ring : scene.rings()) hole_count += ring.is_hole;
    facts.set("scene", Value::Fields{{"name", scene.name()},
                                     {"areas", scene.areas().size()},
                                     {"rings", scene.rings().size()},
                                     {"holes", hole_count},
                                     {"vertices", scene.points().size()},
                                     {"layers", scene.layerCount()},
                                     {"area", scene.area()},
                                     {"bounds", scene.bounds()},
                                     {"hash", formatHash(scene.computeHash())}});
    facts.add("outlines", "{}, {}, {}", formatCount(scene.areas().size(), "area", "areas"),
              formatCount(hole_count, "hole", "holes"), formatCount(scene.points().size(), "vertex", "vertices"));
}

/// A map counts its rows from the top; our y grows upwards.
static void addGrid(Facts& facts, const SquareGrid& grid)
{
    facts.set("squares", Value::Fields{{"columns", static_cast<std::int64_t>(grid.columns)},
                                       {"rows", static_cast<std::int64_t>(grid.rows)}});
    facts.add(
        "squares",
        fmt::format("{} x {} of {} m; the square in column c and row r of the file, both from 0, is around (c + 0.5, {} - r)",
                    grid.columns, grid.rows, formatNumber(grid.square_size), formatNumber(grid.rows - 0.5)));
}

static Info describeMesh(const InfoOptions& options, const Input& input, const Progress& progress)
{
    const NavMesh mesh = buildMesh(input, progress);
    // Floors that stairs join have no common plane: nothing is known about their passages then.
    const Result<ClearanceMesh> clearance = buildClearance(mesh, {.progress = progress});
    stopIfInterrupted();
    Info info = {input.parts.scene ? "scene" : "navmesh",
                 input.is_built_in   ? "built-in scene"
                 : input.parts.scene ? "scene"
                                     : "navigation mesh",
                 describe(mesh),
                 {}};
    if (!clearance) printMessage("{}: nothing is known of its passages: {}", input.name, clearance.error().message);
    addPassages(info.facts, clearance ? clearance->voronoi().computePassages() : VoronoiDiagram::Passages());
    if (clearance) info.facts.set("clearance_bytes", clearance->memoryBytes());
    if (input.parts.scene) addScene(info.facts, *input.parts.scene);
    if (input.squares) addGrid(info.facts, *input.squares);
    info.facts.set("repairs", describe(input.report));
    if (options.verify) info.problems = verifyMesh(input, mesh);
    stopIfInterrupted();
    return info;
}

static Info describeSurface(const InfoOptions& options, const Input& input, const Progress& progress)
{
    const BuiltSurface built = buildSurface(input, options.planner, progress, "--using");
    const Stopwatch query_watch;
    const SurfaceQuery query(built.mesh);
    query.prepare();
    const double query_seconds = query_watch.seconds();
    const Stopwatch path_watch;
    SurfacePathFinder finder(built.mesh);
    finder.prepare();
    const double path_seconds = path_watch.seconds();
    Info info = {"surface", input.parts.surface ? "surface mesh" : "mesh of triangles, as a surface", describe(built.mesh), {}};
    Facts& facts = info.facts;
    facts.set("query_bytes", query.memoryBytes());
    facts.set("path_bytes", finder.memoryBytes());
    facts.set("seconds", Value::Fields{{"read", input.read_seconds},
                                       {"build", input.parts.surface ? Value() : Value(built.build_seconds)},
                                       {"query", query_seconds},
                                       {"path", path_seconds}});
    if (input.parts.triangles) facts.set("findings", describe(input.mesh_report));
    facts.add("memory", "{}, and {} of the mesh it lies on; {} to find places, {} to find paths",
              formatCount(built.mesh.memoryBytes(), "byte", "bytes"), formatInteger(built.mesh.source().memoryBytes()),
              formatInteger(query.memoryBytes()), formatInteger(finder.memoryBytes()));
    facts.add("times", "read in {} ms, {}ready for places in {} ms, for paths in {} ms", formatNumber(1000 * input.read_seconds),
              input.parts.surface ? "" : fmt::format("built in {} ms, ", formatNumber(1000 * built.build_seconds)),
              formatNumber(1000 * query_seconds), formatNumber(1000 * path_seconds));
    printFindings(input, built.parts);
    if (!options.verify) return info;
    info.problems = verify(built.mesh.source());
    for (std::string& problem : verify(built.mesh)) info.problems.push_back(std::move(problem));
    if (info.problems.size() > kMaxSurfaceProblems) info.problems.resize(kMaxSurfaceProblems);
    return info;
}

/// What a planner has before it is asked.
static Info describePlanner(const InfoOptions& options, const Input& input, const Progress& progress)
{
    refuseOptions(options.common, {"--verify"}, "not with --using");
    const Stopwatch watch;
    const Planner planner = preparePlanner(options.planner, input, progress);
    const double seconds = watch.seconds();
    const PlannerKind& kind = *findPlanner(planner.name());
    const PlannerParts& parts = planner.parts();
    Info info = {"planner", fmt::format("the planner '{}'", kind.name), {}, {}};
    Facts& facts = info.facts;
    facts.fields = {{"planner", kind.name}, {"guides", kind.guides}};
    facts.add("finds", kind.help);
    facts.add("guides", kind.guides.empty() ? "none" : fmt::format("{}", fmt::join(kind.guides, ", ")));
    const auto add = [&](const char* name, const char* label, const Facts& part) {
        facts.set(name, part.fields);
        facts.add(label, part.summary);
    };
    if (parts.mesh) add("navmesh", "mesh", describe(*parts.mesh));
    if (parts.clearance)
    {
        facts.set("clearance_bytes", parts.clearance->memoryBytes());
        facts.add("clearance", formatCount(parts.clearance->memoryBytes(), "byte", "bytes"));
    }
    if (parts.corridor_map) add("corridor", "corridors", describe(*parts.corridor_map));
    if (parts.grid) add("field", "grid", describe(*parts.grid));
    if (parts.surface) add("surface", "surface", describe(*parts.surface));
    facts.set("seconds", seconds);
    facts.add("built", "in {} ms", formatNumber(1000 * seconds));
    printFindings(input, parts);
    return info;
}

static Info describeInput(const InfoOptions& options, const Input& input, const Progress& progress)
{
    if (!options.planner.name.empty()) return describePlanner(options, input, progress);
    if (input.isSurface())
    {
        refuseOptions(options.common, {"Cells"}, "for outlines; a surface is made of triangles already");
        return describeSurface(options, input, progress);
    }
    if (!options.planner.options.empty())
        throw UsageError("{}: for surfaces, and with --using; '{}' is no mesh of triangles", listFlags(options.planner.options),
                         input.path);
    const auto& map = input.parts.corridor_map;
    if (!map && !input.parts.grid) return describeMesh(options, input, progress);
    const char* const what = map ? "corridor map" : "grid of a field";
    refuseOptions(options.common, {"Cells", "--verify"},
                  fmt::format("not for '{}', which holds a {} that was checked when it was read", input.path, what));
    return {map ? "corridor" : "field", what, map ? describe(*map) : describe(*input.parts.grid), {}};
}

void runInfo(const InfoOptions& options)
{
    if (options.input.format.empty() && isRunFile(options.input.path)) return printRunInfo(options);
    ProgressBar bar;
    const Input input = loadInput(options.input, bar.callback(), options.common);
    Info info = describeInput(options, input, bar.callback());
    bar.clear();
    printRepairs(input.name, input.report);
    if (input.file_bytes >= 0)
    {
        info.facts.set("file_bytes", input.file_bytes);
        info.facts.add("file", formatCount(static_cast<std::size_t>(input.file_bytes), "byte", "bytes"));
    }
    if (options.verify)
    {
        info.facts.set("problems", info.problems);
        info.facts.add("verified", info.problems.empty() ? "nothing wrong" : "see below");
        for (const std::string& problem : info.problems) info.facts.text += fmt::format("  problem: {}\n", problem);
    }
    Value::Fields document = {{"kind", info.kind}, {"source", input.path}};
    document.insert(document.end(), info.facts.fields.begin(), info.facts.fields.end());
    printOutput(options.common.json ? formatJson(document) : fmt::format("{}: {}\n{}", input.name, info.title, info.facts.text));
    requireNoProblems(input.name, info.problems);
}

} // namespace clearway::cli
