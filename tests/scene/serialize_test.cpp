// SPDX-License-Identifier: MIT
#include <algorithm>

#include <gtest/gtest.h>

#include <clearway/base/random.h>
#include <clearway/scene/scene.h>

#include "tests/support/degenerate_rings.h"
#include "tests/support/random_scenes.h"
#include "tests/support/scale.h"

namespace clearway {

namespace {

std::vector<std::byte> write(const Scene& scene)
{
    ByteWriter writer;
    scene.write(writer);
    return writer.take();
}

Scene buildExample(bool has_heights)
{
    SceneInput input;
    input.name = "example";
    input.areas.push_back({{{{0, 0}, {10, 0}, {10, 10}, {0, 10}}, {}}, {{{{2, 2}, {2, 4}, {4, 4}, {4, 2}}, {}}}, 0});
    input.areas.push_back({{{{20, 0}, {30, 0}, {30, 10.125}}, {}}, {}, 3});
    if (has_heights) input.areas[1].outline.heights = {1, 2, 3};
    return buildScene(input).value();
}

} // namespace

TEST(SceneSerialization, SaveLoadSaveGivesTheSameBytesForEveryDegenerateScene)
{
    for (const test::DegenerateCase& one : test::buildDegenerateCases())
    {
        const Result<Scene> scene = buildScene(one.input);
        if (!scene) continue;
        SCOPED_TRACE(one.name);
        const std::vector<std::byte> bytes = write(*scene);
        ByteReader reader(bytes);
        const Result<Scene> loaded = Scene::read(reader);
        ASSERT_TRUE(loaded) << loaded.error().message;
        EXPECT_EQ(reader.remaining(), 0u);
        EXPECT_EQ(write(*loaded), bytes);
        EXPECT_EQ(loaded->computeHash(), scene->computeHash());
        EXPECT_EQ(loaded->name(), scene->name());
        EXPECT_TRUE(std::ranges::equal(loaded->points(), scene->points()));
        EXPECT_TRUE(std::ranges::equal(loaded->heights(), scene->heights()));
        if (loaded->points().size() < 1000)
        {
            EXPECT_EQ(verify(*loaded), std::vector<std::string>{});
        }
    }
}

TEST(SceneSerialization, ATruncatedSceneIsRefusedAtEveryLength)
{
    for (bool has_heights : {false, true})
    {
        const std::vector<std::byte> bytes = write(buildExample(has_heights));
        for (std::size_t length = 0; length < bytes.size(); ++length)
        {
            ByteReader reader(std::span<const std::byte>{bytes.data(), length});
            const Result<Scene> scene = Scene::read(reader);
            ASSERT_FALSE(scene) << length;
            EXPECT_FALSE(scene.error().message.empty());
        }
    }
}

TEST(SceneSerialization, AFlippedBitIsRefusedOrGivesASceneThatCanBeUsed)
{
    for (bool has_heights : {false, true})
    {
        const std::vector<std::byte> bytes = write(buildExample(has_heights));
        for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit)
        {
            std::vector<std::byte> damaged = bytes;
            damaged[bit / 8] ^= std::byte{1} << (bit % 8);
            ByteReader reader(damaged);
            const Result<Scene> scene = Scene::read(reader);
            if (!scene) continue;
            EXPECT_EQ(verify(*scene), std::vector<std::string>{}) << "bit " << bit;
            EXPECT_GE(scene->layerCount(), 1);
            EXPECT_EQ(write(*scene).size(), damaged.size() - reader.remaining());
        }
    }
}

TEST(SceneSerialization, RandomBytesAreSurvived)
{
    const std::vector<std::byte> bytes = write(buildExample(true));
    for (std::uint64_t seed = 0; seed < 20000u * static_cast<unsigned>(test::testScale()); ++seed)
    {
        Random random(seed);
        std::vector<std::byte> damaged = bytes;
        for (std::uint64_t i = 0, count = 1 + random.below(12); i < count; ++i)
            damaged[random.below(damaged.size())] = static_cast<std::byte>(random.below(256));
        if (seed % 4 == 0) damaged.resize(random.below(damaged.size()));
        ByteReader reader(damaged);
        const Result<Scene> scene = Scene::read(reader);
        if (!scene) continue;
        EXPECT_EQ(verify(*scene), std::vector<std::string>{}) << "seed " << seed;
    }
}

TEST(SceneSerialization, AMadeUpSceneThatBreaksItsPromisesIsRefused)
{
    const std::vector<LatticePoint> room = {{0, 0}, {40, 0}, {40, 40}, {0, 40}};
    const std::vector<test::AreaRings> made_up[] = {
        {{{room, {{20, 20}, {20, 30}, {60, 30}, {60, 20}}}, 0}},               // a hole across the outline
        {{{room, {{50, 50}, {50, 60}, {60, 60}, {60, 50}}}, 0}},               // a hole outside
        {{{room, {{20, 0}, {10, 10}, {30, 10}}}, 0}},                          // a hole that touches an edge
        {{{room, {{5, 5}, {5, 20}, {20, 5}}, {{5, 5}, {5, 20}, {20, 5}}}, 0}}, // the same hole twice
        {{{room}, 0}, {{room}, 0}},                                            // the same area twice
        {{{room}, 0}, {{{{20, 20}, {60, 20}, {60, 60}, {20, 60}}}, 0}},        // areas that overlap
        {{{{{0, 0}, {40, 0}, {40, 40}, {20, -20}, {0, 40}}}, 0}},              // an outline that crosses itself
        {{{{{0, 0}, {20, 0}, {40, 0}, {40, 40}, {0, 40}}}, 0}},                // a straight corner
        {{{{{40, 0}, {40, 40}, {0, 40}, {0, 0}}}, 0}},                         // does not start at its smallest point
        {{{{{50, 0}, {60, 0}, {60, 9}}}, 0}, {{room}, 0}},                     // areas in the wrong order
    };
    for (const std::vector<test::AreaRings>& areas : made_up)
    {
        SCOPED_TRACE(&areas - made_up);
        const std::vector<std::byte> bytes = write(test::makeScene(areas));
        ByteReader reader(bytes);
        const Result<Scene> scene = Scene::read(reader);
        ASSERT_FALSE(scene);
        EXPECT_EQ(scene.error().code, ErrorCode::malformed_file);
    }
    const std::vector<std::byte> sound = write(test::makeScene({{{room}, 0}, {{room}, 1}}));
    ByteReader reader(sound);
    EXPECT_TRUE(Scene::read(reader));
}

TEST(SceneSerialization, AnotherVersionIsSaid)
{
    std::vector<std::byte> bytes = write(buildExample(false));
    bytes[0] = std::byte{9};
    ByteReader reader(bytes);
    EXPECT_EQ(Scene::read(reader).error().code, ErrorCode::unsupported_format);
}

} // namespace clearway
