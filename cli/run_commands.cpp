// SPDX-License-Identifier: MIT
#include "run_commands.h"

#include <clearway/native/trajectory_sqlite.h>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "output.h"
#include "progress_bar.h"
#include "run_files.h"

namespace clearway::cli {

void convertRun(const ConvertOptions& options)
{
    refuseOptions(options.common, {"--to", "Cells"}, "not for recorded runs: the ending says the format");
    if (!isRunName(options.output))
        throw UsageError(fmt::format("a recorded run is written to .sqlite or .txt, not to '{}'", options.output));
    ProgressBar bar;
    const Progress progress = bar.callback();
    const std::unique_ptr<TrajectoryReader> reader = require(openTrajectory(options.input.path));
    const std::unique_ptr<TrajectoryWriter> writer = require(createTrajectory(options.output));
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
    const TrajectorySummary& summary = reader->summary();
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
    std::string text = fmt::format("{}: recorded run\n", std::filesystem::path(path).filename().string());
    const auto add = [&](std::string_view label, const std::string& value) {
        if (!value.empty()) addLine(text, label, value);
    };
    add("scenario", info.scenario);
    if (!info.guide.empty()) add("with", fmt::format("{} and {}, seed {}", info.guide, info.steering, info.seed));
    add("agents", fmt::format("{}, at most {} at once", formatNumber(static_cast<double>(summary.agent_count), 0),
                              formatNumber(static_cast<double>(summary.most_at_once), 0)));
    add("time", fmt::format("{} to {} s, {} at {} per second", formatNumber(begin), formatNumber(end),
                            formatCount(static_cast<std::size_t>(summary.frame_count), "frame", "frames"),
                            formatNumber(info.frame_rate)));
    if (!bounds.isEmpty()) add("bounds", fmt::format("{} to {}", formatPoint(bounds.min), formatPoint(bounds.max)));
    add("measured",
        fmt::format("{}, {}", formatCount(info.lines.size(), "line", "lines"), formatCount(info.areas.size(), "area", "areas")));
    add("written by", info.program);
    add("file", formatCount(static_cast<std::size_t>(std::max<std::int64_t>(findFileBytes(path), 0)), "byte", "bytes"));
    printOutput(text);
}

} // namespace clearway::cli
