// SPDX-License-Identifier: MIT
// Room above the head, and effort on the way: B-F1c, B-EFF.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "draw.h"
#include "list.h"
#include "require.h"
#include "surfaces.h"
#include "world.h"

namespace clearway::experiments {

namespace {

constexpr double kLength = 16, kWidth = 8; ///< of the roof; metres
constexpr Vec2 kCorner = {4, 4};           ///< of the roof, over ground of 24 x 16 m
constexpr double kLowest = 0.4, kRise = 0.23;

/// How high the roof is over a point of the ground; infinity where there is none. Metres.
double computeRoof(Vec3 p)
{
    const double x = p.x - kCorner.x, y = p.y - kCorner.y;
    if (x < 0 || x > kLength || y < 0 || y > kWidth) return std::numeric_limits<double>::infinity();
    return kLowest + kRise * x;
}

/// Ground in cells of half a metre under a slanted roof of `columns` x `rows` cells.
TriangleMesh makeRoof(std::uint32_t columns, std::uint32_t rows)
{
    const TriangleMesh ground = makeSheet(48, 32, 0.5, [](double, double) { return 0.0; });
    MeshInput input;
    input.positions.assign(ground.positions().begin(), ground.positions().end());
    input.triangles.assign(ground.triangles().begin(), ground.triangles().end());
    const auto first = static_cast<std::uint32_t>(input.positions.size());
    for (std::uint32_t k = 0; k <= rows; ++k)
        for (std::uint32_t i = 0; i <= columns; ++i)
        {
            const double x = kLength * i / columns;
            input.positions.push_back({kCorner.x + x, kCorner.y + kWidth * k / rows, kLowest + kRise * x});
        }
    for (std::uint32_t k = 0; k < rows; ++k)
        for (std::uint32_t i = 0; i < columns; ++i)
        {
            const std::uint32_t v = first + k * (columns + 1) + i;
            input.triangles.push_back({v, v + columns + 2, v + 1});
            input.triangles.push_back({v, v + columns + 1, v + columns + 2});
        }
    return require(buildTriangleMesh(std::move(input)));
}

struct Ground
{
    double lost = 0;         ///< of the ground; square metres
    double bumped_share = 0; ///< of places on it where a head would be in the roof
    SurfaceMesh mesh;
};

Ground buildGround(const TriangleMesh& mesh, double height, HeightOptions::Test test, int place_count)
{
    SurfaceOptions options;
    options.max_acceleration = std::numeric_limits<double>::infinity(); // only height counts
    options.gravity = {.kind = Gravity::Kind::direction, .max_slope_degrees = 180};
    options.height = {.height = height, .test = test};
    Ground ground = {0, 0, require(buildSurfaceMesh(mesh, options))};
    double area = 0;
    for (const MeshTriangle& t : ground.mesh.triangles())
    {
        const Vec3 a = ground.mesh.positions()[t[0]], b = ground.mesh.positions()[t[1]], c = ground.mesh.positions()[t[2]];
        if (std::max({a.z, b.z, c.z}) < 1e-9) area += length(cross(b - a, c - a)) / 2;
    }
    ground.lost = 24 * 16 - area;
    const SurfaceQuery query(ground.mesh);
    int on_ground = 0, bumped = 0;
    for (int i = 0; i < place_count; ++i)
    {
        const Vec3 p = query.findRandomPlace({.seed = 41, .index = static_cast<std::uint64_t>(i)}).position;
        if (p.z > 1e-9) continue;
        ++on_ground;
        bumped += computeRoof(p) < height - 1e-9;
    }
    ground.bumped_share = on_ground > 0 ? static_cast<double>(bumped) / on_ground : 0;
    return ground;
}

struct Effort
{
    double length = 0;
    double load = 0; ///< mean of a / a_max along the way
    double most = 0; ///< the largest acceleration
};

Effort measure(const SurfaceMesh& mesh, const Path& path)
{
    Effort effort;
    const std::vector<double> accelerations = computeAccelerations(mesh, path);
    for (const double acceleration : accelerations) effort.most = std::max(effort.most, acceleration);
    for (std::size_t i = 0; i < path.pieces().size(); ++i)
        effort.load += path.pieces()[i].length() * (accelerations[i] + accelerations[i + 1]) / 2 / mesh.maxAcceleration();
    effort.length = path.length();
    if (effort.length > 0) effort.load /= effort.length;
    return effort;
}

} // namespace

Outcome runSlantedRoof(const Settings& settings)
{
    const int place_count = settings.quick ? 5'000 : 50'000;
    Outcome outcome;
    Table table;
    table.caption =
        "Ground lost under a roof that rises from 0.4 m to 4.1 m, in m², and places left where the head is in the roof";
    table.header = {"roof",           "height",           "too low in truth", "exact test", "heads in the roof",
                    "published test", "heads in the roof"};
    double exact_worst = 0, published_worst = 0, exact_excess = 0;
    for (const bool is_fine : {true, false})
    {
        const TriangleMesh mesh = is_fine ? makeRoof(32, 16) : makeRoof(1, 1);
        for (const double height : {1.0, 1.8, 3.0})
        {
            const double low = kWidth * (height - kLowest) / kRise;
            const Ground exact = buildGround(mesh, height, HeightOptions::Test::capsule, place_count);
            const Ground published = buildGround(mesh, height, HeightOptions::Test::published, place_count);
            table.rows.push_back({is_fine ? "in cells of 0.5 m" : "two triangles", fmt::format("{} m", height),
                                  fmt::format("{:.1f}", low), fmt::format("{:.1f}", exact.lost),
                                  fmt::format("{:.3f} %", 100 * exact.bumped_share), fmt::format("{:.1f}", published.lost),
                                  fmt::format("{:.3f} %", 100 * published.bumped_share)});
            exact_worst = std::max(exact_worst, exact.bumped_share);
            published_worst = std::max(published_worst, published.bumped_share);
            exact_excess = std::max(exact_excess, (exact.lost - low) / low);
            if (!settings.folder.empty() && !is_fine && height == 1.8)
            {
                outcome.pictures.push_back(draw(settings, exact.mesh, "roof_exact.png",
                                                "Ground that is high enough for 1.8 m, exact test", {.camera = {-60, 12}}));
                outcome.pictures.push_back(draw(settings, published.mesh, "roof_published.png",
                                                "The same with the published test", {.camera = {-60, 12}}));
            }
        }
    }
    outcome.measured =
        fmt::format("heads in the roof at {:.2f} % of the places left by the published test in the worst case, {:.2f} % by "
                    "the exact one, which takes at most {:.0f} % too much",
                    100 * published_worst, 100 * exact_worst, 100 * exact_excess);
    const bool published_is_safe = published_worst < 0.001;
    outcome.verdict = published_is_safe ? Verdict::confirmed : Verdict::refuted;
    outcome.reason = published_is_safe ? "No place that is left is too low."
                                       : "The published test looks at the nearest point of each triangle. Of a slanted roof that "
                                         "is not the one above: it lies "
                                         "to the side, over none of the small triangles around the vertex, and the vertex "
                                         "passes. The exact test finds the roof.";
    outcome.tables = {table};
    return outcome;
}

Outcome runEffort(const Settings& settings)
{
    const int pair_count = settings.quick ? 15 : 60;
    constexpr std::array kWeights = {0.0, 1.0, 4.0, 16.0};
    Outcome outcome;
    Table table;
    table.caption = "Ways over terrain at 5 m/s, where 3 m/s² are allowed";
    table.header = {"weight", "length", "mean load (a / a_max)", "mean of the largest acceleration (m/s²)"};
    const SurfaceMesh mesh = require(buildSurfaceMesh(makeMesh("terrain"), {.speed = 5}));
    SurfacePathFinder finder(mesh);
    std::array<Effort, kWeights.size()> sums = {};
    int count = 0;
    for (int i = 0; i < pair_count; ++i)
    {
        const SurfacePlace from = finder.query().findRandomPlace({.seed = 43, .index = static_cast<std::uint64_t>(2 * i)});
        const SurfacePlace to = finder.query().findRandomPlace({.seed = 43, .index = static_cast<std::uint64_t>(2 * i + 1)});
        std::array<Effort, kWeights.size()> efforts;
        bool is_found = true;
        for (std::size_t k = 0; k < kWeights.size() && is_found; ++k)
        {
            const Path path = finder.find(from, to, {.effort_weight = kWeights[k]});
            is_found = path.isComplete() && path.length() > 1;
            efforts[k] = measure(mesh, path);
        }
        if (!is_found) continue;
        ++count;
        for (std::size_t k = 0; k < kWeights.size(); ++k)
        {
            sums[k].length += efforts[k].length / efforts[0].length;
            sums[k].load += efforts[k].load;
            sums[k].most += efforts[k].most;
        }
    }
    for (std::size_t k = 0; k < kWeights.size(); ++k)
        table.rows.push_back({fmt::format("{}", kWeights[k]), fmt::format("{:.3f} times the shortest", sums[k].length / count),
                              fmt::format("{:.3f}", sums[k].load / count), fmt::format("{:.2f}", sums[k].most / count)});
    const bool avoids = sums[2].load < 0.9 * sums[0].load && sums[3].load < sums[2].load;
    outcome.measured =
        fmt::format("over {} ways, weight 4 takes {:.0f} % off the acceleration along the way for {:.1f} % more length; weight "
                    "16 {:.0f} % for {:.1f} %",
                    count, 100 * (1 - sums[2].load / sums[0].load), 100 * (sums[2].length / count - 1),
                    100 * (1 - sums[3].load / sums[0].load), 100 * (sums[3].length / count - 1));
    outcome.verdict = avoids ? Verdict::confirmed : Verdict::refuted;
    outcome.reason = "Rough ground on the terrain is patchy: small detours round it are cheap.";
    outcome.tables = {table};
    if (settings.folder.empty()) return outcome;
    std::array<Path, kWeights.size()> paths;
    std::vector<DrawnPath> drawn;
    for (std::size_t k = 0; k < kWeights.size(); ++k)
    {
        paths[k] = finder.find(Vec3{20, 20, 0}, Vec3{230, 490, 0}, {.effort_weight = kWeights[k], .reach = 100});
        drawn.push_back(
            {.pieces = paths[k].pieces(), .label = fmt::format("weight {}: {:.1f} m", kWeights[k], paths[k].length())});
    }
    outcome.pictures.push_back(
        draw(settings, mesh, "effort.png", "The shortest way and ways of less effort", {.camera = {-75, 50}, .paths = drawn}));
    return outcome;
}

} // namespace clearway::experiments
