// SPDX-License-Identifier: MIT
// What is repaired is told, with its place.
#include <gtest/gtest.h>

#include <clearway/scene/scene.h>

namespace clearway {

namespace {

using Kind = SceneReport::Repair::Kind;

Ring square(double x, double y, double size) { return {{x, y}, {x + size, y}, {x + size, y + size}, {x, y + size}}; }

class SceneReporting : public testing::Test
{
protected:
    void build(Ring outline, std::vector<Ring> holes = {}, std::vector<Ring> obstacles = {})
    {
        SceneInput input;
        input.areas.push_back({{std::move(outline), {}}, {}, 0});
        for (Ring& hole : holes) input.areas[0].holes.push_back({std::move(hole), {}});
        for (Ring& ring : obstacles) input.obstacles.push_back({{std::move(ring), {}}, 0});
        build(input);
    }
    void build(const SceneInput& input)
    {
        const Result<Scene> scene = buildScene(input, &report_);
        ASSERT_TRUE(scene) << scene.error().message;
        EXPECT_EQ(verify(*scene), std::vector<std::string>{});
    }

    std::int64_t count(Kind kind) const { return report_.counts[static_cast<int>(kind)]; }

    /// There is one repair in all, and it is this.
    void expectOnly(Kind kind, std::int64_t ring, std::int64_t index, Vec2 position) const
    {
        ASSERT_EQ(report_.total(), 1) << report_.summary();
        const SceneReport::Repair& repair = report_.repairs[0];
        EXPECT_EQ(repair.kind, kind) << toString(repair.kind);
        EXPECT_EQ(repair.ring, ring);
        EXPECT_EQ(repair.index, index);
        EXPECT_EQ(repair.position, position);
    }

