// SPDX-License-Identifier: MIT
// Scenario: a scene, who walks in it, where to, for how long, and what is measured. Plain data; `io` reads it from JSON
// (docs/scenarios.md), and the built-in ones are made here from a seed. `ScenarioRun` puts it into a crowd and steps it: sources
// add agents, exits take them out. Everything drawn is keyed by (seed, group, index in the group), so a run is the same wherever
// it is made. Metres, seconds. Values; a ScenarioRun belongs to one thread at a time.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <clearway/base/execution.h>
#include <clearway/base/result.h>
#include <clearway/crowd/crowd.h>
#include <clearway/geometry/polygon.h>
#include <clearway/scene/generators.h>
#include <clearway/scene/scene.h>
#include <clearway/steering/parameters.h>

namespace clearway {

/// A number for each agent: drawn evenly between `low` and `high`, or always the same.
struct Range
{
    double low = 0;
    double high = 0;

    friend bool operator==(const Range&, const Range&) = default;
};

/// The most agents that a scenario may ask for.
inline constexpr std::size_t kMaxScenarioAgents = 100'000'000;

/// Counted when a centre crosses it.
struct MeasuringLine
{
    std::string name = {};
    Vec2 a;
    Vec2 b;

    friend bool operator==(const MeasuringLine&, const MeasuringLine&) = default;
};

/// Density and speed are taken inside.
struct MeasuringArea
{
    std::string name = {};
    std::vector<Vec2> outline = {}; ///< a simple polygon, any orientation

    friend bool operator==(const MeasuringArea&, const MeasuringArea&) = default;
};

struct Scenario
{
    /// Agents that are alike.
    struct Group
    {
        std::string name = {};
        std::size_t count = 0;            ///< placed at the start; without overlap
        std::vector<Vec2> positions = {}; ///< exactly there, one each, the first `count`; if there are fewer, the rest is drawn
        std::vector<double> heights =
            {}; ///< of the positions, where sheets of a surface lie above each other; empty: the highest
        std::vector<Vec2> start_area = {}; ///< the rest is drawn from this polygon; empty: from all of the scene
        Range radius = {0.25, 0.25};       ///< > 0, at most kMaxAgentRadius
        Range speed = {1.34, 1.34};        ///< >= 0, at most kMaxAgentSpeed
        std::vector<Goal> goals = {};      ///< agent i of the group has goals[i % size]; empty: stands
        /// Of the points of each goal, over surfaces; empty, or as many lists as goals, each empty or with a height for every
        /// point.
        std::vector<std::vector<double>> goal_heights = {};
        bool leaves_at_goal = false; ///< taken out when it arrives
        /// How its agents walk from a time on, in seconds; from the first tick that begins then or later.
        struct Change
        {
            double at = 0;
            Manner::Choice manner = {};

            friend bool operator==(const Change&, const Change&) = default;
        };
        /// For the steering "field", in the order of times, each later than the one before; empty, and before the first: as
        /// Scenario::field says.
        std::vector<Change> behaviour = {};
        // A source: more agents that appear in the start area, as far as there is room. Agent k is due at from + k / rate.
        double rate = 0;       ///< agents per second; 0: none
        double from = 0;       ///< seconds
        double until = 0;      ///< seconds; nobody is due from then on; 0: to the end
        std::size_t limit = 0; ///< at most so many from the source; 0: any number

        /// Of the points of a goal; empty where none were given.
        std::span<const double> goalHeights(std::size_t goal) const
        {
            return goal < goal_heights.size() ? std::span<const double>(goal_heights[goal]) : std::span<const double>();
        }
        friend bool operator==(const Group&, const Group&) = default;
    };

    /// One thing that is wrong with a scenario: the field by its path as in JSON ("groups[1].radius"), and why.
    struct Problem
    {
        std::string field;
        std::string message; ///< for example "must be above 0 and at most 100; it is -1."
    };

