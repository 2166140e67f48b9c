// SPDX-License-Identifier: MIT
// Random sequential placing: every agent takes the first of its own random places where it touches nobody. Departure: the largest
// come first, whatever their order in the scenario, since a place for a large disc is soon spoilt by small ones. It fills a bit
// more than half of the area at best; lattices would fill more, but are no random crowd.
#include "crowd/scenario_placing.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include <clearway/base/hash.h>
#include <clearway/base/names.h>
#include <clearway/base/random.h>

#include "base/errors.h"
#include "crowd/scenario_discs.h"

namespace clearway {

namespace {

enum class Purpose : std::uint64_t
{
    attributes = 1,
    place = 2,
};

std::uint64_t makeStream(Purpose purpose, std::size_t group, std::uint64_t index)
{
    Hasher hasher(static_cast<std::uint64_t>(purpose));
    hasher.add(static_cast<std::uint64_t>(group));
    hasher.add(index);
    return hasher.value();
}

constexpr std::uint64_t kMaxDarts = 1000; ///< for one agent

std::string showGroup(const Scenario& scenario, std::size_t group)
{
    const std::string& name = scenario.groups[group].name;
    return name.empty() ? fmt::format("groups[{}]", group) : fmt::format("group '{}'", showName(name));
}

Error makeNoRoomError(const Scenario& scenario, std::size_t group, double radius, std::size_t placed, std::size_t total)
{
    return {ErrorCode::out_of_range,
            fmt::format("There is room for {} of the {} agents: {} random places were tried for the next one (radius {} m, {}) "
                        "and none was free. Use fewer or smaller agents, or a larger start area or scene.",
                        placed, total, kMaxDarts, radius, showGroup(scenario, group)),
            {}};
}

/// How many discs of this radius there can be at most whose centres are in a box, without overlap.
/// Based on: N. Oler. An inequality in the geometry of numbers. 1961
double computeMostDiscs(const Box2& centers, double radius)
{
    constexpr double kTwoOverRootOfThree = 1.1547005383792515;
    if (centers.isEmpty()) return 0;
    const Vec2 size = centers.size() / (2 * radius);
    return std::floor(kTwoOverRootOfThree * size.x * size.y + size.x + size.y + 1);
}

/// Refuses what cannot fit before time and memory are spent on it: discs that are drawn do not overlap.
Result<void> checkRoom(const Scenario& scenario, const Ground& ground)
{
    if (ground.curved()) return {};
    for (std::size_t g = 0; g < scenario.groups.size(); ++g)
    {
        const Scenario::Group& group = scenario.groups[g];
        if (group.count <= group.positions.size()) continue;
        Box2 centers = ground.bounds().inflated(-group.radius.low);
        if (!group.start_area.empty())
        {
            const Box2 start = computeBounds(std::span(group.start_area));
            centers = {{std::max(centers.min.x, start.min.x), std::max(centers.min.y, start.min.y)},
                       {std::min(centers.max.x, start.max.x), std::min(centers.max.y, start.max.y)}};
        }
        const double most = computeMostDiscs(centers, group.radius.low) * ground.layerCount();
        if (static_cast<double>(group.count - group.positions.size()) <= most) continue;
        return makeError(
            ErrorCode::out_of_range,
            fmt::format("There is room for {:.0f} of the {} agents of {} at most (radius {} m). Use fewer or smaller "
                        "agents, or a larger start area or scene.",
                        most, group.count, showGroup(scenario, g), group.radius.low));
    }
    return {};
}

class Placer
{
public:
    Placer(const Scenario& scenario, const Crowd& crowd, const Progress& progress)
        : scenario_(scenario), crowd_(crowd), ground_(*crowd.world().ground), progress_(progress)
    {
    }

    Result<PlacedAgents> place()
    {
        drawRadii();
        GroundDiscs discs(ground_, findLargestRadius(scenario_), agents_.radii.size());
        takeGivenPositions(discs);
        for (const std::uint32_t agent : sortedByRadius())
            if (Result<void> placed = placeOne(agent, discs); !placed) return placed.error();
        return std::move(agents_);
    }

private:
    void drawRadii()
    {
        for (std::size_t g = 0; g < scenario_.groups.size(); ++g)
        {
            agents_.first_of_group.push_back(agents_.radii.size());
            for (std::size_t i = 0; i < scenario_.groups[g].count; ++i)
                agents_.radii.push_back(drawAgent(scenario_, g, i).radius);
        }
        agents_.first_of_group.push_back(agents_.radii.size());
        agents_.positions.resize(agents_.radii.size());
        agents_.layers.resize(agents_.radii.size(), -1);
    }

    void takeGivenPositions(GroundDiscs& discs)
    {
        for (std::size_t g = 0; g < scenario_.groups.size(); ++g)
        {
            const Scenario::Group& group = scenario_.groups[g];
            const std::size_t given = std::min(group.count, group.positions.size());
            for (std::size_t i = 0; i < given; ++i)
            {
                const std::size_t agent = agents_.first_of_group[g] + i;
                agents_.positions[agent] = group.positions[i];
                // Where there is one layer only, it need not be looked for; on others an agent that does not stand is refused
                // later, with a message.
                int layer = 0;
                if (Footing footing;
                    ground_.layerCount() > 1 && ground_.hasRoom(group.positions[i], agents_.radii[agent], -1, footing))
                    layer = static_cast<int>(footing.layer);
                discs.add(group.positions[i], agents_.radii[agent], layer);
            }
        }
    }