    SceneReport report_;
};

} // namespace

TEST_F(SceneReporting, CleanInputGivesAnEmptyReport)
{
    build({{0, 0}, {8, 0}, {8, 8}, {0, 8}, {0, 0}}, {{{2, 2}, {2, 4}, {4, 4}, {4, 2}}}, {square(5, 5, 1)});
    EXPECT_EQ(report_.total(), 0) << report_.summary();
    EXPECT_EQ(report_.summary(), "");
}

TEST_F(SceneReporting, ARepeatedPointIsNamed)
{
    build({{0, 0}, {8, 0}, {8, 0}, {8, 8}, {0, 8}});
    expectOnly(Kind::duplicate_point, 0, 2, {8, 0});
    EXPECT_EQ(report_.summary(), "1 duplicate point removed (ring 0, point 2 at (8, 0))\n");
}

TEST_F(SceneReporting, PointsNearerThanTheQuantumAreDuplicates)
{
    build({{0, 0}, {8, 0}, {8, 1e-12}, {8, 8}, {0, 8}});
    expectOnly(Kind::duplicate_point, 0, 2, {8, 1e-12});
}

TEST_F(SceneReporting, AStraightPointIsNamed)
{
    build({{0, 0}, {8, 0}, {8, 8}, {3, 8}, {0, 8}});
    expectOnly(Kind::collinear_point, 0, 3, {3, 8});
}

TEST_F(SceneReporting, ASpikeIsNamedByItsTip)
{
    build({{0, 0}, {8, 0}, {8, 8}, {12, 11}, {8, 8}, {0, 8}});
    expectOnly(Kind::spike, 0, 3, {12, 11});
}

TEST_F(SceneReporting, ARingTheWrongWayRoundIsNamed)
{
    build(square(0, 0, 8), {square(2, 2, 2)}, {square(5, 5, 1)});
    expectOnly(Kind::orientation, 1, 0, {2, 2});
}

TEST_F(SceneReporting, ABowTieCrossesItselfOnce)
{
    build({{0, 0}, {8, 8}, {8, 0}, {0, 8}});
    EXPECT_EQ(count(Kind::self_crossing), 1);
    EXPECT_EQ(report_.repairs.back().position, (Vec2{4, 4}));
}

TEST_F(SceneReporting, CrossingRingsAreCountedAtEachCrossing)
{
    build(square(0, 0, 8), {}, {square(6, 3, 4)});
    EXPECT_EQ(count(Kind::crossing_rings), 2);
    EXPECT_EQ(report_.total(), 2) << report_.summary();
}

TEST_F(SceneReporting, AVertexOnAnEdgeOfAnotherRingIsATouch)
{
    build(square(0, 0, 8), {{{3, 3}, {0, 4}, {3, 5}}});
    expectOnly(Kind::touching_rings, 1, 1, {0, 4});
}

TEST_F(SceneReporting, AVertexJustOffAnEdgeIsASliver)
{
    // The quantum q of 8 m is 2^-27. Six quanta right of x = 3, where the slanted edge is at 7.625, it is 3/4 q lower.
    const double q = 0x1p-27;
    build({{0, 0}, {8, 0}, {8, 7}, {0, 8}}, {{{1, 1}, {3 + 6 * q, 7.625 - q}, {3, 1}}});
    expectOnly(Kind::snapped_sliver, 1, 1, {3 + 6 * q, 7.625 - q});
}

TEST_F(SceneReporting, ARingWithoutAreaVanishes)
{
    build(square(0, 0, 8), {{{1, 1}, {2, 2}, {3, 3}, {2, 2}}});
    EXPECT_EQ(count(Kind::vanished_ring), 1);
}

TEST_F(SceneReporting, RingsWithoutEffectAreNamed)
{
    build(square(0, 0, 8), {}, {square(1, 1, 4), square(2, 2, 1), square(50, 50, 1)});
    EXPECT_EQ(count(Kind::covered_ring), 2);
    EXPECT_EQ(report_.total(), 2) << report_.summary();
}

TEST_F(SceneReporting, ACommonEdgeIsAnOverlap)
{
    SceneInput input;
    input.areas.push_back({{square(0, 0, 4), {}}, {}, 0});
    input.areas.push_back({{square(4, 0, 4), {}}, {}, 0});
    build(input);
    EXPECT_GE(count(Kind::crossing_rings), 1);
}

TEST_F(SceneReporting, EveryRepairIsCountedButOnlyAThousandAreListed)
{
    Ring ring = square(0, 0, 8);
    for (int i = 0; i < 5000; ++i) ring.push_back({0, 8});
    build(ring);
    EXPECT_EQ(count(Kind::duplicate_point), 5000);
    EXPECT_EQ(report_.repairs.size(), SceneReport::kMaxListed);
    EXPECT_EQ(report_.summary(), "5000 duplicate points removed (first: ring 0, point 4 at (0, 8))\n");
}

TEST_F(SceneReporting, TheFirstOfAKindIsListedHoweverManyOthersCameBefore)
{
    Ring ring = square(0, 0, 8);
    for (int i = 0; i < 5000; ++i) ring.push_back({0, 8});
    build(ring, {}, {square(50, 50, 1)});
    EXPECT_EQ(report_.repairs.size(), SceneReport::kMaxListed + 1);
    EXPECT_EQ(report_.repairs.back().kind, Kind::covered_ring);
}

TEST_F(SceneReporting, RingsThatMeetAtAVertexOfBothTouchThere)
{
    build({{0, 0}, {4, 0}, {8, 0}, {8, 8}, {0, 8}}, {{{4, 0}, {2, 4}, {6, 4}}});
    expectOnly(Kind::touching_rings, 0, 1, {4, 0});
}

TEST_F(SceneReporting, EveryKindHasANameAndASentence)
{
    for (int kind = 0; kind < SceneReport::Repair::kKindCount; ++kind)
    {
        SceneReport report;
        report.add({static_cast<Kind>(kind), 1, 2, {3, 4}});
        EXPECT_STRNE(toString(static_cast<Kind>(kind)), "unknown");
        EXPECT_NE(report.summary().find("ring 1, point 2 at (3, 4)"), std::string::npos);
    }
}

} // namespace clearway
