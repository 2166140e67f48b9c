// SPDX-License-Identifier: MIT
// Surfaces in pictures: what is in front hides what is behind, light and colours, bands that leave no seam.
#include <clearway/native/surface_picture.h>

#include <gtest/gtest.h>

#include <cairo.h>

#include <cmath>
#include <string>
#include <vector>

#include <clearway/base/random.h>
#include <clearway/scene/mesh_generators.h>
#include <clearway/surface/build.h>

#include "draw/raster.h"
#include "draw/sheet.h"
#include "tests/io/support.h"

namespace clearway {

using namespace test;

namespace {

constexpr int kWidth = 300;

/// Squares from (0, 0) to (10, 10), one for each height in turn; the second one half as wide.
SurfaceMesh buildSheets(const std::vector<double>& heights)
{
    MeshInput input;
    for (const double z : heights)
    {
        const auto v = static_cast<std::uint32_t>(input.positions.size());
        const double right = v == 0 ? 10 : 5;
        for (const Vec3 p : {Vec3{0, 0, z}, Vec3{right, 0, z}, Vec3{right, 10, z}, Vec3{0, 10, z}}) input.positions.push_back(p);
        input.triangles.push_back({v, v + 1, v + 2});
        input.triangles.push_back({v, v + 2, v + 3});
    }
    return *buildSurfaceMesh(*buildTriangleMesh(std::move(input)));
}

/// A picture of sheets, seen straight from above or below with x to the right, pixel by pixel.
class Pixels
{
public:
    explicit Pixels(const SurfaceMesh& mesh, SurfacePictureOptions options = {}, double elevation = 90) : is_below_(elevation < 0)
    {
        const TemporaryFolder folder;
        options.width = kWidth;
        options.draw_legend = false;
        options.camera = {-90, elevation};
        const Result<void> saved = saveSurfacePicture(mesh, folder.file("a.png"), options);
        EXPECT_TRUE(saved) << saved.error().message;
        surface_ = cairo_image_surface_create_from_png(folder.file("a.png").c_str());
        EXPECT_EQ(cairo_surface_status(surface_), CAIRO_STATUS_SUCCESS);
        view_ = computeSheet({.width = kWidth, .world = {{-5.3, -5.3}, {5.3, 5.3}}, .has_bands = false}).panels.front();
    }
    ~Pixels() { cairo_surface_destroy(surface_); }
    Pixels(const Pixels&) = delete;
    Pixels& operator=(const Pixels&) = delete;

