// SPDX-License-Identifier: MIT
#include <clearway/plan/far_places.h>

#include <gtest/gtest.h>

#include <clearway/plan/planners.h>
#include <clearway/scene/generators.h>
#include <clearway/scene/mesh_generators.h>

namespace clearway {
namespace {

TEST(FarPlaces, HaveALongPathBetweenThemWithEveryPlannerOfAScene)
{
    const Scene scene = buildScene(buildSceneInput("rooms").value()).value();
    for (const char* const name : {"navmesh", "corridor", "field"})
    {
        const Planner planner = buildPlanner(scene, name).value();
        const std::optional<PathRequest> far = findFarPlaces(planner, 0.25);
        ASSERT_TRUE(far) << name;
        const Path path = planner.find(*far);
        EXPECT_TRUE(path.isComplete()) << name;
        EXPECT_GT(path.length(), 25) << name << ": the building is 40 m long";
        const std::optional<PathRequest> again = findFarPlaces(planner, 0.25);
        EXPECT_EQ(planar(again->start), planar(far->start)) << name;
        EXPECT_EQ(planar(again->goal), planar(far->goal)) << name;
    }
}

TEST(FarPlaces, KeepTheEndThatIsGiven)
{
    const Planner planner = buildPlanner(buildScene(buildSceneInput("rooms").value()).value(), "navmesh").value();
    const Vec3 given{1, 1, 0};
    const PathRequest from = findFarPlaces(planner, 0.25, given).value(), to = findFarPlaces(planner, 0.25, {}, given).value();
    EXPECT_EQ(from.start, given);
    EXPECT_EQ(to.goal, given);
    EXPECT_GT(planner.find(from).length(), 20);
    EXPECT_GT(planner.find(to).length(), 20);
}

TEST(FarPlaces, AreNotThereForADiscThatFitsNowhere)
{
    const Planner planner = buildPlanner(buildScene(buildSceneInput("rooms").value()).value(), "navmesh").value();
    EXPECT_FALSE(findFarPlaces(planner, 500));
}

TEST(FarPlaces, OnTheOtherSideCanBeReached)
{
    for (const char* const name : {"sphere", "octopus"})
    {
        const Planner planner = buildPlanner(buildTriangleMesh(name).value()).value();
        const SurfaceMesh& surface = *planner.parts().surface;
        const SurfaceQuery ground(surface);
        std::vector<SurfacePlace> from;
        for (std::uint64_t i = 0; i < 8; ++i) from.push_back(ground.findRandomPlace({.seed = 5, .index = i}));
        const std::vector<double> radii(from.size(), 0);
        const std::vector<std::optional<Vec3>> to = findOtherSides(planner, from, radii);
        ASSERT_EQ(to.size(), from.size());
        for (std::size_t i = 0; i < from.size(); ++i)
        {
            ASSERT_TRUE(to[i]) << name << ", place " << i << ": a point passes everywhere";
            EXPECT_TRUE(planner.find({from[i].position, *to[i], 0}).isComplete()) << name << ", place " << i;
        }
        if (name != std::string("sphere")) continue;
        for (std::size_t i = 0; i < from.size(); ++i)
            EXPECT_LT(distance(*to[i], from[i].position * -1), 0.2 * length(from[i].position)) << "opposite, since it can";
    }
}

TEST(FarPlaces, OnTheOtherSideAreNotThereForWhoCannotGetAway)
{
    const Planner planner = buildPlanner(buildTriangleMesh("octopus").value()).value();
    const SurfaceQuery ground(*planner.parts().surface);
    std::vector<SurfacePlace> from;
    for (std::uint64_t i = 0; i < 30; ++i) from.push_back(ground.findRandomPlace({.seed = 5, .index = i}));
    const std::vector<double> radii(from.size(), 0.25);
    const std::vector<std::optional<Vec3>> to = findOtherSides(planner, from, radii);
    std::size_t found = 0;
    for (std::size_t i = 0; i < from.size(); ++i)
    {
        if (!to[i]) continue;
        ++found;
        EXPECT_TRUE(planner.find({from[i].position, *to[i], radii[i]}).isComplete()) << i;
    }
    EXPECT_GT(found, 0u);
    EXPECT_LT(found, from.size()) << "some stand where the ground is narrower than they are";
}

} // namespace
} // namespace clearway
