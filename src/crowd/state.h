// SPDX-License-Identifier: MIT
// What a crowd holds, and the phases of its tick. Each phase is a loop over chunks of agents that write only what is their own;
// what a phase reads of others was written before it began.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <clearway/crowd/crowd.h>
#include <clearway/yielding/yielding.h>

#include "crowd/berth_map.h"
#include "crowd/columns.h"
#include "crowd/engine.h"
#include "crowd/goal_table.h"
#include "crowd/neighbour_grid.h"
#include "crowd/neighbours.h"
#include "crowd/slot_table.h"
#include "crowd/space_neighbours.h"
#include "crowd/stream_map.h"

namespace clearway {

/// An agent whose step leads into another; indices of the grid.
struct BadStep
{
    std::uint32_t agent = 0;
    std::uint32_t other = 0;
};

/// Where a step ends.
struct StepEnd
{
    Vec3 position;
    bool is_looked_at = false; ///< by the agent itself, which gives way; else it is where the step would end on flat ground
};

/// Scratch of one chunk. Its blocks are small enough to stay in the nearest cache.
struct Workspace
{
    static constexpr int kBlockSize = NeighbourBlock::kMostAgents;
    static constexpr int kPadding = 16; ///< models may read so far past the end
    static constexpr int kMostNeighbours = NeighbourBlock::kCapacity;

    NeighbourFinder neighbours;
    SpaceNeighbourFinder space_neighbours; ///< on curved ground
    NeighbourBlock near;
    std::vector<std::uint32_t> close; ///< sorted indices of agents that might touch somebody
    std::vector<Velocity> push;       ///< of those
    bool has_pushes = false;
    std::vector<std::uint32_t> creased; ///< those of them that are beside a crease of curved ground
    std::vector<BadStep> bad_steps;     ///< of those
    std::vector<CrowdEvent> events;
    std::vector<AgentId> leaving;
    Crowd::SteeringFaults faults; ///< of this tick
    std::uint64_t run_hash = 0;   ///< of this tick
    BerthMap berths;

    // A block of agents for the steering model.
    AgentId id[kBlockSize];
    float velocity_x[kBlockSize + kPadding] = {}, velocity_y[kBlockSize + kPadding] = {};
    float preferred_x[kBlockSize + kPadding] = {}, preferred_y[kBlockSize + kPadding] = {};
    float radius[kBlockSize + kPadding] = {}, max_speed[kBlockSize + kPadding] = {}, horizon[kBlockSize + kPadding] = {};
    float held_up[kBlockSize + kPadding] = {}, counterflow[kBlockSize + kPadding] = {}, crowding[kBlockSize + kPadding] = {};
    float target_x[kBlockSize + kPadding] = {}, target_y[kBlockSize + kPadding] = {}; // for models that want it
    float room[kBlockSize + kPadding] = {}, speed[kBlockSize + kPadding] = {};
    float asked_x[kBlockSize + kPadding] = {}, asked_y[kBlockSize + kPadding] = {};
    SteeringBlock::Fault fault[kBlockSize] = {};
    float neighbour_velocity_x[kMostNeighbours] = {}, neighbour_velocity_y[kMostNeighbours] = {};
    float neighbour_wish_x[kMostNeighbours] = {}, neighbour_wish_y[kMostNeighbours] = {};
    float neighbour_radius[kMostNeighbours] = {};
    AgentId neighbour_id[kMostNeighbours] = {};
    std::uint8_t neighbour_stands[kMostNeighbours] = {};
    std::uint8_t neighbour_sign[kMostNeighbours] = {};
    std::uint8_t neighbour_keeps_on[kMostNeighbours] = {}; ///< only where agents have extras
    Vec2 position[kBlockSize];
    Footing footing[kBlockSize];
    float wall_range[kBlockSize] = {};
    WallList walls;
    std::vector<float> wall_ax, wall_ay, wall_bx, wall_by;
    std::vector<std::byte> state;
};

/// An agent that waits to take up a goal: who has waited longest comes first, then who has the lowest id.
struct WaitingAgent
{
    std::uint64_t since = 0; ///< tick
    AgentId id = kNoAgent;
    std::uint32_t slot = 0;

    friend auto operator<=>(const WaitingAgent&, const WaitingAgent&) = default;
};

/// The engine that takes any agents, ground, guide and steering.
struct Crowd::State final : Engine
{
    State(World the_world, CrowdOptions the_options);
    ~State() override;

