// SPDX-License-Identifier: MIT
// Small files that would make large scenes: refused before time and memory are spent.
#include <string>

#include <gtest/gtest.h>

#include <clearway/scene/scene.h>

#include "tests/support/count_allocations.h"

namespace clearway {
namespace {

/// One ring to and fro, `count` times up and down and then as often from side to side: count² crossings.
SceneInput makeZigzag(int count)
{
    SceneInput input;
    Ring& ring = input.areas.emplace_back().outline.points;
    const auto far = [&](int i) { return i / 2 % 2 == 0 ? -1.0 : count + 1.0; };
    for (int i = 0; i < count; ++i)
    {
        ring.push_back({i + 0.0, far(2 * i)});
        ring.push_back({i + 0.0, far(2 * i + 2)});
    }
    for (int i = 0; i < count; ++i)
    {
        ring.push_back({far(2 * i), i + 0.5});
        ring.push_back({far(2 * i + 2), i + 0.5});
    }
    return input;
}

/// Triangles in each other that share a line as their lower side: nothing crosses, and every side runs through the corners of
/// all that are inside.
SceneInput makeNested(int count)
{
    SceneInput input;
    input.areas.emplace_back().outline.points = {
        {-1, -1}, {2.0 * count + 1, -1}, {2.0 * count + 1, 2.0 * count}, {-1, 2.0 * count}};
    for (int i = 0; i < count; ++i)
        input.obstacles.emplace_back().outline.points = {
            {i + 0.0, 0}, {2.0 * count - i, 0}, {count + 0.0, static_cast<double>(count - i)}};
    return input;
}

void expectRefused(const SceneInput& input, const char* what)
{
    constexpr std::size_t kMostBytes = std::size_t{256} << 20;
    const std::size_t before = test::allocated_bytes;
    const Result<Scene> scene = buildScene(input);
    EXPECT_LT(test::allocated_bytes - before, kMostBytes);
    ASSERT_FALSE(scene);
    const Error& error = scene.error();
    EXPECT_EQ(error.code, ErrorCode::out_of_range);
    EXPECT_EQ(error.message.find(what), 0u) << error.message;
    EXPECT_NE(error.message.find("wrong order"), std::string::npos) << error.message;
    EXPECT_GE(error.place.ring, 0);
    EXPECT_GE(error.place.index, 0);
    EXPECT_TRUE(error.place.has_coordinate);
}

TEST(Noise, AZigzagThatCrossesItselfHalfAMillionTimesIsRefused) { expectRefused(makeZigzag(700), "The rings cross more than "); }

TEST(Noise, ManySidesAlongOneLineAreRefused)
{
    expectRefused(makeNested(1300), "The rings run through each other's points more than ");
}

TEST(Noise, OfAFewThousandCrossingsIsStillAScene)
{
    const Result<Scene> zigzag = buildScene(makeZigzag(60));
    ASSERT_TRUE(zigzag) << zigzag.error().message;
    EXPECT_GT(zigzag->points().size(), 3000u);
    const Result<Scene> nested = buildScene(makeNested(60));
    EXPECT_TRUE(nested) << nested.error().message;
}

} // namespace
} // namespace clearway
