// SPDX-License-Identifier: MIT
// Many box buildings on a square: the scenes for speed. 200 on 500 m, or the same density on 2 km.
#include <cmath>

#include "scene/generators/catalogue.h"
#include "scene/generators/outlines.h"
#include "scene/generators/packing.h"

namespace clearway::generators {

namespace {

/// The direction of the streets: smooth over a district, turning freely over the city.
class StreetDirections
{
public:
    StreetDirections(std::uint64_t seed, double size)
        : stride_(static_cast<int>(size / kDistrict) + 2),
          turns_(static_cast<std::size_t>(stride_) * static_cast<std::size_t>(stride_))
    {
        Random random(seed, 1);
        for (double& turn : turns_) turn = random.uniform(0, 0.25);
    }

    double turnAt(Vec2 p) const
    {
        const double x = p.x / kDistrict;
        const double y = p.y / kDistrict;
        const int column = static_cast<int>(x);
        const int row = static_cast<int>(y);
        const double low = interpolate(at(column, row), at(column + 1, row), x - column);
        const double high = interpolate(at(column, row + 1), at(column + 1, row + 1), x - column);
        return interpolate(low, high, y - row);
    }

private:
    static constexpr double kDistrict = 150;

    static double interpolate(double a, double b, double t) { return a + (b - a) * t; }
    double at(int column, int row) const
    {
        return turns_[static_cast<std::size_t>(row) * static_cast<std::size_t>(stride_) + static_cast<std::size_t>(column)];
    }

    int stride_;
    std::vector<double> turns_;
};

SceneInput buildBoxCity(double building_count, const GeneratorOptions& options)
{
    constexpr double kGap = 2.5;            // between walls: every pair of buildings has a way between them
    constexpr double kLargestDiagonal = 38; // of a 32 m by 20 m building
    const int count = computeCount(building_count, options.scale, 1);
    const double size = 500 * std::sqrt(count / 200.0); // 200 buildings on 500 m by 500 m

    SceneInput input;
    addArea(input, makeBox({0, 0}, {size, size}));
    const StreetDirections directions(options.seed, size);
    Random random(options.seed);
    const Box2 bounds = {{0, 0}, {size, size}};
    Packing packing(bounds, kLargestDiagonal, kGap);
    while (static_cast<int>(packing.outlines().size()) < count)
    {
        const Vec2 center = {random.uniform(0, size), random.uniform(0, size)};
        const Vec2 extent = {random.uniform(12, 32), random.uniform(10, 20)};
        const double turn = directions.turnAt(center) + random.uniform(-0.01, 0.01);
        const Ring outline = makeTurnedBox(center, extent, turn);
        const Box2 box = computeBounds(outline).inflated(kGap);
        if (bounds.contains(box.min) && bounds.contains(box.max)) packing.tryAdd(outline);
    }
    for (const Ring& outline : packing.outlines()) addObstacle(input, outline);
    return input;
}

} // namespace

SceneInput buildCity500(const GeneratorOptions& options) { return buildBoxCity(200, options); }

SceneInput buildCity2000(const GeneratorOptions& options) { return buildBoxCity(3200, options); }

} // namespace clearway::generators
