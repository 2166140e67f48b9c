// SPDX-License-Identifier: MIT
// Crowd: everybody who moves, stepped together. A tick reads the frozen state of the last one and writes the next: guide (where
// do I want to go), steer (avoid others), keep apart, move (stay in free space), arrive. Whatever a model asks for, no disc
// enters a wall. The same run gives the same state on any number of workers and on every machine: all that reaches the state is
// keyed by agent id and tick, never by where an agent is stored. A step cannot fail and, once warm, allocates nothing. Metres,
// seconds. A Crowd belongs to one thread at a time.
#pragma once
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <clearway/base/bytes.h>
#include <clearway/base/execution.h>
#include <clearway/base/result.h>
#include <clearway/crowd/goal.h>
#include <clearway/guide/guide.h>
#include <clearway/steering/orca.h>
#include <clearway/steering/social_force.h>
#include <clearway/steering/steering.h>

namespace clearway {

inline constexpr std::string_view kCrowdEngineNames[] = {"crowd", "walkers"};

class Crowd;

struct CrowdOptions
{
    /// What steps the agents. Both have all methods of Crowd; what one cannot do it refuses with the reason.
    enum class Engine : std::uint8_t
    {
        crowd,   ///< any sizes, speeds, guides, steering models and grounds; discs keep apart; about 0.3 µs an agent and tick
        walkers, ///< people of one size and speed on a corridor map, led by the published forces; about 0.1 µs: docs/walkers.md
    };

