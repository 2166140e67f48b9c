// SPDX-License-Identifier: MIT
// Every planner through the same door.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <clearway/base/random.h>
#include <clearway/corridor.h>
#include <clearway/crowd.h>
#include <clearway/field.h>
#include <clearway/guide.h>
#include <clearway/io/crowd_scenario.h>
#include <clearway/navmesh.h>
#include <clearway/path.h>
#include <clearway/plan.h>
#include <clearway/published/path_search.h>
#include <clearway/scene/generators.h>
#include <clearway/scene/mesh_generators.h>
#include <clearway/surface.h>

#include "tests/support/count_allocations.h"

namespace clearway {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

PlannerParts partsFor(std::string_view planner)
{
    if (planner == "surface") return {.triangles = buildTriangleMesh("terrain").value()};
    return {.scene = buildScene("rooms").value()};
}

Scene buildRoom()
{
    SceneInput input;
    input.areas.push_back({.outline = {{{0, 0}, {20, 0}, {20, 20}, {0, 20}}, {}}});
    return buildScene(input).value();
}

/// A place of the planner's world with room for a disc.
Vec3 choosePlace(const Planner& planner, std::uint64_t seed, double radius)
{
    if (const auto& surface = planner.parts().surface) return SurfaceQuery(*surface).findRandomPlace({.seed = seed}).position;
    const NavMesh mesh = planner.parts().mesh ? *planner.parts().mesh : buildNavMesh(*planner.parts().scene).value();
    return atHeight(Place(findRandomPoint(mesh, {.seed = seed, .radius = radius})).position, kAnyHeight);
}

void expectEqual(const Path& path, const Path& typed)
{
    ASSERT_EQ(path.status(), typed.status());
    ASSERT_EQ(path.problem(), typed.problem());
    ASSERT_EQ(path.length(), typed.length());
    ASSERT_EQ(path.pieces().size(), typed.pieces().size());
    for (std::size_t i = 0; i < path.pieces().size(); ++i)
    {
        ASSERT_EQ(path.pieces()[i].from, typed.pieces()[i].from);
        ASSERT_EQ(path.pieces()[i].to, typed.pieces()[i].to);
    }
    ASSERT_TRUE(std::ranges::equal(path.faces(), typed.faces()));
}

class EveryPlanner : public testing::TestWithParam<std::string>
{
};

TEST_P(EveryPlanner, FindsPathsThatBeginAndEndWhereTheyShouldAndKeepTheirRadius)
{
    const Planner planner = buildPlanner(partsFor(GetParam()), GetParam()).value();
    EXPECT_EQ(planner.name(), GetParam());
    PlannerQuery query = planner.makeQuery();
    int complete = 0;
    for (std::uint64_t i = 0; i < 40; ++i)
    {
        const double radius = 0.25;
        const Vec3 start = choosePlace(planner, 2 * i, radius + 0.5), goal = choosePlace(planner, 2 * i + 1, radius + 0.5);
        const Path path = query.find({start, goal, radius});
        ASSERT_NE(path.status(), PathStatus::unresolved);
        if (!path.isComplete()) continue;
        ++complete;
        EXPECT_EQ(path.problem(), PathProblem::none);
        ASSERT_FALSE(path.pieces().empty());
        const double reach = GetParam() == "field" ? 0.8 : 1e-6; // fields end in the middle of a cell
        EXPECT_NEAR(distance(planar(path.pieces().front().from), planar(start)), 0, 1e-6);
        EXPECT_NEAR(distance(planar(path.pieces().back().to), planar(goal)), 0, reach);
        double sum = 0;
        for (const Path::Piece& piece : path.pieces()) sum += piece.length();
        EXPECT_NEAR(path.length(), sum, 1e-6 * (1 + sum));
        if (path.clearance() > 0)
        {
            EXPECT_GE(path.clearance(), radius - 1e-6);
        }
        EXPECT_EQ(path.radius(), radius);
    }
    EXPECT_GT(complete, GetParam() == "straight" ? 0 : 10);
}

TEST_P(EveryPlanner, SaysWhatIsWrongWithAQuestion)
{
    const Planner planner = buildPlanner(partsFor(GetParam()), GetParam()).value();
    const Vec3 here = choosePlace(planner, 1, 0.6), there = choosePlace(planner, 2, 0.6);
    EXPECT_EQ(planner.find({here, there, -1}).problem(), PathProblem::bad_radius);
    EXPECT_EQ(planner.find({here, there, kNaN}).problem(), PathProblem::bad_radius);
    EXPECT_EQ(planner.find({Vec3{kNaN, 0, 0}, there}).problem(), PathProblem::bad_point);
    EXPECT_EQ(planner.find({here, Vec3{0, std::numeric_limits<double>::infinity(), 0}}).problem(), PathProblem::bad_point);
    EXPECT_EQ(planner.find({Vec3{1e5, 1e5, 0}, there}).problem(), PathProblem::start_outside);
    EXPECT_EQ(planner.find({here, Vec3{1e5, 1e5, 0}}).problem(), PathProblem::goal_outside);
}

TEST_P(EveryPlanner, LeadsToTheGoalThatCostsLeast)
{
    const Planner planner = buildPlanner(partsFor(GetParam()), GetParam()).value();
    PlannerQuery query = planner.makeQuery();
    for (std::uint64_t i = 0; i < 10; ++i)
    {
        const Vec3 start = choosePlace(planner, 3 * i, 0.6);
        const Vec3 goals[] = {choosePlace(planner, 3 * i + 1, 0.6), choosePlace(planner, 3 * i + 2, 0.6)};
        const Path one = query.find({start, goals[0]}), other = query.find({start, goals[1]});
        if (!one.isComplete() || !other.isComplete()) continue;
        PathRequest request(start, goals[0]);
        request.other_goals = std::span(goals).last(1);
        // A field flows to the goals together: near the watershed it may take the farther one.
        const double least = std::min(one.cost(), other.cost()), most = std::max(one.cost(), other.cost());
        const double cost = query.find(request).cost();
        EXPECT_GE(cost, 0.9 * least);
        EXPECT_LE(cost, GetParam() == "field" ? 1.1 * most : least + 1e-9);
    }
}

TEST_P(EveryPlanner, AnswersAllThreadsAlike)
{
    const Planner planner = buildPlanner(partsFor(GetParam()), GetParam()).value();
    std::vector<PathRequest> requests;
    for (std::uint64_t i = 0; i < 16; ++i)
        requests.emplace_back(choosePlace(planner, 2 * i, 0.6), choosePlace(planner, 2 * i + 1, 0.6));
    std::vector<double> alone, together(requests.size());
    PlannerQuery query = planner.makeQuery();
    for (const PathRequest& request : requests) alone.push_back(query.find(request).length());
    WorkerPool pool(3);
    pool.run(static_cast<int>(requests.size()), [&](int i) {
        together[static_cast<std::size_t>(i)] = planner.makeQuery().find(requests[static_cast<std::size_t>(i)]).length();
    });
    EXPECT_EQ(alone, together);
}

TEST_P(EveryPlanner, AllocatesNothingOnceItIsWarm)
{
    const Planner planner = buildPlanner(partsFor(GetParam()), GetParam()).value();
    PlannerQuery query = planner.makeQuery();
    // One goal: a field is solved anew for another.
    const Vec3 goal = choosePlace(planner, 5, 0.6);
    std::vector<PathRequest> requests;
    for (std::uint64_t i = 0; i < 12; ++i) requests.emplace_back(choosePlace(planner, 10 + i, 0.6), goal);
    Path path;
    for (int round = 0; round < 3; ++round)
        for (const PathRequest& request : requests) query.find(request, path);
    for (std::size_t i = 0; i < requests.size(); ++i)
    {
        const long before = test::allocation_count;
        query.find(requests[i], path);
        EXPECT_EQ(test::allocation_count - before, 0) << "question " << i;
    }
}

TEST_P(EveryPlanner, LeadsACrowd)
{
    const PlannerParts parts = GetParam() == "straight" ? PlannerParts{.scene = buildRoom()} : partsFor(GetParam());
    const Planner planner = buildPlanner(parts, GetParam()).value();
    for (const std::string& guide : findPlanner(GetParam())->guides)
    {
        SCOPED_TRACE(guide);
        const Result<World> world = planner.buildWorld(guide);
        ASSERT_TRUE(world) << world.error().message;
        EXPECT_EQ(world->guide->name(), guide);
        Crowd crowd(*world);
        for (std::uint64_t i = 0; i < 12; ++i)
        {
            AgentOptions agent;
            agent.radius = 0.2;
            ASSERT_TRUE(world->ground->findRandomPoint(5, i, agent.radius, kNone, agent.position));
            agent.goal = Goal::random(i);
            EXPECT_TRUE(crowd.add(agent));
        }
        double moved = 0;
        const std::vector<Vec2> before(crowd.positions().begin(), crowd.positions().end());
        for (int i = 0; i < 30; ++i) crowd.step(0.1);
        for (std::size_t i = 0; i < before.size(); ++i)
        {
            moved += distance(before[i], crowd.positions()[i]);
            EXPECT_GE(world->ground->computeWallDistance(crowd.positions()[i], crowd.footings()[i], 1), 0.2 - 1e-6);
        }
        EXPECT_GT(moved, 6);
    }
}

TEST_P(EveryPlanner, HasOptionsWithDefaultsInRange)
{
    for (const PlannerKind::OptionInfo& option : findPlanner(GetParam())->options)
    {
        SCOPED_TRACE(option.info.name);
        EXPECT_FALSE(option.info.meaning.empty());
        EXPECT_FALSE(option.info.source.empty());
        EXPECT_FALSE(option.usual.empty());
        const PlannerOptions usual = {{std::string(option.info.name), option.usual}};
        const Result<Planner> planner = buildPlanner(partsFor(GetParam()), GetParam(), usual);
        const bool needs_another = option.info.name == "height_test" || option.info.name == "sign" ||
                                   option.info.name == "cut_fraction" || option.info.name == "pixel";
        EXPECT_EQ(planner.ok(), !needs_another) << (planner ? "" : planner.error().message);
    }
}

std::vector<std::string> listNames()
{
    std::vector<std::string> names;
    for (const PlannerKind& kind : planners()) names.push_back(kind.name);
    return names;
}

INSTANTIATE_TEST_SUITE_P(Planners, EveryPlanner, testing::ValuesIn(listNames()), [](const auto& test) { return test.param; });

// 10,000 questions each: the answers of the finders themselves are pinned in answers_test.cpp.

TEST(Planners, AnswerAsTheirFindersDo)
{
    for (const char* name : {"rooms", "cross", "city500", "maze"})
    {
        const Scene scene = buildScene(name).value();
        const NavMesh mesh = buildNavMesh(scene).value();
        PathFinder finder(buildClearance(mesh).value());
        CorridorPathFinder corridors(buildCorridorMap(scene).value());
        PlannerQuery navmesh = buildPlanner(scene, "navmesh", {{"partial", true}}).value().makeQuery();
        PlannerQuery corridor = buildPlanner(scene, "corridor", {{"kind", "smooth"}, {"clearance", 0.8}}).value().makeQuery();
        for (std::uint64_t i = 0; i < 2500; ++i)
        {
            const double radius = Random(1, i).uniform(0, 2);
            const Vec2 start = Place(findRandomPoint(mesh, {.seed = 1, .index = i, .radius = radius / 2}));
            const Vec2 goal = Place(findRandomPoint(mesh, {.seed = 2, .index = i, .radius = radius / 2}));
            expectEqual(navmesh.find({start, goal, radius}), finder.find(start, goal, {.radius = radius, .allow_partial = true}));
            const Path typed = corridors.find(
                start, goal, {.kind = CorridorPathOptions::Kind::smooth, .radius = radius, .preferred_clearance = 0.8});
            // The planner moves ends that miss fitting by rounding, the finder refuses them.
            if (typed.status() != PathStatus::invalid) expectEqual(corridor.find({start, goal, radius}), typed);
        }
    }
}

TEST(Planners, AnswerOverSurfacesAsTheirFinderDoes)
{
    for (const char* name : {"terrain", "sphere"})
    {
        const SurfaceMesh mesh = buildSurfaceMesh(buildTriangleMesh(name).value()).value();
        SurfacePathFinder finder(mesh);
        PlannerQuery query = buildPlanner(PlannerParts{.surface = mesh}, "surface").value().makeQuery();
        for (std::uint64_t i = 0; i < 5000; ++i)
        {
            const Vec3 start = finder.query().findRandomPlace({.seed = 1, .index = i}).position;
            const Vec3 goal = finder.query().findRandomPlace({.seed = 2, .index = i}).position;
            expectEqual(query.find({start, goal, 0}), finder.find(start, goal));
        }
    }
}

TEST(Planners, AnswerDownFieldsAsFieldsDo)
{
    const Scene scene = buildScene("rooms").value();
    const NavMesh mesh = buildNavMesh(scene).value();
    const FieldGrid grid = buildFieldGrid(scene, {.cell_size = 0.25, .radius = 0.3}).value();
    PlannerQuery query = buildPlanner(scene, "field", {{"cell", 0.25}, {"eps", 0.7}, {"v", "0,1"}}).value().makeQuery();
    for (std::uint64_t g = 0; g < 4; ++g)
    {
        const Vec2 goal = Place(findRandomPoint(mesh, {.seed = 2, .index = g, .radius = 1}));
        const Field field = buildField(grid, goal, {.equation = {.eps = 0.7, .v = {0, 1}}}).value();
        for (std::uint64_t i = 0; i < 2500; ++i)
        {
            const Vec2 start = Place(findRandomPoint(mesh, {.seed = 1, .index = i, .radius = 0.3}));
            expectEqual(query.find({start, goal, 0.3}), field.findPath(start));
        }
    }
}

TEST(Planners, DownFieldsTakeLargerCellsInLargeScenesAndSaySo)
{
    const auto buildHall = [](Vec2 size) {
        SceneInput input;
        input.areas.push_back({.outline = {{{0, 0}, {size.x, 0}, size, {0, size.y}}, {}}});
        return buildScene(input).value();
    };
    for (const Vec2 size : {Vec2{3000, 3000}, {20, 4e9}})
    {
        const Planner planner = buildPlanner(buildHall(size), "field").value();
        ASSERT_EQ(planner.parts().remarks.size(), 1u);
        EXPECT_THAT(planner.parts().remarks[0], AllOf(HasSubstr("cells of paths are"), HasSubstr("those of crowds")));
    }
    const Scene hall = buildHall({3000, 3000});
    EXPECT_TRUE(buildPlanner(buildRoom(), "field").value().parts().remarks.empty());
    EXPECT_TRUE(buildPlanner(hall, "field", {{"cell", 2.0}}).value().parts().remarks.empty()) << "nothing was chosen";
    const std::size_t before = test::allocated_bytes;
    const Result<Planner> refused = buildPlanner(hall, "field", {{"cell", 0.5}});
    EXPECT_LT(test::allocated_bytes - before, 1'000'000u) << "something was built first";
    EXPECT_THAT(refused.error().message, AllOf(HasSubstr("36000000 cells"), HasSubstr("14.4 GB of memory, and 1.0 are allowed"),
                                               HasSubstr("larger cells")));
    EXPECT_TRUE(buildPlanner(hall, "field", {{"cell", 1.0}, {"max_gigabytes", 4.0}})) << "what was said counts";
}

TEST(Planners, ShareWhatIsBuilt)
{
    const Planner first = buildPlanner(buildScene("rooms").value(), "navmesh").value();
    const Planner second = buildPlanner(first.parts(), "corridor").value();
    EXPECT_EQ(&first.parts().clearance->data(), &second.parts().clearance->data());
    EXPECT_EQ(&first.parts().clearance->voronoi().data(), &second.parts().corridor_map->diagram().data());
    EXPECT_TRUE(second.buildWorld());
}

TEST(Planners, SolveAFieldOnceForAllTheirQueries)
{
    const Scene scene = buildScene("rooms").value();
    const auto countBytes = [](auto&& work) {
        const std::size_t before = test::allocated_bytes;
        work();
        return test::allocated_bytes - before;
    };
    const Planner planner = buildPlanner(scene, "field", {{"cell", 0.25}}).value();
    const std::size_t first = countBytes([&] { EXPECT_TRUE(planner.find({Vec2{1, 1}, Vec2{38, 21}})); });
    const std::size_t second = countBytes([&] { EXPECT_TRUE(planner.find({Vec2{1, 2}, Vec2{38, 21}})); });
    EXPECT_LT(second, first / 20) << "neither a grid nor a field is built again";

    const Planner other = buildPlanner(scene, "field", {{"cell", 0.25}}).value();
    WorkerPool pool(3);
    const std::size_t together =
        countBytes([&] { pool.run(3, [&](int i) { EXPECT_TRUE(other.find({Vec2{1.0 + i, 1}, Vec2{38, 21}})); }); });
    EXPECT_LT(together, first + first / 4);
}

/// A room with a pond in the middle.
PlannerParts makePond()
{
    PlannerParts parts = {.scene = buildRoom()};
    const TerrainArea pond = {{{8, 4}, {12, 4}, {12, 20}, {8, 20}}, Terrain::water};
    parts.grid = buildFieldGrid(*parts.scene, {.cell_size = 0.25, .radius = 0.3, .terrain = {&pond, 1}}).value();
    return parts;
}

TEST(Planners, LeadCrowdsOnTheGridThatTheyAreGiven)
{
    Crowd crowd(buildPlanner(makePond(), "field").value().buildWorld().value());
    const AgentId fits = crowd.add({.position = {3, 15}, .radius = 0.3, .goal = Vec2{17, 15}}).value();
    const AgentId too_large = crowd.add({.position = {3, 3}, .radius = 0.5, .goal = Vec2{17, 15}}).value();
    for (int tick = 0; tick < 600; ++tick)
    {
        crowd.step(0.1);
        const Vec2 p = crowd.agent(fits).position;
        ASSERT_FALSE(p.x > 8.25 && p.x < 11.75 && p.y > 4.25) << p.x << ", " << p.y;
    }
    EXPECT_EQ(crowd.agent(fits).status, AgentStatus::arrived);
    EXPECT_EQ(crowd.agent(too_large).reason, StuckReason::unreachable);
}

TEST(Planners, LetCrowdsPackOnlyOnGroundThatMayBeEntered)
{
    Crowd crowd(buildPlanner(makePond(), "field").value().buildWorld().value());
    for (int i = 0; i < 24; ++i)
        ASSERT_TRUE(crowd.add({.position = {2 + 0.8 * (i % 6), 8 + 0.8 * (i / 6)}, .radius = 0.3, .goal = Vec2{7.6, 12}}));
    for (int tick = 0; tick < 600; ++tick) crowd.step(0.1);
    int arrived = 0;
    for (std::size_t i = 0; i < crowd.size(); ++i)
    {
        if (crowd.statuses()[i] != AgentStatus::arrived) continue;
        ++arrived;
        EXPECT_LT(crowd.positions()[i].x, 8.15) << "on the bank, but for what others push";
    }
    EXPECT_GE(arrived, 20);
}

TEST(Planners, FindTheLayerThatAHeightMeans)
{
    SceneInput input;
    const Ring floor = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
    input.areas.push_back({.outline = {floor, {0, 0, 0, 0}}, .layer = 0});
    input.areas.push_back({.outline = {floor, {3, 3, 3, 3}}, .layer = 1});
    // A wall that only the upper layer has.
    input.obstacles.push_back({.outline = {{{4, -1}, {5, -1}, {5, 9}, {4, 9}}, {}}, .layer = 1});
    const Scene scene = buildScene(input).value();
    for (const char* name : {"navmesh", "corridor", "field", "straight"})
    {
        SCOPED_TRACE(name);
        PlannerQuery query = buildPlanner(scene, name).value().makeQuery();
        const Path below = query.find({Vec3{1, 1, 0}, Vec3{9, 1, 0}}), above = query.find({Vec3{1, 1, 3}, Vec3{9, 1, 3}});
        EXPECT_TRUE(below.isComplete());
        EXPECT_LT(below.length(), 11);
        const bool is_straight = std::string_view(name) == "straight";
        EXPECT_EQ(above.status(), is_straight ? PathStatus::unreachable : PathStatus::complete);
        EXPECT_GT(above.length(), is_straight ? -1 : 15);
    }
}

TEST(Planners, PreferALayerThatHasBothEndsWhenNoHeightIsGiven)
{
    SceneInput input;
    input.areas.push_back({.outline = {{{0, 0}, {4, 0}, {4, 10}, {0, 10}}, {}}, .layer = 0});
    input.areas.push_back({.outline = {{{0, 0}, {10, 0}, {10, 10}, {0, 10}}, {3, 3, 3, 3}}, .layer = 1});
    const Scene scene = buildScene(input).value();
    for (const char* name : {"navmesh", "corridor", "field", "straight"})
    {
        SCOPED_TRACE(name);
        EXPECT_TRUE(buildPlanner(scene, name).value().find({Vec2{1, 1}, Vec2{9, 1}}).isComplete());
    }
    EXPECT_TRUE(buildPlanner(scene, "navmesh", {{"search", "published"}}).value().find({Vec2{1, 1}, Vec2{9, 1}}).isComplete());
}

TEST(Planners, ThatAreUnknownAreRefusedWithNamesThatAreNear)
{
    const Scene scene = buildScene("rooms").value();
    EXPECT_THAT(buildPlanner(scene, "navmehs").error().message,
                AllOf(HasSubstr("no planner 'navmehs'"), HasSubstr("Did you mean navmesh?"), HasSubstr("corridor, field")));
    EXPECT_THAT(buildWorld(scene, "exakt").error().message, HasSubstr("Did you mean exact?"));
}

TEST(Planners, LeadNoCrowdByOptionsThatOnlySayWhichPathsAreFound)
{
    const Scene scene = buildScene("rooms").value();
    EXPECT_THAT(
        buildWorld(scene, "exact", {{"partial", true}}).error().message,
        HasSubstr("partial says which paths are found; crowds led by 'exact' take quality, decomposition, relax, avoid_queues."));
    EXPECT_THAT(buildWorld(scene, "corridor", {{"kind", "smooth"}}).error().message,
                HasSubstr("kind says which paths are found"));
    EXPECT_TRUE(buildWorld(scene, "centre", {{"quality", "fast"}, {"relax", 0.1}}));
    EXPECT_TRUE(buildWorld(scene, "corridor", {{"side", 1}, {"spacing", 0.5}}));
}

TEST(Planners, RefuseOptionsThatAreNotTheirs)
{
    const Scene scene = buildScene("rooms").value();
    EXPECT_THAT(buildPlanner(scene, "navmesh", {{"eps", 1.0}}).error().message,
                HasSubstr("eps is an option of 'field', not of 'navmesh'"));
    EXPECT_THAT(buildPlanner(scene, "field", {{"epps", 1.0}}).error().message, HasSubstr("Did you mean eps?"));
    EXPECT_THAT(buildPlanner(scene, "corridor", {{"spacing", -1.0}}).error().message, HasSubstr("spacing must be above 0"));
    EXPECT_THAT(buildPlanner(scene, "corridor", {{"kind", "smoth"}}).error().message, HasSubstr("Did you mean smooth?"));
    EXPECT_THAT(buildPlanner(scene, "field", {{"v", "up"}}).error().message, HasSubstr("v must be a vector"));
    EXPECT_THAT(buildPlanner(scene, "corridor", {{"kind", "backbone"}, {"clearance", 1.0}}).error().message,
                HasSubstr("for kind roomy and smooth"));
    EXPECT_THAT(buildPlanner(buildNavMesh(scene).value(), "navmesh", {{"relax", 0.1}}).error().message,
                HasSubstr("relax says how cells are cut; here are cells already"));
}

TEST(Planners, RefuseWhatTheyCannotUseAndSayWhoCan)
{
    EXPECT_THAT(buildPlanner(buildScene("rooms").value(), "surface").error().message,
                AllOf(HasSubstr("built from a mesh of triangles"), HasSubstr("'navmesh', 'corridor', 'field' and 'straight'")));
    EXPECT_THAT(buildPlanner(buildTriangleMesh("terrain").value(), "corridor").error().message,
                HasSubstr("'surface' can be built"));
    EXPECT_FALSE(buildPlanner(PlannerParts{}, "navmesh"));
    const Planner map =
        buildPlanner(PlannerParts{.corridor_map = buildCorridorMap(buildScene("rooms").value()).value()}, "corridor").value();
    EXPECT_THAT(map.buildWorld().error().message, HasSubstr("no ground for a crowd"));
    EXPECT_THAT(map.buildWorld("exact").error().message, HasSubstr("has no guide 'exact'"));
}

TEST(Planners, RefuseAMeshAndAMapOfDifferentScenes)
{
    const Scene rooms = buildScene("rooms").value();
    const CorridorMap map = buildCorridorMap(buildScene("cross").value()).value();
    const NavMesh mesh = buildNavMesh(rooms).value();
    for (const PlannerParts& parts :
         {PlannerParts{.scene = rooms, .corridor_map = map}, PlannerParts{.mesh = mesh, .corridor_map = map}})
    {
        const Result<Planner> planner =
            buildPlanner(parts, "corridor"); // else its paths would be those of the map, without a word
        ASSERT_FALSE(planner);
        EXPECT_THAT(planner.error().message, HasSubstr("not of the same scene"));
    }
    const PlannerParts own = {.mesh = mesh, .corridor_map = buildCorridorMap(rooms).value()};
    EXPECT_TRUE(buildPlanner(own, "corridor").value().buildWorld());
}

TEST(Planners, RefuseAMeshOfAnotherScene)
{
    const Scene rooms = buildScene("rooms").value(), cross = buildScene("cross").value();
    const NavMesh mesh = buildNavMesh(cross).value();
    const PlannerParts with_mesh = {.scene = rooms, .mesh = mesh},
                       with_clearance = {.scene = rooms, .clearance = buildClearance(mesh).value()};
    for (const PlannerParts& parts : {with_mesh, with_clearance})
        for (const char* const name : {"navmesh", "corridor", "field", "straight"})
            EXPECT_THAT(buildPlanner(parts, name).error().message, HasSubstr("The mesh and the scene are not of the same scene"))
                << name;
    EXPECT_FALSE(buildWorld(with_mesh, "lanes"));
}

TEST(Planners, RefuseAMeshOfASceneWithOneMoreWall)
{
    SceneInput input;
    input.areas.push_back({.outline = {{{0, 0}, {20, 0}, {20, 20}, {0, 20}}, {}}});
    const auto withPillarAt = [&](Vec2 p) {
        SceneInput changed = input;
        changed.obstacles.push_back({.outline = {{p, p + Vec2{1, 0}, p + Vec2{1, 1}, p + Vec2{0, 1}}, {}}});
        return buildScene(changed).value();
    };
    const NavMesh mesh = buildNavMesh(withPillarAt({4, 4})).value();
    EXPECT_TRUE(buildPlanner(PlannerParts{.scene = withPillarAt({4, 4}), .mesh = mesh}, "navmesh"));
    EXPECT_THAT(buildPlanner(PlannerParts{.scene = buildRoom(), .mesh = mesh}, "navmesh").error().message,
                HasSubstr("how much is free"));
    EXPECT_THAT(buildPlanner(PlannerParts{.scene = withPillarAt({9, 4}), .mesh = mesh}, "navmesh").error().message,
                HasSubstr("the walls around (9, 4.5)"));
}

TEST(Planners, TakeEveryMeshOfTheirScene)
{
    for (const char* const name : {"rooms", "cross", "city500", "maze"})
    {
        const Scene scene = buildScene(name).value();
        for (const NavMeshOptions& options :
             {NavMeshOptions{}, NavMeshOptions{.decomposition = NavMeshOptions::Decomposition::triangulation},
              NavMeshOptions{.relaxation = 0.5}})
        {
            const NavMesh mesh = buildNavMesh(scene, options).value();
            EXPECT_TRUE(buildPlanner(PlannerParts{.scene = scene, .mesh = mesh}, "straight")) << name;
            // The union of its cells, in a frame of its own.
            const Scene outline = buildScene(buildSceneInput(mesh)).value();
            EXPECT_TRUE(buildPlanner(PlannerParts{.scene = outline, .mesh = mesh}, "straight")) << name;
        }
    }
}

TEST(Planners, RefuseAGridOfAnotherScene)
{
    const Scene rooms = buildScene("rooms").value(), cross = buildScene("cross").value();
    const auto makeGrid = [](const Scene& scene) { return buildFieldGrid(scene, {.cell_size = 0.25, .radius = 0.25}).value(); };
    for (const PlannerParts& parts : {PlannerParts{.scene = rooms, .grid = makeGrid(cross)},
                                      PlannerParts{.mesh = buildNavMesh(rooms).value(), .grid = makeGrid(cross)},
                                      PlannerParts{.scene = cross, .grid = makeGrid(rooms)}})
        EXPECT_THAT(buildPlanner(parts, "field").error().message, HasSubstr("The grid and the scene are not of the same scene"));
    // As large as the scene, but free where it is not.
    SceneInput hall;
    const Box2 bounds = rooms.bounds();
    hall.areas.push_back({.outline = {{bounds.min, {bounds.max.x, bounds.min.y}, bounds.max, {bounds.min.x, bounds.max.y}}, {}}});
    EXPECT_THAT(buildPlanner(PlannerParts{.scene = rooms, .grid = makeGrid(buildScene(hall).value())}, "field").error().message,
                HasSubstr("disagree on the walls around"));
    EXPECT_TRUE(buildPlanner(PlannerParts{.scene = rooms, .grid = makeGrid(rooms)}, "field"));
    EXPECT_TRUE(buildPlanner(PlannerParts{.mesh = buildNavMesh(rooms).value(), .grid = makeGrid(rooms)}, "field"));
}

/// Straight to the goal, whatever is in the way.
class EchoModel final : public PlannerModel
{
public:
    EchoModel(std::string name, PlannerParts parts) : name_(std::move(name)), parts_(std::move(parts)) {}

