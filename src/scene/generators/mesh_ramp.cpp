// SPDX-License-Identifier: MIT
// A ramp up to a platform, and the same ten times larger: 5,128 triangles and 2,661 vertices, the counts of the paper, which fit
// a disc with 192 border edges: 48 x 48 cells of half a metre, and 260 quadrangles of wall.
#include <algorithm>
#include <map>

#include "scene/generators/mesh_catalogue.h"

namespace clearway::generators {

namespace {

// Lines that the outline of ramp and platform follow, in half metres.
constexpr double kAcross[] = {0, 6, 26, 44, 48};    // x: ground, ramp, platform, ground
constexpr double kAlong[] = {0, 8, 19, 28, 40, 48}; // y: ground, platform, platform and ramp, platform, ground
constexpr double kCell = 0.5;
constexpr double kHeight = 1.98;

/// Places of all grid lines, and where the outline's lines are among them.
struct Lines
{
    std::vector<double> places;
    std::vector<std::uint32_t> features;

    Lines(std::span<const double> outline, double detail)
    {
        for (std::size_t k = 0; k + 1 < outline.size(); ++k)
        {
            features.push_back(static_cast<std::uint32_t>(places.size()));
            const std::uint32_t parts = countParts(outline[k + 1] - outline[k], detail);
            for (std::uint32_t i = 0; i < parts; ++i)
                places.push_back((outline[k] + (outline[k + 1] - outline[k]) * i / parts) * kCell);
        }
        features.push_back(static_cast<std::uint32_t>(places.size()));
        places.push_back(outline.back() * kCell);
    }
    std::uint32_t count() const { return static_cast<std::uint32_t>(places.size()); }
};

/// Ground and top are two levels of one grid; where they are at the same height they share points.
class Ramp
{
public:
    explicit Ramp(double detail) : x_(kAcross, detail), y_(kAlong, detail), wall_rows_(countParts(2, detail))
    {
        const std::size_t count = std::size_t{x_.count()} * y_.count();
        ground_.assign(count, kNone);
        top_.assign(count, kNone);
        for (std::uint32_t k = 0; k + 1 < y_.count(); ++k)
            for (std::uint32_t i = 0; i + 1 < x_.count(); ++i) addCell(i, k);
        addWalls();
    }

    MeshInput mesh;

private:
    bool isRaised(std::uint32_t i, std::uint32_t k) const
    {
        if (i >= x_.count() - 1 || k >= y_.count() - 1) return false; // also what wrapped round below 0
        const bool is_platform = i >= x_.features[2] && i < x_.features[3] && k >= y_.features[1] && k < y_.features[4];
        const bool is_ramp = i >= x_.features[1] && i < x_.features[2] && k >= y_.features[2] && k < y_.features[3];
        return is_platform || is_ramp;
    }

    double topAt(std::uint32_t i) const
    {
        const double from = x_.places[x_.features[1]];
        const double to = x_.places[x_.features[2]];
        return kHeight * std::clamp((x_.places[i] - from) / (to - from), 0.0, 1.0);
    }

    std::uint32_t pointAt(std::uint32_t i, std::uint32_t k, bool is_top)
    {
        const std::size_t place = std::size_t{k} * x_.count() + i;
        const bool is_foot = i <= x_.features[1]; // of the ramp, level with the ground
        std::uint32_t& number = (is_top && !is_foot ? top_ : ground_)[place];
        if (number == kNone)
        {
            number = static_cast<std::uint32_t>(mesh.positions.size());
            mesh.positions.push_back({x_.places[i], y_.places[k], is_top ? topAt(i) : 0});
        }
        return number;
    }

    void addCell(std::uint32_t i, std::uint32_t k)
    {
        const bool top = isRaised(i, k);
        // One after the other: points are numbered as they come, and the order of arguments is the compiler's.
        const std::uint32_t a = pointAt(i, k, top);
        const std::uint32_t b = pointAt(i + 1, k, top);
        const std::uint32_t c = pointAt(i + 1, k + 1, top);
        const std::uint32_t d = pointAt(i, k + 1, top);
        addQuad(mesh, a, b, c, d);
    }

    /// Points of a wall at a grid point, from the ground up; shared by the walls that meet there.
    std::uint32_t wallPoint(std::uint32_t i, std::uint32_t k, std::uint32_t row)
    {
        if (row == 0) return pointAt(i, k, false);
        if (row == wall_rows_) return pointAt(i, k, true);
        if (i <= x_.features[1]) return pointAt(i, k, false);
        const std::size_t key = (std::size_t{k} * x_.count() + i) * wall_rows_ + row;
        const auto [at, is_new] = wall_points_.try_emplace(key, static_cast<std::uint32_t>(mesh.positions.size()));
        if (is_new) mesh.positions.push_back({x_.places[i], y_.places[k], topAt(i) * row / wall_rows_});
        return at->second;
    }

    /// The wall above the grid edge from (i, k) to (j, l), raised ground on its left.
    void addWall(std::uint32_t i, std::uint32_t k, std::uint32_t j, std::uint32_t l)
    {
        for (std::uint32_t row = 0; row < wall_rows_; ++row)
        {
            const std::uint32_t a = wallPoint(i, k, row);
            const std::uint32_t b = wallPoint(j, l, row);
            const std::uint32_t c = wallPoint(j, l, row + 1);
            const std::uint32_t d = wallPoint(i, k, row + 1);
            if (a != b && b != c && c != a) mesh.triangles.push_back({a, b, c});
            if (a != c && c != d && d != a) mesh.triangles.push_back({a, c, d});
        }
    }

    void addWalls()
    {
        for (std::uint32_t k = 0; k + 1 < y_.count(); ++k)
            for (std::uint32_t i = 0; i + 1 < x_.count(); ++i)
            {
                if (!isRaised(i, k)) continue;
                if (!isRaised(i, k - 1)) addWall(i, k, i + 1, k);
                if (!isRaised(i + 1, k)) addWall(i + 1, k, i + 1, k + 1);
                if (!isRaised(i, k + 1)) addWall(i + 1, k + 1, i, k + 1);
                // The foot of the ramp has no height.
                if (!isRaised(i - 1, k) && i > x_.features[1]) addWall(i, k + 1, i, k);
            }
    }

    Lines x_;
    Lines y_;
    std::uint32_t wall_rows_;
    std::vector<std::uint32_t> ground_;
    std::vector<std::uint32_t> top_;
    std::map<std::size_t, std::uint32_t> wall_points_;
};

} // namespace

MeshInput buildRamp(const MeshGeneratorOptions& options) { return std::move(Ramp(options.detail).mesh); }

MeshInput buildSRamp(const MeshGeneratorOptions& options)
{
    MeshInput mesh = buildRamp(options);
    for (Vec3& p : mesh.positions) p = p * 10;
    return mesh;
}

} // namespace clearway::generators