    /// All that are not given: the largest first, else in their order.
    std::vector<std::uint32_t> sortedByRadius() const
    {
        std::vector<std::uint32_t> order;
        bool is_sorted = true;
        for (std::size_t g = 0; g < scenario_.groups.size(); ++g)
        {
            const std::size_t given = std::min(scenario_.groups[g].count, scenario_.groups[g].positions.size());
            for (std::size_t k = agents_.first_of_group[g] + given; k < agents_.first_of_group[g + 1]; ++k)
            {
                is_sorted = is_sorted && (order.empty() || agents_.radii[order.back()] >= agents_.radii[k]);
                order.push_back(static_cast<std::uint32_t>(k));
            }
        }
        const auto is_before = [this](std::uint32_t a, std::uint32_t b) {
            return agents_.radii[a] != agents_.radii[b] ? agents_.radii[a] > agents_.radii[b] : a < b;
        };
        if (!is_sorted) std::sort(order.begin(), order.end(), is_before);
        return order;
    }

    Result<void> placeOne(std::uint32_t agent, GroundDiscs& discs)
    {
        if (discs.size() % 4096 == 0)
        {
            const double fraction = static_cast<double>(discs.size()) / static_cast<double>(agents_.radii.size());
            if (!report(progress_, "placing agents", fraction)) return makeCancelled("Placing the agents");
        }
        const auto after = std::upper_bound(agents_.first_of_group.begin(), agents_.first_of_group.end(), agent);
        const auto group = static_cast<std::size_t>(after - agents_.first_of_group.begin()) - 1;
        const double radius = agents_.radii[agent];
        bool is_hopeless = false;
        for (std::uint64_t dart = 0; dart < kMaxDarts && !is_hopeless; ++dart)
        {
            Dart place;
            if (!throwDart(scenario_, ground_, group, agent - agents_.first_of_group[group], dart, radius, place, is_hopeless))
                continue;
            if (discs.overlaps(place.position, radius, place.layer)) continue;
            if (has_engine_ && !crowd_.hasRoom(place.position, radius, place.layer)) continue;
            discs.add(place.position, radius, place.layer);
            agents_.positions[agent] = place.position;
            agents_.layers[agent] = place.layer;
            return {};
        }
        return makeNoRoomError(scenario_, group, radius, discs.size(), agents_.radii.size());
    }

    const Scenario& scenario_;
    const Crowd& crowd_;
    const Ground& ground_;
    const bool has_engine_ =
        scenario_.engine != toString(CrowdOptions::Engine::crowd); ///< that may have less room than the ground
    const Progress& progress_;
    PlacedAgents agents_;
};

/// A point of a polygon: darts at its box until one is inside.
bool drawInside(std::span<const Vec2> outline, Random& random, Vec2& point)
{
    constexpr int kTries = 1000; // even a thin diagonal strip is hit
    const Box2 box = computeBounds(outline);
    for (int i = 0; i < kTries; ++i)
    {
        point = {random.uniform(box.min.x, box.max.x), random.uniform(box.min.y, box.max.y)};
        if (classifyPoint(outline, point) != Side::outside) return true;
    }
    return false;
}

} // namespace

double findLargestRadius(const Scenario& scenario)
{
    double largest = 0;
    for (const Scenario::Group& group : scenario.groups) largest = std::max(largest, group.radius.high);
    return largest;
}

AgentDraw drawAgent(const Scenario& scenario, std::size_t group, std::uint64_t index)
{
    const Scenario::Group& g = scenario.groups[group];
    Random random(scenario.seed, makeStream(Purpose::attributes, group, index));
    const double radius = g.radius.low == g.radius.high ? g.radius.low : random.uniform(g.radius.low, g.radius.high);
    const double speed = g.speed.low == g.speed.high ? g.speed.low : random.uniform(g.speed.low, g.speed.high);
    return {radius, speed};
}

bool throwDart(const Scenario& scenario, const Ground& ground, std::size_t group, std::uint64_t index, std::uint64_t dart,
               double radius, Dart& result, bool& is_hopeless)
{
    const Scenario::Group& g = scenario.groups[group];
    const std::uint64_t stream = makeStream(Purpose::place, group, index) + dart * 0x9e3779b97f4a7c15u;
    result.layer = -1;
    if (g.start_area.empty())
    {
        is_hopeless = !ground.findRandomPoint(scenario.seed, stream, radius, kNone, result.position);
        if (is_hopeless || ground.layerCount() <= 1) return !is_hopeless;
    }
    else
    {
        Random random(scenario.seed, stream);
        if (!drawInside(g.start_area, random, result.position)) return false;
        // Areas are seen from above.
        const Vec3 above = {result.position.x, result.position.y, std::numeric_limits<double>::quiet_NaN()};
        if (ground.curved() && !ground.curved()->findPosition(above, 0, result.position)) return false;
    }
    Footing footing;
    if (!ground.hasRoom(result.position, radius, -1, footing)) return false;
    if (ground.layerCount() > 1) result.layer = static_cast<int>(footing.layer);
    return true;
}

Result<PlacedAgents> placeAgents(const Scenario& scenario, const Crowd& crowd, const Progress& progress)
{
    if (const Result<void> fits = checkRoom(scenario, *crowd.world().ground); !fits) return fits.error();
    return Placer(scenario, crowd, progress).place();
}

AgentOptions describeAgent(const Scenario& scenario, std::size_t group, std::uint64_t index, const Dart& place)
{
    const Scenario::Group& g = scenario.groups[group];
    const AgentDraw draw = drawAgent(scenario, group, index);
    AgentOptions options;
    options.position = place.position;
    options.radius = draw.radius;
    options.speed = draw.speed;
    if (!g.goals.empty()) options.goal = g.goals[static_cast<std::size_t>(index % g.goals.size())];
    options.leaves_at_goal = g.leaves_at_goal;
    options.group = static_cast<std::uint32_t>(group);
    options.layer = place.layer;
    return options;
}

} // namespace clearway