    std::string name = {};
    std::string description = {};
    std::string scene_name = {};         ///< a built-in scene or a file; empty: `scene`
    GeneratorOptions scene_options = {}; ///< of a built-in scene
    SceneInput scene = {};               ///< the scene itself
    std::vector<Group> groups = {};
    std::vector<MeasuringLine> lines = {};
    std::vector<MeasuringArea> areas = {};
    double seconds = 60; ///< how long it runs; it ends sooner when everybody has arrived and no source has more to give
    double dt = 0.1;     ///< of a tick; 1e-6 to 10
    std::uint64_t seed = 1;
    std::string engine = "crowd";  ///< what steps the agents (one of kCrowdEngineNames); see setEngine()
    std::string guide = "lanes";   ///< how agents are led (a guide of one of planners()); buildWorld() makes the world for it
    std::string steering = "orca"; ///< how they avoid each other (one of steeringNames())
    std::string passing_side = "right"; ///< on which agents pass each other (one of kPassingSideNames)
    // Options of the models; only those of the chosen one count.
    OrcaOptions orca = {};
    HidacOptions hidac = {};
    SocialForceOptions social_force = {};
    LocalFieldOptions field = {};
};

/// The longest run of a scenario, its shortest and longest tick, and the most ticks.
inline constexpr double kMaxScenarioSeconds = 1e7;
inline constexpr double kMinScenarioStep = 1e-6;
inline constexpr double kMaxScenarioStep = 10;
inline constexpr double kMaxScenarioTicks = 1e9;

/// What is wrong, as far as it can be told without building the scene; empty when nothing is. The first problem of each group,
/// line and area is named.
std::vector<Scenario::Problem> verify(const Scenario& scenario);

/// The scene of a scenario: the built-in one that it names, or its own outlines. A scene in a file is for
/// loadScenarioScene of io, which takes all three.
Result<Scene> buildScenarioScene(const Scenario& scenario, SceneReport* report = nullptr, const Execution& execution = {});

struct ScenarioOptions
{
    std::size_t agent_count = 0; ///< in all; the groups keep their shares; 0: the scenario's own number
    std::uint64_t seed = 0;      ///< 0: the scenario's own
};

struct BuiltInScenario
{
    std::string_view name;
    std::string_view description; ///< one line
    std::string_view source;      ///< the paper or study it follows; empty: our own
};

/// All built-in scenarios, in the order in which they are listed to people.
std::span<const BuiltInScenario> builtInScenarios();
/// An unknown name is an error that suggests the nearest ones; so is a number of agents that does not fit. Scenes grow with the
/// number of agents, so that they are never more crowded than at first intended.
Result<Scenario> buildScenario(std::string_view name, const ScenarioOptions& options = {});
/// The number of agents of all groups, sources apart, divided anew in the same shares; the first groups get what is left over. A
/// scenario whose groups place nobody stays as it is.
void setAgentCount(Scenario& scenario, std::size_t agent_count);
/// Another engine by name. For "walkers" the guide becomes "corridor" and the steering "social_force", which it needs; verify()
/// says what else it cannot do.
void setEngine(Scenario& scenario, std::string_view engine);

/// A scenario under way. The world is made by the caller (who knows the planners) from the scenario's scene, with the guide that
/// the scenario names: `buildWorld(scene, scenario.guide)` of clearway/plan.h.
class ScenarioRun
{
public:
    /// Places everybody: given positions first, then the largest first, each at the first of 1,000 random places where it stands
    /// free. Agents get the ids 1, 2, 3 … in the order of groups. Fails when the world has no room for them (saying how many
    /// fit), a given position does not do, verify() finds something, or the world has another of the library's guides than the
    /// scenario names; a guide of your own (whose name is not one of guideNames()) takes the place of any; and where buildCrowd()
    /// does. An empty `options.steering` becomes what the scenario says; engine, seed and social force are the scenario's. O(n)
    /// in expectation, about a microsecond an agent.
    static Result<ScenarioRun> start(Scenario scenario, World world, const CrowdOptions& options = {});
    ScenarioRun(ScenarioRun&&) noexcept;
    ScenarioRun& operator=(ScenarioRun&&) noexcept;
    ~ScenarioRun();

    const Scenario& scenario() const;
    Crowd& crowd();
    const Crowd& crowd() const;

    /// One tick of the scenario's dt: sources first, then the crowd.
    void step();
    /// The time is over, or no source has more to give and everybody has arrived, has left, or is as near as it can be to a goal
    /// that cannot be reached.
    bool isOver() const;
    std::size_t addedCount() const;   ///< agents so far, sources included
    std::size_t arrivedCount() const; ///< at their goals now, or left
    std::size_t waitingCount() const; ///< owed by sources that had no room
    std::uint64_t tickCount() const;  ///< how many ticks there are until the time is over

private:
    struct State;
    explicit ScenarioRun(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace clearway
