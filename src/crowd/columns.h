// SPDX-License-Identifier: MIT
// The agents of a crowd as columns: element i of each is about the agent in slot i. Slots are where agents happen to be stored;
// nothing that reaches the state may depend on them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

#include <clearway/crowd/crowd.h>

namespace clearway {

/// A small vector: a velocity, or an offset.
struct Velocity
{
    float x = 0;
    float y = 0;
};

inline Velocity toVelocity(Vec2 v) { return {static_cast<float>(v.x), static_cast<float>(v.y)}; }

/// A place to stand near a goal: of a hexagonal lattice round it that is as wide as its agent.
struct Berth
{
    std::int16_t column = 0; ///< along x
    std::int16_t row = 0;    ///< 60 degrees to the left of it

    friend bool operator==(const Berth&, const Berth&) = default;
};

/// A direction of length 1, in small.
struct Heading
{
    std::int16_t x = 0;
    std::int16_t y = 0;
};

/// What few crowds need. There is no memory for it before an agent has some of it.
struct AgentExtras
{
    std::uint64_t user_data = 0;
    std::uint32_t category = AgentOptions{}.category;
    std::uint32_t avoids = AgentOptions{}.avoids;
    float max_acceleration = std::numeric_limits<float>::infinity();
    float max_turn_rate = std::numeric_limits<float>::infinity();
    std::int32_t priority = 0;
    bool is_kinematic = false;
    bool waits_for_plan = false;   ///< `next_goal` is to be taken up; see CrowdOptions::max_plans_per_tick
    float short_by = 0;            ///< as in AgentView
    std::uint64_t waits_since = 0; ///< tick
    double fit_tolerance = AgentOptions{}.fit_tolerance;
    Goal next_goal; ///< equal to the goal it has: the next point of that

    friend bool operator==(const AgentExtras&, const AgentExtras&) = default;
};

/// Bytes of a fixed number for each agent, as a model declares them.
class ByteColumn
{
public:
    explicit ByteColumn(std::size_t stride = 0) : stride_(stride) {}

    std::size_t stride() const { return stride_; }
    void resize(std::size_t count) { bytes_.resize(count * stride_); }
    void reserve(std::size_t count) { bytes_.reserve(count * stride_); }
    std::span<std::byte> at(std::size_t slot) { return {bytes_.data() + slot * stride_, stride_}; }
    std::span<const std::byte> at(std::size_t slot) const { return {bytes_.data() + slot * stride_, stride_}; }
    std::span<std::byte> range(std::size_t first, std::size_t count)
    {
        return {bytes_.data() + first * stride_, count * stride_};
    }
    std::size_t capacityBytes() const { return bytes_.capacity(); }
    void swap(std::size_t a, std::size_t b);

private:
    std::size_t stride_;
    std::vector<std::byte> bytes_;
};

struct AgentColumns
{
    // ---- the state: saved, hashed and handed over
    std::vector<AgentId> id;
    std::vector<Vec2> position;
    std::vector<Velocity> velocity;
    std::vector<double> radius;
    std::vector<float> speed;
    std::vector<float> max_speed;
    std::vector<Footing> footing;
    std::vector<Vec2> goal_point;         ///< on the way to it
    std::vector<std::uint32_t> goal;      ///< index into the goals of the crowd, or one of the two below: `goal_point` is all
    std::vector<std::uint32_t> goal_step; ///< how many points of its goal lie behind it
    std::vector<Vec2> target;             ///< to head for; of those that have arrived: the place to come back to
    std::vector<float> nearest;           ///< the shortest distance to the goal since it got beside it; infinite before
    std::vector<Berth> berth;             ///< where it wants to stand; the goal itself unless others share it
    std::vector<Berth> way_to_berth;      ///< the one to head for now, past those who stand
    std::vector<float> way_left;  ///< the least that Guidance::remaining was since the path was planned; infinite when not known
    std::vector<float> still_for; ///< since it got on, for its status: see AgentView; seconds
    std::vector<float> held_up;   ///< how long it has been held up, as in clearway/yielding; seconds
    std::vector<float> crowding;  ///< how crowded it is around it, as in Guide::Batch; over about a second
    std::vector<float> counterflow;     ///< how surely people come against it, as in clearway/yielding
    std::vector<std::uint32_t> passage; ///< which way through which passage it is at, as in Guidance
    std::vector<float> waited;          ///< since it came to that passage; seconds
    std::vector<AgentId> blocked_by;
    std::vector<std::uint32_t> group;
    std::vector<AgentStatus> status;
    std::vector<std::uint8_t> flags;
    std::vector<Heading> heading;    ///< of those who stand, or turn slowly; the others look where they go
    std::vector<AgentExtras> extras; ///< empty, or one for each
    ByteColumn guide_state;
    ByteColumn steering_state;
    // ---- not state: can be made again, or holds for one tick only
    std::vector<std::uint32_t> memo; ///< of the guide
    std::vector<float> kth_gap;      ///< gap to the last neighbour counted in the last tick: a guess for the next
    std::vector<std::uint8_t> waits; ///< whether it waits for its turn at a passage
    std::vector<Berth> next_berth;   ///< as chosen in this tick
    std::vector<Velocity> preferred;
    ByteColumn room;         ///< a float, as the guide gave it; only for models that want the target
    std::vector<Vec2> asked; ///< where it would get without walls
    ByteColumn start;        ///< a Vec2, where it was before it moved; only on curved ground

