// SPDX-License-Identifier: MIT
#include <clearway/io/scenarios.h>

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include <clearway/base/random.h>

#include "tests/support/scale.h"

namespace clearway {

TEST(Queries, EveryFormOfALineIsRead)
{
    const QueryList list = parseQueries("1,2,3,4,0.5\n"
                                        "1 2 3 4\n"
                                        " 1 ; 2 ; 3 ; 4 ; 0.75 \r\n"
                                        "1\t2\t3\t4\t1e-1\n"
                                        "1,2,9,3,4,9\n"
                                        "1,2,9,3,4,9,0.125 # with heights\n",
                                        0.25);
    EXPECT_TRUE(list.problems.empty()) << list.problems[0].message;
    ASSERT_EQ(list.queries.size(), 6u);
    const double radii[] = {0.5, 0.25, 0.75, 0.1, 0.25, 0.125};
    for (std::size_t i = 0; i < 6; ++i)
    {
        EXPECT_EQ(list.queries[i].query.start, (Vec2{1, 2})) << i;
        EXPECT_EQ(list.queries[i].query.goal, (Vec2{3, 4})) << i;
        EXPECT_EQ(list.queries[i].query.radius, radii[i]) << i;
        EXPECT_EQ(list.queries[i].line, static_cast<std::int64_t>(i) + 1);
        EXPECT_TRUE(std::isnan(list.queries[i].reference_length));
    }
}

TEST(Queries, EmptyLinesCommentsAndNamesAreSkipped)
{
    const QueryList list = parseQueries("\xEF\xBB\xBFx0,y0,x1,y1,r\n\n# all of it\n   \n1,2,3,4,5", 0);
    EXPECT_TRUE(list.problems.empty());
    ASSERT_EQ(list.queries.size(), 1u);
    EXPECT_EQ(list.queries[0].line, 5);
    EXPECT_TRUE(parseQueries("", 0).queries.empty());
}

TEST(Queries, BadLinesAreNamedAndTheOthersRead)
{
    const QueryList list =
        parseQueries("1,2,3,4,0.5\n1,2,3\nhello\n1,2,3,4,5,6,7,8\n1,two,3,4\n1,,3,4\n5,6,7,8\n1,2,3,4x\n", 0.25);
    ASSERT_EQ(list.queries.size(), 2u);
    EXPECT_EQ(list.queries[1].line, 7);
    ASSERT_EQ(list.problems.size(), 6u);
    const std::int64_t lines[] = {2, 3, 4, 5, 6, 8};
    for (std::size_t i = 0; i < 6; ++i)
    {
        EXPECT_EQ(list.problems[i].place.line, lines[i]);
        EXPECT_GT(list.problems[i].message.size(), 20u);
    }
    EXPECT_NE(list.problems[3].message.find("two"), std::string::npos);
    EXPECT_NE(list.problems[0].message.find("3 values"), std::string::npos);
}

TEST(Queries, NumbersThatAreNotFiniteAreKept)
{
    const QueryList list = parseQueries("nan,2,3,4,5\n1,2,3,4,-inf\n1,2,3,4,NaN\n", 0);
    ASSERT_EQ(list.queries.size(), 3u);
    EXPECT_TRUE(std::isnan(list.queries[0].query.start.x));
    EXPECT_EQ(list.queries[1].query.radius, -std::numeric_limits<double>::infinity());
    EXPECT_TRUE(std::isnan(list.queries[2].query.radius));
}

TEST(Scenario, SquaresAreCountedFromTheTop)
{
    const auto list = parseScenario("version 1\n0\tmaps/a b.map\t49\t40\t1\t11\t1\t12\t1\n3 m 49 40 0 0 48 39 2.41421\n",
                                    ScenarioCoordinates::squares, 0.25);
    ASSERT_TRUE(list) << list.error().message;
    ASSERT_EQ(list->queries.size(), 2u);
    EXPECT_EQ(list->queries[0].query.start, (Vec2{1.5, 28.5}));
    EXPECT_EQ(list->queries[0].query.goal, (Vec2{1.5, 27.5}));
    EXPECT_EQ(list->queries[0].reference_length, 1);
    EXPECT_EQ(list->queries[0].line, 2);
    EXPECT_EQ(list->queries[1].query.start, (Vec2{0.5, 39.5}));
    EXPECT_EQ(list->queries[1].query.goal, (Vec2{48.5, 0.5}));
    EXPECT_EQ(list->queries[1].query.radius, 0.25);
    EXPECT_EQ(list->queries[1].reference_length, 2.41421);
}

TEST(Scenario, PointsAreTakenAsTheyAre)
{
    const auto list =
        parseScenario("version 1.0\r\n0\tmeshes/x.mesh\t3\t3\t0.99\t1.01\t1.01 0.99\t-1\r\n", ScenarioCoordinates::points, 0);
    ASSERT_TRUE(list) << list.error().message;
    ASSERT_EQ(list->queries.size(), 1u);
    EXPECT_EQ(list->queries[0].query.start, (Vec2{0.99, 1.01}));
    EXPECT_EQ(list->queries[0].query.goal, (Vec2{1.01, 0.99}));
    EXPECT_EQ(list->queries[0].reference_length, -1);
}

TEST(Scenario, WhatIsNoneIsRefusedWithItsLine)
{
    for (const char* text : {"", "\n\n", "1,2,3,4", "version 2\n", "type octile\n", "version\n"})
    {
        const auto list = parseScenario(text, ScenarioCoordinates::squares, 0);
        ASSERT_FALSE(list) << text;
        EXPECT_GE(list.error().place.line, 1) << text;
    }
}

TEST(Scenario, BadLinesAreNamedAndTheOthersRead)
{
    const auto list = parseScenario("version 1\n0 m 4 4 0 0 1 1\n0 m 4 4 0 0 1 1 1.41421\nnonsense\n0 m 4 4 0 zero 1 1 2\n",
                                    ScenarioCoordinates::squares, 0);
    ASSERT_TRUE(list);
    EXPECT_EQ(list->queries.size(), 1u);
    ASSERT_EQ(list->problems.size(), 3u);
    EXPECT_EQ(list->problems[0].place.line, 2);
    EXPECT_EQ(list->problems[1].place.line, 4);
    EXPECT_EQ(list->problems[2].place.line, 5);
}

TEST(Scenario, AnyBytesAreSurvived)
{
    Random random(9);
    const std::string alphabet = "0123456789.,;-+einfax \t\r\n#\"\0\xff\x80version1";
    for (int round = 0; round < 3000 * test::testScale(); ++round)
    {
        std::string text = round % 2 ? "version 1\n" : "";
        for (std::uint64_t size = random.below(120); size > 0; --size) text += alphabet[random.below(alphabet.size())];
        const QueryList list = parseQueries(text, 0.25);
        for (const Error& error : list.problems) EXPECT_GE(error.place.line, 1);
        (void)parseScenario(text, ScenarioCoordinates::squares, 0).ok();
    }
}

} // namespace clearway
