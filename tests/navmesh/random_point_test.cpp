// SPDX-License-Identifier: MIT
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include <clearway/navmesh/query.h>

#include "tests/navmesh/random_mesh.h"
#include "tests/oracle/navmesh_oracle.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

using test::buildRandomMesh;

/// How far counts are from what was expected, in standard deviations of chi-square (by its normal approximation).
double computeChiSquareDeviation(const std::vector<double>& counts, const std::vector<double>& expected)
{
    double sum = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) sum += (counts[i] - expected[i]) * (counts[i] - expected[i]) / expected[i];
    const double freedom = static_cast<double>(counts.size()) - 1;
    return (sum - freedom) / std::sqrt(2 * freedom);
}

TEST(RandomPoint, CellsAreHitInProportionToTheirArea)
{
    for (std::uint64_t seed = 0; seed < 8; ++seed)
    {
        const NavMesh mesh = buildRandomMesh(seed);
        NavMeshQuery query(mesh);
        const int count = 400 * static_cast<int>(mesh.cells().size());
        std::vector<double> counts(mesh.cells().size(), 0), expected;
        for (CellId c = 0; c < mesh.cells().size(); ++c) expected.push_back(count * mesh.area(c) / mesh.area());
        for (int i = 0; i < count; ++i)
        {
            const Place place = query.findRandomPoint({.seed = seed, .index = static_cast<std::uint64_t>(i)});
            ASSERT_TRUE(place);
            ASSERT_TRUE(oracle::doesCellContain(mesh, place.cell, place.position));
            ++counts[place.cell];
        }
        EXPECT_LT(std::abs(computeChiSquareDeviation(counts, expected)), 4.5) << "seed " << seed;
    }
}

TEST(RandomPoint, PointsAreUniformInsideACellConvexOrNot)
{
    // An L of three unit squares as one cell; each is looked at in sixteen parts.
    PolygonMesh polygons;
    polygons.vertices = {{{0, 0}}, {{2, 0}}, {{2, 1}}, {{1, 1}}, {{1, 2}}, {{0, 2}}};
    polygons.cells = {{0, 1, 2, 3, 4, 5}};
    const NavMesh mesh = buildNavMesh(polygons).value();
    NavMeshQuery query(mesh);
    std::vector<double> counts(64, 0);
    const int count = 48000;
    for (int i = 0; i < count; ++i)
    {
        const Vec2 p = query.findRandomPoint({.seed = 5, .index = static_cast<std::uint64_t>(i)}).position;
        ++counts[static_cast<std::size_t>(p.x * 4) + 8 * static_cast<std::size_t>(p.y * 4)];
    }
    std::vector<double> inside, expected;
    for (std::size_t i = 0; i < counts.size(); ++i)
    {
        if (i % 8 >= 4 && i / 8 >= 4)
            EXPECT_EQ(counts[i], 0);
        else
            inside.push_back(counts[i]);
    }
    expected.assign(inside.size(), count / 48.0);
    EXPECT_LT(std::abs(computeChiSquareDeviation(inside, expected)), 4.5);
}

TEST(RandomPoint, ASeedAndAnIndexGiveOnePointWhoeverAsks)
{
    const NavMesh mesh = buildRandomMesh(4);
    NavMeshQuery first(mesh), second(mesh);
    first.findRandomPoint({.seed = 1, .index = 7});
    EXPECT_EQ(first.findRandomPoint({.seed = 3, .index = 2}), second.findRandomPoint({.seed = 3, .index = 2}));
    EXPECT_NE(first.findRandomPoint({.seed = 3, .index = 2}), second.findRandomPoint({.seed = 3, .index = 3}));
    EXPECT_NE(first.findRandomPoint({.seed = 3, .index = 2}), second.findRandomPoint({.seed = 4, .index = 2}));
}

TEST(RandomPoint, KeepsItsRadiusAndItsComponent)
{
    int found = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed)
    {
        const NavMesh mesh = buildRandomMesh(seed);
        NavMeshQuery query(mesh);
        for (std::uint32_t component = 0; component < mesh.componentCount(); ++component)
            for (std::uint64_t i = 0; i < 20; ++i)
            {
                const Place place = query.findRandomPoint({.seed = seed, .index = i, .radius = 0.25, .component = component});
                if (!place) break;
                ++found;
                ASSERT_EQ(mesh.cells()[place.cell].component, component);
                ASSERT_GE(oracle::computeWallDistance(mesh, place.position), 0.25 - 1e-9);
            }
        ASSERT_FALSE(query.findRandomPoint({.component = mesh.componentCount()}));
        ASSERT_FALSE(query.findRandomPoint({.radius = 1000}));
    }
    EXPECT_GT(found, 300);
}

} // namespace
} // namespace clearway
