// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <clearway/base/random.h>
#include <clearway/io/scene_formats.h>

#include "tests/io/support.h"
#include "tests/support/scale.h"

namespace clearway {

using namespace test;

TEST(Wkt, APolygonHasAnOutlineAndHoles)
{
    const auto input = parseWkt("POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (2 2, 2 4, 4 4, 4 2, 2 2))");
    ASSERT_TRUE(input) << input.error().message;
    ASSERT_EQ(input->areas.size(), 1u);
    EXPECT_EQ(input->areas[0].outline.points.size(), 5u);
    EXPECT_EQ(input->areas[0].outline.points[2], (Vec2{10, 10}));
    EXPECT_TRUE(input->areas[0].outline.heights.empty());
    ASSERT_EQ(input->areas[0].holes.size(), 1u);
    EXPECT_EQ(input->areas[0].holes[0].points[1], (Vec2{2, 4}));
}

TEST(Wkt, EveryWayToWriteTheSameSquareIsRead)
{
    const std::vector<std::string> texts = {
        "polygon((0 0,1 0,1 1,0 1,0 0))",
        "POLYGON\r\n(\r\n(0 0,\r\n1 0, 1 1, 0 1))\r\n",
        "\xEF\xBB\xBF  PoLyGoN ( ( 0. 0e0 , +1 -0 , 1.0 1 , 0 .1e1 ) ) ;",
        "MULTIPOLYGON (((0 0, 1 0, 1 1, 0 1, 0 0)))",
        "GEOMETRYCOLLECTION (GEOMETRYCOLLECTION (POLYGON EMPTY, POLYGON ((0 0, 1 0, 1 1, 0 1, 0 0))), GEOMETRYCOLLECTION EMPTY)",
        "SRID=25832;POLYGON ((0 0, 1 0, 1 1, 0 1, 0 0))",
        "POLYGON M ((0 0 7, 1 0 7, 1 1 7, 0 1 7, 0 0 7))",
        "POLYGON EMPTY POLYGON ((0 0, 1 0, 1 1, 0 1, 0 0))\nMULTIPOLYGON EMPTY",
    };
    for (const std::string& text : texts)
    {
        const auto input = parseWkt(text);
        ASSERT_TRUE(input) << text << ": " << input.error().message;
        ASSERT_EQ(input->areas.size(), 1u) << text;
        const Ring& ring = input->areas[0].outline.points;
        ASSERT_GE(ring.size(), 4u) << text;
        EXPECT_EQ(ring[1], (Vec2{1, 0})) << text;
        EXPECT_EQ(ring[3], (Vec2{0, 1})) << text;
        EXPECT_TRUE(input->areas[0].outline.heights.empty()) << text;
    }
}

TEST(Wkt, ZBecomesHeightAndMIsDropped)
{
    for (const std::string head : {"POLYGON Z ", "POLYGONZ", "POLYGON ", "polygon z"})
    {
        const auto input = parseWkt(head + "((0 0 1, 1 0 2, 1 1 3))");
        ASSERT_TRUE(input) << head;
        EXPECT_EQ(input->areas[0].outline.heights, (std::vector<double>{1, 2, 3})) << head;
    }
    const auto both = parseWkt("POLYGONZM((0 0 1 9, 1 0 2 9, 1 1 3 9))");
    ASSERT_TRUE(both);
    EXPECT_EQ(both->areas[0].outline.heights, (std::vector<double>{1, 2, 3}));
}

TEST(Wkt, PointsAndLinesAreLeftOutAndSaidSo)
{
    SceneReport report;
    const auto input = parseWkt("GEOMETRYCOLLECTION (POINT (1 2), POLYGON ((0 0, 1 0, 1 1)), LINESTRING (0 0, 1 1), POINT EMPTY, "
                                "COMPOUNDCURVE (CIRCULARSTRING (0 0, 1 1, 1 0), (1 0, 0 1)))",
                                {}, &report);
    ASSERT_TRUE(input) << input.error().message;
    EXPECT_EQ(input->areas.size(), 1u);
    EXPECT_TRUE(hasRemark(report, "4 points, lines or curves were left out"));
}

TEST(Wkt, DegreesAreProjectedWhereTheSridSaysSo)
{
    SceneReport report;
    const auto input = parseWkt("SRID=4326;POLYGON ((11 48, 11.001 48, 11.001 48.001))", {}, &report);
    ASSERT_TRUE(input);
    EXPECT_TRUE(hasRemark(report, "As the SRID says, longitude and latitude were projected"));
    const Ring& ring = input->areas[0].outline.points;
    EXPECT_NEAR(ring[2].y - ring[1].y, 111.2, 0.1);
    const auto plain =
        parseWkt("SRID=4326;POLYGON ((11 48, 11.001 48, 11.001 48.001))", {.coordinates = SceneReadOptions::Units::metres});
    EXPECT_EQ(plain->areas[0].outline.points[0], (Vec2{11, 48}));
    const auto impossible =
        parseWkt("POLYGON ((0 0, 1000 0, 0 1000))", {.coordinates = SceneReadOptions::Units::longitude_latitude});
    ASSERT_FALSE(impossible);
    EXPECT_TRUE(mentions(impossible.error().message, "beyond 180 or 90 degrees"));
}

struct BadText
{
    std::string text;
    std::string message; ///< part of it
    std::int64_t line = 1;
};

TEST(Wkt, MistakesAreToldWithLineAndWhatWasExpected)
{
    const std::vector<BadText> cases = {
        {"", "it is empty", 0},
        {" \n\t ", "it is empty", 0},
        {"hello", "expected a geometry such as POLYGON, found 'hello'"},
        {"POLYGON", "expected '(' before the rings of a polygon, found the end of the text"},
        {"POLYGON ((0 0, 1 0, 1 1)", "expected ',' or ')', found the end of the text"},
        {"POLYGON ((0 0,\n1 0,\n1 x))", "expected the two coordinates of a point, found 'x'", 3},
        {"POLYGON ((0 0, 1, 1 1))", "expected the two coordinates of a point, found ','"},
        {"POLYGON ((0 0, 1 0 5 6 7, 1 1))", "expected ',' or ')', found '7'"},
        {"POLYGON Z ((0 0, 1 0, 1 1))", "expected 3 numbers in this point, found 2"},
        {"POLYGON ((0 0, 1 0, 1.2.3 1))", "expected a number, found '1.2.3'"},
        {"POLYGON ((0 0, 1 0, 1 1))) ", "expected a geometry such as POLYGON, found ')'"},
        {"POLYGON (0 0, 1 0, 1 1)", "expected '(' before the points of a ring, found '0'"},
        {"SRID=4326 POLYGON ((0 0, 1 0, 1 1))", "found no ';'"},
        {"POINT (1 2)", "there is no polygon in it, so no free space: 1 point, line or curve only", 0},
        {"POINT (1 {2})", "expected a number, ',' or ')', found '{'"},
        {"POLYGON EMPTY", "there is no polygon in it, so no free space", 0},
        {std::string("POLYGON ((0 0, 1 0, 1 \0))", 25), "found the byte 0x00"},
    };
    for (const BadText& bad : cases)
    {
        const auto input = parseWkt(bad.text);
        ASSERT_FALSE(input) << bad.text;
        EXPECT_TRUE(mentions(input.error().message, bad.message)) << input.error().message;
        EXPECT_EQ(input.error().place.line, bad.line) << bad.text;
    }
}

TEST(Wkt, NumbersThatAreNotFiniteAreRefusedWithRingAndPoint)
{
    for (const std::string number : {"nan", "NaN", "inf", "-Infinity", "1e999", "-nan"})
    {
        const auto input = parseWkt("POLYGON ((0 0, 9 0, 9 9), (1 1, 2 1, 2 " + number + "))");
        ASSERT_FALSE(input) << number;
        EXPECT_EQ(input.error().code, ErrorCode::invalid_geometry);
        EXPECT_EQ(input.error().place.ring, 1);
        EXPECT_EQ(input.error().place.index, 2);
        EXPECT_TRUE(mentions(input.error().message, "finite number, found '" + number + "' in ring 1, point 2"))
            << input.error().message;
    }
}

TEST(Wkt, AMillionNestedCollectionsDoNotExhaustTheStack)
{
    std::string text;
    for (int i = 0; i < 1'000'000; ++i) text += "GEOMETRYCOLLECTION(";
    EXPECT_FALSE(parseWkt(text));
    text += "POLYGON((0 0,1 0,1 1))" + std::string(1'000'000, ')');
    EXPECT_TRUE(parseWkt(text));
    EXPECT_FALSE(parseWkt("POINT" + std::string(1'000'000, '(')));
}

TEST(Wkt, EveryPrefixOfAFileIsReadOrRefused)
{
    const std::string text = "SRID=1;GEOMETRYCOLLECTION Z (POLYGON Z ((0 0 1, 1.5e1 0 2, 1 1 3), (0 0 0, 1 1 1, 0 1 2)), POINT "
                             "(1 2));\nPOLYGON M EMPTY";
    for (std::size_t size = 0; size <= text.size(); ++size)
    {
        // A copy of exactly this size: the sanitizer sees a read past its end.
        const std::vector<char> prefix(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(size));
        const auto input = parseWkt({prefix.data(), prefix.size()});
        EXPECT_TRUE(input || !input.error().message.empty());
    }
}

TEST(Wkt, AnyDoubleComesBackToTheBit)
{
    Random random(7);
    for (int i = 0; i < 2000 * testScale(); ++i)
    {
        const Scene scene = makeRandomScene(random);
        const auto input = parseWkt(formatWkt(scene));
        ASSERT_TRUE(input) << input.error().message;
        EXPECT_EQ(input->areas.size(), scene.areas().size());
        expectSameRings(scene, *input);
    }
}

TEST(Wkt, GoldenText)
{
    const Scene one = makeRawScene("one", {{{{{0, 0}, {10, 0}, {10, 10.5}}, {{1, 1}, {1, 2}, {2, 2}}}}});
    EXPECT_EQ(formatWkt(one), "POLYGON ((0 0, 10 0, 10 10.5, 0 0),\n (1 1, 1 2, 2 2, 1 1))\n");
    const Scene two = makeRawScene("two", {{{{{0, 0}, {1e-9, 0}, {1, 1e22}}}}, {{{{5, 5}, {6, 5}, {6, 6}}}}}, {0, 0, 0, 1, 2, 3});
    EXPECT_EQ(formatWkt(two), "MULTIPOLYGON Z (((0 0 0, 1e-09 0 0, 1 1e+22 0, 0 0 0)),\n((5 5 1, 6 5 2, 6 6 3, 5 5 1)))\n");
}

} // namespace clearway
