// SPDX-License-Identifier: MIT
#include <clearway/crowd/scenario.h>

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace clearway {

Result<Scene> buildScenarioScene(const Scenario& scenario, SceneReport* report, const Execution& execution)
{
    if (scenario.scene_name.empty()) return buildScene(scenario.scene, report, execution);
    Result<SceneInput> input = buildSceneInput(scenario.scene_name, scenario.scene_options);
    if (!input) return input.error();
    return buildScene(*input, report, execution);
}

/// a * b / c and its remainder, for numbers of agents: both factors are below 2^32, so nothing overflows.
static std::pair<std::size_t, std::size_t> multiplyAndDivide(std::size_t a, std::size_t b, std::size_t c)
{
    const std::uint64_t product = static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b);
    return {static_cast<std::size_t>(product / c), static_cast<std::size_t>(product % c)};
}

void setEngine(Scenario& scenario, std::string_view engine)
{
    scenario.engine = engine;
    if (engine != toString(CrowdOptions::Engine::walkers)) return;
    scenario.guide = "corridor";
    scenario.steering = "social_force";
}

void setAgentCount(Scenario& scenario, std::size_t agent_count)
{
    agent_count = std::min(agent_count, kMaxScenarioAgents);
    std::size_t total = 0;
    for (const Scenario::Group& group : scenario.groups) total += std::min(group.count, kMaxScenarioAgents);
    if (total == 0 || total > kMaxScenarioAgents) return;

    // The largest remainders get one more each, the first of equal ones first.
    std::vector<std::size_t> remainders;
    std::size_t given = 0;
    for (Scenario::Group& group : scenario.groups)
    {
        const auto [share, remainder] = multiplyAndDivide(group.count, agent_count, total);
        group.count = share;
        given += share;
        remainders.push_back(remainder);
    }
    std::vector<std::size_t> order(scenario.groups.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return remainders[a] != remainders[b] ? remainders[a] > remainders[b] : a < b;
    });
    for (std::size_t k = 0; given < agent_count; ++k, ++given) ++scenario.groups[order[k]].count;
}

} // namespace clearway