    /// At a place of the sheets.
    Color at(double x, double y) const
    {
        const Vec2 pixel = view_.toPixel({x - 5, is_below_ ? 5 - y : y - 5});
        const auto* row = cairo_image_surface_get_data(surface_) +
                          static_cast<std::ptrdiff_t>(pixel.y) * cairo_image_surface_get_stride(surface_);
        const auto* bytes = row + 4 * static_cast<std::ptrdiff_t>(pixel.x);
        return {bytes[2] / 255.0, bytes[1] / 255.0, bytes[0] / 255.0, 1};
    }

private:
    bool is_below_;
    cairo_surface_t* surface_ = nullptr;
    MapView view_;
};

double differ(const Color& a, const Color& b) { return std::abs(a.r - b.r) + std::abs(a.g - b.g) + std::abs(a.b - b.b); }

std::string draw(const SurfaceMesh& mesh, const SurfacePictureOptions& options, const std::string& name = "a.png")
{
    const TemporaryFolder folder;
    const Result<void> saved = saveSurfacePicture(mesh, folder.file(name), options);
    EXPECT_TRUE(saved) << saved.error().message;
    return take(folder.file(name));
}

} // namespace

TEST(SurfacePicture, TheUpperOfTwoSheetsHidesTheLowerFromAboveAndIsHiddenFromBelow)
{
    SurfacePictureOptions options;
    options.color = SurfaceColor::component;
    for (const double second : {1.0, -1.0}) // whichever comes first in the mesh
    {
        const SurfaceMesh mesh = buildSheets({0, second});
        const Pixels above(mesh, options), below(mesh, options, -90);
        // At x = 7 there is only the first sheet, whose colour is known from there.
        const bool is_first_on_top = second < 0;
        EXPECT_EQ(differ(above.at(2, 6), above.at(7, 6)) < 0.05, is_first_on_top);
        EXPECT_EQ(differ(below.at(2, 6), below.at(7, 6)) < 0.05, !is_first_on_top);
    }
}

TEST(SurfacePicture, OnlyTheGroundIsDrawn)
{
    const Pixels pixels(buildSheets({0}));
    EXPECT_LT(differ(pixels.at(-0.2, 5), palette::kPage), 0.01);
    EXPECT_GT(differ(pixels.at(5, 5), palette::kPage), 0.05);
}

TEST(SurfacePicture, WhatWasRemovedIsGrey)
{
    const TriangleMesh mesh = buildSheets({0, 1}).source();
    std::vector<double> accelerations(mesh.vertexCount(), 0.5);
    for (std::size_t v = 4; v < 8; ++v) accelerations[v] = 10; // of the upper sheet
    const SurfaceMesh surface = *buildSurfaceMeshFromAccelerations(mesh, accelerations);
    const Pixels pixels(surface);
    const Color removed = pixels.at(2, 6), kept = pixels.at(7, 6);
    EXPECT_LT(std::abs(removed.r - removed.b), 0.12);
    EXPECT_GT(kept.r - kept.b, 0.12); // sand
    SurfacePictureOptions options;
    options.draw_removed = false;
    EXPECT_LT(differ(Pixels(surface, options).at(2, 6), kept), 0.05);
}

TEST(SurfacePicture, APathShowsWhereNothingIsInFrontOfIt)
{
    const SurfaceMesh mesh = buildSheets({0, 1});
    const Path::Piece piece = Path::Piece::line({1, 6, 0}, {9, 6, 0});
    const std::vector<DrawnPath> paths = {{.pieces = {&piece, 1}, .label = "a way"}};
    SurfacePictureOptions options;
    options.paths = paths;
    const Pixels above(mesh, options), below(mesh, options, -90);
    EXPECT_LT(differ(above.at(7, 6), palette::kPaths[0]), 0.1);
    EXPECT_GT(differ(above.at(3, 6), palette::kPaths[0]), 0.4);
    EXPECT_LT(differ(below.at(3, 6), palette::kPaths[0]), 0.1);
    EXPECT_GT(differ(above.at(7, 6.5), palette::kPaths[0]), 0.4);
}

TEST(SurfacePicture, ACharacterStandsOnItsGroundAndIsHiddenBelowIt)
{
    const SurfaceMesh mesh = buildSheets({0, 2});
    const std::vector<DrawnSurfaceAgent> agents = {{.position = {2, 6, 0}, .radius = 0.4, .up = {0, 0, 1}, .color = 1},
                                                   {.position = {7, 6, 0}, .radius = 0.4, .up = {0, 0, 1}, .color = 1}};
    SurfacePictureOptions options;
    options.agents = agents;
    const Pixels above(mesh, options), below(mesh, options, -90);
    EXPECT_GT(above.at(7, 6).g, above.at(7, 6).r + 0.1); // green
    EXPECT_LT(above.at(2, 6).g, above.at(2, 6).r + 0.05);
    EXPECT_LT(below.at(7, 6).g, below.at(7, 6).r + 0.05);
}

TEST(SurfacePicture, TheSameSurfaceGivesTheSameBytesInEveryFormat)
{
    const SurfaceMesh mesh = *buildSurfaceMesh(*buildTriangleMesh("octopus"));
    SurfacePictureOptions options;
    options.width = 200;
    options.draw_edges = true;
    for (const char* name : {"a.png", "a.svg", "a.pdf"})
    {
        const std::string bytes = draw(mesh, options, name);
        EXPECT_GT(bytes.size(), 5000u);
        EXPECT_TRUE(draw(mesh, options, name) == bytes) << name;
    }
    options.camera.azimuth += 30;
    EXPECT_TRUE(draw(mesh, options) != draw(mesh, {.width = 200, .draw_edges = true}));
}

TEST(SurfacePicture, NothingWalkableAndAnyAccelerationAreDrawnToo)
{
    const TriangleMesh mesh = *buildTriangleMesh("cube");
    for (const double most : {0.0, std::numeric_limits<double>::infinity()})
        EXPECT_GT(draw(*buildSurfaceMesh(mesh, {.max_acceleration = most}), {.width = 200}).size(), 2000u);
}

TEST(SurfacePicture, RoundingErrorsOfFlatGroundAreNotDrawnAsBends)
{
    // A grid in a tilted plane: its accelerations are 0 but for rounding.
    MeshInput input;
    constexpr std::uint32_t kCells = 12;
    Random random(5);
    for (std::uint32_t y = 0; y <= kCells; ++y)
        for (std::uint32_t x = 0; x <= kCells; ++x)
        {
            const double u = x + 0.3 * random.uniform(), v = y + 0.3 * random.uniform();
            input.positions.push_back({u, v, 0.1 * u + 0.07 * v});
        }
    for (std::uint32_t y = 0; y < kCells; ++y)
        for (std::uint32_t x = 0; x < kCells; ++x)
        {
            const std::uint32_t a = y * (kCells + 1) + x, b = a + 1, c = a + kCells + 1, d = c + 1;
            input.triangles.push_back({a, b, d});
            input.triangles.push_back({a, d, c});
        }
    const TriangleMesh mesh = *buildTriangleMesh(std::move(input));
    constexpr double kEndless = std::numeric_limits<double>::infinity();
    const SurfaceMesh flat = *buildSurfaceMesh(mesh, {.max_acceleration = kEndless});
    const auto accelerations = flat.accelerations();
    ASSERT_GT(*std::max_element(accelerations.begin(), accelerations.end()), 0) << "nothing to be seen here";
    const std::vector<double> none(mesh.vertexCount(), 0);
    const SurfaceMesh exact = *buildSurfaceMeshFromAccelerations(mesh, none, {.max_acceleration = kEndless});
    const SurfacePictureOptions options = {.width = 200, .draw_legend = false};
    EXPECT_TRUE(draw(flat, options) == draw(exact, options));
}

TEST(SurfacePicture, WhatCannotBeDrawnIsRefused)
{
    const TemporaryFolder folder;
    const SurfaceMesh mesh = buildSheets({0});
    EXPECT_TRUE(mentions(saveSurfacePicture(mesh, folder.file("a.bmp")).error().message, ".png"));
    for (const SurfaceCamera& camera : {SurfaceCamera{std::nan(""), 0}, SurfaceCamera{0, 91}, SurfaceCamera{0, std::nan("")}})
        EXPECT_EQ(saveSurfacePicture(mesh, folder.file("a.png"), {.camera = camera}).error().code, ErrorCode::out_of_range);
    EXPECT_EQ(saveSurfacePicture(mesh, folder.file("a.png"), {.width = 10}).error().code, ErrorCode::out_of_range);
    EXPECT_TRUE(folder.list().empty());
}

TEST(Raster, BandsFitTogether)
{
    Random random(21);
    ColorRamp ramp;
    for (std::size_t i = 0; i < ramp.size(); ++i) ramp[i] = {static_cast<float>(i) / 255, 0.5f, 0.2f};
    std::vector<std::array<RasterVertex, 3>> triangles(60);
    for (auto& triangle : triangles)
        for (RasterVertex& corner : triangle)
            corner = {{random.uniform() * 90 - 5, random.uniform() * 90 - 5, random.uniform() * 60},
                      {random.uniform() - 0.5, random.uniform() - 0.5, random.uniform()},
                      random.uniform()};
    const auto paint = [&](Raster& raster) {
        for (const auto& triangle : triangles) raster.drawTriangle(triangle, ramp, 0);
        raster.shadeHollows();
        for (const auto& triangle : triangles) raster.drawLine(triangle[0].at, triangle[1].at, {1.5, {1, 0, 0}, 0.6f, 0.1f, 1});
        for (const auto& triangle : triangles) raster.drawBall(triangle[2].at, 4, {0, 1, 0});
    };
    Raster whole(40, 0, 40);
    paint(whole);
    std::vector<std::uint32_t> expected(40 * 40), pixels(40 * 40);
    whole.resolve(0, 40, expected);
    for (int row = 0; row < 40; row += 8)
    {
        const int before = std::min(3, row), after = std::min(3, 32 - row);
        Raster band(40, row - before, before + 8 + after);
        paint(band);
        band.resolve(before, 8, std::span(pixels).subspan(static_cast<std::size_t>(40 * row), 40 * 8));
    }
    EXPECT_EQ(pixels, expected);
}

TEST(Raster, NeighboursLeaveNoGap)
{
    // A fan of triangles over the whole image, around a point that is on no sample.
    ColorRamp ramp;
    ramp.fill({1, 1, 1});
    Raster raster(20, 0, 20);
    const RasterVertex middle = {{17.3, 21.7, 0}, {0, 0, 1}, 0};
    for (int i = 0; i < 40; ++i)
    {
        const auto corner = [](int k) {
            const int side = k / 10 % 4, t = 4 * (k % 10);
            const double x = side == 0 ? t : side == 1 ? 40 : side == 2 ? 40 - t : 0;
            const double y = side == 0 ? 0 : side == 1 ? t : side == 2 ? 40 : 40 - t;
            return RasterVertex{{x, y, 0}, {0, 0, 1}, 0};
        };
        raster.drawTriangle({middle, corner(i), corner(i + 1)}, ramp, 0);
    }
    std::vector<std::uint32_t> pixels(20 * 20);
    raster.resolve(0, 20, pixels);
    for (const std::uint32_t pixel : pixels) EXPECT_EQ(pixel >> 24, 255u);
}

} // namespace clearway
