// SPDX-License-Identifier: MIT
// Based on:
// J. van den Berg, S. J. Guy, M. Lin, D. Manocha. Reciprocal n-body collision avoidance. 2011 (section 4)
// Relative velocities w0 lead to a collision within the horizon when they lie in a cone cut off by a circle. The nearest point of
// its boundary gives the normal n, and either agent does half of what is missing: n . v >= (n . (v + v_other) + g) / 2, where
// n . w0 >= g is the tangent at that point.
// Departures: discs that overlap (their margins included) come apart along the line of their centres within dt, but not faster
// than the agent can go, instead of being thrown out of the circle of one step; the cases are blended, not branched to; discs
// with one centre come apart in a direction drawn from the two ids. Lines against contact are new: when many collisions are due,
// the program cannot keep all half-planes, and compromises between them would end in each other's discs.
#include "agent_lines.h"

#include <cmath>

#include <clearway/base/hash.h>

namespace clearway::steering {

namespace {

constexpr float kSamePlaceSq = 1e-12F; // squared distance below which centres coincide
constexpr float kAlmostAhead = 0.02F;  // tangent of the angle off head-on below which the side of the crowd is taken
constexpr float kLeastShare = 0.1F;    // speed that counts for those who do not approach, too; metres per second

struct Kernel
{
    float vx, vy, radius, size, margin, max_speed, per_horizon, per_dt, tie;
    int count;
};

/// Returns whether centres coincide.
int fillLines(const float* __restrict offset_x, const float* __restrict offset_y, const float* __restrict velocity_x,
              const float* __restrict velocity_y, const float* __restrict radius, float* __restrict to_nx,
              float* __restrict to_ny, float* __restrict to_c, const std::int32_t* __restrict ordinal, const Kernel self)
{
    const int end = padded(self.count);
    std::int32_t same_place = 0;
    CLEARWAY_SHORT_LOOP
    for (int k = 0; k < end; ++k)
    {
        const float px = sane(offset_x[k]);
        const float py = sane(offset_y[k]);
        const float other_vx = sane(velocity_x[k]);
        const float other_vy = sane(velocity_y[k]);
        const float reach = (self.radius + sane(radius[k])) * self.size + self.margin;
        const float wx = self.vx - other_vx - px * self.per_horizon;
        const float wy = self.vy - other_vy - py * self.per_horizon;
        const float distance_sq = px * px + py * py;
        const float reach_sq = reach * reach;
        const float w_sq = wx * wx + wy * wy;
        const float along = wx * px + wy * py;
        const float across = px * wy - py * wx;

        // Overlap: n = -p / |p|. Cut-off circle: n = w / |w|. Legs: n is the outward normal of the nearer tangent.
        const float leg_sq = distance_sq - reach_sq;
        const float leg = std::sqrt(leg_sq > 0 ? leg_sq : 0.0F);
        const float is_ahead = along < 0 ? -along : along;
        const float signed_leg = across > self.tie * is_ahead ? leg : -leg;
        const float beyond = along * along - reach_sq * w_sq;
        const float on_circle = along < 0 ? beyond : -1.0F;
        float x = -(px * reach) - py * signed_leg;
        float y = px * signed_leg - py * reach;
        x = on_circle > 0 ? wx : x;
        y = on_circle > 0 ? wy : y;
        x = leg_sq > 0 ? x : -px;
        y = leg_sq > 0 ? y : -py;
        float length_sq = on_circle > 0 ? w_sq : distance_sq;
        length_sq = leg_sq > 0 ? length_sq : distance_sq;
        const float root = std::sqrt(length_sq);
        float length = on_circle > 0 ? root : distance_sq;
        length = leg_sq > 0 ? length : root;
        float scale = 1 / length;
        scale = distance_sq > kSamePlaceSq ? scale : 0.0F;
        scale = ordinal[k] < self.count ? scale : 0.0F;
        const float nx = x * scale;
        const float ny = y * scale;

        const float apart = (reach - root) * self.per_dt;
        const float capped = apart < self.max_speed ? apart : self.max_speed;
        const float to_circle = (reach + nx * px + ny * py) * self.per_horizon;
        float g = on_circle > 0 ? to_circle : 0.0F;
        g = leg_sq > 0 ? g : capped;
        g = ordinal[k] < self.count ? g : 0.0F;
        to_nx[k] = nx;
        to_ny[k] = ny;
        to_c[k] = 0.5F * (nx * (self.vx + other_vx) + ny * (self.vy + other_vy) + g);
        const std::int32_t is_same = distance_sq > kSamePlaceSq ? 0 : 1;
        same_place |= ordinal[k] < self.count ? is_same : 0;
    }
    return same_place;
}

float computeReach(const Self& self, const Neighbours& neighbours, int k, const AgentHorizon& horizon)
{
    return (self.radius + sane(neighbours.radius[k])) * horizon.size + horizon.margin;
}

/// A unit vector that two agents agree on, up to its sign: they go apart along it.
Velocity drawDirection(std::uint64_t id, std::uint64_t other_id)
{
    Hasher hasher;
    hasher.add(id < other_id ? id : other_id);
    hasher.add(id < other_id ? other_id : id);
    // A rational point of the half circle.
    const float t = static_cast<float>(static_cast<std::int32_t>(hasher.value() >> 40)) * (1.0F / 8388608.0F) - 1.0F;
    const float scale = (id < other_id ? 1.0F : -1.0F) / (1 + t * t);
    return {(1 - t * t) * scale, 2 * t * scale};
}

void separateSamePlaces(const Self& self, const Neighbours& neighbours, const AgentHorizon& horizon, const Lines& lines)
{
    for (int k = 0; k < neighbours.count; ++k)
    {
        const float px = sane(neighbours.offset_x[k]);
        const float py = sane(neighbours.offset_y[k]);
        if (px * px + py * py > kSamePlaceSq) continue;
        const Velocity n = drawDirection(self.id, neighbours.id[k]);
        const Velocity both{self.velocity.x + sane(neighbours.velocity_x[k]), self.velocity.y + sane(neighbours.velocity_y[k])};
        const float apart = computeReach(self, neighbours, k, horizon) / horizon.dt;
        lines.nx[k] = n.x;
        lines.ny[k] = n.y;
        lines.c[k] = 0.5F * (n.x * both.x + n.y * both.y + (apart < self.max_speed ? apart : self.max_speed));
    }
}

} // namespace

void computeAgentLines(const Self& self, const Neighbours& neighbours, const AgentHorizon& horizon, const Lines& lines)
{
    const Kernel kernel{self.velocity.x,          self.velocity.y, self.radius,         horizon.size,
                        horizon.margin,           self.max_speed,  1.0F / horizon.time, 1.0F / horizon.dt,
                        kAlmostAhead * self.side, neighbours.count};
    const int same_place = fillLines(neighbours.offset_x, neighbours.offset_y, neighbours.velocity_x, neighbours.velocity_y,
                                     neighbours.radius, lines.nx, lines.ny, lines.c, lines.ordinal, kernel);
    if (same_place) separateSamePlaces(self, neighbours, horizon, lines);
    if (!neighbours.keeps_on) return;
    // Both halves: n . v >= n . v_other + g.
    for (int k = 0; k < neighbours.count; ++k)
        if (neighbours.keeps_on[k] != 0)
            lines.c[k] = 2 * lines.c[k] - (lines.nx[k] * self.velocity.x + lines.ny[k] * self.velocity.y);
}

int computeContactLines(const Self& self, const Neighbours& neighbours, const AgentHorizon& horizon, const Lines& lines)
{
    const float per_dt = 1.0F / horizon.dt;
    const float step = 2 * self.max_speed * horizon.dt;
    int count = 0;
    for (int k = 0; k < neighbours.count; ++k)
    {
        const float px = sane(neighbours.offset_x[k]);
        const float py = sane(neighbours.offset_y[k]);
        const float reach = computeReach(self, neighbours, k, horizon);
        const float distance_sq = px * px + py * py;
        if (distance_sq > (reach + step) * (reach + step)) break;
        if (distance_sq <= kSamePlaceSq) continue;
        const float distance = std::sqrt(distance_sq);
        const float nx = -px / distance;
        const float ny = -py / distance;
        // Either may use the part of the gap that goes with its share of the speed at which they approach.
        const float mine = -(nx * self.velocity.x + ny * self.velocity.y);
        const float other = nx * sane(neighbours.velocity_x[k]) + ny * sane(neighbours.velocity_y[k]);
        const float my_part = (mine > 0 ? mine : 0.0F) + kLeastShare;
        const float other_part = (other > 0 ? other : 0.0F) + kLeastShare;
        const float gap = distance - reach;
        const float own_gap = gap > 0 ? gap * per_dt * (my_part / (my_part + other_part)) : 0.0F;
        // One that keeps on comes as near as it likes; the agent gets out of its way as fast as it can.
        const bool keeps_on = neighbours.keeps_on && neighbours.keeps_on[k] != 0;
        const float to_go = other - gap * per_dt;
        lines.nx[count] = nx;
        lines.ny[count] = ny;
        lines.c[count] = !keeps_on ? -own_gap : to_go < self.max_speed ? to_go : self.max_speed;
        ++count;
    }
    return count;
}

} // namespace clearway::steering
