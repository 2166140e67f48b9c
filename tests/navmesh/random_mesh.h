// SPDX-License-Identifier: MIT
// Random meshes of polygons for tests: lattice cells, some removed, some merged into concave ones, some cut into triangles, with
// T-joints and repeated vertices. On whole numbers or jittered, near the origin or far away.
#pragma once
#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

#include <clearway/base/random.h>
#include <clearway/geometry/predicates.h>
#include <clearway/navmesh/build.h>

namespace clearway::test {

struct RandomMeshOptions
{
    int columns = 8;
    int rows = 8;
    double removed = 0.25;  ///< share of squares that are obstacles
    double merged = 0.4;    ///< how many merges to try, per cell
    double triangles = 0.2; ///< share of squares cut in two
    double jitter = 0.3;    ///< of vertices, in units of the lattice; 0: whole numbers
    Vec2 origin;
};

class RandomMeshMaker
{
public:
    RandomMeshMaker(std::uint64_t seed, const RandomMeshOptions& options) : random_(seed, 77), options_(options) {}

    PolygonMesh make()
    {
        makeVertices();
        makeSquares();
        const int tries = static_cast<int>(options_.merged * static_cast<double>(cells_.size()));
        for (int i = 0; i < tries; ++i) tryMerge();
        return finish();
    }

private:
    std::uint32_t vertexAt(int c, int r) const { return static_cast<std::uint32_t>(r * (options_.columns + 1) + c); }

    void makeVertices()
    {
        for (int r = 0; r <= options_.rows; ++r)
            for (int c = 0; c <= options_.columns; ++c)
            {
                const double x = c + options_.jitter * random_.uniform(-1, 1);
                const double y = r + options_.jitter * random_.uniform(-1, 1);
                points_.push_back({options_.origin.x + x, options_.origin.y + y});
            }
    }

    void makeSquares()
    {
        for (int r = 0; r < options_.rows; ++r)
            for (int c = 0; c < options_.columns; ++c)
            {
                if (random_.uniform() < options_.removed) continue;
                const std::uint32_t a = vertexAt(c, r), b = vertexAt(c + 1, r), d = vertexAt(c, r + 1),
                                    e = vertexAt(c + 1, r + 1);
                if (random_.uniform() < options_.triangles && computeOrientation(points_[a], points_[e], points_[d]) > 0 &&
                    computeOrientation(points_[a], points_[b], points_[e]) > 0)
                {
                    cells_.push_back({a, b, e});
                    cells_.push_back({a, e, d});
                }
                else
                    cells_.push_back({a, b, e, d});
            }
        if (cells_.empty()) cells_.push_back({vertexAt(0, 0), vertexAt(1, 0), vertexAt(1, 1), vertexAt(0, 1)});
    }

    /// Two random cells become one if they share exactly one side and nothing else.
    void tryMerge()
    {
        const std::size_t i = random_.below(cells_.size());
        const std::vector<std::uint32_t> first = cells_[i];
        const std::size_t k = random_.below(first.size());
        const std::uint32_t a = first[k], b = first[(k + 1) % first.size()];
        for (std::size_t j = 0; j < cells_.size(); ++j)
        {
            if (j == i) continue;
            const std::vector<std::uint32_t>& second = cells_[j];
            std::size_t common = 0;
            for (std::uint32_t v : second) common += std::find(first.begin(), first.end(), v) != first.end();
            for (std::size_t m = 0; common == 2 && m < second.size(); ++m)
            {
                if (second[m] != b || second[(m + 1) % second.size()] != a) continue;
                std::vector<std::uint32_t> merged;
                for (std::size_t s = 0; s < first.size(); ++s) merged.push_back(first[(k + 1 + s) % first.size()]); // b … a
                for (std::size_t s = 2; s < second.size(); ++s) merged.push_back(second[(m + s) % second.size()]);
                cells_[i] = merged;
                cells_.erase(cells_.begin() + static_cast<std::ptrdiff_t>(j));
                return;
            }
        }
    }

