// SPDX-License-Identifier: MIT
#include <clearway/record/crowd_metrics.h>

#include <cmath>

#include "io/json.h"
#include "io/text.h"

namespace clearway {

namespace {

/// The members of one object, each on a line of its own.
class Members
{
public:
    Members(std::string& text, int depth) : text_(text), depth_(depth) { text_ += '{'; }

    void add(std::string_view name, double value)
    {
        begin(name);
        append(value);
    }
    void add(std::string_view name, std::span<const double> values)
    {
        begin(name);
        text_ += '[';
        for (std::size_t k = 0; k < values.size(); ++k)
        {
            if (k > 0) text_ += ", ";
            append(values[k]);
        }
        text_ += ']';
    }
    void add(std::string_view name, std::uint64_t value) { begin(name), text_ += std::to_string(value); }
    void add(std::string_view name, std::string_view value) { begin(name), io::appendJsonString(text_, value); }
    /// In front of a value that the caller writes.
    void begin(std::string_view name)
    {
        if (!is_first_) text_ += ',';
        is_first_ = false;
        breakLine(depth_ + 1);
        io::appendJsonString(text_, name);
        text_ += ": ";
    }
    void end()
    {
        breakLine(depth_);
        text_ += '}';
    }

private:
    void append(double value)
    {
        if (std::isfinite(value))
            io::appendNumber(text_, value);
        else
            text_ += "null";
    }
    void breakLine(int depth) { text_ += '\n', text_.append(static_cast<std::size_t>(2 * depth), ' '); }

