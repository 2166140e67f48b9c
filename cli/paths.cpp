// SPDX-License-Identifier: MIT
// `clearway paths`: many questions from a file or a pipe, answered in order.
#include <clearway/io/files.h>
#include <clearway/io/scenarios.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <functional>
#include <memory>

#include "commands.h"
#include "corridor_answer.h"
#include "corridor_map.h"
#include "field_answer.h"
#include "field_map.h"
#include "output.h"
#include "path_answer.h"
#include "progress_bar.h"
#include "surface_answer.h"
#include "surface_mesh.h"

namespace clearway::cli {

namespace {

enum class Points
{
    none,
    all,
};

/// What is kept of one answer.
struct Record
{
    PathStatus status = PathStatus::invalid;
    double length = 0;
    Value::Fields fields;
    std::string text;
    Value::List points; ///< only where they are wanted
};

/// Answers questions, one at a time; each worker has its own.
class Asker
{
public:
    virtual ~Asker() = default;
    virtual void ask(const ListedQuery& question) = 0;
    /// What the last question found.
    virtual Record describe(Points points) const = 0;
};

template <typename AnyPath>
Value::List listPoints(const AnyPath& path)
{
    Value::List list;
    for (Vec2 point : computePoints(path, kPointDeviation)) list.push_back(cli::describe(point));
    return list;
}

class NavMeshAsker : public Asker
{
public:
    NavMeshAsker(const ClearanceMesh& clearance, const SearchArguments& search) : finder_(clearance)
    {
        options_.quality = search.quality.value_or(PathQuality::shortest);
        options_.allow_partial = search.partial;
    }
    void ask(const ListedQuery& question) override
    {
        const PathQuery& query = question.query;
        options_.radius = query.radius;
        finder_.find(query.start, query.goal, options_, path_);
    }
    Record describe(Points points) const override
    {
        Record record = {path_.status(), path_.length(), describeBriefly(path_), formatAnswer(path_, options_.radius), {}};
        if (points == Points::all) record.points = listPoints(path_);
        return record;
    }

private:
    PathFinder finder_;
    PathOptions options_;
    Path path_;
};

class CorridorAsker : public Asker
{
public:
    CorridorAsker(const CorridorMap& map, const SearchArguments& search) : finder_(map), options_(makePathOptions(search, 0)) {}
    void ask(const ListedQuery& question) override
    {
        query_ = question.query;
        options_.radius = query_.radius;
        finder_.find(query_.start, query_.goal, options_, path_);
    }
    Record describe(Points points) const override
    {
        CorridorBlockade blockade;
        if (path_.status() == CorridorStatus::unreachable) blockade = findBlockade(finder_.map(), query_.start, query_.goal);
        Record record = {
            toPathStatus(path_.status()), path_.length(), describeBriefly(path_, blockade), formatAnswer(path_, blockade), {}};
        if (points == Points::all && path_) record.points = listPoints(path_);
        return record;
    }

private:
    CorridorPathFinder finder_;
    CorridorPathOptions options_;
    PathQuery query_;
    CorridorPath path_;
};

class SurfaceAsker : public Asker
{
public:
    SurfaceAsker(const SurfacePathFinder& finder, const SearchArguments& search)
        : finder_(finder), options_(makeSurfaceQuestion(search))
    {
    }
    void ask(const ListedQuery& question) override
    {
        const auto findPoint = [&](Vec2 p, double height) {
            return findSurfacePoint(finder_.query(), p, std::isnan(height) ? std::nullopt : std::optional(height));
        };
        options_.radius = question.query.radius;
        path_ = finder_.find(findPoint(question.query.start, question.start_height),
                             findPoint(question.query.goal, question.goal_height), options_);
    }
    Record describe(Points points) const override
    {
        Record record = {toPathStatus(path_.status()), path_.length(), {}, formatBriefly(path_, options_.radius), {}};
        record.fields = {{"status", toText(path_.status())}, {"length", path_ ? Value(path_.length()) : Value()}};
        record.fields.emplace_back("effort", path_ ? Value(path_.effort()) : Value());
        if (path_.problem() != SurfacePathProblem::none) record.fields.emplace_back("problem", nameProblem(path_.problem()));
        if (points == Points::all)
            for (const SurfacePathPoint& point : path_.points()) record.points.push_back(cli::describe(point.position));
        return record;
    }

private:
    SurfacePathFinder finder_;
    SurfacePathOptions options_;
    SurfacePath path_;
};

class FieldAsker : public Asker
{
public:
    /// Of a grid that is there, and serves one radius.
    FieldAsker(const FieldSolver& solver, const SearchArguments& search) : search_(search), solver_(solver) {}
    /// Of a scene: grids are built as radii come.
    FieldAsker(const Scene& scene, std::shared_ptr<const Walls> walls, const SearchArguments& search)
        : search_(search), scene_(scene), walls_(std::move(walls))
    {
    }
    void ask(const ListedQuery& question) override
    {
        const PathQuery& query = question.query;
        answer_ = {};
        answer_.radius = query.radius;
        const FieldSolver* const solver = prepare(query.radius);
        if (!solver) return;
        std::vector<FieldGoal> goals = {{.position = query.goal}};
        for (const Vec2 goal : search_.field.other_goals) goals.push_back({.position = goal});
        answer_ = checkQuestion(solver->grid(), *walls_, query.start, goals);
        if (answer_.status != PathStatus::complete) return;
        if (search_.field.multi_resolution)
        {
            const FieldEquation equation = makeEquation(search_.field);
            if (!planner_) planner_.emplace(solver->grid(), FieldPlannerOptions{.eps = equation.eps, .v = equation.v});
            return finish(answer_, planner_->find(query.start, query.goal), *walls_);
        }
        const double reach = computeReach(solver->grid());
        const Result<std::vector<std::int32_t>> cells = findGoalCells(solver->grid(), goals, reach);
        const Result<Potential> potential = cells ? solver->solve(*cells) : Result<Potential>(cells.error());
        if (!potential) return fail(potential.error().message);
        finish(answer_, Field(*potential).findPath(query.start), *walls_);
    }
    Record describe(Points points) const override
    {
        Record record = {answer_.status, answer_.length, describeBriefly(answer_), formatAnswer(answer_), {}};
        if (points == Points::all) record.points = describePoints(answer_);
        return record;
    }

private:
    void fail(std::string reason)
    {
        answer_.status = PathStatus::invalid;
        answer_.problem = "not_solved";
        answer_.reason = std::move(reason);
    }
    /// Null when there is none for this radius; the answer says why.
    const FieldSolver* prepare(double radius)
    {
        if (!scene_ && radius > solver_->grid().radius())
            fail(fmt::format("the grid is for radius {} m", formatNumber(solver_->grid().radius(), 4)));
        if (!scene_) return answer_.reason.empty() ? &*solver_ : nullptr;
        if (solver_ && solver_->grid().radius() == radius) return &*solver_;
        planner_.reset();
        solver_.reset();
        FieldGridOptions options;
        options.cell_size = search_.field.cell.value_or(options.cell_size);
        options.radius = radius;
        const Result<FieldGrid> grid = buildFieldGrid(*scene_, options);
        if (!grid) return fail(grid.error().message), nullptr;
        const Result<FieldSolver> solver =
            buildFieldSolver(*grid, makeEquation(search_.field), makeSolverOptions(*grid, search_.field));
        if (!solver) return fail(solver.error().message), nullptr;
        solver_ = *solver;
        return &*solver_;
    }

