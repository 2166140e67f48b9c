// SPDX-License-Identifier: MIT
// Landmarks: their distances are those of the oracle, and they change no answer, only the work.
#include <clearway/path/landmarks.h>

#include <limits>

#include "path/landmarks_data.h"
#include "path/search.h"
#include "tests/path/support.h"
#include "tests/support/path_questions.h"

namespace clearway {
namespace {

using test::PathMeshKind;
using test::PathWorld;
using test::QuestionScene;

PathWorld makeWorld(QuestionScene kind, std::uint64_t seed, PathMeshKind mesh_kind = PathMeshKind::notches)
{
    const Scene scene = test::makeQuestionScene(kind, seed);
    return {std::string(test::toString(kind)) + " seed " + std::to_string(seed), scene,
            test::buildPathMesh(scene, mesh_kind, seed)};
}

std::uint32_t findPieceOfCorner(const ClearanceMesh::Data& data, Vec2 corner)
{
    for (std::uint32_t p = 0; p < data.pieces.size(); ++p)
        for (std::uint32_t i = 0; i < data.pieces[p].side_count; ++i)
            if (data.sides[data.pieces[p].first_side + i].from == corner) return p;
    return kNone;
}

TEST(PathLandmarks, DistancesAreThoseOfTheOracle)
{
    for (std::uint64_t seed = 1; seed <= 12; ++seed)
    {
        const PathWorld world = makeWorld(static_cast<QuestionScene>(seed % test::kQuestionSceneCount), seed);
        const ClearanceMesh::Data& data = world.clearance.data();
        Random random(seed, 5);
        Search search(data);
        for (int k = 0; k < 4; ++k)
        {
            std::uint32_t from = static_cast<std::uint32_t>(random.below(data.sites.size()));
            if (!data.sites[from].is_point) continue;
            const std::span<const double> distances =
                search.measure(data.sites[from].a, findPieceOfCorner(data, data.sites[from].a));
            for (std::uint32_t to = 0; to < data.sites.size(); to += 5)
            {
                if (!data.sites[to].is_point) continue;
                const double optimum = world.computeOptimum(data.origin + data.sites[from].a, data.origin + data.sites[to].a, 0);
                const bool is_right =
                    distances[to] == optimum || std::abs(distances[to] - optimum) <= 1e-6 * std::max(1.0, optimum);
                EXPECT_TRUE(is_right || to == from)
                    << world.name << ": " << from << " to " << to << ", " << distances[to] << ", not " << optimum;
            }
        }
    }
}

TEST(PathLandmarks, PathsAreAsShortAsWithout)
{
    for (int i = 0; i < 24 * test::testScale(); ++i)
    {
        const std::uint64_t seed = 700 + static_cast<std::uint64_t>(i);
        const auto mesh_kind = static_cast<PathMeshKind>(i % test::kPathMeshKindCount);
        PathWorld world = makeWorld(static_cast<QuestionScene>(i % test::kQuestionSceneCount), seed, mesh_kind);
        PathFinder finder(world.clearance, buildPathLandmarks(world.clearance, {.count = 1 + i % 6}).value());
        test::QuestionSource source(world.clearance, seed);
        for (int k = 0; k < 60; ++k)
        {
            const test::Question question = source.draw();
            const Path without = world.find(question.start, question.goal, question.radius);
            const Path with = finder.find(question.start, question.goal, {.radius = question.radius, .fit_tolerance = 0});
            const std::string text = world.describe(question.start, question.goal, question.radius);
            ASSERT_EQ(toString(with.status()), toString(without.status())) << text;
            ASSERT_NEAR(with.length(), without.length(), 1e-6 * std::max(1.0, without.length())) << text;
        }
    }
}

TEST(PathLandmarks, SaveWorkInClutter)
{
    // Squares at random: a straight line says little about the way round them.
    Random random(1, 9);
    SquareGrid grid;
    grid.columns = grid.rows = 120;
    for (int i = 0; i < grid.columns * grid.rows; ++i) grid.passable.push_back(random.below(100) >= 38);
    const ClearanceMesh clearance = buildClearance(buildNavMesh(grid).value()).value();
    PathFinder plain(clearance), led(clearance, buildPathLandmarks(clearance).value());
    std::uint64_t plain_count = 0, led_count = 0;
    int complete = 0;
    for (int i = 0; i < 100; ++i)
    {
        const Vec2 start{random.uniform(0, 120), random.uniform(0, 120)}, goal{random.uniform(0, 120), random.uniform(0, 120)};
        const Path without = plain.find(start, goal, {.radius = 0}), with = led.find(start, goal, {.radius = 0});
        ASSERT_NEAR(with.length(), without.length(), 1e-9);
        if (!with.isComplete()) continue;
        ++complete;
        plain_count += plain.expandedCount();
        led_count += led.expandedCount();
    }
    EXPECT_GT(complete, 10);
    EXPECT_LT(4 * led_count, plain_count);
}

TEST(PathLandmarks, AnEmptyHallHasNone)
{
    SceneInput input;
    input.areas.push_back({{{{0, 0}, {9, 0}, {9, 9}, {0, 9}}, {}}, {}, 0});
    const ClearanceMesh clearance = buildClearance(buildNavMesh(buildScene(input).value()).value()).value();
    const PathLandmarks landmarks = buildPathLandmarks(clearance).value();
    EXPECT_FALSE(landmarks);
    EXPECT_EQ(landmarks.memoryBytes(), 0u);
    EXPECT_TRUE(PathFinder(clearance, landmarks).find({1, 1}, {8, 8}).isComplete());
}

TEST(PathLandmarks, BadCountsAndCancellationAreErrors)
{
    const PathWorld world = makeWorld(QuestionScene::grove, 3);
    for (const int count : {-1, 0, 65})
        EXPECT_EQ(buildPathLandmarks(world.clearance, {.count = count}).error().code, ErrorCode::out_of_range);
    const auto cancelled =
        buildPathLandmarks(world.clearance, {.execution = {.progress = [](std::string_view, double) { return false; }}});
    ASSERT_FALSE(cancelled);
    EXPECT_EQ(cancelled.error().code, ErrorCode::cancelled);
}

} // namespace
} // namespace clearway
