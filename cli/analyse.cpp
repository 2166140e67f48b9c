// SPDX-License-Identifier: MIT
// `clearway analyse`: measures recorded runs and experiments, side by side.
#include <clearway/io/files.h>
#include <clearway/io/scene_formats.h>
#include <clearway/native/analysis_picture.h>
#include <clearway/native/trajectory_sqlite.h>
#include <clearway/record/analysis.h>

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "commands.h"
#include "facts.h"
#include "output.h"
#include "picture_name.h"
#include "progress_bar.h"
#include "run_files.h"

namespace clearway::cli {

namespace {

struct AnalysedFile
{
    std::string path;
    NamedAnalysis named;
    double frame_rate = 0;
    bool has_walkable = false; ///< only walkable parts of cells count
};

} // namespace

// ---- what was measured

static std::string formatKnown(double value, int digits = 2)
{
    return std::isnan(value) ? std::string("unknown") : formatNumber(value, digits);
}

static Facts describe(const Analysis::Line& line)
{
    Facts facts;
    facts.fields = {{"name", line.name},
                    {"width", line.width},
                    {"forward", static_cast<std::size_t>(line.forward)},
                    {"backward", static_cast<std::size_t>(line.backward)},
                    {"forward_flow", line.forward_flow},
                    {"backward_flow", line.backward_flow},
                    {"net_flow", line.net_flow},
                    {"flow", line.flow},
                    {"specific_flow", line.specific_flow},
                    {"steady_flow", line.steady_flow},
                    {"steady_specific_flow", line.steady_specific_flow},
                    {"steady_from", line.steady_from},
                    {"steady_until", line.steady_until}};
    const auto formatFlow = [](double flow, double specific_flow) {
        return fmt::format("{} persons per second, {} per metre and second", formatNumber(flow, 3),
                           formatNumber(specific_flow, 3));
    };
    facts.add(line.name.empty() ? "line" : line.name, "{} m wide; {} forward, {} backward{}", formatNumber(line.width),
              line.forward, line.backward, line.flow > 0 ? "; " + formatFlow(line.flow, line.specific_flow) : "");
    if (line.steady_flow > 0)
        facts.add("  steady", "{}, from {} to {} s", formatFlow(line.steady_flow, line.steady_specific_flow),
                  formatNumber(line.steady_from), formatNumber(line.steady_until));
    return facts;
}

static Value describe(const Analysis::Spread& spread)
{
    return Value::Fields{{"lower", spread.lower}, {"median", spread.median}, {"upper", spread.upper}};
}

static Facts describe(const Analysis::Area& area)
{
    const bool is_classic = area.method == AnalysisOptions::Density::persons_per_area;
    Facts facts;
    facts.add(area.name.empty() ? "area" : area.name, "{} m²; mean density {} per m²{}, mean speed {} m/s",
              formatNumber(area.area), formatKnown(area.mean_density), is_classic ? " (persons per area)" : "",
              formatKnown(area.mean_speed));
    if (!std::isnan(area.mean_lane_order))
        facts.add("  lanes", "order {}, {} beyond chance", formatKnown(area.mean_lane_order),
                  formatKnown(area.mean_lane_order_beyond_chance));
    constexpr const char* kColumns = "{:>13} {:>8} {:>8} {:>15} {:>13}";
    if (!area.bins.empty()) facts.add("  diagram", kColumns, "density", "frames", "speed", "middle half", "flow");
    Value::List bins;
    for (const Analysis::DensityBin& bin : area.bins)
    {
        facts.add("", kColumns, fmt::format("{} - {}", formatNumber(bin.low), formatNumber(bin.high)), bin.sample_count,
                  formatNumber(bin.speed.median),
                  fmt::format("{} - {}", formatNumber(bin.speed.lower), formatNumber(bin.speed.upper)),
                  formatNumber(bin.flow.median));
        bins.push_back(Value::Fields{{"low", bin.low},
                                     {"high", bin.high},
                                     {"frames", bin.sample_count},
                                     {"speed", describe(bin.speed)},
                                     {"flow", describe(bin.flow)}});
    }
    facts.fields = {{"name", area.name},
                    {"area", area.area},
                    {"density_by", is_classic ? "persons_per_area" : "voronoi"},
                    {"mean_density", area.mean_density},
                    {"mean_speed", area.mean_speed},
                    {"lane_order", area.mean_lane_order},
                    {"lane_order_beyond_chance", area.mean_lane_order_beyond_chance},
                    {"fundamental_diagram", std::move(bins)}};
    return facts;
}

static Value describe(const Analysis::Faults& faults)
{
    return Value::Fields{{"gaps", static_cast<std::size_t>(faults.gaps)},
                         {"persons_with_gaps", static_cast<std::size_t>(faults.persons_with_gaps)},
                         {"longest_gap", faults.longest_gap},
                         {"shared_places", static_cast<std::size_t>(faults.shared_places)},
                         {"split_persons", static_cast<std::size_t>(faults.split_persons)},
                         {"leaps", static_cast<std::size_t>(faults.leaps)},
                         {"largest_speed", faults.largest_speed}};
}

static Facts describe(const AnalysedFile& file)
{
    const Analysis& analysis = file.named.analysis;
    Facts facts;
    facts.text = file.path + "\n";
    facts.add("who", "{}, from {} to {} s, {} at {} per second", formatCount(analysis.person_count, "person", "persons"),
              formatNumber(analysis.first_time), formatNumber(analysis.last_time),
              formatCount(analysis.frame_count, "frame", "frames"), formatNumber(file.frame_rate));
    facts.add("speeds", "over {} to both sides; the mean of all steps is {} m/s",
              formatCount(static_cast<std::size_t>(analysis.frame_step), "frame", "frames"), formatNumber(analysis.mean_speed));
    const auto describeAll = [&](const auto& measures) {
        Value::List list;
        for (const auto& measure : measures)
        {
            const Facts described = describe(measure);
            list.push_back(described.fields);
            facts.text += described.text;
        }
        return list;
    };
    Value::List lines = describeAll(analysis.lines), areas = describeAll(analysis.areas);
    facts.fields = {{"source", file.path},
                    {"name", file.named.name},
                    {"persons", static_cast<std::size_t>(analysis.person_count)},
                    {"frames", static_cast<std::size_t>(analysis.frame_count)},
                    {"frame_rate", file.frame_rate},
                    {"frame_step", analysis.frame_step},
                    {"from", analysis.first_time},
                    {"until", analysis.last_time},
                    {"mean_speed", analysis.mean_speed},
                    {"has_walkable_area", file.has_walkable},
                    {"lines", std::move(lines)},
                    {"areas", std::move(areas)},
                    {"faults", describe(analysis.faults)}};
    return facts;
}

static std::string formatAnswer(const AnalyseOptions& options, const std::vector<AnalysedFile>& files)
{
    Value::List list;
    std::string text;
    for (const AnalysedFile& file : files)
    {
        const Facts facts = describe(file);
        list.push_back(facts.fields);
        text += facts.text;
    }
    Value::Fields fields = {{"files", std::move(list)}};
    for (const auto& [name, path] : {std::pair("csv", options.csv), std::pair("picture", options.output)})
    {
        if (path.empty()) continue;
        fields.emplace_back(name, path);
        text += path + "\n";
    }
    return options.common.json ? formatJson(fields) : text;
}

// ---- what is odd

static std::string formatTimes(std::uint64_t count) { return count == 1 ? "once" : fmt::format("{} times", count); }

static void printFaults(const AnalysedFile& file)
{
    const std::vector<Analysis::Area>& areas = file.named.analysis.areas;
    if (!areas.empty() && areas[0].method == AnalysisOptions::Density::persons_per_area)
        printMessage("{}: it does not say where the walls are, so density is persons per area. For density by Voronoi "
                     "cells give the walkable area with --scene, or --no-walls if there are none.",
                     file.path);
    const Analysis::Faults& faults = file.named.analysis.faults;
    if (faults.gaps > 0)
        printMessage("{}: {} missing in frames between others, {} in all, for at most {} s; no speeds are taken over a "
                     "gap.",
                     file.path, formatCount(faults.persons_with_gaps, "person is", "persons are"),
                     formatCount(faults.gaps, "gap", "gaps"), formatNumber(faults.longest_gap));
    if (faults.shared_places > 0)
        printMessage("{}: {} two persons are in one place, for the first time {} and {} in frame {}; they share a cell.",
                     file.path, formatTimes(faults.shared_places), static_cast<std::int64_t>(faults.shared_by[0]),
                     static_cast<std::int64_t>(faults.shared_by[1]), faults.shared_in_frame);
    if (faults.split_persons > 0)
        printMessage("{}: {} somebody is in two places in one frame, for the first time {} in frame {}; one of them counts.",
                     file.path, formatTimes(faults.split_persons), static_cast<std::int64_t>(faults.split_id),
                     faults.split_in_frame);
    if (faults.leaps > 0)
    {
        const bool is_usual = faults.leaps * 4 > faults.steps;
        printMessage("{}: {} of {} from frame to frame {} faster than 12 m/s{}", file.path, faults.leaps,
                     formatCount(faults.steps, "step", "steps"), faults.leaps == 1 ? "is" : "are",
                     is_usual ? ": is the unit wrong (x/m where it should be x/cm), or the frame rate?" : ".");
    }
}

// ---- the command

static std::unique_ptr<TrajectoryReader> openRun(const std::string& path, const AnalyseOptions& options)
{
    const ImmediateInterrupt guard;
    Result<std::unique_ptr<TrajectoryReader>> run =
        openTrajectory(path, {.unit = options.unit.value_or(0),
                              .frame_rate = options.frame_rate.value_or(0),
                              .unit_advice = "give --unit cm or --unit m",
                              .frame_rate_advice = "give it here, for example --frame-rate 25"});
    return require(std::move(run));
}

/// Those that are meant for a file by its number, else those that are meant for all.
template <typename T>
static std::vector<T> choose(const std::vector<Numbered<T>>& given, std::size_t file)
{
    std::vector<T> chosen;
    for (const std::size_t wanted : {file + 1, std::size_t{0}})
    {
        for (const Numbered<T>& one : given)
            if (one.file == wanted) chosen.push_back(one.value);
        if (!chosen.empty()) break;
    }
    return chosen;
}

/// Of the scene that is named for the file, else what the file says.
static std::vector<Ring> findWalkable(const TrajectoryReader& run, std::size_t file, const AnalyseOptions& options,
                                      const Progress& progress)
{
    if (options.has_no_walls) return {};
    const std::vector<std::string> scenes = choose(options.scenes, file);
    if (scenes.empty()) return findRunWalkable(run);
    InputOptions input;
    input.path = scenes.front();
    const Scene scene = buildOutline(loadInput(input, progress), progress);
    std::vector<Ring> rings;
    for (const Scene::RingRange& ring : scene.rings()) rings.emplace_back(scene.points(ring).begin(), scene.points(ring).end());
    return rings;
}

/// Two points are corners of a rectangle.
static std::vector<Vec2> makeOutline(const std::vector<Vec2>& points)
{
    if (points.size() != 2) return points;
    const Box2 box = computeBounds(std::span(points));
    return {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}};
}

