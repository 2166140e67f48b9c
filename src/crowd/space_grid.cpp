// SPDX-License-Identifier: MIT
#include "crowd/space_grid.h"

#include <algorithm>
#include <bit>
#include <utility>

#include <clearway/geometry/box3.h>

namespace clearway {

/// Chooses axes and cubes, and empties the buckets.
void SpaceGrid::layOut(std::span<const SpaceBody> given, double cube_size)
{
    Box3 box;
    for (const SpaceBody& body : given) box.add(body.position);
    if (given.empty()) box.add(Vec3{});
    const Vec3 size = box.max - box.min;
    const double sizes[3] = {size.x, size.y, size.z}, origins[3] = {box.min.x, box.min.y, box.min.z};
    for (int k = 0; k < 3; ++k) axes_[k] = k;
    std::sort(axes_, axes_ + 3, [&](int a, int b) { return sizes[a] != sizes[b] ? sizes[a] < sizes[b] : a < b; });
    // Cubes that cannot be counted would be no use either.
    const double least = std::max({sizes[0], sizes[1], sizes[2]}) * 0x1p-20;
    inverse_size_ = 1 / std::max(cube_size, least);
    double cubes = 1;
    for (int k = 0; k < 3; ++k)
    {
        origin_[k] = origins[axes_[k]];
        counts_[k] = static_cast<std::int32_t>(sizes[axes_[k]] * inverse_size_) + 1;
        cubes *= counts_[k];
    }
    const double most = std::max(4.0 * static_cast<double>(given.size()), 64.0);
    const std::size_t bucket_count = std::bit_ceil(static_cast<std::size_t>(std::min(cubes, most)));
    is_shared_ = cubes > static_cast<double>(bucket_count);
    mask_ = bucket_count - 1;
    first_.assign(bucket_count + 1, 0);
}

void SpaceGrid::build(std::span<const SpaceBody> given, double cube_size, std::vector<std::uint32_t>& order)
{
    const std::size_t count = given.size();
    layOut(given, cube_size);
    given_cube_.resize(count);
    for (std::size_t i = 0; i < count; ++i)
    {
        given_cube_[i] = cubeAt(given[i].position);
        ++first_[bucket(given_cube_[i].along, given_cube_[i].row, given_cube_[i].layer)];
    }
    std::uint32_t sum = 0;
    for (std::uint32_t& first : first_) sum = std::exchange(first, sum) + sum;
    bodies.resize(count), cube_.resize(count), order.resize(count);
    for (std::size_t i = 0; i < count; ++i)
    {
        const Cube& at = given_cube_[i];
        const std::uint32_t to = first_[bucket(at.along, at.row, at.layer)]++;
        order[to] = static_cast<std::uint32_t>(i);
        bodies[to] = given[i];
        cube_[to] = at;
    }
    // Every entry now says where its bucket ends: shift them back by one.
    for (std::size_t at = first_.size() - 1; at > 0; --at) first_[at] = first_[at - 1];
    first_[0] = 0;
}

std::size_t SpaceGrid::memoryBytes() const
{
    return bodies.capacity() * sizeof(SpaceBody) + first_.capacity() * 4 +
           (cube_.capacity() + given_cube_.capacity()) * sizeof(Cube);
}

} // namespace clearway