    class Search final : public PathSearch
    {
        void find(const PathRequest& request, Path& path) override
        {
            PathWriter writer(path);
            writer.setStatus(PathStatus::complete);
            writer.setLength(distance(request.start, request.goal));
            writer.addPiece(Path::Piece::line(request.start, request.goal));
        }
    };
    class EchoGuide final : public Guide
    {
    public:
        const char* name() const override { return "echo"; }
        void guide(const Guide::Batch& batch) const override
        {
            for (std::size_t i = 0; i < batch.ids.size(); ++i)
                batch.guidance[i] = {.target = batch.goals[i], .status = Guidance::Status::goal_ahead};
        }
    };
    std::string_view name() const override { return name_; }
    const PlannerParts& parts() const override { return parts_; }
    std::unique_ptr<PathSearch> makeSearch() const override { return std::make_unique<Search>(); }
    Result<World> buildWorld(std::string_view) const override
    {
        return World{onNavMesh(buildNavMesh(*parts_.scene).value()).ground, std::make_shared<EchoGuide>()};
    }

private:
    std::string name_;
    PlannerParts parts_;
};

/// A name that is not taken, also when the test is repeated.
std::string chooseName()
{
    static int count = 0;
    return "echo" + std::to_string(count++);
}

TEST(Planners, OfYourOwnLeadTheCrowdsOfScenarios)
{
    const std::string name = chooseName(), guide = name + "_guide";
    ASSERT_TRUE(registerPlanner(
        {.name = name,
         .help = "straight to the goal",
         .guides = {guide},
         .can_use = [](const PlannerParts& parts) { return parts.scene.has_value(); },
         .wants = "a scene",
         .keeps_cells = true,
         .kept_part = "mesh",
         .build = [name](const PlannerParts& parts, const PlannerOptions&,
                         const Execution&) { return Result<Planner>(Planner(std::make_shared<EchoModel>(name, parts))); }}));
    Scenario scenario =
        parseScenario(R"({"name": "echo", "scene": "rooms", "guide": ")" + guide + R"(", "seconds": 20, "groups": [
        {"count": 2, "positions": [[1, 1], [1, 2]], "goals": [[4, 1], [4, 2]]}]})")
            .value();
    EXPECT_TRUE(verify(scenario).empty());
    const World world = buildWorld(buildScenarioScene(scenario).value(), guide).value();
    EXPECT_STREQ(world.guide->name(), "echo");
    ScenarioRun run = ScenarioRun::start(scenario, world).value();
    while (!run.isOver()) run.step();
    EXPECT_EQ(run.arrivedCount(), 2u);
    EXPECT_LT(run.crowd().time(), 10);
}