static AnalysisOptions chooseMeasures(const TrajectoryReader& run, std::size_t file, const AnalyseOptions& options)
{
    AnalysisOptions chosen = options.measuring;
    for (const std::vector<Vec2>& points : choose(options.lines, file))
        chosen.lines.push_back({fmt::format("line {}", chosen.lines.size() + 1), points[0], points[1]});
    for (const std::vector<Vec2>& points : choose(options.areas, file))
        chosen.areas.push_back({fmt::format("area {}", chosen.areas.size() + 1), makeOutline(points)});
    if (chosen.lines.empty()) chosen.lines = run.info().lines;
    if (chosen.areas.empty()) chosen.areas = run.info().areas;
    const Box2& bounds = run.summary().bounds;
    if (chosen.lines.empty() && chosen.areas.empty() && !bounds.isEmpty())
        throw Failure(
            ErrorCode::invalid_argument,
            fmt::format("{}: there is nothing to measure: the file names no lines and areas, so give --line x1,y1,x2,y2 or "
                        "--area x1,y1,x2,y2. People are seen from {} to {}.",
                        options.files[file], formatPoint(bounds.min), formatPoint(bounds.max)),
            options.files[file]);
    return chosen;
}

static AnalysedFile analyse(const AnalyseOptions& options, std::size_t file, ProgressBar& bar)
{
    const std::string& path = options.files[file];
    const std::unique_ptr<TrajectoryReader> run = openRun(path, options);
    if (run->summary().row_count == 0)
        throw Failure(ErrorCode::malformed_file, fmt::format("{}: there is nobody in it: the file has no rows.", path), path);
    AnalysisOptions chosen = chooseMeasures(*run, file, options);
    chosen.walkable = findWalkable(*run, file, options, bar.callback());
    if (options.has_no_walls) chosen.density = AnalysisOptions::Density::voronoi;
    AnalysedFile analysed;
    analysed.path = path;
    analysed.frame_rate = run->info().frame_rate;
    analysed.has_walkable = !chosen.walkable.empty();
    chosen.execution.progress = bar.callback();
    analysed.named = {std::filesystem::path(path).stem().string(), requireOf(analyseTrajectory(*run, std::move(chosen)), path)};
    return analysed;
}

