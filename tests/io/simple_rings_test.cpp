// SPDX-License-Identifier: MIT
// Whether what is written can be read by programs that demand valid simple features. GEOS is asked, as PostGIS, QGIS and Shapely
// do.
#include <gtest/gtest.h>

#include <algorithm>

#include <geos_c.h>

#include <clearway/base/random.h>
#include <clearway/io/scene_formats.h>

#include "tests/io/support.h"
#include "tests/support/random_scenes.h"
#include "tests/support/scale.h"

namespace clearway {

using namespace test;

namespace {

struct Opinion
{
    std::string reason; ///< why it is not valid; empty when it is
    double area = 0;
};

class Geos
{
public:
    Geos() : handle_(GEOS_init_r()) {}
    ~Geos() { GEOS_finish_r(handle_); }
    Geos(const Geos&) = delete;
    Geos& operator=(const Geos&) = delete;

    Opinion judgeWkt(const std::string& text) const
    {
        GEOSWKTReader* reader = GEOSWKTReader_create_r(handle_);
        GEOSGeometry* geometry = GEOSWKTReader_read_r(handle_, reader, text.c_str());
        GEOSWKTReader_destroy_r(handle_, reader);
        return judge(geometry);
    }
    /// Every feature by itself: a collection is valid when its parts are.
    Opinion judgeGeoJson(const std::string& text) const
    {
        GEOSGeoJSONReader* reader = GEOSGeoJSONReader_create_r(handle_);
        GEOSGeometry* geometry = GEOSGeoJSONReader_readGeometry_r(handle_, reader, text.c_str());
        GEOSGeoJSONReader_destroy_r(handle_, reader);
        return judge(geometry);
    }

private:
    Opinion judge(GEOSGeometry* geometry) const
    {
        if (!geometry) return {"it cannot be read", 0};
        Opinion opinion;
        if (GEOSisValid_r(handle_, geometry) != 1)
        {
            char* reason = GEOSisValidReason_r(handle_, geometry);
            opinion.reason = reason;
            GEOSFree_r(handle_, reason);
        }
        GEOSArea_r(handle_, geometry, &opinion.area);
        GEOSGeom_destroy_r(handle_, geometry);
        return opinion;
    }

