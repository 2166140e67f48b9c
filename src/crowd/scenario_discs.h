// SPDX-License-Identifier: MIT
// Discs that stand somewhere already, and whether another one would overlap them. For placing: any number, any mix of sizes, no
// bounds known in advance. Hashed grids, one for each power of two of the radius: a disc looks at few cells of each. O(1) in
// expectation to add and to ask, as long as the discs hardly overlap each other. A disc much larger than those of a level would
// meet more cells than the level has discs: then it looks at the discs. So a question never costs more than O(n).
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include <clearway/base/none.h>
#include <clearway/geometry/vec.h>
#include <clearway/guide/ground.h>

namespace clearway {

class DiscTable
{
public:
    /// For about so many discs; more are fine, only slower.
    explicit DiscTable(std::size_t expected_count);

    void add(Vec2 center, double radius, std::uint32_t layer);
    /// Whether a disc here would overlap one on the same layer; touching does not count.
    bool overlaps(Vec2 center, double radius, std::uint32_t layer) const;
    std::size_t size() const { return discs_.size(); }

private:
    static constexpr int kLevelCount = 64;
    struct Disc
    {
        Vec2 center;
        double radius = 0;
        std::uint32_t layer = 0;
        std::uint32_t next = 0;          ///< in the same bucket; kNone: the last
        std::uint32_t next_in_level = 0; ///< kNone: the last
    };
    struct Level
    {
        std::uint32_t first = kNone; ///< of its discs
        std::uint32_t count = 0;
    };

    std::size_t bucketOf(int level, std::int64_t column, std::int64_t row) const;
    bool overlapsInBucket(std::size_t bucket, Vec2 center, double radius, std::uint32_t layer) const;
    bool overlapsInLevel(int level, Vec2 center, double radius, std::uint32_t layer) const;

    std::vector<std::uint32_t> first_; ///< of each bucket; a power of two
    std::vector<Disc> discs_;
    std::array<Level, kLevelCount> level_discs_ = {};
    std::uint64_t levels_ = 0; ///< bit i: there are discs of level i
};

/// The same on any ground. On curved ground discs count as overlapping when they would seen from above, at about the same height:
/// two that overlap in space always do.
class GroundDiscs
{
public:
    /// `largest`: of all radii.
    GroundDiscs(const Ground& ground, double largest, std::size_t expected_count)
        : curved_(ground.curved()), slab_(4 * largest), discs_(expected_count)
    {
    }

    /// `layer` below 0: the only one.
    void add(Vec2 position, double radius, int layer);
    bool overlaps(Vec2 position, double radius, int layer) const;
    std::size_t size() const { return discs_.size(); }

private:
    const CurvedGround* curved_;
    double slab_; ///< height of a layer of curved ground; metres
    DiscTable discs_;
};

} // namespace clearway
