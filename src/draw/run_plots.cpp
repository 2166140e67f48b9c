// SPDX-License-Identifier: MIT
#include "draw/run_plots.h"

#include <algorithm>
#include <cmath>

#include <clearway/geometry/polygon.h>
#include <clearway/geometry/predicates.h>
#include <clearway/io/files.h>

#include "base/errors.h"
#include "draw/plot.h"
#include "draw/run_map.h"
#include "draw/sheet.h"

namespace clearway {

/// As the observer of a crowd counts: on the line is on its right, and its ends belong to it.
static bool crosses(const MeasuringLine& line, Vec2 from, Vec2 to)
{
    const bool was_left = computeOrientation(line.a, line.b, from) > 0;
    const bool is_left = computeOrientation(line.a, line.b, to) > 0;
    return was_left != is_left && computeOrientation(from, to, line.a) * computeOrientation(from, to, line.b) <= 0;
}

namespace {

class SeriesBuilder
{
public:
    explicit SeriesBuilder(const TrajectoryInfo& info) : info_(info)
    {
        series_.crossings.resize(info.lines.size());
        series_.fundamental.resize(info.areas.size());
        for (const MeasuringArea& area : info.areas) area_sizes_.push_back(std::fabs(computeSignedArea(area.outline)));
    }

    void add(const TrajectoryFrame& frame);
    RunSeries finish() { return std::move(series_); }

private:
    void addAreas(const TrajectoryFrame& frame, double time);

    const TrajectoryInfo& info_;
    RunSeries series_;
    std::vector<double> area_sizes_;
    TrajectoryFrame last_;
    std::vector<double> speeds_; ///< of the agents of the frame; negative: unknown
    double next_sample_ = 0;
};

} // namespace

void SeriesBuilder::add(const TrajectoryFrame& frame)
{
    const double time = static_cast<double>(frame.number) / info_.frame_rate;
    const double elapsed = static_cast<double>(frame.number - last_.number) / info_.frame_rate;
    series_.agents.push_back({time, static_cast<double>(frame.ids.size())});
    speeds_.assign(frame.ids.size(), -1);
    std::size_t known = 0;
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < frame.ids.size(); ++i)
    {
        while (known < last_.ids.size() && last_.ids[known] < frame.ids[i]) ++known;
        if (known == last_.ids.size() || last_.ids[known] != frame.ids[i]) continue;
        const Vec2 from = last_.positions[known];
        const Vec2 to = frame.positions[i];
        const double climb = frame.heights.empty() || last_.heights.empty() ? 0 : frame.heights[i] - last_.heights[known];
        speeds_[i] = std::sqrt(distanceSq(from, to) + climb * climb) / elapsed;
        sum += speeds_[i];
        ++count;
        if (from == to) continue;
        for (std::size_t line = 0; line < info_.lines.size(); ++line)
            if (crosses(info_.lines[line], from, to)) series_.crossings[line].push_back(time);
    }
    if (count > 0) series_.speed.push_back({time, sum / static_cast<double>(count)});
    if (count > 0 && time >= next_sample_) addAreas(frame, time);
    last_ = frame;
}

void SeriesBuilder::addAreas(const TrajectoryFrame& frame, double time)
{
    for (std::size_t area = 0; area < info_.areas.size(); ++area)
    {
        double sum = 0;
        std::size_t inside = 0;
        std::size_t known = 0;
        for (std::size_t i = 0; i < frame.ids.size(); ++i)
        {
            if (classifyPoint(info_.areas[area].outline, frame.positions[i]) == Side::outside) continue;
            ++inside;
            if (speeds_[i] < 0) continue;
            sum += speeds_[i];
            ++known;
        }
        if (known > 0 && area_sizes_[area] > 0)
            series_.fundamental[area].push_back(
                {static_cast<double>(inside) / area_sizes_[area], sum / static_cast<double>(known)});
    }
    next_sample_ = time + 0.5;
}

Result<RunSeries> computeRunSeries(TrajectoryReader& run, const Progress& progress)
{
    if (Result<void> rewound = run.rewind(); !rewound) return rewound.error();
    SeriesBuilder builder(run.info());
    TrajectoryFrame frame;
    std::int64_t count = 0;
    while (true)
    {
        const Result<bool> found = run.read(frame);
        if (!found) return found.error();
        if (!*found) return builder.finish();
        builder.add(frame);
        const double total = static_cast<double>(std::max<std::int64_t>(run.summary().frame_count, 1));
        if (!report(progress, "reading the run", static_cast<double>(++count) / total))
            return makeError(ErrorCode::cancelled, "stopped; nothing was written.");
    }
}

