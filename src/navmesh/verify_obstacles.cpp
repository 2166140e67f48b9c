// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "navmesh/errors.h"
#include "navmesh/verify_parts.h"

namespace clearway {

namespace {

bool isLess(const NavMesh::Obstacle& p, const NavMesh::Obstacle& q)
{
    const Segment& s = p.segment;
    const Segment& t = q.segment;
    return std::tie(p.layer, s.a.x, s.a.y, s.b.x, s.b.y) < std::tie(q.layer, t.a.x, t.a.y, t.b.x, t.b.y);
}

std::vector<NavMesh::Obstacle> edgesOf(const Scene& scene)
{
    std::vector<NavMesh::Obstacle> edges;
    for (const Scene::RingRange& ring : scene.rings())
        for (std::uint32_t v = ring.first; v < ring.first + ring.count; ++v)
            edges.push_back({scene.edge(v), scene.areas()[ring.area].layer});
    return edges;
}

std::string describe(const Segment& s) { return "from " + toString(s.a) + " to " + toString(s.b); }

} // namespace

void verifyObstacles(const NavMesh& mesh, const VerifyOptions& options, ProblemList& problems)
{
    using Kind = MeshProblem::Kind;
    // Portal ends inside an obstacle are rounded to doubles: they may be off it by that, no more.
    const Box2 box = mesh.bounds();
    const double reach = std::max({std::abs(box.min.x), std::abs(box.min.y), std::abs(box.max.x), std::abs(box.max.y)});
    const double tolerance = 4 * std::numeric_limits<double>::epsilon() * reach;
    std::vector<double> covered(mesh.obstacles().size(), 0);
    for (CellId c = 0; c < mesh.cells().size(); ++c)
    {
        const NavMesh::Cell& cell = mesh.cells()[c];
        for (SideId s = cell.first_side; s < cell.first_side + cell.side_count; ++s)
        {
            const ObstacleId id = mesh.sides()[s].obstacle;
            if (id == kNone) continue;
            const Segment side = mesh.segment(s);
            const NavMesh::Obstacle& obstacle = mesh.obstacles()[id];
            covered[id] += distance(side.a, side.b);
            const bool is_on = distance(side.a, obstacle.segment) <= tolerance &&
                               distance(side.b, obstacle.segment) <= tolerance &&
                               dot(side.b - side.a, obstacle.segment.b - obstacle.segment.a) > 0 && obstacle.layer == cell.layer;
            if (!is_on)
                problems.add(Kind::obstacle_mismatch, c, side.a,
                             "The side of cell " + std::to_string(c) + " " + describe(side) + " is not on its obstacle, " +
                                 describe(obstacle.segment) + ".");
        }
    }
    for (ObstacleId id = 0; id < mesh.obstacles().size(); ++id)
    {
        const Segment& segment = mesh.obstacles()[id].segment;
        const double whole = distance(segment.a, segment.b);
        if (std::abs(covered[id] - whole) > 1e-9 * whole + 16 * tolerance)
            problems.add(Kind::obstacle_mismatch, kNone, segment.a,
                         "Sides do not cover the obstacle " + describe(segment) + " exactly.");
    }
    if (!options.scene) return;

    std::vector<NavMesh::Obstacle> obstacles(mesh.obstacles().begin(), mesh.obstacles().end());
    std::vector<NavMesh::Obstacle> edges = edgesOf(*options.scene);
    std::sort(obstacles.begin(), obstacles.end(), isLess);
    std::sort(edges.begin(), edges.end(), isLess);
    for (auto o = obstacles.begin(), e = edges.begin(); o != obstacles.end() || e != edges.end();)
    {
        if (e == edges.end() || (o != obstacles.end() && isLess(*o, *e)))
        {
            problems.add(Kind::obstacle_mismatch, kNone, o->segment.a,
                         "The obstacle " + describe(o->segment) + " is no edge of the scene.");
            ++o;
        }
        else if (o == obstacles.end() || isLess(*e, *o))
        {
            problems.add(Kind::obstacle_mismatch, kNone, e->segment.a,
                         "The edge of the scene " + describe(e->segment) + " is no obstacle.");
            ++e;
        }
        else
            ++o, ++e;
    }
}

} // namespace clearway
