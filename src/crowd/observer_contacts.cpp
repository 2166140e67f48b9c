// SPDX-License-Identifier: MIT
#include "crowd/observer_contacts.h"

#include <algorithm>
#include <cmath>

#include <clearway/geometry/box.h>

namespace clearway {

ContactFinder::Level& ContactFinder::levelOf(double radius)
{
    int exponent = 0;
    std::frexp(radius, &exponent);
    for (Level& level : levels_)
        if (level.exponent == exponent) return level;
    const auto after = std::find_if(levels_.begin(), levels_.end(), [=](const Level& l) { return l.exponent > exponent; });
    Level& level = *levels_.insert(after, Level());
    level.exponent = exponent;
    return level;
}

void ContactFinder::Level::sort()
{
    Box2 box;
    max_radius = 0;
    for (const Disc& disc : given)
    {
        box.add(disc.center);
        max_radius = std::max(max_radius, disc.radius);
    }
    discs.resize(given.size());
    if (given.empty()) return;
    // A cell is at least as wide as the largest disc; there are not many more cells than discs.
    const auto count = static_cast<double>(given.size());
    const Vec2 size = box.size();
    cell_size = std::max({2 * max_radius, std::sqrt(size.x / count * size.y), size.x / count, size.y / count});
    origin = box.min;
    columns = static_cast<int>(size.x / cell_size) + 1;
    rows = static_cast<int>(size.y / cell_size) + 1;

    const std::size_t cell_count = static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
    first.assign(cell_count + 2, 0);
    cell.resize(given.size());
    for (std::size_t k = 0; k < given.size(); ++k)
    {
        const Vec2 p = given[k].center;
        cell[k] = static_cast<std::uint32_t>(rowOf(p.y)) * static_cast<std::uint32_t>(columns) +
                  static_cast<std::uint32_t>(columnOf(p.x));
        ++first[cell[k] + 2];
    }
    // first[c + 1] counts up to the end of cell c while the discs are put in: afterwards it is where the next cell begins.
    for (std::size_t c = 2; c < first.size(); ++c) first[c] += first[c - 1];
    for (std::size_t k = 0; k < given.size(); ++k) discs[first[cell[k] + 1]++] = given[k];
}

void ContactFinder::countPairs(const Level& a, const Level& b, ContactCount& count)
{
    for (std::size_t i = 0; i < a.discs.size(); ++i)
    {
        const Disc& disc = a.discs[i];
        const double reach = disc.radius + b.max_radius;
        const int first_column = b.columnOf(disc.center.x - reach);
        const int last_column = b.columnOf(disc.center.x + reach);
        const int last_row = b.rowOf(disc.center.y + reach);
        // Within one level every pair is seen from both sides: the later one looks back.
        const std::size_t end = &a == &b ? i : b.discs.size();
        for (int row = b.rowOf(disc.center.y - reach); row <= last_row; ++row)
        {
            const std::size_t base = static_cast<std::size_t>(row) * static_cast<std::size_t>(b.columns);
            const std::size_t last = std::min<std::size_t>(b.first[base + static_cast<std::size_t>(last_column) + 1], end);
            for (std::size_t j = b.first[base + static_cast<std::size_t>(first_column)]; j < last; ++j)
            {
                const Disc& other = b.discs[j];
                const double sum = disc.radius + other.radius;
                const double distance_sq = distanceSq(disc.center, other.center);
                if (distance_sq >= sum * sum || disc.layer != other.layer) continue;
                const double overlap = sum - std::sqrt(distance_sq);
                count.pairs += overlap > kContactDepth;
                count.max_overlap = std::max(count.max_overlap, overlap);
                count.max_relative_overlap = std::max(count.max_relative_overlap, overlap / std::min(disc.radius, other.radius));
            }
        }
    }
}

ContactCount ContactFinder::find(std::span<const Vec2> positions, std::span<const double> radii,
                                 std::span<const Footing> footings)
{
    for (Level& level : levels_) level.given.clear();
    Level* level = nullptr;
    double level_radius = 0; // of the last agent: mostly the next one has the same
    for (std::size_t i = 0; i < positions.size(); ++i)
    {
        if (!isFinite(positions[i])) continue;
        if (!level || radii[i] != level_radius) level = &levelOf(level_radius = radii[i]);
        level->given.push_back({positions[i], radii[i], footings[i].layer});
    }
    for (Level& l : levels_) l.sort();
    ContactCount count;
    for (std::size_t a = 0; a < levels_.size(); ++a)
        for (std::size_t b = a; b < levels_.size(); ++b)
            if (!levels_[b].discs.empty()) countPairs(levels_[a], levels_[b], count);
    return count;
}

} // namespace clearway
