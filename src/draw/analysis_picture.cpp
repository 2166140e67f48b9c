// SPDX-License-Identifier: MIT
#include <clearway/native/analysis_picture.h>

#include <algorithm>
#include <cmath>

#include "base/errors.h"
#include "draw/plot_sheet.h"
#include "draw/run_map.h"

namespace clearway {

namespace {

constexpr std::size_t kMostDots = 1500; ///< of one area: more would be a blot
constexpr std::size_t kMostPoints = 600;
constexpr std::size_t kLeastSamples = 5; ///< in a bin whose median is drawn

struct Sources
{
    std::vector<LegendItem> legend;
    std::vector<const Analysis::Area*> areas;
    std::vector<Color> area_colors;
    std::vector<const Analysis::Line*> lines;
    std::vector<Color> line_colors;
};

std::string joinNames(const std::string& file, const std::string& name, bool is_only)
{
    return is_only || name.empty() ? file : file + ": " + name;
}

} // namespace

/// A file has one colour for its first area and its first line, its second ones and so on.
static Sources listSources(std::span<const NamedAnalysis> analyses)
{
    Sources sources;
    std::uint32_t color = 0;
    for (const NamedAnalysis& named : analyses)
    {
        const std::vector<Analysis::Area>& areas = named.analysis.areas;
        const std::vector<Analysis::Line>& lines = named.analysis.lines;
        const std::size_t count = std::max(areas.size(), lines.size());
        for (std::size_t i = 0; i < count; ++i, ++color)
        {
            const std::string& name = i < areas.size() ? areas[i].name : lines[i].name;
            sources.legend.push_back(
                {.color = groupColor(color), .label = joinNames(named.name, name, count == 1), .is_band = false});
            if (i < areas.size())
            {
                sources.areas.push_back(&areas[i]);
                sources.area_colors.push_back(groupColor(color));
            }
            if (i < lines.size())
            {
                sources.lines.push_back(&lines[i]);
                sources.line_colors.push_back(groupColor(color));
            }
        }
    }
    return sources;
}

/// Every n-th, so that not too many are left.
static std::vector<Vec2> everyNth(const std::vector<Vec2>& points, std::size_t most)
{
    const std::size_t step = (points.size() + most - 1) / most;
    if (step < 2) return points;
    std::vector<Vec2> thinned;
    for (std::size_t i = 0; i < points.size(); i += step) thinned.push_back(points[i]);
    return thinned;
}

enum class Quantity
{
    speed,
    flow,
};

static PlotSeries makeWeidmann(Quantity quantity, double largest_density)
{
    PlotSeries series = {.label = "Weidmann 1993", .color = palette::kMutedInk, .points = {}, .is_scatter = false};
    const double end = std::min(5.4, std::max(1.1 * largest_density, 2.0));
    constexpr int kSteps = 100;
    for (int i = 0; i <= kSteps; ++i)
    {
        const double density = end * i / kSteps;
        const double speed = computeWeidmannSpeed(density);
        series.points.push_back({density, quantity == Quantity::speed ? speed : density * speed});
    }
    return series;
}

/// Dots first, then the medians over them, then what to compare with.
static Plot makeFundamental(const Sources& sources, Quantity quantity)
{
    const bool is_speed = quantity == Quantity::speed;
    Plot plot = {is_speed ? "speed (m/s)" : "flow (1/(m s))", "density (1/m²)", {}};
    std::vector<PlotSeries> medians;
    double largest = 0;
    for (std::size_t i = 0; i < sources.areas.size(); ++i)
    {
        std::vector<Vec2> dots;
        for (const Analysis::AreaSample& sample : sources.areas[i]->samples)
        {
            const double density = sources.areas[i]->density(sample), speed = sources.areas[i]->speed(sample);
            if (std::isnan(speed)) continue;
            dots.push_back({density, is_speed ? speed : sample.flow});
            largest = std::max(largest, density);
        }
        plot.series.push_back(
            {.color = sources.area_colors[i].withAlpha(0.7), .points = everyNth(dots, kMostDots), .is_scatter = true});
        PlotSeries median = {.color = sources.area_colors[i], .points = {}, .is_scatter = false};
        for (const Analysis::DensityBin& bin : sources.areas[i]->bins)
            if (bin.sample_count >= kLeastSamples)
                median.points.push_back({(bin.low + bin.high) / 2, is_speed ? bin.speed.median : bin.flow.median});
        medians.push_back(std::move(median));
    }
    plot.series.insert(plot.series.end(), medians.begin(), medians.end());
    plot.series.push_back(makeWeidmann(quantity, largest));
    return plot;
}

/// From the first crossing on: experiments begin when they begin.
static Plot makeCrossings(const Sources& sources)
{
    Plot plot = {"persons through the line", "time since the first (s)", {}};
    for (std::size_t i = 0; i < sources.lines.size(); ++i)
    {
        PlotSeries series = {.color = sources.line_colors[i], .points = {}, .is_scatter = false};
        double count = 0;
        for (const Analysis::Crossing& crossing : sources.lines[i]->crossings)
        {
            const double time = crossing.time - sources.lines[i]->crossings.front().time;
            series.points.push_back({time, count});
            series.points.push_back({time, ++count});
        }
        plot.series.push_back(std::move(series));
    }
    return plot;
}

static Plot makeLanes(const Sources& sources)
{
    Plot plot = {"lane order", "time (s)", {}};
    for (std::size_t i = 0; i < sources.areas.size(); ++i)
    {
        PlotSeries series = {.color = sources.area_colors[i], .points = {}, .is_scatter = true};
        for (const Analysis::AreaSample& sample : sources.areas[i]->samples)
            if (!std::isnan(sample.lane_order)) series.points.push_back({sample.time, sample.lane_order});
        series.points = everyNth(series.points, kMostPoints);
        if (!series.points.empty()) plot.series.push_back(std::move(series));
    }
    return plot;
}

static std::vector<Plot> makePlots(const Sources& sources)
{
    std::vector<Plot> plots;
    if (!sources.areas.empty())
    {
        plots.push_back(makeFundamental(sources, Quantity::speed));
        plots.push_back(makeFundamental(sources, Quantity::flow));
    }
    if (!sources.lines.empty()) plots.push_back(makeCrossings(sources));
    if (Plot lanes = makeLanes(sources); !lanes.series.empty()) plots.push_back(std::move(lanes));
    return plots;
}

Result<void> saveAnalysisPicture(std::span<const NamedAnalysis> analyses, const std::string& path,
                                 const AnalysisPictureOptions& options)
{
    const Sources sources = listSources(analyses);
    const std::vector<Plot> plots = makePlots(sources);
    if (plots.empty()) return makeError("nothing was measured: name a line or an area.", inFile(path));
    return savePlotSheet(plots, sources.legend, path, options.width, options.title);
}

} // namespace clearway
