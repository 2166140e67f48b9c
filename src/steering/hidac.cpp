// SPDX-License-Identifier: MIT
// Based on:
// N. Pelechano, J. M. Allbeck, N. I. Badler. Controlling individual agents in high-density crowd simulation. 2007
// Departures:
// - Who is pushed walks on, unless a rule stops it; published steps end with any push, and crowds whose discs touch stay put.
// - Two discs that overlap share the way apart, half each: the published push would throw them as far apart as they overlapped.
//   They take some time for it: a push in one tick is the harder the shorter the ticks are, and people tremble.
// - The rectangle ahead is along the course of the agent as the other one sees it: somebody who comes from the side is avoided
//   too, and somebody who walks ahead the same way, and not slower, is not. The less of somebody is in it, the less it is
//   avoided.
// - Somebody ahead is passed on the right, unless it is well on the right itself. The longer somebody is held up the more it
// keeps
//   to the right: those who meet in a throng would otherwise press against each other.
// - Walls turn and push nobody against the way it wants to go: guides lead round walls and close to them.
// - The velocity that follows is shortened by what leads into those next to the agent, and those who are held up take turns:
//   encounter.h.
// - Speed grows from that of the last tick, pushes and all, so that who was held up starts anew.
// - An agent that has just stopped or waited gets going for a while before it does so again, and so does one that has been held
//   up anyway: otherwise those who touch stand forever.
#include <clearway/steering/hidac.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <clearway/base/hash.h>
#include <clearway/steering/parameters.h>
#include <clearway/yielding/yielding.h>

#include "encounter.h"
#include "wall_contacts.h"

namespace clearway {

namespace {

using namespace steering;

constexpr float kShortestTime = 1e-3F;
constexpr float kShortest = 1e-3F;     // nothing shorter is divided by; metres
constexpr float kStill = 1e-3F;        // slower than this has no direction; metres per second
constexpr float kSameWay = 0.7071068F; // cosine of the angle within which two go the same way
constexpr float kAhead = 0.2F;         // sine of the angle to the right within which somebody is still passed on the right
constexpr float kAheadInJam = 0.9F;    // the same after some seconds of being held up
constexpr float kExactlyAhead = 0.05F; // sine of the angle to a wall that leads neither left nor right
constexpr float kOncoming = 2.4F;      // weight of those who come against, in the paper
constexpr float kAlong = 1.2F;         // of the others
constexpr float kThrong = 1.5F;        // distance within which people make it crowded; metres
constexpr float kFallenPart = 0.5F;    // of the way that goes round the fallen (beta)
constexpr float kPushTime = 0.2F;      // in which those who overlap come apart; seconds
constexpr float kFirstStep = 0.25F;    // who stands has at once the speed that it gains in this time; seconds
constexpr float kPersistence = 0.1F;   // age of the direction that persists; seconds

/// What an agent remembers from tick to tick. Times in seconds: what is left to stop or wait; below zero, what is left until it
/// may again.
struct Memory
{
    std::uint8_t is_fallen = 0; // the sign that others see
    std::uint8_t unused[3] = {};
    float direction_x = 0;
    float direction_y = 0;
    float stopping = 0;
    float waiting = 0;
    float fallen = 0;
};
static_assert(sizeof(Memory) == 24 && offsetof(Memory, direction_y) == offsetof(Memory, direction_x) + sizeof(float));

float atLeast(float x, float least) { return x > least ? x : least; }
float dot(Velocity a, Velocity b) { return a.x * b.x + a.y * b.y; }
float cross(Velocity a, Velocity b) { return a.x * b.y - a.y * b.x; }
Velocity operator+(Velocity a, Velocity b) { return {a.x + b.x, a.y + b.y}; }
Velocity operator*(Velocity a, float s) { return {a.x * s, a.y * s}; }
float length(Velocity a) { return std::sqrt(dot(a, a)); }

/// Unit length, or `otherwise` when there is no direction.
Velocity direction(Velocity v, Velocity otherwise)
{
    const float size = length(v);
    return size > kStill ? v * (1 / size) : otherwise;
}

/// What a time is drawn for.
enum class Draw : std::uint8_t
{
    stopping,
    waiting,
};

/// Even in (0, 1].
float draw(std::uint64_t id, std::uint64_t tick, Draw what)
{
    Hasher hasher(id);
    hasher.add(tick);
    hasher.add(static_cast<int>(what));
    return static_cast<float>((hasher.value() >> 40) + 1) * 0x1p-24F;
}

/// One agent and what is around it; numbers sane.
struct Surroundings
{
    Self self;
    Velocity preferred;
    Velocity heading; // unit length; none for those who want to stand and do
    Neighbours neighbours;
    const std::uint8_t* sign = nullptr;
    WallSpan walls;
    float dt = 0;
    std::uint64_t tick = 0;
    float held_up = 0; // seconds
    float size = 1;    // as in Intent
    float side = 1;    // signOf() of clearway/yielding

