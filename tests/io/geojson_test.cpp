// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <clearway/base/random.h>
#include <clearway/io/scene_formats.h>

#include "tests/io/support.h"
#include "tests/support/scale.h"

namespace clearway {

using namespace test;

namespace {

/// A square with its lower left corner at (x, y).
std::string makeSquare(double x, double y, double size)
{
    const auto point = [](double px, double py) { return "[" + std::to_string(px) + "," + std::to_string(py) + "]"; };
    return "[[" + point(x, y) + "," + point(x + size, y) + "," + point(x + size, y + size) + "," + point(x, y + size) + "," +
           point(x, y) + "]]";
}

std::string makeFeature(const std::string& coordinates, const std::string& properties = "{}")
{
    return R"({"type":"Feature","properties":)" + properties + R"(,"geometry":{"type":"Polygon","coordinates":)" + coordinates +
           "}}";
}

std::string makeCollection(const std::vector<std::string>& features, const std::string& members = "")
{
    std::string text = R"({"type":"FeatureCollection",)" + members + R"("features":[)";
    for (const std::string& feature : features) text += (&feature == &features.front() ? "" : ",") + feature;
    return text + "]}";
}

} // namespace

TEST(GeoJson, EveryShapeOfDocumentIsRead)
{
    const std::string polygon = R"({"type":"Polygon","coordinates":[[[0,0],[100,0],[100,50],[0,0]],[[10,1],[20,1],[20,2]]]})";
    const std::vector<std::string> texts = {
        polygon,
        R"({"coordinates":[[[0,0],[100,0],[100,50],[0,0]],[[10,1],[20,1],[20,2]]],"bbox":[0,0,1,1],"type":"Polygon"})",
        R"({"type":"MultiPolygon","coordinates":[[[[0,0],[100,0],[100,50],[0,0]],[[10,1],[20,1],[20,2]]]]})",
        R"({"type":"Feature","id":7,"properties":null,"geometry":)" + polygon + "}",
        R"({"geometry":)" + polygon + R"(,"properties":{"a":[{"b":NaN}],"c":1e999},"type":"Feature"})",
        R"({"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":null},{"type":"Feature","geometry":)" +
            polygon + "}]}",
        R"({"type":"GeometryCollection","geometries":[{"type":"GeometryCollection","geometries":[]},)" + polygon + "]}",
        "[[[0,0],[100,0],[100,50],[0,0]],[[10,1],[20,1],[20,2]]]",
        "\xEF\xBB\xBF\n [ [ [ 0 , 0 ] , [ 100 , 0 ] , [ 1e2 , 50.0 ] , [ 0 , 0 ] ] , [ [10,1], [20,1] , [ 20, 2 ] ] ]\r\n",
        "\x1e" + polygon + "\n\x1e" + R"({"type":"Point","coordinates":[1,2]})" + "\n",
    };
    for (const std::string& text : texts)
    {
        const auto input = parseGeoJson(text);
        ASSERT_TRUE(input) << text << ": " << input.error().message;
        ASSERT_EQ(input->areas.size(), 1u) << text;
        EXPECT_TRUE(input->obstacles.empty());
        EXPECT_EQ(input->areas[0].outline.points, (Ring{{0, 0}, {100, 0}, {100, 50}, {0, 0}})) << text;
        ASSERT_EQ(input->areas[0].holes.size(), 1u) << text;
        EXPECT_EQ(input->areas[0].holes[0].points, (Ring{{10, 1}, {20, 1}, {20, 2}})) << text;
    }
}

TEST(GeoJson, AThirdCoordinateIsAHeight)
{
    const auto input = parseGeoJson(R"({"type":"Polygon","coordinates":[[[0,0,1],[100,0],[100,50,3,9]]]})");
    ASSERT_TRUE(input);
    EXPECT_EQ(input->areas[0].outline.heights, (std::vector<double>{1, 0, 3}));
}

TEST(GeoJson, LinesAloneAreRefusedAndBesidePolygonsLeftOut)
{
    const std::string line = R"({"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[0,0],[1,1]]}})";
    const auto lines = parseGeoJson(makeCollection({line, line}));
    ASSERT_FALSE(lines);
    EXPECT_TRUE(mentions(lines.error().message, "there is no polygon in it, so no free space: 2 lines only"))
        << lines.error().message;
    SceneReport report;
    EXPECT_TRUE(parseGeoJson(makeCollection({line, makeFeature(makeSquare(0, 0, 50))}), {}, &report));
    EXPECT_TRUE(hasRemark(report, "1 line left out"));
    EXPECT_FALSE(parseGeoJson(R"({"type":"FeatureCollection","features":[]})"));
    EXPECT_FALSE(parseGeoJson(R"({"type":"Polygon","coordinates":[]})"));
}

