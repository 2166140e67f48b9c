// SPDX-License-Identifier: MIT
// Based on:
// J. van den Berg, S. J. Guy, M. Lin, D. Manocha. Reciprocal n-body collision avoidance. 2011
// Departures:
// - Walls and contacts within the next tick are hard; all those lines allow to stand still, so they never contradict each other.
// - When the others contradict each other, shorter horizons are tried before the least violation is looked for: that answer
//   knows nothing of the preferred velocity, and crowds in which many give it stop.
// - An agent that has somebody in its way while people come against it prefers to pass on one side, that of its crowd.
//   Mirror-symmetric encounters do not stay symmetric, and crowds that meet turn round each other instead of pressing against
//   each other. So it does past people who stand. Nobody leans to a side among people who walk the same way or cross: crowds
//   would drift. The more crowded it is, the more it turns.
// - Discs that press toward one place block each other: arches in front of doors. Of any two neighbours in a throng one makes
//   way, the same one for both: clearway/yielding says which. It steps back slowly, or it would walk to and fro while it waits.
// - A step that meets no wall is taken, though a line may forbid it: lines close gaps that are as wide as the disc.
// - Groups that meet where there is no room to make way: an agent that has been held up by oncoming people for some seconds turns
//   to that side, so that lanes form. If its options allow that, one that has waited for longer makes itself small: of all radii,
//   a smaller and smaller part counts for it, and very little from when discs overlap until it is past.
#include <clearway/steering/orca.h>

#include <algorithm>
#include <cmath>

#include <clearway/yielding/yielding.h>

#include "agent_lines.h"
#include "wall_lines.h"

namespace clearway {

namespace {

using namespace steering;

constexpr float kLongestStride = 2;    // sensible top speed, for how far walls matter; metres per second
constexpr float kShortestTime = 1e-3F; // of all times; seconds
constexpr float kShorter = 0.25F;      // each horizon that is tried is this part of the one before

constexpr float kThrong = 0.1F;     // gap to those who press against each other; metres
constexpr float kOncoming = 0.5F;   // part of my speed at which somebody who comes against me counts
constexpr float kOncomingReach = 3; // gap within which they count; metres
constexpr float kAlmostThere = 1;   // time to the goal within which nobody turns aside; seconds
constexpr float kShrinking = 0.2F;  // part of the radii that counts less, per second of waiting beyond the patience
constexpr float kSmallest = 0.1F;   // part of the radii that always counts
constexpr float kSqueezed = 0.95F;  // of the sum of the radii: nearer to each other, two squeeze past each other

constexpr float kFarAside = 0.70710678F; // sine and cosine of the turn between crowds that meet: 45 degrees
constexpr float kStillPart = 0.1F;       // of my speed: who wants less stands
constexpr float kStepBack = 0.25F;       // part of its speed at which an agent makes way where nobody comes against it
constexpr float kCrowded = 0.5F;         // crowding from which an agent turns as far as it may
constexpr float kLeastAway = 1e-6F;      // squared length of a direction

constexpr int kCapacity = padded(kMaxWallLines + 2 * kMaxNeighbours) + kLanes;

float atLeast(float x, float least) { return x > least ? x : least; }

/// Arrays of lines for one agent after the other.
struct Workspace
{
    Workspace() { program.lines = lines.lines(), program.spare = spare.lines(); }

    LineStorage<kCapacity> lines;
    LineStorage<kCapacity> spare;
    Program program;
};

/// Somebody ahead, not far, who wants to come against those who walk like this. What counts is the wish: in a jam both stand.
struct Oncoming
{
    bool is_there = false;
    bool is_squeezed = false; // their discs overlap, because one of them has begun to squeeze through
};

class Orca final : public Steering
{
public:
    explicit Orca(const OrcaOptions& options);

    const char* name() const override { return "orca"; }
    Steering::Needs needs() const override;
    void steer(const SteeringBlock& block) const override;

private:
    float computeSize(float held_up, const Oncoming& oncoming) const;
    Velocity choose(const Self& self, const Neighbours& neighbours, const WallSpan& walls, Velocity preferred,
                    AgentHorizon horizon, Workspace& workspace) const;

