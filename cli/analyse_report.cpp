// SPDX-License-Identifier: MIT
#include "analyse_report.h"

#include <fmt/format.h>

#include <cmath>

namespace clearway::cli {

static std::string formatKnown(double value, int digits = 2)
{
    return std::isnan(value) ? std::string("unknown") : formatNumber(value, digits);
}

static std::string formatLine(const LineAnalysis& line)
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

static std::string formatArea(const AreaAnalysis& area)
{
    const bool is_classic = area.method == DensityMethod::persons_per_area;
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
    for (const DensityBin& bin : area.bins)
        text += fmt::format("  {:<12} {:>13} {:>8} {:>8} {:>15} {:>13}\n", "",
                            fmt::format("{} - {}", formatNumber(bin.low), formatNumber(bin.high)), bin.sample_count,
                            formatNumber(bin.speed.median),
                            fmt::format("{} - {}", formatNumber(bin.speed.lower), formatNumber(bin.speed.upper)),
                            formatNumber(bin.flow.median));
    return text;
}

std::string formatText(const std::vector<AnalysedFile>& files, const std::string& csv, const std::string& picture)
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
        for (const LineAnalysis& line : analysis.lines) text += formatLine(line);
        for (const AreaAnalysis& area : analysis.areas) text += formatArea(area);
    }
    for (const std::string& path : {csv, picture})
        if (!path.empty()) text += fmt::format("{}\n", path);
    return text;
}

// ---- for machines

static Value describe(const Spread& spread)
{
    return Value::Fields{{"lower", spread.lower}, {"median", spread.median}, {"upper", spread.upper}};
}

static Value describe(const LineAnalysis& line)
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

static Value describe(const AreaAnalysis& area)
{
    Value::List bins;
    for (const DensityBin& bin : area.bins)
        bins.push_back(Value::Fields{{"low", bin.low},
                                     {"high", bin.high},
                                     {"frames", bin.sample_count},
                                     {"speed", describe(bin.speed)},
                                     {"flow", describe(bin.flow)}});
    return Value::Fields{{"name", area.name},
                         {"area", area.area},
                         {"density_by", area.method == DensityMethod::persons_per_area ? "persons_per_area" : "voronoi"},
                         {"mean_density", area.mean_density},
                         {"mean_speed", area.mean_speed},
                         {"lane_order", area.mean_lane_order},
                         {"lane_order_beyond_chance", area.mean_lane_order_beyond_chance},
                         {"fundamental_diagram", std::move(bins)}};
}

static Value describe(const TrajectoryFaults& faults)
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
    for (const LineAnalysis& line : analysis.lines) lines.push_back(describe(line));
    Value::List areas;
    for (const AreaAnalysis& area : analysis.areas) areas.push_back(describe(area));
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

Value describe(const std::vector<AnalysedFile>& files, const std::string& csv, const std::string& picture)
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

void printFaults(const AnalysedFile& file)
{
    const std::vector<AreaAnalysis>& areas = file.named.analysis.areas;
    if (!areas.empty() && areas[0].method == DensityMethod::persons_per_area)
        printMessage(
            fmt::format("{}: it does not say where the walls are, so density is persons per area. For density by Voronoi "
                        "cells give the walkable area with --scene, or --no-walls if there are none.",
                        file.path));
    const TrajectoryFaults& faults = file.named.analysis.faults;
    if (faults.gaps > 0)
        printMessage(
            fmt::format("{}: {} missing in frames between others, {} in all, for at most {} s; no speeds are taken over a "
                        "gap.",
                        file.path, formatCount(faults.persons_with_gaps, "person is", "persons are"),
                        formatCount(faults.gaps, "gap", "gaps"), formatNumber(faults.longest_gap)));
    if (faults.shared_places > 0)
        printMessage(
            fmt::format("{}: {} two persons are in one place, for the first time {} and {} in frame {}; they share a cell.",
                        file.path, formatTimes(faults.shared_places), static_cast<std::int64_t>(faults.shared_by[0]),
                        static_cast<std::int64_t>(faults.shared_by[1]), faults.shared_in_frame));
    if (faults.split_persons > 0)
        printMessage(fmt::format(
            "{}: {} somebody is in two places in one frame, for the first time {} in frame {}; one of them counts.", file.path,
            formatTimes(faults.split_persons), static_cast<std::int64_t>(faults.split_id), faults.split_in_frame));
    if (faults.leaps > 0)
    {
        const bool is_usual = faults.leaps * 4 > faults.steps;
        printMessage(fmt::format("{}: {} of {} from frame to frame {} faster than 12 m/s{}", file.path, faults.leaps,
                                 formatCount(faults.steps, "step", "steps"), faults.leaps == 1 ? "is" : "are",
                                 is_usual ? ": is the unit wrong (x/m where it should be x/cm), or the frame rate?" : "."));
    }
}

} // namespace clearway::cli
