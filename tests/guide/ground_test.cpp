// SPDX-License-Identifier: MIT
// Ground on a navigation mesh: discs stay in free space whatever is asked for, and all that is said about footings is true.
#include <cstring>
#include <limits>

#include <clearway/geometry/predicates.h>

#include "guide/navmesh_world.h"
#include "tests/guide/support.h"

namespace clearway {
namespace {

using test::buildBuiltInMesh;
using test::buildSquareMesh;
using test::GuideWorld;
using test::testScale;

std::vector<GuideWorld> buildWorlds()
{
    std::vector<GuideWorld> worlds;
    for (const char* name : {"rooms", "ill_conditioned", "maze"}) worlds.emplace_back(name, buildBuiltInMesh(name));
    worlds.emplace_back("relaxed rooms", buildBuiltInMesh("rooms", {.relaxation = 0.5}));
    worlds.emplace_back("triangles", buildBuiltInMesh("cross", {.decomposition = NavMeshOptions::Decomposition::triangulation}));
    worlds.emplace_back("squares", buildSquareMesh(5, 9, 7));
    for (const auto scene : {test::PathSceneKind::slivers, test::PathSceneKind::touching, test::PathSceneKind::far})
        for (const auto mesh : {test::PathMeshKind::imported, test::PathMeshKind::flipped})
            worlds.emplace_back(std::string(toString(scene)) + " " + toString(mesh),
                                buildPathMesh(makePathScene(scene, 3, 8), mesh, 3));
    return worlds;
}

/// What a disc may be too near by: two quanta, or the rounding of moves where that is more.
double computeTolerance(const GuideWorld& world)
{
    const Box2 bounds = world.mesh.bounds();
    const double largest =
        std::max({std::abs(bounds.min.x), std::abs(bounds.min.y), std::abs(bounds.max.x), std::abs(bounds.max.y)});
    return std::max(2 * world.quantum(), world.quantum() + 2 * kDiscMoveToleranceUlps * largest * 0x1p-52);
}

void expectTrueFooting(const GuideWorld& world, Vec2 position, double radius, const Footing& footing)
{
    ASSERT_LT(footing.face, world.mesh.cells().size());
    EXPECT_TRUE(oracle::doesCellContain(world.mesh, footing.face, position)) << world.name;
    const double gap = oracle::computeWallDistance(world.mesh, position) - radius;
    EXPECT_LE(static_cast<double>(footing.wall_room), std::max(0.0, gap)) << world.name;
    if (footing.face_room == 0) return;
    double border = std::numeric_limits<double>::infinity();
    const auto count = static_cast<std::uint32_t>(world.mesh.sides(footing.face).size());
    for (std::uint32_t i = 0; i < count; ++i)
        border = std::min(border, oracle::computeDistance(position, Segment{world.mesh.corner(footing.face, i),
                                                                            world.mesh.corner(footing.face, (i + 1) % count)}));
    EXPECT_LE(static_cast<double>(footing.face_room), border) << world.name;
}

/// A random walk of moves, most of them small, some across the whole world.
template <typename Check>
void moveAbout(const GuideWorld& world, std::uint64_t seed, int count, const Check& check)
{
    Random random(seed, 9);
    const double radius = random.below(8) == 0 ? 0 : random.uniform(0.05, 0.6);
    Vec2 position;
    if (!world.ground().findRandomPoint(seed, 0, radius, kNone, position)) return;
    const Ground::Standing standing = world.ground().stand(position, radius, -1);
    ASSERT_TRUE(standing);
    Footing footing = standing.footing;
    const double size = length(world.mesh.bounds().size());
    Vec2 heading = {random.uniform(-1, 1), random.uniform(-1, 1)};
    for (int i = 0; i < count; ++i)
    {
        if (random.below(10) == 0) heading = {random.uniform(-1, 1), random.uniform(-1, 1)};
        const double reach = random.below(20) == 0 ? random.uniform(0, size) : random.uniform(0, 0.3);
        Vec2 target = position + heading * reach;
        if (random.below(50) == 0) // to a corner of a cell, to the bit
            target =
                world.mesh.corner(footing.face, static_cast<std::uint32_t>(random.below(world.mesh.sides(footing.face).size())));
        const Vec2 before = position;
        const Footing before_footing = footing;
        world.ground().move({{&position, 1}, {&target, 1}, {&radius, 1}, {&footing, 1}});
        check(before, before_footing, target, radius, position, footing);
        if (testing::Test::HasFailure()) return;
    }
}

TEST(NavMeshGround, KeepsEveryDiscOffTheWallsHoweverItIsMoved)
{
    for (const GuideWorld& world : buildWorlds())
        for (int seed = 0; seed < 20 * testScale(); ++seed)
        {
            SCOPED_TRACE(world.name + " seed " + std::to_string(seed));
            moveAbout(world, static_cast<std::uint64_t>(seed), 400,
                      [&](Vec2, const Footing&, Vec2, double radius, Vec2 after, const Footing& footing) {
                          ASSERT_TRUE(isFinite(after));
                          EXPECT_GE(oracle::computeWallDistance(world.mesh, after), radius - computeTolerance(world));
                          expectTrueFooting(world, after, radius, footing);
                      });
            if (HasFailure()) return;
        }
}

TEST(NavMeshGround, MovesJustAsTheExactQueryDoes)
{
    for (const GuideWorld& world : buildWorlds())
    {
        const NavMeshWorld inside(world.clearance);
        NavMeshQuery query(world.mesh);
        int free_count = 0;
        int other_count = 0;
        for (int seed = 0; seed < 20 * testScale(); ++seed)
            moveAbout(world, static_cast<std::uint64_t>(seed), 300,
                      [&](Vec2 before, const Footing& from, Vec2 target, double radius, Vec2 after, const Footing& footing) {
                          const Place place = query.moveDiscAlong({before, from.face}, target, inside.moveRadius(radius));
                          EXPECT_EQ(place.position, after) << world.name << " seed " << seed;
                          EXPECT_EQ(place.cell, footing.face) << world.name << " seed " << seed;
                          const bool is_free = query.isCapsuleFree({before, from.face}, target, radius);
                          EXPECT_TRUE(!is_free || after == target) << world.name << " seed " << seed;
                          ++(is_free ? free_count : other_count);
                      });
        EXPECT_GT(free_count, 100) << world.name;
        EXPECT_GT(other_count, 100) << world.name;
    }
}

TEST(NavMeshGround, DoesNotLetDiscsDriftIntoWallsOverManyMoves)
{
    const GuideWorld world("rooms", buildBuiltInMesh("rooms"));
    Random random(4, 4);
    double radius = 0.3;
    Vec2 position;
    ASSERT_TRUE(world.ground().findRandomPoint(1, 1, radius, kNone, position));
    Footing footing = world.ground().stand(position, radius, -1).footing;
    Vec2 heading = {0.1, 0.02};
    for (int i = 0; i < 20000; ++i)
    {
        if (i % 100 == 0) heading = {random.uniform(-0.2, 0.2), random.uniform(-0.2, 0.2)};
        const Vec2 target = position + heading;
        world.ground().move({{&position, 1}, {&target, 1}, {&radius, 1}, {&footing, 1}});
        ASSERT_GE(oracle::computeWallDistance(world.mesh, position), radius - 2 * world.quantum()) << i;
    }
}

TEST(NavMeshGround, LeavesDiscsThatAreTooNearToAWallNoNearer)
{
    const GuideWorld world("square", buildNavMesh(test::makeWktScene("POLYGON((0 0,10 0,10 10,0 10))")).value());
    Vec2 position{0.1, 5};
    const double radius = 0.5;
    Footing footing;
    footing.face = findPlace(world.mesh, position).cell;
    for (const Vec2 target : {Vec2{-1, 6}, Vec2{0.05, 7}, Vec2{0.1, 3}})
    {
        world.ground().move({{&position, 1}, {&target, 1}, {&radius, 1}, {&footing, 1}});
        EXPECT_NEAR(position.x, 0.1, 1e-6);
        EXPECT_NEAR(position.y, target.y, 1e-6);
    }
    const Vec2 away{0.3, 3};
    world.ground().move({{&position, 1}, {&away, 1}, {&radius, 1}, {&footing, 1}});
    EXPECT_EQ(position, away);
}

TEST(NavMeshGround, StaysWhereItIsWhenTheTargetIsNoPoint)
{
    const GuideWorld world("rooms", buildBuiltInMesh("rooms"));
    const double radius = 0.2;
    Vec2 position;
    ASSERT_TRUE(world.ground().findRandomPoint(1, 1, radius, kNone, position));
    const Vec2 before = position;
    Footing footing = world.ground().stand(position, radius, -1).footing;
    for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    {
        const Vec2 target{bad, 1};
        world.ground().move({{&position, 1}, {&target, 1}, {&radius, 1}, {&footing, 1}});
        EXPECT_EQ(position, before);
    }
}

TEST(NavMeshGround, FindsTheWallsThatFaceAnAgentAndNoOthers)
{
    for (const GuideWorld& world : buildWorlds())
    {
        Random random(2, 8);
        WallList list;
        for (int i = 0; i < 200 * testScale(); ++i)
        {
            Vec2 p;
            if (!world.ground().findRandomPoint(3, static_cast<std::uint64_t>(i), 0, kNone, p)) continue;
            const Footing footing = world.ground().stand(p, 0, -1).footing;
            const auto range = static_cast<float>(random.below(2) == 0 ? random.uniform(0, 2) : random.uniform(0, 9));
            world.ground().findWalls({&p, 1}, {&footing, 1}, {&range, 1}, list);
            std::vector<Wall> expected;
            bool is_on_the_edge = false;
            for (const NavMesh::Obstacle& obstacle : world.mesh.obstacles())
            {
                const Segment& s = obstacle.segment;
                const double gap = oracle::computeDistance(p, s);
                is_on_the_edge |= std::abs(gap - static_cast<double>(range)) < 1e-9 * (1 + length(p));
                if (gap <= static_cast<double>(range) && computeOrientation(s.a, s.b, p) >= 0)
                    expected.push_back({static_cast<float>(s.a.x - p.x), static_cast<float>(s.a.y - p.y),
                                        static_cast<float>(s.b.x - p.x), static_cast<float>(s.b.y - p.y)});
            }
            if (is_on_the_edge) continue;
            ASSERT_EQ(list.first.size(), 2u);
            ASSERT_EQ(list.first[1], expected.size()) << world.name << " " << i << " range " << range;
            ASSERT_EQ(list.walls.size(), expected.size());
            EXPECT_TRUE(expected.empty() || std::memcmp(list.walls.data(), expected.data(), expected.size() * sizeof(Wall)) == 0);
        }
    }
}

TEST(NavMeshGround, KnowsHowFarTheNearestWallIs)
{
    for (const GuideWorld& world : buildWorlds())
        for (std::uint64_t i = 0; i < 100; ++i)
        {
            Vec2 p;
            if (!world.ground().findRandomPoint(5, i, 0, kNone, p)) continue;
            const Footing footing = world.ground().stand(p, 0, -1).footing;
            const double truth = oracle::computeWallDistance(world.mesh, p);
            const double tolerance = 1e-12 * (1 + length(p));
            EXPECT_NEAR(world.ground().computeWallDistance(p, footing, 1e9), truth, tolerance) << world.name;
            EXPECT_EQ(world.ground().computeWallDistance(p, footing, truth / 2), std::numeric_limits<double>::infinity());
        }
}

TEST(NavMeshGround, SaysWhyADiscCannotStandSomewhereAndWhereItCould)
{
    const GuideWorld world("square",
                           buildNavMesh(test::makeWktScene("POLYGON((0 0,10 0,10 10,0 10),(4 4,4 6,6 6,6 4))")).value());
    const Ground& ground = world.ground();
    EXPECT_TRUE(ground.stand({0.5, 0.5}, 0.5, -1)) << "touching is standing";
    const Ground::Standing tight = ground.stand({0.3, 5}, 0.5, -1);
    EXPECT_EQ(tight.problem, Ground::Standing::Problem::too_tight);
    ASSERT_TRUE(tight.has_suggestion);
    EXPECT_NEAR(distance(tight.suggestion, Vec2{0.5, 5}), 0, 1e-6);
    const Ground::Standing outside = ground.stand({5, 4.5}, 0.5, -1);
    EXPECT_EQ(outside.problem, Ground::Standing::Problem::outside);
    ASSERT_TRUE(outside.has_suggestion);
    EXPECT_NEAR(distance(outside.suggestion, Vec2{5, 3.5}), 0, 1e-6);
    EXPECT_FALSE(ground.stand({5, 2}, 3, -1).has_suggestion) << "there is no room for it anywhere";
    EXPECT_EQ(ground.stand({std::numeric_limits<double>::quiet_NaN(), 2}, 0.1, -1).problem, Ground::Standing::Problem::outside);
    EXPECT_EQ(ground.stand({5, 2}, 0.1, 7).problem, Ground::Standing::Problem::outside) << "there is no such layer";
}

TEST(NavMeshGround, RecognisesFootingsThatMakeNoSense)
{
    const GuideWorld world("rooms", buildBuiltInMesh("rooms"));
    Vec2 p;
    ASSERT_TRUE(world.ground().findRandomPoint(1, 1, 0.5, kNone, p));
    const Footing footing = world.ground().stand(p, 0.5, -1).footing;
    EXPECT_TRUE(world.ground().isOn(p, footing));
    Footing wrong = footing;
    wrong.face = kNone;
    EXPECT_FALSE(world.ground().isOn(p, wrong));
    wrong = footing;
    wrong.layer = 3;
    EXPECT_FALSE(world.ground().isOn(p, wrong));
    wrong = footing;
    wrong.wall_room = 100;
    EXPECT_FALSE(world.ground().isOn(p, wrong)) << "more room than there is";
    wrong = footing;
    wrong.face_room = std::numeric_limits<float>::quiet_NaN();
    EXPECT_FALSE(world.ground().isOn(p, wrong));
}

TEST(NavMeshGround, IsTheSameForTheSameMesh)
{
    const GuideWorld first("rooms", buildBuiltInMesh("rooms"));
    const GuideWorld second("rooms", buildBuiltInMesh("rooms"));
    const GuideWorld other("cross", buildBuiltInMesh("cross"));
    EXPECT_EQ(first.ground().computeHash(), second.ground().computeHash());
    EXPECT_NE(first.ground().computeHash(), other.ground().computeHash());
    EXPECT_EQ(first.ground().bounds(), first.mesh.bounds());
    EXPECT_EQ(first.ground().layerCount(), 1);
}

} // namespace
} // namespace clearway
