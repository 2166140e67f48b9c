// SPDX-License-Identifier: MIT
// What an observer remembers between ticks.
#pragma once
#include <cstdint>
#include <memory>
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
    double start_time = 0;
    std::uint64_t seen_at = 0; ///< number of the last observation
    std::int8_t turn = 0;      ///< of the last observation: 1 left, -1 right, 0 none that counts
    bool was_stuck = false;
    bool had_no_way = false;
    bool has_arrived = false;
};

/// Times of the first and last crossing in one direction.
struct CrossingTimes
{
    double first = 0;
    double last = 0;
};

struct LineState
{
    MeasuringLine line;
    Box2 box;
    CrowdMetrics::Line measure;
    CrossingTimes forward = {};
    CrossingTimes backward = {};

    /// A centre went from one place to another.
    void add(Vec2 from, Vec2 to, double time);
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
    std::uint64_t leg_count = 0;
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
        std::uint64_t unreachable = 0;
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
    void finishLeg(AgentRecord& record, Vec2 at);
    void finishJourney(AgentRecord& record);
    void observeAgent(const Crowd& crowd, std::size_t index, Tick& tick);
    void observeMove(AgentRecord& record, Vec2 position, double liked_speed, Tick& tick);
    void observeWalls(const Crowd& crowd, std::size_t index, Tick& tick);
    double computeDepthOnCurved(const Crowd& crowd, std::size_t index);
    void countWallContact(double depth, Tick& tick);
    void observePlace(Vec2 position, double speed, AgentStatus status);
};

/// The binary logarithm, with the same bits everywhere; x > 0 and finite.
double computeLog2(double x);

} // namespace clearway
