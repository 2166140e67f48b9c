// SPDX-License-Identifier: MIT
// Hollows are found in the depth buffer alone, after C. Boucheny. Interactive scientific visualization of large datasets:
// towards a perceptive-based approach (eye-dome lighting). 2009
#include "draw/raster.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace clearway {

namespace {

constexpr float kNothing = -std::numeric_limits<float>::infinity();

/// How much light ground with this unit normal sends to the eye, from either side: a lamp over the left shoulder, a weaker one
/// from the right, and the sky.
float computeLight(Vec3 normal)
{
    constexpr Vec3 kKey = {-0.42, 0.62, 0.66};
    constexpr Vec3 kFill = {0.75, -0.15, 0.64};
    if (normal.z < 0) normal = Vec3{} - normal;
    const double key = std::max(0.0, dot(normal, kKey));
    const double fill = std::max(0.0, dot(normal, kFill));
    return static_cast<float>(std::min(1.08, 0.16 + 0.80 * key + 0.16 * fill + 0.05 * normal.y));
}

LinearColor scale(const LinearColor& color, float factor) { return {color.r * factor, color.g * factor, color.b * factor}; }

void blend(LinearColor& under, const LinearColor& over, float alpha)
{
    under.r += (over.r - under.r) * alpha;
    under.g += (over.g - under.g) * alpha;
    under.b += (over.b - under.b) * alpha;
}

double cross(const RasterPoint& a, const RasterPoint& b, double x, double y)
{
    return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
}

} // namespace

LinearColor toLinear(const Color& color)
{
    const auto square = [](double c) { return static_cast<float>(c * c); };
    return {square(color.r), square(color.g), square(color.b)};
}

Raster::Raster(int width, int first_row, int row_count)
    : width_(2 * width),
      height_(2 * row_count),
      top_(2.0 * first_row),
      samples_(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_), Sample{kNothing, {}})
{
}

/// The samples whose middles are from low to high; whether there are any.
bool Raster::clip(double low, double high, int size, int& begin, int& end) const
{
    if (!(low <= size) || !(high >= 0)) return false; // not a number: nothing
    begin = static_cast<int>(std::ceil(std::max(low, 0.5) - 0.5));
    end = static_cast<int>(std::floor(std::min(high, size - 0.5) - 0.5)) + 1;
    return begin < end;
}

void Raster::drawTriangle(const std::array<RasterVertex, 3>& corners, const ColorRamp& ramp, double lift)
{
    const RasterPoint& a = corners[0].at;
    const RasterPoint& b = corners[1].at;
    const RasterPoint& c = corners[2].at;
    int x_begin = 0, x_end = 0, y_begin = 0, y_end = 0;
    if (!clip(std::min({a.x, b.x, c.x}), std::max({a.x, b.x, c.x}), width_, x_begin, x_end)) return;
    if (!clip(std::min({a.y, b.y, c.y}) - top_, std::max({a.y, b.y, c.y}) - top_, height_, y_begin, y_end)) return;
    const double area = cross(a, b, c.x, c.y);
    if (!(std::abs(area) > 0)) return;
    for (int y = y_begin; y < y_end; ++y)
        for (int x = x_begin; x < x_end; ++x)
        {
            const double px = x + 0.5;
            const double py = y + 0.5 + top_;
            const double wa = cross(b, c, px, py) / area;
            const double wb = cross(c, a, px, py) / area;
            const double wc = 1 - wa - wb;
            // A little beyond the edges, so that no seam shows between neighbours.
            if (std::min({wa, wb, wc}) < -1e-9) continue;
            const auto depth = static_cast<float>(wa * a.depth + wb * b.depth + wc * c.depth + lift);
            Sample& sample = at(x, y);
            if (!(depth > sample.depth)) continue;
            const Vec3 normal = normalized(corners[0].normal * wa + corners[1].normal * wb + corners[2].normal * wc);
            const double value = wa * corners[0].value + wb * corners[1].value + wc * corners[2].value;
            const double level = std::clamp(value, 0.0, 1.0) * static_cast<double>(ramp.size() - 1) + 0.5;
            sample = {depth, scale(ramp[static_cast<std::size_t>(level)], computeLight(normal))};
        }
}