    const SearchArguments& search_;
    std::optional<Scene> scene_;
    std::optional<FieldSolver> solver_; ///< of the last radius
    std::optional<FieldPlanner> planner_;
    std::shared_ptr<const Walls> walls_ = std::make_shared<const Walls>();
    FieldAnswer answer_;
};

struct Batch
{
    std::vector<Record> records;
    std::vector<double> microseconds; ///< of each query, warm
    double total = 0;                 ///< microseconds on the wall for all of them, split between the workers
};

/// How our lengths compare with those that the file gives.
struct Comparison
{
    std::size_t count = 0;    ///< questions with a length on both sides, above 0
    std::size_t disagree = 0; ///< one says there is a way, the other that there is none
    double mean = 0;          ///< of our length / theirs
    double least = INFINITY;
    double most = 0;
};

} // namespace

static bool isScenario(const std::string& path)
{
    std::string ending = std::filesystem::path(path).extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return ending == ".scen";
}

static QueryList readQueries(const PathsCommandOptions& options, const Input& input)
{
    const std::vector<std::byte> bytes = [&] {
        const ImmediateInterrupt guard;
        return require(readFile(options.queries));
    }();
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (!isScenario(options.queries)) return parseQueries(text, options.radius.value_or(PathOptions().radius));
    // Squares of a grid, unless cells came from elsewhere. Lengths in scenarios are those of a point.
    const bool is_grid = !input.is_built_in && findFormat(input.path) == Format::map;
    Result<QueryList> list = parseScenario(
        text, is_grid || input.grid ? ScenarioCoordinates::squares : ScenarioCoordinates::points, options.radius.value_or(0));
    if (!list)
    {
        Error error = list.error();
        error.place.file = options.queries;
        throw Failure(std::move(error));
    }
    return *list;
}

using MakeAsker = std::function<std::unique_ptr<Asker>()>;

static Batch answerAll(const MakeAsker& makeAsker, const PathsCommandOptions& options, const QueryList& list)
{
    using Clock = std::chrono::steady_clock;
    const std::size_t count = list.queries.size();
    Batch batch;
    batch.records.resize(count);
    batch.microseconds.resize(count);
    WorkerPool pool(options.workers);
    const int worker_count = pool.workerCount();
    std::vector<std::unique_ptr<Asker>> askers;
    for (int i = 0; i < worker_count; ++i) askers.push_back(makeAsker());
    const Clock::time_point start = Clock::now();
    // Worker k answers every worker_count-th question, so that long and short ones mix.
    pool.run(worker_count, [&](int worker) {
        Asker& asker = *askers[static_cast<std::size_t>(worker)];
        for (std::size_t i = static_cast<std::size_t>(worker); i < count && !isInterrupted();
             i += static_cast<std::size_t>(worker_count))
        {
            const Clock::time_point before = Clock::now();
            asker.ask(list.queries[i]);
            batch.microseconds[i] = std::chrono::duration<double, std::micro>(Clock::now() - before).count();
            batch.records[i] = asker.describe(options.points ? Points::all : Points::none);
        }
    });
    batch.total = std::chrono::duration<double, std::micro>(Clock::now() - start).count();
    stopIfInterrupted();
    return batch;
}

static double computeQuantile(std::vector<double> values, double share)
{
    if (values.empty()) return 0;
    const auto index = std::min(static_cast<std::size_t>(share * static_cast<double>(values.size())), values.size() - 1);
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(index), values.end());
    return values[index];
}

