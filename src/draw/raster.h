// SPDX-License-Identifier: MIT
// A small rasterizer: triangles, lines and balls with a depth buffer, four samples to a pixel, into an image.
// Coordinates are samples, two to a pixel each way, y down; depth grows towards the eye. Light is added up in linear colours (the
// square of what a screen shows, near enough). One thread at a time; the same calls give the same image.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <clearway/geometry/vec.h>

#include "draw/palette.h"

namespace clearway {

struct LinearColor
{
    float r = 0, g = 0, b = 0;
};
LinearColor toLinear(const Color& color);

/// A point on the way to the screen.
struct RasterPoint
{
    double x = 0, y = 0; ///< samples
    double depth = 0;    ///< samples, towards the eye
};

struct RasterVertex
{
    RasterPoint at;
    Vec3 normal;      ///< in the frame of the eye: x right, y up, z towards it; need not have unit length
    double value = 0; ///< 0 to 1: where on the ramp of colours
};

/// Colours by value.
using ColorRamp = std::array<LinearColor, 256>;

struct RasterLine
{
    double half_width = 1; ///< samples
    LinearColor color;
    float alpha = 1;
    float hidden_alpha = 0; ///< where something is in front
    double lift = 0;        ///< how far it is moved towards the eye before it is compared; samples
};

class Raster
{
public:
    /// Rows [first_row, first_row + row_count) of pixels of a picture that is `width` pixels wide.
    Raster(int width, int first_row, int row_count);

    /// From either side. `lift` moves it towards the eye when it is compared, so that it wins against what lies in its plane.
    void drawTriangle(const std::array<RasterVertex, 3>& corners, const ColorRamp& ramp, double lift);
    /// Darkens what lies behind a near edge or in a hollow, so that shapes stand out from each other.
    void shadeHollows();
    void drawLine(const RasterPoint& a, const RasterPoint& b, const RasterLine& line);
    void drawBall(const RasterPoint& center, double radius, const LinearColor& color);

    /// The pixels [first, first + count) of the rows, four samples each, as Canvas::drawImage wants them.
    void resolve(int first, int count, std::span<std::uint32_t> pixels) const;

private:
    struct Sample
    {
        float depth;
        LinearColor color;
    };
    bool clip(double low, double high, int size, int& begin, int& end) const;
    Sample& at(int x, int y)
    {
        return samples_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x)];
    }
    const Sample& at(int x, int y) const
    {
        return samples_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x)];
    }

    int width_;  ///< samples
    int height_; ///< samples
    double top_; ///< y of the first row; samples
    std::vector<Sample> samples_;
};

} // namespace clearway
