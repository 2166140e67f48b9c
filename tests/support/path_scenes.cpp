// SPDX-License-Identifier: MIT
#include "tests/support/path_scenes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <clearway/base/random.h>
#include <clearway/geometry/predicates.h>
#include <clearway/io/scene_formats.h>

#include "tests/oracle/scene_oracle.h"
#include "tests/oracle/tangent_graph.h"
#include "tests/support/random_scenes.h"

namespace clearway::test {

namespace {

Ring makeRectangle(double x0, double y0, double x1, double y1) { return {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}; }

void addObstacle(SceneInput& input, Ring ring) { input.obstacles.push_back({{std::move(ring), {}}, 0}); }

SceneInput makeHall(double width, double height)
{
    SceneInput input;
    input.areas.push_back({{makeRectangle(0, 0, width, height), {}}, {}, 0});
    return input;
}

/// Walls between rooms, each with one gap, sometimes two.
SceneInput makeRooms(Random& random, int size)
{
    const int columns = std::max(2, static_cast<int>(std::sqrt(size))), rows = std::max(2, size / columns);
    const double side = 6;
    SceneInput input = makeHall(columns * side, rows * side);
    const auto addWall = [&](Vec2 from, Vec2 along) {
        const Vec2 across = perpendicular(along) * random.uniform(0.05, 0.4);
        double at = -0.1;
        const int doors = static_cast<int>(random.below(10) < 7 ? 1 : random.below(3));
        for (int i = 0; i <= doors; ++i)
        {
            const double gap = random.below(3) == 0 ? 0.1 * static_cast<double>(1 + random.below(20)) : random.uniform(0.05, 2.5);
            const double end = i == doors ? side + 0.1 : std::min(side, at + random.uniform(0.3, side / doors));
            addObstacle(input, {from + along * at - across, from + along * end - across, from + along * end + across,
                                from + along * at + across});
            at = end + gap;
            if (at >= side) break;
        }
    };
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c)
        {
            if (c > 0) addWall({c * side, r * side}, {0, 1});
            if (r > 0) addWall({c * side, r * side}, {1, 0});
        }
    return input;
}

SceneInput makeCrosses(Random& random, int size)
{
    const double side = 4 * std::sqrt(static_cast<double>(size)) + 3;
    SceneInput input = makeHall(side, side);
    for (int i = 0; i < size; ++i)
    {
        const Vec2 centre{random.uniform(1, side - 1), random.uniform(1, side - 1)};
        const double arm = random.uniform(0.5, 2), half = arm * random.uniform(0.05, 0.5);
        const double turn = random.below(2) ? 0 : random.uniform(0, 1);
        Ring ring;
        for (int q = 0; q < 4; ++q)
            for (const Vec2 p : {Vec2{half, half}, Vec2{arm, half}, Vec2{arm, -half}})
            {
                const double angle = turn - q * std::numbers::pi / 2; // clockwise: so the three points run on
                const double c = std::cos(angle), s = std::sin(angle);
                ring.push_back(centre + Vec2{c * p.x - s * p.y, s * p.x + c * p.y});
            }
        addObstacle(input, ring);
    }
    return input;
}

SceneInput makeLattice(Random& random, int size)
{
    const auto side = static_cast<std::uint64_t>(5 + 3 * std::sqrt(static_cast<double>(size)));
    SceneInput input = makeHall(static_cast<double>(side), static_cast<double>(side));
    for (int i = 0; i < size; ++i)
    {
        const auto x = static_cast<double>(random.below(side)), y = static_cast<double>(random.below(side));
        const auto w = static_cast<double>(1 + random.below(3)), h = static_cast<double>(1 + random.below(3));
        addObstacle(input, makeRectangle(x, y, x + w, y + h));
    }
    return input;
}

SceneInput makeTouching(Random& random, int size)
{
    const auto side = static_cast<std::uint64_t>(4 + 2 * std::sqrt(static_cast<double>(size)));
    SceneInput input = makeHall(static_cast<double>(side), static_cast<double>(side));
    for (int i = 0; i < size; ++i)
    {
        const auto x = static_cast<double>(random.below(side)), y = static_cast<double>(random.below(side));
        switch (random.below(3))
        {
        case 0: addObstacle(input, makeRectangle(x, y, x + 1, y + 1)); break;
        case 1: addObstacle(input, {{x, y - 1}, {x + 1, y}, {x, y + 1}, {x - 1, y}}); break;
        default: addObstacle(input, {{x, y}, {x + 1, y}, {x, y + 1}}); break;
        }
    }
    return input;
}

SceneInput makeTurnedBoxes(Random& random, int size, Vec2 origin)
{
    const double side = 4 * std::sqrt(static_cast<double>(size)) + 3;
    SceneInput input;
    Ring hall = makeRectangle(0, 0, side, side);
    for (Vec2& p : hall) p = p + origin;
    input.areas.push_back({{hall, {}}, {}, 0});
    for (int i = 0; i < size; ++i)
    {
        const Vec2 centre = origin + Vec2{random.uniform(0, side), random.uniform(0, side)};
        const Vec2 u{random.uniform(0.2, 1.5), random.uniform(-1, 1)};
        const Vec2 v = perpendicular(u) * random.uniform(0.2, 1);
        addObstacle(input, {centre - u - v, centre + u - v, centre + u + v, centre - u + v});
    }
    return input;
}

SceneInput makeInput(PathSceneKind kind, std::uint64_t seed, int size)
{
    Random random(seed, 500 + static_cast<std::uint64_t>(kind));
    const auto made = [&](SceneKind other, int count) { return oracle::toInput(makeRandomScene(other, seed, count)); };
    switch (kind)
    {
    case PathSceneKind::rooms: return makeRooms(random, size);
    case PathSceneKind::crosses: return makeCrosses(random, size);
    case PathSceneKind::stars: return made(SceneKind::stars, size);
    case PathSceneKind::slivers: return made(SceneKind::needles, size);
    case PathSceneKind::lattice: return makeLattice(random, size);
    case PathSceneKind::boxes: return makeTurnedBoxes(random, size, {});
    case PathSceneKind::polygons: return made(SceneKind::polygons, size);
    case PathSceneKind::touching: return makeTouching(random, size);
    case PathSceneKind::rough: return made(SceneKind::rough_room, size);
    case PathSceneKind::comb: return made(SceneKind::comb, size);
    case PathSceneKind::stairs: return made(SceneKind::stairs, size);
    case PathSceneKind::spiral: return made(SceneKind::spiral, size);
    case PathSceneKind::squares: return made(SceneKind::squares, 3 + size / 4);
    case PathSceneKind::round: return made(SceneKind::round, size);
    case PathSceneKind::far: return makeTurnedBoxes(random, size, {500000.125, 4600000.5});
    }
    return {};
}

using Polygon = std::vector<VertexId>;

/// Cells of somebody else: the triangles of a mesh, merged and cut at random.
class CellShuffler
{
public:
    CellShuffler(const NavMesh& mesh, std::uint64_t seed) : random_(seed, 900)
    {
        polygons_.vertices.assign(mesh.vertices().begin(), mesh.vertices().end());
        for (CellId c = 0; c < mesh.cells().size(); ++c)
        {
            Polygon cell;
            for (const NavMesh::Side& side : mesh.sides(c)) cell.push_back(side.from);
            polygons_.cells.push_back(cell);
        }
    }