    Engine engine = Engine::crowd;
    std::shared_ptr<const Steering> steering = {}; ///< empty: orca(); the engine `walkers` has its own
    /// How people of the engine `walkers` push each other: strength, reach, look_ahead, least_axis, sight_degrees, unseen_part;
    /// and attraction_limit, of the corridor. The rest does not count.
    SocialForceOptions social_force = {};
    /// Resolves contacts after each tick with Crowd::push(), in place of the crowd, which then takes back no moves that end in
    /// another disc. For a physics engine. It must neither step nor restore the crowd; a step allocates what this does, and the
    /// run is the same everywhere if this is. runHash() sees what it moves in the tick after.
    std::function<void(Crowd& crowd)> contacts = {};
    Execution execution = {}; ///< shares steps; a ScenarioRun reports its placing
    std::uint64_t seed = 1;   ///< of everything random
    /// Longest stretch of time that is stepped at once; a longer dt is divided evenly. Seconds, > 0; at most 0.1 for `walkers`.
    double max_step = 0.1;
    /// On which side agents pass those who come against them; the engine `walkers` knows no side, and refuses the left.
    PassingSide passing_side = PassingSide::right;
    /// Most goals that are taken up in one tick, so that an order to thousands does not cost one long tick; 0: no limit. Who has
    /// waited longest comes first, then who has the lowest id. Until then an agent goes on to its old goal, or stands where it
    /// was added. Paths that a guide plans again on the way to a goal do not count.
    int max_plans_per_tick = 0;
    /// Whether agents whose goal cannot be reached go as near to it as they can; otherwise they stand. Where the guide knows how:
    /// on navigation meshes.
    bool approaches_unreachable = true;
};

std::string_view toString(CrowdOptions::Engine engine);

/// Speeds and sizes that an agent may have.
inline constexpr double kMaxAgentRadius = 100;
inline constexpr double kMaxAgentSpeed = 100;

struct AgentOptions
{
    Vec2 position;
    double radius = 0.25; ///< > 0, at most kMaxAgentRadius
    Goal goal = {};
    double speed = 1.34;         ///< that it likes to walk at; >= 0
    double max_speed = 0;        ///< never above this; 0: 1.5 times `speed`
    bool leaves_at_goal = false; ///< taken out of the crowd when it arrives (an exit)
    AgentId id = kNoAgent;       ///< kNoAgent: the crowd chooses the next one
    std::uint32_t group = 0;     ///< a number of your own, kept with the agent
    int layer = -1;              ///< where `position` is looked for; any when negative
    std::uint32_t kind = 0;      ///< which of the kinds of walkers of the ground it is: below Ground::kindCount()
    /// A position, or a point of the goal, that misses fitting by at most this, or by at most four steps of a float at its
    /// coordinates, is moved to where the disc fits: see AgentView::position and goal_point. Metres; 0: nothing is moved.
    double fit_tolerance = 0.001;
    std::uint64_t user_data = 0; ///< a number of your own, kept with the agent
    /// Of two that meet, the one with the lower priority makes way alone. Bodies in contact push each other as ever.
    int priority = 0;
    std::uint32_t category = 1; ///< bits that say what it is, for `avoids`
    std::uint32_t avoids =
        0xffffffff;            ///< it avoids those that have one of these bits; two that avoid neither pass through each other
    bool is_kinematic = false; ///< moved by you with Crowd::place(), and by nothing else; others avoid it
    /// The velocity changes by no more than this in a second; m/s^2, > 0. An agent that cannot stop or turn in time pushes
    /// others.
    double max_acceleration = std::numeric_limits<double>::infinity();
    /// It turns no faster than this, and walks only where it looks; radians per second, > 0.
    double max_turn_rate = std::numeric_limits<double>::infinity();
};

enum class AgentStatus : std::uint8_t
{
    moving,
    arrived, ///< at its goal, or packed against others that are, or as near as it can get (reason `unreachable`); stays there,
             ///< gives way, and comes back
    stuck,   ///< has not got on for 5 s while not arrived: see AgentView::still_for
};

/// Why an agent does not get on.
enum class StuckReason : std::uint8_t
{
    none,
    blocked_by_agent, ///< the agent `blocked_by` is ahead, within 1.1 times the sum of the radii
    waiting,          ///< held up, but nobody is that near ahead
    unreachable,      ///< there is no way to the goal for this radius; it goes as near as it can, see AgentView::short_by
    arrived,          ///< it does not want to
};

std::string_view toString(AgentStatus status);
std::string_view toString(StuckReason reason);

/// What a crowd tells about one agent.
struct AgentView
{
    AgentId id = kNoAgent;
    Vec2 position;
    Vec2 velocity;
    double radius = 0;
    double speed = 0;
    double max_speed = 0;
    std::uint32_t group = 0;
    std::uint64_t user_data = 0;
    Footing footing;
    Vec2 heading;    ///< where it looks: of length 1, or zero when it has never moved
    Vec2 target;     ///< where it heads for
    Vec2 goal_point; ///< the point of its goal that it is on the way to, where it fits
    AgentStatus status = AgentStatus::moving;
    StuckReason reason = StuckReason::none;
    AgentId blocked_by = kNoAgent;
    /// How long it has not got on while not arrived: its way left was not shorter by a radius than ever before. Where the guide
    /// does not know the way left, and of the fast engine: slower than 5 % of its speed. Seconds.
    double still_for = 0;
    double short_by = 0; ///< how far from its goal `goal_point` is, because the goal cannot be reached; metres
    double held_up = 0;  ///< how long it has been held up, as in clearway/yielding; of the fast engine `still_for`; seconds
};

/// What happened to an agent during a step.
struct CrowdEvent
{
    enum class Kind : std::uint8_t
    {
        arrived,     ///< at its goal (the last of several)
        next_goal,   ///< at one of its goals, and on to the next
        left,        ///< arrived and taken out of the crowd
        got_stuck,   ///< see `reason`
        got_going,   ///< is not stuck any more
        planned,     ///< a path was searched
        unreachable, ///< there is no way to its goal
    };
    Kind kind = Kind::arrived;
    StuckReason reason = StuckReason::none;
    AgentId id = kNoAgent;
    AgentId other = kNoAgent; ///< who is in the way
    Vec2 position;            ///< of the agent when it happened
    std::uint64_t tick = 0;
    Vec2 goal = {}; ///< the point that it was on the way to
};

std::string_view toString(CrowdEvent::Kind kind);

/// One agent with all its state: what take() gives and put() takes.
struct AgentState
{
    AgentId id = kNoAgent;
    std::vector<std::byte> bytes; ///< opaque; they say for which ground, guide and steering they are
};

class Crowd
{
public:
    /// What steering got wrong since the crowd was made.
    struct SteeringFaults
    {
        std::uint64_t clamped_count = 0;    ///< answers, agent by agent and tick by tick, that the model said it had to limit
        std::uint64_t bad_answer_count = 0; ///< answers that were no finite numbers: the agent stood still for that tick
        AgentId first_bad_id = kNoAgent;    ///< of the first of those; the smallest id of its tick
        std::uint64_t first_bad_tick = 0;   ///< the first tick of a crowd is 1, as for events

