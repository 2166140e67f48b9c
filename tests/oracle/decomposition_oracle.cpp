// SPDX-License-Identifier: MIT
#include "tests/oracle/decomposition_oracle.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <sstream>
#include <tuple>
#include <vector>

#include <clearway/base/random.h>
#include <clearway/geometry/predicates.h>

namespace clearway::test::oracle {

namespace {

std::string place(const char* what, CellId cell, Vec2 p)
{
    std::ostringstream text;
    text.precision(17);
    text << what << ", cell " << cell << " at (" << p.x << ", " << p.y << ")";
    return text.str();
}

std::vector<VertexId> collectCorners(const NavMesh& mesh, CellId cell)
{
    std::vector<VertexId> corners;
    for (const NavMesh::Side& side : mesh.sides(cell)) corners.push_back(side.from);
    return corners;
}

double computeDistanceToSegment(Vec2 p, Vec2 a, Vec2 b)
{
    const double along = dot(p - a, b - a), whole = dot(b - a, b - a);
    if (along <= 0 || whole == 0) return length(p - a);
    if (along >= whole) return length(p - b);
    return std::abs(cross(b - a, p - a)) / std::sqrt(whole);
}

double computeArea(const std::vector<Vec2>& ring)
{
    double sum = 0;
    for (std::size_t i = 0; i < ring.size(); ++i) sum += cross(ring[i] - ring[0], ring[(i + 1) % ring.size()] - ring[0]);
    return sum / 2;
}

/// Winding by crossings of a ray to the right; points exactly on the boundary are not asked for.
bool isInside(const std::vector<Vec2>& ring, Vec2 p)
{
    bool inside = false;
    for (std::size_t i = 0; i < ring.size(); ++i)
    {
        const Vec2 a = ring[i], b = ring[(i + 1) % ring.size()];
        if ((a.y > p.y) == (b.y > p.y)) continue;
        inside ^= computeOrientation(a.y < b.y ? a : b, a.y < b.y ? b : a, p) > 0;
    }
    return inside;
}

std::string findCornerProblem(const NavMesh& mesh, double relaxation)
{
    for (CellId c = 0; c < mesh.cells().size(); ++c)
    {
        const auto corners = collectCorners(mesh, c);
        if (corners.size() < 3) return place("fewer than three corners", c, {});
        std::vector<Vec2> ring;
        for (const VertexId v : corners) ring.push_back(mesh.vertices()[v].position);
        if (!(computeArea(ring) > 0)) return place("not counter-clockwise", c, ring[0]);
        if (std::set<VertexId>(corners.begin(), corners.end()).size() != corners.size())
            return place("a vertex twice", c, ring[0]);
        for (std::size_t i = 0; i < ring.size(); ++i)
        {
            const Vec2 a = ring[i], b = ring[(i + 1) % ring.size()], d = ring[(i + 2) % ring.size()];
            if (computeOrientation(a, b, d) >= 0) continue;
            if (!(relaxation > 0 && computeDistanceToSegment(b, a, d) <= relaxation * (1 + 1e-12)))
                return place("a corner beyond pi", c, b);
        }
    }
    return "";
}

std::string findAreaProblem(const NavMesh& mesh, const Scene& scene)
{
    double free_area = 0, cell_area = 0;
    for (const auto& ring : scene.rings())
    {
        const auto points = scene.points(ring);
        free_area += computeArea({points.begin(), points.end()});
    }
    for (CellId c = 0; c < mesh.cells().size(); ++c)
    {
        std::vector<Vec2> ring;
        for (const VertexId v : collectCorners(mesh, c)) ring.push_back(mesh.vertices()[v].position);
        cell_area += computeArea(ring);
    }
    return std::abs(free_area - cell_area) <= 1e-9 * free_area ? "" : place("area lost or gained", 0, {free_area, cell_area});
}

/// Portals pair up, and the sides on each obstacle run along it from its start to its end without a break.
std::string findSideProblem(const NavMesh& mesh, const Scene& scene)
{
    std::map<std::pair<VertexId, VertexId>, CellId> portal_sides;
    std::map<ObstacleId, std::map<VertexId, VertexId>> wall_sides;
    for (CellId c = 0; c < mesh.cells().size(); ++c)
    {
        const auto sides = mesh.sides(c);
        for (std::size_t i = 0; i < sides.size(); ++i)
        {
            const VertexId from = sides[i].from, to = sides[(i + 1) % sides.size()].from;
            const Vec2 p = mesh.vertices()[from].position;
            if ((sides[i].portal == kNone) == (sides[i].obstacle == kNone))
                return place("a side that is not one of portal and obstacle", c, p);
            if (sides[i].obstacle == kNone)
            {
                if (!portal_sides.emplace(std::pair(from, to), c).second) return place("a directed side twice", c, p);
            }
            else if (!wall_sides[sides[i].obstacle].emplace(from, to).second)
                return place("two sides at one place of an obstacle", c, p);
        }
    }
    for (const auto& [side, cell] : portal_sides)
    {
        const auto other = portal_sides.find({side.second, side.first});
        if (other == portal_sides.end()) return place("a portal with one side", cell, mesh.vertices()[side.first].position);
        if (other->second == cell) return place("a portal from a cell to itself", cell, mesh.vertices()[side.first].position);
    }
    if (mesh.obstacles().size() != scene.points().size()) return "not as many obstacles as scene edges";
    for (std::uint32_t i = 0; i < scene.points().size(); ++i)
    {
        const Segment wall = scene.edge(i);
        if (!(mesh.obstacles()[i].segment == wall)) return place("an obstacle that is not the scene's edge", 0, wall.a);
        const auto& sides = wall_sides[i];
        if (sides.empty()) return place("a wall without a side", 0, wall.a);
        // The start is the one vertex that no side of this wall leads to.
        std::set<VertexId> reached;
        for (const auto& side : sides) reached.insert(side.second);
        const auto start =
            std::find_if(sides.begin(), sides.end(), [&](const auto& side) { return reached.count(side.first) == 0; });
        if (start == sides.end()) return place("sides of a wall run in a circle", 0, wall.a);
        VertexId v = start->first;
        if (!(mesh.vertices()[v].position == wall.a)) return place("the sides of a wall do not begin at its start", 0, wall.a);
        std::size_t count = 0;
        double last = 0;
        for (auto side = start; side != sides.end(); side = sides.find(v), ++count)
        {
            v = side->second;
            const Vec2 p = mesh.vertices()[v].position;
            const double size = std::max({std::abs(p.x), std::abs(p.y), length(wall.b - wall.a)});
            if (computeDistanceToSegment(p, wall.a, wall.b) > 4e-16 * size) return place("a side far from its wall", 0, p);
            const double along = dot(p - wall.a, wall.b - wall.a);
            if (!(along > last)) return place("the sides of a wall go back", 0, p);
            last = along;
        }
        if (count != sides.size() || !(mesh.vertices()[v].position == wall.b))
            return place("the sides of a wall do not reach its end", 0, wall.b);
    }
    return "";
}

std::string findVertexProblem(const NavMesh& mesh)
{
    std::set<std::tuple<double, double, int>> positions;
    std::map<VertexId, int> layer_of;
    for (CellId c = 0; c < mesh.cells().size(); ++c)
        for (const VertexId v : collectCorners(mesh, c)) layer_of.emplace(v, mesh.cells()[c].layer);
    if (layer_of.size() != mesh.vertices().size()) return "a vertex that no cell uses";
    for (const auto& [v, layer] : layer_of)
    {
        const Vec2 p = mesh.vertices()[v].position;
        if (!positions.emplace(p.x, p.y, layer).second) return place("two vertices at one place", 0, p);
    }
    for (CellId c = 0; c < mesh.cells().size(); ++c)
    {
        const auto corners = collectCorners(mesh, c);
        for (std::size_t i = 0; i < corners.size(); ++i)
        {
            const VertexId a = corners[i], b = corners[(i + 1) % corners.size()];
            for (const auto& [v, layer] : layer_of)
            {
                if (v == a || v == b || layer != mesh.cells()[c].layer) continue;
                if (isOnSegment(mesh.vertices()[v].position, mesh.vertices()[a].position, mesh.vertices()[b].position))
                    return place("a vertex inside a side", c, mesh.vertices()[v].position);
            }
        }
    }
    return "";
}

} // namespace

NotchCount countNotches(const Scene& scene)
{
    NotchCount count;
    count.areas = static_cast<std::int64_t>(scene.areas().size());
    for (const auto& ring : scene.rings())
    {
        count.holes += ring.is_hole;
        const auto p = scene.points(ring);
        for (std::size_t i = 0; i < p.size(); ++i)
            count.notches += computeOrientation(p[(i + p.size() - 1) % p.size()], p[i], p[(i + 1) % p.size()]) < 0;
    }
    return count;
}

std::string findCellProblem(const NavMesh& mesh, const Scene& scene, double relaxation)
{
    for (const std::string& problem : {findCornerProblem(mesh, relaxation), findAreaProblem(mesh, scene),
                                       findSideProblem(mesh, scene), findVertexProblem(mesh)})
        if (!problem.empty()) return problem;
    return "";
}

std::string findCoverProblem(const NavMesh& mesh, const Scene& scene, int point_count, std::uint64_t seed)
{
    Random random(seed, 9);
    const Box2 box = scene.bounds();
    for (int i = 0; i < point_count; ++i)
    {
        const Vec2 p = {random.uniform(box.min.x, box.max.x), random.uniform(box.min.y, box.max.y)};
        std::map<int, int> expected, found;
        for (const auto& ring : scene.rings())
        {
            const auto points = scene.points(ring);
            // An outline adds one where it contains the point, a hole takes it away.
            expected[scene.areas()[ring.area].layer] += isInside({points.begin(), points.end()}, p) ? (ring.is_hole ? -1 : 1) : 0;
        }
        for (CellId c = 0; c < mesh.cells().size(); ++c)
        {
            std::vector<Vec2> ring;
            for (const VertexId v : collectCorners(mesh, c)) ring.push_back(mesh.vertices()[v].position);
            found[mesh.cells()[c].layer] += isInside(ring, p);
        }
        for (const auto& [layer, count] : expected)
            if (found[layer] != count) return place("covered the wrong number of times", 0, p);
    }
    return "";
}

} // namespace clearway::test::oracle