    PolygonMesh shuffle()
    {
        const std::size_t count = polygons_.cells.size();
        for (std::size_t i = 0; i < count; ++i) tryMerge();
        for (std::size_t i = 0; i < count / 3; ++i) tryCut();
        for (std::size_t i = 0; i < count / 4; ++i) trySpread();
        return std::move(polygons_);
    }

    PolygonMesh flip()
    {
        for (std::size_t i = 0; i < 3 * polygons_.cells.size(); ++i) tryFlip();
        return std::move(polygons_);
    }

private:
    Vec2 at(VertexId v) const { return polygons_.vertices[v].position; }

    /// Two cells that share one side and no other vertex become one, convex or not.
    void tryMerge()
    {
        const std::size_t i = random_.below(polygons_.cells.size());
        const Polygon first = polygons_.cells[i];
        const std::size_t k = random_.below(first.size());
        const VertexId a = first[k], b = first[(k + 1) % first.size()];
        for (std::size_t j = 0; j < polygons_.cells.size(); ++j)
        {
            const Polygon& second = polygons_.cells[j];
            if (j == i) continue;
            const auto common = std::count_if(second.begin(), second.end(), [&](VertexId v) {
                return std::find(first.begin(), first.end(), v) != first.end();
            });
            for (std::size_t m = 0; common == 2 && m < second.size(); ++m)
            {
                if (second[m] != b || second[(m + 1) % second.size()] != a) continue;
                Polygon merged;
                for (std::size_t s = 0; s < first.size(); ++s) merged.push_back(first[(k + 1 + s) % first.size()]);
                for (std::size_t s = 2; s < second.size(); ++s) merged.push_back(second[(m + s) % second.size()]);
                polygons_.cells[i] = merged;
                polygons_.cells.erase(polygons_.cells.begin() + static_cast<std::ptrdiff_t>(j));
                return;
            }
        }
    }