TEST(GeoJson, BuildingsAreObstaclesInABox)
{
    for (const std::string properties : {R"({"building":"yes"})", R"({"building":true})", R"({"building:levels":3})",
                                         R"({"class":"Building"})", R"({"height":7.5})"})
    {
        SceneReport report;
        const auto input = parseGeoJson(makeCollection({makeFeature(makeSquare(1000, 2000, 10), properties),
                                                        makeFeature(makeSquare(1050, 2000, 10), properties)}),
                                        {.margin = 5}, &report);
        ASSERT_TRUE(input);
        ASSERT_EQ(input->areas.size(), 1u) << properties;
        EXPECT_EQ(input->areas[0].outline.points, (Ring{{995, 1995}, {1065, 1995}, {1065, 2015}, {995, 2015}})) << properties;
        EXPECT_EQ(input->obstacles.size(), 2u);
        EXPECT_TRUE(hasRemark(
            report,
            "2 polygons were taken as obstacles, since their properties say that they are buildings; free space is the box"));
    }
}

TEST(GeoJson, WhatIsNoBuildingIsFreeSpace)
{
    for (const std::string properties :
         {"{}", "null", R"({"building":"no"})", R"({"building":false})", R"({"building":null})", R"({"class":"park"})"})
    {
        const auto input = parseGeoJson(makeCollection({makeFeature(makeSquare(1000, 2000, 10), properties)}));
        ASSERT_TRUE(input);
        EXPECT_EQ(input->areas.size(), 1u) << properties;
        EXPECT_TRUE(input->obstacles.empty()) << properties;
    }
}

TEST(GeoJson, ANameThatSpeaksOfBuildingsDecides)
{
    const std::string square = makeFeature(makeSquare(1000, 2000, 10));
    EXPECT_EQ(parseGeoJson(makeCollection({square}), {.name = "prague_Buildings"})->obstacles.size(), 1u);
    EXPECT_EQ(parseGeoJson(makeCollection({square}, R"("name":"footprints of 2020",)"))->obstacles.size(), 1u);
    EXPECT_EQ(parseGeoJson(makeCollection({square}), {.name = "plots"})->obstacles.size(), 0u);
    EXPECT_EQ(parseGeoJson(makeCollection({square}), {.meaning = SceneReadOptions::Polygons::free_space, .name = "buildings"})
                  ->obstacles.size(),
              0u);
    EXPECT_EQ(parseGeoJson(makeCollection({square}), {.meaning = SceneReadOptions::Polygons::obstacles, .name = "plots"})
                  ->obstacles.size(),
              1u);
}

TEST(GeoJson, ManyPolygonsThatStandApartAreFootprintsAndThoseSideBySideAreNot)
{
    std::vector<std::string> apart;
    std::vector<std::string> side_by_side;
    for (int i = 0; i < 30; ++i)
    {
        apart.push_back(makeFeature(makeSquare(1000 + 20 * i, 0, 10)));
        side_by_side.push_back(makeFeature(makeSquare(1000 + 10 * i, 0, 10)));
    }
    SceneReport report;
    EXPECT_EQ(parseGeoJson(makeCollection(apart), {}, &report)->obstacles.size(), 30u);
    EXPECT_TRUE(hasRemark(report, "most of them stand apart"));
    EXPECT_EQ(parseGeoJson(makeCollection(side_by_side))->areas.size(), 30u);
}

