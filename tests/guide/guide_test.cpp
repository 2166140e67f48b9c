// SPDX-License-Identifier: MIT
// Guides: answers are functions of the question alone, however it is asked and whatever was remembered.
#include <cstring>
#include <limits>
#include <thread>

#include <clearway/base/log.h>
#include <clearway/plan.h>

#include "guide/path_store.h"
#include "tests/guide/walkers.h"
#include "tests/support/count_allocations.h"

namespace clearway {
namespace {

using test::buildBuiltInMesh;
using test::expectSame;
using test::GuideWorld;
using test::testScale;
using test::Walkers;

constexpr NavMeshGuide kGuides[] = {NavMeshGuide::lanes,   NavMeshGuide::exact,  NavMeshGuide::simple, NavMeshGuide::farthest,
                                    NavMeshGuide::nearest, NavMeshGuide::centre, NavMeshGuide::path};

TEST(NavMeshGuides, OnAMeshWithoutClearanceTheWorldIsEmptyAndTheLogSaysWhy)
{
    // Two layers that meet, as an imported mesh may have them.
    PolygonMesh polygons;
    for (const Vec2 p : {Vec2{0, 0}, {1, 0}, {2, 0}, {0, 1}, {1, 1}, {2, 1}}) polygons.vertices.push_back({p, 0});
    polygons.cells = {{0, 1, 4, 3}, {1, 2, 5, 4}};
    polygons.layers = {0, 7};
    static std::string said;
    said.clear();
    const LogHook before = setLogHook([](LogLevel, std::string_view message) { said = message; });
    const World world = onNavMesh(buildNavMesh(polygons).value());
    setLogHook(before);
    EXPECT_FALSE(world);
    EXPECT_NE(said.find("layers 0 and 7"), std::string::npos) << said;
    polygons.layers = {0, 0};
    EXPECT_TRUE(onNavMesh(buildNavMesh(polygons).value()));
}

// ---- every guide over a plane

struct GuideCase
{
    std::string guide;
    PlannerOptions options = {};
};

std::ostream& operator<<(std::ostream& out, const GuideCase& c) { return out << c.guide; }

/// `but`: those for which something does not hold.
std::vector<GuideCase> listGuides(std::initializer_list<std::string_view> but = {})
{
    const PlannerParts plane = {.scene = test::makeTwoRooms()};
    std::vector<GuideCase> cases;
    for (const PlannerKind& kind : planners())
        for (const std::string& guide : kind.guides)
            if (kind.can_use(plane)) cases.push_back({guide});
    cases.push_back({"corridor", {{"side", 0.7}, {"way_count", 3}}});
    std::erase_if(cases, [&](const GuideCase& c) { return std::ranges::find(but, c.guide) != but.end(); });
    return cases;
}

class EveryGuide : public testing::TestWithParam<GuideCase>
{
protected:
    GuideWorld build(const std::string& scene) const { return build(scene, buildScene(scene).value()); }
    GuideWorld build(const std::string& name, const Scene& scene) const
    {
        return {name, scene, GetParam().guide, GetParam().options};
    }
    bool is(std::string_view guide) const { return GetParam().guide == guide; }
};

/// A field allocates for every new goal, the published search for every path.
class GuideWithoutAllocations : public EveryGuide
{
};
/// A field leads to the free cell nearest to a goal in a wall.
class GuideToTheGoal : public EveryGuide
{
};
/// Straight ahead walls are in the way of an agent that touches them.
class GuideAlongPaths : public EveryGuide
{
};

const auto nameCase = [](const auto& test) {
    return test.param.guide + (test.param.options.empty() ? "" : "_" + test.param.options.front().name);
};
INSTANTIATE_TEST_SUITE_P(Planar, EveryGuide, testing::ValuesIn(listGuides()), nameCase);
INSTANTIATE_TEST_SUITE_P(Planar, GuideWithoutAllocations, testing::ValuesIn(listGuides({"field", "published"})), nameCase);
INSTANTIATE_TEST_SUITE_P(Planar, GuideToTheGoal, testing::ValuesIn(listGuides({"field"})), nameCase);
INSTANTIATE_TEST_SUITE_P(Planar, GuideAlongPaths, testing::ValuesIn(listGuides({"straight"})), nameCase);

TEST_P(EveryGuide, AnswersTheSameWhateverItRemembers)
{
    const GuideWorld world = build("maze");
    Walkers remembered(world, 40);
    Walkers forgetful(world, 40);
    Random random(3, 3);
    const std::uint64_t ticks = is("field") ? 40 : 200;
    for (; remembered.tick < ticks; ++remembered.tick, ++forgetful.tick)
    {
        if (random.below(2) == 0) forgetful.forgetAll();
        remembered.step(0, remembered.ids.size(), 64);
        forgetful.step(0, forgetful.ids.size(), 64);
        // Now and then everybody is carried a little off its way, to the same place in both worlds.
        for (std::size_t i = 0; remembered.tick % 16 == 15 && i < remembered.ids.size(); ++i)
        {
            const Vec2 aside{random.uniform(-1, 1), random.uniform(-1, 1)};
            for (Walkers* walkers : {&remembered, &forgetful})
            {
                const Vec2 target = walkers->positions[i] + aside;
                world.ground().move({std::span(walkers->positions).subspan(i, 1),
                                     {&target, 1},
                                     std::span(walkers->radii).subspan(i, 1),
                                     std::span(walkers->footings).subspan(i, 1)});
            }
        }
        expectSame(remembered, forgetful);
        if (HasFailure()) return;
    }
}

TEST_P(EveryGuide, AnswersTheSameInBatchesOfAnySizeAndOnAnyThread)
{
    const GuideWorld world = build("rooms");
    Walkers together(world, 200);
    Walkers apart(world, 200);
    const std::size_t count = together.ids.size();
    const std::uint64_t ticks = is("field") ? 4 : 60;
    for (; together.tick < ticks; ++together.tick, ++apart.tick)
    {
        together.step(0, count, count);
        std::vector<std::thread> threads;
        for (std::size_t i = 0; i < 4; ++i) threads.emplace_back([&, i] { apart.step(i * count / 4, (i + 1) * count / 4, 7); });
        for (std::thread& thread : threads) thread.join();
        expectSame(together, apart);
        if (HasFailure()) return;
    }
}

TEST_P(GuideWithoutAllocations, AllocatesNothingOnceWarm)
{
    const GuideWorld world = build("rooms");
    Walkers walkers(world, 100);
    const auto positions = walkers.positions;
    const auto footings = walkers.footings;
    WallList walls;
    const std::vector<float> ranges(walkers.ids.size(), 3.0f);
    const auto run = [&] {
        walkers.forgetAll();
        std::fill(walkers.states.begin(), walkers.states.end(), std::byte{0});
        walkers.positions = positions;
        walkers.footings = footings;
        for (walkers.tick = 0; walkers.tick < 150; ++walkers.tick)
        {
            walkers.step(0, walkers.ids.size(), 32);
            world.ground().findWalls(walkers.positions, walkers.footings, ranges, walls);
        }
    };
    run();
    const long before = test::allocation_count;
    run();
    EXPECT_EQ(test::allocation_count - before, 0);
}

TEST_P(GuideToTheGoal, SaysOnceAndForAllThatAGoalCannotBeReached)
{
    test::expectUnreachable(build("two rooms", test::makeTwoRooms()), !is("straight"));
}

TEST_P(GuideAlongPaths, LeadsDiscsOutOfPlacesThatAreTooTight)
{
    const GuideWorld world = build("square", test::makeWktScene("POLYGON((0 0,10 0,10 10,0 10))"));
    test::Walker walker;
    walker.radius = 0.5;
    walker.position = {5, 5};
    walker.goal = {8, 8};
    walker.start(world);
    walker.position = {0.1, 0.2};
    walker.footing = {findPlace(world.mesh, walker.position).cell, 0, 0, 0};
    for (std::uint64_t tick = 0; tick < 200 && walker.position != walker.goal; ++tick)
        walker.move(world.ground(), walker.wish(walker.ask(world.guide(), tick).target));
    EXPECT_EQ(walker.position, walker.goal);
    world.guide().forget(walker.memo);
}

TEST_P(EveryGuide, SurvivesAnyStateThatAFileMayHold)
{
    const GuideWorld world = build("rooms");
    Random random(8, 1);
    const int count = is("field") ? 20 : 500 * testScale();
    for (int i = 0; i < count; ++i)
    {
        test::Walker walker;
        ASSERT_TRUE(world.ground().findRandomPoint(1, static_cast<std::uint64_t>(i), 0.25, kNone, walker.position));
        walker.start(world);
        ASSERT_TRUE(world.ground().findRandomPoint(2, static_cast<std::uint64_t>(i), 0.25, walker.footing.face, walker.goal));
        if (i % 2 == 0) walker.ask(world.guide(), 0); // a plan is remembered
        const std::size_t first =
            i % 4 < 2 ? 0 : std::min<std::size_t>(32, walker.state.size()); // half begin with what makes sense
        for (std::size_t k = first; k < walker.state.size(); ++k)
            if (i % 8 < 4 || random.below(4) == 0) walker.state[k] = static_cast<std::byte>(random.below(256));
        for (std::uint64_t tick = 0; tick < 10; ++tick)
        {
            const Guidance guidance = walker.ask(world.guide(), tick);
            EXPECT_TRUE(tick < 8 || isFinite(guidance.target));
            walker.move(world.ground(), walker.wish(guidance.target));
        }
        world.guide().forget(walker.memo);
    }
}

// ---- guides on a mesh

TEST(NavMeshGuides, PlanAnewWhenPushedOffThePath)
{
    const Scene scene = test::makeWktScene("POLYGON((0 0,30 0,30 20,0 20),(5 5,5 15,25 15,25 5))");
    for (const NavMeshGuide guide : kGuides)
    {
        const GuideWorld world("around", buildNavMesh(scene).value(), {.guide = guide});
        test::Walker walker;
        walker.position = {2, 9.5};
        walker.goal = {28, 9};
        walker.start(world);
        ASSERT_TRUE(walker.ask(world.guide(), 0).has_planned);
        walker.position = {15, 18}; // carried to the other side
        walker.footing = world.ground().stand(walker.position, walker.radius, -1).footing;
        EXPECT_TRUE(walker.ask(world.guide(), 1).has_planned) << world.guide().name();
        for (std::uint64_t tick = 2; tick < 400 && walker.position != walker.goal; ++tick)
            walker.move(world.ground(), walker.wish(walker.ask(world.guide(), tick).target));
        EXPECT_EQ(walker.position, walker.goal) << world.guide().name();
        world.guide().forget(walker.memo);
    }
}

TEST(NavMeshGuides, AreNamedAfterWhatTheyDo)
{
    for (const NavMeshGuide guide : kGuides)
    {
        const World world = onNavMesh(buildBuiltInMesh("donut"), {.guide = guide});
        EXPECT_EQ(world.guide->name(), toString(guide));
        EXPECT_LE(world.guide->stateBytes(), 56u);
        EXPECT_EQ(world.guide->stateBytes() % 8, 0u);
    }
}

TEST(PathStore, GivesBackWhatWasPutInAndUsesMemoryAgain)
{
    PathStore store;
    Random random(1, 2);
    struct Entry
    {
        std::uint32_t id = 0;
        std::vector<std::uint32_t> words;
    };
    std::vector<Entry> entries;
    std::size_t bytes = 0;
    for (int round = 0; round < 20000; ++round)
    {
        if (entries.size() > 500 || (!entries.empty() && random.below(3) == 0))
        {
            const std::size_t i = random.below(entries.size());
            const auto found = store.find(entries[i].id);
            ASSERT_TRUE(std::equal(found.begin(), found.end(), entries[i].words.begin(), entries[i].words.end()));
            store.remove(entries[i].id);
            entries[i] = entries.back();
            entries.pop_back();
        }
        Entry entry;
        entry.words.resize(random.below(100) == 0 ? random.below(40000) : random.below(60));
        for (std::uint32_t& word : entry.words) word = static_cast<std::uint32_t>(random.bits());
        entry.id = store.add(entry.words);
        ASSERT_NE(entry.id, 0u);
        entries.push_back(std::move(entry));
        if (round == 10000) bytes = store.memoryBytes();
    }
    EXPECT_LE(store.memoryBytes(), 4 * bytes);
    store.remove(0);
    EXPECT_TRUE(store.find(0).empty());
}

} // namespace
} // namespace clearway