    /// A triangle is cut from a corner to the middle of the opposite side: a T-joint in the cell behind it.
    void tryCut()
    {
        const std::size_t i = random_.below(polygons_.cells.size());
        const Polygon cell = polygons_.cells[i];
        if (cell.size() != 3) return;
        const std::size_t k = random_.below(3);
        const VertexId a = cell[k], b = cell[(k + 1) % 3], c = cell[(k + 2) % 3];
        const Vec2 middle = at(b) + (at(c) - at(b)) * 0.5;
        if (computeOrientation(at(b), at(c), middle) != 0 || computeOrientation(at(a), at(b), middle) <= 0) return;
        const auto m = static_cast<VertexId>(polygons_.vertices.size());
        polygons_.vertices.push_back({middle, 0});
        polygons_.cells[i] = {a, b, m};
        polygons_.cells.push_back({a, m, c});
    }

    /// A triangle becomes three around a vertex of its own.
    void trySpread()
    {
        const std::size_t i = random_.below(polygons_.cells.size());
        const Polygon cell = polygons_.cells[i];
        if (cell.size() != 3) return;
        const Vec2 a = at(cell[0]), b = at(cell[1]), c = at(cell[2]);
        const Vec2 middle = a + (b - a) * random_.uniform(0.1, 0.4) + (c - a) * random_.uniform(0.1, 0.4);
        if (computeOrientation(a, b, middle) <= 0 || computeOrientation(b, c, middle) <= 0 ||
            computeOrientation(c, a, middle) <= 0)
            return;
        const auto m = static_cast<VertexId>(polygons_.vertices.size());
        polygons_.vertices.push_back({middle, 0});
        polygons_.cells[i] = {cell[0], cell[1], m};
        polygons_.cells.push_back({cell[1], cell[2], m});
        polygons_.cells.push_back({cell[2], cell[0], m});
    }

    /// The side between two triangles becomes the other diagonal of their quadrilateral, if that is convex.
    void tryFlip()
    {
        const std::size_t i = random_.below(polygons_.cells.size()), k = random_.below(3);
        const Polygon first = polygons_.cells[i];
        const VertexId a = first[k], b = first[(k + 1) % 3], c = first[(k + 2) % 3];
        for (std::size_t j = 0; j < polygons_.cells.size(); ++j)
        {
            const Polygon second = polygons_.cells[j];
            for (std::size_t m = 0; m < 3; ++m)
            {
                if (second[m] != b || second[(m + 1) % 3] != a) continue;
                const VertexId d = second[(m + 2) % 3];
                if (computeOrientation(at(c), at(a), at(d)) <= 0 || computeOrientation(at(d), at(b), at(c)) <= 0) return;
                polygons_.cells[i] = {c, a, d};
                polygons_.cells[j] = {d, b, c};
                return;
            }
        }
    }

    Random random_;
    PolygonMesh polygons_;
};

} // namespace

const char* toString(PathSceneKind kind)
{
    constexpr const char* kNames[kPathSceneKindCount] = {"rooms",  "crosses",  "stars",    "slivers", "lattice",
                                                         "boxes",  "polygons", "touching", "rough",   "comb",
                                                         "stairs", "spiral",   "squares",  "round",   "far"};
    return kNames[static_cast<int>(kind)];
}

Scene makePathScene(PathSceneKind kind, std::uint64_t seed, int size) { return buildScene(makeInput(kind, seed, size)).value(); }

const char* toString(PathMeshKind kind)
{
    constexpr const char* kNames[kPathMeshKindCount] = {"notches", "merged", "triangulation", "relaxed", "imported", "flipped"};
    return kNames[static_cast<int>(kind)];
}

