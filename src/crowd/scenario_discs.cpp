// SPDX-License-Identifier: MIT
#include "crowd/scenario_discs.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace clearway {

// Discs of level i have radii up to 2^(i - 31); smaller ones than 2^-31 m count as that large. The cells of a level are as wide
// as its largest disc, so that a disc of the same level looks at nine cells at most.
static int findLevel(double radius)
{
    int exponent = 0;
    std::frexp(radius, &exponent); // radius <= 2^exponent
    return std::clamp(exponent + 31, 0, 63);
}

static double computeLevelRadius(int level) { return std::ldexp(1.0, level - 31); }

static std::int64_t findCell(double position, double cell_size)
{
    // Far outside of any world cells may be shared: that costs time and changes no answer.
    return static_cast<std::int64_t>(std::clamp(std::floor(position / cell_size), -0x1p60, 0x1p60));
}

DiscTable::DiscTable(std::size_t expected_count)
    : first_(std::bit_ceil(std::max<std::size_t>(16, expected_count + expected_count / 2)), kNone)
{
    discs_.reserve(expected_count);
}

std::size_t DiscTable::bucketOf(int level, std::int64_t column, std::int64_t row) const
{
    std::uint64_t x = static_cast<std::uint64_t>(column) * 0x9e3779b97f4a7c15u;
    x ^= (static_cast<std::uint64_t>(row) + static_cast<std::uint64_t>(level)) * 0xc2b2ae3d27d4eb4fu;
    x = (x ^ (x >> 29)) * 0xbf58476d1ce4e5b9u;
    return static_cast<std::size_t>(x >> 32) & (first_.size() - 1);
}

void DiscTable::add(Vec2 center, double radius, std::uint32_t layer)
{
    const int level = findLevel(radius);
    const double cell_size = 2 * computeLevelRadius(level);
    const std::size_t bucket = bucketOf(level, findCell(center.x, cell_size), findCell(center.y, cell_size));
    Level& discs = level_discs_[static_cast<std::size_t>(level)];
    discs_.push_back({center, radius, layer, first_[bucket], discs.first});
    first_[bucket] = discs.first = static_cast<std::uint32_t>(discs_.size() - 1);
    ++discs.count;
    levels_ |= std::uint64_t{1} << level;
}

static bool doOverlap(Vec2 a, Vec2 b, double reach) { return distanceSq(a, b) < reach * reach; }

bool DiscTable::overlapsInBucket(std::size_t bucket, Vec2 center, double radius, std::uint32_t layer) const
{
    for (std::uint32_t k = first_[bucket]; k != kNone; k = discs_[k].next)
        if (const Disc& disc = discs_[k]; disc.layer == layer && doOverlap(disc.center, center, disc.radius + radius))
            return true;
    return false;
}

bool DiscTable::overlapsInLevel(int level, Vec2 center, double radius, std::uint32_t layer) const
{
    const Level& discs = level_discs_[static_cast<std::size_t>(level)];
    const double level_radius = computeLevelRadius(level);
    const double cell_size = 2 * level_radius;
    const double reach = radius + level_radius;
    const double cells_across = 2 * reach / cell_size + 2;
    if (cells_across * cells_across > discs.count + 16.0)
    {
        for (std::uint32_t k = discs.first; k != kNone; k = discs_[k].next_in_level)
            if (const Disc& disc = discs_[k]; disc.layer == layer && doOverlap(disc.center, center, disc.radius + radius))
                return true;
        return false;
    }
    const std::int64_t last_column = findCell(center.x + reach, cell_size);
    const std::int64_t last_row = findCell(center.y + reach, cell_size);
    for (std::int64_t row = findCell(center.y - reach, cell_size); row <= last_row; ++row)
        for (std::int64_t column = findCell(center.x - reach, cell_size); column <= last_column; ++column)
            if (overlapsInBucket(bucketOf(level, column, row), center, radius, layer)) return true;
    return false;
}

bool DiscTable::overlaps(Vec2 center, double radius, std::uint32_t layer) const
{
    for (std::uint64_t levels = levels_; levels != 0; levels &= levels - 1)
        if (overlapsInLevel(std::countr_zero(levels), center, radius, layer)) return true;
    return false;
}

/// Neighbouring numbers are neighbouring slabs.
static std::uint32_t findSlab(double height, double slab)
{
    return static_cast<std::uint32_t>(static_cast<std::int64_t>(std::floor(std::clamp(height / slab, -1e9, 1e9))));
}

void GroundDiscs::add(Vec2 position, double radius, int layer)
{
    if (!curved_) return discs_.add(position, radius, static_cast<std::uint32_t>(std::max(layer, 0)));
    const Vec3 place = curved_->computePose(position).position;
    discs_.add({place.x, place.y}, radius, findSlab(place.z, slab_));
}

bool GroundDiscs::overlaps(Vec2 position, double radius, int layer) const
{
    if (!curved_) return discs_.overlaps(position, radius, static_cast<std::uint32_t>(std::max(layer, 0)));
    const Vec3 place = curved_->computePose(position).position;
    const std::uint32_t slab = findSlab(place.z, slab_);
    for (const std::uint32_t near : {slab - 1, slab, slab + 1})
        if (discs_.overlaps({place.x, place.y}, radius, near)) return true;
    return false;
}

} // namespace clearway