    // ---- what a crowd asks for (crowd.cpp, save.cpp)
    Result<AgentId> add(const AgentOptions& agent) override;
    void reserve(std::size_t agent_count) override;
    void remove(std::size_t index) override;
    Result<void> setGoal(std::size_t index, const Goal& goal) override;
    Result<void> setSpeed(std::size_t index, double speed, double max_speed) override;
    AgentOptions optionsOf(std::size_t index) const override;
    Result<void> set(std::size_t index, const AgentOptions& agent) override;
    Result<void> place(std::size_t index, Vec2 position, Vec2 velocity, int layer) override;
    Vec2 push(std::size_t index, Vec2 target) override;
    std::span<std::byte> steeringState(std::size_t index) override { return agents.steering_state.at(index); }
    bool hasRoom(Vec2 position, double radius, int layer) const override;
    std::size_t size() const override { return agents.size(); }
    std::size_t indexOf(AgentId id) const override;
    AgentView view(std::size_t index) const override;
    std::span<const AgentId> ids() const override { return agents.id; }
    std::span<const Vec2> positions() const override { return agents.position; }
    std::span<const double> radii() const override { return agents.radius; }
    std::span<const Footing> footings() const override { return agents.footing; }
    std::span<const AgentStatus> statuses() const override { return agents.status; }
    std::span<const std::uint32_t> groups() const override { return agents.group; }
    std::span<const Vec2> askedPositions() const override { return agents.asked; }
    Vec2 velocity(std::size_t index) const override { return {agents.velocity[index].x, agents.velocity[index].y}; }
    Vec2 startPosition(std::size_t index) const override;
    std::uint64_t computeHash() const override;
    std::string_view modelName() const override { return steering->name(); }
    std::pair<std::uint64_t, std::uint64_t> stateSizes() const override
    {
        return {agents.guide_state.stride(), agents.steering_state.stride()};
    }
    void writeAgents(ByteWriter& writer) const override;
    void writeAgent(std::size_t index, ByteWriter& writer) const override;
    Result<void> readAgents(ByteReader& reader) override;
    Result<void> readAgent(ByteReader& reader) override;
    Result<void> readGhost(ByteReader& reader) override;
    double ghostRange() const override;
    std::unique_ptr<Engine> makeEmpty() const override;
    std::size_t memoryBytes() const override;

    const CurvedGround* curved; ///< null on flat ground, where a difference of positions is an offset
    Steering::Needs needs;
    int most_chunks = 1;

    AgentColumns agents;
    SlotTable slots;
    GoalTable goals;
    NeighbourGrid grid;
    StreamMap streams;                        ///< of flat ground
    std::span<const Passage> passages;        ///< of the guide
    std::vector<PassageQueue> queues;         ///< of each way through each passage; empty between ticks
    std::vector<std::uint32_t> used_passages; ///< those with queues
    std::vector<float> passage_waits;         ///< as in Guide::Batch
    std::vector<std::uint32_t> first_near;    ///< of each passage, and one more
    std::vector<std::uint32_t> near_passages; ///< who waits at one of these may stand behind it
    SpaceGrid space;                          ///< on curved ground: where those of the grid are
    std::vector<SpaceBody> slot_bodies;       ///< the same by slot, while the grid is built
    std::vector<StepEnd> ends;                ///< on curved ground: where those of the grid would end
    std::vector<std::unique_ptr<Workspace>> workspaces;
    std::vector<bool> scratch_bits;
    std::vector<std::uint8_t> signs; ///< by slot, as the last tick left them; only for models that show them
    std::size_t ghost_count = 0;
    std::vector<WaitingAgent> waiting; ///< scratch

    // ---- what a game commands (command.cpp)
    /// Where an agent stands, and on what.
    struct Stance
    {
        Vec2 position;
        Footing footing;
    };
    Result<Stance> findStance(const AgentOptions& agent, const std::string& failure) const;
    void setExtras(std::uint32_t slot, const AgentOptions& agent);
    void standAt(std::uint32_t slot, Vec2 position);
    void requestGoal(std::uint32_t slot, const Goal& goal);
    void waitForPlan(std::uint32_t slot, const Goal& goal);
    void takeUpGoals();
    void approachUnreachable();
    void approach(std::uint32_t slot);
    void resumeGoal(std::uint32_t slot);
    bool followLeader(std::uint32_t slot);

    // ---- who avoids whom (ranks.cpp)
    enum class Avoids
    {
        not_at_all,
        together, ///< either does half
        alone,    ///< the other one goes on as it likes
    };
    Avoids howAvoids(std::uint32_t self, std::uint32_t other) const;
    double shareOfPush(std::uint32_t self, std::uint32_t other) const;
    void applyRanks(Workspace& work, std::uint32_t begin, std::uint32_t count);

    // ---- agents that turn and speed up slowly (motion_limits.cpp)
    Vec2 headingOf(std::size_t slot) const;
    void turnTo(std::uint32_t slot, Vec2 way);
    void keepHeading(std::uint32_t slot, Velocity next);
    void turnHeading(std::uint32_t slot, Vec2 turn);
    Vec2 limitMotion(std::uint32_t slot, Vec2 asked);