    GEOSContextHandle_t handle_;
};

void expectValid(const Geos& geos, const Scene& scene)
{
    const std::string wkt = formatWkt(scene), geojson = formatGeoJson(scene);
    std::vector<Opinion> opinions = {geos.judgeWkt(wkt)};
    // GEOS reads no GeoJSON with heights.
    const auto is_set = [](double height) { return height != 0; };
    if (std::none_of(scene.heights().begin(), scene.heights().end(), is_set)) opinions.push_back(geos.judgeGeoJson(geojson));
    for (const Opinion& opinion : opinions)
    {
        EXPECT_EQ(opinion.reason, "") << wkt;
        EXPECT_NEAR(opinion.area, scene.area(), 1e-9 * scene.area());
    }
    for (const Result<SceneInput>& input : {parseWkt(wkt), parseGeoJson(geojson)})
    {
        ASSERT_TRUE(input) << input.error().message;
        const Result<Scene> again = buildScene(*input);
        ASSERT_TRUE(again) << again.error().message;
        EXPECT_EQ(again->computeHash(), scene.computeHash()) << wkt;
    }
}

/// Boxes, diamonds and triangles on a coarse lattice, so that most touch others or the outline, at corners and along edges.
SceneInput makeTouchingObstacles(Random& random)
{
    SceneInput input;
    const double size = 6 + static_cast<double>(random.below(10));
    input.areas.push_back({.outline = {{{0, 0}, {size, 0}, {size, size}, {0, size}}}});
    const std::size_t count = 2 + random.below(20);
    for (std::size_t i = 0; i < count; ++i)
    {
        const auto whole = [&](double limit) { return static_cast<double>(random.below(static_cast<std::uint64_t>(limit))); };
        const double x = whole(size), y = whole(size), w = 1 + whole(3), h = 1 + whole(3);
        const std::vector<Ring> shapes = {{{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}},
                                          {{x, y - h}, {x + w, y}, {x, y + h}, {x - w, y}},
                                          {{x, y}, {x + w, y + whole(3)}, {x, y + h}}};
        input.obstacles.push_back({.outline = {shapes[random.below(shapes.size())]}});
    }
    return input;
}

} // namespace

// Two boxes that share a corner: one ring of the scene, two holes of the polygon.
TEST(SimpleRings, TwoHolesThatTouchAreWrittenAsTwo)
{
    const std::string text = "POLYGON ((0 0, 20 0, 20 20, 0 20, 0 0), (5 5, 5 8, 8 8, 8 5, 5 5), (8 8, 8 11, 11 11, 11 8, 8 8))";
    const Result<Scene> scene = buildScene(*parseWkt(text));
    ASSERT_TRUE(scene);
    EXPECT_EQ(scene->rings().size(), 2u);
    const Result<SceneInput> written = parseWkt(formatWkt(*scene));
    ASSERT_TRUE(written);
    ASSERT_EQ(written->areas.size(), 1u);
    EXPECT_EQ(written->areas[0].holes.size(), 2u);
    expectValid(Geos(), *scene);
}

TEST(SimpleRings, AnObstacleThatTouchesTheOutlineIsAHole)
{
    // At a corner of the outline, where it starts; at an edge; both.
    for (const char* holes : {"(0 0, 3 4, 4 3, 0 0)", "(10 0, 8 4, 12 4, 10 0)", "(0 0, 3 4, 4 3, 0 0), (3 4, 3 8, 4 8, 3 4)"})
    {
        const Result<SceneInput> input = parseWkt(std::string("POLYGON ((0 0, 20 0, 20 20, 0 20, 0 0), ") + holes + ")");
        ASSERT_TRUE(input);
        const Result<Scene> scene = buildScene(*input);
        ASSERT_TRUE(scene);
        EXPECT_EQ(scene->rings().size(), 1u);
        expectValid(Geos(), *scene);
    }
}

TEST(SimpleRings, ScenesWithTouchingObstaclesAreWrittenValid)
{
    const Geos geos;
    int touching = 0;
    for (int seed = 0; seed < 600 * testScale(); ++seed)
    {
        SCOPED_TRACE(seed);
        Random random(static_cast<std::uint64_t>(seed));
        const Result<Scene> scene = buildScene(makeTouchingObstacles(random));
        if (!scene) continue; // nothing is free
        expectValid(geos, *scene);
        std::size_t written = 0;
        const Result<SceneInput> again = parseWkt(formatWkt(*scene));
        for (const SceneInput::AreaInput& area : again->areas) written += 1 + area.holes.size();
        if (written > scene->rings().size()) ++touching;
    }
    EXPECT_GT(touching, 100);
}

TEST(SimpleRings, RandomScenesOfAllKindsAreWrittenValid)
{
    const Geos geos;
    for (int kind = 0; kind < kSceneKindCount; ++kind)
    {
        if (static_cast<SceneKind>(kind) == SceneKind::two_layers) continue;
        for (int seed = 0; seed < 10 * testScale(); ++seed)
        {
            SCOPED_TRACE(std::string(toString(static_cast<SceneKind>(kind))) + " " + std::to_string(seed));
            const Scene raw = test::makeRandomScene(static_cast<SceneKind>(kind), static_cast<std::uint64_t>(seed), 12);
            const Result<SceneInput> input = parseWkt(formatWkt(raw));
            ASSERT_TRUE(input);
            const Result<Scene> scene = buildScene(*input);
            ASSERT_TRUE(scene);
            expectValid(geos, *scene);
        }
    }
}

TEST(SimpleRings, LayersAboveOneAnotherAreAValidCollection)
{
    SceneInput input;
    for (int layer : {0, 1, 1})
    {
        const double x = input.areas.size() == 2 ? 20 : 0;
        input.areas.push_back({.outline = {{{x, 0}, {x + 10, 0}, {x + 10, 10}, {x, 10}}}, .layer = layer});
    }
    const Result<Scene> scene = buildScene(input);
    ASSERT_TRUE(scene);
    const std::string text = formatWkt(*scene);
    EXPECT_TRUE(text.starts_with("GEOMETRYCOLLECTION (POLYGON")) << text;
    EXPECT_TRUE(mentions(text, "MULTIPOLYGON")) << text;
    EXPECT_EQ(Geos().judgeWkt(text).reason, "");
    ASSERT_TRUE(parseWkt(text));
    EXPECT_EQ(parseWkt(text)->areas.size(), 3u);
}

} // namespace clearway
