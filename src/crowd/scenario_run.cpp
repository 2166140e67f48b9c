// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <clearway/crowd/scenario.h>
#include <clearway/steering/parameters.h>

#include "base/errors.h"
#include "crowd/scenario_discs.h"
#include "crowd/scenario_placing.h"

namespace clearway {

namespace {

/// What a group still has to give.
struct Source
{
    std::size_t group = 0;
    std::uint64_t given = 0;
};

/// When agent number k of a source is due; infinite when the source has no more.
double computeDueTime(const Scenario::Group& group, std::uint64_t k)
{
    const double time = group.from + static_cast<double>(k) / group.rate;
    const bool is_over = (group.limit > 0 && k >= group.limit) || (group.until > 0 && time >= group.until);
    return is_over ? std::numeric_limits<double>::infinity() : time;
}

/// How many agents of a source are due by `time`.
std::uint64_t countDue(const Scenario::Group& group, double time)
{
    if (time < group.from) return 0;
    // The division may be off by a little; the due times decide.
    auto k = static_cast<std::uint64_t>((time - group.from) * group.rate);
    if (group.limit > 0) k = std::min<std::uint64_t>(k, group.limit);
    if (group.until > 0) k = std::min(k, static_cast<std::uint64_t>((group.until - group.from) * group.rate) + 1);
    while (k > 0 && computeDueTime(group, k - 1) > time) --k;
    while (computeDueTime(group, k) <= time) ++k;
    return k;
}

std::uint64_t countTicks(const Scenario& scenario)
{
    const double ticks = scenario.seconds / scenario.dt;
    // 60 s of 0.1 s are 600 ticks, whatever the division says about the last bit.
    const double whole = std::floor(ticks + 0.5);
    return static_cast<std::uint64_t>(std::abs(ticks - whole) <= 1e-9 * whole ? whole : std::ceil(ticks));
}

/// A scenario that is led another way than it says would be another experiment under the same name.
Result<void> checkGuide(const Scenario& scenario, const World& world)
{
    if (!world) return makeError("The world of the scenario is empty: it has no ground or no guide.");
    const std::string_view given = world.guide->name();
    if (given == scenario.guide || std::ranges::find(guideNames(), given) == guideNames().end()) return {};
    return makeError(
        fmt::format("guide: the scenario says '{}', but the world was made with '{}'. Make it with buildWorld(scene, "
                    "scenario.guide), or change the scenario.",
                    scenario.guide, given));
}

/// Where the ground is: nearest to a point with a height, else under the point as seen from above.
Result<Vec2> findOnGround(const CurvedGround& ground, Vec2 point, std::span<const double> heights, std::size_t index,
                          const std::string& field)
{
    constexpr double kReach = 1; // metres that a height may be off
    const bool has_height = !heights.empty();
    const Vec3 place = {point.x, point.y, has_height ? heights[index] : std::numeric_limits<double>::quiet_NaN()};
    Vec2 position;
    if (ground.findPosition(place, kReach, position)) return position;
    const std::string shown = has_height ? fmt::format("within {} m of ({}, {}, {})", kReach, place.x, place.y, place.z)
                                         : fmt::format("at ({}, {})", place.x, place.y);
    return makeError(fmt::format("{}: there is no ground {}.", field, shown), atPoint(point));
}

Result<Goal> moveToChart(const Goal& goal, std::span<const double> heights, const CurvedGround& ground, const std::string& field)
{
    using Kind = Goal::Kind;
    if (goal.kind() == Kind::area) return makeError(field + ": an area cannot be a goal on curved ground; give points.");
    if (goal.kind() != Kind::point && goal.kind() != Kind::points && goal.kind() != Kind::straight) return goal;
    std::vector<Vec2> points(goal.list().begin(), goal.list().end());
    if (goal.kind() != Kind::points) points = {goal.point()};
    for (std::size_t i = 0; i < points.size(); ++i)
    {
        const Result<Vec2> position = findOnGround(ground, points[i], heights, i, field);
        if (!position) return position.error();
        points[i] = *position;
    }
    if (goal.kind() == Kind::straight) return Goal::straight(points.front());
    return goal.kind() == Kind::point ? Goal(points.front()) : Goal::points(std::move(points), goal.atTheEnd());
}

/// The points of a scenario on curved ground, turned into those of its chart.
Result<void> moveToChart(Scenario& scenario, const CurvedGround& ground)
{
    if (!scenario.lines.empty() || !scenario.areas.empty())
        return makeError("lines and areas are measured in the plane: leave them out on curved ground.");
    for (std::size_t g = 0; g < scenario.groups.size(); ++g)
    {
        Scenario::Group& group = scenario.groups[g];
        for (std::size_t i = 0; i < group.positions.size(); ++i)
        {
            const Result<Vec2> position =
                findOnGround(ground, group.positions[i], group.heights, i, fmt::format("groups[{}].positions[{}]", g, i));
            if (!position) return position.error();
            group.positions[i] = *position;
        }
        for (std::size_t i = 0; i < group.goals.size(); ++i)
        {
            Result<Goal> goal =
                moveToChart(group.goals[i], group.goalHeights(i), ground, fmt::format("groups[{}].goals[{}]", g, i));
            if (!goal) return goal.error();
            group.goals[i] = std::move(*goal);
        }
        group.heights.clear();
        group.goal_heights.clear();
    }
    return {};
}

/// Behaviours of groups need a model that keeps a manner for each agent.
Result<void> checkManners(const Scenario& scenario, const Steering& steering)
{
    std::vector<std::byte> state(steering.needs().state_bytes);
    if (std::ranges::all_of(scenario.groups, [](const Scenario::Group& group) { return group.behaviour.empty(); }) ||
        steering.writeManner(state, {}))
        return {};
    return makeError(
        fmt::format("The groups have behaviours, but the steering '{}' has no manners of walking.", steering.name()));
}

/// In the plane a height would choose nothing.
Result<void> refuseHeights(const Scenario& scenario)
{
    for (std::size_t g = 0; g < scenario.groups.size(); ++g)
        if (!scenario.groups[g].heights.empty() || !scenario.groups[g].goal_heights.empty())
            return makeError(
                fmt::format("groups[{}]: heights of positions and goals are for surfaces; in the plane write [x, y].", g));
    return {};
}

} // namespace

struct ScenarioRun::State
{
    Scenario scenario; ///< with points of the ground's chart
    Crowd crowd;
    std::optional<Scenario> given = {}; ///< as it was given, where that differs: on curved ground
    std::vector<Source> sources = {};
    std::vector<std::size_t> change_counts = {}; ///< of each group: how many changes of behaviour have been made
    std::uint64_t tick_count = 0;
    std::uint64_t ticks = 0;
    std::size_t added_count = 0;
    std::size_t left_count = 0;

