// SPDX-License-Identifier: MIT
// Fields on a sheet: cells, potential, local maps, walks.
#include <clearway/native/field_picture.h>

#include <gtest/gtest.h>

#include <cairo.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <clearway/io/files.h>

#include "draw/palette.h"
#include "draw/sheet.h"
#include "tests/io/support.h"

namespace clearway {

using namespace test;

namespace {

constexpr int kWidth = 1000;

/// 20 by 10 m in cells of 0.5 m with a wall in the middle that leaves a gap at the top, and a closed chamber at the right.
FieldGrid buildGrid()
{
    std::vector<std::uint8_t> is_free(40 * 20, 1);
    for (int y = 0; y < 15; ++y) is_free[static_cast<std::size_t>(y * 40 + 20)] = 0;
    for (int y = 0; y < 20; ++y) is_free[static_cast<std::size_t>(y * 40 + 35)] = 0;
    return buildFieldGrid(40, 20, is_free, {.cell_size = 0.5}).value();
}

/// The pixels of a picture without bands.
class Pixels
{
public:
    Pixels(const std::string& path, const Box2& world, std::size_t panels = 1)
    {
        surface_ = cairo_image_surface_create_from_png(path.c_str());
        EXPECT_EQ(cairo_surface_status(surface_), CAIRO_STATUS_SUCCESS);
        sheet_ = computeSheet({.width = kWidth, .world = world, .panel_count = panels, .has_bands = false});
    }
    ~Pixels() { cairo_surface_destroy(surface_); }
    Pixels(const Pixels&) = delete;
    Pixels& operator=(const Pixels&) = delete;

