// SPDX-License-Identifier: MIT
#include "geometry/hex_lattice.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <clearway/base/random.h>
#include <tests/support/scale.h>

namespace clearway::test {

TEST(HexLattice, APointHasSixNeighboursAtTheDistanceOfTheSpacing)
{
    for (const double spacing : {0.3, 1.0, 17.0})
    {
        int neighbours = 0;
        for (int row = -3; row <= 3; ++row)
            for (int column = -5; column <= 5; ++column)
            {
                const double away = length(computeHexPoint(column, row, spacing)) / spacing;
                if (column == 0 && row == 0) continue;
                EXPECT_GT(away, 1 - 1e-12);
                if (away > 1 + 1e-12) continue;
                ++neighbours;
                EXPECT_EQ(std::abs(column) + std::abs(row) + std::abs(column + row), 2);
            }
        EXPECT_EQ(neighbours, 6);
    }
}

TEST(HexLattice, ABoxGetsEveryPointInItOnce)
{
    for (int seed = 0; seed < 200 * testScale(); ++seed)
    {
        Random random(static_cast<std::uint64_t>(seed));
        const double spacing = random.uniform(0.8, 3);
        const Vec2 origin = {random.uniform(-20, 20), random.uniform(-20, 20)};
        Box2 box;
        for (int i = 0; i < 2; ++i) box.add(Vec2{random.uniform(-10, 10), random.uniform(-10, 10)});
        std::vector<Vec2> found;
        forEachHexPoint(box, origin, spacing, [&](Vec2 p) {
            if (box.contains(p)) found.push_back(p);
        });
        // Brute force over the skewed numbering, which reaches far enough for an origin 30 m from the end of the box.
        std::size_t count = 0;
        for (int row = -50; row <= 50; ++row)
            for (int column = -80; column <= 80; ++column)
            {
                const Vec2 p = origin + computeHexPoint(column, row, spacing);
                if (!box.inflated(-1e-9).contains(p)) continue;
                ++count;
                ASSERT_EQ(std::count_if(found.begin(), found.end(), [&](Vec2 q) { return distance(p, q) < 1e-9; }), 1)
                    << "seed " << seed;
            }
        ASSERT_LE(count, found.size()) << "seed " << seed;
        ASSERT_LE(found.size() - count, 2u) << "seed " << seed; // on the border, but for rounding
    }
}

} // namespace clearway::test
