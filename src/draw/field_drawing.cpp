// SPDX-License-Identifier: MIT
#include "draw/field_drawing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace clearway {
namespace {

constexpr double kNoDepth = std::numeric_limits<double>::quiet_NaN();
constexpr double kLog10Of2 = 0.30102999566398119521;

double depthOf(const Potential& potential, std::int32_t cell)
{
    return potential.hasWay(cell) ? potential.log2Of(cell) * kLog10Of2 : kNoDepth;
}

std::uint32_t packPixel(const Color& color)
{
    const auto channel = [&](double value) {
        return static_cast<std::uint32_t>(std::lround(255 * std::clamp(value, 0.0, 1.0) * color.a));
    };
    return static_cast<std::uint32_t>(std::lround(255 * color.a)) << 24 | channel(color.r) << 16 | channel(color.g) << 8 |
           channel(color.b);
}

Vec2 toWorld(const MapView& view, Vec2 pixel)
{
    return {view.world.min.x + (pixel.x - view.map_corner.x) / view.scale,
            view.world.max.y - (pixel.y - view.map_corner.y) / view.scale};
}

/// Which places lines have been to, on squares of the spacing.
class Neighbourhood
{
public:
    Neighbourhood(const MapView& view, double spacing)
        : corner_(view.corner),
          spacing_(spacing),
          columns_(static_cast<std::int64_t>(view.size.x / spacing) + 3),
          rows_(static_cast<std::int64_t>(view.size.y / spacing) + 3),
          squares_(static_cast<std::size_t>(columns_ * rows_))
    {
    }

    void add(Vec2 p, int line)
    {
        if (const std::int64_t at = squareOf(p, 0, 0); at >= 0) squares_[static_cast<std::size_t>(at)].push_back({p, line});
    }
    /// Whether a point of another line is so near; `line` -1: any.
    bool isNear(Vec2 p, double distance, int line) const
    {
        for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx)
            {
                const std::int64_t at = squareOf(p, dx, dy);
                if (at < 0) continue;
                for (const Point& point : squares_[static_cast<std::size_t>(at)])
                    if (point.line != line && distanceSq(point.position, p) < distance * distance) return true;
            }
        return false;
    }

private:
    struct Point
    {
        Vec2 position;
        int line;
    };

    std::int64_t squareOf(Vec2 p, int dx, int dy) const
    {
        const double x = std::floor((p.x - corner_.x) / spacing_) + 1 + dx, y = std::floor((p.y - corner_.y) / spacing_) + 1 + dy;
        if (!(x >= 0 && y >= 0 && x < static_cast<double>(columns_) && y < static_cast<double>(rows_))) return -1;
        return static_cast<std::int64_t>(y) * columns_ + static_cast<std::int64_t>(x);
    }

    Vec2 corner_;
    double spacing_;
    std::int64_t columns_, rows_;
    std::vector<std::vector<Point>> squares_;
};

/// The unit vector down the field at a pixel; (0, 0) where a character cannot be.
Vec2 findFlow(const MapView& view, const Field& field, Vec2 pixel)
{
    const Vec2 p = toWorld(view, pixel);
    const std::int32_t cell = field.grid().cellAt(p);
    if (cell == FieldGrid::kNone || !field.potential().hasWay(cell)) return {};
    return field.directionAt(p);
}

/// From a seed along the field, or against it, until it ends, comes too near to another line, or is long enough. Pixels.
std::vector<Vec2> traceLine(const MapView& view, const Field& field, const Neighbourhood& others, Vec2 seed, double sign,
                            double spacing)
{
    const double step = 2.0;
    std::vector<Vec2> line;
    Vec2 p = seed;
    for (int i = 0; i < 20'000; ++i)
    {
        const Vec2 d = findFlow(view, field, p);
        if (d == Vec2{}) break;
        p = p + Vec2{d.x, -d.y} * (sign * step);
        if (others.isNear(p, 0.5 * spacing, -1)) break;
        // A line that goes to and fro, as between the middles of two cells, goes nowhere.
        if (line.size() > 6 && distance(line[line.size() - 6], p) < 3 * step) break;
        line.push_back(p);
    }
    return line;
}

} // namespace

void paintPixels(Canvas& canvas, const MapView& view, const std::function<Color(Vec2)>& color)
{
    const Vec2 low = view.toPixel({view.world.min.x, view.world.max.y}),
               high = view.toPixel({view.world.max.x, view.world.min.y});
    const Vec2 corner = {std::floor(low.x), std::floor(low.y)};
    const int width = static_cast<int>(std::ceil(high.x) - corner.x), height = static_cast<int>(std::ceil(high.y) - corner.y);
    if (width <= 0 || height <= 0) return;
    std::vector<std::uint32_t> pixels;
    pixels.reserve(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) pixels.push_back(packPixel(color(toWorld(view, corner + Vec2{x + 0.5, y + 0.5}))));
    canvas.drawImage(corner, width, height, pixels);
}