    // ---- agents (agents.cpp)
    std::uint32_t append();
    void erase(std::uint32_t slot);
    std::uint32_t indexOf(const Goal& goal);
    void assignGoal(std::uint32_t slot, const Goal& goal);
    Goal goalOf(std::uint32_t slot) const;
    void forgetPlan(std::uint32_t slot);
    /// Where a random goal may be.
    enum class Draw
    {
        anywhere, ///< on the agent's part of the ground
        nearby,   ///< the nearest of some such places
    };
    /// The next point of the goal; also when the last one could not be reached.
    void goToNextPoint(std::uint32_t slot, Draw draw = Draw::anywhere);
    void advanceGoal(std::uint32_t slot);
    bool follows(std::uint32_t slot) const
    {
        return agents.hasListedGoal(slot) && goals[agents.goal[slot]].kind() == Goal::Kind::follow;
    }
    void headForGoal(std::uint32_t slot, Draw draw = Draw::anywhere);
    void fitPointGoal(std::uint32_t slot);
    Vec2 fitGoalPoint(std::uint32_t slot, Vec2 wanted) const;
    std::optional<Vec2> drawRandomGoal(std::uint32_t slot, Draw draw) const;
    std::optional<Vec2> chooseGoalPoint(std::uint32_t slot, Draw draw = Draw::anywhere) const;
    bool isLost(std::uint32_t slot) const; ///< has no random goal that it can reach
    bool staysLost(Workspace& work, std::uint32_t slot);
    /// What takes long for those who cannot get to their goal is done once in so many ticks, by each in its own.
    bool isItsTick(std::uint32_t slot) const { return (tick + agents.id[slot]) % 16 == 0; }
    void tellUnreachable(Workspace& work, std::uint32_t slot) const;
    bool isLastGoalPoint(std::uint32_t slot) const;

    // ---- a tick (step.cpp); slots, or indices of the grid, [begin, end)
    void step(double duration) override;
    using Phase = void (State::*)(Workspace& work, std::uint32_t begin, std::uint32_t end);
    void runChunks(Phase phase);
    void guide(Workspace& work, std::uint32_t begin, std::uint32_t end);
    void askGuide(std::uint32_t first, std::uint32_t count, const float* reaches, Guidance* guidance);
    void drawReachableGoal(std::uint32_t slot, float reach, Guidance& guidance);
    void headStraight(std::uint32_t slot);
    void prefer(std::uint32_t slot);
    void buildGrid();
    void sortStorage();
    void steer(Workspace& work, std::uint32_t begin, std::uint32_t end);
    void steerBlock(Workspace& work, std::uint32_t begin, std::uint32_t end);
    void gatherNeighbours(Workspace& work, std::uint32_t begin, std::uint32_t end);
    float measureCrowding(const Workspace& work, int at, float radius) const;
    void gatherAgent(Workspace& work, int at, std::uint32_t sorted);
    void gatherTargets(Workspace& work, std::uint32_t begin, std::uint32_t end);
    float computeHorizon(std::uint32_t slot) const;
    void gatherWalls(Workspace& work, int count);
    void copySigns();
    void countFault(Workspace& work, int at, std::uint32_t slot) const;
    Vec2 readAnswer(Workspace& work, int at, std::uint32_t slot) const;
    void move(Workspace& work, std::uint32_t begin, std::uint32_t end);
    void setVelocity(std::uint32_t slot, Velocity moved);
    void tidy();

    // ---- curved ground (curved.cpp); what it says holds for flat ground too
    Vec2 computeWay(std::uint32_t slot, Vec2 place) const
    {
        return curved ? computeCurvedWay(slot, place) : place - agents.position[slot];
    }
    double computeAway(std::uint32_t slot, Vec2 place) const
    {
        return curved ? computeCurvedAway(slot, place) : distance(agents.position[slot], place);
    }
    Vec2 computeCurvedWay(std::uint32_t slot, Vec2 place) const;
    double computeCurvedAway(std::uint32_t slot, Vec2 place) const;
    SpaceView spaceView() const { return {*curved, space, grid}; }
    void locateBodies(Workspace& work, std::uint32_t begin, std::uint32_t end);
    void buildSpaceGrid();
    void gatherSpaceNeighbours(Workspace& work, std::uint32_t begin, std::uint32_t end, std::span<const float> guesses);
    void lookForPack(const Workspace& work, int at, std::uint32_t slot);
    Vec2 computeSpacePush(Workspace& work, std::uint32_t sorted, float range);
    void moveOnCurved(std::uint32_t first, std::uint32_t count);
    void turnMemory(std::uint32_t slot, Vec2 turn);
    AgentId findSpaceBlocker(std::uint32_t slot) const;