/// At most `most` points: means of equal numbers of neighbours.
static TimeSeries average(const TimeSeries& series, std::size_t most)
{
    if (series.size() <= most) return series;
    TimeSeries thinned;
    const std::size_t step = (series.size() + most - 1) / most;
    for (std::size_t first = 0; first < series.size(); first += step)
    {
        const std::size_t end = std::min(first + step, series.size());
        Vec2 sum;
        for (std::size_t i = first; i < end; ++i) sum = sum + series[i];
        thinned.push_back(sum / static_cast<double>(end - first));
    }
    return thinned;
}

/// Crossings per second, in windows of equal length.
static TimeSeries computeFlow(const std::vector<double>& crossings, double end)
{
    const double window = std::max(computeRoundLength(std::max(end, 1.0) / 20), 1.0);
    TimeSeries flow;
    std::size_t next = 0;
    for (double begin = 0; begin < end; begin += window)
    {
        std::size_t count = 0;
        while (next < crossings.size() && crossings[next] <= begin + window) ++next, ++count;
        const double length = std::min(window, end - begin);
        if (length < window / 2 && begin > 0) break; // a rest too short to say anything
        flow.push_back({begin + length / 2, static_cast<double>(count) / length});
    }
    return flow;
}

static std::vector<Plot> makePlots(const TrajectoryReader& run, const RunSeries& series)
{
    constexpr std::size_t kMostPoints = 600;
    const TrajectoryInfo& info = run.info();
    std::vector<Plot> plots;
    plots.push_back({"agents", "time (s)", {{.color = groupColor(0), .points = average(series.agents, kMostPoints)}}});
    plots.push_back({"mean speed (m/s)", "time (s)", {{.color = groupColor(2), .points = average(series.speed, kMostPoints)}}});
    Plot flow = {"flow (1/s)", "time (s)", {}};
    for (std::size_t i = 0; i < info.lines.size(); ++i)
        flow.series.push_back({.label = info.lines.size() > 1 ? info.lines[i].name : std::string(),
                               .color = groupColor(static_cast<std::uint32_t>(i)),
                               .points = computeFlow(series.crossings[i], findEndTime(run))});
    if (!flow.series.empty()) plots.push_back(std::move(flow));
    Plot fundamental = {"speed (m/s) over density", "density (1/m²)", {}};
    for (std::size_t i = 0; i < info.areas.size(); ++i)
        fundamental.series.push_back({.label = info.areas.size() > 1 ? info.areas[i].name : std::string(),
                                      .color = groupColor(static_cast<std::uint32_t>(i)),
                                      .points = series.fundamental[i],
                                      .is_scatter = true});
    if (!fundamental.series.empty()) plots.push_back(std::move(fundamental));
    return plots;
}

Result<void> saveRunPlots(TrajectoryReader& run, const std::string& path, const RunPictureOptions& options)
{
    Result<PictureFormat> format = findPictureFormat(path);
    if (!format) return format.error();
    if (options.width < 64 || options.width > static_cast<int>(Canvas::kMaxSide))
        return makeError(ErrorCode::out_of_range, "choose a width from 64 to 20000 pixels.", inFile(path));
    const Result<RunSeries> series = computeRunSeries(run, options.execution.progress);
    if (!series) return series.error();
    const std::vector<Plot> plots = makePlots(run, *series);

    const double width = options.width;
    Sheet sheet = computeSheet({.width = width, .world = {{0, 0}, {1, 1}}});
    const double gap = 26 * sheet.unit;
    const double top = options.draw_legend ? sheet.title_base_line + 20 * sheet.unit : sheet.margin;
    const Vec2 size = {(width - 2 * sheet.margin - gap) / 2, std::max(0.3 * width, 90 * sheet.unit)};
    const auto rows = static_cast<double>((plots.size() + 1) / 2);
    const double height = std::ceil(top + rows * size.y + (rows - 1) * gap + sheet.margin);
    Result<Canvas> canvas = Canvas::build(*format, width, height);
    if (!canvas) return makeError(canvas.error().code, canvas.error().message, inFile(path));
    const std::string title = makeRunTitle(run, options.title);
    if (options.draw_legend) drawTitle(*canvas, sheet, title, makeRunSubtitle(run));
    for (std::size_t i = 0; i < plots.size(); ++i)
        drawPlot(*canvas,
                 {sheet.margin + static_cast<double>(i % 2) * (size.x + gap), top + static_cast<double>(i / 2) * (size.y + gap)},
                 size, sheet.unit, plots[i]);
    Result<std::vector<std::byte>> bytes = canvas->finish(title);
    if (!bytes) return makeError(bytes.error().code, bytes.error().message, inFile(path));
    return writeFile(path, *bytes);
}

} // namespace clearway