static std::optional<Comparison> compare(const QueryList& list, const Batch& batch)
{
    Comparison comparison;
    double sum = 0;
    bool has_references = false;
    for (std::size_t i = 0; i < list.queries.size(); ++i)
    {
        const double reference = list.queries[i].reference_length;
        if (std::isnan(reference)) continue;
        has_references = true;
        const Record& record = batch.records[i];
        if ((reference >= 0) != (record.status == PathStatus::complete)) ++comparison.disagree;
        if (!(reference > 0) || record.status != PathStatus::complete) continue;
        const double ratio = record.length / reference;
        ++comparison.count;
        sum += ratio;
        comparison.least = std::min(comparison.least, ratio);
        comparison.most = std::max(comparison.most, ratio);
    }
    if (!has_references) return std::nullopt;
    comparison.mean = comparison.count > 0 ? sum / static_cast<double>(comparison.count) : 0;
    return comparison;
}

static Value describe(const QueryList& list, const Batch& batch, const std::optional<Comparison>& comparison, bool with_points)
{
    Value::List queries;
    for (std::size_t i = 0; i < list.queries.size(); ++i)
    {
        Value::Fields fields = batch.records[i].fields;
        fields.emplace_back("line", list.queries[i].line);
        if (!std::isnan(list.queries[i].reference_length)) fields.emplace_back("reference", list.queries[i].reference_length);
        if (with_points)
        {
            fields.emplace_back("points", batch.records[i].points);
        }
        queries.emplace_back(std::move(fields));
    }
    Value::Fields document = {
        {"queries", std::move(queries)},
        {"microseconds", Value::Fields{{"median", computeQuantile(batch.microseconds, 0.5)},
                                       {"p99", computeQuantile(batch.microseconds, 0.99)},
                                       {"total", batch.total}}},
    };
    Value::List bad_lines;
    for (const Error& error : list.problems)
        bad_lines.emplace_back(Value::Fields{{"line", error.place.line}, {"message", error.message}});
    document.emplace_back("bad_lines", std::move(bad_lines));
    if (comparison)
        document.emplace_back("reference", Value::Fields{{"compared", comparison->count},
                                                         {"ratio_mean", comparison->count ? Value(comparison->mean) : Value()},
                                                         {"ratio_min", comparison->count ? Value(comparison->least) : Value()},
                                                         {"ratio_max", comparison->count ? Value(comparison->most) : Value()},
                                                         {"disagree", comparison->disagree}});
    return document;
}

