// SPDX-License-Identifier: MIT
// All pairs of discs that overlap, for any mix of sizes: agents are sorted into one grid for each power of two of the radius, and
// each looks into its own grid and those of larger discs, a few runs of cells each. O(n) where discs hardly overlap.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include <clearway/geometry/vec.h>
#include <clearway/guide/ground.h>

namespace clearway {

/// Overlaps of more than this count as contacts; metres.
inline constexpr double kContactDepth = 1e-4;

struct ContactCount
{
    std::uint64_t pairs = 0;         ///< that overlap by more than kContactDepth
    double max_overlap = 0;          ///< of all pairs, however small; metres
    double max_relative_overlap = 0; ///< overlap over the smaller radius
};

class ContactFinder
{
public:
    /// Agents whose position is not finite are left out.
    ContactCount find(std::span<const Vec2> positions, std::span<const double> radii, std::span<const Footing> footings);

private:
    struct Disc
    {
        Vec2 center;
        double radius = 0;
        std::uint32_t layer = 0;
    };
    /// The discs of one level, sorted by cell.
    struct Level
    {
        int exponent = 0; ///< radii are at most 2^exponent, and above half of that
        std::vector<Disc> given;
        std::vector<Disc> discs;
        std::vector<std::uint32_t> first; ///< of each cell, row by row, and one more
        std::vector<std::uint32_t> cell;  ///< of each given disc
        Vec2 origin;
        double cell_size = 1;
        double max_radius = 0;
        int columns = 1;
        int rows = 1;

        void sort();
        int columnOf(double x) const { return cellOf(x - origin.x, columns); }
        int rowOf(double y) const { return cellOf(y - origin.y, rows); }

    private:
        int cellOf(double offset, int count) const
        {
            const double at = offset / cell_size;
            return at > 0 ? (at < count ? static_cast<int>(at) : count - 1) : 0;
        }
    };

    Level& levelOf(double radius);
    static void countPairs(const Level& a, const Level& b, ContactCount& count);

    std::vector<Level> levels_; ///< smaller radii first; some may be empty
};

} // namespace clearway
