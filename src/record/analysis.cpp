// SPDX-License-Identifier: MIT
#include <clearway/record/analysis.h>

#include <algorithm>
#include <cmath>

#include <clearway/io/scene_formats.h>

#include "base/errors.h"
#include "io/text.h"

namespace clearway {

static std::string formatNumber(double value)
{
    std::string text;
    io::appendNumber(text, value);
    return text;
}

/// What is wrong with the file as a whole; empty if nothing is.
static std::string findFault(const TrajectoryReader& run)
{
    constexpr std::int64_t kMostFrames = std::int64_t{1} << 53;
    if (run.summary().first_frame < -kMostFrames || run.summary().last_frame > kMostFrames)
        return "the numbers of frames are too large: they must be within 2^53.";
    const double rate = run.info().frame_rate;
    if (!(rate >= 1e-3 && rate <= 1e6))
        return "the frame rate must be from 0.001 to 1000000 frames per second; it is " + formatNumber(rate) +
               ". Correct it in the file.";
    return {};
}

/// Who is farther away than an analysis can measure; empty if nobody is.
static std::string findFarAway(const TrajectoryFrame& frame)
{
    for (std::size_t i = 0; i < frame.ids.size(); ++i)
    {
        const Vec2 p = frame.positions[i];
        if (std::abs(p.x) <= kFarthestPosition && std::abs(p.y) <= kFarthestPosition) continue;
        // As files have it: ids are signed there.
        return "person " + std::to_string(static_cast<std::int64_t>(frame.ids[i])) + " is at (" + formatNumber(p.x) + ", " +
               formatNumber(p.y) + ") in frame " + std::to_string(frame.number) +
               ", more than 1e9 m from the origin: correct that row or take it out, or check the unit.";
    }
    return {};
}

std::vector<Ring> findRunWalkable(const TrajectoryReader& run)
{
    SceneReadOptions options;
    options.coordinates = SceneReadOptions::Units::metres;
    const Result<SceneInput> input = parseWkt(run.info().geometry, options);
    if (!input) return {};
    const Result<Scene> scene = buildScene(*input);
    if (!scene) return {};
    std::vector<Ring> rings;
    for (const Scene::RingRange& ring : scene->rings())
        rings.emplace_back(scene->points(ring).begin(), scene->points(ring).end());
    return rings;
}

Result<Analysis> analyseTrajectory(TrajectoryReader& run, AnalysisOptions options)
{
    const Progress progress = options.execution.progress;
    if (Result<void> rewound = run.rewind(); !rewound) return rewound.error();
    if (std::string fault = findFault(run); !fault.empty()) return makeError(ErrorCode::malformed_file, std::move(fault));
    options.frame_rate = run.info().frame_rate;
    if (options.frame_stride == 0) options.frame_stride = run.summary().frame_stride;
    if (options.walkable.empty() && options.density == AnalysisOptions::Density::automatic)
        options.walkable = findRunWalkable(run);
    Result<TrajectoryAnalyzer> analyzer = TrajectoryAnalyzer::build(std::move(options));
    if (!analyzer) return analyzer.error();
    const auto total = static_cast<double>(std::max<std::int64_t>(run.summary().frame_count, 1));
    TrajectoryFrame frame;
    for (double count = 1;; ++count)
    {
        const Result<bool> found = run.read(frame);
        if (!found) return found.error();
        if (!*found) break;
        if (std::string fault = findFarAway(frame); !fault.empty()) return makeError(ErrorCode::malformed_file, std::move(fault));
        analyzer->add({frame.number, frame.ids, frame.positions});
        if (!report(progress, "measuring", std::min(count / total, 1.0)))
            return makeError(ErrorCode::cancelled, "stopped; nothing was written.");
    }
    Analysis analysis = analyzer->finish();
    analysis.faults.split_persons = static_cast<std::uint64_t>(run.summary().split_count);
    analysis.faults.split_in_frame = run.summary().split_in_frame;
    analysis.faults.split_id = run.summary().split_id;
    return analysis;
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

static void appendArea(std::string& text, const std::string& file, const Analysis::Area& area)
{
    for (const Analysis::AreaSample& sample : area.samples)
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

static void appendLine(std::string& text, const std::string& file, const Analysis::Line& line)
{
    std::int64_t count = 0;
    for (const Analysis::Crossing& crossing : line.crossings)
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
        for (const Analysis::Area& area : named.analysis.areas) appendArea(text, quote(named.name), area);
        for (const Analysis::Line& line : named.analysis.lines) appendLine(text, quote(named.name), line);
    }
    return text;
}

} // namespace clearway
