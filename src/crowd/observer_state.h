// SPDX-License-Identifier: MIT
// What an observer remembers between ticks.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <clearway/crowd/metrics.h>

#include "crowd/observer_contacts.h"
#include "crowd/observer_space_contacts.h"
#include "crowd/slot_table.h"

namespace clearway {

/// A sum of numbers from 0 to 2^31, each rounded down to a multiple of 2^-32, that does not depend on their order.
class OrderFreeSum
{
public:
    void add(double value)
    {
        const auto whole = static_cast<std::uint64_t>(value);
        whole_ += whole;
        part_ += static_cast<std::uint64_t>((value - static_cast<double>(whole)) * 0x1p32);
    }
    double value() const { return static_cast<double>(whole_) + static_cast<double>(part_) * 0x1p-32; }

private:
    std::uint64_t whole_ = 0;
    std::uint64_t part_ = 0;
};

/// What is known about one agent.
struct AgentRecord
{
    Vec2 position;         ///< at the last observation
    Vec2 move;             ///< of the last observation; zero when it was too slow to count
    Vec2 leg_start;        ///< where the way to the next goal began
    Vec2 leg_end;          ///< up to where it has been added up
    double leg_length = 0; ///< so far
    double leg_area = 0;   ///< between the leg so far and the line back to its start, counter-clockwise; m²
    double leg_turn = 0;   ///< left less right turns since it began; radians
    Vec2 heading;          ///< the last move that was fast enough; zero: none yet
    Vec2 velocity;         ///< of the last observation, by positions
    Vec2 acceleration;     ///< likewise
    Vec2 stay_at;          ///< the place that it has stayed near to
    double stay_since = 0;
    double start_time = 0;
    double radius = 0;         ///< 0: not seen yet
    std::uint64_t seen_at = 0; ///< number of the last observation
    std::uint32_t layer = 0;
    std::uint8_t move_count = 0; ///< how many moves came one after the other up to now; 2 at most
    std::int8_t turn = 0;        ///< of the last observation: 1 left, -1 right, 0 none that counts
    bool was_stuck = false;
    bool had_no_way = false;
    bool has_arrived = false;
    bool was_at_rest = false; ///< at the last observation
    bool has_circled = false;
    bool has_stayed = false;
};

/// A leg that was walked to its end.
struct WalkedTrip
{
    Vec2 from = {};
    Vec2 to = {};
    double radius = 0;
    double length = 0; ///< walked
    double area = 0;   ///< as in AgentRecord
    std::uint64_t key = 0;
    std::uint32_t layer = 0;
};

/// Trips, or an even sample of them: while there are too many, those go whose keys have the next bit set.
class TripSample
{
public:
    static constexpr std::size_t kMostTrips = 4096;

    void reserve() { trips_.reserve(kMostTrips); }
    void add(const WalkedTrip& trip);
    std::span<const WalkedTrip> trips() const { return trips_; }

private:
    std::uint64_t mask_ = 0; ///< bits that are 0 in the keys of all
    std::vector<WalkedTrip> trips_;
};

/// How far an agent still had to go when it was last asked.
struct Remaining
{
    AgentId id = kNoAgent;
    Vec2 goal;
    double best = 0; ///< the shortest so far; metres
};

/// Whether people get on, for a sample of them.
struct ProgressChecks
{
    double next_at = 0;
    std::vector<Remaining> last = {}; ///< of the last check, in the order of ids
    std::vector<Remaining> now = {};
    std::vector<Vec2> points = {}; ///< scratch
    std::uint64_t count = 0;
    std::uint64_t without_progress = 0;
};

/// The mean of something over time: sums over stretches of equally many ticks, which become twice as long when there are too
/// many.
class TimeProfile
{
public:
    TimeProfile() { stretches_.reserve(kMostStretches); }
    /// Of one tick.
    void add(double sum, std::uint64_t count);
    /// The mean in each sixth; NaN where nothing was counted.
    std::array<double, 6> computeSixths() const;

private:
    static constexpr std::size_t kMostStretches = 768;
    struct Stretch
    {
        double sum = 0;
        std::uint64_t count = 0;
    };
    std::vector<Stretch> stretches_;
    std::uint64_t ticks_ = 0;
    std::uint64_t stretch_ticks_ = 1;
};

/// Times of the first and last crossing in one direction.
struct CrossingTimes
{
    double first = 0;
    double last = 0;
};

struct LineState
{
    static constexpr double kQueueReach = 3; ///< how far in front of a line people count as its queue; metres

    explicit LineState(const MeasuringLine& given);

    /// The centre of a disc went from one place to another.
    void add(Vec2 from, Vec2 to, double radius, double time);
    /// Somebody on the way was there for a tick.
    void addQueued(Vec2 position);
    /// `seconds`: of a tick.
    CrowdMetrics::Line finish(const Ground& ground, double seconds) const;

private:
    /// A square of the queue: on the left of the line or not, on the half towards `b` or not, then rows and columns away from the
    /// middle.
    std::size_t squareOf(bool is_left, bool is_towards_b, std::size_t row, std::size_t column) const
    {
        return ((static_cast<std::size_t>(is_left) * 2 + static_cast<std::size_t>(is_towards_b)) * kRows + row) * columns +
               column;
    }
    void finishLateralUse(const Ground& ground, CrowdMetrics::Line& measure) const;
    void finishQueue(double seconds, CrowdMetrics::Line& measure) const;