TEST(GeoJson, AGroundAroundAllBuildingsReplacesTheBox)
{
    const std::string house = makeFeature(makeSquare(1010, 10, 5), R"({"building":"yes"})");
    const std::string ground = makeFeature(makeSquare(1000, 0, 100));
    const std::string pond = makeFeature(makeSquare(1050, 50, 5));
    SceneReport report;
    const auto input = parseGeoJson(makeCollection({pond, house, ground}), {}, &report);
    ASSERT_TRUE(input);
    ASSERT_EQ(input->areas.size(), 1u);
    EXPECT_EQ(input->areas[0].outline.points[0], (Vec2{1000, 0}));
    EXPECT_EQ(input->obstacles.size(), 1u);
    EXPECT_TRUE(hasRemark(report, "1 polygon that is no building was left out"));
}

TEST(GeoJson, ACourtyardIsFreeSpaceAndNothingToRepair)
{
    const std::string house = "[[[1000,0],[1040,0],[1040,40],[1000,40],[1000,0]],[[1010,10],[1030,10],[1030,30],[1010,30],[1010,"
                              "10]],[[2000,0],[2001,0],[2001,1]]]";
    const auto input = parseGeoJson(makeFeature(house, R"({"building":"yes"})"));
    ASSERT_TRUE(input);
    ASSERT_EQ(input->obstacles.size(), 2u) << "the ring outside the outline is a footprint of its own";
    EXPECT_EQ(input->obstacles[1].outline.points.size(), 5u);
    ASSERT_EQ(input->obstacles[1].holes.size(), 1u);
    SceneReport report;
    const auto scene = buildScene(*input, &report);
    ASSERT_TRUE(scene);
    EXPECT_EQ(report.total(), 0) << report.summary();
    ASSERT_EQ(scene->areas().size(), 2u);
    EXPECT_NEAR(scene->area(), (1001 + 2 * 10) * (40 + 2 * 10) - (40 * 40 - 20 * 20) - 0.5, 1e-3);
}

TEST(GeoJson, ACourtyardOnTheGlobeIsProjectedWithItsHouse)
{
    const std::string house = "[[[11.58,48.16],[11.59,48.16],[11.59,48.17],[11.58,48.17],[11.58,48.16]],"
                              "[[11.582,48.162],[11.588,48.162],[11.588,48.168],[11.582,48.168],[11.582,48.162]]]";
    const auto input = parseGeoJson(makeFeature(house, R"({"building":"yes"})"));
    ASSERT_TRUE(input);
    ASSERT_EQ(input->obstacles.size(), 1u);
    ASSERT_EQ(input->obstacles[0].holes.size(), 1u);
    const Ring& courtyard = input->obstacles[0].holes[0].points;
    EXPECT_NEAR(distance(courtyard[0], courtyard[1]), 0.6 * 743.9, 0.3);
}

TEST(GeoJson, LongitudeAndLatitudeBecomeMetres)
{
    SceneReport report;
    const auto input = parseGeoJson(
        R"({"type":"Polygon","coordinates":[[[11.58,48.16],[11.59,48.16],[11.59,48.17],[11.58,48.17],[11.58,48.16]]]})", {},
        &report);
    ASSERT_TRUE(input);
    EXPECT_TRUE(
        hasRemark(report, "As RFC 7946 demands, longitude and latitude were projected to metres around 11.585 E, 48.165 N"));
    const Ring& ring = input->areas[0].outline.points;
    // 0.01 degrees here are 743.7 m and 1112.0 m on the ellipsoid.
    EXPECT_NEAR(distance(ring[0], ring[1]), 743.9, 0.3);
    EXPECT_NEAR(distance(ring[1], ring[2]), 1112.0, 0.3);
    EXPECT_NEAR(ring[0].x + ring[1].x, 0, 1e-6);
}

