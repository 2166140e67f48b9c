// SPDX-License-Identifier: MIT
#include <clearway/io/analysis.h>

#include <algorithm>
#include <cmath>

#include "io/text.h"

namespace clearway {

/// A fifth of a second, at least one frame.
static int chooseFrameStep(const TrajectorySummary& summary, double frame_rate)
{
    const std::int64_t frames = summary.last_frame - summary.first_frame;
    const bool has_every_nth = summary.frame_count > 1 && frames % (summary.frame_count - 1) == 0;
    const double stride = has_every_nth ? static_cast<double>(frames / (summary.frame_count - 1)) : 1;
    return static_cast<int>(std::clamp(std::floor(0.2 * frame_rate / stride + 0.5), 1.0, 1000.0));
}

Result<Analysis> analyseTrajectory(TrajectoryReader& run, AnalysisOptions options, const Progress& progress)
{
    if (Result<void> rewound = run.rewind(); !rewound) return rewound.error();
    constexpr std::int64_t kMostFrames = std::int64_t{1} << 53;
    if (run.summary().first_frame < -kMostFrames || run.summary().last_frame > kMostFrames)
        return Error{ErrorCode::malformed_file, "the numbers of frames are too large: they must be within 2^53.", {}};
    options.frame_rate = run.info().frame_rate;
    if (options.frame_step == 0) options.frame_step = chooseFrameStep(run.summary(), options.frame_rate);
    Result<TrajectoryAnalyzer> analyzer = TrajectoryAnalyzer::start(std::move(options));
    if (!analyzer) return analyzer.error();
    const auto total = static_cast<double>(std::max<std::int64_t>(run.summary().frame_count, 1));
    TrajectoryFrame frame;
    for (double count = 1;; ++count)
    {
        const Result<bool> found = run.read(frame);
        if (!found) return found.error();
        if (!*found) return analyzer->finish();
        analyzer->add({frame.number, frame.ids, frame.positions});
        if (!report(progress, "measuring", std::min(count / total, 1.0)))
            return Error{ErrorCode::cancelled, "stopped; nothing was written.", {}};
    }
}

// ---- a table

static void appendField(std::string& text, double value)
{
    text += ',';
    if (!std::isnan(value)) io::appendNumber(text, value);
}

static void appendField(std::string& text, std::int64_t value)
{
    text += ',';
    io::appendNumber(text, value);
}

/// In quotes where it must be.
static std::string quote(const std::string& name)
{
    if (name.find_first_of(",\"\n\r") == std::string::npos) return name;
    std::string quoted = "\"";
    for (char c : name) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
}

static void appendArea(std::string& text, const std::string& file, const AreaAnalysis& area)
{
    for (const AreaSample& sample : area.samples)
    {
        text += file + ",area," + quote(area.name);
        appendField(text, sample.time);
        appendField(text, std::int64_t{sample.count});
        for (const double value : {sample.density, sample.speed, sample.voronoi_density, sample.voronoi_speed, sample.flow,
                                   sample.lane_order, sample.lane_order_beyond_chance})
            appendField(text, value);
        text += ",,,\n";
    }
}

static void appendLine(std::string& text, const std::string& file, const LineAnalysis& line)
{
    std::int64_t count = 0;
    for (const LineCrossing& crossing : line.crossings)
    {
        text += file + ",line," + quote(line.name);
        appendField(text, crossing.time);
        text += ",,,,,,,,";
        // As files have it: ids are signed there.
        appendField(text, static_cast<std::int64_t>(crossing.id));
        appendField(text, std::int64_t{crossing.is_forward ? 1 : -1});
        appendField(text, ++count);
        text += '\n';
    }
}

std::string formatAnalysisCsv(std::span<const NamedAnalysis> analyses)
{
    std::string text = "file,kind,name,time,persons,density,speed,voronoi_density,voronoi_speed,flow,lane_order,"
                       "lane_order_beyond_chance,id,direction,crossings\n";
    for (const NamedAnalysis& named : analyses)
    {
        for (const AreaAnalysis& area : named.analysis.areas) appendArea(text, quote(named.name), area);
        for (const LineAnalysis& line : named.analysis.lines) appendLine(text, quote(named.name), line);
    }
    return text;
}

} // namespace clearway