    // ---- steps round creases (creases.cpp); indices of the grid, as they are in the workspace
    void keepApartAtCreases();
    void foresee(Workspace& work, std::uint32_t begin, std::uint32_t end);
    bool isAtCrease(const Workspace& work, int at, std::uint32_t sorted) const;
    void foreseeCreased(Workspace& work, std::uint32_t begin, std::uint32_t end);
    void findCreased(Workspace& work, std::uint32_t begin, std::uint32_t end);
    bool turnsInStep(std::uint32_t sorted) const;
    Pose computeEnd(std::uint32_t slot) const;
    void findBadSteps(Workspace& work, std::uint32_t begin, std::uint32_t end);
    void slide(Workspace& work, std::uint32_t begin, std::uint32_t end);
    void stay(Workspace& work, std::uint32_t begin, std::uint32_t end);

    // ---- discs that would end in each other (keep_apart.cpp)
    void keepApart();
    Vec2 computePush(Workspace& work, std::uint32_t sorted, float range);
    void computePushes(Workspace& work, std::uint32_t begin, std::uint32_t end);
    void applyPushes(Workspace& work, std::uint32_t begin, std::uint32_t end);

    // ---- arriving (arrive.cpp)
    void arrive(Workspace& work, std::uint32_t begin, std::uint32_t end);
    std::uint64_t hashStep(std::uint32_t slot) const;
    void waitAhead(Workspace& work, std::uint32_t slot);
    void keepUp(Workspace& work, std::uint32_t slot);
    void followGoal(Workspace& work, std::uint32_t slot);
    bool isBesideGoal(std::uint32_t slot, double away) const;
    bool isAsNearAsCanBe(std::uint32_t slot, double away) const;
    void stayHere(std::uint32_t slot);
    void settle(std::uint32_t slot);

    // ---- passages that are too narrow for two (passages.cpp)
    Passage::Offset offsetInPassage(std::uint32_t slot) const;
    void notePassage(std::uint32_t slot, std::uint32_t next);
    void listNearPassages();
    void countQueues();
    void countAhead();
    void clearQueues();
    void estimateWaits();
    void takeTurns();
    void takeTurn(Workspace& work, std::uint32_t begin, std::uint32_t end);
    void headForMiddle(std::uint32_t slot);
    void waitAside(std::uint32_t slot, double radius_against);
    void standInRow(const Workspace& work, int at, std::uint32_t slot);

    // ---- being held up and giving way (yielding.cpp)
    void countHeldUp(std::uint32_t slot, std::uint32_t sorted);
    void noticeCounterflow(const Workspace& work, int at, std::uint32_t sorted);
    bool seesCounterflowAhead(std::uint32_t slot) const;
    Claim claimOf(const Neighbour& neighbour, std::uint32_t other, std::uint32_t slot) const;
    void giveWay(const Workspace& work, int at, std::uint32_t self);
    void noteProgress(std::uint32_t slot, const Guidance& guidance);
    void countStillness(std::uint32_t slot);
    void explainStillness(Workspace& work, std::uint32_t slot);
    AgentId findBlocker(std::uint32_t slot) const;

    // ---- berths round a shared goal (pack.cpp)
    bool isPacking(std::uint32_t slot) const;
    void preferBerth(Workspace& work, std::uint32_t slot);
    bool canTakeBerth(std::uint32_t slot, Vec2 there) const;
    bool standsBehindPack(std::uint32_t slot) const;
    void chooseBerth(BerthMap& map, std::uint32_t slot);
    bool markOthers(BerthMap& map, std::uint32_t slot, double view);
    void takeChosenBerth(std::uint32_t slot);
    Vec2 placeOf(std::uint32_t slot, Berth berth) const;

    // ---- state as bytes (save.cpp)
    Result<std::uint32_t> appendAgent(ByteReader& reader);
    std::uint64_t hashAgent(std::uint32_t slot) const;

    float dt = 0;           ///< of the tick under way
    double step_length = 0; ///< the same, not rounded
};

/// Agents whose goal is a point are at it within this part of their radius; what they pass on the way within this many metres.
inline constexpr double kArrivalPart = 0.1;
/// Those who stand do not go back to their place when they are within this part of their radius.
inline constexpr double kStandingPart = 0.1;
inline constexpr double kPassingDistance = 0.5;
/// Those who stand at one's goal nearer than so many radii make one walk slowly and arrive early.
inline constexpr double kBesideWithin = 4.2;
/// How far ahead people who come against an agent are noticed; metres.
inline constexpr double kCounterflowSight = 20;
/// Who is ahead within this part of the sum of the radii blocks the way.
inline constexpr float kBlockedWithin = 1.1F;

} // namespace clearway
