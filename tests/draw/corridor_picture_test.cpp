// SPDX-License-Identifier: MIT
// Corridor maps on a sheet: free space, balls, parabolas, ways.
#include <clearway/native/corridor_picture.h>

#include <gtest/gtest.h>

#include <cairo.h>

#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include <clearway/scene/generators.h>

#include "draw/palette.h"
#include "draw/sheet.h"
#include "tests/io/support.h"

namespace clearway {

using namespace test;

namespace {

constexpr int kWidth = 1000;

Scene buildRoom(const std::vector<Ring>& holes = {})
{
    SceneInput input;
    SceneInput::AreaInput area;
    area.outline.points = {{0, 0}, {20, 0}, {20, 10}, {0, 10}};
    for (const Ring& hole : holes) area.holes.push_back({hole, {}});
    input.areas.push_back(area);
    return buildScene(input).value();
}

CorridorMap buildMap(const std::vector<Ring>& holes = {}) { return buildCorridorMap(buildRoom(holes)).value(); }

/// A picture of a map of 20 by 10 m, pixel by pixel.
class Pixels
{
public:
    explicit Pixels(const CorridorMap& map, const CorridorPictureOptions& options = {})
    {
        const TemporaryFolder folder;
        CorridorPictureOptions bare = options;
        bare.width = kWidth;
        bare.draw_legend = false;
        const Result<void> saved = saveCorridorPicture(map, folder.file("map.png"), bare);
        EXPECT_TRUE(saved) << saved.error().message;
        surface_ = cairo_image_surface_create_from_png(folder.file("map.png").c_str());
        EXPECT_EQ(cairo_surface_status(surface_), CAIRO_STATUS_SUCCESS);
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

Path::Piece makeLine(Vec2 from, Vec2 to) { return Path::Piece::line(atHeight(from), atHeight(to)); }

} // namespace

TEST(CorridorPicture, EdgesLieInTheMiddleOnWhatTheBallsCover)
{
    const Pixels pixels(buildMap());
    const Pixels bare(buildMap(), {.draw_edges = false, .draw_balls = false});
    EXPECT_LT(difference(bare.at({10, 5}), palette::kFree), 0.02);
    EXPECT_GT(difference(pixels.at({10, 5}), palette::kFree), 0.2);    // the edge between both long walls
    EXPECT_GT(difference(pixels.at({2.5, 2.5}), palette::kFree), 0.2); // a branch into a corner
    EXPECT_LT(difference(pixels.at({10, 2.7}), palette::kBall), 0.15); // covered
}

TEST(CorridorPicture, HolesAreSolid)
{
    const Pixels pixels(buildMap({{{8, 3}, {12, 3}, {12, 7}, {8, 7}}}));
    EXPECT_LT(difference(pixels.at({10, 5}), palette::kSolid), 0.02);
    EXPECT_GT(difference(pixels.at({10, 1.5}), palette::kFree), 0.2);
}

TEST(CorridorPicture, BetweenACornerAndAWallTheEdgeIsAParabola)
{
    // A tip at (10, 4) above the wall y = 0: the parabola has its apex at (10, 2) and passes (12, 2.5).
    const CorridorMap map = buildMap({{{10, 4}, {11, 8}, {9, 8}}});
    const Pixels pixels(map, {.draw_balls = false});
    for (Vec2 p : {Vec2{10, 2}, Vec2{12, 2.5}, Vec2{8, 2.5}, Vec2{11, 2.125}})
        EXPECT_GT(difference(pixels.at(p), palette::kFree), 0.2) << p.x;
    for (Vec2 p : {Vec2{11, 2.3}, Vec2{12, 2.3}, Vec2{12, 2.75}}) EXPECT_LT(difference(pixels.at(p), palette::kFree), 0.1) << p.x;
}

TEST(CorridorPicture, AWayIsABandOfBallsAndALine)
{
    const std::vector<CorridorMap::Sample> balls = {{{5, 5}, 3, {5, 8}, {5, 2}}, {{7, 5}, 3, {7, 8}, {7, 2}}};
    const std::vector<Path::Piece> pieces = {makeLine({5, 5}, {7, 5})};
    const std::vector<DrawnWay> ways = {{.balls = balls, .pieces = pieces, .radius = 0.5, .label = "one"}};
    const Pixels with(buildMap(), {.draw_edges = false, .draw_balls = false, .ways = ways});
    EXPECT_LT(difference(with.at({6, 5}), palette::kPaths[0]), 0.05);
    EXPECT_GT(difference(with.at({6.1, 7.4}), palette::kFree), 0.03);
    EXPECT_LT(difference(with.at({6.1, 8.3}), palette::kFree), 0.02);
    EXPECT_LT(difference(with.at({6, 7.4}), palette::kFree), 0.3); // the band is translucent
}

TEST(CorridorPicture, AParabolaInAPathIsDrawnAsOne)
{
    Path::Piece piece;
    piece.shape = Path::Piece::Shape::parabola;
    piece.from = {4, 3};
    piece.to = {16, 3};
    piece.center = {10, 9}; // the middle of the curve is halfway between the chord and this
    const std::vector<Path::Piece> pieces = {piece};
    const std::vector<DrawnWay> ways = {{.pieces = pieces}};
    const Pixels pixels(buildMap(), {.draw_edges = false, .draw_balls = false, .ways = ways});
    EXPECT_LT(difference(pixels.at({10, 6}), palette::kPaths[0]), 0.1);
    EXPECT_LT(difference(pixels.at({10, 3}), palette::kFree), 0.02);
}

TEST(CorridorPicture, TheSameMapGivesTheSameBytesInEveryFormat)
{
    const TemporaryFolder folder;
    const CorridorMap map = buildCorridorMap(buildScene("rooms").value()).value();
    for (const std::string ending : {"svg", "png", "pdf"})
    {
        ASSERT_TRUE(saveCorridorPicture(map, folder.file("a." + ending), {.draw_nearest = true}));
        ASSERT_TRUE(saveCorridorPicture(map, folder.file("b." + ending), {.draw_nearest = true}));
        EXPECT_EQ(take(folder.file("a." + ending)), take(folder.file("b." + ending))) << ending;
    }
    EXPECT_EQ(folder.list().size(), 6u);
}

TEST(CorridorPicture, WhatCannotBeDrawnIsSaid)
{
    const TemporaryFolder folder;
    const CorridorMap map = buildMap();
    EXPECT_FALSE(saveCorridorPicture(map, folder.file("a.txt")));
    EXPECT_FALSE(saveCorridorPicture(map, folder.file("a.svg"), {.width = 10}));
    EXPECT_FALSE(saveCorridorPicture(map, folder.file("no/such/a.svg")));
    EXPECT_TRUE(folder.list().empty());
}

} // namespace clearway
