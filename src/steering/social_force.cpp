// SPDX-License-Identifier: MIT
// Based on:
// D. Helbing, P. Molnar. Social force model for pedestrian dynamics. 1995
// D. Helbing, I. Farkas, T. Vicsek. Simulating dynamical features of escape panic. 2000
// A. Johansson, D. Helbing, P. K. Shukla. Specification of the social force pedestrian model by evolutionary adjustment to video
// tracking data. 2007 (the ellipse is around the step of the other one as the agent sees it, which walks itself)
// R. Geraerts, M. Overmars. Enhancing corridor maps for real-time path planning in virtual environments. 2008 (attraction, Verlet
// integration: with velocities in place of last positions, v += F dt and then x += v dt)
// Departures:
// - A wall counts by its nearest point, once for each stretch of wall and not for each piece.
// - The ellipse is that of two people of 0.25 m. For others distances are longer or shorter by what their radii differ from that:
//   the published force is between centres, and large discs would be in each other before they felt it.
// - Of what others push back, a part pushes to the side on which people pass, usually the right. Those who walk straight at each
//   other make way on the same side, and crowds that meet turn round each other instead of pressing against each other.
// - Walls push with a fifth of the published strength, and never against the way that somebody wants to go: guides lead round
//   walls and close to them, and the crowd keeps discs out of them. A wall beside the way would otherwise hold up for ever who
//   wants to touch its corner, and doors of a metre would let nobody through.
// - Fluctuations are drawn for half a second at a time: those of single ticks add up to less the shorter the ticks are.
// - The velocity that forces lead to is shortened by what leads into those next to the agent, and those who are held up take
//   turns: encounter.h.
// - Who has arrived takes up its velocity sooner, and is not pushed by others who stand beside it.
// - Agents at one point push each other in a direction drawn from their ids.
// - No attraction to sights or friends.
// - The attraction of a corridor is limited, so a step that would leave the ball ends at its border, and one that would pass the
//   attraction point ends there: then the row of balls always holds the disc, and the next ball is always reached.
// - Nobody could stop without drag: those who see their last goal ahead walk straight at it and brake; those who stand, relax.
//   Where no ball holds the disc it walks straight, too.
// The forces of all pairs of a block are computed in one loop over arrays; those of one agent are then added in the order of
// its neighbours, so that an answer does not depend on where in the block an agent stands.
#include <clearway/steering/social_force.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <clearway/base/hash.h>
#include <clearway/steering/parameters.h>
#include <clearway/yielding/yielding.h>

#include "attraction.h"
#include "encounter.h"
#include "exponential.h"
#include "repulsion.h"
#include "wall_contacts.h"

