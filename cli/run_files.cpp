// SPDX-License-Identifier: MIT
#include "run_files.h"

#include <clearway/native/trajectory_sqlite.h>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "facts.h"
#include "output.h"
#include "picture_name.h"
#include "progress_bar.h"
#include "surface_mesh.h"

namespace clearway::cli {

bool isRunName(const std::string& path) { return isTrajectoryName(path) && findEnding(path) != ".partial"; }

bool isRunFile(const std::string& path)
{
    if (!isTrajectoryName(path)) return false;
    std::string name = path;
    if (findEnding(name) == ".partial") name.resize(name.size() - 8);
    if (findEnding(name) != ".txt") return true;
    // Outlines in text begin with a word or a bracket; trajectories with a remark or a number.
    std::ifstream file(path, std::ios::binary);
    char first = 0;
    for (int skipped = 0; skipped < 4096 && file.get(first);)
        if (!std::isspace(static_cast<unsigned char>(first)) && first != '\xEF' && first != '\xBB' && first != '\xBF')
            return first == '#' || first == '-' || first == '+' || (first >= '0' && first <= '9');
        else
            ++skipped;
    return !std::filesystem::exists(path);
}

bool isFilmName(const std::string& path) { return findEnding(path) == ".mp4"; }

void requireRunPictureName(const std::string& path)
{
    if (!isFilmName(path) && !isPictureName(path))
        throw UsageError("a run is drawn to .png, .svg, .pdf or .mp4, not to '{}'", path);
}

void checkRunOutputs(const CrowdCommandOptions& options)
{
    if (!options.output.empty() && !isRunName(options.output))
        throw UsageError("a run is recorded to .sqlite or .txt, not to '{}'", options.output);
    if (!options.drawing.output.empty()) requireRunPictureName(options.drawing.output);
    for (const std::string& path : {options.metrics, options.drawing.output, options.log})
        if (!path.empty()) requireWritable(path);
}

void requireWritable(const std::string& path)
{
    const auto refuse = [&](const std::string& why) {
        throw Failure(ErrorCode::unwritable_file, fmt::format("cannot write \"{}\": {}.", path, why), path);
    };
    std::error_code ignored;
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    const std::string folder_name = folder.empty() ? "." : folder.string();
    if (std::filesystem::is_directory(path, ignored)) refuse("it is a folder; give the name of a file in it");
    if (!std::filesystem::is_directory(folder_name, ignored)) refuse("its folder is not there; create it first");
    const bool exists = std::filesystem::exists(path, ignored);
    if (exists ? ::access(path.c_str(), W_OK) != 0 : ::access(folder_name.c_str(), W_OK) != 0)
        refuse(std::string(std::strerror(errno)) + "; check the permissions of the file and its folder");
}

/// What the run is drawn on: what the options name, else its own. Over a surface that is the surface, else outlines.
static std::pair<std::optional<Scene>, std::optional<SurfaceMesh>> findGround(const RenderOptions& options,
                                                                              const std::optional<SurfaceMesh>& surface,
                                                                              const TrajectoryInfo& info,
                                                                              const Progress& progress)
{
    if (info.surface.empty())
        refuseOptions(options.common, {"Surfaces", "Planner surface"}, "for runs over surfaces; this one is in the plane");
    if (surface) return {std::nullopt, surface};
    InputOptions ground = options.input;
    ground.path = options.scene.empty() ? info.surface : options.scene;
    if (ground.path.empty()) return {};
    const bool is_own = options.scene.empty();
    std::error_code ignored;
    if (is_own && !findFormat(ground.path).empty() && !std::filesystem::exists(ground.path, ignored))
        throw Failure(ErrorCode::unreadable_file,
                      fmt::format("the run went over {}, which is not there: say with --scene where it is.", ground.path),
                      ground.path);
    const Input input = loadInput(ground, progress);
    if (!info.surface.empty()) return {std::nullopt, buildSurface(input, options.planner, progress).mesh};
    return {buildOutline(input, progress), std::nullopt};
}

void saveRunDrawing(const std::string& path, const RenderOptions& options, const std::optional<SurfaceMesh>& known_surface,
                    const Progress& progress)
{
    const std::unique_ptr<TrajectoryReader> run = require(openTrajectory(path));
    const auto [scene, surface] = findGround(options, known_surface, run->info(), progress);
    const std::string title = run->info().scenario.empty() ? std::filesystem::path(path).stem().string() : std::string();
    if (isFilmName(options.output))
    {
        auto video = makePicture<RunVideoOptions>(options, title);
        video.speed = options.speed.value_or(video.speed);
        video.scene = scene ? &*scene : nullptr;
        video.surface = surface ? &*surface : nullptr;
        video.look = options.look;
        video.execution.progress = progress;
        return require(saveRunVideo(*run, options.output, video));
    }
    auto picture = makePicture<RunPictureOptions>(options, title);
    picture.as = options.as.value_or(options.time ? RunDrawing::snapshot : RunDrawing::trails);
    picture.color = options.color;
    picture.time = options.time.value_or(picture.time);
    picture.scene = scene ? &*scene : nullptr;
    picture.surface = surface ? &*surface : nullptr;
    picture.look = options.look;
    picture.execution.progress = progress;
    require(saveRunPicture(*run, options.output, picture));
}

TemporaryRun::TemporaryRun(bool is_wanted)
{
    if (!is_wanted) return;
    std::error_code error;
    std::string name = (std::filesystem::temp_directory_path(error) / "clearway-XXXXXX").string();
    if (error || !::mkdtemp(name.data()))
        throw Failure(
            ErrorCode::unwritable_file,
            fmt::format("no temporary folder for the run could be made ({}): record it with -o.", std::strerror(errno)));
    folder_ = name;
    path_ = name + "/run.sqlite";
}

TemporaryRun::~TemporaryRun()
{
    std::error_code ignored;
    if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
}

// ---- what other commands do with a run

void convertRun(const ConvertOptions& options)
{
    refuseOptions(options.common, {"--to", "Cells"}, "not for recorded runs: the ending says the format");
    if (!isRunName(options.output)) throw UsageError("a recorded run is written to .sqlite or .txt, not to '{}'", options.output);
    ProgressBar bar;
    const Progress progress = bar.callback();
    const std::unique_ptr<TrajectoryReader> reader = require(openTrajectory(options.input.path));
    const std::unique_ptr<TrajectoryWriter> writer = require(buildTrajectoryWriter(options.output));
    require(writer->begin(reader->info()));
    TrajectoryFrame frame;
    std::int64_t count = 0;
    while (require(reader->read(frame)))
    {
        require(writer->write(frame));
        ++count;
        if (!progress("converting", static_cast<double>(count) / static_cast<double>(reader->summary().frame_count)))
            throw Failure(ErrorCode::cancelled, fmt::format("stopped; {} holds the first {}.", writer->currentPath(),
                                                            formatCount(static_cast<std::size_t>(count), "frame", "frames")));
    }
    require(writer->finish());
    bar.clear();
    const std::int64_t bytes = findFileBytes(options.output);
    if (options.common.json)
        return printOutput(formatJson(Value::Fields{{"kind", "run"},
                                                    {"source", options.input.path},
                                                    {"output", options.output},
                                                    {"frames", count},
                                                    {"file_bytes", bytes}}));
    printOutput(fmt::format("{}: run, {}, {}\n", options.output, formatCount(static_cast<std::size_t>(count), "frame", "frames"),
                            formatCount(static_cast<std::size_t>(std::max<std::int64_t>(bytes, 0)), "byte", "bytes")));
}

void printRunInfo(const InfoOptions& options)
{
    refuseOptions(options.common, {"--verify", "Cells"}, "not for recorded runs");
    const std::string& path = options.input.path;
    const std::unique_ptr<TrajectoryReader> reader = require(openTrajectory(path));
    const TrajectoryInfo& info = reader->info();
    const TrajectoryReader::Summary& summary = reader->summary();
    const double end = summary.frame_count > 0 ? static_cast<double>(summary.last_frame) / info.frame_rate : 0;
    const double begin = summary.frame_count > 0 ? static_cast<double>(summary.first_frame) / info.frame_rate : 0;
    const Box2& bounds = summary.bounds;
    if (options.common.json)
    {
        Value::Fields fields = {{"kind", "run"},
                                {"source", path},
                                {"scenario", info.scenario},
                                {"program", info.program},
                                {"guide", info.guide},
                                {"steering", info.steering},
                                {"seed", fmt::format("{}", info.seed)},
                                {"dt", info.dt},
                                {"every", static_cast<std::int64_t>(info.every)},
                                {"frame_rate", info.frame_rate},
                                {"agents", summary.agent_count},
                                {"most_at_once", summary.most_at_once},
                                {"frames", summary.frame_count},
                                {"positions", summary.row_count},
                                {"from", begin},
                                {"until", end},
                                {"lines", info.lines.size()},
                                {"areas", info.areas.size()},
                                {"has_geometry", !info.geometry.empty()},
                                {"file_bytes", findFileBytes(path)}};
        if (!bounds.isEmpty()) fields.emplace_back("bounds", bounds);
        return printOutput(formatJson(fields));
    }
    Facts facts;
    facts.text = fmt::format("{}: recorded run\n", std::filesystem::path(path).filename().string());
    if (!info.scenario.empty()) facts.add("scenario", info.scenario);
    if (!info.guide.empty()) facts.add("with", "{} and {}, seed {}", info.guide, info.steering, info.seed);
    facts.add("agents", "{}, at most {} at once", formatNumber(static_cast<double>(summary.agent_count), 0),
              formatNumber(static_cast<double>(summary.most_at_once), 0));
    facts.add("time", "{} to {} s, {} at {} per second", formatNumber(begin), formatNumber(end),
              formatCount(static_cast<std::size_t>(summary.frame_count), "frame", "frames"), formatNumber(info.frame_rate));
    if (!bounds.isEmpty()) facts.add("bounds", "{} to {}", formatPoint(bounds.min), formatPoint(bounds.max));
    facts.add("measured", "{}, {}", formatCount(info.lines.size(), "line", "lines"),
              formatCount(info.areas.size(), "area", "areas"));
    if (!info.program.empty()) facts.add("written by", info.program);
    facts.add("file", formatCount(static_cast<std::size_t>(std::max<std::int64_t>(findFileBytes(path), 0)), "byte", "bytes"));
    printOutput(facts.text);
}

} // namespace clearway::cli
