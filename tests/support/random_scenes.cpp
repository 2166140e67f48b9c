// SPDX-License-Identifier: MIT
#include "tests/support/random_scenes.h"

#include <algorithm>
#include <map>
#include <memory>

#include <clearway/base/random.h>

namespace clearway::test {

namespace {

using LatticeRing = std::vector<LatticePoint>;

constexpr std::int32_t kMetre = 1024; ///< quanta

std::int64_t computeDoubleArea(const LatticeRing& ring)
{
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < ring.size(); ++i)
    {
        const LatticePoint a = ring[i], b = ring[(i + 1) % ring.size()];
        sum += std::int64_t{a.x} * b.y - std::int64_t{a.y} * b.x;
    }
    return sum;
}

std::int64_t computeTurn(LatticePoint a, LatticePoint b, LatticePoint c)
{
    return std::int64_t{b.x - a.x} * (c.y - b.y) - std::int64_t{b.y - a.y} * (c.x - b.x);
}

/// Drops repeated and straight corners.
LatticeRing simplify(LatticeRing ring)
{
    for (bool changed = true; changed && ring.size() > 2;)
    {
        changed = false;
        for (std::size_t i = 0; i < ring.size() && ring.size() > 2; ++i)
        {
            const LatticePoint a = ring[(i + ring.size() - 1) % ring.size()], b = ring[i], c = ring[(i + 1) % ring.size()];
            if (computeTurn(a, b, c) != 0) continue;
            ring.erase(ring.begin() + static_cast<std::ptrdiff_t>(i));
            changed = true;
        }
    }
    return ring;
}

/// A direction by the rational parametrisation of the circle; `turn` in [0, 4) goes once round.
Vec2 computeDirection(double turn)
{
    const int quarter = static_cast<int>(turn) & 3;
    const double t = turn - static_cast<int>(turn);
    const Vec2 d = Vec2{1 - t * t, 2 * t} / (1 + t * t);
    if (quarter == 0) return d;
    if (quarter == 1) return {-d.y, d.x};
    if (quarter == 2) return -d;
    return {d.y, -d.x};
}

LatticePoint toLattice(Vec2 p)
{
    return {static_cast<std::int32_t>(std::floor(p.x * kMetre + 0.5)), static_cast<std::int32_t>(std::floor(p.y * kMetre + 0.5))};
}

LatticeRing makeBox(Vec2 centre, double turn, double half_length, double half_width)
{
    const Vec2 d = computeDirection(turn), n = perpendicular(d);
    LatticeRing ring;
    for (const Vec2 s : {Vec2{-1, -1}, Vec2{1, -1}, Vec2{1, 1}, Vec2{-1, 1}})
        ring.push_back(toLattice(centre + d * (s.x * half_length) + n * (s.y * half_width)));
    return simplify(ring);
}

LatticeRing makeStar(Random& random, Vec2 centre, double radius, int count, double smallest)
{
    LatticeRing ring;
    for (int i = 0; i < count; ++i)
    {
        const double turn = 4.0 * (i + 0.8 * random.uniform()) / count;
        ring.push_back(toLattice(centre + computeDirection(turn) * (radius * random.uniform(smallest, 1.0))));
    }
    return simplify(ring);
}

LatticeRing makeConvex(Random& random, Vec2 centre, double radius, int count)
{
    LatticeRing ring;
    for (int i = 0; i < count; ++i)
        ring.push_back(toLattice(centre + computeDirection(4.0 * (i + 0.8 * random.uniform()) / count) * radius));
    return simplify(ring);
}

LatticeRing makeRoom(double width, double height)
{
    return {{0, 0}, toLattice({width, 0}), toLattice({width, height}), toLattice({0, height})};
}

struct Place
{
    Vec2 centre;
    double radius;
};

/// Discs in a square room that do not touch one another or the walls.
std::vector<Place> scatter(Random& random, int count, double side)
{
    std::vector<Place> places;
    const double mean = side / std::sqrt(double(count)) / 2;
    for (int tries = 0; tries < 40 * count && int(places.size()) < count; ++tries)
    {
        const double radius = std::min(mean * random.uniform(0.4, 1.2), 0.4 * side);
        const Vec2 centre = {random.uniform(radius + 0.1, side - radius - 0.1),
                             random.uniform(radius + 0.1, side - radius - 0.1)};
        const bool fits = std::all_of(places.begin(), places.end(),
                                      [&](const Place& p) { return distance(p.centre, centre) > p.radius + radius + 0.05; });
        if (fits) places.push_back({centre, radius});
    }
    return places;
}

template <typename MakeObstacle>
AreaRings makeRoomWithObstacles(Random& random, int count, MakeObstacle makeObstacle)
{
    const double side = 4 * std::sqrt(double(count)) + 4;
    AreaRings area;
    area.rings.push_back(makeRoom(side, side));
    for (const Place& place : scatter(random, count, side))
    {
        LatticeRing ring = makeObstacle(place);
        if (ring.size() >= 3) area.rings.push_back(std::move(ring));
    }
    return area;
}

/// Around a square: every side is a jagged line outside of it.
LatticeRing makeRoughOutline(Random& random, double side, int points_per_side)
{
    LatticeRing ring;
    for (int quarter = 0; quarter < 4; ++quarter)
    {
        const Vec2 along = computeDirection(quarter), outwards = computeDirection((quarter + 3) % 4);
        const Vec2 start = Vec2{side / 2, side / 2} - along * (side / 2) + outwards * (side / 2);
        for (int i = 0; i < points_per_side; ++i)
        {
            const double t = side * (i + 0.9 * random.uniform()) / points_per_side;
            ring.push_back(toLattice(start + along * t + outwards * random.uniform(0.1, 3.0)));
        }
    }
    return simplify(ring);
}

AreaRings makeComb(Random& random, int teeth)
{
    AreaRings area;
    LatticeRing ring = {{0, 0}};
    const double width = 2.0 * teeth + 1;
    ring.push_back(toLattice({width, 0}));
    const double base = random.uniform(1.0, 3.0);
    ring.push_back(toLattice({width, base + 1}));
    for (int i = teeth; i-- > 0;)
    {
        const double x = 2.0 * i + 1;
        const double tip = base + random.uniform(-0.5, 0.5), root = base + random.uniform(3.0, 20.0);
        ring.push_back(toLattice({x + 1 + random.uniform(0, 0.2), tip}));
        ring.push_back(toLattice({x + 0.9, root}));
        ring.push_back(toLattice({x + 0.2, root + random.uniform(0, 1.0)}));
        ring.push_back(toLattice({x, tip + random.uniform(-0.3, 0.3)}));
    }
    ring.push_back(toLattice({0, base + 1}));
    area.rings.push_back(simplify(ring));
    return area;
}

AreaRings makeStairs(Random& random, int steps)
{
    AreaRings area;
    LatticeRing lower, upper;
    Vec2 p = {0, 0};
    for (int i = 0; i < steps; ++i)
    {
        lower.push_back(toLattice(p));
        upper.push_back(toLattice(p + Vec2{-0.5, 3}));
        p.x += random.uniform(0.3, 2.0);
        lower.push_back(toLattice(p));
        upper.push_back(toLattice(p + Vec2{-0.5, 3}));
        p.y += random.uniform(0.3, 1.0);
    }
    LatticeRing ring = lower;
    ring.insert(ring.end(), upper.rbegin(), upper.rend());
    area.rings.push_back(simplify(ring));
    return area;
}

AreaRings makeSpiral(Random& random, int turns_times_ten)
{
    AreaRings area;
    LatticeRing inner, outer;
    const double jitter = random.uniform(0, 0.3);
    for (int i = 0; i < turns_times_ten + 10; ++i)
    {
        const double turn = 0.4 * i;
        const double radius = 3 + 0.2 * i + jitter * random.uniform();
        const Vec2 d = computeDirection(turn - 4 * std::floor(turn / 4));
        inner.push_back(toLattice(d * radius));
        outer.push_back(toLattice(d * (radius + 1.2)));
    }
    LatticeRing ring = outer;
    ring.insert(ring.end(), inner.rbegin(), inner.rend());
    area.rings.push_back(simplify(ring));
    return area;
}

/// The boundaries of free squares of a grid. At a corner where two free squares touch, each ring stays with its own square.
std::vector<AreaRings> makeSquares(Random& random, int side, double free_share)
{
    std::vector<int> free(static_cast<std::size_t>(side * side));
    for (int& f : free) f = random.uniform() < free_share;
    free[0] = 1;
    const auto isFree = [&](int x, int y) {
        return x >= 0 && y >= 0 && x < side && y < side && free[static_cast<std::size_t>(y * side + x)] != 0;
    };
    std::vector<int> component(free.size(), -1);
    int component_count = 0;
    for (int start = 0; start < side * side; ++start)
    {
        if (free[std::size_t(start)] == 0 || component[std::size_t(start)] >= 0) continue;
        std::vector<int> open = {start};
        component[std::size_t(start)] = component_count;
        while (!open.empty())
        {
            const int at = open.back(), x = at % side, y = at / side;
            open.pop_back();
            const int steps[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
            for (const auto& s : steps)
            {
                const int other = (y + s[1]) * side + x + s[0];
                if (!isFree(x + s[0], y + s[1]) || component[std::size_t(other)] >= 0) continue;
                component[std::size_t(other)] = component_count;
                open.push_back(other);
            }
        }
        ++component_count;
    }
    // Directed unit edges with a free square on the left and none on the right; direction 0 is +x, counted counter-clockwise.
    const int dx[4] = {1, 0, -1, 0}, dy[4] = {0, 1, 0, -1};
    const auto leftSquare = [&](int x, int y, int d) {
        return std::pair(x + (d == 1 || d == 2 ? -1 : 0), y + (d == 2 || d == 3 ? -1 : 0));
    };
    const auto isEdge = [&](int x, int y, int d) {
        const auto [lx, ly] = leftSquare(x, y, d);
        const auto [rx, ry] = leftSquare(x, y, (d + 3) % 4);
        return isFree(lx, ly) && !isFree(rx, ry);
    };
    std::map<std::array<int, 3>, bool> used;
    std::vector<AreaRings> areas(static_cast<std::size_t>(component_count));
    for (int y = 0; y <= side; ++y)
        for (int x = 0; x <= side; ++x)
            for (int d = 0; d < 4; ++d)
            {
                if (!isEdge(x, y, d) || used[{x, y, d}]) continue;
                const auto [sx, sy] = leftSquare(x, y, d);
                LatticeRing ring;
                for (int cx = x, cy = y, cd = d; !used[{cx, cy, cd}];)
                {
                    used[{cx, cy, cd}] = true;
                    ring.push_back({cx * kMetre, cy * kMetre});
                    cx += dx[cd];
                    cy += dy[cd];
                    // Left first: that is the next side of the same square.
                    for (const int turn : {1, 0, 3})
                    {
                        if (!isEdge(cx, cy, (cd + turn) % 4)) continue;
                        cd = (cd + turn) % 4;
                        break;
                    }
                }
                areas[std::size_t(component[std::size_t(sy * side + sx)])].rings.push_back(std::move(ring));
            }
    // Straight corners stay only where another ring's corner (or the same ring once more) touches.
    std::map<LatticePoint, int> corner_count;
    const auto isStraight = [](const LatticeRing& ring, std::size_t i) {
        return computeTurn(ring[(i + ring.size() - 1) % ring.size()], ring[i], ring[(i + 1) % ring.size()]) == 0;
    };
    for (const AreaRings& area : areas)
        for (const LatticeRing& ring : area.rings)
            for (std::size_t i = 0; i < ring.size(); ++i) corner_count[ring[i]] += isStraight(ring, i) ? 0 : 1;
    for (AreaRings& area : areas)
    {
        for (LatticeRing& ring : area.rings)
        {
            LatticeRing kept;
            for (std::size_t i = 0; i < ring.size(); ++i)
                if (!isStraight(ring, i) || corner_count[ring[i]] > 0) kept.push_back(ring[i]);
            ring = std::move(kept);
        }
        // The outline is the ring of positive area.
        const auto outline =
            std::find_if(area.rings.begin(), area.rings.end(), [](const LatticeRing& r) { return computeDoubleArea(r) > 0; });
        std::rotate(area.rings.begin(), outline, outline + 1);
    }
    return areas;
}

AreaRings makeRound(Random& random, int size)
{
    AreaRings area;
    const int count = 8 + size;
    const auto addCircle = [&](Vec2 centre, double radius, int corners) {
        LatticeRing ring;
        for (int i = 0; i < corners; ++i) ring.push_back(toLattice(centre + computeDirection(4.0 * i / corners) * radius));
        area.rings.push_back(simplify(ring));
    };
    addCircle({0, 0}, 20, 4 * count);
    addCircle({-8, random.uniform(-2, 2)}, 6, count);
    addCircle({8, random.uniform(-2, 2)}, 6, count + 3);
    addCircle({0, 12}, random.uniform(1, 4), count);
    return area;
}

} // namespace

Scene makeScene(const std::vector<AreaRings>& areas, Vec2 origin)
{
    auto data = std::make_shared<Scene::Data>();
    data->name = "test";
    data->frame.quantum = 1.0 / kMetre;
    data->frame.origin = origin;
    for (const AreaRings& area : areas)
    {
        data->areas.push_back(
            {static_cast<std::uint32_t>(data->rings.size()), static_cast<std::uint32_t>(area.rings.size()), area.layer});
        for (std::size_t r = 0; r < area.rings.size(); ++r)
        {
            LatticeRing ring = area.rings[r];
            if ((computeDoubleArea(ring) > 0) != (r == 0)) std::reverse(ring.begin(), ring.end());
            const auto first = static_cast<std::uint32_t>(data->points.size());
            const auto count = static_cast<std::uint32_t>(ring.size());
            data->rings.push_back({first, count, static_cast<std::uint32_t>(data->areas.size() - 1), r != 0});
            for (std::uint32_t i = 0; i < count; ++i)
            {
                const Vec2 p = data->frame.world(ring[i]);
                data->points.push_back(p);
                data->heights.push_back(0.25 * p.x - 0.5 * p.y + 3 * area.layer);
                data->next.push_back(i + 1 < count ? first + i + 1 : first);
            }
        }
    }
    return Scene(data);
}

const char* toString(SceneKind kind)
{
    constexpr const char* kNames[kSceneKindCount] = {"boxes",  "aligned_boxes", "polygons", "stars", "rough_room", "comb",
                                                     "stairs", "spiral",        "squares",  "round", "needles",    "two_layers"};
    return kNames[static_cast<int>(kind)];
}

Scene makeRandomScene(SceneKind kind, std::uint64_t seed, int size, Vec2 origin)
{
    Random random(seed, 100 + static_cast<std::uint64_t>(kind));
    const auto makeTurnedBox = [&](const Place& p) {
        const double half_length = p.radius * random.uniform(0.5, 0.95);
        const double half_width = std::sqrt(p.radius * p.radius - half_length * half_length) * random.uniform(0.3, 0.95);
        return makeBox(p.centre, random.uniform(0, 4), half_length, half_width);
    };
    switch (kind)
    {
    case SceneKind::boxes: return makeScene({makeRoomWithObstacles(random, size, makeTurnedBox)}, origin);
    case SceneKind::aligned_boxes: {
        const int columns = std::max(1, int(std::sqrt(double(size))));
        AreaRings area;
        area.rings.push_back(makeRoom(3.0 * columns + 1, 3.0 * columns + 1));
        for (int i = 0; i < columns * columns; ++i)
        {
            const double x = 1 + 3.0 * (i % columns), y = 1 + 3.0 * (i / columns);
            const double width = random.below(3) == 0 ? 1 : 2;
            area.rings.push_back(
                {toLattice({x, y}), toLattice({x + width, y}), toLattice({x + width, y + 2}), toLattice({x, y + 2})});
        }
        return makeScene({area}, origin);
    }
    case SceneKind::polygons:
        return makeScene(
            {makeRoomWithObstacles(
                random, size, [&](const Place& p) { return makeConvex(random, p.centre, p.radius, 3 + int(random.below(6))); })},
            origin);
    case SceneKind::stars:
        return makeScene({makeRoomWithObstacles(random, size,
                                                [&](const Place& p) {
                                                    return makeStar(random, p.centre, p.radius, 5 + int(random.below(12)), 0.3);
                                                })},
                         origin);
    case SceneKind::rough_room: {
        AreaRings area = makeRoomWithObstacles(
            random, size, [&](const Place& p) { return makeStar(random, p.centre, p.radius, 4 + int(random.below(8)), 0.4); });
        const double side = double(area.rings[0][2].x) / kMetre;
        area.rings[0] = makeRoughOutline(random, side, 2 + size);
        return makeScene({area}, origin);
    }
    case SceneKind::comb: return makeScene({makeComb(random, size)}, origin);
    case SceneKind::stairs: return makeScene({makeStairs(random, size)}, origin);
    case SceneKind::spiral: return makeScene({makeSpiral(random, size)}, origin);
    case SceneKind::squares:
        return makeScene(makeSquares(random, 3 + int(std::sqrt(double(size))), random.uniform(0.45, 0.85)), origin);
    case SceneKind::round: return makeScene({makeRound(random, size)}, origin);
    case SceneKind::needles:
        return makeScene({makeRoomWithObstacles(random, size,
                                                [&](const Place& p) {
                                                    const Vec2 d = computeDirection(random.uniform(0, 4)) * (p.radius * 0.95);
                                                    const LatticePoint tip = toLattice(p.centre + d),
                                                                       end = toLattice(p.centre - d);
                                                    // A few quanta wide: about as thin as the lattice allows.
                                                    const Vec2 across =
                                                        perpendicular(d) * (double(2 + random.below(3)) / length(d));
                                                    LatticeRing ring = {tip,
                                                                        end,
                                                                        {end.x + static_cast<std::int32_t>(across.x * 1.5),
                                                                         end.y + static_cast<std::int32_t>(across.y * 1.5)}};
                                                    return simplify(ring);
                                                })},
                         origin);
    case SceneKind::two_layers: {
        AreaRings ground = makeRoomWithObstacles(random, size, makeTurnedBox);
        AreaRings upper = makeComb(random, size);
        upper.layer = 1;
        return makeScene({ground, upper}, origin);
    }
    }
    return makeScene({}, origin);
}

} // namespace clearway::test