NavMesh buildPathMesh(const Scene& scene, PathMeshKind kind, std::uint64_t seed)
{
    NavMeshOptions options;
    switch (kind)
    {
    case PathMeshKind::notches: break;
    case PathMeshKind::merged: options.decomposition = NavMeshOptions::Decomposition::merged; break;
    case PathMeshKind::triangulation: options.decomposition = NavMeshOptions::Decomposition::triangulation; break;
    case PathMeshKind::relaxed: options.relaxation = 0.3; break;
    case PathMeshKind::imported:
    case PathMeshKind::flipped:
        options.decomposition = NavMeshOptions::Decomposition::triangulation;
        CellShuffler shuffler(buildNavMesh(scene, options).value(), seed);
        return buildNavMesh(kind == PathMeshKind::flipped ? shuffler.flip() : shuffler.shuffle()).value();
    }
    return buildNavMesh(scene, options).value();
}

bool isInFreeSpace(const Scene& scene, Vec2 p)
{
    bool is_free = false;
    for (const Scene::RingRange& ring : scene.rings())
    {
        const Side side = classifyPoint(scene.points(ring), p);
        if (side == Side::boundary) return true;
        if (side == Side::inside) is_free = !is_free;
    }
    return is_free;
}

namespace {

template <typename Draw>
std::optional<Vec2> drawPoint(const Scene& scene, std::span<const Segment> boundary, double radius, const Draw& draw)
{
    for (int i = 0; i < 2000; ++i)
    {
        const Vec2 p = draw();
        if (isInFreeSpace(scene, p) && oracle::computeBoundaryDistance(boundary, p) >= radius) return p;
    }
    return std::nullopt;
}

} // namespace

std::optional<Vec2> drawFreePoint(const Scene& scene, std::span<const Segment> boundary, double radius, Random& random)
{
    const Box2 box = scene.bounds();
    return drawPoint(scene, boundary, radius, [&] {
        const double x = random.uniform(box.min.x, box.max.x);
        return Vec2{x, random.uniform(box.min.y, box.max.y)};
    });
}

std::optional<Vec2> drawHalfIntegerPoint(const Scene& scene, std::span<const Segment> boundary, double radius, Random& random)
{
    const Box2 box = scene.bounds();
    return drawPoint(scene, boundary, radius, [&] {
        const double x = std::floor(2 * random.uniform(box.min.x, box.max.x)) / 2;
        return Vec2{x, std::floor(2 * random.uniform(box.min.y, box.max.y)) / 2};
    });
}

DoorScene makeDoorScene(double width, double turn, double thickness, double scale)
{
    const double angle = turn * std::numbers::pi / 180, c = std::cos(angle), s = std::sin(angle);
    const auto place = [&](double x, double y) { return Vec2{3 + c * x - s * y, 2 + s * x + c * y} * scale; };
    const double room = std::max(2.0, 1.5 * width), half = width / 2, t = thickness / 2;
    SceneInput input;
    input.areas.push_back(
        {{{place(-room, -room), place(-t, -room), place(-t, -half), place(t, -half), place(t, -room), place(room, -room),
           place(room, room), place(t, room), place(t, half), place(-t, half), place(-t, room), place(-room, room)},
          {}},
         {},
         0});
    return {buildScene(input).value(), place(-room / 2 - t / 2, 0), place(room / 2 + t / 2, 0)};
}

Scene makeGrove(int side)
{
    Random random(5);
    const double size = 4.0 * side, wall_y = size / 2;
    SceneInput input;
    input.areas.push_back({{makeRectangle(0, 0, size, size), {}}, {}, 0});
    auto& holes = input.areas.back().holes;
    for (int row = 0; row < side; ++row)
        for (int column = 0; column < side; ++column)
        {
            const double x = 4 * column + random.uniform(1.2, 2.8);
            const double y = 4 * row + random.uniform(1.2, 2.8);
            const double r = random.uniform(0.3, 0.8);
            holes.push_back({{{x - r, y}, {x, y - r}, {x + r, y}, {x, y + r}}, {}});
        }
    holes.push_back({makeRectangle(-1, wall_y - 0.1, size - 1, wall_y + 0.1), {}});
    return buildScene(input).value();
}

Scene makeWktScene(const std::string& wkt) { return buildScene(parseWkt(wkt).value()).value(); }

} // namespace clearway::test
