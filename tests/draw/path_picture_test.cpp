// SPDX-License-Identifier: MIT
// What lies on top of a map: paths with the disc that sweeps along, free intervals, clearance in bands, marks.
#include <clearway/native/picture.h>

#include <gtest/gtest.h>

#include <cairo.h>

#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include <clearway/io/files.h>
#include <clearway/navmesh/build.h>

#include "draw/legend.h"
#include "draw/palette.h"
#include "draw/path_drawing.h"
#include "draw/sheet.h"

namespace clearway {
namespace {

constexpr int kWidth = 1000;

NavMesh buildRoom()
{
    SceneInput input;
    input.areas.push_back({.outline = {{{0, 0}, {20, 0}, {20, 10}, {0, 10}}}});
    return buildNavMesh(buildScene(input).value()).value();
}

/// A picture of a room of 20 by 10 m, pixel by pixel.
class Pixels
{
public:
    explicit Pixels(const PictureOptions& options)
    {
        const auto* info = testing::UnitTest::GetInstance()->current_test_info();
        const std::string path =
            (std::filesystem::temp_directory_path() / (std::string("clearway_") + info->name() + ".png")).string();
        PictureOptions bare = options;
        bare.width = kWidth;
        bare.draw_legend = false;
        const Result<void> saved = savePicture(buildRoom(), path, bare);
        EXPECT_TRUE(saved) << saved.error().message;
        surface_ = cairo_image_surface_create_from_png(path.c_str());
        EXPECT_EQ(cairo_surface_status(surface_), CAIRO_STATUS_SUCCESS);
        std::filesystem::remove(path);
        view_ = computeSheet({.width = kWidth, .world = {{0, 0}, {20, 10}}, .has_bands = false}).panels.front();
    }
    ~Pixels() { cairo_surface_destroy(surface_); }
    Pixels(const Pixels&) = delete;
    Pixels& operator=(const Pixels&) = delete;

