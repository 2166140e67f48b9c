// SPDX-License-Identifier: MIT
#include "crowd/built_in_scenarios.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include <clearway/base/names.h>
#include <clearway/base/random.h>

#include "base/errors.h"

namespace clearway {

namespace scenarios {

double computeLatticeSide(double spacing, std::size_t count)
{
    return (std::ceil(std::sqrt(static_cast<double>(count))) + 1) * spacing;
}

std::vector<Vec2> makeLattice(Vec2 min, Vec2 max, double spacing, std::size_t count)
{
    const auto columns = static_cast<std::size_t>(std::max(1.0, std::floor((max.x - min.x) / spacing + 1e-9) - 1));
    std::vector<Vec2> points;
    for (std::size_t k = 0; k < count; ++k)
    {
        const std::size_t row = k / columns, column = k % columns;
        points.push_back({min.x + spacing * static_cast<double>(column + 1), min.y + spacing * static_cast<double>(row + 1)});
    }
    return points;
}

std::vector<Goal> shuffleToGoals(std::vector<Vec2> points, std::uint64_t seed)
{
    Random random(seed, 77);
    for (std::size_t k = points.size(); k > 1; --k) std::swap(points[k - 1], points[static_cast<std::size_t>(random.below(k))]);
    return {points.begin(), points.end()};
}

namespace {

struct Row
{
    BuiltInScenario scenario;
    Scenario (*build)(const Wish& wish);
    std::size_t agent_count; ///< unless another number is asked for
};

constexpr Row kRows[] = {
    {{"donut", "random goals in a round corridor", "Oliva and Pelechano 2014, fig. 18"}, buildDonut, 100},
    {{"cross", "random goals on two crossing avenues strewn with obstacles", "Oliva and Pelechano 2014, fig. 16 and 19"},
     buildCross,
     500},
    {{"ill_conditioned", "random goals among slivers and narrow cells", "Oliva and Pelechano 2014, fig. 20 to 22"},
     buildIllConditioned,
     100},
    {{"circle", "everybody on a circle changes to the other side", "van den Berg et al. 2011"}, buildCircle, 250},
    {{"bottleneck", "a hall empties through an exit of 1.2 m", ""}, buildBottleneck, 150},
    {{"corridor_two_way", "two groups walk through each other in a corridor of 6 m", ""}, buildCorridorTwoWay, 100},
    {{"crossing_four_way", "four groups meet where two corridors of 6 m cross", ""}, buildCrossingFourWay, 100},
    {{"door_two_way", "two rooms change people through a door of 1.2 m", ""}, buildDoorTwoWay, 40},
    {{"pass_200", "200 against 200 through a pass 6 m wide and 20 m long", ""}, buildPass200, 400},
    {{"head_on", "two agents walk exactly toward each other", ""}, buildHeadOn, 2},
    {{"mixed_sizes", "radii from 0.1 to 3 m on one mesh, with doors of four widths", ""}, buildMixedSizes, 100},
    {{"city", "random goals in a town of box buildings", ""}, buildCity, 1000},
    {{"evacuate_rooms", "everybody leaves a floor of a public building", ""}, buildEvacuateRooms, 150},
};
constexpr std::size_t kRowCount = std::size(kRows);

constexpr auto kScenarios = [] {
    std::array<BuiltInScenario, kRowCount> scenarios = {};
    for (std::size_t k = 0; k < kRowCount; ++k) scenarios[k] = kRows[k].scenario;
    return scenarios;
}();

} // namespace

} // namespace scenarios

std::span<const BuiltInScenario> builtInScenarios() { return scenarios::kScenarios; }

Result<Scenario> buildScenario(std::string_view name, const ScenarioOptions& options)
{
    using namespace scenarios;
    const auto row = std::find_if(std::begin(kRows), std::end(kRows), [name](const Row& r) { return r.scenario.name == name; });
    if (row == std::end(kRows))
    {
        std::array<std::string_view, kRowCount> names;
        for (std::size_t k = 0; k < kRowCount; ++k) names[k] = kRows[k].scenario.name;
        return makeError(fmt::format("There is no built-in scenario called '{}'.{} `clearway scenes` lists them all.",
                                     showName(name), suggestNames(name, names)));
    }
    if (options.agent_count > kMaxScenarioAgents)
        return makeError(ErrorCode::out_of_range, fmt::format("A scenario may have at most {} agents; {} are asked for.",
                                                              kMaxScenarioAgents, options.agent_count));
    const Wish wish = {options.agent_count > 0 ? options.agent_count : row->agent_count, options.seed > 0 ? options.seed : 1};
    Scenario scenario = row->build(wish);
    scenario.name = name;
    scenario.description = row->scenario.description;
    scenario.seed = wish.seed;
    return scenario;
}

} // namespace clearway
