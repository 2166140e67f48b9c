// SPDX-License-Identifier: MIT
// `clearway paths`: many questions from a file or a pipe, answered in order.
#include <clearway/io/files.h>
#include <clearway/io/scenarios.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "clock.h"
#include "commands.h"
#include "output.h"
#include "path_answer.h"
#include "progress_bar.h"
#include "surface_mesh.h"

namespace clearway::cli {

namespace {

/// What is kept of one answer.
struct Record
{
    PathStatus status = PathStatus::invalid;
    double length = 0;
    Value::Fields fields;
    std::string text;
    Value::List points; ///< only where they are wanted
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

static QueryList readQueries(const PathsCommandOptions& options, const Input& input)
{
    const std::vector<std::byte> bytes = [&] {
        const ImmediateInterrupt guard;
        return require(readFile(options.queries));
    }();
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (findEnding(options.queries) != ".scen") return parseQueries(text, options.radius.value_or(PathOptions().radius));
    // Squares of a grid, unless cells came from elsewhere. Lengths in scenarios are those of a point.
    const ScenarioCoordinates coordinates = input.squares ? ScenarioCoordinates::squares : ScenarioCoordinates::points;
    return requireOf(parseScenario(text, coordinates, options.radius.value_or(0)), options.queries);
}

static PathRequest makeRequest(const QueryList::Query& question)
{
    return {atHeight(question.query.start, question.start_height), atHeight(question.query.goal, question.goal_height),
            question.query.radius};
}

static Record describeAnswer(const Path& path, const Planner& planner, double radius, bool with_points)
{
    Record record = {path.status(), path.length(), describeBriefly(path, planner), formatAnswer(path, planner, radius), {}};
    addRemarks(record.fields, path, planner);
    if (with_points) record.points = describePoints(path, planner);
    return record;
}

/// Builds landmarks when they save more work than they cost, judged by the searches for a few of the questions.
static Planner addLandmarks(const Planner& planner, const PathsCommandOptions& options, const QueryList& list,
                            const Progress& progress)
{
    constexpr std::size_t kProbes = 16;
    constexpr double kNodesPerCorner = 1000; // more than building landmarks looks at
    const std::size_t count = list.queries.size();
    if (!hasOption(*findPlanner(planner.name()), "landmarks") || options.planner.find("landmarks") ||
        options.planner.find("search") || !planner.parts().clearance || count < 10 * kProbes)
        return planner;
    PlannerQuery query = planner.makeQuery();
    Path path;
    double node_count = 0;
    for (std::size_t i = 0; i < kProbes; ++i)
    {
        query.find(makeRequest(list.queries[i * count / kProbes]), path);
        node_count += static_cast<double>(query.expandedCount());
    }
    const double expected = node_count / static_cast<double>(kProbes) * static_cast<double>(count);
    const ClearanceMesh& clearance = *planner.parts().clearance;
    if (expected < kNodesPerCorner * static_cast<double>(clearance.voronoi().sites().size())) return planner;
    PlannerOptions more = options.planner.options;
    more.push_back({"landmarks", PathLandmarksOptions().count});
    return require(buildPlanner(planner.parts(), planner.name(), more, {.progress = progress}));
}

static Batch answerAll(const Planner& planner, const PathsCommandOptions& options, const QueryList& list)
{
    const std::size_t count = list.queries.size();
    Batch batch;
    batch.records.resize(count);
    batch.microseconds.resize(count);
    WorkerPool pool(options.workers);
    const int worker_count = pool.workerCount();
    const Stopwatch watch;
    // Worker k answers every worker_count-th question, so that long and short ones mix.
    pool.run(worker_count, [&](int worker) {
        PlannerQuery query = planner.makeQuery();
        Path path;
        for (std::size_t i = static_cast<std::size_t>(worker); i < count && !isInterrupted();
             i += static_cast<std::size_t>(worker_count))
        {
            PathRequest request = makeRequest(list.queries[i]);
            request.other_goals = options.other_goals;
            const Stopwatch one;
            query.find(request, path);
            batch.microseconds[i] = 1e6 * one.seconds();
            batch.records[i] = describeAnswer(path, planner, request.radius, options.points);
        }
    });
    batch.total = 1e6 * watch.seconds();
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
        if (with_points) fields.emplace_back("points", batch.records[i].points);
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
    std::array<std::size_t, static_cast<std::size_t>(PathStatus::invalid) + 1> counts = {};
    for (const Record& record : batch.records) ++counts[static_cast<std::size_t>(record.status)];
    std::string text = formatCount(batch.records.size(), "query", "queries") + ":";
    for (PathStatus status : {PathStatus::complete, PathStatus::partial, PathStatus::unreachable, PathStatus::out_of_budget,
                              PathStatus::unresolved, PathStatus::invalid})
        if (const std::size_t count = counts[static_cast<std::size_t>(status)])
            text += fmt::format(" {} {},", formatInteger(count), toString(status));
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
static std::string formatNumbers(const Value& point)
{
    std::string text;
    for (const Value& number : std::get<Value::List>(point.content))
        text += fmt::format("{}{}", text.empty() ? "" : ", ", std::get<double>(number.content));
    return text;
}

void runPaths(const PathsCommandOptions& options)
{
    if (options.input.path == "-" && options.queries == "-")
        throw UsageError("the scene and the queries cannot both come from standard input");
    ProgressBar bar;
    const Input input = loadInput(options.input, bar.callback(), options.common);
    const QueryList list = readQueries(options, input);
    const Planner planner = addLandmarks(preparePlanner(options.planner, input, bar.callback()), options, list, bar.callback());
    const Batch batch = answerAll(planner, options, list);
    const std::optional<Comparison> comparison = compare(list, batch);
    bar.clear();
    printRepairs(input.name, input.report);
    printFindings(input, planner.parts());

    const std::string source = options.queries == "-" ? "standard input" : options.queries;
    for (const Error& error : list.problems) printMessage("{}:{}: {}", source, error.place.line, error.message);
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
        for (const Value& point : batch.records[i].points) text += "    " + formatNumbers(point) + "\n";
    }
    printOutput(text + formatSummary(batch, comparison));
}

} // namespace clearway::cli
