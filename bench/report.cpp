// SPDX-License-Identifier: MIT
#include <cstdio>
#include <string>

#include <nlohmann/json.hpp>

#include "bench.h"

namespace clearway::bench {
namespace {

std::string formatNumber(double value, const std::string& unit = {})
{
    char text[40];
    const int digits = value >= 1000 ? 0 : value >= 100 ? 1 : value < 1 || unit == "times" ? 4 : 2;
    std::snprintf(text, sizeof text, "%.*f", digits, value);
    return text;
}

std::string formatHex(std::uint64_t value)
{
    char text[20];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
    return text;
}

std::string formatGoal(const BenchResult& result)
{
    switch (result.goal_kind)
    {
    case Goal::none: return "-";
    case Goal::ratio: return ">= " + formatNumber(result.goal) + "x";
    case Goal::at_most: return "<= " + formatNumber(result.goal);
    case Goal::at_most_time: return "<= " + formatNumber(result.goal * slownessOfThisMachine());
    }
    return "-";
}

} // namespace

std::optional<bool> BenchResult::holds() const
{
    switch (goal_kind)
    {
    case Goal::none: return std::nullopt;
    case Goal::ratio: return ratio() ? std::optional(*ratio() >= goal) : std::nullopt;
    case Goal::at_most: return value <= goal;
    case Goal::at_most_time: return value <= goal * slownessOfThisMachine();
    }
    return std::nullopt;
}

void printTable(const std::vector<BenchResult>& results)
{
    std::printf("%-46s %10s %-6s %10s %9s %10s %-6s %-16s  %s\n", "name", "value", "unit", "peer", "ratio", "goal", "holds",
                "checksum", "peer is");
    for (const BenchResult& result : results)
    {
        const std::string peer_value = result.peer_value ? formatNumber(*result.peer_value) : "-";
        const std::string ratio = result.ratio() ? formatNumber(*result.ratio()) + "x" : "-";
        const char* holds = !result.holds() ? "-" : *result.holds() ? "yes" : "NO";
        std::printf("%-46s %10s %-6s %10s %9s %10s %-6s %s  %s\n", result.name.c_str(),
                    formatNumber(result.value, result.unit).c_str(), result.unit.c_str(), peer_value.c_str(), ratio.c_str(),
                    formatGoal(result).c_str(), holds, formatHex(result.checksum).c_str(), result.peer.c_str());
    }
    std::printf("Times are medians of processor time. Goals stated as times are for the reference machine; here and now "
                "everything takes %.2f "
                "times as long.\n",
                slownessOfThisMachine());
}

void printJson(const std::vector<BenchResult>& results)
{
    const auto orNull = [](const auto& value) { return value ? nlohmann::json(*value) : nlohmann::json(); };
    nlohmann::ordered_json list = nlohmann::json::array();
    for (const BenchResult& result : results)
    {
        const bool is_time = result.goal_kind == Goal::at_most_time;
        const nlohmann::json goal = result.goal_kind == Goal::none
                                        ? nlohmann::json()
                                        : nlohmann::json(result.goal * (is_time ? slownessOfThisMachine() : 1));
        list.push_back({{"name", result.name},
                        {"value", result.value},
                        {"unit", result.unit},
                        {"peer", result.peer.empty() ? nlohmann::json() : nlohmann::json(result.peer)},
                        {"peer_value", orNull(result.peer_value)},
                        {"ratio", orNull(result.ratio())},
                        {"goal", goal},
                        {"holds", orNull(result.holds())},
                        {"checksum", formatHex(result.checksum)}});
    }
    std::printf("%s\n", nlohmann::ordered_json({{"results", list}}).dump(2).c_str());
}

} // namespace clearway::bench
