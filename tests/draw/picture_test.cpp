// SPDX-License-Identifier: MIT
#include <clearway/native/picture.h>

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include <clearway/io/files.h>
#include <clearway/navmesh/build.h>
#include <clearway/scene/generators.h>

#include "draw/canvas.h"
#include "draw/cell_tints.h"
#include "draw/palette.h"
#include "draw/sheet.h"

/// Read by the leak checker of sanitized builds: fontconfig keeps a few hundred bytes per font for the life of a process.
extern "C" const char* __lsan_default_suppressions() // NOLINT(bugprone-reserved-identifier)
{
    return "leak:libfontconfig\n";
}

namespace clearway {

namespace {

/// A folder that goes away with the test.
class PictureTest : public testing::Test
{
protected:
    void SetUp() override
    {
        const auto* info = testing::UnitTest::GetInstance()->current_test_info();
        folder_ = std::filesystem::temp_directory_path() / (std::string("clearway_") + info->name());
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }
    std::string path(const std::string& name) const { return (folder_ / name).string(); }
    std::size_t countFiles() const
    {
        const std::filesystem::directory_iterator files(folder_);
        return static_cast<std::size_t>(std::distance(begin(files), end(files)));
    }

private:
    std::filesystem::path folder_;
};

/// Squares in a row, each on a layer of its own.
NavMesh buildLayers(int layer_count)
{
    PolygonMesh polygons;
    for (int layer = 0; layer < layer_count; ++layer)
    {
        const auto first = static_cast<VertexId>(polygons.vertices.size());
        for (Vec2 p : {Vec2{0, 0}, Vec2{4, 0}, Vec2{4, 3}, Vec2{0, 3}}) polygons.vertices.push_back({p, 3.0 * layer});
        polygons.cells.push_back({first, first + 1, first + 2, first + 3});
        polygons.layers.push_back(layer);
    }
    return buildNavMesh(polygons).value();
}

NavMesh buildBuiltIn(std::string_view name) { return buildNavMesh(buildScene(name).value()).value(); }

} // namespace

TEST(Sheet, RoundLengthsAreTheLargestOneTwoOrFiveBelowTheLimit)
{
    EXPECT_DOUBLE_EQ(computeRoundLength(1), 1);
    EXPECT_DOUBLE_EQ(computeRoundLength(1.99), 1);
    EXPECT_DOUBLE_EQ(computeRoundLength(2), 2);
    EXPECT_DOUBLE_EQ(computeRoundLength(4.99), 2);
    EXPECT_DOUBLE_EQ(computeRoundLength(87), 50);
    EXPECT_DOUBLE_EQ(computeRoundLength(12345), 10000);
    EXPECT_NEAR(computeRoundLength(0.031), 0.02, 1e-12);
    for (double limit : {1e-12, 3.3e-5, 0.7, 999.0, 1e12, 1e200})
    {
        EXPECT_LE(computeRoundLength(limit), limit);
        EXPECT_GT(computeRoundLength(limit), limit / 2.6);
    }
}

TEST(Sheet, LengthsAreSaidInTheUnitPeopleUse)
{
    EXPECT_EQ(formatLength(20), "20 m");
    EXPECT_EQ(formatLength(5000), "5 km");
    EXPECT_EQ(formatLength(0.2), "20 cm");
    EXPECT_EQ(formatLength(0.002), "2 mm");
    EXPECT_EQ(formatLength(1), "1 m");
    EXPECT_EQ(formatLength(computeRoundLength(0.011)), "1 cm");
}

TEST(Sheet, EveryShapeOfWorldStaysInsideItsPanelAndThePanelInsideTheSheet)
{
    for (double width : {64.0, 300.0, 1200.0, 20000.0})
        for (Vec2 size : {Vec2{1, 1}, Vec2{1000, 1}, Vec2{1, 1000}, Vec2{1e-6, 2e-6}, Vec2{1e6, 1e3}, Vec2{1e9, 1}})
            for (std::size_t panel_count : {1u, 2u, 5u, 36u})
            {
                const Vec2 corner = {691000, -5335000};
                const Sheet sheet = computeSheet({.width = width, .world = {corner, corner + size}, .panel_count = panel_count});
                ASSERT_EQ(sheet.panels.size(), panel_count);
                EXPECT_LE(sheet.height, 2.1 * width + 150);
                EXPECT_LE(sheet.height, Canvas::kMaxSide);
                for (const MapView& view : sheet.panels)
                {
                    const Vec2 low = view.toPixel(view.world.min);
                    const Vec2 high = view.toPixel(view.world.max);
                    EXPECT_LE(low.x, high.x);
                    EXPECT_LE(high.y, low.y) << "north is up";
                    EXPECT_GE(low.x, view.corner.x);
                    EXPECT_LE(high.x, view.corner.x + view.size.x + 1e-6);
                    EXPECT_GE(high.y, view.corner.y - 1e-6);
                    EXPECT_LE(low.y, view.corner.y + view.size.y + 1e-6);
                    EXPECT_GE(view.corner.x, 0);
                    EXPECT_LE(view.corner.x + view.size.x, width + 1e-6);
                    EXPECT_LE(view.corner.y + view.size.y, sheet.height);
                }
            }
}

TEST(Palette, HeatGrowsLighterAllTheWay)
{
    double before = -1;
    for (int i = 0; i <= 1000; ++i)
    {
        const Color color = palette::heat(i / 1000.0);
        const double luminance =
            0.2126 * std::pow(color.r, 2.2) + 0.7152 * std::pow(color.g, 2.2) + 0.0722 * std::pow(color.b, 2.2);
        EXPECT_GT(luminance, before) << i;
        before = luminance;
    }
    EXPECT_EQ(palette::heat(-5).r, palette::heat(0).r);
    EXPECT_EQ(palette::heat(7).r, palette::heat(1).r);
    EXPECT_EQ(palette::heat(std::nan("")).r, palette::heat(0).r);
}

TEST(CellTints, NeighboursDifferOnEveryBuiltInScene)
{
    for (const BuiltInScene& scene : builtInScenes())
    {
        const NavMesh mesh = buildBuiltIn(scene.name);
        const std::vector<std::uint8_t> tints = computeCellTints(mesh, 6);
        ASSERT_EQ(tints.size(), mesh.cells().size());
        for (std::uint8_t tint : tints) EXPECT_LT(tint, 6);
        for (const NavMesh::Portal& portal : mesh.portals()) EXPECT_NE(tints[portal.left], tints[portal.right]) << scene.name;
    }
}

TEST_F(PictureTest, TheSameMeshGivesTheSameBytesInEveryFormat)
{
    const NavMesh mesh = buildBuiltIn("rooms");
    for (const char* ending : {".svg", ".png", ".pdf"})
    {
        const PictureOptions options = {.width = 500, .draw_ids = true, .title = "twice"};
        const std::string first = path(std::string("a") + ending);
        const std::string second = path(std::string("b") + ending);
        ASSERT_TRUE(savePicture(mesh, first, options));
        ASSERT_TRUE(savePicture(mesh, second, options));
        // Cairo numbers glyphs per process in SVG; a second picture in one process need not equal the first there.
        if (std::string(ending) == ".svg") continue;
        EXPECT_EQ(*readFile(first), *readFile(second)) << ending;
    }
}

TEST_F(PictureTest, LayersAreDrawnSideBySide)
{
    for (int layer_count : {1, 2, 7, 50})
    {
        const NavMesh mesh = buildLayers(layer_count);
        EXPECT_TRUE(savePicture(mesh, path("layers.png"), {.width = 800, .draw_ids = true}));
    }
}

TEST_F(PictureTest, AnyValuesMakeAHeatMap)
{
    const NavMesh mesh = buildBuiltIn("rooms");
    const double nan = std::nan("");
    const double infinity = std::numeric_limits<double>::infinity();
    const double max = std::numeric_limits<double>::max();
    for (const std::vector<double>& pattern : std::vector<std::vector<double>>{
             {0}, {1}, {-1, 1}, {nan}, {infinity, -infinity}, {-max, max}, {1e-300, 1e300}, {nan, 1, 2, infinity}, {0, 1, 1000}})
        for (HeatScale scale : {HeatScale::automatic, HeatScale::linear, HeatScale::logarithmic})
        {
            std::vector<double> heat(mesh.cells().size());
            for (std::size_t i = 0; i < heat.size(); ++i) heat[i] = pattern[i % pattern.size()];
            PictureOptions options = {.width = 200, .heat = heat, .heat_name = "anything"};
            options.heat_scale = scale;
            EXPECT_TRUE(savePicture(mesh, path("heat.png"), options));
        }
}

TEST_F(PictureTest, WhatCannotBeDrawnIsRefusedAndNothingIsWritten)
{
    const NavMesh mesh = buildBuiltIn("donut");
    const std::vector<double> heat(mesh.cells().size() + 1);
    EXPECT_EQ(savePicture(mesh, path("a.png"), {.heat = heat}).error().code, ErrorCode::invalid_argument);
    EXPECT_EQ(savePicture(mesh, path("a.png"), {.width = 63}).error().code, ErrorCode::out_of_range);
    EXPECT_EQ(savePicture(mesh, path("a.png"), {.width = 20001}).error().code, ErrorCode::out_of_range);
    EXPECT_EQ(savePicture(mesh, path("a.png"), {.width = 20000}).error().code, ErrorCode::out_of_range);
    EXPECT_EQ(savePicture(mesh, path("a.gif")).error().code, ErrorCode::unsupported_format);
    EXPECT_EQ(savePicture(mesh, path("missing/a.png")).error().code, ErrorCode::unwritable_file);
    EXPECT_EQ(countFiles(), 0u);
}

TEST_F(PictureTest, AVeryLargeVectorPictureIsFine)
{
    const Scene scene = buildScene("donut").value();
    EXPECT_TRUE(savePicture(scene, path("a.svg"), {.width = 20000}));
    EXPECT_TRUE(savePicture(scene, path("a.pdf"), {.width = 9000}));
}

TEST(Canvas, TextOfAnyBytesIsDrawn)
{
    for (const char* text : {"", "plain", "\xc3\xa4", "\xff", "\xc3", "\xe2\x82", "\xed\xa0\x80", "\xf4\x90\x80\x80", "a\tb\nc"})
    {
        Canvas canvas = Canvas::build(PictureFormat::svg, 100, 100).value();
        canvas.drawText({10, 10}, text, {});
        EXPECT_LE(canvas.measureText(canvas.fitText(text, {}, 20), {}), 20);
        EXPECT_TRUE(canvas.finish(text)) << text;
    }
}

TEST(Canvas, LongTextIsShortenedToFit)
{
    Canvas canvas = Canvas::build(PictureFormat::png, 400, 100).value();
    const std::string text(5000, 'w');
    const std::string fitted = canvas.fitText(text, {}, 200);
    EXPECT_LE(canvas.measureText(fitted, {}), 200);
    EXPECT_GT(canvas.measureText(fitted, {}), 150);
    EXPECT_TRUE(fitted.ends_with("…"));
}

} // namespace clearway
