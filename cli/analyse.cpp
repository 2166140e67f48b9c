// SPDX-License-Identifier: MIT
// `clearway analyse`: measures recorded runs and experiments, side by side.
#include <clearway/io/files.h>
#include <clearway/io/scene_formats.h>
#include <clearway/native/analysis_picture.h>
#include <clearway/native/trajectory_sqlite.h>
#include <clearway/record/analysis.h>

#include <fmt/format.h>

#include <filesystem>
#include <map>

#include "analyse_report.h"
#include "commands.h"
#include "output.h"
#include "picture_name.h"
#include "progress_bar.h"
#include "run_files.h"

namespace clearway::cli {

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
    AnalysisOptions chosen;
    chosen.lines = choose(options.lines, file, run.info().lines, makeLine);
    chosen.areas = choose(options.areas, file, run.info().areas, makeArea);
    chosen.frame_step = options.frame_step;
    chosen.cut_off = options.cut_off;
    chosen.bin_width = options.bin_width;
    if (options.axis) chosen.axis = *options.axis;
    const Box2& bounds = run.summary().bounds;
    if (chosen.lines.empty() && chosen.areas.empty() && !bounds.isEmpty())
        throw Failure(
            ErrorCode::invalid_argument,
            fmt::format("{}: there is nothing to measure: the file names no lines and areas, so give --line x1,y1,x2,y2 or "
                        "--area x1,y1,x2,y2. People are seen from ({}, {}) to ({}, {}).",
                        options.files[file], formatNumber(bounds.min.x), formatNumber(bounds.min.y), formatNumber(bounds.max.x),
                        formatNumber(bounds.max.y)),
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
    if (options.has_no_walls) chosen.density = DensityMethod::voronoi;
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
    const std::string ending = std::filesystem::path(options.csv).extension().string();
    if (!options.csv.empty() && ending != ".csv")
        throw UsageError(fmt::format("--csv writes a .csv file, not '{}'", options.csv));
    for (const std::string& path : {options.csv, options.output})
        if (!path.empty()) requireWritable(path);
    const auto checkNumber = [&](std::size_t file) {
        if (file > options.files.size())
            throw UsageError(fmt::format("there is no file number {}: {}", file,
                                         options.files.size() == 1 ? "only one file is given"
                                                                   : fmt::format("{} files are given", options.files.size())));
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
    if (!options.csv.empty())
    {
        const std::string text = formatAnalysisCsv(analyses);
        require(writeFile(options.csv, std::as_bytes(std::span(text))));
    }
    if (!options.output.empty())
    {
        AnalysisPictureOptions picture;
        picture.width = options.width;
        picture.title = options.title;
        if (picture.title.empty()) picture.title = files.size() == 1 ? files[0].named.name : "analysis";
        require(saveAnalysisPicture(analyses, options.output, picture));
    }
    bar.clear();
    for (const AnalysedFile& file : files) printFaults(file);
    printOutput(options.common.json ? formatJson(describe(files, options.csv, options.output))
                                    : formatText(files, options.csv, options.output));
}

} // namespace clearway::cli
