// SPDX-License-Identifier: MIT
// Where borders run: two diagonals of one quadrangle, a bump that rises: B-F4, B-SMOOTH.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include <clearway/base/random.h>

#include "draw.h"
#include "list.h"
#include "require.h"
#include "surfaces.h"

namespace clearway::experiments {

namespace {

constexpr double kMost = 1; ///< the largest acceleration; m/s^2

struct Quadrangle
{
    std::array<Vec3, 4> corners; ///< in the plane
    std::array<double, 4> accelerations;
};

/// A unit square with corners moved a little, one of them free.
Quadrangle makeQuadrangle(Random& random, bool is_linear)
{
    while (true)
    {
        Quadrangle q;
        const std::array<Vec2, 4> square = {Vec2{0, 0}, {1, 0}, {1, 1}, {0, 1}};
        const Vec2 slope = {random.uniform(-2, 2), random.uniform(-2, 2)};
        const double base = random.uniform(0, 3);
        int free_count = 0;
        for (std::size_t i = 0; i < 4; ++i)
        {
            const Vec2 p = square[i] + Vec2{random.uniform(-0.2, 0.2), random.uniform(-0.2, 0.2)};
            q.corners[i] = {p.x, p.y, 0};
            q.accelerations[i] = is_linear ? base + slope.x * p.x + slope.y * p.y : random.uniform(0, 4);
            free_count += q.accelerations[i] < kMost;
        }
        if (free_count == 1 && *std::min_element(q.accelerations.begin(), q.accelerations.end()) > 0) return q;
    }
}

/// Whether places of the quadrangle are walkable.
std::vector<bool> findWalkable(const Quadrangle& q, int diagonal, SurfaceOptions::BiasedEdges biased,
                               const std::vector<Vec2>& places)
{
    MeshInput input;
    input.positions.assign(q.corners.begin(), q.corners.end());
    input.triangles =
        diagonal == 0 ? std::vector<MeshTriangle>{{0, 1, 2}, {0, 2, 3}} : std::vector<MeshTriangle>{{0, 1, 3}, {1, 2, 3}};
    const TriangleMesh mesh = require(buildTriangleMesh(std::move(input)));
    SurfaceOptions options;
    options.max_acceleration = kMost;
    options.biased_edges = biased;
    const SurfaceQuery query(require(buildSurfaceMeshFromAccelerations(mesh, q.accelerations, options)));
    std::vector<bool> walkable;
    for (const Vec2 p : places) walkable.push_back(static_cast<bool>(query.castRay({p.x, p.y, 1}, {0, 0, -1})));
    return walkable;
}

/// How much of the quadrangle is walkable with one diagonal and not with the other, in percent of the unit square.
double measureDifference(const Quadrangle& q, SurfaceOptions::BiasedEdges biased, const std::vector<Vec2>& places)
{
    const std::vector<bool> a = findWalkable(q, 0, biased, places), b = findWalkable(q, 1, biased, places);
    double count = 0;
    for (std::size_t i = 0; i < places.size(); ++i) count += a[i] != b[i];
    return 100 * count * 1.4 * 1.4 / static_cast<double>(places.size());
}

/// A sheet of 60 m with a round hill, `height` high, in its middle.
TriangleMesh makeBump(double height)
{
    return makeSheet(60, 60, 1, [&](double x, double y) {
        const double r = ((x - 30.3) * (x - 30.3) + (y - 29.6) * (y - 29.6)) / 64;
        return height / ((1 + r) * (1 + r));
    });
}

struct Rise
{
    std::vector<double> areas;
    double largest_jump = 0;
};

Rise raise(int steps, const SurfaceOptions& options)
{
    Rise rise;
    for (int i = 0; i <= steps; ++i)
    {
        rise.areas.push_back(require(buildSurfaceMesh(makeBump(6.0 * i / steps), options)).area() -
                             makeBump(6.0 * i / steps).area());
        if (i > 0)
            rise.largest_jump = std::max(rise.largest_jump, std::abs(rise.areas[rise.areas.size() - 2] - rise.areas.back()));
    }
    return rise;
}

} // namespace

Outcome runBiasedEdges(const Settings& settings)
{
    const int count = settings.quick ? 100 : 500;
    Outcome outcome;
    Table table;
    table.caption = "What is walkable with one diagonal of a quadrangle and not with the other, in percent of a unit square";
    table.header = {"accelerations", "edges not split", "split in the middle, as published",
                    "split where the other diagonal crosses"};
    std::array<double, 3> linear = {}, any = {};
    for (const bool is_linear : {true, false})
    {
        std::array<double, 3>& sums = is_linear ? linear : any;
        Random random(is_linear ? 31 : 32);
        std::vector<Vec2> places;
        for (int i = 0; i < 1000; ++i) places.push_back({random.uniform(-0.2, 1.2), random.uniform(-0.2, 1.2)});
        for (int i = 0; i < count; ++i)
        {
            const Quadrangle q = makeQuadrangle(random, is_linear);
            constexpr std::array kKinds = {SurfaceOptions::BiasedEdges::keep, SurfaceOptions::BiasedEdges::published,
                                           SurfaceOptions::BiasedEdges::cross_diagonal};
            for (std::size_t k = 0; k < kKinds.size(); ++k) sums[k] += measureDifference(q, kKinds[k], places) / count;
        }
        table.rows.push_back({is_linear ? "linear over the quadrangle" : "any, at four corners", fmt::format("{:.2f}", sums[0]),
                              fmt::format("{:.2f}", sums[1]), fmt::format("{:.2f}", sums[2])});
    }
    outcome.measured =
        fmt::format("mean of {} quadrangles with three blocked corners: {:.1f} % without splitting, {:.1f} % split as "
                    "published, {:.2f} % split where the other diagonal crosses; on linear fields {:.1f}, {:.1f} and {:.2f} %",
                    count, any[0], any[1], any[2], linear[0], linear[1], linear[2]);
    const bool is_less = any[1] < any[0];
    outcome.verdict = !is_less                                          ? Verdict::refuted
                      : any[2] < 0.1 * any[1] && linear[2] <= linear[1] ? Verdict::better
                                                                        : Verdict::confirmed;
    outcome.reason = fmt::format("The published split guesses the acceleration in the middle of the edge from the corners "
                                 "around; where the other diagonal "
                                 "crosses the edge, both triangulations have the same point with the same acceleration. On "
                                 "linear fields nothing needs a split, "
                                 "and the guess puts {:.1f} % in doubt.",
                                 linear[1]);
    outcome.tables = {table};
    return outcome;
}

Outcome runRisingBump(const Settings& settings)
{
    const int steps = settings.quick ? 50 : 100;
    const int finer = 4;
    struct Row
    {
        const char* name;
        SurfaceOptions options;
        double ratio = 0;
    };
    SurfaceOptions plain;
    plain.speed = 6;
    std::array<Row, 5> rows = {{{"linear", plain},
                                {"linear, averaged over 1 m", plain},
                                {"linear, biased edges split as published", plain},
                                {"linear, biased edges not split", plain},
                                {"at 0.9", plain}}};
    rows[1].options.curvature.averaging_length = 1;
    rows[2].options.biased_edges = SurfaceOptions::BiasedEdges::published;
    rows[3].options.biased_edges = SurfaceOptions::BiasedEdges::keep;
    rows[4].options.cut = {.kind = SurfaceOptions::CutFunction::Kind::constant, .fraction = 0.9};
    Outcome outcome;
    Table table;
    table.caption = fmt::format("Walkable area while a hill rises to 6 m, at 6 m/s: largest change from step to step (m²)");
    table.header = {"cut", fmt::format("{} steps", steps), fmt::format("{} steps", finer * steps), "ratio"};
    Diagram diagram = {.y_name = "ground lost (m²)", .x_name = "height of the hill (m)"};
    for (Row& row : rows)
    {
        const Rise coarse = raise(steps, row.options);
        const Rise fine = raise(finer * steps, row.options);
        row.ratio = coarse.largest_jump / fine.largest_jump;
        table.rows.push_back({row.name, fmt::format("{:.2f}", coarse.largest_jump), fmt::format("{:.2f}", fine.largest_jump),
                              fmt::format("{:.2f}", row.ratio)});
        DiagramLine line = {.label = row.name};
        for (std::size_t i = 0; i < fine.areas.size(); ++i)
            line.points.push_back({6.0 * static_cast<double>(i) / static_cast<double>(fine.areas.size() - 1), -fine.areas[i]});
        diagram.lines.push_back(std::move(line));
    }
    outcome.measured = fmt::format(
        "with steps {} times smaller the largest change in area is {:.1f} times smaller with linear cuts, {:.1f} times when "
        "curvature is averaged, {:.1f} times with cuts at 0.9",
        finer, rows[0].ratio, rows[1].ratio, rows[4].ratio);
    const bool is_smooth = rows[0].ratio > 0.6 * finer;
    outcome.verdict = is_smooth ? Verdict::confirmed : Verdict::refuted;
    outcome.reason =
        fmt::format("What changes without a jump changes {} times less in a step that is {} times smaller. Cuts follow "
                    "the acceleration along edges only if they are linear; a constant fraction jumps by the part of a cell "
                    "whenever a vertex is lost.",
                    finer, finer);
    outcome.tables = {table};
    if (settings.folder.empty()) return outcome;
    outcome.pictures.push_back(draw(settings, "rising_bump.svg", "Ground that a rising hill takes away", diagram));
    outcome.pictures.push_back(draw(settings, require(buildSurfaceMesh(makeBump(5), plain)), "bump.png", "The hill at 5 m", {}));
    return outcome;
}

} // namespace clearway::experiments
