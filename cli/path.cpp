// SPDX-License-Identifier: MIT
// `clearway path`: one question, for one radius or several.
#include <clearway/picture.h>

#include <fmt/format.h>

#include <chrono>

#include "commands.h"
#include "corridor_answer.h"
#include "corridor_map.h"
#include "field_map.h"
#include "output.h"
#include "path_answer.h"
#include "picture_name.h"
#include "progress_bar.h"
#include "surface_mesh.h"

namespace clearway::cli {

namespace {

struct Answer
{
    double radius = 0;
    Path path;
    double microseconds = 0; ///< of a warm query
};

} // namespace

static Answer ask(PathFinder& finder, const PathCommandOptions& options, double radius, int layer)
{
    using Clock = std::chrono::steady_clock;
    PathOptions question;
    question.radius = radius;
    question.quality = options.search.quality.value_or(PathQuality::shortest);
    question.allow_partial = options.search.partial;
    question.layer = layer;
    Answer answer;
    answer.radius = radius;
    // Once to warm up, once to measure: what a program that asks all the time will see.
    finder.find(options.from.position, options.to.position, question, answer.path);
    const Clock::time_point start = Clock::now();
    finder.find(options.from.position, options.to.position, question, answer.path);
    answer.microseconds = std::chrono::duration<double, std::micro>(Clock::now() - start).count();
    return answer;
}

static Value describe(const Answer& answer)
{
    Value::Fields fields = describeBriefly(answer.path);
    // After "clearance", as documented.
    fields.insert(fields.begin() + 3, {"radius", answer.radius});
    Value::List cells;
    for (CellId cell : answer.path.faces()) cells.emplace_back(cell);
    fields.insert(fields.begin() + 4, {{"points", describePoints(answer.path)},
                                       {"arcs", describeArcs(answer.path)},
                                       {"cells", std::move(cells)},
                                       {"microseconds", answer.microseconds}});
    return fields;
}

static void draw(const PathCommandOptions& options, const Input& input, const NavMesh& mesh, const std::vector<Answer>& answers)
{
    std::vector<DrawnPath> paths;
    for (const Answer& answer : answers)
    {
        DrawnPath path;
        path.pieces = answer.path.pieces();
        path.radius = answer.radius;
        const std::string radius = fmt::format("radius {} m", formatNumber(answer.radius, 3));
        path.label = answer.path.pieces().empty() ? fmt::format("{}: {}", radius, toText(answer.path.status()))
                                                  : fmt::format("{}: {} m{}", radius, formatNumber(answer.path.length(), 2),
                                                                answer.path.status() == PathStatus::partial ? ", partial" : "");
        paths.push_back(std::move(path));
    }
    std::vector<DrawnMark> marks;
    for (const Answer& answer : answers)
        if (answer.path.status() == PathStatus::unreachable && answer.path.widest() >= 0 && marks.empty())
            marks.push_back({.position = planar(answer.path.narrowestAt()),
                             .radius = answer.path.widest(),
                             .label = fmt::format("radius {} m passes here", formatNumber(answer.path.widest(), 3))});
    if (isFinite(options.from.position)) marks.push_back({.position = options.from.position, .radius = 0, .label = "from"});
    if (isFinite(options.to.position)) marks.push_back({.position = options.to.position, .radius = 0, .label = "to"});
    PictureOptions picture;
    picture.width = options.width;
    picture.title = options.title.empty() ? makeTitle(input) : options.title;
    picture.paths = paths;
    picture.marks = marks;
    require(savePicture(mesh, options.output, picture));
}

/// A corridor map knows no heights: which floor is meant is looked up in the cells of its scene.
static int findCorridorLayer(const PathCommandOptions& options, const Input& input, const CorridorMap& map)
{
    const auto sites = map.diagram().sites();
    if (!options.from.height || sites.empty() || sites.front().layer == sites.back().layer) return CorridorMap::kAnyLayer;
    if (input.corridor)
        throw UsageError(
            fmt::format("'{}' has several floors but no heights: give the scene that it was built from", input.path));
    return findLayer(buildMesh(input, options.mesh, {}), options.from);
}

/// Only a field finds a question of its own.
static void requirePoints(const PathCommandOptions& options)
{
    for (const auto& [name, point] : {std::pair{"--from", &options.from}, {"--to", &options.to}})
        if (!point->is_given) throw UsageError(fmt::format("{} is required (see 'clearway path --help')", name));
}

/// Whether it may turn out that a field is asked: said before anything is read.
static bool mayUseField(const PathCommandOptions& options)
{
    if (!options.search.planner.empty()) return options.search.planner == "field";
    const std::optional<Format> format = options.input.format ? options.input.format : findFormat(options.input.path);
    return format == Format::clearway;
}

void runPath(const PathCommandOptions& options)
{
    if (!mayUseField(options)) requirePoints(options);
    if (!options.output.empty()) requirePictureName(options.output);
    if (options.ways && options.radii.size() > 1) throw UsageError("--ways looks for the ways of one radius: give only one");
    ProgressBar bar;
    const Input input = loadInput(options.input, bar.callback());
    if (usesSurface(options.search, input))
    {
        bar.clear();
        requirePoints(options);
        return runSurfacePath(options, input);
    }
    if (options.surface_drawing.isGiven())
        throw UsageError(fmt::format("--view, --edges and --colour are for surfaces; '{}' is none", input.path));
    const Planner planner = choosePlanner(options.search, input, options.mesh, options.ways.has_value());
    if (planner == Planner::field) return runFieldPath(options, input, bar);
    requirePoints(options);
    if (planner == Planner::corridor)
    {
        makePathOptions(options.search, 0); // what does not belong together is said before the map is built
        const CorridorMap map = buildCorridor(input, options.search.corridor, bar.callback());
        bar.clear();
        printRepairs(input.name, input.report);
        return runCorridorPath(options, input, map, findCorridorLayer(options, input, map));
    }
    const NavMesh mesh = buildMesh(input, options.mesh, bar.callback());
    PathFinder finder(prepareClearance(mesh, bar.callback()));
    stopIfInterrupted();

    std::vector<double> radii = options.radii;
    if (radii.empty()) radii.push_back(PathOptions().radius);
    std::vector<Answer> answers;
    for (double radius : radii) answers.push_back(ask(finder, options, radius, findLayer(mesh, options.from)));
    if (!options.output.empty()) draw(options, input, mesh, answers);
    bar.clear();
    printRepairs(input.name, input.report);

    if (options.common.json)
    {
        Value::List list;
        for (const Answer& answer : answers) list.push_back(describe(answer));
        printOutput(formatJson(answers.size() == 1 ? list.front() : Value(Value::Fields{{"paths", std::move(list)}})));
        return;
    }
    std::string text;
    for (const Answer& answer : answers) text += formatAnswer(answer.path, answer.radius) + "\n";
    if (!options.output.empty()) text += options.output + "\n";
    printOutput(text);
}

} // namespace clearway::cli