TEST(GeoJson, UnitsAreWhatTheFileOrTheCallerSays)
{
    const std::string coordinates = "[[[11,48],[11.5,48],[11.5,48.5],[11,48]]]";
    const auto crs = [&](const std::string& name) {
        return R"({"type":"Polygon","crs":{"type":"name","properties":{"name":")" + name + R"("}},"coordinates":)" + coordinates +
               "}";
    };
    const auto isKept = [](const Result<SceneInput>& input) {
        return input && input->areas[0].outline.points[0] == Vec2{11, 48};
    };
    EXPECT_FALSE(isKept(parseGeoJson(crs("urn:ogc:def:crs:OGC:1.3:CRS84"))));
    EXPECT_FALSE(isKept(parseGeoJson(crs("EPSG:4326"))));
    EXPECT_TRUE(isKept(parseGeoJson(crs("urn:ogc:def:crs:EPSG::25832"))));
    EXPECT_TRUE(isKept(parseGeoJson(coordinates))) << "a bare array";
    EXPECT_TRUE(isKept(parseGeoJson(crs("EPSG:4326"), {.coordinates = SceneReadOptions::Units::metres})));
    EXPECT_FALSE(isKept(parseGeoJson(coordinates, {.coordinates = SceneReadOptions::Units::longitude_latitude})));
    EXPECT_TRUE(isKept(parseGeoJson(R"({"type":"Polygon","clearway":{"units":"metres"},"coordinates":)" + coordinates + "}")));

    // A hall of 40 m fits longitudes and latitudes too, but would be as large as Europe.
    SceneReport report;
    const auto hall = parseGeoJson(R"({"type":"Polygon","coordinates":[[[0,0],[40,0],[40,20],[0,20]]]})", {}, &report);
    EXPECT_EQ(hall->areas[0].outline.points[2], (Vec2{40, 20}));
    EXPECT_TRUE(hasRemark(report, "taken as metres"));
    EXPECT_FALSE(parseGeoJson("[[[0,0],[400,0],[40,20]]]", {.coordinates = SceneReadOptions::Units::longitude_latitude}));
}

struct BadText
{
    std::string text;
    std::string message; ///< part of it
    std::int64_t line = 1;
};

TEST(GeoJson, MistakesAreToldWithLineAndWhatWasExpected)
{
    const std::vector<BadText> cases = {
        {"", "it is empty", 0},
        {"\n \n", "it is empty", 0},
        {"POLYGON", "expected '{', found 'POLYGON'"},
        {"{", "expected the name of a member in quotes, found the end of the text"},
        {R"({"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1]]})", "expected ',' or ']', found '}'"},
        {"{\n\"type\":\"Polygon\",\n\"coordinates\":[[[0,0],[x,0]]]}", "expected a number, found 'x' in ring 0, point 1", 3},
        {R"({"type":"Polygon","coordinates":[[[0,0],[1,"a"]]]})", "expected a number"},
        {R"({"type":"Polygon","coordinates":[[[0,0],[1]]]})", "a position needs two numbers, found one"},
        {R"({"type":"Polygon","coordinates":[[[0,0],[]]]})", "a position needs two numbers, found none"},
        {R"({"type":"Polygon","coordinates":[[[0,0],[[1,2]]]]})", "nested unevenly"},
        {R"({"type":"Polygon","coordinates":[[0,0],[1,2]]})", "must be nested like [[[x, y]"},
        {R"({"type":"MultiPolygon","coordinates":[[[0,0],[1,2],[3,4]]]})", "must be nested like [[[[x, y]"},
        {R"({"type":"Polygon","coordinates":5})", "no polygon", 0},
        {R"({"type":"Feature","geometry":{"type":"Circle"}})", "\"Circle\" is no type of GeoJSON"},
        {R"({"type":"FeatureCollection","features":[{"a":1}]})", "this object has no \"type\""},
        {R"({"a":1})", "this is JSON but not GeoJSON"},
        {R"({"type":"Topology","arcs":[]})", "this is TopoJSON"},
        {R"({"name":"x","release":"2","scenario":{}})", "this is a Vadere scenario"},
        {R"({"type":"Point","coordinates":[1,2]} true)", "expected the end of the text"},
        {"[1,2,3]", "this is an array of numbers"},
        {R"({"type":"Po)", "this string has no end"},
        {R"({"type":"\x"})", "unknown escape"},
        {R"({"type":"\u12g4"})", "four hexadecimal digits"},
        {R"({"type" 5})", "expected ':'"},
        {R"({"a":tru})", "expected a value, found 'tru'"},
    };
    for (const BadText& bad : cases)
    {
        const auto input = parseGeoJson(bad.text);
        ASSERT_FALSE(input) << bad.text;
        EXPECT_TRUE(mentions(input.error().message, bad.message)) << bad.text << ": " << input.error().message;
        EXPECT_EQ(input.error().place.line, bad.line) << bad.text;
    }
}

