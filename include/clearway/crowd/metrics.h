// SPDX-License-Identifier: MIT
// CrowdObserver: looks at a crowd after every tick and counts what users ask about: contacts, who is outside, flow, density, how
// the space is used, how straight and how calmly people walk. It only reads; a run is the same with and without it, and the
// numbers are the same however the crowd stores its agents: what is added up is counted in whole numbers (of 2^-32), or in the
// order of agent ids. An observation is one call of step(), whether the crowd divided it or not.
// An agent contact is a pair of discs of one layer that overlap by more than 1e-4 m at the end of a tick; a wall contact an agent
// whose asked-for position is more than 1e-4 m too near to a wall; `outside` counts agents nearer to a wall than their radius by
// more than 1e-6 m or two quanta, or off the ground. All three are counted per agent and tick (a pair once). Metres, seconds.
// On curved ground distances are straight through space, walls are borders as the agent saw them in its plane when it moved, and
// what belongs to one plane for all (use of space, lines, areas, jerk, and what needs shortest paths) is not counted.
// A trip is a way from the start, or from the last goal, to the next goal; the return of somebody pushed off his goal is none.
// A move counts as walking when it is faster than 20 % of the speed that the agent likes. NaN is what cannot be told.
// O(n) per tick, less than the tick itself; allocates nothing once warm, apart from the series. One thread at a time.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <clearway/crowd/crowd.h>
#include <clearway/crowd/scenario.h>

namespace clearway {

struct CrowdMetrics
{
    static constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

    struct Line
    {
        std::string name;
        double width = 0; ///< length of the line
        /// Crossings from its right to its left. A centre has crossed when it is on the other side than a tick before and its way
        /// there meets the line, ends included; on the line is on its right.
        std::uint64_t forward = 0;
        std::uint64_t backward = 0;
        double first_at = 0; ///< time of the first and last crossing, at the end of their ticks; seconds
        double last_at = 0;
        /// Of each direction: one less than its crossings, over the time from its first to its last; 0 when there is no time
        /// between. Per second.
        double forward_flow = 0;
        double backward_flow = 0;
        /// Forward less backward: one less than the difference of the crossings, over the time from the first crossing to the
        /// last, negative when more go back; 0 when there is no time between. Who goes to and fro does not count. Per second.
        double net_flow = 0;
        double flow = 0;          ///< the size of net_flow: what gets through the line, whichever way it was drawn
        double specific_flow = 0; ///< the same per metre of the line
        /// How many discs of the mean radius of those who crossed fit side by side where the line is free.
        std::uint64_t abreast = 0;
        /// How evenly the free width is used, 0: in single file, 1: all of it alike. The places where centres can cross are
        /// divided into `abreast` strips of equal width, and this is (e - 1) / (abreast - 1) for the effective number of strips
        /// e = 1 / (chance that two different crossings are in the same strip), at most `abreast`. Both directions together.
        /// Unknown with fewer than 20 crossings, or where one at a time fits.
        double lateral_use = kUnknown;
        double forward_use = kUnknown; ///< the same of the crossings in one direction: two files along opposite walls are narrow
        double backward_use = kUnknown;
        /// Time that people on their way were within 3 m of the line, on the side from which most cross it; in the halves to the
        /// left and right of the middle of the line, as they see it who walk through; agent-seconds.
        double queue_left = 0;
        double queue_right = 0;
        double queue_asymmetry = kUnknown; ///< |left - right| / (left + right): 0 a queue alike on both sides, 1 on one side only
        /// The part of that time without its counterpart when squares of 1 m are mirrored about the axis of the line: the sum of
        /// |left - right| over squares, over the sum of both. 0: the queue is its own mirror image.
        double queue_unmirrored = kUnknown;
    };

    struct Area
    {
        std::string name;
        double area = 0;         ///< square metres
        double mean_density = 0; ///< agents per square metre, over all ticks; the border is inside
        double max_density = 0;
        double mean_speed = 0; ///< of the agents inside, over all agent-ticks; metres per second
    };

    /// Somebody for whom there was no way.
    struct UnreachableGoal
    {
        AgentId id = kNoAgent; ///< kNoAgent: nobody
        double radius = 0;
        Vec2 from;
        Vec2 goal;
        std::uint32_t layer = 0; ///< of the agent
    };