static void checkCommand(const AnalyseOptions& options)
{
    if (!options.output.empty()) requirePictureName(options.output);
    if (!options.csv.empty() && findEnding(options.csv) != ".csv")
        throw UsageError("--csv writes a .csv file, not '{}'", options.csv);
    for (const std::string& path : {options.csv, options.output})
        if (!path.empty()) requireWritable(path);
    const auto checkNumbers = [&](const auto& measures) {
        for (const auto& measure : measures)
            if (measure.file > options.files.size())
                throw UsageError("there is no file number {}: {}", measure.file,
                                 options.files.size() == 1 ? "only one file is given"
                                                           : fmt::format("{} files are given", options.files.size()));
    };
    checkNumbers(options.lines);
    checkNumbers(options.areas);
    checkNumbers(options.scenes);
}

/// Files whose names are the same have their paths instead.
static void nameApart(std::vector<AnalysedFile>& files)
{
    std::map<std::string, int> counts;
    for (const AnalysedFile& file : files) ++counts[file.named.name];
    for (AnalysedFile& file : files)
        if (counts[file.named.name] > 1) file.named.name = file.path;
}

void runAnalyse(const AnalyseOptions& options)
{
    checkCommand(options);
    ProgressBar bar;
    std::vector<AnalysedFile> files;
    for (std::size_t i = 0; i < options.files.size(); ++i) files.push_back(analyse(options, i, bar));
    nameApart(files);
    std::vector<NamedAnalysis> analyses;
    for (const AnalysedFile& file : files) analyses.push_back(file.named);
    if (!options.csv.empty()) writeText(options.csv, formatAnalysisCsv(analyses));
    const std::string title = files.size() == 1 ? files[0].named.name : "analysis";
    if (!options.output.empty())
        require(saveAnalysisPicture(analyses, options.output, makePicture<AnalysisPictureOptions>(options, title)));
    bar.clear();
    for (const AnalysedFile& file : files) printFaults(file);
    printOutput(formatAnswer(options, files));
}

} // namespace clearway::cli