void Raster::shadeHollows()
{
    struct Offset
    {
        int x, y;
    };
    constexpr std::array<Offset, 8> kOffsets = {{{2, 0}, {-2, 0}, {0, 2}, {0, -2}, {5, 5}, {-5, 5}, {5, -5}, {-5, -5}}};
    std::vector<float> shades(samples_.size(), 1.0f);
    for (int y = 0; y < height_; ++y)
        for (int x = 0; x < width_; ++x)
        {
            const float depth = at(x, y).depth;
            if (depth == kNothing) continue;
            float hidden = 0;
            for (const Offset& offset : kOffsets)
            {
                const int nx = x + offset.x, ny = y + offset.y;
                const int mx = x - offset.x, my = y - offset.y;
                if (nx < 0 || ny < 0 || mx < 0 || my < 0 || nx >= width_ || ny >= height_ || mx >= width_ || my >= height_)
                    continue;
                const float near = at(nx, ny).depth;
                const float far = at(mx, my).depth;
                if (near == kNothing || far == kNothing) continue;
                // What a slope explains is no hollow: only what is nearer than the line through the other side.
                const float slope = std::max(0.0f, depth - far);
                const auto reach = static_cast<float>(std::abs(offset.x) + std::abs(offset.y));
                hidden += std::clamp((near - depth - slope) / reach - 0.3f, 0.0f, 2.0f);
            }
            shades[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x)] =
                1 / (1 + 0.22f * hidden);
        }
    for (std::size_t i = 0; i < samples_.size(); ++i) samples_[i].color = scale(samples_[i].color, shades[i]);
}

void Raster::drawLine(const RasterPoint& a, const RasterPoint& b, const RasterLine& line)
{
    const double room = line.half_width + 0.5;
    int x_begin = 0, x_end = 0, y_begin = 0, y_end = 0;
    if (!clip(std::min(a.x, b.x) - room, std::max(a.x, b.x) + room, width_, x_begin, x_end)) return;
    if (!clip(std::min(a.y, b.y) - room - top_, std::max(a.y, b.y) + room - top_, height_, y_begin, y_end)) return;
    const double dx = b.x - a.x, dy = b.y - a.y;
    const double length_sq = dx * dx + dy * dy;
    for (int y = y_begin; y < y_end; ++y)
        for (int x = x_begin; x < x_end; ++x)
        {
            const double px = x + 0.5 - a.x;
            const double py = y + 0.5 + top_ - a.y;
            const double t = length_sq > 0 ? std::clamp((px * dx + py * dy) / length_sq, 0.0, 1.0) : 0;
            const double distance = std::sqrt((px - t * dx) * (px - t * dx) + (py - t * dy) * (py - t * dy));
            const double cover = std::clamp(room - distance, 0.0, 1.0);
            Sample& sample = at(x, y);
            if (cover <= 0) continue;
            const bool is_hidden = a.depth + t * (b.depth - a.depth) + line.lift < sample.depth;
            const auto alpha = static_cast<float>(cover) * (is_hidden ? line.hidden_alpha : line.alpha);
            if (alpha <= 0) continue;
            if (sample.depth == kNothing)
            {
                // Over the page: what lies there is white.
                sample.color = {1, 1, 1};
                sample.depth = std::numeric_limits<float>::lowest();
            }
            blend(sample.color, line.color, alpha);
        }
}

void Raster::drawBall(const RasterPoint& center, double radius, const LinearColor& color)
{
    int x_begin = 0, x_end = 0, y_begin = 0, y_end = 0;
    if (!(radius > 0) || !clip(center.x - radius, center.x + radius, width_, x_begin, x_end)) return;
    if (!clip(center.y - radius - top_, center.y + radius - top_, height_, y_begin, y_end)) return;
    for (int y = y_begin; y < y_end; ++y)
        for (int x = x_begin; x < x_end; ++x)
        {
            const double dx = x + 0.5 - center.x;
            const double dy = y + 0.5 + top_ - center.y;
            const double rest = radius * radius - dx * dx - dy * dy;
            if (rest < 0) continue;
            const double out = std::sqrt(rest);
            Sample& sample = at(x, y);
            const auto depth = static_cast<float>(center.depth + out);
            if (!(depth > sample.depth)) continue;
            sample = {depth, scale(color, computeLight({dx / radius, -dy / radius, out / radius}))};
        }
}

void Raster::resolve(int first, int count, std::span<std::uint32_t> pixels) const
{
    const auto toByte = [](float sum, float alpha) {
        return static_cast<std::uint32_t>(std::sqrt(std::clamp(sum / 4, 0.0f, 1.0f)) * alpha * 255 + 0.5f);
    };
    const int width = width_ / 2;
    for (int row = 0; row < count; ++row)
        for (int column = 0; column < width; ++column)
        {
            LinearColor sum;
            int covered = 0;
            for (int k = 0; k < 4; ++k)
            {
                const Sample& sample = at(2 * column + k % 2, 2 * (first + row) + k / 2);
                covered += sample.depth != kNothing;
                sum.r += sample.color.r;
                sum.g += sample.color.g;
                sum.b += sample.color.b;
            }
            std::uint32_t& pixel =
                pixels[static_cast<std::size_t>(row) * static_cast<std::size_t>(width) + static_cast<std::size_t>(column)];
            pixel = 0;
            if (covered == 0) continue;
            const float alpha = static_cast<float>(covered) / 4;
            const float full = 4 / static_cast<float>(covered);
            pixel = static_cast<std::uint32_t>(alpha * 255 + 0.5f) << 24 | toByte(sum.r * full, alpha) << 16 |
                    toByte(sum.g * full, alpha) << 8 | toByte(sum.b * full, alpha);
        }
}

} // namespace clearway