    std::uint64_t ticks = 0;
    double seconds = 0;
    std::uint64_t agent_ticks = 0;
    std::uint64_t agent_contacts = 0;
    std::uint64_t wall_contacts = 0;
    double max_agent_overlap = 0;    ///< metres
    double max_relative_overlap = 0; ///< overlap as a part of the smaller radius
    double max_wall_overlap = 0;     ///< of asked-for positions; metres
    std::uint64_t outside = 0;
    double max_outside = 0; ///< deepest; metres
    std::uint64_t not_finite = 0;
    std::uint64_t stuck_agent_ticks = 0;  ///< with status stuck; agents without a way to their goal are not counted as stuck
    std::uint64_t stuck_agents = 0;       ///< agents that were stuck at least once
    std::uint64_t stuck = 0;              ///< agents that are stuck at the end
    std::uint64_t unreachable = 0;        ///< agents that have no way to their goal at the end
    double mean_short_by = 0;             ///< how far from their goals those end, or stand; metres
    double max_short_by = 0;              ///< the farthest
    std::uint64_t unreachable_agents = 0; ///< agents that had no way to a goal at least once
    UnreachableGoal first_unreachable;    ///< the first of those
    std::uint64_t arrived = 0;            ///< at their goals at the end, or left; who is only as near as it can be is unreachable
    std::uint64_t left = 0;               ///< of those, how many left
    std::uint64_t plans = 0;              ///< path searches
    double mean_travel_time = 0;          ///< until the first arrival at the (last) goal, of those that arrived or left; seconds
    double max_travel_time = 0;
    std::uint64_t trips = 0; ///< walked to their ends; of people with random goals each counts
    /// Of all trips: the distance between their ends over the length walked; at most 1.
    double mean_straightness = 0;
    // Trips beside the shortest path for the agent's radius from where they began to where they ended, of at least 1 m; where
    // there are more than 4,096, of a random sample of 2,000 at least. They need ObserverOptions::shortest_path.
    std::uint64_t detour_trips = 0;     ///< how many trips were compared
    double mean_detour = kUnknown;      ///< of the length walked over the length of the shortest path
    double p90_detour = kUnknown;       ///< nine of ten trips have no more
    double max_detour = kUnknown;       ///< the worst
    double drift = kUnknown;            ///< signed area between walks and shortest paths over the length of those paths: the mean
                                        ///< offset, positive to the left; metres. A way round the other side of an obstacle
                                        ///< counts with the whole area between.
    double without_progress = kUnknown; ///< part of the time of people on their way in which the best remaining length of
                                        ///< their shortest path did not shrink by a radius within 5 s; looked at every 5 s, for
                                        ///< up to 16 of them, those within two radii of their goal left out. Needs paths too.
    /// How often a turn of more than 1 degree to one side is followed, a tick later, by one to the other side; per second and
    /// agent that moves faster than 20 % of its speed.
    double jitter = 0;
    double heading_change = 0; ///< sum of the sizes of all turns from one move of walking to the next, over the length of these
                               ///< moves; rad/m
    double jerk = 0; ///< root of the mean square of the second difference of velocity over dt², of agents not arrived; m/s³
    /// The largest number of times that an agent turned round on one trip, left less right turns; about-turns of more than 150
    /// degrees count to neither side.
    double max_turns = 0;
    std::uint64_t circling_agents = 0; ///< agents that turned round more than three times on one trip, likewise
    double rest_speed = 0;             ///< metres per second that agents move which have arrived
    /// Agents that stayed within 3 m of one place for more than 60 s without having arrived. The place is where the trip began,
    /// and where the agent is whenever it has got 3 m away. Agents without a way to their goal are not counted.
    std::uint64_t stayed_within_3m = 0;
    double longest_stay = 0; ///< the longest time that anybody stayed so; seconds
    double mean_speed = 0;   ///< of agents not arrived, as a part of the speed they like
    /// The same in each sixth of the run, to within 1/384 of it: a crowd that jams gets slower. Unknown where nobody walked.
    std::array<double, 6> speed_in_sixths = {kUnknown, kUnknown, kUnknown, kUnknown, kUnknown, kUnknown};
    double covered_area = 0; ///< squares of a lattice where the centre of a moving agent (not arrived, not stuck) has been; m²
    /// Of what could be: of 16,384 random places where the smallest agent fits, how many are in such squares.
    double covered_part = 0;
    double entropy = 0;        ///< of the visits of moving agents to the squares; bits; evenly used space has most
    double kinetic_energy = 0; ///< mean of half the squared speed over all agents after the last tick
    std::vector<Line> lines;
    std::vector<Area> areas;
};

struct ObserverOptions
{
    std::vector<MeasuringLine> lines = {};
    std::vector<MeasuringArea> areas = {};
    double square = 0.5;      ///< side of the squares for the use of space; metres, > 0; more where they would be over 2^22
    double quantum = 0;       ///< of the scene's frame, for `outside`; metres
    bool keeps_series = true; ///< whether the numbers of every tick are kept too
    /// The shortest path of a disc on a layer, for detour, drift and progress: its length, and the path itself in `points`, which
    /// arcs may leave by some millimetres; negative when there is none. PathFinder (clearway/path) answers it. Asked while
    /// observing up to 16 times in 5 s of the run, and up to 4,096 times by metrics(). Empty: these are not measured.
    std::function<double(Vec2 from, Vec2 to, double radius, std::uint32_t layer, std::vector<Vec2>& points)> shortest_path = {};
};

class CrowdObserver
{
public:
    /// The numbers of one tick.
    struct TickMetrics
    {
        double time = 0;
        std::uint32_t agents = 0;
        std::uint32_t arrived = 0;
        std::uint32_t stuck = 0;
        std::uint32_t agent_contacts = 0;
        std::uint32_t wall_contacts = 0;
        std::uint32_t outside = 0;
        double mean_speed = 0;  ///< of agents not arrived, as a part of the speed they like
        double max_overlap = 0; ///< between agents; metres
    };

    /// The agents that are there start now. One added later starts at the tick before it is first seen, where it is first seen.
    explicit CrowdObserver(const Crowd& crowd, ObserverOptions options = {});
    ~CrowdObserver();
    CrowdObserver(CrowdObserver&&) noexcept;
    CrowdObserver& operator=(CrowdObserver&&) noexcept;

    /// To be called once after every tick, on the crowd given at first.
    void observe(const Crowd& crowd);
    /// Of all ticks so far. Costs some milliseconds, and the shortest paths of up to 4,096 trips where they are asked for.
    CrowdMetrics metrics() const;
    std::span<const TickMetrics> series() const;
    /// How often each square was visited, row by row from the lowest y; for heat maps.
    struct Heat
    {
        Vec2 origin;
        double square = 0;
        int columns = 0;
        int rows = 0;
        std::vector<std::uint32_t> visits;
    };
    const Heat& heat() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace clearway