static std::string formatSummary(const Batch& batch, const std::optional<Comparison>& comparison)
{
    std::array<std::size_t, 4> counts = {};
    for (const Record& record : batch.records) ++counts[static_cast<std::size_t>(record.status)];
    std::string text = formatCount(batch.records.size(), "query", "queries") + ":";
    for (PathStatus status : {PathStatus::complete, PathStatus::partial, PathStatus::unreachable, PathStatus::invalid})
        if (const std::size_t count = counts[static_cast<std::size_t>(status)])
            text += fmt::format(" {} {},", formatNumber(static_cast<double>(count), 0), toText(status));
    text +=
        fmt::format(" median {} µs, 99 % within {} µs, {} ms in all\n", formatNumber(computeQuantile(batch.microseconds, 0.5)),
                    formatNumber(computeQuantile(batch.microseconds, 0.99)), formatNumber(batch.total / 1000));
    if (comparison && comparison->count > 0)
        text += fmt::format("our length / theirs: mean {:.4f}, {:.4f} to {:.4f}, over {}\n", comparison->mean, comparison->least,
                            comparison->most, formatCount(comparison->count, "path", "paths"));
    if (comparison && comparison->disagree > 0)
        text += fmt::format("{} the file says otherwise whether there is a way\n",
                            formatCount(comparison->disagree, "time", "times"));
    return text;
}

/// "1, 2": the numbers as they are.
static std::string formatPoint(const Value& point)
{
    std::string text;
    for (const Value& number : std::get<Value::List>(point.content))
        text += fmt::format("{}{}", text.empty() ? "" : ", ", std::get<double>(number.content));
    return text;
}

static MakeAsker prepareFieldAskers(const PathsCommandOptions& options, const Input& input, const Progress& progress)
{
    const SearchArguments& search = options.search;
    if (search.field.multi_resolution && (search.field.method || !search.field.other_goals.empty()))
        throw UsageError("--multi-resolution finds the way to one goal in its own manner: leave out --method and --or-to");
    // What is out of range is said once, not for every line.
    const FieldGrid grid = buildGrid(input, {.radius = options.radius, .cell = search.field.cell}, 0, progress);
    const FieldSolver solver =
        require(buildFieldSolver(grid, makeEquation(search.field), makeSolverOptions(grid, search.field), progress));
    if (input.field) return [solver, &search] { return std::make_unique<FieldAsker>(solver, search); };
    const Scene scene = buildOutline(input, progress);
    const auto walls = std::make_shared<const Walls>(scene, 0);
    return [scene, walls, &search] { return std::make_unique<FieldAsker>(scene, walls, search); };
}

/// Builds what the planner needs.
static MakeAsker prepareAskers(const PathsCommandOptions& options, const Input& input, const Progress& progress)
{
    if (usesSurface(options.search, input))
    {
        requireSurfaceSearch(options.search, options.mesh);
        SurfacePathFinder finder(buildSurface(input, options.search.surface, progress).mesh);
        finder.prepare(makeSurfaceQuestion(options.search).method);
        return [finder, &options] { return std::make_unique<SurfaceAsker>(finder, options.search); };
    }
    const Planner planner = choosePlanner(options.search, input, options.mesh, false);
    if (planner == Planner::corridor)
    {
        makePathOptions(options.search, 0); // what does not belong together is said before the map is built
        const CorridorMap map = buildCorridor(input, options.search.corridor, progress);
        return [map, &options] { return std::make_unique<CorridorAsker>(map, options.search); };
    }
    if (planner == Planner::field) return prepareFieldAskers(options, input, progress);
    const NavMesh mesh = buildMesh(input, options.mesh, progress);
    const ClearanceMesh clearance = prepareClearance(mesh, progress);
    return [clearance, &options] { return std::make_unique<NavMeshAsker>(clearance, options.search); };
}

void runPaths(const PathsCommandOptions& options)
{
    if (options.input.path == "-" && options.queries == "-")
        throw UsageError("the scene and the queries cannot both come from standard input");
    ProgressBar bar;
    const Input input = loadInput(options.input, bar.callback());
    const QueryList list = readQueries(options, input);
    const Batch batch = answerAll(prepareAskers(options, input, bar.callback()), options, list);
    const std::optional<Comparison> comparison = compare(list, batch);
    bar.clear();
    printRepairs(input.name, input.report);

    const std::string source = options.queries == "-" ? "standard input" : options.queries;
    for (const Error& error : list.problems) printMessage(fmt::format("{}:{}: {}", source, error.place.line, error.message));
    if (list.queries.empty() && !list.problems.empty())
        throw Failure(ErrorCode::malformed_file, fmt::format("{} holds no query that can be read.", source), options.queries);
    if (options.common.json)
    {
        printOutput(formatJson(describe(list, batch, comparison, options.points)));
        return;
    }
    std::string text;
    for (std::size_t i = 0; i < list.queries.size(); ++i)
    {
        text += fmt::format("{}: {}\n", list.queries[i].line, batch.records[i].text);
        for (const Value& point : batch.records[i].points) text += "    " + formatPoint(point) + "\n";
    }
    printOutput(text + formatSummary(batch, comparison));
}

} // namespace clearway::cli