    OrcaOptions options_;
};

Orca::Orca(const OrcaOptions& options)
{
    options_.time_horizon = atLeast(sane(options.time_horizon), kShortestTime);
    options_.wall_time_horizon = atLeast(sane(options.wall_time_horizon), kShortestTime);
    options_.neighbour_range = atLeast(sane(options.neighbour_range), 0);
    options_.neighbour_count = std::clamp(options.neighbour_count, 0, kMaxNeighbours);
    options_.margin = atLeast(sane(options.margin), 0);
    options_.turn = std::clamp(sane(options.turn), 0.0F, 1.0F);
    options_.patience = options.patience <= kLargest ? atLeast(options.patience, 0) : kLargest;
}

Steering::Needs Orca::needs() const
{
    return {.neighbour_range = options_.neighbour_range,
            .neighbour_count = options_.neighbour_count,
            .wall_range = atLeast(options_.wall_time_horizon * kLongestStride, 0.5F),
            .keeps_apart = !(options_.patience < kLargest),
            .wants_wishes = true};
}

/// Looks at all neighbours within reach.
Oncoming findOncoming(const Self& self, const Neighbours& neighbours, Velocity preferred)
{
    Oncoming oncoming;
    if (!neighbours.wish_x) return oncoming;
    const float wanted = preferred.x * preferred.x + preferred.y * preferred.y;
    for (int k = 0; k < neighbours.count; ++k)
    {
        const float px = sane(neighbours.offset_x[k]);
        const float py = sane(neighbours.offset_y[k]);
        const float touch = self.radius + sane(neighbours.radius[k]);
        const float reach = touch + kOncomingReach;
        if (px * px + py * py > reach * reach) break;
        const float ahead = px * preferred.x + py * preferred.y;
        const float along = sane(neighbours.wish_x[k]) * preferred.x + sane(neighbours.wish_y[k]) * preferred.y;
        if (!(ahead > 0 && along < -kOncoming * wanted)) continue;
        oncoming.is_there = true;
        oncoming.is_squeezed = oncoming.is_squeezed || px * px + py * py < kSqueezed * kSqueezed * touch * touch;
    }
    return oncoming;
}

/// Whether the nearest of those ahead is so near that there is no way on, and wants to get somewhere too.
bool isBlockedByWalker(const Self& self, const Neighbours& neighbours, Velocity preferred)
{
    for (int k = 0; k < neighbours.count; ++k)
    {
        const float px = sane(neighbours.offset_x[k]);
        const float py = sane(neighbours.offset_y[k]);
        const float reach = self.radius + sane(neighbours.radius[k]) + kThrong;
        if (px * px + py * py > reach * reach) return false;
        if (px * preferred.x + py * preferred.y > 0) return !neighbours.stands || neighbours.stands[k] == 0;
    }
    return false;
}

/// Whether somebody is in the way who does not want to get anywhere: an agent that walks straight at such a one would push it
/// along. `lines`: of the neighbours.
bool isStandingInTheWay(const Neighbours& neighbours, const Lines& lines, Velocity preferred)
{
    const float* const wish_x = neighbours.wish_x ? neighbours.wish_x : neighbours.velocity_x;
    const float* const wish_y = neighbours.wish_x ? neighbours.wish_y : neighbours.velocity_y;
    const float still = kStillPart * kStillPart * (preferred.x * preferred.x + preferred.y * preferred.y);
    for (int k = 0; k < neighbours.count; ++k)
    {
        const float px = sane(neighbours.offset_x[k]);
        const float py = sane(neighbours.offset_y[k]);
        const float wx = sane(wish_x[k]);
        const float wy = sane(wish_y[k]);
        const bool is_in_the_way = lines.nx[k] * preferred.x + lines.ny[k] * preferred.y < lines.c[k];
        if (is_in_the_way && px * preferred.x + py * preferred.y > 0 && wx * wx + wy * wy < still) return true;
    }
    return false;
}

struct Rotation
{
    float cosine = 1;
    float sine = 0;
};

/// A rational rotation by almost `angle`, in radians: the same bits everywhere.
Rotation makeRotation(float angle)
{
    const float half = angle / 2;
    return {(1 - half * half) / (1 + half * half), 2 * half / (1 + half * half)};
}

/// `side`: 1 to the right, -1 to the left, 0 not at all.
Velocity turnToSide(Velocity v, Rotation turn, float side)
{
    if (side == 0) return v;
    return {turn.cosine * v.x + side * turn.sine * v.y, turn.cosine * v.y - side * turn.sine * v.x};
}

/// The part of the radii that counts: less than 1 for those who have been held up by oncoming people for too long, until they are
/// through.
float Orca::computeSize(float held_up, const Oncoming& oncoming) const
{
    if (!(options_.patience < kLargest) || !oncoming.is_there) return 1;
    if (oncoming.is_squeezed) return kSmallest;
    return atLeast(1 - kShrinking * atLeast(held_up - options_.patience, 0), kSmallest);
}

/// For somebody held up: away from those ahead whose turn comes first; as preferred when there are none.
Velocity makeWay(const Self& self, const Neighbours& neighbours, Velocity preferred, std::uint64_t turn)
{
    Velocity away;
    bool is_among_others = self.meets_others || !neighbours.wish_x;
    for (int k = 0; k < neighbours.count; ++k)
    {
        const float px = sane(neighbours.offset_x[k]);
        const float py = sane(neighbours.offset_y[k]);
        const float reach = self.radius + sane(neighbours.radius[k]) + kThrong;
        const float distance_sq = px * px + py * py;
        if (distance_sq > reach * reach) break;
        const Claim claim = neighbours.stands && neighbours.stands[k] != 0 ? Claim::stands : Claim::walks_past;
        if (kWhoYields[1][static_cast<int>(claim)] == Yields::never) continue;
        if (!(px * preferred.x + py * preferred.y > 0) || !isTurnOfOther(self.id, neighbours.id[k], turn)) continue;
        is_among_others =
            is_among_others || sane(neighbours.wish_x[k]) * preferred.x + sane(neighbours.wish_y[k]) * preferred.y < 0;
        const float distance = std::sqrt(distance_sq);
        away = {away.x - px / distance, away.y - py / distance};
    }
    const float length_sq = away.x * away.x + away.y * away.y;
    if (!(length_sq > kLeastAway)) return preferred;
    const float part = is_among_others ? 1 : kStepBack;
    const float scale = part * std::sqrt((preferred.x * preferred.x + preferred.y * preferred.y) / length_sq);
    return {away.x * scale, away.y * scale};
}

Velocity Orca::choose(const Self& self, const Neighbours& neighbours, const WallSpan& walls, Velocity preferred,
                      AgentHorizon horizon, Workspace& workspace) const
{
    Program& program = workspace.program;
    const Lines& lines = program.lines;
    program.max_speed = self.max_speed;
    const float dt = horizon.dt;

    // Hard lines first.
    const int wall_lines = walls.count > 0 ? computeWallLines(self, walls, atLeast(options_.wall_time_horizon, dt), lines) : 0;
    int hard = wall_lines;
    hard += computeContactLines(self, neighbours, horizon, {lines.nx + hard, lines.ny + hard, lines.c + hard});
    program.hard_count = hard;
    program.count = hard + neighbours.count;
    const Lines soft{lines.nx + hard, lines.ny + hard, lines.c + hard};
    for (int k = hard + padded(neighbours.count); k < padded(program.count); ++k)
    {
        lines.nx[k] = 0;
        lines.ny[k] = 0;
        lines.c[k] = 0;
    }

    computeAgentLines(self, neighbours, horizon, soft);
    const bool keeps_apart = findViolated(lines, wall_lines, program.count, preferred, 0) == program.count;
    if (keeps_apart &&
        (findViolated(lines, 0, wall_lines, preferred, 0) == wall_lines || hasClearStep(self, walls, preferred, dt)))
        return preferred;
    const bool is_blocked = findViolated(soft, 0, neighbours.count, preferred, 0) < neighbours.count;
    if (is_blocked)
    {
        const float part = isStandingInTheWay(neighbours, soft, preferred) ? 1 : self.meets_others ? self.crowding : 0;
        if (part > 0) preferred = turnToSide(preferred, makeRotation(options_.turn * part), self.side);
    }
    Velocity answer;
    while (!solveAllowed(program, preferred, answer))
    {
        if (!(horizon.time > dt))
        {
            solve(program, preferred, answer);
            break;
        }
        horizon.time = atLeast(horizon.time * kShorter, dt);
        computeAgentLines(self, neighbours, horizon, soft);
    }
    return answer;
}

void Orca::steer(const SteeringBlock& block) const
{
    Workspace workspace;
    const float dt = atLeast(sane(block.dt), kShortestTime);
    const std::uint64_t turn = countTurns(block.tick, dt);
    for (int i = 0; i < block.count; ++i)
    {
        Self self;
        self.id = block.id[i];
        self.velocity = {sane(block.velocity_x[i]), sane(block.velocity_y[i])};
        self.radius = atLeast(sane(block.radius[i]), 0);
        self.max_speed = atLeast(sane(block.max_speed[i]), 0);
        self.meets_others = block.counterflow && block.counterflow[i] > 0;
        self.side = signOf(block.side);
        self.crowding = block.crowding ? std::clamp(sane(block.crowding[i]) / kCrowded, 0.0F, 1.0F) : 1;
        const Velocity preferred = limit({sane(block.preferred_x[i]), sane(block.preferred_y[i])}, self.max_speed);

        const std::uint32_t n = block.first_neighbour[i];
        const Neighbours neighbours{std::min(static_cast<int>(block.first_neighbour[i + 1] - n), options_.neighbour_count),
                                    block.offset_x + n,
                                    block.offset_y + n,
                                    block.neighbour_velocity_x + n,
                                    block.neighbour_velocity_y + n,
                                    block.neighbour_radius + n,
                                    block.neighbour_id + n,
                                    block.neighbour_stands ? block.neighbour_stands + n : nullptr,
                                    block.neighbour_wish_x ? block.neighbour_wish_x + n : nullptr,
                                    block.neighbour_wish_x ? block.neighbour_wish_y + n : nullptr,
                                    block.neighbour_keeps_on ? block.neighbour_keeps_on + n : nullptr};
        const std::uint32_t w = block.first_wall[i];
        const WallSpan walls{static_cast<int>(block.first_wall[i + 1] - w), block.wall_ax + w, block.wall_ay + w,
                             block.wall_bx + w, block.wall_by + w};

        const float held_up = block.held_up ? sane(block.held_up[i]) : 0;
        const bool is_on_its_way = !block.horizon || block.horizon[i] > kAlmostThere;
        const Oncoming oncoming = options_.patience < kLargest ? findOncoming(self, neighbours, preferred) : Oncoming{};
        const float size = computeSize(held_up, oncoming);
        const bool makes_way = held_up > kYieldTimes.starting && !(size < 1);
        const bool is_in_jam =
            is_on_its_way && held_up > kYieldTimes.jam && self.meets_others && isBlockedByWalker(self, neighbours, preferred);
        const Velocity base = is_in_jam ? turnToSide(preferred, {kFarAside, kFarAside}, self.side) : preferred;
        const Velocity wanted = makes_way ? makeWay(self, neighbours, base, turn) : base;

        const float time = block.horizon ? std::min(options_.time_horizon, block.horizon[i]) : options_.time_horizon;
        const AgentHorizon horizon{atLeast(time, dt), dt, options_.margin * std::min(time, 1.0F), size};
        const Velocity answer = choose(self, neighbours, walls, wanted, horizon, workspace);
        const Velocity asked = limit({sane(answer.x), sane(answer.y)}, self.max_speed);
        block.asked_x[i] = asked.x;
        block.asked_y[i] = asked.y;
    }
}

} // namespace

std::shared_ptr<const Steering> orca(const OrcaOptions& options) { return std::make_shared<Orca>(options); }

} // namespace clearway