    /// Straight corners are dropped from some cells (T-joints), and some cells get vertices of their own.
    PolygonMesh finish()
    {
        PolygonMesh mesh;
        for (Vec2 p : points_) mesh.vertices.push_back({p, 0});
        for (std::vector<std::uint32_t> cell : cells_)
        {
            for (std::size_t i = 0; cell.size() > 3 && i < cell.size();)
            {
                const Vec2 u = points_[cell[(i + cell.size() - 1) % cell.size()]], v = points_[cell[i]],
                           w = points_[cell[(i + 1) % cell.size()]];
                if (computeOrientation(u, v, w) == 0 && random_.uniform() < 0.7)
                    cell.erase(cell.begin() + static_cast<std::ptrdiff_t>(i));
                else
                    ++i;
            }
            if (random_.uniform() < 0.3)
                for (std::uint32_t& v : cell)
                {
                    mesh.vertices.push_back(mesh.vertices[v]);
                    v = static_cast<std::uint32_t>(mesh.vertices.size() - 1);
                }
            mesh.cells.push_back(cell);
        }
        return mesh;
    }

    Random random_;
    RandomMeshOptions options_;
    std::vector<Vec2> points_;
    std::vector<std::vector<std::uint32_t>> cells_;
};

/// A mesh that depends on `seed` in every respect: size, shape, whole numbers or not, where it is.
inline NavMesh buildRandomMesh(std::uint64_t seed)
{
    Random random(seed, 5);
    RandomMeshOptions options;
    options.columns = 3 + static_cast<int>(random.below(9));
    options.rows = 3 + static_cast<int>(random.below(9));
    options.removed = random.uniform(0, 0.5);
    options.merged = random.uniform(0, 0.8);
    options.triangles = random.uniform(0, 0.5);
    options.jitter = random.below(2) ? 0.3 : 0;
    if (random.below(4) == 0) options.origin = {123456.5, -654321.25};
    return buildNavMesh(RandomMeshMaker(seed, options).make()).value();
}

/// A scene of random obstacles in a square, some of them touching.
inline SceneInput makeRandomScene(std::uint64_t seed)
{
    Random random(seed, 6);
    SceneInput input;
    const double size = 10;
    const Vec2 origin = random.below(4) == 0 ? Vec2{500000.125, 4600000.5} : Vec2{};
    input.areas.push_back({{{origin, origin + Vec2{size, 0}, origin + Vec2{size, size}, origin + Vec2{0, size}}, {}}, {}, 0});
    const int count = 3 + static_cast<int>(random.below(12));
    for (int i = 0; i < count; ++i)
    {
        const Vec2 center = origin + Vec2{random.uniform(0.5, size - 0.5), random.uniform(0.5, size - 0.5)};
        const Vec2 u{random.uniform(0.2, 1.5), random.uniform(-1, 1)};
        const double width = random.uniform(0.2, 1);
        const Vec2 v{-u.y * width, u.x * width};
        Ring ring = {center - u - v, center + u - v, center + u + v, center - u + v};
        if (random.below(3) == 0) ring.insert(ring.begin() + 3, center + v * 0.25); // concave
        input.obstacles.push_back({{ring, {}}, 0});
    }
    return input;
}

/// A mesh of a random scene, decomposed in one of the ways there are, relaxed or not.
inline NavMesh buildRandomSceneMesh(std::uint64_t seed)
{
    Random random(seed, 7);
    NavMeshOptions options;
    constexpr NavMeshOptions::Decomposition kWays[3] = {NavMeshOptions::Decomposition::notches,
                                                        NavMeshOptions::Decomposition::merged,
                                                        NavMeshOptions::Decomposition::triangulation};
    options.decomposition = kWays[random.below(3)];
    if (random.below(3) == 0) options.relaxation = 0.2;
    return buildNavMesh(buildScene(makeRandomScene(seed)).value(), options).value();
}

/// A point to ask about: anywhere around, on a vertex, inside a side, or on the line of one.
inline Vec2 drawQueryPoint(const NavMesh& mesh, Random& random)
{
    const Box2 box = mesh.bounds().inflated(1);
    const auto side = static_cast<SideId>(random.below(mesh.sides().size()));
    const Segment segment = mesh.segment(side);
    switch (random.below(6))
    {
    case 0: return segment.a;
    case 1: return interpolate(segment.a, segment.b, 0.5);
    case 2: return interpolate(segment.a, segment.b, random.uniform(-0.5, 1.5));
    default: return {random.uniform(box.min.x, box.max.x), random.uniform(box.min.y, box.max.y)};
    }
}

} // namespace clearway::test
