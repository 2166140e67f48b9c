// SPDX-License-Identifier: MIT
// Random rings of every bad kind against counting windings.
#include <algorithm>

#include <gtest/gtest.h>

#include <clearway/base/random.h>
#include <clearway/scene/scene.h>

#include "tests/oracle/scene_oracle.h"
#include "tests/support/scale.h"

namespace clearway {

namespace {

/// How coordinates are drawn.
struct Recipe
{
    const char* name;
    double range;  ///< coordinates lie in 0 to range
    bool is_whole; ///< whole numbers force vertices on edges, common edges, crossings in one point
    double offset; ///< of everything; so far out that the lattice is as coarse as the numbers drawn, snap rounding has work to do
    int max_points; ///< per ring
    int layer_count;
};

constexpr Recipe kRecipes[] = {
    {"few whole numbers", 4, true, 0, 8, 1},
    {"whole numbers", 9, true, 0, 12, 1},
    {"many whole numbers", 60, true, 0, 40, 1},
    {"real numbers", 10, false, 0, 14, 1},
    {"real numbers far out", 10, false, 6e6, 14, 1},
    {"floors", 7, true, 0, 9, 3},
    {"coarse lattice", 9, true, 0x1p52, 9, 1},
    {"coarse lattice, wide", 40, true, 0x1p52, 30, 1},
    {"coarse lattice, many points", 25, true, -0x1p52, 120, 1},
};

Ring drawRing(Random& random, const Recipe& recipe)
{
    Ring ring;
    const int count = 1 + static_cast<int>(random.below(static_cast<std::uint64_t>(recipe.max_points)));
    for (int i = 0; i < count; ++i)
    {
        const auto draw = [&] {
            if (recipe.is_whole)
                return recipe.offset + static_cast<double>(random.below(static_cast<std::uint64_t>(recipe.range)));
            return recipe.offset + random.uniform(0, recipe.range);
        };
        const double x = draw();
        ring.push_back({x, draw()});
        if (random.below(12) == 0) ring.push_back(ring.back());
        if (random.below(12) == 0 && ring.size() > 2) ring.push_back(ring[ring.size() - 2]);
    }
    return ring;
}

SceneInput::RingInput drawRingInput(Random& random, const Recipe& recipe)
{
    SceneInput::RingInput result{drawRing(random, recipe), {}};
    if (random.below(2) == 0)
    {
        for (std::size_t i = 0; i < result.points.size(); ++i) result.heights.push_back(random.uniform(0, 3));
    }
    return result;
}

SceneInput drawInput(Random& random, const Recipe& recipe)
{
    SceneInput input;
    const auto layer = [&] { return static_cast<int>(random.below(static_cast<std::uint64_t>(recipe.layer_count))); };
    for (std::uint64_t i = 0, count = 1 + random.below(4); i < count; ++i)
    {
        SceneInput::AreaInput area{drawRingInput(random, recipe), {}, layer()};
        for (std::uint64_t h = 0, holes = random.below(4); h < holes; ++h) area.holes.push_back(drawRingInput(random, recipe));
        input.areas.push_back(area);
    }
    for (std::uint64_t i = 0, count = random.below(4); i < count; ++i)
    {
        input.obstacles.push_back({drawRingInput(random, recipe), layer()});
        for (std::uint64_t h = 0, holes = random.below(3); h < holes; ++h)
            input.obstacles.back().holes.push_back(drawRingInput(random, recipe));
    }
    if (random.below(6) == 0) input.areas.push_back(input.areas[0]);
    if (random.below(6) == 0) input.obstacles.push_back({input.areas[0].outline, layer()});
    return input;
}

} // namespace

TEST(SceneOracle, RandomPointsAreFreeExactlyWhereTheInputSaysSo)
{
    for (const Recipe& recipe : kRecipes)
    {
        if (recipe.offset > 1e9 || recipe.offset < 0) continue; // doubles are too coarse there for points between
        for (std::uint64_t seed = 0; seed < 250u * static_cast<unsigned>(test::testScale()); ++seed)
        {
            SCOPED_TRACE(std::string(recipe.name) + ", seed " + std::to_string(seed));
            Random random(seed, 1);
            const SceneInput input = drawInput(random, recipe);
            const Result<Scene> scene = buildScene(input);
            for (int i = 0; i < 60; ++i)
            {
                const double x = recipe.offset + random.uniform(-1, recipe.range + 1);
                const Vec2 p{x, recipe.offset + random.uniform(-1, recipe.range + 1)};
                for (int layer = 0; layer < recipe.layer_count; ++layer)
                {
                    if (oracle::computeDistance(input, layer, p) < 1e-6) continue;
                    const int expected = oracle::isFree(input, layer, p) ? 1 : 0;
                    ASSERT_EQ(scene ? oracle::countAreas(*scene, layer, p) : 0, expected) << p.x << " " << p.y;
                }
            }
        }
    }
}

TEST(SceneOracle, EveryRandomSceneVerifiesAndBuildsItselfAgain)
{
    for (const Recipe& recipe : kRecipes)
    {
        int built_count = 0;
        for (std::uint64_t seed = 0; seed < 80u * static_cast<unsigned>(test::testScale()); ++seed)
        {
            SCOPED_TRACE(std::string(recipe.name) + ", seed " + std::to_string(seed));
            Random random(seed, 2);
            const Result<Scene> scene = buildScene(drawInput(random, recipe));
            if (!scene) continue;
            ++built_count;
            if (scene->points().size() < 1000)
            {
                ASSERT_EQ(verify(*scene), std::vector<std::string>{});
            }
            const Result<Scene> again = buildScene(oracle::toInput(*scene));
            ASSERT_TRUE(again) << again.error().message;
            ASSERT_EQ(again->frame(), scene->frame());
            ASSERT_TRUE(std::ranges::equal(again->points(), scene->points()));
            ASSERT_EQ(again->computeHash(), scene->computeHash());
        }
        EXPECT_GT(built_count, 30) << recipe.name;
    }
}

TEST(SceneOracle, TheOrderOrientationAndStartOfRingsDoNotMatter)
{
    for (const Recipe& recipe : kRecipes)
    {
        for (std::uint64_t seed = 0; seed < 40u * static_cast<unsigned>(test::testScale()); ++seed)
        {
            SCOPED_TRACE(std::string(recipe.name) + ", seed " + std::to_string(seed));
            Random random(seed, 3);
            SceneInput input = drawInput(random, recipe);
            const auto flatten = [](SceneInput::RingInput& ring) {
                ring.heights.clear();
            }; // the first height given at a place wins
            const auto turn = [&](SceneInput::RingInput& ring) {
                flatten(ring);
                if (ring.points.empty()) return;
                std::rotate(ring.points.begin(),
                            ring.points.begin() + static_cast<std::ptrdiff_t>(random.below(ring.points.size())),
                            ring.points.end());
                if (random.below(2) == 0) std::reverse(ring.points.begin(), ring.points.end());
            };
            for (SceneInput::AreaInput& area : input.areas)
            {
                flatten(area.outline);
                std::ranges::for_each(area.holes, flatten);
            }
            for (SceneInput::Obstacle& obstacle : input.obstacles)
            {
                flatten(obstacle.outline);
                std::ranges::for_each(obstacle.holes, flatten);
            }
            const Result<Scene> before = buildScene(input);
            std::reverse(input.areas.begin(), input.areas.end());
            std::reverse(input.obstacles.begin(), input.obstacles.end());
            for (SceneInput::AreaInput& area : input.areas)
            {
                turn(area.outline);
                std::reverse(area.holes.begin(), area.holes.end());
                std::ranges::for_each(area.holes, turn);
            }
            for (SceneInput::Obstacle& obstacle : input.obstacles)
            {
                turn(obstacle.outline);
                std::reverse(obstacle.holes.begin(), obstacle.holes.end());
                std::ranges::for_each(obstacle.holes, turn);
            }
            const Result<Scene> after = buildScene(input);
            ASSERT_EQ(before.ok(), after.ok());
            if (before)
            {
                ASSERT_EQ(before->computeHash(), after->computeHash());
            }
        }
    }
}

} // namespace clearway
