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

// ---- for people

static std::string formatKnown(double value, int digits = 2)
{
    return std::isnan(value) ? std::string("unknown") : formatNumber(value, digits);
}

static std::string formatLine(const Analysis::Line& line)
{
    std::string text = fmt::format("  {:<12} {} m wide; {} forward, {} backward", line.name.empty() ? "line" : line.name,
                                   formatNumber(line.width), line.forward, line.backward);
    if (line.flow > 0)
        text += fmt::format("; {} persons per second, {} per metre and second\n", formatNumber(line.flow, 3),
                            formatNumber(line.specific_flow, 3));
    else
        text += "\n";
    if (line.steady_flow > 0)
        text += fmt::format("  {:<12} {} persons per second, {} per metre and second, from {} to {} s\n", "  steady",
                            formatNumber(line.steady_flow, 3), formatNumber(line.steady_specific_flow, 3),
                            formatNumber(line.steady_from), formatNumber(line.steady_until));
    return text;
}

static std::string formatArea(const Analysis::Area& area)
{
    const bool is_classic = area.method == AnalysisOptions::Density::persons_per_area;
    std::string text =
        fmt::format("  {:<12} {} m²; mean density {} per m²{}, mean speed {} m/s\n", area.name.empty() ? "area" : area.name,
                    formatNumber(area.area), formatKnown(area.mean_density), is_classic ? " (persons per area)" : "",
                    formatKnown(area.mean_speed));
    if (!std::isnan(area.mean_lane_order))
        text += fmt::format("  {:<12} order {}, {} beyond chance\n", "  lanes", formatKnown(area.mean_lane_order),
                            formatKnown(area.mean_lane_order_beyond_chance));
    if (!area.bins.empty())
        text += fmt::format("  {:<12} {:>13} {:>8} {:>8} {:>15} {:>13}\n", "  diagram", "density", "frames", "speed",
                            "middle half", "flow");
    for (const Analysis::DensityBin& bin : area.bins)
        text += fmt::format("  {:<12} {:>13} {:>8} {:>8} {:>15} {:>13}\n", "",
                            fmt::format("{} - {}", formatNumber(bin.low), formatNumber(bin.high)), bin.sample_count,
                            formatNumber(bin.speed.median),
                            fmt::format("{} - {}", formatNumber(bin.speed.lower), formatNumber(bin.speed.upper)),
                            formatNumber(bin.flow.median));
    return text;
}

static std::string formatText(const std::vector<AnalysedFile>& files, const std::string& csv, const std::string& picture)
{
    std::string text;
    for (const AnalysedFile& file : files)
    {
        const Analysis& analysis = file.named.analysis;
        text += fmt::format("{}\n", file.path);
        text += fmt::format("  {:<12} {}, from {} to {} s, {} at {} per second\n", "who",
                            formatCount(analysis.person_count, "person", "persons"), formatNumber(analysis.first_time),
                            formatNumber(analysis.last_time), formatCount(analysis.frame_count, "frame", "frames"),
                            formatNumber(file.frame_rate));
        text += fmt::format("  {:<12} over {} to both sides; the mean of all steps is {} m/s\n", "speeds",
                            formatCount(static_cast<std::size_t>(analysis.frame_step), "frame", "frames"),
                            formatNumber(analysis.mean_speed));
        for (const Analysis::Line& line : analysis.lines) text += formatLine(line);
        for (const Analysis::Area& area : analysis.areas) text += formatArea(area);
    }
    for (const std::string& path : {csv, picture})
        if (!path.empty()) text += fmt::format("{}\n", path);
    return text;
}

// ---- for machines

static Value describe(const Analysis::Spread& spread)
{
    return Value::Fields{{"lower", spread.lower}, {"median", spread.median}, {"upper", spread.upper}};
}