TEST(GeoJson, NumbersThatAreNotFiniteAreRefusedWithRingAndPoint)
{
    for (const std::string number : {"1e999", "-1e400", "NaN", "Infinity"})
    {
        const auto input = parseGeoJson(R"({"type":"Polygon","coordinates":[[[0,0],[9,0],[9,9]],[[1,1],[2,)" + number + "]]]}");
        ASSERT_FALSE(input) << number;
        EXPECT_EQ(input.error().place.ring, 1);
        EXPECT_EQ(input.error().place.index, 1);
        EXPECT_TRUE(mentions(input.error().message, number + "', in ring 1, point 1") ||
                    mentions(input.error().message, "finite"))
            << input.error().message;
    }
}

TEST(GeoJson, TheMarginMustBePositive)
{
    for (const double margin : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
        EXPECT_EQ(parseGeoJson(makeSquare(0, 0, 1), {.margin = margin}).error().code, ErrorCode::invalid_argument);
}

TEST(GeoJson, AMillionBracketsDoNotExhaustTheStack)
{
    EXPECT_FALSE(parseGeoJson(std::string(1'000'000, '[')));
    EXPECT_FALSE(parseGeoJson(R"({"properties":)" + std::string(1'000'000, '[')));
    std::string objects;
    std::string members;
    for (int i = 0; i < 200'000; ++i)
    {
        objects += R"({"geometry":)";
        members += R"({"a":)";
    }
    EXPECT_FALSE(parseGeoJson(objects));
    EXPECT_FALSE(parseGeoJson(members));
    // Nesting that nobody looks at is no mistake.
    const std::string deep = std::string(1'000'000, '[') + std::string(1'000'000, ']');
    EXPECT_TRUE(parseGeoJson(R"({"type":"Polygon","other":)" + deep + R"(,"coordinates":[[[0,0],[1,0],[1,1]]]})"));
}

TEST(GeoJson, EveryPrefixOfAFileIsRefused)
{
    const std::string text =
        R"({"type":"FeatureCollection","name":"aé\n😀","crs":{"type":"name","properties":{"name":"EPSG:1"}},)"
        R"("features":[{"type":"Feature","properties":{"building":"yes","x":[1,{"y":null}]},)"
        R"("geometry":{"type":"MultiPolygon","coordinates":[[[[0,0,1],[1.5e2,0,2],[1,1,3]]],[]]}}]})";
    ASSERT_TRUE(parseGeoJson(text)) << parseGeoJson(text).error().message;
    for (std::size_t size = 0; size < text.size(); ++size)
    {
        const std::vector<char> prefix(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(size));
        EXPECT_FALSE(parseGeoJson({prefix.data(), prefix.size()})) << size;
    }
}

TEST(GeoJson, AnyDoubleComesBackToTheBit)
{
    Random random(8);
    for (int i = 0; i < 2000 * testScale(); ++i)
    {
        const Scene scene = makeRandomScene(random);
        const auto input = parseGeoJson(formatGeoJson(scene));
        ASSERT_TRUE(input) << input.error().message;
        EXPECT_EQ(input->name, "random");
        expectSameRings(scene, *input);
    }
}

TEST(GeoJson, NamesAndLayersComeBack)
{
    const std::string name = "a \"b\" \\ \n\t\x01 \xC3\xA9 buildings";
    const Scene scene = makeRawScene(name, {{{{{0, 0}, {1, 0}, {1, 1}}}, 0}, {{{{0, 0}, {1, 0}, {1, 1}}}, 3}});
    const auto input = parseGeoJson(formatGeoJson(scene));
    ASSERT_TRUE(input) << input.error().message;
    EXPECT_EQ(input->name, name);
    ASSERT_EQ(input->areas.size(), 2u) << "our own files are free space, whatever they are called";
    EXPECT_EQ(input->areas[1].layer, 3);
}

TEST(GeoJson, GoldenText)
{
    const Scene scene = makeRawScene("one", {{{{{0, 0}, {10, 0}, {10, 10.5}}}}});
    EXPECT_EQ(formatGeoJson(scene),
              "{\"type\":\"FeatureCollection\",\"name\":\"one\",\"clearway\":{\"units\":\"metres\"},\"features\":[\n"
              "{\"type\":\"Feature\",\"properties\":{\"layer\":0},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":"
              "[[[0,0],[10,0],[10,10.5],[0,0]]]}}\n]}\n");
}

} // namespace clearway