TEST(Planners, TakeOnesOfYourOwn)
{
    const std::string name = chooseName();
    PlannerKind echo;
    EXPECT_THAT(registerPlanner(echo).error().message, HasSubstr("name of a planner")) << "an empty entry";
    echo.name = name;
    EXPECT_THAT(registerPlanner(echo).error().message, HasSubstr("no function that builds it"));
    echo.build = [name](const PlannerParts& parts, const PlannerOptions&, const Execution&) -> Result<Planner> {
        return Planner(std::make_shared<EchoModel>(name, parts));
    };
    EXPECT_THAT(registerPlanner(echo).error().message, HasSubstr("what it does"));
    echo.help = "straight to the goal";
    echo.options.resize(1); // which has no name
    EXPECT_THAT(registerPlanner(echo).error().message, HasSubstr("name of an option"));
    echo.options = {};
    EXPECT_THAT(registerPlanner(echo).error().message, HasSubstr("what it is built from"));
    echo.wants = "a grid together with a surface";
    EXPECT_THAT(registerPlanner(echo).error().message, HasSubstr("what it can be built from"));
    echo.can_use = [](const PlannerParts& parts) { return parts.remarks.size() == 1; };
    echo.guides = {"exact"};
    EXPECT_THAT(registerPlanner(echo).error().message, HasSubstr("has a guide 'exact' already"));
    echo.guides = {};
    echo.kept_part = "map";
    EXPECT_THAT(registerPlanner(echo).error().message, HasSubstr("no part that files hold"));
    echo.kept_part = {};
    ASSERT_TRUE(registerPlanner(echo));
    EXPECT_THAT(registerPlanner(echo).error().message, HasSubstr("already"));
    const Planner planner = buildPlanner(PlannerParts{.remarks = {"echo"}}, name).value();
    EXPECT_EQ(planner.find({Vec3{0, 0, 0}, Vec3{3, 4, 0}}).length(), 5);
    EXPECT_THAT(planner.buildWorld().error().message, HasSubstr("cannot lead a crowd"));
}