    float distance[kMaxNeighbours + kLanes]; // of the neighbours, who come nearest first by the gap between discs
    float gap[kMaxNeighbours + kLanes];

    Velocity offset(int k) const { return {sane(neighbours.offset_x[k]), sane(neighbours.offset_y[k])}; }
    Velocity velocity(int k) const { return {sane(neighbours.velocity_x[k]), sane(neighbours.velocity_y[k])}; }
    float radius(int k) const { return atLeast(sane(neighbours.radius[k]), 0); }
    bool isFallen(int k) const { return sign && sign[k] != 0; }
};

void measure(Surroundings& around)
{
    const Neighbours& neighbours = around.neighbours;
    for (int k = 0; k < padded(neighbours.count); ++k)
    {
        const float x = sane(neighbours.offset_x[k]);
        const float y = sane(neighbours.offset_y[k]);
        around.distance[k] = std::sqrt(x * x + y * y);
        around.gap[k] = around.distance[k] - around.self.radius - atLeast(sane(neighbours.radius[k]), 0);
    }
}

/// As far as somebody has to go to be free; metres.
struct Push
{
    Velocity by_things; // walls and the fallen
    Velocity by_agents;
};

class Hidac final : public Steering
{
public:
    explicit Hidac(const HidacOptions& options) : options_(clampParameters(options)) {}

    const char* name() const override { return "hidac"; }
    Steering::Needs needs() const override;
    void steer(const SteeringBlock& block) const override;

private:
    Push computePush(const Surroundings& around) const;
    float computeView(const Surroundings& around) const;
    Velocity avoidAgents(const Surroundings& around, float view) const;
    Velocity avoidWalls(const Surroundings& around, float view) const;
    Velocity roundFallen(const Surroundings& around) const;
    bool isSomebodyInTheWay(const Surroundings& around) const;
    bool mustStop(const Surroundings& around, Velocity push, Memory& memory) const;
    bool mustWait(const Surroundings& around, Memory& memory) const;
    Velocity choose(const Surroundings& around, Memory& memory) const;

