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

#include "picture_name.h"

namespace clearway::cli {

static std::string findEnding(const std::string& path)
{
    std::string ending = std::filesystem::path(path).extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return ending;
}

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
    if (isFilmName(path)) return;
    const std::string ending = findEnding(path);
    if (ending != ".png" && ending != ".svg" && ending != ".pdf")
        throw UsageError(fmt::format("a run is drawn to .png, .svg, .pdf or .mp4, not to '{}'", path));
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

void saveRunDrawing(const std::string& path, const RunDrawingOptions& options, const Progress& progress)
{
    const std::unique_ptr<TrajectoryReader> run = require(openTrajectory(path));
    std::optional<Scene> scene;
    if (options.scene) scene = buildOutline(loadInput(*options.scene, progress), progress);
    std::string title = options.title;
    if (title.empty() && run->info().scenario.empty()) title = std::filesystem::path(path).stem().string();
    if (isFilmName(options.output))
    {
        RunVideoOptions video;
        video.width = options.width.value_or(video.width);
        video.speed = options.speed.value_or(video.speed);
        video.title = title;
        video.scene = scene ? &*scene : nullptr;
        video.execution.progress = progress;
        return require(saveRunVideo(*run, options.output, video));
    }
    RunPictureOptions picture;
    picture.as = options.as;
    picture.color = options.color;
    picture.width = options.width.value_or(picture.width);
    picture.time = options.time.value_or(picture.time);
    picture.draw_legend = !options.hide_legend;
    picture.title = title;
    picture.scene = scene ? &*scene : nullptr;
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

} // namespace clearway::cli
