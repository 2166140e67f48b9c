// SPDX-License-Identifier: MIT
// Orders in which points near one another tend to follow one another.
// Based on: D. Hilbert. Ueber die stetige Abbildung einer Linie auf ein Flaechenstueck. 1891
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include <clearway/geometry/box.h>
#include <clearway/geometry/vec.h>

namespace clearway {

/// The Hilbert curve through the cells of a grid of 2^13 by 2^13 over the square around a box.
class HilbertCurve
{
public:
    explicit HilbertCurve(const Box2& box);

    /// Where along the curve p lies: below 2^26.
    std::uint32_t computeIndex(Vec2 p) const;

private:
    Vec2 corner_;
    double extent_;
};

/// Sorts the keys and answers with their lower 32 bits. Keys must differ.
std::vector<std::uint32_t> sortByKeys(std::vector<std::uint64_t>& keys);

/// The indices of the points along a Hilbert curve; points in one cell of it by index.
std::vector<std::uint32_t> computeHilbertOrder(std::span<const Vec2> points);

} // namespace clearway