    std::string& text_;
    int depth_;
    bool is_first_ = true;
};

std::string toHexadecimal(std::uint64_t value)
{
    constexpr char kDigits[] = "0123456789abcdef";
    std::string text(16, '0');
    for (std::size_t k = 16; k-- > 0; value >>= 4) text[k] = kDigits[value & 15];
    return text;
}

void addFacts(Members& members, const CrowdMetrics& metrics, const CrowdRunFacts& facts)
{
    if (!facts.scenario.empty()) members.add("scenario", facts.scenario);
    if (!facts.engine.empty()) members.add("engine", facts.engine);
    if (!facts.guide.empty()) members.add("guide", facts.guide);
    if (!facts.steering.empty()) members.add("steering", facts.steering);
    if (facts.seed) members.add("seed", *facts.seed);
    if (facts.workers) members.add("workers", static_cast<std::uint64_t>(*facts.workers));
    if (facts.agents) members.add("agents", *facts.agents);
    members.add("ticks", metrics.ticks);
    members.add("seconds", metrics.seconds);
    if (facts.agent_steps_per_second) members.add("agent_steps_per_second", *facts.agent_steps_per_second);
    if (facts.real_time_factor) members.add("real_time_factor", *facts.real_time_factor);
}

void addNumbers(Members& members, const CrowdMetrics& metrics)
{
    members.add("arrived", metrics.arrived);
    members.add("left", metrics.left);
    members.add("agent_contacts", metrics.agent_contacts);
    members.add("wall_contacts", metrics.wall_contacts);
    members.add("max_agent_overlap", metrics.max_agent_overlap);
    members.add("max_relative_overlap", metrics.max_relative_overlap);
    members.add("max_wall_overlap", metrics.max_wall_overlap);
    members.add("outside", metrics.outside);
    members.add("max_outside", metrics.max_outside);
    members.add("not_finite", metrics.not_finite);
    members.add("stuck", metrics.stuck);
    members.add("stuck_agents", metrics.stuck_agents);
    members.add("stuck_agent_ticks", metrics.stuck_agent_ticks);
    members.add("unreachable", metrics.unreachable);
    members.add("unreachable_agents", metrics.unreachable_agents);
    members.add("mean_short_by", metrics.mean_short_by);
    members.add("max_short_by", metrics.max_short_by);
    members.add("agent_ticks", metrics.agent_ticks);
    members.add("plans", metrics.plans);
    members.add("mean_travel_time", metrics.mean_travel_time);
    members.add("max_travel_time", metrics.max_travel_time);
    members.add("trips", metrics.trips);
    members.add("mean_straightness", metrics.mean_straightness);
    members.add("detour_trips", metrics.detour_trips);
    members.add("mean_detour", metrics.mean_detour);
    members.add("p90_detour", metrics.p90_detour);
    members.add("max_detour", metrics.max_detour);
    members.add("drift", metrics.drift);
    members.add("without_progress", metrics.without_progress);
    members.add("stayed_within_3m", metrics.stayed_within_3m);
    members.add("longest_stay", metrics.longest_stay);
    members.add("jitter", metrics.jitter);
    members.add("heading_change", metrics.heading_change);
    members.add("jerk", metrics.jerk);
    members.add("max_turns", metrics.max_turns);
    members.add("circling_agents", metrics.circling_agents);
    members.add("rest_speed", metrics.rest_speed);
    members.add("mean_speed", metrics.mean_speed);
    members.add("speed_in_sixths", metrics.speed_in_sixths);
    members.add("covered_area", metrics.covered_area);
    members.add("covered_part", metrics.covered_part);
    members.add("entropy", metrics.entropy);
    members.add("kinetic_energy", metrics.kinetic_energy);
}

void addMeasure(Members& members, const CrowdMetrics::Line& line)
{
    members.add("name", line.name);
    members.add("width", line.width);
    members.add("forward", line.forward);
    members.add("backward", line.backward);
    members.add("first_at", line.first_at);
    members.add("last_at", line.last_at);
    members.add("forward_flow", line.forward_flow);
    members.add("backward_flow", line.backward_flow);
    members.add("net_flow", line.net_flow);
    members.add("flow", line.flow);
    members.add("specific_flow", line.specific_flow);
    members.add("abreast", line.abreast);
    members.add("lateral_use", line.lateral_use);
    members.add("forward_use", line.forward_use);
    members.add("backward_use", line.backward_use);
    members.add("queue_left", line.queue_left);
    members.add("queue_right", line.queue_right);
    members.add("queue_asymmetry", line.queue_asymmetry);
    members.add("queue_unmirrored", line.queue_unmirrored);
}

void addMeasure(Members& members, const CrowdMetrics::Area& area)
{
    members.add("name", area.name);
    members.add("area", area.area);
    members.add("mean_density", area.mean_density);
    members.add("max_density", area.max_density);
    members.add("mean_speed", area.mean_speed);
}

template <typename Measure>
void addMeasures(std::string& text, Members& members, std::string_view name, const std::vector<Measure>& measures)
{
    members.begin(name);
    text += '[';
    for (std::size_t k = 0; k < measures.size(); ++k)
    {
        if (k > 0) text += ", ";
        Members inner(text, 1);
        addMeasure(inner, measures[k]);
        inner.end();
    }
    text += ']';
}

} // namespace

std::string formatMetricsJson(const CrowdMetrics& metrics, const CrowdRunFacts& facts)
{
    std::string text;
    Members members(text, 0);
    addFacts(members, metrics, facts);
    addNumbers(members, metrics);
    if (facts.state_hash) members.add("state_hash", toHexadecimal(*facts.state_hash));
    if (facts.run_hash) members.add("run_hash", toHexadecimal(*facts.run_hash));
    addMeasures(text, members, "lines", metrics.lines);
    addMeasures(text, members, "areas", metrics.areas);
    members.end();
    return text + "\n";
}

std::string formatSeriesCsv(std::span<const CrowdObserver::TickMetrics> series)
{
    std::string text = "time,agents,arrived,stuck,agent_contacts,wall_contacts,outside,mean_speed,max_overlap\n";
    for (const CrowdObserver::TickMetrics& tick : series)
    {
        io::appendNumber(text, tick.time);
        for (const std::uint32_t count :
             {tick.agents, tick.arrived, tick.stuck, tick.agent_contacts, tick.wall_contacts, tick.outside})
        {
            text += ',';
            io::appendNumber(text, static_cast<std::int64_t>(count));
        }
        for (const double value : {tick.mean_speed, tick.max_overlap})
        {
            text += ',';
            io::appendNumber(text, value);
        }
        text += '\n';
    }
    return text;
}

} // namespace clearway
