// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <clearway/clearance/intervals.h>

#include "tests/clearance/meshes.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

bool areEqual(std::span<const Interval> a, const std::vector<Interval>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

TEST(IntervalCache, AnswersAreTheFreeIntervalsWhetherCachedOrNot)
{
    for (std::uint64_t seed = 0; seed < 6 * static_cast<std::uint64_t>(test::testScale()); ++seed)
        for (const auto& named : test::buildVariousMeshes(seed))
        {
            if (named.mesh.portals().empty()) continue;
            const ClearanceMesh clearance = buildClearance(named.mesh).value();
            IntervalCache cache(clearance, {.capacity = 64}); // far too small: entries come and go
            Random random(seed);
            const double radii[] = {0, 0.1, 0.25, 0.5, 1};
            for (int i = 0; i < 2000; ++i)
            {
                const auto portal = static_cast<PortalId>(random.below(named.mesh.portals().size()));
                const double radius = radii[random.below(5)];
                ASSERT_TRUE(areEqual(cache.find(portal, radius), computeFreeIntervals(clearance, portal, radius)))
                    << named.name << " portal " << portal << " radius " << radius;
            }
            EXPECT_EQ(cache.hitCount() + cache.missCount(), 2000u);
        }
}

TEST(IntervalCache, ManyIntervalsOfOnePortalAreKeptInFull)
{
    // A portal along a row of spikes.
    PolygonMesh polygons;
    std::vector<VertexId> upper;
    polygons.vertices = {{{0, 0}, 0}, {{12, 0}, 0}, {{12, -3}, 0}, {{0, -3}, 0}, {{12, 5}, 0}};
    upper = {0, 1, 4};
    for (int i = 5; i >= 0; --i)
        for (const Vec2 p : {Vec2{2.0 * i + 1.2, 5}, Vec2{2.0 * i + 1, 0.3}, Vec2{2.0 * i + 0.8, 5}})
        {
            upper.push_back(static_cast<VertexId>(polygons.vertices.size()));
            polygons.vertices.push_back({p, 0});
        }
    upper.push_back(static_cast<VertexId>(polygons.vertices.size()));
    polygons.vertices.push_back({{0, 5}, 0});
    polygons.cells = {{3, 2, 1, 0}, upper};
    const ClearanceMesh clearance = buildClearance(buildNavMesh(polygons).value()).value();
    IntervalCache cache(clearance);
    for (int repeat = 0; repeat < 3; ++repeat)
        for (double radius : {0.35, 0.4, 0.5})
        {
            EXPECT_EQ(cache.find(0, radius).size(), 7u);
            EXPECT_TRUE(areEqual(cache.find(0, radius), computeFreeIntervals(clearance, 0, radius)));
        }
    EXPECT_EQ(cache.missCount(), 3u);
}

TEST(IntervalCache, StaysBoundedHoweverManyRadiiAreAsked)
{
    const ClearanceMesh clearance = buildClearance(buildNavMesh(buildScene("rooms").value()).value()).value();
    IntervalCache cache(clearance, {.capacity = 256});
    const auto ask = [&](int from, int to) {
        for (int i = from; i < to; ++i)
            for (PortalId portal = 0; portal < clearance.mesh().portals().size(); ++portal) cache.find(portal, 0.001 * i);
    };
    ask(0, 200);
    const std::size_t before = cache.memoryBytes(), mesh_before = clearance.memoryBytes();
    ask(200, 400);
    EXPECT_LE(cache.memoryBytes(), before + 4096);
    EXPECT_LT(cache.memoryBytes(), 256u * 256u);
    EXPECT_EQ(clearance.memoryBytes(), mesh_before);
}

TEST(IntervalCache, ASecondQuestionIsAHit)
{
    const ClearanceMesh clearance = buildClearance(buildNavMesh(buildScene("doors").value()).value()).value();
    IntervalCache cache(clearance);
    for (int pass = 0; pass < 3; ++pass)
        for (PortalId portal = 0; portal < clearance.mesh().portals().size(); ++portal) cache.find(portal, 0.2);
    EXPECT_EQ(cache.missCount(), clearance.mesh().portals().size());
    EXPECT_EQ(cache.hitCount(), 2 * clearance.mesh().portals().size());
}

TEST(IntervalCache, RadiiRoundedUpShareEntriesAndStaySafe)
{
    const ClearanceMesh clearance = buildClearance(buildNavMesh(buildScene("cross").value()).value()).value();
    IntervalCache cache(clearance, {.radius_step = 0.05});
    Random random(11);
    for (int i = 0; i < 20000; ++i)
    {
        const auto portal = static_cast<PortalId>(random.below(clearance.mesh().portals().size()));
        const double radius = random.uniform(0, 0.8);
        const auto exact = computeFreeIntervals(clearance, portal, radius);
        for (const Interval& interval : cache.find(portal, radius))
            ASSERT_TRUE(
                std::any_of(exact.begin(), exact.end(),
                            [&](const Interval& e) { return e.begin <= interval.begin + 1e-9 && interval.end <= e.end + 1e-9; }))
                << "portal " << portal << " radius " << radius;
    }
    EXPECT_LE(cache.missCount(), 17 * clearance.mesh().portals().size());
    EXPECT_GT(cache.hitCount(), 10000u);
    EXPECT_TRUE(areEqual(cache.find(0, 0.15), computeFreeIntervals(clearance, 0, std::ceil(0.15 / 0.05) * 0.05)));
}

TEST(IntervalCache, RadiiThatMakeNoSenseFindNothingAndAreNotKept)
{
    const ClearanceMesh clearance = buildClearance(buildNavMesh(buildScene("cross").value()).value()).value();
    for (double step : {0.0, 0.05})
    {
        IntervalCache cache(clearance, {.capacity = 0, .radius_step = step});
        for (double radius : {-1.0, std::nan(""), std::numeric_limits<double>::infinity()})
            EXPECT_TRUE(cache.find(0, radius).empty());
        EXPECT_EQ(cache.missCount(), 0u);
        EXPECT_TRUE(cache.find(0, 1e308).empty());
        EXPECT_EQ(cache.find(0, 0).size(), 1u);
        EXPECT_EQ(cache.find(0, -0.0).size(), 1u);
        EXPECT_EQ(cache.hitCount(), 1u);
    }
}

TEST(IntervalCache, MovesLikeAValue)
{
    const ClearanceMesh clearance = buildClearance(buildNavMesh(buildScene("cross").value()).value()).value();
    IntervalCache first(clearance);
    first.find(0, 0.1);
    IntervalCache second = std::move(first);
    EXPECT_EQ(second.missCount(), 1u);
    second.find(0, 0.1);
    EXPECT_EQ(second.hitCount(), 1u);
}

} // namespace
} // namespace clearway