    static constexpr std::uint32_t kPointGoal = 0xffffffff;
    static constexpr std::uint32_t kStraightGoal = 0xfffffffe;
    static constexpr std::uint8_t kLeavesAtGoal = 1;
    static constexpr std::uint8_t kGhost = 2;
    static constexpr std::uint8_t kGoalAhead = 4;                         ///< nothing but agents between it and its goal
    static constexpr std::uint8_t kUnreachable = 8;                       ///< there is no way to its goal
    static constexpr std::uint8_t kBesidePack = 16;                       ///< somebody who stands at its goal is near
    static constexpr std::uint8_t kNewlyLost = kGoalAhead | kUnreachable; ///< found no random goal, and nobody was told yet
    /// The rest counts how often one that stands could not get to a better berth.
    static constexpr std::uint8_t kOneFailure = 32;
    static constexpr std::uint8_t kMostFailures = 7;

    std::size_t size() const { return id.size(); }
    bool is(std::size_t slot, std::uint8_t flag) const { return (flags[slot] & flag) != 0; }
    void set(std::size_t slot, std::uint8_t flag, bool value)
    {
        flags[slot] = static_cast<std::uint8_t>(value ? flags[slot] | flag : flags[slot] & ~flag);
    }

    bool hasListedGoal(std::size_t slot) const { return goal[slot] < kStraightGoal; }
    bool goesStraight(std::size_t slot) const { return goal[slot] == kStraightGoal; }
    void setStart(std::size_t slot, Vec2 place)
    {
        if (start.stride() > 0) std::memcpy(start.at(slot).data(), &place, sizeof place);
    }

    const AgentExtras& extra(std::size_t slot) const { return extras.empty() ? kNoExtras : extras[slot]; }
    AgentExtras& editExtra(std::size_t slot)
    {
        if (extras.empty()) extras.resize(size());
        return extras[slot];
    }
    /// Why an agent does not get on.
    StuckReason reason(std::size_t slot) const;

    int failures(std::size_t slot) const { return flags[slot] / kOneFailure; }
    void addFailure(std::size_t slot)
    {
        if (failures(slot) < kMostFailures) flags[slot] = static_cast<std::uint8_t>(flags[slot] + kOneFailure);
    }

    void resize(std::size_t count);
    void reserve(std::size_t count);
    void swap(std::size_t a, std::size_t b);
    /// Slot i gets what was in slot order[i]; `order` is a permutation. `is_done` is scratch.
    void permute(std::span<const std::uint32_t> order, std::vector<bool>& is_done);
    std::size_t memoryBytes() const;

    template <typename Visit>
    void forEachColumn(Visit visit)
    {
        visit(id), visit(position), visit(velocity), visit(radius), visit(speed), visit(max_speed), visit(footing);
        visit(goal_point), visit(goal), visit(goal_step), visit(target), visit(nearest), visit(berth), visit(way_to_berth),
            visit(way_left), visit(still_for), visit(held_up), visit(crowding), visit(counterflow), visit(passage), visit(waited);
        visit(blocked_by), visit(group), visit(status), visit(flags), visit(heading), visit(memo), visit(kth_gap);
        visit(waits), visit(next_berth), visit(preferred), visit(asked);
        if (!extras.empty()) visit(extras);
    }

    static const AgentExtras kNoExtras;
};

} // namespace clearway