        /// The faults of both.
        void add(const SteeringFaults& other);
    };

    /// Asserts what buildCrowd() checks.
    explicit Crowd(World world, CrowdOptions options = {});
    ~Crowd();
    Crowd(Crowd&&) noexcept;
    Crowd& operator=(Crowd&&) noexcept;

    const World& world() const;
    const Steering& steering() const;

    // ---- who is there

    /// Fails when the agent is not on the ground or does not fit (the message names the nearest place that does), when a number
    /// makes no sense, when the engine cannot have such an agent, and when the id is taken. A position that misses fitting by no
    /// more than AgentOptions::fit_tolerance is moved to where the disc fits: agent(id).position tells where the agent stands.
    /// Standing in another agent is allowed: they move apart. So is a goal that cannot be reached: see `approaches_unreachable`.
    Result<AgentId> add(const AgentOptions& agent);
    /// Whether add() has room for a disc there, other agents apart. The engine `walkers` looks for a ball of the corridor map.
    bool hasRoom(Vec2 position, double radius, int layer = -1) const;
    /// Makes room for so many agents at once; adding them one by one works too, in more memory.
    void reserve(std::size_t agent_count);
    /// False when there is no such agent.
    bool remove(AgentId id);
    /// Also for agents that have arrived. Nothing changes when the agent has an equal goal already: it keeps its way, or stays
    /// arrived, and no event follows. (`Goal{}` is the exception: it means where the agent is now.) Fails when the goal is not
    /// finite or there is no such agent.
    Result<void> setGoal(AgentId id, const Goal& goal);
    /// What add() would make the same agent of, here and now. A goal that waits to be taken up counts as its goal. Asserts that
    /// there is such an agent.
    AgentOptions options(AgentId id) const;
    /// Changes whatever differs from options(id), all at once. Another position is a teleport(). Fails like add, and then changes
    /// nothing.
    Result<void> set(AgentId id, const AgentOptions& agent);
    /// To another place, at once: it stands there, keeps its goal and plans its way anew. Returns where it stands, which may
    /// differ by AgentOptions::fit_tolerance. Fails like add, and then changes nothing.
    Result<Vec2> teleport(AgentId id, Vec2 position, int layer = -1);
    /// Where a kinematic agent is now, and how fast it moves, which lets others see where it will be. Its disc may overlap walls;
    /// its centre must be on the ground. Fails when it is not, when numbers are not finite, and when the agent is not kinematic.
    Result<void> place(AgentId id, Vec2 position, Vec2 velocity, int layer = -1);
    /// From now on. Fails when it does not fit where it is.
    Result<void> setRadius(AgentId id, double radius);
    /// Speeds from now on. Fails like add.
    Result<void> setSpeed(AgentId id, double speed, double max_speed = 0);
    /// How an agent walks from now on: a preset, or eps and v of its own; nothing gives it back to the model. For the steering
    /// localField(), in any tick and for any agents, for example those of a group. Part of the agent's state, as floats. Fails
    /// when the model has no manners, when eps or v are not within the bounds of Manner, and when there is no such agent.
    Result<void> setManner(AgentId id, const Manner::Choice& manner);
    /// Moves an agent toward `target` now, between two steps; walls stop it as in a step. Speeds, goals and askedPositions() stay
    /// what they are. For a physics engine that has a say. Returns where it got; fails when there is no such agent, or the target
    /// is not finite.
    Result<Vec2> push(AgentId id, Vec2 target);