    Color at(Vec2 p, std::size_t panel = 0) const
    {
        const Vec2 pixel = sheet_.panels[panel].toPixel(p);
        const unsigned char* data = cairo_image_surface_get_data(surface_);
        const int stride = cairo_image_surface_get_stride(surface_);
        const unsigned char* at = data + static_cast<int>(pixel.y) * stride + 4 * static_cast<int>(pixel.x);
        return {at[2] / 255.0, at[1] / 255.0, at[0] / 255.0, 1};
    }

private:
    cairo_surface_t* surface_;
    Sheet sheet_;
};

double lightness(const Color& color) { return 0.3 * color.r + 0.6 * color.g + 0.1 * color.b; }

bool isNear(const Color& a, const Color& b)
{
    return std::abs(a.r - b.r) < 0.03 && std::abs(a.g - b.g) < 0.03 && std::abs(a.b - b.b) < 0.03;
}

constexpr Box2 kWorld = {{0, 0}, {20, 10}};

} // namespace

TEST(FieldPicture, APotentialIsLightAtTheGoalDarkFarAwayAndGreyWithoutAWay)
{
    const TemporaryFolder folder;
    const Field field = buildField(buildGrid(), {2.25, 2.25}).value();
    const FieldPictureOptions plain = {.width = kWidth, .draw_contours = false, .draw_streamlines = false, .draw_legend = false};
    ASSERT_TRUE(saveFieldPicture(field, folder.file("field.png"), plain));
    const Pixels pixels(folder.file("field.png"), kWorld);
    EXPECT_TRUE(isNear(pixels.at({2.25, 2.25}), palette::heat(1)));
    EXPECT_GT(lightness(pixels.at({4, 4})), lightness(pixels.at({9, 1})));
    EXPECT_GT(lightness(pixels.at({9, 1})), lightness(pixels.at({16.8, 0.3})));
    EXPECT_TRUE(isNear(pixels.at({19, 5}), palette::kNoValue)) << "no way from there";
    EXPECT_TRUE(isNear(pixels.at({10.25, 3}), palette::kSolid)) << "a wall";
}

TEST(FieldPicture, WhatAnUnfinishedPotentialHasNotReachedIsGreyToo)
{
    const TemporaryFolder folder;
    const FieldGrid grid = buildGrid();
    const FieldSolver solver =
        buildFieldSolver(grid, {}, {.method = FieldSolverOptions::Method::gauss_seidel, .max_sweeps = 1}).value();
    const Field field(solver.solve(grid.cellAt({5.25, 2.25})).value());
    ASSERT_TRUE(saveFieldPicture(field, folder.file("field.png"), {.width = kWidth, .draw_legend = false}));
    const Pixels pixels(folder.file("field.png"), kWorld);
    EXPECT_TRUE(isNear(pixels.at({5.25, 0.3}), palette::kNoValue)) << "one sweep goes up and to the right";
    EXPECT_GT(lightness(pixels.at({5.7, 2.7})), lightness(pixels.at({9.3, 6.3})));
    EXPECT_TRUE(saveFieldPicture(field, folder.file("field.png"), {.width = kWidth})) << "with its legend";
}

TEST(FieldPicture, ContoursAndStreamlinesAreDrawnWhereThereIsAWay)
{
    const TemporaryFolder folder;
    const Field field = buildField(buildGrid(), {2.25, 2.25}).value();
    const auto countChanged = [&](const FieldPictureOptions& options, const Box2& part) {
        FieldPictureOptions plain = options;
        plain.draw_contours = plain.draw_streamlines = false;
        EXPECT_TRUE(saveFieldPicture(field, folder.file("a.png"), options));
        EXPECT_TRUE(saveFieldPicture(field, folder.file("b.png"), plain));
        const Pixels drawn(folder.file("a.png"), kWorld), bare(folder.file("b.png"), kWorld);
        int count = 0;
        for (double y = part.min.y; y < part.max.y; y += 0.02)
            for (double x = part.min.x; x < part.max.x; x += 0.02) count += !isNear(drawn.at({x, y}), bare.at({x, y}));
        return count;
    };
    for (const bool has_contours : {true, false})
    {
        FieldPictureOptions options = {.width = kWidth, .draw_legend = false};
        (has_contours ? options.draw_streamlines : options.draw_contours) = false;
        EXPECT_GT(countChanged(options, {{0, 0}, {10, 10}}), 2000);
        EXPECT_EQ(countChanged(options, {{17.6, 0}, {20, 10}}), 0) << "in the closed chamber";
        EXPECT_EQ(countChanged(options, {{10.05, 0}, {10.45, 7}}), 0) << "on the wall";
    }
}

TEST(FieldPicture, AGridShowsItsPartsInDifferentTints)
{
    const TemporaryFolder folder;
    const FieldGrid grid = buildGrid();
    ASSERT_TRUE(saveFieldPicture(grid, folder.file("grid.png"), {.width = kWidth, .draw_legend = false}));
    const Pixels pixels(folder.file("grid.png"), kWorld);
    EXPECT_TRUE(isNear(pixels.at({3.25, 3.25}), palette::kTints[0]));
    EXPECT_TRUE(isNear(pixels.at({15.25, 3.25}), palette::kTints[0]));
    EXPECT_TRUE(isNear(pixels.at({19.25, 3.25}), palette::kTints[1]));
    EXPECT_TRUE(isNear(pixels.at({17.75, 3.25}), palette::kSolid));
}

TEST(FieldPicture, TheSameContentGivesTheSameBytesInEveryFormat)
{
    const TemporaryFolder folder;
    const Field field = buildField(buildGrid(), {2.25, 2.25}).value();
    for (const char* name : {"a.png", "a.svg", "a.pdf"})
    {
        ASSERT_TRUE(saveFieldPicture(field, folder.file(name), {.width = 300}));
        const std::vector<std::byte> first = readFile(folder.file(name)).value();
        ASSERT_TRUE(saveFieldPicture(field, folder.file(name), {.width = 300}));
        EXPECT_EQ(readFile(folder.file(name)).value(), first) << name;
    }
    EXPECT_FALSE(saveFieldPicture(field, folder.file("a.gif")));
    EXPECT_FALSE(saveFieldPicture(field, folder.file("a.png"), {.width = 3}));
}

TEST(FieldPicture, ALocalMapShowsItsZonesAndItsGoal)
{
    const TemporaryFolder folder;
    const Disc other = {{2, 0}, 0.3};
    DrawnLocalMap map;
    map.input.other_count = 1;
    map.others = {&other, 1};
    map.options.cell_size = 0.25;
    ASSERT_TRUE(saveLocalMapPicture({&map, 1}, folder.file("map.png"), {.width = kWidth, .draw_legend = false}));
    const double half = 33 * 0.125;
    const Pixels pixels(folder.file("map.png"), {{-half, -half}, {half, half}});
    const Color border = pixels.at({-half + 0.1, 0.1});
    EXPECT_TRUE(isNear(border, pixels.at({0.1, half - 0.1}))) << "b-zone all round";
    const Color goal = pixels.at({half - 0.06, 0.3});
    EXPECT_FALSE(isNear(goal, border)) << "but for the goal";
    EXPECT_GT(goal.r, goal.b + 0.3);
    const Color ring = pixels.at({-half + 0.35, 1.1});
    EXPECT_FALSE(isNear(ring, border));
    EXPECT_FALSE(isNear(ring, pixels.at({-half + 0.65, 1.1}))) << "f-zone beside u-zone";
    EXPECT_FALSE(isNear(pixels.at({1.6, 0.05}), pixels.at({-1.6, 0.05}))) << "somebody ahead blocks cells";
}

TEST(FieldPicture, MapsAndWalksStandSideBySideAndNoneIsRefused)
{
    const TemporaryFolder folder;
    std::vector<DrawnLocalMap> maps(3);
    EXPECT_TRUE(saveLocalMapPicture(maps, folder.file("maps.svg")));
    maps[1].options.size = 17;
    EXPECT_TRUE(mentions(saveLocalMapPicture(maps, folder.file("maps.svg")).error().message, "of one size"));
    maps[1].options.size = 4;
    EXPECT_FALSE(saveLocalMapPicture({&maps[1], 1}, folder.file("maps.svg")));
    maps[2].input.position.x = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(saveLocalMapPicture({&maps[2], 1}, folder.file("maps.svg")));
    EXPECT_FALSE(saveLocalMapPicture({}, folder.file("maps.svg")));

    const std::vector<DrawnWalk> walks = {{{{0, 0}, {4, 0}}, 0.25, "one"}, {{{0, 0}, {2, 1}, {4, 0}}, 0.25, "two"}};
    ASSERT_TRUE(saveWalkPicture(walks, folder.file("walks.png"), {.width = kWidth, .draw_legend = false}));
    const Pixels pixels(folder.file("walks.png"), {{-1, -1}, {5, 2}}, 2);
    EXPECT_GT(pixels.at({2, 0}, 0).r, pixels.at({2, 0}, 0).b + 0.3) << "straight in the first";
    EXPECT_TRUE(isNear(pixels.at({2, 0}, 1), palette::kFree)) << "and around in the second";
    EXPECT_FALSE(saveWalkPicture({}, folder.file("walks.png")));
    const std::vector<DrawnWalk> nothing(1);
    EXPECT_TRUE(mentions(saveWalkPicture(nothing, folder.file("walks.png")).error().message, "nothing to draw"));
}

} // namespace clearway
