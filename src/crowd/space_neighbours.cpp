// SPDX-License-Identifier: MIT
// Based on: G. Berseth, M. Kapadia, P. Faloutsos. ACCLMesh. 2015, where agents avoid each other in their tangent planes.
// Departure: the direction to a neighbour is that of the plane through both and the mean of their normals, not the line between
// them projected; at a crease, where the line points into the ground, it still points along the way there.
#include "crowd/space_neighbours.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace clearway {

namespace {

constexpr float kMargin = 1.00001F; ///< more than what rounding may take from a squared distance

/// Rises with the number.
std::uint32_t toOrderedBits(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value + 0.0F); // no -0
    return (bits & 0x80000000u) != 0 ? ~bits : bits | 0x80000000u;
}

/// As computeOffset does, in floats; `distance` is that between the two.
Velocity computeFlatOffset(const SpaceBody& from, const SpaceBody& to, float distance)
{
    const Vec3 line = to.position - from.position;
    const float q[3] = {static_cast<float>(line.x), static_cast<float>(line.y), static_cast<float>(line.z)};
    float n[3];
    for (int k = 0; k < 3; ++k) n[k] = from.normal[k] + to.normal[k];
    const float side[3] = {n[1] * q[2] - n[2] * q[1], n[2] * q[0] - n[0] * q[2], n[0] * q[1] - n[1] * q[0]};
    const float x = dot3(side, from.y), y = -dot3(side, from.x);
    const float size = std::sqrt(x * x + y * y);
    return size > 0 ? Velocity{x * (distance / size), y * (distance / size)} : Velocity{distance, 0};
}

bool isNear(const SpaceView& view, const SpaceBody& a, const SpaceBody& b)
{
    const Vec3 up{static_cast<double>(a.normal[0]) + static_cast<double>(b.normal[0]),
                  static_cast<double>(a.normal[1]) + static_cast<double>(b.normal[1]),
                  static_cast<double>(a.normal[2]) + static_cast<double>(b.normal[2])};
    return view.ground.isNear(a.position, a.face, b.position, b.face, up);
}

} // namespace

/// Everybody within range in space, on ground that is not turned away.
void SpaceNeighbourFinder::gather(const SpaceView& view, std::uint32_t self, float range)
{
    candidates_.clear();
    const SpaceBody& body = view.space.bodies[self];
    const float limit = range + view.grid.radius[self];
    // A little more than needed, for the rounding of floats.
    const double reach = (static_cast<double>(limit) + view.grid.max_radius) * (1 + 1e-6) + 1e-6;
    view.space.visit(body.position, reach, [&](std::uint32_t other) {
        const SpaceBody& at = view.space.bodies[other];
        const Vec3 line = at.position - body.position;
        const float dx = static_cast<float>(line.x), dy = static_cast<float>(line.y), dz = static_cast<float>(line.z);
        const float distance_sq = dx * dx + dy * dy + dz * dz, most = limit + view.grid.radius[other];
        if (distance_sq > most * most * kMargin) return;
        const float distance = std::sqrt(distance_sq);
        const float gap = distance - view.grid.radius[other];
        if (gap > limit || other == self || isTurnedAway(body, at)) return;
        candidates_.push_back({gap, distance, other});
    });
}

/// By gap, then by id.
void SpaceNeighbourFinder::sort(const SpaceView& view)
{
    keys_.resize(candidates_.size());
    for (std::size_t i = 0; i < keys_.size(); ++i)
        keys_[i] = static_cast<std::uint64_t>(toOrderedBits(candidates_[i].gap)) << 32 | i;
    const auto is_less = [&](std::uint64_t a, std::uint64_t b) {
        if (a >> 32 != b >> 32) return a < b;
        const auto id = [&](std::uint64_t key) { return view.grid.id[candidates_[key & 0xffffffff].sorted]; };
        return id(a) < id(b);
    };
    std::sort(keys_.begin(), keys_.end(), is_less);
}

/// The nearest that ground leads to.
std::uint32_t SpaceNeighbourFinder::take(const SpaceView& view, std::uint32_t self, std::size_t most, std::uint32_t to,
                                         NeighbourBlock& out) const
{
    const SpaceBody& body = view.space.bodies[self];
    std::uint32_t end = to;
    for (std::size_t k = 0; k < keys_.size() && end - to < most; ++k)
    {
        const Candidate& candidate = candidates_[keys_[k] & 0xffffffff];
        const SpaceBody& other = view.space.bodies[candidate.sorted];
        if (!isNear(view, body, other)) continue;
        const Velocity offset = computeFlatOffset(body, other, candidate.distance);
        out.gap[end] = candidate.gap;
        out.dx[end] = offset.x;
        out.dy[end] = offset.y;
        out.sorted[end++] = candidate.sorted;
    }
    return end;
}

void SpaceNeighbourFinder::find(const SpaceView& view, std::uint32_t begin, std::uint32_t end, float range, int count,
                                std::span<const float> guesses, NeighbourBlock& out)
{
    const std::size_t most = static_cast<std::size_t>(std::clamp(count, 0, kMaxNeighbours));
    if (most == 0) return std::fill(out.first, out.first + (end - begin) + 1, 0u);
    for (std::uint32_t i = 0; i < end - begin; ++i)
    {
        const float guess = std::min(guesses[i], range);
        gather(view, begin + i, guess);
        if (candidates_.size() < most && guess < range) gather(view, begin + i, range);
        sort(view);
        out.first[i + 1] = take(view, begin + i, most, out.first[i], out);
        if (out.first[i + 1] - out.first[i] == most || !(guess < range) || keys_.size() < most) continue;
        gather(view, begin + i, range); // some that seemed near were not
        sort(view);
        out.first[i + 1] = take(view, begin + i, most, out.first[i], out);
    }
}

std::span<const Neighbour> SpaceNeighbourFinder::findAll(const SpaceView& view, std::uint32_t self, float range)
{
    gather(view, self, range);
    all_.clear();
    const SpaceBody& body = view.space.bodies[self];
    for (const Candidate& candidate : candidates_)
    {
        const SpaceBody& other = view.space.bodies[candidate.sorted];
        if (!isNear(view, body, other)) continue;
        const Velocity offset = computeFlatOffset(body, other, candidate.distance);
        all_.push_back({candidate.gap, offset.x, offset.y, candidate.sorted});
    }
    return all_;
}

} // namespace clearway