static Value describe(const Analysis::Line& line)
{
    return Value::Fields{{"name", line.name},
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
}

static Value describe(const Analysis::Area& area)
{
    Value::List bins;
    for (const Analysis::DensityBin& bin : area.bins)
        bins.push_back(Value::Fields{{"low", bin.low},
                                     {"high", bin.high},
                                     {"frames", bin.sample_count},
                                     {"speed", describe(bin.speed)},
                                     {"flow", describe(bin.flow)}});
    return Value::Fields{
        {"name", area.name},
        {"area", area.area},
        {"density_by", area.method == AnalysisOptions::Density::persons_per_area ? "persons_per_area" : "voronoi"},
        {"mean_density", area.mean_density},
        {"mean_speed", area.mean_speed},
        {"lane_order", area.mean_lane_order},
        {"lane_order_beyond_chance", area.mean_lane_order_beyond_chance},
        {"fundamental_diagram", std::move(bins)}};
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

static Value describe(const AnalysedFile& file)
{
    const Analysis& analysis = file.named.analysis;
    Value::List lines;
    for (const Analysis::Line& line : analysis.lines) lines.push_back(describe(line));
    Value::List areas;
    for (const Analysis::Area& area : analysis.areas) areas.push_back(describe(area));
    return Value::Fields{{"source", file.path},
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
}

static Value describe(const std::vector<AnalysedFile>& files, const std::string& csv, const std::string& picture)
{
    Value::List list;
    for (const AnalysedFile& file : files) list.push_back(describe(file));
    Value::Fields fields = {{"files", std::move(list)}};
    if (!csv.empty()) fields.emplace_back("csv", csv);
    if (!picture.empty()) fields.emplace_back("picture", picture);
    return fields;
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

/// Of the scene that is named for the file by its number, else for all, else what the file says.
static std::vector<Ring> findWalkable(const TrajectoryReader& run, std::size_t file, const AnalyseOptions& options,
                                      const Progress& progress)
{
    if (options.has_no_walls) return {};
    for (const std::size_t wanted : {file + 1, std::size_t{0}})
        for (const NumberedScene& named : options.scenes)
        {
            if (named.file != wanted) continue;
            InputOptions input;
            input.path = named.path;
            const Scene scene = buildOutline(loadInput(input, progress), progress);
            std::vector<Ring> rings;
            for (const Scene::RingRange& ring : scene.rings())
                rings.emplace_back(scene.points(ring).begin(), scene.points(ring).end());
            return rings;
        }
    return findRunWalkable(run);
}

/// Those that are meant for a file by its number, else those that are meant for all, else its own.
template <typename Measure>
static std::vector<Measure> choose(const std::vector<NumberedMeasure>& given, std::size_t file, const std::vector<Measure>& own,
                                   Measure (*make)(const NumberedMeasure&, std::size_t))
{
    for (const std::size_t wanted : {file + 1, std::size_t{0}})
    {
        std::vector<Measure> chosen;
        for (const NumberedMeasure& measure : given)
            if (measure.file == wanted) chosen.push_back(make(measure, chosen.size() + 1));
        if (!chosen.empty()) return chosen;
    }
    return own;
}

static MeasuringLine makeLine(const NumberedMeasure& measure, std::size_t number)
{
    return {fmt::format("line {}", number), measure.points[0], measure.points[1]};
}

/// Two points are corners of a rectangle.
static MeasuringArea makeArea(const NumberedMeasure& measure, std::size_t number)
{
    std::vector<Vec2> outline = measure.points;
    if (outline.size() == 2)
    {
        const Box2 box = computeBounds(std::span<const Vec2>(outline));
        outline = {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}};
    }
    return {fmt::format("area {}", number), std::move(outline)};
}

static AnalysisOptions chooseMeasures(const TrajectoryReader& run, std::size_t file, const AnalyseOptions& options)
{
    AnalysisOptions chosen = options.measuring;
    chosen.lines = choose(options.lines, file, run.info().lines, makeLine);
    chosen.areas = choose(options.areas, file, run.info().areas, makeArea);
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
    Result<Analysis> analysis = analyseTrajectory(*run, std::move(chosen));
    if (!analysis)
    {
        Error error = analysis.error();
        if (error.place.file.empty()) error.place.file = path;
        throw Failure(error);
    }
    analysed.named = {std::filesystem::path(path).stem().string(), std::move(*analysis)};
    return analysed;
}

static void checkCommand(const AnalyseOptions& options)
{
    if (!options.output.empty()) requirePictureName(options.output);
    if (!options.csv.empty() && findEnding(options.csv) != ".csv")
        throw UsageError("--csv writes a .csv file, not '{}'", options.csv);
    for (const std::string& path : {options.csv, options.output})
        if (!path.empty()) requireWritable(path);
    const auto checkNumber = [&](std::size_t file) {
        if (file > options.files.size())
            throw UsageError("there is no file number {}: {}", file,
                             options.files.size() == 1 ? "only one file is given"
                                                       : fmt::format("{} files are given", options.files.size()));
    };
    for (const std::vector<NumberedMeasure>* measures : {&options.lines, &options.areas})
        for (const NumberedMeasure& measure : *measures) checkNumber(measure.file);
    for (const NumberedScene& scene : options.scenes) checkNumber(scene.file);
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
    printOutput(options.common.json ? formatJson(describe(files, options.csv, options.output))
                                    : formatText(files, options.csv, options.output));
}

} // namespace clearway::cli
