// SPDX-License-Identifier: MIT
#include <clearway/navmesh/verify.h>

#include <cmath>

#include <clearway/geometry/polygon.h>
#include <clearway/geometry/predicates.h>

#include "navmesh/cell_shape.h"
#include "navmesh/errors.h"
#include "navmesh/verify_parts.h"

namespace clearway {

const char* toString(MeshProblem::Kind kind)
{
    switch (kind)
    {
    case MeshProblem::Kind::broken_link: return "broken_link";
    case MeshProblem::Kind::bad_orientation: return "bad_orientation";
    case MeshProblem::Kind::concave_corner: return "concave_corner";
    case MeshProblem::Kind::t_joint: return "t_joint";
    case MeshProblem::Kind::overlap: return "overlap";
    case MeshProblem::Kind::gap: return "gap";
    case MeshProblem::Kind::obstacle_mismatch: return "obstacle_mismatch";
    case MeshProblem::Kind::wrong_component: return "wrong_component";
    }
    return "unknown";
}

void verifyLinks(const NavMesh& mesh, ProblemList& problems)
{
    const auto broken = [&](CellId cell, const std::string& what) {
        problems.add(MeshProblem::Kind::broken_link, cell, {}, what);
    };
    for (const NavMesh::Vertex& vertex : mesh.vertices())
        if (!isFinite(vertex.position) || !std::isfinite(vertex.height)) broken(kNone, "A vertex is not at a finite position.");
    SideId expected_first = 0;
    std::vector<SideId> next(mesh.sides().size(), kNone);
    std::vector<CellId> side_cell(mesh.sides().size(), kNone);
    for (CellId c = 0; c < mesh.cells().size(); ++c)
    {
        const NavMesh::Cell& cell = mesh.cells()[c];
        if (cell.first_side != expected_first || cell.side_count < 3 || cell.side_count > mesh.sides().size() - expected_first)
            return broken(c, "Cell " + std::to_string(c) + " does not own the sides that follow those of the cell before.");
        for (SideId s = cell.first_side; s < cell.first_side + cell.side_count; ++s)
        {
            next[s] = s + 1 < cell.first_side + cell.side_count ? s + 1 : cell.first_side;
            side_cell[s] = c;
        }
        expected_first += cell.side_count;
    }
    if (expected_first != mesh.sides().size()) return broken(kNone, "There are sides that belong to no cell.");

    std::vector<int> portal_uses(mesh.portals().size(), 0);
    for (SideId s = 0; s < mesh.sides().size(); ++s)
    {
        const NavMesh::Side& side = mesh.sides()[s];
        const std::string name = "Side " + std::to_string(s) + " of cell " + std::to_string(side_cell[s]);
        if (side.from >= mesh.vertices().size()) broken(side_cell[s], name + " starts at a vertex that does not exist.");
        if ((side.portal == kNone) == (side.obstacle == kNone))
            broken(side_cell[s], name + " must be a portal or lie on an obstacle.");
        if (side.obstacle != kNone && side.obstacle >= mesh.obstacles().size())
            broken(side_cell[s], name + " lies on an obstacle that does not exist.");
        if (side.portal != kNone && side.portal >= mesh.portals().size())
            broken(side_cell[s], name + " is a portal that does not exist.");
        else if (side.portal != kNone)
            ++portal_uses[side.portal];
    }
    for (PortalId p = 0; p < mesh.portals().size(); ++p)
    {
        const NavMesh::Portal& portal = mesh.portals()[p];
        const auto fits = [&](SideId side, CellId cell, VertexId from, VertexId to) {
            return side < mesh.sides().size() && side_cell[side] == cell && mesh.sides()[side].portal == p &&
                   mesh.sides()[side].from == from && mesh.sides()[next[side]].from == to;
        };
        if (portal_uses[p] != 2 || portal.left == portal.right || !fits(portal.left_side, portal.left, portal.a, portal.b) ||
            !fits(portal.right_side, portal.right, portal.b, portal.a))
            broken(portal.left, "Portal " + std::to_string(p) + " is not a side of exactly the two cells that it names.");
    }
}

void verifyCells(const NavMesh& mesh, const VerifyOptions& options, ProblemList& problems)
{
    std::vector<Vec2> ring;
    for (CellId c = 0; c < mesh.cells().size() && !problems.isFull(); ++c)
    {
        ring.clear();
        for (std::uint32_t i = 0; i < mesh.cells()[c].side_count; ++i) ring.push_back(mesh.corner(c, i));
        if (const auto fault = findShapeFault(ring))
        {
            problems.add(MeshProblem::Kind::bad_orientation, c, fault->position,
                         "Cell " + std::to_string(c) + ": " + toString(fault->kind) + ".");
            continue;
        }
        for (std::size_t i = 0; options.must_be_convex && i < ring.size(); ++i)
        {
            const Vec2 before = ring[(i + ring.size() - 1) % ring.size()];
            const Vec2 after = ring[(i + 1) % ring.size()];
            if (computeOrientation(before, ring[i], after) >= 0) continue;
            const double depth = distance(ring[i], Segment{before, after});
            if (depth <= options.relaxation * (1 + 1e-9)) continue;
            problems.add(MeshProblem::Kind::concave_corner, c, ring[i],
                         "Cell " + std::to_string(c) + " is concave at " + toString(ring[i]) + ", by " + toString(depth) + " m.");
        }
    }
}

/// An area, summed up from triangles with a common corner, and how far rounding can have put it off.
/// Based on: A. Neumaier. Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen. 1974 (what a sum loses is kept)
class AreaSum
{
public:
    void add(Vec2 a, Vec2 b)
    {
        const double twice = cross(a, b), sum = sum_ + twice;
        lost_ += std::abs(sum_) >= std::abs(twice) ? (sum_ - sum) + twice : (twice - sum) + sum_;
        sum_ = sum;
        magnitude_ += std::abs(a.x * b.y) + std::abs(a.y * b.x);
    }
    double area() const { return (sum_ + lost_) / 2; }
    /// Bounds the rounding of the differences and products; the compensated sum adds almost nothing.
    double rounding() const { return magnitude_ * 0x1p-50; }

private:
    double sum_ = 0;
    double lost_ = 0;
    double magnitude_ = 0; ///< of everything that was added and subtracted
};

void verifyArea(const NavMesh& mesh, const VerifyOptions& options, ProblemList& problems)
{
    AreaSum cells, expected;
    for (CellId c = 0; c < mesh.cells().size(); ++c)
    {
        const Vec2 first = mesh.corner(c, 0);
        for (std::uint32_t i = 2; i < mesh.cells()[c].side_count; ++i)
            cells.add(mesh.corner(c, i - 1) - first, mesh.corner(c, i) - first);
    }
    // Free space is on the left of every obstacle, so together they go around it.
    const Vec2 center = mesh.bounds().center();
    if (options.scene)
    {
        const Scene& scene = *options.scene;
        for (const Scene::RingRange& ring : scene.rings())
            for (std::uint32_t i = ring.first; i < ring.first + ring.count; ++i)
                expected.add(scene.edge(i).a - scene.points()[ring.first], scene.edge(i).b - scene.points()[ring.first]);
    }
    else
        for (const NavMesh::Obstacle& obstacle : mesh.obstacles())
            expected.add(obstacle.segment.a - center, obstacle.segment.b - center);
    const double rounding = cells.rounding() + expected.rounding();
    if (std::abs(cells.area() - expected.area()) <= 1e-9 * std::abs(expected.area()) + rounding) return;
    problems.add(MeshProblem::Kind::gap, kNone, center,
                 "The cells cover " + toString(cells.area()) + " m², the free space has " + toString(expected.area()) + " m².");
}

void verifyComponents(const NavMesh& mesh, ProblemList& problems)
{
    std::vector<std::uint32_t> component(mesh.cells().size(), kNone);
    std::uint32_t count = 0;
    std::vector<CellId> open;
    for (CellId start = 0; start < mesh.cells().size(); ++start)
    {
        if (component[start] != kNone) continue;
        component[start] = count;
        open.push_back(start);
        while (!open.empty())
        {
            const CellId c = open.back();
            open.pop_back();
            for (const NavMesh::Side& side : mesh.sides(c))
            {
                const CellId other = mesh.neighbour(c, side);
                if (other == kNone || component[other] != kNone) continue;
                component[other] = count;
                open.push_back(other);
            }
        }
        ++count;
    }
    for (CellId c = 0; c < mesh.cells().size(); ++c)
        if (component[c] != mesh.cells()[c].component)
            problems.add(MeshProblem::Kind::wrong_component, c, mesh.corner(c, 0),
                         "Cell " + std::to_string(c) + " is in component " + std::to_string(component[c]) + ", not " +
                             std::to_string(mesh.cells()[c].component) + ".");
    if (count != mesh.componentCount())
        problems.add(MeshProblem::Kind::wrong_component, kNone, {},
                     "There are " + std::to_string(count) + " components, not " + std::to_string(mesh.componentCount()) + ".");
}

std::vector<MeshProblem> verify(const NavMesh& mesh, const VerifyOptions& options)
{
    ProblemList problems(options.max_problems);
    verifyLinks(mesh, problems);
    if (!problems.isEmpty()) return problems.take();
    verifyCells(mesh, options, problems);
    verifyTogether(mesh, problems);
    verifyObstacles(mesh, options, problems);
    verifyArea(mesh, options, problems);
    verifyComponents(mesh, problems);
    return problems.take();
}

} // namespace clearway