    std::size_t size() const;
    bool has(AgentId id) const;
    /// Nothing when there is no such agent: it has left, say.
    std::optional<AgentView> find(AgentId id) const;
    /// Of an agent that is known to be there; asserts that it is.
    AgentView agent(AgentId id) const;

    /// All agents, in an order that may change with every step; element i of each is about the same agent. Valid until the crowd
    /// changes.
    std::span<const AgentId> ids() const;
    std::span<const Vec2> positions() const;
    std::span<const double> radii() const;
    std::span<const Footing> footings() const;
    std::span<const AgentStatus> statuses() const;
    std::span<const std::uint32_t> groups() const;
    Vec2 velocity(std::size_t index) const;
    AgentView view(std::size_t index) const;
    /// Where each agent would have got in the last step if no wall had stopped it. For agents added since: where they are.
    std::span<const Vec2> askedPositions() const;
    /// On curved ground: where an agent was before its last move, in whose plane askedPositions() are. For agents added since,
    /// and on flat ground: where it is.
    Vec2 startPosition(std::size_t index) const;

    // ---- time

    /// One tick, or several when dt is longer than max_step. A dt below 1e-9, negative or not finite does nothing.
    void step(double dt);
    std::uint64_t tick() const; ///< how many there were
    double time() const;        ///< seconds
    /// What happened in the last call of step, in the order of ticks, then of agent ids.
    std::span<const CrowdEvent> events() const;
    /// Summed over all steps; neither saved nor part of the hash.
    const SteeringFaults& faults() const;

    // ---- state

    /// Of the state of all agents, whatever order they are stored in. The hashes of parts of a crowd add up to that of the whole.
    std::uint64_t computeHash() const;
    /// Of all that happened so far: where every agent was after every tick, on which layer, how fast, and whether it had arrived
    /// or was stuck. Two runs that differ in one tick differ here, also when everybody has left since. Like computeHash(), it
    /// depends neither on the order of agents nor on workers, and parts of a crowd that exchange ghosts add up to the whole.
    /// Saved and restored; take() and put() leave it with the crowd in which it happened. O(1): the sum is kept while stepping.
    std::uint64_t runHash() const;
    void save(ByteWriter& writer) const;
    /// Replaces everything. Fails, and changes nothing, when the bytes are not a crowd of this steering and guide on this ground.
    Result<void> restore(ByteReader& reader);

    /// Takes an agent out with all its state, to be put into another crowd at the same tick. Asserts that there is such an agent.
    AgentState take(AgentId id);
    /// The same without taking it out.
    AgentState copy(AgentId id) const;
    /// Fails, and changes nothing, when the agent is from a crowd of another ground, guide or steering, when its id is taken, and
    /// when the bytes are damaged.
    Result<void> put(const AgentState& agent);
    /// An agent of another crowd that this one sees during the next step, and then forgets. Whoever is within ghostRange() of an
    /// agent of this crowd must be there for the step to be the same as in one crowd. Fails like put; the engine `walkers` sees
    /// no ghosts.
    Result<void> addGhost(const AgentState& agent);
    /// How far around its agents a crowd looks, at most; metres.
    double ghostRange() const;

    /// Bytes held for agents, without paths.
    std::size_t memoryBytes() const;

    class Engine;
    struct State;
    class Walkers;

private:
    friend Result<Crowd> buildCrowd(World world, CrowdOptions options);
    explicit Crowd(std::unique_ptr<Engine> engine);
    std::unique_ptr<Engine> engine_;
};

/// A crowd, or the reason why its engine cannot do what it is asked for: the world is empty; or `walkers` on a world whose guide
/// leads along no corridor map, on several layers, with a steering model of its own, or with numbers out of range.
Result<Crowd> buildCrowd(World world, CrowdOptions options = {});

} // namespace clearway
