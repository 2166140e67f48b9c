// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <clearway/guide/on_surface.h>

#include "crowd/space_neighbours.h"
#include "tests/oracle/surface_oracle.h"
#include "tests/support/scale.h"
#include "tests/support/surfaces.h"

namespace clearway {
namespace {

/// Agents on a surface, in a grid of its own.
struct Population
{
    Population(const SurfaceMesh& mesh, std::size_t count, double max_radius, double cube_size, Random& random)
        : world(onSurface(mesh).value())
    {
        const SurfaceQuery query(mesh);
        agents.resize(count);
        std::vector<SpaceBody> bodies;
        for (std::size_t i = 0; i < count; ++i)
        {
            places.push_back(query.findRandomPlace({.seed = random.bits(), .index = i}));
            agents.id[i] = 1000 - i;
            agents.position[i] = world.chart.toChart(places.back());
            agents.radius[i] = random.below(2) == 0 ? 0.25 : random.uniform(0.05, max_radius);
            bodies.push_back(makeBody(world.chart.computePose(agents.position[i])));
        }
        space.build(bodies, cube_size, grid.slot);
        grid.arrange(agents, grid.slot);
    }
    SpaceView view() const { return {*world.world.ground->curved(), space, grid}; }

    SurfaceWorld world;
    AgentColumns agents;
    std::vector<SurfacePlace> places;
    SpaceGrid space;
    NeighbourGrid grid;
};

/// Slots of the neighbours of one, nearest first.
std::vector<std::uint32_t> findSlowly(const Population& all, const SurfaceMesh& mesh, std::uint32_t slot, float range,
                                      std::size_t count)
{
    struct Seen
    {
        float gap;
        AgentId id;
        std::uint32_t slot;
    };
    std::vector<Seen> seen;
    const float radius = static_cast<float>(all.agents.radius[slot]);
    for (std::uint32_t other = 0; other < all.agents.size(); ++other)
    {
        const Pose a = all.world.chart.computePose(all.agents.position[slot]);
        const Pose b = all.world.chart.computePose(all.agents.position[other]);
        const Vec3 line = b.position - a.position;
        const float x = static_cast<float>(line.x), y = static_cast<float>(line.y), z = static_cast<float>(line.z);
        const float gap = std::sqrt(x * x + y * y + z * z) - static_cast<float>(all.agents.radius[other]);
        const SpaceBody body_a = makeBody(a), body_b = makeBody(b);
        if (other == slot || gap > range + radius || dot3(body_a.normal, body_b.normal) < -0.9F) continue;
        if (!test::isNearOnSurface(mesh, {a.position, a.face}, {b.position, b.face})) continue;
        seen.push_back({gap, all.agents.id[other], other});
    }
    std::sort(seen.begin(), seen.end(),
              [](const Seen& a, const Seen& b) { return a.gap != b.gap ? a.gap < b.gap : a.id < b.id; });
    std::vector<std::uint32_t> slots;
    for (std::size_t i = 0; i < std::min(count, seen.size()); ++i) slots.push_back(seen[i].slot);
    return slots;
}

TEST(SpaceNeighbours, AreThoseOfBruteForceWhateverTheCubesAndTheGuess)
{
    Random random(17);
    std::size_t found = 0;
    for (int round = 0; round < 12 * test::testScale(); ++round)
    {
        const char* const names[] = {"sphere", "overpass", "torus", "cube", "octopus"};
        const SurfaceMesh mesh = round % 6 == 5
                                     ? test::makeWholeSurface(test::makeHoles(test::makeRandomHills(15, 1, random), 0.1, random))
                                     : test::makeBuiltInSurface(names[round % 6], 0.03);
        const Vec3 size = mesh.source().bounds().size();
        const double widest = std::max({size.x, size.y, size.z});
        const Population all(mesh, 1 + random.below(60), widest * 0.02, widest * random.uniform(0.001, 0.5), random);
        const float range = static_cast<float>(widest * random.uniform(0, 0.4));
        const int count = static_cast<int>(random.below(16));
        SpaceNeighbourFinder finder;
        NeighbourBlock block;
        for (std::uint32_t self = 0; self < all.grid.size(); ++self)
        {
            const float guess = static_cast<float>(random.uniform(0, 1.2)) * range;
            finder.find(all.view(), self, self + 1, range, count, {&guess, 1}, block);
            std::vector<std::uint32_t> slots;
            for (std::uint32_t k = 0; k < block.first[1]; ++k)
            {
                slots.push_back(all.grid.slot[block.sorted[k]]);
                const float offset = std::sqrt(block.dx[k] * block.dx[k] + block.dy[k] * block.dy[k]);
                const double away = distance(all.space.bodies[self].position, all.space.bodies[block.sorted[k]].position);
                ASSERT_NEAR(static_cast<double>(offset), away, 1e-4 * widest);
            }
            ASSERT_EQ(slots, findSlowly(all, mesh, all.grid.slot[self], range, static_cast<std::size_t>(count)))
                << "round " << round << " self " << self;
            found += slots.size();
        }
    }
    EXPECT_GT(found, 500u);
}

TEST(SpaceNeighbours, NobodySeesTheOtherSideOfAThinSheet)
{
    // A flat box, a hand's breadth high: the rim joins its sides.
    MeshInput input = test::makeGrid(20, 20, [](double i, double k) { return Vec3{i, k, 0.1}; });
    const auto below = static_cast<std::uint32_t>(input.positions.size());
    const std::size_t triangle_count = input.triangles.size();
    for (std::uint32_t v = 0; v < below; ++v) input.positions.push_back({input.positions[v].x, input.positions[v].y, 0});
    for (std::size_t t = 0; t < triangle_count; ++t)
    {
        const MeshTriangle top = input.triangles[t];
        input.triangles.push_back({top[0] + below, top[2] + below, top[1] + below});
    }
    const SurfaceMesh mesh = test::makeWholeSurface(input);
    Random random(1);
    const Population all(mesh, 300, 0.3, 2, random);
    SpaceNeighbourFinder finder;
    std::size_t found = 0;
    for (std::uint32_t self = 0; self < all.grid.size(); ++self)
        for (const Neighbour& neighbour : finder.findAll(all.view(), self, 3))
        {
            ++found;
            EXPECT_EQ(all.space.bodies[self].normal[2], all.space.bodies[neighbour.sorted].normal[2]);
        }
    EXPECT_GT(found, 1000u);
}

TEST(SpaceNeighbours, ThoseOnTheWallBesideTheRampSeeThoseAboveTheEdgeAndAreSeen)
{
    // The planes are at right angles, and rounding makes it a little more.
    const SurfaceMesh mesh = test::makeBuiltInSurface("ramp", 1);
    const SurfaceQuery query(mesh);
    std::vector<SpaceBody> bodies;
    Random random(1);
    Population all(mesh, 2, 0.25, 1, random);
    for (std::size_t i = 0; i < 2; ++i)
    {
        all.places[i] = query.findNearest(i == 0 ? Vec3{8.835, 9.5, 0.9} : Vec3{8.475, 9.76, 1.084});
        all.agents.position[i] = all.world.chart.toChart(all.places[i]);
        all.agents.radius[i] = 0.25;
        bodies.push_back(makeBody(all.world.chart.computePose(all.agents.position[i])));
    }
    ASSERT_NEAR(dot3(bodies[0].normal, bodies[1].normal), 0, 1e-6);
    ASSERT_LT(dot3(bodies[0].normal, bodies[1].normal), 0);
    all.space.build(bodies, 1, all.grid.slot);
    all.grid.arrange(all.agents, all.grid.slot);
    SpaceNeighbourFinder finder;
    for (std::uint32_t self = 0; self < 2; ++self) EXPECT_EQ(finder.findAll(all.view(), self, 1).size(), 1u) << self;
}

TEST(SpaceNeighbours, OffsetsAtARightAngledCreasePointAlongTheShortestWay)
{
    // Two half-planes that meet in the y axis: one flat, one going straight down.
    const SurfaceMesh mesh = test::makeWholeSurface(
        test::makeGrid(8, 8, [](double i, double k) { return i < 4 ? Vec3{i - 4, k, 0} : Vec3{0, k, 4 - i}; }));
    const SurfaceChart chart = buildSurfaceChart(mesh).value();
    const SurfaceQuery query(mesh);
    const Vec2 a = chart.toChart(query.findNearest({-0.5, 3, 0})), b = chart.toChart(query.findNearest({0, 4, -1.5}));
    const Vec3 offset = chart.toSpace(a, computeOffset(chart.computePose(a), chart.computePose(b)));
    const Vec3 shortest = normalized({2, 1, 0}); // unfolded
    EXPECT_LT(length(normalized(offset) - shortest), 1e-12);
    EXPECT_NEAR(length(offset), std::sqrt(0.25 + 1 + 2.25), 1e-12);
    // And a velocity that goes down there is one that goes ahead here.
    const Vec2 down = chart.toPlane(b, {0, 0, -1});
    EXPECT_LT(length(chart.toSpace(a, turnVector(chart.computePose(b), chart.computePose(a), down)) - Vec3{1, 0, 0}), 1e-12);
}

} // namespace
} // namespace clearway