namespace clearway {

namespace {

using namespace steering;

constexpr int kMostAgents = 32; // as many as a crowd asks for at once; more are taken in turns
constexpr int kMostPairs = kMostAgents * kMaxNeighbours;
constexpr float kTiniest = 1e-12F;
constexpr float kShortestTime = 1e-3F;
constexpr float kPeople = 0.5F;     // sum of the radii that the elliptical force is for; metres
constexpr float kNearest = 0.1F;    // part of the distance that is left of it at least
constexpr float kStopping = 0.1F;   // relaxation time of those who have arrived, and their horizon; seconds
constexpr float kStraight = 0.999F; // cosine of the angle between the way to the target and a wish that means it

float atLeast(float x, float least) { return x > least ? x : least; }

/// Directions for two at the same point: opposite to each other. Metres, short.
Velocity computeEscape(std::uint64_t id, std::uint64_t other)
{
    constexpr float kShort = 1e-3F;
    Hasher hasher(std::min(id, other));
    hasher.add(std::max(id, other));
    const float slope = static_cast<float>(hasher.value() >> 40) * 0x1p-23F - 1;
    const float scale = (id < other ? kShort : -kShort) / std::sqrt(1 + slope * slope);
    return {scale, slope * scale};
}

/// Agents [begin, end) of a block whose pairs fit into the arrays: what they are, and what pushes them. Element i of the arrays
/// of agents is about agent begin + i.
struct Batch
{
    int begin = 0;
    int end = 0;
    std::uint32_t first_pair = 0;
    int pair_count = 0;
    alignas(32) float preferred_x[kMostAgents], preferred_y[kMostAgents];
    alignas(32) float ahead_x[kMostAgents], ahead_y[kMostAgents]; // unit length, or none for those who want to stand
    alignas(32) float push_x[kMostAgents], push_y[kMostAgents];
    alignas(32) float aside[kMostAgents];
    alignas(32) float asked_x[kMostAgents], asked_y[kMostAgents];
    alignas(32) std::int32_t is_clamped[kMostAgents];
    alignas(32) float taken_up[kMostAgents]; // part of the preferred velocity, in this tick
    alignas(32) float size[kMostAgents];
    alignas(32) float offset_x[kMostPairs + kLanes], offset_y[kMostPairs + kLanes];
    alignas(32) float velocity_x[kMostPairs + kLanes], velocity_y[kMostPairs + kLanes];
    alignas(32) float contact[kMostPairs + kLanes];
    alignas(32) float pair_ahead_x[kMostPairs + kLanes], pair_ahead_y[kMostPairs + kLanes];
    alignas(32) float force_x[kMostPairs + kLanes], force_y[kMostPairs + kLanes];
};

/// Of a vector of this squared length, no more than `limit` is left.
float computeScale(float length_sq, float limit)
{
    const float length = std::sqrt(length_sq > kTiniest ? length_sq : kTiniest);
    return length_sq > limit * limit ? limit / length : 1.0F;
}

/// Whether an agent has arrived, or is about to.
bool isAtGoal(const SteeringBlock& block, int i) { return block.horizon && block.horizon[i] <= kStopping; }

/// Whether the neighbour of pair k stands, and its disc touches nobody: those who stand beside each other do not push.
bool isBesideIt(const SteeringBlock& block, const Batch& batch, std::uint32_t k)
{
    const float x = sane(block.offset_x[batch.first_pair + k]), y = sane(block.offset_y[batch.first_pair + k]);
    return block.neighbour_stands[batch.first_pair + k] != 0 && x * x + y * y >= batch.contact[k] * batch.contact[k];
}

class SocialForce final : public Steering
{
public:
    explicit SocialForce(const SocialForceOptions& options);

    const char* name() const override { return "social_force"; }
    Steering::Needs needs() const override;
    void steer(const SteeringBlock& block) const override;

private:
    int compute(const Pairs& pairs, float* force_x, float* force_y) const;
    void fill(const SteeringBlock& block, int begin, Batch& batch) const;
    void lookAhead(const SteeringBlock& block, Batch& batch) const;
    void fillPair(const SteeringBlock& block, int i, std::uint32_t n, Batch& batch) const;
    void computePairs(const SteeringBlock& block, Batch& batch) const;
    void separate(const SteeringBlock& block, Batch& batch) const;
    void addPairs(const SteeringBlock& block, Batch& batch) const;
    void addWalls(const SteeringBlock& block, Batch& batch) const;
    void fluctuate(const SteeringBlock& block, Batch& batch) const;
    Velocity computeStraight(const SteeringBlock& block, const Batch& batch, int i, float distance, bool brakes) const;
    void attract(const SteeringBlock& block, Batch& batch) const;
    void answer(const SteeringBlock& block, Batch& batch) const;
    void keepDistance(const SteeringBlock& block, const Batch& batch) const;