TEST(Planners, SearchAsPublishedWhenTheyAreAsked)
{
    const Scene scene = buildScene("rooms").value();
    const Planner planner = buildPlanner(scene, "navmesh", {{"search", "published"}}).value();
    const published::SearchResult typed = published::searchPath(*planner.parts().clearance, {1, 1}, {38, 21}, {.radius = 0.3});
    const Path path = planner.find({Vec2{1, 1}, Vec2{38, 21}, 0.3});
    EXPECT_TRUE(path.isComplete());
    EXPECT_EQ(path.length(), typed.length);
    EXPECT_EQ(path.faces().size(), typed.cells.size());
    // The string keeps its distance at portals only.
    EXPECT_GT(path.clearance(), 0);
    EXPECT_LT(path.clearance(), 0.3);
    EXPECT_THAT(buildPlanner(scene, "navmesh", {{"search", "published"}, {"partial", true}}).error().message,
                HasSubstr("neither quality"));
}

TEST(Planners, SearchAsFarWithDijkstraAsWithAStar)
{
    const Scene scene = buildScene("city").value();
    const Planner a_star = buildPlanner(scene, "corridor").value();
    const Planner dijkstra = buildPlanner(a_star.parts(), "corridor", {{"search", "dijkstra"}}).value();
    for (std::uint64_t seed = 1; seed <= 20; ++seed)
    {
        const PathRequest request(choosePlace(a_star, seed, 0.5), choosePlace(a_star, seed + 1000, 0.5), 0.5);
        EXPECT_NEAR(dijkstra.find(request).length(), a_star.find(request).length(), 1e-9) << seed;
    }
}

