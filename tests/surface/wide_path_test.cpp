// SPDX-License-Identifier: MIT
// Paths of characters with a radius: as short as a string pulled taut around what borders keep them away from, and never nearer.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <clearway/surface/border_clearance.h>
#include <clearway/surface/path.h>

#include "geometry/segment_triangle.h"
#include "tests/oracle/tangent_graph.h"
#include "tests/support/scale.h"
#include "tests/support/surfaces.h"

namespace clearway {
namespace {

using namespace test;

/// How much longer than the truth: what a list of ratios says.
struct Ratios
{
    std::vector<double> all;

    void add(double ratio) { all.push_back(ratio); }
    double share(double part) const
    {
        std::vector<double> sorted = all;
        std::sort(sorted.begin(), sorted.end());
        return sorted[std::min(sorted.size() - 1, static_cast<std::size_t>(part * static_cast<double>(sorted.size())))];
    }
    double mean() const
    {
        double sum = 0;
        for (const double ratio : all) sum += ratio;
        return sum / static_cast<double>(all.size());
    }
    std::string describe() const
    {
        char text[160];
        std::snprintf(text, sizeof text, "%zu ways: mean %.5f, 99 %% %.5f, worst %.5f", all.size(), mean(), share(0.99),
                      share(1));
        return text;
    }
};

/// The smallest distance between a way and all borders of a mesh, straight through space; by looking at all.
double computeClearance(const SurfaceMesh& mesh, const Path& path)
{
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < path.pieces().size(); ++i)
        for (const std::uint32_t h : mesh.borderHalfedges())
            best = std::min(best, computeSegmentDistanceSq(path.pieces()[i].from, path.pieces()[i].to,
                                                           mesh.positions()[mesh.origin(h)], mesh.positions()[mesh.target(h)]));
    return std::sqrt(best);
}

/// A way lies on the triangles that it names.
void expectOnGround(const SurfaceMesh& mesh, const Path& path)
{
    for (std::size_t i = 0; i < path.pieces().size(); ++i)
    {
        const MeshTriangle& v = mesh.triangles()[path.faces()[i]];
        const TrianglePoints triangle = {mesh.positions()[v[0]], mesh.positions()[v[1]], mesh.positions()[v[2]]};
        for (const Vec3 p : {path.pieces()[i].from, path.pieces()[i].to})
            ASSERT_LT(distance(p, computeNearestPoint(triangle, p)), 1e-9) << i;
    }
}

// ---- sheets, whose truth is known in the plane

enum class SheetShape
{
    regular, ///< equal triangles
    random,
};

/// A sheet of 40 m by 30 m in about `triangles` triangles, without those that have their middle in a hole.
MeshInput makeSheet(int triangles, SheetShape shape, const std::vector<Box2>& holes, Random& random)
{
    const double cell = std::sqrt(40.0 * 30 * 2 / triangles);
    const auto columns = static_cast<std::uint32_t>(40 / cell), rows = static_cast<std::uint32_t>(30 / cell);
    const bool is_random = shape == SheetShape::random;
    const auto move = [&](double i, std::uint32_t count, double size) {
        const bool is_moved = is_random && i != 0 && i != count;
        return (i + (is_moved ? random.uniform(-0.3, 0.3) : 0)) * size / count;
    };
    MeshInput sheet = makeGrid(
        columns, rows, [&](double i, double k) { return Vec3{move(i, columns, 40), move(k, rows, 30), 0}; },
        is_random ? &random : nullptr);
    std::erase_if(sheet.triangles, [&](const MeshTriangle& t) {
        const Vec3 middle = (sheet.positions[t[0]] + sheet.positions[t[1]] + sheet.positions[t[2]]) / 3;
        return std::any_of(holes.begin(), holes.end(), [&](const Box2& hole) { return hole.contains(Vec2{middle.x, middle.y}); });
    });
    return sheet;
}

/// The borders of a flat surface, walkable ground on the left.
std::vector<Segment> listBorders(const SurfaceMesh& mesh)
{
    const auto flat = [&](std::uint32_t v) { return Vec2{mesh.positions()[v].x, mesh.positions()[v].y}; };
    std::vector<Segment> borders;
    for (const std::uint32_t h : mesh.borderHalfedges()) borders.push_back({flat(mesh.origin(h)), flat(mesh.target(h))});
    return borders;
}

/// Asks about random places of a sheet. `roll` bends it without stretching; the truth is that of the flat sheet.
template <typename Roll>
void askSheet(const MeshInput& sheet, double radius, int count, Ratios& ratios, Roll&& roll)
{
    const SurfaceMesh flat = makeWholeSurface(sheet);
    MeshInput rolled = sheet;
    for (Vec3& p : rolled.positions) p = roll(p);
    const SurfaceMesh mesh = makeWholeSurface(rolled);
    ASSERT_EQ(mesh.triangleCount(), flat.triangleCount());
    const std::vector<Segment> borders = listBorders(flat);
    const oracle::TangentGraph graph(borders, radius);
    SurfacePathFinder finder(mesh);
    const SurfaceQuery query(flat);
    const auto draw = [&](std::uint64_t seed, std::uint64_t& at) {
        while (true)
        {
            const SurfacePlace place = query.findRandomPlace({seed, at++});
            if (oracle::computeBoundaryDistance(borders, {place.position.x, place.position.y}) >= 1.01 * radius) return place;
        }
    };
    const auto onRolled = [&](const SurfacePlace& place) {
        const MeshTriangle& v = flat.triangles()[place.triangle];
        const Vec3 a = flat.positions()[v[0]], ab = flat.positions()[v[1]] - a, ac = flat.positions()[v[2]] - a;
        const Vec3 n = cross(ab, ac), d = place.position - a;
        const double s = dot(cross(d, ac), n) / lengthSq(n), t = dot(cross(ab, d), n) / lengthSq(n);
        const Vec3 b = mesh.positions()[mesh.triangles()[place.triangle][0]];
        return SurfacePlace{b + (mesh.positions()[mesh.triangles()[place.triangle][1]] - b) * s +
                                (mesh.positions()[mesh.triangles()[place.triangle][2]] - b) * t,
                            place.triangle};
    };
    std::uint64_t at = 0;
    for (int i = 0; i < count; ++i)
    {
        const SurfacePlace start = draw(1, at), goal = draw(2, at);
        const double truth = graph.computeLength({start.position.x, start.position.y}, {goal.position.x, goal.position.y});
        if (!std::isfinite(truth)) continue;
        const Path path = finder.find(onRolled(start), onRolled(goal), {.radius = radius});
        SCOPED_TRACE(testing::Message() << "radius " << radius << " question " << i);
        ASSERT_EQ(path.status(), PathStatus::complete);
        expectOnGround(mesh, path);
        ASSERT_GE(computeClearance(mesh, path), radius * (1 - 1e-9));
        ASSERT_GE(path.length(), truth * (1 - 1e-9));
        ratios.add(path.length() / truth);
    }
}

void askSheet(const MeshInput& sheet, double radius, int count, Ratios& ratios)
{
    askSheet(sheet, radius, count, ratios, [](Vec3 p) { return p; });
}

void expectTaut(const char* name, double radius, const Ratios& ratios)
{
    testing::Test::RecordProperty(name + std::string(" ") + std::to_string(radius), ratios.describe());
    EXPECT_LE(ratios.share(0.99), 1.02) << name << ", radius " << radius << ": " << ratios.describe();
    EXPECT_LE(ratios.mean(), 1.003) << name << ", radius " << radius << ": " << ratios.describe();
}

TEST(WideSurfacePath, IsTautOnASheetWithAHole)
{
    Random random(81);
    for (const SheetShape shape : {SheetShape::regular, SheetShape::random})
    {
        const MeshInput sheet = makeSheet(7200, shape, {{{13, 9}, {27, 21}}}, random);
        for (const double radius : {0.1, 0.5, 2.0})
        {
            Ratios ratios;
            askSheet(sheet, radius, 200 * testScale(), ratios);
            expectTaut(shape == SheetShape::regular ? "regular sheet" : "random sheet", radius, ratios);
        }
    }
}

TEST(WideSurfacePath, IsTautAmongManyHolesHoweverFineTheMeshIs)
{
    Random random(82);
    std::vector<Box2> holes;
    for (int i = 0; i < 14; ++i)
    {
        const Vec2 low = {random.uniform(1, 36), random.uniform(1, 26)};
        holes.push_back({low, low + Vec2{random.uniform(0.8, 5), random.uniform(0.8, 5)}});
    }
    for (const int triangles : {600, 2400, 9600, 24000})
        for (const double radius : {0.05, 0.4, 1.0})
        {
            Ratios ratios;
            askSheet(makeSheet(triangles, SheetShape::random, holes, random), radius, 100 * testScale(), ratios);
            expectTaut((std::to_string(triangles) + " triangles").c_str(), radius, ratios);
        }
}

TEST(WideSurfacePath, IsTautOnASheetRolledAroundAPrism)
{
    // Folded along the columns of the grid, which stay straight: lengths on it are those of the flat sheet.
    Random random(83);
    const MeshInput sheet = makeSheet(7200, SheetShape::regular, {{{13, 9}, {27, 21}}, {{4, 2}, {9, 12}}}, random);
    std::vector<double> folds;
    for (const Vec3 p : sheet.positions)
        if (p.y == 0) folds.push_back(p.x);
    std::sort(folds.begin(), folds.end());
    const auto roll = [&](Vec3 p) {
        Vec3 at{0, p.y, 0};
        constexpr double kTurn = 0.04; // at each fold; the sheet turns by less than a whole turn
        for (std::size_t i = 0; i + 1 < folds.size() && folds[i] < p.x; ++i)
        {
            const double step = std::min(p.x, folds[i + 1]) - folds[i], angle = kTurn * static_cast<double>(i);
            at = at + Vec3{std::cos(angle), 0, std::sin(angle)} * step;
        }
        return at;
    };
    for (const double radius : {0.2, 0.6})
    {
        Ratios ratios;
        askSheet(sheet, radius, 100 * testScale(), ratios, roll);
        expectTaut("rolled sheet", radius, ratios);
    }
}

// ---- a ball with a hole

constexpr double kBall = 10;  ///< metres
constexpr double kHole = 0.5; ///< half the opening angle of the hole around the pole
constexpr double kPi = std::numbers::pi;

Vec3 onBall(double polar, double azimuth)
{
    return Vec3{std::sin(polar) * std::cos(azimuth), std::sin(polar) * std::sin(azimuth), std::cos(polar)} * kBall;
}

/// Rings around the pole, the first at the rim of the hole.
MeshInput makeBall(std::uint32_t rings, std::uint32_t meridians)
{
    MeshInput ball;
    for (std::uint32_t k = 0; k < rings; ++k)
        for (std::uint32_t i = 0; i < meridians; ++i)
            ball.positions.push_back(onBall(kHole + (kPi - kHole) * k / rings, 2 * kPi * (i + 0.5 * (k % 2)) / meridians));
    ball.positions.push_back(onBall(kPi, 0));
    const auto last = static_cast<std::uint32_t>(ball.positions.size() - 1);
    for (std::uint32_t k = 0; k < rings; ++k)
        for (std::uint32_t i = 0; i < meridians; ++i)
        {
            const std::uint32_t next = (i + 1) % meridians, a = k * meridians + i, b = k * meridians + next;
            if (k + 1 == rings)
            {
                ball.triangles.push_back({b, a, last});
                continue;
            }
            const std::uint32_t c = a + meridians, d = b + meridians;
            if (k % 2 == 0)
            {
                ball.triangles.push_back({b, a, c});
                ball.triangles.push_back({b, c, d});
            }
            else
            {
                ball.triangles.push_back({b, a, d});
                ball.triangles.push_back({a, c, d});
            }
        }
    return ball;
}

/// On a true ball: two great circles that touch the circle to which the hole keeps the character, and the arc between them.
double computeBallDistance(double polar_a, double polar_b, double azimuth, double radius)
{
    const double rim = kHole + 2 * std::asin(radius / (2 * kBall));
    const double touch_a = std::acos(std::clamp(std::tan(rim) / std::tan(polar_a), -1.0, 1.0));
    const double touch_b = std::acos(std::clamp(std::tan(rim) / std::tan(polar_b), -1.0, 1.0));
    if (azimuth <= touch_a + touch_b)
        return kBall *
               std::acos(std::cos(polar_a) * std::cos(polar_b) + std::sin(polar_a) * std::sin(polar_b) * std::cos(azimuth));
    return kBall * (std::acos(std::cos(polar_a) / std::cos(rim)) + std::acos(std::cos(polar_b) / std::cos(rim)) +
                    std::sin(rim) * (azimuth - touch_a - touch_b));
}

TEST(WideSurfacePath, IsTautAroundTheHoleOfABall)
{
    const SurfaceMesh mesh = makeWholeSurface(makeBall(60, 120));
    SurfacePathFinder finder(mesh);
    Random random(84);
    for (const double radius : {0.3, 1.5})
    {
        Ratios ratios;
        for (int i = 0; i < 100 * testScale(); ++i)
        {
            const double a = random.uniform(kHole + 0.2, 1.3), b = random.uniform(kHole + 0.2, 1.3);
            const double from = random.uniform(0, 2 * kPi), azimuth = random.uniform(0.5, kPi - 0.05);
            const Path path = finder.find(onBall(a, from), onBall(b, from + azimuth), {.radius = radius});
            ASSERT_EQ(path.status(), PathStatus::complete);
            expectOnGround(mesh, path);
            ASSERT_GE(computeClearance(mesh, path), radius * (1 - 1e-9));
            const double ratio = path.length() / computeBallDistance(a, b, azimuth, radius);
            ASSERT_GE(ratio, 0.998) << "triangles lie a little below the ball, not more";
            ratios.add(ratio);
        }
        expectTaut("ball", radius, ratios);
    }
}

// ---- any surface

TEST(WideSurfacePath, KeepsItsRadiusOnCutTerrainAndIsTheSameThereAndBack)
{
    for (const auto& [name, detail, removed] : {std::tuple{"terrain", 0.1, 0.15}, {"asteroid", 0.02, 0.2}, {"octopus", 0.1, 0.1}})
    {
        const SurfaceMesh mesh = makeCutSurface(name, detail, removed);
        const double size = length(computeBounds(mesh.positions()).size());
        for (const double radius : {0.002 * size, 0.01 * size})
        {
            SurfacePathFinder finder(mesh), other(mesh);
            const BorderClearance borders = buildBorderClearance(mesh, radius).value();
            int found = 0;
            for (std::uint64_t i = 0; i < 60u * static_cast<std::uint64_t>(testScale()); ++i)
            {
                const SurfacePlace start = finder.query().findRandomPlace({5, i});
                const SurfacePlace goal = finder.query().findRandomPlace({6, i, mesh.components()[start.triangle]});
                const Path path = finder.find(start, goal, {.radius = radius});
                if (!path.isComplete()) continue;
                ++found;
                expectOnGround(mesh, path);
                for (std::size_t k = 0; k < path.pieces().size(); ++k)
                    ASSERT_TRUE(borders.isFree(path.faces()[k], path.pieces()[k].from, path.pieces()[k].to, radius * (1 - 1e-9)))
                        << name << " " << i;
                const Path back = other.find(goal, start, {.radius = radius});
                ASSERT_EQ(back.pieces().size(), path.pieces().size());
                for (std::size_t k = 0; k < path.pieces().size(); ++k)
                    ASSERT_EQ(back.pieces()[k].from, path.pieces()[path.pieces().size() - 1 - k].to);
            }
            EXPECT_GT(found, 10) << name << " radius " << radius;
        }
    }
}

} // namespace
} // namespace clearway