    SocialForceOptions options_;
    EllipticalLaw elliptical_;
    CircularLaw circular_;
    Sight sight_;
};

SocialForce::SocialForce(const SocialForceOptions& options) : options_(clampParameters(options))
{
    elliptical_ = {options_.strength, options_.reach, options_.look_ahead, options_.least_axis};
    circular_ = {options_.circular_strength, options_.circular_reach};
    sight_ = makeSight(static_cast<double>(options_.sight_degrees), options_.unseen_part);
}

Steering::Needs SocialForce::needs() const
{
    return {.neighbour_range = options_.neighbour_range,
            .neighbour_count = options_.neighbour_count,
            .wall_range = options_.wall_range,
            .keeps_apart = options_.keeps_apart,
            .wants_wishes = true,
            .wants_target = options_.drive == SocialForceOptions::Drive::attraction};
}

int SocialForce::compute(const Pairs& pairs, float* force_x, float* force_y) const
{
    return options_.shape == SocialForceOptions::Shape::elliptical ? computeElliptical(pairs, elliptical_, force_x, force_y)
                                                                   : computeCircular(pairs, circular_, force_x, force_y);
}

void SocialForce::fill(const SteeringBlock& block, int begin, Batch& batch) const
{
    batch.begin = begin;
    batch.end = begin + std::min(block.count - begin, kMostAgents);
    batch.first_pair = block.first_neighbour[begin];
    const auto countPairs = [&] { return block.first_neighbour[batch.end] - batch.first_pair; };
    while (batch.end > begin + 1 && countPairs() > kMostPairs) --batch.end;
    // Somebody with more neighbours than there can be gets by with the first.
    batch.pair_count = static_cast<int>(std::min<std::uint32_t>(countPairs(), kMostPairs));
}

void SocialForce::lookAhead(const SteeringBlock& block, Batch& batch) const
{
    const float dt = atLeast(sane(block.dt), 0);
    for (int i = batch.begin; i < batch.end; ++i)
    {
        const int k = i - batch.begin;
        const Intent intent = decide(block, i, readSelf(block, i), readNeighbours(block, i, options_.neighbour_count),
                                     {sane(block.preferred_x[i]), sane(block.preferred_y[i])});
        const float x = intent.wish.x;
        const float y = intent.wish.y;
        const float length_sq = x * x + y * y;
        const float length = std::sqrt(length_sq > kTiniest ? length_sq : kTiniest);
        const float inverse = length_sq > kTiniest ? 1 / length : 0.0F;
        batch.preferred_x[k] = x;
        batch.preferred_y[k] = y;
        batch.ahead_x[k] = x * inverse;
        batch.ahead_y[k] = y * inverse;
        batch.size[k] = intent.size;
        const float time = isAtGoal(block, i) ? std::min(kStopping, options_.relaxation_time) : options_.relaxation_time;
        batch.taken_up[k] = std::min(dt / time, 1.0F);
    }
}

/// Pairs at one point get a direction.
void SocialForce::separate(const SteeringBlock& block, Batch& batch) const
{
    const std::uint32_t past = batch.first_pair + static_cast<std::uint32_t>(batch.pair_count);
    for (int i = batch.begin; i < batch.end; ++i)
        for (std::uint32_t n = block.first_neighbour[i]; n < std::min(block.first_neighbour[i + 1], past); ++n)
        {
            const float x = sane(block.offset_x[n]), y = sane(block.offset_y[n]);
            if (!(x * x + y * y < kCoincidentSq)) continue;
            const Velocity escape = computeEscape(block.id[i], block.neighbour_id[n]);
            const std::uint32_t k = n - batch.first_pair;
            const float offset_x[kLanes] = {-escape.x}, offset_y[kLanes] = {-escape.y};
            const float velocity_x[kLanes] = {batch.velocity_x[k]}, velocity_y[kLanes] = {batch.velocity_y[k]};
            const float contact[kLanes] = {batch.contact[k]};
            float force_x[kLanes], force_y[kLanes];
            compute({1, offset_x, offset_y, velocity_x, velocity_y, contact}, force_x, force_y);
            batch.force_x[k] = force_x[0];
            batch.force_y[k] = force_y[0];
        }
}

/// What the force of neighbour n on agent i follows from.
void SocialForce::fillPair(const SteeringBlock& block, int i, std::uint32_t n, Batch& batch) const
{
    const int at = i - batch.begin;
    const std::uint32_t k = n - batch.first_pair;
    const float x = sane(block.offset_x[n]), y = sane(block.offset_y[n]);
    const float radius = atLeast(sane(block.radius[i]), 0), other = atLeast(sane(block.neighbour_radius[n]), 0);
    const float touch = computeTouch(radius, other, batch.size[at]);
    float part = 1;
    if (options_.shape == SocialForceOptions::Shape::elliptical)
    {
        const float distance = std::sqrt(x * x + y * y + kCoincidentSq);
        part = atLeast(distance - (touch - kPeople), kNearest * distance) / distance;
    }
    batch.offset_x[k] = part * x;
    batch.offset_y[k] = part * y;
    batch.velocity_x[k] = sane(block.neighbour_velocity_x[n]) - sane(block.velocity_x[i]);
    batch.velocity_y[k] = sane(block.neighbour_velocity_y[n]) - sane(block.velocity_y[i]);
    batch.contact[k] = touch;
    batch.pair_ahead_x[k] = batch.ahead_x[at];
    batch.pair_ahead_y[k] = batch.ahead_y[at];
}

void SocialForce::computePairs(const SteeringBlock& block, Batch& batch) const
{
    const std::uint32_t past = batch.first_pair + static_cast<std::uint32_t>(batch.pair_count);
    for (int i = batch.begin; i < batch.end; ++i)
        for (std::uint32_t n = block.first_neighbour[i]; n < std::min(block.first_neighbour[i + 1], past); ++n)
            fillPair(block, i, n, batch);
    for (float* const column : {batch.offset_x, batch.offset_y, batch.velocity_x, batch.velocity_y, batch.contact,
                                batch.pair_ahead_x, batch.pair_ahead_y})
        std::fill(column + batch.pair_count, column + padded(batch.pair_count), 0.0F);
    const Pairs pairs{batch.pair_count, batch.offset_x, batch.offset_y, batch.velocity_x, batch.velocity_y, batch.contact};
    if (compute(pairs, batch.force_x, batch.force_y) > 0) separate(block, batch);
    applySight(sight_, batch.pair_count, batch.pair_ahead_x, batch.pair_ahead_y, batch.force_x, batch.force_y);
}

void SocialForce::addPairs(const SteeringBlock& block, Batch& batch) const
{
    for (int i = batch.begin; i < batch.end; ++i)
    {
        const std::uint32_t begin = block.first_neighbour[i] - batch.first_pair;
        const std::uint32_t given = block.first_neighbour[i + 1] - block.first_neighbour[i];
        const std::uint32_t end = begin + std::min(given, static_cast<std::uint32_t>(options_.neighbour_count));
        const bool stands = isAtGoal(block, i) && block.neighbour_stands;
        float x = 0, y = 0;
        for (std::uint32_t k = begin; k < end; ++k)
        {
            if (stands && isBesideIt(block, batch, k)) continue;
            x += batch.force_x[k];
            y += batch.force_y[k];
        }
        const float ahead_x = batch.ahead_x[i - batch.begin], ahead_y = batch.ahead_y[i - batch.begin];
        const float right = options_.keep_right * signOf(block.side) * atLeast(-(x * ahead_x + y * ahead_y), 0);
        batch.push_x[i - batch.begin] = x + right * ahead_y;
        batch.push_y[i - batch.begin] = y - right * ahead_x;
    }
}

void SocialForce::addWalls(const SteeringBlock& block, Batch& batch) const
{
    const float inverse = 1 / options_.wall_reach;
    for (int i = batch.begin; i < batch.end; ++i)
    {
        const std::uint32_t w = block.first_wall[i];
        const WallSpan walls{static_cast<int>(block.first_wall[i + 1] - w), block.wall_ax + w, block.wall_ay + w,
                             block.wall_bx + w, block.wall_by + w};
        if (walls.count == 0) continue;
        WallContact contacts[kMaxWallContacts];
        const int count = findWallContacts(walls, options_.wall_range + atLeast(sane(block.radius[i]), 0), contacts);
        float x = 0, y = 0;
        for (int k = 0; k < count; ++k)
        {
            const float push = options_.wall_strength * inverse * computeExponential(-contacts[k].distance * inverse);
            x += push * contacts[k].away_x;
            y += push * contacts[k].away_y;
        }
        const float ahead_x = batch.ahead_x[i - batch.begin], ahead_y = batch.ahead_y[i - batch.begin];
        const float back = atLeast(-(x * ahead_x + y * ahead_y), 0);
        batch.push_x[i - batch.begin] += x + back * ahead_x;
        batch.push_y[i - batch.begin] += y + back * ahead_y;
    }
}

/// Even in [-1, 1), times the strength.
void SocialForce::fluctuate(const SteeringBlock& block, Batch& batch) const
{
    const std::uint64_t turn = countTurns(block.tick, atLeast(sane(block.dt), kShortestTime));
    for (int i = 0; i < batch.end - batch.begin; ++i)
    {
        std::uint64_t x = block.id[batch.begin + i] * 0x9e3779b97f4a7c15u + turn * 0xd1342543de82ef95u;
        x = (x ^ (x >> 32)) * 0xbf58476d1ce4e5b9u;
        x = (x ^ (x >> 29)) * 0x94d049bb133111ebu;
        batch.aside[i] = (static_cast<float>(static_cast<std::int32_t>(x >> 40)) * 0x1p-23F - 1) * options_.fluctuation;
    }
}

/// Straight ahead, faster or slower; braking where `distance` ends at a goal.
Velocity SocialForce::computeStraight(const SteeringBlock& block, const Batch& batch, int i, float distance, bool brakes) const
{
    const int k = i - batch.begin;
    const float dt = atLeast(sane(block.dt), 0);
    const float wish = batch.preferred_x[k] * batch.ahead_x[k] + batch.preferred_y[k] * batch.ahead_y[k];
    const float along = sane(block.velocity_x[i]) * batch.ahead_x[k] + sane(block.velocity_y[i]) * batch.ahead_y[k];
    const float speed = along + std::min(dt / options_.relaxation_time, 1.0F) * (wish - along);
    const float time = brakes ? std::max(dt, options_.relaxation_time) : dt;
    const float kept = std::max(0.0F, std::min(speed, distance / std::max(time, 1e-6F)));
    return {kept * batch.ahead_x[k], kept * batch.ahead_y[k]};
}

/// The published step, over what answer() says, for those who are on the way.
void SocialForce::attract(const SteeringBlock& block, Batch& batch) const
{
    const float dt = atLeast(sane(block.dt), 0);
    for (int i = batch.begin; i < batch.end; ++i)
    {
        const int k = i - batch.begin;
        const float room = block.room[i] - atLeast(sane(block.radius[i]), 0);
        const CorridorPull pull{sane(block.target_x[i]), sane(block.target_y[i]), room, options_.attraction_limit};
        const float distance = std::sqrt(pull.x * pull.x + pull.y * pull.y);
        const bool sees_goal = block.horizon && block.horizon[i] < std::numeric_limits<float>::infinity();
        if (batch.ahead_x[k] == 0 && batch.ahead_y[k] == 0) continue; // stands
        Velocity drawn;
        if (!sees_goal && room > 0)
            drawn = computeAttracted({sane(block.velocity_x[i]), sane(block.velocity_y[i])}, pull, dt);
        else if (batch.ahead_x[k] * pull.x + batch.ahead_y[k] * pull.y > kStraight * distance)
            drawn = computeStraight(block, batch, i, distance, sees_goal);
        else
            continue; // wants to be beside its goal
        const float push_sq = batch.push_x[k] * batch.push_x[k] + batch.push_y[k] * batch.push_y[k];
        const float part = computeScale(push_sq, options_.max_force);
        const float x = drawn.x + dt * (part * batch.push_x[k] - batch.aside[k] * batch.ahead_y[k]);
        const float y = drawn.y + dt * (part * batch.push_y[k] + batch.aside[k] * batch.ahead_x[k]);
        const float most = std::min(atLeast(sane(block.speed[i]), 0), atLeast(sane(block.max_speed[i]), 0));
        const float scale = computeScale(x * x + y * y, most);
        block.asked_x[i] = scale * x;
        block.asked_y[i] = scale * y;
    }
}

void SocialForce::answer(const SteeringBlock& block, Batch& batch) const
{
    const int count = batch.end - batch.begin;
    const float* const old_x = block.velocity_x + batch.begin;
    const float* const old_y = block.velocity_y + batch.begin;
    const float* const most = block.max_speed + batch.begin;
    const float dt = atLeast(sane(block.dt), 0);
    const float max_force = options_.max_force;
    for (int i = 0; i < padded(count); ++i)
    {
        const float max_speed = atLeast(sane(most[i]), 0);
        const float wish_x = batch.preferred_x[i];
        const float wish_y = batch.preferred_y[i];
        const float wish = computeScale(wish_x * wish_x + wish_y * wish_y, max_speed);
        const float push_sq = batch.push_x[i] * batch.push_x[i] + batch.push_y[i] * batch.push_y[i];
        const float part = computeScale(push_sq, max_force);
        const float force_x = part * batch.push_x[i] - batch.aside[i] * batch.ahead_y[i];
        const float force_y = part * batch.push_y[i] + batch.aside[i] * batch.ahead_x[i];
        const float vx = sane(old_x[i]);
        const float vy = sane(old_y[i]);
        const float x = vx + batch.taken_up[i] * (wish * wish_x - vx) + dt * force_x;
        const float y = vy + batch.taken_up[i] * (wish * wish_y - vy) + dt * force_y;
        const float speed = computeScale(x * x + y * y, max_speed);
        batch.is_clamped[i] = push_sq > max_force * max_force ? 1 : 0;
        batch.asked_x[i] = speed * x;
        batch.asked_y[i] = speed * y;
    }
    std::copy_n(batch.asked_x, count, block.asked_x + batch.begin);
    std::copy_n(batch.asked_y, count, block.asked_y + batch.begin);
    if (!block.fault) return;
    for (int i = 0; i < count; ++i)
        if (batch.is_clamped[i] != 0) block.fault[batch.begin + i] = SteeringBlock::Fault::clamped;
}

void SocialForce::keepDistance(const SteeringBlock& block, const Batch& batch) const
{
    const float dt = atLeast(sane(block.dt), 0);
    for (int i = batch.begin; i < batch.end; ++i)
    {
        const Velocity asked = keepClear(readSelf(block, i), readNeighbours(block, i, options_.neighbour_count),
                                         {block.asked_x[i], block.asked_y[i]}, dt, batch.size[i - batch.begin]);
        block.asked_x[i] = asked.x;
        block.asked_y[i] = asked.y;
    }
}

void SocialForce::steer(const SteeringBlock& block) const
{
    Batch batch;
    const bool attracts = options_.drive == SocialForceOptions::Drive::attraction;
    for (float* const column : {batch.preferred_x, batch.preferred_y, batch.ahead_x, batch.ahead_y, batch.push_x, batch.push_y,
                                batch.aside, batch.taken_up})
        std::fill_n(column, kMostAgents, 0.0F);
    for (int begin = 0; begin < block.count; begin = batch.end)
    {
        fill(block, begin, batch);
        lookAhead(block, batch);
        computePairs(block, batch);
        addPairs(block, batch);
        addWalls(block, batch);
        if (options_.fluctuation > 0) fluctuate(block, batch);
        answer(block, batch);
        if (attracts && block.target_x) attract(block, batch);
        keepDistance(block, batch);
    }
}

} // namespace

std::shared_ptr<const Steering> socialForce(const SocialForceOptions& options) { return std::make_shared<SocialForce>(options); }

} // namespace clearway