    Color at(Vec2 p) const
    {
        const Vec2 pixel = view_.toPixel(p);
        const int stride = cairo_image_surface_get_stride(surface_);
        const unsigned char* data = cairo_image_surface_get_data(surface_) + static_cast<int>(pixel.y) * stride;
        const auto* row = reinterpret_cast<const std::uint32_t*>(data);
        return Color::fromHex(row[static_cast<int>(pixel.x)] & 0xffffff);
    }

private:
    cairo_surface_t* surface_ = nullptr;
    MapView view_;
};

double difference(const Color& x, const Color& y)
{
    return std::max({std::fabs(x.r - y.r), std::fabs(x.g - y.g), std::fabs(x.b - y.b)});
}

} // namespace

TEST(PathPicture, ADiscSweepsABandTwiceItsRadiusWide)
{
    const std::vector<Path::Piece> pieces = {{.from = {3, 5}, .to = {15, 5}, .center = {}}};
    const std::vector<DrawnPath> paths = {{.pieces = pieces, .radius = 2, .label = "one"}};
    const Pixels with({.paths = paths});
    const Pixels without({});
    for (double x : {3.0, 8.0, 15.0})
    {
        EXPECT_GT(difference(with.at({x, 6.9}), without.at({x, 6.9})), 0.05) << x;
        EXPECT_GT(difference(with.at({x, 3.1}), without.at({x, 3.1})), 0.05) << x;
        EXPECT_LT(difference(with.at({x, 7.1}), without.at({x, 7.1})), 0.01) << x;
        EXPECT_LT(difference(with.at({x, 2.9}), without.at({x, 2.9})), 0.01) << x;
    }
    EXPECT_LT(difference(with.at({9, 5}), palette::kPaths[0]), 0.05);     // the line itself
    EXPECT_GT(difference(with.at({1.1, 5}), without.at({1.1, 5})), 0.05); // round ends
    EXPECT_LT(difference(with.at({1.2, 6.5}), without.at({1.2, 6.5})), 0.01);
}

TEST(PathPicture, ArcsTurnTheWayTheyShould)
{
    // A quarter to the left around (10, 8), from (10, 5) to (13, 8); and the same to the right around (10, 2).
    const double quarter = std::acos(0.0);
    const std::vector<Path::Piece> left = {Path::Piece::arc({10, 5}, {13, 8}, {10, 8}, quarter)};
    const std::vector<Path::Piece> right = {Path::Piece::arc({10, 5}, {13, 2}, {10, 2}, -quarter)};
    for (bool is_left : {true, false})
    {
        const std::vector<DrawnPath> paths = {{.pieces = is_left ? left : right}};
        const Pixels pixels({.paths = paths});
        const double up = is_left ? 1 : -1;
        const double diagonal = 3 * std::sqrt(0.5);
        const Vec2 middle = {10 + diagonal, 5 + up * (3 - diagonal)};
        EXPECT_LT(difference(pixels.at(middle), palette::kPaths[0]), 0.1);
        EXPECT_GT(difference(pixels.at({11.5, 5 + up * 1.5}), palette::kPaths[0]), 0.2); // the chord
        EXPECT_GT(difference(pixels.at({10 - diagonal, 5 + up * (3 - diagonal)}), palette::kPaths[0]), 0.2);
    }
}

TEST(PathPicture, ClearanceIsShadedByTheDistanceToTheNearestWall)
{
    const Pixels pixels({.clearance_limit = 5});
    for (double d : {0.55, 1.3, 2.4, 3.3, 4.4})
    {
        // Along the left wall, the lower wall, and the same distance from a corner's two walls.
        for (Vec2 p : {Vec2{d, 5}, Vec2{10, d}, Vec2{d, d}, Vec2{20 - d, 10 - d}, Vec2{10, 10 - d}})
            EXPECT_LT(difference(pixels.at(p), palette::heat(d / 5)), 0.06) << d << " at " << p.x << ", " << p.y;
    }
}

TEST(PathPicture, FreeSegmentsAndMarksAreDrawnOnTop)
{
    const std::vector<Segment> segments = {{{5, 2}, {5, 8}}};
    const std::vector<DrawnMark> marks = {{.position = {12, 5}, .radius = 2, .label = "here"}};
    const Pixels pixels({.free_segments = segments, .free_name = "free", .marks = marks});
    EXPECT_LT(difference(pixels.at({5, 5}), palette::kFreeInterval), 0.05);
    EXPECT_GT(difference(pixels.at({5, 8.6}), palette::kFreeInterval), 0.2);
    EXPECT_LT(difference(pixels.at({12, 5}), palette::kMark), 0.05);
    EXPECT_LT(difference(pixels.at({12, 7}), palette::kMark), 0.3);
}

TEST(PathPicture, TheSameCallGivesTheSameBytesInEveryFormat)
{
    const std::vector<Path::Piece> pieces = {{.from = {3, 5}, .to = {15, 5}, .center = {}}};
    const std::vector<DrawnPath> paths = {{.pieces = pieces, .radius = 0.5, .label = "radius 0.5"},
                                          {.pieces = {}, .radius = 1, .label = "no way"}};
    const std::filesystem::path folder = std::filesystem::temp_directory_path();
    for (const char* ending : {".svg", ".png", ".pdf"})
    {
        const std::string first = (folder / (std::string("clearway_paths_a") + ending)).string();
        const std::string second = (folder / (std::string("clearway_paths_b") + ending)).string();
        for (const std::string& path : {first, second})
            ASSERT_TRUE(savePicture(buildRoom(), path, {.clearance_limit = 5, .paths = paths}));
        EXPECT_EQ(readFile(first).value(), readFile(second).value()) << ending;
        std::filesystem::remove(first);
        std::filesystem::remove(second);
    }
}

TEST(Legend, NeedsARowForEachSheetWidthOfNames)
{
    std::vector<LegendItem> items;
    EXPECT_EQ(countLegendRows(items, 1200), 0u);
    for (int i = 0; i < 3; ++i) items.push_back({.color = palette::kPaths[0], .label = "radius 0.5 m: 48.86 m"});
    EXPECT_EQ(countLegendRows(items, 1200), 1u);
    EXPECT_EQ(countLegendRows(items, 300), 3u);
    for (int i = 0; i < 9; ++i) items.push_back({.color = palette::kPaths[0], .label = "radius 0.5 m: 48.86 m"});
    EXPECT_GE(countLegendRows(items, 1200), 2u);
    EXPECT_LE(countLegendRows(items, 1200), 4u);
}

TEST(Legend, ThePictureGrowsByItsRows)
{
    const Sheet without = computeSheet({.width = 1200, .world = {{0, 0}, {20, 10}}});
    const Sheet with = computeSheet({.width = 1200, .world = {{0, 0}, {20, 10}}, .legend_row_count = 2});
    EXPECT_NEAR(with.height - without.height, 2 * with.legend_row_height, 1);
    EXPECT_LT(with.legend_rows_top + 2 * with.legend_row_height, with.height);
}

} // namespace clearway