double computeDepth(const Potential& potential, Vec2 p)
{
    const FieldGrid& grid = potential.grid();
    const std::int32_t own = grid.cellAt(p);
    if (own == FieldGrid::kNone || !potential.hasWay(own)) return kNoDepth;
    const double x = (p.x - grid.origin().x) / grid.cellSize() - 0.5, y = (p.y - grid.origin().y) / grid.cellSize() - 0.5;
    const double column = std::floor(x), row = std::floor(y);
    if (!(column >= 0 && row >= 0 && column + 1 < grid.width() && row + 1 < grid.height())) return depthOf(potential, own);
    const std::int32_t cell = static_cast<std::int32_t>(row) * grid.width() + static_cast<std::int32_t>(column);
    if (!grid.isSquareFree(cell)) return depthOf(potential, own);
    const double s = x - column, t = y - row;
    const auto mix = [&](std::int32_t a, std::int32_t b) { return (1 - s) * depthOf(potential, a) + s * depthOf(potential, b); };
    return (1 - t) * mix(cell, cell + 1) + t * mix(cell + grid.width(), cell + grid.width() + 1);
}

void drawContours(Canvas& canvas, const MapView& view, const Potential& potential, double step, const Stroke& stroke)
{
    const FieldGrid& grid = potential.grid();
    if (!(step > 0)) return;
    for (std::int32_t cell = 0; cell + grid.width() < grid.cellCount(); ++cell)
    {
        if (cell % grid.width() + 1 == grid.width() || !grid.isSquareFree(cell)) continue;
        const std::array<std::int32_t, 4> corners = {cell, cell + 1, cell + grid.width() + 1, cell + grid.width()};
        std::array<double, 4> depth;
        for (std::size_t i = 0; i < 4; ++i) depth[i] = depthOf(potential, corners[i]) / step;
        const auto [low, high] = std::minmax_element(depth.begin(), depth.end());
        if (!std::isfinite(*low) || !std::isfinite(*high) || *high - *low > 30) continue; // a solid black square says nothing
        for (double level = std::ceil(*low); level <= *high; ++level)
        {
            // Where the level crosses the sides of the square, one after the other; a saddle has two pairs.
            std::array<Vec2, 4> crossings;
            std::size_t count = 0;
            for (std::size_t i = 0; i < 4; ++i)
            {
                const double a = depth[i], b = depth[(i + 1) % 4];
                if ((a < level) == (b < level)) continue;
                crossings[count++] = view.toPixel(
                    interpolate(grid.centerOf(corners[i]), grid.centerOf(corners[(i + 1) % 4]), (level - a) / (b - a)));
            }
            for (std::size_t i = 0; i + 1 < count; i += 2)
            {
                canvas.moveTo(crossings[i]);
                canvas.lineTo(crossings[i + 1]);
            }
        }
    }
    canvas.stroke(stroke);
}

void addArrowHead(Canvas& canvas, Vec2 p, Vec2 direction, double size)
{
    const Vec2 side = {-direction.y, direction.x};
    canvas.moveTo(p + direction * size);
    canvas.lineTo(p - direction * (0.6 * size) + side * (0.62 * size));
    canvas.lineTo(p - direction * (0.25 * size));
    canvas.lineTo(p - direction * (0.6 * size) - side * (0.62 * size));
    canvas.closePath();
}

void drawStreamlines(Canvas& canvas, const MapView& view, const Field& field, double spacing, const Stroke& stroke)
{
    Neighbourhood neighbourhood(view, spacing);
    struct Arrow
    {
        Vec2 tip, direction;
    };
    std::vector<Arrow> arrows;
    int number = 0;
    const int columns = static_cast<int>(view.size.x / spacing), rows = static_cast<int>(view.size.y / spacing);
    // Coarse seeds first, so that long lines come before short ones.
    for (const int stride : {4, 2, 1})
        for (int row = 0; row <= rows; row += stride)
            for (int column = 0; column <= columns; column += stride)
            {
                const Vec2 seed = view.corner + Vec2{(column + 0.5) * spacing, (row + 0.5) * spacing};
                if (findFlow(view, field, seed) == Vec2{} || neighbourhood.isNear(seed, 0.8 * spacing, -1)) continue;
                std::vector<Vec2> line = traceLine(view, field, neighbourhood, seed, -1, spacing);
                std::reverse(line.begin(), line.end());
                line.push_back(seed);
                const std::vector<Vec2> down = traceLine(view, field, neighbourhood, seed, 1, spacing);
                line.insert(line.end(), down.begin(), down.end());
                if (distance(line.front(), line.back()) < 1.5 * spacing) continue;
                canvas.moveTo(line.front());
                for (const Vec2 p : std::span(line).subspan(1)) canvas.lineTo(p);
                for (const Vec2 p : line) neighbourhood.add(p, number);
                ++number;
                for (std::size_t i = line.size() / 3; i + 2 < line.size(); i += static_cast<std::size_t>(4 * spacing))
                {
                    const Vec2 d = line[i + 2] - line[i];
                    if (lengthSq(d) > 0) arrows.push_back({line[i], d / length(d)});
                }
            }
    canvas.stroke(stroke);
    for (const Arrow& arrow : arrows) addArrowHead(canvas, arrow.tip, arrow.direction, 4 * stroke.width);
    canvas.fill(stroke.color);
}

void addRings(Canvas& canvas, const MapView& view, const Scene& scene, int layer)
{
    for (const Scene::RingRange& ring : scene.rings())
    {
        if (scene.areas()[ring.area].layer != layer) continue;
        const std::span<const Vec2> points = scene.points(ring);
        canvas.moveTo(view.toPixel(points[0]));
        for (const Vec2 p : points.subspan(1)) canvas.lineTo(view.toPixel(p));
        canvas.closePath();
    }
}

} // namespace clearway