    static constexpr std::size_t kRows = 3; ///< of the queue, 1 m each

    MeasuringLine line;
    Box2 box;
    Box2 queue_box;
    CrowdMetrics::Line measure = {};
    CrossingTimes forward = {};
    CrossingTimes backward = {};
    OrderFreeSum radii;                   ///< of those who crossed
    std::vector<std::uint32_t> places[2]; ///< crossings backward and forward in short pieces of the line, from `a` on
    std::size_t columns = 0;
    std::vector<std::uint64_t> queue; ///< agent-ticks in each square
};

struct AreaState
{
    MeasuringArea area;
    Box2 box;
    double size = 0;
    std::uint64_t agent_ticks = 0;
    std::uint64_t agents_now = 0;
    std::uint64_t max_agents = 0;
    OrderFreeSum speeds;
};

struct CrowdObserver::State
{
    State(const Crowd& crowd, ObserverOptions given);

    void observe(const Crowd& crowd);
    CrowdMetrics computeMetrics() const;

    ObserverOptions options;
    std::shared_ptr<const Ground> ground;
    const CurvedGround* curved; ///< null on flat ground
    double min_radius = 0;      ///< of all agents seen; 0: none yet
    double start_time = 0;      ///< when the observer was made
    double time = 0;            ///< of the last observation
    double dt = 0;              ///< since the one before
    double rate = 0;            ///< 1 / dt; 0 when no time has passed
    std::uint64_t observation = 0;

    // Agents: record i is about ids[i].
    std::vector<AgentId> ids;
    std::vector<AgentRecord> records;
    SlotTable slots;

    // Sums over all ticks.
    CrowdMetrics totals;
    OrderFreeSum relative_speeds;
    std::uint64_t walking_agent_ticks = 0; ///< not arrived, with a speed to compare to
    std::uint64_t turn_changes = 0;
    double turning_time = 0; ///< seconds of agents fast enough to turn
    double travel_times = 0;
    std::uint64_t travel_count = 0;
    double straightness = 0;
    OrderFreeSum heading_changes; ///< radians
    OrderFreeSum walked_length;   ///< faster than counts as walking; metres
    OrderFreeSum squared_jerks;   ///< in 2^16 m²/s⁶
    std::uint64_t jerk_count = 0;
    OrderFreeSum rest_length;
    double rest_time = 0;
    TimeProfile speeds;
    TripSample trips;
    ProgressChecks progress;
    std::vector<LineState> lines;
    std::vector<AreaState> areas;
    Heat heat;
    ContactFinder contacts;
    SpaceContactFinder space_contacts; ///< on curved ground
    WallList walls;                    ///< scratch, on curved ground
    std::vector<CrowdObserver::TickMetrics> series;

private:
    /// What one tick adds up.
    struct Tick
    {
        CrowdObserver::TickMetrics numbers;
        OrderFreeSum relative_speeds;
        std::uint64_t walking = 0;
        std::uint64_t turning = 0; ///< agents fast enough to turn
        std::uint64_t resting = 0; ///< agents that had arrived before
        std::uint64_t unreachable = 0;
        OrderFreeSum short_by; ///< of those
        double max_short_by = 0;
        OrderFreeSum energy;
    };

    void layOutHeat();
    double computeDistance(Vec2 a, Vec2 b) const;
    /// From one place to another as far as both are in one plane; zero otherwise.
    Vec2 computeMove(Vec2 from, Vec2 to) const;
    AgentRecord& findRecord(AgentId id, Vec2 position);
    void dropGoneRecords(std::size_t agent_count);
    void readEvents(const Crowd& crowd);
    void noteUnreachable(const Crowd& crowd, const CrowdEvent& event);
    void finishLeg(AgentRecord& record, AgentId id, Vec2 at);
    void finishJourney(AgentRecord& record);
    void observeAgent(const Crowd& crowd, std::size_t index, Tick& tick);
    void observeMove(AgentRecord& record, Vec2 position, const AgentView& view, Tick& tick);
    void observeHeading(AgentRecord& record, Vec2 move, double move_length);
    void observeJerk(AgentRecord& record, Vec2 move, AgentStatus status);
    void observeUnreachable(const AgentView& view, Tick& tick) const;
    void observeRest(AgentRecord& record, double move_length, AgentStatus status, Tick& tick);
    void observeStay(AgentRecord& record, const AgentView& view);
    void startStay(AgentRecord& record, Vec2 at);
    void observeProgress(const Crowd& crowd);
    void compareTrips(CrowdMetrics& metrics) const;
    void observeWalls(const Crowd& crowd, std::size_t index, Tick& tick);
    double computeDepthOnCurved(const Crowd& crowd, std::size_t index);
    void countWallContact(double depth, Tick& tick);
    void observePlace(Vec2 position, double speed, AgentStatus status);
};

/// The binary logarithm, with the same bits everywhere; x > 0 and finite.
double computeLog2(double x);

} // namespace clearway