TEST(Planners, FollowTheRasterMapWhenTheyAreAsked)
{
    const Scene scene = buildScene("rooms").value();
    const Planner exact = buildPlanner(scene, "corridor", {{"kind", "backbone"}}).value();
    const Planner raster = buildPlanner(scene, "corridor", {{"map", "raster"}, {"pixel", 0.1}}).value();
    NavMeshQuery query(*raster.parts().mesh);
    int found_count = 0;
    for (std::uint64_t seed = 1; seed <= 200; ++seed)
    {
        SCOPED_TRACE(seed);
        const PathRequest request(choosePlace(raster, seed, 0.3), choosePlace(raster, seed + 1000, 0.3), 0.3);
        const Path path = raster.find(request);
        if (!path.isComplete()) continue;
        ++found_count;
        ASSERT_TRUE(exact.find(request).isComplete());
        EXPECT_EQ(planar(path.pieces().front().from), planar(request.start));
        EXPECT_EQ(planar(path.pieces().back().to), planar(request.goal));
        double length = 0;
        for (const Path::Piece& piece : path.pieces())
        {
            // A pixel decides, so the disc may come nearer to a wall than its radius by a pixel.
            const Vec2 from = planar(piece.from), to = planar(piece.to);
            EXPECT_TRUE(query.isCapsuleFree(findPlace(query.mesh(), from), to, 0.3 - 0.1));
            length += distance(from, to);
        }
        EXPECT_NEAR(path.length(), length, 1e-9);
        EXPECT_GT(path.clearance(), 0.3 - 0.1);
        EXPECT_LT(path.clearance(), 5);
    }
    EXPECT_GT(found_count, 150); // 0.3 m beside a wall no ball of a sample holds the disc
    EXPECT_THAT(raster.buildWorld().error().message, HasSubstr("map exact"));
    EXPECT_THAT(buildPlanner(scene, "corridor", {{"pixel", 0.1}}).error().message, HasSubstr("map raster"));
    EXPECT_THAT(buildPlanner(scene, "corridor", {{"map", "raster"}, {"kind", "smooth"}}).error().message, HasSubstr("map exact"));
    EXPECT_THAT(buildPlanner(scene, "corridor", {{"map", "raster"}, {"pixel", 1e-6}}).error().message, HasSubstr("pixel"));
}

