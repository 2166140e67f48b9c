// SPDX-License-Identifier: MIT
#include "crowd/space_grid.h"

#include <bit>
#include <utility>

namespace clearway {

void SpaceGrid::build(std::span<const SpaceBody> given, double cube_size, std::vector<std::uint32_t>& order)
{
    const std::size_t count = given.size();
    inverse_size_ = 1 / cube_size;
    const std::size_t bucket_count = std::bit_ceil(2 * count + 2);
    shift_ = 64 - std::countr_zero(bucket_count);
    first_.assign(bucket_count + 1, 0);
    given_key_.resize(count);
    for (std::size_t i = 0; i < count; ++i)
    {
        const Vec3 p = given[i].position;
        given_key_[i] = makeKey(cube(p.x), cube(p.y), cube(p.z));
        ++first_[bucket(given_key_[i])];
    }
    std::uint32_t sum = 0;
    for (std::uint32_t& first : first_) sum = std::exchange(first, sum) + sum;
    bodies.resize(count), key_.resize(count), order.resize(count);
    for (std::size_t i = 0; i < count; ++i)
    {
        const std::uint32_t to = first_[bucket(given_key_[i])]++;
        order[to] = static_cast<std::uint32_t>(i);
        bodies[to] = given[i];
        key_[to] = given_key_[i];
    }
    // Every entry now says where its bucket ends: shift them back by one.
    for (std::size_t at = bucket_count; at > 0; --at) first_[at] = first_[at - 1];
    first_[0] = 0;
}

std::size_t SpaceGrid::memoryBytes() const
{
    return bodies.capacity() * sizeof(SpaceBody) + first_.capacity() * 4 + (key_.capacity() + given_key_.capacity()) * 8;
}

} // namespace clearway