    HidacOptions options_;
};

Steering::Needs Hidac::needs() const
{
    return {.neighbour_range = std::max(options_.view_length, options_.falls ? options_.fallen_view : 0.0F),
            .neighbour_count = options_.neighbour_count,
            .wall_range = options_.view_length,
            .state_bytes = sizeof(Memory),
            .keeps_apart = options_.keeps_apart,
            .shows_sign = options_.falls,
            .wants_wishes = true,
            .vector_at = offsetof(Memory, direction_x)};
}

Push Hidac::computePush(const Surroundings& around) const
{
    Push push;
    const float own = around.self.radius + options_.personal_space;
    WallContact contacts[kMaxWallContacts];
    const int count = findWallContacts(around.walls, own, contacts);
    for (int k = 0; k < count; ++k)
        push.by_things = push.by_things + Velocity{contacts[k].away_x, contacts[k].away_y} * (own - contacts[k].distance);
    for (int k = 0; k < around.neighbours.count; ++k)
    {
        if (!(options_.personal_space > around.gap[k])) break;
        const float touch = computeTouch(around.self.radius, around.radius(k), around.size);
        const float depth = options_.personal_space + touch - around.distance[k];
        if (!(depth > 0)) continue;
        const Velocity away = around.offset(k) * -1;
        const float distance = around.distance[k];
        // At one point: the one with the smaller id goes right.
        const Velocity right = around.self.id < around.neighbours.id[k] ? Velocity{1, 0} : Velocity{-1, 0};
        const Velocity unit = distance > kShortest ? away * (1 / distance) : right;
        Velocity& sum = around.isFallen(k) ? push.by_things : push.by_agents;
        sum = sum + unit * (0.5F * depth);
    }
    if (push.by_things.x != 0 || push.by_things.y != 0) push.by_agents = push.by_agents * options_.push_near_walls;
    return push;
}

/// The more people, the shorter the view.
float Hidac::computeView(const Surroundings& around) const
{
    int count = 0;
    for (int k = 0; k < around.neighbours.count; ++k) count += around.distance[k] < kThrong ? 1 : 0;
    const float density = static_cast<float>(count) / (3.14159265F * kThrong * kThrong);
    return options_.view_length / (1 + density / options_.crowded_density);
}

/// Along the tangent on the side to which one already moves; past somebody almost ahead, on the side of the crowd: `sine` is that
/// of the largest angle to the right at which it is still passed on the right; below 0 for the left. Unit length.
Velocity computeTangent(Velocity unit, Velocity heading, float sine)
{
    const float side = cross(unit, heading);
    return side > sine ? Velocity{-unit.y, unit.x} : Velocity{unit.y, -unit.x};
}

Velocity Hidac::avoidAgents(const Surroundings& around, float view) const
{
    Velocity sum;
    const float in_jam = std::min(around.held_up / kYieldTimes.jam, 1.0F);
    const float sine = around.side * (kAhead + (kAheadInJam - kAhead) * in_jam);
    for (int k = 0; k < around.neighbours.count; ++k)
    {
        const float gap = around.gap[k];
        if (!(gap < view)) break;
        const Velocity offset = around.offset(k), velocity = around.velocity(k);
        const Velocity course = direction(around.preferred + velocity * -1, {});
        const float aside = std::fabs(cross(course, offset));
        const float reach = around.self.radius + around.radius(k) + options_.view_margin;
        if (!(dot(offset, course) > 0) || !(aside < reach) || !(around.distance[k] > kShortest)) continue;
        const float near = view - atLeast(gap, 0);
        const float seen = dot(velocity, around.heading) > 0 ? kAlong : kOncoming;
        sum = sum + computeTangent(offset * (1 / around.distance[k]), course, sine) * (seen * near * near * (1 - aside / reach));
    }
    return sum;
}

/// The smallest distance at which the strip of half-width `half` along the heading meets a wall; `view` when it does not.
float findWallAhead(const Surroundings& around, int wall, float half, float view)
{
    const Velocity a{sane(around.walls.ax[wall]), sane(around.walls.ay[wall])};
    const Velocity b{sane(around.walls.bx[wall]), sane(around.walls.by[wall])};
    if (!(cross(a, b) >= 0)) return view; // from behind
    // Along and across the heading; the part of the wall inside the strip.
    float along_a = dot(a, around.heading), across_a = cross(around.heading, a);
    float along_b = dot(b, around.heading), across_b = cross(around.heading, b);
    const auto cut = [](float& along, float& across, float other_along, float other_across, float limit) {
        const bool is_out = limit > 0 ? across > limit : across < limit;
        if (!is_out) return;
        along += (other_along - along) * ((limit - across) / (other_across - across));
        across = limit;
    };
    if ((across_a > half && across_b > half) || (across_a < -half && across_b < -half)) return view;
    cut(along_a, across_a, along_b, across_b, half);
    cut(along_a, across_a, along_b, across_b, -half);
    cut(along_b, across_b, along_a, across_a, half);
    cut(along_b, across_b, along_a, across_a, -half);
    const float nearest = std::min(along_a, along_b);
    return nearest > 0 ? std::min(nearest, view) : view;
}

Velocity Hidac::avoidWalls(const Surroundings& around, float view) const
{
    Velocity sum;
    const float reach = around.self.radius + view;
    for (int k = 0; k < around.walls.count; ++k)
    {
        const float ahead = findWallAhead(around, k, around.self.radius, reach);
        if (!(ahead < reach)) continue;
        const Velocity along{sane(around.walls.bx[k]) - sane(around.walls.ax[k]),
                             sane(around.walls.by[k]) - sane(around.walls.ay[k])};
        const Velocity unit = direction(along, {});
        // Free space is on the left of a wall: to walk along it is to have it on one's right, also when it is exactly ahead.
        const float side = dot(unit, around.heading) < -kExactlyAhead ? -1.0F : 1.0F;
        const float near = 1 - atLeast(ahead - around.self.radius, 0) / view;
        sum = sum + unit * (side * near * near);
    }
    return sum;
}

/// Sideways past the fallen who are near and ahead; none when there are none.
Velocity Hidac::roundFallen(const Surroundings& around) const
{
    Velocity sum;
    for (int k = 0; k < around.neighbours.count; ++k)
    {
        const Velocity offset = around.offset(k);
        const float distance = around.distance[k];
        if (!around.isFallen(k) || distance > options_.fallen_view || !(distance > kShortest)) continue;
        if (dot(offset, around.heading) > 0) sum = sum + computeTangent(offset * (1 / distance), around.heading, kAhead);
    }
    return direction(sum, {});
}

/// Whether somebody who goes the same way is right ahead.
bool Hidac::isSomebodyInTheWay(const Surroundings& around) const
{
    for (int k = 0; k < around.neighbours.count; ++k)
    {
        if (around.gap[k] > options_.waiting_reach) break;
        if (!(dot(around.offset(k), around.heading) > kSameWay * around.distance[k])) continue;
        const Velocity velocity = around.velocity(k);
        const float speed = length(velocity);
        if (speed > kStill && dot(velocity, around.heading) > kSameWay * speed) return true;
    }
    return false;
}

/// Counts a time down that holds while it is above zero; then one up, from below, in which the rule does not hold again.
bool countDown(float& time, float dt, float pause)
{
    if (time < 0)
    {
        time = std::min(time + dt, 0.0F);
        return false;
    }
    time -= dt;
    if (time > 0) return true;
    time = -pause;
    return true;
}

/// Whether an agent may begin to stop or wait: not when it is in a jam.
bool mayBegin(const Surroundings& around, float time) { return time == 0 && !(around.held_up > kYieldTimes.jam); }

bool Hidac::mustStop(const Surroundings& around, Velocity push, Memory& memory) const
{
    if (mayBegin(around, memory.stopping) && dot(around.heading, push) < 0)
        memory.stopping = options_.stopping_time * draw(around.self.id, around.tick, Draw::stopping);
    return memory.stopping != 0 && countDown(memory.stopping, around.dt, options_.going_time);
}

bool Hidac::mustWait(const Surroundings& around, Memory& memory) const
{
    const bool is_in_the_way = isSomebodyInTheWay(around);
    if (memory.waiting > 0 && !is_in_the_way) memory.waiting = 0;
    if (mayBegin(around, memory.waiting) && is_in_the_way)
        memory.waiting = options_.waiting_time * draw(around.self.id, around.tick, Draw::waiting);
    return memory.waiting != 0 && countDown(memory.waiting, around.dt, options_.going_time);
}

/// Without what leads against the heading.
Velocity leaveOutBack(Velocity v, Velocity heading) { return v + heading * atLeast(-dot(v, heading), 0); }

Velocity Hidac::choose(const Surroundings& around, Memory& memory) const
{
    const Push push = computePush(around);
    if (memory.fallen > 0)
    {
        memory.fallen = atLeast(memory.fallen - around.dt, 0);
        memory.is_fallen = memory.fallen > 0 ? 1 : 0;
        return {};
    }
    if (options_.falls && length(push.by_agents) > options_.fall_push)
    {
        memory.fallen = options_.fall_time;
        memory.is_fallen = memory.fallen > 0 ? 1 : 0;
        return {};
    }
    const Velocity free = leaveOutBack(push.by_things, around.heading) + push.by_agents;
    const Velocity apart = limit(free, around.self.radius) * (1 / atLeast(around.dt, kPushTime));
    const bool wants_to_stand = around.heading.x == 0 && around.heading.y == 0;
    if (wants_to_stand) return apart;

    // Both rules keep their time even when the other one holds.
    const bool stops = mustStop(around, push.by_agents, memory);
    const bool waits = mustWait(around, memory);
    const float view = computeView(around);
    const Velocity last{memory.direction_x, memory.direction_y};
    const Velocity along_walls = leaveOutBack(avoidWalls(around, view), around.heading);
    const Velocity force = last * (options_.persistence * kPersistence / around.dt) + around.heading * options_.attraction +
                           avoidAgents(around, view) * options_.agent_avoidance + along_walls * options_.wall_avoidance;
    const Velocity way = direction(force, around.heading);
    memory.direction_x = way.x;
    memory.direction_y = way.y;
    const bool is_held = !options_.panics && (stops || waits);
    if (is_held) return apart;

    const float most = options_.panics ? around.self.max_speed : length(around.preferred);
    const float faster = length(around.self.velocity) + options_.acceleration * around.dt;
    const float speed = std::min(atLeast(faster, options_.acceleration * kFirstStep), most);
    const Velocity round = options_.falls ? roundFallen(around) : Velocity{};
    const bool has_fallen = round.x != 0 || round.y != 0;
    const Velocity walked = has_fallen ? way * (1 - kFallenPart) + round * kFallenPart : way;
    return keepClear(around.self, around.neighbours, walked * speed, around.dt, around.size) + apart;
}

void Hidac::steer(const SteeringBlock& block) const
{
    Surroundings around;
    around.dt = atLeast(sane(block.dt), kShortestTime);
    around.tick = block.tick;
    for (int i = 0; i < block.count; ++i)
    {
        around.self = readSelf(block, i);
        around.neighbours = readNeighbours(block, i, options_.neighbour_count);
        around.side = signOf(block.side);
        around.held_up = block.held_up ? sane(block.held_up[i]) : 0;
        const Velocity preferred = limit({sane(block.preferred_x[i]), sane(block.preferred_y[i])}, around.self.max_speed);
        const Intent intent = decide(block, i, around.self, around.neighbours, preferred);
        around.preferred = intent.wish;
        around.size = intent.size;
        around.heading = direction(around.preferred, {});
        measure(around);
        around.sign = block.neighbour_sign ? block.neighbour_sign + block.first_neighbour[i] : nullptr;
        const std::uint32_t w = block.first_wall[i];
        around.walls = {static_cast<int>(block.first_wall[i + 1] - w), block.wall_ax + w, block.wall_ay + w, block.wall_bx + w,
                        block.wall_by + w};

        std::byte* const state = block.state + sizeof(Memory) * static_cast<std::size_t>(i);
        Memory memory;
        std::memcpy(&memory, state, sizeof memory);
        memory.direction_x = sane(memory.direction_x);
        memory.direction_y = sane(memory.direction_y);
        memory.stopping = sane(memory.stopping);
        memory.waiting = sane(memory.waiting);
        memory.fallen = sane(memory.fallen);
        const Velocity asked = limit(choose(around, memory), around.self.max_speed);
        std::memcpy(state, &memory, sizeof memory);
        block.asked_x[i] = asked.x;
        block.asked_y[i] = asked.y;
    }
}

} // namespace

std::shared_ptr<const Steering> hidac(const HidacOptions& options) { return std::make_shared<Hidac>(options); }

} // namespace clearway
