// SPDX-License-Identifier: MIT
#include "crowd_report.h"

#include <clearway/geometry/path.h>
#include <clearway/record/crowd_metrics.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "facts.h"

namespace clearway::cli {

/// "0.5 mm", "1.2 m".
static std::string formatDepth(double metres)
{
    if (metres < 1e-3) return formatNumber(1e6 * metres) + " µm";
    if (metres < 1) return formatNumber(1e3 * metres) + " mm";
    return formatNumber(metres) + " m";
}

static std::string formatPercent(double part) { return formatNumber(100 * part, 1) + " %"; }

static std::string formatContacts(const CrowdReport& report)
{
    const CrowdMetrics& metrics = report.metrics;
    std::string text = fmt::format("{} between agents", formatInteger(metrics.agent_contacts));
    if (metrics.agent_contacts > 0)
        text += fmt::format(" (at most {}, {} of a radius)", formatDepth(metrics.max_agent_overlap),
                            formatPercent(metrics.max_relative_overlap));
    if (report.is_on_surface) return text;
    text += fmt::format(", {} asked for with walls", formatInteger(metrics.wall_contacts));
    if (metrics.wall_contacts > 0) text += fmt::format(" (at most {})", formatDepth(metrics.max_wall_overlap));
    return text;
}

static std::string formatRecording(const Recorder& recorder)
{
    if (recorder.problem())
    {
        const double until = recorder.completeUntil();
        return until < 0 ? "nothing, see above"
                         : fmt::format("only up to {} s, in {}", formatNumber(until), recorder.currentPath());
    }
    std::error_code ignored;
    const auto bytes = std::filesystem::file_size(recorder.path(), ignored);
    return fmt::format("{}, {}, {} MB", recorder.path(),
                       formatCount(static_cast<std::size_t>(recorder.lastFrame() + 1), "frame", "frames"),
                       formatNumber(ignored ? 0 : static_cast<double>(bytes) / 1e6));
}

static std::string formatLateralUse(const CrowdMetrics::Line& line)
{
    std::string text =
        fmt::format("{}: {} of the width of {} abreast", line.name, formatPercent(line.lateral_use), formatInteger(line.abreast));
    if (std::isfinite(line.forward_use) && std::isfinite(line.backward_use))
        text += fmt::format("; {} forward, {} back", formatPercent(line.forward_use), formatPercent(line.backward_use));
    return text;
}

static void addLines(Facts& facts, const CrowdMetrics& metrics)
{
    for (const CrowdMetrics::Line& line : metrics.lines)
    {
        facts.add("net flow", "{}: {} per second, {} per second and metre; {} forward, {} back", line.name,
                  formatNumber(line.flow), formatNumber(line.specific_flow), formatInteger(line.forward),
                  formatInteger(line.backward));
        if (std::isfinite(line.lateral_use)) facts.add("lateral use", formatLateralUse(line));
        const double queue = line.queue_left + line.queue_right;
        if (std::isfinite(line.queue_asymmetry))
            facts.add("queue", "{}: {} of it on the left, {} on the right; {} without its mirror image", line.name,
                      formatPercent(line.queue_left / queue), formatPercent(line.queue_right / queue),
                      formatPercent(line.queue_unmirrored));
    }
    for (const CrowdMetrics::Area& area : metrics.areas)
        facts.add("density", "{}: {} agents per m² (at most {}), {} m/s", area.name, formatNumber(area.mean_density),
                  formatNumber(area.max_density), formatNumber(area.mean_speed));
}

/// Who cannot get to a goal, with one for an example.
static std::string formatUnreachable(const CrowdReport& report)
{
    const CrowdMetrics::UnreachableGoal& first = report.metrics.first_unreachable;
    std::string text = fmt::format("{} at the end, {} at some time", formatInteger(report.metrics.unreachable),
                                   formatInteger(report.metrics.unreachable_agents));
    if (report.metrics.unreachable > 0)
        text += fmt::format("; {} m short of their goals on average, {} m at most", formatNumber(report.metrics.mean_short_by),
                            formatNumber(report.metrics.max_short_by));
    if (first.id == kNoAgent) return text;
    return text + fmt::format("; agent {} of radius {} m from {} to {}: {}", first.id, formatNumber(first.radius, 4),
                              formatPoint(report.no_way_from, 3), formatPoint(report.no_way_to, 3), report.no_way_because);
}

/// How far people walked beside the shortest paths.
static std::string formatDetour(const CrowdMetrics& metrics)
{
    return fmt::format("{} times the shortest path on average, {} for one trip in ten, {} at most; {} m to the {} of it",
                       formatNumber(metrics.mean_detour, 3), formatNumber(metrics.p90_detour, 3),
                       formatNumber(metrics.max_detour, 3), formatNumber(std::abs(metrics.drift)),
                       metrics.drift < 0 ? "right" : "left");
}

/// Who does not get on.
static std::string formatProgress(const CrowdMetrics& metrics)
{
    std::string text = fmt::format("{} within 3 m for more than a minute, {} s at most", formatInteger(metrics.stayed_within_3m),
                                   formatNumber(metrics.longest_stay));
    if (std::isfinite(metrics.without_progress))
        text += fmt::format("; without progress {} of the time", formatPercent(metrics.without_progress));
    return text;
}

static std::string formatSixths(const CrowdMetrics& metrics)
{
    std::string text;
    for (const double speed : metrics.speed_in_sixths) text += (std::isfinite(speed) ? formatPercent(speed) : "-") + ", ";
    return text + "in sixths of the run";
}

static std::string formatMotion(const CrowdReport& report)
{
    const CrowdMetrics& metrics = report.metrics;
    std::string text = fmt::format("turns of {} rad per metre", formatNumber(metrics.heading_change));
    if (!report.is_on_surface) text += fmt::format(", jerk {} m/s³", formatNumber(metrics.jerk));
    text += fmt::format("; {} went round more than three times, {} times at most", formatInteger(metrics.circling_agents),
                        formatNumber(metrics.max_turns, 1));
    if (metrics.arrived > metrics.left) text += fmt::format("; {} m/s at rest", formatNumber(metrics.rest_speed));
    return text;
}

std::string formatText(const CrowdReport& report, const Recorder& recorder, const std::string& picture)
{
    const CrowdMetrics& metrics = report.metrics;
    Facts facts;
    facts.text = fmt::format("{}: {}, {} s in {} of {} s, {} and {}{}{}\n", report.facts.scenario,
                             formatCount(*report.facts.agents, "agent", "agents"), formatNumber(metrics.seconds),
                             formatCount(metrics.ticks, "tick", "ticks"), formatNumber(report.dt, 4), report.facts.guide,
                             report.facts.steering, report.facts.engine == "walkers" ? ", engine walkers" : "",
                             report.was_stopped ? "; stopped" : "");
    std::string arrived = fmt::format("{} of {}", formatInteger(metrics.arrived), formatInteger(*report.facts.agents));
    if (metrics.arrived > 0)
        arrived += fmt::format(", after {} s on average, {} s at most", formatNumber(metrics.mean_travel_time),
                               formatNumber(metrics.max_travel_time));
    if (report.waiting > 0) arrived += fmt::format("; {} found no room to start", formatInteger(report.waiting));
    // People with random goals never arrive for good.
    if (metrics.trips > metrics.arrived) arrived += fmt::format(" for good; {} trips to a goal", formatInteger(metrics.trips));
    facts.add("arrived", arrived);
    facts.add("contacts", formatContacts(report));
    facts.add("outside", metrics.outside == 0 ? "never"
                                              : fmt::format("{} agent-ticks, at most {}", formatInteger(metrics.outside),
                                                            formatDepth(metrics.max_outside)));
    facts.add("stuck", "{} at the end, {} at some time", formatInteger(metrics.stuck), formatInteger(metrics.stuck_agents));
    facts.add("stayed", formatProgress(metrics));
    if (metrics.unreachable_agents > 0) facts.add("unreachable", formatUnreachable(report));
    addLines(facts, metrics);
    if (!report.is_on_surface)
        facts.add("space used", "{}, {} m²; entropy {} bits", formatPercent(metrics.covered_part),
                  formatNumber(metrics.covered_area), formatNumber(metrics.entropy));
    facts.add("walking", "straightness {}, {} of the speed they like, {} changes of turn per second",
              formatNumber(metrics.mean_straightness), formatPercent(metrics.mean_speed), formatNumber(metrics.jitter));
    facts.add("over time", formatSixths(metrics));
    if (metrics.detour_trips > 0) facts.add("detour", formatDetour(metrics));
    facts.add("motion", formatMotion(report));
    facts.add("speed", "{} agent-steps per second, {} times real time{}", formatNumber(*report.facts.agent_steps_per_second, 0),
              formatNumber(*report.facts.real_time_factor, 1),
              report.facts.workers == 1 ? "" : fmt::format(", {} workers", *report.facts.workers));
    facts.add("state hash", formatHash(*report.facts.state_hash));
    facts.add("run hash", formatHash(*report.facts.run_hash));
    if (recorder.isKept()) facts.add("recorded", formatRecording(recorder));
    if (!picture.empty()) facts.add("picture", picture);
    return facts.text;
}

std::vector<std::string> describeFaults(const CrowdReport& report)
{
    const Crowd::SteeringFaults& faults = report.faults;
    std::vector<std::string> lines;
    if (faults.bad_answer_count > 0)
        lines.push_back(fmt::format("model '{}' gave no number for agent {} at tick {}; it stood still ({}).",
                                    report.facts.steering, faults.first_bad_id, faults.first_bad_tick,
                                    formatCount(faults.bad_answer_count, "such answer in all", "such answers in all")));
    if (faults.clamped_count > 0)
        lines.push_back(fmt::format("model '{}' had to limit {}: its forces blew up.", report.facts.steering,
                                    formatCount(faults.clamped_count, "answer", "answers")));
    return lines;
}

std::string formatMetrics(const CrowdReport& report) { return formatMetricsJson(report.metrics, report.facts); }

/// Two JSON objects as one: the fields of the first, then those of the second.
static std::string joinObjects(std::string first, std::string second)
{
    first.erase(first.find_last_not_of(" \n\t\r", first.rfind('}') - 1) + 1);
    second.erase(0, second.find('{') + 1);
    return first + "," + second;
}

std::string formatJson(const CrowdReport& report, const Recorder& recorder, const std::string& picture)
{
    Value::Fields fields = {{"dt", report.dt},
                            {"waiting", report.waiting},
                            {"build_seconds", report.build_seconds},
                            {"step_seconds", report.step_seconds},
                            {"agent_bytes", report.agent_bytes},
                            {"path_bytes", report.path_bytes},
                            {"stopped", report.was_stopped}};
    if (recorder.isKept())
    {
        const double until = recorder.completeUntil();
        Value::Fields recording = {{"file", recorder.currentPath()},
                                   {"complete", !recorder.problem().has_value()},
                                   {"frames", recorder.lastFrame() + 1},
                                   {"until", until < 0 ? Value() : Value(until)}};
        if (recorder.problem()) recording.emplace_back("message", recorder.problem()->message);
        fields.emplace_back("recording", std::move(recording));
    }
    if (!picture.empty()) fields.emplace_back("picture", picture);
    if (const CrowdMetrics::UnreachableGoal& first = report.metrics.first_unreachable; first.id != kNoAgent)
        fields.emplace_back("first_unreachable", Value::Fields{{"agent", first.id},
                                                               {"radius", first.radius},
                                                               {"from", report.no_way_from},
                                                               {"to", report.no_way_to},
                                                               {"reason", report.no_way_because}});
    if (const Crowd::SteeringFaults& faults = report.faults; faults.clamped_count > 0 || faults.bad_answer_count > 0)
    {
        Value::Fields found = {{"clamped", faults.clamped_count}, {"bad_answers", faults.bad_answer_count}};
        if (faults.bad_answer_count > 0)
        {
            found.emplace_back("first_bad_agent", faults.first_bad_id);
            found.emplace_back("first_bad_tick", faults.first_bad_tick);
        }
        fields.emplace_back("steering_faults", std::move(found));
    }
    return joinObjects(formatMetrics(report), formatJson(Value(std::move(fields))));
}

} // namespace clearway::cli
