// SPDX-License-Identifier: MIT
// `clearway path --using field`: one question, for one radius or several, down a whole field or from coarse to fine.
#include <clearway/field_picture.h>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

#include "field_answer.h"
#include "field_map.h"
#include "path_answer.h"
#include "picture_name.h"

namespace clearway::cli {

namespace {

using Clock = std::chrono::steady_clock;

struct Answer
{
    FieldAnswer answer;
    std::optional<FieldGrid> grid; ///< empty: it could not be built for this radius
    std::optional<Field> field;    ///< empty: not needed, or not solved
    std::string method;
    Vec2 from, to;
    double solve_seconds = 0;
    double microseconds = 0; ///< of following a field that is there, or of a warm search from coarse to fine
    FieldPlannerReport report;
};

struct Ends
{
    Vec2 from, to;
};

} // namespace

static double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// A cell from which the most steps are needed to `first`.
static std::int32_t findFarthest(const FieldGrid& grid, std::int32_t first)
{
    std::vector<bool> is_reached(static_cast<std::size_t>(grid.cellCount()));
    std::vector<std::int32_t> reached = {first};
    is_reached[static_cast<std::size_t>(first)] = true;
    for (std::size_t i = 0; i < reached.size(); ++i)
        for (const Toward side : {Toward::right, Toward::up, Toward::left, Toward::down})
            if (const std::int32_t next = grid.neighbour(reached[i], side);
                next != FieldGrid::kNone && !is_reached[static_cast<std::size_t>(next)])
            {
                is_reached[static_cast<std::size_t>(next)] = true;
                reached.push_back(next);
            }
    return reached.back();
}

/// A free cell of the largest connected part of a grid that has free cells.
static std::int32_t findLargestPart(const FieldGrid& grid)
{
    struct Part
    {
        std::int32_t size = 0;
        std::int32_t cell = FieldGrid::kNone;
    };
    std::vector<Part> parts(static_cast<std::size_t>(grid.componentCount()));
    for (std::int32_t cell = grid.cellCount() - 1; cell >= 0; --cell)
    {
        if (!grid.isFree(cell)) continue;
        Part& part = parts[static_cast<std::size_t>(grid.componentOf(cell))];
        part = {part.size + 1, cell};
    }
    return std::ranges::max_element(parts, {}, &Part::size)->cell;
}

/// What was asked, or two places far from each other in the largest connected part.
static Ends chooseEnds(const PathCommandOptions& options, const FieldGrid& grid)
{
    Ends ends = {options.from.position, options.to.position};
    if ((options.from.is_given && options.to.is_given) || grid.freeCount() == 0) return ends;
    const std::int32_t largest = findLargestPart(grid);
    const PointArgument& given = options.from.is_given ? options.from : options.to;
    std::int32_t end = given.is_given && isFinite(given.position) ? grid.findNearestFree(given.position, computeReach(grid))
                                                                  : findFarthest(grid, largest);
    if (end == FieldGrid::kNone) end = largest; // the question will be refused for the other point
    if (!options.from.is_given) ends.from = grid.centerOf(given.is_given ? findFarthest(grid, end) : end);
    if (!options.to.is_given) ends.to = grid.centerOf(findFarthest(grid, end));
    return ends;
}

static void follow(Answer& answer, const PathCommandOptions& options, std::span<const FieldGoal> goals, const Walls& walls,
                   const Progress& progress)
{
    const FieldArguments& arguments = options.search.field;
    const FieldSolverOptions solving = makeSolverOptions(*answer.grid, arguments);
    const Clock::time_point start = Clock::now();
    const FieldSolver solver = require(buildFieldSolver(*answer.grid, makeEquation(arguments), solving, progress));
    const std::vector<std::int32_t> cells = require(findGoalCells(*answer.grid, goals, computeReach(*answer.grid)));
    answer.field.emplace(require(solver.solve(cells, progress)));
    answer.solve_seconds = secondsSince(start);
    answer.method = toText(solver.method());
    // Once to warm up, once to measure: what a program that asks all the time will see.
    Streamline line;
    answer.field->follow(answer.from, line);
    const Clock::time_point before = Clock::now();
    answer.field->follow(answer.from, line);
    answer.microseconds = 1e6 * secondsSince(before);
    finish(answer.answer, answer.field->findPath(answer.from), walls);
    if (!answer.field->potential().hasConverged())
        printMessage(fmt::format("{} has not converged after {}: directions may be wrong.", answer.method,
                                 formatCount(static_cast<std::size_t>(answer.field->potential().sweeps()), "sweep", "sweeps")));
}

static void search(Answer& answer, const PathCommandOptions& options, const Walls& walls)
{
    const FieldEquation equation = makeEquation(options.search.field);
    FieldPlannerOptions planning;
    planning.eps = equation.eps;
    planning.v = equation.v;
    const Clock::time_point start = Clock::now();
    const FieldPlanner planner(*answer.grid, planning);
    answer.solve_seconds = secondsSince(start);
    answer.method = "multi_resolution";
    const Clock::time_point before = Clock::now();
    Path path = planner.find(answer.from, answer.to, &answer.report);
    answer.microseconds = 1e6 * secondsSince(before);
    finish(answer.answer, std::move(path), walls);
}

static Answer ask(const PathCommandOptions& options, const Input& input, std::optional<double> radius, int layer,
                  const Walls& walls, const Progress& progress)
{
    Answer answer;
    answer.from = options.from.position;
    answer.to = options.to.position;
    if (radius && !(std::isfinite(*radius) && *radius >= 0))
    {
        answer.answer.radius = *radius;
        answer.answer.problem = "bad_radius";
        answer.answer.reason = "the radius must be a number of metres, at least 0";
        return answer;
    }
    answer.grid = buildGrid(input, {.radius = radius, .cell = options.search.field.cell}, layer, progress);
    const Ends ends = chooseEnds(options, *answer.grid);
    answer.from = ends.from;
    answer.to = ends.to;
    std::vector<FieldGoal> goals = {{.position = ends.to}};
    for (const Vec2 goal : options.search.field.other_goals) goals.push_back({.position = goal});
    answer.answer = checkQuestion(*answer.grid, walls, ends.from, goals);
    if (answer.answer.status != PathStatus::complete) return answer;
    if (options.search.field.multi_resolution)
        search(answer, options, walls);
    else
        follow(answer, options, goals, walls, progress);
    return answer;
}

static Value describe(const Answer& answer, const FieldArguments& arguments)
{
    const FieldEquation equation = makeEquation(arguments);
    Value::Fields fields = describeBriefly(answer.answer);
    // After "clearance", as documented.
    fields.insert(fields.begin() + 3, {{"radius", answer.answer.radius},
                                       {"from", describe(answer.from)},
                                       {"to", describe(answer.to)},
                                       {"points", describePoints(answer.answer)},
                                       {"microseconds", answer.microseconds},
                                       {"solve_seconds", answer.solve_seconds},
                                       {"method", answer.method.empty() ? Value() : Value(answer.method)},
                                       {"eps", equation.eps},
                                       {"v", describe(equation.v)}});
    if (!answer.answer.reason.empty()) fields.emplace_back("reason", answer.answer.reason);
    if (answer.grid)
        fields.emplace_back("grid", Value::Fields{{"width", answer.grid->width()},
                                                  {"height", answer.grid->height()},
                                                  {"cell_size", answer.grid->cellSize()},
                                                  {"free", answer.grid->freeCount()},
                                                  {"components", answer.grid->componentCount()}});
    if (answer.field)
    {
        fields.emplace_back("sweeps", answer.field->potential().sweeps());
        fields.emplace_back("has_converged", answer.field->potential().hasConverged());
    }
    if (answer.report.levels > 0)
        fields.emplace_back("search", Value::Fields{{"levels", answer.report.levels},
                                                    {"widened", answer.report.widened},
                                                    {"used_full_field", answer.report.used_full_field},
                                                    {"solved_cells", answer.report.solved_cells}});
    return fields;
}

static std::string formatText(const Answer& answer)
{
    std::string text = formatAnswer(answer.answer);
    if (answer.grid && answer.answer.status == PathStatus::complete)
        text += fmt::format("; {}, {} in {} ms", formatCells(*answer.grid),
                            answer.field ? fmt::format("solved by {}", answer.method) : "searched from coarse to fine",
                            formatNumber(1000 * answer.solve_seconds + (answer.field ? 0 : answer.microseconds / 1000)));
    return text + "\n";
}

/// The first field that was solved, with the ways of all radii.
static void draw(const PathCommandOptions& options, const Input& input, const std::vector<Answer>& answers, int layer)
{
    std::vector<DrawnPath> paths;
    const Answer* shown = nullptr;
    for (std::size_t i = 0; i < answers.size(); ++i)
    {
        const FieldAnswer& answer = answers[i].answer;
        const bool has_path = answer.status == PathStatus::complete;
        const std::string radius = fmt::format("radius {} m", formatNumber(answer.radius, 3));
        paths.push_back({.pieces = has_path ? answer.path.pieces() : std::span<const PathPiece>(),
                         .radius = answer.radius,
                         .label = has_path ? fmt::format("{}: {} m", radius, formatNumber(answer.length, 2))
                                           : fmt::format("{}: {}", radius, toText(answer.status))});
        if (answers[i].grid && (!shown || (answers[i].field && !shown->field))) shown = &answers[i];
    }
    if (!shown) throw Failure(ErrorCode::invalid_argument, "there is nothing to draw: no radius is one.");
    std::vector<DrawnMark> marks;
    if (isFinite(shown->from)) marks.push_back({.position = shown->from, .radius = 0, .label = "from"});
    if (isFinite(shown->to)) marks.push_back({.position = shown->to, .radius = 0, .label = "to"});
    for (const Vec2 goal : options.search.field.other_goals)
        if (isFinite(goal)) marks.push_back({.position = goal, .radius = 0, .label = "or to"});
    const std::optional<Scene> scene = input.field ? std::nullopt : std::optional(buildOutline(input, {}));
    FieldPictureOptions picture;
    picture.width = options.width;
    picture.title = options.title.empty() ? makeTitle(input) : options.title;
    picture.scene = scene ? &*scene : nullptr;
    picture.layer = layer;
    picture.paths = paths;
    picture.marks = marks;
    require(shown->field ? saveFieldPicture(*shown->field, options.output, picture)
                         : saveFieldPicture(*shown->grid, options.output, picture));
}

static void checkArguments(const PathCommandOptions& options)
{
    const FieldArguments& field = options.search.field;
    if (field.multi_resolution && (field.method || !field.other_goals.empty()))
        throw UsageError("--multi-resolution finds the way to one goal in its own manner: leave out --method and --or-to");
    if (field.v == Vec2{} && field.eps.value_or(0) != 0) printMessage("--v 0,0 bends nothing: --eps has no effect.");
}

/// A scene with floors: which one is meant is looked up in its cells.
static int findFieldLayer(const PathCommandOptions& options, const Input& input)
{
    const PointArgument& point = options.from.height ? options.from : options.to;
    if (!point.height || input.field) return 0;
    const int layer = findLayer(buildMesh(input, options.mesh, {}), point);
    return layer == kAnyLayer ? 0 : layer;
}

void runFieldPath(const PathCommandOptions& options, const Input& input, ProgressBar& bar)
{
    checkArguments(options);
    const int layer = findFieldLayer(options, input);
    const Walls walls = input.field ? Walls() : Walls(buildOutline(input, bar.callback()), layer);
    std::vector<std::optional<double>> radii(options.radii.begin(), options.radii.end());
    if (radii.empty()) radii.emplace_back();
    std::vector<Answer> answers;
    for (const std::optional<double>& radius : radii)
        answers.push_back(ask(options, input, radius, layer, walls, bar.callback()));
    stopIfInterrupted();
    if (!options.output.empty()) draw(options, input, answers, layer);
    bar.clear();
    printRepairs(input.name, input.report);

    if (options.common.json)
    {
        Value::List list;
        for (const Answer& answer : answers) list.push_back(describe(answer, options.search.field));
        return printOutput(formatJson(answers.size() == 1 ? list.front() : Value(Value::Fields{{"paths", std::move(list)}})));
    }
    std::string text;
    for (const Answer& answer : answers) text += formatText(answer);
    if (!options.output.empty()) text += options.output + "\n";
    printOutput(text);
}

} // namespace clearway::cli