    double time() const { return static_cast<double>(ticks) * scenario.dt; }
    Result<void> addPlaced(const PlacedAgents& placed, const Progress& progress);
    void runSources();
    bool tryToAdd(const Source& source, GroundDiscs& others);
    void changeBehaviours();
    void setManner(std::size_t group, AgentId id);
    bool hasMoreToGive() const;
};

Result<void> ScenarioRun::State::addPlaced(const PlacedAgents& placed, const Progress& progress)
{
    for (std::size_t g = 0; g < scenario.groups.size(); ++g)
        for (std::size_t k = placed.first_of_group[g]; k < placed.first_of_group[g + 1]; ++k)
        {
            const double fraction = static_cast<double>(k) / static_cast<double>(placed.positions.size());
            if (k % 4096 == 0 && !report(progress, "adding agents", fraction)) return makeCancelled("Adding the agents");
            const std::uint64_t index = k - placed.first_of_group[g];
            const Result<AgentId> id = crowd.add(describeAgent(scenario, g, index, {placed.positions[k], placed.layers[k]}));
            if (!id)
            {
                Error error = id.error();
                if (index < scenario.groups[g].positions.size())
                    error.message = fmt::format("groups[{}].positions[{}]: {}", g, index, error.message);
                error.place.index = static_cast<std::int64_t>(index);
                return error;
            }
            ++added_count;
        }
    return {};
}

bool ScenarioRun::State::tryToAdd(const Source& source, GroundDiscs& others)
{
    constexpr std::uint64_t kDartsPerTick = 8;
    if (crowd.size() >= kMaxScenarioAgents) return false;
    const Scenario::Group& group = scenario.groups[source.group];
    const std::uint64_t index = group.count + source.given;
    const double radius = drawAgent(scenario, source.group, index).radius;
    for (std::uint64_t dart = 0; dart < kDartsPerTick; ++dart)
    {
        Dart place;
        bool is_hopeless = false;
        if (!throwDart(scenario, *crowd.world().ground, source.group, index, ticks * kDartsPerTick + dart, radius, place,
                       is_hopeless))
            continue;
        if (others.overlaps(place.position, radius, place.layer) || !crowd.hasRoom(place.position, radius, place.layer)) continue;
        const Result<AgentId> id = crowd.add(describeAgent(scenario, source.group, index, place));
        if (!id) continue;
        setManner(source.group, *id);
        others.add(place.position, radius, place.layer);
        ++added_count;
        return true;
    }
    return false;
}

void ScenarioRun::State::runSources()
{
    const auto is_due = [this](const Source& s) { return computeDueTime(scenario.groups[s.group], s.given) <= time(); };
    // Whoever may stand in the way: looked for once a tick, around the areas where somebody is due.
    Box2 box;
    for (const Source& source : sources)
    {
        if (!is_due(source)) continue;
        const Scenario::Group& group = scenario.groups[source.group];
        box.add((group.start_area.empty() ? crowd.world().ground->bounds() : computeBounds(std::span(group.start_area)))
                    .inflated(group.radius.high));
    }
    if (box.isEmpty()) return;
    const Ground& ground = *crowd.world().ground;
    GroundDiscs others(ground, findLargestRadius(scenario), std::min<std::size_t>(crowd.size(), 1 << 16));
    for (std::size_t i = 0; i < crowd.size(); ++i)
        if (const double radius = crowd.radii()[i]; ground.curved() || distanceSq(crowd.positions()[i], box) < radius * radius)
            others.add(crowd.positions()[i], radius, static_cast<int>(crowd.footings()[i].layer));
    for (Source& source : sources)
        while (is_due(source) && tryToAdd(source, others)) ++source.given;
}

/// As its group walks now.
void ScenarioRun::State::setManner(std::size_t group, AgentId id)
{
    if (const std::size_t count = change_counts[group]; count > 0)
        (void)crowd.setManner(id, scenario.groups[group].behaviour[count - 1].manner); // checked at the start
}

void ScenarioRun::State::changeBehaviours()
{
    for (std::size_t g = 0; g < scenario.groups.size(); ++g)
    {
        const std::vector<Scenario::Group::Change>& changes = scenario.groups[g].behaviour;
        const std::size_t before = change_counts[g];
        while (change_counts[g] < changes.size() && changes[change_counts[g]].at <= time()) ++change_counts[g];
        if (change_counts[g] == before) continue;
        for (std::size_t i = 0; i < crowd.size(); ++i)
            if (crowd.groups()[i] == g) setManner(g, crowd.ids()[i]);
    }
}

bool ScenarioRun::State::hasMoreToGive() const
{
    return std::any_of(sources.begin(), sources.end(), [this](const Source& source) {
        return computeDueTime(scenario.groups[source.group], source.given) <= scenario.seconds;
    });
}

Result<ScenarioRun> ScenarioRun::start(Scenario scenario, World world, const CrowdOptions& options)
{
    if (const std::vector<Scenario::Problem> problems = verify(scenario); !problems.empty())
        return makeError(problems.front().field + ": " + problems.front().message);
    if (const Result<void> fits = checkGuide(scenario, world); !fits) return fits.error();
    CrowdOptions crowd_options = options;
    const bool is_fast = scenario.engine == toString(CrowdOptions::Engine::walkers);
    crowd_options.engine = is_fast ? CrowdOptions::Engine::walkers : CrowdOptions::Engine::crowd;
    crowd_options.social_force = scenario.social_force;
    if (!crowd_options.steering && !is_fast)
        crowd_options.steering =
            findSteering(scenario.steering, {scenario.orca, scenario.hidac, scenario.social_force, scenario.field});
    crowd_options.seed = scenario.seed;
    crowd_options.passing_side = findPassingSide(scenario.passing_side);
    const std::shared_ptr<const Ground> ground = world.ground;
    std::optional<Scenario> given;
    if (ground->curved())
    {
        given = scenario;
        if (const Result<void> moved = moveToChart(scenario, *ground->curved()); !moved) return moved.error();
    }
    else if (const Result<void> planar = refuseHeights(scenario); !planar)
        return planar.error();
    Result<Crowd> crowd = buildCrowd(std::move(world), std::move(crowd_options));
    if (!crowd) return crowd.error();
    if (const Result<void> fits = checkManners(scenario, crowd->steering()); !fits) return fits.error();
    auto state = std::make_unique<State>(State{std::move(scenario), std::move(*crowd)});
    state->tick_count = countTicks(state->scenario);
    state->given = std::move(given);
    state->change_counts.resize(state->scenario.groups.size());

    Result<PlacedAgents> placed = placeAgents(state->scenario, state->crowd, options.execution.progress);
    if (!placed) return placed.error();
    if (Result<void> added = state->addPlaced(*placed, options.execution.progress); !added) return added.error();
    for (std::size_t g = 0; g < state->scenario.groups.size(); ++g)
        if (state->scenario.groups[g].rate > 0) state->sources.push_back({g, 0});
    return ScenarioRun(std::move(state));
}

ScenarioRun::ScenarioRun(std::unique_ptr<State> state) : state_(std::move(state)) {}
ScenarioRun::ScenarioRun(ScenarioRun&&) noexcept = default;
ScenarioRun& ScenarioRun::operator=(ScenarioRun&&) noexcept = default;
ScenarioRun::~ScenarioRun() = default;

const Scenario& ScenarioRun::scenario() const { return state_->given ? *state_->given : state_->scenario; }
Crowd& ScenarioRun::crowd() { return state_->crowd; }
const Crowd& ScenarioRun::crowd() const { return state_->crowd; }
std::size_t ScenarioRun::addedCount() const { return state_->added_count; }
std::uint64_t ScenarioRun::tickCount() const { return state_->tick_count; }

void ScenarioRun::step()
{
    state_->changeBehaviours();
    state_->runSources();
    state_->crowd.step(state_->scenario.dt);
    ++state_->ticks;
    for (const CrowdEvent& event : state_->crowd.events()) state_->left_count += event.kind == CrowdEvent::Kind::left;
}

bool ScenarioRun::isOver() const
{
    if (state_->ticks >= state_->tick_count) return true;
    const std::span<const AgentStatus> statuses = state_->crowd.statuses();
    return !state_->hasMoreToGive() &&
           std::all_of(statuses.begin(), statuses.end(), [](AgentStatus status) { return status == AgentStatus::arrived; });
}

std::size_t ScenarioRun::arrivedCount() const
{
    const Crowd& crowd = state_->crowd;
    std::size_t count = state_->left_count;
    for (std::size_t i = 0; i < crowd.size(); ++i)
        if (crowd.statuses()[i] == AgentStatus::arrived) count += crowd.view(i).reason == StuckReason::arrived;
    return count;
}

std::size_t ScenarioRun::waitingCount() const
{
    std::size_t count = 0;
    for (const Source& source : state_->sources)
    {
        // Of the last tick: those that fall due now have not had their chance yet.
        const double time = state_->time() - state_->scenario.dt;
        const std::uint64_t due = countDue(state_->scenario.groups[source.group], time);
        count += static_cast<std::size_t>(due > source.given ? due - source.given : 0);
    }
    return count;
}

} // namespace clearway
