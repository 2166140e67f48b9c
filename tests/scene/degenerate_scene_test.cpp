// SPDX-License-Identifier: MIT
#include <cmath>

#include <gtest/gtest.h>

#include <clearway/base/hash.h>
#include <clearway/scene/scene.h>

#include "tests/support/degenerate_rings.h"

namespace clearway {

using test::DegenerateCase;
using test::Expected;

TEST(DegenerateScene, EveryCaseGivesAProperSceneOrARefusalThatSaysWhy)
{
    for (const DegenerateCase& one : test::buildDegenerateCases())
    {
        SCOPED_TRACE(one.name);
        SceneReport report;
        const Result<Scene> scene = buildScene(one.input, &report);
        EXPECT_EQ(scene.ok(), one.expected == Expected::scene) << (scene.ok() ? "built" : scene.error().message);
        if (!scene)
        {
            EXPECT_GT(scene.error().message.size(), 20u);
            continue;
        }
        if (scene->points().size() < 3000)
        {
            EXPECT_EQ(verify(*scene), std::vector<std::string>{});
        }
        if (one.area >= 0)
        {
            EXPECT_NEAR(scene->area(), one.area, one.area * 1e-8);
        }
        EXPECT_EQ(scene->name(), one.name);
        EXPECT_FALSE(scene->areas().empty());
    }
}

TEST(DegenerateScene, AllScenesHaveTheSameBitsOnEveryCompiler)
{
    Hasher hasher;
    for (const DegenerateCase& one : test::buildDegenerateCases())
    {
        const Result<Scene> scene = buildScene(one.input);
        hasher.add(scene ? scene->computeHash() : std::uint64_t{0});
    }
    EXPECT_EQ(hasher.value(), 7011756046948816327u);
}

TEST(DegenerateScene, RefusalsOfNumbersNameRingPointAndCoordinate)
{
    for (const DegenerateCase& one : test::buildDegenerateCases())
    {
        const Result<Scene> scene = buildScene(one.input);
        if (scene || one.name.find("not a number") == std::string::npos) continue;
        SCOPED_TRACE(one.name);
        const Error::Place& place = scene.error().place;
        EXPECT_GE(place.ring, 0);
        EXPECT_GE(place.index, 0);
        EXPECT_TRUE(place.has_coordinate);
        EXPECT_NE(scene.error().message.find("not a number"), std::string::npos);
    }
}

} // namespace clearway