TEST(Planners, GoDownThePublishedPotentialWhenTheyAreAsked)
{
    const Scene scene = buildScene("rooms").value();
    PlannerQuery near = buildPlanner(scene, "field", {{"potential", "published"}, {"cell", 0.5}}).value().makeQuery();
    EXPECT_TRUE(near.find({Vec2{1, 1}, Vec2{4, 2}, 0.2}).isComplete());
    EXPECT_FALSE(near.find({Vec2{1, 1}, Vec2{38, 21}, 0.2}).isComplete()) << "it has no slope so far away";
    EXPECT_THAT(buildPlanner(scene, "field", {{"sign", "printed"}}).error().message, HasSubstr("needs potential published"));
}

TEST(VoronoiOfAMesh, IsThatOfItsScene)
{
    for (const char* name : {"rooms", "cross", "city500", "maze"})
    {
        const Scene scene = buildScene(name).value();
        const VoronoiDiagram own = buildVoronoi(scene).value();
        const ClearanceMesh clearance = buildClearance(buildNavMesh(scene).value()).value();
        const VoronoiDiagram& shared = clearance.voronoi();
        ASSERT_EQ(own.sites().size(), shared.sites().size()) << name;
        for (std::size_t i = 0; i < own.sites().size(); ++i)
        {
            ASSERT_EQ(own.sites()[i].shape, shared.sites()[i].shape) << name;
            ASSERT_EQ(own.sites()[i].obstacle, shared.sites()[i].obstacle) << name;
        }
        const ClearanceMesh again = buildClearance(clearance.mesh(), own).value();
        for (CellId cell = 0; cell < clearance.mesh().cells().size(); ++cell)
            ASSERT_TRUE(std::ranges::equal(again.sitesNear(cell), clearance.sitesNear(cell))) << name;
    }
}

} // namespace
} // namespace clearway
